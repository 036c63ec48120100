package archive

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"keryx/adjudicator/host/archive/fold"
	"keryx/adjudicator/host/play"
)

// asked is what a search by brute force finds: each game that holds all words, with the turns
// that do, twelve at the most. A word that stands for a game as a whole stands in all its turns.
func asked(games map[string]words, query string) (found []string) {
	for id, by := range games {
		var sets, narrow []map[int]bool
		for word := range strings.FieldsSeq(fold.Fold(query)) {
			in := map[int]bool{}
			for w, at := range by {
				for _, t := range at {
					in[t] = in[t] || strings.HasPrefix(w, word)
				}
			}
			maps.DeleteFunc(in, func(_ int, is bool) bool { return !is })
			if sets = append(sets, in); !in[0] {
				narrow = append(narrow, in)
			}
		}
		turns := sets[0]
		if len(narrow) > 0 {
			turns = maps.Clone(narrow[0])
			for _, in := range narrow {
				maps.DeleteFunc(turns, func(t int, _ bool) bool { return !in[t] })
			}
		}
		if slices.ContainsFunc(sets, func(in map[int]bool) bool { return len(in) == 0 }) || len(turns) == 0 {
			continue
		}
		line := id + ":"
		for _, t := range slices.Sorted(maps.Keys(turns)) {
			if t > 0 && strings.Count(line, " ") < 12 {
				line += fmt.Sprint(" ", t)
			}
		}
		found = append(found, line)
	}
	slices.Sort(found)
	return found
}

// The search in the browser finds what a search by brute force does: for words, for their
// beginnings, for two of them, with accents and in capitals.
func TestBrowserSearchFindsAll(t *testing.T) {
	ctx := browser(t)
	c := newClub(t, 41)
	for range 3 {
		c.playOut(c.found("ford", &play.Showing{Opens: play.AtEnd}), "ford")
	}
	s := c.site()
	c.write(s)
	b, err := s.openBook(t.Context())
	c.check(err)
	page, err := b.pages.get("2026-1")
	c.check(err)
	games, known := map[string]words{}, map[string]bool{}
	for id := range page.Rows {
		games[id], err = b.foundBy(id)
		c.check(err)
		for w := range games[id] {
			known[w] = true
		}
	}
	all := slices.Sorted(maps.Keys(known))
	queries := []string{"nothing like it", "gué", "GUE", "north", "nord", "ánna bruno", "anna turn"}
	for range 40 {
		one, two := all[c.rnd.IntN(len(all))], all[c.rnd.IntN(len(all))]
		cut := string([]rune(one)[:min(len([]rune(one)), 2+c.rnd.IntN(3))])
		queries = append(queries, one, cut, one+" "+two, strings.ToUpper(strings.ReplaceAll(one, "e", "é"))+" "+cut)
	}
	do(ctx, t, chromedp.Navigate("file://"+s.Dir+"/en/search.html"), seen("#words"))
	// The page waits a little for the next letter before it searches, which would be most of the time here.
	do(ctx, t, chromedp.Evaluate[chromedp.Void](`var later = window.setTimeout; window.setTimeout = function (act) { return later(act, 0); }`))
	hits := 0
	for _, query := range queries {
		read(ctx, t, chromedp.Evaluate[string](`document.querySelector("#search [role=status]").textContent = ""; document.querySelector("#search ul").textContent = ""; var w = document.getElementById("words"); w.value = `+fmt.Sprintf("%q", query)+`; w.dispatchEvent(new Event("input")); ""`))
		once[bool](ctx, t, `!["", keryxWords.searching].includes(document.querySelector("#search [role=status]").textContent)`)
		got := strings.Fields(strings.ReplaceAll(read(ctx, t, chromedp.Evaluate[string](`Array.from(document.querySelectorAll("#search li")).map(function (li) {
			return Array.from(li.querySelectorAll("a")).map(function (a, i) { return i ? a.href.match(/turn-(\d+)/)[1] : a.textContent.split(",")[0] + ":"; }).join("_");
		}).sort().join("\n")`)), "_", "\x00"))
		for i := range got {
			got[i] = strings.ReplaceAll(got[i], "\x00", " ")
		}
		want := asked(games, query)
		hits += len(want)
		if !slices.Equal(got, want) {
			t.Errorf("%q finds %q, want %q", query, got, want)
		}
	}
	if hits < len(queries) {
		t.Errorf("%d hits for %d queries: nothing was tried", hits, len(queries))
	}
}
