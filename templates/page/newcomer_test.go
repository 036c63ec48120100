package page_test

import (
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"keryx/adjudicator"
	"keryx/adjudicator/host"
	"keryx/mail"
	"keryx/mail/wire"
	"keryx/store"
	"keryx/store/sqlite"
	"keryx/templates"
	"keryx/templates/page"
	. "keryx/templates/page/browsertest"
)

// shotsEnv has the test put pictures of the page into a folder, in the order in which a newcomer sees it.
const shotsEnv = "KERYX_SHOTS"

const (
	clubAt  = "orders@club.example"
	annaAt  = "anna@players.example"
	brunoAt = "bruno@players.example"
)

// newcomers is a club with one player who has a key and one who has nothing but a telephone.
type newcomers struct {
	*testing.T
	host    *host.Host
	now     time.Time
	uid     uint32
	game    string
	bruno   *mail.Signer
	read    map[int64]bool // the letters that Anna has opened
	refused []string       // what the server made of her mails, where it did not take them
	sent    int            // by Anna
	shots   int
}

func (c *newcomers) check(err error) {
	c.Helper()
	if err != nil {
		c.Fatal(err)
	}
}

// openNewcomers sets the club up, whose page is served at an address.
func openNewcomers(t *testing.T, address string) *newcomers {
	c := &newcomers{T: t, now: time.Date(2027, 3, 5, 10, 0, 0, 0, time.UTC), read: map[int64]bool{}}
	db, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "club.db"))
	c.check(err)
	t.Cleanup(func() { c.check(db.Close()) })
	c.host = &host.Host{Store: db, Now: func() time.Time { return c.now }, Random: rand.NewChaCha8([32]byte{7}), Log: slog.New(slog.DiscardHandler), SeatMails: 300,
		SignPage: address, Post: host.Post{Address: clubAt, Name: "Keryx", Domain: "club.example"}}
	private, _, err := mail.GenerateKey(mail.SSH, "Bruno", nil, c.now.AddDate(-1, 0, 0))
	c.check(err)
	c.bruno, err = mail.ParseSigner(private, nil)
	c.check(err)
	c.check(c.host.AddPlayer(t.Context(), store.Player{Address: annaAt, Name: "Anna", Language: "fr", TimeZone: "Europe/Paris"}))
	c.check(c.host.AddPlayer(t.Context(), store.Player{Address: brunoAt, Name: "Bruno", Language: "en", TimeZone: "Europe/Paris"}))
	_, err = c.host.AddKey(t.Context(), brunoAt, "", []byte(c.bruno.Public().Text))
	c.check(err)
	c.game, err = c.host.Create(t.Context(), host.NewGame{Ruleset: "hellespont", AnswerTime: 72 * time.Hour, Language: "en", Seats: map[string]string{"athens": annaAt, "sparta": brunoAt}})
	c.check(err)
	return c
}

// mails brings a mail to the server.
func (c *newcomers) mails(from, body string) store.InboxMessage {
	c.Helper()
	c.now = c.now.Add(5 * time.Minute)
	c.uid++
	raw := fmt.Sprintf("From: %s\nTo: %s\nSubject: %s\nMIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\nMessage-ID: <%d@players.example>\nDate: %s\n\n%s",
		from, clubAt, c.game, c.uid, c.now.Format(time.RFC1123Z), body)
	raw = strings.ReplaceAll(raw, "\n", "\r\n")
	_, err := c.host.Receive(c.Context(), wire.Fetched{Folder: "INBOX", UIDValidity: 1, UID: c.uid, InternalDate: c.now, Size: int64(len(raw)), Raw: []byte(raw)})
	c.check(err)
	rows, err := c.host.Inbox(c.Context(), store.InboxFilter{Limit: 1})
	c.check(err)
	if from == annaAt {
		if c.sent++; rows[0].State != store.Accepted && rows[0].State != store.Command {
			c.refused = append(c.refused, fmt.Sprint(rows[0].State, ": ", rows[0].Reason))
		}
	}
	return rows[0]
}

// letters are those to Anna that she has not read yet.
func (c *newcomers) letters() (all []mail.Received) {
	c.Helper()
	var rows []store.OutboxMail
	c.check(c.host.Store.View(c.Context(), func(tx store.ReadTx) (err error) {
		if rows, err = tx.OutboxMails(store.OutboxFilter{}); err != nil {
			return err
		}
		for i := range rows {
			if rows[i], err = tx.OutboxMail(rows[i].ID); err != nil {
				return err
			}
		}
		return nil
	}))
	slices.SortFunc(rows, func(a, b store.OutboxMail) int { return int(a.ID - b.ID) })
	for _, row := range rows {
		if row.Recipient != annaAt || c.read[row.ID] {
			continue
		}
		c.read[row.ID] = true
		r, err := mail.ReadReport(row.Raw)
		c.check(err)
		all = append(all, r)
	}
	return all
}

// plan is what a sensible player would order for a side, in the words of a language.
func (c *newcomers) plan(side, language string, r *rand.Rand) (lines []string) {
	c.Helper()
	rules, err := adjudicator.Lookup("hellespont")
	c.check(err)
	mind, err := adjudicator.NewPlayer(rules, adjudicator.SensiblePlayer, r)
	c.check(err)
	words, err := c.host.Plan(c.Context(), c.game, side, mind)
	c.check(err)
	for _, w := range words {
		lines = append(lines, "  "+templates.For(language, "hellespont").Words(w))
	}
	return lines
}

