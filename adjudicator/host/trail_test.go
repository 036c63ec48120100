package host_test

import (
	"database/sql"
	"errors"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/seating"
	"keryx/store"
)

// reads lists what is on record, told or not, without numbers and times.
func (c *club) reads(game string) (all []string) {
	c.t.Helper()
	reads, err := c.Reports.Reads(c.t.Context(), game)
	check(c.t, err)
	for _, r := range reads {
		all = append(all, strings.Join([]string{r.Game, r.What, r.Command, r.User}, "|"))
	}
	return all
}

// Whatever shows what is secret in a running game goes on record before it is shown; what
// shows nothing secret, does not.
func TestLooksAreOnRecord(t *testing.T) {
	c := newClub(t)
	c.User = "bruno"
	c.order("north", "bid 3")
	for _, quiet := range []func() error{
		func() error { _, _, err := c.Reports.MessageHeader(t.Context(), 1); return err },
		func() error { _, _, err := c.Reports.OutgoingHeader(t.Context(), 1); return err },
		func() error { _, err := c.Reports.OpenLedger(t.Context(), c.game); return err },
		func() error { _, err := c.Answers.Status(t.Context(), c.game); return err },
		func() error { _, err := c.Games.Replay(t.Context(), c.game); return err },
	} {
		check(t, quiet())
	}
	for _, missing := range []func() error{
		func() error { _, err := c.Reports.Message(t.Context(), 99); return err },
		func() error { _, err := c.Reports.Outgoing(t.Context(), 99); return err },
		func() error { _, err := c.Reports.Ledger(t.Context(), "ford-99"); return err },
		func() error { _, err := c.Games.Case(t.Context(), c.game, 7, ""); return err },
	} {
		if err := missing(); !errors.Is(err, store.ErrNotFound) && err == nil {
			t.Error("what is not there was shown")
		}
	}
	if all := c.reads(""); len(all) != 0 {
		t.Errorf("on record is %q", all)
	}
	_, err := c.Reports.Message(t.Context(), 1)
	check(t, err)
	_, err = c.Reports.Outgoing(t.Context(), 1)
	check(t, err)
	_, err = c.Reports.Ledger(t.Context(), c.game)
	check(t, err)
	check(t, c.Reports.Backup(t.Context(), filepath.Join(t.TempDir(), "copy.db")))
	want := []string{c.game + "|email-in|inbox show 1 --body|bruno", c.game + "|email-out|outbox show 1 --body|bruno",
		c.game + "|ledger|ledger " + c.game + " --bodies|bruno", "|copy|backup|bruno"}
	if all := c.reads(c.game); !slices.Equal(all, want) {
		t.Errorf("on record is %q, want %q", all, want)
	}
	var unknown *play.UnknownGameError
	if _, err := c.Reports.Reads(t.Context(), "ford-99"); !errors.As(err, &unknown) {
		t.Errorf("of no game: %v", err)
	}
}

// A message of which no game is known is of the games of the player in whose name it came.
func TestLookAtAMessageOfNoGame(t *testing.T) {
	c := newClub(t)
	c.receive(letter(northAt, "bid 9"))
	_, err := c.Reports.Message(t.Context(), 1)
	check(t, err)
	c.receive(letter("nobody@example.net", "bid 9"))
	_, err = c.Reports.Message(t.Context(), 2)
	check(t, err)
	if all := c.reads(""); !slices.Equal(all, []string{c.game + "|email-in|inbox show 1 --body|", "|email-in|inbox show 2 --body|"}) {
		t.Errorf("on record is %q", all)
	}
}

// A header is what stands in one: the text of a mail that has none is not shown as such.
func TestHeaderOfAMail(t *testing.T) {
	c := newClub(t)
	for raw, want := range map[string]string{
		"From: a@example.net\r\nSubject: one\r\n two\r\n\r\nbid 3\r\n": "From: a@example.net\r\nSubject: one\r\n two",
		"From: b@example.net\nbid 3\nSubject: x\n\nbid 4\n":            "From: b@example.net\n",
		"bid 3: all\n": "",
		" bid 3\n":     "",
		"":             "",
	} {
		var id int64
		c.update(func(tx store.Tx) error {
			row, _, err := tx.AddInbox(store.InboxMessage{ContentHash: store.Digest{byte(len(raw)), 1}, InternalDate: c.now, FirstSeen: c.now, Receipt: c.now,
				Raw: []byte(raw), State: store.Poison})
			id = row.ID
			return err
		})
		row, size, err := c.Reports.MessageHeader(t.Context(), id)
		check(t, err)
		if string(row.Raw) != want || size != len(raw) {
			t.Errorf("%q has the header %q, %d bytes", raw, row.Raw, size)
		}
	}
}

