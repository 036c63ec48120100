package leagues_test

import (
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/host/hosttest"

	"keryx/adjudicator/host/season"
	"keryx/store"
)

// A game of a league is watched by mail as its file says, after its delay; by nobody of the division, who
// is told why, and whose letters end once he has entered it.
func TestLeagueWatched(t *testing.T) {
	c := hosttest.LeagueClub(t, strings.NewReplacer(`muster = "7d"`, "observers = \"open\"\ndelay = \"2d\"").Replace(hosttest.SpringLeague))
	watcher := climberKeys()[0]
	hosttest.Check(t, c.Seats.AddPlayer(t.Context(), store.Player{Address: "watcher@example.org", Name: "Watcher", Language: "en", TimeZone: "UTC"}))
	_, err := c.Keys.AddKey(t.Context(), "watcher@example.org", "", []byte(watcher.Public().Text))
	hosttest.Check(t, err)
	for _, address := range []string{hosttest.NorthAt, hosttest.SouthAt, hosttest.ThirdAt} {
		hosttest.Check(t, c.Leagues.EnterLeague(t.Context(), "spring", address, 0, 0))
	}
	c.Time = time.Date(2026, 12, 20, 9, 0, 0, 0, time.UTC)
	hosttest.TendLeagues(c)
	game, rival, player := "", "", ""
	s := hosttest.Season(c, "spring")
	for _, g := range s.State.AllGames() {
		if game = g.Host; game == "" {
			continue
		}
		for name := range hosttest.People() {
			if at := hosttest.People()[name].Address; s.Entrant(at) != "" && s.Entrant(at) != g.First && s.Entrant(at) != g.Second {
				rival = name
			} else if at == s.People[g.First] {
				player = name
			}
		}
		break
	}
	got := c.Ask(rival, "watch "+game)
	if len(got) != 1 || !hosttest.Says(t, got[0], "meet one of them in their league") {
		t.Errorf("a rival watches: %s", hosttest.Texts(t, got))
	}
	c.Receive(hosttest.Letter("watcher@example.org", hosttest.Sign(t, watcher, c.Bound("watch "+game+"\n"), c.Time)))
	got = c.Sent()
	if len(got) != 3 {
		t.Fatalf("watching: %s", hosttest.Texts(t, got))
	}
	for _, m := range got {
		if m.Recipient == "watcher@example.org" && !hosttest.Says(t, m, "two days") && !hosttest.Says(t, m, "2 days") {
			t.Errorf("after which delay: %s", hosttest.TextOf(t, m))
		}
	}
	if got := c.Ask("north", "rules spring"); !hosttest.Says(t, got[0], "Every member may watch its games by email") {
		t.Errorf("the rules: %s", hosttest.Texts(t, got))
	}
	c.Time = c.Time.Add(time.Hour)
	seats := func() (all []store.Seat) {
		c.View(func(tx store.ReadTx) (err error) { all, err = tx.SeatsOf(game); return err })
		return all
	}
	resigns := seats()[0]
	if resigns.Player != hosttest.People()[player].Address {
		resigns = seats()[1]
	}
	c.Ask(player, "resign "+game+" "+resigns.Answers)
	look := func() int {
		c.Sent()
		n, err := c.Watchers.TellObservers(t.Context(), c.Time)
		hosttest.Check(t, err)
		return n
	}
	c.Time = c.Time.Add(47 * time.Hour)
	if n := look(); n != 0 {
		t.Errorf("%d letters before the delay is over", n)
	}
	c.Time = c.Time.Add(2 * time.Hour)
	if n := look(); n != 1 {
		t.Errorf("%d letters after it", n)
	}
}

// Who watches and then enters the division is told that he watches no more; nobody watches where the
// file says so, and none is invited there.
func TestLeagueWatchedNoMore(t *testing.T) {
	c := hosttest.LeagueClub(t, strings.NewReplacer(`muster = "7d"`, "observers = \"open\"\ndelay = \"1d\"").Replace(swiss))
	for _, address := range []string{hosttest.NorthAt, hosttest.SouthAt} {
		hosttest.Check(t, c.Leagues.EnterLeague(t.Context(), "spring", address, 0, 0))
	}
	c.Time = time.Date(2026, 12, 20, 9, 0, 0, 0, time.UTC)
	hosttest.TendLeagues(c)
	game := hosttest.Fixture(c).Host
	c.Ask("third", "watch "+game)
	hosttest.Check(t, c.Leagues.EnterLeague(t.Context(), "spring", hosttest.ThirdAt, 0, 0))
	c.Time = c.Time.Add(48 * time.Hour)
	c.Sent()
	_, err := c.Watchers.TellObservers(t.Context(), c.Time)
	hosttest.Check(t, err)
	got := c.Sent()
	if len(got) != 1 || got[0].Recipient != hosttest.ThirdAt || !hosttest.Says(t, got[0], "You no longer watch it") {
		t.Errorf("told: %s", hosttest.Texts(t, got))
	}
	c = hosttest.Duel(t, `observers = "none"`)
	if got := c.Ask("third", "watch "+c.Game); !hosttest.Says(t, got[0], "rule in it") { // he is its referee
		t.Errorf("the referee watches: %s", hosttest.Texts(t, got))
	}
	hosttest.AddMembers(c, "fourth")
	if err := c.Watchers.InviteObserver(t.Context(), c.Game, "fourth@example.org"); err == nil {
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
	f, err := season.Read(hosttest.SpringLeague)
	hosttest.Check(t, err)
	if f.Observers != "invited" {
		t.Errorf("observers: %q", f.Observers)
	}
	c := hosttest.OpenClub(t)
	hosttest.Check(t, hosttest.Enrol(c.Host))
	f.Observers = "everybody"
	refused(t, c.Leagues.NewLeague(t.Context(), f), "open, invited or none")
	c = hosttest.Duel(t, "")
	c.Change(func(tx store.Tx) error {
		s, err := season.Load(tx, "spring")
		hosttest.Check(t, err)
		s.File.Observers = "" // as it was stored
		return s.Save(tx, c.Time)
	})
	if got := c.Ask("south", "rules spring"); hosttest.Says(t, got[0], "watch its games") {
		t.Errorf("the rules: %s", hosttest.Texts(t, got))
	}
}
