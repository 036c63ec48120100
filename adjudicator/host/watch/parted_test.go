package watch_test

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/host/hosttest"

	"keryx/adjudicator"
	"keryx/mail"
	"keryx/store"
)

// reply is a text as somebody writes it who presses "reply".
func reply(c *hosttest.Club, side, orders string) string {
	return "Hello Keryx,\n\nhere are my orders. canary-greeting\n\n" + c.Orders(side, orders) +
		"\nThanks, and best regards,\ncanary-footer\n\nOn 11/21/26 10:16, Keryx wrote:\n> canary-quote\n> game " + c.Game + "\n> orders\n>   bid 3\n"
}

// TestThunderbirdReply sends a reply with a greeting, closing words and the quoted letter, all of it
// signed: the orders are taken, and the rest is told back to its author.
func TestThunderbirdReply(t *testing.T) {
	c := hosttest.NewClub(t)
	c.Sent()
	c.WantState(hosttest.Thunderbird(c, "north", hosttest.ServerAddress, reply(c, "north", "bid 1")), store.Accepted)
	c.Order("south", "bid 2")
	told := ""
	for _, m := range c.Sent() {
		said := hosttest.TextOf(t, m)
		if m.Recipient == hosttest.People()["north"].Address {
			told += said
			continue
		}
		if strings.Contains(said, "canary") {
			t.Errorf("what is north's alone went to %s:\n%s", m.Recipient, said)
		}
	}
	for _, want := range []string{"“Hello Keryx,”", "“here are my orders. canary-greeting”", "“Thanks, and best regards,”", "“canary-footer”", "quoted from another email"} {
		if !strings.Contains(told, want) {
			t.Errorf("the author is not told %q:\n%s", want, told)
		}
	}
	if strings.Contains(told, "canary-quote") {
		t.Error("the quoted letter came back")
	}
}

// TestChatPlaysNothing has somebody sign a letter to his enemy that holds a complete and current file,
// and the enemy send it on.
func TestChatPlaysNothing(t *testing.T) {
	c := hosttest.NewClub(t)
	c.Sent()
	before := c.World()
	file := c.Orders("north", "bid 1")
	c.WantState(hosttest.Thunderbird(c, "north", hosttest.People()["south"].Address, file), store.Faulty)
	c.WantState(hosttest.Letter(hosttest.People()["south"].Address, hosttest.Sign(t, hosttest.People()["north"].PGP, "Dear South,\n\nthis is what I would play.\n\n"+file, c.Time)), store.Faulty)
	c.WantState(hosttest.Letter(hosttest.People()["south"].Address, hosttest.Sign(t, hosttest.People()["north"].SSH, "at other@club.example\n"+file, c.Time)), store.Faulty)
	c.Unmoved(before)
	mails := c.Sent()
	if len(mails) != 3 {
		t.Fatalf("%d answers: %v", len(mails), hosttest.KindsOf(mails))
	}
	for i, want := range []string{"written to somebody else", "may be an email to somebody else", "names another server"} {
		said := hosttest.TextOf(t, mails[i])
		if mails[i].Recipient != hosttest.People()["north"].Address || !hosttest.Says(t, mails[i], want) || !strings.Contains(said, "at      "+hosttest.ServerAddress) {
			t.Errorf("answer %d to %s does not say %q, or shows no file to send again:\n%s", i, mails[i].Recipient, want, said)
		}
	}
	// The same words, sent to the server, are no copy of what was refused.
	c.WantState(hosttest.Letter(hosttest.People()["north"].Address, hosttest.Sign(t, hosttest.People()["north"].PGP, "Dear Keryx,\n\n"+strings.Replace(file, "orders\n", "at "+hosttest.ServerAddress+"\norders\n", 1), c.Time)), store.Accepted)
	c = hosttest.NewClub(t)
	file = c.Orders("north", "bid 1")
	c.WantState(hosttest.Thunderbird(c, "north", hosttest.People()["south"].Address, file), store.Faulty)
	c.WantState(hosttest.Thunderbird(c, "north", hosttest.ServerAddress, file), store.Accepted)
}

