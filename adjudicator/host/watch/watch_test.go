package watch_test

import (
	"errors"
	"fmt"
	"keryx/adjudicator/host/club"
	"slices"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/host/hosttest"

	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/seating"
	"keryx/adjudicator/host/watch"
	"keryx/mail/wire"
	"keryx/store"
)

// Whoever watches is sent each turn once, after the delay, and how the game ended; the players
// are told of him once, and read his name in their reports.
func TestWatch(t *testing.T) {
	c := hosttest.NewClub(t, hosttest.WatchedGame(play.ObservedByAll, 24*time.Hour))
	hosttest.Wants(t, hosttest.Flat(hosttest.TextOf(t, c.Sent()[0])), "Every member of the club may watch this game", "a day after the end of each turn")
	said := c.Asks("third", "watch "+c.Game, store.Command, "You watch "+c.Game+" from now on", "a day after the end of each turn")
	for _, at := range []string{hosttest.NorthAt, hosttest.SouthAt} {
		hosttest.Wants(t, hosttest.Flat(said[at]), "Third watches "+c.Game)
	}
	c.PlayScript(hosttest.Shooting, func(int) {})
	if all := hosttest.LettersTo(c, hosttest.ThirdAt); len(all) > 0 {
		t.Fatalf("before the delay: %v", hosttest.KindsOf(all))
	}
	c.Time = c.Time.Add(24 * time.Hour)
	all := hosttest.LettersTo(c, hosttest.ThirdAt)
	if len(all) != 1 || all[0].Kind != "watched" {
		t.Fatalf("after the delay: %v", hosttest.KindsOf(all))
	}
	letter := hosttest.Flat(hosttest.TextOf(t, all[0]))
	hosttest.Wants(t, letter, "You watch this game", "unwatch "+c.Game, "North bid 3, South 0", "North North", "South South")
	for _, not := range []string{c.Seat("north").Answers, c.Seat("south").Answers, "orders.txt", "sealed", hosttest.NorthAt} {
		if strings.Contains(string(all[0].Raw), not) {
			t.Errorf("it holds %q", not)
		}
	}
	// Nothing comes twice, whoever sweeps.
	c.Host = hosttest.NewHost(t, c.Store, func() time.Time { return c.Time })
	if all := hosttest.LettersTo(c, hosttest.ThirdAt); len(all) > 0 {
		t.Errorf("again: %v", hosttest.KindsOf(all))
	}
	// Who comes later is told of the last turn, and of no other.
	c.AddObserver("mallory")
	c.Asks("mallory", "partie "+c.Game+"\nobserver", store.Command, "Vous observez désormais "+c.Game)
	if all := hosttest.LettersTo(c, hosttest.People()["mallory"].Address); len(all) != 1 || !strings.Contains(hosttest.Flat(hosttest.TextOf(t, all[0])), "Vous observez désormais cette partie") {
		t.Errorf("who comes later: %v", hosttest.KindsOf(all))
	}
	c.Asks("mallory", "observer "+c.Game, store.Command, "Vous observez "+c.Game)
	c.Asks("mallory", "quitter "+c.Game, store.Command, "Vous n’observez plus "+c.Game)
	said = c.Asks("mallory", "observer "+c.Game, store.Command)
	if said[hosttest.NorthAt] != "" {
		t.Errorf("north is told again:\n%s", said[hosttest.NorthAt])
	}
	c.Asks("north", "status", store.Command, "Observers Third and Mallory")
	c.Play(3)
	c.Time = c.Time.Add(24 * time.Hour)
	all = hosttest.LettersTo(c, hosttest.ThirdAt)
	if len(all) != 1 {
		t.Fatalf("at the end: %v", hosttest.KindsOf(all))
	}
	hosttest.Wants(t, hosttest.Flat(hosttest.TextOf(t, all[0])), "The game that you watch has ended")
	if all := hosttest.LettersTo(c, hosttest.ThirdAt); len(all) > 0 {
		t.Errorf("after the end: %v", hosttest.KindsOf(all))
	}
	c.Asks("third", "watch", store.Command, "You watch no game")
	c.Asks("third", "watch "+c.Game, store.Faulty, "is over")
}

