package archive

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/outcome"
)

// listedSite is a site of which only the lists are written, of games that nobody has played.
type listedSite struct {
	club *fixture
	*Site
}

func (c *fixture) listedSite() listedSite {
	s := c.site()
	c.check(os.MkdirAll(s.Dir, 0o755))
	return listedSite{c, s}
}

// invented is game n of a club in which two begin each week, between two of its players; one in ten is
// being played.
func (c *fixture) invented(b *book, n, moves int) (row, words) {
	r := row{ID: fmt.Sprintf("ford-%d", n+1), Ruleset: "ford", Scenario: "river", Created: noon.AddDate(0, 0, n*7/2), Sides: [2]string{"north", "south"},
		Turns: 1 + moves, Running: n%10 == 3, Mark: fmt.Sprint(n, moves)}
	r.Shown = r.Created.AddDate(0, 0, moves)
	if !r.Running {
		r.Ended, r.Result = r.Shown, outcome.Verdict{How: outcome.Play, Winner: adjudicator.Side(n % 2), Level: "total"}
	}
	r.Turn = map[string]string{"en": fmt.Sprint("Turn ", r.Turns), "fr": fmt.Sprint("Tour ", r.Turns)}
	for i, who := range []int{n % 3, 3 + n%5} {
		r.Seats[i] = seatRow{Name: fmt.Sprint("Player ", who), ID: b.playerID(fmt.Sprint(who))}
	}
	w := words{}
	w.add(fmt.Sprintf("%s ford north south Player %d %d", r.ID, n%3, 3+n%5), 0)
	for turn := range r.Turns {
		w.add(fmt.Sprintf("turn %d ambush-%d loot-%d", turn+1, n*7%40, (n+turn)%9), turn+1)
	}
	return r, w
}

// state is where an invented game stands.
type state struct{ game, moves int }

// invent writes the lists after something has happened in some games, as the writing of those games
// does.
func (s listedSite) invent(all ...state) error {
	s.club.t.Helper()
	s.tree = tree{dir: s.Dir}
	b, err := s.openBook(s.club.t.Context())
	if err := errors.Join(err, s.begin()); err != nil {
		return err
	}
	for _, at := range all {
		r, w := s.club.invented(b, at.game, at.moves)
		var m memo
		_, err := s.tree.recall(memoName(r.ID), &m)
		s.club.check(err)
		old := m.Words
		m.Words = w
		s.club.check(s.tree.note(memoName(r.ID), m))
		if r.Page, err = b.place(r.ID, r.Created); err != nil {
			return err
		}
		if err := b.put(r, old, w); err != nil {
			return err
		}
	}
	s.club.check(s.leaguePages(s.club.t.Context(), b))
	return s.lists(b)
}

// differ lists the files of two sites, and their notes, that are not the same.
func differ(t *testing.T, one, other string) (names []string) {
	t.Helper()
	a, b := published(t, one), published(t, other)
	for name := range a {
		if b[name] == nil {
			names = append(names, name+" is only in the first")
		} else if !bytes.Equal(a[name], b[name]) {
			names = append(names, name)
		}
	}
	for name := range b {
		if a[name] == nil {
			names = append(names, name+" is only in the second")
		}
	}
	slices.Sort(names)
	return names
}

// The lists of a club that has grown game by game and move by move are, with their notes, to the byte
// those that are written at once; and a move more costs as much at 135 games as at sixty.
func TestListsGrow(t *testing.T) {
	c := newClub(t, 51)
	s, atOnce := c.listedSite(), c.listedSite()
	var cost [][3]int64
	var all []state
	for n := range 140 {
		all = append(all, state{n, 0})
		c.check(s.invent(all[n]))
		for all[n].moves < 2 && n%10 == 3 {
			all[n].moves++
			c.check(s.invent(all[n]))
		}
		if n == 60 || n == 135 {
			c.check(s.invent(state{3, 3}))
			c.check(s.invent(state{3, 2}))
			cost = append(cost, [3]int64{int64(s.tree.files), s.tree.bytes, s.tree.read})
		}
	}
	c.check(atOnce.invent(all...))
	for _, name := range differ(t, s.Dir, atOnce.Dir) {
		t.Error(name)
	}
	if small, large := cost[0], cost[1]; large[0] > small[0]+2 || large[1] > small[1]*3/2 || large[2] > small[2]*3/2 {
		t.Errorf("a move costs files, bytes written and bytes read: %v at 60 games, %v at 135", small, large)
	}
	s.searched(all)
	s.playersListed(all)
}

