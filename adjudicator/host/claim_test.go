package host_test

import (
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/calendar"
	"keryx/store"
)

// A claim goes to all who may rule, holds the deadline once for a question, and ends with a
// reason that both players read; the time that was left comes back.
func TestClaim(t *testing.T) {
	c := overseen(t)
	check(t, c.Seats.AddPlayer(t.Context(), store.Player{Address: people()["mallory"].address, Name: "Mallory", Language: "en", TimeZone: "UTC"}))
	check(t, c.Claims.AddReferee(t.Context(), people()["mallory"].address, ""))
	c.now = c.now.Add(24 * time.Hour)
	said := c.requests("north", northAt, "game "+c.game+"\nreferee: my report lacks a line\nsee entry 3\n")
	wants(t, said, thirdAt+": ", people()["mallory"].address+": ", "my report lacks a line", "see entry 3", "It has the number 1", "Your deadline is on hold")
	wants(t, c.requests("north", northAt, "referee: my report lacks a line\nsee entry 3\n"), "You have already made this claim")
	c.now = c.now.Add(4 * 24 * time.Hour)
	c.Rules.Operator = "operator@example.org"
	c.sweep()
	said = ""
	for _, m := range c.sent() {
		said += m.Recipient + ": " + flat(text(t, m)) + "\n"
	}
	wants(t, said, "operator@example.org: ", "has waited for an answer")
	if c.seat("north").Reminded != nil || c.seat("south").Reminded == nil {
		t.Error("who has called the referee is late, or who has not is not")
	}
	wants(t, c.rules("ruling / dismiss 2 / reason x", store.Faulty), "No open claim or appeal has the number")
	said = c.rules("ruling / dismiss 1 / reason The line is there.", store.Command)
	wants(t, said, northAt, southAt, "number 1 of North is dismissed", "The line is there.", "You had written: | my report lacks a line | see entry 3")
	for line := range strings.Lines(said) { // what a claim says may be its side's secret
		if strings.HasPrefix(line, southAt) && strings.Contains(line, "lacks a line") {
			t.Errorf("the opponent reads the claim:\n%s", line)
		}
	}
	if at := *c.seat("north").Deadline; !at.Equal(c.now.Add(answerTime - calendar.Day)) {
		t.Errorf("deadline %s", at)
	}
	if said := c.requests("north", northAt, "referee: and another thing\n"); strings.Contains(said, "Your deadline is on hold") {
		t.Errorf("a second claim holds the same deadline:\n%s", said)
	}
	c.replays()
}

// A question is known by the entry that asked it: a new code for it, which standing orders alone
// bring, neither ends what a claim holds nor lets another claim hold it.
func TestClaimsHoldAQuestionOnce(t *testing.T) {
	c := overseen(t)
	was := *c.seat("north").Deadline
	for i := range 6 {
		code := c.seat("north").Answers
		c.order("north", "phase D/loot 0/standing/reaction: hold")
		if c.seat("north").Answers == code {
			t.Fatal("standing orders bring no new code, and this proves nothing")
		}
		said := c.requests("north", northAt, "referee: claim "+strings.Repeat("i", i+1)+"\n")
		held, runs := strings.Contains(said, "Your deadline is on hold"), strings.Contains(said, "Meanwhile your clock runs")
		if held != (i == 0) || runs == held {
			t.Errorf("claim %d: holds the deadline: %t\n%s", i+1, held, said)
		}
		c.now = c.now.Add(10 * time.Hour)
		c.rules("ruling / dismiss "+string(rune('1'+i))+" / reason no", store.Command)
	}
	c.due("north", was.Add(10*time.Hour))
}

// A claim that nobody answers holds a deadline for twice the time after which others are told of it.
// It stays open, and both players and who runs the server are told.
func TestAClaimHoldsNotForEver(t *testing.T) {
	c := overseen(t)
	c.Rules.Operator = "operator@example.org"
	c.now = noon.Add(24 * time.Hour)
	c.requests("north", northAt, "referee: is this right?\n")
	c.told(c.now.Add(3 * 24 * time.Hour))
	if said := c.told(noon.Add(7*24*time.Hour - time.Minute)); strings.Contains(said, "no longer holds up the deadline") {
		t.Fatalf("it ends too early:\n%s", said)
	}
	said := c.told(noon.Add(7 * 24 * time.Hour))
	wants(t, said, northAt+": Nobody has answered your claim number 1", "your deadline is now", southAt+": A claim of North", "no longer holds up the deadline",
		"operator@example.org: Nobody has answered the claim number 1")
	c.due("north", c.now.Add(answerTime-24*time.Hour))
	if again := c.told(c.now.Add(time.Hour)); strings.Contains(again, "claim") {
		t.Errorf("told again:\n%s", again)
	}
	wants(t, c.told(c.now.Add(answerTime)), "Your deadline has passed")
	wants(t, c.rules("ruling / uphold 1 / reason It is.", store.Command), northAt, "It is.")
	c.replays()
}

