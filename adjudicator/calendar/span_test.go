package calendar

import (
	"testing"
	"time"
)

// Times are read as people write them, and nothing that could mean something else.
func TestSpan(t *testing.T) {
	const day = 24 * time.Hour
	for text, want := range map[string]time.Duration{
		"3d": 3 * day, "3 days": 3 * day, "1 Day": day, "2w": 14 * day, "2 weeks": 14 * day, "1d12h": 36 * time.Hour, "1d 12h": 36 * time.Hour,
		"168h": 7 * day, "168h0m0s": 7 * day, "90m": 90 * time.Minute, "3 jours": 3 * day, "1 semaine": 7 * day, " 5j ": 5 * day,
	} {
		var got, again Span
		if err := got.UnmarshalText([]byte(text)); err != nil || got.Duration != want {
			t.Errorf("%q: %s, %v, want %s", text, got.Duration, err, want)
		}
		if short, err := got.MarshalText(); err != nil || again.UnmarshalText(short) != nil || again != got {
			t.Errorf("%s is written %s, which reads %s (%v)", got, short, again, err)
		}
	}
	for _, text := range []string{"", "3", "d", "-3d", "3d!", "three days", "3 months", "1.5d", "99999999999999999999d", "9999999999w", "3d 4"} {
		var got Span
		if err := got.UnmarshalText([]byte(text)); err == nil {
			t.Errorf("%q is read as %s", text, got.Duration)
		}
	}
	for d, want := range map[time.Duration]string{7 * day: "1 week", 3 * day: "3 days", day: "1 day", 36 * time.Hour: "36 hours", 90 * time.Minute: "90 minutes"} {
		if got := (Span{d}).String(); got != want {
			t.Errorf("%s is written %q, want %q", d, got, want)
		}
	}
}
