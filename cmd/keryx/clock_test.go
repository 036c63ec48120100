package main

import (
	"log/slog"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/host/post"
	"keryx/cmd/keryx/settings"
)

// TestClockCommand: a game was made, and the daemon last awake, by a clock a year ahead.
// The command says what that has left, and mends it; then there is nothing to mend.
func TestClockCommand(t *testing.T) {
	c := newClinic(t, nil)
	writeFiles(t, c.dir, "keryx.toml", c.file)
	says := func(status int, args string, want ...string) {
		t.Helper()
		said := c.keryx(t.Context(), status, strings.Fields(args)...)
		for _, w := range want {
			if !strings.Contains(said, w) {
				t.Errorf("keryx %s says nothing of %q:\n%s", args, w, said)
			}
		}
	}
	says(0, "player add anna@club.example Anna")
	says(0, "player add bruno@club.example Bruno")
	says(0, "clock", "No future dates found.")
	config, err := settings.Load(filepath.Join(c.dir, "keryx.toml"))
	noErr(t, err)
	h, err := settings.OpenHost(t.Context(), config, slog.New(slog.DiscardHandler))
	noErr(t, err)
	h.Now = func() time.Time { return time.Now().AddDate(1, 0, 0) }
	_, err = h.Upkeep.Create(t.Context(), post.NewGame{Ruleset: "hellespont", AnswerTime: 72 * time.Hour, Language: "en",
		Seats: map[string]string{"athens": "anna@club.example", "sparta": "bruno@club.example"}})
	noErr(t, err)
	_, err = h.Recovery.Heartbeat(t.Context())
	noErr(t, err)
	noErr(t, h.Store.Close())
	says(1, "clock", "the clock was ahead", "in hel-1", "would become", "emails that go out: created", "keryx clock --mend")
	says(0, "clock --mend", "in hel-1", "is now", "Dates corrected")
	says(0, "clock", "No future dates found.")
	if said := c.keryx(t.Context(), 0, "game", "show", "hel-1"); strings.Contains(said, time.Now().AddDate(1, 0, 0).Format("Jan 2006")) {
		t.Errorf("the deadline is still a year ahead:\n%s", said)
	}
}
