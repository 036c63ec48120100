package host

import (
	"cmp"
	"context"
	"slices"
	"time"

	"keryx/adjudicator"
	"keryx/adjudicator/host/season"
	"keryx/adjudicator/league"
	"keryx/adjudicator/league/rating"
	"keryx/store"
	"keryx/templates"
)

// Names returns a finder of players' names by their addresses, as they are now.
func (h *Host) Names(ctx context.Context) func(address string) string {
	return func(address string) (name string) {
		name = address
		if err := h.Store.View(ctx, func(tx store.ReadTx) error {
			name = namesIn(tx)(address)
			return nil
		}); err != nil {
			h.Log.Warn("cannot look up a player", "error", err)
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
}

// PreviewLeague tells what the next rounds would be and when the season ends, and changes nothing.
func (h *Host) PreviewLeague(ctx context.Context, id string) (p Preview, err error) {
	err = h.Store.View(ctx, func(tx store.ReadTx) error {
		s, err := loadSeason(tx, id)
		if err != nil {
			return err
		}
		p = Preview{Season: s, Games: len(s.State.Open())}
		for i := range s.State.Divisions {
			next, why, err := s.State.Pair(i)
			if err != nil {
				continue // there is no further round
			}
			p.Rounds = append(p.Rounds, PreviewRound{Division: i, Round: next.Round, Fixtures: next.Fixtures, Reasons: byName(s, why, namesIn(tx))})
		}
		if p.Pace, p.Measured, err = h.pace(tx, s.State.Rules.Ruleset, s.State.Rules.Scenario); err != nil || p.Pace == 0 {
			return err
		}
		p.Ends = h.Now().Add(p.Pace * time.Duration(longest(s)))
		return nil
	})
	return p, err
}

// longest is how many games must follow each other before the season is over: as many as the
// busiest entrant has before him, by as many as he plays at once.
func longest(s *season.Season) (rows int) {
	left := map[string]int{}
	for _, g := range s.State.Open() {
		left[g.First]++
		left[g.Second]++
	}
	for e, n := range left {
		most := max(1, s.State.Entrants[e].Most)
		rows = max(rows, (n+most-1)/most)
	}
	switch r := s.State.Rules; r.Format {
	case league.Swiss:
		for _, d := range s.State.Divisions {
			rows = max(rows, r.Rounds-len(d.Rounds)+min(1, rows))
		}
	case league.KnockOut:
		for _, d := range s.State.Divisions {
			rounds := 0
			for n := 1; n < len(d.Order); n *= 2 {
				rounds++
			}
			rows = max(rows, rounds-len(d.Rounds)+min(1, rows))
		}
	}
	return rows
}

// pace is the middle of the times that finished games of a scenario took.
func (h *Host) pace(tx store.ReadTx, ruleset, scenario string) (time.Duration, int, error) {
	games, err := tx.Games()
	if err != nil {
		return 0, 0, err
	}
	var took []time.Duration
	for _, game := range games {
		if game.Status != store.Ended || game.Ruleset != ruleset || game.Scenario != scenario {
			continue
		}
		if _, cancelled, err := Cancelled(tx, game.ID); err != nil || cancelled {
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

// ScenarioBias is by how much the first side of a scenario is the better one.
type ScenarioBias struct {
	Ruleset, Scenario string
	rating.Bias
}

// Biases are what is known of the scenarios that leagues play, by name.
func (h *Host) Biases(ctx context.Context) (out []ScenarioBias, err error) {
	err = h.Store.View(ctx, func(tx store.ReadTx) error {
		out = nil
		book, err := ratingBook(tx)
		if err != nil {
			return err
		}
		book.Relearn()
		seasons, err := season.All(tx)
		for _, s := range seasons {
			b := ScenarioBias{Ruleset: s.State.Rules.Ruleset, Scenario: s.State.Rules.Scenario}
			if slices.ContainsFunc(out, func(o ScenarioBias) bool { return o.Ruleset == b.Ruleset && o.Scenario == b.Scenario }) {
				continue
			}
			b.Bias = book.Bias(rating.Favour{Ruleset: b.Ruleset, Scenario: b.Scenario})
			out = append(out, b)
		}
		return err
	})
	return out, err
}

// LeagueReport is the text that a club's newsletter can print of a season, in a language.
func (h *Host) LeagueReport(ctx context.Context, id, lang string) (text string, err error) {
	err = h.Store.View(ctx, func(tx store.ReadTx) error {
		s, err := loadSeason(tx, id)
		if err != nil {
			return err
		}
		names := namesIn(tx)
		part := h.leaguePart(tx, s)
		part.Rules, part.Asked = h.leagueRules(lang, s), []string{"results"}
		part.Results = h.resultsOf(s, names)
		if s.State.Begun() {
			for i := range s.State.Divisions {
				part.Tables = append(part.Tables, h.tableOf(s, i, names))
			}
		}
		if part.Ratings, err = h.ratings(tx, s.State.Rules.Ruleset); err != nil {
			return err
		}
		champions := ""
		if s.State.Closed != nil {
			champions = h.champions(lang, s, names)
		}
		text, err = templates.LeagueText(lang, part, champions)
		return err
	})
	return text, err
}
