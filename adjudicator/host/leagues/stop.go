package leagues

import (
	"fmt"

	"keryx/adjudicator"
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/season"
	"keryx/adjudicator/host/upkeep"
	"keryx/adjudicator/league"
	"keryx/store"
	"keryx/templates"
)

// A league stops a game that it waits for no longer: a player has withdrawn or never answered,
// the season is over, its referee has ruled. Such a game closes as any that is cut short does:
// seed and secret are published, so that its dice can be checked and the archive can show it.

// stopLeagueGame ends a game, and tells both players why; without a result where the league
// has none from play. One that cannot be played again publishes nothing: it is closed as if
// it had not been, and its referee is told what is wrong with it.
func (lg *Leagues) stopLeagueGame(tx club.Tx, id string, result *adjudicator.Result, why adjudicator.Phrase) error {
	if lg.heard != nil && lg.heard.dry {
		return nil
	}
	game, err := tx.Game(id)
	if err != nil || game.Status == store.Ended {
		return err
	}
	p, err := play.Load(tx, id)
	if play.IsBroken(err) {
		lg.Log.Error("a game that its league stops cannot be played again, and publishes nothing", "game", id, "error", err)
		if err := lg.Letters.TellBroken(tx, id, err); err != nil {
			return err
		}
		return upkeep.CloseCancelled(tx, game, why.Key)
	}
	if err != nil {
		return err
	}
	defer p.Close()
	if err := tx.SetSetting(play.PausedPrefix+id, nil); err != nil {
		return err
	}
	if err := lg.Seats.CutShort(tx, p, play.HowLeague, result); err != nil {
		return fmt.Errorf("game %s: stopping it: %w", id, err)
	}
	for i, seat := range p.Seats {
		if seat.Player == "" {
			continue
		}
		err := lg.Reports.Report(tx, p, adjudicator.Side(i), templates.GameOver, "", func(r *templates.Report) {
			r.View.Result, r.Cut, r.Stopped = result, true, why
			r.Question, r.OtherAsked, r.Starter = nil, false, ""
		})
		if err != nil {
			return fmt.Errorf("game %s: telling %s that it was stopped: %w", id, seat.Side, err)
		}
	}
	return nil
}

// adjudged is what the game itself says of a result that its league has given it; nil for one
// that nobody has played for.
func adjudged(s *season.Season, g league.Game, res league.Result) *adjudicator.Result {
	if res.How != league.ByAdjudication && res.How != league.ByPlay {
		return nil
	}
	r := &adjudicator.Result{Winner: adjudicator.Observer, Level: res.Level, Why: []adjudicator.Phrase{adjudicator.Say("why.league")}}
	switch res.Winner {
	case g.First:
		r.Winner = 0
	case g.Second:
		r.Winner = 1
	}
	return r
}
