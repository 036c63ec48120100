package host_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator"
	"keryx/adjudicator/calendar"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/seating"
	"keryx/adjudicator/host/watch"
	"keryx/mail/wire"
	"keryx/store"
)

// watchedGame is a game that may be watched, after a delay.
func watchedGame(who play.Observing, delay time.Duration) settings {
	return func(n *post.NewGame) {
		n.Shown = &play.Showing{Delay: calendar.Span{Duration: delay}, Opens: play.WithTwin, Observers: who}
	}
}

// join registers somebody, with a key for all games.
func (c *club) join(name string) string {
	c.t.Helper()
	p := people()[name]
	check(c.t, c.Seats.AddPlayer(c.t.Context(), store.Player{Address: p.address, Name: strings.ToUpper(name[:1]) + name[1:], Language: "fr", TimeZone: "Europe/Paris"}))
	_, err := c.Keys.AddKey(c.t.Context(), p.address, "", []byte(p.ssh.Public().Text))
	check(c.t, err)
	return p.address
}

// asks sends requests that must be answered so, and returns what everybody is told.
func (c *club) asks(name, text string, want store.InboxState, all ...string) map[string]string {
	c.t.Helper()
	c.sent()
	row := c.says(name, text+"\n# "+c.now.String()+"\n")
	if row.State != want {
		c.t.Fatalf("%s of %s: %s (%s), want %s", text, name, row.State, row.Reason, want)
	}
	said := c.said()
	for _, part := range all {
		if got := flat(said[people()[name].address]); !strings.Contains(got, part) {
			c.t.Errorf("%s of %s: the answer lacks %q:\n%s", text, name, part, got)
		}
	}
	return said
}

// lettersTo are the letters to an observer that are due by now.
func (c *club) lettersTo(address string) (letters []store.OutboxMail) {
	c.t.Helper()
	c.sent()
	_, err := c.Sweep(c.t.Context(), c.now)
	check(c.t, err)
	for _, m := range c.sent() {
		if m.Recipient == address {
			letters = append(letters, m)
		}
	}
	return letters
}

// Whoever watches is sent each turn once, after the delay, and how the game ended; the players
// are told of him once, and read his name in their reports.
func TestWatch(t *testing.T) {
	c := newClub(t, watchedGame(play.ObservedByAll, 24*time.Hour))
	wants(t, flat(text(t, c.sent()[0])), "Every member of the club may watch this game", "a day after the end of each turn")
	said := c.asks("third", "watch "+c.game, store.Command, "You watch "+c.game+" from now on", "a day after the end of each turn")
	for _, at := range []string{northAt, southAt} {
		wants(t, flat(said[at]), "Third watches "+c.game)
	}
	c.playScript(shooting, func(int) {})
	if all := c.lettersTo(thirdAt); len(all) > 0 {
		t.Fatalf("before the delay: %v", kinds(all))
	}
	c.now = c.now.Add(24 * time.Hour)
	all := c.lettersTo(thirdAt)
	if len(all) != 1 || all[0].Kind != "watched" {
		t.Fatalf("after the delay: %v", kinds(all))
	}
	letter := flat(text(t, all[0]))
	wants(t, letter, "You watch this game", "unwatch "+c.game, "North bid 3, South 0", "North North", "South South")
	for _, not := range []string{c.seat("north").Answers, c.seat("south").Answers, "orders.txt", "sealed", northAt} {
		if strings.Contains(string(all[0].Raw), not) {
			t.Errorf("it holds %q", not)
		}
	}
	// Nothing comes twice, whoever sweeps.
	c.Host = newHost(t, c.Store, func() time.Time { return c.now })
	if all := c.lettersTo(thirdAt); len(all) > 0 {
		t.Errorf("again: %v", kinds(all))
	}
	// Who comes later is told of the last turn, and of no other.
	c.join("mallory")
	c.asks("mallory", "partie "+c.game+"\nobserver", store.Command, "Vous observez désormais "+c.game)
	if all := c.lettersTo(people()["mallory"].address); len(all) != 1 || !strings.Contains(flat(text(t, all[0])), "Vous observez désormais cette partie") {
		t.Errorf("who comes later: %v", kinds(all))
	}
	c.asks("mallory", "observer "+c.game, store.Command, "Vous observez "+c.game)
	c.asks("mallory", "quitter "+c.game, store.Command, "Vous n’observez plus "+c.game)
	said = c.asks("mallory", "observer "+c.game, store.Command)
	if said[northAt] != "" {
		t.Errorf("north is told again:\n%s", said[northAt])
	}
	c.asks("north", "status", store.Command, "Observers Third and Mallory")
	c.play(3)
	c.now = c.now.Add(24 * time.Hour)
	all = c.lettersTo(thirdAt)
	if len(all) != 1 {
		t.Fatalf("at the end: %v", kinds(all))
	}
	wants(t, flat(text(t, all[0])), "The game that you watch has ended")
	if all := c.lettersTo(thirdAt); len(all) > 0 {
		t.Errorf("after the end: %v", kinds(all))
	}
	c.asks("third", "watch", store.Command, "You watch no game")
	c.asks("third", "watch "+c.game, store.Faulty, "is over")
}

