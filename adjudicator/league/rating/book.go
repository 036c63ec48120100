package rating

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"
)

// Club is the pool that all games of a club count in; any other pool is that of a ruleset.
const Club = ""

// Settings say how a club rates. [Default] is a good beginning.
type Settings struct {
	Period     time.Duration // of Glicko-2: in one a deviation grows by the volatility
	Tau        float64       // how fast volatility may change
	Prior      float64       // see [BiasPrior]
	LeastTurns int           // a game counts from so many turns played by both
	PairYear   int           // at most so many games of a pair count in a calendar year (UTC); 0: all
	Uncertain  float64       // a rating with a greater deviation is shown with a question mark
}

// Default rates with a period of 1/0.21436 days, as lichess does, so that one who is well
// known is uncertain again after about a year.
func Default() Settings {
	return Settings{
		Period: 403_060 * time.Second, Tau: 0.5, Prior: BiasPrior, LeastTurns: 2, PairYear: 8, Uncertain: 110,
	}
}

// ErrSettings reports settings that cannot be.
var ErrSettings = errors.New("not settings to rate by")

// Check refuses settings that cannot be, with [ErrSettings].
func (s Settings) Check() error {
	switch {
	case s.Period <= 0:
		return fmt.Errorf("%w: the period must be longer than nothing", ErrSettings)
	case !(s.Tau >= 0.1 && s.Tau <= 2):
		return fmt.Errorf("%w: tau is %g, from 0.1 to 2 make sense", ErrSettings, s.Tau)
	case !(s.Prior > 0 && s.Prior <= 1000):
		return fmt.Errorf("%w: the prior of the bias is %g, above 0 to 1000 make sense", ErrSettings, s.Prior)
	case s.LeastTurns < 0, s.PairYear < 0, !(s.Uncertain >= 0):
		return fmt.Errorf("%w: a number is below zero", ErrSettings)
	}
	return nil
}

// Result is a finished game.
type Result struct {
	Game     string    `json:"game"`
	Ruleset  string    `json:"ruleset"`
	Scenario string    `json:"scenario"`
	First    string    `json:"first"`  // who is rated for the first side
	Second   string    `json:"second"` // for the second
	Score    float64   `json:"score"`  // of the first side: 1, 0.5 or 0
	Ended    time.Time `json:"ended"`
	Turns    int       `json:"turns"`  // played by both
	Season   int       `json:"season"` // biases are fixed at its first rated game
	// Unrated says that the game does not count: a forfeit, one that the machine
	// finished or that was void.
	Unrated bool `json:"unrated,omitempty"`
}

// Why a game is not rated.
type Why string

// The reasons.
const (
	Rated     Why = ""
	Forfeit   Why = "unrated"   // said so by its result
	TooShort  Why = "too-short" // fewer turns than the settings ask for
	TooOften  Why = "too-often" // the pair had its games of the year
	OneMan    Why = "one-man"   // both sides were one person's
	BadResult Why = "bad-score" // neither won nor lost nor drawn
)

// Change is what a game did to the ratings of one pool.
type Change struct {
	Game          string    `json:"game"`
	Pool          string    `json:"pool"` // [Club] or a ruleset
	Ended         time.Time `json:"ended"`
	Why           Why       `json:"why,omitempty"` // why it is not rated; nothing else is set then
	Players       [2]string `json:"players"`
	Before, After [2]Rating
	Scores        [2]float64 `json:"scores"`
	Expected      [2]float64 `json:"expected"`
	Bias          float64    `json:"bias"` // in points, of which each side has half
}

// Entry is a player's standing in a pool.
type Entry struct {
	Player    string    `json:"player"`
	Rating    Rating    `json:"rating"` // at the last game
	Games     int       `json:"games"`
	First     time.Time `json:"first"` // when his first rated game ended
	Last      time.Time `json:"last"`
	Uncertain bool      `json:"uncertain"` // shown with a question mark, see [Book.List]
}

// Favour names a bias.
type Favour struct {
	Ruleset  string `json:"ruleset"`
	Scenario string `json:"scenario"`
}

// Book holds the ratings that follow from a list of results.
type Book struct {
	settings Settings
	pools    map[string]map[string]Entry
	counted  map[Favour][]Result
	biases   map[Favour]Bias         // as estimated last
	fixed    map[int]map[Favour]Bias // by season: as they were when its first rated game ended
	pairs    map[pairYear]int
	changes  []Change
}

type pairYear struct {
	one, other string
	year       int
}

// ErrTwice reports a game that stands twice among the results.
var ErrTwice = errors.New("the game stands twice among the results")

// Compute rates all results, in the order of their end, equal ones by the names of the
// games. The order in which they are handed over does not matter. Biases are fixed for a
// season: what is learnt in it counts from the next that begins, and seasons may run side by side.
func Compute(settings Settings, results []Result) (*Book, error) {
	if err := settings.Check(); err != nil {
		return nil, err
	}
	b := &Book{
		settings: settings, pools: map[string]map[string]Entry{}, counted: map[Favour][]Result{},
		biases: map[Favour]Bias{}, fixed: map[int]map[Favour]Bias{}, pairs: map[pairYear]int{},
	}
	ordered := slices.Clone(results)
	slices.SortFunc(ordered, func(a, b Result) int {
		return cmp.Or(a.Ended.Compare(b.Ended), cmp.Compare(a.Game, b.Game))
	})
	seen := map[string]bool{}
	for _, r := range ordered {
		if seen[r.Game] {
			return nil, fmt.Errorf("%w: %s", ErrTwice, r.Game)
		}
		seen[r.Game] = true
		b.rate(r)
	}
	return b, nil
}