// searched holds the index against the words of the games.
func (s listedSite) searched(all []state) {
	s.club.t.Helper()
	b, err := s.openBook(s.club.t.Context())
	s.club.check(err)
	want, got := map[string]bool{}, map[string]bool{}
	for _, at := range all {
		r, w := s.club.invented(b, at.game, at.moves)
		for word, turns := range w {
			want[fmt.Sprint(r.ID, " ", word, " ", turns)] = true
		}
	}
	pages := 0
	for _, page := range s.blocks() {
		pages++
		note, err := b.pages.get(page.Page)
		s.club.check(err)
		for _, letter := range page.Letters {
			p, err := s.readPiece(page.Page, string(letter), true)
			s.club.check(err)
			for word, text := range p {
				for part := range strings.SplitSeq(text, ";") {
					place, turns, _ := strings.Cut(part, ":")
					var n int
					fmt.Sscan(place, &n)
					got[fmt.Sprint(note.Order[n], " ", word, " [", strings.ReplaceAll(turns, ",", " "), "]")] = true
				}
			}
		}
	}
	if !maps.Equal(got, want) || pages < 4 {
		s.club.t.Errorf("%d words on %d pages are found, want %d", len(got), pages, len(want))
	}
}

// blocks are the pages that the search asks.
func (s listedSite) blocks() (all []block) {
	s.club.t.Helper()
	files := published(s.club.t, s.Dir)
	var years []string
	s.club.check(json.Unmarshal(bytes.TrimSuffix(bytes.TrimPrefix(files["search/years.js"], []byte("var keryxYears = ")), []byte(";\n")), &years))
	for _, year := range years {
		var blocks []block
		text := string(files["search/"+year+".js"])
		s.club.check(json.Unmarshal([]byte(strings.TrimSuffix(strings.TrimPrefix(text, fmt.Sprintf("keryxYear(%q, ", year)), ");\n")), &blocks))
		all = append(all, blocks...)
	}
	return all
}

// playersListed makes sure that each game stands on a page of each of its players and of its year, to which
// links lead from the front page.
func (s listedSite) playersListed(all []state) {
	s.club.t.Helper()
	b, err := s.openBook(s.club.t.Context())
	s.club.check(err)
	files := published(s.club.t, s.Dir)
	for _, lang := range []string{"en", "fr"} {
		seen := map[string]bool{}
		next := []string{lang + "/index.html"}
		for len(next) > 0 {
			name := next[0]
			next = next[1:]
			if seen[name] || strings.Contains(name, "/games/") || !strings.HasPrefix(name, lang+"/") {
				continue
			}
			seen[name] = true
			for _, m := range link.FindAllSubmatch(files[name], -1) {
				page, _, _ := strings.Cut(string(m[1]), "#")
				if page == "" {
					continue
				}
				to := filepath.ToSlash(filepath.Join(filepath.Dir(name), page))
				if next = append(next, to); files[to] == nil && !strings.Contains(to, "/games/") {
					s.club.t.Errorf("%s leads to %s, which is not there", name, to)
				}
			}
		}
		for name := range files {
			if strings.HasPrefix(name, lang+"/") && strings.HasSuffix(name, ".html") && !seen[name] {
				s.club.t.Errorf("no link leads to %s", name)
			}
		}
		for _, at := range all {
			r, _ := s.club.invented(b, at.game, at.moves)
			for _, in := range []string{"/years/", "/players/" + r.Seats[0].ID, "/players/" + r.Seats[1].ID} {
				on := false
				for name := range seen {
					on = on || strings.HasPrefix(name, lang+in) && bytes.Contains(files[name], []byte(">"+r.ID+"<"))
				}
				if !on {
					s.club.t.Errorf("%s does not stand under %s%s", r.ID, lang, in)
				}
			}
		}
	}
}

