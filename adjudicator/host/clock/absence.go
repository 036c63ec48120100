package clock

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"keryx/adjudicator/calendar"
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/reports"
	"keryx/adjudicator/host/requests"
	"keryx/adjudicator/host/written"
	"keryx/orders"
	"keryx/store"
	"keryx/templates"
)

// A player announces by a signed request when he will be absent: in whole days, before they
// begin, for all of his games at once. His clock stands still meanwhile, and so does that of
// an opponent who is asked something then; what an opponent has been asked before runs on.
// His first orders end the absence, and the days that are left come back to him. His
// opponents are mailed the dates.

// keepAbsences stores them.
func keepAbsences(tx club.Tx, player store.Player, all []calendar.Absence) error {
	prefs, err := post.ReadPrefs(player)
	if err != nil {
		return err
	}
	if prefs[post.PrefAbsences], err = json.Marshal(all); err != nil {
		return err
	}
	if player.Prefs, err = json.Marshal(prefs); err != nil {
		return fmt.Errorf("preferences of %s: %w", player.Address, err)
	}
	return tx.UpdatePlayer(player)
}

// AskAbsence announces an absence, or lists those that were.
func (ck *Clocks) AskAbsence(tx club.Tx, a *requests.Mail, r written.Request) (*orders.Diagnostic, error) {
	player, err := tx.Player(a.Player.Address) // as a line above may have left him
	if err != nil {
		return nil, err
	}
	all, err := post.Absences(player)
	if err != nil {
		return nil, err
	}
	if len(r.Words) > 1 && cancelWords[orders.Fold(r.Words[1].Text)] {
		kept, fault, err := ck.cancelAbsence(tx, player, all, r)
		if fault != nil || err != nil {
			return fault, err
		}
		all = kept
	} else if len(r.Words) > 1 {
		announced, fault, err := ck.announce(tx, player, all, r)
		if fault != nil || err != nil {
			return fault, err
		}
		all = announced
	}
	year := calendar.DateOf(ck.Now(), written.ZoneOf(player)).Year()
	a.Reply.Leave = &templates.Leave{Year: year, Left: ck.Rules.Calendar.Leave}
	for _, absence := range all {
		a.Reply.Leave.Left -= absence.Days(year)
		a.Reply.Leave.Absences = append(a.Reply.Leave.Absences, templates.Absence{From: absence.From, To: absence.To})
	}
	if err := ck.tellBounds(tx, a, player, all); err != nil {
		return nil, err
	}
	a.Reply.Seats = nil
	a.Reply.ListSeats = false
	return nil, ck.Desk.ListSeats(tx, a) // with the deadlines as they are now
}

// tellBounds adds to a reply in which running games the absences of a player that are not over
// stop his clock for a part of their days only, or not at all.
func (ck *Clocks) tellBounds(tx store.ReadTx, a *requests.Mail, player store.Player, all []calendar.Absence) error {
	seats, err := tx.SeatsOfPlayer(player.Address)
	if err != nil {
		return err
	}
	p := templates.For(player.Language, "")
	for _, seat := range seats {
		game, bounds, err := post.BoundsAt(tx, seat)
		if err != nil {
			return err
		}
		if over, err := overHere(tx, game); err != nil {
			return err
		} else if over || bounds == (calendar.Bounds{}) {
			continue
		}
		cut := bounds.Cut(all)
		for _, absence := range all {
			part, any := calendar.Of(cut, absence)
			switch {
			case !absence.End(written.ZoneOf(player)).After(ck.Now()) || any && part == absence:
				continue
			case !any:
				a.Note("absence.none", "Game", game.ID, "From", p.Day(absence.From), "Days", bounds.Days, "None", bounds.None)
			default:
				a.Note("absence.part", "Game", game.ID, "From", p.Day(absence.From), "To", p.Day(part.To), "Days", bounds.Days)
			}
		}
	}
	return nil
}

// readAbsence reads the two days of a request: "absence from 2027-07-05 to 2027-07-18".
func readAbsence(r written.Request) (a calendar.Absence, fault *orders.Diagnostic) {
	var days []calendar.Date
	for _, w := range r.Words[1:] {
		switch orders.Fold(w.Text) {
		case "from", "to", "until", "du", "de", "au", "a", "jusqu'au", "-":
			continue
		}
		day, err := calendar.ReadDate(w.Text)
		if err != nil {
			return a, r.Fault(orders.Unreadable, "request-absence-date", w, "Word", w.Text)
		}
		days = append(days, day)
	}
	if len(days) != 2 {
		return a, r.Fault(orders.Unreadable, "request-absence-days", r.Whole(1), "Words", r.Whole(1).Text)
	}
	return calendar.Absence{From: days[0], To: days[1]}, nil
}

