package templates

import (
	"testing"
	"time"
)

// A time is said in the reader's own, by the name of a place, and in UTC.
func TestWhenNamesThePlace(t *testing.T) {
	at := time.Date(2026, 11, 25, 17, 0, 0, 0, time.UTC)
	for lang, want := range map[string][2]string{
		"en": {"Wednesday 25 November 2026, 18:00 Paris time (17:00 UTC)", "Wednesday 25 November 2026, 12:00 New York time (17:00 UTC)"},
		"fr": {"mercredi 25 novembre 2026, 18\u00a0h\u00a000 heure de Paris (17\u00a0h\u00a000 UTC)", "mercredi 25 novembre 2026, 12\u00a0h\u00a000 heure de New York (17\u00a0h\u00a000 UTC)"},
	} {
		for i, name := range []string{"Europe/Paris", "America/New_York"} {
			zone, err := time.LoadLocation(name)
			if err != nil {
				t.Fatal(err)
			}
			if got := For(lang, "").WhenIn(at, zone); got != want[i] {
				t.Errorf("%s: %q, want %q", lang, got, want[i])
			}
		}
	}
}
