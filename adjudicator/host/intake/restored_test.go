package intake_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/host/hosttest"

	"github.com/google/go-cmp/cmp"

	"keryx/adjudicator/host"
	hostclub "keryx/adjudicator/host/club"
	"keryx/adjudicator/host/intake"
	"keryx/adjudicator/host/post"
	"keryx/mail/loopback"
	"keryx/mail/wire"
	"keryx/store"
	"keryx/store/postgres"
)

// dump returns every row of every table of a database.
func dump(t *testing.T, path string) (all []string) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	hosttest.Check(t, err)
	defer func() { hosttest.Check(t, db.Close()) }()
	for _, table := range column(t, db, `SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name`) {
		rows, err := db.QueryContext(t.Context(), `SELECT * FROM "`+table+`"`)
		hosttest.Check(t, err)
		columns, err := rows.Columns()
		hosttest.Check(t, err)
		for rows.Next() {
			row := make([]any, len(columns))
			into := make([]any, len(columns))
			for i := range row {
				into[i] = &row[i]
			}
			hosttest.Check(t, rows.Scan(into...))
			all = append(all, fmt.Sprintf("%s %v", table, row))
		}
		hosttest.Check(t, rows.Err())
	}
	slices.Sort(all)
	return all
}

// copiedMails is a file that holds what the database does.
func copiedMails(c *hosttest.Club) string {
	c.T.Helper()
	if !postgres.IsAddress(c.Path) {
		return c.Path
	}
	path := filepath.Join(c.T.TempDir(), "copy.db")
	hosttest.Check(c.T, c.Store.Backup(c.T.Context(), path))
	return path
}

// column returns the first column of a query.
func column(t *testing.T, db *sql.DB, query string) (all []string) {
	t.Helper()
	rows, err := db.QueryContext(t.Context(), query)
	hosttest.Check(t, err)
	for rows.Next() {
		var s string
		hosttest.Check(t, rows.Scan(&s))
		all = append(all, s)
	}
	hosttest.Check(t, rows.Err())
	return all
}

// beginning is a daemon that looks into the mailbox as keryx serve does.
func beginning(c *hosttest.Club, imap string) *host.Daemon {
	c.T.Helper()
	at := wire.Endpoint{Address: imap, TLS: wire.TLSNone, Username: hosttest.ServerAddress, Password: "secret"}
	box, err := wire.NewMailbox(wire.MailboxConfig{Endpoint: at, Log: c.Log, Begin: c.Recovery.CheckRestored,
		Alarm: func(err error) { c.Letters.Alarm(c.T.Context(), err) }})
	hosttest.Check(c.T, err)
	return &host.Daemon{Host: c.Host, Crew: host.Alone(c.Host), Mailbox: box, Carrier: hosttest.Carrying(func() error { return nil }), Every: time.Hour, After: time.After}
}

