package ruletest

import (
	"fmt"

	"keryx/adjudicator"
)

// player looks at the player of a [adjudicator.Bot]: he answers legally, the same with
// the same randomness and whatever is hidden from him, and changes nothing by thinking.
//
// The plans that are proposed are looked at of any game.
func player(t *trial) {
	if proposals(t); t.failed() {
		return
	}
	bot, ok := t.rules.(adjudicator.Bot)
	if !ok {
		return
	}
	for seed := range t.seeds(max(2, t.Games/2)) {
		if err := t.thinks(bot, seed); err != nil {
			t.fail("game %d (%s): %v", seed, described(t.setup(seed)), err)
		}
		if err := t.playsAlone(seed); err != nil {
			t.fail("game %d (%s): %v", seed, described(t.setup(seed)), err)
		}
		if t.failed() {
			return
		}
	}
	w := walker{trial: t, salt: 10, hushed: true, look: func(p *place) error { return t.fair(bot, p) }}
	w.games(t.Games / 2)
}

// thinks plays a game at random twice, and lets a player think in one of them.
func (t *trial) thinks(bot adjudicator.Bot, seed uint64) error {
	first, err := t.recorded(seed, false, nil)
	if err != nil {
		return err
	}
	thinker := bot.Player(random(seed, 11))
	again, err := t.recorded(seed, false, func(p *place) error {
		if a := thinker.Answer(p.session, p.side, p.question); p.question.Form.Check(a) != nil {
			return fmt.Errorf("the player answers %v: %w", []any(a.Words()), p.question.Form.Check(a))
		}
		return nil
	})
	if err != nil {
		return err
	}
	if err := first.compare(again, false); err != nil {
		return fmt.Errorf("a player who only thinks has changed the game: %w", err)
	}
	return nil
}

// playsAlone plays a game between two such players twice.
func (t *trial) playsAlone(seed uint64) error {
	var played [2]adjudicator.Played
	for i := range played {
		game := adjudicator.Selfplay{Rules: t.rules, Setup: t.setup(seed), Seed: seed, Check: true, Replay: true, MaxAnswers: t.Answers}
		_, guided := t.rules.(adjudicator.Guide)
		err := game.Seat(adjudicator.SensiblePlayer, guided && seed%2 == 0)
		if err == nil {
			played[i], err = game.Run()
		}
		if err != nil {
			return fmt.Errorf("two of its players: %w", err)
		}
	}
	if a, b := played[0], played[1]; a.Answers != b.Answers || a.Result.Points != b.Result.Points {
		return fmt.Errorf("players with equal generators come to %d answers and %v, then to %d and %v", a.Answers, a.Result.Points, b.Answers, b.Result.Points)
	}
	return nil
}

// fair wants the same answer when something else is hidden from the player.
func (t *trial) fair(bot adjudicator.Bot, p *place) error {
	g, ok := p.session.Game().(adjudicator.Redealer)
	if !ok || p.session.Asked(p.side.Other()) != nil || p.rnd.IntN(4) != 0 {
		return nil
	}
	think := func() string {
		return fmt.Sprint([]any(bot.Player(random(p.seed, uint64(p.answers))).Answer(p.session, p.side, p.question).Words())...)
	}
	before := think()
	g.Redeal(p.side, p.rnd)
	if after := think(); after != before {
		return fmt.Errorf("the player answers %q, and with something else hidden from him %q", before, after)
	}
	return nil
}
