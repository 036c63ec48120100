package adjudicator_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"

	"keryx/adjudicator"
	"keryx/adjudicator/dice"
	"keryx/orders"
)

// ferry is a whole ruleset: each turn both sides secretly stake up to three
// obols, a die is rolled, and the higher stake crosses the river on a 3 or more.
// The first to cross twice wins.
type ferry struct{ lexicon *orders.Lexicon }

func newFerry() ferry {
	l := orders.NewLexicon()
	l.Add("verb", "stake", "stake", "miser")
	return ferry{l}
}

func (f ferry) Info() adjudicator.Info {
	return adjudicator.Info{Name: "ferry", Prefix: "fer", Version: "1",
		Sides: []string{"east", "west"}, Scenarios: []string{"river"}, Phases: []string{"1"}}
}

// Texts are in files of their own, which a ruleset embeds.
func (f ferry) Texts() []adjudicator.Texts {
	return []adjudicator.Texts{{Owner: "ferry", Files: ferryFiles}}
}

func (f ferry) Lexicon() *orders.Lexicon { return f.lexicon }

func (f ferry) New(adjudicator.Setup) (adjudicator.Game, error) { return &crossing{}, nil }

func (f ferry) Load(_ adjudicator.Setup, state []byte) (adjudicator.Game, error) {
	g := &crossing{}
	return g, json.Unmarshal(state, g)
}

// ReadOrder resolves what can be resolved without the state of a game.
func (f ferry) ReadOrder(verb string, s *orders.Statement) (adjudicator.Order, []*orders.Diagnostic) {
	if len(s.Args) != 1 || s.Args[0].Kind != orders.Number {
		return nil, []*orders.Diagnostic{{Code: "stake-needs-number", Span: s.Verb.Span, Text: s.Text}}
	}
	return stake(s.Args[0].Number), nil
}

func (f ferry) ReadStanding(*orders.Rule) (adjudicator.Standing, []*orders.Diagnostic) {
	return nil, nil
}

// crossing is the state of a game: how often each side has crossed.
type crossing struct{ Crossed [2]int }

func (g *crossing) State() json.RawMessage {
	b, _ := json.Marshal(g) // two numbers always encode
	return b
}

func (g *crossing) Name() adjudicator.Phrase { return adjudicator.Say("ferry.turn") }
func (g *crossing) Invariants() error        { return nil }
func (g *crossing) View(side adjudicator.Side) adjudicator.View {
	return adjudicator.View{Side: side, Data: g.Crossed}
}

// Clone makes copies quick, for players who think ahead.
func (g *crossing) Clone() adjudicator.Game {
	c := *g
	return &c
}

// Value says who is ahead.
func (g *crossing) Value(side adjudicator.Side) float64 {
	return float64(g.Crossed[side] - g.Crossed[side.Other()])
}

func (g *crossing) Result() *adjudicator.Result {
	for side, n := range g.Crossed {
		if n == 2 {
			return &adjudicator.Result{Winner: adjudicator.Side(side), Level: "total"}
		}
	}
	return nil
}

// Turn is the whole sequence of play.
func (g *crossing) Turn(t *adjudicator.Table) (over bool) {
	t.Phase("1", adjudicator.Observer)
	q := adjudicator.Question{Kind: "stake", Rule: "1", Prompt: adjudicator.Say("ferry.ask.stake"),
		Verbs: []string{"stake"}, Form: stakeForm{}}
	a, b := t.AskBoth(q, q)
	east, west := a.(stake), b.(stake)
	if east == west {
		t.Tell(adjudicator.Event{Rule: "1", Public: adjudicator.Say("ferry.event.nobody")})
		return false
	}
	bold := adjudicator.Side(0)
	if west > east {
		bold = 1
	}
	event := "ferry.event.sank"
	if t.Die() >= 3 {
		g.Crossed[bold]++
		event = "ferry.event.crossed"
	}
	t.Tell(adjudicator.Event{Rule: "1", Public: adjudicator.Say(event, "Side", seat(bold))})
	return g.Crossed[bold] == 2
}

// seat names a side in a phrase.
func seat(side adjudicator.Side) adjudicator.Term {
	return adjudicator.Term{Kind: "side", ID: ferry{}.Info().Sides[side]}
}

// stake is both the order as read and the answer.
type stake int

func (s stake) Words() adjudicator.Words {
	return adjudicator.Words{adjudicator.Keyword("stake"), int(s)}
}

// stakeForm is the one definition of a legal stake.
type stakeForm struct{}

func (stakeForm) Check(a adjudicator.Answer) error {
	if s, ok := a.(stake); !ok || s < 0 || s > 3 {
		return fmt.Errorf("a stake is 0 to 3 obols, not %v", a)
	}
	return nil
}

func (f stakeForm) Accept(o adjudicator.Order, s *orders.Statement) (adjudicator.Answer, *orders.Diagnostic) {
	a := o.(stake)
	if err := f.Check(a); err != nil {
		return nil, &orders.Diagnostic{Code: "stake-too-high", Kind: orders.Illegal, Rule: "1",
			Span: s.Args[0].Span, Text: s.Text, Args: []any{"Stake", int(a), "Limit", 3}}
	}
	return a, nil
}

func (stakeForm) Sample(r *rand.Rand) adjudicator.Answer { return stake(r.IntN(4)) }
func (stakeForm) Default() adjudicator.Answer            { return stake(0) }

func (stakeForm) Choices() []adjudicator.Choice {
	var all []adjudicator.Choice
	for s := range stake(4) {
		all = append(all, adjudicator.Choice{Words: s.Words()})
	}
	return all
}

// A game is played by opening a session on a snapshot and giving it the order
// files as they come.
func Example() {
	rules := newFerry()
	snap, _ := adjudicator.Begin(rules, adjudicator.Setup{Scenario: "river"})
	source := dice.NewTurn(dice.ByOrders, dice.Secret{7}, "fer-1", snap.Turn)
	session, _ := adjudicator.Open(rules, snap, source, 1, dice.Head{})
	defer session.Close()

	take := func(entry int, side adjudicator.Side, order string) {
		file, _ := orders.Parse("game fer-1\nside x\nanswers AAAA-AAAA\norders\n" + order)
		out, _ := session.Take(adjudicator.Input{Entry: entry, Head: dice.Head{byte(entry)}, Side: side, File: file})
		for _, d := range out.Faults {
			fmt.Println(order, "is refused:", d.Code)
		}
		for _, a := range out.Answers {
			fmt.Println("side", a.Side, "answers", a.Words)
		}
	}
	take(2, 0, "stake 2")
	take(3, 1, "miser 1")
	fmt.Println("turn ended:", session.Ended())
	for _, e := range session.Events() {
		fmt.Println(e.Public.Key, e.Rolls[0].Faces)
	}
	// Output:
	// side 0 answers [stake 2]
	// side 1 answers [stake 1]
	// turn ended: true
	// ferry.event.sank [2]
}
