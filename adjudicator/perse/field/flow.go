package field

import (
	"keryx/adjudicator"
	"keryx/adjudicator/fog"
)

// Flow is how far a turn has come, as far as both know: with it the turn can be entered at a question.
type Flow struct {
	Kind    string           // of the question that is asked; empty where the turn cannot be entered
	Asked   adjudicator.Side // of whom; [nobody] of both
	Passes  int              // one after the other
	Had     [2]bool          // sides that have had a segment this turn
	Segment adjudicator.Side // whose segment it is
	Began   int              // points that its side had spent when it began
	Acts    int              // actions in it
	Verb    string           // the action in play; empty between two
	Ships   LotSet           // that sail without a fleet
	Meeting Meeting          // where who moves has come
	Deep    int              // retreats in play: who comes there is met within a fight
	Within  string           // where losses of a way or of hunger are paid: "supply", "rest", "march" or "end"
	Loss    Payment          // what is paid
}

// Payment is what markers of a side pay for a way, or for hunger.
type Payment struct {
	Side   adjudicator.Side
	Names  fog.Set
	Number int // of counters
	Rule   string
}

// Meeting is who has come into a zone, and who has tried to intercept whom there.
type Meeting struct {
	Came  Force
	Turn  int    // 0 for the tries of the enemy, 1 for those of who came, 2 for the offer, 3 behind it
	Tries [2]int // by side
	Met   bool   // a try has succeeded: there is nothing more to agree on
}

// Moment is what both know of the course of a turn in which a side is asked.
type Moment struct {
	Flow
	Now   Active // without its head
	Fight *Battle
}

// Enterable reports whether the turn can be entered at the question that is asked. It cannot in a fight
// that has no place in the order of its steps: after a retreat, or where both flee.
func (g *War) Enterable() bool {
	switch g.Flow.Kind {
	case "":
		return false
	case "wear":
		return g.Flow.Within != ""
	case "losses":
		return g.Flow.Deep == 0 && g.Fight.Step != DecideStep
	case "retreat":
		return g.Flow.Deep == 0 && g.Fight.Step == RetreatStep
	}
	return g.Flow.Deep == 0
}

// Moment is where a side that is asked could enter the turn; nil if it could not.
func (g *War) Moment(side adjudicator.Side) *Moment {
	if side == Nobody || !g.Enterable() || g.Flow.Asked != Nobody && g.Flow.Asked != side {
		return nil
	}
	m := &Moment{Flow: g.Flow, Now: g.Now, Fight: g.Fight.Clone()}
	m.Now.Head = 0
	return m
}
