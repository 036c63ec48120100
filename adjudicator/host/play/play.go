package play

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"keryx/adjudicator"
	"keryx/adjudicator/dice"
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/season"
	"keryx/adjudicator/host/written"
	"keryx/store"
)

// Play takes an entry that moves the game: the session plays it, and if nothing
// is wrong with it, it is appended to the ledger and the turns that it ends are
// closed. If the outcome has faults nothing was stored and the position is spent.
func (g *Games) Play(tx club.Tx, p *Position, e adjudicator.Entry, ev club.Evidence) (adjudicator.Outcome, error) {
	in, _, err := p.input(e)
	if err != nil {
		return adjudicator.Outcome{}, err
	}
	out, err := p.Session.Take(in)
	if err != nil || len(out.Faults) > 0 {
		return out, err
	}
	g.Did(club.StepPlayed)
	if err := p.Append(tx, e, ev); err != nil {
		return out, err
	}
	for p.Session.Ended() {
		if err := g.TurnEnded(tx, p); err != nil {
			return out, err
		}
		if p.Game.Status == store.Ended {
			break
		}
	}
	return out, nil
}

// TurnEnded publishes the seed of the turn that was played, and opens the next
// turn or ends the game.
func (g *Games) TurnEnded(tx club.Tx, p *Position) error {
	if err := g.CloseTurn(tx, p); err != nil {
		return err
	}
	if s := p.Session; !s.Over() {
		return g.OpenTurn(tx, p, s.Snapshot())
	}
	return g.GameEnded(tx, p, p.Session.Game().Result())
}

// CloseTurn publishes the seed of the turn in play, of which nothing more is played.
func (g *Games) CloseTurn(tx club.Tx, p *Position) error {
	s := p.Session
	seed := p.Seed(s.Turn())
	p.Chapters = append(p.Chapters, chapter{s.Turn(), p.month, s.Events(), seed, s.Answers()})
	if err := p.Append(tx, g.Next(p, adjudicator.Reveal, "", revealBody(s.Turn(), seed)), club.Evidence{}); err != nil {
		return err
	}
	return turnWatched(tx, p)
}

// OpenTurn commits to a turn's seed, stores the snapshot that the turn starts
// from, and plays to the first question.
func (g *Games) OpenTurn(tx club.Tx, p *Position, snap adjudicator.Snapshot) error {
	snap, err := g.BeforeTurn(tx, p, snap)
	if err != nil {
		return err
	}
	seed := p.Seed(snap.Turn)
	if err := p.Append(tx, g.Next(p, adjudicator.Commit, "", commitBody(snap.Turn, seed)), club.Evidence{}); err != nil {
		return err
	}
	snap.Chain = p.Chain
	body, err := json.Marshal(snap)
	if err != nil {
		return fmt.Errorf("game %s: encoding turn %d: %w", p.Game.ID, snap.Turn, err)
	}
	stored := store.Snapshot{Game: p.Game.ID, Turn: snap.Turn, Seq: p.Last.Seq, Body: body,
		Hash: sha256.Sum256(body), Version: snap.Version, Taken: g.Now()}
	if err := tx.PutSnapshot(stored); err != nil {
		return fmt.Errorf("game %s: storing turn %d: %w", p.Game.ID, snap.Turn, err)
	}
	p.Game.Turn = snap.Turn
	if err := tx.UpdateGame(p.Game); err != nil {
		return fmt.Errorf("game %s: %w", p.Game.ID, err)
	}
	return p.open(snap)
}

// GameEnded ends a game by its rules, or by a ruling.
func (g *Games) GameEnded(tx club.Tx, p *Position, result *adjudicator.Result) error {
	return g.GameEndedBy(tx, p, "", result)
}

// GameEndedBy records the result and publishes the secret, so that every hidden
// draw and every digest of the game can be checked.
func (g *Games) GameEndedBy(tx club.Tx, p *Position, how string, result *adjudicator.Result) error {
	ended := EndedBody{Secret: dice.Head(p.Game.Secret).String(), How: how, Result: result}
	for _, later := range p.Game.Later {
		ended.Later = append(ended.Later, dice.Head(later.Secret).String())
	}
	if p.Session != nil && (how != "" || result == nil || result.Ruled) {
		ended.Board = boardNow(p.Session.Game())
	}
	body, err := json.Marshal(ended)
	if err != nil {
		return fmt.Errorf("game %s: encoding its result: %w", p.Game.ID, err)
	}
	if err := p.Append(tx, g.Next(p, adjudicator.Ended, "", body), club.Evidence{}); err != nil {
		return err
	}
	p.Game.Status = store.Ended
	if err := tx.UpdateGame(p.Game); err != nil {
		return fmt.Errorf("game %s: %w", p.Game.ID, err)
	}
	return errors.Join(season.Touch(tx), turnWatched(tx, p))
}

// EndedBody is the body of the entry that ends a game.
type EndedBody struct {
	Secret string              `json:"secret"`          // in hexadecimal
	Later  []string            `json:"later,omitempty"` // the secrets that took its place
	How    string              `json:"how,omitempty"`   // [HowResigned] and its like; empty: by the rules
	Result *adjudicator.Result `json:"result"`
	Board  *[2]int             `json:"board,omitempty"` // victory points at an end that no rule brought
}

// CreatedBody is the body of a game's first entry.
type CreatedBody struct {
	Ruleset    string            `json:"ruleset"`
	Version    string            `json:"version"`
	Setup      adjudicator.Setup `json:"setup"`
	Commitment string            `json:"commitment"` // SHA-256 of the secret
	Dice       dice.Scheme       `json:"dice,omitempty"`
	Shown      *Showing          `json:"shown,omitempty"`
}

// Scheme is how the dice of the game are made. It returns an error if that is unknown:
// a newer program has made the game.
func (c CreatedBody) Scheme() (dice.Scheme, error) {
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

// WatchDue notes from when on those who watch a game may be told more. The earliest moment
// counts, until they are told.
func WatchDue(tx club.Tx, game string, at time.Time) error {
	var now time.Time
	if err := written.ReadSetting(tx, WatchDuePrefix+game, &now); err != nil {
		return err
	}
	if !now.IsZero() && !now.After(at) {
		return nil
	}
	return WriteSettingDue(tx, WatchDuePrefix+game, at, at)
}

// turnWatched notes, when a turn has ended, from when on those who watch the game are told.
func turnWatched(tx club.Tx, p *Position) error {
	w, err := WatchedBy(tx, p.Game.ID)
	if err != nil || len(w.Observers) == 0 {
		return err
	}
	s, err := Watchable(tx, p.Game.ID)
	if err != nil {
		return err
	}
	return WatchDue(tx, p.Game.ID, p.Last.Time.Add(s.Delay.Duration))
}