// Who has a part in a game, or in another of its players, may not watch it; nor who is not let,
// who is told no more than that there is no such game.
func TestWatchRefused(t *testing.T) {
	c := hosttest.NewClub(t, hosttest.WatchedGame(play.ObservedByInvited, 0))
	for _, not := range []string{"watch " + c.Game, "watch ford-77", "watch nothing", "game ford-77\nwatch"} {
		said := c.Asks("third", not, store.Faulty, "that you may watch")
		if said[hosttest.NorthAt]+said[hosttest.SouthAt] != "" {
			t.Errorf("%s: the players hear of it", not)
		}
	}
	c.Asks("north", "watch "+c.Game, store.Faulty, "you play, substitute or rule in it")
	c.Asks("third", "watch "+c.Game+" please", store.Faulty)
	c.Asks("third", "unwatch", store.Faulty, "The game is missing")
	c.Asks("third", "unwatch "+c.Game, store.Faulty, "You do not watch")
	var wrong *club.SettingError
	for _, address := range []string{hosttest.NorthAt, "nobody@example.org"} {
		if err := c.Watchers.InviteObserver(t.Context(), c.Game, address); !errors.As(err, &wrong) {
			t.Errorf("%s is invited: %v", address, err)
		}
	}
	hosttest.Check(t, c.Watchers.InviteObserver(t.Context(), c.Game, hosttest.ThirdAt))
	hosttest.Check(t, c.Watchers.InviteObserver(t.Context(), c.Game, hosttest.ThirdAt))
	hosttest.Wants(t, hosttest.Flat(c.Said()[hosttest.ThirdAt]), "You may watch "+c.Game, "watch "+c.Game+" at keryx@club.example dated 2026-11-21")
	c.Asks("third", "watch "+c.Game, store.Command, "You watch "+c.Game)
	hosttest.Check(t, c.Watchers.DropObserver(t.Context(), c.Game, strings.ToUpper(hosttest.ThirdAt)))
	if err := c.Watchers.DropObserver(t.Context(), c.Game, hosttest.ThirdAt); !errors.As(err, &wrong) {
		t.Errorf("dropped twice: %v", err)
	}
	c.Asks("third", "watch "+c.Game, store.Faulty, "that you may watch")

	old := c.NewGame() // it says nothing of observers
	c.Asks("third", "watch "+old, store.Faulty, "that you may watch")
	if err := c.Watchers.InviteObserver(t.Context(), old, hosttest.ThirdAt); !errors.As(err, &wrong) {
		t.Errorf("invited to a game for nobody: %v", err)
	}
	if _, err := c.Upkeep.Create(t.Context(), post.NewGame{Ruleset: "ford", AnswerTime: hosttest.AnswerTime, Seats: map[string]string{"north": hosttest.NorthAt, "south": hosttest.SouthAt},
		Shown: &play.Showing{Opens: play.AtEnd, Observers: "some"}}); !errors.As(err, &wrong) {
		t.Errorf("observers “some”: %v", err)
	}
	// A substitute of the twin; a referee; one who has held a seat.
	open := c.NewGame(hosttest.WatchedGame(play.ObservedByAll, 0))
	twin := c.NewGame(hosttest.WatchedGame(play.ObservedByAll, 0))
	c.AddObserver("mallory")
	c.Change(func(tx store.Tx) error {
		seat, err := tx.Seat(twin, "south")
		seat.Substitutes = append(seat.Substitutes, hosttest.ThirdAt)
		return errors.Join(err, tx.UpdateSeat(seat))
	})
	c.Asks("third", "watch "+open, store.Faulty, "in another game of its players")
	hosttest.Check(t, c.Seats.TakeOver(t.Context(), twin, "north", hosttest.People()["mallory"].Address, seating.BySubstitute))
	hosttest.Check(t, c.Seats.TakeOver(t.Context(), twin, "north", hosttest.NorthAt, seating.ByReturn))
	c.Asks("mallory", "observer "+open, store.Faulty, "ou dans une autre des mêmes joueurs")
	c.Asks("mallory", "observer "+twin, store.Faulty, "ou dans une autre des mêmes joueurs")
}

// A game has so many observers and no more, and nobody watches more than so many games.
func TestWatchLimits(t *testing.T) {
	c := hosttest.NewClub(t, hosttest.WatchedGame(play.ObservedByAll, 0))
	for range 5 {
		c.Asks("third", "watch "+c.Game, store.Command)
		c.Game = c.NewGame(hosttest.WatchedGame(play.ObservedByAll, 0))
	}
	c.Asks("third", "watch "+c.Game, store.Command)
	c.Game = c.NewGame(hosttest.WatchedGame(play.ObservedByAll, 0))
	c.Asks("third", "watch "+c.Game, store.Faulty, "You watch 6 games", "ford-1, ford-2")
	c.Asks("third", "unwatch ford-2\nwatch "+c.Game+"\nwatch", store.Command, "ford-1, ford-3")
	c.Change(func(tx store.Tx) error {
		var list []string
		for i := range 12 {
			address := fmt.Sprintf("w%d@example.org", i)
			hosttest.Check(t, tx.AddPlayer(store.Player{Address: address, Name: "W", Language: "en", TimeZone: "UTC", Added: c.Time}))
			list = append(list, fmt.Sprintf(`{"address":%q,"since":"2026-11-21T12:00:00Z"}`, address))
		}
		return tx.SetSetting("watched/ford-2", []byte(`{"observers":[`+strings.Join(list, ",")+`]}`))
	})
	c.Asks("third", "unwatch ford-3\nwatch ford-2", store.Command, "has 12 observers already")
}

