package chit

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/order"
	"keryx/adjudicator/bey/standing"
	"keryx/adjudicator/board"
	"keryx/orders"
)

// Advise implements [adjudicator.Adviser]. What is asked about stratagems and the
// Advantage is passed over if a rule covers each of them that the side could use.
func (f *PlayForm) Advise(rules []adjudicator.Standing) (adjudicator.Answer, int, bool) {
	g, last := f.G, 0
	ruses := g.Armed(f.Side) && f.Moment != field.Besieged && !(f.Moment.InAction() && g.Phase.Played[f.Side])
	advantage := g.Advantage == f.Side && (f.Moment == field.AfterDice || g.advantageHelps(f.Side))
	for i, st := range rules {
		switch st := st.(type) {
		case standing.Abstain:
			if !ruses || st.Occasions&standing.OccasionOf(f.Moment) == 0 || !st.When.Now(g.Field) {
				continue
			}
			p, decided := f.Follow(&st)
			if p != nil {
				return p, i, true
			}
			if decided {
				ruses, last = false, i
			}
		case standing.KeepAdvantage:
			if advantage && st.Occasions&standing.OccasionOf(f.Moment) != 0 {
				advantage, last = false, i
			}
		case standing.InitiativeRule:
			// Once only, lest the rules of both sides turn it round for ever.
			if !advantage || f.Moment != field.AfterDice || g.Phase.Fortune || st.Lost == (g.Initiative == f.Side) || !st.When.Now(g.Field) {
				continue
			}
			if p := (&Play{G: g, Side: f.Side, use: st.Use, Zone: board.NoZone}); st.Use != order.NoUse {
				if g.JudgePlay(p, f.Moment) == nil {
					return p, i, true
				}
				continue
			}
			advantage, last = false, i
		}
	}
	return Passing{}, last, !ruses && !advantage
}

// Follow returns the first stratagem of a rule that can be played now, nil if there
// is none, and whether the rule decides the question then.
func (f *PlayForm) Follow(a *standing.Abstain) (*Play, bool) {
	for _, o := range a.Plays {
		switch o := o.(type) {
		case order.PassOrder:
			return nil, true
		case order.PlayOrder:
			answer, fault := f.G.AcceptPlay(o, new(orders.Statement), f.Side, f.Moment)
			if p, ok := answer.(*Play); ok && fault == nil {
				return p, true
			}
			if len(o.Zones) == 0 && o.Force.Empty() {
				if p := f.G.bestAim(f.Side, &o, f.Moment); p != nil {
					return p, true
				}
			}
		}
	}
	return nil, false
}
