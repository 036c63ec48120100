package host_test

import (
	"bytes"
	"encoding/json"
	"io"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"keryx/adjudicator/host/hosttest"

	"github.com/emersion/go-message"

	"keryx/adjudicator"
	"keryx/store"
)

// Imagine makes the Hellespont of the tests imagine games, as the real one does.
func (l leaky) Imagine(scenario string, side adjudicator.Side, position []byte, r *rand.Rand) (adjudicator.Game, error) {
	return l.Ruleset.(adjudicator.Imaginer).Imagine(scenario, side, position, r)
}

// TestCheck: a file can be looked at before it is sent. The answer has the words of the
// refusal that it would get, and the game, and what the file is worth later, stay as they
// were.
func TestCheck(t *testing.T) {
	c := theatre(t)
	before := c.World()
	send := func(first, text string) (store.InboxState, store.OutboxMail) {
		c.Sent()
		row := c.Receive(hosttest.Letter(hosttest.NorthAt, hosttest.Sign(t, hosttest.People()["north"].SSH, first+c.Orders("athens", text), c.Time),
			"Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: 8bit"))
		got := slices.DeleteFunc(c.Sent(), func(m store.OutboxMail) bool { return m.Recipient != hosttest.NorthAt })
		if len(got) != 1 {
			t.Fatalf("%s: sent are %v", text, hosttest.KindsOf(got))
		}
		return row.State, got[0]
	}
	flat := func(m store.OutboxMail) string { return strings.Join(strings.Fields(hosttest.TextOf(t, m)), " ") }
	hopeless := "spend 3/activate Sestos/move T4 H3 to Lampsakos/move T10 to T29"
	for _, word := range []string{"check\n", "keryx request 1\nCheck\n", "vérifier\n"} {
		state, answer := send(word, hopeless)
		if state != store.Command || answer.Kind != "reply" {
			t.Errorf("%q: %s, a %s", word, state, answer.Kind)
		}
		refusal := flat(answer)
		for _, want := range []string{"it would be refused", "line " + line(7, word), "line " + line(8, word), "3.3", "Lampsakos"} {
			if !strings.Contains(refusal, want) {
				t.Errorf("%q: %q is missing from\n%s", word, want, refusal)
			}
		}
		c.Unmoved(before)
	}
	state, answer := send("check\n", "spend 3/activate Sestos/end")
	if state != store.Command || !strings.Contains(flat(answer), "No error was found in it.") || !strings.Contains(flat(answer), "activate Sestos") {
		t.Errorf("%s:\n%s", state, hosttest.TextOf(t, answer))
	}
	c.Unmoved(before)
	state, answer = send("check\n", "spend 3/activate Sestos/end/standing/when attacked at sea: stand/when attacked in M5: evade to port")
	for _, want := range []string{"No error was found in it.", "would be accepted", "“when attacked in M5” can never apply"} {
		if state != store.Command || !strings.Contains(flat(answer), want) {
			t.Errorf("%s, %q is missing from:\n%s", state, want, hosttest.TextOf(t, answer))
		}
	}
	c.Unmoved(before)
	below := strings.Replace(c.Orders("athens", "spend 3/activate Sestos/end"), "orders", "vérifier\norders", 1)
	if row := c.Receive(hosttest.Letter(hosttest.NorthAt, hosttest.Sign(t, hosttest.People()["north"].SSH, below, c.Time),
		"Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: 8bit")); row.State != store.Faulty {
		t.Errorf("with the request below the header it is %s", row.State)
	}
	if got := c.Sent(); len(got) != 1 || !strings.Contains(flat(got[0]), "The request “vérifier” is below the header") {
		t.Errorf("with the request below the header: %v", hosttest.KindsOf(got))
	}
	if state, answer := send("", "spend 3/activate Sestos/end"); state != store.Accepted || answer.Kind != "receipt" {
		t.Errorf("sent as orders afterwards it is %s, and answered by a %s", state, answer.Kind)
	}
	if state, answer := send("check\nstatus\n", ""); state != store.Command || answer.Kind != "reply" {
		t.Errorf("%s, %s", state, answer.Kind)
	}
}

// line is a number of a line below the words that ask for a check.
func line(n int, words string) string {
	return strconv.Itoa(n+strings.Count(words, "\n")) + ":"
}

// TestCheckTellsNothingHidden: what a check says is the same whatever the enemy has sealed
// or ordered; it is made from what the side knows.
func TestCheckTellsNothingHidden(t *testing.T) {
	var first string
	for i, enemy := range []string{"", "bid 0", "bid 3/phase C/march 3", "bid 2/standing/reaction: ambush, else hold"} {
		c := hosttest.NewClub(t)
		if enemy != "" {
			c.Order("south", enemy)
		}
		c.Sent()
		c.Receive(hosttest.Letter(hosttest.NorthAt, c.Signed("north", "check\n"+c.Orders("north", "bid 1/march 9/frobnicate"))))
		got := c.Sent()
		if len(got) != 1 {
			t.Fatalf("with %q: %v", enemy, hosttest.KindsOf(got))
		}
		if answer := hosttest.TextOf(t, got[0]); i == 0 {
			first = answer
		} else if answer != first {
			t.Errorf("with %q the check says\n%s\nelse\n%s", enemy, answer, first)
		}
	}
}

// TestSituationOfAReportIsEnough: the file that goes with a report is what a check needs.
func TestSituationOfAReportIsEnough(t *testing.T) {
	c := theatre(t)
	s := attachment(t, hosttest.LastMail(c, hosttest.NorthAt), "situation.json")
	var known struct {
		Standing string
		Asked    struct{ Kind string }
		Position struct{ Moment struct{ At string } }
	}
	hosttest.Check(t, json.Unmarshal(s, &known))
	if known.Asked.Kind != "spend" || known.Position.Moment.At != "spend" {
		t.Errorf("%+v", known)
	}
	var theirs map[string]map[string]any
	_ = json.Unmarshal(attachment(t, hosttest.LastMail(c, hosttest.SouthAt), "situation.json"), &theirs)
	if theirs["position"]["moment"] != nil {
		t.Error("who is asked nothing is told where the turn stands")
	}
}

// attachment is the file of a mail whose name ends so.
func attachment(t *testing.T, m store.OutboxMail, name string) []byte {
	t.Helper()
	e, err := message.Read(bytes.NewReader(m.Raw))
	hosttest.Check(t, err)
	var found []byte
	hosttest.Check(t, e.Walk(func(_ []int, part *message.Entity, err error) error {
		if err != nil {
			return err
		}
		if _, params, _ := part.Header.ContentDisposition(); strings.HasSuffix(params["filename"], name) {
			found, err = io.ReadAll(part.Body)
		}
		return err
	}))
	return found
}
