package host_test

import (
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/calendar"
	"keryx/adjudicator/host"
	"keryx/adjudicator/host/post"
	"keryx/store"
)

// told sweeps at a moment, and returns what everybody is mailed.
func (c *club) told(at time.Time) (said string) {
	c.t.Helper()
	c.now = at
	c.sweep()
	for _, m := range c.sent() {
		said += m.Recipient + ": " + flat(text(c.t, m)) + "\n"
	}
	return said
}

// due fails if a side has not its deadline at a moment.
func (c *club) due(side string, want time.Time) {
	c.t.Helper()
	if at := c.seat(side).Deadline; at == nil || !at.Equal(want) {
		c.t.Errorf("%s has until %v, want %s", side, at, want)
	}
}

// An extension that was asked for is used up if no orders have arrived by the deadline, and
// only then; there are no more than were agreed.
func TestExtensions(t *testing.T) {
	c := newClub(t, refereed, with(func(r *calendar.Rules) { r.Tokens, r.TokenTime = 2, calendar.Span{Duration: 48 * time.Hour} }))
	wants(t, c.requests("south", southAt, "extend\n"), "one extension is used and the deadline is postponed", "2 extensions left")
	c.order("south", "bid 0")
	wants(t, c.requests("south", southAt, "extend\n"), "Nothing is asked of you")
	wants(t, c.requests("north", northAt, "extend\n"), "2 extensions left")
	deadline := noon.Add(answerTime)
	said := c.told(deadline)
	wants(t, said, northAt+": Your deadline in", "Extensions left: 1", southAt+": North, who plays", "using an extension")
	if strings.Contains(said, refereeAt) {
		t.Errorf("the referee is told of a deadline that was not missed:\n%s", said)
	}
	c.due("north", deadline.Add(48*time.Hour))
	wants(t, c.requests("north", northAt, "calendar\n"), "1 extension left")
	wants(t, c.requests("north", northAt, "extend\n"), "one extension is used")
	wants(t, c.requests("north", northAt, "extend off\n"), "1 extension left")
	wants(t, c.requests("north", northAt, "extend\n"), "one extension is used")
	c.told(deadline.Add(48 * time.Hour))
	wants(t, c.requests("north", northAt, "extend\n"), "used up all 2 extensions")
	wants(t, c.told(deadline.Add(96*time.Hour)), "Your deadline has passed", refereeAt)
	wants(t, c.requests("north", northAt, "extend\n"), "has passed, so it can no longer be postponed")
}

// A token that was asked for in time is not lost to a server that sweeps late, and a mail with
// orders that arrived before the deadline comes before it.
func TestAnExtensionWaitsForMail(t *testing.T) {
	c := newClub(t, with(func(r *calendar.Rules) { r.Tokens = 1 }))
	wants(t, c.requests("north", northAt, "extend\n"), "one extension is used")
	raw := letter(northAt, c.signed("north", c.orders("north", "bid 1")))
	f := c.fetched(raw)
	f.InternalDate = noon.Add(answerTime - time.Minute)
	c.now = noon.Add(answerTime + time.Minute)
	if _, err := c.Intake.Receive(t.Context(), f); err != nil {
		t.Fatal(err)
	}
	c.sweep()
	wants(t, c.requests("north", northAt, "calendar\n"), "1 extension left")
}

// A missed deadline opens the bank; what was used of it is counted when the answer comes, in
// whole days, and answers in time add to it.
func TestTimeBank(t *testing.T) {
	c := newClub(t, refereed, with(func(r *calendar.Rules) { r.Bank = calendar.Bank{Days: 5, Each: 1} }))
	told := "" // the first letters already tell what opens before the game waits
	for _, m := range c.sent() {
		told += flat(text(t, m)) + "\n"
	}
	wants(t, told, "your time bank opens by itself; it holds 5 days. Once that is used up, the game waits for you")
	c.order("south", "bid 0") // in time: a day more
	deadline := noon.Add(answerTime)
	wants(t, c.told(deadline), northAt+": Your deadline in", "which holds 5 days", southAt+": North", "using up days of the time bank")
	c.due("north", deadline.Add(5*calendar.Day))
	wants(t, c.requests("north", northAt, "absence from 2026-11-27 to 2026-11-30\n"), "has passed, so no absence can be announced now")
	c.due("north", deadline.Add(5*calendar.Day))
	c.now = deadline.Add(50 * time.Hour) // two days are full
	c.order("north", "bid 1")
	wants(t, c.requests("north", northAt, "calendar\n"), "holds 3 days") // 5 less 2: the answer was not in time
	wants(t, c.requests("south", southAt, "calendar\n"), "holds 6 days")
	c.sent()
	side, at := "north", northAt
	if c.seat("north").Deadline == nil {
		side, at = "south", southAt
	}
	until := *c.seat(side).Deadline
	said := c.told(until)
	wants(t, said, at+": Your deadline in")
	last := *c.seat(side).Deadline
	wants(t, c.told(last), "Your deadline has passed", refereeAt)
}