// A claim that was stored before questions were known by their entry goes on holding the deadline,
// and no other holds it once more.
func TestClaimsOfBefore(t *testing.T) {
	c := overseen(t)
	was := *c.seat("north").Deadline
	old := `{"last":1,"open":[{"n":1,"side":"north","text":"x","at":"` + noon.Format(time.RFC3339) + `","holds":"` + c.seat("north").Answers + `","left":259200000000000}],"held":["` + c.seat("north").Answers + `"]}`
	c.update(func(tx store.Tx) error {
		if err := tx.SetSetting("term/"+c.game+"/north", nil); err != nil {
			return err
		}
		return tx.SetSetting("claim/"+c.game, []byte(old))
	})
	c.now = c.now.Add(48 * time.Hour)
	c.rules("ruling / dismiss 1 / reason no", store.Command)
	c.due("north", was.Add(48*time.Hour))
	if said := c.requests("north", northAt, "referee: more\n"); strings.Contains(said, "Your deadline is on hold") {
		t.Errorf("it is held again:\n%s", said)
	}
}

// While a claim holds the clock nobody is overdue, whatever shows it, and an answer counts as given in
// time; while the game pauses as well.
func TestAClaimIsNotLate(t *testing.T) {
	c := overseen(t, with(func(r *calendar.Rules) { r.Bank = calendar.Bank{Days: 3, Each: 2} }))
	c.now = c.now.Add(24 * time.Hour)
	c.requests("north", northAt, "referee: is this right?\n")
	overdue := func(side string) bool {
		t.Helper()
		all, err := c.Clocks.Calendar(t.Context(), c.game)
		check(t, err)
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
		c.view(func(tx store.ReadTx) error {
			game, err := tx.Game(c.game)
			check(t, err)
			is, err := c.Terms.Overdue(tx, game, c.seat(side))
			if err == nil && is != late {
				t.Errorf("%s is overdue in one place: %t, %t", side, late, is)
			}
			return err
		})
		return late
	}
	c.now = c.seat("north").Deadline.Add(time.Hour)
	if overdue("north") || !overdue("south") {
		t.Errorf("overdue are north %t and south %t", overdue("north"), overdue("south"))
	}
	wants(t, c.requests("north", northAt, "calendar\n"), "the clock has been stopped since", "3 days")
	c.order("north", "bid 1")
	wants(t, c.requests("north", northAt, "calendar\n"), "5 days")
}

// A claim that is made while the game pauses holds the deadline too, however long the pause: the
// clock had not run out.
func TestAClaimInAPause(t *testing.T) {
	c := overseen(t)
	c.now = c.now.Add(24 * time.Hour)
	c.rules("ruling / pause until 2026-12-31 / reason x", store.Command)
	c.now = c.seat("north").Deadline.Add(time.Hour)
	wants(t, c.requests("north", northAt, "referee: is this right?\n"), "your deadline is on hold until you have it")
	c.now = c.now.Add(time.Hour)
	wants(t, c.rules("ruling / resume / reason x", store.Command), "Your clock is still stopped")
	c.now = c.seat("north").Deadline.Add(time.Hour)
	c.view(func(tx store.ReadTx) error {
		game, err := tx.Game(c.game)
		check(t, err)
		late, err := c.Terms.Overdue(tx, game, c.seat("north"))
		if late {
			t.Error("who has called the referee is late")
		}
		return err
	})
	left := c.seat("north").Deadline.Sub(c.now)
	c.rules("ruling / dismiss 1 / reason no", store.Command)
	if at := *c.seat("north").Deadline; !at.After(c.now) {
		t.Errorf("the claim has held nothing: the deadline is %s at %s (%s)", at, c.now, left)
	}
	c.due("north", c.now.Add(answerTime-calendar.Day))
}
