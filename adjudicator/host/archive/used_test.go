package archive

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/outcome"
)

// The page of statistics tells which stratagems won: as many lines as there are stratagems that were played, each with
// those who won.
func TestStratagemsThatWon(t *testing.T) {
	c := newClub(t, 32)
	over := c.found("hellespont", &play.Showing{Opens: play.AtEnd})
	c.playUntil(over, "hellespont", 2)
	c.resign(over)
	s := c.site()
	c.write(s)
	told, err := c.Host.Watchers.Recount(t.Context(), over, s.Leagues)
	c.check(err)
	var used [2][]string
	for _, turn := range told.Turns {
		for side, list := range usedIn(turn, told.Seats) {
			used[side] = append(used[side], list...)
		}
	}
	if len(used[0])+len(used[1]) == 0 {
		t.Fatalf("nobody has played anything: %v", used)
	}
	lines := map[string]usedNote{}
	for side, list := range used {
		slices.Sort(list)
		for _, id := range slices.Compact(list) {
			n := lines[id]
			n.Played++
			switch told.Outcome.Verdict.Winner {
			case adjudicator.Side(side):
				n.Won++
			case adjudicator.Observer:
				n.Drawn++
			}
			lines[id] = n
		}
	}
	page := string(published(t, s.Dir)["en/scenarios.html"])
	_, table, found := strings.Cut(page, "Which stratagems won")
	if !found || strings.Count(table, "<tr><th scope=\"row\">") != len(lines) {
		t.Fatalf("%d stratagems were played; the page says\n%s", len(lines), page)
	}
	l := s.langs[0]
	for id, n := range lines {
		name := l.in("hellespont").Term(adjudicator.Term{Kind: "stratagem", ID: id})
		want := fmt.Sprintf(`<th scope="row">%s</th><td class="n">%d</td><td class="n">%d <small>[^<]*</small></td><td class="n">%d</td>`, regexp.QuoteMeta(name), n.Played, n.Won, n.Drawn)
		if !regexp.MustCompile(want).MatchString(strings.ReplaceAll(table, "&#39;", "’")) {
			t.Errorf("%s is not told as %+v", name, n)
		}
	}
}

// A forfeited game says nothing of stratagems; a drawn one is won by nobody.
func TestStratagemsAreCounted(t *testing.T) {
	games := map[string]row{}
	for i, how := range []outcome.Verdict{{How: outcome.Play, Winner: 0}, {How: outcome.Play, Winner: adjudicator.Observer}, {How: outcome.Forfeit, Winner: 1}, {How: outcome.Void, Winner: 1}, {}} {
		id := fmt.Sprint(i)
		games[id] = row{ID: id, Ruleset: "r", Scenario: "s", Result: how, Used: [2][]string{{"S1", "S2"}, {"S1"}}}
	}
	got := countsOf(games)["r s"].Used
	if want := (usedNote{Played: 4, Won: 1, Drawn: 2}); got["S1"] != want {
		t.Errorf("S1: %+v, want %+v", got["S1"], want)
	}
	if want := (usedNote{Played: 2, Won: 1, Drawn: 1}); got["S2"] != want {
		t.Errorf("S2: %+v, want %+v", got["S2"], want)
	}
}