// What the server was away for is used up of no bank.
func TestAnOutageUsesUpNoBank(t *testing.T) {
	c := newClub(t, with(func(r *calendar.Rules) { r.Bank = calendar.Bank{Days: 5} }))
	c.order("south", "bid 0")
	deadline := noon.Add(answerTime)
	c.told(deadline)
	c.due("north", deadline.Add(5*calendar.Day))
	_, err := c.Recovery.Heartbeat(t.Context())
	check(t, err)
	c.now = deadline.Add(3*calendar.Day + time.Hour)
	_, err = c.Recovery.Heartbeat(t.Context())
	check(t, err)
	c.order("north", "bid 1")
	wants(t, c.requests("north", northAt, "calendar\n"), "holds 5 days")
}

// The game waits at the deadline that is one too many, for a substitute or for the referee; the
// player's own orders still count, and end it.
func TestPatience(t *testing.T) {
	for kind, words := range map[post.Contract]string{post.Substitute: "The game waits, and a substitute is sought", post.Forfeit: "that is a forfeit"} {
		c := newClub(t, refereed, contract(kind), with(func(r *calendar.Rules) { r.Missed = 2; r.Warn = calendar.Span{} }))
		said := ""
		for range 40 {
			if said = c.told(c.now.Add(12 * time.Hour)); strings.Contains(said, words) {
				break
			}
		}
		wants(t, said, refereeAt, northAt, southAt, words)
		before := len(c.entries())
		if said := c.told(c.now.Add(30 * calendar.Day)); len(c.entries()) != before {
			t.Errorf("%s: the server goes on answering: %s", kind, said)
		}
		c.replays()
	}
}

// The referee's word ends his own time and shortens no grace.
func TestGo(t *testing.T) {
	c := overseen(t, contract(post.Defaults), with(func(r *calendar.Rules) {
		r.Grace, r.Warn = calendar.Span{Duration: 12 * time.Hour}, calendar.Span{Duration: 72 * time.Hour}
	}))
	c.order("south", "bid 0")
	wants(t, c.rules("ruling / reason He is away. / go north", store.Faulty), "No deadline of North has passed")
	deadline := noon.Add(answerTime)
	c.told(deadline)
	c.now = deadline.Add(time.Hour)
	wants(t, c.rules("ruling / reason He is away. / go north", store.Command), "no longer waits for North")
	before := len(c.entries())
	c.told(deadline.Add(11 * time.Hour))
	if len(c.entries()) != before {
		t.Error("grace was shortened")
	}
	c.told(deadline.Add(12 * time.Hour))
	if len(c.entries()) == before {
		t.Error("the server has not answered at the end of grace")
	}
	c.replays()
	waits := overseen(t)
	wants(t, waits.rules("ruling / reason He is away. / go north", store.Faulty), "answers for nobody")
}

// An absence is taken back: the clock goes on with what was left, the days return, and a game
// that was created so knows no absences.
func TestAbsenceTakenBack(t *testing.T) {
	c := away(t)
	first := c.game
	second := c.found(with(func(r *calendar.Rules) { r.NoLeave = true }))
	c.game = second
	c.requests("north", northAt, "absence from 2026-11-23 to 2026-12-02\n")
	c.due("north", noon.Add(answerTime))
	c.game = first
	c.due("north", noon.Add(answerTime+10*calendar.Day))
	wants(t, c.requests("north", northAt, "absence cancel 2026-12-05\n"), "no absence that includes 2026-12-05")
	wants(t, c.requests("north", northAt, "absence cancel\n"), "does not say which absence")
	wants(t, c.requests("north", northAt, "absence cancel 2026-11-30\n"), "You have 30 days left", southAt+": North, your opponent", "has cancelled the absence")
	c.due("north", noon.Add(answerTime))
}