// A writing of the lists that is broken off anywhere is taken up by the next one: nothing is
// counted twice, nothing is missing.
func TestListsBrokenOff(t *testing.T) {
	c := newClub(t, 52)
	whole := c.listedSite()
	before, after := []state{}, []state{}
	for n := range 60 {
		before, after = append(before, state{n, n % 3}), append(after, state{n, n%3 + n%2})
	}
	c.check(whole.invent(before...))
	c.check(whole.invent(after...))
	b, err := whole.openBook(t.Context())
	c.check(err)
	for _, at := range []string{".keryx/row-ford-30.json", ".keryx/page-2026-1.json", "en/years/2026-1.html", "search/2026-1/t.js", "en/players/" + b.playerID("1") + ".html",
		".keryx/record-" + b.playerID("4") + "-2026.json", "en/index.html", ".keryx/club.json"} {
		s := c.listedSite()
		c.check(s.invent(before...))
		name := filepath.Join(s.Dir, filepath.FromSlash(at))
		kept := name + ".kept"
		c.check(os.Rename(name, kept))
		c.check(os.MkdirAll(filepath.Join(name, "in the way"), 0o755))
		if err := s.invent(after...); err == nil {
			t.Errorf("%s cannot be written, and nobody says so", at)
		}
		c.check(os.RemoveAll(name))
		c.check(os.Rename(kept, name))
		c.check(s.invent(after...))
		for _, name := range differ(t, s.Dir, whole.Dir) {
			t.Errorf("after a writing that ended at %s: %s", at, name)
		}
	}
}

// A directory in which something else lies is left as it is, and one in which another process writes.
func TestForeignDirectory(t *testing.T) {
	c := newClub(t, 53)
	c.found("ford", nil)
	s := c.site()
	c.check(os.MkdirAll(s.Dir, 0o755))
	own := filepath.Join(s.Dir, "index.html")
	c.check(os.WriteFile(own, []byte("my own page"), 0o600))
	if _, err := s.Write(t.Context()); !errors.Is(err, ErrForeign) || len(published(t, s.Dir)) != 1 {
		t.Errorf("somebody's own page: %v", err)
	}
	c.check(os.Remove(own))
	for _, name := range []string{"notes.txt", ".profile", "pictures/me.png"} {
		c.check(os.MkdirAll(filepath.Join(s.Dir, filepath.Dir(name)), 0o755))
		c.check(os.WriteFile(filepath.Join(s.Dir, name), []byte("mine"), 0o600))
	}
	c.write(s)
	for _, name := range []string{"data/ratings/mine.csv", "en/games/ford-1/notes.txt", "search/2026-1/list.txt", "maps/ford-1/holiday.png", "data/ford-1/proof.txt"} {
		c.check(os.MkdirAll(filepath.Join(s.Dir, filepath.Dir(name)), 0o755))
		c.check(os.WriteFile(filepath.Join(s.Dir, name), []byte("mine"), 0o600))
	}
	s.Name = "Another"
	c.write(s)
	mine := 0
	for _, data := range published(t, s.Dir) {
		if string(data) == "mine" {
			mine++
		}
	}
	if mine != 8 {
		t.Errorf("%d of eight files of others are there", mine)
	}
	release, err := s.lock()
	c.check(err)
	if _, err := s.Write(t.Context()); !errors.Is(err, ErrBusy) {
		t.Errorf("two write at a time: %v", err)
	}
	c.check(release())
	c.check(os.RemoveAll(filepath.Join(s.Dir, memory))) // as a message tells to do
	c.write(s)
}

