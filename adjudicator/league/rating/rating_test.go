package rating

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s: %.6f, not %.6f", what, got, want)
	}
}

// The example of Glickman's paper, without his rounding on the way as two other programs
// compute it, and with edges.
func TestGlickmansExample(t *testing.T) {
	player := Rating{1500, 200, 0.06}
	games := func(edges ...float64) []Encounter {
		return []Encounter{
			{Rating{1400, 30, 0.06}, 1, edges[0]}, {Rating{1550, 100, 0.06}, 0, edges[1]}, {Rating{1700, 300, 0.06}, 0, edges[2]},
		}
	}
	r := player.Rate(games(0, 0, 0), 1, 0.5)
	near(t, "rating as printed", r.Rating, 1464.06, 0.02)
	near(t, "deviation as printed", r.Deviation, 151.52, 0.02)
	near(t, "volatility as printed", r.Volatility, 0.05999, 1e-5)
	near(t, "rating", r.Rating, 1464.0507, 1e-4)
	near(t, "deviation", r.Deviation, 151.5165, 1e-4)
	near(t, "volatility", r.Volatility, 0.0599960, 1e-7)
	for _, c := range []struct{ edges, want []float64 }{
		{[]float64{50, -50, 50}, []float64{1458.8595, 152.983}},
		{[]float64{100, -100, 100}, []float64{1453.043, 155.254}},
		{[]float64{-100, 100, -100}, []float64{1472.8958, 151.5571}},
	} {
		r := player.Rate(games(c.edges...), 1, 0.5)
		near(t, fmt.Sprint("rating with edges ", c.edges), r.Rating, c.want[0], 1e-3)
		near(t, fmt.Sprint("deviation with edges ", c.edges), r.Deviation, c.want[1], 1e-3)
	}
	near(t, "a period without games", player.Rate(nil, 1, 0.5).Deviation, 200.2714, 1e-4)
	if r := player.Rate(nil, 1, 0.5); r.Rating != 1500 || r.Volatility != 0.06 {
		t.Errorf("a period without games: %v", r)
	}
}

func TestEdge(t *testing.T) {
	r := Unrated().Rate([]Encounter{{Unrated(), 1, 100}}, 1, 0.5)
	near(t, "win with the better side", r.Rating, 1632.94, 0.01)
	near(t, "its deviation", r.Deviation, 291.97, 0.01)
	r = Unrated().Rate([]Encounter{{Unrated(), 1, -100}}, 1, 0.5)
	near(t, "win with the worse side", r.Rating, 1695.40, 0.01)
	near(t, "its deviation", r.Deviation, 291.97, 0.01)
	r = Unrated().Rate([]Encounter{{Unrated(), 1, 100}, {Unrated(), 0, -100}}, 1, 0.5)
	near(t, "each side won", r.Rating, 1500, 1e-9)
	if s := Unrated().Expect(Encounter{Opponent: Unrated(), Edge: 100}) + Unrated().Expect(Encounter{Opponent: Unrated(), Edge: -100}); math.Abs(s-1) > 1e-12 {
		t.Errorf("both expect %g in sum", s)
	}
}

// Ageing in steps is ageing at once, and nobody is less known than one who never played.
func TestAged(t *testing.T) {
	r := Rating{1700, 60, 0.06}
	near(t, "half and half", r.Aged(0.5).Aged(0.5).Deviation, r.Aged(1).Deviation, 1e-9)
	near(t, "for ever", r.Aged(1e9).Deviation, 350, 0)
	near(t, "backwards", r.Aged(-3).Deviation, 60, 0)
	year := 365 * 24 * float64(time.Hour) / float64(Default().Period)
	near(t, "periods in a year", year, 365*0.21436, 0.01)
}

var day = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

func game(i int, first, second string, score float64) Result {
	return Result{Game: fmt.Sprintf("g-%05d", i), Ruleset: "hellespont", Scenario: "10.1", First: first, Second: second, Score: score, Ended: day.AddDate(0, 0, i), Turns: 9}
}

