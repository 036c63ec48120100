package leagues

import (
	"encoding/csv"
	"fmt"
	"strings"
	"text/tabwriter"

	"keryx/adjudicator"
	"keryx/adjudicator/host"
	"keryx/adjudicator/host/season"
	results "keryx/adjudicator/league/standing"
	"keryx/cmd/keryx/screen"
	"keryx/cmd/keryx/settings"
	"keryx/templates"
)

// printReasons prints why a round is paired as it is.
func printReasons(g *screen.Globals, reasons []adjudicator.Phrase) {
	p := templates.For("en", "")
	for _, r := range reasons {
		fmt.Fprintf(g.Out, "  %s\n", p.Phrase(r))
	}
}

// WriteTable writes the table of a division in a format.
func WriteTable(g *screen.Globals, s *season.Season, division int, format string, names func(string) string, rating func(entrant string) int) error {
	t, cards := s.State.Table(division), s.State.Cards(division)
	named := func(id string) string { return s.Name(id, names) }
	t = t.Named(named)
	for i := range cards {
		cards[i] = cards[i].Named(named)
	}
	switch format {
	case "csv":
		return t.WriteCSV(g.Out)
	case "json":
		return t.WriteJSON(g.Out)
	case "trf":
		return results.WriteTRF(g.Out, s.Report(division, named, rating))
	case "cross":
		return writeCross(g, cards, t)
	}
	return writePlain(g, s.State.Divisions[division].Name, t)
}

// writePlain prints a table for a person.
func writePlain(g *screen.Globals, title string, t results.Table) error {
	fmt.Fprintf(g.Out, "%s\n", title)
	w := tabwriter.NewWriter(g.Out, 0, 8, 2, ' ', 0)
	head := []string{"#", "PLAYER", "PLAYED", "FORFEITS", "BYES", "SCORE"}
	for _, b := range t.Breaks {
		head = append(head, strings.ToUpper(string(b)))
	}
	fmt.Fprintln(w, strings.Join(head, "\t"))
	for _, r := range t.Rows {
		rank := fmt.Sprint(r.Rank)
		if r.Struck {
			rank = "-"
		}
		row := []string{rank, r.Entrant, fmt.Sprint(r.Played), forfeits(r), fmt.Sprint(r.Byes), r.Score.String()}
		for _, v := range r.Breaks {
			text := ""
			if !v.Without {
				text = v.String()
			}
			row = append(row, text)
		}
		fmt.Fprintln(w, strings.Join(row, "\t"))
	}
	return w.Flush()
}

// forfeits are the games that somebody has won and lost without playing them out.
func forfeits(r results.Row) string {
	if r.ForfeitWon+r.ForfeitLost == 0 {
		return "0"
	}
	return fmt.Sprintf("+%d -%d", r.ForfeitWon, r.ForfeitLost)
}

// writeCross writes a crosstable: what each row has from each other.
func writeCross(g *screen.Globals, cards []results.Card, t results.Table) error {
	out := csv.NewWriter(g.Out)
	head := []string{"rank", "player"}
	for _, r := range t.Rows {
		head = append(head, cell(r.Entrant))
	}
	rows := [][]string{head}
	for i, cells := range results.Crosstable(cards, t) {
		row := []string{fmt.Sprint(t.Rows[i].Rank), cell(t.Rows[i].Entrant)}
		for _, list := range cells {
			var had []string
			for _, c := range list {
				text := c.Points.String()
				if c.Pending {
					text += "*"
				}
				had = append(had, text)
			}
			row = append(row, strings.Join(had, " "))
		}
		rows = append(rows, row)
	}
	return out.WriteAll(rows)
}

// cell keeps a name that begins like a formula from being one in a spreadsheet.
func cell(name string) string {
	if name != "" && strings.ContainsRune("=+-@\t\r", rune(name[0])) {
		return "'" + name
	}
	return name
}

// leagueReportCmd writes a newsletter text.
type leagueReportCmd struct {
	League string `arg:"" help:"The league."`
	Lang   string `help:"en or fr." enum:"en,fr" default:"en"`
}

// Run writes it.
func (c leagueReportCmd) Run(g *screen.Globals) error {
	return settings.WithHost(g, func(h *host.Host) error {
		text, err := h.Leagues.LeagueReport(g.Ctx, c.League, c.Lang)
		if err == nil {
			_, err = fmt.Fprint(g.Out, text)
		}
		return err
	})
}
