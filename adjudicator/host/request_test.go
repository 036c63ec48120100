package host_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/host/hosttest"

	"github.com/google/go-cmp/cmp"

	"keryx/adjudicator"
	"keryx/adjudicator/host/post"
	"keryx/mail"
	"keryx/orders"
	"keryx/store"
)

// Reckon makes the Hellespont of the tests tell chances, as the real one does.
func (l leaky) Reckon(at adjudicator.Position, s *orders.Statement) (adjudicator.Reckoning, []*orders.Diagnostic, error) {
	return l.Ruleset.(adjudicator.Reckoner).Reckon(at, s)
}

// TestRequests asks for one thing after the other. Whatever is asked, no game moves.
func TestRequests(t *testing.T) {
	tests := []struct {
		ask     string
		state   store.InboxState
		answers []string
		says    []string
	}{
		{"help", store.Command, []string{"reply"}, []string{"What you can ask for by email", "keryx request 1", hosttest.ServerAddress, "20 answers to questions in a day at most, 100 to requests that change something, and 40 old reports"}},
		{"Aide.", store.Command, []string{"reply"}, []string{"What you can ask for by email"}},
		{"keryx request 1", store.Command, []string{"reply"}, []string{"What you can ask for by email"}},
		{"help orders", store.Command, []string{"reply"}, []string{"Writing orders", "    answers K7Q2-9XWM"}},
		{"help signing", store.Command, []string{"reply"}, []string{"gpg --clearsign orders.txt"}},
		{"keryx request 1/help hellespont", store.Command, []string{"reply"}, []string{"activate Sestos", "use advantage for initiative"}},
		{"help readings", store.Command, []string{"reply"}, []string{"readings of unclear rules", "Here: One below 3 to 1", "Option “siege-ratio” of a game", "Otherwise: Three whenever it is below 3 to 1", "rule 5.1"}},
		{"help weather", store.Faulty, []string{"reply"}, []string{"line 1", "weather", "^^^^^^^", "signing"}},
		{"help orders standing", store.Faulty, []string{"reply"}, []string{"standing", "^^^^^^^^"}},

		{"status", store.Command, []string{"waiting"}, []string{"game ford-1", "Deadline", "bid 2"}},
		{"keryx request 1/# how is it going?/status # please/-- /North", store.Command, []string{"waiting"}, nil},
		{"status ford-1", store.Command, []string{"waiting"}, nil},
		{"game: Ford-1/side north/situation", store.Command, []string{"waiting"}, nil},
		{"template", store.Command, []string{"form"}, []string{"game    ford-1", "answers ", "bid 2"}},
		{"modèle ford-1", store.Command, []string{"form"}, []string{"game    ford-1"}},
		{"report", store.Command, []string{"again"}, nil},
		{"report turn 1", store.Command, []string{"again"}, nil},
		{"rapport ford-1 tour 1", store.Command, []string{"again"}, nil},

		{"help/status/report turn 1", store.Command, []string{"waiting", "again", "reply"}, nil},
		{"odds hellespont naval in M4 2xT10 against T20", store.Command, []string{"reply"}, []string{"Athens attacks Sparta at sea", "wins in"}},
		{"odds naval in M4 2xT10 against T20", store.Command, []string{"reply"}, []string{"Athens attacks Sparta at sea"}},
		{"help/odds hellespont naval in M4 99xT10 against T20", store.Command, []string{"reply"}, []string{"line 2", "no more counters T10", "^^^^^^"}},
		{"odds ford naval", store.Faulty, []string{"reply"}, []string{"cannot be worked out"}},

		{"keryx request 2/status", store.Faulty, []string{"reply"}, []string{"line 1", "keryx request 1"}},
		{"keryx request 1/march 2", store.Faulty, []string{"reply"}, []string{"line 2", "march", "^^^^^"}},
		{"status now", store.Faulty, []string{"reply"}, []string{"now", "^^^"}},
		{"status ford-9", store.Faulty, []string{"reply"}, []string{"ford-9", "^^^^^^", "Your games"}},
		{"game ford-1/side south/status", store.Faulty, []string{"reply"}, []string{"You do not play “south” in ford-1"}},
		{"report turn", store.Faulty, []string{"reply"}, []string{"number of the turn is missing"}},
		{"report turn seven", store.Faulty, []string{"reply"}, []string{"seven", "^^^^^"}},
		{"report turn 7", store.Faulty, []string{"reply"}, []string{"report turn 1"}},
		{"report AAAA-AAAA", store.Faulty, []string{"reply"}, []string{"^^^^^^^^^"}},
		{"report ABCD-2345", store.Faulty, []string{"reply"}, []string{"no such report", "^^^^^^^^^"}}, // could be a game
		{"report turn 1 please", store.Faulty, []string{"reply"}, []string{"please"}},
		{strings.Repeat("help/", 11), store.Command, []string{"reply"}, []string{"line 11", "more than 10 requests"}},
	}
	for _, tt := range tests {
		t.Run(tt.ask, func(t *testing.T) {
			c := hosttest.NewClub(t)
			before := c.World()
			got := c.Ask("north", tt.ask)
			row := c.LastReceived()
			if row.State != tt.state {
				t.Errorf("state %s (%s), want %s", row.State, row.Reason, tt.state)
			}
			want := []string{}
			for _, kind := range tt.answers {
				want = append(want, kind+" "+hosttest.NorthAt)
			}
			if d := cmp.Diff(want, hosttest.KindsOf(got)); d != "" {
				t.Fatalf("answers (-want +got):\n%s", d)
			}
			for _, m := range got {
				if strings.Contains(strings.ReplaceAll(hosttest.TextOf(t, m), "‹ford.", ""), "‹") { // the small game has no texts
					t.Errorf("a text is missing:\n%s", hosttest.TextOf(t, m))
				}
			}
			for _, words := range tt.says {
				if !hosttest.Says(t, got[0], words) {
					t.Errorf("the answer does not say %q:\n%s", words, hosttest.TextOf(t, got[0]))
				}
			}
			c.Unmoved(before)
			c.Order("north", "bid 1") // the code is still that of the first report
		})
	}
}

