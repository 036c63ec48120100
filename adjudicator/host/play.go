package host

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"keryx/adjudicator"
	"keryx/adjudicator/dice"
	"keryx/adjudicator/host/season"
	"keryx/store"
)

// play takes an entry that moves the game: the session plays it, and if nothing
// is wrong with it, it is appended to the ledger and the turns that it ends are
// closed. If the outcome has faults nothing was stored and the position is spent.
func (h *Host) play(tx store.Tx, p *position, e adjudicator.Entry, ev evidence) (adjudicator.Outcome, error) {
	in, _, err := p.input(e)
	if err != nil {
		return adjudicator.Outcome{}, err
	}
	out, err := p.session.Take(in)
	if err != nil || len(out.Faults) > 0 {
		return out, err
	}
	h.did(StepPlayed)
	if err := p.append(tx, e, ev); err != nil {
		return out, err
	}
	for p.session.Ended() {
		if err := h.turnEnded(tx, p); err != nil {
			return out, err
		}
		if p.game.Status == store.Ended {
			break
		}
	}
	return out, nil
}

// turnEnded publishes the seed of the turn that was played, and opens the next
// turn or ends the game.
func (h *Host) turnEnded(tx store.Tx, p *position) error {
	if err := h.closeTurn(tx, p); err != nil {
		return err
	}
	if s := p.session; !s.Over() {
		return h.openTurn(tx, p, s.Snapshot())
	}
	return h.gameEnded(tx, p, p.session.Game().Result())
}

// closeTurn publishes the seed of the turn in play, of which nothing more is played.
func (h *Host) closeTurn(tx store.Tx, p *position) error {
	s := p.session
	seed := p.seed(s.Turn())
	p.chapters = append(p.chapters, chapter{s.Turn(), p.month, s.Events(), seed, s.Answers()})
	if err := p.append(tx, h.next(p, adjudicator.Reveal, "", revealBody(s.Turn(), seed)), evidence{}); err != nil {
		return err
	}
	return turnWatched(tx, p)
}

// openTurn commits to a turn's seed, stores the snapshot that the turn starts
// from, and plays to the first question.
func (h *Host) openTurn(tx store.Tx, p *position, snap adjudicator.Snapshot) error {
	snap, err := h.beforeTurn(tx, p, snap)
	if err != nil {
		return err
	}
	seed := p.seed(snap.Turn)
	if err := p.append(tx, h.next(p, adjudicator.Commit, "", commitBody(snap.Turn, seed)), evidence{}); err != nil {
		return err
	}
	snap.Chain = p.chain
	body, err := json.Marshal(snap)
	if err != nil {
		return fmt.Errorf("game %s: encoding turn %d: %w", p.game.ID, snap.Turn, err)
	}
	stored := store.Snapshot{Game: p.game.ID, Turn: snap.Turn, Seq: p.last.Seq, Body: body,
		Hash: sha256.Sum256(body), Version: snap.Version, Taken: h.Now()}
	if err := tx.PutSnapshot(stored); err != nil {
		return fmt.Errorf("game %s: storing turn %d: %w", p.game.ID, snap.Turn, err)
	}
	p.game.Turn = snap.Turn
	if err := tx.UpdateGame(p.game); err != nil {
		return fmt.Errorf("game %s: %w", p.game.ID, err)
	}
	return p.open(snap)
}

// gameEnded ends a game by its rules, or by a ruling.
func (h *Host) gameEnded(tx store.Tx, p *position, result *adjudicator.Result) error {
	return h.gameEndedBy(tx, p, "", result)
}

// gameEndedBy records the result and publishes the secret, so that every hidden
// draw and every digest of the game can be checked.
func (h *Host) gameEndedBy(tx store.Tx, p *position, how string, result *adjudicator.Result) error {
	ended := endedBody{Secret: dice.Head(p.game.Secret).String(), How: how, Result: result}
	for _, later := range p.game.Later {
		ended.Later = append(ended.Later, dice.Head(later.Secret).String())
	}
	if p.session != nil && (how != "" || result == nil || result.Ruled) {
		ended.Board = boardNow(p.session.Game())
	}
	body, err := json.Marshal(ended)
	if err != nil {
		return fmt.Errorf("game %s: encoding its result: %w", p.game.ID, err)
	}
	if err := p.append(tx, h.next(p, adjudicator.Ended, "", body), evidence{}); err != nil {
		return err
	}
	p.game.Status = store.Ended
	if err := tx.UpdateGame(p.game); err != nil {
		return fmt.Errorf("game %s: %w", p.game.ID, err)
	}
	return errors.Join(season.Touch(tx), turnWatched(tx, p))
}

// endedBody is the body of the entry that ends a game.
type endedBody struct {
	Secret string              `json:"secret"`          // in hexadecimal
	Later  []string            `json:"later,omitempty"` // the secrets that took its place
	How    string              `json:"how,omitempty"`   // [howResigned] and its like; empty: by the rules
	Result *adjudicator.Result `json:"result"`
	Board  *[2]int             `json:"board,omitempty"` // victory points at an end that no rule brought
}

// createdBody is the body of a game's first entry.
type createdBody struct {
	Ruleset    string            `json:"ruleset"`
	Version    string            `json:"version"`
	Setup      adjudicator.Setup `json:"setup"`
	Commitment string            `json:"commitment"` // SHA-256 of the secret
	Dice       dice.Scheme       `json:"dice,omitempty"`
	Shown      *Showing          `json:"shown,omitempty"`
}

// scheme is how the dice of the game are made. It returns an error if that is unknown:
// a newer program has made the game.
func (c createdBody) scheme() (dice.Scheme, error) {
	switch c.Dice {
	case 0:
		return dice.ByEntry, nil // games of before there was another
	case dice.ByOrders:
		return c.Dice, nil
	}
	return 0, fmt.Errorf("its dice are made by scheme %d, which this version of keryx does not know", c.Dice)
}

// commitBody is "turn N HASH": the commitment of a turn's seed.
func commitBody(turn int, seed dice.Seed) []byte {
	return fmt.Appendf(nil, "turn %d %s", turn, seed.Commitment())
}

// revealBody is "turn N SEED": the seed itself.
func revealBody(turn int, seed dice.Seed) []byte {
	return fmt.Appendf(nil, "turn %d %s", turn, seed.Hex())
}

// watchDue notes from when on those who watch a game may be told more. The earliest moment
// counts, until they are told.
func watchDue(tx store.Tx, game string, at time.Time) error {
	var now time.Time
	if err := readSetting(tx, watchDuePrefix+game, &now); err != nil {
		return err
	}
	if !now.IsZero() && !now.After(at) {
		return nil
	}
	return writeSettingDue(tx, watchDuePrefix+game, at, at)
}

// turnWatched notes, when a turn has ended, from when on those who watch the game are told.
func turnWatched(tx store.Tx, p *position) error {
	w, err := watchedBy(tx, p.game.ID)
	if err != nil || len(w.Observers) == 0 {
		return err
	}
	s, err := watchable(tx, p.game.ID)
	if err != nil {
		return err
	}
	return watchDue(tx, p.game.ID, p.last.Time.Add(s.Delay.Duration))
}
