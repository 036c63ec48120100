package host_test

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"keryx/adjudicator/host/intake"
	"keryx/adjudicator/host/upkeep"
	"keryx/mail"
	"keryx/mail/wire"
	"keryx/store"
	"keryx/store/engine"
)

// noted returns the notes that a club has sent to itself.
func (c *club) noted() (all []wire.Fetched) {
	c.t.Helper()
	k := &carrier{}
	c.flush(k)
	for _, sent := range k.bytes {
		if at, raw, _ := strings.Cut(sent, "\n"); at == c.Post.Address {
			all = append(all, wire.Fetched{Folder: wire.FolderDone, InternalDate: c.now, Raw: []byte(raw)})
		}
	}
	return all
}

// back is a club on an older copy of its database.
func (c *club) back(path string) *club {
	c.t.Helper()
	db, err := engine.Open(c.t.Context(), path)
	check(c.t, err)
	c.t.Cleanup(func() { check(c.t, db.Close()) })
	r := &club{t: c.t, now: c.now, path: path, game: c.game}
	r.Host = newHost(c.t, db, c.Now)
	r.Signer, r.Post = c.Signer, c.Post
	return r
}

// What commands have closed since a copy was made is closed again when that copy is put back, and what
// they have granted is not. The daemon does not serve before, and a number that is missing is reported.
func TestNotesAfterARestore(t *testing.T) {
	c := newClub(t, refereed)
	given, cancelled := c.game, c.found() // before the server has a key
	c.withKey("old")
	check(t, c.Seats.AddPlayer(t.Context(), store.Player{Address: "gone@example.org", Name: "Gone", Language: "en", TimeZone: "UTC"}))
	fresh := newSigner("fresh", mail.SSH)
	older := t.TempDir()
	for _, name := range []string{"discard", "replay", "gap"} {
		check(t, c.Store.Backup(t.Context(), filepath.Join(older, name)))
	}
	lost := people()["south"].ssh.Public().Fingerprint
	_, err := c.Keys.ChangeKey(t.Context(), lost, store.KeyRevoked, "stolen")
	check(t, err)
	_, err = c.Upkeep.RemovePlayer(t.Context(), "gone@example.org")
	check(t, err)
	check(t, c.Upkeep.CancelGame(t.Context(), cancelled, "a mistake"))
	_, err = c.Keys.AddKey(t.Context(), southAt, "", []byte(fresh.Public().Text))
	check(t, err)
	notes := c.noted()
	c.game = given
	to := openClub(t).withKey("new")
	k := &carrier{}
	_, err = c.exportBy(k, to.receiver())
	check(t, err)
	for _, sent := range k.bytes {
		_, raw, _ := strings.Cut(sent, "\n")
		notes = append(notes, wire.Fetched{Folder: wire.FolderDone, InternalDate: c.now, Raw: []byte(raw)})
	}
	if len(notes) != 5 {
		t.Fatalf("%d notes were left", len(notes))
	}
	for _, n := range notes {
		for _, secret := range []string{"gone@example.org", "Gone", given, lost, northAt} {
			if strings.Contains(string(n.Raw), secret) {
				t.Errorf("a note shows %q", secret)
			}
		}
		if row := c.receive(n.Raw); row.State != store.Command { // of its own database: filed like the others
			t.Errorf("a note of the club's own: %s (%s)", row.State, row.Reason)
		}
	}
	r := c.back(filepath.Join(older, "discard"))
	if _, err := r.Intake.Receive(t.Context(), r.fetched(notes[0].Raw)); !errors.As(err, new(*wire.StopError)) {
		t.Errorf("the daemon goes on at a note that it does not know: %v", err)
	}
	if err := r.Recovery.CheckRestored(t.Context(), nil); !errors.As(err, new(*upkeep.NoteAheadError)) {
		t.Errorf("and begins again: %v", err)
	}
	read, err := r.Recovery.Discard(t.Context(), append(notes[2:], notes[:2]...))
	check(t, err)
	if len(read.Notes) != 5 || len(read.Missing) > 0 || read.Notes[0].Number != 1 {
		t.Errorf("read was %+v", read)
	}
	r.closedAgain(lost, given, cancelled, fresh.Public().Fingerprint)
	check(t, r.Recovery.CheckRestored(t.Context(), notes))
	if _, err := r.Keys.AddKey(t.Context(), southAt, "", []byte(people()["south"].ssh.Public().Text)); err == nil {
		t.Error("a revoked key comes back")
	}

	r = c.back(filepath.Join(older, "replay"))
	got, err := r.Recovery.Recover(t.Context(), notes, nil)
	check(t, err)
	if got.Mails != 5 || got.Astray != 0 || len(got.Notes.Notes) != 5 {
		t.Errorf("it came to %+v", got)
	}
	r.closedAgain(lost, given, cancelled, fresh.Public().Fingerprint)

	r = c.back(filepath.Join(older, "gap"))
	read, err = r.Recovery.Discard(t.Context(), append(notes[:1:1], notes[2:]...))
	check(t, err)
	if len(read.Missing) != 1 || read.Missing[0] != 2 {
		t.Errorf("missing is %v", read.Missing)
	}
	other := newClub(t).withKey("other") // of another server, it says nothing
	if row := other.receive(notes[0].Raw); row.State == store.Command {
		t.Errorf("a note of another server: %s", row.State)
	}
	twin := newClub(t)
	twin.Signer, twin.Post = c.Signer, c.Post
	twin.game = twin.found()
	check(t, twin.Upkeep.CancelGame(t.Context(), twin.game, "so that it has an id of its own"))
	if read, err := twin.Recovery.Discard(t.Context(), notes); err != nil || read != nil {
		t.Errorf("a note about another database was read: %+v, %v", read, err)
	}
}

