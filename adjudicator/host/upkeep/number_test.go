package upkeep_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"keryx/adjudicator/host/hosttest"

	"keryx/adjudicator/host/post"
	"keryx/mail/wire"
)

// What a game was called that was made after the backup is never given again, and the restore names
// the game, by the notes or by the orders that were accepted for it.
func TestNamesAreGivenOnce(t *testing.T) {
	c := hosttest.NewClub(t).WithKey("old")
	older := t.TempDir()
	for _, name := range []string{"notes", "orders", "list"} {
		hosttest.Check(t, c.Store.Backup(t.Context(), filepath.Join(older, name)))
	}
	first := c.Game
	c.Game = c.NewGame()
	second := c.Game
	orders := wire.Fetched{Folder: wire.FolderDone, InternalDate: c.Time, Raw: hosttest.Letter(hosttest.NorthAt, c.Signed("north", c.Orders("north", "bid 1")))}
	c.Receive(orders.Raw)
	notes := noted(c)
	if len(notes) != 1 || strings.Contains(string(notes[0].Raw), second+"\r\n") {
		t.Fatalf("%d notes were left", len(notes))
	}
	for name, mails := range map[string][]wire.Fetched{"notes": notes, "orders": {orders}} {
		r := back(c, filepath.Join(older, name))
		read, err := r.Transfers.ListNotes(t.Context(), mails)
		hosttest.Check(t, err)
		if !slices.Equal(read.Games, []string{second}) {
			t.Errorf("%s: the list names %q", name, read.Games)
		}
		got, err := r.Recovery.Discard(t.Context(), mails)
		hosttest.Check(t, err)
		if got == nil || !slices.Equal(got.Games, []string{second}) {
			t.Errorf("%s: the restore names %+v", name, got)
		}
		if id := r.NewGame(); id == second || id == first {
			t.Errorf("%s: the next game is called %s again", name, id)
		}
	}
	r := back(c, filepath.Join(older, "list"))
	refused := orders
	refused.Folder = wire.FolderRefused // anybody can have written it
	read, err := r.Transfers.ListNotes(t.Context(), []wire.Fetched{refused})
	if err != nil || len(read.Games) > 0 {
		t.Errorf("a refused mail names a game: %q, %v", read.Games, err)
	}
	// Somebody who has read the list makes the game anew before he takes up the mails.
	_, err = r.Transfers.ListNotes(t.Context(), notes)
	hosttest.Check(t, err)
	if id := r.NewGame(); id == second || id == first {
		t.Errorf("behind the list the next game is called %s again", id)
	}
	if _, err := r.Upkeep.Create(t.Context(), post.NewGame{Ruleset: "ford", AnswerTime: hosttest.AnswerTime, Language: "en", Seats: map[string]string{"north": hosttest.NorthAt, "south": hosttest.SouthAt}}); err != nil {
		t.Error(err)
	}
}

// The restore names the leagues that accepted mails tell of and that are not in the copy; what was
// refused tells of none, for anybody can have written it.
func TestLostLeaguesAreNamed(t *testing.T) {
	c := hosttest.LeagueClub(t, hosttest.SpringLeague).WithKey("old")
	copied := filepath.Join(t.TempDir(), "copy")
	hosttest.Check(t, c.Store.Backup(t.Context(), copied))
	in := func(folder, name, text string) wire.Fetched {
		return wire.Fetched{Folder: folder, InternalDate: c.Time, Raw: hosttest.Letter(hosttest.People()[name].Address, c.Signed(name, text))}
	}
	mails := []wire.Fetched{in(wire.FolderDone, "north", "join autumn\n"), in(wire.FolderDone, "south", "join spring\n"), in(wire.FolderRefused, "south", "join winter\n"),
		in(wire.FolderDone, "third", "bid Autumn 1-1-1 athens at most 2\n")}
	r := back(c, copied)
	read, err := r.Transfers.ListNotes(t.Context(), mails)
	if err != nil || !slices.Equal(read.Leagues, []string{"autumn"}) {
		t.Errorf("the list names %q: %v", read.Leagues, err)
	}
	got, err := r.Recovery.Discard(t.Context(), mails)
	if err != nil || got == nil || !slices.Equal(got.Leagues, []string{"autumn"}) {
		t.Errorf("the restore names %+v: %v", got, err)
	}
}
