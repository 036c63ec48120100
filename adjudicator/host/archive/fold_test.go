package archive

import (
	"encoding/json"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/chromedp/chromedp"
	"golang.org/x/text/unicode/norm"

	"keryx/adjudicator/host/archive/fold"
)

// a calling is what a player calls himself, and what he is looked for by.
type calling struct {
	name    string
	queries []string
}

// callings are names of many alphabets.
func callings(t *testing.T) (all []calling) {
	t.Helper()
	data, err := os.ReadFile("testdata/search/names.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		if name, queries, ok := strings.Cut(strings.TrimSpace(line), ": "); ok && !strings.HasPrefix(line, "#") {
			all = append(all, calling{name, append(strings.Split(queries, ", "), name, norm.NFD.String(name))})
		}
	}
	return all
}

// calledSite is a site in which each of the names is that of one player of one game, in the order of the names.
func (c *fixture) calledSite(all []calling) (s listedSite, games []string) {
	s = c.listedSite()
	b, err := s.openBook(c.t.Context())
	c.check(err)
	c.check(s.begin())
	for n, one := range all {
		r, w := c.invented(b, n, 1)
		r.Seats[0].Name = one.name
		w.add(one.name, 0)
		r.Page, err = b.place(r.ID, r.Created)
		c.check(err)
		c.check(s.tree.note(memoName(r.ID), memo{Words: w}))
		c.check(b.put(r, nil, w))
		games = append(games, r.ID)
	}
	c.check(s.lists(b))
	return s, games
}

// Each player is found by his name in any case, with and without accents, and all files of a site have
// plain names, whatever the players call themselves.
func TestNamesOfAnyAlphabet(t *testing.T) {
	all := callings(t)
	c := newClub(t, 61)
	s, games := c.calledSite(all)
	for name := range published(t, s.Dir) {
		if strings.ContainsFunc(name, func(r rune) bool { return r >= utf8.RuneSelf }) {
			t.Errorf("a file of the site is called %q", name)
		}
	}
	b, err := s.openBook(t.Context())
	c.check(err)
	for n, one := range all {
		w, err := b.foundBy(games[n])
		c.check(err)
		r, err := b.row(games[n])
		c.check(err)
		known := slices.Collect(maps.Keys(w))
		for _, query := range one.queries {
			for _, word := range fold.Words(query) {
				if !slices.ContainsFunc(known, func(known string) bool { return strings.HasPrefix(known, word) }) {
					t.Errorf("%q (%q) does not find %s", query, word, one.name)
				}
				if p, err := s.readPiece(r.Page, letterOf(word), true); err != nil || len(p) == 0 {
					t.Errorf("the piece for %q: %v, %v", word, p, err)
				}
			}
		}
	}
}

// What the page folds is what the index folds, of every letter; and it finds the players.
func TestBrowserFoldsAsTheIndex(t *testing.T) {
	ctx := browser(t)
	all := callings(t)
	s, games := newClub(t, 61).calledSite(all)
	do(ctx, t, chromedp.Navigate("file://"+s.Dir+"/en/search.html"), seen("#words"))
	var letters []string
	for r := rune(0xA0); r < 0x30000; r++ {
		if unicode.IsLetter(r) && !unicode.Is(unicode.Han, r) && !unicode.Is(unicode.Hangul, r) {
			letters = append(letters, "x"+string(r)+"x")
		}
	}
	text, err := json.Marshal(letters)
	if err != nil {
		t.Fatal(err)
	}
	got := read(ctx, t, chromedp.Evaluate[[]string](string(text)+`.map(keryxFold)`))
	wrong := 0
	for i, letter := range letters {
		if want := fold.Fold(letter); got[i] != want && wrong < 20 {
			wrong++
			t.Errorf("%q is folded to %q by the page, and to %q by the index", letter, got[i], want)
		}
	}
	do(ctx, t, chromedp.Evaluate[chromedp.Void](`var later = window.setTimeout; window.setTimeout = function (act) { return later(act, 0); }`))
	for n, one := range all {
		for _, query := range one.queries {
			quoted, err := json.Marshal(query)
			if err != nil {
				t.Fatal(err)
			}
			read(ctx, t, chromedp.Evaluate[string](`document.querySelector("#search [role=status]").textContent = ""; var w = document.getElementById("words"); w.value = `+string(quoted)+`; w.dispatchEvent(new Event("input")); ""`))
			once[bool](ctx, t, `!["", keryxWords.searching].includes(document.querySelector("#search [role=status]").textContent)`)
			found := read(ctx, t, chromedp.Evaluate[[]string](`Array.from(document.querySelectorAll("#search li")).map(function (li) { return li.querySelector("a").textContent.split(",")[0]; })`))
			if !slices.Equal(found, games[n:n+1]) {
				t.Errorf("%q finds %q, want the game of %s alone, %s", query, found, one.name, games[n])
			}
		}
	}
}
