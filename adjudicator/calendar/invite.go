package calendar

import (
	"bytes"
	"fmt"
	"strconv"
	"time"

	"github.com/emersion/go-ical"
)

// Invite is a deadline as a calendar program keeps it: an entry that the same UID changes
// later, with a higher sequence number, or takes away (RFC 5546 section 3.2).
type Invite struct {
	UID      string
	Sequence int
	// Cancel takes the entry away.
	Cancel bool
	At     time.Time // the deadline
	Stamp  time.Time // when this was written
	// Organizer and Attendee are addresses: the server's mailbox and the player's, which is
	// left out of what is published.
	Organizer, Attendee string
	// Title stands in the player's calendar, where others may read it: it tells nothing of the
	// game.
	Title string
}

// Method is what a calendar program is to do with the invite (RFC 5546 section 1.4). The type
// of the MIME part that holds it repeats it (RFC 6047 section 2.4).
func (i Invite) Method() string {
	if i.Cancel {
		return "CANCEL"
	}
	return "REQUEST"
}

// Encode writes the invite (RFC 5545): times in UTC, so that it needs no time zones; lines
// folded; nothing behind its end. The deadline blocks no time of the player's day.
func (i Invite) Encode() ([]byte, error) {
	event := i.event()
	attendee := ical.NewProp(ical.PropAttendee)
	attendee.Value = "mailto:" + i.Attendee
	attendee.Params.Set("RSVP", "FALSE")
	event.Props.Set(attendee)
	return encode(i.Method(), nil, event.Component)
}

// event is the entry itself, without whom it is for.
func (i Invite) event() *ical.Event {
	event := ical.NewEvent()
	event.Props.SetText(ical.PropUID, i.UID)
	event.Props.SetDateTime(ical.PropDateTimeStamp, i.Stamp.UTC())
	event.Props.SetDateTime(ical.PropDateTimeStart, i.At.UTC())
	event.Props.SetText(ical.PropSummary, i.Title)
	event.Props.SetText(ical.PropTransparency, "TRANSPARENT")
	status := "CONFIRMED"
	if i.Cancel {
		status = "CANCELLED"
	}
	for name, value := range map[string]string{ical.PropSequence: strconv.Itoa(i.Sequence), ical.PropOrganizer: "mailto:" + i.Organizer, ical.PropStatus: status} {
		prop := ical.NewProp(name)
		prop.Value = value
		event.Props.Set(prop)
	}
	return event
}

// encode writes a calendar of some components, with what else is to be said of the whole.
func encode(method string, said []*ical.Prop, parts ...*ical.Component) ([]byte, error) {
	all := ical.NewCalendar()
	all.Props.SetText(ical.PropVersion, "2.0")
	all.Props.SetText(ical.PropProductID, "-//Keryx//Deadlines//EN")
	all.Props.SetText(ical.PropMethod, method)
	for _, prop := range said {
		all.Props.Set(prop)
	}
	all.Children = append(all.Children, parts...)
	var b bytes.Buffer
	if err := ical.NewEncoder(&b).Encode(all); err != nil {
		return nil, fmt.Errorf("a deadline for calendars: %w", err)
	}
	return fold(b.Bytes()), nil
}

// foldAt is the longest line in octets, without its end (RFC 5545 section 3.1).
const foldAt = 75

// fold breaks lines that are too long, between characters. The library leaves that to its
// caller.
func fold(text []byte) []byte {
	var b bytes.Buffer
	for line := range bytes.Lines(text) {
		line = bytes.TrimSuffix(line, []byte("\r\n"))
		for limit := foldAt; len(line) > limit; limit = foldAt - 1 {
			at := limit
			for line[at]&0xC0 == 0x80 { // within a character of UTF-8
				at--
			}
			b.Write(line[:at])
			b.WriteString("\r\n ")
			line = line[at:]
		}
		b.Write(line)
		b.WriteString("\r\n")
	}
	return b.Bytes()
}
