package upkeep_test

import (
	"bytes"
	"errors"
	"keryx/adjudicator/host/club"
	"os"
	"strings"
	"testing"

	"keryx/adjudicator/host/hosttest"

	"keryx/adjudicator"
	"keryx/store"
)

// A player who goes is not to be found in the database any more, and his old games replay
// and verify as before.
func TestRemovePlayer(t *testing.T) {
	c := hosttest.NewClub(t)
	c.Order("north", "bid 1")
	c.Order("south", "bid 0")
	c.Receive(hosttest.Letter(hosttest.NorthAt, c.Signed("north", "status\n")))
	var wrong *club.SettingError
	if _, err := c.Upkeep.RemovePlayer(t.Context(), hosttest.NorthAt); !errors.As(err, &wrong) || !strings.Contains(err.Error(), c.Game) {
		t.Errorf("a player of a running game: %v", err)
	}
	c.Change(func(tx store.Tx) error {
		g, err := tx.Game(c.Game)
		g.Status = store.Ended
		return errors.Join(err, tx.UpdateGame(g))
	})
	_, err := c.Outbox.Flush(t.Context(), hosttest.Carrying(func() error { return nil }))
	hosttest.Check(t, err)
	before, err := c.Reports.Ledger(t.Context(), c.Game)
	hosttest.Check(t, err)

	as, err := c.Upkeep.RemovePlayer(t.Context(), strings.ToUpper(hosttest.NorthAt))
	hosttest.Check(t, err)
	if _, err := c.Upkeep.RemovePlayer(t.Context(), hosttest.NorthAt); !errors.As(err, &wrong) {
		t.Errorf("twice: %v", err)
	}
	after, err := c.Reports.Ledger(t.Context(), c.Game)
	hosttest.Check(t, err)
	hosttest.Check(t, adjudicator.VerifyChain(after))
	for i, e := range after {
		if e.Hash != before[i].Hash || e.Kind == adjudicator.Ordered && !bytes.Equal(e.Body, before[i].Body) {
			t.Errorf("entry %d is another", e.Seq)
		}
		if bytes.Contains(e.Body, []byte(hosttest.NorthAt)) {
			t.Errorf("entry %d names him", e.Seq)
		}
	}
	if _, err := c.Games.Replay(t.Context(), c.Game); err != nil {
		t.Errorf("the game does not replay: %v", err)
	}
	if seat := c.Seat("north"); seat.Player != as {
		t.Errorf("the seat is held by %q, want %q", seat.Player, as)
	}
	if _, err := c.Answers.Status(t.Context(), c.Game); err != nil {
		t.Error(err)
	}
	copied := t.TempDir() + "/copy.db"
	hosttest.Check(t, c.Store.Backup(t.Context(), copied))
	file, err := os.ReadFile(copied)
	hosttest.Check(t, err)
	for _, trace := range []string{hosttest.NorthAt, hosttest.People()["north"].SSH.Public().Fingerprint, hosttest.People()["north"].PGP.Public().Fingerprint} {
		if at := bytes.Index(bytes.ToLower(file), []byte(strings.ToLower(trace))); at >= 0 {
			t.Errorf("%s is still there: %.200q", trace, file[max(0, at-100):])
		}
	}
	if !bytes.Contains(file, []byte(hosttest.SouthAt)) {
		t.Error("his opponent is gone too")
	}
	// He may come back, as somebody else.
	hosttest.Check(t, c.Seats.AddPlayer(t.Context(), store.Player{Address: hosttest.NorthAt, Name: "North", Language: "en", TimeZone: "UTC"}))
	_, err = c.Keys.AddKey(t.Context(), hosttest.NorthAt, "", []byte(hosttest.People()["north"].SSH.Public().Text))
	hosttest.Check(t, err)
}

// BenchmarkGamesEver looks who has ever played, in a club with 10,000 games of 50 ledger entries each.
func BenchmarkGamesEver(b *testing.B) {
	c := hosttest.NewClub(b)
	hosttest.Check(b, floodWithGames(b.Context(), c.Host, c.Game, 10_000, 50))
	for b.Loop() {
		if n, err := gamesEver(b.Context(), c.Host, hosttest.NorthAt); err != nil || n != 10_001 {
			b.Fatalf("%d games: %v", n, err)
		}
	}
}
