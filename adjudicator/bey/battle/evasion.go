package battle

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/order"
	"keryx/adjudicator/board"
)

// Reroll asks the holder of the Advantage whether a throw is to be made once more
// (8). If so the Advantage passes to the opponent.
func (g Battles) Reroll(t *adjudicator.Table, of rethrown, what func() adjudicator.Phrase) bool {
	s := g.Advantage
	f := g.Rethrowing(of, board.Set{})
	q := adjudicator.Question{Kind: "reroll", Rule: "8", Verbs: order.VerbsReroll, Reaction: true, Free: true, Form: f}
	if t.Heard() {
		q.Prompt = adjudicator.Say("bey.ask.reroll", "What", what())
		q.Facts = of.Means()
	}
	if t.Ask(s, q).(MenuAnswer).Act != order.ActReroll {
		return false
	}
	g.Tell(t, "8", 1, "rerolled", "Side", s)
	g.PassAdvantage(t)
	return true
}

// rerollAt asks the holder of the Advantage which of the throws made in several
// zones is made once more, and returns its zone or NoZone (8).
func (g Battles) rerollAt(t *adjudicator.Table, zones board.Set, j field.Juncture, of rethrown, facts func() []adjudicator.Phrase, args ...any) board.Zone {
	if zones.Empty() {
		return board.NoZone
	}
	holder := g.Advantage
	j.Side = holder
	f := g.Rethrowing(of, zones)
	q := adjudicator.Question{Kind: j.At, Rule: "8", Verbs: order.VerbsReroll, Reaction: true, Free: true, Form: f}
	if t.Heard() {
		q.Prompt = adjudicator.Say("bey.ask."+j.At, append(args, "Zones", g.ZoneTerms(zones))...)
		q.Facts = facts()
	}
	a := g.AskAt(t, j, q).(MenuAnswer)
	if a.Act != order.ActReroll {
		return board.NoZone
	}
	g.Tell(t, "8", 1, "rerolled", "Side", holder)
	g.PassAdvantage(t)
	return a.Zone
}
