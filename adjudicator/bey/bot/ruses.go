package bot

import (
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/battle"
	"keryx/adjudicator/bey/chit"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/march"
	"keryx/adjudicator/board"
)

// keep keeps the counter with the most useful face (D.1).
func (p *Player) keep(g *Planner, f *chit.KeepForm) adjudicator.Answer {
	found := p.Best()
	preference := g.Preference()
	for hand := f.G.Pool.Hand[f.Side]; hand != 0; {
		c := hand.Pop()
		v := 0.0
		for _, face := range f.G.Counters[c].Faces {
			if face.Colour.PlayableBy(f.Side) && !f.G.Retired.Has(face.Stratagem) && !f.G.Playing.IsWithdrawn(face.Stratagem) {
				v = max(v, float64(len(preference)-rank(preference, face.Stratagem)))
			}
		}
		found.Offer(chit.KeepAnswer{G: f.G, Chit: c}, v)
	}
	return found.Answer
}

// rank is the place of a stratagem in a preference.
func rank(preference []field.StratagemNo, n field.StratagemNo) int {
	if i := slices.Index(preference, n); i >= 0 {
		return i
	}
	return len(preference)
}

// play answers whether to play something outside combats, sieges and adjustments.
func (p *Player) play(g *Planner, f *chit.PlayForm) adjudicator.Answer {
	found := p.Best()
	found.Offer(chit.Passing{}, 0)
	p.ploys(g, f.Side, f.Moment, func(a *chit.Play) bool {
		a.G = f.G
		found.Offer(a, 1)
		return p.ranked != nil // what comes first is what he plays
	})
	return found.Answer
}

// playInAction plays a stratagem among one's own movements, or nothing.
func (p *Player) playInAction(g *Planner, f *march.ActForm) adjudicator.Answer {
	if !f.Actions || g.Phase.Played[f.Side] {
		return nil
	}
	if a := p.ploy(g, f.Side, field.DuringMoves); a != nil {
		a.G = f.G.Chits
		return a
	}
	return nil
}

// ploy returns the stratagem that is worth playing at a moment, or nil.
func (p *Player) ploy(g *Planner, side adjudicator.Side, m field.Moment) (found *chit.Play) {
	p.ploys(g, side, m, func(a *chit.Play) bool {
		found = a
		return false
	})
	return found
}

// ploys yields the plays that make sense at a moment, the best first, until yield returns false. The
// Advantage is kept: it gives a die in sieges and a second throw in combats.
func (p *Player) ploys(g *Planner, side adjudicator.Side, m field.Moment, yield func(*chit.Play) bool) {
	for _, n := range g.Timely(m) {
		if g.Holding(side, n) == field.NoChit {
			continue
		}
		for _, a := range g.aimed(side, n, m) {
			a.G = g.Chits
			if g.JudgePlay(a, m) == nil && !yield(a) {
				return
			}
		}
	}
}

// aimed returns the plays of a stratagem that make sense at a moment. What delays
// reinforcements delays any: those that have just been called for need not be named.
func (g *Planner) aimed(side adjudicator.Side, n field.StratagemNo, m field.Moment) []*chit.Play {
	switch {
	case n != g.Roles.Delay:
		return g.Aimed(g, side, n, m)
	case m == field.AnsweringCall:
		return []*chit.Play{{Side: side, Number: n, Zone: board.NoZone}}
	}
	return g.Patterns(side, n)
}

// Plague aims a stratagem at the two best land units of the enemy's stack that stands to lose
// most, and at his best leader; at nobody if it would cost him no more than a floor.
func (g *Planner) Plague(side adjudicator.Side, n field.StratagemNo, floor float64) []*chit.Play {
	f, enemy := g.Field, side.Other()
	a := &chit.Play{Side: side, Number: n, Zone: board.NoZone}
	worst := floor
	for z := range f.HeldByLand[enemy].All() {
		units := f.LandAt(enemy, z)
		for units.Len() > 2 {
			units.Drop(g.Weakest(units))
		}
		units = f.Canonical(units, f.LandAt(enemy, z))
		if v := g.Weakening(units); v > worst {
			worst, a.Zone, a.Units = v, z, units
		}
	}
	if a.Units.Empty() {
		return nil
	}
	if men := f.LeadersInPlay(enemy) &^ f.Ill; men != 0 {
		a.Leaders = 1 << f.Ablest(men)
	}
	return []*chit.Play{a}
}

// ruse answers whether to play or discard something in a combat, a siege or the
// adjustments.
func (p *Player) ruse(g *Planner, f *chit.RuseForm) adjudicator.Answer {
	found := p.Best()
	found.Offer(f.Default(), 0)
	for _, r := range f.Options() {
		found.Offer(chit.RuseAnswer{G: f.G, Ruse: r}, p.ruseGain(g, f, r))
	}
	return found.Answer
}

// ruseGain is what a ruse brings, less what the counter could bring later.
func (p *Player) ruseGain(g *Planner, f *chit.RuseForm, r field.Ruse) float64 {
	in, ok := f.In.(battle.CombatSetting)
	if !ok {
		return g.RuseGain(g, f, r)
	}
	b := *in.Battle
	before := g.Prospect(b, f.Side)
	b.Ruse[f.Side] = r
	after := p.Imagine(g)
	after.Unfold(&b)
	return after.Prospect(b, f.Side) - before - g.prices.Chit
}
