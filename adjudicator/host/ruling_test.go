package host_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator"
	"keryx/adjudicator/host/post"
	"keryx/store"
)

const thirdAt = "third@example.org"

// overseen is a club whose third player is the referee of its game.
func overseen(t *testing.T, change ...settings) *club {
	c := newClub(t, append(change, func(n *post.NewGame) { n.Referee = thirdAt })...)
	c.sent()
	return c
}

// rules sends a ruling of the referee, and returns what everybody is told.
func (c *club) rules(lines string, want store.InboxState) string {
	c.t.Helper()
	c.sent()
	file := "game " + c.game + "\n" + strings.ReplaceAll(lines, " / ", "\n") + "\n"
	if row := c.receive(letter(thirdAt, c.signed("third", file))); row.State != want {
		c.t.Fatalf("%q: %s (%s), want %s", lines, row.State, row.Reason, want)
	}
	var said string
	for _, m := range c.sent() {
		said += m.Recipient + ": " + flat(text(c.t, m)) + "\n"
	}
	return said
}

// wants fails for what does not stand in a text.
func wants(t *testing.T, said string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(said, part) {
			t.Errorf("nothing of %q in:\n%s", part, said)
		}
	}
}

func (c *club) entries() (all []store.Entry) {
	c.t.Helper()
	c.view(func(tx store.ReadTx) (err error) {
		all, err = tx.Entries(c.game, 1)
		return err
	})
	return all
}

func (c *club) replays() {
	c.t.Helper()
	if _, err := c.Games.Replay(c.t.Context(), c.game); err != nil {
		c.t.Errorf("replay: %v", err)
	}
}

// A pause keeps the time that is left, takes no orders, and ends by itself on its day; the
// ledger holds both, the first with the referee's signed text.
func TestPauseByRuling(t *testing.T) {
	c := overseen(t)
	c.now = c.now.Add(24 * time.Hour)
	said := c.rules("ruling / pause until 2026-12-05 / reason North is in hospital.", store.Command)
	wants(t, said, thirdAt+": ", northAt+": ", southAt+": ", "North is in hospital.", "paused until", "5 December 2026", "It is entry")
	if n := strings.Count(said, "A ruling"); n > 2 {
		t.Errorf("%d letters:\n%s", n, said)
	}
	e := c.entries()
	last := e[len(e)-1]
	if last.Kind != string(adjudicator.Ruling) || last.Fingerprint != people()["third"].ssh.Public().Fingerprint || len(last.Raw) == 0 {
		t.Errorf("the entry: %+v", last)
	}
	if row := c.receive(letter(northAt, c.signed("north", c.orders("north", "bid 2")))); row.State != store.Closed {
		t.Errorf("orders during the pause: %s", row.State)
	}
	wants(t, c.requests("north", northAt, "calendar\nappeal 3: why not\n"), "is read in an email of its own")
	c.now = c.now.Add(10 * 24 * time.Hour)
	c.sweep()
	c.sent()
	if seat := c.seat("north"); seat.Reminded != nil {
		t.Error("reminded during a pause")
	}
	c.now = instant(t, "2026-12-04T23:00:00Z") // midnight in the referee's zone
	c.sweep()
	said = ""
	for _, m := range c.sent() {
		said += m.Recipient + ": " + flat(text(t, m)) + "\n"
	}
	wants(t, said, northAt, southAt, "The pause has ended")
	if at := *c.seat("north").Deadline; !at.Equal(c.now.Add(answerTime - 24*time.Hour)) {
		t.Errorf("deadline %s after the pause", at)
	}
	c.order("north", "bid 2")
	c.replays()
}

// A deadline is set to the day and the time of day that the referee names; the shell does as
// the mail does.
func TestExtendByRuling(t *testing.T) {
	c := overseen(t)
	said := c.rules("decision / prolonger north jusqu'au 2026-12-01 18:00 / motif Le courrier a disparu.", store.Command)
	wants(t, said, "1 December 2026", "Le courrier a disparu.", southAt)
	want := instant(t, "2026-12-01T17:00:00Z")
	if at := *c.seat("north").Deadline; !at.Equal(want) {
		t.Errorf("deadline %s, want %s", at, want)
	}
	ruled, err := c.Rulings.Rule(t.Context(), c.game, "", "preview\nreason Once more.\nextend south until 2026-12-03\n")
	check(t, err)
	if at := *c.seat("south").Deadline; !at.Equal(noon.Add(answerTime)) || !ruled.Preview {
		t.Errorf("a preview has set the deadline to %s", at)
	}
	wants(t, strings.Join(ruled.Reads(1), "\n"), "Once more.", "2 December 2026, 23:00 UTC")
	ruled, err = c.Rulings.Rule(t.Context(), c.game, "", "ruling\nreason Once more.\nextend south until 2026-12-03\n")
	check(t, err)
	if at := *c.seat("south").Deadline; !at.Equal(instant(t, "2026-12-02T23:00:00Z")) || ruled.Entry == 0 {
		t.Errorf("deadline %s", at)
	}
	c.replays()
}