// Who has a part in a game, or in another of its players, may not watch it; nor who is not let,
// who is told no more than that there is no such game.
func TestWatchRefused(t *testing.T) {
	c := newClub(t, watchedGame(play.ObservedByInvited, 0))
	for _, not := range []string{"watch " + c.game, "watch ford-77", "watch nothing", "game ford-77\nwatch"} {
		said := c.asks("third", not, store.Faulty, "that you may watch")
		if said[northAt]+said[southAt] != "" {
			t.Errorf("%s: the players hear of it", not)
		}
	}
	c.asks("north", "watch "+c.game, store.Faulty, "you play, substitute or rule in it")
	c.asks("third", "watch "+c.game+" please", store.Faulty)
	c.asks("third", "unwatch", store.Faulty, "The game is missing")
	c.asks("third", "unwatch "+c.game, store.Faulty, "You do not watch")
	var wrong *play.SettingError
	for _, address := range []string{northAt, "nobody@example.org"} {
		if err := c.Watchers.InviteObserver(t.Context(), c.game, address); !errors.As(err, &wrong) {
			t.Errorf("%s is invited: %v", address, err)
		}
	}
	check(t, c.Watchers.InviteObserver(t.Context(), c.game, thirdAt))
	check(t, c.Watchers.InviteObserver(t.Context(), c.game, thirdAt))
	wants(t, flat(c.said()[thirdAt]), "You may watch "+c.game, "watch "+c.game+" at keryx@club.example dated 2026-11-21")
	c.asks("third", "watch "+c.game, store.Command, "You watch "+c.game)
	check(t, c.Watchers.DropObserver(t.Context(), c.game, strings.ToUpper(thirdAt)))
	if err := c.Watchers.DropObserver(t.Context(), c.game, thirdAt); !errors.As(err, &wrong) {
		t.Errorf("dropped twice: %v", err)
	}
	c.asks("third", "watch "+c.game, store.Faulty, "that you may watch")

	old := c.found() // it says nothing of observers
	c.asks("third", "watch "+old, store.Faulty, "that you may watch")
	if err := c.Watchers.InviteObserver(t.Context(), old, thirdAt); !errors.As(err, &wrong) {
		t.Errorf("invited to a game for nobody: %v", err)
	}
	if _, err := c.Upkeep.Create(t.Context(), post.NewGame{Ruleset: "ford", AnswerTime: answerTime, Seats: map[string]string{"north": northAt, "south": southAt},
		Shown: &play.Showing{Opens: play.AtEnd, Observers: "some"}}); !errors.As(err, &wrong) {
		t.Errorf("observers “some”: %v", err)
	}
	// A substitute of the twin; a referee; one who has held a seat.
	open := c.found(watchedGame(play.ObservedByAll, 0))
	twin := c.found(watchedGame(play.ObservedByAll, 0))
	c.join("mallory")
	c.update(func(tx store.Tx) error {
		seat, err := tx.Seat(twin, "south")
		seat.Substitutes = append(seat.Substitutes, thirdAt)
		return errors.Join(err, tx.UpdateSeat(seat))
	})
	c.asks("third", "watch "+open, store.Faulty, "in another game of its players")
	check(t, c.Seats.TakeOver(t.Context(), twin, "north", people()["mallory"].address, seating.BySubstitute))
	check(t, c.Seats.TakeOver(t.Context(), twin, "north", northAt, seating.ByReturn))
	c.asks("mallory", "observer "+open, store.Faulty, "ou dans une autre des mêmes joueurs")
	c.asks("mallory", "observer "+twin, store.Faulty, "ou dans une autre des mêmes joueurs")
}

