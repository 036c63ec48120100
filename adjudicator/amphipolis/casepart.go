package amphipolis

import (
	"slices"
	"strings"

	"keryx/adjudicator"
	"keryx/adjudicator/bey"
	"keryx/adjudicator/bey/battle"
)

// partGame is a game whose turn is a part of one.
type partGame struct {
	*game
	part func(t *adjudicator.Table) bool
}

// Turn implements [adjudicator.Game].
func (p *partGame) Turn(t *adjudicator.Table) bool { return p.part(t) }

// Part implements [cases.Stage].
func (c caseStage) Part(name string) (adjudicator.Game, bool) {
	part, ok := c.part(name)
	return &partGame{c.game, part}, ok
}

// part returns a part of the turn by its name.
func (g *game) part(name string) (func(t *adjudicator.Table) bool, bool) {
	if name == "turn" {
		return g.Turn, true
	}
	name, who, _ := strings.Cut(name, " ")
	side := adjudicator.Side(slices.Index(sideIDs[:], who))
	words := strings.Fields(who)
	var part func(t *adjudicator.Table)
	switch {
	case len(words) >= 2:
		return g.combatPart(name, words)
	case who == "":
		part = map[string]func(t *adjudicator.Table){"A": g.drawStratagems, "B.1": g.rollActionPoints, "B.2": g.reinforcements,
			"B.3": g.actions, "C": g.works, "D": g.adjust, "D.7": g.finish}[name]
	case side >= 0 && name == "B.3":
		part = func(t *adjudicator.Table) { g.actionPhase(t, side) }
	case side >= 0:
		if step, ok := adjustments[name]; ok {
			part = func(t *adjudicator.Table) {
				g.Active = side
				step(g, t, side)
			}
		}
	}
	return func(t *adjudicator.Table) bool { part(t); return g.Outcome != nil }, part != nil
}

// combatPart reads "fight T7 athens", the combat of a zone attacked by a side, and
// "losses T7 athens 1/2 R", what a result of the combat table does there to the
// attacker and to the defender.
func (g *game) combatPart(name string, words []string) (func(t *adjudicator.Table) bool, bool) {
	z, known := g.Board.Zone(words[0])
	side := adjudicator.Side(slices.Index(sideIDs[:], words[1]))
	if !known || side < 0 {
		return nil, false
	}
	b := &battle.Battle{Zone: z, Attacker: side}
	switch {
	case name == "fight" && len(words) == 2:
		return func(t *adjudicator.Table) bool { g.Active, g.Phase.Acting = side, true; g.Fight(t, b); return false }, true
	case name == "losses" && len(words) == 4:
		cell := bey.Cell{Attacker: tableResults[words[2]], Defender: tableResults[words[3]], Winner: bey.Attacker}
		return func(t *adjudicator.Table) bool { g.Active = side; g.lose(t, b, cell); return false }, true
	}
	return nil, false
}

// tableResults are the results of the combat table as the rulebook writes them.
var tableResults = map[string]bey.Result{"R": bey.NoLoss, "1/4": bey.Quarter, "1/2": bey.Half,
	"3/4": bey.ThreeQuarters, "A": bey.AllWeakened, "E": bey.AllEliminated}
