package offers_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/host/hosttest"

	"keryx/adjudicator"
	"keryx/adjudicator/calendar"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/verify"
	"keryx/mail"
	"keryx/store"
)

// verified proves a game from what each player was sent.
func verified(c *hosttest.Club, sent []store.OutboxMail) {
	c.T.Helper()
	sent = slices.DeleteFunc(sent, func(m store.OutboxMail) bool { return m.Kind == "notice" || m.Kind == "reply" })
	for _, at := range []string{hosttest.NorthAt, hosttest.SouthAt} {
		v, err := verify.Verify(hosttest.Proofs(c.T.(*testing.T), sent, at))
		hosttest.Check(c.T, err)
		if !v.Ended || v.Pending > 0 {
			c.T.Errorf("%s: ended %t, %d throws pending", at, v.Ended, v.Pending)
		}
	}
	_, err := c.Games.Replay(c.T.Context(), c.Game)
	hosttest.Check(c.T, err)
}

// Who resigns with the code of his last report ends the game at once; without it, or with an
// old or another's one, he does not.
func TestResign(t *testing.T) {
	c := hosttest.NewClub(t)
	old := c.Seat("north").Answers
	c.Order("north", "bid 1")
	c.Order("south", "bid 0")
	c.Sent()
	code := c.Seat("north").Answers
	for what, text := range map[string]string{"no code": "resign", "an old code": "resign " + old, "the enemy's code": "resign " + c.Seat("south").Answers,
		"another's game": "resign ford-77 " + code, "a word too many": "resign now " + code} {
		before := c.World()
		if row := c.Mails("north", text+"\n"); row.State != store.Faulty && row.State != store.Command {
			t.Errorf("%s: %s", what, row.State)
		}
		c.Unmoved(before)
	}
	for _, name := range []string{"south", "third"} {
		if row := c.Mails(name, "resign "+c.Game+" "+code+"\n"); row.State != store.Faulty {
			t.Errorf("%s resigns for north: %s", name, row.State)
		}
	}
	c.Sent()
	c.Time = c.Time.Add(time.Hour)
	if row := c.Mails("north", "abandonner "+c.Game+" "+strings.ToLower(code)+"\n"); row.State != store.Command || c.Status() != store.Ended {
		t.Fatalf("%s %s, the game is %s", row.State, row.Reason, c.Status())
	}
	said := c.Said()
	for _, at := range []string{hosttest.NorthAt, hosttest.SouthAt} {
		if !strings.Contains(said[at], "North has resigned") || !strings.Contains(said[at], "South) wins: total victory.") && !strings.Contains(hosttest.Flat(said[at]), "wins: total victory.") {
			t.Errorf("%s reads:\n%s", at, said[at])
		}
	}
	kinds := ""
	for _, e := range c.Ledger() {
		kinds += e.Kind + " "
	}
	if !strings.HasSuffix(kinds, "resign reveal ended ") {
		t.Errorf("the ledger: %s", kinds)
	}
	verified(c, c.AllMails())
	if told, err := c.Watchers.Whole(t.Context(), c.Game); err != nil || len(told.Turns) == 0 || told.Result == nil {
		t.Errorf("the archive shows %d turns, result %v: %v", len(told.Turns), told.Result, err)
	}
	if row := c.Mails("south", "resign "+c.Game+" "+c.Seat("south").Answers+"\n"); row.State != store.Faulty {
		t.Errorf("after the end: %s", row.State)
	}
	if row := c.Mails("south", c.Orders("south", "bid 0")); row.State != store.Closed {
		t.Errorf("orders after the end: %s", row.State)
	}
}

