package storetest

import (
	"maps"
	"slices"
	"testing"
	"time"

	"keryx/store"
)

func reports(t *testing.T, s store.Store) {
	table(t, s, "hel-1")
	table(t, s, "hel-2")
	mail := enqueue(t, s, aMail("<1@keryx>"))
	first := store.Report{Game: "hel-1", Side: "athens", Turn: 2, Seq: 7, Kind: "question", Code: "K7Q2-9XWM", MessageID: "<1@keryx>", Outbox: mail,
		Body: []byte(`{"turn":2}`), Created: noon}
	second := store.Report{Game: "hel-1", Side: "athens", Turn: 1, Seq: 3, Kind: "receipt", Created: after(-time.Hour)}
	update(t, s, func(tx store.Tx) {
		first.ID = get[int64](t)(tx.AddReport(first))
		second.ID = get[int64](t)(tx.AddReport(second))
		get[int64](t)(tx.AddReport(store.Report{Game: "hel-1", Side: "sparta", Kind: "turn", Created: noon}))
		get[int64](t)(tx.AddReport(store.Report{Game: "hel-1", Kind: "turn", Created: noon})) // observers; no code either
		get[int64](t)(tx.AddReport(store.Report{Game: "hel-2", Side: "athens", Kind: "turn", Code: first.Code, Created: noon}))
		_, err := tx.AddReport(store.Report{Game: "hel-1", Side: "sparta", Kind: "turn", Code: first.Code, Created: noon})
		refused(t, "same code", err, store.ErrDuplicate)
		_, err = tx.AddReport(store.Report{Game: "hel-9", Kind: "turn", Created: noon})
		refused(t, "no such game", err, store.ErrNotFound)
		_, err = tx.AddReport(store.Report{Game: "hel-1", Kind: "turn", Outbox: mail + 1, Created: noon})
		refused(t, "no such mail", err, store.ErrNotFound)
	})
	view(t, s, func(tx store.ReadTx) {
		same(t, "reports", get[[]store.Report](t)(tx.Reports("hel-1", "athens")), []store.Report{first, second})
		same(t, "for observers", len(get[[]store.Report](t)(tx.Reports("hel-1", ""))), 1)
		same(t, "by code", get[store.Report](t)(tx.ReportByCode("hel-1", first.Code)), first)
		_, err := tx.ReportByCode("hel-1", "")
		refused(t, "no code", err, store.ErrNotFound)
	})
}

func leagues(t *testing.T, s store.Store) {
	later := store.League{ID: "spring", Name: "Spring", Body: []byte("{}"), Created: after(time.Hour), Changed: after(time.Hour)}
	league := store.League{ID: "winter", Name: "Winter", Body: []byte(`{"divisions":2}`), Created: noon, Changed: noon}
	update(t, s, func(tx store.Tx) {
		ok(t, tx.PutLeague(later))
		ok(t, tx.PutLeague(league))
		league.Name, league.Body, league.Changed = "Winter cup", nil, after(time.Minute)
		given := league
		given.Created = after(9 * time.Hour)
		ok(t, tx.PutLeague(given))
	})
	view(t, s, func(tx store.ReadTx) {
		same(t, "league", get[store.League](t)(tx.League("winter")), league)
		same(t, "leagues", get[[]store.League](t)(tx.Leagues()), []store.League{league, later})
		_, err := tx.League("summer")
		refused(t, "no league", err, store.ErrNotFound)
	})
	update(t, s, func(tx store.Tx) {
		ok(t, tx.DeleteLeague("winter"))
		refused(t, "deleted already", tx.DeleteLeague("winter"), store.ErrNotFound)
	})
	view(t, s, func(tx store.ReadTx) {
		same(t, "the other league", get[[]store.League](t)(tx.Leagues()), []store.League{later})
	})
}

func settings(t *testing.T, s store.Store) {
	update(t, s, func(tx store.Tx) {
		_, err := tx.Setting("awake")
		refused(t, "no setting", err, store.ErrNotFound)
		for _, value := range []string{"one", "", "two\x00"} {
			ok(t, tx.SetSetting("awake", []byte(value)))
			same(t, "setting", string(get[[]byte](t)(tx.Setting("awake"))), value)
		}
		for _, name := range []string{"broken/hel-2", "broken/hel-1", "broken", "brokenly", "Broken/hel-3", "broken/hel-4", "broken0"} {
			ok(t, tx.SetSetting(name, []byte("of "+name)))
		}
		ok(t, tx.SetSetting("broken/hel-4", nil))
		same(t, "settings under a beginning", get[map[string][]byte](t)(tx.SettingsUnder("broken/")),
			map[string][]byte{"broken/hel-1": []byte("of broken/hel-1"), "broken/hel-2": []byte("of broken/hel-2")})
		ok(t, tx.SetSettingDue("broken/hel-1", []byte("soon"), after(time.Minute)))
		ok(t, tx.SetSettingDue("broken/hel-2", []byte("later"), after(time.Hour)))
		ok(t, tx.SetSettingDue("brokenly", []byte("soon"), after(time.Minute)))
		ok(t, tx.SetSettingDue("broken/hel-4", nil, noon))
		due := func(at time.Time, want ...string) {
			t.Helper()
			same(t, "settings due", slices.Sorted(maps.Keys(get[map[string][]byte](t)(tx.SettingsDue("broken/", at)))), want)
		}
		due(after(time.Minute - time.Millisecond))
		due(after(time.Minute), "broken/hel-1")
		due(after(time.Hour), "broken/hel-1", "broken/hel-2")
		ok(t, tx.SetSettingDue("broken/hel-1", []byte("not yet"), after(2*time.Hour)))
		ok(t, tx.SetSetting("broken/hel-2", []byte("of no moment")))
		due(after(time.Hour))
		same(t, "what has a moment is a setting", string(get[[]byte](t)(tx.Setting("broken/hel-1"))), "not yet")
		same(t, "and is among those under a beginning", len(get[map[string][]byte](t)(tx.SettingsUnder("broken/"))), 2)
		same(t, "under none", len(get[map[string][]byte](t)(tx.SettingsUnder("nothing/"))), 0)
	})
}

