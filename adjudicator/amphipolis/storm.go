package amphipolis

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey/battle"
	"keryx/adjudicator/bey/chit"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
)

// stormText is S2: a storm, which strikes naval units outside the port.
type stormText struct {
	battle.StormText
	g *game
}

func newStorm(g *game) stormText { return stormText{battle.StormText{G: g.war()}, g} }

func (x stormText) Judge(p *chit.Play, _ field.Moment) *field.Fault {
	g := x.g
	if bad := g.offMap(p); bad != nil {
		return bad
	}
	if afloat := g.HeldBySea[athens].Union(g.HeldBySea[sparta]); !afloat.Meets(g.Seas.Minus(g.harbour)) {
		return &field.Fault{Code: "no-fleet-at-sea", Rule: "7 S2"}
	}
	return nil
}

// StormNeed implements [battle.Rules]: 5 or 6 strikes, and nobody in the port (7, S2).
func (g *game) StormNeed(_ adjudicator.Side, z board.Zone) int {
	if g.harbour.Has(z) {
		return 0
	}
	return 5
}
