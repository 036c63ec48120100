package host_test

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator"
	"keryx/mail"
	"keryx/store"
)

// thunderbird is a mail as Thunderbird signs one: the header stands once more within the signature.
func (c *club) thunderbird(name, to, text string) []byte {
	c.t.Helper()
	part := "Content-Type: multipart/mixed; boundary=\"mm\"; protected-headers=\"v1\"\nFrom: " + people()[name].address +
		"\nTo: Keryx <" + to + ">\nSubject: Re: orders\n\n--mm\nContent-Type: text/plain; charset=UTF-8; format=flowed\nContent-Transfer-Encoding: 8bit\n\n" + text + "\n--mm--\n"
	proof, err := people()[name].pgp.SignOctets([]byte(strings.ReplaceAll(part, "\n", "\r\n")), c.now)
	check(c.t, err)
	body := "--frame\n" + part + "\n--frame\nContent-Type: application/pgp-signature\n\n" + string(proof) + "\n--frame--\n"
	return letter(people()[name].address, body, `Content-Type: multipart/signed; boundary="frame"; protocol="application/pgp-signature"`)
}

// reply is a text as somebody writes it who presses "reply".
func (c *club) reply(side, orders string) string {
	return "Hello Keryx,\n\nhere are my orders. canary-greeting\n\n" + c.orders(side, orders) +
		"\nThanks, and best regards,\ncanary-footer\n\nOn 11/21/26 10:16, Keryx wrote:\n> canary-quote\n> game " + c.game + "\n> orders\n>   bid 3\n"
}