// Where a game waits for a substitute the volunteers are asked. The one who comes is asked
// anew, with his full time and nothing of what the other one missed.
func TestPatienceAsksVolunteers(t *testing.T) {
	c := newClub(t, refereed, contract(post.Substitute), with(func(r *calendar.Rules) { r.Missed, r.Warn = 1, calendar.Span{} }))
	c.joins("mallory")
	c.says("mallory", "volunteer\n")
	c.order("south", "bid 0")
	c.sent()
	volunteer := people()["mallory"].address
	said := c.told(noon.Add(answerTime))
	for range 6 {
		if strings.Contains(said, "take "+c.game+" north") {
			break
		}
		said += c.told(c.now.Add(12 * time.Hour))
	}
	wants(t, said, volunteer+":", "take "+c.game+" north", southAt+": North, who plays")
	if strings.Contains(c.told(c.now.Add(time.Hour)), volunteer) {
		t.Error("the volunteer is asked again")
	}
	if row := c.says("mallory", "take "+c.game+" north\n"); row.State != store.Command {
		t.Fatalf("%s: %s", row.State, row.Reason)
	}
	c.sent()
	c.due("north", c.now.Add(answerTime))
	if said := c.told(c.now.Add(answerTime)); !strings.Contains(said, volunteer+":") || strings.Contains(said, northAt) {
		t.Errorf("at the next deadline:\n%s", said)
	}
	c.replays()
}

// joins registers somebody, with a key.
func (c *club) joins(name string) {
	c.t.Helper()
	who := people()[name]
	check(c.t, c.Seats.AddPlayer(c.t.Context(), store.Player{Address: who.address, Name: strings.ToUpper(name[:1]) + name[1:], Language: "en", TimeZone: "UTC"}))
	_, err := c.Keys.AddKey(c.t.Context(), who.address, "", []byte(who.ssh.Public().Text))
	check(c.t, err)
}

// Where nobody is there to be asked the machine plays on, if the club lets it.
func TestPatienceCallsTheMachine(t *testing.T) {
	for _, allowed := range []bool{true, false} {
		c := newClub(t, refereed, contract(post.Substitute), with(func(r *calendar.Rules) { r.Missed, r.Warn = 1, calendar.Span{} }))
		c.Rules.Substitutes.Machine = allowed
		c.order("south", "bid 0")
		c.sent()
		said := c.told(noon.Add(answerTime))
		for range 6 {
			said += c.told(c.now.Add(12 * time.Hour))
		}
		if machine := c.seat("north").Player == host.MachineAddress; machine != allowed {
			t.Errorf("allowed %t, the machine plays: %t\n%s", allowed, machine, said)
		}
		if allowed {
			wants(t, said, southAt+": ", "the machine plays", northAt+": ", "in your place")
		} else {
			wants(t, said, refereeAt+": ", "no volunteer")
		}
		c.replays()
	}
}

// An extension that is asked for in a pause is refused with that reason: something may well be asked of him.
func TestExtendInAPause(t *testing.T) {
	c := overseen(t, with(func(r *calendar.Rules) { r.Tokens = 1 }))
	c.rules("ruling / pause until 2026-12-31 / reason x", store.Command)
	wants(t, c.requests("north", northAt, "extend\n"), "is paused, so no time runs")
	// The calendars say when the pause ends.
	wants(t, c.requests("north", northAt, "calendar\n"), "the game is paused until Thursday 31 December 2026")
	wants(t, c.requests("north", northAt, "status\n"), "paused until Thursday 31 December 2026")
	all, err := c.Clocks.Calendar(t.Context(), "")
	check(t, err)
	for _, one := range all {
		if !one.Paused || one.Until.IsZero() {
			t.Errorf("the pause of %s: %+v", one.Side, one.SeatTime)
		}
	}
}