// times: any zone goes in, UTC cut to the millisecond comes out, and order is kept in between.
func times(t *testing.T, s store.Store) {
	table(t, s, "hel-1")
	for _, in := range []time.Time{
		time.Date(2026, 3, 1, 13, 0, 0, 123_999_999, time.FixedZone("CET", 3600)),
		time.Date(2026, 12, 31, 23, 59, 59, 999_999_999, time.FixedZone("west", -12*3600)),
		time.Date(1999, 1, 1, 0, 0, 0, 0, time.UTC),
		time.Now(), // carries a monotonic reading
	} {
		seat := aSeat("hel-1", "athens", "red@x")
		seat.Deadline = &in
		update(t, s, func(tx store.Tx) { ok(t, tx.UpdateSeat(seat)) })
		view(t, s, func(tx store.ReadTx) {
			out := get[store.Seat](t)(tx.Seat("hel-1", "athens")).Deadline
			if *out != store.Time(in) || out.Location() != time.UTC {
				t.Errorf("%s came back as %s, want %s", in, out, store.Time(in))
			}
			same(t, "due at the stored moment", len(get[[]store.Seat](t)(tx.SeatsDue(*out))), 1)
			same(t, "due before", len(get[[]store.Seat](t)(tx.SeatsDue(out.Add(-time.Millisecond)))), 0)
		})
	}
}

// invalidRecords breaks one thing of each record and wants it refused.
func invalidRecords(t *testing.T, s store.Store) {
	table(t, s, "hel-1")
	far := time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC)
	game := func(change func(*store.Game)) func(store.Tx) error {
		return func(tx store.Tx) error { g := aGame("hel-5"); change(&g); return tx.CreateGame(g) }
	}
	key := func(change func(*store.Key)) func(store.Tx) error {
		return func(tx store.Tx) error { k := aKey("AAAA", "red@x"); change(&k); return tx.AddKey(k) }
	}
	entry := func(change func(*store.Entry)) func(store.Tx) error {
		return func(tx store.Tx) error {
			e := nextEntry("hel-1", store.Head{}, "x")
			change(&e)
			return tx.AppendEntry(e)
		}
	}
	mail := func(change func(*store.OutboxMail)) func(store.Tx) error {
		return func(tx store.Tx) error { m := aMail("<x@keryx>"); change(&m); _, err := tx.Enqueue(m); return err }
	}
	message := func(change func(*store.InboxMessage)) func(store.Tx) error {
		return func(tx store.Tx) error { m := aMessage("x", 1); change(&m); _, _, err := tx.AddInbox(m); return err }
	}
	for what, write := range map[string]func(store.Tx) error{
		"game id with a slash":     game(func(g *store.Game) { g.ID = "../hel-5" }),
		"game id without a number": game(func(g *store.Game) { g.ID = "hel" }),
		"game without a secret":    game(func(g *store.Game) { g.Secret = store.Secret{} }),
		"game of no status":        game(func(g *store.Game) { g.Status = "asleep" }),
		"game with a long answer":  game(func(g *store.Game) { g.AnswerTime = time.Microsecond }),
		"game without a time":      game(func(g *store.Game) { g.Created = time.Time{} }),
		"game of another age":      game(func(g *store.Game) { g.Created = far }),
		"seat without a side":      func(tx store.Tx) error { return tx.AddSeat(aSeat("hel-1", "", "red@x")) },
		"seat with a zero deadline": func(tx store.Tx) error {
			return tx.UpdateSeat(store.Seat{Game: "hel-1", Side: "athens", Deadline: new(time.Time)})
		},
		"player without an address": func(tx store.Tx) error { return tx.AddPlayer(aPlayer(" ")) },
		"change to no address":      func(tx store.Tx) error { return tx.ChangeAddress("red@x", " ") },
		"key without material":      key(func(k *store.Key) { k.Material = nil }),
		"key of no state":           key(func(k *store.Key) { k.State = "" }),
		"entry without a hash":      entry(func(e *store.Entry) { e.Hash = store.Digest{} }),
		"entry without a kind":      entry(func(e *store.Entry) { e.Kind = "" }),
		"submission without an id":  func(tx store.Tx) error { return tx.RecordSubmission(store.Submission{Game: "hel-1", Received: noon}) },
		"snapshot without a time":   func(tx store.Tx) error { return tx.PutSnapshot(store.Snapshot{Game: "hel-1"}) },
		"message without a hash":    message(func(m *store.InboxMessage) { m.ContentHash = store.Digest{} }),
		"message of no state":       message(func(m *store.InboxMessage) { m.State = "lost" }),
		"mail without bytes":        mail(func(m *store.OutboxMail) { m.Raw = nil }),
		"mail without a recipient":  mail(func(m *store.OutboxMail) { m.Recipient = "" }),
		"report without a kind": func(tx store.Tx) error {
			_, err := tx.AddReport(store.Report{Game: "hel-1", Created: noon})
			return err
		},
		"league without an id": func(tx store.Tx) error { return tx.PutLeague(store.League{Created: noon, Changed: noon}) },
	} {
		update(t, s, func(tx store.Tx) { refused(t, what, write(tx), store.ErrInvalid) })
	}
}
