package host

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"keryx/adjudicator"
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
func plannedUpgrade(tx store.ReadTx, game string) (*upgradeBody, error) {
	text, err := tx.Setting(upgradeSetting(game))
	if errors.Is(err, store.ErrNotFound) || err == nil && len(text) == 0 {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var plan upgradeBody
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
func (h *Host) PlanUpgrade(ctx context.Context, id, to, reason string) (up Upgrade, err error) {
	err = h.Store.Update(ctx, func(tx store.Tx) error {
		game, err := gameNamed(tx, id)
		if err != nil {
			return err
		}
		if err := staysHere(tx, id); err != nil {
			return err
		}
		rules, err := upgradeTo(tx, game, to, reason)
		if err != nil {
			return err
		}
		up = Upgrade{Game: id, From: game.RulesetVersion, To: rules.Info().Version, Turn: game.Turn + 1, Reason: reason}
		if _, err := adjudicator.OpenVersion(game.Ruleset, game.RulesetVersion); err != nil {
			up.Turn, up.Now = game.Turn, true
			return h.goOverNow(tx, game, rules, up, err)
		}
		text, err := json.Marshal(upgradeBody{Turn: up.Turn, From: up.From, To: up.To, Reason: reason})
		if err != nil {
			return err
		}
		if err := tx.SetSetting(upgradeSetting(id), text); err != nil {
			return err
		}
		return h.tellUpgrade(tx, game, "upgrade-planned", up, "")
	})
	if err == nil {
		_, err = h.retrySetAside(ctx, id, 0)
	}
	if err != nil {
		return up, err
	}
	h.Log.Info("a game goes over to other rules", "game", id, "from", up.From, "to", up.To, "turn", up.Turn, "reason", reason)
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
		return nil, &SettingError{"reason", reason, "a sentence for both players that says why"}
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
	if _, err := convert(game, snap, rules); err != nil {
		return nil, refuse("its position does not fit", err)
	}
	return rules, nil
}

// CancelUpgrade takes back what was decided for a game and waits for its next turn, and
// tells the players. A *[UpgradeError] says that nothing waits.
func (h *Host) CancelUpgrade(ctx context.Context, id string) error {
	return h.Store.Update(ctx, func(tx store.Tx) error {
		game, err := gameNamed(tx, id)
		if err != nil {
			return err
		}
		plan, err := PlannedUpgrade(tx, game)
		if err != nil {
			return err
		}
		if plan == nil {
			return &SettingError{"game", id, "one that is to go over to another version when its next turn begins"}
		}
		if err := tx.SetSetting(upgradeSetting(id), nil); err != nil {
			return err
		}
		return h.tellUpgrade(tx, game, "upgrade-cancelled", *plan, "")
	})
}

// upgradeDue goes over to other rules before a turn is opened, if that was decided. Where
// the position has come to something that the new rules do not take, the game goes on as
// it was, and everybody is told why.
func (h *Host) upgradeDue(tx store.Tx, p *position, snap adjudicator.Snapshot) (adjudicator.Snapshot, error) {
	plan, err := plannedUpgrade(tx, p.game.ID)
	if err != nil || plan == nil {
		return snap, err
	}
	if err := tx.SetSetting(upgradeSetting(p.game.ID), nil); err != nil {
		return snap, err
	}
	up := Upgrade{Game: p.game.ID, From: p.game.RulesetVersion, To: plan.To, Turn: snap.Turn, Reason: plan.Reason}
	rules, err := adjudicator.OpenVersion(p.game.Ruleset, plan.To)
	next := snap
	if err == nil {
		next, err = convert(p.game, snap, rules)
	}
	if err != nil {
		h.Log.Error("a game cannot go over to other rules", "game", p.game.ID, "to", plan.To, "error", err)
		return snap, h.tellUpgrade(tx, p.game, "upgrade-failed", up, err.Error())
	}
	if err := h.goOver(tx, p, rules, up); err != nil {
		return snap, err
	}
	return next, h.tellUpgrade(tx, p.game, "upgraded", up, "")
}

// goOver writes into the ledger, and notes with the game, that it is played by other rules
// from a turn on.
func (h *Host) goOver(tx store.Tx, p *position, rules adjudicator.Ruleset, up Upgrade) error {
	body, err := json.Marshal(upgradeBody{Turn: up.Turn, From: up.From, To: up.To, Reason: up.Reason})
	if err != nil {
		return err
	}
	if err := p.append(tx, h.next(p, adjudicator.Upgrade, "", body), evidence{}); err != nil {
		return err
	}
	p.rules, p.info = rules, rules.Info()
	p.game.RulesetVersion = p.info.Version
	if err := tx.UpdateGame(p.game); err != nil {
		return fmt.Errorf("game %s: %w", p.game.ID, err)
	}
	return nil
}

// goOverNow goes over in the turn in play, of which nothing has been played: the rules
// that the game had are gone. Both sides are asked again.
func (h *Host) goOverNow(tx store.Tx, game store.Game, rules adjudicator.Ruleset, up Upgrade, gone error) error {
	stored, err := tx.LatestSnapshot(game.ID)
	if err != nil {
		return fmt.Errorf("game %s: its snapshot: %w", game.ID, err)
	}
	begun, err := turnBegun(tx, game.ID)
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
	next, err := convert(game, snap, rules)
	if err != nil {
		return &UpgradeError{game.ID, up.To, "its position does not fit", err}
	}
	p := &position{game: game, rules: rules, info: rules.Info()}
	if err := errors.Join(p.loadSeats(tx), p.loadLast(tx)); err != nil {
		return err
	}
	if err := h.goOver(tx, p, rules, up); err != nil {
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
	return errors.Join(tx.SetSetting(upgradeSetting(game.ID), nil), tx.SetSetting(brokenSetting+game.ID, nil),
		tx.SetSetting(brokenSinceSetting+game.ID, nil), h.askAnew(tx, game.ID, up))
}

// askAnew tells both sides that the rules have changed under a turn that nobody has
// answered in, and asks them by the new ones.
func (h *Host) askAnew(tx store.Tx, id string, up Upgrade) error {
	p, err := load(tx, id)
	if err != nil {
		return &UpgradeError{id, up.To, "the turn does not begin", err}
	}
	defer p.close()
	if err := h.tellUpgrade(tx, p.game, "upgraded", up, ""); err != nil {
		return err
	}
	for i := range p.seats {
		if p.session.Asked(adjudicator.Side(i)) == nil {
			continue
		}
		if p.seats[i].ReportedTurn == p.game.Turn && p.seats[i].ReportedEvent > len(p.session.Events()) {
			return &UpgradeError{id, up.To, "what happened at the beginning of the turn would not have happened by its rules", nil}
		}
		p.seats[i].Deadline = nil // it may have passed while nothing could be done
		if err := h.report(tx, p, adjudicator.Side(i), templates.Asked, "", nil); err != nil {
			return err
		}
	}
	return nil
}

// tellUpgrade tells both players, and the referee, what becomes of the rules of a game. A
// fault may name what is hidden, and is for the referee alone.
func (h *Host) tellUpgrade(tx store.Tx, game store.Game, key string, up Upgrade, fault string) error {
	once := fmt.Sprint(h.Now().UTC().Format(time.RFC3339Nano), " ", up.Turn, " ", up.To)
	args := []any{"Game", game.ID, "From", up.From, "To", up.To, "Turn", up.Turn, "Reason", up.Reason}
	seats, err := tx.SeatsOf(game.ID)
	if err != nil {
		return err
	}
	for _, seat := range seats {
		readers, err := readers(tx, game, seat)
		if err != nil {
			return err
		}
		for _, address := range readers {
			player, err := tx.Player(address)
			if err != nil {
				return fmt.Errorf("game %s: a player of %s: %w", game.ID, seat.Side, err)
			}
			if err := h.tellPlayer(tx, player, seat, key, once, args...); err != nil {
				return err
			}
		}
	}
	if fault != "" {
		key += "-why"
	}
	return h.tellReferee(tx, game, notice{key: key, once: once, args: append(args, "Fault", fault)})
}
