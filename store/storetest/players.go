package storetest

import (
	"crypto/sha256"
	"testing"
	"time"

	"keryx/store"
)

func players(t *testing.T, s store.Store) {
	red, blue := aPlayer("red@x"), aPlayer("blue@x")
	update(t, s, func(tx store.Tx) {
		given := red
		given.Address = "Red@X"
		ok(t, tx.AddPlayer(given))
		refused(t, "same address in other letters", tx.AddPlayer(aPlayer("RED@x")), store.ErrDuplicate)
		ok(t, tx.AddPlayer(blue))
		red.Name, red.Language, red.TimeZone, red.Prefs = "Red", "en", "UTC", nil
		given = red
		given.Added = after(time.Hour)
		ok(t, tx.UpdatePlayer(given))
		refused(t, "update of nobody", tx.UpdatePlayer(aPlayer("nobody@x")), store.ErrNotFound)
	})
	view(t, s, func(tx store.ReadTx) {
		same(t, "player", get[store.Player](t)(tx.Player(" rED@x ")), red)
		same(t, "players", get[[]store.Player](t)(tx.Players()), []store.Player{blue, red})
		_, err := tx.Player("nobody@x")
		refused(t, "nobody", err, store.ErrNotFound)
	})
}

func changeAddress(t *testing.T, s store.Store) {
	table(t, s, "hel-1")
	update(t, s, func(tx store.Tx) {
		game := aGame("hel-1")
		game.Referee = "red@x"
		ok(t, tx.UpdateGame(game))
		seat := aSeat("hel-1", "sparta", "blue@x")
		seat.Substitutes = []string{"red@x"}
		ok(t, tx.UpdateSeat(seat))
		ok(t, tx.AddKey(aKey("AAAA0001", "red@x")))

		refused(t, "taken address", tx.ChangeAddress("red@x", "blue@x"), store.ErrDuplicate)
		refused(t, "unknown address", tx.ChangeAddress("nobody@x", "new@x"), store.ErrNotFound)
		ok(t, tx.ChangeAddress("Red@x", "New@X"))
	})
	view(t, s, func(tx store.ReadTx) {
		_, err := tx.Player("red@x")
		refused(t, "old address", err, store.ErrNotFound)
		same(t, "referee", get[store.Game](t)(tx.Game("hel-1")).Referee, "new@x")
		same(t, "seat", get[store.Seat](t)(tx.Seat("hel-1", "athens")).Player, "new@x")
		same(t, "substitutes", get[store.Seat](t)(tx.Seat("hel-1", "sparta")).Substitutes, []string{"new@x"})
		same(t, "key", get[store.Key](t)(tx.KeyByFingerprint("AAAA0001")).Player, "new@x")
	})
}

func answerBudget(t *testing.T, s store.Store) {
	spend := func(address string, at time.Time, limit int, want bool) {
		t.Helper()
		update(t, s, func(tx store.Tx) { same(t, "spend", get[bool](t)(tx.SpendAnswer(address, at, limit)), want) })
	}
	spent := func(address string, at time.Time, want int) {
		t.Helper()
		view(t, s, func(tx store.ReadTx) { same(t, "spent", get[int](t)(tx.Answers(address, at)), want) })
	}
	spend("stranger@x", noon, 0, false)
	spent("stranger@x", noon, 0)
	spend("stranger@x", noon, 2, true)
	spend("Stranger@X", after(11*time.Hour), 2, true)
	spend("stranger@x", after(time.Hour), 2, false)
	spent("stranger@x", noon, 2)
	spend("other@x", noon, 1, true)
	spend("stranger@x", after(12*time.Hour), 1, true) // midnight UTC
	spent("stranger@x", after(12*time.Hour), 1)
	// The day is that of UTC wherever the clock hangs.
	east := time.FixedZone("east", 14*3600)
	spend("stranger@x", noon.In(east), 2, false)
	// Old days are forgotten some day, and that day's own answers are not.
	spend("stranger@x", noon.AddDate(0, 6, 0), 1, true)
	spend("stranger@x", noon.AddDate(0, 6, 0), 1, false)
}

func aKey(fingerprint, player string) store.Key {
	return store.Key{Fingerprint: fingerprint, Player: player, Scheme: "openpgp", Material: []byte("key " + fingerprint),
		State: store.KeyActive, Added: noon, Changed: noon}
}

