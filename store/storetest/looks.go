package storetest

import (
	"testing"
	"time"

	"keryx/store"
)

// names lists seats as "hel-1 athens".
func names(seats []store.Seat) (list []string) {
	for _, seat := range seats {
		list = append(list, seat.Game+" "+seat.Side)
	}
	return list
}

// due gives a seat a deadline.
func due(t *testing.T, tx store.Tx, game, side string, at *time.Time) {
	t.Helper()
	seat := get[store.Seat](t)(tx.Seat(game, side))
	seat.Deadline = at
	ok(t, tx.UpdateSeat(seat))
}

func looks(t *testing.T, s store.Store) {
	for _, game := range []string{"hel-1", "hel-2", "hel-3"} {
		table(t, s, game)
	}
	want := func(what string, at time.Time, limit int, seats ...string) {
		t.Helper()
		view(t, s, func(tx store.ReadTx) {
			same(t, what, names(get[[]store.Seat](t)(tx.SeatsToLookAt(at, limit))), seats)
		})
	}
	want("none has a deadline", after(time.Hour), 9)
	update(t, s, func(tx store.Tx) {
		due(t, tx, "hel-1", "athens", afterp(time.Hour))
		due(t, tx, "hel-2", "sparta", afterp(-time.Hour))
		due(t, tx, "hel-3", "athens", afterp(2*time.Hour))
	})
	want("all have changed", noon, 9, "hel-1 athens", "hel-2 sparta", "hel-3 athens")
	want("some of them", noon, 2, "hel-1 athens", "hel-2 sparta")
	update(t, s, func(tx store.Tx) {
		ok(t, tx.LookAgain("hel-1", "athens", after(30*time.Minute)))
		ok(t, tx.LookAgain("hel-2", "sparta", after(10*time.Minute)))
		ok(t, tx.LookAgain("hel-3", "athens", time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)))
		ok(t, tx.LookAgain("hel-9", "athens", noon))
	})
	want("none", after(10*time.Minute-time.Millisecond), 9)
	want("one", after(10*time.Minute), 9, "hel-2 sparta")
	want("in the order of their moments", after(time.Hour), 9, "hel-2 sparta", "hel-1 athens")
	update(t, s, func(tx store.Tx) {
		seat := get[store.Seat](t)(tx.Seat("hel-3", "athens"))
		seat.Bounces++
		ok(t, tx.UpdateSeat(seat))
	})
	want("a seat that has changed comes first", after(time.Hour), 9, "hel-3 athens", "hel-2 sparta", "hel-1 athens")
	update(t, s, func(tx store.Tx) {
		ok(t, tx.LookAgain("hel-3", "athens", after(3*time.Hour)))
		game := get[store.Game](t)(tx.Game("hel-1"))
		game.Status = store.Paused
		ok(t, tx.UpdateGame(game))
	})
	want("the seat of a game that has changed", noon, 9, "hel-1 athens")
	update(t, s, func(tx store.Tx) { due(t, tx, "hel-1", "athens", nil) })
	want("without a deadline", after(time.Hour), 9, "hel-2 sparta")
	update(t, s, func(tx store.Tx) {
		get[int](t)(tx.SetBack(store.SetBack{Now: noon, Slack: time.Hour}))
	})
	want("after the clock was set back", noon, 9, "hel-2 sparta", "hel-3 athens")
}

func seatsWaiting(t *testing.T, s store.Store) {
	for _, game := range []string{"hel-1", "hel-2", "hel-10"} {
		table(t, s, game)
	}
	update(t, s, func(tx store.Tx) {
		for _, game := range []string{"hel-1", "hel-2", "hel-10"} {
			due(t, tx, game, "athens", afterp(time.Hour))
			due(t, tx, game, "sparta", afterp(-time.Hour))
		}
		due(t, tx, "hel-2", "sparta", afterp(0))
		paused := aGame("hel-1")
		paused.Status = store.Paused
		ok(t, tx.UpdateGame(paused))
	})
	view(t, s, func(tx store.ReadTx) {
		want := func(game, side string, limit int, seats ...string) {
			t.Helper()
			same(t, "after "+game+" "+side, names(get[[]store.Seat](t)(tx.SeatsWaiting(noon, game, side, limit))), seats)
		}
		want("", "", 9, "hel-10 athens", "hel-2 athens", "hel-2 sparta")
		want("", "", 1, "hel-10 athens")
		want("hel-10", "athens", 9, "hel-2 athens", "hel-2 sparta")
		want("hel-2", "athens", 9, "hel-2 sparta")
		want("hel-2", "sparta", 9)
	})
}