// missedAlready reports whether the deadline of what a seat is asked has passed: if the time bank is
// open too, which stands in for it.
func (ck *Clocks) missedAlready(tx store.ReadTx, game store.Game, seat store.Seat) (bool, error) {
	if seat.Deadline == nil {
		return false, nil
	}
	if late, _, err := ck.Terms.OverdueSince(tx, game, seat); err != nil || late {
		return late, err
	}
	spare, err := reports.ReserveOf(tx, seat)
	return spare.Opened > 0, err
}

// announce takes an absence up, moves the deadlines that it stops, and tells the opponents.
func (ck *Clocks) announce(tx club.Tx, player store.Player, all []calendar.Absence, r written.Request) ([]calendar.Absence, *orders.Diagnostic, error) {
	a, fault := readAbsence(r)
	if fault != nil {
		return all, fault, nil
	}
	seats, err := tx.SeatsOfPlayer(player.Address)
	if err != nil {
		return all, nil, err
	}
	var running []seatAway
	for _, seat := range seats {
		one, err := ck.seatAway(tx, seat)
		if err != nil {
			return all, nil, err
		}
		if one.over || one.bounds.None {
			continue
		}
		missed, err := ck.missedAlready(tx, one.game, seat)
		if err != nil {
			return all, nil, err
		}
		if missed {
			return all, r.Fault(orders.Illegal, "request-absence-late", r.Words[0], "Game", seat.Game), nil
		}
		running = append(running, one)
	}
	after, err := calendar.Announce(all, a, ck.Rules.Calendar.Leave, ck.Now(), written.ZoneOf(player))
	if err != nil {
		return all, absenceFault(r, err), nil
	}
	if err := keepAbsences(tx, player, after); err != nil {
		return all, nil, err
	}
	var told opponents
	for _, one := range running {
		part, any := calendar.Of(one.bounds.Cut(after), a)
		if !any {
			continue
		}
		if _, err := ck.stopAnew(tx, &one, after); err != nil {
			return all, nil, err
		}
		if err := told.add(tx, one.seat, part.From.Format(time.DateOnly)+part.To.Format(time.DateOnly), part); err != nil {
			return all, nil, err
		}
	}
	if err := ck.tellAway(tx, player, told); err != nil {
		return all, nil, err
	}
	return after, nil, nil
}

// absenceFault says why a player cannot have an absence.
func absenceFault(r written.Request, err error) *orders.Diagnostic {
	var allowance *calendar.AllowanceError
	code := "request-absence-overlap"
	switch {
	case errors.As(err, &allowance):
		return r.Fault(orders.Illegal, "request-absence-allowance", r.Whole(1), "Year", allowance.Year, "Asked", allowance.Asked, "Left", allowance.Left)
	case errors.Is(err, calendar.ErrBegun):
		code = "request-absence-begun"
	case errors.Is(err, calendar.ErrBackward):
		code = "request-absence-backward"
	case errors.Is(err, calendar.ErrFar):
		code = "request-absence-far"
	}
	return r.Fault(orders.Illegal, code, r.Whole(1))
}

// seatAway is a seat of a player whose absences change, with how its deadline came about before.
type seatAway struct {
	seat   store.Seat
	game   store.Game
	bounds calendar.Bounds
	was    post.Timing // nothing where nothing is asked
	over   bool        // the game has ended, or goes on at another club
}

// seatAway looks at a seat before the absences of its player change.
func (ck *Clocks) seatAway(tx store.ReadTx, seat store.Seat) (s seatAway, err error) {
	s.seat = seat
	if s.game, s.bounds, err = post.BoundsAt(tx, seat); err != nil {
		return s, err
	}
	if s.over, err = overHere(tx, s.game); err != nil || seat.Deadline == nil {
		return s, err
	}
	s.was, err = ck.Terms.TimingOf(tx, seat)
	return s, err
}

// overHere reports whether nothing is played here in a game any more: it has ended, or was given to
// another club. One that waits to be released by another club may yet be played here.
func overHere(tx store.ReadTx, game store.Game) (bool, error) {
	if game.Status == store.Ended {
		return true, nil
	}
	t, err := play.TransferOf(tx, game.ID)
	return t != nil && t.State != play.StateHere && t.State != play.StateHeld, err
}

