package amphipolis

import (
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/amphipolis/data"
	"keryx/adjudicator/bey/battle"
	"keryx/adjudicator/bey/chit"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/march"
	"keryx/adjudicator/board"
)

// textRoles are the numbers of the texts that play knows beyond them.
var textRoles = field.Roles{Omens: 22, Call: 15, Delay: 14, Mend: 12, Rally: 13, OmensHeal: 12, Support: 8, Wound: 18, Epidemic: 21, Archers: 4, Storm: 2}

// timelyTexts lists the stratagems that can be played at each moment of play. Those of
// combats, of recoveries and of sieges are asked for there.
var timelyTexts = [field.MomentsInPlay][]field.StratagemNo{
	field.AfterDice:     {22},
	field.Reinforcing:   {3, 14, 15, 16, 22},
	field.AnsweringCall: {14},
	field.Departing:     {3, 22},
	field.Adjusting:     {22},
	field.Redeploying:   {1, 22},
	field.BeforeMoves:   {2, 4, 11, 21, 22},
	field.DuringMoves:   {2, 11, 21, 22},
	field.AfterMoves:    {2, 11, 21, 22},
}

// Timely implements [chit.Rules].
func (g *game) Timely(m field.Moment) []field.StratagemNo { return timelyTexts[m] }

// Text implements [chit.Rules].
func (g *game) Text(n field.StratagemNo) chit.Text {
	switch n {
	case 1:
		return windsText{g: g}
	case 2:
		return newStorm(g)
	case 3:
		return flotillaText{g: g}
	case 4:
		return chit.ArchersText{G: g.war().Chits, Where: g.Lands.Union(g.theatre)}
	case 11:
		return sapText{g: g}
	case 14:
		return march.DelayText{G: g.war().Marches}
	case 15:
		return callText{summoning{g: g, rule: "7 S15"}, march.CallText{G: g.war().Marches}}
	case 16:
		return musterText{summoning{g: g, rule: "7 S16"}}
	case 21:
		return march.EpidemicText{G: g.war().Marches}
	case 22:
		return chit.OmensText{G: g.war().Chits}
	}
	return chit.Aimless{}
}

// offMap is the fault of playing what does nothing without the main map in a scenario that
// does not use it (10.2), or nil.
func (g *game) offMap(p *chit.Play) *field.Fault {
	needs := slices.ContainsFunc(g.own.Stratagems, func(s *data.Stratagem) bool { return s.Number == p.Number && s.MainMap })
	if !g.setting.WithoutMainMap || !needs {
		return nil
	}
	return g.Fault("needs-main-map", "10.2", 0, "Stratagem", g.StratagemTerm(p.Number))
}

// windsText is S1: one operation more in D.2 or D.4, there from either map.
type windsText struct {
	chit.Aimless
	g *game
}

func (x windsText) CarryOut(t *adjudicator.Table, p *chit.Play) {
	x.g.steps.extra++
	x.g.Tell(t, "7 S1", 1, "extra-operation", "Side", p.Side)
}

// flotillaText is S3: from now on Sparta crosses the river anywhere.
type flotillaText struct {
	chit.Aimless
	g *game
}

func (x flotillaText) Judge(p *chit.Play, _ field.Moment) *field.Fault { return x.g.offMap(p) }

func (x flotillaText) CarryOut(t *adjudicator.Table, p *chit.Play) {
	x.g.flotilla = true
	x.g.Tell(t, "7 S3", 1, "flotilla", "Side", p.Side)
}

// sapText is S11: the walls that Sparta has built are destroyed.
type sapText struct {
	chit.Aimless
	g *game
}

func (x sapText) Judge(p *chit.Play, _ field.Moment) *field.Fault {
	if bad := x.g.offMap(p); bad != nil {
		return bad
	}
	if x.g.walls != data.WallStanding {
		return x.g.Fault("no-wall", "7 S11", 0)
	}
	return nil
}

func (x sapText) CarryOut(t *adjudicator.Table, p *chit.Play) {
	x.g.walls, x.g.sapped = data.WallDestroyed, x.g.turnNumber()
	x.g.Tell(t, "7 S11", 1, "sapped", "Enemy", p.Side.Other())
}

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
		return g.Fault("no-fleet-at-sea", "7 S2", 0)
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
