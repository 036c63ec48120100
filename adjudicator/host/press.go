package host

import (
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"keryx/orders"
	"keryx/store"
)

// Press is what one player writes to the other through the server: the section "press" of an
// order file, which is passed on when the orders are accepted, or a signed mail that is
// nothing else. It is private to the two players and their referees, so that it stands beside
// the ledger and not in it: who reads the ledger later must not read it. It is never read as
// orders, plays no part in the dice, and is limited in size and number.

// pressFault says why a word from a side cannot be passed on; nil if it can.
func (h *Host) pressFault(tx store.ReadTx, game store.Game, seat store.Seat, w orders.Words) (*orders.Diagnostic, error) {
	r := sectionRequest(w)
	fault := func(code string, args ...any) (*orders.Diagnostic, error) {
		return r.fault(orders.Illegal, code, r.words[0], args...), nil
	}
	if gone, err := transferOf(tx, game.ID); err != nil {
		return nil, err
	} else if gone != nil && gone.State != stateHere && gone.State != stateHeld {
		return fault("press-elsewhere", "Game", game.ID)
	}
	t, err := talkOf(tx, game.ID)
	if err != nil {
		return nil, err
	}
	if t.Press == Silent {
		return fault("press-none", "Game", game.ID)
	}
	other, err := otherSeat(tx, seat)
	if err != nil {
		return nil, err
	}
	if other.Player == machineAddress || other.Player == "" {
		return fault("press-nobody", "Game", game.ID)
	}
	if w.Text == "" {
		return fault("press-empty")
	}
	if n := utf8.RuneCountInString(w.Text); n > pressLength {
		return fault("press-long", "Characters", n, "Limit", pressLength)
	}
	if n := strings.Count(w.Text, "\n") + 1; n > pressLines {
		return fault("press-lines", "Lines", n, "Limit", pressLines)
	}
	all, err := pressIn(tx, game.ID)
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
		if h.Now().Sub(p.At) < 24*time.Hour {
			day++
		}
	}
	if turn >= pressTurn {
		return fault("press-turn", "Limit", pressTurn)
	}
	if day >= pressDay {
		return fault("press-day", "Limit", pressDay)
	}
	return nil, nil
}

// passOn keeps a word and sends it to the other side.
func (h *Host) passOn(tx store.Tx, game store.Game, seat store.Seat, author store.Player, text string) error {
	all, err := pressIn(tx, game.ID)
	if err != nil {
		return err
	}
	name := fmt.Sprintf("%s%06d", pressUnder(game.ID), len(all)+1)
	if err := writeSetting(tx, name, Press{Turn: game.Turn, Side: seat.Side, At: h.Now(), Text: text}); err != nil {
		return err
	}
	t, err := talkOf(tx, game.ID)
	if err != nil {
		return err
	}
	other, err := otherSeat(tx, seat)
	if err != nil {
		return err
	}
	key := "press"
	if t.Press == Anonymous {
		key = "press-anonymous"
	}
	reader, err := tx.Player(other.Player)
	if err != nil {
		return fmt.Errorf("game %s: the reader of a message: %w", game.ID, err)
	}
	return h.tellSeat(tx, game, other, wordTo{key: key, once: name, quoted: quote(text),
		args: []any{"Game", game.ID, "Player", author.Name, "Side", sideTerm(game, seat.Side), "Public", t.Press == Public,
			"Mailbox", h.Post.Address, "Day", boundDay(h.Now(), zoneOf(reader))}})
}

// passOnWith passes on the press of an order file that was accepted.
func (h *Host) passOnWith(tx store.Tx, s *submission) error {
	w, ok := s.file.Said("press")
	if !ok {
		return nil
	}
	p := s.position
	return h.passOn(tx, p.game, p.seats[s.side], s.player, w.Text)
}