// TestOrderOutside refuses a file beside which something stands that is like an order.
func TestOrderOutside(t *testing.T) {
	c := hosttest.NewClub(t)
	for _, m := range []struct{ above, below, want string }{
		{"bid 2\n\n", "", "line 1"},
		{"", "\nbdi 2\n", "line 7"},
		{"", "--\nbid 2\n", "line 7"},
		{"", "\nFrom: Keryx <keryx@club.example>\nSubject: [moo-1]\n", "Delete that email"},
	} {
		c.Sent()
		before := c.World()
		c.WantState(hosttest.Thunderbird(c, "north", hosttest.ServerAddress, m.above+c.Orders("north", "bid 1")+m.below), store.Faulty)
		c.Unmoved(before)
		if said := hosttest.TextOf(t, c.Sent()[0]); !strings.Contains(said, m.want) {
			t.Errorf("%q, %q: the answer does not say %q:\n%s", m.above, m.below, m.want, said)
		}
	}
}

// TestAsideIsPrivate looks for what stood around orders wherever others than their author can look.
func TestAsideIsPrivate(t *testing.T) {
	c := hosttest.NewClub(t)
	c.WantState(hosttest.Thunderbird(c, "north", hosttest.ServerAddress, reply(c, "north", "bid 1")), store.Accepted)
	c.Order("south", "bid 2")
	entries, err := c.Reports.Ledger(t.Context(), c.Game)
	hosttest.Check(t, err)
	for _, e := range entries {
		if strings.Contains(string(e.Body), "canary") {
			t.Errorf("ledger entry %d: %s", e.Seq, e.Body)
		}
	}
	whole, err := c.Reports.LedgerAside(t.Context(), c.Game)
	hosttest.Check(t, err)
	if !slices.ContainsFunc(whole, func(e adjudicator.Entry) bool { return strings.Contains(string(e.Body), "canary-footer") }) {
		t.Error("who has to rule does not see what stood around the orders")
	}
	c.View(func(tx store.ReadTx) error {
		reports, err := tx.Reports(c.Game, "north")
		hosttest.Check(t, err)
		for _, r := range reports {
			raw := r.Body
			if len(raw) == 0 {
				m, err := tx.OutboxMail(r.Outbox)
				hosttest.Check(t, err)
				raw = m.Raw
			}
			if said := hosttest.TextOf(t, store.OutboxMail{Raw: raw}); strings.Contains(said, "canary") {
				t.Errorf("the report that is kept for whoever plays the seat next:\n%s", said)
			}
		}
		return nil
	})
	replayed, err := c.Games.Replay(t.Context(), c.Game)
	hosttest.Check(t, err)
	_ = replayed
}

// TestAsideStaysBehind looks for what stood around orders in what goes to others later: the pack of
// who takes the side over, the bundle of the game when it is over, and the database when its
// author has gone.
func TestAsideStaysBehind(t *testing.T) {
	c := hosttest.NewClub(t)
	c.WantState(hosttest.Thunderbird(c, "north", hosttest.ServerAddress, reply(c, "north", "bid 1")), store.Accepted)
	c.Order("south", "bid 0")
	c.Mails("third", "volunteer\n")
	c.CallSubstitute("north")
	c.CallSubstitute("north")
	c.Sent()
	c.Time = c.Time.Add(time.Hour)
	c.Mails("third", "take "+c.Game+" north\n")
	packs := 0
	for _, m := range c.Sent() {
		r, err := mail.ReadReport(m.Raw)
		hosttest.Check(t, err)
		if m.Recipient != hosttest.ThirdAt || m.Kind != "welcome" {
			continue
		}
		packs++
		for _, f := range r.Files {
			if strings.Contains(string(f.Data), "canary") {
				t.Errorf("the pack has it in %s:\n%s", f.Name, f.Data)
			}
			if strings.HasSuffix(f.Name, "-orders.txt") && !strings.Contains(string(f.Data), "bid 1") && strings.Contains(f.Name, "north") {
				t.Errorf("the pack lacks the orders:\n%s", f.Data)
			}
		}
	}
	if packs != 1 {
		t.Fatalf("%d packs", packs)
	}
	if row := c.Mails("south", "resign "+c.Game+" "+c.Seat("south").Answers+"\n"); c.Status() != store.Ended {
		t.Fatalf("resigning is %s: %s", row.State, row.Reason)
	}
	_, err := c.Outbox.Flush(t.Context(), hosttest.Carrying(func() error { return nil }))
	hosttest.Check(t, err)
	c.Signer = hosttest.NewSigner("server", mail.OpenPGP)
	bundle, err := hosttest.ExportBundle(c, nil)
	hosttest.Check(t, err)
	if within := holds(bundle, "canary"); within != "" {
		t.Errorf("the bundle has it:\n%s", within)
	}
	if holds(bundle, "bid 1") == "" {
		t.Error("the bundle lacks the orders, or is not read as it should be")
	}
	told, err := c.Watchers.Whole(t.Context(), c.Game)
	hosttest.Check(t, err)
	shown := ""
	for _, turn := range told.Turns {
		shown += fmt.Sprintf("%+v %+v", turn, turn.Whole)
	}
	if strings.Contains(shown, "canary") || !strings.Contains(shown, "bid 1") {
		t.Errorf("the archive has it, or lacks the orders:\n%s", shown)
	}
	if said := fmt.Sprintf("%+v", told.Proof); strings.Contains(said, "canary") {
		t.Errorf("the archive's proof has it:\n%s", said)
	}
	_, err = c.Upkeep.RemovePlayer(t.Context(), hosttest.NorthAt)
	hosttest.Check(t, err)
	entries, err := c.Reports.LedgerAside(t.Context(), c.Game)
	hosttest.Check(t, err)
	hosttest.Check(t, adjudicator.VerifyChain(entries))
	for _, e := range entries {
		if strings.Contains(string(e.Body), "canary") {
			t.Errorf("entry %d has it when its author is gone:\n%s", e.Seq, e.Body)
		}
		if strings.Contains(string(e.Body), hosttest.NorthAt) {
			t.Errorf("entry %d names who held a seat once and is gone:\n%s", e.Seq, e.Body)
		}
	}
	if _, err := c.Games.Replay(t.Context(), c.Game); err != nil {
		t.Errorf("the game does not replay: %v", err)
	}
}