// What will not do as a ruling is answered with the way out.
func TestRulingsThatWillNotDo(t *testing.T) {
	c := overseen(t)
	for lines, want := range map[string]string{
		"ruling / pause until 2026-12-05":                             "needs a reason",
		"ruling / reason x":                                           "contains no ruling",
		"ruling / dance until 2026-12-05 / reason x":                  "is not a ruling",
		"ruling / pause until tomorrow / reason x":                    "does not name a day",
		"ruling / pause until 2026-11-01 / reason x":                  "has passed",
		"ruling / pause until 2027-11-01 / reason x":                  "at most",
		"ruling / resume / reason x":                                  "is not paused",
		"ruling / extend west until 2026-12-01 / reason x":            "is not a side",
		"ruling / extend / reason x":                                  "the side is missing",
		"ruling / extend north / reason x":                            "does not name a day",
		"ruling / extend north until 2026-12-01 18:00 sharp / reason": "the line is complete",
		"ruling / pause until 2026-12-05 / resume / reason x":         "begins a second",
	} {
		head := len(c.entries())
		wants(t, strings.ToLower(c.rules(lines, store.Faulty)), want)
		if n := len(c.entries()); n != head {
			t.Errorf("%q: %d entries were added", lines, n-head)
		}
		c.now = c.now.Add(time.Minute)
	}
}

// Who is no referee, or plays, cannot rule; a copy of a ruling does not count.
func TestWhoMayRule(t *testing.T) {
	c := overseen(t)
	lines := "game " + c.game + "\nruling\npause until 2026-12-05\nreason x\n"
	if row := c.receive(letter(southAt, c.signed("south", lines))); row.State != store.Faulty {
		t.Errorf("a player: %s", row.State)
	}
	check(t, c.Claims.AddReferee(t.Context(), southAt, ""))
	c.sent()
	c.now = c.now.Add(time.Minute)
	if row := c.receive(letter(southAt, c.signed("south", lines))); row.State != store.Faulty || !strings.Contains(row.Reason, "interest") {
		t.Errorf("a player who is referee of the club: %s (%s)", row.State, row.Reason)
	}
	if err := c.Claims.AddReferee(t.Context(), northAt, c.game); err == nil {
		t.Error("a player was made referee of his game")
	}
	ruled := letter(thirdAt, c.signed("third", lines))
	if row := c.receive(ruled); row.State != store.Command {
		t.Fatalf("the ruling is %s (%s)", row.State, row.Reason)
	}
	c.rules("ruling / resume / reason y", store.Command)
	c.now = c.now.Add(time.Minute)
	c.sent()
	copied := bytes.Replace(ruled, []byte("Message-ID: <"), []byte("Message-ID: <copy-"), 1)
	if row := c.receive(copied); row.State != store.Duplicate {
		t.Errorf("a copy is %s (%s)", row.State, row.Reason)
	}
	wants(t, texts(t, c.sent()), "This was done already")
	check(t, c.Claims.RemoveReferee(t.Context(), thirdAt, c.game))
	wants(t, c.rules("ruling / pause until 2026-12-06 / reason x", store.Faulty), "You do not referee a game called")
	all, err := c.Claims.Referees(t.Context(), "")
	check(t, err)
	if len(all) != 1 || all[0].Address != southAt || !all[0].Club {
		t.Errorf("referees: %+v", all)
	}
}

// A correction of the position is played again by a replay; what only one side may know of it
// stands in an entry for that side, and in no letter of the other.
func TestCorrectByRuling(t *testing.T) {
	c := overseen(t)
	c.known = 0
	var mails []store.OutboxMail
	wants(t, c.rules("ruling / paces north 9 / reason x", store.Faulty), "would break a rule")
	wants(t, c.rules("ruling / jump north 3 / reason x", store.Faulty), "“jump”")
	c.known = 0
	c.keep(&mails)
	c.order("north", "bid 2")
	file := "game " + c.game + "\nruling\npaces south 2\ngive south 1\nreason A chit was lost.\n"
	if row := c.receive(letter(thirdAt, c.signed("third", file))); row.State != store.Command {
		t.Fatalf("%s (%s)", row.State, row.Reason)
	}
	fresh := c.sent()
	mails = append(mails, fresh...)
	told := map[string]string{}
	for _, m := range fresh {
		told[m.Recipient] += flat(text(t, m))
	}
	wants(t, told[southAt], "A chit was lost.")
	wants(t, told[northAt], "A chit was lost.")
	if strings.Contains(told[northAt], "give south 1") || !strings.Contains(told[thirdAt], "A chit was lost.") {
		t.Errorf("north reads:\n%s", told[northAt])
	}
	e := c.entries()
	part, public := e[len(e)-2], e[len(e)-1]
	if part.Side != "south" || !strings.Contains(string(part.Body), "give south 1") || public.Side != "" || strings.Contains(string(public.Body), "give") {
		t.Errorf("the entries:\n%s %s\n%s %s", part.Side, part.Body, public.Side, public.Body)
	}
	c.replays()
	c.play(2)
	c.keep(&mails)
	c.replays()
	verifies(t, mails)
	for _, p := range proofs(t, reports(mails), northAt) {
		for _, e := range p.Entries {
			if e.Open && strings.Contains(string(e.Body), "give south") {
				t.Error("north can read what is for south")
			}
		}
	}
}
