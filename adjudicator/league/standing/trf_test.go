package standing

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// trfMatch is a game as a pairing program reads it from a report.
type trfMatch struct {
	opponent int // 0: none
	colour   byte
	result   byte
	played   bool
}

// trfPlayer is an entrant as it reads him.
type trfPlayer struct {
	points  int // tenths
	rating  string
	rank    int
	matches []trfMatch
}

// readTRF reads a report as bbpPairings does, and refuses what that refuses: columns, opponents and colours that do not
// fit each other, results that cannot be, and points that are not the sum of the results.
func readTRF(text string) (players map[int]trfPlayer, rounds int, err error) {
	players, worth := map[int]trfPlayer{}, map[byte]int{'W': 10, 'D': 5}
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		switch line[:3] {
		case "142":
			if rounds, err = strconv.Atoi(strings.TrimSpace(line[3:])); err != nil || rounds <= 0 {
				return nil, 0, fmt.Errorf("number of rounds: %q", line)
			}
		case "162":
			for at := 5; at <= len(line)-5; at += 9 {
				if worth[line[at]], err = tenths(line[at+1 : at+5]); err != nil {
					return nil, 0, err
				}
			}
		case "001":
			id, p, err := readTRFPlayer(line)
			if err != nil {
				return nil, 0, fmt.Errorf("%q: %w", line, err)
			}
			if _, twice := players[id]; twice {
				return nil, 0, fmt.Errorf("number %d stands there twice", id)
			}
			players[id] = p
		}
	}
	for id, p := range players {
		sum := 0
		for i, m := range p.matches {
			switch m.result {
			case '1', '+':
				sum += worth['W']
			case '=', 'H':
				sum += worth['D']
			case 'U':
				sum += worth['P']
			case '0', '-':
				sum += worth['L']
			}
			if i >= rounds {
				return nil, 0, fmt.Errorf("%d has more than %d rounds", id, rounds)
			}
			if !m.played {
				continue
			}
			other, there := players[m.opponent]
			if !there || i >= len(other.matches) || !other.matches[i].played || other.matches[i].colour == m.colour || other.matches[i].opponent != id {
				return nil, 0, fmt.Errorf("match %d of %d contradicts the entry of %d", i+1, id, m.opponent)
			}
		}
		if sum != p.points {
			return nil, 0, fmt.Errorf("%d has %d tenths, and his results come to %d", id, p.points, sum)
		}
	}
	return players, rounds, nil
}

func tenths(text string) (int, error) {
	whole, part, ok := strings.Cut(strings.TrimSpace(text), ".")
	if !ok || len(part) != 1 {
		return 0, fmt.Errorf("no score: %q", text)
	}
	return strconv.Atoi(whole + part)
}

func readTRFPlayer(line string) (id int, p trfPlayer, err error) {
	if len(line) < 84 {
		return 0, p, fmt.Errorf("too short")
	}
	if id, err = strconv.Atoi(strings.TrimSpace(line[4:8])); err != nil || id == 0 {
		return 0, p, fmt.Errorf("no number")
	}
	p.rating = strings.TrimSpace(line[48:52])
	if p.points, err = tenths(line[80:84]); err != nil {
		return 0, p, err
	}
	if p.rank, err = strconv.Atoi(strings.TrimSpace(line[85:89])); err != nil {
		return 0, p, err
	}
	for at := 91; at < len(line); at += 10 {
		cell := (line[at:] + strings.Repeat(" ", 8))[:8]
		m := trfMatch{colour: cell[5], result: cell[7], played: true}
		switch opponent := cell[:4]; opponent {
		case "    ", "0000":
		default:
			if m.opponent, err = strconv.Atoi(strings.TrimSpace(opponent)); err != nil || m.opponent == id {
				return 0, p, fmt.Errorf("opponent %q", opponent)
			}
		}
		coloured := m.colour == 'w' || m.colour == 'b'
		m.played = m.opponent > 0 && coloured && strings.IndexByte("10=", m.result) >= 0
		switch {
		case !coloured && m.colour != '-' && m.colour != ' ', m.opponent == 0 && coloured,
			strings.IndexByte("10=+-HFUZ ", m.result) < 0,
			strings.IndexByte("HFUZ ", m.result) >= 0 && m.opponent > 0,
			strings.IndexByte("10=", m.result) >= 0 && !m.played:
			return 0, p, fmt.Errorf("round %q", cell)
		}
		p.matches = append(p.matches, m)
	}
	return id, p, nil
}

