package host_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/host/hosttest"

	"github.com/emersion/go-ical"

	"keryx/adjudicator/calendar"
	"keryx/adjudicator/host/seating"
	"keryx/mail"
	"keryx/store"
)

// diary is a calendar program that keeps what it is sent: the entries of a person by UID.
type diary map[string]entry

type entry struct {
	at       string
	sequence string
}

// take reads the invites of a mail, and returns what they were.
func (d diary) take(t *testing.T, m store.OutboxMail) (done []string) {
	t.Helper()
	r, err := mail.ReadReport(m.Raw)
	hosttest.Check(t, err)
	for _, f := range r.Files {
		if f.Type != "text/calendar" {
			continue
		}
		all, err := ical.NewDecoder(bytes.NewReader(f.Data)).Decode()
		hosttest.Check(t, err)
		method := all.Props.Get(ical.PropMethod).Value
		if method != f.Method {
			t.Errorf("the method is %s within and %s without", method, f.Method)
		}
		value := func(name string) string {
			if p := all.Events()[0].Props.Get(name); p != nil {
				return p.Value
			}
			return ""
		}
		uid, now := value(ical.PropUID), entry{value(ical.PropDateTimeStart), value(ical.PropSequence)}
		was, held := d[uid]
		if value(ical.PropAttendee) != "mailto:"+m.Recipient || value(ical.PropOrganizer) != "mailto:"+hosttest.ServerAddress {
			t.Errorf("an invite to %s is for %s of %s", m.Recipient, value(ical.PropAttendee), value(ical.PropOrganizer))
		}
		if held && now.sequence <= was.sequence {
			t.Errorf("%s of sequence %s follows sequence %s", method, now.sequence, was.sequence)
		}
		if method == "CANCEL" {
			if !held {
				t.Errorf("an entry is taken away that was not there")
			}
			delete(d, uid)
		} else {
			d[uid] = now
		}
		done = append(done, fmt.Sprint(f.Name, " ", method, " ", now.sequence))
	}
	return done
}

// stamp writes a time as calendars do.
func stamp(at time.Time) string { return at.UTC().Format("20060102T150405Z") }

// A player's calendar holds what he is asked and nothing else: letters that ask add an entry,
// those that move a deadline move it, the receipt takes it away; no mail is sent for it alone.
func TestDeadlinesForCalendars(t *testing.T) {
	c := hosttest.NewClub(t, hosttest.WithCalendar(func(*calendar.Rules) {}))
	c.Rules.Calendar.Leave = 30
	books := map[string]diary{hosttest.NorthAt: {}, hosttest.SouthAt: {}}
	read := func() (done string) {
		for _, m := range c.Sent() {
			for _, did := range books[m.Recipient].take(t, m) {
				done += m.Kind + " " + did + "\n"
			}
		}
		return done
	}
	holds := func(side, address string) {
		t.Helper()
		seat := c.Seat(side)
		if seat.Deadline == nil {
			if len(books[address]) > 0 {
				t.Errorf("%s is asked nothing and has %v", side, books[address])
			}
			return
		}
		if len(books[address]) != 1 {
			t.Fatalf("%s has %d entries", side, len(books[address]))
		}
		for _, e := range books[address] {
			if e.at != stamp(*seat.Deadline) {
				t.Errorf("%s has %s, want %s", side, e.at, stamp(*seat.Deadline))
			}
		}
	}
	if got := read(); strings.Count(got, "welcome deadline.ics REQUEST 0") != 2 {
		t.Errorf("the first letters: %s", got)
	}
	holds("north", hosttest.NorthAt)
	c.Requests("north", hosttest.NorthAt, "absence from 2026-11-22 to 2026-11-22\n")
	c.Time = c.Seat("north").Deadline.Add(-20 * time.Hour)
	c.SweepNow()
	if got := read(); !strings.Contains(got, "reminder deadline.ics REQUEST 1") {
		t.Errorf("after the deadline has moved: %q", got)
	}
	holds("north", hosttest.NorthAt)
	c.Order("south", "bid 0")
	if got := read(); got != "receipt answered.ics CANCEL 1\n" {
		t.Errorf("after an answer: %q", got)
	}
	holds("south", hosttest.SouthAt)
	c.Order("north", "bid 1")
	read()
	holds("north", hosttest.NorthAt)
	holds("south", hosttest.SouthAt)
	if len(books[hosttest.NorthAt])+len(books[hosttest.SouthAt]) == 0 {
		t.Error("nobody is asked anything")
	}
}

