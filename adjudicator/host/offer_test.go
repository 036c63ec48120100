package host_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator"
	"keryx/adjudicator/calendar"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/verify"
	"keryx/mail"
	"keryx/store"
)

// verified proves a game from what each player was sent.
func (c *club) verified(sent []store.OutboxMail) {
	c.t.Helper()
	sent = slices.DeleteFunc(sent, func(m store.OutboxMail) bool { return m.Kind == "notice" || m.Kind == "reply" })
	for _, at := range []string{northAt, southAt} {
		v, err := verify.Verify(proofs(c.t.(*testing.T), sent, at))
		check(c.t, err)
		if !v.Ended || v.Pending > 0 {
			c.t.Errorf("%s: ended %t, %d throws pending", at, v.Ended, v.Pending)
		}
	}
	_, err := c.Games.Replay(c.t.Context(), c.game)
	check(c.t, err)
}

// everything is all that was queued since the club was opened.
func (c *club) everything() []store.OutboxMail {
	c.known = 0
	return c.sent()
}

// Who resigns with the code of his last report ends the game at once; without it, or with an
// old or another's one, he does not.
func TestResign(t *testing.T) {
	c := newClub(t)
	old := c.seat("north").Answers
	c.order("north", "bid 1")
	c.order("south", "bid 0")
	c.sent()
	code := c.seat("north").Answers
	for what, text := range map[string]string{"no code": "resign", "an old code": "resign " + old, "the enemy's code": "resign " + c.seat("south").Answers,
		"another's game": "resign ford-77 " + code, "a word too many": "resign now " + code} {
		before := c.world()
		if row := c.says("north", text+"\n"); row.State != store.Faulty && row.State != store.Command {
			t.Errorf("%s: %s", what, row.State)
		}
		c.unmoved(before)
	}
	for _, name := range []string{"south", "third"} {
		if row := c.says(name, "resign "+c.game+" "+code+"\n"); row.State != store.Faulty {
			t.Errorf("%s resigns for north: %s", name, row.State)
		}
	}
	c.sent()
	c.now = c.now.Add(time.Hour)
	if row := c.says("north", "abandonner "+c.game+" "+strings.ToLower(code)+"\n"); row.State != store.Command || c.status() != store.Ended {
		t.Fatalf("%s %s, the game is %s", row.State, row.Reason, c.status())
	}
	said := c.said()
	for _, at := range []string{northAt, southAt} {
		if !strings.Contains(said[at], "North has resigned") || !strings.Contains(said[at], "South) wins: total victory.") && !strings.Contains(flat(said[at]), "wins: total victory.") {
			t.Errorf("%s reads:\n%s", at, said[at])
		}
	}
	kinds := ""
	for _, e := range c.ledger() {
		kinds += e.Kind + " "
	}
	if !strings.HasSuffix(kinds, "resign reveal ended ") {
		t.Errorf("the ledger: %s", kinds)
	}
	c.verified(c.everything())
	if told, err := c.Watchers.Whole(t.Context(), c.game); err != nil || len(told.Turns) == 0 || told.Result == nil {
		t.Errorf("the archive shows %d turns, result %v: %v", len(told.Turns), told.Result, err)
	}
	if row := c.says("south", "resign "+c.game+" "+c.seat("south").Answers+"\n"); row.State != store.Faulty {
		t.Errorf("after the end: %s", row.State)
	}
	if row := c.says("south", c.orders("south", "bid 0")); row.State != store.Closed {
		t.Errorf("orders after the end: %s", row.State)
	}
}

// offered makes an offer and returns the line that accepts it.
func (c *club) offered(side, other, what string) string {
	c.t.Helper()
	c.sent()
	if row := c.says(side, "offer "+what+"\n# "+c.now.String()+"\n"); row.State != store.Command {
		c.t.Fatalf("offer %s: %s %s", what, row.State, row.Reason)
	}
	line := regexp.MustCompile(`“(accept [^”]*)”`).FindStringSubmatch(c.said()[people()[other].address])
	if line == nil {
		c.t.Fatal("no offer has come")
	}
	return line[1]
}