// An old report is sent again with the bytes it had, in a letter of today.
func TestOldReport(t *testing.T) {
	c := hosttest.NewClub(t)
	first := c.Sent()[0]
	c.Order("north", "bid 2/pass/pass/loot 0/loot 0")
	c.Order("south", "bid 0/pass/pass/loot 0/loot 0")
	all := c.Sent()
	if turn := c.Turn(); turn != 2 {
		t.Fatalf("turn %d", turn)
	}
	c.Time = c.Time.Add(time.Hour)
	got := c.Ask("north", "report turn 1")
	var mine []store.OutboxMail
	for _, m := range append([]store.OutboxMail{first}, all...) {
		if m.Recipient == hosttest.NorthAt && m.Kind != "question" {
			mine = append(mine, m)
		}
	}
	if len(got) < 2 || len(got) > len(mine)+1 {
		t.Fatalf("%d reports of turn 1: %q; there were %q", len(got), hosttest.KindsOf(got), hosttest.KindsOf(mine))
	}
	old, err := mail.ReadReport(first.Raw)
	hosttest.Check(t, err)
	again, err := mail.ReadReport(got[0].Raw)
	hosttest.Check(t, err)
	if !bytes.Equal(again.Copy(), first.Raw) {
		t.Error("the report has changed")
	}
	if again.MessageID == old.MessageID || !again.Date.After(old.Date) {
		t.Errorf("the envelope is the old one: %s of %s", again.MessageID, again.Date)
	}
	if again.Subject != "[copy] "+old.Subject || again.To != old.To {
		t.Errorf("%q to %s, for %q", again.Subject, again.To, old.Subject)
	}
	code := c.Seat("north").Answers
	if again := c.Ask("north", "report "+strings.ToLower(code)); len(again) != 1 || !strings.Contains(hosttest.TextOf(t, again[0]), code) {
		t.Errorf("the report %s: %q", code, hosttest.KindsOf(again))
	}
	if got := c.Ask("south", "report "+code); len(got) != 1 || got[0].Kind != "reply" {
		t.Errorf("the enemy gets the report %s: %q", code, hosttest.KindsOf(got))
	}
}