// TestThunderbirdReply sends a reply with a greeting, closing words and the quoted letter, all of it
// signed: the orders are taken, and the rest is told back to its author.
func TestThunderbirdReply(t *testing.T) {
	c := newClub(t)
	c.sent()
	c.wantState(c.thunderbird("north", serverAddress, c.reply("north", "bid 1")), store.Accepted)
	c.order("south", "bid 2")
	told := ""
	for _, m := range c.sent() {
		said := text(t, m)
		if m.Recipient == people()["north"].address {
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
	c := newClub(t)
	c.sent()
	before := c.world()
	file := c.orders("north", "bid 1")
	c.wantState(c.thunderbird("north", people()["south"].address, file), store.Faulty)
	c.wantState(letter(people()["south"].address, sign(t, people()["north"].pgp, "Dear South,\n\nthis is what I would play.\n\n"+file, c.now)), store.Faulty)
	c.wantState(letter(people()["south"].address, sign(t, people()["north"].ssh, "at other@club.example\n"+file, c.now)), store.Faulty)
	c.unmoved(before)
	mails := c.sent()
	if len(mails) != 3 {
		t.Fatalf("%d answers: %v", len(mails), kinds(mails))
	}
	for i, want := range []string{"written to somebody else", "may be an email to somebody else", "names another server"} {
		said := text(t, mails[i])
		if mails[i].Recipient != people()["north"].address || !says(t, mails[i], want) || !strings.Contains(said, "at      "+serverAddress) {
			t.Errorf("answer %d to %s does not say %q, or shows no file to send again:\n%s", i, mails[i].Recipient, want, said)
		}
	}
	// The same words, sent to the server, are no copy of what was refused.
	c.wantState(letter(people()["north"].address, sign(t, people()["north"].pgp, "Dear Keryx,\n\n"+strings.Replace(file, "orders\n", "at "+serverAddress+"\norders\n", 1), c.now)), store.Accepted)
	c = newClub(t)
	file = c.orders("north", "bid 1")
	c.wantState(c.thunderbird("north", people()["south"].address, file), store.Faulty)
	c.wantState(c.thunderbird("north", serverAddress, file), store.Accepted)
}

// TestOrderOutside refuses a file beside which something stands that is like an order.
func TestOrderOutside(t *testing.T) {
	c := newClub(t)
	for _, m := range []struct{ above, below, want string }{
		{"bid 2\n\n", "", "line 1"},
		{"", "\nbdi 2\n", "line 7"},
		{"", "--\nbid 2\n", "line 7"},
		{"", "\nFrom: Keryx <keryx@club.example>\nSubject: [moo-1]\n", "Delete that email"},
	} {
		c.sent()
		before := c.world()
		c.wantState(c.thunderbird("north", serverAddress, m.above+c.orders("north", "bid 1")+m.below), store.Faulty)
		c.unmoved(before)
		if said := text(t, c.sent()[0]); !strings.Contains(said, m.want) {
			t.Errorf("%q, %q: the answer does not say %q:\n%s", m.above, m.below, m.want, said)
		}
	}
}

// TestAsideIsPrivate looks for what stood around orders wherever others than their author can look.
func TestAsideIsPrivate(t *testing.T) {
	c := newClub(t)
	c.wantState(c.thunderbird("north", serverAddress, c.reply("north", "bid 1")), store.Accepted)
	c.order("south", "bid 2")
	entries, err := c.Reports.Ledger(t.Context(), c.game)
	check(t, err)
	for _, e := range entries {
		if strings.Contains(string(e.Body), "canary") {
			t.Errorf("ledger entry %d: %s", e.Seq, e.Body)
		}
	}
	whole, err := c.Reports.LedgerAside(t.Context(), c.game)
	check(t, err)
	if !slices.ContainsFunc(whole, func(e adjudicator.Entry) bool { return strings.Contains(string(e.Body), "canary-footer") }) {
		t.Error("who has to rule does not see what stood around the orders")
	}
	c.view(func(tx store.ReadTx) error {
		reports, err := tx.Reports(c.game, "north")
		check(t, err)
		for _, r := range reports {
			raw := r.Body
			if len(raw) == 0 {
				m, err := tx.OutboxMail(r.Outbox)
				check(t, err)
				raw = m.Raw
			}
			if said := text(t, store.OutboxMail{Raw: raw}); strings.Contains(said, "canary") {
				t.Errorf("the report that is kept for whoever plays the seat next:\n%s", said)
			}
		}
		return nil
	})
	replayed, err := c.Games.Replay(t.Context(), c.game)
	check(t, err)
	_ = replayed
}

// TestAsideStaysBehind looks for what stood around orders in what goes to others later: the pack of
// who takes the side over, the bundle of the game when it is over, and the database when its
// author has gone.
func TestAsideStaysBehind(t *testing.T) {
	c := newClub(t)
	c.wantState(c.thunderbird("north", serverAddress, c.reply("north", "bid 1")), store.Accepted)
	c.order("south", "bid 0")
	c.says("third", "volunteer\n")
	c.call("north")
	c.call("north")
	c.sent()
	c.now = c.now.Add(time.Hour)
	c.says("third", "take "+c.game+" north\n")
	packs := 0
	for _, m := range c.sent() {
		r, err := mail.ReadReport(m.Raw)
		check(t, err)
		if m.Recipient != thirdAt || m.Kind != "welcome" {
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
	if row := c.says("south", "resign "+c.game+" "+c.seat("south").Answers+"\n"); c.status() != store.Ended {
		t.Fatalf("resigning is %s: %s", row.State, row.Reason)
	}
	_, err := c.Outbox.Flush(t.Context(), carrying(func() error { return nil }))
	check(t, err)
	c.Signer = newSigner("server", mail.OpenPGP)
	bundle, err := c.export(nil)
	check(t, err)
	if within := holds(bundle, "canary"); within != "" {
		t.Errorf("the bundle has it:\n%s", within)
	}
	if holds(bundle, "bid 1") == "" {
		t.Error("the bundle lacks the orders, or is not read as it should be")
	}
	told, err := c.Watchers.Whole(t.Context(), c.game)
	check(t, err)
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
	_, err = c.Upkeep.RemovePlayer(t.Context(), northAt)
	check(t, err)
	entries, err := c.Reports.LedgerAside(t.Context(), c.game)
	check(t, err)
	check(t, adjudicator.VerifyChain(entries))
	for _, e := range entries {
		if strings.Contains(string(e.Body), "canary") {
			t.Errorf("entry %d has it when its author is gone:\n%s", e.Seq, e.Body)
		}
		if strings.Contains(string(e.Body), northAt) {
			t.Errorf("entry %d names who held a seat once and is gone:\n%s", e.Seq, e.Body)
		}
	}
	if _, err := c.Games.Replay(t.Context(), c.game); err != nil {
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
	c := overseen(t)
	c.withKey("open")
	said := c.requests("third", thirdAt, "game "+c.game+"\nruling\nextend north until 2026-12-24\nreason plain words\n--\ncanary-ruling\n")
	if strings.Contains(said, "“ruling") || strings.Contains(said, "“extend") || strings.Contains(said, "“reason") {
		t.Errorf("the receipt has the ruling's own lines as set aside:\n%s", said)
	}
	if !strings.Contains(said, "“canary-ruling”") {
		t.Errorf("the receipt does not tell what was set aside:\n%s", said)
	}
	said = c.requests("south", southAt, "Hello, canary-greeting\n\nresign "+c.game+" "+c.seat("south").Answers+"\n")
	if !strings.Contains(said, "canary-greeting") || c.status() != store.Ended {
		t.Fatalf("the game is %s:\n%s", c.status(), said)
	}
	file, err := c.export(nil)
	check(t, err)
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
	c := newClub(t)
	shown := "at " + serverAddress + "\n" + c.orders("north", "bid 1")
	c.sent()
	c.wantState(letter(southAt, c.signed("north", shown)), store.Accepted)
	for _, m := range c.sent() {
		if m.Recipient == southAt {
			t.Errorf("who has sent it on is answered:\n%s", text(t, m))
		}
	}
}
