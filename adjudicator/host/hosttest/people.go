package hosttest

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
	"time"

	hostclub "keryx/adjudicator/host/club"

	"keryx/adjudicator"
	"keryx/adjudicator/calendar"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/post"
	"keryx/store"
)

// Judged is a club with two referees without a part in its game; the first rules.
func Judged(t *testing.T, change ...Setting) *Club {
	c := Overseen(t, change...)
	Check(t, c.Seats.AddPlayer(t.Context(), store.Player{Address: SecondAt(), Name: "Mallory", Language: "en", TimeZone: "UTC"}))
	_, err := c.Keys.AddKey(t.Context(), SecondAt(), "", []byte(People()["mallory"].SSH.Public().Text))
	Check(t, err)
	Check(t, c.Claims.AddReferee(t.Context(), SecondAt(), ""))
	c.Sent()
	return c
}

// SecondRules sends a ruling of the second referee, and returns what everybody is told.
func (c *Club) SecondRules(lines string, want store.InboxState) string {
	c.T.Helper()
	c.Sent()
	file := "game " + c.Game + "\n" + strings.ReplaceAll(lines, " / ", "\n") + "\n"
	if row := c.Receive(Letter(SecondAt(), c.Signed("mallory", file))); row.State != want {
		c.T.Fatalf("%q: %s (%s), want %s", lines, row.State, row.Reason, want)
	}
	return c.Everybody()
}

// Everybody is what everybody has been told since.
func (c *Club) Everybody() (said string) {
	c.T.Helper()
	for _, m := range c.Sent() {
		said += m.Recipient + ": " + Flat(TextOf(c.T, m)) + "\n"
	}
	return said
}

// Offered makes an offer and returns the line that accepts it.
func (c *Club) Offered(side, other, what string) string {
	c.T.Helper()
	c.Sent()
	if row := c.Mails(side, "offer "+what+"\n# "+c.Time.String()+"\n"); row.State != store.Command {
		c.T.Fatalf("offer %s: %s %s", what, row.State, row.Reason)
	}
	line := regexp.MustCompile(`“(accept [^”]*)”`).FindStringSubmatch(c.Said()[People()[other].Address])
	if line == nil {
		c.T.Fatal("no offer has come")
	}
	return line[1]
}

// Ptr is a pointer to a value.
func Ptr[T any](v T) *T { return &v }

// ToldAt sweeps at a moment, and returns what everybody is mailed.
func (c *Club) ToldAt(at time.Time) (said string) {
	c.T.Helper()
	c.Time = at
	c.SweepNow()
	for _, m := range c.Sent() {
		said += m.Recipient + ": " + Flat(TextOf(c.T, m)) + "\n"
	}
	return said
}

// WantDeadline fails if a side has not its deadline at a moment.
func (c *Club) WantDeadline(side string, want time.Time) {
	c.T.Helper()
	if at := c.Seat(side).Deadline; at == nil || !at.Equal(want) {
		c.T.Errorf("%s has until %v, want %s", side, at, want)
	}
}

// Joins registers somebody, with a key.
func (c *Club) Joins(name string) {
	c.T.Helper()
	who := People()[name]
	Check(c.T, c.Seats.AddPlayer(c.T.Context(), store.Player{Address: who.Address, Name: strings.ToUpper(name[:1]) + name[1:], Language: "en", TimeZone: "UTC"}))
	_, err := c.Keys.AddKey(c.T.Context(), who.Address, "", []byte(who.SSH.Public().Text))
	Check(c.T, err)
}

// BackTo has the referee go back to an entry, and returns what everybody is told.
func (c *Club) BackTo(entry int) string {
	c.T.Helper()
	c.Time = c.Time.Add(time.Hour)
	return c.Rule(fmt.Sprintf("ruling / back to %d / reason Try %d.", entry, len(c.Ledger())), store.Command)
}

// Overseen is a club whose third player is the referee of its game.
func Overseen(t *testing.T, change ...Setting) *Club {
	c := NewClub(t, append(change, func(n *post.NewGame) { n.Referee = ThirdAt })...)
	c.Sent()
	return c
}

// Rule sends a ruling of the referee, and returns what everybody is told.
func (c *Club) Rule(lines string, want store.InboxState) string {
	c.T.Helper()
	c.Sent()
	file := "game " + c.Game + "\n" + strings.ReplaceAll(lines, " / ", "\n") + "\n"
	if row := c.Receive(Letter(ThirdAt, c.Signed("third", file))); row.State != want {
		c.T.Fatalf("%q: %s (%s), want %s", lines, row.State, row.Reason, want)
	}
	var said string
	for _, m := range c.Sent() {
		said += m.Recipient + ": " + Flat(TextOf(c.T, m)) + "\n"
	}
	return said
}

// CallSubstitute looks for a substitute of a side.
func (c *Club) CallSubstitute(side string) {
	c.T.Helper()
	Check(c.T, c.Write(c.T.Context(), func(tx hostclub.Tx) error {
		game, err := tx.Game(c.Game)
		Check(c.T, err)
		seat, err := tx.Seat(c.Game, side)
		Check(c.T, err)
		return c.Offers.CallForSubstitute(tx, game, seat)
	}))
}

// OrderAs sends orders of somebody for a side, that must be accepted.
func (c *Club) OrderAs(name, side, text string) {
	c.T.Helper()
	if row := c.Receive(Letter(People()[name].Address, c.Signed(name, c.Orders(side, text)))); row.State != store.Accepted {
		c.T.Fatalf("%s: %s", row.State, row.Reason)
	}
}

// WatchedGame is a game that may be watched, after a delay.
func WatchedGame(who play.Observing, delay time.Duration) Setting {
	return func(n *post.NewGame) {
		n.Shown = &play.Showing{Delay: calendar.Span{Duration: delay}, Opens: play.WithTwin, Observers: who}
	}
}

// AddObserver registers somebody, with a key for all games.
func (c *Club) AddObserver(name string) string {
	c.T.Helper()
	p := People()[name]
	Check(c.T, c.Seats.AddPlayer(c.T.Context(), store.Player{Address: p.Address, Name: strings.ToUpper(name[:1]) + name[1:], Language: "fr", TimeZone: "Europe/Paris"}))
	_, err := c.Keys.AddKey(c.T.Context(), p.Address, "", []byte(p.SSH.Public().Text))
	Check(c.T, err)
	return p.Address
}

// Asks sends requests that must be answered so, and returns what everybody is told.
func (c *Club) Asks(name, text string, want store.InboxState, all ...string) map[string]string {
	c.T.Helper()
	c.Sent()
	row := c.Mails(name, text+"\n# "+c.Time.String()+"\n")
	if row.State != want {
		c.T.Fatalf("%s of %s: %s (%s), want %s", text, name, row.State, row.Reason, want)
	}
	said := c.Said()
	for _, part := range all {
		if got := Flat(said[People()[name].Address]); !strings.Contains(got, part) {
			c.T.Errorf("%s of %s: the answer lacks %q:\n%s", text, name, part, got)
		}
	}
	return said
}

// PlayTurn plays to the end of the turn in play, with random players.
func PlayTurn(c *Club, t *testing.T, seed uint64) {
	t.Helper()
	mind := adjudicator.Random{Rand: rand.New(rand.NewPCG(seed, 5))}
	for turn := c.Turn(); c.Turn() == turn && c.Status() == store.Running; {
		for _, side := range []string{"north", "south"} {
			plan, err := c.Intake.Plan(t.Context(), c.Game, side, mind)
			Check(t, err)
			if len(plan) > 0 && c.Turn() == turn {
				c.Order(side, InWords(plan))
			}
		}
	}
}
