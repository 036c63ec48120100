package amphipolis

import (
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/amphipolis/data"
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
		return chit.Effect{Do: g.blow}
	case 2:
		return chit.Effect{Do: g.war().Storm, Bar: g.judgeStorm}
	case 3:
		return chit.Effect{Do: g.launch, Bar: g.offMap}
	case 4:
		return chit.ArchersText{G: g.war().Chits, Where: g.Lands.Union(g.theatre)}
	case 11:
		return chit.Effect{Do: g.sap, Bar: g.judgeSap}
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

// blow is S1: one operation more in D.2 or D.4, there from either map.
func (g *game) blow(t *adjudicator.Table, p *chit.Play) {
	g.steps.Extra++
	g.Tell(t, "7 S1", 1, "extra-operation", "Side", p.Side)
}

// launch is S3: from now on Sparta crosses the river anywhere.
func (g *game) launch(t *adjudicator.Table, p *chit.Play) {
	g.flotilla = true
	g.Tell(t, "7 S3", 1, "flotilla", "Side", p.Side)
}

// judgeSap: S11 needs walls that stand.
func (g *game) judgeSap(p *chit.Play) *field.Fault {
	if bad := g.offMap(p); bad != nil || g.walls == data.WallStanding {
		return bad
	}
	return g.Fault("no-wall", "7 S11", 0)
}

// sap is S11: the walls that Sparta has built are destroyed.
func (g *game) sap(t *adjudicator.Table, p *chit.Play) {
	now := g.turnNumber()
	g.walls, g.sapped = data.WallDestroyed, &now
	g.Tell(t, "7 S11", 1, "sapped", "Enemy", p.Side.Other())
}

// judgeStorm: S2 needs naval units outside the port, which alone it strikes.
func (g *game) judgeStorm(p *chit.Play) *field.Fault {
	afloat := g.HeldBySea[athens].Union(g.HeldBySea[sparta])
	if bad := g.offMap(p); bad != nil || afloat.Meets(g.Seas.Minus(g.harbour)) {
		return bad
	}
	return g.Fault("no-fleet-at-sea", "7 S2", 0)
}

// StormNeed implements [battle.Rules]: 5 or 6 strikes, and nobody in the port (7, S2).
func (g *game) StormNeed(_ adjudicator.Side, z board.Zone) int {
	if g.harbour.Has(z) {
		return 0
	}
	return 5
}
