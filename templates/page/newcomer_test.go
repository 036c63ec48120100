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
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/post"
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

// newcomers is a club with one player who has nothing but a telephone, and one who replies in Thunderbird.
type newcomers struct {
	*testing.T
	host    *host.Host
	now     time.Time
	uid     uint32
	game    string
	bruno   *mail.Signer
	read    map[int64]bool      // the letters that have been opened
	letters map[string]int      // how many, by whom
	refused map[string][]string // what the server made of somebody's mails, where it did not take them
	sent    map[string]int      // mails, by whom
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
	c := &newcomers{T: t, now: time.Date(2027, 3, 5, 10, 0, 0, 0, time.UTC), read: map[int64]bool{}, letters: map[string]int{}, refused: map[string][]string{}, sent: map[string]int{}}
	db, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "club.db"))
	c.check(err)
	t.Cleanup(func() { c.check(db.Close()) })
	rules := club.Usual()
	rules.SeatMails, rules.ReceiptsWait.Duration, rules.SignPage = 300, 0, address
	c.host = host.New(host.Club{Store: db, Now: func() time.Time { return c.now }, Random: rand.NewChaCha8([32]byte{7}), Log: slog.New(slog.DiscardHandler), Rules: rules,
		Post: host.Post{Address: clubAt, Name: "Keryx", Domain: "club.example"}})
	private, _, err := mail.GenerateKey(mail.OpenPGP, "Bruno <"+brunoAt+">", nil, c.now.AddDate(-1, 0, 0))
	c.check(err)
	c.bruno, err = mail.ParseSigner(private, nil)
	c.check(err)
	c.check(c.host.Seats.AddPlayer(t.Context(), store.Player{Address: annaAt, Name: "Anna", Language: "fr", TimeZone: "Europe/Paris"}))
	c.check(c.host.Seats.AddPlayer(t.Context(), store.Player{Address: brunoAt, Name: "Bruno", Language: "en", TimeZone: "Europe/Paris"}))
	_, err = c.host.Keys.AddKey(t.Context(), brunoAt, "", []byte(c.bruno.Public().Text))
	c.check(err)
	c.game, err = c.host.Upkeep.Create(t.Context(), post.NewGame{Ruleset: "hellespont", AnswerTime: 72 * time.Hour, Language: "en", Seats: map[string]string{"athens": annaAt, "sparta": brunoAt}})
	c.check(err)
	return c
}

// mails brings a mail in plain text to the server.
func (c *newcomers) mails(from, body string) store.InboxMessage {
	c.Helper()
	return c.arrives(from, "Content-Type: text/plain; charset=utf-8\n\n"+body)
}

// arrives brings a mail to the server, whose content is given with its header.
func (c *newcomers) arrives(from, content string) store.InboxMessage {
	c.Helper()
	c.now = c.now.Add(5 * time.Minute)
	c.uid++
	raw := fmt.Sprintf("From: %s\nTo: %s\nSubject: %s\nMIME-Version: 1.0\nMessage-ID: <%d@players.example>\nDate: %s\n%s",
		from, clubAt, c.game, c.uid, c.now.Format(time.RFC1123Z), content)
	raw = strings.ReplaceAll(raw, "\n", "\r\n")
	_, err := c.host.Intake.Receive(c.Context(), wire.Fetched{Folder: "INBOX", UIDValidity: 1, UID: c.uid, InternalDate: c.now, Size: int64(len(raw)), Raw: []byte(raw)})
	c.check(err)
	rows, err := c.host.Answers.Inbox(c.Context(), store.InboxFilter{Limit: 1})
	c.check(err)
	if c.sent[from]++; rows[0].State != store.Accepted && rows[0].State != store.Command {
		c.refused[from] = append(c.refused[from], fmt.Sprint(rows[0].State, ": ", rows[0].Reason))
	}
	return rows[0]
}

// replies has Bruno press "reply" in Thunderbird, which puts his greeting, his signature and the letter that he
// answers within what is signed.
func (c *newcomers) replies(to mail.Received, file string) store.InboxMessage {
	c.Helper()
	text := "Hello Keryx,\n\nhere is my move, and good luck to Anna!\n\n" + file + "\nBest regards,\nBruno\n\n-- \nBruno Blanc\n12 rue du Port, Lyon\n\n" +
		"On " + c.now.Format("1/2/06 15:04") + ", Keryx wrote:\n> " + strings.ReplaceAll(strings.TrimSpace(to.Text), "\n", "\n> ") + "\n"
	part := "Content-Type: multipart/mixed; boundary=\"mixed\"; protected-headers=\"v1\"\nFrom: Bruno <" + brunoAt + ">\nTo: Keryx <" + clubAt + ">\nSubject: Re: " + c.game +
		"\n\n--mixed\nContent-Type: text/plain; charset=UTF-8; format=flowed\nContent-Transfer-Encoding: 8bit\n\n" + text + "\n--mixed--\n"
	proof, err := c.bruno.SignOctets([]byte(strings.ReplaceAll(part, "\n", "\r\n")), c.now)
	c.check(err)
	return c.arrives(brunoAt, "User-Agent: Mozilla Thunderbird\nContent-Type: multipart/signed; boundary=\"frame\"; protocol=\"application/pgp-signature\"; micalg="+mail.Micalg+
		"\n\n--frame\n"+part+"\n--frame\nContent-Type: application/pgp-signature; name=\"OpenPGP_signature.asc\"\n\n"+string(proof)+"\n--frame--\n")
}

