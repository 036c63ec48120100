// Package ford is a whole small game for tests of the kit and of the host: it asks
// every kind of question that a ruleset can ask. Each turn:
//
//   - A: each side draws a hidden chit, a trap or a blank.
//   - B: both secretly bid; the higher bid begins (north if equal).
//   - C: the sides act twice each, in turns. Who marches may be ambushed by a
//     side that holds chits, whatever they are.
//   - D: each side in turn takes loot twice.
//
// Who stands six paces ahead has won; after four turns it is a draw.
package ford

import (
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"keryx/adjudicator"
	"keryx/orders"
)

// embeddedTexts are what the game says, in every language.
//
//go:embed texts
var embeddedTexts embed.FS

// Texts are what the tiny game says, whatever it is called.
var Texts = adjudicator.Texts{Owner: "ford", Files: embeddedTexts}

// Fault is something that a game must not do, for tests of what finds it.
type Fault string

// The faults.
const (
	None    Fault = ""
	Weak    Fault = "weak"    // a march of three breaks an invariant
	Forgets Fault = "forgets" // the state depends on more than the answers
	Drops   Fault = "drops"   // what is stored leaves the hands out
	Endless Fault = "endless" // a turn never ends
	Panics  Fault = "panics"  // a march of three makes the code fail
	Refuses Fault = "refuses" // the sampler offers what is not legal
)

// Rules is the ruleset.
type Rules struct {
	// Bend, if set, changes a question before it is asked, for tests of what finds it.
	Bend func(g *Game, q adjudicator.Question) adjudicator.Question
	// Say are the texts that the game brings.
	Say []adjudicator.Texts

	name    string
	fault   Fault
	lexicon *orders.Lexicon
	rulings adjudicator.Rulings
	entered bool // see [Entered]
}

// With returns the ruleset under a name, with a fault and with the texts and the words of
// the orders that are given. The error is that of [adjudicator.ReadVocabulary].
func With(name string, fault Fault, texts ...adjudicator.Texts) (*Rules, error) {
	words, err := adjudicator.ReadVocabulary(texts...)
	if err != nil {
		return nil, err
	}
	l := orders.NewLexicon()
	words.Teach(l, "bid", "march", "shoot", "pass", "ambush", "hold", "loot")
	return &Rules{name: name, fault: fault, lexicon: l, rulings: newRulings(words), Say: texts}, nil
}

// New returns the ruleset under a name, with a fault.
func New(name string, fault Fault) *Rules {
	r, err := With(name, fault, Texts)
	if err != nil {
		panic(err)
	}
	return r
}

// Last is the last turn of a game.
const Last = 4

// Info implements [adjudicator.Ruleset].
func (r *Rules) Info() adjudicator.Info {
	return adjudicator.Info{Name: r.name, Prefix: r.name, Version: "1", Sides: []string{"north", "south"},
		Scenarios: []string{"river"}, Phases: []string{"A", "B", "C", "D"},
		Options: []adjudicator.Option{{ID: "tie", Rule: "2", Values: []string{"north", "south"}}}}
}

// New implements [adjudicator.Ruleset].
func (r *Rules) New(s adjudicator.Setup) (adjudicator.Game, error) { return r.Load(s, []byte("{}")) }

// Load implements [adjudicator.Ruleset].
func (r *Rules) Load(s adjudicator.Setup, state []byte) (adjudicator.Game, error) {
	g := &Game{fault: r.fault, bend: r.Bend, entered: r.entered}
	if g.bend == nil {
		g.bend = func(_ *Game, q adjudicator.Question) adjudicator.Question { return q }
	}
	if s.Options["tie"] == "south" {
		g.tie = 1
	}
	return g, json.Unmarshal(state, g)
}

// Texts implements [adjudicator.Texted].
func (r *Rules) Texts() []adjudicator.Texts {
	return r.Say
}

// Lexicon implements [adjudicator.Ruleset].
func (r *Rules) Lexicon() *orders.Lexicon { return r.lexicon }

// Act is every order and every answer: a verb, and a number where it has one.
type Act struct {
	Verb   string
	Number int
}

// Words implements [adjudicator.Answer].
func (a Act) Words() adjudicator.Words {
	w := adjudicator.Words{adjudicator.Keyword(a.Verb)}
	if numbered(a.Verb) {
		w = append(w, a.Number)
	}
	return w
}

// Closes implements [adjudicator.Closing]: a bid is made once.
func (a Act) Closes() ([]string, bool) {
	if a.Verb == "bid" {
		return []string{"bid"}, true
	}
	return nil, false
}

func numbered(verb string) bool { return verb == "bid" || verb == "march" || verb == "loot" }

// ReadOrder implements [adjudicator.Ruleset].
func (r *Rules) ReadOrder(verb string, s *orders.Statement) (adjudicator.Order, []*orders.Diagnostic) {
	c, a := orders.NewCursor(s), Act{Verb: verb}
	var fault *orders.Diagnostic
	if numbered(verb) {
		a.Number, fault = c.TakeNumber()
	}
	if fault == nil {
		fault = c.End()
	}
	if fault != nil {
		return nil, []*orders.Diagnostic{fault}
	}
	return a, nil
}

