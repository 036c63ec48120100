package rulings_test

import (
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/host/hosttest"

	"keryx/adjudicator/calendar"
	"keryx/store"
)

// A claim goes to all who may rule, holds the deadline once for a question, and ends with a
// reason that both players read; the time that was left comes back.
func TestClaim(t *testing.T) {
	c := hosttest.Overseen(t)
	hosttest.Check(t, c.Seats.AddPlayer(t.Context(), store.Player{Address: hosttest.People()["mallory"].Address, Name: "Mallory", Language: "en", TimeZone: "UTC"}))
	hosttest.Check(t, c.Claims.AddReferee(t.Context(), hosttest.People()["mallory"].Address, ""))
	c.Time = c.Time.Add(24 * time.Hour)
	said := c.Requests("north", hosttest.NorthAt, "game "+c.Game+"\nreferee: my report lacks a line\nsee entry 3\n")
	hosttest.Wants(t, said, hosttest.ThirdAt+": ", hosttest.People()["mallory"].Address+": ", "my report lacks a line", "see entry 3", "It has the number 1", "Your deadline is on hold")
	hosttest.Wants(t, c.Requests("north", hosttest.NorthAt, "referee: my report lacks a line\nsee entry 3\n"), "You have already made this claim")
	c.Time = c.Time.Add(4 * 24 * time.Hour)
	c.Rules.Operator = "operator@example.org"
	c.SweepNow()
	said = ""
	for _, m := range c.Sent() {
		said += m.Recipient + ": " + hosttest.Flat(hosttest.TextOf(t, m)) + "\n"
	}
	hosttest.Wants(t, said, "operator@example.org: ", "has waited for an answer")
	if c.Seat("north").Reminded != nil || c.Seat("south").Reminded == nil {
		t.Error("who has called the referee is late, or who has not is not")
	}
	hosttest.Wants(t, c.Rule("ruling / dismiss 2 / reason x", store.Faulty), "No open claim or appeal has the number")
	said = c.Rule("ruling / dismiss 1 / reason The line is there.", store.Command)
	hosttest.Wants(t, said, hosttest.NorthAt, hosttest.SouthAt, "number 1 of North is dismissed", "The line is there.", "You had written: | my report lacks a line | see entry 3")
	for line := range strings.Lines(said) { // what a claim says may be its side's secret
		if strings.HasPrefix(line, hosttest.SouthAt) && strings.Contains(line, "lacks a line") {
			t.Errorf("the opponent reads the claim:\n%s", line)
		}
	}
	if at := *c.Seat("north").Deadline; !at.Equal(c.Time.Add(hosttest.AnswerTime - calendar.Day)) {
		t.Errorf("deadline %s", at)
	}
	if said := c.Requests("north", hosttest.NorthAt, "referee: and another thing\n"); strings.Contains(said, "Your deadline is on hold") {
		t.Errorf("a second claim holds the same deadline:\n%s", said)
	}
	c.Replays()
}

// A question is known by the entry that asked it: a new code for it, which standing orders alone
// bring, neither ends what a claim holds nor lets another claim hold it.
func TestClaimsHoldAQuestionOnce(t *testing.T) {
	c := hosttest.Overseen(t)
	was := *c.Seat("north").Deadline
	for i := range 6 {
		code := c.Seat("north").Answers
		c.Order("north", "phase D/loot 0/standing/reaction: hold")
		if c.Seat("north").Answers == code {
			t.Fatal("standing orders bring no new code, and this proves nothing")
		}
		said := c.Requests("north", hosttest.NorthAt, "referee: claim "+strings.Repeat("i", i+1)+"\n")
		held, runs := strings.Contains(said, "Your deadline is on hold"), strings.Contains(said, "Meanwhile your clock runs")
		if held != (i == 0) || runs == held {
			t.Errorf("claim %d: holds the deadline: %t\n%s", i+1, held, said)
		}
		c.Time = c.Time.Add(10 * time.Hour)
		c.Rule("ruling / dismiss "+string(rune('1'+i))+" / reason no", store.Command)
	}
	c.WantDeadline("north", was.Add(10*time.Hour))
}

// A claim that nobody answers holds a deadline for twice the time after which others are told of it.
// It stays open, and both players and who runs the server are told.
func TestAClaimHoldsNotForEver(t *testing.T) {
	c := hosttest.Overseen(t)
	c.Rules.Operator = "operator@example.org"
	c.Time = hosttest.Noon.Add(24 * time.Hour)
	c.Requests("north", hosttest.NorthAt, "referee: is this right?\n")
	c.ToldAt(c.Time.Add(3 * 24 * time.Hour))
	if said := c.ToldAt(hosttest.Noon.Add(7*24*time.Hour - time.Minute)); strings.Contains(said, "no longer holds up the deadline") {
		t.Fatalf("it ends too early:\n%s", said)
	}
	said := c.ToldAt(hosttest.Noon.Add(7 * 24 * time.Hour))
	hosttest.Wants(t, said, hosttest.NorthAt+": Nobody has answered your claim number 1", "your deadline is now", hosttest.SouthAt+": A claim of North", "no longer holds up the deadline",
		"operator@example.org: Nobody has answered the claim number 1")
	c.WantDeadline("north", c.Time.Add(hosttest.AnswerTime-24*time.Hour))
	if again := c.ToldAt(c.Time.Add(time.Hour)); strings.Contains(again, "claim") {
		t.Errorf("told again:\n%s", again)
	}
	hosttest.Wants(t, c.ToldAt(c.Time.Add(hosttest.AnswerTime)), "Your deadline has passed")
	hosttest.Wants(t, c.Rule("ruling / uphold 1 / reason It is.", store.Command), hosttest.NorthAt, "It is.")
	c.Replays()
}

