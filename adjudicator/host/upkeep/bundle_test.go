package upkeep_test

import (
	"bytes"
	"errors"
	"fmt"
	"keryx/adjudicator/host/club"
	"math/rand/v2"
	"strings"
	"testing"

	"keryx/adjudicator/host/hosttest"

	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/upkeep"
	"keryx/adjudicator/host/verify"
	"keryx/store"
)

// words sends what waits and returns what is for another club's server.
func words(c *hosttest.Club, to *hosttest.Club) (words [][]byte) {
	c.T.Helper()
	for range 2 { // what waits for a note is queued when that has gone
		k := &hosttest.Carrier{}
		c.Flush(k)
		for _, sent := range k.Bytes {
			if at, raw, _ := strings.Cut(sent, "\n"); at == to.Post.Address {
				words = append(words, []byte(raw))
			}
		}
	}
	return words
}

// converse carries what two servers say to each other, until they say no more.
func converse(a, b *hosttest.Club) {
	a.T.Helper()
	for range 5 {
		for _, w := range words(a, b) {
			b.Receive(w)
		}
		for _, w := range words(b, a) {
			a.Receive(w)
		}
	}
}

// TestGiveAway carries a running game to another club in the middle of a turn: it is closed
// where it was, goes on where it is loaded with the same keys, ends there, replays and
// verifies with the reports of both clubs, by both verifiers.
func TestGiveAway(t *testing.T) {
	from := hosttest.NewClub(t, hosttest.Refereed).WithKey("old")
	to := hosttest.OpenClub(t).WithKey("new")
	from.Order("north", "bid 1")
	before := from.Sent()
	if _, err := hosttest.ExportBundle(from, nil); !errors.As(err, new(*club.SettingError)) {
		t.Fatalf("a running game is written for everybody: %v", err)
	}
	if from.Status() != store.Running || len(from.Sent()) > 0 {
		t.Fatal("a refused export has changed the game")
	}
	file, err := hosttest.ExportBundle(from, hosttest.Receiver(to))
	hosttest.Check(t, err)
	if bytes.Contains(file, []byte("bid 1")) || bytes.Contains(file, []byte(hosttest.NorthAt)) || !bytes.HasPrefix(file, []byte("-----BEGIN PGP MESSAGE")) {
		t.Error("the bundle is not sealed")
	}
	told := from.Sent()
	for _, m := range told {
		if !strings.Contains(hosttest.TextOf(t, m), "new@example.net") || strings.Contains(hosttest.TextOf(t, m), "bid 1") {
			t.Errorf("%s reads:\n%s", m.Recipient, hosttest.TextOf(t, m))
		}
	}
	if len(told) != 3 {
		t.Errorf("told are %q", hosttest.KindsOf(told))
	}
	if row := from.Receive(hosttest.Letter(hosttest.SouthAt, from.Signed("south", from.Orders("south", "bid 0")))); row.State != store.Closed || !hosttest.Says(t, from.Sent()[0], "another club") {
		t.Errorf("orders to the club that gave it away: %s", row.State)
	}
	again, err := hosttest.ExportBundle(from, hosttest.Receiver(to))
	if err != nil || len(from.Sent()) > 0 {
		t.Errorf("a second file for the same club: %v", err)
	}
	third := hosttest.OpenClub(t).WithKey("third")
	if _, err := hosttest.ExportBundle(from, hosttest.Receiver(third)); !errors.As(err, new(*play.MovedError)) {
		t.Errorf("a file for yet another club: %v", err)
	}
	if _, err := hosttest.LoadBundle(third, file); !errors.Is(err, upkeep.ErrBundle) {
		t.Errorf("a club reads what is sealed for another: %v", err)
	}
	got, err := hosttest.LoadBundle(to, again)
	if err != nil || len(got.Added) != 2 || got.Ended || got.Club != "old@example.net" || got.Key != from.Signer.Public().Fingerprint {
		t.Fatalf("%+v: %v", got, err)
	}
	if _, err := hosttest.LoadBundle(to, file); !errors.As(err, new(*upkeep.LivesError)) {
		t.Errorf("a game is loaded twice: %v", err)
	}
	to.Game = got.Game
	if told := to.Sent(); to.Status() != store.Paused || len(told) != 2 || told[0].Kind != "notice" || !hosttest.Says(t, told[0], "as soon as that club has released it") {
		t.Errorf("before the game is released, the players are sent %q", hosttest.KindsOf(told))
	}
	converse(to, from)
	if to.Status() != store.Running {
		t.Fatalf("released, it is %s", to.Status())
	}
	to.Play(3)
	if _, err := to.Games.Replay(t.Context(), to.Game); err != nil {
		t.Error(err)
	}
	all := append(hosttest.Proofs(t, hosttest.ReportsOf(before), hosttest.NorthAt), hosttest.Proofs(t, hosttest.ReportsOf(to.Sent()), hosttest.NorthAt)...)
	if v, err := verify.Verify(all); err != nil || !v.Ended {
		t.Errorf("%+v: %v", v, err)
	}
	if said, holds := hosttest.OtherHand(t, hosttest.AsText(all)); !holds {
		t.Errorf("the other verifier: %s", said)
	}
}