// holds returns what of a file has a word in it: the file itself, or a run of base64.
func holds(file []byte, word string) string {
	if bytes.Contains(file, []byte(word)) {
		return string(file)
	}
	for _, run := range regexp.MustCompile(`[A-Za-z0-9+/]{8,}={0,2}`).FindAll(file, -1) {
		if text, err := base64.StdEncoding.DecodeString(string(run)); err == nil {
			if within := holds(text, word); within != "" {
				return within
			}
		}
	}
	return ""
}

// What stands around a resignation and around a ruling is told to nobody else either: the file of a
// finished game, which anybody may read, has neither.
func TestBundleHasNoAside(t *testing.T) {
	c := hosttest.Overseen(t)
	c.WithKey("open")
	said := c.Requests("third", hosttest.ThirdAt, "game "+c.Game+"\nruling\nextend north until 2026-12-24\nreason plain words\n--\ncanary-ruling\n")
	if strings.Contains(said, "“ruling") || strings.Contains(said, "“extend") || strings.Contains(said, "“reason") {
		t.Errorf("the receipt has the ruling's own lines as set aside:\n%s", said)
	}
	if !strings.Contains(said, "“canary-ruling”") {
		t.Errorf("the receipt does not tell what was set aside:\n%s", said)
	}
	said = c.Requests("south", hosttest.SouthAt, "Hello, canary-greeting\n\nresign "+c.Game+" "+c.Seat("south").Answers+"\n")
	if !strings.Contains(said, "canary-greeting") || c.Status() != store.Ended {
		t.Fatalf("the game is %s:\n%s", c.Status(), said)
	}
	file, err := hosttest.ExportBundle(c, nil)
	hosttest.Check(t, err)
	for _, canary := range []string{"canary-greeting", "canary-ruling"} {
		if readsAnywhere(file, canary) {
			t.Errorf("the bundle holds %s", canary)
		}
	}
}

// readsAnywhere reports whether a file holds a word, also within up to four layers of base64.
func readsAnywhere(file []byte, word string) bool {
	for range 4 {
		if bytes.Contains(file, []byte(word)) {
			return true
		}
		file = regexp.MustCompile(`[A-Za-z0-9+/]{24,}={0,2}`).ReplaceAllFunc(file, func(b []byte) []byte {
			out, err := base64.StdEncoding.DecodeString(string(b))
			if err != nil {
				return b
			}
			return out
		})
	}
	return bytes.Contains(file, []byte(word))
}

// A signed order file is an order, whoever sends it to the server: what says so is in the manual. Its
// author alone is answered.
func TestASignedFileIsAnOrder(t *testing.T) {
	c := hosttest.NewClub(t)
	shown := "at " + hosttest.ServerAddress + "\n" + c.Orders("north", "bid 1")
	c.Sent()
	c.WantState(hosttest.Letter(hosttest.SouthAt, c.Signed("north", shown)), store.Accepted)
	for _, m := range c.Sent() {
		if m.Recipient == hosttest.SouthAt {
			t.Errorf("who has sent it on is answered:\n%s", hosttest.TextOf(t, m))
		}
	}
}
