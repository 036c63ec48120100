package standing

import (
	"fmt"
	"io"
	"strings"
	"time"
)

// Report is a division as a tournament report file has it (FIDE TRF16, with the point system of TRF26), which
// programs that pair and check tournaments read.
type Report struct {
	Name         string
	Cards        []Card
	Table        Table
	Rounds       int                      // of the league, that were paired
	Games        int                      // of a pairing: 1, or 2 with sides swapped
	Begins, Ends time.Time                // zero where they are not known
	Dates        []time.Time              // of the rounds; none where they are not known
	Rating       func(entrant string) int // 0 where there is none; nil: nobody has one
}

// What a game counts in a report, in tenths: a program checks that points are the sum of results, and knows one worth
// of a win. The league's own points, which differ by victory level, stand in its table; ranks are those of the table.
const (
	trfWin  = 10
	trfDraw = 5
)

// WriteTRF writes a report. Each game is a round of it, so that both games of a pair stand there with the sides as
// they were played; the first side is white. A game that is not finished, or was not paired, is left blank.
func WriteTRF(w io.Writer, r Report) error {
	var b strings.Builder
	fmt.Fprintf(&b, "012 %s\n", oneLine(r.Name))
	for _, day := range []struct {
		code string
		at   time.Time
	}{{"042", r.Begins}, {"052", r.Ends}} {
		if !day.at.IsZero() {
			fmt.Fprintf(&b, "%s %s\n", day.code, day.at.UTC().Format("2006/01/02"))
		}
	}
	rated := 0
	for _, c := range r.Cards {
		if r.rating(c.Entrant) > 0 {
			rated++
		}
	}
	fmt.Fprintf(&b, "062 %d\n072 %d\n", len(r.Cards), rated)
	if len(r.Dates) > 0 {
		b.WriteString("132" + strings.Repeat(" ", 88))
		for _, day := range r.Dates {
			for range r.games() {
				b.WriteString(day.UTC().Format("06/01/02") + "  ")
			}
		}
		b.WriteString("\n")
	}
	fmt.Fprintf(&b, "142 %d\n", max(1, r.Rounds*r.games()))
	b.WriteString("162  W 1.0    D 0.5    L 0.0    Z 0.0    P 1.0\n")
	start, rank := map[string]int{}, map[string]int{}
	for _, c := range r.Cards {
		start[c.Entrant] = c.Start
	}
	for _, row := range r.Table.Rows {
		if rank[row.Entrant] = row.Rank; row.Rank == 0 { // whoever is struck stands last
			rank[row.Entrant] = len(r.Cards)
		}
	}
	for _, c := range r.Cards {
		rating := ""
		if n := r.rating(c.Entrant); n > 0 {
			rating = fmt.Sprint(n)
		}
		line, points := r.line(c, start)
		head := fmt.Sprintf("001 %4d      %-33.33s %4s %3s %11s %10s %2d.%d %4d", c.Start, oneLine(c.Entrant), rating, "", "", "", points/10, points%10, rank[c.Entrant])
		b.WriteString(strings.TrimRight(head+line, " ") + "\n")
	}
	if _, err := io.WriteString(w, b.String()); err != nil {
		return fmt.Errorf("writing the report: %w", err)
	}
	return nil
}

func (r Report) games() int { return max(1, r.Games) }

func (r Report) rating(entrant string) int {
	if r.Rating == nil {
		return 0
	}
	return max(0, min(r.Rating(entrant), 9999))
}

// line are the rounds of an entrant, and the points that they come to, in tenths.
func (r Report) line(c Card, start map[string]int) (line string, points int) {
	rounds := map[int]Round{}
	for _, round := range c.Rounds {
		rounds[round.Number] = round
	}
	for n := 1; n <= r.Rounds; n++ {
		round, there := rounds[n]
		for i := range r.games() {
			text, worth := "0000 - Z", 0
			if there {
				text, worth = round.trf(i, start[round.Opponent])
			}
			line, points = line+"  "+text, points+worth
		}
	}
	return line, points
}

// trf is the eight columns of one game of a round, with its worth: opponent, side, result.
func (r Round) trf(i, opponent int) (string, int) {
	switch r.How {
	case FreeBye:
		if r.Opponent == "" {
			return "0000 - U", trfWin
		}
	case HalfBye:
		return "0000 - H", trfDraw
	}
	if r.Opponent == "" || i >= len(r.Each) {
		return "0000 - Z", 0
	}
	g := r.Each[i]
	side := 'b'
	if g.First {
		side = 'w'
	}
	result, worth := ' ', 0
	switch g.How {
	case Won:
		result, worth = '1', trfWin
	case Drawn:
		result, worth = '=', trfDraw
	case Lost:
		result = '0'
	case WonByForfeit:
		result, worth = '+', trfWin
	case LostByForfeit:
		result = '-'
	case ByeGame:
		return "0000 - U", trfWin
	case VoidGame:
		return "0000 - Z", 0
	default:
		return strings.Repeat(" ", 8), 0
	}
	return fmt.Sprintf("%4d %c %c", opponent, side, result), worth
}

// oneLine keeps a name from ending its line.
func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