// Who wants no files for his calendar gets none, and is rid of what he had.
func TestNoDeadlinesForCalendars(t *testing.T) {
	c := hosttest.NewClub(t)
	book := diary{}
	for _, m := range c.Sent() {
		if m.Recipient == hosttest.SouthAt {
			book.take(t, m)
		}
	}
	off := false
	_, err := c.Seats.ChangePlayer(t.Context(), hosttest.SouthAt, seating.PlayerChange{Calendar: &off})
	hosttest.Check(t, err)
	c.Order("south", "bid 0")
	c.Order("north", "bid 1")
	for _, m := range c.Sent() {
		if m.Recipient != hosttest.SouthAt {
			continue
		}
		if done := book.take(t, m); len(done) > 0 && done[0] != "answered.ics CANCEL 1" {
			t.Errorf("he gets %v", done)
		}
	}
	if len(book) > 0 {
		t.Errorf("his calendar holds %v", book)
	}
}

// What a calendar program answers is read by nobody: it gets no answer, and does nothing.
func TestAnswersOfCalendarPrograms(t *testing.T) {
	c := hosttest.NewClub(t)
	c.Sent()
	before := c.World()
	invite := "BEGIN:VCALENDAR\nMETHOD:REPLY\nEND:VCALENDAR\n"
	for _, raw := range [][]byte{
		hosttest.Letter(hosttest.NorthAt, invite, "Content-Type: text/calendar; method=REPLY; charset=utf-8"),
		hosttest.Letter(hosttest.NorthAt, "--b\nContent-Type: text/plain\n\nNorth has accepted: help\n--b\nContent-Type: text/calendar; charset=utf-8; method=\"reply\"\n\n"+invite+"--b--\n",
			"Content-Type: multipart/alternative; boundary=b"),
		hosttest.Letter(hosttest.NorthAt, "--a\nContent-Type: multipart/alternative; boundary=b\n\n--b\nContent-Type: text/plain\n\nhelp\n--b\nContent-Type: text/calendar; method=COUNTER\n\n"+invite+
			"--b--\n--a\nContent-Type: application/ics; name=\"invite.ics\"\n\n"+invite+"--a--\n", "Content-Type: multipart/mixed; boundary=a"),
	} {
		if row := c.Receive(raw); row.State != store.Automatic {
			t.Errorf("an answer to an invitation is %s: %s", row.State, row.Reason)
		}
	}
	if sent := c.Sent(); len(sent) > 0 {
		t.Errorf("it is answered: %v", hosttest.KindsOf(sent))
	}
	c.Unmoved(before)
}

// A player turns the files off and on by mail.
func TestCalendarFilesByMail(t *testing.T) {
	c := hosttest.NewClub(t)
	if said := c.Requests("south", hosttest.SouthAt, "calendar files off\n"); !strings.Contains(said, "bring no files") {
		t.Errorf("turned off: %s", said)
	}
	for _, asked := range [][2]string{{"calendar", "bring no files"}, {"calendrier fichiers oui", "brings the deadline as a file"}, {"calendar files perhaps", "The calendar has no request"},
		{"calendar files", "The calendar has no request"}, {"calendar files on please", "The calendar has no request"}} {
		if said := c.Requests("south", hosttest.SouthAt, asked[0]+"\n"); !strings.Contains(said, asked[1]) {
			t.Errorf("%q: nothing of %q in:\n%s", asked[0], asked[1], said)
		}
	}
}
