package upkeep

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"keryx/adjudicator"
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/season"
	"keryx/adjudicator/host/watch"
	"keryx/mail"
	"keryx/store"
)

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
	c, err := post.ClaimsOf(tx, id)
	if err != nil || len(c.Open) == 0 {
		return err
	}
	one := c.Open[0]
	return &WaitingError{Game: id, Side: one.Side, N: one.N, Entry: one.Entry, Ruling: one.Ruling}
}

// Exporting is what an export needs beside the game.
type Exporting struct {
	To *play.Receiver // nil: a game that is over, for everybody
	// Scratch is an empty store, in which a running game is tried as its receiver will try it.
	Scratch store.Store
	// Carrier sends the note of what is done to the server's own mailbox, before the file is handed out.
	Carrier post.Carrier
}

// Export makes the bundle of a game, as a file. A game that is over is clear, unless it is
// sealed for a receiver. A running one goes to a receiver. Its bundle is first read back and
// played again as the receiver will do it, and nothing is closed that he could not load. Then it
// is closed here, before anything of it is handed out: its ledger says so, its players and its
// referee are told, and it takes no orders any more. Nor is it handed out before the mail server
// has taken the note of it, by which a restore of an older database learns of it. Where that was
// broken off, the same command makes the file again; for another receiver it gives a
// *[play.MovedError], and a *[WaitingError] while a claim or an appeal is open.
func (tr *Transfers) Export(ctx context.Context, id string, e Exporting) (file []byte, err error) {
	if e.To != nil {
		if err := tr.checkReceiver(*e.To); err != nil {
			return nil, err
		}
	}
	tried, err := tr.tryExport(ctx, id, e)
	if err != nil {
		return nil, err
	}
	err = tr.Write(ctx, func(tx club.Tx) error {
		game, err := exportable(tx, id)
		if err != nil {
			return err
		}
		if err := tr.Games.NoteLook(tx, play.Look{Command: "export " + id, What: play.ReadCopy}, game); err != nil {
			return err
		}
		if game.Status == store.Ended {
			err = tr.Letters.TellSeats(tx, game, "", "handed-copy", tr.Now().UTC().Format(time.DateOnly))
		} else {
			err = tr.giveAway(tx, game, e.To, tried)
		}
		if err != nil {
			return err
		}
		if file, err = tr.bundleFile(tx, game); err == nil {
			tr.Did(club.StepClosing)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	tr.Did(club.StepClosed)
	if err := tr.Outbox.DeliverNotes(ctx, e.Carrier, id); err != nil {
		return nil, err
	}
	tr.Did(club.StepNoted)
	if e.To == nil {
		return file, nil
	}
	return e.To.Key.EncryptOctets(file, tr.Now())
}

// exportable returns the game of that name, if it was not cancelled.
func exportable(tx store.ReadTx, id string) (store.Game, error) {
	game, err := play.GameNamed(tx, id)
	if err != nil {
		return game, err
	}
	if _, cancelled, err := watch.Cancelled(tx, id); err != nil || cancelled {
		return game, errors.Join(err, &club.SettingError{Setting: "game", Value: id, Want: "one that was not cancelled"})
	}
	return game, nil
}

// bundleFile makes the bundle of a game as it stands, and reads it back as another club will.
func (tr *Transfers) bundleFile(tx store.ReadTx, game store.Game) ([]byte, error) {
	b, err := bundleOf(tx, game)
	if err != nil {
		return nil, err
	}
	file, err := tr.sign(b)
	if err != nil {
		return nil, err
	}
	if _, _, err := ReadBundle(file, tr.Now(), tr.Rules.Calendar.Holidays); err != nil {
		return nil, fmt.Errorf("no other club could read the bundle of %s: %w", game.ID, err)
	}
	return file, nil
}

// errTrial ends a transaction that was only made to see what it would come to.
var errTrial = errors.New("only tried")

// tryExport plays the bundle of a running game again, before the game is closed for it. It
// returns the ledger entry up to which it was tried; 0 if there is nothing to close.
func (tr *Transfers) tryExport(ctx context.Context, id string, e Exporting) (tried int, err error) {
	var file []byte
	err = tr.Write(ctx, func(tx club.Tx) error {
		game, err := exportable(tx, id)
		if err != nil || game.Status == store.Ended {
			return err
		}
		gone, err := watch.MovedTo(tx, id)
		if err != nil || gone != nil {
			return err // what is to be refused is refused where it is done
		}
		head, err := tx.Head(id)
		if err != nil {
			return err
		}
		tried = head.Seq
		if err := tr.giveAway(tx, game, e.To, tried); err != nil {
			return err
		}
		if file, err = tr.bundleFile(tx, game); err != nil {
			return err
		}
		return errTrial
	})
	if !errors.Is(err, errTrial) {
		return tried, err
	}
	b, _, err := ReadBundle(file, tr.Now(), tr.Rules.Calendar.Holidays)
	if err == nil {
		_, err = tr.tryBundle(ctx, e.Scratch, b)
	}
	if err != nil {
		return tried, fmt.Errorf("no other club could load the bundle of %s: %w", id, err)
	}
	return tried, nil
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
				return &club.SettingError{Setting: "game", Value: id, Want: fmt.Sprintf("one that no season waits for: it is %s of %s, and has no result there yet", g.ID, s.ID)}
			}
		}
	}
	return nil
}

