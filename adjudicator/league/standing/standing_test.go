package standing

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"keryx/adjudicator/dice/seed"
)

func init() { seed.Properties() }

// exercise is the tournament that the technical commission of FIDE published on 18 March
// 2024 for those who write programs: five rounds, byes, forfeits and an absence.
const exercise = `
1 +9 =13 =2 +15 =4
2 +10 +7 =1 +16 =3
3 =11 +6 +8 =4 =2
4 +12 =BYE +13 =3 =1
5 -13 -15 +11 =7 +10
6 -14 -3 +BYE +10 +8
7 +15 -2 -16 =5 -11
8 =16 +14 -3 +13 -6
9 -1 -10 =BYE -F11 +BYE
10 -2 +9 -15 -6 -5
11 =3 -16 -5 +F9 +7
12 -4 +BYE +F14 -- --
13 +5 =1 -4 -8 -14
14 +6 -8 -F12 -- +13
15 -7 +5 +10 -1 -16
16 =8 +11 +7 -2 +15`

func readCards(t *testing.T, text string) []Card {
	t.Helper()
	var cards []Card
	for line := range strings.Lines(strings.TrimSpace(text)) {
		f := strings.Fields(line)
		start, err := strconv.Atoi(f[0])
		if err != nil {
			t.Fatal(err)
		}
		c := Card{Entrant: f[0], Start: start}
		for i, s := range f[1:] {
			r := Round{Number: i + 1, Of: One, How: Played, Points: map[byte]Points{'+': One, '=': One / 2}[s[0]]}
			switch name := s[1:]; {
			case s == "--":
				r.How = Absent
			case name == "BYE" && s[0] == '=':
				r.How = HalfBye
			case name == "BYE":
				r.How = FreeBye
			case name[0] == 'F':
				r.How, r.Opponent = map[byte]How{'+': ForfeitWon, '-': ForfeitLost}[s[0]], name[1:]
			default:
				r.Opponent = name
			}
			c.Rounds = append(c.Rounds, r)
		}
		cards = append(cards, c)
	}
	return cards
}

func TestExerciseOfFIDE(t *testing.T) {
	table := Make(readCards(t, exercise), Rules{Breaks: []Break{Buchholz, BuchholzCut, Berger}, Swiss: true}, nil)
	want := []map[string]string{
		{"1": "12.5", "2": "13", "3": "15.5", "4": "15", "5": "8.5", "8": "13.5", "11": "13.5", "16": "12.5"},
		{"1": "11", "3": "13", "4": "11.5", "5": "7.5", "7": "12.5", "8": "12", "9": "7.5", "11": "12", "12": "9.5", "13": "12", "14": "9", "15": "11", "16": "11"},
		{"1": "8", "2": "9.5", "3": "10.5", "4": "9.75", "5": "4.25", "6": "6.5", "7": "3.25", "8": "5.25", "10": "1.5", "11": "5.75", "12": "4", "13": "4.25", "14": "4.5", "15": "3.5", "16": "7.25"},
	}
	compared := 0
	for _, row := range table.Rows {
		for k, v := range row.Breaks {
			if w, ok := want[k][row.Entrant]; ok {
				compared++
				if v.Total.String() != w {
					t.Errorf("%s of %s: %v, not %s", table.Breaks[k], row.Entrant, v, w)
				}
			}
		}
	}
	if compared != 36 {
		t.Errorf("%d figures compared", compared)
	}
	if got := table.Rows[0].Score.String(); table.Rows[0].Entrant != "2" || got != "4 = 1 + 1 + 0.5 + 1 + 0.5" {
		t.Errorf("first is %s with %s", table.Rows[0].Entrant, got)
	}
}

func TestTermsArePrinted(t *testing.T) {
	table := Make(readCards(t, exercise), Rules{Breaks: []Break{BuchholzCut}, Swiss: true}, nil)
	for _, row := range table.Rows {
		if row.Entrant == "12" {
			// 12 was not there in rounds 4 and 5: such a round is cut before any other.
			if got := row.Breaks[0].String(); got != "9.5 = 3.5 + 2 + 2 + (2) + 2" {
				t.Errorf("12: %s", got)
			}
		}
	}
}

// Direct encounter is for those who have all met, and parts again those whom it leaves tied.
func TestDirectEncounter(t *testing.T) {
	const round = `
a +d -b +c
b -c +a +d
c +b =d -a
d -a =c -b`
	cards := readNamed(t, round)
	table := Make(cards, Rules{Breaks: []Break{Direct, VictoryPoints}}, nil)
	if got := ranks(table); got != "1b 2a 3c 4d" {
		t.Errorf("ranks %s", got)
	}
	// a and b have two points each; b beat a.
	if table.Rows[0].Entrant != "b" || table.Rows[0].Breaks[0].String() != "1 = 1" {
		t.Errorf("%+v", table.Rows[0])
	}
	// Three who beat one another in a circle stay tied.
	circle := Make(readNamed(t, "a +b -c\nb -a +c\nc -b +a"), Rules{Breaks: []Break{Direct}}, nil)
	if got := ranks(circle); got != "1a 1b 1c" {
		t.Errorf("circle: %s", got)
	}
	// Of three with equal scores only two have met: it does not apply.
	apart := Make(readNamed(t, "a +b -x\nb -a +x\nc +x -x"), Rules{Breaks: []Break{Direct}, Swiss: true}, nil)
	if apart.Rows[0].Breaks[0].String() != "-" {
		t.Errorf("not all have met: %v", apart.Rows)
	}
}

