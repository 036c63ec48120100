package pairing

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"keryx/adjudicator/dice/seed"
)

func init() { seed.Properties() }

func written(rounds []Round) string {
	var lines []string
	for _, r := range rounds {
		var pairs []string
		for _, p := range r {
			pairs = append(pairs, fmt.Sprintf("%d-%d", p.Home, p.Away))
		}
		lines = append(lines, strings.Join(pairs, ","))
	}
	return strings.Join(lines, ";")
}

// The tables for 4 to 14 as FIDE prints them, by their SHA-256; 16 is not printed.
func TestBergerAsPrinted(t *testing.T) {
	prints := map[int]string{
		4: "acbe91778d5565e8", 6: "6eab4366adb57c4e", 8: "8f12407098132b4a", 10: "6a297fdbca9ac92f",
		12: "331ff180bd6ab1dc", 14: "a20033f33ceb1fe6", 16: "167dedaa964b2b79",
	}
	for n, want := range prints {
		sum := sha256.Sum256([]byte(written(Berger(n))))
		if got := hex.EncodeToString(sum[:8]); got != want {
			t.Errorf("table for %d: %s, not %s:\n%s", n, got, want, written(Berger(n)))
		}
	}
	rows := strings.Split(written(Berger(16)), ";")
	for r, want := range map[int]string{
		1: "1-16,2-15,3-14,4-13,5-12,6-11,7-10,8-9", 2: "16-9,10-8,11-7,12-6,13-5,14-4,15-3,1-2",
		15: "8-16,9-7,10-6,11-5,12-4,13-3,14-2,15-1",
	} {
		if rows[r-1] != want {
			t.Errorf("round %d of 16: %s", r, rows[r-1])
		}
	}
}

func TestBergerOfAnySize(t *testing.T) {
	for n := 2; n <= 65; n++ {
		met, first := map[[2]int]int{}, map[int]int{}
		for r, round := range Berger(n) {
			var there []int
			for _, p := range round {
				there = append(there, p.Home)
				if !p.IsBye() {
					there = append(there, p.Away)
					met[[2]int{min(p.Home, p.Away), max(p.Home, p.Away)}]++
					first[p.Home]++
				}
			}
			slices.Sort(there)
			if len(slices.Compact(there)) != n {
				t.Fatalf("%d players, round %d: %v", n, r+1, round)
			}
		}
		if len(met) != n*(n-1)/2 {
			t.Fatalf("%d players: %d pairs met", n, len(met))
		}
		for p, k := range first {
			if n%2 == 0 && k != n/2 && k != n/2-1 {
				t.Errorf("%d players: %d has the first side %d times", n, p, k)
			}
		}
	}
}

// In a double cycle all meet with either side, and nobody has a side three times running.
func TestBergerTwice(t *testing.T) {
	for n := 2; n <= 40; n++ {
		met, run := map[Pair]int{}, map[int]int{}
		for r, round := range BergerTwice(n) {
			for _, p := range round {
				if p.IsBye() {
					run[p.Home] = 0
					continue
				}
				met[p]++
				run[p.Home] = max(run[p.Home], 0) + 1
				run[p.Away] = min(run[p.Away], 0) - 1
				if n > 2 && (run[p.Home] > 2 || run[p.Away] < -2) {
					t.Errorf("%d players, round %d: %v has a side three times running", n, r+1, p)
				}
			}
		}
		if len(met) != n*(n-1) {
			t.Errorf("%d players: %d meetings", n, len(met))
		}
	}
}

func TestBracket(t *testing.T) {
	if got, want := written([]Round{Bracket(8)}), "1-8,4-5,2-7,3-6"; got != want {
		t.Errorf("8: %s", got)
	}
	for n := 2; n <= 64; n++ {
		round := Bracket(n)
		for len(round) > 1 {
			var winners []int
			for _, p := range round { // the better seed wins
				winners = append(winners, p.Home)
			}
			round = NextRound(winners)
		}
		if round[0] != (Pair{1, 2}) {
			t.Errorf("%d players: the final is %v", n, round)
		}
	}
	if got := NextRound([]int{0, 4, 0, 0, 7, 2}); !reflect.DeepEqual(got, Round{{4, 0}, {0, 0}, {2, 7}}) {
		t.Errorf("empty places: %v", got)
	}
}

// all returns every way to pair the numbers, 0 standing for the bye.
func all(left []int) []Round {
	if len(left) == 0 {
		return []Round{nil}
	}
	var out []Round
	for i := 1; i < len(left); i++ {
		rest := slices.Concat(left[1:i], left[i+1:])
		for _, r := range all(rest) {
			out = append(out, append(Round{{left[0], left[i]}}, r...))
		}
	}
	return out
}

