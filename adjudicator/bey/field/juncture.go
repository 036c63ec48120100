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
	At    string // kind of the question, [AtStep] or [AtCombat]; empty for none
	Side  adjudicator.Side
	Step  string           // [AtStep]: which of the sequence of play begins
	Both  bool             // "start": the other side is asked as well
	Zone  board.Zone       // "act" and "depart": the one activated last, or NoZone; [AtCombat]: where
	Last  bool             // "depart": the other side has sailed before
	Open  board.Set        // "siege": the ports that may still be besieged; [AtCombat]: the combats that are due
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

// The junctures at which nobody is asked anything: a turn is entered there for a question
// that comes later, in the midst of what begins there.
const (
	AtStep   = "step"
	AtCombat = "combat"
)

// Trace is how a turn has come to where it is since the last juncture that it can be entered
// at. It is made anew for each turn, and copies of a game share it: none but the game that is
// played looks at it.
type Trace struct {
	Keep  func() any        // copies the game
	Can   func(string) bool // whether a turn can be entered at a juncture
	Kept  any               // the game as it was at the juncture; nil if there was none
	Trail *adjudicator.Trail
	Lost  [2]bool            // for a side whose hand has been dealt anew since: what it knew then is not known
	Way   []adjudicator.Step // of a game that is imagined: from where its turn begins on
}

// Pass notes that the turn has come to a juncture, for whoever is asked something behind it.
func (g *Field) Pass(t *adjudicator.Table, j Juncture) {
	trace := g.Trace
	if trace == nil || trace.Keep == nil || !trace.Can(j.At) {
		return
	}
	trace.Kept, trace.Trail, trace.Lost = nil, nil, [2]bool{}
	if !t.Heard() {
		return
	}
	was := g.Juncture
	g.Juncture, g.Trace = j, nil
	kept := trace.Keep()
	g.Juncture, g.Trace = was, trace
	trace.Kept, trace.Trail = kept, t.Mark()
}

// Passed is the game as it was at the last juncture, and what has happened since, for a side
// that is asked something there; false if a turn cannot be entered there, or if not all of it
// was seen by both sides.
func (g *Field) Passed(side adjudicator.Side) (kept any, way []adjudicator.Step, ok bool) {
	if g.Trace == nil || g.Trace.Kept == nil || side < 0 || g.Trace.Lost[side] {
		return nil, nil, false
	}
	way, ok = g.Trace.Trail.Way(side)
	return g.Trace.Kept, way, ok
}

// Way implements [adjudicator.Retracer].
func (g *Field) Way() []adjudicator.Step {
	if g.Trace == nil {
		return nil
	}
	return g.Trace.Way
}

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