// What a ruling has given up is void in the next letter, and the turns that take its place are
// told.
func TestWatchTakenBack(t *testing.T) {
	c := hosttest.Overseen(t, hosttest.WatchedGame(play.ObservedByAll, 0))
	at := c.AddObserver("mallory")
	c.Asks("mallory", "observer "+c.Game, store.Command)
	c.PlayScript(hosttest.Shooting, func(int) {})
	if all := hosttest.LettersTo(c, at); len(all) != 1 {
		t.Fatalf("the turn: %v", hosttest.KindsOf(all))
	}
	c.Rule(fmt.Sprintf("ruling / back to %d / reason Again.", c.OrderEntries()[0]), store.Command)
	if all := hosttest.LettersTo(c, at); len(all) != 0 {
		t.Fatalf("by the ruling: %v", hosttest.KindsOf(all))
	}
	hosttest.PlayTurn(c, t, 1)
	all := hosttest.LettersTo(c, at)
	if len(all) != 1 {
		t.Fatalf("the turn anew: %v", hosttest.KindsOf(all))
	}
	hosttest.Wants(t, hosttest.Flat(hosttest.TextOf(t, all[0])), "Par une décision de l’arbitre, le rapport sur ce tour est annulé")
	c.Play(2)
	if all = hosttest.LettersTo(c, at); len(all) != 1 || strings.Contains(hosttest.Flat(hosttest.TextOf(t, all[0])), "décision de l’arbitre") {
		t.Errorf("the rest: %v", hosttest.KindsOf(all))
	}
	c.Rule(fmt.Sprintf("ruling / back to %d / reason Once more.", c.OrderEntries()[len(c.OrderEntries())-2]), store.Command)
	c.Play(5)
	if all = hosttest.LettersTo(c, at); len(all) != 1 {
		t.Fatalf("the end anew: %v", hosttest.KindsOf(all))
	}
	hosttest.Wants(t, hosttest.Flat(hosttest.TextOf(t, all[0])), "La partie que vous observez est finie", "est annulé")
}

// Who came late, and of whose turns none still holds, is told what is played since, and not the
// game from its beginning.
func TestWatchLateTakenBack(t *testing.T) {
	c := hosttest.Overseen(t, hosttest.WatchedGame(play.ObservedByAll, 0))
	hosttest.PlayTurn(c, t, 1)
	first := c.Ledger()[len(c.Ledger())-1].Seq
	hosttest.PlayTurn(c, t, 1)
	at := c.AddObserver("mallory")
	c.Asks("mallory", "observer "+c.Game, store.Command)
	if all := hosttest.LettersTo(c, at); len(all) != 1 {
		t.Fatalf("the second turn: %v", hosttest.KindsOf(all))
	}
	again := slices.IndexFunc(c.OrderEntries(), func(n int) bool { return n > first })
	c.Rule(fmt.Sprintf("ruling / back to %d / reason Again.", c.OrderEntries()[again]), store.Command)
	hosttest.PlayTurn(c, t, 3)
	all := hosttest.LettersTo(c, at)
	if len(all) != 1 {
		t.Fatalf("the turn anew: %v", hosttest.KindsOf(all))
	}
	said := hosttest.Flat(hosttest.TextOf(t, all[0]))
	hosttest.Wants(t, said, "est annulé : Tour 2", "CE QUI S’EST PASSÉ ================== Phase A")
	if n := strings.Count(said, "Phase A"); n != 1 {
		t.Errorf("%d turns are told:\n%s", n, said)
	}
}