// A player of several games must say which he means.
func TestRequestsInSeveralGames(t *testing.T) {
	c := hosttest.NewClub(t)
	other := c.NewGame()
	c.Time = c.Time.Add(time.Hour)
	got := c.Ask("north", "status")
	if d := cmp.Diff([]string{"reply " + hosttest.NorthAt}, hosttest.KindsOf(got)); d != "" {
		t.Fatal(d)
	}
	for _, words := range []string{c.Game, other, "your orders are awaited until", "North"} {
		if !strings.Contains(hosttest.TextOf(t, got[0]), words) {
			t.Errorf("the list does not say %q:\n%s", words, hosttest.TextOf(t, got[0]))
		}
	}
	if got := c.Ask("north", "template"); len(got) != 1 || c.LastReceived().State != store.Faulty {
		t.Errorf("a template of no game in particular: %q", hosttest.KindsOf(got))
	}
	got = c.Ask("north", fmt.Sprintf("status %s/game %s/template", c.Game, other))
	if d := cmp.Diff([]string{"waiting " + hosttest.NorthAt, "form " + hosttest.NorthAt}, hosttest.KindsOf(got)); d != "" {
		t.Fatal(d)
	}
	if !strings.Contains(hosttest.TextOf(t, got[0]), c.Game) || !strings.Contains(hosttest.TextOf(t, got[1]), other) {
		t.Error("the answers are of the wrong games")
	}
	if got := c.Ask("third", "status "+c.Game); len(got) != 1 || !strings.Contains(hosttest.TextOf(t, got[0]), "no game") {
		t.Errorf("somebody who does not play: %q", hosttest.KindsOf(got))
	}
}

// What is asked without a proof shows no game: help is sent once a day, to a
// registered address; all else is refused.
func TestUnsignedRequests(t *testing.T) {
	subject := func(from, subject, body string) []byte {
		return bytes.Replace(hosttest.Letter(from, body), []byte("Subject: Orders"), []byte("Subject: "+subject), 1)
	}
	for name, tt := range map[string]struct {
		raw     []byte
		state   store.InboxState
		answers []string
		says    string
	}{
		"in the text":                     {hosttest.Letter(hosttest.NorthAt, "help\n"), store.Command, []string{"help " + hosttest.NorthAt}, "What you can ask for"},
		"in the subject":                  {subject(hosttest.NorthAt, "Re: HELP orders!", "I am lost.\n"), store.Command, []string{"help " + hosttest.NorthAt}, "Writing orders"},
		"in French":                       {hosttest.Letter(hosttest.NorthAt, "aide hellespont\n"), store.Command, []string{"help " + hosttest.NorthAt}, "activate Sestos"},
		"on no topic":                     {hosttest.Letter(hosttest.NorthAt, "help me\n"), store.Command, []string{"help " + hosttest.NorthAt}, "What you can ask for"},
		"in HTML alone":                   {subject(hosttest.NorthAt, "help", "<p>x</p>\n"), store.Command, []string{"help " + hosttest.NorthAt}, "What you can ask for"},
		"of a stranger":                   {hosttest.Letter("stranger@example.net", "help\n"), store.Unsigned, nil, ""},
		"of a program":                    {hosttest.Letter(hosttest.NorthAt, "help\n", "Auto-Submitted: auto-replied"), store.Automatic, nil, ""},
		"for a status":                    {hosttest.Letter(hosttest.NorthAt, "status\n"), store.Unsigned, []string{"unsigned " + hosttest.NorthAt}, "not signed"},
		"for a report":                    {subject(hosttest.NorthAt, "report turn 1", "report turn 1\n"), store.Unsigned, []string{"unsigned " + hosttest.NorthAt}, "not signed"},
		"with a signature that is forged": {hosttest.Letter(hosttest.NorthAt, hosttest.Sign(t, hosttest.People()["mallory"].SSH, "status\n", hosttest.Noon)), store.BadSignature, []string{"bad-signature " + hosttest.NorthAt}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			c := hosttest.NewClub(t)
			c.Sent()
			if row := c.Receive(tt.raw); row.State != tt.state {
				t.Errorf("state %s (%s), want %s", row.State, row.Reason, tt.state)
			}
			got := c.Sent()
			if d := cmp.Diff(append([]string{}, tt.answers...), hosttest.KindsOf(got)); d != "" {
				t.Fatalf("answers (-want +got):\n%s", d)
			}
			if len(got) == 0 {
				return
			}
			said := hosttest.TextOf(t, got[0])
			if !hosttest.Says(t, got[0], tt.says) || strings.Contains(said, c.Game) || strings.Contains(said, c.Seat("north").Answers) {
				t.Errorf("the answer:\n%s", said)
			}
			if got[0].EnvelopeFrom != "" {
				t.Errorf("it can bounce to %s", got[0].EnvelopeFrom)
			}
			c.Receive([]byte("X-Copy: 1\r\n" + string(tt.raw)))
			if again := c.Sent(); len(again) > 1 || len(again) == 1 && !hosttest.Says(t, again[0], "contained no valid orders either") {
				t.Errorf("more than a line on the same day: %q", hosttest.KindsOf(again))
			}
			c.Time = c.Time.Add(24 * time.Hour)
			c.Receive(hosttest.Letter(hosttest.NorthAt, "help\n"))
			if again := c.Sent(); len(again) != 1 {
				t.Errorf("on the next day: %q", hosttest.KindsOf(again))
			}
		})
	}
}

