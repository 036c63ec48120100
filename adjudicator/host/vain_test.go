package host_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"keryx/mail"
	"keryx/store"
)

// vainMails are mails by north that give no orders, each for another reason.
func (c *club) vainMails() map[string][]byte {
	block := c.signed("north", c.orders("north", "bid 1"))
	return map[string][]byte{
		"unsigned":      letter(northAt, "bid 1"),
		"html-only":     letter(northAt, "<p>bid 1</p>", "Content-Type: text/html"),
		"bad-signature": letter(northAt, strings.Replace(block, "bid 1", "bid 2", 1)),
		"unknown-key":   letter(northAt, sign(c.t, people()["mallory"].ssh, c.orders("north", "bid 1"), c.now)),
		"forwarded":     multipart("mixed", "Content-Type: message/rfc822\n\nSubject: x\n\n"+block),
		"double-field":  letter(northAt, block, "Content-Type: text/plain", "Content-Type: text/plain"),
	}
}

// TestEachRefusalIsAnswered sends mails that fail for different reasons on one day, after
// a call for help. Each reason gets its answer, once; all together do not become many. Of the
// others one in an hour is told of in a line.
func TestEachRefusalIsAnswered(t *testing.T) {
	c := newClub(t)
	c.sent()
	c.receive(letter(northAt, "help\n"))
	if d := cmp.Diff([]string{"help " + northAt}, kinds(c.sent())); d != "" {
		t.Fatalf("help (-want +got):\n%s", d)
	}
	mails := c.vainMails()
	var again []store.OutboxMail
	for _, name := range sorted(mails) {
		for n := range 3 {
			row := c.receive(append([]byte("X-Copy: "+strings.Repeat("i", n)+"\r\n"), mails[name]...))
			if row.Reason != name {
				t.Errorf("%s: the reason is %s", name, row.Reason)
			}
			got := c.sent()
			if n > 0 && len(got) == 1 && got[0].Kind == "notice" {
				again, got = append(again, got...), nil
			}
			if want := map[bool]int{true: 1, false: 0}[n == 0]; len(got) != want || want == 1 && got[0].Recipient != northAt {
				t.Errorf("%s, mail %d: answered by %q", name, n+1, kinds(got))
			}
		}
	}
	if len(again) != 1 || again[0].Recipient != northAt {
		t.Errorf("in an hour %q tell of mails that were not answered, want one line", kinds(again))
	}
	// Whoever writes in his name cannot have us write to him without end.
	all := 0
	for _, field := range []string{"Content-Type: text/plain; charset=utf-7", "Content-Type: plain", "Content-Transfer-Encoding: x", "no field", "X: a\rb",
		"Content-Type: multipart/mixed; boundary=x"} {
		c.receive(letter(northAt, "hello", field))
		all += len(c.sent())
	}
	if all != 1 {
		t.Errorf("%d more answers on the same day, want one: eight in all", all)
	}
	c.now = c.now.Add(24 * time.Hour)
	c.receive(letter(northAt, "bid 1"))
	if got := c.sent(); len(got) != 1 {
		t.Errorf("on the next day: %q", kinds(got))
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
	c := newClub(t, refereed)
	inVain := func() (all []string) {
		t.Helper()
		o, err := c.Answers.Overview(t.Context())
		check(t, err)
		for _, v := range o.InVain {
			all = append(all, v.Side+" "+v.Last.Reason)
		}
		return all
	}
	told := func() (n int) {
		for _, m := range c.sent() {
			if m.Recipient == refereeAt {
				n++
				if body := text(t, m); !strings.Contains(body, "North <"+northAt+">") || strings.Contains(body, "bid") {
					t.Errorf("the referee reads:\n%s", body)
				}
			}
		}
		return n
	}
	c.receive(letter(northAt, "bid 1"))
	if n := told(); n != 0 {
		t.Errorf("told %d times of the first mail, with days to go", n)
	}
	if d := cmp.Diff([]string{"north unsigned"}, inVain()); d != "" {
		t.Errorf("status (-want +got):\n%s", d)
	}
	c.receive(letter(northAt, "bid 1\n"))
	c.receive(letter(northAt, "please bid 1\n"))
	c.receive(letter("mallory@example.net", "bid 1\n"))
	if n := told(); n != 1 {
		t.Errorf("told %d times of the second and third", n)
	}
	c.receive(letter(northAt, c.signed("north", "status\n")))
	c.sent()
	if got := inVain(); len(got) != 0 {
		t.Errorf("after a signed mail, status shows %q", got)
	}
	c.now = noon.Add(answerTime - time.Hour)
	c.receive(letter(northAt, "<p>bid 1</p>", "Content-Type: text/html"))
	if n := told(); n != 1 {
		t.Errorf("told %d times of the first mail an hour before the deadline", n)
	}
	c.order("north", "bid 1")
	c.sent()
	c.receive(letter(northAt, "thanks"))
	if got := inVain(); told() != 0 || c.seat("north").Deadline == nil && len(got) != 0 {
		t.Errorf("nobody waits for him, and status shows %q", got)
	}
}

// TestStatusShowsIgnoredPlayers: a player's mail that passes for an automatic one is not
// lost without a trace.
func TestStatusShowsIgnoredPlayers(t *testing.T) {
	c := newClub(t)
	block := c.signed("north", c.orders("north", "bid 1"))
	c.wantState(letter(northAt, block, "Precedence: list"), store.Automatic)
	c.wantState(letter("mallory@example.net", block, "Precedence: list"), store.Automatic)
	o, err := c.Answers.Overview(t.Context())
	check(t, err)
	if len(o.Automatic) != 1 || o.Automatic[0].Player != northAt || o.Automatic[0].Reason != "auto-reply: "+string(mail.AutoBulk) {
		t.Errorf("status shows %+v", o.Automatic)
	}
	c.now = c.now.Add(8 * 24 * time.Hour)
	if o, err = c.Answers.Overview(t.Context()); err != nil || len(o.Automatic) != 0 {
		t.Errorf("a week later status shows %+v, error %v", o.Automatic, err)
	}
}
