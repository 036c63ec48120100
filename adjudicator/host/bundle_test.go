package host_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/upkeep"
	"keryx/adjudicator/host/verify"
	"keryx/mail"
	"keryx/store"
	"keryx/store/engine"
)

// withKey gives a club a server key and an address of its own.
func (c *club) withKey(name string) *club {
	c.Signer = newSigner(name, mail.OpenPGP)
	c.Post.Address = name + "@example.net"
	return c
}

// load loads a bundle into the club.
func (c *club) load(file []byte) (upkeep.Imported, error) {
	c.t.Helper()
	scratch, err := engine.Open(c.t.Context(), filepath.Join(c.t.TempDir(), "scratch.db"))
	check(c.t, err)
	defer func() { check(c.t, scratch.Close()) }()
	return c.Transfers.Import(c.t.Context(), scratch, file, nil)
}

// export exports the club's game, with a mail server that takes everything.
func (c *club) export(to *play.Receiver) ([]byte, error) {
	c.t.Helper()
	return c.exportBy(&carrier{}, to)
}

// exportBy exports the club's game with a mail server.
func (c *club) exportBy(k post.Carrier, to *play.Receiver) ([]byte, error) {
	c.t.Helper()
	scratch, err := engine.Open(c.t.Context(), filepath.Join(c.t.TempDir(), "scratch.db"))
	check(c.t, err)
	defer func() { check(c.t, scratch.Close()) }()
	return c.Transfers.Export(c.t.Context(), c.game, upkeep.Exporting{To: to, Scratch: scratch, Carrier: k})
}

// words sends what waits and returns what is for another club's server.
func (c *club) words(to *club) (words [][]byte) {
	c.t.Helper()
	for range 2 { // what waits for a note is queued when that has gone
		k := &carrier{}
		c.flush(k)
		for _, sent := range k.bytes {
			if at, raw, _ := strings.Cut(sent, "\n"); at == to.Post.Address {
				words = append(words, []byte(raw))
			}
		}
	}
	return words
}

// converse carries what two servers say to each other, until they say no more.
func converse(a, b *club) {
	a.t.Helper()
	for range 5 {
		for _, w := range a.words(b) {
			b.receive(w)
		}
		for _, w := range b.words(a) {
			a.receive(w)
		}
	}
}

// receiver is the club as another exports to it.
func (c *club) receiver() *play.Receiver {
	return &play.Receiver{Address: c.Post.Address, Key: c.Signer.Public()}
}

// TestGiveAway carries a running game to another club in the middle of a turn: it is closed
// where it was, goes on where it is loaded with the same keys, ends there, replays and
// verifies with the reports of both clubs, by both verifiers.
func TestGiveAway(t *testing.T) {
	from := newClub(t, refereed).withKey("old")
	to := openClub(t).withKey("new")
	from.order("north", "bid 1")
	before := from.sent()
	if _, err := from.export(nil); !errors.As(err, new(*play.SettingError)) {
		t.Fatalf("a running game is written for everybody: %v", err)
	}
	if from.status() != store.Running || len(from.sent()) > 0 {
		t.Fatal("a refused export has changed the game")
	}
	file, err := from.export(to.receiver())
	check(t, err)
	if bytes.Contains(file, []byte("bid 1")) || bytes.Contains(file, []byte(northAt)) || !bytes.HasPrefix(file, []byte("-----BEGIN PGP MESSAGE")) {
		t.Error("the bundle is not sealed")
	}
	told := from.sent()
	for _, m := range told {
		if !strings.Contains(text(t, m), "new@example.net") || strings.Contains(text(t, m), "bid 1") {
			t.Errorf("%s reads:\n%s", m.Recipient, text(t, m))
		}
	}
	if len(told) != 3 {
		t.Errorf("told are %q", kinds(told))
	}
	if row := from.receive(letter(southAt, from.signed("south", from.orders("south", "bid 0")))); row.State != store.Closed || !says(t, from.sent()[0], "another club") {
		t.Errorf("orders to the club that gave it away: %s", row.State)
	}
	again, err := from.export(to.receiver())
	if err != nil || len(from.sent()) > 0 {
		t.Errorf("a second file for the same club: %v", err)
	}
	third := openClub(t).withKey("third")
	if _, err := from.export(third.receiver()); !errors.As(err, new(*play.MovedError)) {
		t.Errorf("a file for yet another club: %v", err)
	}
	if _, err := third.load(file); !errors.Is(err, upkeep.ErrBundle) {
		t.Errorf("a club reads what is sealed for another: %v", err)
	}
	got, err := to.load(again)
	if err != nil || len(got.Added) != 2 || got.Ended || got.Club != "old@example.net" || got.Key != from.Signer.Public().Fingerprint {
		t.Fatalf("%+v: %v", got, err)
	}
	if _, err := to.load(file); !errors.As(err, new(*upkeep.LivesError)) {
		t.Errorf("a game is loaded twice: %v", err)
	}
	to.game = got.Game
	if told := to.sent(); to.status() != store.Paused || len(told) != 2 || told[0].Kind != "notice" || !says(t, told[0], "as soon as that club has released it") {
		t.Errorf("before the game is released, the players are sent %q", kinds(told))
	}
	converse(to, from)
	if to.status() != store.Running {
		t.Fatalf("released, it is %s", to.status())
	}
	to.play(3)
	if _, err := to.Games.Replay(t.Context(), to.game); err != nil {
		t.Error(err)
	}
	all := append(proofs(t, reports(before), northAt), proofs(t, reports(to.sent()), northAt)...)
	if v, err := verify.Verify(all); err != nil || !v.Ended {
		t.Errorf("%+v: %v", v, err)
	}
	if said, holds := otherHand(t, asText(all)); !holds {
		t.Errorf("the other verifier: %s", said)
	}
}

