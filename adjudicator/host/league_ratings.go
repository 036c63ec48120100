package host

import (
	"context"
	"math"

	"keryx/adjudicator/host/season"
	"keryx/adjudicator/league/rating"
	"keryx/store"
	"keryx/templates"
)

// Ratings are computed anew from all results of all seasons each time that they are asked
// for, so that a ruling on an old result needs nothing else.

// Ratings lists the ratings of a ruleset, or of the club where it is empty.
func (h *Host) Ratings(ctx context.Context, pool string) (list []templates.LeagueRating, err error) {
	err = h.Store.View(ctx, func(tx store.ReadTx) error {
		list, err = h.ratings(tx, pool)
		return err
	})
	return list, err
}

func (h *Host) ratings(tx store.ReadTx, pool string) ([]templates.LeagueRating, error) {
	book, err := ratingBook(tx)
	if err != nil {
		return nil, err
	}
	names := namesIn(tx)
	var out []templates.LeagueRating
	for i, e := range book.List(pool, h.Now()) {
		out = append(out, templates.LeagueRating{Place: i + 1, Name: names(e.Player), Rating: int(math.Round(e.Rating.Rating)),
			Deviation: int(math.Round(e.Rating.Deviation)), Games: e.Games, Uncertain: e.Uncertain})
	}
	return out, nil
}

// RatingBook computes all ratings from all results; players are known by their addresses.
func (h *Host) RatingBook(ctx context.Context) (book *rating.Book, err error) {
	err = h.Store.View(ctx, func(tx store.ReadTx) error {
		book, err = ratingBook(tx)
		return err
	})
	return book, err
}

func ratingBook(tx store.ReadTx) (*rating.Book, error) {
	seasons, err := season.All(tx)
	if err != nil {
		return nil, err
	}
	var all []rating.Result
	settings := rating.Default()
	settings.LeastTurns = 0 // each league has its own
	for n, s := range seasons {
		ended := s.ResultTimes()
		for _, g := range s.State.AllGames() {
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
