package rulings

import (
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/reports"
	"keryx/adjudicator/host/seating"
	"keryx/adjudicator/host/watch"
	"keryx/adjudicator/host/written"
	"keryx/orders"
	"keryx/store"
)

// Press is what one player writes to the other through the server: the section "press" of an
// order file, which is passed on when the orders are accepted, or a signed mail that is
// nothing else. It is private to the two players and their referees, so that it stands beside
// the ledger and not in it: who reads the ledger later must not read it. It is never read as
// orders, plays no part in the dice, and is limited in size and number.

// PressFault says why a word from a side cannot be passed on; nil if it can.
func (cl *Claims) PressFault(tx store.ReadTx, game store.Game, seat store.Seat, w orders.Words) (*orders.Diagnostic, error) {
	r := SectionRequest(w)
	fault := func(code string, args ...any) (*orders.Diagnostic, error) {
		return r.Fault(orders.Illegal, code, r.Words[0], args...), nil
	}
	if gone, err := play.TransferOf(tx, game.ID); err != nil {
		return nil, err
	} else if gone != nil && gone.State != play.StateHere && gone.State != play.StateHeld {
		return fault("press-elsewhere", "Game", game.ID)
	}
	t, err := post.PressRulesOf(tx, game.ID)
	if err != nil {
		return nil, err
	}
	if t.Press == post.Silent {
		return fault("press-none", "Game", game.ID)
	}
	other, err := seating.OtherSeat(tx, seat)
	if err != nil {
		return nil, err
	}
	if other.Player == post.MachineAddress || other.Player == "" {
		return fault("press-nobody", "Game", game.ID)
	}
	if w.Text == "" {
		return fault("press-empty")
	}
	if n := utf8.RuneCountInString(w.Text); n > reports.PressLength {
		return fault("press-long", "Characters", n, "Limit", reports.PressLength)
	}
	if n := strings.Count(w.Text, "\n") + 1; n > reports.PressLines {
		return fault("press-lines", "Lines", n, "Limit", reports.PressLines)
	}
	all, err := watch.PressIn(tx, game.ID)
	if err != nil {
		return nil, err
	}
	turn, day := 0, 0
	for _, p := range all {
		if p.Side != seat.Side {
			continue
		}
		if p.Turn == game.Turn {
			turn++
		}
		if cl.Now().Sub(p.At) < 24*time.Hour {
			day++
		}
	}
	if turn >= reports.PressTurn {
		return fault("press-turn", "Limit", reports.PressTurn)
	}
	if day >= reports.PressDay {
		return fault("press-day", "Limit", reports.PressDay)
	}
	return nil, nil
}

// PassOn keeps a word and sends it to the other side.
func (cl *Claims) PassOn(tx club.Tx, game store.Game, seat store.Seat, author store.Player, text string) error {
	all, err := watch.PressIn(tx, game.ID)
	if err != nil {
		return err
	}
	name := fmt.Sprintf("%s%06d", watch.PressUnder(game.ID), len(all)+1)
	if err := written.WriteSetting(tx, name, watch.Press{Turn: game.Turn, Side: seat.Side, At: cl.Now(), Text: text}); err != nil {
		return err
	}
	t, err := post.PressRulesOf(tx, game.ID)
	if err != nil {
		return err
	}
	other, err := seating.OtherSeat(tx, seat)
	if err != nil {
		return err
	}
	key := "press"
	if t.Press == post.Anonymous {
		key = "press-anonymous"
	}
	reader, err := tx.Player(other.Player)
	if err != nil {
		return fmt.Errorf("game %s: the reader of a message: %w", game.ID, err)
	}
	return cl.Letters.TellSeat(tx, game, other, post.WordTo{Key: key, Once: name, Quoted: post.Quote(text),
		Args: []any{"Game", game.ID, "Player", author.Name, "Side", play.SideTerm(game, seat.Side), "Public", t.Press == post.Public,
			"Mailbox", cl.Post.Address, "Day", written.BoundDay(cl.Now(), written.ZoneOf(reader))}})
}

// PassOnWith passes on the press of an order file that was accepted.
func (cl *Claims) PassOnWith(tx club.Tx, s *post.Submission) error {
	w, ok := s.File.Said("press")
	if !ok {
		return nil
	}
	p := s.Position
	return cl.PassOn(tx, p.Game, p.Seats[s.Side], s.Player, w.Text)
}
