//go:build linux

package main

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"

	"keryx/store"
)

// ifAwaited stands for an answer that comes if the game waits for the sender, which the dice decide.
const ifAwaited = "?"

// next waits for the daemon to deal with the next message and returns what became
// of it.
func (c *realClub) next(t *testing.T, before int) store.InboxMessage {
	t.Helper()
	var all []store.InboxMessage
	c.until(t, "answer to the next mail", func() bool {
		all = c.arrived(t)
		return len(all) > before
	})
	if len(all) != before+1 {
		t.Fatalf("%d mails were dealt with, want one", len(all)-before)
	}
	return all[0]
}

// answers sends what is no good order, one mail after the other, and reads what
// comes back. Anna's first mistake has been answered while they played.
func (c *realClub) answers(t *testing.T) {
	c.correction(t)
	anna, bruno := c.anna, c.bruno
	first := anna.files[0]
	tampered := func(d draft) []byte {
		return outlookMail(d, d.file+"# one line more\n", d.sshSignature(d.file))
	}
	tests := []struct {
		name  string
		from  *realPlayer
		shape shape
		file  string
		state store.InboxState
		says  string // in the answer; empty: there is none
	}{
		{"the same again", anna, mutt, first, store.Duplicate, "has already been received"},
		{"an old report", anna, thunderbird, first + "# again\n", store.Stale, "answers an older report"},
		{"the enemy's seat", bruno, outlook, strings.Replace(first, "# again", "", 1) + "# mine\n", store.Faulty, "You do not play “athens” in hel-1"},
		{"no such game", anna, mutt, strings.Replace(first, realGame, "hel-99", 1), store.NoSuchGame, "do not name a side that you play"},
		{"changed after signing", bruno, tampered, bruno.files[0], store.BadSignature, "does not fit the text"},
		{"not signed", anna, func(d draft) []byte { return muttMail(d, d.file) }, first, store.Unsigned, "not signed"},
		{"not signed, again", anna, func(d draft) []byte { return muttMail(d, d.file) }, first, store.Unsigned, ifAwaited},
		{"a stranger", c.carla, func(d draft) []byte { return muttMail(d, d.file) }, first, store.Unsigned, ""},
		{"an answering machine", bruno, func(d draft) []byte {
			return append([]byte("Auto-Submitted: auto-replied\n"), muttMail(d, "I am away.\n")...)
		}, "", store.Automatic, ""},
		{"too large", bruno, func(d draft) []byte {
			return outlookMail(d, strings.Repeat("# "+strings.Repeat("x", 70)+"\n", 4000), "")
		},
			"", store.TooLarge, "larger than an order file can be"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			turn, before := c.turn(), len(c.arrived(t))
			d := tt.from.draft("<none@players.test>", "orders", tt.file)
			tt.from.send(d, tt.shape)
			if m := c.next(t, before); m.State != tt.state {
				t.Errorf("answered as %s (%s), want %s", m.State, m.Reason, tt.state)
			}
			if c.turn() != turn {
				t.Error("the game moved")
			}
			if tt.says == ifAwaited {
				return
			}
			if tt.says == "" {
				c.drained(t)
				for _, letter := range tt.from.box.letters("INBOX", tt.from.read) {
					if header(t, letter.Raw, "In-Reply-To") == d.id {
						t.Errorf("it was answered:\n%s", letter.Raw)
					}
				}
				return
			}
			if r := c.reply(t, tt.from, d.id); !strings.Contains(strings.Join(strings.Fields(r.Text), " "), tt.says) {
				t.Errorf("the answer does not say %q:\n%s", tt.says, r.Text)
			}
		})
	}
}

