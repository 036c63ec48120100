package intake

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"time"

	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/upkeep"
	"keryx/adjudicator/host/watch"
	"keryx/adjudicator/host/written"
	"keryx/mail"
	"keryx/mail/wire"
	"keryx/store"
	"keryx/templates"
)

// Recovered is what taking up forgotten mails came to.
type Recovered struct {
	Mails  int
	Astray int               // that came out otherwise than they did before: they lie in another folder than they would be filed in now
	Notes  *upkeep.NotesRead // nil if there were none
}

// Recover takes up the mails that a restored database has forgotten, as if they came in
// now in the order in which they did. The same signed orders cause the same rolls, so
// that the game takes the course that the players know. handled, if set, is called after
// each. Everybody with a seat in a running game is told, and every running game gets new
// dice for what is to come, since what was done without a mail may have published the old.
//
// It can be called again after an error, or with no mails after an interruption, and goes
// on from there.
func (rc *Recovery) Recover(ctx context.Context, missing []wire.Fetched, handled func(wire.Fetched, store.InboxState)) (r Recovered, err error) {
	if err := rc.canRecover(ctx, missing); err != nil {
		return r, err
	}
	job, notes, err := rc.afterRestore(ctx, "replay", missing, func(f wire.Fetched) (astray bool, err error) {
		from := f.Folder
		if _, err := rc.Intake.Receive(ctx, unplaced(f)); err != nil {
			return false, err
		}
		// What the machine wrote lay in no mailbox. It writes the same again, and what came
		// in afterwards answers that.
		if err := rc.Machine.readAsMachine(ctx, receipt(f.InternalDate, rc.Now())); err != nil {
			return false, err
		}
		row, err := rc.known(ctx, f)
		if err == nil && handled != nil {
			handled(f, row.State)
		}
		return err == nil && from != inboxFolder && Folder(row.State) != from, err
	})
	return Recovered{job.Mails, job.Astray, notes}, err
}

// Discard notes that nothing is to come of mails that a restored database has
// forgotten. Their authors are told to send again what is to count. Every running game
// gets new dice: what was published of the months that are given up would open those of
// the months that take their place. Like [Recovery.Recover] it can be called again.
func (rc *Recovery) Discard(ctx context.Context, missing []wire.Fetched) (*upkeep.NotesRead, error) {
	_, notes, err := rc.afterRestore(ctx, "discard", missing, func(f wire.Fetched) (bool, error) {
		now := rc.Now()
		return false, rc.Write(ctx, func(tx club.Tx) error {
			_, _, err := tx.AddInbox(store.InboxMessage{ContentHash: content(f), InternalDate: f.InternalDate, FirstSeen: now,
				Receipt: receipt(f.InternalDate, now), Raw: f.Raw, State: store.Ignored, Reason: "left out after the database was restored"})
			return err
		})
	})
	return notes, err
}

// unplaced is a mail that lies where it belongs.
func unplaced(f wire.Fetched) wire.Fetched {
	f.Folder, f.UIDValidity, f.UID = "", 0, 0
	return f
}

// afterRestore deals with the forgotten mails as the only one on the database, with
// deadlines moved by the time that the restored daemon knows nothing of.
func (rc *Recovery) afterRestore(ctx context.Context, command string, missing []wire.Fetched, deal func(wire.Fetched) (astray bool, err error)) (job written.RestoreJob, notes *upkeep.NotesRead, err error) {
	release, err := rc.Store.AcquireLock(ctx, "keryx restored", rc.Now())
	if err != nil {
		return job, notes, err
	}
	defer func() { err = errors.Join(err, release()) }()
	if job, err = rc.beginRestore(ctx, command); err != nil {
		return job, notes, err
	}
	if _, err := rc.Heartbeat(ctx); err != nil {
		return job, notes, err
	}
	// Before any mail is taken up: what was closed is closed for them as well.
	if notes, err = rc.Transfers.ApplyNotes(ctx, missing); err != nil {
		return job, notes, err
	}
	if command == "replay" {
		// What had come in before, and waits, comes first; also what an interruption left.
		if err := rc.Intake.Resume(ctx); err != nil {
			return job, notes, err
		}
		if err := rc.Machine.readAsMachine(ctx, receipt(job.As, rc.Now())); err != nil {
			return job, notes, err
		}
	}
	for _, f := range missing {
		if f.Folder == wire.FolderDone || job.Hand != "" {
			if job.Hand = ""; f.Folder == wire.FolderDone {
				job.Hand = content(f).String()
			}
			if err := rc.Store.Update(ctx, job.Save); err != nil {
				return job, notes, err
			}
		}
		astray, err := deal(f)
		if err != nil {
			return job, notes, fmt.Errorf("the mail of %s: %w", f.InternalDate.UTC().Format(time.DateTime), err)
		}
		job.Mails++
		if astray {
			job.Astray++
		}
		if err := rc.Store.Update(ctx, job.Save); err != nil {
			return job, notes, err
		}
	}
	return job, notes, rc.endRestore(ctx, job)
}

