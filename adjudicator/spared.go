package adjudicator

import (
	_ "embed"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/BurntSushi/toml"

	"keryx/orders"
)

// CanAct is the standing order “ask: when I can act”, which the kit reads and follows in every
// game: a question that its player can answer with nothing but letting the moment pass gets that
// answer. Whether there is
// another hangs on what he alone knows, so the pace of his answers may tell what he holds. It
// is therefore in force for nobody who has not sent it, and no player of the program sends it.
type CanAct struct{}

//go:embed spoken.toml
var spokenFile string

// spoken are the words that the kit reads itself, folded.
var spoken = sync.OnceValue(func() *kitWords { return readSpoken(spokenFile) })

// phrases are ways to say one thing, each as its words.
type phrases [][]string

type kitWords struct {
	Ask, Able, Phase []string
	Pass             string // the verb of orders that play nothing

	ask, able, phase phrases
}

func readSpoken(text string) *kitWords {
	w := new(kitWords)
	if _, err := toml.Decode(text, w); err != nil {
		panic(fmt.Sprintf("adjudicator: words of the kit: %v", err)) // a matter of the build
	}
	w.ask, w.able, w.phase = folded(w.Ask), folded(w.Able), folded(w.Phase)
	return w
}

func folded(all []string) (p phrases) {
	for _, phrase := range all {
		p = append(p, strings.Fields(orders.Fold(phrase)))
	}
	return p
}

// say reports whether tokens are one of the phrases.
func (p phrases) say(tokens []orders.Token) bool {
	return slices.ContainsFunc(p, func(words []string) bool {
		return slices.EqualFunc(words, tokens, func(word string, t orders.Token) bool { return t.Fold == word })
	})
}

// ReadStanding reads a standing order, one that every game knows or one of the ruleset's own.
func ReadStanding(r Ruleset, rule *orders.Rule) (Standing, []*orders.Diagnostic) {
	if rule.When != nil || !spoken().ask.say(rule.Subject) {
		return r.ReadStanding(rule)
	}
	if len(rule.Actions) == 1 && len(rule.Actions[0].Alternatives) == 1 && spoken().able.say(rule.Actions[0].Alternatives[0]) {
		return CanAct{}, nil
	}
	return nil, []*orders.Diagnostic{orders.UnknownAt(rule, rule.Span(), "ask-when")}
}

// AsksWhenAble reports whether [CanAct] is among standing orders, given as text.
func AsksWhenAble(standing string) bool {
	rules, _ := orders.ParseStanding(standing)
	return slices.ContainsFunc(rules, func(rule orders.Rule) bool {
		return rule.When == nil && spoken().ask.say(rule.Subject)
	})
}

// Only returns the answer to the question if its side may let the moment pass and can do nothing
// else. Where something must be done, choices may be examples of what there is, and one of them
// alone proves nothing; who has no choice there is mostly not asked: see [Question.Settled].
func (q *Question) Only() (Answer, bool) {
	if !q.Free {
		return nil, false
	}
	choices := q.Form.Choices()
	if len(choices) != 1 {
		return nil, false
	}
	a := q.Form.Default()
	return a, reflect.DeepEqual(choices[0].Words, a.Words())
}

// Alone reports whether the side can answer the question with nothing but letting the moment pass, by
// “pass” or by what ends its movements.
func (q *Question) Alone() bool {
	_, only := q.Only()
	return only
}

// OnlyPass reports whether the side can answer the question with nothing but “pass”.
func (q *Question) OnlyPass() bool {
	if !q.passable() {
		return false
	}
	a, only := q.Only()
	return only && reflect.DeepEqual(a.Words(), Words{Keyword(spoken().Pass)})
}

// passable reports whether “pass for this phase” can answer the question.
func (q *Question) passable() bool { return q.Free && slices.Contains(q.Verbs, spoken().Pass) }

// spare is the answer to a question that its side wants to be spared: by its standing order
// [CanAct], which is returned, or since it has passed for the phase, without one.
func (s *Session) spare(side Side, q *Question) (a Answer, by *orders.Rule, ok bool) {
	seat := &s.seats[side]
	if seat.canAct != nil {
		if a, ok := q.Only(); ok {
			return a, seat.canAct, true
		}
	}
	if seat.passes && seat.passesPhase == s.table.begun && q.passable() {
		return q.Form.Default(), nil, true
	}
	return nil, nil, false
}

// forPhase reports whether an order passes for the rest of a phase, and returns it without
// the words that say so, as rulesets read it. Any player may write it, whatever he holds.
func forPhase(verb string, st *orders.Statement) (*orders.Statement, bool) {
	if verb != spoken().Pass || !spoken().phase.say(st.Args) {
		return st, false
	}
	alone := *st
	alone.Args = nil
	return &alone, true
}

// passPhase has a side pass for the rest of the phase, by an order.
func (s *Session) passPhase(side Side, by *orders.Statement) {
	seat := &s.seats[side]
	seat.passes, seat.passesPhase, seat.passesBy = true, s.table.begun, Wording{by.Text, by.Text}
}