// why says why a game does not count, or [Rated].
func (b *Book) why(r Result) Why {
	switch {
	case r.Unrated:
		return Forfeit
	case r.First == r.Second:
		return OneMan
	case r.Score != 0 && r.Score != 0.5 && r.Score != 1:
		return BadResult
	case r.Turns < b.settings.LeastTurns:
		return TooShort
	}
	key := pairYear{min(r.First, r.Second), max(r.First, r.Second), r.Ended.UTC().Year()}
	if b.settings.PairYear > 0 && b.pairs[key] >= b.settings.PairYear {
		return TooOften
	}
	b.pairs[key]++
	return Rated
}

func (b *Book) rate(r Result) {
	if why := b.why(r); why != Rated {
		b.changes = append(b.changes, Change{Game: r.Game, Pool: r.Ruleset, Ended: r.Ended, Why: why, Players: [2]string{r.First, r.Second}})
		return
	}
	if b.fixed[r.Season] == nil {
		b.Relearn()
		b.fixed[r.Season] = maps.Clone(b.biases)
	}
	favour := Favour{r.Ruleset, r.Scenario}
	edge := b.fixed[r.Season][favour].Points
	for _, pool := range []string{r.Ruleset, Club} {
		c := b.play(pool, r, edge)
		b.changes = append(b.changes, c)
		if pool == r.Ruleset {
			b.counted[favour] = append(b.counted[favour], r)
		}
		if r.Ruleset == Club {
			break
		}
	}
}

// play rates a game in one pool. Both are rated with what was known of the other before.
func (b *Book) play(pool string, r Result, edge float64) Change {
	c := Change{Game: r.Game, Pool: pool, Ended: r.Ended, Players: [2]string{r.First, r.Second}, Bias: edge}
	entries := [2]Entry{b.entry(pool, r.First, r.Ended), b.entry(pool, r.Second, r.Ended)}
	c.Before = [2]Rating{entries[0].Rating, entries[1].Rating}
	for i, score := range [2]float64{r.Score, 1 - r.Score} {
		// Half of the bias raises one side and half lowers the other: all of it is in
		// the difference.
		e := Encounter{Opponent: c.Before[1-i], Score: score, Edge: edge * float64(1-2*i)}
		c.Scores[i] = score
		c.Expected[i] = c.Before[i].Expect(e)
		c.After[i] = c.Before[i].Rate([]Encounter{e}, 0, b.settings.Tau)
	}
	for i, player := range c.Players {
		first := entries[i].First
		if entries[i].Games == 0 {
			first = r.Ended
		}
		b.pools[pool][player] = Entry{Player: player, Rating: c.After[i], Games: entries[i].Games + 1, First: first, Last: r.Ended}
	}
	return c
}

// entry is a player's standing at a time, his deviation grown since his last game.
func (b *Book) entry(pool, player string, at time.Time) Entry {
	if b.pools[pool] == nil {
		b.pools[pool] = map[string]Entry{}
	}
	e, ok := b.pools[pool][player]
	if !ok {
		return Entry{Player: player, Rating: Unrated()}
	}
	e.Rating = e.Rating.Aged(float64(at.Sub(e.Last)) / float64(b.settings.Period))
	return e
}

// Relearn estimates the biases anew from all games so far, each looked at with what is
// known by now of its players: at their first games nothing was. [Compute] does so when a
// season begins; a caller does who wants to show what has been learnt in the present one.
func (b *Book) Relearn() {
	for f, games := range b.counted {
		trials := make([]Trial, len(games))
		for i, r := range games {
			pool := b.pools[f.Ruleset]
			trials[i] = Trial{pool[r.First].Rating.Rating - pool[r.Second].Rating.Rating, r.Score}
		}
		b.biases[f] = EstimateBias(trials, b.settings.Prior)
	}
}

// InForce is the bias by which the games of a season are rated; before its first game ended, and
// for what nothing was known of then, it is 0 with the error of the prior.
func (b *Book) InForce(season int, f Favour) Bias {
	if bias, ok := b.fixed[season][f]; ok {
		return bias
	}
	return Bias{Error: b.settings.Prior}
}

// Bias is what is known of the bias of a scenario. Before its first game it is 0, with the
// error of the prior.
func (b *Book) Bias(f Favour) Bias {
	if bias, ok := b.biases[f]; ok {
		return bias
	}
	return Bias{Error: b.settings.Prior}
}

// Changes are all games with what they did, in the order of their end: for each that counts
// one in the pool of its ruleset and one in that of the club.
func (b *Book) Changes() []Change { return b.changes }

// Rating is a player's standing in a pool at a time; one who never played is [Unrated].
func (b *Book) Rating(pool, player string, at time.Time) Entry {
	e, ok := b.pools[pool][player]
	if !ok {
		return Entry{Player: player, Rating: Unrated(), Uncertain: true}
	}
	e.Rating = e.Rating.Aged(float64(at.Sub(e.Last)) / float64(b.settings.Period))
	e.Uncertain = e.Rating.Deviation > b.settings.Uncertain
	return e
}

// List is a pool at a time, the best first.
func (b *Book) List(pool string, at time.Time) []Entry {
	var out []Entry
	for player := range b.pools[pool] {
		out = append(out, b.Rating(pool, player, at))
	}
	slices.SortFunc(out, func(x, y Entry) int {
		return cmp.Or(cmp.Compare(y.Rating.Rating, x.Rating.Rating), cmp.Compare(x.Player, y.Player))
	})
	return out
}
