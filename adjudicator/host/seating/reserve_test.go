package seating_test

import (
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/host/hosttest"

	"keryx/adjudicator/calendar"
	"keryx/adjudicator/host/post"
	"keryx/store"
)

// An extension that was asked for is used up if no orders have arrived by the deadline, and
// only then; there are no more than were agreed.
func TestExtensions(t *testing.T) {
	c := hosttest.NewClub(t, hosttest.Refereed, hosttest.WithCalendar(func(r *calendar.Rules) { r.Tokens, r.TokenTime = 2, calendar.Span{Duration: 48 * time.Hour} }))
	hosttest.Wants(t, c.Requests("south", hosttest.SouthAt, "extend\n"), "one extension is used and the deadline is postponed", "2 extensions left")
	c.Order("south", "bid 0")
	hosttest.Wants(t, c.Requests("south", hosttest.SouthAt, "extend\n"), "Nothing is asked of you")
	hosttest.Wants(t, c.Requests("north", hosttest.NorthAt, "extend\n"), "2 extensions left")
	deadline := hosttest.Noon.Add(hosttest.AnswerTime)
	said := c.ToldAt(deadline)
	hosttest.Wants(t, said, hosttest.NorthAt+": Your deadline in", "Extensions left: 1", hosttest.SouthAt+": North, who plays", "using an extension")
	if strings.Contains(said, hosttest.ThirdAt) {
		t.Errorf("the referee is told of a deadline that was not missed:\n%s", said)
	}
	c.WantDeadline("north", deadline.Add(48*time.Hour))
	hosttest.Wants(t, c.Requests("north", hosttest.NorthAt, "calendar\n"), "1 extension left")
	hosttest.Wants(t, c.Requests("north", hosttest.NorthAt, "extend\n"), "one extension is used")
	hosttest.Wants(t, c.Requests("north", hosttest.NorthAt, "extend off\n"), "1 extension left")
	hosttest.Wants(t, c.Requests("north", hosttest.NorthAt, "extend\n"), "one extension is used")
	c.ToldAt(deadline.Add(48 * time.Hour))
	hosttest.Wants(t, c.Requests("north", hosttest.NorthAt, "extend\n"), "used up all 2 extensions")
	hosttest.Wants(t, c.ToldAt(deadline.Add(96*time.Hour)), "Your deadline has passed", hosttest.ThirdAt)
	hosttest.Wants(t, c.Requests("north", hosttest.NorthAt, "extend\n"), "has passed, so it can no longer be postponed")
}

// A token that was asked for in time is not lost to a server that sweeps late, and a mail with
// orders that arrived before the deadline comes before it.
func TestAnExtensionWaitsForMail(t *testing.T) {
	c := hosttest.NewClub(t, hosttest.WithCalendar(func(r *calendar.Rules) { r.Tokens = 1 }))
	hosttest.Wants(t, c.Requests("north", hosttest.NorthAt, "extend\n"), "one extension is used")
	raw := hosttest.Letter(hosttest.NorthAt, c.Signed("north", c.Orders("north", "bid 1")))
	f := c.Fetched(raw)
	f.InternalDate = hosttest.Noon.Add(hosttest.AnswerTime - time.Minute)
	c.Time = hosttest.Noon.Add(hosttest.AnswerTime + time.Minute)
	if _, err := c.Intake.Receive(t.Context(), f); err != nil {
		t.Fatal(err)
	}
	c.SweepNow()
	hosttest.Wants(t, c.Requests("north", hosttest.NorthAt, "calendar\n"), "1 extension left")
}

// A missed deadline opens the bank; what was used of it is counted when the answer comes, in
// whole days, and answers in time add to it.
func TestTimeBank(t *testing.T) {
	c := hosttest.NewClub(t, hosttest.Refereed, hosttest.WithCalendar(func(r *calendar.Rules) { r.Bank = calendar.Bank{Days: 5, Each: 1} }))
	told := "" // the first letters already tell what opens before the game waits
	for _, m := range c.Sent() {
		told += hosttest.Flat(hosttest.TextOf(t, m)) + "\n"
	}
	hosttest.Wants(t, told, "your time bank opens by itself; it holds 5 days. Once that is used up, the game waits for you")
	c.Order("south", "bid 0") // in time: a day more
	deadline := hosttest.Noon.Add(hosttest.AnswerTime)
	hosttest.Wants(t, c.ToldAt(deadline), hosttest.NorthAt+": Your deadline in", "which holds 5 days", hosttest.SouthAt+": North", "using up days of the time bank")
	c.WantDeadline("north", deadline.Add(5*calendar.Day))
	hosttest.Wants(t, c.Requests("north", hosttest.NorthAt, "absence from 2026-11-27 to 2026-11-30\n"), "has passed, so no absence can be announced now")
	c.WantDeadline("north", deadline.Add(5*calendar.Day))
	c.Time = deadline.Add(50 * time.Hour) // two days are full
	c.Order("north", "bid 1")
	hosttest.Wants(t, c.Requests("north", hosttest.NorthAt, "calendar\n"), "holds 3 days") // 5 less 2: the answer was not in time
	hosttest.Wants(t, c.Requests("south", hosttest.SouthAt, "calendar\n"), "holds 6 days")
	c.Sent()
	side, at := "north", hosttest.NorthAt
	if c.Seat("north").Deadline == nil {
		side, at = "south", hosttest.SouthAt
	}
	until := *c.Seat(side).Deadline
	said := c.ToldAt(until)
	hosttest.Wants(t, said, at+": Your deadline in")
	last := *c.Seat(side).Deadline
	hosttest.Wants(t, c.ToldAt(last), "Your deadline has passed", hosttest.ThirdAt)
}

