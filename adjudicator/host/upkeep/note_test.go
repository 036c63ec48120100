package upkeep_test

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"keryx/adjudicator/host/hosttest"

	"keryx/adjudicator/host/intake"
	"keryx/adjudicator/host/upkeep"
	"keryx/mail"
	"keryx/mail/wire"
	"keryx/store"
	"keryx/store/engine"
)

// noted returns the notes that a club has sent to itself.
func noted(c *hosttest.Club) (all []wire.Fetched) {
	c.T.Helper()
	k := &hosttest.Carrier{}
	c.Flush(k)
	for _, sent := range k.Bytes {
		if at, raw, _ := strings.Cut(sent, "\n"); at == c.Post.Address {
			all = append(all, wire.Fetched{Folder: wire.FolderDone, InternalDate: c.Time, Raw: []byte(raw)})
		}
	}
	return all
}

// back is a club on an older copy of its database.
func back(c *hosttest.Club, path string) *hosttest.Club {
	c.T.Helper()
	db, err := engine.Open(c.T.Context(), path)
	hosttest.Check(c.T, err)
	c.T.Cleanup(func() { hosttest.Check(c.T, db.Close()) })
	r := &hosttest.Club{T: c.T, Time: c.Time, Path: path, Game: c.Game}
	r.Host = hosttest.NewHost(c.T, db, c.Now)
	r.Signer, r.Post = c.Signer, c.Post
	return r
}

// What commands have closed since a copy was made is closed again when that copy is put back, and what
// they have granted is not. The daemon does not serve before, and a number that is missing is reported.
func TestNotesAfterARestore(t *testing.T) {
	c := hosttest.NewClub(t, hosttest.Refereed)
	given, cancelled := c.Game, c.NewGame() // before the server has a key
	c.WithKey("old")
	hosttest.Check(t, c.Seats.AddPlayer(t.Context(), store.Player{Address: "gone@example.org", Name: "Gone", Language: "en", TimeZone: "UTC"}))
	fresh := hosttest.NewSigner("fresh", mail.SSH)
	older := t.TempDir()
	for _, name := range []string{"discard", "replay", "gap"} {
		hosttest.Check(t, c.Store.Backup(t.Context(), filepath.Join(older, name)))
	}
	lost := hosttest.People()["south"].SSH.Public().Fingerprint
	_, err := c.Keys.ChangeKey(t.Context(), lost, store.KeyRevoked, "stolen")
	hosttest.Check(t, err)
	_, err = c.Upkeep.RemovePlayer(t.Context(), "gone@example.org")
	hosttest.Check(t, err)
	hosttest.Check(t, c.Upkeep.CancelGame(t.Context(), cancelled, "a mistake"))
	_, err = c.Keys.AddKey(t.Context(), hosttest.SouthAt, "", []byte(fresh.Public().Text))
	hosttest.Check(t, err)
	notes := noted(c)
	c.Game = given
	to := hosttest.OpenClub(t).WithKey("new")
	k := &hosttest.Carrier{}
	_, err = hosttest.ExportBy(c, k, hosttest.Receiver(to))
	hosttest.Check(t, err)
	for _, sent := range k.Bytes {
		_, raw, _ := strings.Cut(sent, "\n")
		notes = append(notes, wire.Fetched{Folder: wire.FolderDone, InternalDate: c.Time, Raw: []byte(raw)})
	}
	if len(notes) != 5 {
		t.Fatalf("%d notes were left", len(notes))
	}
	for _, n := range notes {
		for _, secret := range []string{"gone@example.org", "Gone", given, lost, hosttest.NorthAt} {
			if strings.Contains(string(n.Raw), secret) {
				t.Errorf("a note shows %q", secret)
			}
		}
		if row := c.Receive(n.Raw); row.State != store.Command { // of its own database: filed like the others
			t.Errorf("a note of the club's own: %s (%s)", row.State, row.Reason)
		}
	}
	r := back(c, filepath.Join(older, "discard"))
	if _, err := r.Intake.Receive(t.Context(), r.Fetched(notes[0].Raw)); !errors.As(err, new(*wire.StopError)) {
		t.Errorf("the daemon goes on at a note that it does not know: %v", err)
	}
	if err := r.Recovery.CheckRestored(t.Context(), nil); !errors.As(err, new(*upkeep.NoteAheadError)) {
		t.Errorf("and begins again: %v", err)
	}
	read, err := r.Recovery.Discard(t.Context(), append(notes[2:], notes[:2]...))
	hosttest.Check(t, err)
	if len(read.Notes) != 5 || len(read.Missing) > 0 || read.Notes[0].Number != 1 {
		t.Errorf("read was %+v", read)
	}
	closedAgain(r, lost, given, cancelled, fresh.Public().Fingerprint)
	hosttest.Check(t, r.Recovery.CheckRestored(t.Context(), notes))
	if _, err := r.Keys.AddKey(t.Context(), hosttest.SouthAt, "", []byte(hosttest.People()["south"].SSH.Public().Text)); err == nil {
		t.Error("a revoked key comes back")
	}

	r = back(c, filepath.Join(older, "replay"))
	got, err := r.Recovery.Recover(t.Context(), notes, nil)
	hosttest.Check(t, err)
	if got.Mails != 5 || got.Astray != 0 || len(got.Notes.Notes) != 5 {
		t.Errorf("it came to %+v", got)
	}
	closedAgain(r, lost, given, cancelled, fresh.Public().Fingerprint)

	r = back(c, filepath.Join(older, "gap"))
	read, err = r.Recovery.Discard(t.Context(), append(notes[:1:1], notes[2:]...))
	hosttest.Check(t, err)
	if len(read.Missing) != 1 || read.Missing[0] != 2 {
		t.Errorf("missing is %v", read.Missing)
	}
	other := hosttest.NewClub(t).WithKey("other") // of another server, it says nothing
	if row := other.Receive(notes[0].Raw); row.State == store.Command {
		t.Errorf("a note of another server: %s", row.State)
	}
	twin := hosttest.NewClub(t)
	twin.Signer, twin.Post = c.Signer, c.Post
	twin.Game = twin.NewGame()
	hosttest.Check(t, twin.Upkeep.CancelGame(t.Context(), twin.Game, "so that it has an id of its own"))
	if read, err := twin.Recovery.Discard(t.Context(), notes); err != nil || read != nil {
		t.Errorf("a note about another database was read: %+v, %v", read, err)
	}
}