func readNamed(t *testing.T, text string) []Card {
	t.Helper()
	var cards []Card
	for i, line := range strings.Split(strings.TrimSpace(text), "\n") {
		f := strings.Fields(line)
		one := readCards(t, strconv.Itoa(i+1)+" "+strings.Join(f[1:], " "))
		one[0].Entrant = f[0]
		cards = append(cards, one[0])
	}
	return cards
}

func ranks(t Table) string {
	var out []string
	for _, r := range t.Rows {
		out = append(out, fmt.Sprintf("%d%s", r.Rank, r.Entrant))
	}
	return strings.Join(out, " ")
}

// Who withdrew early is struck: his games count for nobody, and he is shown last.
func TestStruck(t *testing.T) {
	cards := readNamed(t, "a +b -c\nb -a -c\nc +a +b")
	cards[2].Struck = true
	table := Make(cards, Rules{Breaks: []Break{Berger}}, nil)
	if got := ranks(table); got != "1a 2b 0c" {
		t.Errorf("ranks %s", got)
	}
	if got := table.Rows[0].Score.String(); got != "1 = 1" {
		t.Errorf("a: %s", got)
	}
}

func TestGameTieBreaks(t *testing.T) {
	game := func(side string, p Points, own, theirs int) Round {
		return Round{Number: 1, How: Played, Points: p, Of: Whole(5), Games: []Game{{"g", "10.1", side, p, own, theirs}}}
	}
	cards := []Card{
		{Entrant: "a", Start: 1, Rounds: []Round{game("athens", Whole(4), 12, 7)}},
		{Entrant: "b", Start: 2, Rounds: []Round{game("sparta", Whole(4), 9, 10)}},
		{Entrant: "c", Start: 3, Rounds: []Round{game("athens", Whole(1), 7, 12)}},
		{Entrant: "d", Start: 4, Rounds: []Round{game("sparta", Whole(2), 10, 9)}},
	}
	table := Make(cards, Rules{Breaks: []Break{AboveMean, VictoryPoints, VictoryMargin, Wins, Lots}}, map[string]int{"a": 2, "b": 1})
	var got []string
	for _, v := range table.Rows[0].Breaks {
		got = append(got, v.Total.String())
	}
	if table.Rows[0].Entrant != "a" || !slices.Equal(got, []string{"1.5", "12", "5", "1", "-2"}) {
		t.Errorf("%s: %v", table.Rows[0].Entrant, got)
	}
	if v := table.Rows[2].Breaks[0].Total.String(); v != "-1" {
		t.Errorf("d is %s above the mean of 3", v)
	}
	lots := Make(cards[:2], Rules{Breaks: []Break{Lots}}, map[string]int{"a": 2, "b": 1})
	if got := ranks(lots); got != "1b 2a" {
		t.Errorf("lots: %s", got)
	}
}

func TestCheckBreaks(t *testing.T) {
	if err := CheckBreaks(Breaks); err != nil {
		t.Error(err)
	}
	for _, bad := range [][]Break{{"koya"}, {Wins, Wins}, {Lots, Wins}} {
		if !errors.Is(CheckBreaks(bad), ErrBreak) {
			t.Errorf("%v is taken", bad)
		}
	}
}

func TestPoints(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := Points(rapid.Int64Range(-1e9, 1e9).Draw(t, "points"))
		if q, err := ParsePoints(p.String()); err != nil || q != p {
			t.Fatalf("%d is written %s and read %d (%v)", p, p, q, err)
		}
	})
	for _, bad := range []string{"", "-", "1.", ".5", "1.2345", "1e3", "+1", "1 ", "--1", "9999999999999"} {
		if p, err := ParsePoints(bad); !errors.Is(err, ErrPoints) {
			t.Errorf("%q is read as %v (%v)", bad, p, err)
		}
	}
}

func TestExports(t *testing.T) {
	cards := readCards(t, exercise)
	cards[0].Entrant = "=1+1"
	for i := range cards {
		for j := range cards[i].Rounds {
			if cards[i].Rounds[j].Opponent == "1" {
				cards[i].Rounds[j].Opponent = "=1+1"
			}
		}
	}
	table := Make(cards, Rules{Breaks: []Break{Buchholz}, Swiss: true}, nil)
	var out bytes.Buffer
	if err := table.WriteCSV(&out); err != nil {
		t.Fatal(err)
	}
	if lines := strings.Split(out.String(), "\n"); !strings.HasPrefix(lines[0], "rank,entrant,") || !strings.Contains(out.String(), "'=1+1") {
		t.Errorf("CSV:\n%s", out.String())
	}
	out.Reset()
	if err := table.WriteJSON(&out); err != nil {
		t.Fatal(err)
	}
	var back Table
	if err := json.Unmarshal(out.Bytes(), &back); err != nil || !slices.EqualFunc(back.Rows, table.Rows, func(a, b Row) bool { return a.Rank == b.Rank && a.Score.String() == b.Score.String() }) {
		t.Errorf("JSON is read back otherwise (%v)", err)
	}
}

func TestCrosstables(t *testing.T) {
	cards := readNamed(t, "a +b -c\nb -a +c\nc -b +a")
	table := Make(cards, Rules{}, nil)
	cross := Crosstable(cards, table)
	if c := cross[0][2]; len(c) != 1 || c[0].Points != 0 || c[0].Round != 2 || len(cross[1][1]) != 0 {
		t.Errorf("%+v", cross)
	}
	lines := ByRound(cards, table, 3)
	if lines[0][0].Opponent != "b" || lines[0][2].How != Absent {
		t.Errorf("%+v", lines)
	}
}