// Offers are accepted by who got them, with their code, once; they end, are declined and
// withdrawn; they stop no clock, and come again after some turns only.
func TestOffers(t *testing.T) {
	c := hosttest.NewClub(t)
	deadline := *c.Seat("north").Deadline
	line := c.Offered("north", "south", "draw")
	if at := *c.Seat("north").Deadline; !at.Equal(deadline) {
		t.Error("the clock has moved")
	}
	for _, try := range [][2]string{{"north", line}, {"third", line}, {"south", "accept " + c.Game}, {"south", "accept " + c.Game + " " + c.Seat("south").Answers}, {"north", "offer draw again"}, {"north", "offer draw"}, {"north", "offer nothing"}, {"north", "offer south splendid"}, {"north", "offer adjourn until 2020-01-01"}, {"north", "offer adjourn until 2099-01-01"}} {
		if row := c.Mails(try[0], try[1]+"\n"); row.State != store.Faulty {
			t.Errorf("%v: %s", try, row.State)
		}
	}
	c.Sent()
	if row := c.Mails("south", strings.Replace(line, "accept", "decline", 1)+"\n"); row.State != store.Command {
		t.Errorf("declined: %s %s", row.State, row.Reason)
	}
	if s := c.Said(); !strings.Contains(s[hosttest.NorthAt], "has declined") {
		t.Errorf("north reads %v", s)
	}
	if row := c.Mails("south", line+"\n"); row.State != store.Faulty {
		t.Errorf("accepted after all: %s", row.State)
	}
	line = c.Offered("north", "south", "south total")
	if row := c.Mails("north", "withdraw\n"); row.State != store.Command {
		t.Errorf("withdrawn: %s %s", row.State, row.Reason)
	}
	if row := c.Mails("south", line+"\n"); row.State != store.Faulty || c.Status() != store.Running {
		t.Errorf("a withdrawn offer is accepted: %s", row.State)
	}
	line = c.Offered("south", "north", "draw")
	c.Time = c.Time.Add(7 * calendar.Day)
	c.Sent()
	c.SweepNow()
	if s := c.Said(); strings.Count(s[hosttest.NorthAt]+s[hosttest.SouthAt], "has ended without an answer") != 2 {
		t.Errorf("at its end: %v", s)
	}
	if row := c.Mails("north", line+"\n"); row.State != store.Faulty {
		t.Errorf("accepted after its end: %s", row.State)
	}
	n := 0
	for _, e := range c.Ledger() {
		if e.Kind == string(adjudicator.Offered) {
			n++
		}
	}
	if n != 6 {
		t.Errorf("%d entries of offers, want 6", n)
	}
	_, err := c.Games.Replay(t.Context(), c.Game)
	hosttest.Check(t, err)
}

// What is agreed is the result of the game.
func TestAgreedResult(t *testing.T) {
	for what, want := range map[string]string{"draw": "A draw.", "south total": "South wins: total victory."} {
		c := hosttest.NewClub(t)
		c.Order("north", "bid 1")
		line := c.Offered("north", "south", what)
		if row := c.Mails("south", line+"\n"); row.State != store.Command || c.Status() != store.Ended {
			t.Fatalf("%s: %s %s", what, row.State, row.Reason)
		}
		said := c.Said()
		if !strings.Contains(said[hosttest.NorthAt], want) && !strings.Contains(said[hosttest.NorthAt], "agreed by both") {
			t.Errorf("%s: north reads\n%s", what, said[hosttest.NorthAt])
		}
		verified(c, c.AllMails())
	}
}

// What is adjourned stands still until its day.
func TestAdjourned(t *testing.T) {
	c := hosttest.NewClub(t)
	line := c.Offered("north", "south", "adjourn until 2026-12-20")
	if row := c.Mails("south", line+"\n"); row.State != store.Command || c.Status() != store.Paused {
		t.Fatalf("%s %s, the game is %s", row.State, row.Reason, c.Status())
	}
	c.Time = hosttest.Instant(t, "2026-12-20T12:00:00Z")
	_, err := c.Rulings.ResumeGames(t.Context(), c.Time)
	hosttest.Check(t, err)
	if c.Status() != store.Running {
		t.Errorf("the game is %s", c.Status())
	}
	_, err = c.Games.Replay(t.Context(), c.Game)
	hosttest.Check(t, err)
	for _, m := range c.Sent() {
		_, err := mail.ReadReport(m.Raw)
		hosttest.Check(t, err)
	}
}

// A game is paused so often and no more, by agreement as by a ruling.
func TestAdjournmentsAreCounted(t *testing.T) {
	c := hosttest.NewClub(t, func(n *post.NewGame) { n.Referee = hosttest.ThirdAt })
	c.Rules.Referee.Pauses = 1
	line := c.Offered("north", "south", "adjourn until 2026-12-20")
	second := c.Offered("south", "north", "adjourn until 2026-12-21")
	if row := c.Mails("south", line+"\n"); row.State != store.Command || c.Status() != store.Paused {
		t.Fatalf("%s %s, the game is %s", row.State, row.Reason, c.Status())
	}
	c.Time = hosttest.Instant(t, "2026-12-20T12:00:00Z")
	_, err := c.Rulings.ResumeGames(t.Context(), c.Time)
	hosttest.Check(t, err)
	before := len(c.Ledger())
	for who, text := range map[string]string{"north": second, "south": "offer adjourn until 2026-12-28"} {
		if row := c.Mails(who, text+"\n"); row.State != store.Faulty {
			t.Errorf("%s: %s %s", text, row.State, row.Reason)
		}
	}
	hosttest.Wants(t, c.Rule("ruling / pause until 2026-12-28 / reason x", store.Faulty), "paused")
	if c.Status() != store.Running || len(c.Ledger()) != before {
		t.Errorf("the game is %s", c.Status())
	}
	c.Replays()
}
