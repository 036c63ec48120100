package rulings_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/host/hosttest"

	"keryx/adjudicator"
	"keryx/store"
)

// A pause keeps the time that is left, takes no orders, and ends by itself on its day; the
// ledger holds both, the first with the referee's signed text.
func TestPauseByRuling(t *testing.T) {
	c := hosttest.Overseen(t)
	c.Time = c.Time.Add(24 * time.Hour)
	said := c.Rule("ruling / pause until 2026-12-05 / reason North is in hospital.", store.Command)
	hosttest.Wants(t, said, hosttest.ThirdAt+": ", hosttest.NorthAt+": ", hosttest.SouthAt+": ", "North is in hospital.", "paused until", "5 December 2026", "It is entry")
	if n := strings.Count(said, "A ruling"); n > 2 {
		t.Errorf("%d letters:\n%s", n, said)
	}
	e := c.Ledger()
	last := e[len(e)-1]
	if last.Kind != string(adjudicator.Ruling) || last.Fingerprint != hosttest.People()["third"].SSH.Public().Fingerprint || len(last.Raw) == 0 {
		t.Errorf("the entry: %+v", last)
	}
	if row := c.Receive(hosttest.Letter(hosttest.NorthAt, c.Signed("north", c.Orders("north", "bid 2")))); row.State != store.Closed {
		t.Errorf("orders during the pause: %s", row.State)
	}
	hosttest.Wants(t, c.Requests("north", hosttest.NorthAt, "calendar\nappeal 3: why not\n"), "is read in an email of its own")
	c.Time = c.Time.Add(10 * 24 * time.Hour)
	c.SweepNow()
	c.Sent()
	if seat := c.Seat("north"); seat.Reminded != nil {
		t.Error("reminded during a pause")
	}
	c.Time = hosttest.Instant(t, "2026-12-04T23:00:00Z") // midnight in the referee's zone
	c.SweepNow()
	said = ""
	for _, m := range c.Sent() {
		said += m.Recipient + ": " + hosttest.Flat(hosttest.TextOf(t, m)) + "\n"
	}
	hosttest.Wants(t, said, hosttest.NorthAt, hosttest.SouthAt, "The pause has ended")
	if at := *c.Seat("north").Deadline; !at.Equal(c.Time.Add(hosttest.AnswerTime - 24*time.Hour)) {
		t.Errorf("deadline %s after the pause", at)
	}
	c.Order("north", "bid 2")
	c.Replays()
}

// A deadline is set to the day and the time of day that the referee names; the shell does as
// the mail does.
func TestExtendByRuling(t *testing.T) {
	c := hosttest.Overseen(t)
	said := c.Rule("decision / prolonger north jusqu'au 2026-12-01 18:00 / motif Le courrier a disparu.", store.Command)
	hosttest.Wants(t, said, "1 December 2026", "Le courrier a disparu.", hosttest.SouthAt)
	want := hosttest.Instant(t, "2026-12-01T17:00:00Z")
	if at := *c.Seat("north").Deadline; !at.Equal(want) {
		t.Errorf("deadline %s, want %s", at, want)
	}
	ruled, err := c.Rulings.Rule(t.Context(), c.Game, "", "preview\nreason Once more.\nextend south until 2026-12-03\n")
	hosttest.Check(t, err)
	if at := *c.Seat("south").Deadline; !at.Equal(hosttest.Noon.Add(hosttest.AnswerTime)) || !ruled.Preview {
		t.Errorf("a preview has set the deadline to %s", at)
	}
	hosttest.Wants(t, strings.Join(ruled.Reads(1), "\n"), "Once more.", "2 December 2026, 23:00 UTC")
	ruled, err = c.Rulings.Rule(t.Context(), c.Game, "", "ruling\nreason Once more.\nextend south until 2026-12-03\n")
	hosttest.Check(t, err)
	if at := *c.Seat("south").Deadline; !at.Equal(hosttest.Instant(t, "2026-12-02T23:00:00Z")) || ruled.Entry == 0 {
		t.Errorf("deadline %s", at)
	}
	c.Replays()
}

// What will not do as a ruling is answered with the way out.
func TestRulingsThatWillNotDo(t *testing.T) {
	c := hosttest.Overseen(t)
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
		head := len(c.Ledger())
		hosttest.Wants(t, strings.ToLower(c.Rule(lines, store.Faulty)), want)
		if n := len(c.Ledger()); n != head {
			t.Errorf("%q: %d entries were added", lines, n-head)
		}
		c.Time = c.Time.Add(time.Minute)
	}
}

