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

	"keryx/adjudicator/host/hosttest"

	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/seating"
	"keryx/store"
)

// reads lists what is on record, told or not, without numbers and times.
func reads(c *hosttest.Club, game string) (all []string) {
	c.T.Helper()
	reads, err := c.Reports.Reads(c.T.Context(), game)
	hosttest.Check(c.T, err)
	for _, r := range reads {
		all = append(all, strings.Join([]string{r.Game, r.What, r.Command, r.User}, "|"))
	}
	return all
}

// Whatever shows what is secret in a running game goes on record before it is shown; what
// shows nothing secret, does not.
func TestLooksAreOnRecord(t *testing.T) {
	c := hosttest.NewClub(t)
	c.User = "bruno"
	c.Order("north", "bid 3")
	for _, quiet := range []func() error{
		func() error { _, _, err := c.Reports.MessageHeader(t.Context(), 1); return err },
		func() error { _, _, err := c.Reports.OutgoingHeader(t.Context(), 1); return err },
		func() error { _, err := c.Reports.OpenLedger(t.Context(), c.Game); return err },
		func() error { _, err := c.Answers.Status(t.Context(), c.Game); return err },
		func() error { _, err := c.Games.Replay(t.Context(), c.Game); return err },
	} {
		hosttest.Check(t, quiet())
	}
	for _, missing := range []func() error{
		func() error { _, err := c.Reports.Message(t.Context(), 99); return err },
		func() error { _, err := c.Reports.Outgoing(t.Context(), 99); return err },
		func() error { _, err := c.Reports.Ledger(t.Context(), "ford-99"); return err },
		func() error { _, err := c.Games.Case(t.Context(), c.Game, 7, ""); return err },
	} {
		if err := missing(); !errors.Is(err, store.ErrNotFound) && err == nil {
			t.Error("what is not there was shown")
		}
	}
	if all := reads(c, ""); len(all) != 0 {
		t.Errorf("on record is %q", all)
	}
	_, err := c.Reports.Message(t.Context(), 1)
	hosttest.Check(t, err)
	_, err = c.Reports.Outgoing(t.Context(), 1)
	hosttest.Check(t, err)
	_, err = c.Reports.Ledger(t.Context(), c.Game)
	hosttest.Check(t, err)
	hosttest.Check(t, c.Reports.Backup(t.Context(), filepath.Join(t.TempDir(), "copy.db")))
	want := []string{c.Game + "|email-in|inbox show 1 --body|bruno", c.Game + "|email-out|outbox show 1 --body|bruno",
		c.Game + "|ledger|ledger " + c.Game + " --bodies|bruno", "|copy|backup|bruno"}
	if all := reads(c, c.Game); !slices.Equal(all, want) {
		t.Errorf("on record is %q, want %q", all, want)
	}
	var unknown *play.UnknownGameError
	if _, err := c.Reports.Reads(t.Context(), "ford-99"); !errors.As(err, &unknown) {
		t.Errorf("of no game: %v", err)
	}
}

// A message of which no game is known is of the games of the player in whose name it came.
func TestLookAtAMessageOfNoGame(t *testing.T) {
	c := hosttest.NewClub(t)
	c.Receive(hosttest.Letter(hosttest.NorthAt, "bid 9"))
	_, err := c.Reports.Message(t.Context(), 1)
	hosttest.Check(t, err)
	c.Receive(hosttest.Letter("nobody@example.net", "bid 9"))
	_, err = c.Reports.Message(t.Context(), 2)
	hosttest.Check(t, err)
	if all := reads(c, ""); !slices.Equal(all, []string{c.Game + "|email-in|inbox show 1 --body|", "|email-in|inbox show 2 --body|"}) {
		t.Errorf("on record is %q", all)
	}
}

