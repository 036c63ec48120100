package engine

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"testing"
	"time"

	"keryx/store"
)

var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// fill writes something into every table.
func fill(t testing.TB, s store.Store, games int) {
	t.Helper()
	err := s.Update(t.Context(), func(tx store.Tx) (err error) {
		must := func(errs ...error) { err = errors.Join(append(errs, err)...) }
		for _, address := range []string{"red@x", "blue@x", "judge@x"} {
			must(tx.AddPlayer(store.Player{Address: address, Name: "Κίμων of " + address, Prefs: []byte{0, 255}, Added: noon}))
		}
		must(tx.AddKey(store.Key{Fingerprint: "F00DF00DF00DF00D", Player: "red@x", Scheme: "ssh", State: store.KeyActive, Material: []byte("key"), Added: noon, Changed: noon}),
			tx.ListKey("F00DF00DF00DF00D", []string{"f00d", "cafe"}))
		_, spent := tx.SpendAnswer("red@x", noon, 3)
		must(spent, tx.SetCursor(store.Place{Folder: "INBOX", UIDValidity: 4_294_967_295, UID: 7}),
			tx.PutLeague(store.League{ID: "aegean", Name: "Aegean", Created: noon, Changed: noon, Body: []byte("{}")}),
			tx.SetSetting("empty", nil), tx.SetSetting("bytes", []byte{0, 1, 254, 255}), tx.SetSettingDue("due/1", []byte("x"), noon))
		for n := range games {
			must(fillGame(tx, fmt.Sprintf("hel-%d", n+1)))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// fillGame plays one game.
func fillGame(tx store.Tx, id string) error {
	later := noon.Add(time.Hour + 250*time.Millisecond)
	errs := []error{
		tx.CreateGame(store.Game{ID: id, Ruleset: "hellespont", Secret: sha256.Sum256([]byte(id)), Status: store.Running, Referee: "judge@x", Created: noon}),
		tx.AddSeat(store.Seat{Game: id, Side: "athens", Player: "red@x", Substitutes: []string{"judge@x", "blue@x"}, Deadline: &later}),
		tx.AddSeat(store.Seat{Game: id, Side: "sparta", Player: "blue@x"}),
	}
	var head store.Head
	for n := range 5 {
		e := store.Entry{Game: id, Seq: head.Seq + 1, Kind: "orders", Time: noon, Prev: head.Hash, Hash: sha256.Sum256(fmt.Append(nil, id, n)), Body: []byte("orders"), Raw: []byte("signed")}
		m, _, err := tx.AddInbox(store.InboxMessage{ContentHash: sha256.Sum256(fmt.Append(nil, "mail ", id, n)), Place: store.Place{Folder: "INBOX", UIDValidity: 1, UID: uint32(n)},
			InternalDate: noon, FirstSeen: noon, Receipt: noon, Raw: fmt.Appendf(nil, "mail \x00\xff of %s", id)})
		errs = append(errs, err, tx.AppendEntry(e), tx.SetInboxPlayer(m.ID, "red@x"),
			tx.RecordSubmission(store.Submission{Game: id, ID: e.Hash, Side: "athens", Inbox: m.ID, Entry: e.Seq, Received: noon}))
		head = store.Head{Seq: e.Seq, Hash: e.Hash}
		mail, err := tx.Enqueue(store.OutboxMail{MessageID: fmt.Sprintf("<%s.%d@keryx>", id, n), Game: id, Side: "athens", Kind: "report", Recipient: "red@x", Raw: []byte("report\r\n"), Created: noon})
		_, err2 := tx.AddReport(store.Report{Game: id, Side: "athens", Seq: e.Seq, Kind: "turn", Code: fmt.Sprint("code", n), Outbox: mail, Created: noon})
		errs = append(errs, err, err2)
	}
	errs = append(errs, fillCompact(tx))
	_, err := tx.AddRead(store.Read{At: noon, Game: id, Command: "ledger " + id, What: "ledger"})
	return errors.Join(append(errs, err, tx.AddSecret(id, store.LaterSecret{Entry: 3, Secret: store.Secret{7}}),
		tx.PutSnapshot(store.Snapshot{Game: id, Turn: 1, Seq: 1, Body: []byte("state"), Taken: noon}))...)
}

// fillCompact sends two mails and keeps them in few bytes, the second resting on the first, with a picture each.
func fillCompact(tx store.Tx) error {
	var errs []error
	var before store.Digest
	for range 2 {
		claim, _, err := tx.ClaimOutbox(noon, time.Minute, time.Minute)
		sent := tx.MarkSent(claim.ID, claim.Token, noon)
		small, ok, err2 := tx.CompactMail(claim.ID)
		if !ok {
			errs = append(errs, errors.New("a mail cannot be made small"))
		}
		p := store.CompactPicture{Digest: sha256.Sum256([]byte(claim.MessageID)), Game: claim.Game, Width: 3, Height: 2, Base: before, Body: []byte("file")}
		small.Pictures, before = append(small.Pictures, p), p.Digest
		_, err3 := tx.KeepCompact(small)
		errs = append(errs, err, sent, err2, err3)
	}
	return errors.Join(errs...)
}
