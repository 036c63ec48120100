package march

import (
	"math/rand/v2"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/chit"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
)

// EpidemicText weakens two enemy land units of a zone, and an enemy leader falls ill and
// goes to a port or a base of his owner's choice.
type EpidemicText struct {
	chit.Aimless
	G Marches
}

// Judge: two enemy land units in one zone at most, and one enemy leader anywhere on the
// map.
func (x EpidemicText) Judge(p *chit.Play, _ field.Moment) *field.Fault {
	units, leaders := x.Aims(p)
	switch {
	case p.Units.Empty() && p.Leaders == 0, p.Units.Len() > 2, p.Leaders.Len() > 1,
		!p.Units.Within(units), p.Leaders&^leaders != 0:
		return x.mistaken(p)
	case p.Units.Empty() != (p.Zone == board.NoZone):
		return x.mistaken(p)
	}
	return nil
}

// mistaken says what may be struck.
func (x EpidemicText) mistaken(p *chit.Play) *field.Fault {
	return x.G.Fault("epidemic-targets", x.G.RuleOf(p), 0, "Zones", x.Targets(p))
}

// Aims implements [chit.Text].
func (x EpidemicText) Aims(p *chit.Play) (units field.UnitSet, leaders field.LeaderSet) {
	if p.Zone != board.NoZone {
		units = x.G.LandAt(p.Side.Other(), p.Zone)
	}
	return units, x.G.LeadersInPlay(p.Side.Other())
}

// Targets implements [chit.Text].
func (x EpidemicText) Targets(p *chit.Play) board.Set { return x.G.HeldByLand[p.Side.Other()] }

// Placed: a leader alone is struck wherever he is.
func (x EpidemicText) Placed(p *chit.Play, units bool) (sought bool, missing *field.Fault) {
	if !units {
		return false, nil
	}
	return true, x.mistaken(p)
}

// Patterns implements [chit.Text].
func (x EpidemicText) Patterns(blank chit.Play) []*chit.Play {
	g, enemy := x.G, blank.Side.Other()
	var all []*chit.Play
	for _, p := range chit.AimedAt(x.Targets(&blank), blank) {
		troops := g.LandAt(enemy, p.Zone)
		two := field.UnitsOf(troops.Nth(0))
		if troops.Len() > 1 {
			two.Add(troops.Nth(1))
		}
		p.Units = g.Canonical(two, troops)
		all = append(all, p)
	}
	return append(all, chit.AimedAtEach(g.LeadersInPlay(enemy), blank)...)
}

// Sample implements [chit.Text].
func (x EpidemicText) Sample(r *rand.Rand, p *chit.Play) {
	g, enemy := x.G, p.Side.Other()
	if p.SampleZone(r, x.Targets(p)); p.Zone != board.NoZone {
		p.Units = g.OneOf(r, g.LandAt(enemy, p.Zone))
	}
	set := g.LeadersInPlay(enemy)
	p.Leaders = set & -set
}

// CarryOut implements [chit.Text].
func (x EpidemicText) CarryOut(t *adjudicator.Table, p *chit.Play) {
	g := x.G
	if t.Heard() {
		g.Tell(t, g.RuleOf(p), 1, "epidemic", "Side", p.Side.Other(), "Who", g.Terms(p.Units, p.Leaders))
	}
	g.WeakenAll(t, g.RuleOf(p), p.Side.Other(), p.Zone, p.Units)
	target := p.Leaders
	if l := target.Pop(); l != field.NoLeader {
		g.Ill.Add(l)
		g.sendAway(t, l)
	}
}