// A header is what stands in one: the text of a mail that has none is not shown as such.
func TestHeaderOfAMail(t *testing.T) {
	c := hosttest.NewClub(t)
	for raw, want := range map[string]string{
		"From: a@example.net\r\nSubject: one\r\n two\r\n\r\nbid 3\r\n": "From: a@example.net\r\nSubject: one\r\n two",
		"From: b@example.net\nbid 3\nSubject: x\n\nbid 4\n":            "From: b@example.net\n",
		"bid 3: all\n": "",
		" bid 3\n":     "",
		"":             "",
	} {
		var id int64
		c.Change(func(tx store.Tx) error {
			row, _, err := tx.AddInbox(store.InboxMessage{ContentHash: store.Digest{byte(len(raw)), 1}, InternalDate: c.Time, FirstSeen: c.Time, Receipt: c.Time,
				Raw: []byte(raw), State: store.Poison})
			id = row.ID
			return err
		})
		row, size, err := c.Reports.MessageHeader(t.Context(), id)
		hosttest.Check(t, err)
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
		c := hosttest.NewClub(t, hosttest.Refereed)
		_, err := c.Seats.ChangePlayer(t.Context(), hosttest.ThirdAt, seating.PlayerChange{Language: &lang})
		hosttest.Check(t, err)
		c.User = "south"
		c.Order("north", "bid 3")
		c.Sent()
		tell := func(notices int) (body string) {
			t.Helper()
			_, err := c.Reports.TellReads(t.Context())
			hosttest.Check(t, err)
			got := c.Sent()
			if len(got) != notices {
				t.Fatalf("%d notices, want %d", len(got), notices)
			}
			for _, m := range got {
				if m.Recipient != hosttest.ThirdAt || m.Kind != "notice" {
					t.Errorf("a %s to %s", m.Kind, m.Recipient)
				}
				body += unfolded(t, m)
			}
			return body
		}
		tell(0)
		_, err = c.Reports.Message(t.Context(), 1)
		hosttest.Check(t, err)
		if body := tell(1); !regexp.MustCompile(want).MatchString(body) || strings.Contains(body, "bid") {
			t.Errorf("he is told:\n%s", body)
		}
		for range 30 {
			_, err = c.Reports.Ledger(t.Context(), c.Game)
			hosttest.Check(t, err)
		}
		tell(0) // he was told today
		c.Time = c.Time.Add(24 * time.Hour)
		if body := tell(1); strings.Count(body, "keryx ledger "+c.Game+" --bodies") != 8 || strings.Contains(body, "inbox show") ||
			!regexp.MustCompile(`and 22 more|et 22 de plus`).MatchString(body) {
			t.Errorf("the next day he is told:\n%s", body)
		}
		c.Time = c.Time.Add(24 * time.Hour)
		tell(0)
	}
	c := hosttest.NewClub(t)
	_, err := c.Reports.Ledger(t.Context(), c.Game)
	hosttest.Check(t, err)
	c.Sent()
	if n, err := c.Reports.TellReads(t.Context()); n != 0 || err != nil {
		t.Errorf("%d were told, %v", n, err)
	}
}

// Both players read in their last letter when somebody looked; of looks after the end
// there is nothing to tell, and a game that nobody looked at says nothing.
func TestLastLetterTellsOfLooks(t *testing.T) {
	for _, looks := range []int{0, 2} {
		c := hosttest.NewClub(t)
		for range looks {
			_, err := c.Reports.Outgoing(t.Context(), 1)
			hosttest.Check(t, err)
		}
		c.Play(1)
		_, err := c.Reports.Ledger(t.Context(), c.Game)
		hosttest.Check(t, err)
		if all := reads(c, c.Game); len(all) != looks {
			t.Errorf("on record is %q", all)
		}
		last := 0
		for _, m := range c.Sent() {
			told := strings.Contains(unfolded(t, m), "secret data was read 2 times with commands on the server:")
			lines := strings.Count(unfolded(t, m), "* Saturday 21 November 2026, 13:00 Paris time (12:00 UTC): an outgoing email")
			if m.Kind == "result" {
				last++
				if told != (looks > 0) || lines != looks {
					t.Errorf("after %d looks the last letter to %s says so: %v, %d times\n%s", looks, m.Recipient, told, lines, hosttest.TextOf(t, m))
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
	return strings.Join(strings.Fields(hosttest.TextOf(t, m)), " ")
}

// execSQL runs a statement on the club's database, past the program.
func execSQL(c *hosttest.Club, statement string) error {
	c.T.Helper()
	db, err := sql.Open("sqlite", c.InFile())
	hosttest.Check(c.T, err)
	defer db.Close()
	_, err = db.ExecContext(c.T.Context(), statement)
	return err
}