func concerning(t *testing.T, s store.Store) {
	for _, game := range []string{"hel-1", "hel-2", "hel-3", "hel-4"} {
		table(t, s, game)
	}
	update(t, s, func(tx store.Tx) {
		for _, address := range []string{"green@x", "referee@x", "arbiter@x"} {
			ok(t, tx.AddPlayer(aPlayer(address)))
		}
		stand := func(game, side string, unreachable bool, substitutes ...string) {
			seat := get[store.Seat](t)(tx.Seat(game, side))
			seat.Substitutes, seat.Unreachable = substitutes, unreachable
			ok(t, tx.UpdateSeat(seat))
		}
		stand("hel-1", "athens", true, "green@x", "blue@x")
		stand("hel-2", "sparta", false, "green@x")
		stand("hel-3", "sparta", true)
		for game, change := range map[string]func(*store.Game){
			"hel-1": func(g *store.Game) { g.Referee = "referee@x" },
			"hel-2": func(g *store.Game) { g.Referee = "arbiter@x" },
			"hel-3": func(g *store.Game) { g.Referee, g.Status = "arbiter@x", store.Ended },
			"hel-4": func(g *store.Game) { g.Referee, g.Status = "referee@x", store.Paused },
		} {
			g := get[store.Game](t)(tx.Game(game))
			change(&g)
			ok(t, tx.UpdateGame(g))
		}
		get[store.Entry](t)(appendOne(tx, "hel-2", "more"))
		ok(t, tx.AddSecret("hel-2", store.LaterSecret{Entry: 1, Secret: store.Secret{1}}))
	})
	view(t, s, func(tx store.ReadTx) {
		same(t, "of a substitute", names(get[[]store.Seat](t)(tx.SeatsConcerning("Green@x"))), []string{"hel-1 athens", "hel-2 sparta"})
		same(t, "of both", names(get[[]store.Seat](t)(tx.SeatsConcerning("blue@x"))),
			[]string{"hel-1 athens", "hel-1 sparta", "hel-2 sparta", "hel-3 sparta", "hel-4 sparta"})
		same(t, "of nobody", len(get[[]store.Seat](t)(tx.SeatsConcerning("nobody@x"))), 0)
		same(t, "out of reach", names(get[[]store.Seat](t)(tx.UnreachableSeats())), []string{"hel-1 athens"})
		same(t, "counted", get[map[store.Status]int](t)(tx.CountGames()), map[store.Status]int{store.Running: 2, store.Paused: 1, store.Ended: 1})
		same(t, "that go on", get[[]string](t)(tx.UnendedGames("", 2)), []string{"hel-1", "hel-2"})
		same(t, "and on", get[[]string](t)(tx.UnendedGames("hel-2", 2)), []string{"hel-4"})
		same(t, "of referees", get[[]store.Game](t)(tx.RefereedGames()), []store.Game{get[store.Game](t)(tx.Game("hel-1")), get[store.Game](t)(tx.Game("hel-2"))})
		page := func(after string, limit int, want ...string) {
			t.Helper()
			var got []string
			for _, p := range get[[]store.Player](t)(tx.PlayersAfter(after, limit)) {
				got = append(got, p.Address)
			}
			same(t, "players after "+after, got, want)
		}
		page("", 2, "arbiter@x", "blue@x")
		page("blue@x", 9, "green@x", "red@x", "referee@x")
		page("referee@x", 9)
	})
}

func keyIDs(t *testing.T, s store.Store) {
	table(t, s, "hel-1")
	one, other := aKey("0000AAAABBBB1234CDEF", "red@x"), aKey("FFFFAAAABBBB1234CDEF", "blue@x")
	update(t, s, func(tx store.Tx) {
		ok(t, tx.AddKey(other))
		ok(t, tx.AddKey(one))
		same(t, "new keys", get[[]store.Key](t)(tx.UnlistedKeys(9)), []store.Key{one, other})
		same(t, "one of them", get[[]store.Key](t)(tx.UnlistedKeys(1)), []store.Key{one})
		ok(t, tx.ListKey(one.Fingerprint, []string{"AAAABBBB1234CDEF", "0123456789ABCDEF", "0123456789ABCDEF"}))
		ok(t, tx.ListKey(other.Fingerprint, []string{"AAAABBBB1234CDEF"}))
		refused(t, "no such key", tx.ListKey("AAAA", nil), store.ErrNotFound)
	})
	view(t, s, func(tx store.ReadTx) {
		same(t, "all are listed", len(get[[]store.Key](t)(tx.UnlistedKeys(9))), 0)
		same(t, "by the id of both", get[[]store.Key](t)(tx.KeysHolding("AAAABBBB1234CDEF")), []store.Key{one, other})
		same(t, "by that of a subkey", get[[]store.Key](t)(tx.KeysHolding("0123456789ABCDEF")), []store.Key{one})
		same(t, "by no id", len(get[[]store.Key](t)(tx.KeysHolding("FEDCBA9876543210"))), 0)
	})
	update(t, s, func(tx store.Tx) {
		one.Material = []byte("a later edition")
		ok(t, tx.RenewKey(one.Fingerprint, one.Material))
		same(t, "renewed", get[[]store.Key](t)(tx.UnlistedKeys(9)), []store.Key{one})
		ok(t, tx.ListKey(one.Fingerprint, []string{"00000000DEADBEEF"}))
		same(t, "under an id of before", len(get[[]store.Key](t)(tx.KeysHolding("0123456789ABCDEF"))), 0)
		same(t, "under its new one", get[[]store.Key](t)(tx.KeysHolding("00000000DEADBEEF")), []store.Key{one})
		ok(t, tx.ForgetPlayer("red@x", "removed-1@removed.invalid", "(1)"))
		same(t, "of a player who was forgotten", len(get[[]store.Key](t)(tx.KeysHolding("00000000DEADBEEF"))), 0)
	})
}
