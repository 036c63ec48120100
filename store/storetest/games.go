package storetest

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"keryx/store"
)

func games(t *testing.T, s store.Store) {
	first, second := aGame("hel-2"), aGame("hel-1")
	second.Created = after(time.Hour)
	update(t, s, func(tx store.Tx) {
		ok(t, tx.AddPlayer(aPlayer("referee@x")))
		ok(t, tx.CreateGame(second))
		ok(t, tx.CreateGame(first))
		refused(t, "same id", tx.CreateGame(first), store.ErrDuplicate)
	})
	changed := first
	changed.RulesetVersion, changed.Scenario, changed.Options, changed.Language = "2", "410", []byte(`{}`), "fr"
	changed.Referee, changed.Status, changed.Turn, changed.AnswerTime = "referee@x", store.Paused, 5, time.Hour
	changed.Contract, changed.Schedule = "default", nil
	update(t, s, func(tx store.Tx) {
		given := changed
		given.Ruleset, given.Secret, given.Created, given.Referee = "other", store.Secret{1}, after(9), "Referee@X "
		ok(t, tx.UpdateGame(given))
		refused(t, "update of no game", tx.UpdateGame(aGame("hel-9")), store.ErrNotFound)
		given.Referee = "nobody@x"
		refused(t, "unknown referee", tx.UpdateGame(given), store.ErrNotFound)
	})
	view(t, s, func(tx store.ReadTx) {
		same(t, "changed game", get[store.Game](t)(tx.Game("hel-2")), changed)
		same(t, "games", get[[]store.Game](t)(tx.Games()), []store.Game{changed, second})
		_, err := tx.Game("hel-9")
		refused(t, "no game", err, store.ErrNotFound)
	})
	for _, printed := range []string{fmt.Sprintf("%v %+v %#v %s", first, first, first, first.Secret),
		fmt.Sprintf("%d %x %q %X", first.Secret, first.Secret, first.Secret, first.Secret), string(get[[]byte](t)(json.Marshal(first)))} {
		for _, format := range []string{"%d", "%x", "%v", "%#v"} {
			if leak := fmt.Sprintf(format, [32]byte(first.Secret)); strings.Contains(strings.ToLower(printed), strings.Trim(leak, "[]")) {
				t.Fatalf("the secret is printed: %s", printed)
			}
		}
	}
	if got := slog.Any("secret", first.Secret).Value.Resolve().String(); got != "[secret]" {
		t.Errorf("the secret is logged as %q", got)
	}
}

func gameIDs(t *testing.T, s store.Store) {
	update(t, s, func(tx store.Tx) {
		next := func(prefix, want string) {
			t.Helper()
			same(t, "next id", get[string](t)(tx.NextGameID(prefix)), want)
		}
		next("hel", "hel-1")
		for _, id := range []string{"hel-2", "hel-10", "hel-9", "hell-30", "hel-blitz-40", "per-3"} {
			ok(t, tx.CreateGame(aGame(id)))
		}
		next("hel", "hel-11")
		next("hell", "hell-31")
		next("hel-blitz", "hel-blitz-41")
		next("amp", "amp-1")
	})
}

func seats(t *testing.T, s store.Store) {
	table(t, s, "hel-1")
	table(t, s, "hel-2")
	want := store.Seat{Game: "hel-1", Side: "sparta", Player: "red@x", Substitutes: []string{"blue@x", "red@x"}, Answers: "K7Q2-9XWM",
		ReportedEntry: 7, ReportedTurn: 3, ReportedEvent: 12, Deadline: afterp(time.Hour), Reminded: afterp(time.Minute),
		Thread: "<root@keryx>", Bounces: 2, Unreachable: true}
	update(t, s, func(tx store.Tx) {
		given := want
		given.Player, given.Substitutes = " Red@X", []string{"BLUE@x", "red@x"}
		ok(t, tx.UpdateSeat(given))
		refused(t, "seat twice", tx.AddSeat(aSeat("hel-1", "sparta", "red@x")), store.ErrDuplicate)
		refused(t, "no such seat", tx.UpdateSeat(aSeat("hel-1", "persia", "red@x")), store.ErrNotFound)
		refused(t, "no such player", tx.UpdateSeat(aSeat("hel-1", "athens", "nobody@x")), store.ErrNotFound)
	})
	athens := aSeat("hel-1", "athens", "red@x")
	view(t, s, func(tx store.ReadTx) {
		same(t, "seat", get[store.Seat](t)(tx.Seat("hel-1", "sparta")), want)
		same(t, "seats of the game", get[[]store.Seat](t)(tx.SeatsOf("hel-1")), []store.Seat{athens, want})
		same(t, "seats of red", get[[]store.Seat](t)(tx.SeatsOfPlayer("RED@x")), []store.Seat{athens, want, aSeat("hel-2", "athens", "red@x")})
		same(t, "seats of nobody", len(get[[]store.Seat](t)(tx.SeatsOfPlayer("nobody@x"))), 0)
		_, err := tx.Seat("hel-1", "persia")
		refused(t, "no seat", err, store.ErrNotFound)
	})
	update(t, s, func(tx store.Tx) { // an empty chair, and everything forgotten
		ok(t, tx.UpdateSeat(aSeat("hel-1", "sparta", "")))
		same(t, "emptied seat", get[store.Seat](t)(tx.Seat("hel-1", "sparta")), aSeat("hel-1", "sparta", ""))
	})
}

