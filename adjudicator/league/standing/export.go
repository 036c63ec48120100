package standing

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// WriteCSV writes the table as comma-separated values with a line of headings: rank,
// entrant, score with its terms, and each tie-break with its terms.
func (t Table) WriteCSV(w io.Writer) error {
	out := csv.NewWriter(w)
	head := []string{"rank", "entrant", "start", "played", "won", "drawn", "lost", "won by forfeit", "lost by forfeit", "byes", "pending", "score", "score terms"}
	for _, b := range t.Breaks {
		head = append(head, string(b), string(b)+" terms")
	}
	rows := [][]string{head}
	for _, r := range t.Rows {
		row := []string{strconv.Itoa(r.Rank), plain(r.Entrant)}
		for _, n := range []int{r.Start, r.Played, r.Won, r.Drawn, r.Lost, r.ForfeitWon, r.ForfeitLost, r.Byes, r.Pending} {
			row = append(row, strconv.Itoa(n))
		}
		row = append(row, r.Score.Total.String(), r.Score.String())
		for i := range t.Breaks {
			switch {
			case i >= len(r.Breaks) || r.Breaks[i].Without:
				row = append(row, "", "")
			default:
				row = append(row, r.Breaks[i].Total.String(), r.Breaks[i].String())
			}
		}
		rows = append(rows, row)
	}
	if err := out.WriteAll(rows); err != nil {
		return fmt.Errorf("writing the table: %w", err)
	}
	return nil
}

// Named returns the table with other names in the place of those of entrants, also where a
// term is about one. name is asked for what else terms are about as well.
func (t Table) Named(name func(string) string) Table {
	rows := make([]Row, len(t.Rows))
	for i, r := range t.Rows {
		r.Entrant, r.Score = name(r.Entrant), r.Score.named(name)
		breaks := make([]Value, len(r.Breaks))
		for j, v := range r.Breaks {
			breaks[j] = v.named(name)
		}
		r.Breaks, rows[i] = breaks, r
	}
	t.Rows = rows
	return t
}

// named puts names into the terms that are about somebody.
func (v Value) named(name func(string) string) Value {
	terms := make([]Term, len(v.Terms))
	for i, t := range v.Terms {
		if terms[i] = t; t.About != "" {
			terms[i].About = name(t.About)
		}
	}
	v.Terms = terms
	return v
}

// plain keeps a name that begins like a formula from being one in a spreadsheet.
func plain(name string) string {
	if name != "" && strings.ContainsRune("=+-@\t\r", rune(name[0])) {
		return "'" + name
	}
	return name
}

// WriteJSON writes the table as JSON, with ranks, terms and tie-breaks.
func (t Table) WriteJSON(w io.Writer) error {
	out := json.NewEncoder(w)
	out.SetIndent("", "  ")
	if err := out.Encode(t); err != nil {
		return fmt.Errorf("writing the table: %w", err)
	}
	return nil
}

// Cell is what one had from another in a crosstable, or in a round of one.
type Cell struct {
	Round    int    `json:"round"`
	Opponent string `json:"opponent,omitempty"`
	How      How    `json:"how"`
	First    bool   `json:"first,omitempty"`
	Points   Points `json:"points"`
	Pending  bool   `json:"pending,omitempty"`
}

// Crosstable returns, for each row of the table, a list of cells for each other row: what
// the one has from the other. Who never met leaves an empty list, as does one's own place.
func Crosstable(cards []Card, t Table) [][][]Cell {
	place := map[string]int{}
	for i, r := range t.Rows {
		place[r.Entrant] = i
	}
	out := make([][][]Cell, len(t.Rows))
	for _, c := range cards {
		line := make([][]Cell, len(t.Rows))
		for _, r := range c.Rounds {
			if j, ok := place[r.Opponent]; ok {
				line[j] = append(line[j], r.cell())
			}
		}
		out[place[c.Entrant]] = line
	}
	return out
}

// ByRound returns, for each row of the table, a cell for each round from 1; a round in
// which he was not entered is [Absent].
func ByRound(cards []Card, t Table, rounds int) [][]Cell {
	lines := map[string][]Cell{}
	for _, c := range cards {
		line := make([]Cell, rounds)
		for i := range line {
			line[i] = Cell{Round: i + 1, How: Absent}
		}
		for _, r := range c.Rounds {
			if r.Number >= 1 && r.Number <= rounds {
				line[r.Number-1] = r.cell()
			}
		}
		lines[c.Entrant] = line
	}
	out := make([][]Cell, len(t.Rows))
	for i, r := range t.Rows {
		out[i] = lines[r.Entrant]
	}
	return out
}

func (r Round) cell() Cell {
	return Cell{r.Number, r.Opponent, r.How, r.First, r.Points, r.Pending}
}
