package upkeep

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"keryx/adjudicator/dice"
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/keyring"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/rulings"
	"keryx/adjudicator/host/written"
	"keryx/mail/wire"
	"keryx/store"
)

// NoteAheadError reports a note in the mailbox that this database has not left: it is an older
// copy, and commands have closed something since.
type NoteAheadError struct{ Number, Last int }

// Error says what to do.
func (e *NoteAheadError) Error() string {
	return fmt.Sprintf("the database is older than its mailbox: a command of this club has left note %d there, and the database knows %d; "+
		"see \"keryx restored list\", then run \"keryx restored replay\" or \"keryx restored discard\"", e.Number, e.Last)
}

// aheadSetting remembers that a note ahead of the database was met, until a restore is worked on.
const aheadSetting = "note-ahead"

// JudgeNote files a note that this database has left. One that it has not left stops the daemon: it
// is read under the guard of a restore, and no other mail is worked on before that.
func JudgeNote(tx club.Tx, n post.Note) (post.Verdict, error) {
	ours, ahead, err := IsAhead(tx, n)
	v := post.Verdict{State: store.Command, Reason: fmt.Sprintf("note %d of this server", n.Number)}
	switch {
	case err != nil:
		return v, err
	case !ours:
		return post.Verdict{State: store.Ignored, Reason: "a note of this server about another database"}, nil
	case ahead:
		return v, fmt.Errorf("note %d: %w", n.Number, errNoteAhead)
	}
	return v, nil
}

// errNoteAhead keeps a note from being handled outside a restore.
var errNoteAhead = errors.New("it is not of this copy of the database")

// IsAhead reports whether a note is of this database, and whether the database does not know it. A
// database that has never left one, and so has no id, knows none: any note of its key is ahead.
func IsAhead(tx store.ReadTx, n post.Note) (ours, ahead bool, err error) {
	id, err := post.DatabaseOf(tx)
	if err != nil {
		return false, false, err
	}
	last, err := post.LastNote(tx)
	return id == "" || id == n.Database, (id == "" || id == n.Database) && n.Number > last, err
}

// MeetNote stops the daemon at a note that is ahead of the database, before the mail is even stored.
func (tr *Transfers) MeetNote(ctx context.Context, f wire.Fetched) error {
	n, ok := tr.Outbox.ReadNote(f.Raw)
	if !ok {
		return nil
	}
	ahead := false
	var met *NoteAheadError
	err := tr.Write(ctx, func(tx club.Tx) (err error) {
		if _, ahead, err = IsAhead(tx, n); err != nil || !ahead {
			return err
		}
		last, err := post.LastNote(tx)
		met = &NoteAheadError{n.Number, last}
		return errors.Join(err, tx.SetSetting(aheadSetting, []byte(strconv.Itoa(n.Number))))
	})
	if err != nil || !ahead {
		return err
	}
	return &wire.StopError{Err: met}
}