// opens returns the letters to somebody that have not been read yet.
func (c *newcomers) opens(whose string) (all []mail.Received) {
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
		if row.Recipient != whose || c.read[row.ID] {
			continue
		}
		c.read[row.ID] = true
		c.letters[whose]++
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
	words, err := c.host.Intake.Plan(c.Context(), c.game, side, mind)
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

// turnsWanted is the turn with whose first report both have played for long enough.
const turnsWanted = 3

// TestNewcomer plays the first two months of a game as the guide says, with the standing orders that the first letters propose. Anna joins and plays in French with a
// telephone alone: the page makes the key, registers it, and signs orders, with the greeting and the name
// that people write around them. Bruno replies in Thunderbird, above the whole letter that he answers. No
// mail of either is refused.
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
	mailed := c.opens(annaAt)
	link := signLink.FindString(mailed[0].Text)
	if link == "" {
		t.Fatalf("the first letter leads nowhere:\n%s", mailed[0].Text)
	}
	report := map[string]mail.Received{annaAt: mailed[0]}

	r := Open(t, link, 380, 800, chromedp.EmulateMobile, chromedp.EmulateTouch)
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
	for _, m := range c.opens(annaAt) {
		code = sentCode.FindString(m.Text)
		c.note(m)
	}
	r.Typed("code", code)
	r.Pressed("confirm")
	c.mails(annaAt, hands())
	c.look(r, "confirmed")

	random := rand.New(rand.NewPCG(24, 1))
	answered := map[string]int{}
	for round := 0; c.turn() < turnsWanted; round++ {
		if round == 160 {
			t.Fatalf("after %d answers the game is in turn %d", round, c.turn())
		}
		for _, whose := range []string{annaAt, brunoAt} {
			for _, m := range c.opens(whose) {
				c.note(m)
				if orderFileOf(m) != "" {
					report[whose] = m
				}
			}
		}
		var row store.InboxMessage
		lines, whose := c.plan("athens", "fr", random), annaAt
		if len(lines) > 0 {
			r.Typed("text", "Bonjour Keryx,\n\nvoici mes ordres.\n\n"+filled(orderFileOf(report[annaAt]), lines)+"\nMerci et à bientôt,\n\nAnna\n")
			if answered[annaAt] < 3 {
				c.look(r, "written")
			}
			row = c.mails(annaAt, hands())
			if answered[annaAt] < 2 {
				c.look(r, "signed")
			}
		} else {
			if lines, whose = c.plan("sparta", "en", random), brunoAt; len(lines) == 0 {
				t.Fatal("nobody is asked anything")
			}
			row = c.replies(report[brunoAt], filled(orderFileOf(report[brunoAt]), lines))
		}
		if answered[whose]++; row.State != store.Accepted {
			said := ""
			for _, m := range c.opens(whose) {
				said += m.Text
			}
			t.Fatalf("round %d, %s: %s, %s\n%s\n%s", round, whose, row.State, row.Reason, strings.Join(lines, "\n"), said)
		}
	}
	if len(c.refused) > 0 {
		t.Errorf("not all mails were taken: %q", c.refused)
	}
	for _, whose := range []string{annaAt, brunoAt} {
		c.opens(whose)
		t.Logf("%s sent %d mails, %d of them with orders, of which %d were refused, and got %d letters", whose, c.sent[whose], answered[whose], len(c.refused[whose]), c.letters[whose])
	}
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

// filled is an order file with lines below the heading of its orders. The standing orders that the file proposes
// have their # taken off, as it says.
func filled(file string, lines []string) string {
	var b strings.Builder
	standing := false
	for line := range strings.Lines(file) {
		switch word := strings.TrimSpace(line); {
		case word == "# standing" || word == "# consignes":
			standing = true
		case strings.HasPrefix(word, "##"):
			standing = false
		}
		if standing {
			line = strings.TrimPrefix(line, "# ")
		}
		b.WriteString(line)
		if slices.Contains([]string{"ordres", "orders"}, strings.TrimSpace(line)) {
			b.WriteString(strings.Join(lines, "\n") + "\n")
		}
	}
	return b.String()
}
