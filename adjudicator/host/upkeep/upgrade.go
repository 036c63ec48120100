package upkeep

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"keryx/adjudicator"
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/seating"
	"keryx/store"
	"keryx/templates"
)

// A game ends under the rules and data that it began with, unless somebody rules that it
// goes over to others. It does so between two turns: what was played stays played by the
// old rules, and a ledger entry says from which turn on the new ones hold, and why. Both
// players hear of it when it is decided and when it takes place.

// UpgradeError tells why a game cannot go over to other rules.
type UpgradeError struct {
	Game, To string
	Reason   string
	Err      error // may be nil
}

// Error says why, and how to mend it.
func (e *UpgradeError) Error() string {
	text := fmt.Sprintf("%s cannot go over to version %s: %s", e.Game, e.To, e.Reason)
	if e.Err != nil {
		text += ": " + e.Err.Error()
	}
	return text
}

// Unwrap returns what is behind it.
func (e *UpgradeError) Unwrap() error { return e.Err }

// Upgrade is a game's going over to other rules.
type Upgrade struct {
	Game, From, To string
	Turn           int // the first one that is played by the new rules
	Reason         string
	Now            bool // it has taken place
}

// upgradeSetting holds what was decided for a game and waits for its next turn.
func upgradeSetting(game string) string { return "upgrade/" + game }

