package hosttest

import (
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/host/season"
	"keryx/adjudicator/league"
	"keryx/store"
)

// Biddings is a season in which north and south are to bid for their sides by the 23rd, at 9.
func Biddings(t *testing.T, more ...string) *Club {
	c := LeagueClub(t, strings.NewReplacer(`muster = "7d"`, "once = true", "together = true", `bids = "3d"`).Replace(SpringLeague))
	_, err := c.Leagues.OpenLeague(t.Context(), "spring")
	Check(t, err)
	for _, name := range append([]string{"north", "south"}, more...) {
		c.Ask(name, "join spring")
	}
	c.Time = time.Date(2026, 12, 20, 9, 0, 0, 0, time.UTC)
	TendLeagues(c)
	return c
}

// ClimbLadder is a ladder of the small game.
const ClimbLadder = `
id = "climb"
name = "Hill climb"
format = "ladder"
ruleset = "ford"
language = "en"
invite = ["all"]
grace = "3d"
least_turns = 1
[points]
total = "3-0"
draw = "1-1"
[ladder]
sides = "alternate"
`

// JudgedClub is a duel with four judges of whom one plays in the division, at the season's end.
func JudgedClub(t *testing.T, judges ...string) *Club {
	t.Helper()
	return JudgedClubOf(t, func(*Club) {}, judges...)
}

// JudgedClubOf is a judgedClub in which something has happened before the season ends.
func JudgedClubOf(t *testing.T, before func(*Club), judges ...string) *Club {
	t.Helper()
	c := OpenClub(t)
	Check(t, Enrol(c.Host))
	AddMembers(c, "fourth", "fifth", "sixth")
	f, err := season.Read(strings.NewReplacer("2027-06-01", "2026-12-30", `muster = "7d"`, `once = true
referee = "third@example.org"
judges = ["`+strings.Join(judges, `", "`)+`"]`).Replace(SpringLeague))
	Check(t, err)
	Check(t, c.Leagues.NewLeague(t.Context(), f))
	Check(t, c.Leagues.EnterLeague(t.Context(), "spring", NorthAt, 0, 0))
	Check(t, c.Leagues.EnterLeague(t.Context(), "spring", SouthAt, 0, 0))
	c.Time = time.Date(2026, 12, 20, 9, 0, 0, 0, time.UTC)
	TendLeagues(c)
	c.Time = c.Time.Add(6 * 24 * time.Hour) // nobody has bid
	TendLeagues(c)
	c.Game = Fixture(c).Host
	c.Time = c.Time.Add(36 * time.Hour)
	for _, s := range DuelSeats(c) {
		name, _, _ := strings.Cut(s.Player, "@")
		c.Receive(Letter(s.Player, c.Signed(name, OrderFile(s.Game, s.Side, s.Answers, "bid 1"))))
	}
	c.Sent()
	before(c)
	c.Time = time.Date(2026, 12, 30, 9, 0, 0, 0, time.UTC)
	TendLeagues(c)
	return c
}

// Duel is a league of two whose first game, with third as its referee, has just begun.
func Duel(t *testing.T, more string) *Club {
	t.Helper()
	c := LeagueClub(t, strings.Replace(SpringLeague, `muster = "7d"`, `referee = "third@example.org"`+"\n"+more, 1))
	Check(t, c.Leagues.EnterLeague(t.Context(), "spring", NorthAt, 0, 0))
	Check(t, c.Leagues.EnterLeague(t.Context(), "spring", SouthAt, 0, 0))
	c.Time = time.Date(2026, 12, 20, 9, 0, 0, 0, time.UTC)
	TendLeagues(c)
	c.Game = Fixture(c).Host
	if c.Game == "" {
		t.Fatal("no game has begun")
	}
	c.Sent()
	return c
}

// Fixture is the first game of the league "spring".
func Fixture(c *Club) league.Game {
	c.T.Helper()
	g, err := Season(c, "spring").State.Game("1-1-1-1")
	Check(c.T, err)
	return g
}

// DuelSeats are the seats of the first game that are asked.
func DuelSeats(c *Club) (asked []store.Seat) {
	c.T.Helper()
	c.View(func(tx store.ReadTx) error {
		seats, err := tx.SeatsOf(c.Game)
		for _, s := range seats {
			if s.Deadline != nil {
				asked = append(asked, s)
			}
		}
		return err
	})
	return asked
}

// AddMembers adds members without keys.
func AddMembers(c *Club, names ...string) {
	c.T.Helper()
	for _, name := range names {
		Check(c.T, c.Seats.AddPlayer(c.T.Context(), store.Player{Address: name + "@example.org", Name: strings.ToUpper(name[:1]) + name[1:], Language: "fr", TimeZone: "Europe/Paris"}))
	}
}

// SpringLeague is a league of the small game.
const SpringLeague = `
id = "spring"
name = "Spring cup"
format = "round-robin"
ruleset = "ford"
invite = ["all"]
muster = "7d"
begins = "2026-12-20"
ends = "2027-06-01"
together = true
[points]
total = "3-0"
draw = "1-1"
`

// LeagueClub is a club without games.
func LeagueClub(t testing.TB, file string) *Club {
	t.Helper()
	c := OpenClub(t)
	Check(t, Enrol(c.Host))
	f, err := season.Read(file)
	Check(t, err)
	Check(t, c.Leagues.NewLeague(t.Context(), f))
	return c
}

// TendLeagues lets the league do what the moment calls for, on a host that was just started.
func TendLeagues(c *Club) {
	c.T.Helper()
	c.Host = NewHost(c.T, c.Store, func() time.Time { return c.Time })
	Check(c.T, c.Leagues.TendLeagues(c.T.Context()))
}

// Season is a league as it is stored.
func Season(c *Club, id string) *season.Season {
	c.T.Helper()
	s, err := c.Leagues.League(c.T.Context(), id)
	Check(c.T, err)
	return s
}