// closedAgain looks whether a restored club knows what was closed, and has granted nothing.
func closedAgain(c *hosttest.Club, key, given, cancelled, fresh string) {
	c.T.Helper()
	c.View(func(tx store.ReadTx) error {
		k, err := tx.KeyByFingerprint(key)
		if err != nil || k.State != store.KeyRevoked {
			c.T.Errorf("the key is %s: %v", k.State, err)
		}
		if _, err := tx.KeyByFingerprint(fresh); !errors.Is(err, store.ErrNotFound) {
			c.T.Errorf("a note has granted a key: %v", err)
		}
		if _, err := tx.Player("gone@example.org"); !errors.Is(err, store.ErrNotFound) {
			c.T.Errorf("who was removed is there again: %v", err)
		}
		if g, err := tx.Game(given); err != nil || g.Status == store.Running {
			c.T.Errorf("the game that was given away is %s: %v", g.Status, err)
		}
		if g, err := tx.Game(cancelled); err != nil || g.Status != store.Ended {
			c.T.Errorf("the game that was cancelled is %s: %v", g.Status, err)
		}
		return nil
	})
}

// Mails are not taken up in a database that knows none of their authors, since each would be refused
// for good; the daemon does not serve after that either.
func TestReplayAmongStrangers(t *testing.T) {
	c := hosttest.NewClub(t)
	box := hosttest.Folders{}
	box.Handle(c, hosttest.Letter(hosttest.SouthAt, c.Signed("south", c.Orders("south", "bid 0"))))
	box.Handle(c, hosttest.Letter(hosttest.NorthAt, c.Signed("north", c.Orders("north", "bid 1"))))
	empty := hosttest.OpenClub(t)
	var strangers *intake.StrangersError
	if _, err := empty.Recovery.Recover(t.Context(), box[wire.FolderDone], nil); !errors.As(err, &strangers) || strangers.Mails != 2 || strangers.Keys != 0 {
		t.Errorf("an empty database: %v", err)
	}
	if err := empty.Recovery.CheckRestored(t.Context(), box[wire.FolderDone]); !errors.As(err, new(*wire.StopError)) {
		t.Errorf("the guard is lifted: %v", err)
	}
	other := hosttest.OpenClub(t)
	hosttest.Check(t, other.Seats.AddPlayer(t.Context(), store.Player{Address: "x@example.org", Name: "X", Language: "en", TimeZone: "UTC"}))
	_, err := other.Keys.AddKey(t.Context(), "x@example.org", "", []byte(hosttest.NewSigner("x", mail.SSH).Public().Text))
	hosttest.Check(t, err)
	if _, err := other.Recovery.Recover(t.Context(), box[wire.FolderDone], nil); !errors.As(err, &strangers) || strangers.Keys != 1 {
		t.Errorf("another club's database: %v", err)
	}
}