// closedAgain looks whether a restored club knows what was closed, and has granted nothing.
func (c *club) closedAgain(key, given, cancelled, fresh string) {
	c.t.Helper()
	c.view(func(tx store.ReadTx) error {
		k, err := tx.KeyByFingerprint(key)
		if err != nil || k.State != store.KeyRevoked {
			c.t.Errorf("the key is %s: %v", k.State, err)
		}
		if _, err := tx.KeyByFingerprint(fresh); !errors.Is(err, store.ErrNotFound) {
			c.t.Errorf("a note has granted a key: %v", err)
		}
		if _, err := tx.Player("gone@example.org"); !errors.Is(err, store.ErrNotFound) {
			c.t.Errorf("who was removed is there again: %v", err)
		}
		if g, err := tx.Game(given); err != nil || g.Status == store.Running {
			c.t.Errorf("the game that was given away is %s: %v", g.Status, err)
		}
		if g, err := tx.Game(cancelled); err != nil || g.Status != store.Ended {
			c.t.Errorf("the game that was cancelled is %s: %v", g.Status, err)
		}
		return nil
	})
}

// Mails are not taken up in a database that knows none of their authors, since each would be refused
// for good; the daemon does not serve after that either.
func TestReplayAmongStrangers(t *testing.T) {
	c := newClub(t)
	box := folders{}
	box.handle(c, letter(southAt, c.signed("south", c.orders("south", "bid 0"))))
	box.handle(c, letter(northAt, c.signed("north", c.orders("north", "bid 1"))))
	empty := openClub(t)
	var strangers *intake.StrangersError
	if _, err := empty.Recovery.Recover(t.Context(), box[wire.FolderDone], nil); !errors.As(err, &strangers) || strangers.Mails != 2 || strangers.Keys != 0 {
		t.Errorf("an empty database: %v", err)
	}
	if err := empty.Recovery.CheckRestored(t.Context(), box[wire.FolderDone]); !errors.As(err, new(*wire.StopError)) {
		t.Errorf("the guard is lifted: %v", err)
	}
	other := openClub(t)
	check(t, other.Seats.AddPlayer(t.Context(), store.Player{Address: "x@example.org", Name: "X", Language: "en", TimeZone: "UTC"}))
	_, err := other.Keys.AddKey(t.Context(), "x@example.org", "", []byte(newSigner("x", mail.SSH).Public().Text))
	check(t, err)
	if _, err := other.Recovery.Recover(t.Context(), box[wire.FolderDone], nil); !errors.As(err, &strangers) || strangers.Keys != 1 {
		t.Errorf("another club's database: %v", err)
	}
}