// Who is no referee, or plays, cannot rule; a copy of a ruling does not count.
func TestWhoMayRule(t *testing.T) {
	c := hosttest.Overseen(t)
	lines := "game " + c.Game + "\nruling\npause until 2026-12-05\nreason x\n"
	if row := c.Receive(hosttest.Letter(hosttest.SouthAt, c.Signed("south", lines))); row.State != store.Faulty {
		t.Errorf("a player: %s", row.State)
	}
	hosttest.Check(t, c.Claims.AddReferee(t.Context(), hosttest.SouthAt, ""))
	c.Sent()
	c.Time = c.Time.Add(time.Minute)
	if row := c.Receive(hosttest.Letter(hosttest.SouthAt, c.Signed("south", lines))); row.State != store.Faulty || !strings.Contains(row.Reason, "interest") {
		t.Errorf("a player who is referee of the club: %s (%s)", row.State, row.Reason)
	}
	if err := c.Claims.AddReferee(t.Context(), hosttest.NorthAt, c.Game); err == nil {
		t.Error("a player was made referee of his game")
	}
	ruled := hosttest.Letter(hosttest.ThirdAt, c.Signed("third", lines))
	if row := c.Receive(ruled); row.State != store.Command {
		t.Fatalf("the ruling is %s (%s)", row.State, row.Reason)
	}
	c.Rule("ruling / resume / reason y", store.Command)
	c.Time = c.Time.Add(time.Minute)
	c.Sent()
	copied := bytes.Replace(ruled, []byte("Message-ID: <"), []byte("Message-ID: <copy-"), 1)
	if row := c.Receive(copied); row.State != store.Duplicate {
		t.Errorf("a copy is %s (%s)", row.State, row.Reason)
	}
	hosttest.Wants(t, hosttest.Texts(t, c.Sent()), "This was done already")
	hosttest.Check(t, c.Claims.RemoveReferee(t.Context(), hosttest.ThirdAt, c.Game))
	hosttest.Wants(t, c.Rule("ruling / pause until 2026-12-06 / reason x", store.Faulty), "You do not referee a game called")
	all, err := c.Claims.Referees(t.Context(), "")
	hosttest.Check(t, err)
	if len(all) != 1 || all[0].Address != hosttest.SouthAt || !all[0].Club {
		t.Errorf("referees: %+v", all)
	}
}

// A correction of the position is played again by a replay; what only one side may know of it
// stands in an entry for that side, and in no letter of the other.
func TestCorrectByRuling(t *testing.T) {
	c := hosttest.Overseen(t)
	c.Known = 0
	var mails []store.OutboxMail
	hosttest.Wants(t, c.Rule("ruling / paces north 9 / reason x", store.Faulty), "would break a rule")
	hosttest.Wants(t, c.Rule("ruling / jump north 3 / reason x", store.Faulty), "“jump”")
	c.Known = 0
	c.Keep(&mails)
	c.Order("north", "bid 2")
	file := "game " + c.Game + "\nruling\npaces south 2\ngive south 1\nreason A chit was lost.\n"
	if row := c.Receive(hosttest.Letter(hosttest.ThirdAt, c.Signed("third", file))); row.State != store.Command {
		t.Fatalf("%s (%s)", row.State, row.Reason)
	}
	fresh := c.Sent()
	mails = append(mails, fresh...)
	told := map[string]string{}
	for _, m := range fresh {
		told[m.Recipient] += hosttest.Flat(hosttest.TextOf(t, m))
	}
	hosttest.Wants(t, told[hosttest.SouthAt], "A chit was lost.")
	hosttest.Wants(t, told[hosttest.NorthAt], "A chit was lost.")
	if strings.Contains(told[hosttest.NorthAt], "give south 1") || !strings.Contains(told[hosttest.ThirdAt], "A chit was lost.") {
		t.Errorf("north reads:\n%s", told[hosttest.NorthAt])
	}
	e := c.Ledger()
	part, public := e[len(e)-2], e[len(e)-1]
	if part.Side != "south" || !strings.Contains(string(part.Body), "give south 1") || public.Side != "" || strings.Contains(string(public.Body), "give") {
		t.Errorf("the entries:\n%s %s\n%s %s", part.Side, part.Body, public.Side, public.Body)
	}
	c.Replays()
	c.Play(2)
	c.Keep(&mails)
	c.Replays()
	hosttest.Verifies(t, mails)
	for _, p := range hosttest.Proofs(t, hosttest.ReportsOf(mails), hosttest.NorthAt) {
		for _, e := range p.Entries {
			if e.Open && strings.Contains(string(e.Body), "give south") {
				t.Error("north can read what is for south")
			}
		}
	}
}
