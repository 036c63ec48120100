package templates

import "time"

// Moved tells why a deadline is later than the answer time of its game makes it.
type Moved struct {
	Was time.Time // what it would be if every moment were allowed
	Why []string  // keys of the catalogues behind "report.moved."
}

// moved says why the deadline has moved; nothing if it has not.
func (b *builder) moved() string {
	if len(b.r.Moved.Why) == 0 {
		return ""
	}
	var why []string
	for _, key := range b.r.Moved.Why {
		why = append(why, b.Say("report.moved."+key))
	}
	return b.Say("report.moved", "Was", b.WhenIn(b.r.Moved.Was, b.r.Zone), "Why", b.join(why, "kit.and"))
}