// someReport draws a season: pairs of one game or of two, finished or not, forfeits, byes, absences.
func someReport(t *rapid.T) Report {
	n, games := rapid.IntRange(2, 9).Draw(t, "players"), rapid.IntRange(1, 2).Draw(t, "games of a pair")
	r := Report{Name: "Spring\ncup", Rounds: rapid.IntRange(0, 5).Draw(t, "rounds"), Games: games, Begins: time.Date(2027, 1, 2, 0, 0, 0, 0, time.UTC),
		Rating: func(entrant string) int { return map[string]int{"p1": 1612, "p2": 15234}[entrant] }}
	for i := range n {
		r.Cards = append(r.Cards, Card{Entrant: fmt.Sprint("p", i+1), Start: i + 1})
	}
	ends := []Ending{Won, Drawn, Lost, WonByForfeit, LostByForfeit, VoidGame, UnfinishedGame, ByeGame}
	theirs := map[Ending]Ending{Won: Lost, Lost: Won, Drawn: Drawn, WonByForfeit: LostByForfeit, LostByForfeit: WonByForfeit, VoidGame: VoidGame, UnfinishedGame: UnfinishedGame, ByeGame: VoidGame}
	for number := 1; number <= r.Rounds; number++ {
		order := rapid.Permutation(r.Cards).Draw(t, "order")
		for len(order) > 0 {
			one := order[0].Start - 1
			alone := Round{Number: number}
			switch how := rapid.IntRange(0, 9).Draw(t, "how"); {
			case len(order) == 1 || how < 3:
				alone.How = []How{FreeBye, HalfBye, Absent}[how%3]
				if how != 2 {
					r.Cards[one].Rounds = append(r.Cards[one].Rounds, alone)
				}
				order = order[1:]
				continue
			}
			other := order[1].Start - 1
			order = order[2:]
			mine, his := Round{Number: number, Opponent: r.Cards[other].Entrant, How: Played}, Round{Number: number, Opponent: r.Cards[one].Entrant, How: Played}
			for i := range games {
				end := rapid.SampledFrom(ends).Draw(t, "end")
				mine.Each = append(mine.Each, Single{First: i == 0, How: end})
				other := theirs[end]
				if end == LostByForfeit && rapid.Bool().Draw(t, "both") {
					other = LostByForfeit
				}
				his.Each = append(his.Each, Single{First: i != 0, How: other})
			}
			r.Cards[one].Rounds, r.Cards[other].Rounds = append(r.Cards[one].Rounds, mine), append(r.Cards[other].Rounds, his)
		}
	}
	r.Table = Make(r.Cards, Rules{}, nil)
	return r
}

// A pairing program reads every report, and finds in it what was played: the points add up, the sides are those of
// each game, and what was forfeited or is not finished is told apart.
func TestReportsAreRead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := someReport(t)
		var out strings.Builder
		if err := WriteTRF(&out, r); err != nil {
			t.Fatal(err)
		}
		players, rounds, err := readTRF(out.String())
		if err != nil {
			t.Fatalf("%v\n%s", err, out.String())
		}
		if want := max(1, r.Rounds*r.Games); len(players) != len(r.Cards) || rounds != want {
			t.Fatalf("%d players and %d rounds, want %d and %d", len(players), rounds, len(r.Cards), want)
		}
		for _, c := range r.Cards {
			p := players[c.Start]
			if want := map[string]string{"p1": "1612", "p2": "9999"}[c.Entrant]; p.rating != want {
				t.Fatalf("%s is rated %q", c.Entrant, p.rating)
			}
			for _, round := range c.Rounds {
				for i, g := range round.Each {
					at := (round.Number-1)*r.Games + i
					m := trfMatch{result: ' '}
					if at < len(p.matches) {
						m = p.matches[at]
					}
					want := map[Ending]byte{Won: '1', Drawn: '=', Lost: '0', WonByForfeit: '+', LostByForfeit: '-', VoidGame: 'Z', ByeGame: 'U', UnfinishedGame: ' '}[g.How]
					colour := map[bool]byte{true: 'w', false: 'b'}[g.First]
					if m.result != want || m.opponent > 0 && m.colour != colour {
						t.Fatalf("round %d of %s is read as %c %c, want %c %c\n%s", at+1, c.Entrant, m.colour, m.result, colour, want, out.String())
					}
				}
			}
		}
	})
}