// Who takes a seat watches no more, nor who is forgotten, nor anybody a game that is cancelled;
// who moves is written to where he is.
func TestWatchEnds(t *testing.T) {
	c := hosttest.NewClub(t, hosttest.WatchedGame(play.ObservedByAll, 0))
	watchers := func() (all []string) {
		c.View(func(tx store.ReadTx) error {
			_, list, _, err := watch.Observers(tx, c.Game)
			for _, o := range list {
				all = append(all, o.Address)
			}
			return err
		})
		return all
	}
	mallory := c.AddObserver("mallory")
	c.Asks("mallory", "observer "+c.Game, store.Command)
	c.Asks("third", "watch "+c.Game, store.Command)
	to := "elsewhere@example.org"
	_, err := c.Seats.ChangePlayer(t.Context(), mallory, seating.PlayerChange{Address: &to})
	hosttest.Check(t, err)
	if got := watchers(); !slices.Equal(got, []string{to, hosttest.ThirdAt}) {
		t.Errorf("after the move: %v", got)
	}
	hosttest.Check(t, c.Seats.TakeOver(t.Context(), c.Game, "north", hosttest.ThirdAt, seating.BySubstitute))
	if got := watchers(); !slices.Equal(got, []string{to}) {
		t.Errorf("after taking the seat: %v", got)
	}
	// A named substitute is found out when the next letter is due.
	c.Change(func(tx store.Tx) error {
		seat, err := tx.Seat(c.Game, "south")
		seat.Substitutes = []string{to}
		return errors.Join(err, tx.UpdateSeat(seat), tx.SetSettingDue("watch-due/"+c.Game, []byte(`"2026-11-21T12:00:00Z"`), c.Time))
	})
	if all := hosttest.LettersTo(c, to); len(all) != 1 || !strings.Contains(hosttest.Flat(hosttest.TextOf(t, all[0])), "Vous avez maintenant un rôle") || len(watchers()) != 0 {
		t.Errorf("a substitute watches: %v, %v", hosttest.KindsOf(all), watchers())
	}
	c.Game = c.NewGame(hosttest.WatchedGame(play.ObservedByAll, 0))
	other := c.Game
	c.Change(func(tx store.Tx) error {
		seat, err := tx.Seat("ford-1", "south")
		seat.Substitutes = nil
		return errors.Join(err, tx.UpdateSeat(seat))
	})
	c.Change(func(tx store.Tx) error { // it is watched by one who was let before he had a part
		return tx.SetSetting("watched/"+other, []byte(`{"invited":["`+to+`"],"observers":[{"address":"`+to+`","since":"2026-11-21T12:00:00Z"}]}`))
	})
	hosttest.Check(t, c.Upkeep.CancelGame(t.Context(), other, "a mistake"))
	if all := hosttest.LettersTo(c, to); len(all) != 1 || !strings.Contains(hosttest.Flat(hosttest.TextOf(t, all[0])), "ne continue pas dans ce club") || len(watchers()) != 0 {
		t.Errorf("a cancelled game: %v, %v", hosttest.KindsOf(all), watchers())
	}
	c.Game = "ford-1"
	c.Change(func(tx store.Tx) error {
		return tx.SetSetting("watched/ford-1", []byte(`{"invited":["`+to+`"],"observers":[{"address":"`+to+`","since":"2026-11-21T12:00:00Z"}]}`))
	})
	_, err = c.Outbox.Flush(t.Context(), hosttest.Carrying(func() error { return nil }))
	hosttest.Check(t, err)
	_, err = c.Upkeep.RemovePlayer(t.Context(), to)
	hosttest.Check(t, err)
	if got := watchers(); len(got) != 0 {
		t.Errorf("after he was forgotten: %v", got)
	}
	c.View(func(tx store.ReadTx) error {
		kept, err := tx.SettingsUnder("watched/")
		for name, value := range kept {
			if strings.Contains(string(value), to) {
				t.Errorf("%s still names him", name)
			}
		}
		return err
	})
}

// An observer whom no mail reaches is sent none any more.
func TestWatchBounces(t *testing.T) {
	c := hosttest.NewClub(t, hosttest.WatchedGame(play.ObservedByAll, 0))
	c.Asks("third", "watch "+c.Game, store.Command)
	c.PlayScript(hosttest.Shooting, func(int) {})
	hosttest.LettersTo(c, hosttest.ThirdAt)
	_, err := c.Outbox.Flush(t.Context(), hosttest.Carrying(func() error { return &wire.SendError{Kind: wire.ErrPermanent} }))
	hosttest.Check(t, err)
	c.View(func(tx store.ReadTx) error {
		if _, all, _, err := watch.Observers(tx, c.Game); err != nil || len(all) > 0 {
			t.Errorf("still there: %v %v", all, err)
		}
		return nil
	})
}