// TestCopyOfAFinishedGame loads a game that is over into another club, where it replays; and
// no file whose game was changed in one byte.
func TestCopyOfAFinishedGame(t *testing.T) {
	from, _ := wholeGame(t)
	from.withKey("old")
	file, err := from.export(nil)
	check(t, err)
	if told := from.sent(); len(told) != 2 || !says(t, told[0], "another club can load") {
		t.Errorf("told are %q", kinds(told))
	}
	to := openClub(t).withKey("new")
	random := rand.New(rand.NewPCG(7, 1))
	begins := bytes.Index(file, []byte(`"game": "`)) + len(`"game": "`)
	for range 30 {
		altered := bytes.Clone(file)
		at := begins + random.IntN(len(altered)-begins-10)
		altered[at] ^= 1
		if _, err := to.load(altered); err == nil {
			t.Fatalf("byte %d, %q for %q: loaded", at, altered[at], file[at])
		}
	}
	for name, bad := range map[string][]byte{"nothing": nil, "blanks": bytes.Repeat([]byte(" "), 1000), "too large": make([]byte, upkeep.MaxBundle+1),
		"two": append(bytes.Clone(file), file...), "nested": bytes.Repeat([]byte("["), 100_000)} {
		if _, err := to.load(bad); !errors.Is(err, upkeep.ErrBundle) {
			t.Errorf("%s: %v", name, err)
		}
	}
	got, err := to.load(file)
	if err != nil || !got.Ended {
		t.Fatalf("%+v: %v", got, err)
	}
	if len(to.sent()) > 0 {
		t.Error("the players of a game that is over are written to")
	}
	to.game = got.Game
	if r, err := to.Games.Replay(t.Context(), to.game); err != nil || r.Entries != got.Entries {
		t.Errorf("%+v: %v", r, err)
	}
	other := newClub(t).withKey("other")
	if _, err := other.load(file); !errors.As(err, new(*upkeep.LivesError)) {
		t.Errorf("over another game of its name: %v", err)
	}
}

// A game is not given away while a claim or an appeal waits: the other club could not answer it.
func TestGiveAwayWaitsForClaims(t *testing.T) {
	c := judged(t)
	c.withKey("old")
	to := openClub(t).withKey("new")
	c.requests("north", northAt, "game "+c.game+"\nreferee: my report lacks a line\n")
	refused := func(want string) {
		t.Helper()
		var waits *upkeep.WaitingError
		if _, err := c.export(to.receiver()); !errors.As(err, &waits) || !strings.Contains(err.Error(), want) {
			t.Fatalf("given away: %v", err)
		}
		if c.status() != store.Running {
			t.Fatal("the refused export has changed the game")
		}
	}
	refused("the claim number 1 of north waits")
	c.rules("ruling / dismiss 1 / reason The line is there.", store.Command)
	ruled := fmt.Sprint(len(c.entries()))
	said := c.requests("north", northAt, "game "+c.game+"\nappeal "+ruled+": it is not there\n")
	wants(t, said, "appeals against your ruling")
	refused("against the ruling of entry " + ruled)
	_, err := c.Rulings.Rule(t.Context(), c.game, secondAt(), "ruling\nreason No.\ndismiss 2\n")
	check(t, err)
	_, err = c.export(to.receiver())
	check(t, err)
}