// A restore takes up mails without the lines that name server and day, which an older program had
// accepted: each text once, and none that was refused or came after the program that asks for them.
func TestRestoreTakesUpWhatWasAccepted(t *testing.T) {
	c := hosttest.NewClub(t)
	c.Rules.Calendar.Leave = 30
	unbound := func(day string) string {
		return hosttest.Sign(t, hosttest.People()["north"].SSH, "absence from "+day+" to "+day+"\n", c.Time)
	}
	if row := c.Receive(hosttest.Letter(hosttest.NorthAt, unbound("2026-12-03"))); row.State != store.Faulty {
		t.Fatalf("outside of a restore: %s (%s)", row.State, row.Reason)
	}
	begun := c.Time
	missing := func() (all []wire.Fetched) {
		text := unbound("2026-12-07")
		for i, m := range []wire.Fetched{
			{Folder: wire.FolderDone, Raw: hosttest.Letter(hosttest.NorthAt, text)},
			{Folder: wire.FolderDone, Raw: hosttest.Letter("mallory@example.net", strings.Replace(text, "-----BEGIN", "\n-----BEGIN", 1))}, // once more
			{Folder: wire.FolderRefused, Raw: hosttest.Letter(hosttest.NorthAt, unbound("2026-12-09"))},
			{Folder: wire.FolderIgnored, Raw: hosttest.Letter(hosttest.NorthAt, unbound("2026-12-10"))},
		} {
			m.UIDValidity, m.UID, m.InternalDate, m.Size = 1, uint32(100+i), begun.Add(time.Duration(i+1)*time.Hour), int64(len(m.Raw))
			all = append(all, m)
		}
		return all
	}
	states := func(all []wire.Fetched) (states []store.InboxState) {
		t.Helper()
		_, err := c.Recovery.Recover(t.Context(), all, func(_ wire.Fetched, state store.InboxState) { states = append(states, state) })
		hosttest.Check(t, err)
		return states
	}
	c.Time = begun.Add(24 * time.Hour)
	if got := states(missing()); len(got) != 4 || got[0] != store.Command || got[1] == store.Command || got[2] != store.Faulty || got[3] != store.Faulty {
		t.Errorf("they come out as %q", got)
	}
	if row := c.Receive(hosttest.Letter(hosttest.NorthAt, unbound("2026-12-14"))); row.State != store.Faulty {
		t.Errorf("after the restore: %s", row.State)
	}
	// By now the database knows since when it is served by a program that asks for the lines.
	begun = c.Time.Add(time.Hour)
	c.Time = begun.Add(24 * time.Hour)
	late := []wire.Fetched{{Folder: wire.FolderDone, UIDValidity: 1, UID: 200, InternalDate: begun, Raw: hosttest.Letter(hosttest.NorthAt, unbound("2026-12-16"))}}
	if got := states(late); len(got) != 1 || got[0] != store.Faulty {
		t.Errorf("later ones come out as %q", got)
	}
}

// TestRefusesBeforeItWrites lets a daemon begin on a database that is older than its
// mailbox, days after its last sign of life and with mail to send: nothing in it changes.
func TestRefusesBeforeItWrites(t *testing.T) {
	for _, asked := range []string{"a filed mail is not known", "a restore has not ended"} {
		t.Run(asked, func(t *testing.T) {
			c := hosttest.NewClub(t, hosttest.Contract(post.Defaults))
			_, err := c.Recovery.Heartbeat(t.Context())
			hosttest.Check(t, err)
			post, _ := hosttest.PostOffice(t)
			if asked == "a restore has not ended" {
				c.Change(func(tx store.Tx) error {
					return tx.SetSetting("restore", []byte(`{"command":"replay","as":"2026-11-21T12:00:00Z"}`))
				})
			} else {
				hosttest.Check(t, post.Put(hosttest.ServerAddress, wire.FolderRefused, hosttest.Letter(hosttest.NorthAt, "What nobody knows.")))
			}
			hosttest.Check(t, post.Put(hosttest.ServerAddress, "INBOX", hosttest.Letter(hosttest.NorthAt, c.Signed("north", c.Orders("north", "bid 1")))))
			before := dump(t, copiedMails(c))
			c.Time = hosttest.Noon.Add(2 * hosttest.AnswerTime)
			err = beginning(c, post.IMAPAddr()).Run(t.Context())
			if !errors.As(err, new(*wire.StopError)) {
				t.Fatalf("it serves: %v", err)
			}
			if d := cmp.Diff(before, dump(t, copiedMails(c))); d != "" {
				t.Errorf("it has written (-before +after):\n%s", d)
			}
			if left, err := post.Inbox(t.Context(), hosttest.ServerAddress); err != nil || len(left) != 1 {
				t.Errorf("%d mails are left in the inbox: %v", len(left), err)
			}
		})
	}
}