// Offers are accepted by who got them, with their code, once; they end, are declined and
// withdrawn; they stop no clock, and come again after some turns only.
func TestOffers(t *testing.T) {
	c := newClub(t)
	deadline := *c.seat("north").Deadline
	line := c.offered("north", "south", "draw")
	if at := *c.seat("north").Deadline; !at.Equal(deadline) {
		t.Error("the clock has moved")
	}
	for _, try := range [][2]string{{"north", line}, {"third", line}, {"south", "accept " + c.game}, {"south", "accept " + c.game + " " + c.seat("south").Answers}, {"north", "offer draw again"}, {"north", "offer draw"}, {"north", "offer nothing"}, {"north", "offer south splendid"}, {"north", "offer adjourn until 2020-01-01"}, {"north", "offer adjourn until 2099-01-01"}} {
		if row := c.says(try[0], try[1]+"\n"); row.State != store.Faulty {
			t.Errorf("%v: %s", try, row.State)
		}
	}
	c.sent()
	if row := c.says("south", strings.Replace(line, "accept", "decline", 1)+"\n"); row.State != store.Command {
		t.Errorf("declined: %s %s", row.State, row.Reason)
	}
	if s := c.said(); !strings.Contains(s[northAt], "has declined") {
		t.Errorf("north reads %v", s)
	}
	if row := c.says("south", line+"\n"); row.State != store.Faulty {
		t.Errorf("accepted after all: %s", row.State)
	}
	line = c.offered("north", "south", "south total")
	if row := c.says("north", "withdraw\n"); row.State != store.Command {
		t.Errorf("withdrawn: %s %s", row.State, row.Reason)
	}
	if row := c.says("south", line+"\n"); row.State != store.Faulty || c.status() != store.Running {
		t.Errorf("a withdrawn offer is accepted: %s", row.State)
	}
	line = c.offered("south", "north", "draw")
	c.now = c.now.Add(7 * calendar.Day)
	c.sent()
	c.sweep()
	if s := c.said(); strings.Count(s[northAt]+s[southAt], "has ended without an answer") != 2 {
		t.Errorf("at its end: %v", s)
	}
	if row := c.says("north", line+"\n"); row.State != store.Faulty {
		t.Errorf("accepted after its end: %s", row.State)
	}
	n := 0
	for _, e := range c.ledger() {
		if e.Kind == string(adjudicator.Offered) {
			n++
		}
	}
	if n != 6 {
		t.Errorf("%d entries of offers, want 6", n)
	}
	_, err := c.Games.Replay(t.Context(), c.game)
	check(t, err)
}

// What is agreed is the result of the game.
func TestAgreedResult(t *testing.T) {
	for what, want := range map[string]string{"draw": "A draw.", "south total": "South wins: total victory."} {
		c := newClub(t)
		c.order("north", "bid 1")
		line := c.offered("north", "south", what)
		if row := c.says("south", line+"\n"); row.State != store.Command || c.status() != store.Ended {
			t.Fatalf("%s: %s %s", what, row.State, row.Reason)
		}
		said := c.said()
		if !strings.Contains(said[northAt], want) && !strings.Contains(said[northAt], "agreed by both") {
			t.Errorf("%s: north reads\n%s", what, said[northAt])
		}
		c.verified(c.everything())
	}
}

// What is adjourned stands still until its day.
func TestAdjourned(t *testing.T) {
	c := newClub(t)
	line := c.offered("north", "south", "adjourn until 2026-12-20")
	if row := c.says("south", line+"\n"); row.State != store.Command || c.status() != store.Paused {
		t.Fatalf("%s %s, the game is %s", row.State, row.Reason, c.status())
	}
	c.now = instant(t, "2026-12-20T12:00:00Z")
	_, err := c.Rulings.ResumeGames(t.Context(), c.now)
	check(t, err)
	if c.status() != store.Running {
		t.Errorf("the game is %s", c.status())
	}
	_, err = c.Games.Replay(t.Context(), c.game)
	check(t, err)
	for _, m := range c.sent() {
		_, err := mail.ReadReport(m.Raw)
		check(t, err)
	}
}

// A game is paused so often and no more, by agreement as by a ruling.
func TestAdjournmentsAreCounted(t *testing.T) {
	c := newClub(t, func(n *post.NewGame) { n.Referee = thirdAt })
	c.Rules.Referee.Pauses = 1
	line := c.offered("north", "south", "adjourn until 2026-12-20")
	second := c.offered("south", "north", "adjourn until 2026-12-21")
	if row := c.says("south", line+"\n"); row.State != store.Command || c.status() != store.Paused {
		t.Fatalf("%s %s, the game is %s", row.State, row.Reason, c.status())
	}
	c.now = instant(t, "2026-12-20T12:00:00Z")
	_, err := c.Rulings.ResumeGames(t.Context(), c.now)
	check(t, err)
	before := len(c.entries())
	for who, text := range map[string]string{"north": second, "south": "offer adjourn until 2026-12-28"} {
		if row := c.says(who, text+"\n"); row.State != store.Faulty {
			t.Errorf("%s: %s %s", text, row.State, row.Reason)
		}
	}
	wants(t, c.rules("ruling / pause until 2026-12-28 / reason x", store.Faulty), "paused")
	if c.status() != store.Running || len(c.entries()) != before {
		t.Errorf("the game is %s", c.status())
	}
	c.replays()
}
