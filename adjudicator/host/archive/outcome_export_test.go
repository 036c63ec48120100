package archive

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"keryx/adjudicator"
	"keryx/adjudicator/host/season"
	"keryx/adjudicator/league/standing"
	"keryx/adjudicator/outcome"
)

// exported wants the files for programs, CSV, JSON and the tournament report, to say of every game and every player what
// the results of the games do: what each was counted as is taken from the one result, and not from the table.
func (s *seasonOfEnds) exported(all *season.Season, files map[string]string, records map[string]outcome.Record) {
	s.t.Helper()
	rows, err := csv.NewReader(strings.NewReader(files["data/leagues/ends-1-en.csv"])).ReadAll()
	s.check(err)
	at := map[string]int{}
	for i, head := range rows[0] {
		at[head] = i
	}
	var table standing.Table
	s.check(json.Unmarshal([]byte(files["data/leagues/ends-1-en.json"]), &table))
	if len(rows)-1 != len(records) || len(table.Rows) != len(records) {
		s.t.Fatalf("%d players; CSV has %d, JSON %d", len(records), len(rows)-1, len(table.Rows))
	}
	for i, row := range table.Rows {
		want, line := records[row.Entrant], rows[i+1]
		if row.Struck {
			continue // his games count for nobody
		}
		if got := row.Record; got.Won != want.Won || got.Drawn != want.Drawn || got.Lost != want.Lost || got.ForfeitWon != want.ForfeitWon || got.ForfeitLost != want.ForfeitLost {
			s.t.Errorf("JSON has %+v of %s, whose games come to %+v", got, row.Entrant, want)
		}
		for head, n := range map[string]int{"played": want.Played(), "won": want.Won, "drawn": want.Drawn, "lost": want.Lost, "won by forfeit": want.ForfeitWon, "lost by forfeit": want.ForfeitLost} {
			if line[at["entrant"]] != row.Entrant || line[at[head]] != strconv.Itoa(n) {
				s.t.Errorf("CSV has %s %s of %s, want %d of %s", head, line[at[head]], line[at["entrant"]], n, row.Entrant)
			}
		}
	}
	s.reported(all, files["data/leagues/ends-1-en.trf"])
}

// reported compares the tournament report with the results of the games: whom each met, by which side, and how it ended.
func (s *seasonOfEnds) reported(all *season.Season, report string) {
	s.t.Helper()
	names, lines := map[int]string{}, map[string][]string{}
	for line := range strings.Lines(report) {
		if !strings.HasPrefix(line, "001") {
			continue
		}
		line = fmt.Sprintf("%-300s", strings.TrimRight(line, "\n"))
		var start int
		fmt.Sscan(line[4:8], &start)
		name := strings.TrimSpace(line[14:47])
		names[start] = name
		for cell := line[91:]; strings.TrimSpace(cell) != ""; cell = cell[10:] {
			lines[name] = append(lines[name], cell[:8])
		}
	}
	for _, g := range all.State.AllGames() {
		verdict := all.State.Outcome(g).Verdict
		for i, entrant := range []string{g.First, g.Second} {
			me, other := s.name(all, entrant), s.name(all, []string{g.Second, g.First}[i])
			want := string("wb"[i]) + " " + reportedAs(verdict, adjudicator.Side(i))
			if verdict.How == outcome.Void {
				continue // it is a bye, or nothing at all
			}
			found := false
			for _, cell := range lines[me] {
				var start int
				fmt.Sscan(cell[:4], &start)
				if names[start] == other {
					found = true
					if cell[5:] != want {
						s.t.Errorf("the report has %q of %s against %s, want %q: %v", cell[5:], me, other, want, verdict)
					}
				}
			}
			if !found {
				s.t.Errorf("the report has no game of %s against %s, which ended %v: %q", me, other, verdict, lines[me])
			}
		}
	}
}

// reportedAs is the sign of a result in a tournament report, for one of the sides.
func reportedAs(v outcome.Verdict, side adjudicator.Side) string {
	won := v.Winner == side
	switch {
	case v.How == outcome.BothForfeit, v.How == outcome.Forfeit && !won:
		return "-"
	case v.How == outcome.Forfeit:
		return "+"
	case v.Winner == adjudicator.Observer:
		return "="
	case won:
		return "1"
	}
	return "0"
}
