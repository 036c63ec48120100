package field

import (
	"keryx/adjudicator"
	"keryx/adjudicator/board"
)

// Healing is how many units may recover, and by which rule: "D.3", "7 S11" or "7 S12".
type Healing struct {
	Rule string
	N    int
}

// AttritionTests are what a side has thrown in its exposed zones, modified.
type AttritionTests struct {
	Side  adjudicator.Side
	Zones board.Set
	Total [MaxZones]int
}

// Juncture is a point of the sequence of play at which a side is asked, and at which a
// turn can be entered: what is on the way there besides the state of the game.
type Juncture struct {
	At    string // kind of the question; empty for none
	Side  adjudicator.Side
	Both  bool             // "start": the other side is asked as well
	Zone  board.Zone       // "act" and "depart": the one activated last, or NoZone
	Last  bool             // "depart": the other side has sailed before
	Open  board.Set        // "siege": the ports that may still be besieged
	When  Moment           // "react": before the movements of the enemy or after them
	First adjudicator.Side // of the moments that both sides are asked in: who is asked first
	Again bool             // and that somebody has played something since he was
	Heal  Healing          // "recovery"
	Tests AttritionTests   // "reroll-attrition"
}

// The junctures that the games of the series share, by the kinds of their questions.
const (
	AtFortune     = "fortune"
	AtReinforcing = "reinforcing"
	AtDepart      = "depart"
	AtSpend       = "spend"
	AtReact       = "react"
	AtAct         = "act"
	AtKeep        = "keep"
	AtRecovery    = "recovery"
	AtRecoverRuse = "recovery-stratagem"
	AtRetest      = "reroll-attrition"
	AtClosing     = "closing"
)

// Entered returns the juncture at which a turn that is imagined begins, once, and whether
// there is one.
func (g *Field) Entered() (j Juncture, ok bool) {
	j, g.Entry = g.Entry, j
	return j, j.At != ""
}

// BeginPhase forgets what was remembered of the action phase before.
func (g *Field) BeginPhase(active adjudicator.Side) {
	g.Active = active
	g.Phase = phaseState{CalledAt: board.NoZone, Origin: NoOrigins}
	for u := range g.Phase.Entry {
		g.Phase.Entry[u].From = board.NoZone
	}
}

// Result implements [adjudicator.Game].
func (g *Field) Result() *adjudicator.Result { return g.Outcome }

// LastTurn reports whether the turn in play is the scenario's last.
func (g *Field) LastTurn() bool { return g.TurnNo >= g.Playing.Last-g.Playing.First }