// The referee is told of looks once a day, of all of them and in his language; who took
// them is named. In a game without a referee nobody is told before its end.
func TestRefereeIsToldOfLooks(t *testing.T) {
	for lang, want := range map[string]string{
		"en": `an incoming email \(keryx inbox show 1 --body, given by south\)`,
		"fr": `un courriel reçu \(keryx inbox show 1 --body, par south\)`,
	} {
		c := newClub(t, refereed)
		_, err := c.Seats.ChangePlayer(t.Context(), refereeAt, seating.PlayerChange{Language: &lang})
		check(t, err)
		c.User = "south"
		c.order("north", "bid 3")
		c.sent()
		tell := func(notices int) (body string) {
			t.Helper()
			_, err := c.Reports.TellReads(t.Context())
			check(t, err)
			got := c.sent()
			if len(got) != notices {
				t.Fatalf("%d notices, want %d", len(got), notices)
			}
			for _, m := range got {
				if m.Recipient != refereeAt || m.Kind != "notice" {
					t.Errorf("a %s to %s", m.Kind, m.Recipient)
				}
				body += unfolded(t, m)
			}
			return body
		}
		tell(0)
		_, err = c.Reports.Message(t.Context(), 1)
		check(t, err)
		if body := tell(1); !regexp.MustCompile(want).MatchString(body) || strings.Contains(body, "bid") {
			t.Errorf("he is told:\n%s", body)
		}
		for range 30 {
			_, err = c.Reports.Ledger(t.Context(), c.game)
			check(t, err)
		}
		tell(0) // he was told today
		c.now = c.now.Add(24 * time.Hour)
		if body := tell(1); strings.Count(body, "keryx ledger "+c.game+" --bodies") != 8 || strings.Contains(body, "inbox show") ||
			!regexp.MustCompile(`and 22 more|et 22 de plus`).MatchString(body) {
			t.Errorf("the next day he is told:\n%s", body)
		}
		c.now = c.now.Add(24 * time.Hour)
		tell(0)
	}
	c := newClub(t)
	_, err := c.Reports.Ledger(t.Context(), c.game)
	check(t, err)
	c.sent()
	if n, err := c.Reports.TellReads(t.Context()); n != 0 || err != nil {
		t.Errorf("%d were told, %v", n, err)
	}
}

// Both players read in their last letter when somebody looked; of looks after the end
// there is nothing to tell, and a game that nobody looked at says nothing.
func TestLastLetterTellsOfLooks(t *testing.T) {
	for _, looks := range []int{0, 2} {
		c := newClub(t)
		for range looks {
			_, err := c.Reports.Outgoing(t.Context(), 1)
			check(t, err)
		}
		c.play(1)
		_, err := c.Reports.Ledger(t.Context(), c.game)
		check(t, err)
		if all := c.reads(c.game); len(all) != looks {
			t.Errorf("on record is %q", all)
		}
		last := 0
		for _, m := range c.sent() {
			told := strings.Contains(unfolded(t, m), "secret data was read 2 times with commands on the server:")
			lines := strings.Count(unfolded(t, m), "* Saturday 21 November 2026, 13:00 Paris time (12:00 UTC): an outgoing email")
			if m.Kind == "result" {
				last++
				if told != (looks > 0) || lines != looks {
					t.Errorf("after %d looks the last letter to %s says so: %v, %d times\n%s", looks, m.Recipient, told, lines, text(t, m))
				}
			} else if told {
				t.Errorf("a %s tells of looks", m.Kind)
			}
		}
		if last != 2 {
			t.Errorf("%d last letters", last)
		}
	}
}

// unfolded is the text of a mail in one line.
func unfolded(t *testing.T, m store.OutboxMail) string {
	t.Helper()
	return strings.Join(strings.Fields(text(t, m)), " ")
}

// sql runs a statement on the club's database, past the program.
func (c *club) sql(statement string) error {
	c.t.Helper()
	db, err := sql.Open("sqlite", c.inFile())
	check(c.t, err)
	defer db.Close()
	_, err = db.ExecContext(c.t.Context(), statement)
	return err
}
