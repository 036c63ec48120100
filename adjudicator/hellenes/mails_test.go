package hellenes

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/dice"
	"keryx/adjudicator/dice/seed"
	"keryx/adjudicator/hellenes/ground"
	"keryx/adjudicator/hellenes/order"
	"keryx/orders"
)

// turnsOfAYear is how many turns a year has.
const turnsOfAYear = 5

// writer is a player by mail. Into a file he writes, besides the answer that is wanted, what he means to answer to all that
// may be asked of him before his enemy acts, under the headings of its phases: he learns that in a game that he imagines.
// What the file says is then done. He writes another one when he is asked what it does not answer.
type writer struct {
	player adjudicator.Player
	rnd    *rand.Rand
	turn   int
	held   []line
	tried  *testing.T // who hears of a file that is refused; nil if files are not tried
	files  []int      // by year
	asked  map[string]int
}

// line is an order of a file, and the phase and the question that it is written for.
type line struct {
	phase, kind string
	answer      adjudicator.Answer
}

// newWriter returns a writer whose thoughts are those of the ruleset's player.
func newWriter(r *Rules, seed uint64, side int) *writer {
	return &writer{player: r.Player(rand.New(rand.NewPCG(seed, uint64(side)))), rnd: rand.New(rand.NewPCG(seed, 7)), asked: map[string]int{}}
}

// Answer implements [adjudicator.Player].
func (w *writer) Answer(s *adjudicator.Session, side adjudicator.Side, q *adjudicator.Question) adjudicator.Answer {
	if s.Turn() != w.turn {
		w.turn, w.held = s.Turn(), nil
	}
	a, ok := w.next(s, q)
	if !ok {
		w.write(s, side, q)
		if a, ok = w.next(s, q); !ok {
			a = w.player.Answer(s, side, q)
		}
	}
	return a
}

// next is what the file says to a question.
func (w *writer) next(s *adjudicator.Session, q *adjudicator.Question) (adjudicator.Answer, bool) {
	if len(w.held) == 0 || w.held[0].phase != s.Phase() || w.held[0].kind != q.Kind || q.Form.Check(w.held[0].answer) != nil {
		return nil, false
	}
	a := w.held[0].answer
	w.held = w.held[1:]
	return a, true
}

// write writes a file: with what he does if he comes first, whether that is known yet or not.
func (w *writer) write(s *adjudicator.Session, side adjudicator.Side, q *adjudicator.Question) {
	year := (s.Turn() - 1) / turnsOfAYear
	for len(w.files) <= year {
		w.files = append(w.files, 0)
	}
	w.files[year]++
	w.asked[q.Kind]++
	for range 8 {
		w.held = w.ahead(s, side)
		if slices.ContainsFunc(w.held, func(l line) bool { return l.phase == ordinals[0] }) {
			break
		}
	}
	if w.tried != nil && w.rnd.IntN(4) == 0 {
		w.try(s, side)
	}
}

// ahead is what a side would answer in a game that it imagines, until its enemy acts or cards are dealt; behind a recruit, whom it
// does not know yet, nothing but further ones.
func (w *writer) ahead(s *adjudicator.Session, side adjudicator.Side) (file []line) {
	f, err := s.Fork(side, w.rnd)
	if err != nil {
		return nil
	}
	defer f.Close()
	drawn := false
	for range 80 {
		asked, q := side, f.Asked(side)
		if q == nil {
			asked = side.Other()
			q = f.Asked(asked)
		}
		if q == nil || asked != side && (q.Kind == "act" || q.Kind == "winter") || f.Phase() == ordinals[1] && s.Phase() != ordinals[1] { // the enemy may have acted, or played an event
			break
		}
		a := w.player.Answer(f, asked, q)
		if asked == side {
			recruits := a.(order.Act).Verb == "recruit"
			if len(file) > 0 && file[0].kind == "place" && q.Kind != "place" || drawn && !recruits {
				break
			}
			drawn = drawn || recruits
			file = append(file, line{f.Phase(), q.Kind, a})
		}
		if f.Answer(asked, a) != nil {
			break
		}
	}
	return file
}

// text is the file as a player writes it.
func (w *writer) text(side adjudicator.Side) string {
	var b strings.Builder
	fmt.Fprintf(&b, "game gre-1\nside %s\nanswers AAAA-AAAA\norders\n", ground.Sides[side])
	phase := ""
	for _, l := range w.held {
		if slices.Contains(ordinals[:], l.phase) && l.phase != phase {
			phase = l.phase
			fmt.Fprintf(&b, "  phase %s\n", phase)
		}
		fmt.Fprintf(&b, "  %s\n", l.answer.Words().Canonical())
	}
	return b.String()
}