// correction looks for the diagnostic of Anna's typing error among her mails.
func (c *realClub) correction(t *testing.T) {
	var seen []string
	for _, letter := range c.anna.box.letters("INBOX", 0) {
		subject := strings.Join(strings.Fields(header(t, letter.Raw, "Subject")), " ")
		if !strings.Contains(subject, "orders refused") {
			seen = append(seen, subject)
			continue
		}
		text := strings.Join(strings.Fields(reportText(t, letter.Raw)), " ")
		line := 1 + strings.Count(c.anna.files[1][:strings.Index(c.anna.files[1], "actvate")], "\n")
		for _, want := range []string{"actvate", "did you mean “activate”?", fmt.Sprintf("line %d", line)} {
			if !strings.Contains(strings.ToLower(text), want) {
				t.Errorf("the correction does not say %q:\n%s", want, text)
			}
		}
		return
	}
	t.Errorf("no correction came for the typing error: %q", seen)
}

// mailbox does to the daemon's mailbox what people, filters and administrators do
// to it. Whatever that is, each mail is dealt with once and ends in its folder.
func (c *realClub) mailbox(t *testing.T) {
	t.Run("read by a person first", func(t *testing.T) {
		before := len(c.arrived(t))
		c.box.put("INBOX", c.stale("seen"), imap.FlagSeen)
		c.wantOne(t, before, store.Stale)
	})
	t.Run("taken for junk", func(t *testing.T) {
		before := len(c.arrived(t))
		c.box.put("Junk", c.stale("junk"))
		c.wantOne(t, before, store.Stale)
	})
	t.Run("put back and renumbered", func(t *testing.T) {
		before := len(c.arrived(t))
		old := c.folder("Keryx/Done")[0]
		c.office.doveadm(t.Context(), "mailbox", "update", "-u", "orders@club.test", "--uid-validity", fmt.Sprint(time.Now().Unix()+1000), "INBOX")
		c.box.put("INBOX", old.Raw)
		c.until(t, "empty inbox", func() bool { return len(c.folder("INBOX")) == 0 })
		if n := len(c.arrived(t)); n != before {
			t.Errorf("%d mails were dealt with again", n-before)
		}
		// The folder that the daemon had open is not the folder that it was.
		c.box.put("INBOX", c.stale("renumbered"))
		c.wantOne(t, before, store.Stale)
	})
	t.Run("thrown out while it listens", func(t *testing.T) {
		before := len(c.arrived(t))
		c.kick(t)
		c.box.put("INBOX", c.stale("kicked"))
		c.wantOne(t, before, store.Stale)
	})
	t.Run("thrown out while it reads", func(t *testing.T) {
		before := len(c.arrived(t))
		const mails = 40
		padding := strings.Repeat("Nothing of this is an order, and there is much of it.\n", 1000)
		for i := range mails {
			d := c.carla.draft("<none@players.test>", fmt.Sprint("long ", i), "")
			c.box.put("INBOX", crlf(muttMail(d, padding)))
		}
		for _, dealt := range []int{1, 15} {
			c.until(t, "first of the long mails", func() bool { return len(c.arrived(t)) >= before+dealt })
			c.kick(t)
		}
		c.until(t, "end of the long mails", func() bool { return len(c.arrived(t)) >= before+mails && len(c.folder("INBOX")) == 0 })
		if n := len(c.arrived(t)) - before; n != mails {
			t.Errorf("%d mails were dealt with, want %d", n, mails)
		}
	})
}

// kick throws the daemon's connection out as an administrator does.
func (c *realClub) kick(t *testing.T) {
	t.Helper()
	c.office.doveadm(t.Context(), "kick", "orders@club.test")
	c.box = c.office.open("orders@club.test") // the person was thrown out as well
}

// stale is a signed mail that moves nothing.
func (c *realClub) stale(mark string) []byte {
	d := c.anna.draft("<none@players.test>", "orders", c.anna.files[0]+"# "+mark+"\n")
	return crlf(mutt(d))
}

func crlf(raw []byte) []byte { return []byte(strings.ReplaceAll(string(raw), "\n", "\r\n")) }

// wantOne waits for one more answer, and for the mail to leave the inbox.
func (c *realClub) wantOne(t *testing.T, before int, state store.InboxState) {
	t.Helper()
	if m := c.next(t, before); m.State != state {
		t.Errorf("answered as %s (%s), want %s", m.State, m.Reason, state)
	}
	c.until(t, "filing of the mail", func() bool { return len(c.folder("INBOX"))+len(c.folder("Junk")) == 0 })
}
