package host_test

import (
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/host/season"
	"keryx/store"
)

// A game of a league is watched by mail as its file says, after its delay; by nobody of the division, who
// is told why, and whose letters end once he has entered it.
func TestLeagueWatched(t *testing.T) {
	c := leagueClub(t, strings.NewReplacer(`muster = "7d"`, "observers = \"open\"\ndelay = \"2d\"").Replace(spring))
	watcher := climberKeys()[0]
	check(t, c.Seats.AddPlayer(t.Context(), store.Player{Address: "watcher@example.org", Name: "Watcher", Language: "en", TimeZone: "UTC"}))
	_, err := c.Keys.AddKey(t.Context(), "watcher@example.org", "", []byte(watcher.Public().Text))
	check(t, err)
	for _, address := range []string{northAt, southAt, thirdAt} {
		check(t, c.Leagues.EnterLeague(t.Context(), "spring", address, 0, 0))
	}
	c.now = time.Date(2026, 12, 20, 9, 0, 0, 0, time.UTC)
	c.tend()
	game, rival, player := "", "", ""
	s := c.season("spring")
	for _, g := range s.State.AllGames() {
		if game = g.Host; game == "" {
			continue
		}
		for name := range people() {
			if at := people()[name].address; s.Entrant(at) != "" && s.Entrant(at) != g.First && s.Entrant(at) != g.Second {
				rival = name
			} else if at == s.People[g.First] {
				player = name
			}
		}
		break
	}
	got := c.ask(rival, "watch "+game)
	if len(got) != 1 || !says(t, got[0], "meet one of them in their league") {
		t.Errorf("a rival watches: %s", texts(t, got))
	}
	c.receive(letter("watcher@example.org", sign(t, watcher, c.bound("watch "+game+"\n"), c.now)))
	got = c.sent()
	if len(got) != 3 {
		t.Fatalf("watching: %s", texts(t, got))
	}
	for _, m := range got {
		if m.Recipient == "watcher@example.org" && !says(t, m, "two days") && !says(t, m, "2 days") {
			t.Errorf("after which delay: %s", text(t, m))
		}
	}
	if got := c.ask("north", "rules spring"); !says(t, got[0], "Every member may watch its games by email") {
		t.Errorf("the rules: %s", texts(t, got))
	}
	c.now = c.now.Add(time.Hour)
	seats := func() (all []store.Seat) {
		c.view(func(tx store.ReadTx) (err error) { all, err = tx.SeatsOf(game); return err })
		return all
	}
	resigns := seats()[0]
	if resigns.Player != people()[player].address {
		resigns = seats()[1]
	}
	c.ask(player, "resign "+game+" "+resigns.Answers)
	look := func() int {
		c.sent()
		n, err := c.Watchers.TellObservers(t.Context(), c.now)
		check(t, err)
		return n
	}
	c.now = c.now.Add(47 * time.Hour)
	if n := look(); n != 0 {
		t.Errorf("%d letters before the delay is over", n)
	}
	c.now = c.now.Add(2 * time.Hour)
	if n := look(); n != 1 {
		t.Errorf("%d letters after it", n)
	}
}

// Who watches and then enters the division is told that he watches no more; nobody watches where the
// file says so, and none is invited there.
func TestLeagueWatchedNoMore(t *testing.T) {
	c := leagueClub(t, strings.NewReplacer(`muster = "7d"`, "observers = \"open\"\ndelay = \"1d\"").Replace(swiss))
	for _, address := range []string{northAt, southAt} {
		check(t, c.Leagues.EnterLeague(t.Context(), "spring", address, 0, 0))
	}
	c.now = time.Date(2026, 12, 20, 9, 0, 0, 0, time.UTC)
	c.tend()
	game := c.fixture().Host
	c.ask("third", "watch "+game)
	check(t, c.Leagues.EnterLeague(t.Context(), "spring", thirdAt, 0, 0))
	c.now = c.now.Add(48 * time.Hour)
	c.sent()
	_, err := c.Watchers.TellObservers(t.Context(), c.now)
	check(t, err)
	got := c.sent()
	if len(got) != 1 || got[0].Recipient != thirdAt || !says(t, got[0], "You no longer watch it") {
		t.Errorf("told: %s", texts(t, got))
	}
	c = duel(t, `observers = "none"`)
	if got := c.ask("third", "watch "+c.game); !says(t, got[0], "rule in it") { // he is its referee
		t.Errorf("the referee watches: %s", texts(t, got))
	}
	c.more("fourth")
	if err := c.Watchers.InviteObserver(t.Context(), c.game, "fourth@example.org"); err == nil {
		t.Error("somebody is invited to a game that nobody may watch")
	}
}

// On a ladder those who have no challenge or game with one of the two may watch.
func TestLadderWatched(t *testing.T) {
	h := newHill(t, 6, `[ladder]`, "[ladder]\nsides = \"dice\"", `sides = "alternate"`, "", `grace = "3d"`, `observers = "open"`)
	h.mails("Elsa", "challenge climb Denis")
	h.mails("Denis", "relever climb 1")
	h.in(0)
	game := running(h.club)[0].ID
	h.mails("Franz", "défier climb Elsa")
	h.hears(h.mails("Franz", "observer "+game), "Franz: vous rencontrez l’un d’eux")
	h.hears(h.mails("Anna", "watch "+game), "Anna: You watch "+game, "Denis: Anna")
	h.mails("Elsa", "decline climb 2")
	h.hears(h.mails("Franz", "observer "+game), "Franz: Vous observez désormais")
}

// A file that says nothing has the games watched by those who are invited; one that says what cannot be
// is refused, and a season that was stored before there was the choice stays closed.
func TestLeagueObserversInFile(t *testing.T) {
	f, err := season.Read(spring)
	check(t, err)
	if f.Observers != "invited" {
		t.Errorf("observers: %q", f.Observers)
	}
	c := openClub(t)
	check(t, enrol(c.Host))
	f.Observers = "everybody"
	refused(t, c.Leagues.NewLeague(t.Context(), f), "open, invited or none")
	c = duel(t, "")
	c.update(func(tx store.Tx) error {
		s, err := season.Load(tx, "spring")
		check(t, err)
		s.File.Observers = "" // as it was stored
		return s.Save(tx, c.now)
	})
	if got := c.ask("south", "rules spring"); says(t, got[0], "watch its games") {
		t.Errorf("the rules: %s", texts(t, got))
	}
}
