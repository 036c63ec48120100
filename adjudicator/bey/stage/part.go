package stage

import (
	"strings"

	"keryx/adjudicator"
	"keryx/adjudicator/bey"
	"keryx/adjudicator/bey/battle"
	"keryx/adjudicator/bey/sequence"
	"keryx/adjudicator/cases"
)

// Parts are the parts of a turn: those of its sequence, "C" or "D.1 north", and one action
// phase, "B.3 north".
type Parts struct {
	Turn   sequence.Turn
	Action func(t *adjudicator.Table, s adjudicator.Side)
	// Lose makes both sides take the losses of a result of the combat table.
	Lose func(t *adjudicator.Table, b *battle.Battle, cell bey.Cell)
}

// Part implements [cases.Stage].
func (s Stage) Part(name string) (adjudicator.Game, bool) {
	if name == "turn" {
		return cases.Partly(s.Game, s.Game.Turn), true
	}
	part := s.Turn.Part(name)
	if words := strings.Fields(name); len(words) == 2 {
		side, err := s.SideByID(words[1])
		of := s.Action
		if words[0] != "B.3" {
			of = s.Turn.PartOf(words[0])
		}
		if of != nil && err == nil {
			part = func(t *adjudicator.Table) { of(t, side) }
		}
	} else if len(words) > 2 {
		part = s.combat(words)
	}
	return cases.Partly(s.Game, func(t *adjudicator.Table) bool { part(t); return s.Outcome != nil }), part != nil
}

// combat reads "fight T7 north", the combat of a zone attacked by a side, and "losses T7
// north 1/2 R", what a result of the combat table does there to the attacker and to the
// defender.
func (s Stage) combat(words []string) func(t *adjudicator.Table) {
	z, known := s.Board.Zone(words[1])
	side, err := s.SideByID(words[2])
	if !known || err != nil {
		return nil
	}
	b := &battle.Battle{Zone: z, Attacker: side, Naval: s.Seas.Has(z)}
	switch {
	case words[0] == "fight" && len(words) == 3:
		return func(t *adjudicator.Table) { s.Active, s.Phase.Acting = side, true; s.Fight(t, b) }
	case words[0] == "losses" && len(words) == 5:
		cell := bey.Cell{Attacker: tableResults[words[3]], Defender: tableResults[words[4]], Winner: bey.Attacker}
		return func(t *adjudicator.Table) { s.Active = side; s.Lose(t, b, cell) }
	}
	return nil
}

// tableResults are the results of the combat table as the rulebooks write them.
var tableResults = map[string]bey.Result{"R": bey.NoLoss, "1/4": bey.Quarter, "1/2": bey.Half,
	"3/4": bey.ThreeQuarters, "A": bey.AllWeakened, "E": bey.AllEliminated}
