package host_test

import (
	"bytes"
	"errors"
	"os"
	"strings"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/host/play"
	"keryx/store"
)

// A player who goes is not to be found in the database any more, and his old games replay
// and verify as before.
func TestRemovePlayer(t *testing.T) {
	c := newClub(t)
	c.order("north", "bid 1")
	c.order("south", "bid 0")
	c.receive(letter(northAt, c.signed("north", "status\n")))
	var wrong *play.SettingError
	if _, err := c.Upkeep.RemovePlayer(t.Context(), northAt); !errors.As(err, &wrong) || !strings.Contains(err.Error(), c.game) {
		t.Errorf("a player of a running game: %v", err)
	}
	c.update(func(tx store.Tx) error {
		g, err := tx.Game(c.game)
		g.Status = store.Ended
		return errors.Join(err, tx.UpdateGame(g))
	})
	_, err := c.Outbox.Flush(t.Context(), carrying(func() error { return nil }))
	check(t, err)
	before, err := c.Reports.Ledger(t.Context(), c.game)
	check(t, err)

	as, err := c.Upkeep.RemovePlayer(t.Context(), strings.ToUpper(northAt))
	check(t, err)
	if _, err := c.Upkeep.RemovePlayer(t.Context(), northAt); !errors.As(err, &wrong) {
		t.Errorf("twice: %v", err)
	}
	after, err := c.Reports.Ledger(t.Context(), c.game)
	check(t, err)
	check(t, adjudicator.VerifyChain(after))
	for i, e := range after {
		if e.Hash != before[i].Hash || e.Kind == adjudicator.Ordered && !bytes.Equal(e.Body, before[i].Body) {
			t.Errorf("entry %d is another", e.Seq)
		}
		if bytes.Contains(e.Body, []byte(northAt)) {
			t.Errorf("entry %d names him", e.Seq)
		}
	}
	if _, err := c.Games.Replay(t.Context(), c.game); err != nil {
		t.Errorf("the game does not replay: %v", err)
	}
	if seat := c.seat("north"); seat.Player != as {
		t.Errorf("the seat is held by %q, want %q", seat.Player, as)
	}
	if _, err := c.Answers.Status(t.Context(), c.game); err != nil {
		t.Error(err)
	}
	copied := t.TempDir() + "/copy.db"
	check(t, c.Store.Backup(t.Context(), copied))
	file, err := os.ReadFile(copied)
	check(t, err)
	for _, trace := range []string{northAt, people()["north"].ssh.Public().Fingerprint, people()["north"].pgp.Public().Fingerprint} {
		if at := bytes.Index(bytes.ToLower(file), []byte(strings.ToLower(trace))); at >= 0 {
			t.Errorf("%s is still there: %.200q", trace, file[max(0, at-100):])
		}
	}
	if !bytes.Contains(file, []byte(southAt)) {
		t.Error("his opponent is gone too")
	}
	// He may come back, as somebody else.
	check(t, c.Seats.AddPlayer(t.Context(), store.Player{Address: northAt, Name: "North", Language: "en", TimeZone: "UTC"}))
	_, err = c.Keys.AddKey(t.Context(), northAt, "", []byte(people()["north"].ssh.Public().Text))
	check(t, err)
}

// BenchmarkGamesEver looks who has ever played, in a club with 10,000 games of 50 ledger entries each.
func BenchmarkGamesEver(b *testing.B) {
	c := newClub(b)
	check(b, floodWithGames(b.Context(), c.Host, c.game, 10_000, 50))
	for b.Loop() {
		if n, err := gamesEver(b.Context(), c.Host, northAt); err != nil || n != 10_001 {
			b.Fatalf("%d games: %v", n, err)
		}
	}
}