// ReadStanding reads "reaction: ambush, else hold".
func (r *Rules) ReadStanding(rule *orders.Rule) (adjudicator.Standing, []*orders.Diagnostic) {
	var tried []Act
	if len(rule.Subject) != 1 || rule.Subject[0].Fold != "reaction" || len(rule.Actions) != 1 {
		return nil, []*orders.Diagnostic{orders.IllegalAt(rule, orders.Span{Line: rule.Line}, "no-such-standing", "3")}
	}
	for _, words := range rule.Actions[0].Alternatives {
		verb, fault := r.lexicon.Lookup(words[0], "verb")
		if fault != nil {
			return nil, []*orders.Diagnostic{fault.In(rule)}
		}
		tried = append(tried, Act{Verb: verb.ID})
	}
	return tried, nil
}

// Game is a game in play.
type Game struct {
	Paces [2]int
	Loot  [2]int
	Hands [2][]bool // chits in hand: whether each is a trap
	Turns int       // begun
	Noise int       `json:",omitempty"`

	tie   adjudicator.Side
	fault Fault
	bend  func(*Game, adjudicator.Question) adjudicator.Question
	weak  bool

	entered bool   // a side is told the moment that it is asked at
	now     Moment // what is asked
	// ambushed says that it may be: the enemy is asked, and the march is not over.
	ambushed bool
	at       Moment // where the turn begins, if it is in its middle
}

// State implements [adjudicator.Game].
func (g *Game) State() json.RawMessage {
	stored := *g
	if g.fault == Drops {
		stored.Hands = [2][]bool{}
	}
	b, err := json.Marshal(&stored)
	if err != nil {
		panic(err) // numbers and truths always encode
	}
	return b
}

// Name implements [adjudicator.Game].
func (g *Game) Name() adjudicator.Phrase { return adjudicator.Say("ford.turn", "Turn", g.Turns) }

// Knowledge is what a side may know, as data.
type Knowledge struct {
	Paces, Loot [2]int
	Own         []bool
	Chits       [2]int
	Moment      *Moment `json:",omitempty"`
}

// View implements [adjudicator.Game].
func (g *Game) View(side adjudicator.Side) adjudicator.View {
	k := Knowledge{Paces: g.Paces, Loot: g.Loot, Chits: [2]int{len(g.Hands[0]), len(g.Hands[1])}}
	if side >= 0 {
		k.Own = append(k.Own, g.Hands[side]...)
		k.Moment = g.moment(side)
	}
	return adjudicator.View{Side: side, Turn: g.Name(), Data: k, Result: g.Result()}
}

// Result implements [adjudicator.Game]: none as long as something is asked.
func (g *Game) Result() *adjudicator.Result {
	if g.now.Kind != "" || g.ambushed {
		return nil
	}
	return g.result()
}

// result is what the position comes to.
func (g *Game) result() *adjudicator.Result {
	for side, n := range g.Paces {
		if n >= 6 {
			return &adjudicator.Result{Winner: adjudicator.Side(side), Level: "total", Points: g.Loot}
		}
	}
	if g.Turns == Last {
		return &adjudicator.Result{Winner: adjudicator.Observer, Level: "draw", Points: g.Loot}
	}
	return nil
}

// LevelOf implements [adjudicator.PointLeveller]: a lead of ten is a victory.
func (*Rules) LevelOf(points [2]int) *adjudicator.Result {
	r := &adjudicator.Result{Winner: adjudicator.Observer, Level: "draw", Points: points}
	switch lead := points[0] - points[1]; {
	case lead >= 10:
		r.Winner, r.Level = 0, "total"
	case lead <= -10:
		r.Winner, r.Level = 1, "total"
	}
	return r
}

// Final implements [adjudicator.PointLeveller]: who has crossed the ford has won, whatever was looted.
func (*Rules) Final(level string) bool { return level == "total" }

// Score implements [adjudicator.Scored].
func (g *Game) Score() [2]int { return g.Loot }

// Invariants implements [adjudicator.Game].
func (g *Game) Invariants() error {
	if g.weak {
		return errors.New("a march broke the bridge")
	}
	for side, n := range g.Paces {
		if n < 0 || n > 6 {
			return fmt.Errorf("side %d is %d paces ahead", side, n)
		}
	}
	return nil
}

// Clone implements [adjudicator.Cloner].
func (g *Game) Clone() adjudicator.Game {
	other := *g
	for side, hand := range g.Hands {
		other.Hands[side] = slices.Clone(hand)
	}
	return &other
}

// Value implements [adjudicator.Valuer]: paces won, and a little for the loot.
func (g *Game) Value(side adjudicator.Side) float64 {
	if r := g.Result(); r != nil {
		if r.Winner == adjudicator.Observer {
			return 0
		}
		return 10 * r.Value(side) / math.Abs(r.Value(side))
	}
	enemy := side.Other()
	return float64(g.Paces[side]-g.Paces[enemy]) + float64(g.Loot[side]-g.Loot[enemy])/100
}

// Resample implements [adjudicator.Resampler]: other chits in the enemy's hand.
func (g *Game) Resample(side adjudicator.Side, r *rand.Rand) adjudicator.Game {
	other := *g
	other.Hands[side] = append([]bool(nil), g.Hands[side]...)
	other.Redeal(side, r)
	return &other
}

// Redeal implements [adjudicator.Redealer].
func (g *Game) Redeal(side adjudicator.Side, r *rand.Rand) {
	hand := make([]bool, len(g.Hands[side.Other()]))
	for i := range hand {
		hand[i] = r.IntN(2) == 0
	}
	g.Hands[side.Other()] = hand
}
