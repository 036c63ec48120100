package offers_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/host/hosttest"

	"github.com/google/go-cmp/cmp"

	"keryx/mail"
	"keryx/store"
)

// vainMails are mails by north that give no orders, each for another reason.
func vainMails(c *hosttest.Club) map[string][]byte {
	block := c.Signed("north", c.Orders("north", "bid 1"))
	return map[string][]byte{
		"unsigned":      hosttest.Letter(hosttest.NorthAt, "bid 1"),
		"html-only":     hosttest.Letter(hosttest.NorthAt, "<p>bid 1</p>", "Content-Type: text/html"),
		"bad-signature": hosttest.Letter(hosttest.NorthAt, strings.Replace(block, "bid 1", "bid 2", 1)),
		"unknown-key":   hosttest.Letter(hosttest.NorthAt, hosttest.Sign(c.T, hosttest.People()["mallory"].SSH, c.Orders("north", "bid 1"), c.Time)),
		"forwarded":     hosttest.Multipart("mixed", "Content-Type: message/rfc822\n\nSubject: x\n\n"+block),
		"double-field":  hosttest.Letter(hosttest.NorthAt, block, "Content-Type: text/plain", "Content-Type: text/plain"),
	}
}

// TestEachRefusalIsAnswered sends mails that fail for different reasons on one day, after
// a call for help. Each reason gets its answer, once; all together do not become many. Of the
// others one in an hour is told of in a line.
func TestEachRefusalIsAnswered(t *testing.T) {
	c := hosttest.NewClub(t)
	c.Sent()
	c.Receive(hosttest.Letter(hosttest.NorthAt, "help\n"))
	if d := cmp.Diff([]string{"help " + hosttest.NorthAt}, hosttest.KindsOf(c.Sent())); d != "" {
		t.Fatalf("help (-want +got):\n%s", d)
	}
	mails := vainMails(c)
	var again []store.OutboxMail
	for _, name := range sorted(mails) {
		for n := range 3 {
			row := c.Receive(append([]byte("X-Copy: "+strings.Repeat("i", n)+"\r\n"), mails[name]...))
			if row.Reason != name {
				t.Errorf("%s: the reason is %s", name, row.Reason)
			}
			got := c.Sent()
			if n > 0 && len(got) == 1 && got[0].Kind == "notice" {
				again, got = append(again, got...), nil
			}
			if want := map[bool]int{true: 1, false: 0}[n == 0]; len(got) != want || want == 1 && got[0].Recipient != hosttest.NorthAt {
				t.Errorf("%s, mail %d: answered by %q", name, n+1, hosttest.KindsOf(got))
			}
		}
	}
	if len(again) != 1 || again[0].Recipient != hosttest.NorthAt {
		t.Errorf("in an hour %q tell of mails that were not answered, want one line", hosttest.KindsOf(again))
	}
	// Whoever writes in his name cannot have us write to him without end.
	all := 0
	for _, field := range []string{"Content-Type: text/plain; charset=utf-7", "Content-Type: plain", "Content-Transfer-Encoding: x", "no field", "X: a\rb",
		"Content-Type: multipart/mixed; boundary=x"} {
		c.Receive(hosttest.Letter(hosttest.NorthAt, "hello", field))
		all += len(c.Sent())
	}
	if all != 1 {
		t.Errorf("%d more answers on the same day, want one: eight in all", all)
	}
	c.Time = c.Time.Add(24 * time.Hour)
	c.Receive(hosttest.Letter(hosttest.NorthAt, "bid 1"))
	if got := c.Sent(); len(got) != 1 {
		t.Errorf("on the next day: %q", hosttest.KindsOf(got))
	}
}

func sorted[V any](m map[string]V) (keys []string) {
	for key := range m {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}

// TestRefereeSeesVainWriting: the referee hears of a player whose mail gives no orders
// while his deadline runs, once a day, and status shows him until a signed mail comes.
func TestRefereeSeesVainWriting(t *testing.T) {
	c := hosttest.NewClub(t, hosttest.Refereed)
	inVain := func() (all []string) {
		t.Helper()
		o, err := c.Answers.Overview(t.Context())
		hosttest.Check(t, err)
		for _, v := range o.InVain {
			all = append(all, v.Side+" "+v.Last.Reason)
		}
		return all
	}
	told := func() (n int) {
		for _, m := range c.Sent() {
			if m.Recipient == hosttest.ThirdAt {
				n++
				if body := hosttest.TextOf(t, m); !strings.Contains(body, "North <"+hosttest.NorthAt+">") || strings.Contains(body, "bid") {
					t.Errorf("the referee reads:\n%s", body)
				}
			}
		}
		return n
	}
	c.Receive(hosttest.Letter(hosttest.NorthAt, "bid 1"))
	if n := told(); n != 0 {
		t.Errorf("told %d times of the first mail, with days to go", n)
	}
	if d := cmp.Diff([]string{"north unsigned"}, inVain()); d != "" {
		t.Errorf("status (-want +got):\n%s", d)
	}
	c.Receive(hosttest.Letter(hosttest.NorthAt, "bid 1\n"))
	c.Receive(hosttest.Letter(hosttest.NorthAt, "please bid 1\n"))
	c.Receive(hosttest.Letter("mallory@example.net", "bid 1\n"))
	if n := told(); n != 1 {
		t.Errorf("told %d times of the second and third", n)
	}
	c.Receive(hosttest.Letter(hosttest.NorthAt, c.Signed("north", "status\n")))
	c.Sent()
	if got := inVain(); len(got) != 0 {
		t.Errorf("after a signed mail, status shows %q", got)
	}
	c.Time = hosttest.Noon.Add(hosttest.AnswerTime - time.Hour)
	c.Receive(hosttest.Letter(hosttest.NorthAt, "<p>bid 1</p>", "Content-Type: text/html"))
	if n := told(); n != 1 {
		t.Errorf("told %d times of the first mail an hour before the deadline", n)
	}
	c.Order("north", "bid 1")
	c.Sent()
	c.Receive(hosttest.Letter(hosttest.NorthAt, "thanks"))
	if got := inVain(); told() != 0 || c.Seat("north").Deadline == nil && len(got) != 0 {
		t.Errorf("nobody waits for him, and status shows %q", got)
	}
}

// TestStatusShowsIgnoredPlayers: a player's mail that passes for an automatic one is not
// lost without a trace.
func TestStatusShowsIgnoredPlayers(t *testing.T) {
	c := hosttest.NewClub(t)
	block := c.Signed("north", c.Orders("north", "bid 1"))
	c.WantState(hosttest.Letter(hosttest.NorthAt, block, "Precedence: list"), store.Automatic)
	c.WantState(hosttest.Letter("mallory@example.net", block, "Precedence: list"), store.Automatic)
	o, err := c.Answers.Overview(t.Context())
	hosttest.Check(t, err)
	if len(o.Automatic) != 1 || o.Automatic[0].Player != hosttest.NorthAt || o.Automatic[0].Reason != "auto-reply: "+string(mail.AutoBulk) {
		t.Errorf("status shows %+v", o.Automatic)
	}
	c.Time = c.Time.Add(8 * 24 * time.Hour)
	if o, err = c.Answers.Overview(t.Context()); err != nil || len(o.Automatic) != 0 {
		t.Errorf("a week later status shows %+v, error %v", o.Automatic, err)
	}
}
