package leagues

import (
	"cmp"
	"context"
	"slices"
	"time"

	"keryx/adjudicator"
	"keryx/adjudicator/host/clock"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/ratings"
	"keryx/adjudicator/host/season"
	"keryx/adjudicator/host/watch"
	"keryx/adjudicator/league"
	"keryx/store"
	"keryx/templates"
)

// Names returns a finder of players' names by their addresses, as they are now.
func (lg *Leagues) Names(ctx context.Context) func(address string) string {
	return func(address string) (name string) {
		name = address
		if err := lg.Store.View(ctx, func(tx store.ReadTx) error {
			name = clock.NamesIn(tx)(address)
			return nil
		}); err != nil {
			lg.Log.Warn("cannot look up a player", "error", err)
		}
		return name
	}
}

// Preview is what the next rounds of a season would be, and when it ends.
type Preview struct {
	Season *season.Season
	Rounds []PreviewRound
	Games  int // without a result
	// Pace is how long a game of this scenario takes here; 0 if none was finished. Ends is when
	// the season ends at that pace.
	Pace     time.Duration
	Measured int
	Ends     time.Time
}

// PreviewRound is the next round of a division, with the reason for each pairing.
type PreviewRound struct {
	Division, Round int
	Fixtures        []league.Fixture
	Reasons         []adjudicator.Phrase
	Not             error // why there is no such round; nil if there is one
}

// PreviewLeague tells what the next rounds would be and when the season ends, and changes nothing.
func (lg *Leagues) PreviewLeague(ctx context.Context, id string) (p Preview, err error) {
	err = lg.Store.View(ctx, func(tx store.ReadTx) error {
		s, err := clock.LoadSeason(tx, id)
		if err != nil {
			return err
		}
		p = Preview{Season: s, Games: len(s.State.Open())}
		for i := range s.State.Divisions {
			next, why, err := s.State.Pair(i)
			if err != nil {
				if !s.State.Rules.Format.Challenges() {
					p.Rounds = append(p.Rounds, PreviewRound{Division: i, Not: err})
				}
				continue
			}
			p.Rounds = append(p.Rounds, PreviewRound{Division: i, Round: next.Round, Fixtures: next.Fixtures, Reasons: byName(s, why, s.Apart(clock.NamesIn(tx)))})
		}
		if p.Pace, p.Measured, err = pace(tx, s.State.Rules.Ruleset, s.State.Rules.Scenario); err != nil || p.Pace == 0 {
			return err
		}
		p.Ends = endsAt(s, lg.Now(), p.Pace)
		return nil
	})
	return p, err
}

// endsAt is when a season ends at a pace: not before the days on which its rounds begin, and not
// after the day on which what is not finished is adjudicated.
func endsAt(s *season.Season, now time.Time, pace time.Duration) time.Time {
	t, r := s.State.Terms, s.State.Rules
	begins := post.Later(now, t.Begins)
	at := begins.Add(pace * time.Duration(s.GamesAhead()))
	if r.Format.ByRounds() && t.Round > 0 {
		for i, d := range s.State.Divisions {
			last := begins.Add(t.Round * time.Duration(max(0, r.Rounds-1))) // when the last round begins
			if n := len(d.Rounds); n > 0 {
				last = s.Rounds[i].Add(t.Round * time.Duration(r.Rounds-n))
			}
			at = post.Later(at, last.Add(pace))
		}
	}
	return at
}

// pace is the middle of the times that finished games of a scenario took.
func pace(tx store.ReadTx, ruleset, scenario string) (time.Duration, int, error) {
	games, err := tx.Games()
	if err != nil {
		return 0, 0, err
	}
	var took []time.Duration
	for _, game := range games {
		if game.Status != store.Ended || game.Ruleset != ruleset || game.Scenario != scenario {
			continue
		}
		if _, cancelled, err := watch.Cancelled(tx, game.ID); err != nil || cancelled {
			if err != nil {
				return 0, 0, err
			}
			continue
		}
		head, err := tx.Head(game.ID)
		if err != nil {
			return 0, 0, err
		}
		last, err := tx.Entries(game.ID, head.Seq)
		if err != nil {
			return 0, 0, err
		}
		if len(last) > 0 {
			took = append(took, last[0].Time.Sub(game.Created))
		}
	}
	if len(took) == 0 {
		return 0, 0, nil
	}
	slices.SortFunc(took, cmp.Compare)
	return took[len(took)/2], len(took), nil
}

// LeagueReport is the text that a club's newsletter can print of a season, in a language.
func (lg *Leagues) LeagueReport(ctx context.Context, id, lang string) (text string, err error) {
	err = lg.Store.View(ctx, func(tx store.ReadTx) error {
		s, err := clock.LoadSeason(tx, id)
		if err != nil {
			return err
		}
		names := s.Apart(clock.NamesIn(tx))
		part := leaguePart(tx, s)
		part.Rules, part.Asked = leagueRules(lang, s), []string{"results"}
		part.Results = resultsOf(s, names)
		order(s, &part, "", names)
		if part.Ratings, err = lg.Ratings.RatingsIn(tx, s.State.Rules.Ruleset); err != nil {
			return err
		}
		if part.Biases, err = ratings.BiasesTold(tx, lang, s.State.Rules.Ruleset); err != nil {
			return err
		}
		part.Uncertain = ratings.Uncertain
		won := ""
		if s.State.Closed != nil {
			won = champions(lang, s, names)
		}
		text, err = templates.LeagueText(lang, part, won)
		return err
	})
	return text, err
}