// A game has so many observers and no more, and nobody watches more than so many games.
func TestWatchLimits(t *testing.T) {
	c := newClub(t, watchedGame(play.ObservedByAll, 0))
	for range 5 {
		c.asks("third", "watch "+c.game, store.Command)
		c.game = c.found(watchedGame(play.ObservedByAll, 0))
	}
	c.asks("third", "watch "+c.game, store.Command)
	c.game = c.found(watchedGame(play.ObservedByAll, 0))
	c.asks("third", "watch "+c.game, store.Faulty, "You watch 6 games", "ford-1, ford-2")
	c.asks("third", "unwatch ford-2\nwatch "+c.game+"\nwatch", store.Command, "ford-1, ford-3")
	c.update(func(tx store.Tx) error {
		var list []string
		for i := range 12 {
			address := fmt.Sprintf("w%d@example.org", i)
			check(t, tx.AddPlayer(store.Player{Address: address, Name: "W", Language: "en", TimeZone: "UTC", Added: c.now}))
			list = append(list, fmt.Sprintf(`{"address":%q,"since":"2026-11-21T12:00:00Z"}`, address))
		}
		return tx.SetSetting("watched/ford-2", []byte(`{"observers":[`+strings.Join(list, ",")+`]}`))
	})
	c.asks("third", "unwatch ford-3\nwatch ford-2", store.Command, "has 12 observers already")
}

// What a ruling has given up is void in the next letter, and the turns that take its place are
// told.
func TestWatchTakenBack(t *testing.T) {
	c := overseen(t, watchedGame(play.ObservedByAll, 0))
	at := c.join("mallory")
	c.asks("mallory", "observer "+c.game, store.Command)
	c.playScript(shooting, func(int) {})
	if all := c.lettersTo(at); len(all) != 1 {
		t.Fatalf("the turn: %v", kinds(all))
	}
	c.rules(fmt.Sprintf("ruling / back to %d / reason Again.", c.orderEntries()[0]), store.Command)
	if all := c.lettersTo(at); len(all) != 0 {
		t.Fatalf("by the ruling: %v", kinds(all))
	}
	c.playTurn(t, 1)
	all := c.lettersTo(at)
	if len(all) != 1 {
		t.Fatalf("the turn anew: %v", kinds(all))
	}
	wants(t, flat(text(t, all[0])), "Par une décision de l’arbitre, le rapport sur ce tour est annulé")
	c.play(2)
	if all = c.lettersTo(at); len(all) != 1 || strings.Contains(flat(text(t, all[0])), "décision de l’arbitre") {
		t.Errorf("the rest: %v", kinds(all))
	}
	c.rules(fmt.Sprintf("ruling / back to %d / reason Once more.", c.orderEntries()[len(c.orderEntries())-2]), store.Command)
	c.play(5)
	if all = c.lettersTo(at); len(all) != 1 {
		t.Fatalf("the end anew: %v", kinds(all))
	}
	wants(t, flat(text(t, all[0])), "La partie que vous observez est finie", "est annulé")
}

// Who came late, and of whose turns none still holds, is told what is played since, and not the
// game from its beginning.
func TestWatchLateTakenBack(t *testing.T) {
	c := overseen(t, watchedGame(play.ObservedByAll, 0))
	c.playTurn(t, 1)
	first := c.entries()[len(c.entries())-1].Seq
	c.playTurn(t, 1)
	at := c.join("mallory")
	c.asks("mallory", "observer "+c.game, store.Command)
	if all := c.lettersTo(at); len(all) != 1 {
		t.Fatalf("the second turn: %v", kinds(all))
	}
	again := slices.IndexFunc(c.orderEntries(), func(n int) bool { return n > first })
	c.rules(fmt.Sprintf("ruling / back to %d / reason Again.", c.orderEntries()[again]), store.Command)
	c.playTurn(t, 3)
	all := c.lettersTo(at)
	if len(all) != 1 {
		t.Fatalf("the turn anew: %v", kinds(all))
	}
	said := flat(text(t, all[0]))
	wants(t, said, "est annulé : Tour 2", "CE QUI S’EST PASSÉ ================== Phase A")
	if n := strings.Count(said, "Phase A"); n != 1 {
		t.Errorf("%d turns are told:\n%s", n, said)
	}
}

