package club

import (
	"time"

	"keryx/adjudicator"
)

// spanUnits are those that a time is told in, the longest first.
var spanUnits = []struct {
	name string
	unit time.Duration
}{{"week", 7 * 24 * time.Hour}, {"day", 24 * time.Hour}, {"hour", time.Hour}, {"minute", time.Minute}, {"second", time.Second}}

// SpanTold says how long something lasts, in the longest unit that it is a whole number of:
// "3 days", "1 week", "36 hours".
func SpanTold(d time.Duration) adjudicator.Phrase {
	for _, u := range spanUnits {
		if d >= u.unit && d%u.unit == 0 {
			return adjudicator.Say("span."+u.name, "Count", int(d/u.unit))
		}
	}
	return adjudicator.Say("span.second", "Count", int(d/time.Second))
}