// A claim that was stored before questions were known by their entry goes on holding the deadline,
// and no other holds it once more.
func TestClaimsOfBefore(t *testing.T) {
	c := hosttest.Overseen(t)
	was := *c.Seat("north").Deadline
	old := `{"last":1,"open":[{"n":1,"side":"north","text":"x","at":"` + hosttest.Noon.Format(time.RFC3339) + `","holds":"` + c.Seat("north").Answers + `","left":259200000000000}],"held":["` + c.Seat("north").Answers + `"]}`
	c.Change(func(tx store.Tx) error {
		if err := tx.SetSetting("term/"+c.Game+"/north", nil); err != nil {
			return err
		}
		return tx.SetSetting("claim/"+c.Game, []byte(old))
	})
	c.Time = c.Time.Add(48 * time.Hour)
	c.Rule("ruling / dismiss 1 / reason no", store.Command)
	c.WantDeadline("north", was.Add(48*time.Hour))
	if said := c.Requests("north", hosttest.NorthAt, "referee: more\n"); strings.Contains(said, "Your deadline is on hold") {
		t.Errorf("it is held again:\n%s", said)
	}
}

// While a claim holds the clock nobody is overdue, whatever shows it, and an answer counts as given in
// time; while the game pauses as well.
func TestAClaimIsNotLate(t *testing.T) {
	c := hosttest.Overseen(t, hosttest.WithCalendar(func(r *calendar.Rules) { r.Bank = calendar.Bank{Days: 3, Each: 2} }))
	c.Time = c.Time.Add(24 * time.Hour)
	c.Requests("north", hosttest.NorthAt, "referee: is this right?\n")
	overdue := func(side string) bool {
		t.Helper()
		all, err := c.Clocks.Calendar(t.Context(), c.Game)
		hosttest.Check(t, err)
		late := false
		for _, one := range all {
			if one.Side != side {
				continue
			}
			late = one.Overdue
			if one.Stands.IsZero() && side == "north" {
				t.Error("the calendar does not tell that the clock stands")
			}
		}
		c.View(func(tx store.ReadTx) error {
			game, err := tx.Game(c.Game)
			hosttest.Check(t, err)
			is, err := c.Terms.Overdue(tx, game, c.Seat(side))
			if err == nil && is != late {
				t.Errorf("%s is overdue in one place: %t, %t", side, late, is)
			}
			return err
		})
		return late
	}
	c.Time = c.Seat("north").Deadline.Add(time.Hour)
	if overdue("north") || !overdue("south") {
		t.Errorf("overdue are north %t and south %t", overdue("north"), overdue("south"))
	}
	hosttest.Wants(t, c.Requests("north", hosttest.NorthAt, "calendar\n"), "the clock has been stopped since", "3 days")
	c.Order("north", "bid 1")
	hosttest.Wants(t, c.Requests("north", hosttest.NorthAt, "calendar\n"), "5 days")
}

// A claim that is made while the game pauses holds the deadline too, however long the pause: the
// clock had not run out.
func TestAClaimInAPause(t *testing.T) {
	c := hosttest.Overseen(t)
	c.Time = c.Time.Add(24 * time.Hour)
	c.Rule("ruling / pause until 2026-12-31 / reason x", store.Command)
	c.Time = c.Seat("north").Deadline.Add(time.Hour)
	hosttest.Wants(t, c.Requests("north", hosttest.NorthAt, "referee: is this right?\n"), "your deadline is on hold until you have it")
	c.Time = c.Time.Add(time.Hour)
	hosttest.Wants(t, c.Rule("ruling / resume / reason x", store.Command), "Your clock is still stopped")
	c.Time = c.Seat("north").Deadline.Add(time.Hour)
	c.View(func(tx store.ReadTx) error {
		game, err := tx.Game(c.Game)
		hosttest.Check(t, err)
		late, err := c.Terms.Overdue(tx, game, c.Seat("north"))
		if late {
			t.Error("who has called the referee is late")
		}
		return err
	})
	left := c.Seat("north").Deadline.Sub(c.Time)
	c.Rule("ruling / dismiss 1 / reason no", store.Command)
	if at := *c.Seat("north").Deadline; !at.After(c.Time) {
		t.Errorf("the claim has held nothing: the deadline is %s at %s (%s)", at, c.Time, left)
	}
	c.WantDeadline("north", c.Time.Add(hosttest.AnswerTime-calendar.Day))
}
