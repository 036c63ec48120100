package clock_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/host/hosttest"

	"github.com/google/go-cmp/cmp"

	"keryx/adjudicator/calendar"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/seating"
)

// until sweeps every hour as far as a moment, and returns what was sent: hours after noon,
// recipient, and the first of the given words that the mail holds.
func until(c *hosttest.Club, end time.Time, words ...string) (diary []string) {
	c.T.Helper()
	for ; !c.Time.After(end); c.Time = c.Time.Add(time.Hour) {
		c.SweepNow()
		for _, m := range c.Sent() {
			word := "something else"
			for _, w := range words {
				if strings.Contains(hosttest.Flat(hosttest.TextOf(c.T, m))+" "+m.Kind, w) {
					word = w
					break
				}
			}
			who, _, _ := strings.Cut(m.Recipient, "@")
			diary = append(diary, c.Time.Sub(hosttest.Noon).String()+" "+who+": "+word)
		}
	}
	return diary
}

// A game that waits: reminders before the deadline and after it, each in its own words; at
// the deadline one mail to the late player, one to his opponent, one to the referee.
func TestRemindersOfAGameThatWaits(t *testing.T) {
	c := hosttest.NewClub(t, hosttest.Refereed, hosttest.WithCalendar(func(*calendar.Rules) {}))
	c.Order("south", "bid 0")
	c.Sent()
	got := until(c, hosttest.Noon.Add(30*calendar.Day), "Half of the time", "less than a day", "Your deadline has passed", "No action is needed", "The game waits, as it was created",
		"passed a day ago", "passed 3 days ago", "This is the last reminder")
	north, south := "north", "south"
	want := []string{
		"36h0m0s " + north + ": Half of the time", "60h0m0s " + north + ": less than a day",
		"72h0m0s " + north + ": Your deadline has passed", "72h0m0s " + south + ": No action is needed", "72h0m0s referee: The game waits, as it was created",
		"96h0m0s " + north + ": passed a day ago", "144h0m0s " + north + ": passed 3 days ago", "240h0m0s " + north + ": This is the last reminder",
	}
	for i := range got { // the addresses of the club begin otherwise
		got[i] = strings.NewReplacer(strings.Split(hosttest.NorthAt, "@")[0], north, strings.Split(hosttest.SouthAt, "@")[0], south, strings.Split(hosttest.ThirdAt, "@")[0], "referee").Replace(got[i])
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("mails (-want +got):\n%s", d)
	}
	c.Order("north", "bid 1") // late as they are, his orders count
	if c.Seat("north").Reminded != nil {
		t.Error("a reminder is remembered of a question that was answered")
	}
}

// A game that goes on: orders count until grace has ended and the referee has had his time;
// then the server plays, and says what.
func TestGraceBeforeTheServerAnswers(t *testing.T) {
	start := func() *hosttest.Club {
		c := hosttest.NewClub(t, hosttest.Refereed, hosttest.Contract(post.Defaults), hosttest.WithCalendar(func(r *calendar.Rules) {
			r.Grace, r.Warn = calendar.Span{Duration: 36 * time.Hour}, calendar.Span{Duration: calendar.Day}
		}))
		c.Order("south", "bid 0")
		c.Sent()
		return c
	}
	c := start()
	entries := func() int {
		all, err := c.Reports.Ledger(t.Context(), c.Game)
		hosttest.Check(t, err)
		return len(all)
	}
	before := entries()
	got := until(c, hosttest.Noon.Add(hosttest.AnswerTime+35*time.Hour), "They still count if they arrive by", "Orders from your opponent still count", "Orders still count until", "Half", "less than a day")
	if last := got[len(got)-3:]; !strings.Contains(last[0], "They still count") || !strings.Contains(last[1], "Orders from your opponent") || !strings.Contains(last[2], "Orders still count until") {
		t.Errorf("at the deadline: %q", got)
	}
	if entries() != before {
		t.Fatal("the server has answered within grace")
	}
	c.Time = hosttest.Noon.Add(hosttest.AnswerTime + 36*time.Hour)
	c.SweepNow()
	if entries() == before {
		t.Fatal("the server has not answered at the end of grace")
	}
	if body := hosttest.Flat(hosttest.TextOf(t, c.Sent()[0])); !strings.Contains(body, "the server answered") && !strings.Contains(body, "missed the deadline") {
		t.Errorf("after grace it says:\n%s", body)
	}
	c = start()
	c.Time = hosttest.Noon.Add(hosttest.AnswerTime + time.Hour)
	c.SweepNow()
	c.Order("north", "bid 3")
	if row := c.LastReceived(); row.State != "accepted" {
		t.Errorf("orders within grace: %s, %s", row.State, row.Reason)
	}
}