// judged tells how a round compares by the written list, one figure to a rule, by going
// through the rules one after the other; false if the round may not be.
func judged(field []Contender, round Round, single bool) ([]int64, bool) {
	by := map[int]Contender{}
	var numbers []int
	for _, c := range field {
		by[c.Number] = c
		numbers = append(numbers, c.Number)
	}
	slices.Sort(numbers)
	against := map[int]int{}
	var bye, byeNumber, square, refloat, sides int64
	for _, p := range round {
		against[p.Home], against[p.Away] = p.Away, p.Home
		for _, x := range [][2]int{{p.Home, p.Away}, {p.Away, p.Home}} {
			me, ok := by[x[0]]
			if !ok {
				continue
			}
			you, played := by[x[1]]
			switch {
			case !played && me.BarredFromBye, slices.Contains(me.Met, x[1]):
				return nil, false
			case !played:
				bye, byeNumber = me.Score, int64(x[0])
				if single {
					sides += 2 * int64(abs(me.Balance))
				}
			default:
				square += (me.Score - you.Score) * (me.Score - you.Score)
				if me.Score > you.Score && me.FloatedDown || me.Score < you.Score && me.FloatedUp {
					refloat++
				}
				if single { // both halves of the pair, so that all is doubled
					one := abs(me.Balance+1) + abs(you.Balance-1)
					other := abs(me.Balance-1) + abs(you.Balance+1)
					sides += int64(min(one, other))
				}
			}
		}
	}
	out := []int64{bye, square / 2, refloat, sides / 2, -byeNumber}
	for _, n := range numbers {
		out = append(out, distance(by, numbers, n, against[n]))
	}
	return out, true
}

// distance counts the players whom n would rather have met than opponent.
func distance(by map[int]Contender, numbers []int, n, opponent int) int64 {
	var group []int
	for _, m := range numbers {
		if by[m].Score == by[n].Score {
			group = append(group, m)
		}
	}
	far := func(m int) int { // twice a place apart, a lower number first
		switch i := slices.Index(group, m); {
		case m == 0:
			return 1 << 20
		case i < 0:
			return 1<<10 + m
		default:
			due := (slices.Index(group, n) + len(group)/2) % len(group)
			if i > due {
				return 2*(i-due) + 1
			}
			return 2 * (due - i)
		}
	}
	var better int64
	for _, m := range numbers {
		if m != n && far(m) < far(opponent) {
			better++
		}
	}
	return better
}

func drawField(t *rapid.T, least, greatest int) []Contender {
	n := rapid.IntRange(least, greatest).Draw(t, "players")
	rnd := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
	field := make([]Contender, n)
	for i := range field {
		field[i] = Contender{
			Number: 3*i + 1 + rnd.IntN(3), Score: int64(rnd.IntN(4)) * 500, Balance: rnd.IntN(5) - 2,
			BarredFromBye: rnd.IntN(3) == 0, FloatedDown: rnd.IntN(3) == 0, FloatedUp: rnd.IntN(3) == 0,
		}
	}
	meetings := rnd.IntN(n * (n - 1) / 3)
	for range meetings {
		i, j := rnd.IntN(n), rnd.IntN(n)
		if i != j {
			field[i].Met = append(field[i].Met, field[j].Number)
			field[j].Met = append(field[j].Met, field[i].Number)
		}
	}
	rnd.Shuffle(n, func(i, j int) { field[i], field[j] = field[j], field[i] })
	return field
}

// Every possible round of a small field is judged by the written rules: the best is the one
// that is made, and it is the only best.
func TestSwissIsOptimal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		field := drawField(t, 4, 9)
		if rapid.IntRange(0, 7).Draw(t, "ten") == 0 {
			field = drawField(t, 10, 10)
		}
		single := rapid.Bool().Draw(t, "single")
		var numbers []int
		for _, c := range field {
			numbers = append(numbers, c.Number)
		}
		if len(numbers)%2 == 1 {
			numbers = append(numbers, Bye)
		}
		var best []int64
		equal := 0
		for _, r := range all(numbers) {
			if v, ok := judged(field, r, single); ok {
				switch c := slices.Compare(v, best); {
				case best == nil || c < 0:
					best, equal = v, 1
				case c == 0:
					equal++
				}
			}
		}
		round, merit, err := Swiss(field, 1, single)
		if best == nil {
			if !errors.Is(err, ErrNoRound) {
				t.Fatalf("no round is possible, but: %v %v", round, err)
			}
			return
		}
		if err != nil {
			t.Fatalf("a round is possible: %v", err)
		}
		got, ok := judged(field, round, single)
		if !ok || slices.Compare(got, best) != 0 {
			t.Fatalf("%v is worth %v, the best %v", round, got, best)
		}
		if equal != 1 {
			t.Fatalf("%d rounds are the best", equal)
		}
		if want := (Merit{best[0], best[1], int(best[2]), int(best[3])}); merit != want {
			t.Fatalf("merit %v, not %v", merit, want)
		}
	})
}