// try wants the file to be taken, as it is written, for as much as it says.
func (w *writer) try(s *adjudicator.Session, side adjudicator.Side) {
	f, faults := orders.Parse(w.text(side))
	if len(faults) > 0 {
		w.tried.Errorf("%v:\n%s", faults[0], w.text(side))
		return
	}
	c, err := s.Copy()
	if err != nil {
		w.tried.Fatal(err)
	}
	defer c.Close()
	out, err := c.Take(adjudicator.Input{Side: side, File: f, Entry: 1, Head: dice.Head{}})
	if err != nil || len(out.Faults) > 0 || len(out.Waiting) == len(w.held) {
		w.tried.Errorf("%v %v, %d orders wait:\n%s", err, out.Faults, len(out.Waiting), w.text(side))
	}
}

// A year takes a player eight files at the median, with the standing orders that are proposed; and each file is taken.
func TestMailsOfAYear(t *testing.T) {
	r := New()
	for _, scenario := range r.Info().Scenarios {
		var years []int
		asked := map[string]int{}
		for seed := range uint64(4) {
			game := adjudicator.Selfplay{Rules: r, Setup: adjudicator.Setup{Scenario: scenario}, Seed: seed, MaxAnswers: 3000}
			for side := range game.Players {
				w := newWriter(r, seed, side)
				w.tried, w.asked = t, asked
				game.Players[side] = w
				game.Standing[side] = adjudicator.Starter(r, scenario, adjudicator.Side(side), "en")
			}
			if _, err := game.Run(); err != nil {
				t.Fatalf("%s, seed %d: %v", scenario, seed, err)
			}
			for _, p := range game.Players {
				years = append(years, p.(*writer).files...)
			}
		}
		slices.Sort(years)
		sum := 0
		for _, n := range years {
			sum += n
		}
		median := years[len(years)/2]
		t.Logf("%s: %d files in %d years, a median of %d; asked: %v", scenario, sum, len(years), median, asked)
		if median > 8 {
			t.Errorf("%s: a year takes a player %d files at the median, 8 are wanted", scenario, median)
		}
	}
}

// Who writes a whole season at once, before he knows his enemy's card, plays as well as who is asked for each action. It is tried
// in KERYX_PAIRED pairs of games.
func TestFilesAheadCostNothing(t *testing.T) {
	pairs, err := strconv.Atoi(os.Getenv("KERYX_PAIRED"))
	if err != nil {
		pairs = 12
	}
	first := seed.First(t, 0)
	r := New()
	for _, scenario := range r.Info().Scenarios {
		t.Run(scenario, func(t *testing.T) {
			var won, squares float64
			for seed := first; seed < first+uint64(pairs); seed++ {
				points := 0.0
				for side := range adjudicator.Side(2) {
					points += written(t, r, scenario, seed, side)
				}
				won, squares = won+points/2, squares+points*points/4
			}
			n := float64(pairs)
			mean := won / n
			bound := 2 * math.Sqrt((squares/n-mean*mean)/n)
			t.Logf("%d pairs: %.1f %% ± %.1f", pairs, 100*mean, 100*bound)
			if mean+bound < 0.45 || pairs >= 300 && mean-bound < 0.45 {
				t.Errorf("who writes ahead wins %.1f %% ± %.1f", 100*mean, 100*bound)
			}
		})
	}
}

// written is what a side gets in a game in which it alone writes ahead: 1 if it wins, a half if nobody does.
func written(t *testing.T, r *Rules, scenario string, seed uint64, side adjudicator.Side) float64 {
	game := adjudicator.Selfplay{Rules: r, Setup: adjudicator.Setup{Scenario: scenario}, Seed: seed, MaxAnswers: 3000}
	for i := range game.Players {
		game.Players[i] = r.Player(rand.New(rand.NewPCG(seed, uint64(i))))
		game.Standing[i] = adjudicator.Starter(r, scenario, adjudicator.Side(i), "en")
	}
	game.Players[side] = newWriter(r, seed, int(side))
	played, err := game.Run()
	if err != nil {
		t.Fatalf("seed %d: %v", seed, err)
	}
	switch p := played.Result.Points; {
	case p[side] > p[side.Other()]:
		return 1
	case p[side] == p[side.Other()]:
		return 0.5
	}
	return 0
}
