package host

import (
	"encoding/json"
	"fmt"
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/dice"
	"keryx/store"
)

// upgradeBody is the body of a [adjudicator.Upgrade] entry.
type upgradeBody struct {
	Turn   int    `json:"turn"` // the first one that is played by the new rules
	From   string `json:"from"`
	To     string `json:"to"`
	Reason string `json:"reason"`
}

// convert brings the start of a turn to other rules, and tries whether the turn can begin
// under them.
func convert(game store.Game, snap adjudicator.Snapshot, rules adjudicator.Ruleset) (next adjudicator.Snapshot, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	info := rules.Info()
	for id, value := range snap.Setup.Options {
		i := slices.IndexFunc(info.Options, func(o adjudicator.Option) bool { return o.ID == id })
		if i < 0 || !slices.Contains(info.Options[i].Values, value) {
			return next, fmt.Errorf("the reading %s=%s that it is played with is unknown", id, value)
		}
	}
	g, err := rules.Load(snap.Setup, snap.State)
	if err != nil {
		return next, err
	}
	if err := g.Invariants(); err != nil {
		return next, err
	}
	next = snap
	next.Version, next.State = info.Version, g.State()
	trial, err := adjudicator.Open(rules, next, dice.NewTurn(dice.ByEntry, dice.Secret(game.Secret), game.ID, snap.Turn), 1, dice.Head{})
	if err != nil {
		return next, err
	}
	trial.Close()
	return next, nil
}

// upgrades lists the entries of a ledger by which a game has gone over to other rules, by
// the first turn that is played by them.
func upgrades(entries []store.Entry) (byTurn map[int][]upgradeBody, err error) {
	byTurn = map[int][]upgradeBody{}
	void := givenUp(entries)
	for _, e := range entries {
		if void[e.Seq] || e.Kind != string(adjudicator.Upgrade) {
			continue
		}
		var body upgradeBody
		if err := json.Unmarshal(e.Body, &body); err != nil {
			return nil, fmt.Errorf("%w: ledger entry %d: %w", ErrReplay, e.Seq, err)
		}
		byTurn[body.Turn] = append(byTurn[body.Turn], body)
	}
	return byTurn, nil
}

// rulesAt returns the rules that a snapshot of a game was played by. The error matches
// [ErrReplay].
func (p *position) rulesAt(version string) (adjudicator.Ruleset, error) {
	if version == p.info.Version {
		return p.rules, nil
	}
	rules, err := adjudicator.OpenVersion(p.game.Ruleset, version)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrReplay, err)
	}
	return rules, nil
}

// again is the same game at an earlier turn, by the rules of that turn.
func (p *position) again(snap store.Snapshot) (*position, error) {
	rules, err := p.rulesAt(snap.Version)
	if err != nil {
		return nil, err
	}
	return &position{game: p.game, rules: rules, info: rules.Info()}, nil
}