// What the server was away for is used up of no bank.
func TestAnOutageUsesUpNoBank(t *testing.T) {
	c := hosttest.NewClub(t, hosttest.WithCalendar(func(r *calendar.Rules) { r.Bank = calendar.Bank{Days: 5} }))
	c.Order("south", "bid 0")
	deadline := hosttest.Noon.Add(hosttest.AnswerTime)
	c.ToldAt(deadline)
	c.WantDeadline("north", deadline.Add(5*calendar.Day))
	_, err := c.Recovery.Heartbeat(t.Context())
	hosttest.Check(t, err)
	c.Time = deadline.Add(3*calendar.Day + time.Hour)
	_, err = c.Recovery.Heartbeat(t.Context())
	hosttest.Check(t, err)
	c.Order("north", "bid 1")
	hosttest.Wants(t, c.Requests("north", hosttest.NorthAt, "calendar\n"), "holds 5 days")
}

// The game waits at the deadline that is one too many, for a substitute or for the referee; the
// player's own orders still count, and end it.
func TestPatience(t *testing.T) {
	for kind, words := range map[post.Contract]string{post.Substitute: "The game waits, and a substitute is sought", post.Forfeit: "that is a forfeit"} {
		c := hosttest.NewClub(t, hosttest.Refereed, hosttest.Contract(kind), hosttest.WithCalendar(func(r *calendar.Rules) { r.Missed = 2; r.Warn = calendar.Span{} }))
		said := ""
		for range 40 {
			if said = c.ToldAt(c.Time.Add(12 * time.Hour)); strings.Contains(said, words) {
				break
			}
		}
		hosttest.Wants(t, said, hosttest.ThirdAt, hosttest.NorthAt, hosttest.SouthAt, words)
		before := len(c.Ledger())
		if said := c.ToldAt(c.Time.Add(30 * calendar.Day)); len(c.Ledger()) != before {
			t.Errorf("%s: the server goes on answering: %s", kind, said)
		}
		c.Replays()
	}
}

// The referee's word ends his own time and shortens no grace.
func TestGo(t *testing.T) {
	c := hosttest.Overseen(t, hosttest.Contract(post.Defaults), hosttest.WithCalendar(func(r *calendar.Rules) {
		r.Grace, r.Warn = calendar.Span{Duration: 12 * time.Hour}, calendar.Span{Duration: 72 * time.Hour}
	}))
	c.Order("south", "bid 0")
	hosttest.Wants(t, c.Rule("ruling / reason He is away. / go north", store.Faulty), "No deadline of North has passed")
	deadline := hosttest.Noon.Add(hosttest.AnswerTime)
	c.ToldAt(deadline)
	c.Time = deadline.Add(time.Hour)
	hosttest.Wants(t, c.Rule("ruling / reason He is away. / go north", store.Command), "no longer waits for North")
	before := len(c.Ledger())
	c.ToldAt(deadline.Add(11 * time.Hour))
	if len(c.Ledger()) != before {
		t.Error("grace was shortened")
	}
	c.ToldAt(deadline.Add(12 * time.Hour))
	if len(c.Ledger()) == before {
		t.Error("the server has not answered at the end of grace")
	}
	c.Replays()
	waits := hosttest.Overseen(t)
	hosttest.Wants(t, waits.Rule("ruling / reason He is away. / go north", store.Faulty), "answers for nobody")
}

