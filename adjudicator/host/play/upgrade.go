package play

import (
	"encoding/json"
	"fmt"
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/dice"
	"keryx/store"
)

// UpgradeBody is the body of a [adjudicator.Upgrade] entry.
type UpgradeBody struct {
	Turn   int    `json:"turn"` // the first one that is played by the new rules
	From   string `json:"from"`
	To     string `json:"to"`
	Reason string `json:"reason"`
}

// Convert brings the start of a turn to other rules, and tries whether the turn can begin
// under them.
func Convert(game store.Game, snap adjudicator.Snapshot, rules adjudicator.Ruleset) (next adjudicator.Snapshot, err error) {
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
func upgrades(entries []store.Entry) (byTurn map[int][]UpgradeBody, err error) {
	byTurn = map[int][]UpgradeBody{}
	void := GivenUp(entries)
	for _, e := range entries {
		if void[e.Seq] || e.Kind != string(adjudicator.Upgrade) {
			continue
		}
		var body UpgradeBody
		if err := json.Unmarshal(e.Body, &body); err != nil {
			return nil, fmt.Errorf("%w: ledger entry %d: %w", ErrReplay, e.Seq, err)
		}
		byTurn[body.Turn] = append(byTurn[body.Turn], body)
	}
	return byTurn, nil
}

// rulesAt returns the rules that a snapshot of a game was played by. The error matches
// [ErrReplay].
func (p *Position) rulesAt(version string) (adjudicator.Ruleset, error) {
	if version == p.Info.Version {
		return p.Rules, nil
	}
	rules, err := adjudicator.OpenVersion(p.Game.Ruleset, version)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrReplay, err)
	}
	return rules, nil
}

// Again is the same game at an earlier turn, by the rules of that turn.
func (p *Position) Again(snap store.Snapshot) (*Position, error) {
	rules, err := p.rulesAt(snap.Version)
	if err != nil {
		return nil, err
	}
	return &Position{Game: p.Game, Rules: rules, Info: rules.Info()}, nil
}
