package host

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"keryx/adjudicator"
	"keryx/adjudicator/host/season"
	"keryx/mail"
	"keryx/store"
)

// Receiver is the club that goes on with a game.
type Receiver struct {
	Address string         // of its mailbox
	Key     mail.PublicKey // of its server, OpenPGP
}

// movedBody is the body of a [adjudicator.Moved] entry.
type movedBody struct {
	From string `json:"from"` // mailbox of the club that gives the game away
	To   string `json:"to"`   // mailbox of the club that goes on with it
	Key  string `json:"key"`  // fingerprint of its server's key
}

// movedSetting remembers which club a game was given to.
func movedSetting(game string) string { return "moved/" + game }

// MovedError reports a game that goes on at another club.
type MovedError struct{ Game, To, Key string }

// Error says where it goes on.
func (e *MovedError) Error() string {
	return fmt.Sprintf("%s was given to %s, the club whose server has the key %s, and goes on there", e.Game, e.To, e.Key)
}

// WaitingError reports a game that is not given away because a claim or an appeal in it waits for
// an answer, which another club could not give: none of them go with the game.
type WaitingError struct {
	Game, Side string
	N          int // the number of the claim or the appeal
	Entry      int // the ledger entry of the appeal; 0 of a claim
	Ruling     int // the ledger entry of the ruling that it is against; 0 of a claim
}

// Error says what waits, and what closes it.
func (e *WaitingError) Error() string {
	if e.Entry == 0 {
		return fmt.Sprintf("in %s the claim number %d of %s waits for an answer; a referee's ruling “dismiss %d” or “uphold %d” closes it, and then the game can be given away", e.Game, e.N, e.Side, e.N, e.N)
	}
	return fmt.Sprintf("in %s the appeal number %d of %s, ledger entry %d, against the ruling of entry %d, waits to be decided; “dismiss %d”, “uphold %d” or another ruling “on appeal %d” by a referee who did not give that one closes it, and then the game can be given away",
		e.Game, e.N, e.Side, e.Entry, e.Ruling, e.N, e.N, e.N)
}

// unanswered refuses a game in which a claim or an appeal waits.
func unanswered(tx store.ReadTx, id string) error {
	c, err := claimsOf(tx, id)
	if err != nil || len(c.Open) == 0 {
		return err
	}
	one := c.Open[0]
	return &WaitingError{Game: id, Side: one.Side, N: one.N, Entry: one.Entry, Ruling: one.Ruling}
}