// NoteAhead returns the *[NoteAheadError] of a note that was met before; nil if there was none.
func NoteAhead(tx store.ReadTx) (*NoteAheadError, error) {
	text, err := tx.Setting(aheadSetting)
	if errors.Is(err, store.ErrNotFound) || err == nil && len(text) == 0 {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	last, err := post.LastNote(tx)
	if err != nil {
		return nil, err
	}
	n, err := strconv.Atoi(string(text))
	if err != nil || n <= last {
		return nil, err
	}
	return &NoteAheadError{n, last}, nil
}

// ReadNote is what became of a note that a restored database did not know.
type ReadNote struct {
	Number int
	At     time.Time
	What   string // what it says, and what was done, in words
}

// NotesRead is what the notes in the mailbox said to a restored database.
type NotesRead struct {
	Notes   []ReadNote
	Missing []int    // numbers of which no note is left
	Games   []string // that were made after the copy and are not in it; what they were called is never given again
	Leagues []string // that accepted mails tell of and that are not in the copy
}

// maxMissing bounds the numbers that are listed.
const maxMissing = 100

// notesIn returns the notes among mails that are ahead of the database, in their order, and the
// numbers that are missing before the last of them.
func (tr *Transfers) notesIn(tx store.ReadTx, mails []wire.Fetched) (all []post.Note, missing []int, err error) {
	last, err := post.LastNote(tx)
	if err != nil {
		return nil, nil, err
	}
	database := ""
	for _, f := range mails {
		n, ok := tr.Outbox.ReadNote(f.Raw)
		if !ok {
			continue
		}
		_, ahead, err := IsAhead(tx, n)
		if err != nil {
			return nil, nil, err
		}
		if ahead && (database == "" || database == n.Database) && !slices.ContainsFunc(all, func(o post.Note) bool { return o.Number == n.Number }) {
			database, all = n.Database, append(all, n)
		}
	}
	slices.SortFunc(all, func(a, b post.Note) int { return a.Number - b.Number })
	next := last + 1
	for _, n := range all {
		for ; next < n.Number && len(missing) < maxMissing; next++ {
			missing = append(missing, next)
		}
		next = n.Number + 1
	}
	return all, missing, nil
}

// ListNotes says what the notes among mails would do that the database does not know, and does nothing
// of it. What the games that are missing were called is given to no other game from then on: whoever has
// read it may make them anew before he takes up the mails.
func (tr *Transfers) ListNotes(ctx context.Context, mails []wire.Fetched) (read NotesRead, err error) {
	err = tr.Write(ctx, func(tx club.Tx) error {
		all, missing, err := tr.notesIn(tx, mails)
		if err != nil {
			return err
		}
		read = NotesRead{Missing: missing}
		unknown, lost, err := post.GamesLost(tx, all, mails)
		if err != nil {
			return err
		}
		read.Games = lost
		if read.Leagues, err = written.LeaguesLost(tx, mails); err != nil {
			return err
		}
		for _, n := range all {
			read.Notes = append(read.Notes, ReadNote{n.Number, n.At, n.Words()})
		}
		return written.NumberBeyond(tx, unknown)
	})
	return read, err
}

// ApplyNotes does what the notes among mails say, each once, in their order.
func (tr *Transfers) ApplyNotes(ctx context.Context, mails []wire.Fetched) (read *NotesRead, err error) {
	read = &NotesRead{}
	var all []post.Note
	err = tr.Write(ctx, func(tx club.Tx) (err error) {
		if all, read.Missing, err = tr.notesIn(tx, mails); err != nil {
			return err
		}
		unknown, lost, err := post.GamesLost(tx, all, mails)
		if err != nil {
			return err
		}
		read.Games = lost
		if read.Leagues, err = written.LeaguesLost(tx, mails); err != nil {
			return err
		}
		return written.NumberBeyond(tx, unknown)
	})
	if err != nil {
		return read, err
	}
	for i, n := range all {
		done := ""
		err := tr.Write(ctx, func(tx club.Tx) (err error) {
			if done, err = tr.applyNote(tx, n, all[i+1:]); err != nil {
				return err
			}
			return errors.Join(tx.SetSetting(post.DatabaseSetting, []byte(n.Database)), tx.SetSetting(post.NotedSetting, []byte(strconv.Itoa(n.Number))))
		})
		if err != nil {
			return read, fmt.Errorf("note %d: %w", n.Number, err)
		}
		what := n.Words()
		if done != "" {
			what += ": " + done
		}
		tr.Log.Warn("a note of this server was read", "number", n.Number, "what", what)
		read.Notes = append(read.Notes, ReadNote{n.Number, n.At, what})
	}
	if len(all)+len(read.Games)+len(read.Leagues) == 0 {
		return nil, nil
	}
	return read, tr.Write(ctx, func(tx club.Tx) error { return tx.SetSetting(aheadSetting, nil) })
}

// applyNote does what a note says, and returns in words what remains to be done by hand. Later are
// the notes that follow it.
func (tr *Transfers) applyNote(tx club.Tx, n post.Note, later []post.Note) (done string, err error) {
	switch n.What {
	case post.NoteGiven:
		for _, next := range later {
			if next.What == post.NoteHome && next.Via == written.ActReopen && next.Hash == n.Hash && next.Entry == n.Entry {
				return "it was opened again later, and stays as it is", nil
			}
		}
		return tr.closeByNote(tx, n, play.StateGiven)
	case post.NoteReleased:
		return tr.closeByNote(tx, n, play.StateReleased)
	case post.NoteHome:
		return tr.homeByNote(tx, n)
	case post.NoteKey:
		return tr.keyByNote(tx, n)
	case post.NoteNewKey:
		if _, err := tx.KeyByFingerprint(n.Key); errors.Is(err, store.ErrNotFound) {
			return "it is not known any more: its owner sends it again, or keryx key add registers it", nil
		} else if err != nil {
			return "", err
		}
		return "", nil
	case post.NoteNewGame:
		if _, err := tx.Game(n.Game); errors.Is(err, store.ErrNotFound) {
			return "it is not in this copy, and its name is not given again", nil
		} else if err != nil {
			return "", err
		}
		return "", nil
	case post.NoteForget:
		return tr.forgetByNote(tx, n)
	case post.NoteReferee:
		return refereeByNote(tx, n)
	case post.NoteCancel, post.NoteEnded:
		return endByNote(tx, n)
	}
	return "nothing is done; read it with the release that wrote it", nil
}

// elsewhereSetting remembers up to where a game was played when it was given away, so that no older
// bundle of it is loaded after a restore.
func elsewhereSetting(game string) string { return "elsewhere/" + game }

// fresh refuses a bundle that is older than the one by which a note says that the game went on.
func (b Bundle) fresh(tx store.ReadTx) error {
	text, err := tx.Setting(elsewhereSetting(b.ID))
	if errors.Is(err, store.ErrNotFound) || err == nil && len(text) == 0 {
		return nil
	}
	if err != nil {
		return err
	}
	var entry int
	var hash string
	if _, err := fmt.Sscanf(string(text), "%d %s", &entry, &hash); err != nil {
		return fmt.Errorf("where game %s went: %w", b.ID, err)
	}
	if entry > len(b.Entries) || b.Entries[entry-1].Hash.String() != hash {
		return &VoidError{b.ID, b.Club}
	}
	return nil
}

// closeByNote closes a game that was given to another club.
func (tr *Transfers) closeByNote(tx club.Tx, n post.Note, state string) (done string, err error) {
	if err := tx.SetSetting(elsewhereSetting(n.Game), fmt.Appendf(nil, "%d %s", n.Entry, n.Hash)); err != nil {
		return "", err
	}
	game, err := tx.Game(n.Game)
	if errors.Is(err, store.ErrNotFound) {
		return "it is not known here any more, and no older file of it will be loaded", nil
	}
	if err != nil {
		return "", err
	}
	t, err := play.TransferOf(tx, n.Game)
	if err != nil {
		return "", err
	}
	next := play.Transfer{MovedBody: play.MovedBody{From: store.Address(tr.Post.Address), To: n.Club, Key: n.Key}, State: state, Entry: n.Entry, Hash: n.Hash, Since: n.At}
	if t != nil && t.State == play.StateHere {
		next.By = t.By
	}
	if err := next.Save(tx, n.Game, tr.Now()); err != nil || game.Status == store.Ended {
		return "", err
	}
	return "it is closed here", closeHere(tx, n.Game)
}

// homeByNote deals with a game that runs here, as far as the note knows. It opens nothing.
func (tr *Transfers) homeByNote(tx club.Tx, n post.Note) (done string, err error) {
	t, err := play.TransferOf(tx, n.Game)
	if err != nil {
		return "", err
	}
	switch {
	case n.Via == written.ActReopen && t != nil && t.Hash == n.Hash && t.State == play.StateGiven:
		t.State = play.StateKept
		return "it is closed in this copy: a referee opens it again (keryx referee rule " + n.Game + " reopen)", t.Save(tx, n.Game, tr.Now())
	case n.Via == written.ActReopen:
		return "", nil
	}
	if t != nil && t.Hash == dice.Head(n.Hash) && t.State == play.StateHere {
		return "", nil
	}
	return "load the file again by which it came (keryx import): the other club releases it again", nil
}

// keyByNote closes a key.
func (tr *Transfers) keyByNote(tx club.Tx, n post.Note) (done string, err error) {
	state := store.KeyState(n.State)
	if state != store.KeyRetired && state != store.KeyRevoked && (state != post.StateExpires || n.Until == nil) {
		return "nothing is done", nil
	}
	key, err := tx.KeyByFingerprint(n.Key)
	if errors.Is(err, store.ErrNotFound) && state == post.StateExpires {
		return "", nil
	}
	if errors.Is(err, store.ErrNotFound) {
		return "it is not known here, and will not be registered again", tx.SetSetting(keyring.ClosedKey(n.Key), []byte(n.State))
	}
	if err != nil {
		return "", err
	}
	if state == post.StateExpires {
		if key.Expires == nil || n.Until.Before(*key.Expires) {
			key.Expires, key.Changed = n.Until, tr.Now()
			return "it ends on that day again", tx.UpdateKey(key)
		}
		return "", nil
	}
	if key.State == store.KeyRevoked || key.State == state {
		return "", nil
	}
	return "it is " + n.State + " again", tr.Keys.SetKey(tx, key, state, "so before the database was put back")
}

// forgetByNote removes a player.
func (tr *Transfers) forgetByNote(tx club.Tx, n post.Note) (done string, err error) {
	player, err := n.Named(tx)
	if err != nil || player == nil {
		return "", err
	}
	_, err = tr.Upkeep.removePlayer(tx, player.Address)
	if needed := (*club.SettingError)(nil); errors.As(err, &needed) {
		return "in this copy a game needs him: remove him again with keryx player remove " + player.Address, nil
	}
	return "he is removed again", err
}

// refereeByNote takes somebody's office back.
func refereeByNote(tx club.Tx, n post.Note) (done string, err error) {
	player, err := n.Named(tx)
	if err != nil || player == nil {
		return "", err
	}
	err = rulings.RemoveReferee(tx, player.Address, n.Game)
	if none := (*club.SettingError)(nil); errors.As(err, &none) {
		return "", nil
	}
	return "he is none again", err
}

// endByNote closes a game that was cancelled, or ended by a ruling that no mail tells of.
func endByNote(tx club.Tx, n post.Note) (done string, err error) {
	game, err := tx.Game(n.Game)
	if errors.Is(err, store.ErrNotFound) {
		return "", nil
	}
	if err != nil || game.Status == store.Ended {
		return "", err
	}
	if n.What == post.NoteCancel {
		mails, err := tx.OutboxMails(store.OutboxFilter{Game: n.Game, State: store.Queued})
		if err != nil {
			return "", err
		}
		for _, m := range mails {
			if err := tx.CancelOutbox(m.ID, "the game was cancelled"); err != nil {
				return "", err
			}
		}
		return "it is cancelled again", CloseCancelled(tx, game, "cancelled before the database was put back")
	}
	return "it stands still: give the ruling again (keryx referee rule " + n.Game + " " + n.Via + ")", closeHere(tx, n.Game)
}
