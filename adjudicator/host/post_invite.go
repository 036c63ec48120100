package host

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"keryx/adjudicator/calendar"
	"keryx/mail"
	"keryx/store"
	"keryx/templates"
)

// prefCalendar is the preference that holds whether a player gets deadlines for his calendar;
// he does if it is not set.
const prefCalendar = "calendar"

// invited is what the calendar of a seat's player holds.
type invited struct {
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

// invitedName is the setting that keeps what the calendar of a seat was told.
func invitedName(seat store.Seat) string { return "invited/" + seat.Game + "/" + seat.Side }

// invitedOf reads what the calendar of a seat was told.
func invitedOf(tx store.ReadTx, seat store.Seat) (i invited, err error) {
	text, err := tx.Setting(invitedName(seat))
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

// save keeps what the calendar of a seat was told.
func (i invited) save(tx store.Tx, seat store.Seat) error {
	text, err := json.Marshal(i)
	if err != nil {
		return err
	}
	return tx.SetSetting(invitedName(seat), text)
}

// nextQuestion notes that a seat is asked something new: its deadline is another entry.
func nextQuestion(tx store.Tx, seat store.Seat) error {
	i, err := invitedOf(tx, seat)
	if err != nil {
		return err
	}
	i.Question++
	return i.save(tx, seat)
}

// wantsCalendar reports whether a player gets his deadlines for his calendar.
func wantsCalendar(player store.Player) (bool, error) {
	prefs, err := readPrefs(player)
	if err != nil || prefs[prefCalendar] == nil {
		return err == nil, err
	}
	var wanted bool
	if err := json.Unmarshal(prefs[prefCalendar], &wanted); err != nil {
		return false, fmt.Errorf("preferences of %s: %w", player.Address, err)
	}
	return wanted, nil
}

// invitesOf is what changes in the calendar of a seat's player with the letter that is being
// written to him, and notes it.
func (h *Host) invitesOf(tx store.Tx, game store.Game, seat store.Seat) (all []calendar.Invite, err error) {
	if seat.Player == "" || seat.Player == machineAddress {
		return nil, nil
	}
	player, err := tx.Player(seat.Player)
	if err != nil {
		return nil, err
	}
	wanted, err := wantsCalendar(player)
	if err != nil {
		return nil, err
	}
	i, err := invitedOf(tx, seat)
	if err != nil {
		return nil, err
	}
	asked := seat.Deadline != nil && game.Status == store.Running
	if was := i.Shown; was != nil && !was.Gone && (!asked || was.Question != i.Question || was.Player != seat.Player) {
		was.Sequence++
		was.Gone = true
		if was.Player == seat.Player { // who held the seat before gets no more letters
			all = append(all, h.inviteTo(game, seat, *was))
		}
	}
	if asked && wanted {
		if s, news := i.entry(seat); news {
			i.Shown = &s
			all = append(all, h.inviteTo(game, seat, s))
		}
	}
	if len(all) == 0 {
		return nil, nil
	}
	return all, i.save(tx, seat)
}

// entry is what the calendar of a seat's player ought to hold of what the seat is asked now,
// and whether that differs from what was sent there last.
func (i invited) entry(seat store.Seat) (s shown, news bool) {
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

// inviteTo writes an entry, or takes it away. Its UID tells nothing of how often the seat was
// asked.
func (h *Host) inviteTo(game store.Game, seat store.Seat, s shown) calendar.Invite {
	id := mail.MessageID(h.Post.Domain, fmt.Sprintf("%x", game.Secret), game.ID, seat.Side, "deadline", fmt.Sprint(s.Question), cmp.Or(s.As, s.Player))
	return calendar.Invite{UID: strings.Trim(id, "<>"), Sequence: s.Sequence, Cancel: s.Gone, At: s.At, Stamp: h.Now(), Organizer: h.Post.Address, Title: game.ID}
}

// inviteHolder adds to a short notice what changes in the calendar of who holds a seat, if the
// notice is to him.
func (h *Host) inviteHolder(tx store.Tx, game store.Game, seat store.Seat, l *mail.Letter, lang string) error {
	if l.To.Addr != seat.Player || seat.Deadline == nil {
		return nil
	}
	all, err := h.invitesOf(tx, game, seat)
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
	wanted, err := wantsCalendar(player)
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
