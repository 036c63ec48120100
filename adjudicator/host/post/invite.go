package post

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"keryx/adjudicator/calendar"
	"keryx/adjudicator/host/club"
	"keryx/mail"
	"keryx/store"
	"keryx/templates"
)

// PrefCalendar is the preference that holds whether a player gets deadlines for his calendar;
// he does if it is not set.
const PrefCalendar = "calendar"

// Invitation is what the calendar of a seat's player holds.
type Invitation struct {
	// Question counts what the seat was asked.
	Question int `json:"question"`
	// Shown is the entry in the player's calendar; nil if there is none.
	Shown *shown `json:"shown,omitempty"`
}

// shown is an entry in a player's calendar.
type shown struct {
	Question int       `json:"question"`
	Sequence int       `json:"sequence"`
	Gone     bool      `json:"gone,omitempty"` // it was taken away
	At       time.Time `json:"at"`
	Player   string    `json:"player"`
	// As is his address when it was made, if he has moved since: its UID stays.
	As string `json:"as,omitempty"`
}

// InvitedName is the setting that keeps what the calendar of a seat was told.
func InvitedName(seat store.Seat) string { return "invited/" + seat.Game + "/" + seat.Side }

// InvitationOf reads what the calendar of a seat was told.
func InvitationOf(tx store.ReadTx, seat store.Seat) (i Invitation, err error) {
	text, err := tx.Setting(InvitedName(seat))
	if errors.Is(err, store.ErrNotFound) || err == nil && len(text) == 0 {
		return i, nil
	}
	if err != nil {
		return i, err
	}
	if err := json.Unmarshal(text, &i); err != nil {
		return i, fmt.Errorf("what the calendar of %s in %s holds: %w", seat.Side, seat.Game, err)
	}
	return i, nil
}

// Save keeps what the calendar of a seat was told.
func (i Invitation) Save(tx club.Tx, seat store.Seat) error {
	text, err := json.Marshal(i)
	if err != nil {
		return err
	}
	return tx.SetSetting(InvitedName(seat), text)
}

// nextQuestion notes that a seat is asked something new: its deadline is another entry.
func nextQuestion(tx club.Tx, seat store.Seat) error {
	i, err := InvitationOf(tx, seat)
	if err != nil {
		return err
	}
	i.Question++
	return i.Save(tx, seat)
}

// WantsCalendar reports whether a player gets his deadlines for his calendar.
func WantsCalendar(player store.Player) (bool, error) {
	prefs, err := ReadPrefs(player)
	if err != nil || prefs[PrefCalendar] == nil {
		return err == nil, err
	}
	var wanted bool
	if err := json.Unmarshal(prefs[PrefCalendar], &wanted); err != nil {
		return false, fmt.Errorf("preferences of %s: %w", player.Address, err)
	}
	return wanted, nil
}

// invitesOf is what changes in the calendar of a seat's player with the letter that is being
// written to him, and notes it.
func (tm *Terms) invitesOf(tx club.Tx, game store.Game, seat store.Seat) (all []calendar.Invite, err error) {
	if seat.Player == "" || seat.Player == MachineAddress {
		return nil, nil
	}
	player, err := tx.Player(seat.Player)
	if err != nil {
		return nil, err
	}
	wanted, err := WantsCalendar(player)
	if err != nil {
		return nil, err
	}
	i, err := InvitationOf(tx, seat)
	if err != nil {
		return nil, err
	}
	asked := seat.Deadline != nil && game.Status == store.Running
	if was := i.Shown; was != nil && !was.Gone && (!asked || was.Question != i.Question || was.Player != seat.Player) {
		was.Sequence++
		was.Gone = true
		if was.Player == seat.Player { // who held the seat before gets no more letters
			all = append(all, tm.InviteTo(game, seat, *was))
		}
	}
	if asked && wanted {
		if s, news := i.Entry(seat); news {
			i.Shown = &s
			all = append(all, tm.InviteTo(game, seat, s))
		}
	}
	if len(all) == 0 {
		return nil, nil
	}
	return all, i.Save(tx, seat)
}

// Entry is what the calendar of a seat's player ought to hold of what the seat is asked now,
// and whether that differs from what was sent there last.
func (i Invitation) Entry(seat store.Seat) (s shown, news bool) {
	s = shown{Question: i.Question, At: *seat.Deadline, Player: seat.Player}
	was := i.Shown
	if was == nil || was.Question != s.Question || was.Player != s.Player {
		return s, true
	}
	s.Sequence, s.As = was.Sequence, was.As
	if news = was.Gone || !was.At.Equal(s.At); news { // after a pause it is there again
		s.Sequence++
	}
	return s, news
}

// InviteTo writes an entry, or takes it away. Its UID tells nothing of how often the seat was
// asked.
func (tm *Terms) InviteTo(game store.Game, seat store.Seat, s shown) calendar.Invite {
	id := mail.MessageID(tm.Post.Domain, fmt.Sprintf("%x", game.Secret), game.ID, seat.Side, "deadline", fmt.Sprint(s.Question), cmp.Or(s.As, s.Player))
	return calendar.Invite{UID: strings.Trim(id, "<>"), Sequence: s.Sequence, Cancel: s.Gone, At: s.At, Stamp: tm.Now(), Organizer: tm.Post.Address, Title: game.ID}
}

// inviteHolder adds to a short notice what changes in the calendar of who holds a seat, if the
// notice is to him.
func (tm *Terms) inviteHolder(tx club.Tx, game store.Game, seat store.Seat, l *mail.Letter, lang string) error {
	if l.To.Addr != seat.Player || seat.Deadline == nil {
		return nil
	}
	all, err := tm.invitesOf(tx, game, seat)
	if err != nil {
		return err
	}
	return invite(tx, l, all, lang)
}

// invite adds invites to a letter, in its reader's name, unless he wants none: what stands in
// his calendar is taken away in any case.
func invite(tx store.ReadTx, l *mail.Letter, all []calendar.Invite, lang string) error {
	if len(all) == 0 {
		return nil
	}
	player, err := tx.Player(l.To.Addr)
	if err != nil {
		return err
	}
	wanted, err := WantsCalendar(player)
	if err != nil {
		return err
	}
	p := templates.For(lang, "")
	for _, i := range all {
		if !i.Cancel && !wanted {
			continue
		}
		name := p.Say("calendar.file.due")
		if i.Cancel {
			name = p.Say("calendar.file.answered")
		}
		i.Attendee, i.Title = l.To.Addr, p.Say("calendar.title", "Game", i.Title)
		data, err := i.Encode()
		if err != nil {
			return err
		}
		l.Attachments = append(l.Attachments, mail.Attachment{Name: name, Type: "text/calendar", Method: i.Method(), Data: data})
	}
	return nil
}
