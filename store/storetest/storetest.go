// Package storetest holds the tests that every implementation of [store.Store] passes: one body, several engines.
//
// An implementation calls [Run] with a function that opens an empty store, and [Crash] with one that opens a store at a
// place that outlives the process.
package storetest

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"testing"
	"time"

	"keryx/store"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// Run tests an implementation. Each call of open returns a new, empty store; closing it is the affair of open, by t.Cleanup.
func Run(t *testing.T, open func(t *testing.T) store.Store) {
	for _, c := range []struct {
		name string
		test func(*testing.T, store.Store)
	}{
		{"Commit", commit},
		{"ErrorRollsBack", errorRollsBack},
		{"PanicRollsBack", panicRollsBack},
		{"CancelRollsBack", cancelRollsBack},
		{"CancelWhileWaiting", cancelWhileWaiting},
		{"UpdatesAreSerial", updatesAreSerial},
		{"ViewIsSnapshot", viewIsSnapshot},
		{"ViewCannotWrite", viewCannotWrite},
		{"RefusalLeavesTxUsable", refusalLeavesTxUsable},
		{"TxEnds", txEnds},
		{"Lock", lock},
		{"LockLookedAt", looked},
		{"Backup", backup},
		{"Games", games},
		{"GameIDs", gameIDs},
		{"Seats", seats},
		{"Secrets", secrets},
		{"Deadlines", deadlines},
		{"Looks", looks},
		{"Backlog", backlog},
		{"SeatsWaiting", seatsWaiting},
		{"Concerning", concerning},
		{"Players", players},
		{"ChangeAddress", changeAddress},
		{"Forget", forget},
		{"AnswerBudget", answerBudget},
		{"Keys", keys},
		{"KeyIDs", keyIDs},
		{"Ledger", ledger},
		{"LedgerIsPerGame", ledgerIsPerGame},
		{"Submissions", submissions},
		{"Snapshots", snapshots},
		{"Inbox", inbox},
		{"InboxOrder", inboxOrder},
		{"InboxStates", inboxStates},
		{"InboxTries", inboxTries},
		{"InboxCopies", inboxCopies},
		{"InboxSelection", inboxSelection},
		{"InboxPruned", inboxPruned},
		{"Cursor", cursor},
		{"Outbox", outbox},
		{"OutboxFencing", outboxFencing},
		{"OutboxSteps", outboxSteps},
		{"OutboxReturned", outboxReturned},
		{"OutboxRelease", outboxRelease},
		{"OutboxReleaseOne", outboxReleaseOne},
		{"OutboxSenders", outboxSenders},
		{"OutboxOrder", outboxOrder},
		{"OutboxClaimOne", claimOne},
		{"CompactMails", compactMails},
		{"CompactOdd", compactOdd},
		{"CompactAllOrNothing", compactAllOrNothing},
		{"CompactReturned", compactReturned},
		{"CompactForgotten", compactForgotten},
		{"SetBack", setBack},
		{"Reports", reports},
		{"Leagues", leagues},
		{"Settings", settings},
		{"Trail", trail},
		{"Times", times},
		{"InvalidRecords", invalidRecords},
	} {
		t.Run(c.name, func(t *testing.T) { c.test(t, open(t)) })
	}
}

// noon is the moment around which the tests play.
var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

func after(d time.Duration) time.Time   { return noon.Add(d) }
func afterp(d time.Duration) *time.Time { t := after(d); return &t }

// update runs f in an Update that must succeed.
func update(t *testing.T, s store.Store, f func(store.Tx)) {
	t.Helper()
	if err := s.Update(context.Background(), func(tx store.Tx) error { f(tx); return nil }); err != nil {
		t.Fatalf("Update: %v", err)
	}
}

// view runs f in a View that must succeed.
func view(t *testing.T, s store.Store, f func(store.ReadTx)) {
	t.Helper()
	if err := s.View(context.Background(), func(tx store.ReadTx) error { f(tx); return nil }); err != nil {
		t.Fatalf("View: %v", err)
	}
}

// ok fails the test on an error.
func ok(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatalf("unexpected error: %v", err)
	}
}