func secrets(t *testing.T, s store.Store) {
	table(t, s, "hel-1")
	table(t, s, "hel-2")
	var want store.Game
	view(t, s, func(tx store.ReadTx) { want = get[store.Game](t)(tx.Game("hel-1")) })
	want.Later = []store.LaterSecret{{Entry: 1, Secret: store.Secret{1}}, {Entry: 2, Secret: store.Secret{2}}}
	update(t, s, func(tx store.Tx) {
		for range 2 {
			get[store.Entry](t)(appendOne(tx, "hel-1", "more"))
		}
		ok(t, tx.AddSecret("hel-1", want.Later[1]))
		ok(t, tx.AddSecret("hel-1", want.Later[0]))
		refused(t, "an entry that has one", tx.AddSecret("hel-1", want.Later[0]), store.ErrDuplicate)
		refused(t, "no such entry", tx.AddSecret("hel-2", want.Later[0]), store.ErrNotFound)
		ok(t, tx.UpdateGame(want))
	})
	view(t, s, func(tx store.ReadTx) {
		same(t, "game with later secrets", get[store.Game](t)(tx.Game("hel-1")), want)
		all := get[[]store.Game](t)(tx.Games())
		same(t, "of both games", [][]store.LaterSecret{all[0].Later, all[1].Later}, [][]store.LaterSecret{want.Later, nil})
	})
}

func deadlines(t *testing.T, s store.Store) {
	for _, game := range []string{"hel-1", "hel-2", "hel-3"} {
		table(t, s, game)
	}
	due := func(now time.Time) (list []string) {
		t.Helper()
		view(t, s, func(tx store.ReadTx) {
			for _, seat := range get[[]store.Seat](t)(tx.SeatsDue(now)) {
				list = append(list, seat.Game+" "+seat.Side)
			}
		})
		return list
	}
	next := func() (at *time.Time) {
		t.Helper()
		view(t, s, func(tx store.ReadTx) { at = get[*time.Time](t)(tx.NextDeadline()) })
		return at
	}
	same(t, "no deadline", next(), (*time.Time)(nil))
	update(t, s, func(tx store.Tx) {
		for _, d := range []struct {
			game, side string
			after      time.Duration
		}{{"hel-1", "athens", 3 * time.Hour}, {"hel-1", "sparta", 2 * time.Hour}, {"hel-2", "athens", time.Hour}, {"hel-3", "sparta", 4 * time.Hour}} {
			seat := get[store.Seat](t)(tx.Seat(d.game, d.side))
			seat.Deadline = afterp(d.after)
			ok(t, tx.UpdateSeat(seat))
		}
		paused := aGame("hel-2")
		paused.Status = store.Paused
		ok(t, tx.UpdateGame(paused))
	})
	same(t, "next deadline of a running game", next(), afterp(2*time.Hour))
	same(t, "a moment before", due(after(2*time.Hour-time.Millisecond)), []string(nil))
	same(t, "at the deadline", due(after(2*time.Hour)), []string{"hel-1 sparta"})
	same(t, "later", due(after(5*time.Hour)), []string{"hel-1 sparta", "hel-1 athens", "hel-3 sparta"})
}