// TestCopyOfAFinishedGame loads a game that is over into another club, where it replays; and
// no file whose game was changed in one byte.
func TestCopyOfAFinishedGame(t *testing.T) {
	from, _ := hosttest.WholeGame(t)
	from.WithKey("old")
	file, err := hosttest.ExportBundle(from, nil)
	hosttest.Check(t, err)
	if told := from.Sent(); len(told) != 2 || !hosttest.Says(t, told[0], "another club can load") {
		t.Errorf("told are %q", hosttest.KindsOf(told))
	}
	to := hosttest.OpenClub(t).WithKey("new")
	random := rand.New(rand.NewPCG(7, 1))
	begins := bytes.Index(file, []byte(`"game": "`)) + len(`"game": "`)
	for range 30 {
		altered := bytes.Clone(file)
		at := begins + random.IntN(len(altered)-begins-10)
		altered[at] ^= 1
		if _, err := hosttest.LoadBundle(to, altered); err == nil {
			t.Fatalf("byte %d, %q for %q: loaded", at, altered[at], file[at])
		}
	}
	for name, bad := range map[string][]byte{"nothing": nil, "blanks": bytes.Repeat([]byte(" "), 1000), "too large": make([]byte, upkeep.MaxBundle+1),
		"two": append(bytes.Clone(file), file...), "nested": bytes.Repeat([]byte("["), 100_000)} {
		if _, err := hosttest.LoadBundle(to, bad); !errors.Is(err, upkeep.ErrBundle) {
			t.Errorf("%s: %v", name, err)
		}
	}
	got, err := hosttest.LoadBundle(to, file)
	if err != nil || !got.Ended {
		t.Fatalf("%+v: %v", got, err)
	}
	if len(to.Sent()) > 0 {
		t.Error("the players of a game that is over are written to")
	}
	to.Game = got.Game
	if r, err := to.Games.Replay(t.Context(), to.Game); err != nil || r.Entries != got.Entries {
		t.Errorf("%+v: %v", r, err)
	}
	other := hosttest.NewClub(t).WithKey("other")
	if _, err := hosttest.LoadBundle(other, file); !errors.As(err, new(*upkeep.LivesError)) {
		t.Errorf("over another game of its name: %v", err)
	}
}

// A game is not given away while a claim or an appeal waits: the other club could not answer it.
func TestGiveAwayWaitsForClaims(t *testing.T) {
	c := hosttest.Judged(t)
	c.WithKey("old")
	to := hosttest.OpenClub(t).WithKey("new")
	c.Requests("north", hosttest.NorthAt, "game "+c.Game+"\nreferee: my report lacks a line\n")
	refused := func(want string) {
		t.Helper()
		var waits *upkeep.WaitingError
		if _, err := hosttest.ExportBundle(c, hosttest.Receiver(to)); !errors.As(err, &waits) || !strings.Contains(err.Error(), want) {
			t.Fatalf("given away: %v", err)
		}
		if c.Status() != store.Running {
			t.Fatal("the refused export has changed the game")
		}
	}
	refused("the claim number 1 of north waits")
	c.Rule("ruling / dismiss 1 / reason The line is there.", store.Command)
	ruled := fmt.Sprint(len(c.Ledger()))
	said := c.Requests("north", hosttest.NorthAt, "game "+c.Game+"\nappeal "+ruled+": it is not there\n")
	hosttest.Wants(t, said, "appeals against your ruling")
	refused("against the ruling of entry " + ruled)
	_, err := c.Rulings.Rule(t.Context(), c.Game, hosttest.SecondAt(), "ruling\nreason No.\ndismiss 2\n")
	hosttest.Check(t, err)
	_, err = hosttest.ExportBundle(c, hosttest.Receiver(to))
	hosttest.Check(t, err)
}
