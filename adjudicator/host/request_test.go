package host_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

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

// ask sends signed requests, parted by "/", and returns the answers.
func (c *club) ask(name, requests string) []store.OutboxMail {
	c.t.Helper()
	c.sent()
	c.receive(letter(people()[name].address, c.signed(name, strings.ReplaceAll(requests, "/", "\n")+"\n"),
		"Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: 8bit"))
	return c.sent()
}

// TestRequests asks for one thing after the other. Whatever is asked, no game moves.
func TestRequests(t *testing.T) {
	tests := []struct {
		ask     string
		state   store.InboxState
		answers []string
		says    []string
	}{
		{"help", store.Command, []string{"reply"}, []string{"What you can ask for by email", "keryx request 1", serverAddress, "20 answers to questions in a day at most, 100 to requests that change something, and 40 old reports"}},
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
			c := newClub(t)
			before := c.world()
			got := c.ask("north", tt.ask)
			row := c.lastReceived()
			if row.State != tt.state {
				t.Errorf("state %s (%s), want %s", row.State, row.Reason, tt.state)
			}
			want := []string{}
			for _, kind := range tt.answers {
				want = append(want, kind+" "+northAt)
			}
			if d := cmp.Diff(want, kinds(got)); d != "" {
				t.Fatalf("answers (-want +got):\n%s", d)
			}
			for _, m := range got {
				if strings.Contains(strings.ReplaceAll(text(t, m), "‹ford.", ""), "‹") { // the small game has no texts
					t.Errorf("a text is missing:\n%s", text(t, m))
				}
			}
			for _, words := range tt.says {
				if !says(t, got[0], words) {
					t.Errorf("the answer does not say %q:\n%s", words, text(t, got[0]))
				}
			}
			c.unmoved(before)
			c.order("north", "bid 1") // the code is still that of the first report
		})
	}
}

// says reports whether a mail says something, line ends and capitals aside.
func says(t *testing.T, m store.OutboxMail, words string) bool {
	plain := func(s string) string { return strings.ToLower(strings.Join(strings.Fields(s), " ")) }
	return strings.Contains(plain(text(t, m)), plain(words))
}

// An old report is sent again with the bytes it had, in a letter of today.
func TestOldReport(t *testing.T) {
	c := newClub(t)
	first := c.sent()[0]
	c.order("north", "bid 2/pass/pass/loot 0/loot 0")
	c.order("south", "bid 0/pass/pass/loot 0/loot 0")
	all := c.sent()
	if turn := c.turn(); turn != 2 {
		t.Fatalf("turn %d", turn)
	}
	c.now = c.now.Add(time.Hour)
	got := c.ask("north", "report turn 1")
	var mine []store.OutboxMail
	for _, m := range append([]store.OutboxMail{first}, all...) {
		if m.Recipient == northAt && m.Kind != "question" {
			mine = append(mine, m)
		}
	}
	if len(got) < 2 || len(got) > len(mine)+1 {
		t.Fatalf("%d reports of turn 1: %q; there were %q", len(got), kinds(got), kinds(mine))
	}
	old, err := mail.ReadReport(first.Raw)
	check(t, err)
	again, err := mail.ReadReport(got[0].Raw)
	check(t, err)
	if !bytes.Equal(again.Copy(), first.Raw) {
		t.Error("the report has changed")
	}
	if again.MessageID == old.MessageID || !again.Date.After(old.Date) {
		t.Errorf("the envelope is the old one: %s of %s", again.MessageID, again.Date)
	}
	if again.Subject != "[copy] "+old.Subject || again.To != old.To {
		t.Errorf("%q to %s, for %q", again.Subject, again.To, old.Subject)
	}
	code := c.seat("north").Answers
	if again := c.ask("north", "report "+strings.ToLower(code)); len(again) != 1 || !strings.Contains(text(t, again[0]), code) {
		t.Errorf("the report %s: %q", code, kinds(again))
	}
	if got := c.ask("south", "report "+code); len(got) != 1 || got[0].Kind != "reply" {
		t.Errorf("the enemy gets the report %s: %q", code, kinds(got))
	}
}

