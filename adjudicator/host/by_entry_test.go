package host_test

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/host/hosttest"

	"keryx/adjudicator"
	"keryx/adjudicator/dice"
	"keryx/adjudicator/hellespont"
	"keryx/adjudicator/host/verify"
	"keryx/store"
	"keryx/templates"
)

// oldGame is a game as it was stored, in testdata: in by-entry while dice hung on the
// entries of the ledger, in by-orders since they hang on what the players signed.
type oldGame struct {
	Game struct {
		ID, Ruleset, Version, Scenario, Secret, Contract string
		Status                                           store.Status
		Turn                                             int
		Created                                          time.Time
	}
	Seats     []oldSeat
	Entries   []oldEntry
	Snapshots []oldSnapshot
}

type oldSeat struct {
	Side, Player, Answers                      string
	ReportedEntry, ReportedTurn, ReportedEvent int
	Deadline                                   *time.Time
}

type oldEntry struct {
	Kind             adjudicator.EntryKind
	Side, Body, Salt string
	Time             time.Time
	Hash             dice.Head
}

type oldSnapshot struct {
	Turn, Seq     int
	Version, Body string
}

// readOldGame reads the file of that name, such as "by-entry/ford".
func readOldGame(t *testing.T, name string) (g oldGame) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name+".json"))
	hosttest.Check(t, err)
	hosttest.Check(t, json.Unmarshal(text, &g))
	return g
}

// store puts the game into a database that knows its players.
func (g oldGame) store(t *testing.T, tx store.Tx) error {
	t.Helper()
	digest := func(s string) (d [32]byte) {
		b, err := hex.DecodeString(s)
		hosttest.Check(t, err)
		copy(d[:], b)
		return d
	}
	err := tx.CreateGame(store.Game{ID: g.Game.ID, Ruleset: g.Game.Ruleset, RulesetVersion: g.Game.Version, Scenario: g.Game.Scenario,
		Options: []byte("null"), Secret: digest(g.Game.Secret), Language: "en", Status: g.Game.Status, Turn: g.Game.Turn,
		AnswerTime: hosttest.AnswerTime, Contract: g.Game.Contract, Created: g.Game.Created})
	for _, s := range g.Seats {
		err = errors.Join(err, tx.AddSeat(store.Seat{Game: g.Game.ID, Side: s.Side, Player: s.Player, Answers: s.Answers, Deadline: s.Deadline,
			ReportedEntry: s.ReportedEntry, ReportedTurn: s.ReportedTurn, ReportedEvent: s.ReportedEvent}))
	}
	var last adjudicator.Entry
	for i, e := range g.Entries {
		last = adjudicator.Entry{Game: g.Game.ID, Kind: e.Kind, Side: e.Side, Time: e.Time, Body: []byte(e.Body), Salt: digest(e.Salt)}.Follow(last)
		if last.Hash != e.Hash {
			t.Fatalf("entry %d has the hash %s, stored %s", i+1, last.Hash, e.Hash)
		}
		err = errors.Join(err, tx.AppendEntry(store.Entry{Game: last.Game, Seq: last.Seq, Kind: string(last.Kind), Side: last.Side, Time: last.Time,
			Body: last.Body, Salt: last.Salt, Prev: store.Digest(last.Prev), Hash: store.Digest(last.Hash)}))
	}
	for _, s := range g.Snapshots {
		err = errors.Join(err, tx.PutSnapshot(store.Snapshot{Game: g.Game.ID, Turn: s.Turn, Seq: s.Seq, Version: s.Version, Body: []byte(s.Body), Taken: g.Game.Created}))
	}
	return err
}

// oldProofs are the proofs of the mails of an old game, as one player got them.
func oldProofs(t *testing.T, name string) (all []templates.Proof) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name+".proofs"))
	hosttest.Check(t, err)
	for block := range strings.SplitSeq(strings.TrimSpace(string(text)), "\n\n") {
		p, err := templates.ParseProof(block)
		hosttest.Check(t, err)
		all = append(all, p)
	}
	return all
}

// TestOldDice replays and verifies games that were begun while dice hung on the entries
// of the ledger.
func TestOldDice(t *testing.T) {
	for name, turns := range map[string]int{"by-entry/ford": 3, "by-entry/hellespont": 3} {
		g := readOldGame(t, name)
		c := newEmptyClub(t, g)
		r, err := c.Games.Replay(t.Context(), g.Game.ID)
		if err != nil || r.Turns != turns || r.Entries != len(g.Entries) {
			t.Errorf("%s: %+v: %v", name, r, err)
		}
		v, err := verify.Verify(oldProofs(t, name))
		if err != nil || v.Rolls == 0 || v.Entries != len(g.Entries) || v.Ended != (g.Game.Status == store.Ended) {
			t.Errorf("%s: %+v: %v", name, v, err)
		}
	}
}

// TestOldDiceGoOn plays on in a game that was begun while dice hung on the entries of
// the ledger: they do so to its end, and its proofs hold with those of before.
func TestOldDiceGoOn(t *testing.T) {
	g := readOldGame(t, "by-entry/hellespont")
	c := &goldenClub{newEmptyClub(t, g), hellespont.Default().(adjudicator.Bot).Player(rand.New(rand.NewPCG(1, 2))), map[string]bool{"athens": true, "sparta": true}}
	c.club.Game, c.club.Time = g.Game.ID, g.Entries[len(g.Entries)-1].Time
	for c.club.Turn() == g.Game.Turn {
		if !c.move() {
			t.Fatal("nobody is asked")
		}
	}
	if _, err := c.club.Games.Replay(t.Context(), c.club.Game); err != nil {
		t.Error(err)
	}
	v, err := verify.Verify(append(oldProofs(t, "by-entry/hellespont"), hosttest.Proofs(t, c.club.Sent(), "athens@example.org")...))
	if before, _ := verify.Verify(oldProofs(t, "by-entry/hellespont")); err != nil || v.Turns != before.Turns+1 || v.Rolls <= before.Rolls {
		t.Errorf("before %+v, now %+v: %v", before, v, err)
	}
	entries, err := c.club.Reports.Ledger(t.Context(), c.club.Game)
	hosttest.Check(t, err)
	secret := hosttest.SecretOf(c.club)
	for _, e := range entries {
		if e.Kind == adjudicator.Ordered && e.Salt != secret.Salt(c.club.Game, e.Seq) {
			t.Errorf("entry %d has the salt of another scheme", e.Seq)
		}
	}
}

// newEmptyClub is a club that has only the one stored game, with its players.
func newEmptyClub(t *testing.T, g oldGame) *hosttest.Club {
	t.Helper()
	c := hosttest.OpenClub(t)
	hosttest.Check(t, hosttest.Enrol(c.Host))
	for _, p := range goldenPlayers {
		hosttest.Check(t, c.Seats.AddPlayer(t.Context(), store.Player{Address: p.address(), Name: p.name, Language: p.lang, TimeZone: "Europe/Paris"}))
		_, err := c.Keys.AddKey(t.Context(), p.address(), "", []byte(p.signer(t).Public().Text))
		hosttest.Check(t, err)
	}
	c.Change(func(tx store.Tx) error { return g.store(t, tx) })
	return c
}