// movedTo returns which club a game was given to; nil if none.
func movedTo(tx store.ReadTx, game string) (*movedBody, error) {
	text, err := tx.Setting(movedSetting(game))
	if errors.Is(err, store.ErrNotFound) || err == nil && len(text) == 0 {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var body movedBody
	if err := json.Unmarshal(text, &body); err != nil {
		return nil, fmt.Errorf("where game %s went: %w", game, err)
	}
	return &body, nil
}

// Export makes the bundle of a game, as a file. A game that is over is clear, unless it is
// sealed for a receiver. A running one goes to a receiver, and is closed here before
// anything of it is handed out: its ledger says so, its players and its referee are told,
// and it takes no orders any more. Where that was broken off, the same command makes the
// file again; for another receiver it gives a *[MovedError], and a *[WaitingError] while a claim
// or an appeal is open.
func (h *Host) Export(ctx context.Context, id string, to *Receiver) (file []byte, err error) {
	if to != nil {
		if err := h.checkReceiver(*to); err != nil {
			return nil, err
		}
	}
	err = h.Store.Update(ctx, func(tx store.Tx) error {
		game, err := gameNamed(tx, id)
		if err != nil {
			return err
		}
		if _, cancelled, err := Cancelled(tx, id); err != nil || cancelled {
			return errors.Join(err, &SettingError{"game", id, "one that was not cancelled"})
		}
		if err := h.noteLook(tx, look{"export " + id, readCopy}, game); err != nil {
			return err
		}
		if game.Status == store.Ended {
			err = h.tellSeats(tx, game, "", "handed-copy", h.Now().UTC().Format(time.DateOnly))
		} else {
			err = h.giveAway(tx, game, to)
		}
		if err != nil {
			return err
		}
		b, err := bundleOf(tx, game)
		if err != nil {
			return err
		}
		file, err = h.sign(b)
		return err
	})
	if err != nil || to == nil {
		return file, err
	}
	return to.Key.EncryptOctets(file, h.Now())
}

// awaited refuses a game whose result a season waits for: played to its end elsewhere it would never
// have one here.
func awaited(tx store.ReadTx, id string) error {
	all, err := tx.Leagues()
	if err != nil {
		return err
	}
	for _, l := range all {
		s, err := season.Load(tx, l.ID)
		if err != nil {
			return err
		}
		if s.State.Closed != nil {
			continue
		}
		for _, g := range s.State.AllGames() {
			if g.Host == id && g.Result == nil {
				return &SettingError{"game", id, fmt.Sprintf("one that no season waits for: it is %s of %s, and has no result there yet", g.ID, s.ID)}
			}
		}
	}
	return nil
}

// checkReceiver refuses a receiver that nothing can be sealed for.
func (h *Host) checkReceiver(to Receiver) error {
	if err := mail.CheckAddress(to.Address); err != nil || store.Address(to.Address) == store.Address(h.Post.Address) {
		return &SettingError{"at", to.Address, "the mail address at which the other club plays"}
	}
	if to.Key.Fingerprint == h.Signer.Public().Fingerprint {
		return &SettingError{"to", to.Key.Fingerprint, "the key of the other club's server, not of this one"}
	}
	if _, err := to.Key.EncryptOctets(nil, h.Now()); err != nil {
		return &SettingError{"to", to.Key.Fingerprint, "an OpenPGP key that can be encrypted to: " + err.Error()}
	}
	return nil
}

// giveAway closes a running game, unless it was given to the same club already.
func (h *Host) giveAway(tx store.Tx, game store.Game, to *Receiver) error {
	gone, err := movedTo(tx, game.ID)
	if err != nil {
		return err
	}
	switch {
	case gone != nil && (to == nil || gone.Key != to.Key.Fingerprint):
		return &MovedError{game.ID, gone.To, gone.Key}
	case gone != nil:
		return nil
	case to == nil:
		return &SettingError{"to", "", "the key of the club that goes on with it (--to FILE --at ADDRESS): the game is not over"}
	}
	if err := awaited(tx, game.ID); err != nil {
		return err
	}
	if err := unanswered(tx, game.ID); err != nil {
		return err
	}
	p, err := load(tx, game.ID)
	if err != nil {
		return err
	}
	defer p.close()
	body, err := json.Marshal(movedBody{store.Address(h.Post.Address), store.Address(to.Address), to.Key.Fingerprint})
	if err != nil {
		return err
	}
	if err := p.append(tx, h.next(p, adjudicator.Moved, "", body), evidence{}); err != nil {
		return err
	}
	if err := tx.SetSetting(movedSetting(game.ID), body); err != nil {
		return err
	}
	game.Status = store.Paused
	if err := tx.UpdateGame(game); err != nil {
		return err
	}
	for _, seat := range p.seats {
		seat.Deadline, seat.Reminded = nil, nil
		if err := tx.UpdateSeat(seat); err != nil {
			return err
		}
	}
	if err := watchDue(tx, game.ID, h.Now()); err != nil { // who watches hears that he does no more
		return err
	}
	args := []any{"Game", game.ID, "Club", to.Address, "Key", to.Key.Fingerprint}
	if err := h.tellSeats(tx, game, "", "given-away", "", args...); err != nil {
		return err
	}
	h.Log.Warn("a game was given to another club", "game", game.ID, "club", to.Address, "key", to.Key.Fingerprint)
	return h.tellReferee(tx, game, notice{key: "given-away", args: args})
}
