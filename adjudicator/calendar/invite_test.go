package calendar

import (
	"bytes"
	"strings"
	"testing"

	"github.com/emersion/go-ical"
)

// An invite is what another reader of RFC 5545 takes it for, in lines that are not too long.
func TestInvite(t *testing.T) {
	i := Invite{UID: "abc@club.example", Sequence: 3, At: at(t, "2027-03-28T02:30:00+01:00"), Stamp: at(t, "2027-03-20T08:00:00Z"),
		Organizer: "keryx@club.example", Attendee: "benedicte@" + strings.Repeat("a", 60) + ".example", Title: "Échéance, " + strings.Repeat("é", 60) + "; hel-7"}
	for _, cancel := range []bool{false, true} {
		i.Cancel = cancel
		text, err := i.Encode()
		if err != nil {
			t.Fatal(err)
		}
		for line := range bytes.Lines(text) {
			if !bytes.HasSuffix(line, []byte("\r\n")) || len(line) > foldAt+2 || !strings.HasPrefix(strings.ToValidUTF8(string(line), "?"), string(line)) {
				t.Errorf("line of %d octets: %q", len(line), line)
			}
		}
		if !bytes.HasSuffix(text, []byte("END:VCALENDAR\r\n")) {
			t.Errorf("it ends in %q", text[len(text)-20:])
		}
		read, err := ical.NewDecoder(bytes.NewReader(text)).Decode()
		if err != nil {
			t.Fatalf("%v:\n%s", err, text)
		}
		method, status := "REQUEST", "CONFIRMED"
		if cancel {
			method, status = "CANCEL", "CANCELLED"
		}
		if got := read.Props.Get(ical.PropMethod); got == nil || got.Value != method || i.Method() != method {
			t.Errorf("the method is %v and that of the part %q, want %s", got, i.Method(), method)
		}
		event := read.Events()[0]
		for name, want := range map[string]string{ical.PropUID: i.UID, ical.PropSequence: "3", ical.PropStatus: status, ical.PropTransparency: "TRANSPARENT",
			ical.PropDateTimeStart: "20270328T013000Z", ical.PropDateTimeStamp: "20270320T080000Z",
			ical.PropOrganizer: "mailto:keryx@club.example", ical.PropAttendee: "mailto:" + i.Attendee} {
			if got := event.Props.Get(name); got == nil || got.Value != want {
				t.Errorf("%s is %v, want %s", name, got, want)
			}
		}
		if got, err := event.Props.Text(ical.PropSummary); err != nil || got != i.Title {
			t.Errorf("the title is %q, %v", got, err)
		}
	}
}