// stopAnew moves the deadline of a seat that has not passed to where other absences have it lie,
// and reports whether it moved. What was used up of the time until now stays used up.
func (ck *Clocks) stopAnew(tx club.Tx, s *seatAway, absences []calendar.Absence) (moved bool, err error) {
	now := ck.Now()
	if s.seat.Deadline == nil || !s.seat.Deadline.After(now) {
		return false, nil
	}
	c := s.was
	c.RunFrom(now)
	c.Away = s.bounds.Cut(absences)
	return ck.Terms.KeepTiming(tx, &s.seat, c)
}

// opponents are those who are to read of an absence: each one letter for all games in which the same
// days count.
type opponents []*opponentTold

type opponentTold struct {
	player store.Player
	seats  []store.Seat // his, in the order of the games
	once   string
	days   calendar.Absence
}

// add notes the opponents of a seat's player.
func (o *opponents) add(tx store.ReadTx, seat store.Seat, once string, days calendar.Absence) error {
	return eachOpponent(tx, seat, func(opponent store.Player, other store.Seat) error {
		for _, told := range *o {
			if told.player.Address == opponent.Address && told.once == once {
				told.seats = append(told.seats, other)
				return nil
			}
		}
		*o = append(*o, &opponentTold{opponent, []store.Seat{other}, once, days})
		return nil
	})
}

// tell sends each of them one letter.
func (o opponents) tell(h *Clocks, tx club.Tx, key string, args func(told *opponentTold) []any) error {
	for _, told := range o {
		var games []string
		for _, seat := range told.seats {
			games = append(games, seat.Game)
		}
		err := h.Letters.TellPlayer(tx, told.player, told.seats[0], key, told.once+strings.Join(games, " "), append(args(told), "Game", games)...)
		if err != nil {
			return err
		}
	}
	return nil
}

// tellAway tells the opponents of a player when he is absent.
func (ck *Clocks) tellAway(tx club.Tx, player store.Player, all opponents) error {
	return all.tell(ck, tx, "away", func(told *opponentTold) []any {
		p := templates.For(told.player.Language, "")
		return []any{"Player", player.Name, "From", p.Day(told.days.From), "To", p.Day(told.days.To)}
	})
}

// eachOpponent calls f for each person who plays against a seat's player.
func eachOpponent(tx store.ReadTx, seat store.Seat, f func(opponent store.Player, other store.Seat) error) error {
	seats, err := tx.SeatsOf(seat.Game)
	if err != nil {
		return err
	}
	for _, other := range seats {
		if other.Side == seat.Side || other.Player == "" || other.Player == post.MachineAddress {
			continue
		}
		opponent, err := tx.Player(other.Player)
		if err != nil {
			return err
		}
		if err := f(opponent, other); err != nil {
			return err
		}
	}
	return nil
}

// EndAbsence ends the absence of a player who has given orders, if he is absent: his clocks go
// on with what was left when they stopped.
func (ck *Clocks) EndAbsence(tx club.Tx, address string) error {
	player, err := tx.Player(address)
	if err != nil {
		return err
	}
	all, err := post.Absences(player)
	if err != nil || len(all) == 0 {
		return err
	}
	zone, now := written.ZoneOf(player), ck.Now()
	if _, away := calendar.Away(all, now, zone); !away {
		return nil
	}
	seats, err := tx.SeatsOfPlayer(address)
	if err != nil {
		return err
	}
	var stopped []seatAway
	for _, seat := range seats {
		one, err := ck.seatAway(tx, seat)
		if err != nil {
			return err
		}
		stopped = append(stopped, one)
	}
	kept, _ := calendar.Return(all, now, zone)
	if err := keepAbsences(tx, player, kept); err != nil {
		return err
	}
	for _, one := range stopped {
		end, away := calendar.Away(one.bounds.Cut(all), now, zone)
		if !away || one.seat.Deadline == nil || one.seat.Deadline.Before(end) {
			continue
		}
		if _, err := ck.stopAnew(tx, &one, kept); err != nil {
			return err
		}
		seat := one.seat
		err = ck.Letters.TellPlayer(tx, player, seat, "back-early", seat.Answers+now.UTC().Format(time.RFC3339), "Game", seat.Game, "Deadline", *seat.Deadline)
		if err != nil {
			return err
		}
	}
	return nil
}