// A request that is signed by a key for one game opens no other.
func TestRequestWithAKeyOfOneGame(t *testing.T) {
	c := hosttest.NewClub(t)
	other := c.NewGame()
	c.Change(func(tx store.Tx) error {
		k, err := tx.KeyByFingerprint(hosttest.People()["north"].SSH.Public().Fingerprint)
		if err != nil {
			return err
		}
		k.Game = other
		return tx.UpdateKey(k)
	})
	if got := c.Ask("north", "status "+c.Game); len(got) != 1 || got[0].Kind != "reply" {
		t.Errorf("the key of %s opens %s: %q", other, c.Game, hosttest.KindsOf(got))
	}
	if got := c.Ask("north", "status"); len(got) != 1 || got[0].Kind != "waiting" || got[0].Game != other {
		t.Errorf("the key's own game: %q", hosttest.KindsOf(got))
	}
}

// What is asked while the enemy has already answered a question put to both, and while
// he has not, gets the same answer.
func TestStatusDoesNotTellThatTheEnemyHasAnswered(t *testing.T) {
	var seen []string
	for _, answered := range []bool{false, true} {
		c := hosttest.NewClub(t)
		if answered {
			c.Order("south", "bid 3")
		}
		got := c.Ask("north", "status/template")
		code := c.Seat("north").Answers
		for _, m := range got {
			seen = append(seen, strings.ReplaceAll(hosttest.TextOf(t, m), code, "CODE"))
		}
	}
	if d := cmp.Diff(seen[:2], seen[2:]); d != "" {
		t.Errorf("the answers differ:\n%s", d)
	}
}

// Each twin asks at every turn of a game for all that can be asked: the answers do not
// differ by a byte.
func TestRequestsOfTwins(t *testing.T) {
	pairs := 0
	for seed := range uint64(8) {
		tw := newTwins(t, "hellespont", seed)
		if tw.apart || tw.own(tw.clubs[0]) != tw.own(tw.clubs[1]) {
			continue // what one has drawn himself may differ
		}
		name := []string{"north", "south"}[tw.blind]
		var got [2][]store.OutboxMail
		for i, c := range tw.clubs {
			hosttest.Envelopes = 1000 // the same envelopes for both
			got[i] = c.Ask(name, "status/template/report/odds naval in M4 2xT10 against T20")
		}
		for n := range got[0] {
			if n >= len(got[1]) || !bytes.Equal(got[0][n].Raw, got[1][n].Raw) {
				t.Errorf("seed %d: answer %d differs:\n%s", seed, n, cmp.Diff(hosttest.TextOf(t, got[0][n]), hosttest.TextOf(t, got[1][n])))
			}
			pairs++
		}
	}
	if pairs < 8 {
		t.Errorf("only %d pairs of mails were compared", pairs)
	}
}