func TestWhatCounts(t *testing.T) {
	settings := Default()
	settings.PairYear = 2
	results := []Result{game(1, "a", "b", 1), game(2, "b", "a", 1), game(3, "a", "b", 0), game(400, "a", "b", 0.5), game(5, "a", "a", 1), game(6, "a", "c", 1), game(7, "a", "c", 1), game(8, "a", "c", 0.3)}
	results[5].Turns, results[6].Unrated = 1, true
	book, err := Compute(settings, results)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]Why{}
	for _, c := range book.Changes() {
		got[c.Game] = c.Why
	}
	for game, want := range map[string]Why{
		"g-00001": Rated, "g-00002": Rated, "g-00003": TooOften, "g-00400": Rated, "g-00005": OneMan,
		"g-00006": TooShort, "g-00007": Forfeit, "g-00008": BadResult,
	} {
		if w, ok := got[game]; !ok || w != want {
			t.Errorf("%s: %q, not %q", game, w, want)
		}
	}
	if e := book.Rating("hellespont", "c", day); e.Games != 0 || !e.Uncertain || e.Rating != Unrated() {
		t.Errorf("c has played nothing that counts: %+v", e)
	}
	if e := book.Rating(Club, "a", day.AddDate(0, 0, 400)); e.Games != 3 {
		t.Errorf("a: %+v", e)
	}
}

// Whoever is handed the results in another order finds the same; a changed result changes
// what follows from it and leaves what was before.
func TestRecompute(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 5))
	var results []Result
	for i := range 60 {
		r := game(i, string(rune('a'+rnd.IntN(4))), string(rune('e'+rnd.IntN(4))), float64(rnd.IntN(3))/2)
		r.Season = i / 20
		results = append(results, r)
	}
	book, err := Compute(Default(), results)
	if err != nil {
		t.Fatal(err)
	}
	shuffled := slices.Clone(results)
	rnd.Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
	again, err := Compute(Default(), shuffled)
	if err != nil || !slices.Equal(book.Changes(), again.Changes()) {
		t.Errorf("another order, other ratings (%v)", err)
	}
	results[30].Score = 1 - results[30].Score/2
	ruled, err := Compute(Default(), results)
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range book.Changes() {
		if same := c == ruled.Changes()[i]; c.Game < "g-00030" && !same || c.Game == "g-00030" && same {
			t.Errorf("%s: unchanged is %v", c.Game, same)
		}
	}
	if _, err := Compute(Default(), append(results, results[3])); !errors.Is(err, ErrTwice) {
		t.Errorf("a game twice: %v", err)
	}
	if _, err := Compute(Settings{}, nil); !errors.Is(err, ErrSettings) {
		t.Errorf("no settings: %v", err)
	}
}

// The bias is fixed within a season.
func TestBiasIsFixedForASeason(t *testing.T) {
	var results []Result
	for i := range 40 {
		r := game(i, string(rune('a'+i)), string(rune('A'+i)), 1)
		r.Season = 1 + i/20
		results = append(results, r)
	}
	book, err := Compute(Default(), results)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range book.Changes() {
		if late := c.Game >= "g-00020"; late != (c.Bias > 0) || late && c.Bias != book.Changes()[len(book.Changes())-1].Bias {
			t.Errorf("%s was rated with a bias of %g", c.Game, c.Bias)
		}
	}
	before := book.Bias(Favour{"hellespont", "10.1"})
	book.Relearn()
	after := book.Bias(Favour{"hellespont", "10.1"})
	if before.Games != 20 || after.Games != 40 || after.Points <= before.Points || after.Error >= before.Error {
		t.Errorf("from %+v to %+v", before, after)
	}
	if none := book.Bias(Favour{"hellespont", "10.2"}); none.Points != 0 || none.Error != BiasPrior {
		t.Errorf("of nothing: %+v", none)
	}
	if low, high := after.Interval(); !(low < after.Points && after.Points < high) {
		t.Errorf("interval %g to %g", low, high)
	}
}