// On sparse graphs, where blossoms grow within blossoms, the matching is worth as much as
// the best that is found by going over all sets of vertices.
func TestGreatestMatching(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 13).Draw(t, "vertices")
		edges := rapid.IntRange(n, 3*n).Draw(t, "edges")
		rnd := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		worth := make([][]int64, n+1)
		for i := range worth {
			worth[i] = make([]int64, n+1)
		}
		for range edges {
			u, v := rnd.IntN(n)+1, rnd.IntN(n)+1
			worth[u][v] = 1 + rnd.Int64N(60)
			worth[v][u] = worth[u][v]
			if u == v {
				worth[u][v] = 0
			}
		}
		best := make([]int64, 1<<n)
		for set := 1; set < len(best); set++ {
			u := 0
			for set>>u&1 == 0 {
				u++
			}
			best[set] = best[set&^(1<<u)]
			for v := u + 1; v < n; v++ {
				if set>>v&1 == 1 && worth[u+1][v+1] > 0 {
					best[set] = max(best[set], worth[u+1][v+1]+best[set&^(1<<u)&^(1<<v)])
				}
			}
		}
		match := greatestMatching(n, func(u, v int) (w weight, ok bool) {
			w[places-1] = worth[u][v]
			return w, worth[u][v] > 0
		})
		var got int64
		for u := 1; u <= n; u++ {
			if v := match[u]; v != 0 {
				if match[v] != u || worth[u][v] == 0 {
					t.Fatalf("not a matching: %v", match)
				}
				got += worth[u][v]
			}
		}
		if got/2 != best[len(best)-1] {
			t.Fatalf("worth %d, the best %d", got/2, best[len(best)-1])
		}
	})
}

// Order of the field must not matter, nor may a large field overflow or fail.
func TestSwissOfMany(t *testing.T) {
	for _, n := range []int{63, 64, 127} {
		rnd := rand.New(rand.NewPCG(uint64(n), 2))
		field := make([]Contender, n)
		for i := range field {
			field[i] = Contender{Number: i + 1, Score: int64(rnd.IntN(60)) * 500, Balance: rnd.IntN(5) - 2, FloatedUp: rnd.IntN(2) == 0}
			for range 6 {
				if j := rnd.IntN(n); j != i {
					field[i].Met = append(field[i].Met, j+1)
				}
			}
		}
		one, merit, err := Swiss(field, 3, true)
		if err != nil {
			t.Fatal(err)
		}
		rnd.Shuffle(n, func(i, j int) { field[i], field[j] = field[j], field[i] })
		other, again, err := Swiss(field, 3, true)
		if err != nil || !slices.Equal(one, other) || merit != again {
			t.Errorf("%d players: the order of the field matters (%v)", n, err)
		}
	}
	if _, _, err := Swiss(make([]Contender, 128), 1, false); !errors.Is(err, ErrTooMany) {
		t.Errorf("128 players: %v", err)
	}
	if _, _, err := Swiss(make([]Contender, 2), 1, false); !errors.Is(err, ErrNumbers) {
		t.Errorf("equal numbers: %v", err)
	}
}

// The first round of eight: each meets the one half the field further down.
func TestSwissFirstRound(t *testing.T) {
	var field []Contender
	for i := range 9 {
		field = append(field, Contender{Number: i + 1})
	}
	round, _, err := Swiss(field[:8], 1, false)
	if got := written([]Round{round}); err != nil || got != "1-5,2-6,3-7,4-8" {
		t.Errorf("%s %v", got, err)
	}
	round, _, err = Swiss(field, 2, false)
	if got := written([]Round{round}); err != nil || got != "5-1,6-2,7-3,8-4,9-0" {
		t.Errorf("%s %v", got, err)
	}
}

func BenchmarkSwiss64(b *testing.B) {
	rnd := rand.New(rand.NewPCG(64, 2))
	field := make([]Contender, 64)
	for i := range field {
		field[i] = Contender{Number: i + 1, Score: int64(rnd.IntN(10)) * 500}
	}
	for b.Loop() {
		if _, _, err := Swiss(field, 1, false); err != nil {
			b.Fatal(err)
		}
	}
}