// The requests of one player are answered a certain number of times a day, and he can
// still send orders.
func TestRequestBudget(t *testing.T) {
	c := hosttest.NewClub(t)
	answers, reports := 0, 0
	for n := range 60 {
		for _, m := range c.Ask("north", fmt.Sprintf("report/# %d", n)) {
			if m.Kind == "again" {
				reports++
				continue
			}
			if answers++; !hosttest.Says(t, m, "40 old reports are sent on one day") {
				t.Errorf("what is not sent is not told:\n%s", hosttest.TextOf(t, m))
			}
		}
	}
	if answers != 20 || reports != 40 {
		t.Errorf("%d answers and %d reports in a day, want 20 and 40", answers, reports)
	}
	// Of one text half of that, so that copies of a mail leave something to its author.
	same := 0
	for range 60 {
		same += len(c.Ask("south", "status"))
	}
	if same != 10 {
		t.Errorf("one text was answered %d times in a day, want 10", same)
	}
	if got := c.Ask("south", "help"); len(got) != 1 {
		t.Error("the other player's budget is spent")
	}
	c.Order("north", "bid 1")
	c.Time = c.Time.Add(24 * time.Hour)
	if got := c.Ask("north", "status"); len(got) != 1 {
		t.Errorf("on the next day: %q", hosttest.KindsOf(got))
	}
}

// What a substitute asks for is sent to him and to nobody else.
func TestSubstituteAsks(t *testing.T) {
	c := hosttest.NewClub(t)
	c.Substitute("north", "third")
	got := c.Ask("third", "status "+c.Game+"/report "+c.Game)
	if d := cmp.Diff([]string{"waiting third@example.org", "again third@example.org"}, hosttest.KindsOf(got)); d != "" {
		t.Error(d)
	}
}

// After the end of a game its last report is what can be asked for.
func TestStatusOfAGameThatIsOver(t *testing.T) {
	c := hosttest.NewClub(t, func(n *post.NewGame) { n.Contract = post.Defaults })
	for range 40 {
		c.Time = c.Time.Add(hosttest.AnswerTime + time.Hour)
		c.SweepNow()
		over := false
		c.View(func(tx store.ReadTx) error {
			g, err := tx.Game(c.Game)
			over = g.Status == store.Ended
			return err
		})
		if over {
			break
		}
	}
	if got := c.Ask("north", "status"); len(got) != 1 || !strings.Contains(hosttest.TextOf(t, got[0]), "No game of yours is running") {
		t.Errorf("without a name: %q", hosttest.KindsOf(got))
	}
	got := c.Ask("north", "status "+c.Game)
	if d := cmp.Diff([]string{"again " + hosttest.NorthAt}, hosttest.KindsOf(got)); d != "" {
		t.Fatal(d)
	}
	if last := hosttest.InCopy(t, got[0]).Text; !strings.Contains(last, "has ended") {
		t.Errorf("the last report:\n%s", last)
	}
}

// A report that is sent again still bears the server's signature of then.
func TestOldReportIsStillSigned(t *testing.T) {
	c := hosttest.NewClub(t)
	c.Time = time.Now().Add(-48 * time.Hour) // signatures are checked against the real clock
	c.Signer = hosttest.People()["third"].PGP
	c.Order("north", "phase D/loot 0")
	c.Time = c.Time.Add(24 * time.Hour)
	got := c.Ask("north", "report")
	if d := cmp.Diff([]string{"again " + hosttest.NorthAt}, hosttest.KindsOf(got)); d != "" {
		t.Fatal(d)
	}
	again, err := mail.ReadReport(got[0].Raw)
	hosttest.Check(t, err)
	at, err := mail.CheckSeal(again.Copy(), hosttest.People()["third"].PGP.Public())
	if err != nil || c.Time.Sub(at) < 23*time.Hour {
		t.Errorf("signed at %s: %v", at, err)
	}
}