// A file that somebody has cut off or removed is made again when the game is looked at next, by the
// command at once and by the daemon in turn; one that a writing left half done is removed.
func TestDamageMended(t *testing.T) {
	c := newClub(t, 54)
	id := c.found("ford", nil)
	c.playOut(id, "ford")
	s := c.site()
	c.write(s)
	k := keeper{Site: s}
	c.check(k.look(t.Context()))
	want := published(t, s.Dir)
	for n, name := range []string{"en/games/" + id + "/turn-1.html", "fr/games/" + id + "/index.html", "data/" + id + "/proof.js", "fr/games/" + id + "/feed.atom"} {
		file := filepath.Join(s.Dir, name)
		c.check(os.WriteFile(file+".new", []byte("half"), 0o600))
		if n%2 == 0 {
			c.check(os.Truncate(file, 10))
		} else {
			c.check(os.Remove(file))
		}
		if n < 2 {
			c.write(s)
		} else {
			c.check(k.look(t.Context()))
		}
		got := published(t, s.Dir)
		if delete(want, name+".new"); !maps.EqualFunc(got, want, bytes.Equal) {
			t.Errorf("%s is not mended: %q", name, got[name])
		}
	}
}

// A site of an older edition is written anew, and what it noted of players is gone.
func TestOlderEdition(t *testing.T) {
	c := newClub(t, 55)
	id := c.found("ford", nil)
	c.playOut(id, "ford")
	s := c.site()
	for name, text := range map[string]string{".keryx/club.json": `{"pages":{"2026-1":1},"where":{"ford-1":"2026-1"},"players":{"0123456789ab":{"name":"Old name","games":1}}}`,
		".keryx/page-2026-1.json": `{"ford-1":{"id":"ford-1","seats":[{"name":"Old name"},{}],"mark":"x"}}`, ".keryx/player-0123456789ab.json": `{"ford-1":{"id":"ford-1"}}`,
		".keryx/game-ford-1.json": `{"base":"x","turns":[]}`, "search/blocks.js": "var keryxBlocks = [];", "search/2026-1/σ.js": "keryxPiece();", "index.html": `<ul class="door">`} {
		c.check(os.MkdirAll(filepath.Join(s.Dir, filepath.Dir(name)), 0o755))
		c.check(os.WriteFile(filepath.Join(s.Dir, name), []byte(text), 0o600))
	}
	c.write(s)
	fresh := &Site{Dir: filepath.Join(t.TempDir(), "fresh"), Name: s.Name, Host: c.Host, Log: c.Host.Log}
	c.write(fresh)
	for _, name := range differ(t, s.Dir, fresh.Dir) {
		t.Error(name)
	}
}

// A game that was cancelled before anybody heard of it is gone from the site, and from its notes.
func TestCancelledGone(t *testing.T) {
	c := newClub(t, 56)
	stays := c.found("ford", nil)
	c.now = c.now.AddDate(1, 0, 0)
	gone := c.found("ford", nil)
	s := c.site()
	k := keeper{Site: s}
	c.check(k.look(t.Context()))
	if published(t, s.Dir)["en/games/"+gone+"/index.html"] == nil {
		t.Fatal("it was not there")
	}
	c.check(c.Host.Upkeep.CancelGame(t.Context(), gone, "It was made by mistake."))
	c.check(k.look(t.Context()))
	fresh := &Site{Dir: filepath.Join(t.TempDir(), "fresh"), Name: s.Name, Host: c.Host, Log: c.Host.Log}
	c.write(fresh)
	for _, name := range differ(t, s.Dir, fresh.Dir) {
		t.Error(name)
	}
	if published(t, s.Dir)["en/games/"+stays+"/index.html"] == nil {
		t.Error("the other game is gone too")
	}
	if again := c.write(s); again.Files != 0 || again.Removed != 0 {
		t.Errorf("writing it again wrote %d files and removed %d", again.Files, again.Removed)
	}
}
