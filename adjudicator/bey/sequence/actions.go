package sequence

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey/battle"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
)

// Actions are the action phases of a turn (B.3), made for the moment: the sides take them in
// turn, as long as one of them has action points.
type Actions struct {
	battle.Battles
	// Begin forgets what was remembered of the action phase before.
	Begin func(active adjudicator.Side)
	// Activate has a side move, from the zone on that it has activated last (B.3.2).
	Activate func(t *adjudicator.Table, active adjudicator.Side, last board.Zone)
}

// Play plays the action phases from the one of a side on until nobody has points left.
func (a Actions) Play(t *adjudicator.Table, first adjudicator.Side) {
	for active := first; a.Points[0]+a.Points[1] > 0; active = active.Other() {
		if a.Points[active] > 0 {
			a.Take(t, active)
		}
	}
	a.Active = adjudicator.Observer
}

// Take is one action phase of a side.
func (a Actions) Take(t *adjudicator.Table, active adjudicator.Side) {
	t.Phase("B.3", active)
	a.Begin(active)
	a.Announce(t, active) // B.3.1
	a.act(t, active)
}

// act is what follows once the points are announced.
func (a Actions) act(t *adjudicator.Table, active adjudicator.Side) {
	a.React(t, field.BeforeMoves)       // B.3: stratagems of the passive player
	a.Activate(t, active, board.NoZone) // B.3.2
	a.Finish(t, active)
}

// Finish is what follows the movements.
func (a Actions) Finish(t *adjudicator.Table, active adjudicator.Side) {
	a.React(t, field.AfterMoves)
	a.Combats(t, active) // B.3.3, 4
	a.settle(active)
}

// settle is the end of an action phase: what was announced and not used is gone.
func (a Actions) settle(active adjudicator.Side) {
	a.Points[active] -= a.Phase.Spend
	a.Phase.Spend = 0
}

// on plays the action phases from a juncture on.
func (a Actions) on(t *adjudicator.Table, j field.Juncture) {
	active := j.Side
	if j.At == field.AtReact {
		active = j.Side.Other()
	}
	a.Active = active
	t.Phase("B.3", active)
	switch {
	case j.At == field.AtSpend:
		a.Announce(t, active)
		a.act(t, active)
	case j.At == field.AtReact && j.When == field.BeforeMoves:
		a.act(t, active)
	case j.At == field.AtReact:
		a.Finish(t, active)
	case j.At == field.AtCombat:
		a.CombatsOn(t, j)
		a.settle(active)
	default:
		a.Activate(t, active, j.Zone)
		a.Finish(t, active)
	}
	a.Play(t, active.Other())
}

// Resumes are where a turn goes on that is entered at a juncture of the family's which
// leads to the same in all its games; attrition is the step in which it is tested.
func (a Actions) Resumes(attrition string) map[string]Resume {
	return map[string]Resume{
		field.AtFortune: {"B.1", func(t *adjudicator.Table, j field.Juncture) {
			t.Phase("B.1", adjudicator.Observer)
			a.MomentsOn(t, field.AfterDice, j)
		}},
		field.AtSpend:       {"B.3", a.on},
		field.AtReact:       {"B.3", a.on},
		field.AtAct:         {"B.3", a.on},
		field.AtCombat:      {"B.3", a.on},
		field.AtKeep:        {Step: "D.1"},
		field.AtRecovery:    {"D.3", a.heal},
		field.AtRecoverRuse: {"D.3", a.heal},
		field.AtRetest:      {attrition, func(t *adjudicator.Table, j field.Juncture) { a.Suffer(t, j.Tests) }},
	}
}

// heal is what is left of the recovery of a side.
func (a Actions) heal(t *adjudicator.Table, j field.Juncture) {
	if j.At == field.AtRecovery {
		a.Heal(t, j.Side, j.Heal)
	}
	if j.At == field.AtRecoverRuse || j.Heal.Rule == "D.3" {
		a.RecoverByRuse(t, j.Side)
	}
}
