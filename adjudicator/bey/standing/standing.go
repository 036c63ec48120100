package standing

import (
	"keryx/adjudicator"
	"keryx/adjudicator/advice"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/order"
	"keryx/adjudicator/board"
	"keryx/orders"
)

// Kind is one sort of standing order of the family.
type Kind = advice.Kind[*RuleReader]

// RuleReader reads the words of a standing order.
type RuleReader struct {
	*order.Reader
	calendar *Calendar
}

// Calendar is how standing orders name the parts of a turn in which stratagems are asked
// for.
type Calendar struct {
	Phases map[string]Occasions  // by their names in folded form
	Named  []adjudicator.Keyword // what a diagnostic names
}

// MoveStandings are the standing orders on stratagems and movements that every game has.
var MoveStandings = []Kind{
	{Word: "subject-stratagems", Read: readAbstain},
	{Word: "subject-cavalry", Read: readCavalry},
}

// ReadStanding resolves the names of a standing order, which is one of the sorts that a
// game knows. It reports every fault that can be found without knowing the game's state.
func ReadStanding(rule *orders.Rule, p *field.Printed, lex *orders.Lexicon, calendar *Calendar, sorts ...[]Kind) (adjudicator.Standing, []*orders.Diagnostic) {
	return advice.Read(rule, func(tokens []orders.Token) *RuleReader {
		return &RuleReader{order.NewReader(orders.NewCursorOver(rule, tokens), p, lex), calendar}
	}, sorts...)
}

// alternative returns a reader over one alternative of a standing order's action.
func (r *RuleReader) alternative(rule *orders.Rule, tokens []orders.Token) *RuleReader {
	return &RuleReader{order.NewReader(orders.NewCursorOver(rule, tokens), r.P, r.Lex), r.calendar}
}

// Occasions are the parts of a turn in which stratagems are asked for, as bits.
type Occasions uint16

// The parts of a turn.
const (
	AfterTheDice Occasions = 1 << iota // B.1
	InArrivals                         // B.2
	InMovements                        // B.3
	InCombats
	InSieges
	InRecovery
	InAttrition
	AtTheEnd     // of the game
	OwnOccasion  // the first of those that a game has alone; the next ones are twice it
	allOccasions = ^Occasions(0)
)

// occasionWords are those that have a word.
var occasionWords = []struct {
	word      string
	occasions Occasions
}{{"occasion-movements", InMovements}, {"occasion-combats", InCombats}, {"occasion-sieges", InSieges}}

// occasion takes a part of a turn; 0 if none is next.
func (r *RuleReader) occasion() Occasions {
	for _, o := range occasionWords {
		if r.Take(o.word) {
			return o.occasions
		}
	}
	t, _ := r.Next()
	return r.calendar.Phases[t.Fold]
}

// occasions reads parts of a turn: all of them if none is named, or those that
// "except" takes away. Turns narrow a rule down where it has a circumstance.
func (r *RuleReader) occasions(rule *orders.Rule, when *Circumstance) Occasions {
	return advice.Parts(r, allOccasions, func() Occasions {
		t, _ := r.Peek()
		part := r.occasion()
		if part == 0 {
			r.Fail(orders.UnknownAt(rule, r.Last(), "unknown-moment", "Word", t.Text, "Phases", r.calendar.Named))
			r.Rest()
		}
		return part
	}, func() bool {
		// "au tour 4" has a small word before what "in turn 4" says with a preposition.
		return when != nil && (r.Take("small-word") || r.takeCircumstance(when, &when.Leaders) == ByMonth)
	})
}

// Abstain is a standing order on stratagems on some occasions or on any: to play the
// first that can be played, or else nothing.
type Abstain struct {
	Occasions Occasions
	When      Circumstance
	Plays     []adjudicator.Order // PlayOrder or PassOrder
}

func readAbstain(r *RuleReader, rule *orders.Rule) adjudicator.Standing {
	var a Abstain
	a.Occasions = r.occasions(rule, &a.When)
	r.ActionsOf(rule, func(sub *RuleReader) {
		if o, ok := sub.RuseAlternative(); ok {
			a.Plays = append(a.Plays, o)
			return
		}
		sub.Need("none", "play", "pass")
	})
	return a
}

// OccasionOf is the one that a moment lies in.
func OccasionOf(m field.Moment) Occasions {
	switch m {
	case field.AfterDice:
		return AfterTheDice
	case field.Reinforcing, field.AnsweringCall, field.Departing:
		return InArrivals
	case field.Besieging, field.Besieged:
		return InSieges
	case field.Adjusting, field.Redeploying:
		return InRecovery
	case field.Closing:
		return AtTheEnd
	}
	return InMovements
}

// CavalryRule tells what cavalry does when the enemy enters its zone: go to the
// first of these places that it can reach, else stand.
type CavalryRule struct {
	When Circumstance
	To   []board.Set
}

func readCavalry(r *RuleReader, rule *orders.Rule) adjudicator.Standing {
	for r.Take("entered") {
	}
	c := CavalryRule{When: r.Circumstance(rule, ByPlace|ByLeader|ByMonth)}
	r.ActionsOf(rule, func(sub *RuleReader) {
		sub.Take("oneself")
		if sub.Take("cavalry-stands") {
			return
		}
		sub.Havens(&c.To, "cavalry-withdraws")
	})
	return c
}