// With strengths known an estimate is as uncertain as statistics say: 347/√n.
func TestErrorOfABias(t *testing.T) {
	for _, n := range []int{20, 100, 1000} {
		trials := make([]Trial, n)
		for i := range trials {
			trials[i].Score = float64(i % 2)
		}
		b := EstimateBias(trials, 1e6)
		near(t, fmt.Sprint("error after ", n), b.Error, 347/math.Sqrt(float64(n)), 1)
		near(t, "bias of equal sides", b.Points, 0, 1e-6)
	}
	all := EstimateBias(make([]Trial, 5000), BiasPrior)
	if math.IsNaN(all.Points) || all.Points > -300 {
		t.Errorf("never won: %+v", all)
	}
}

// simulate plays swapped pairs among 24 players of known strengths and a known bias.
func simulate(seed uint64, games int, bias float64) (strengths map[string]float64, results []Result) {
	rnd := rand.New(rand.NewPCG(seed, 24))
	strengths = map[string]float64{}
	var names []string
	for i := range 24 {
		name := fmt.Sprintf("p%02d", i)
		names = append(names, name)
		strengths[name] = 1500 + 100*rnd.NormFloat64()
	}
	for i := 0; i < games; i += 2 {
		a := rnd.IntN(24)
		b := (a + 1 + rnd.IntN(23)) % 24
		for k := range 2 {
			first, second := names[a], names[b]
			if k == 1 {
				first, second = second, first
			}
			score := 0.0
			if rnd.Float64() < 1/(1+math.Pow(10, -(strengths[first]-strengths[second]+bias)/400)) {
				score = 1
			}
			r := game(i+k, first, second, score)
			r.Ended = day.Add(time.Duration(i+k) * time.Hour)
			r.Season = (i + k) * 10 / games
			results = append(results, r)
		}
	}
	return strengths, results
}

// Known strengths and a known bias are found again: the bias within twice the root of
// 347²/n plus the square of what the prior costs, in 9 of 10 clubs (it would be 19 of 20 if
// all games were even, which they are not); strengths within twice their deviations in 19 of 20.
func TestSimulatedClub(t *testing.T) {
	const bias, clubs = 80.0, 200
	settings := Default()
	settings.PairYear = 0
	for _, n := range []int{50, 200, 1000} {
		outside, missed, players := 0, 0, 0
		deviation := 0.0
		for seed := range uint64(clubs) {
			strengths, results := simulate(seed, n, bias)
			book, err := Compute(settings, results)
			if err != nil {
				t.Fatal(err)
			}
			book.Relearn()
			square := 347 * 347 / float64(n)
			shrinking := bias * square / (square + BiasPrior*BiasPrior)
			if got := book.Bias(Favour{"hellespont", "10.1"}).Points; math.Abs(got-bias) > 2*math.Sqrt(square+shrinking*shrinking) {
				outside++
			}
			mean := 0.0
			list := book.List("hellespont", results[len(results)-1].Ended)
			for _, e := range list {
				mean += (e.Rating.Rating - strengths[e.Player]) / float64(len(list))
			}
			for _, e := range list {
				players++
				deviation += e.Rating.Deviation
				if math.Abs(e.Rating.Rating-mean-strengths[e.Player]) > 2*e.Rating.Deviation {
					missed++
				}
			}
		}
		t.Logf("%4d games: bias outside its bound in %d of %d clubs, %d of %d strengths beyond two deviations of %.0f",
			n, outside, clubs, missed, players, deviation/float64(players))
		if outside*10 > clubs || missed*20 > players {
			t.Errorf("%d games: %d of %d biases and %d of %d strengths are outside", n, outside, clubs, missed, players)
		}
	}
}

// With no bias at all none is found, and one who wins with the worse side gains more.
func TestNoBias(t *testing.T) {
	_, results := simulate(7, 1000, 0)
	settings := Default()
	settings.PairYear = 0
	book, err := Compute(settings, results)
	if err != nil {
		t.Fatal(err)
	}
	book.Relearn()
	if low, high := book.Bias(Favour{"hellespont", "10.1"}).Interval(); low > 0 || high < 0 {
		t.Errorf("a bias from %g to %g", low, high)
	}
}
