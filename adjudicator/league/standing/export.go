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

// WriteTRF writes the division as a tournament report file (FIDE TRF16): one 001 line
// for each entrant in order of start number, so that programs of others can check pairings
// and tie-breaks. A round is won by whoever has more points from it; the first side stands
// as white. Points are the league's, rounded to a tenth.
func WriteTRF(w io.Writer, name string, cards []Card, t Table, rounds int) error {
	start, rank := map[string]int{}, map[string]Row{}
	byStart := map[int]Card{}
	last := 0
	for _, c := range cards {
		start[c.Entrant], byStart[c.Start] = c.Start, c
		last = max(last, c.Start)
	}
	for _, r := range t.Rows {
		rank[r.Entrant] = r
	}
	var b strings.Builder
	fmt.Fprintf(&b, "012 %s\n062 %d\n", oneLine(name), len(cards))
	for n := 1; n <= last; n++ {
		c, ok := byStart[n]
		if !ok {
			continue
		}
		r := rank[c.Entrant]
		points := (r.Score.Total + One/20) / (One / 10) // tenths
		fmt.Fprintf(&b, "001 %4d      %-33.33s %4s %3s %11s %10s %2d.%d %4d", n, oneLine(c.Entrant), "", "", "", "", points/10, points%10, r.Rank)
		for _, cell := range ByRound(cards, Table{Rows: []Row{r}}, rounds)[0] {
			fmt.Fprintf(&b, "  %s", cell.trf(start, byStart))
		}
		b.WriteByte('\n')
	}
	fmt.Fprintf(&b, "XXR %d\n", rounds)
	if _, err := io.WriteString(w, b.String()); err != nil {
		return fmt.Errorf("writing the report: %w", err)
	}
	return nil
}

// oneLine keeps a name from ending its line.
func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// trf is the eight columns of a round: opponent, side, result.
func (c Cell) trf(start map[string]int, cards map[int]Card) string {
	colour := byte('b')
	if c.First {
		colour = 'w'
	}
	opponent := start[c.Opponent]
	switch c.How {
	case FreeBye:
		return "0000 - U"
	case HalfBye:
		return "0000 - H"
	case Absent:
		return "0000 - Z"
	case ForfeitWon:
		return fmt.Sprintf("%4d %c +", opponent, colour)
	case ForfeitLost:
		return fmt.Sprintf("%4d %c -", opponent, colour)
	}
	if c.Pending {
		return fmt.Sprintf("%4d %c  ", opponent, colour)
	}
	result := byte('=')
	theirs := c.Points
	for _, r := range cards[opponent].Rounds {
		if r.Number == c.Round {
			theirs = r.Points
		}
	}
	if c.Points > theirs {
		result = '1'
	} else if c.Points < theirs {
		result = '0'
	}
	return fmt.Sprintf("%4d %c %c", opponent, colour, result)
}
