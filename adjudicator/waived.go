package adjudicator

import (
	"slices"
	"strings"

	"keryx/orders"
)

// waived is something that a side's standing orders have left undone where it could have been
// done.
type waived struct {
	what  Term
	phase string // in which
	begun int    // how many phases had begun by then
	rule  Wording
}

// tellWaived tells a side by name, in the words of a key, what its standing orders or its order to
// pass for the phase have left undone: each thing once in a phase.
func (s *Session) tellWaived(side Side, q *Question, left Terms, rule Wording, key string) {
	seat, t := &s.seats[side], &s.table
	var fresh Terms
	for _, what := range left {
		x := waived{what, t.phase, t.begun, rule}
		if !slices.Contains(seat.waived, x) {
			seat.waived = append(slices.Clip(seat.waived), x) // copies of the session have their own
			fresh = append(fresh, what)
		}
	}
	if len(fresh) > 0 {
		s.tell(side, Event{Rule: q.Rule, Depth: 2}, key, "Count", len(fresh), "What", fresh, "Rule", rule)
	}
}

// tooLate is the fault of an order, or a better one if it wants what the standing orders of its
// side have left undone earlier in the turn, and is at fault for its moment.
func (s *Session) tooLate(side Side, item *queued, d *orders.Diagnostic) *orders.Diagnostic {
	order, ok := item.order.(Wanting)
	if !ok || !strings.HasSuffix(d.Code, "-now") { // as the codes of all such faults end
		return d
	}
	for _, x := range slices.Backward(s.seats[side].waived) {
		if x.what == order.Wants() {
			return orders.IllegalAt(item.statement, d.Span, "waived", d.Rule, "What", x.what, "Rule", x.rule, "Phase", x.phase)
		}
	}
	return d
}