// TestGamesWaitForTheFirstLook begins while the mailbox is out of reach: no deadline is
// moved or dealt with, and no mail that waits is worked on, before it was looked at.
func TestGamesWaitForTheFirstLook(t *testing.T) {
	c := hosttest.NewClub(t, hosttest.Contract(post.Defaults))
	_, err := c.Recovery.Heartbeat(t.Context())
	hosttest.Check(t, err)
	c.CrashAfter(hostclub.StepFetched, func() {
		_, err := c.Intake.Receive(t.Context(), c.Fetched(hosttest.Letter(hosttest.NorthAt, c.Signed("north", c.Orders("north", "bid 1")))))
		hosttest.Check(t, err)
	})
	c.Flush(&hosttest.Carrier{})
	before := c.World()
	c.Time = hosttest.Noon.Add(2 * hosttest.AnswerTime)
	c.Queue("one@example.org", "two@example.org")
	post := loopback.New(loopback.User{Address: hosttest.ServerAddress, Password: "another"})
	hosttest.Check(t, post.Start(t.Context()))
	defer post.Close()
	d := beginning(c, post.IMAPAddr())
	sent := make(chan struct{}, 10)
	d.Carrier = hosttest.Carrying(func() error { sent <- struct{}{}; return nil })
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- d.Run(ctx) }()
	for range 2 { // mail goes out: what is sent twice is the same mail
		<-sent
	}
	c.Unmoved(before)
	if row := c.LastReceived(); row.State != store.Received {
		t.Errorf("the mail that waits is %s", row.State)
	}
	stop()
	hosttest.Check(t, <-ended)
	c.Unmoved(before)
}

// TestSearchLost finds everything that was handled since the backup, however much it is,
// and looks at little more.
func TestSearchLost(t *testing.T) {
	c, box := hosttest.NewClub(t), hosttest.Folders{}
	for i := range 60 {
		box.Handle(c, hosttest.Letter("stranger@example.net", fmt.Sprint("before ", i)))
	}
	box.Handle(c, hosttest.Letter(hosttest.NorthAt, c.Signed("north", "status")))
	copied := filepath.Join(t.TempDir(), "older.db")
	hosttest.Check(t, c.Store.Backup(t.Context(), copied))
	var since []wire.Fetched
	for i := range 520 {
		box.Handle(c, hosttest.Letter("stranger@example.net", fmt.Sprint("after ", i)))
		since = append(since, box[wire.FolderRefused][60+i])
		if i%200 == 0 {
			box.Handle(c, hosttest.Letter(hosttest.NorthAt, c.Signed("north", fmt.Sprintf("keryx request 1\nstatus\n# %d", i))))
			since = append(since, box[wire.FolderDone][1+i/200])
		}
	}
	r := hosttest.RestoredClub(t, copied, c.Game)
	lost, err := r.Recovery.SearchLost(t.Context(), box)
	hosttest.Check(t, err)
	if d := cmp.Diff(contents(since), contents(lost.Mails)); d != "" || lost.Gap() != nil {
		t.Errorf("%d of %d mails are found, gap %v", len(lost.Mails), len(since), lost.Gap())
	}
	if lost.Looked > len(since)+30 {
		t.Errorf("%d mails were looked at for %d", lost.Looked, len(since))
	}

	t.Run("a gap", func(t *testing.T) {
		emptied := hosttest.Folders{wire.FolderDone: box[wire.FolderDone], wire.FolderRefused: box[wire.FolderRefused][570:]}
		lost, err := r.Recovery.SearchLost(t.Context(), emptied)
		hosttest.Check(t, err)
		var gap *intake.GapError
		if err := lost.Gap(); !errors.As(err, &gap) || !slices.Equal(gap.Folders, []string{wire.FolderRefused}) || !gap.First.Equal(since[1].InternalDate) {
			t.Errorf("the gap is %v", err)
		}
	})
	t.Run("interrupted", func(t *testing.T) {
		// Every second mail is taken up, the last one among them.
		for i, m := range lost.Mails {
			if i%2 == (len(lost.Mails)-1)%2 {
				m.Folder, m.UID, m.UIDValidity = "", 0, 0
				_, err := r.Intake.Receive(t.Context(), m)
				hosttest.Check(t, err)
			}
		}
		again, err := r.Recovery.SearchLost(t.Context(), box)
		hosttest.Check(t, err)
		if want := len(since) / 2; len(again.Mails) != want {
			t.Errorf("%d mails are still missing, want %d", len(again.Mails), want)
		}
	})
}

func contents(mails []wire.Fetched) (all []string) {
	for _, m := range mails {
		all = append(all, string(m.Raw))
	}
	return all
}

