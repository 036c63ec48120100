package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A club's calendar is in its configuration, a game's on the command line, and both are
// refused with what would do.
func TestGameCalendar(t *testing.T) {
	c := newClinic(t, nil)
	club := c.file + "\n[calendar]\nzone = \"Europe/Paris\"\ndays = \"mon-fri\"\nremind_before = [\"2d\"]\nremind_after = []\nholidays = [\"12-24..01-02\", \"FREQ=YEARLY;BYEASTER=1\"]\n"
	config := filepath.Join(c.dir, "keryx.toml")
	writeFiles(t, c.dir, "keryx.toml", club)
	words := strings.Fields
	says := func(status int, args []string, want ...string) {
		t.Helper()
		said := c.keryx(t.Context(), status, args...)
		for _, w := range want {
			if !strings.Contains(said, w) {
				t.Errorf("keryx %q says nothing of %q:\n%s", args, w, said)
			}
		}
	}
	says(0, words("player add anna@club.example Anna"))
	says(0, words("player add bruno@club.example Bruno"))
	create := words("game new hellespont athens=anna@club.example sparta=bruno@club.example")
	says(0, append(create, words("--contract default")...))
	says(0, words("game show hel-1"), "fall on mon,tue,wed,thu,fri, not on holidays of the club, times of Europe/Paris", "grace", "the referee has 1 day", "before: 2 days; after: none")
	says(0, append(create, words("--zone America/New_York --deadline-days tue,sat --deadline-hours 18:00-22:00 --quiet 22:00-07:00 --no-holidays --remind-before half,12h --remind-after 1d,2d")...))
	says(0, words("game show hel-2"), "fall on tue,sat at 18:00-22:00, times of America/New_York", "22:00-07:00, in each player's zone", "before: half of the time, 12 hours; after: 1 day, 2 days")
	said := c.keryx(t.Context(), 0, "game", "list")
	if strings.Contains(said, "overdue") {
		t.Errorf("nobody is late:\n%s", said)
	}
	says(1, append(create, words("--zone Europe/Pairs")...), "Europe/Pairs", "such as Europe/Paris")
	says(2, append(create, words("--deadline-days montag")...), "montag", "mon-fri")
	says(2, append(create, words("--deadline-hours 9")...), "23:30")
	for wrong, want := range map[string]string{"days = \"mon-fri\"": "someday", "\"12-24..01-02\"": "christmas"} {
		text := strings.Replace(club, wrong, map[string]string{"someday": "days = \"someday\"", "christmas": "\"christmas\""}[want], 1)
		if err := os.WriteFile(config, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		says(1, words("game list"), want)
	}
}