// checkReceiver refuses a receiver that nothing can be sealed for.
func (tr *Transfers) checkReceiver(to play.Receiver) error {
	if err := mail.CheckAddress(to.Address); err != nil || store.Address(to.Address) == store.Address(tr.Post.Address) {
		return &club.SettingError{Setting: "at", Value: to.Address, Want: "the mail address at which the other club plays"}
	}
	if to.Key.Fingerprint == tr.Signer.Public().Fingerprint {
		return &club.SettingError{Setting: "to", Value: to.Key.Fingerprint, Want: "the key of the other club's server, not of this one"}
	}
	if _, err := to.Key.EncryptOctets(nil, tr.Now()); err != nil {
		return &club.SettingError{Setting: "to", Value: to.Key.Fingerprint, Want: "an OpenPGP key that can be encrypted to: " + err.Error()}
	}
	return nil
}

// giveAway closes a running game, unless it was given to the same club already. Tried is the last
// ledger entry of the bundle that was played again.
func (tr *Transfers) giveAway(tx club.Tx, game store.Game, to *play.Receiver, tried int) error {
	gone, err := play.TransferOf(tx, game.ID)
	if err != nil {
		return err
	}
	switch {
	case gone != nil && gone.State != play.StateHere:
		return gone.MayGoAgain(game.ID, to)
	case to == nil:
		return &club.SettingError{Setting: "to", Value: "", Want: "the key of the club that goes on with it (--to FILE --at ADDRESS): the game is not over"}
	}
	if err := awaited(tx, game.ID); err != nil {
		return err
	}
	if err := unanswered(tx, game.ID); err != nil {
		return err
	}
	p, err := play.Load(tx, game.ID)
	if err != nil {
		return err
	}
	defer p.Close()
	if p.Last.Seq != tried {
		return fmt.Errorf("game %s was played on meanwhile, and is not closed: give the command again", game.ID)
	}
	moved := play.MovedBody{From: store.Address(tr.Post.Address), To: store.Address(to.Address), Key: to.Key.Fingerprint}
	body, err := json.Marshal(moved)
	if err != nil {
		return err
	}
	if err := p.Append(tx, tr.Games.Next(p, adjudicator.Moved, "", body), club.Evidence{}); err != nil {
		return err
	}
	t := play.Transfer{MovedBody: moved, State: play.StateGiven, Entry: p.Last.Seq, Hash: p.Last.Hash, Since: tr.Now()}
	if err := t.Save(tx, game.ID, tr.Now()); err != nil {
		return err
	}
	if err := closeHere(tx, game.ID); err != nil {
		return err
	}
	if err := tr.Outbox.LeaveNote(tx, post.Note{What: post.NoteGiven, Game: game.ID, Entry: t.Entry, Hash: t.Hash, Club: t.To, Key: t.Key}); err != nil {
		return err
	}
	if err := play.WatchDue(tx, game.ID, tr.Now()); err != nil { // who watches hears that he does no more
		return err
	}
	args := []any{"Game", game.ID, "Club", to.Address, "Key", to.Key.Fingerprint}
	if err := tr.Letters.TellSeats(tx, game, "", "given-away", t.Hash.String(), args...); err != nil {
		return err
	}
	tr.Log.Warn("a game was given to another club", "game", game.ID, "club", to.Address, "key", to.Key.Fingerprint)
	return tr.Letters.TellReferee(tx, game, post.Notice{Key: "given-away", Once: t.Hash.String(), Args: args})
}

// closeHere lets a game stand still that goes on elsewhere.
func closeHere(tx club.Tx, id string) error {
	game, err := tx.Game(id)
	if err != nil {
		return err
	}
	game.Status = store.Paused
	if err := tx.UpdateGame(game); err != nil {
		return err
	}
	if err := tx.SetSetting(play.PausedPrefix+id, nil); err != nil {
		return err
	}
	seats, err := tx.SeatsOf(id)
	if err != nil {
		return err
	}
	for _, seat := range seats {
		seat.Deadline, seat.Reminded = nil, nil
		if err := tx.UpdateSeat(seat); err != nil {
			return err
		}
	}
	return nil
}