// get returns a value, or fails the test on an error.
func get[T any](t *testing.T) func(T, error) T {
	return func(v T, err error) T {
		t.Helper()
		ok(t, err)
		return v
	}
}

// large has many bytes be compared at once: to find how they differ takes seconds.
var large = cmp.FilterValues(func(a, b []byte) bool { return min(len(a), len(b)) > 1<<16 }, cmp.Comparer(bytes.Equal))

// same compares what came from the store with what was put in. No bytes and nil are the same.
func same(t *testing.T, what string, got, want any) {
	t.Helper()
	if diff := cmp.Diff(want, got, cmpopts.EquateEmpty(), large); diff != "" {
		t.Fatalf("%s (-want +got):\n%s", what, diff)
	}
}

// refused wants an error of one kind.
func refused(t *testing.T, what string, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Fatalf("%s: got error %v, want one that is %q", what, err, want)
	}
}

func aPlayer(address string) store.Player {
	return store.Player{Address: address, Name: "Κίμων of " + address, Language: "fr", TimeZone: "Europe/Athens",
		Prefs: []byte(`{"absences":[]}`), Added: noon}
}

func aGame(id string) store.Game {
	return store.Game{ID: id, Ruleset: "hellespont", RulesetVersion: "1", Scenario: "411", Options: []byte(`{"a":1}`),
		Secret: sha256.Sum256([]byte(id)), Language: "en", Status: store.Running, Turn: 2, AnswerTime: 90*time.Hour + time.Millisecond,
		Contract: "wait", Schedule: []byte(`{"quiet":"22-7"}`), Created: noon}
}

func aSeat(game, side, player string) store.Seat {
	return store.Seat{Game: game, Side: side, Player: player}
}

// table sets up players "red@x" and "blue@x" and a game with a seat for each.
func table(t *testing.T, s store.Store, game string) {
	t.Helper()
	update(t, s, func(tx store.Tx) {
		for side, address := range map[string]string{"athens": "red@x", "sparta": "blue@x"} {
			if err := tx.AddPlayer(aPlayer(address)); err != nil && !errors.Is(err, store.ErrDuplicate) {
				t.Fatalf("player for %s: %v", side, err)
			}
		}
		ok(t, tx.CreateGame(aGame(game)))
		ok(t, tx.AddSeat(aSeat(game, "athens", "red@x")))
		ok(t, tx.AddSeat(aSeat(game, "sparta", "blue@x")))
	})
}

// nextEntry makes the entry that follows a head.
func nextEntry(game string, head store.Head, body string) store.Entry {
	e := store.Entry{Game: game, Seq: head.Seq + 1, Kind: "orders", Side: "athens", Time: noon, Body: []byte(body), Prev: head.Hash,
		Fingerprint: "F00D", Scheme: "ssh", Raw: []byte("signature of " + body)}
	e.Salt = sha256.Sum256([]byte("salt of " + body))
	e.Hash = sha256.Sum256(fmt.Appendf(nil, "%s %d %s %s", e.Game, e.Seq, e.Prev, e.Body))
	return e
}

// appendOne appends an entry after the head.
func appendOne(tx store.Tx, game, body string) (store.Entry, error) {
	head, err := tx.Head(game)
	if err != nil {
		return store.Entry{}, err
	}
	e := nextEntry(game, head, body)
	return e, tx.AppendEntry(e)
}

func aMail(messageID string) store.OutboxMail {
	return store.OutboxMail{MessageID: messageID, Game: "hel-1", Side: "athens", Kind: "report", Recipient: "red@x",
		EnvelopeFrom: "bounce+1@keryx", Raw: []byte("Subject: " + messageID + "\r\n\r\n"), Created: noon}
}

func aMessage(content string, uid uint32) store.InboxMessage {
	return store.InboxMessage{ContentHash: sha256.Sum256([]byte(content)), Place: store.Place{Folder: "INBOX", UIDValidity: 7, UID: uid},
		InternalDate: noon, FirstSeen: after(time.Minute), Receipt: noon, Raw: []byte(content)}
}
