package calendar

// Bounds are what a game lets absences do: a league may shorten or forbid them.
type Bounds struct {
	None bool `json:"none,omitempty"` // they stop no clock
	// Days is how many days of each player stop clocks, of those from From on; 0 for all that
	// the club allows.
	Days int  `json:"days,omitempty"`
	From Date `json:"from,omitzero"`
	// To is the last day that stops clocks; the zero Date if there is none.
	To Date `json:"to,omitzero"`
}

// Cut returns what absences come to within the bounds, as far as they stop clocks.
func (b Bounds) Cut(all []Absence) (cut []Absence) {
	if b.None {
		return nil
	}
	left := b.Days
	for _, a := range all {
		if !b.To.IsZero() && a.To.After(b.To) {
			a.To = b.To
		}
		if b.Days > 0 && !a.To.Before(b.From) {
			first := a.From
			if first.Before(b.From) {
				first = b.From
			}
			if last := first.AddDate(0, 0, left-1); a.To.After(last) {
				a.To = last
			}
			left -= max(0, int(a.To.Sub(first)/Day)+1)
		}
		if !a.To.Before(a.From) {
			cut = append(cut, a)
		}
	}
	return cut
}

// Of is what a list of absences within bounds has of one of the absences: nothing if no day of
// it stops a clock.
func Of(cut []Absence, a Absence) (part Absence, any bool) {
	for _, c := range cut {
		if !c.From.Before(a.From) && !c.To.After(a.To) {
			return c, true
		}
	}
	return a, false
}