// beginRestore notes that the work has begun, or finds how far it had come.
func (rc *Recovery) beginRestore(ctx context.Context, command string) (job written.RestoreJob, err error) {
	awake, err := rc.Answers.LastAwake(ctx)
	if err != nil {
		return job, err
	}
	err = rc.Write(ctx, func(tx club.Tx) error {
		if job, err = written.ReadRestoreJob(tx); err != nil {
			return err
		}
		if job.Command == "" {
			job.As = awake
			if job.Heads, err = headsOf(tx); err != nil {
				return err
			}
		}
		job.Command = command
		return job.Save(tx)
	})
	return job, err
}

// headsOf returns where the ledger of each game ends.
func headsOf(tx store.ReadTx) (map[string]int, error) {
	games, err := tx.Games()
	if err != nil {
		return nil, err
	}
	heads := map[string]int{}
	for _, game := range games {
		head, err := tx.Head(game.ID)
		if err != nil {
			return nil, err
		}
		heads[game.ID] = head.Seq
	}
	return heads, nil
}

// endRestore gives all games that go on new dice, tells their players and referees, and
// lets a daemon serve again.
func (rc *Recovery) endRestore(ctx context.Context, job written.RestoreJob) error {
	return rc.Write(ctx, func(tx club.Tx) error {
		games, err := tx.Games()
		if err != nil {
			return err
		}
		once := rc.Now().UTC().Format(time.DateTime)
		for _, game := range games {
			if gone, err := watch.MovedTo(tx, game.ID); err != nil {
				return err
			} else if gone != nil || game.Status == store.Ended {
				continue // a ledger that was closed stays as the other club has it
			}
			fork, err := rc.Games.Reseed(tx, game, job.Command, job.Heads[game.ID])
			if err != nil {
				return err
			}
			if err := rc.tellRestored(tx, game, job, fork, once); err != nil {
				return err
			}
		}
		return tx.SetSetting(written.RestoreSetting, nil)
	})
}

// tellRestored tells who has a seat in a game, and its referee, of a restore and of the
// dice that the game goes on with.
func (rc *Recovery) tellRestored(tx club.Tx, game store.Game, job written.RestoreJob, fork templates.ProofFork, once string) error {
	seats, err := tx.SeatsOf(game.ID)
	if err != nil {
		return err
	}
	key := map[string]string{"replay": "restored", "discard": "set-back"}[job.Command]
	for _, seat := range seats {
		if seat.Player == "" {
			continue
		}
		player, err := tx.Player(seat.Player)
		if err != nil {
			return err
		}
		if err := rc.Letters.TellPlayer(tx, player, seat, key, once, "Game", game.ID, "As", job.As, "Code", seat.Answers,
			"Turn", fork.Turn, "Seed", fork.After.String(), "Secret", fork.Secret.String()); err != nil {
			return err
		}
	}
	return rc.Letters.TellReferee(tx, game, post.Notice{Key: key + ".referee", Once: once,
		Args: []any{"Game", game.ID, "As", job.As.UTC().Format("2006-01-02 15:04 MST"), "Mails", job.Mails, "Astray", job.Astray,
			"Turn", fork.Turn, "Seed", fork.After.String(), "Secret", fork.Secret.String()}})
}

// content is how the database knows a mail.
func content(f wire.Fetched) store.Digest { return sha256.Sum256(f.Raw) }

// StrangersError reports mails that cannot be taken up again, since this database knows none of
// those who wrote them.
type StrangersError struct {
	Mails int // that were accepted before
	Keys  int // that are registered
	Games int // that are stored
}

// Error says what is missing.
func (e *StrangersError) Error() string {
	if e.Keys == 0 {
		return fmt.Sprintf("nothing was taken up: the database has %d games and no key of a player, so that each of the %d mails that were accepted before would be refused now; "+
			"look whether \"database\" in the configuration names the copy that was put back, and put back one that holds the club", e.Games, e.Mails)
	}
	return fmt.Sprintf("nothing was taken up: of the %d mails that were accepted before, not one is signed by one of the %d keys that this database knows; "+
		"look whether \"database\" and \"imap\" in the configuration are of the same club; keys that were registered after the copy was made have to be registered again first (keryx key add)", e.Mails, e.Keys)
}

// canRecover refuses to take mails up in a database that knows none of their authors: it is empty,
// or another club's, and every mail would come out as that of a stranger.
func (rc *Recovery) canRecover(ctx context.Context, missing []wire.Fetched) error {
	accepted := 0
	for _, f := range missing {
		if f.Folder != wire.FolderDone {
			continue
		}
		in, err := rc.Intake.read(ctx, store.InboxMessage{Raw: f.Raw, InternalDate: f.InternalDate, Receipt: receipt(f.InternalDate, rc.Now())})
		if err != nil {
			return err
		}
		if in.Note != nil {
			continue
		}
		if in.Refusal == nil || in.Refusal.Code != mail.UnknownKey {
			return nil
		}
		accepted++
	}
	if accepted == 0 {
		return nil
	}
	e := &StrangersError{Mails: accepted}
	err := rc.Store.View(ctx, func(tx store.ReadTx) error {
		counts, err := tx.CountGames()
		if err != nil {
			return err
		}
		for _, n := range counts {
			e.Games += n
		}
		players, err := tx.Players()
		if err != nil {
			return err
		}
		for _, p := range players {
			if upkeep.IsNobody(p.Address) {
				continue
			}
			keys, err := tx.KeysOf(p.Address)
			if err != nil {
				return err
			}
			e.Keys += len(keys)
		}
		return nil
	})
	return errors.Join(err, e)
}