// A player of several games must say which he means.
func TestRequestsInSeveralGames(t *testing.T) {
	c := newClub(t)
	other := c.found()
	c.now = c.now.Add(time.Hour)
	got := c.ask("north", "status")
	if d := cmp.Diff([]string{"reply " + northAt}, kinds(got)); d != "" {
		t.Fatal(d)
	}
	for _, words := range []string{c.game, other, "your orders are awaited until", "North"} {
		if !strings.Contains(text(t, got[0]), words) {
			t.Errorf("the list does not say %q:\n%s", words, text(t, got[0]))
		}
	}
	if got := c.ask("north", "template"); len(got) != 1 || c.lastReceived().State != store.Faulty {
		t.Errorf("a template of no game in particular: %q", kinds(got))
	}
	got = c.ask("north", fmt.Sprintf("status %s/game %s/template", c.game, other))
	if d := cmp.Diff([]string{"waiting " + northAt, "form " + northAt}, kinds(got)); d != "" {
		t.Fatal(d)
	}
	if !strings.Contains(text(t, got[0]), c.game) || !strings.Contains(text(t, got[1]), other) {
		t.Error("the answers are of the wrong games")
	}
	if got := c.ask("third", "status "+c.game); len(got) != 1 || !strings.Contains(text(t, got[0]), "no game") {
		t.Errorf("somebody who does not play: %q", kinds(got))
	}
}

// What is asked without a proof shows no game: help is sent once a day, to a
// registered address; all else is refused.
func TestUnsignedRequests(t *testing.T) {
	subject := func(from, subject, body string) []byte {
		return bytes.Replace(letter(from, body), []byte("Subject: Orders"), []byte("Subject: "+subject), 1)
	}
	for name, tt := range map[string]struct {
		raw     []byte
		state   store.InboxState
		answers []string
		says    string
	}{
		"in the text":                     {letter(northAt, "help\n"), store.Command, []string{"help " + northAt}, "What you can ask for"},
		"in the subject":                  {subject(northAt, "Re: HELP orders!", "I am lost.\n"), store.Command, []string{"help " + northAt}, "Writing orders"},
		"in French":                       {letter(northAt, "aide hellespont\n"), store.Command, []string{"help " + northAt}, "activate Sestos"},
		"on no topic":                     {letter(northAt, "help me\n"), store.Command, []string{"help " + northAt}, "What you can ask for"},
		"in HTML alone":                   {subject(northAt, "help", "<p>x</p>\n"), store.Command, []string{"help " + northAt}, "What you can ask for"},
		"of a stranger":                   {letter("stranger@example.net", "help\n"), store.Unsigned, nil, ""},
		"of a program":                    {letter(northAt, "help\n", "Auto-Submitted: auto-replied"), store.Automatic, nil, ""},
		"for a status":                    {letter(northAt, "status\n"), store.Unsigned, []string{"unsigned " + northAt}, "not signed"},
		"for a report":                    {subject(northAt, "report turn 1", "report turn 1\n"), store.Unsigned, []string{"unsigned " + northAt}, "not signed"},
		"with a signature that is forged": {letter(northAt, sign(t, people()["mallory"].ssh, "status\n", noon)), store.BadSignature, []string{"bad-signature " + northAt}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			c := newClub(t)
			c.sent()
			if row := c.receive(tt.raw); row.State != tt.state {
				t.Errorf("state %s (%s), want %s", row.State, row.Reason, tt.state)
			}
			got := c.sent()
			if d := cmp.Diff(append([]string{}, tt.answers...), kinds(got)); d != "" {
				t.Fatalf("answers (-want +got):\n%s", d)
			}
			if len(got) == 0 {
				return
			}
			said := text(t, got[0])
			if !says(t, got[0], tt.says) || strings.Contains(said, c.game) || strings.Contains(said, c.seat("north").Answers) {
				t.Errorf("the answer:\n%s", said)
			}
			if got[0].EnvelopeFrom != "" {
				t.Errorf("it can bounce to %s", got[0].EnvelopeFrom)
			}
			c.receive([]byte("X-Copy: 1\r\n" + string(tt.raw)))
			if again := c.sent(); len(again) > 1 || len(again) == 1 && !says(t, again[0], "contained no valid orders either") {
				t.Errorf("more than a line on the same day: %q", kinds(again))
			}
			c.now = c.now.Add(24 * time.Hour)
			c.receive(letter(northAt, "help\n"))
			if again := c.sent(); len(again) != 1 {
				t.Errorf("on the next day: %q", kinds(again))
			}
		})
	}
}

// A request that is signed by a key for one game opens no other.
func TestRequestWithAKeyOfOneGame(t *testing.T) {
	c := newClub(t)
	other := c.found()
	c.update(func(tx store.Tx) error {
		k, err := tx.KeyByFingerprint(people()["north"].ssh.Public().Fingerprint)
		if err != nil {
			return err
		}
		k.Game = other
		return tx.UpdateKey(k)
	})
	if got := c.ask("north", "status "+c.game); len(got) != 1 || got[0].Kind != "reply" {
		t.Errorf("the key of %s opens %s: %q", other, c.game, kinds(got))
	}
	if got := c.ask("north", "status"); len(got) != 1 || got[0].Kind != "waiting" || got[0].Game != other {
		t.Errorf("the key's own game: %q", kinds(got))
	}
}