// plannedUpgrade returns what waits; nil if nothing does.
func plannedUpgrade(tx store.ReadTx, game string) (*play.UpgradeBody, error) {
	text, err := tx.Setting(upgradeSetting(game))
	if errors.Is(err, store.ErrNotFound) || err == nil && len(text) == 0 {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var plan play.UpgradeBody
	if err := json.Unmarshal(text, &plan); err != nil {
		return nil, fmt.Errorf("what game %s is to go over to: %w", game, err)
	}
	return &plan, nil
}

// PlannedUpgrade returns what was decided for a game and waits for its next turn; nil if
// nothing was.
func PlannedUpgrade(tx store.ReadTx, game store.Game) (*Upgrade, error) {
	plan, err := plannedUpgrade(tx, game.ID)
	if err != nil || plan == nil {
		return nil, err
	}
	return &Upgrade{Game: game.ID, From: game.RulesetVersion, To: plan.To, Turn: game.Turn + 1, Reason: plan.Reason}, nil
}

// PlanUpgrade decides that a game goes over to another version of its ruleset, the newest
// where none is named, when its next turn begins; the players, and the referee, are told
// so, with the reason. A game whose own version is not known any more goes over at once, if
// nothing has been played in its turn yet. A *[UpgradeError] says what is in the way.
func (uk *Upkeep) PlanUpgrade(ctx context.Context, id, to, reason string) (up Upgrade, err error) {
	err = uk.Write(ctx, func(tx club.Tx) error {
		game, err := play.GameNamed(tx, id)
		if err != nil {
			return err
		}
		if err := seating.StaysHere(tx, id); err != nil {
			return err
		}
		rules, err := upgradeTo(tx, game, to, reason)
		if err != nil {
			return err
		}
		up = Upgrade{Game: id, From: game.RulesetVersion, To: rules.Info().Version, Turn: game.Turn + 1, Reason: reason}
		if _, err := adjudicator.OpenVersion(game.Ruleset, game.RulesetVersion); err != nil {
			up.Turn, up.Now = game.Turn, true
			return uk.goOverNow(tx, game, rules, up, err)
		}
		text, err := json.Marshal(play.UpgradeBody{Turn: up.Turn, From: up.From, To: up.To, Reason: reason})
		if err != nil {
			return err
		}
		if err := tx.SetSetting(upgradeSetting(id), text); err != nil {
			return err
		}
		return uk.tellUpgrade(tx, game, "upgrade-planned", up, "")
	})
	if err == nil {
		_, err = uk.RetrySetAside(ctx, id, 0)
	}
	if err != nil {
		return up, err
	}
	uk.Log.Info("a game goes over to other rules", "game", id, "from", up.From, "to", up.To, "turn", up.Turn, "reason", reason)
	return up, nil
}

// upgradeTo looks whether a game may go over to a version, and returns that.
func upgradeTo(tx store.ReadTx, game store.Game, to, reason string) (adjudicator.Ruleset, error) {
	refuse := func(why string, err error) error { return &UpgradeError{game.ID, to, why, err} }
	var rules adjudicator.Ruleset
	var err error
	if to == "" {
		if rules, err = adjudicator.Lookup(game.Ruleset); err != nil {
			return nil, refuse("there is none", err)
		}
		to = rules.Info().Version
	} else if rules, err = adjudicator.OpenVersion(game.Ruleset, to); err != nil {
		if missing := (*adjudicator.VersionError)(nil); errors.As(err, &missing) {
			return nil, refuse("this program has "+strings.Join(missing.Known, ", "), nil)
		}
		return nil, refuse("there is none", err)
	}
	switch {
	case strings.TrimSpace(reason) == "":
		return nil, &club.SettingError{Setting: "reason", Value: reason, Want: "a sentence for both players that says why"}
	case game.Status == store.Ended:
		return nil, refuse("it is over", nil)
	case to == game.RulesetVersion:
		return nil, refuse("it is played under that version already", nil)
	}
	stored, err := tx.LatestSnapshot(game.ID)
	if err != nil {
		return nil, fmt.Errorf("game %s: its snapshot: %w", game.ID, err)
	}
	var snap adjudicator.Snapshot
	if err := json.Unmarshal(stored.Body, &snap); err != nil {
		return nil, refuse("its snapshot does not read", err)
	}
	if _, err := play.Convert(game, snap, rules); err != nil {
		return nil, refuse("its position does not fit", err)
	}
	return rules, nil
}

// CancelUpgrade takes back what was decided for a game and waits for its next turn, and
// tells the players. A *[UpgradeError] says that nothing waits.
func (uk *Upkeep) CancelUpgrade(ctx context.Context, id string) error {
	return uk.Write(ctx, func(tx club.Tx) error {
		game, err := play.GameNamed(tx, id)
		if err != nil {
			return err
		}
		plan, err := PlannedUpgrade(tx, game)
		if err != nil {
			return err
		}
		if plan == nil {
			return &club.SettingError{Setting: "game", Value: id, Want: "one that is to go over to another version when its next turn begins"}
		}
		if err := tx.SetSetting(upgradeSetting(id), nil); err != nil {
			return err
		}
		return uk.tellUpgrade(tx, game, "upgrade-cancelled", *plan, "")
	})
}

// UpgradeDue goes over to other rules before a turn is opened, if that was decided. Where
// the position has come to something that the new rules do not take, the game goes on as
// it was, and everybody is told why.
func (uk *Upkeep) UpgradeDue(tx club.Tx, p *play.Position, snap adjudicator.Snapshot) (adjudicator.Snapshot, error) {
	plan, err := plannedUpgrade(tx, p.Game.ID)
	if err != nil || plan == nil {
		return snap, err
	}
	if err := tx.SetSetting(upgradeSetting(p.Game.ID), nil); err != nil {
		return snap, err
	}
	up := Upgrade{Game: p.Game.ID, From: p.Game.RulesetVersion, To: plan.To, Turn: snap.Turn, Reason: plan.Reason}
	rules, err := adjudicator.OpenVersion(p.Game.Ruleset, plan.To)
	next := snap
	if err == nil {
		next, err = play.Convert(p.Game, snap, rules)
	}
	if err != nil {
		uk.Log.Error("a game cannot go over to other rules", "game", p.Game.ID, "to", plan.To, "error", err)
		return snap, uk.tellUpgrade(tx, p.Game, "upgrade-failed", up, err.Error())
	}
	if err := uk.goOver(tx, p, rules, up); err != nil {
		return snap, err
	}
	return next, uk.tellUpgrade(tx, p.Game, "upgraded", up, "")
}

// goOver writes into the ledger, and notes with the game, that it is played by other rules
// from a turn on.
func (uk *Upkeep) goOver(tx club.Tx, p *play.Position, rules adjudicator.Ruleset, up Upgrade) error {
	body, err := json.Marshal(play.UpgradeBody{Turn: up.Turn, From: up.From, To: up.To, Reason: up.Reason})
	if err != nil {
		return err
	}
	if err := p.Append(tx, uk.Games.Next(p, adjudicator.Upgrade, "", body), club.Evidence{}); err != nil {
		return err
	}
	p.Rules, p.Info = rules, rules.Info()
	p.Game.RulesetVersion = p.Info.Version
	if err := tx.UpdateGame(p.Game); err != nil {
		return fmt.Errorf("game %s: %w", p.Game.ID, err)
	}
	return nil
}

// goOverNow goes over in the turn in play, of which nothing has been played: the rules
// that the game had are gone. Both sides are asked again.
func (uk *Upkeep) goOverNow(tx club.Tx, game store.Game, rules adjudicator.Ruleset, up Upgrade, gone error) error {
	stored, err := tx.LatestSnapshot(game.ID)
	if err != nil {
		return fmt.Errorf("game %s: its snapshot: %w", game.ID, err)
	}
	begun, err := post.TurnBegun(tx, game.ID)
	if err != nil {
		return err
	}
	if begun {
		return &UpgradeError{game.ID, up.To, fmt.Sprintf("turn %d has been begun under version %s, and must be ended under it, which this program cannot", game.Turn, up.From), gone}
	}
	var snap adjudicator.Snapshot
	if err := json.Unmarshal(stored.Body, &snap); err != nil {
		return fmt.Errorf("game %s: its snapshot: %w", game.ID, err)
	}
	next, err := play.Convert(game, snap, rules)
	if err != nil {
		return &UpgradeError{game.ID, up.To, "its position does not fit", err}
	}
	p := &play.Position{Game: game, Rules: rules, Info: rules.Info()}
	if err := errors.Join(p.LoadSeats(tx), p.LoadLast(tx)); err != nil {
		return err
	}
	if err := uk.goOver(tx, p, rules, up); err != nil {
		return err
	}
	if stored.Body, err = json.Marshal(next); err != nil {
		return err
	}
	stored.Version, stored.Hash = next.Version, sha256.Sum256(stored.Body)
	if err := tx.PutSnapshot(stored); err != nil {
		return fmt.Errorf("game %s: storing turn %d: %w", game.ID, next.Turn, err)
	}
	// Both are asked anew, with their full time.
	return errors.Join(tx.SetSetting(upgradeSetting(game.ID), nil), tx.SetSetting(post.BrokenSetting+game.ID, nil),
		tx.SetSetting(post.BrokenSinceSetting+game.ID, nil), uk.askAnew(tx, game.ID, up))
}

// askAnew tells both sides that the rules have changed under a turn that nobody has
// answered in, and asks them by the new ones.
func (uk *Upkeep) askAnew(tx club.Tx, id string, up Upgrade) error {
	p, err := play.Load(tx, id)
	if err != nil {
		return &UpgradeError{id, up.To, "the turn does not begin", err}
	}
	defer p.Close()
	if err := uk.tellUpgrade(tx, p.Game, "upgraded", up, ""); err != nil {
		return err
	}
	for i := range p.Seats {
		if p.Session.Asked(adjudicator.Side(i)) == nil {
			continue
		}
		if p.Seats[i].ReportedTurn == p.Game.Turn && p.Seats[i].ReportedEvent > len(p.Session.Events()) {
			return &UpgradeError{id, up.To, "what happened at the beginning of the turn would not have happened by its rules", nil}
		}
		p.Seats[i].Deadline = nil // it may have passed while nothing could be done
		if err := uk.Reports.Report(tx, p, adjudicator.Side(i), templates.Asked, "", nil); err != nil {
			return err
		}
	}
	return nil
}

// tellUpgrade tells both players, and the referee, what becomes of the rules of a game. A
// fault may name what is hidden, and is for the referee alone.
func (uk *Upkeep) tellUpgrade(tx club.Tx, game store.Game, key string, up Upgrade, fault string) error {
	once := fmt.Sprint(uk.Now().UTC().Format(time.RFC3339Nano), " ", up.Turn, " ", up.To)
	args := []any{"Game", game.ID, "From", up.From, "To", up.To, "Turn", up.Turn, "Reason", up.Reason}
	seats, err := tx.SeatsOf(game.ID)
	if err != nil {
		return err
	}
	for _, seat := range seats {
		readers, err := post.Readers(tx, game, seat)
		if err != nil {
			return err
		}
		for _, address := range readers {
			player, err := tx.Player(address)
			if err != nil {
				return fmt.Errorf("game %s: a player of %s: %w", game.ID, seat.Side, err)
			}
			if err := uk.Letters.TellPlayer(tx, player, seat, key, once, args...); err != nil {
				return err
			}
		}
	}
	if fault != "" {
		key += "-why"
	}
	return uk.Letters.TellReferee(tx, game, post.Notice{Key: key, Once: once, Args: append(args, "Fault", fault)})
}