// playTurn plays to the end of the turn in play, with random players.
func (c *club) playTurn(t *testing.T, seed uint64) {
	t.Helper()
	mind := adjudicator.Random{Rand: rand.New(rand.NewPCG(seed, 5))}
	for turn := c.turn(); c.turn() == turn && c.status() == store.Running; {
		for _, side := range []string{"north", "south"} {
			plan, err := c.Intake.Plan(t.Context(), c.game, side, mind)
			check(t, err)
			if len(plan) > 0 && c.turn() == turn {
				c.order(side, write(plan))
			}
		}
	}
}

// Who takes a seat watches no more, nor who is forgotten, nor anybody a game that is cancelled;
// who moves is written to where he is.
func TestWatchEnds(t *testing.T) {
	c := newClub(t, watchedGame(play.ObservedByAll, 0))
	watchers := func() (all []string) {
		c.view(func(tx store.ReadTx) error {
			_, list, _, err := watch.Observers(tx, c.game)
			for _, o := range list {
				all = append(all, o.Address)
			}
			return err
		})
		return all
	}
	mallory := c.join("mallory")
	c.asks("mallory", "observer "+c.game, store.Command)
	c.asks("third", "watch "+c.game, store.Command)
	to := "elsewhere@example.org"
	_, err := c.Seats.ChangePlayer(t.Context(), mallory, seating.PlayerChange{Address: &to})
	check(t, err)
	if got := watchers(); !slices.Equal(got, []string{to, thirdAt}) {
		t.Errorf("after the move: %v", got)
	}
	check(t, c.Seats.TakeOver(t.Context(), c.game, "north", thirdAt, seating.BySubstitute))
	if got := watchers(); !slices.Equal(got, []string{to}) {
		t.Errorf("after taking the seat: %v", got)
	}
	// A named substitute is found out when the next letter is due.
	c.update(func(tx store.Tx) error {
		seat, err := tx.Seat(c.game, "south")
		seat.Substitutes = []string{to}
		return errors.Join(err, tx.UpdateSeat(seat), tx.SetSettingDue("watch-due/"+c.game, []byte(`"2026-11-21T12:00:00Z"`), c.now))
	})
	if all := c.lettersTo(to); len(all) != 1 || !strings.Contains(flat(text(t, all[0])), "Vous avez maintenant un rôle") || len(watchers()) != 0 {
		t.Errorf("a substitute watches: %v, %v", kinds(all), watchers())
	}
	c.game = c.found(watchedGame(play.ObservedByAll, 0))
	other := c.game
	c.update(func(tx store.Tx) error {
		seat, err := tx.Seat("ford-1", "south")
		seat.Substitutes = nil
		return errors.Join(err, tx.UpdateSeat(seat))
	})
	c.update(func(tx store.Tx) error { // it is watched by one who was let before he had a part
		return tx.SetSetting("watched/"+other, []byte(`{"invited":["`+to+`"],"observers":[{"address":"`+to+`","since":"2026-11-21T12:00:00Z"}]}`))
	})
	check(t, c.Upkeep.CancelGame(t.Context(), other, "a mistake"))
	if all := c.lettersTo(to); len(all) != 1 || !strings.Contains(flat(text(t, all[0])), "ne continue pas dans ce club") || len(watchers()) != 0 {
		t.Errorf("a cancelled game: %v, %v", kinds(all), watchers())
	}
	c.game = "ford-1"
	c.update(func(tx store.Tx) error {
		return tx.SetSetting("watched/ford-1", []byte(`{"invited":["`+to+`"],"observers":[{"address":"`+to+`","since":"2026-11-21T12:00:00Z"}]}`))
	})
	_, err = c.Outbox.Flush(t.Context(), carrying(func() error { return nil }))
	check(t, err)
	_, err = c.Upkeep.RemovePlayer(t.Context(), to)
	check(t, err)
	if got := watchers(); len(got) != 0 {
		t.Errorf("after he was forgotten: %v", got)
	}
	c.view(func(tx store.ReadTx) error {
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
	c := newClub(t, watchedGame(play.ObservedByAll, 0))
	c.asks("third", "watch "+c.game, store.Command)
	c.playScript(shooting, func(int) {})
	c.lettersTo(thirdAt)
	_, err := c.Outbox.Flush(t.Context(), carrying(func() error { return &wire.SendError{Kind: wire.ErrPermanent} }))
	check(t, err)
	c.view(func(tx store.ReadTx) error {
		if _, all, _, err := watch.Observers(tx, c.game); err != nil || len(all) > 0 {
			t.Errorf("still there: %v %v", all, err)
		}
		return nil
	})
}
