package archive

import (
	"bytes"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"keryx/adjudicator/host/play"
	"keryx/store"
)

// A turn more costs the maps of that turn, one in each language, however many went before;
// and a site that has grown turn by turn is to the byte what one is that was written at once.
func TestTurnByTurn(t *testing.T) {
	c := newClub(t, 11)
	id := c.found("hellespont", &play.Showing{Opens: play.AtEnd})
	s := c.site()
	c.write(s)
	files := map[int]int{}
	for turn := 1; turn <= 4; turn++ {
		c.playUntil(id, "hellespont", turn)
		w := c.write(s)
		if w.Drawn != len(s.langs) {
			t.Errorf("after turn %d %d maps were drawn, want one a language", turn, w.Drawn)
		}
		files[turn] = w.Files
	}
	if files[4] > files[3]+12 { // pieces of the index, by the letters of new names
		t.Errorf("turn 3 cost %d files, and turn 4 %d", files[3], files[4])
	}
	asWritten(t, c, s)
	c.playUntil(id, "hellespont", 5)
	c.resign(id)
	before := len(published(t, s.Dir))
	w := c.write(s)
	if after := len(published(t, s.Dir)); w.Drawn == 0 || after <= before {
		t.Errorf("the rest of the game came to %d maps and %d files", w.Drawn, after-before)
	}
	asWritten(t, c, s)
	s.Name = "Another name"
	if w := c.write(s); w.Drawn != 0 || w.Files == 0 {
		t.Errorf("under another name %d maps were drawn, and %d files written", w.Drawn, w.Files)
	}
}

// When a game is over without being open its early turns lead to the page that does not tell the
// result, and when it goes on they lead there no more.
func TestTurnsLeadToWhatDoesNotTell(t *testing.T) {
	c := newClub(t, 14)
	id := c.found("hellespont", &play.Showing{Opens: play.AtEnd})
	c.playUntil(id, "hellespont", 3)
	s := c.site()
	c.write(s)
	shown, err := c.Host.Watchers.Recount(t.Context(), id, nil)
	c.check(err)
	b, err := s.openBook(t.Context())
	c.check(err)
	first := "en/games/" + id + "/" + turnFile(1)
	for _, over := range []bool{true, false} {
		if shown.Status = store.Running; over {
			shown.Status = store.Ended
		}
		m, err := s.recallGame(b, shown)
		c.check(err)
		_, err = s.writeGame(b, shown, &m)
		c.check(err)
		if leads := bytes.Contains(published(t, s.Dir)[first], []byte(`href="`+readFile+`"`)); leads != over {
			t.Errorf("over: %t, and the first turn leads to the page without the result: %t", over, leads)
		}
	}
}

// asWritten holds a site against one that is written at once.
func asWritten(t *testing.T, c *fixture, s *Site) {
	t.Helper()
	fresh := &Site{Dir: filepath.Join(t.TempDir(), "fresh"), Name: s.Name, Host: c.Host, Log: c.Host.Log}
	c.write(fresh)
	want, got := published(t, fresh.Dir), published(t, s.Dir)
	for _, name := range slices.Sorted(maps.Keys(want)) {
		if !bytes.Equal(want[name], got[name]) {
			t.Errorf("%s is not what it is in a site written at once", name)
		}
		delete(got, name)
	}
	for name := range got {
		if !strings.HasPrefix(name, memory) {
			t.Errorf("%s should not be there", name)
		}
	}
}
