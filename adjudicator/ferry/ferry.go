// Package ferry is a whole ruleset, and as small as one can be: each turn both sides
// secretly stake up to three obols, a die is rolled, and the higher stake crosses the river
// on a 3 or more. The first to cross twice wins.
package ferry

import (
	"embed"
	"encoding/json"
	"fmt"

	"keryx/adjudicator"
	"keryx/adjudicator/form"
	"keryx/orders"
)

// files are what the game says, and the words of its orders, in each language.
//
//go:embed texts
var files embed.FS

// texts are those of the ruleset itself; it belongs to no family.
var texts = []adjudicator.Texts{{Owner: "ferry", Files: files}}

// Opener opens the game.
var Opener = adjudicator.Opener{Name: "ferry",
	Embedded: func() []adjudicator.Ruleset { return []adjudicator.Ruleset{New()} },
	FromDir: func(string) ([]adjudicator.Ruleset, error) {
		return nil, fmt.Errorf("it has no data files: take its folder out of the directory of data")
	}}

// Rules is the ruleset.
type Rules struct{ lexicon *orders.Lexicon }

// New returns it.
func New() Rules {
	words, err := adjudicator.ReadVocabulary(texts...)
	if err != nil {
		panic(err) // the files are embedded, and a test reads them
	}
	l := orders.NewLexicon()
	words.Teach(l, "stake")
	return Rules{l}
}

// Info implements [adjudicator.Ruleset].
func (r Rules) Info() adjudicator.Info {
	return adjudicator.Info{Name: "ferry", Prefix: "fer", Version: "1",
		Sides: []string{"east", "west"}, Scenarios: []string{"river"}, Phases: []string{"1"}}
}

// Texts implements [adjudicator.Texted].
func (r Rules) Texts() []adjudicator.Texts { return texts }

// Lexicon implements [adjudicator.Ruleset].
func (r Rules) Lexicon() *orders.Lexicon { return r.lexicon }

// New implements [adjudicator.Ruleset].
func (r Rules) New(adjudicator.Setup) (adjudicator.Game, error) { return &Crossing{}, nil }

// Load implements [adjudicator.Ruleset].
func (r Rules) Load(_ adjudicator.Setup, state []byte) (adjudicator.Game, error) {
	g := &Crossing{}
	return g, json.Unmarshal(state, g)
}

// ReadOrder resolves what can be resolved without the state of a game.
func (r Rules) ReadOrder(verb string, s *orders.Statement) (adjudicator.Order, []*orders.Diagnostic) {
	c := orders.NewCursor(s)
	n, fault := c.TakeNumber()
	if fault == nil {
		fault = c.End()
	}
	if fault != nil {
		return nil, []*orders.Diagnostic{fault}
	}
	return Stake(n), nil
}

// ReadStanding refuses every standing order: nothing is asked in the middle of the enemy's
// turn.
func (r Rules) ReadStanding(rule *orders.Rule) (adjudicator.Standing, []*orders.Diagnostic) {
	return nil, []*orders.Diagnostic{orders.IllegalAt(rule, orders.Span{Line: rule.Line}, "no-standing", "1")}
}

// mostStaked is how many obols a side can stake.
const mostStaked = 3

// Stake is both the order as read and the answer.
type Stake int

// Words implements [adjudicator.Answer].
func (s Stake) Words() adjudicator.Words {
	return adjudicator.Words{adjudicator.Keyword("stake"), int(s)}
}

// Closes implements [adjudicator.Closing]: a side stakes once a turn.
func (s Stake) Closes() (verbs []string, turn bool) { return []string{"stake"}, true }

// tooHigh says what is wrong with a stake that is none of them.
func tooHigh(o adjudicator.Order, s *orders.Statement) *orders.Diagnostic {
	return orders.IllegalAt(s, s.Args[0].Span, "stake-too-high", "1", "Stake", int(o.(Stake)), "Limit", mostStaked)
}

// question is what both sides are asked.
func question() adjudicator.Question {
	return adjudicator.Question{Kind: "stake", Rule: "1", Prompt: adjudicator.Say("ferry.ask.stake"),
		Verbs: []string{"stake"}, Form: form.Number[Stake]{Most: mostStaked, Refuse: tooHigh}}
}
