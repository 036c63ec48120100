package templates

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"keryx/adjudicator"
	"keryx/adjudicator/outcome"
)

// goldenLeagues are letters about a league that stand in testdata as they must look.
func goldenLeagues() map[string]LeagueLetter {
	until := time.Date(2027, 3, 1, 12, 0, 0, 0, time.UTC)
	part := LeaguePart{ID: "spring", Name: "Spring cup", Ruleset: "tiny"}
	fixtures := part
	fixtures.Fixtures = []LeagueFixture{
		{Round: 1, ID: "1-1-1", Opponent: "Bénédicte", State: "bids", Until: until},
		{Round: 2, ID: "1-2-1-1", Side: "west", Opponent: "Bruno", State: "waiting", Until: until},
		{Round: 2, ID: "1-2-1-2", Side: "east", Opponent: "Bruno", State: "running", Game: "tin-7", Until: until},
		{Round: 3, ID: "1-3-2", State: "bye"},
	}
	table := part
	table.Results = []LeagueResult{
		{Round: 1, ID: "1-1-1-1", First: "Alice", Second: "Bruno", Outcome: outcome.Verdict{How: outcome.Play, Winner: 1, Level: "tactical", Scored: true, Score: [2]int{9, 17}}, Points: "2 – 3"},
		{Round: 1, ID: "1-1-2-1", First: "Carl", Second: "Dora", Outcome: outcome.Verdict{How: outcome.Forfeit, Winner: 1}, Points: "0 – 5"},
	}
	table.Tables = []LeagueTable{{Breaks: []string{"direct", "sonneborn-berger"}, Rows: []LeagueRow{
		{Rank: 1, Name: "Bruno", Played: 2, Score: "5.5", Terms: "5.5 = 3 + 2.5", Values: []string{"", "7.25"}, Made: []string{"", "7.25 = 4 + 3.25"}},
		{Rank: 2, Name: "Alice", Played: 1, Pending: 1, Score: "2", Terms: "2", Values: []string{"", "1"}},
		{Name: "Carl", Played: 0, Score: "0"},
	}}}
	table.Ratings = []LeagueRating{{Place: 1, Name: "Bruno", Rating: 1612, Deviation: 205, Games: 3, Uncertain: true}}
	table.Uncertain = 110
	began := LeagueLetter{Lang: "en", Mailbox: "keryx@club.example", Player: "Alice", Occasion: "began", Part: fixtures}
	ended := LeagueLetter{Lang: "en", Mailbox: "keryx@club.example", Player: "Alice", Occasion: "result", Part: table,
		Args: []any{"Fixture", "1-1-1-1", "First", "Alice", "Second", "Bruno"}}
	invited := LeagueLetter{Lang: "en", Mailbox: "keryx@club.example", Player: "Alice", Occasion: "invitation", Part: part}
	invited.Part.Rules = []adjudicator.Phrase{adjudicator.Say("league.rule.format.swiss", "Count", 3), adjudicator.Say("league.rule.once")}
	french := func(l LeagueLetter) LeagueLetter { l.Lang = "fr"; return l }
	return map[string]LeagueLetter{"league-began": began, "league-began-fr": french(began), "league-result": ended,
		"league-result-fr": french(ended), "league-invitation": invited, "league-invitation-fr": french(invited)}
}

func TestGoldenLeague(t *testing.T) {
	for name, l := range goldenLeagues() {
		letter, err := RenderLeague(l)
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join("testdata", name+".txt")
		got := "Subject: " + letter.Subject + "\n\n" + letter.Text
		if *update {
			if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatalf("%v (write the golden letters with -update)", err)
		}
		if diff := cmp.Diff(string(want), got); diff != "" {
			t.Errorf("%s (-want +got)\n%s", file, diff)
		}
	}
}
