package hellespont

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
	name, who, _ := strings.Cut(name, " ")
	side := adjudicator.Side(slices.Index(sideIDs[:], who))
	parts := map[string]func(t *adjudicator.Table){
		"start": g.chooseStart,
		"A":     g.drawStratagems,
		"B.1":   g.war().RollActionPoints,
		"B.2":   g.war().BringReinforcements,
		"C":     g.sieges,
		"D":     func(t *adjudicator.Table) { g.adjust(t); g.victory(t) },
	}
	if side >= 0 {
		parts["B.3"] = func(t *adjudicator.Table) { g.actionPhase(t, side) }
	}
	if name == "turn" {
		return g.Turn, true
	}
	if words := strings.Fields(who); len(words) >= 2 {
		return g.combatPart(name, words)
	}
	if side >= 0 {
		parts["D.5"] = func(t *adjudicator.Table) { g.war().Attrition(t, side) }
	}
	part, ok := parts[name]
	return func(t *adjudicator.Table) bool { part(t); return g.Outcome != nil }, ok
}

// combatPart reads "fight M4 athens", the combat of a zone attacked by a side, and
// "losses M8 athens 1/2 R", what a result of the combat table does there to the
// attacker and to the defender.
func (g *game) combatPart(name string, words []string) (func(t *adjudicator.Table) bool, bool) {
	z, known := g.Board.Zone(words[0])
	side := adjudicator.Side(slices.Index(sideIDs[:], words[1]))
	if !known || side < 0 {
		return nil, false
	}
	b := &battle.Battle{Zone: z, Attacker: side, Naval: g.Seas.Has(z)}
	switch {
	case name == "fight" && len(words) == 2:
		return func(t *adjudicator.Table) bool { g.Active = side; g.war().Fight(t, b); return false }, true
	case name == "losses" && len(words) == 4:
		cell := bey.Cell{Attacker: tableResults[words[2]], Defender: tableResults[words[3]], Winner: bey.Attacker}
		return func(t *adjudicator.Table) bool { g.Active = side; g.lose(t, b, cell); return false }, true
	}
	return nil, false
}

// tableResults are the results of the combat table as the rulebook writes them.
var tableResults = map[string]bey.Result{"R": bey.NoLoss, "1/4": bey.Quarter, "1/2": bey.Half,
	"3/4": bey.ThreeQuarters, "A": bey.AllWeakened, "E": bey.AllEliminated}
