package field

import (
	"keryx/adjudicator/board"
	"keryx/adjudicator/form"
	"keryx/orders"
)

// ZoneList is a short list of zones.
type ZoneList struct {
	N     int
	Zones [8]board.Zone
}

// NotNow is the fault of an order that is of another moment.
func NotNow(s *orders.Statement, rule string) *orders.Diagnostic {
	return orders.IllegalAt(s, s.Verb.Span, "not-now", rule, "Order", s.Text)
}

// ErrIllegal is the fault of an answer that no order file can give: one that a program made.
var ErrIllegal = form.ErrIllegal

// Fault is a rule that forbids a movement.
type Fault struct {
	Code string
	Rule string
	Step int // the step at fault, or one of those below
	Args []any
}

// What a fault can be about instead of a step.
const (
	FaultForce = -1 // the units and leaders
	FaultDrop  = -2 // a drop
)

// Fault is what a rule forbids, at a step of a movement (0 for what has none) or at one of the
// places above; with arguments as of [Field.Say].
func (g *Field) Fault(code, rule string, at int, args ...any) *Fault {
	return &Fault{Code: code, Rule: rule, Step: at, Args: g.named(args)}
}

// Error returns the code of the fault.
func (f *Fault) Error() string { return f.Code }

// Err is the fault as an error: nil if there is none.
func (f *Fault) Err() error {
	if f == nil {
		return nil
	}
	return f
}

// In makes the fault a diagnostic at a place of the order.
func (f *Fault) In(s *orders.Statement, span orders.Span) *orders.Diagnostic {
	return orders.IllegalAt(s, span, f.Code, f.Rule, f.Args...)
}

// AtZone makes the fault a diagnostic: of what is wrong with the force at the whole order, of
// anything else where the order names its zone.
func (f *Fault) AtZone(s *orders.Statement, zone orders.Span) *orders.Diagnostic {
	if f.Step == FaultForce {
		zone = s.Span()
	}
	return f.In(s, zone)
}

// Of returns the units of a set that have an origin.
func (o *Origins) Of(set UnitSet) UnitSet {
	return set.Where(func(u UnitNo) bool { return o.Units[u] != board.NoZone })
}