// look keeps what is on the screen, if somebody asked for it.
func (c *newcomers) look(r Reader, name string) {
	c.Helper()
	dir := os.Getenv(shotsEnv)
	if dir == "" {
		return
	}
	c.shots++
	c.check(os.WriteFile(filepath.Join(dir, fmt.Sprintf("%02d-%s.png", c.shots, name)), r.Look(), 0o644))
}

var (
	signLink = regexp.MustCompile(`https?://\S+sign\.html#\S+`)
	sentCode = regexp.MustCompile(`(?m)^code .+$`) // the line as a whole, as people copy it
)

// TestNewcomer joins a club and plays into the second month with a telephone alone, in French: the page makes the
// key, registers it, and signs orders, with the greeting and the name that people write around them. No
// mail is refused, and none is in vain.
func TestNewcomer(t *testing.T) {
	data, err := page.Sign()
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Write(data)
	}))
	t.Cleanup(server.Close)
	c := openNewcomers(t, server.URL+"/"+page.SignName)
	mailed := c.letters()
	letters := len(mailed)
	link := signLink.FindString(mailed[0].Text)
	if link == "" {
		t.Fatalf("the first letter leads nowhere:\n%s", mailed[0].Text)
	}
	report := mailed[0]

	r := Open(t, link, 390, 844, chromedp.EmulateMobile, chromedp.EmulateTouch)
	r.Waits(`!document.getElementById("all").hidden && document.documentElement.lang === "fr"`)
	c.look(r, "opened")
	r.Typed("name", "Anna")
	r.Pressed("make")
	r.Waits(`!document.getElementById("write").hidden`)
	c.look(r, "key")
	hands := func() string {
		t.Helper()
		r.Eval(`(document.getElementById("signed").value = "", "x")`)
		r.Pressed("sign")
		return r.Eval(`document.getElementById("signed").value || null`)
	}
	r.Pressed("register")
	c.mails(annaAt, hands())
	c.look(r, "registered")
	code := ""
	for _, m := range c.letters() {
		letters++
		code = sentCode.FindString(m.Text)
		c.note(m)
	}
	r.Typed("code", code)
	r.Pressed("confirm")
	c.mails(annaAt, hands())
	c.look(r, "confirmed")

	random := rand.New(rand.NewPCG(24, 1))
	answered, second := 0, 0
	for round := range 80 {
		for _, m := range c.letters() {
			letters++
			c.note(m)
			if orderFileOf(m) != "" {
				report = m
			}
		}
		if second > 1 {
			break // the second month is under way
		}
		if lines := c.plan("athens", "fr", random); len(lines) > 0 {
			answered++
			second += c.turn() - 1
			r.Typed("text", "Bonjour Keryx,\n\nvoici mes ordres.\n\n"+filled(orderFileOf(report), lines)+"\nMerci et à bientôt,\n\nAnna\n")
			if answered < 4 {
				c.look(r, "written")
			}
			if row := c.mails(annaAt, hands()); row.State != store.Accepted {
				said := ""
				for _, m := range c.letters() {
					said += m.Text
				}
				t.Fatalf("round %d: %s, %s\n%s\n%s", round, row.State, row.Reason, strings.Join(lines, "\n"), said)
			}
			if answered < 3 {
				c.look(r, "signed")
			}
			continue
		}
		lines := c.plan("sparta", "en", random)
		if len(lines) == 0 {
			t.Fatal("nobody is asked anything")
		}
		var seat store.Seat
		c.check(c.host.Store.View(t.Context(), func(tx store.ReadTx) (err error) { seat, err = tx.Seat(c.game, "sparta"); return err }))
		block, err := c.bruno.Sign(fmt.Sprintf("game %s\nside sparta\nanswers %s\norders\n%s\n", c.game, seat.Answers, strings.Join(lines, "\n")), c.now)
		c.check(err)
		if row := c.mails(brunoAt, string(block)); row.State != store.Accepted {
			t.Fatalf("the other side: %s, %s", row.State, row.Reason)
		}
	}
	if len(c.refused) > 0 {
		t.Errorf("%d of her mails were not taken: %q", len(c.refused), c.refused)
	}
	if second == 0 {
		t.Errorf("turn %d after %d answers", c.turn(), answered)
	}
	t.Logf("Anna sent %d mails (2 for her key, %d with orders), of which %d were refused, and got %d letters", c.sent, answered, len(c.refused), letters)
}

// note keeps a letter, if somebody asked for what is seen.
func (c *newcomers) note(m mail.Received) {
	if dir := os.Getenv(shotsEnv); dir != "" {
		c.shots++
		c.check(os.WriteFile(filepath.Join(dir, fmt.Sprintf("%02d-letter.txt", c.shots)), []byte(m.Subject+"\n\n"+m.Text), 0o644))
	}
}

// turn is the turn in play.
func (c *newcomers) turn() int {
	c.Helper()
	var game store.Game
	c.check(c.host.Store.View(c.Context(), func(tx store.ReadTx) (err error) { game, err = tx.Game(c.game); return err }))
	return game.Turn
}

// orderFileOf is the order file that a letter brings along.
func orderFileOf(m mail.Received) string {
	for _, f := range m.Files {
		if strings.HasSuffix(f.Name, "-orders.txt") {
			return strings.ReplaceAll(string(f.Data), "\r\n", "\n")
		}
	}
	return ""
}

// filled is an order file with lines below the heading of its orders.
func filled(file string, lines []string) string {
	var b strings.Builder
	for line := range strings.Lines(file) {
		b.WriteString(line)
		if strings.TrimSpace(line) == "ordres" {
			b.WriteString(strings.Join(lines, "\n") + "\n")
		}
	}
	return b.String()
}