// What is asked while the enemy has already answered a question put to both, and while
// he has not, gets the same answer.
func TestStatusDoesNotTellThatTheEnemyHasAnswered(t *testing.T) {
	var seen []string
	for _, answered := range []bool{false, true} {
		c := newClub(t)
		if answered {
			c.order("south", "bid 3")
		}
		got := c.ask("north", "status/template")
		code := c.seat("north").Answers
		for _, m := range got {
			seen = append(seen, strings.ReplaceAll(text(t, m), code, "CODE"))
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
			envelopes = 1000 // the same envelopes for both
			got[i] = c.ask(name, "status/template/report/odds naval in M4 2xT10 against T20")
		}
		for n := range got[0] {
			if n >= len(got[1]) || !bytes.Equal(got[0][n].Raw, got[1][n].Raw) {
				t.Errorf("seed %d: answer %d differs:\n%s", seed, n, cmp.Diff(text(t, got[0][n]), text(t, got[1][n])))
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
	c := newClub(t)
	answers, reports := 0, 0
	for n := range 60 {
		for _, m := range c.ask("north", fmt.Sprintf("report/# %d", n)) {
			if m.Kind == "again" {
				reports++
				continue
			}
			if answers++; !says(t, m, "40 old reports are sent on one day") {
				t.Errorf("what is not sent is not told:\n%s", text(t, m))
			}
		}
	}
	if answers != 20 || reports != 40 {
		t.Errorf("%d answers and %d reports in a day, want 20 and 40", answers, reports)
	}
	// Of one text half of that, so that copies of a mail leave something to its author.
	same := 0
	for range 60 {
		same += len(c.ask("south", "status"))
	}
	if same != 10 {
		t.Errorf("one text was answered %d times in a day, want 10", same)
	}
	if got := c.ask("south", "help"); len(got) != 1 {
		t.Error("the other player's budget is spent")
	}
	c.order("north", "bid 1")
	c.now = c.now.Add(24 * time.Hour)
	if got := c.ask("north", "status"); len(got) != 1 {
		t.Errorf("on the next day: %q", kinds(got))
	}
}

// What a substitute asks for is sent to him and to nobody else.
func TestSubstituteAsks(t *testing.T) {
	c := newClub(t)
	c.substitute("north", "third")
	got := c.ask("third", "status "+c.game+"/report "+c.game)
	if d := cmp.Diff([]string{"waiting third@example.org", "again third@example.org"}, kinds(got)); d != "" {
		t.Error(d)
	}
}

// substitute names a substitute for a seat.
func (c *club) substitute(side, name string) {
	c.t.Helper()
	c.update(func(tx store.Tx) error {
		seat, err := tx.Seat(c.game, side)
		if err != nil {
			return err
		}
		seat.Substitutes = []string{people()[name].address}
		return tx.UpdateSeat(seat)
	})
}

// After the end of a game its last report is what can be asked for.
func TestStatusOfAGameThatIsOver(t *testing.T) {
	c := newClub(t, func(n *post.NewGame) { n.Contract = post.Defaults })
	for range 40 {
		c.now = c.now.Add(answerTime + time.Hour)
		c.sweep()
		over := false
		c.view(func(tx store.ReadTx) error {
			g, err := tx.Game(c.game)
			over = g.Status == store.Ended
			return err
		})
		if over {
			break
		}
	}
	if got := c.ask("north", "status"); len(got) != 1 || !strings.Contains(text(t, got[0]), "No game of yours is running") {
		t.Errorf("without a name: %q", kinds(got))
	}
	got := c.ask("north", "status "+c.game)
	if d := cmp.Diff([]string{"again " + northAt}, kinds(got)); d != "" {
		t.Fatal(d)
	}
	if last := inCopy(t, got[0]).Text; !strings.Contains(last, "has ended") {
		t.Errorf("the last report:\n%s", last)
	}
}

// A report that is sent again still bears the server's signature of then.
func TestOldReportIsStillSigned(t *testing.T) {
	c := newClub(t)
	c.now = time.Now().Add(-48 * time.Hour) // signatures are checked against the real clock
	c.Signer = people()["third"].pgp
	c.order("north", "phase D/loot 0")
	c.now = c.now.Add(24 * time.Hour)
	got := c.ask("north", "report")
	if d := cmp.Diff([]string{"again " + northAt}, kinds(got)); d != "" {
		t.Fatal(d)
	}
	again, err := mail.ReadReport(got[0].Raw)
	check(t, err)
	at, err := mail.CheckSeal(again.Copy(), people()["third"].pgp.Public())
	if err != nil || c.now.Sub(at) < 23*time.Hour {
		t.Errorf("signed at %s: %v", at, err)
	}
}