// A player of several games is reminded once a day, of all of them, the most urgent first.
func TestOneReminderADay(t *testing.T) {
	c := hosttest.NewClub(t, hosttest.WithCalendar(func(*calendar.Rules) {}))
	c.Time = hosttest.Noon.Add(time.Hour)
	first := c.Game
	second := c.NewGame(hosttest.WithCalendar(func(r *calendar.Rules) {}), func(n *post.NewGame) { n.AnswerTime = 60 * time.Hour })
	c.Game = first
	c.Sent()
	var mails []string
	at := c.Time
	for ; at.Before(hosttest.Noon.Add(60 * time.Hour)); at = at.Add(time.Hour) {
		c.Time = at
		c.SweepNow()
		for _, m := range c.Sent() {
			if m.Recipient != hosttest.NorthAt {
				continue
			}
			body := hosttest.Flat(hosttest.TextOf(t, m))
			mails = append(mails, at.Sub(hosttest.Noon).String()+" "+m.Game)
			if !strings.Contains(body, "YOUR OTHER GAMES THAT AWAIT YOUR ORDERS") || !strings.Contains(body, map[string]string{first: second, second: first}[m.Game]) {
				t.Errorf("the reminder of %s does not list the other game:\n%s", m.Game, body)
			}
		}
	}
	// Half of 60 hours from the first hour on; then a day later, when both deadlines are near.
	if want := []string{"31h0m0s " + second, "55h0m0s " + second}; !slices.Equal(mails, want) {
		t.Errorf("reminders: %q, want %q", mails, want)
	}
}

// Quiet hours are those of the player's zone, and delay reminders, and no deadline.
func TestQuietHoursDelayReminders(t *testing.T) {
	c := hosttest.NewClub(t, hosttest.WithCalendar(func(r *calendar.Rules) { r.Quiet = hosttest.Must[calendar.Hours](t, "22:00-07:00") }))
	zone := "America/New_York"
	_, err := c.Seats.ChangePlayer(t.Context(), hosttest.NorthAt, seating.PlayerChange{TimeZone: &zone})
	hosttest.Check(t, err)
	c.Order("south", "bid 0")
	c.Sent()
	c.Time = hosttest.Noon.Add(60 * time.Hour)
	if got := until(c, hosttest.Noon.Add(71*time.Hour), "less than a day", "Half"); len(got) != 1 {
		t.Errorf("on the last day: %q", got)
	}
	other := hosttest.NewClub(t, func(n *post.NewGame) { n.AnswerTime = 42 * time.Hour }, hosttest.WithCalendar(func(r *calendar.Rules) { r.Quiet = hosttest.Must[calendar.Hours](t, "22:00-07:00") }))
	_, err = other.Seats.ChangePlayer(t.Context(), hosttest.NorthAt, seating.PlayerChange{TimeZone: &zone})
	hosttest.Check(t, err)
	other.Order("south", "bid 0")
	other.Sent()
	// A day before the deadline it is 01:00 in New York: the mail waits until seven.
	got := until(other, hosttest.Noon.Add(41*time.Hour), "less than a day", "Half")
	if len(got) != 1 || !strings.HasPrefix(got[0], "24h0m0s") {
		t.Errorf("with quiet hours: %q", got)
	}
	if at := other.Seat("north").Deadline; !at.Equal(hosttest.Noon.Add(42 * time.Hour)) {
		t.Errorf("the deadline is %s", at)
	}
}