func keys(t *testing.T, s store.Store) {
	table(t, s, "hel-1")
	old, pending, other := aKey("0000AAAABBBB1234CDEF", "red@x"), aKey("SHA256:abcdEFGH12345678", "red@x"), aKey("FFFFAAAABBBB1234CDEF", "blue@x")
	pending.Scheme, pending.State, pending.Token, pending.Game = "ssh", store.KeyPending, sha256.Sum256([]byte("word")), "hel-1"
	pending.Added, pending.Changed, pending.Expires = after(time.Minute), after(time.Minute), afterp(time.Hour)
	update(t, s, func(tx store.Tx) {
		for _, k := range []store.Key{pending, old, other} {
			ok(t, tx.AddKey(k))
		}
		refused(t, "another's key", tx.AddKey(aKey(old.Fingerprint, "blue@x")), store.ErrDuplicate)
		refused(t, "key of nobody", tx.AddKey(aKey("AAAA", "nobody@x")), store.ErrNotFound)
		lost := aKey("AAAA", "red@x")
		lost.Game = "hel-9"
		refused(t, "key for no game", tx.AddKey(lost), store.ErrNotFound)
	})
	view(t, s, func(tx store.ReadTx) {
		same(t, "keys of red", get[[]store.Key](t)(tx.KeysOf("Red@x")), []store.Key{old, pending})
		same(t, "by fingerprint", get[store.Key](t)(tx.KeyByFingerprint(pending.Fingerprint)), pending)
		_, err := tx.KeyByFingerprint("sha256:ABCDefgh12345678") // base64 tells case
		refused(t, "fingerprint in other letters", err, store.ErrNotFound)
		_, err = tx.KeyByFingerprint("BBBB1234CDEF")
		refused(t, "part of a fingerprint", err, store.ErrNotFound)
		same(t, "by key id", get[[]store.Key](t)(tx.KeysBySuffix("bbbb1234cdef")), []store.Key{old, other})
		same(t, "by whole key id", get[[]store.Key](t)(tx.KeysBySuffix("aaaabbbb1234cdef")), []store.Key{old, other})
		same(t, "by unknown id", len(get[[]store.Key](t)(tx.KeysBySuffix("%%%%%%%%"))), 0)
		same(t, "by too long an id", len(get[[]store.Key](t)(tx.KeysBySuffix("11"+old.Fingerprint))), 0)
		_, err = tx.KeysBySuffix("234CDEF")
		refused(t, "short suffix", err, store.ErrInvalid)
	})
	revoked := old
	revoked.State, revoked.Reason, revoked.Changed, revoked.Expires = store.KeyRevoked, "laptop stolen", after(time.Hour), afterp(time.Hour)
	revoked.Game, revoked.Token, revoked.Due, revoked.DueBy = "hel-1", store.Digest{5}, afterp(2*time.Hour), "FFFF"
	update(t, s, func(tx store.Tx) {
		given := revoked
		given.Player, given.Material, given.Scheme, given.Added = "blue@x", []byte("forged"), "ssh", after(9)
		ok(t, tx.UpdateKey(given))
		refused(t, "update of no key", tx.UpdateKey(aKey("AAAA", "red@x")), store.ErrNotFound)
		same(t, "revoked key keeps owner and material", get[store.Key](t)(tx.KeyByFingerprint(old.Fingerprint)), revoked)
		refused(t, "a revoked key again", tx.AddKey(old), store.ErrDuplicate)
		same(t, "due before", len(get[[]store.Key](t)(tx.KeysDue(after(time.Hour)))), 0)
		same(t, "due", get[[]store.Key](t)(tx.KeysDue(after(2*time.Hour))), []store.Key{revoked})
		revoked.Material = []byte("a later edition")
		ok(t, tx.RenewKey(old.Fingerprint, revoked.Material))
		same(t, "renewed", get[store.Key](t)(tx.KeyByFingerprint(old.Fingerprint)), revoked)
		refused(t, "no key renewed", tx.RenewKey("AAAA", []byte("x")), store.ErrNotFound)
		refused(t, "renewed to nothing", tx.RenewKey(old.Fingerprint, nil), store.ErrInvalid)
	})
}