// An absence is taken back: the clock goes on with what was left, the days return, and a game
// that was created so knows no absences.
func TestAbsenceTakenBack(t *testing.T) {
	c := hosttest.Away(t)
	first := c.Game
	second := c.NewGame(hosttest.WithCalendar(func(r *calendar.Rules) { r.NoLeave = true }))
	c.Game = second
	c.Requests("north", hosttest.NorthAt, "absence from 2026-11-23 to 2026-12-02\n")
	c.WantDeadline("north", hosttest.Noon.Add(hosttest.AnswerTime))
	c.Game = first
	c.WantDeadline("north", hosttest.Noon.Add(hosttest.AnswerTime+10*calendar.Day))
	hosttest.Wants(t, c.Requests("north", hosttest.NorthAt, "absence cancel 2026-12-05\n"), "no absence that includes 2026-12-05")
	hosttest.Wants(t, c.Requests("north", hosttest.NorthAt, "absence cancel\n"), "does not say which absence")
	hosttest.Wants(t, c.Requests("north", hosttest.NorthAt, "absence cancel 2026-11-30\n"), "You have 30 days left", hosttest.SouthAt+": North, your opponent", "has cancelled the absence")
	c.WantDeadline("north", hosttest.Noon.Add(hosttest.AnswerTime))
}

// Where a game waits for a substitute the volunteers are asked. The one who comes is asked
// anew, with his full time and nothing of what the other one missed.
func TestPatienceAsksVolunteers(t *testing.T) {
	c := hosttest.NewClub(t, hosttest.Refereed, hosttest.Contract(post.Substitute), hosttest.WithCalendar(func(r *calendar.Rules) { r.Missed, r.Warn = 1, calendar.Span{} }))
	c.Joins("mallory")
	c.Mails("mallory", "volunteer\n")
	c.Order("south", "bid 0")
	c.Sent()
	volunteer := hosttest.People()["mallory"].Address
	said := c.ToldAt(hosttest.Noon.Add(hosttest.AnswerTime))
	for range 6 {
		if strings.Contains(said, "take "+c.Game+" north") {
			break
		}
		said += c.ToldAt(c.Time.Add(12 * time.Hour))
	}
	hosttest.Wants(t, said, volunteer+":", "take "+c.Game+" north", hosttest.SouthAt+": North, who plays")
	if strings.Contains(c.ToldAt(c.Time.Add(time.Hour)), volunteer) {
		t.Error("the volunteer is asked again")
	}
	if row := c.Mails("mallory", "take "+c.Game+" north\n"); row.State != store.Command {
		t.Fatalf("%s: %s", row.State, row.Reason)
	}
	c.Sent()
	c.WantDeadline("north", c.Time.Add(hosttest.AnswerTime))
	if said := c.ToldAt(c.Time.Add(hosttest.AnswerTime)); !strings.Contains(said, volunteer+":") || strings.Contains(said, hosttest.NorthAt) {
		t.Errorf("at the next deadline:\n%s", said)
	}
	c.Replays()
}

// Where nobody is there to be asked the machine plays on, if the club lets it.
func TestPatienceCallsTheMachine(t *testing.T) {
	for _, allowed := range []bool{true, false} {
		c := hosttest.NewClub(t, hosttest.Refereed, hosttest.Contract(post.Substitute), hosttest.WithCalendar(func(r *calendar.Rules) { r.Missed, r.Warn = 1, calendar.Span{} }))
		c.Rules.Substitutes.Machine = allowed
		c.Order("south", "bid 0")
		c.Sent()
		said := c.ToldAt(hosttest.Noon.Add(hosttest.AnswerTime))
		for range 6 {
			said += c.ToldAt(c.Time.Add(12 * time.Hour))
		}
		if machine := c.Seat("north").Player == post.MachineAddress; machine != allowed {
			t.Errorf("allowed %t, the machine plays: %t\n%s", allowed, machine, said)
		}
		if allowed {
			hosttest.Wants(t, said, hosttest.SouthAt+": ", "the machine plays", hosttest.NorthAt+": ", "in your place")
		} else {
			hosttest.Wants(t, said, hosttest.ThirdAt+": ", "no volunteer")
		}
		c.Replays()
	}
}

// An extension that is asked for in a pause is refused with that reason: something may well be asked of him.
func TestExtendInAPause(t *testing.T) {
	c := hosttest.Overseen(t, hosttest.WithCalendar(func(r *calendar.Rules) { r.Tokens = 1 }))
	c.Rule("ruling / pause until 2026-12-31 / reason x", store.Command)
	hosttest.Wants(t, c.Requests("north", hosttest.NorthAt, "extend\n"), "is paused, so no time runs")
	// The calendars say when the pause ends.
	hosttest.Wants(t, c.Requests("north", hosttest.NorthAt, "calendar\n"), "the game is paused until Thursday 31 December 2026")
	hosttest.Wants(t, c.Requests("north", hosttest.NorthAt, "status\n"), "paused until Thursday 31 December 2026")
	all, err := c.Clocks.Calendar(t.Context(), "")
	hosttest.Check(t, err)
	for _, one := range all {
		if !one.Paused || one.Until.IsZero() {
			t.Errorf("the pause of %s: %+v", one.Side, one.SeatTime)
		}
	}
}