// TestRestoreIsTakenUpAgain breaks off the work on lost mails: no daemon serves before it
// has ended, and everybody is told once.
func TestRestoreIsTakenUpAgain(t *testing.T) {
	c := hosttest.NewClub(t)
	hosttest.Check(t, c.Seats.AddPlayer(t.Context(), store.Player{Address: "referee@example.org", Name: "Referee", Language: "fr", TimeZone: "Europe/Paris"}))
	copied := filepath.Join(t.TempDir(), "older.db")
	hosttest.Check(t, c.Store.Backup(t.Context(), copied))
	box := hosttest.Folders{}
	for i := range 4 {
		box.Handle(c, hosttest.Letter(hosttest.NorthAt, c.Signed("north", fmt.Sprintf("keryx request 1\nstatus\n# %d", i))))
	}
	r := hosttest.RestoredClub(t, copied, c.Game)
	r.Sent()
	lost, err := r.Recovery.SearchLost(t.Context(), box)
	hosttest.Check(t, err)
	n := 0
	ctx, stop := context.WithCancel(t.Context())
	_, err = r.Recovery.Recover(ctx, lost.Mails, func(wire.Fetched, store.InboxState) {
		if n++; n == 2 {
			stop()
		}
	})
	if err == nil {
		t.Fatal("it was not broken off")
	}
	var unfinished *intake.UnfinishedError
	if err := r.Recovery.CheckRestored(t.Context(), box[wire.FolderDone][:2]); !errors.As(err, &unfinished) || unfinished.Command != "replay" {
		t.Errorf("a daemon may serve: %v", err)
	}
	if lost, err = r.Recovery.SearchLost(t.Context(), box); err != nil || len(lost.Mails) != 2 {
		t.Fatalf("%d mails are missing: %v", len(lost.Mails), err)
	}
	got, err := r.Recovery.Recover(t.Context(), lost.Mails, nil)
	if err != nil || got.Astray != 0 {
		t.Errorf("it came to %+v: %v", got, err)
	}
	hosttest.Check(t, r.Recovery.CheckRestored(t.Context(), box[wire.FolderDone]))
	told := 0
	for _, m := range r.Sent() {
		if m.Kind == "notice" {
			told++
		}
	}
	if told != 2 {
		t.Errorf("%d were told, want both players once", told)
	}
}

// TestAstray takes up orders that hang on a deadline which passed without a mail: what
// becomes of them now is not what became of them before, and that is said.
func TestAstray(t *testing.T) {
	c := hosttest.NewClub(t, hosttest.Contract(post.Defaults))
	copied := filepath.Join(t.TempDir(), "older.db")
	hosttest.Check(t, c.Store.Backup(t.Context(), copied))
	box := hosttest.Folders{}
	box.Handle(c, hosttest.Letter(hosttest.SouthAt, c.Signed("south", c.Orders("south", "bid 0"))))
	c.Time = hosttest.Noon.Add(hosttest.AnswerTime)
	if c.SweepNow() != 1 {
		t.Fatal("no default was taken")
	}
	box.Handle(c, hosttest.Letter(hosttest.NorthAt, c.Signed("north", c.Orders("north", "pass"))))
	if row := c.LastReceived(); row.State != store.Accepted {
		t.Fatalf("state %s (%s)", row.State, row.Reason)
	}
	r := hosttest.RestoredClub(t, copied, c.Game)
	r.Rules.Operator = "operator@example.org"
	r.Sent()
	got, err := r.Recovery.Recover(t.Context(), append(box[wire.FolderDone], box[wire.FolderRefused]...), nil)
	hosttest.Check(t, err)
	if want := (intake.Recovered{Mails: 2, Astray: 1}); got != want {
		t.Errorf("it came to %+v, want %+v", got, want)
	}
	for _, m := range r.Sent() {
		if m.Recipient == "operator@example.org" && !strings.Contains(hosttest.TextOf(t, m), "differently") {
			t.Errorf("the operator is not told:\n%s", hosttest.TextOf(t, m))
		}
	}
}
