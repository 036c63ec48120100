package ratings

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/host/clock"
	"keryx/adjudicator/host/season"
	"keryx/adjudicator/league"
	"keryx/adjudicator/league/rating"
	"keryx/store"
	"keryx/templates"
)

// Ratings are computed anew from all results of all seasons each time that they are asked
// for, so that a ruling on an old result needs nothing else.

// Uncertain is the deviation above which a rating is shown with a question mark.
var Uncertain = int(rating.Default().Uncertain)

// Ratings lists the ratings of a ruleset, or of the club where it is empty.
func (rt *Ratings) Ratings(ctx context.Context, pool string) (list []templates.LeagueRating, err error) {
	err = rt.Store.View(ctx, func(tx store.ReadTx) error {
		list, err = rt.RatingsIn(tx, pool)
		return err
	})
	return list, err
}

func (rt *Ratings) RatingsIn(tx store.ReadTx, pool string) ([]templates.LeagueRating, error) {
	book, err := ratingBook(tx)
	if err != nil {
		return nil, err
	}
	entries := book.List(pool, rt.Now())
	names := apartIn(clock.NamesIn(tx), entries)
	var out []templates.LeagueRating
	for i, e := range entries {
		out = append(out, templates.LeagueRating{Place: i + 1, Name: names(e.Player), Rating: int(math.Round(e.Rating.Rating)),
			Deviation: int(math.Round(e.Rating.Deviation)), Games: e.Games, Uncertain: e.Uncertain})
	}
	return out, nil
}

// apartIn numbers those whom the club shows by one name, in the order of their first rated games.
func apartIn(names func(string) string, entries []rating.Entry) func(string) string {
	ordered := slices.Clone(entries)
	slices.SortFunc(ordered, func(a, b rating.Entry) int {
		return cmp.Or(a.First.Compare(b.First), cmp.Compare(a.Player, b.Player))
	})
	shared, shown := map[string]int{}, map[string]string{}
	for _, e := range ordered {
		shared[names(e.Player)]++
	}
	number := map[string]int{}
	for _, e := range ordered {
		name := names(e.Player)
		if shown[e.Player] = name; shared[name] > 1 {
			number[name]++
			shown[e.Player] = fmt.Sprintf("%s (%d)", name, number[name])
		}
	}
	return func(address string) string { return shown[address] }
}

// RatingBook computes all ratings from all results; players are known by their addresses.
func (rt *Ratings) RatingBook(ctx context.Context) (book *rating.Book, err error) {
	err = rt.Store.View(ctx, func(tx store.ReadTx) error {
		book, err = ratingBook(tx)
		return err
	})
	return book, err
}

// ScenarioBias is by how much the first side of a scenario is the better one: as all results so
// far have it, and as the games of the newest season are rated.
type ScenarioBias struct {
	Ruleset, Scenario string
	Side              string // the first
	rating.Bias
	Season  string // the newest that plays the scenario
	InForce rating.Bias
}

// Biases are what is known of the scenarios that leagues play, of one ruleset or of all.
func (rt *Ratings) Biases(ctx context.Context, ruleset string) (out []ScenarioBias, err error) {
	err = rt.Store.View(ctx, func(tx store.ReadTx) error {
		out, err = biases(tx, ruleset)
		return err
	})
	return out, err
}

func biases(tx store.ReadTx, ruleset string) (out []ScenarioBias, err error) {
	book, err := ratingBook(tx)
	if err != nil {
		return nil, err
	}
	book.Relearn()
	seasons, err := season.All(tx)
	for n, s := range slices.Backward(seasons) {
		r := s.State.Rules
		known := slices.ContainsFunc(out, func(o ScenarioBias) bool { return o.Ruleset == r.Ruleset && o.Scenario == r.Scenario })
		if known || ruleset != "" && r.Ruleset != ruleset {
			continue
		}
		f := rating.Favour{Ruleset: r.Ruleset, Scenario: r.Scenario}
		out = append(out, ScenarioBias{Ruleset: r.Ruleset, Scenario: r.Scenario, Side: r.Sides[0], Bias: book.Bias(f), Season: s.ID, InForce: book.InForce(n, f)})
	}
	slices.SortFunc(out, func(a, b ScenarioBias) int {
		return cmp.Or(cmp.Compare(a.Ruleset, b.Ruleset), cmp.Compare(a.Scenario, b.Scenario))
	})
	return out, err
}

// BiasesTold says them in a language.
func BiasesTold(tx store.ReadTx, lang, ruleset string) (list []adjudicator.Phrase, err error) {
	all, err := biases(tx, ruleset)
	whole := func(x float64) int { return int(math.Round(x)) }
	for _, b := range all {
		low, high := b.Interval()
		p := templates.For(lang, b.Ruleset)
		list = append(list, adjudicator.Say("league.bias", "Game", p.Say(b.Ruleset+".name"), "Scenario", b.Scenario,
			"Side", p.Term(adjudicator.Term{Kind: "side", ID: b.Side}), "Points", whole(b.Points), "Low", whole(low), "High", whole(high),
			"Count", b.Games, "Season", b.Season, "InForce", whole(b.InForce.Points)))
	}
	return list, err
}

// RatingBookOf computes the ratings from what is shown of each season.
func (rt *Ratings) RatingBookOf(ctx context.Context, shown func(*season.Season) (*league.State, error)) (book *rating.Book, err error) {
	err = rt.Store.View(ctx, func(tx store.ReadTx) error {
		book, err = ratingBookOf(tx, shown)
		return err
	})
	return book, err
}

func ratingBook(tx store.ReadTx) (*rating.Book, error) {
	return ratingBookOf(tx, func(s *season.Season) (*league.State, error) { return s.State, nil })
}

func ratingBookOf(tx store.ReadTx, shown func(*season.Season) (*league.State, error)) (*rating.Book, error) {
	seasons, err := season.All(tx)
	if err != nil {
		return nil, err
	}
	var all []rating.Result
	settings := rating.Default()
	settings.LeastTurns = 0 // each league has its own
	for n, s := range seasons {
		ended := s.ResultTimes()
		state, err := shown(s)
		if err != nil {
			return nil, err
		}
		for _, g := range state.AllGames() {
			res := g.Result
			if res == nil || !g.Started {
				continue
			}
			players, rated := [2]string{s.People[g.First], s.People[g.Second]}, !unrated(s, *res)
			if rated {
				if players, rated, err = ratedFor(tx, s, g); err != nil {
					return nil, err
				}
			}
			score := 0.5
			switch res.Winner {
			case g.First:
				score = 1
			case g.Second:
				score = 0
			}
			all = append(all, rating.Result{Game: s.ID + "/" + g.ID, Ruleset: s.State.Rules.Ruleset, Scenario: s.State.Rules.Scenario,
				First: players[0], Second: players[1], Score: score, Ended: ended[g.ID], Turns: res.Turns, Season: n, Unrated: !rated})
		}
	}
	return rating.Compute(settings, all)
}
