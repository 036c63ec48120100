package host

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"keryx/adjudicator"
	"keryx/mail"
	"keryx/orders"
	"keryx/store"
)

// Press is what one player writes to the other through the server: the section "press" of an
// order file, which is passed on when the orders are accepted, or a signed mail that is
// nothing else. It is private to the two players and their referees, so that it stands beside
// the ledger and not in it: who reads the ledger later must not read it. It is never read as
// orders, plays no part in the dice, and is limited in size and number.

// The most that is passed on.
const (
	pressLength = 4000 // characters of one
	pressLines  = 100  // lines of one
	pressTurn   = 20   // of a side in a turn
	pressDay    = 10   // of a side in 24 hours
)

// Press is one word that was passed on.
type Press struct {
	Turn int       `json:"turn"`
	Side string    `json:"side"` // of its author
	At   time.Time `json:"at"`   // when it came
	Text string    `json:"text"`
}

func pressUnder(game string) string { return "press/" + game + "/" }

// pressIn returns all press of a game, oldest first.
func pressIn(tx store.ReadTx, game string) (all []Press, err error) {
	kept, err := tx.SettingsUnder(pressUnder(game))
	if err != nil {
		return nil, err
	}
	names := make([]string, 0, len(kept))
	for name := range kept {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		var p Press
		if err := json.Unmarshal(kept[name], &p); err != nil {
			return nil, fmt.Errorf("game %s: its press %s: %w", game, name, err)
		}
		all = append(all, p)
	}
	return all, nil
}

// PublishedPress returns what may be published of the words between the players of a game: all
// of it where the game was created with public press, and otherwise nothing. The signed order
// files of a game may hold press as well; those are to be published only where this is.
func PublishedPress(tx store.ReadTx, game string) (all []Press, public bool, err error) {
	t, err := talkOf(tx, game)
	if err != nil || t.Press != Public {
		return nil, false, err
	}
	all, err = pressIn(tx, game)
	return all, true, err
}

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

// otherSeat is the seat of the enemy.
func otherSeat(tx store.ReadTx, seat store.Seat) (store.Seat, error) {
	seats, err := tx.SeatsOf(seat.Game)
	if err != nil {
		return store.Seat{}, err
	}
	for _, other := range seats {
		if other.Side != seat.Side {
			return other, nil
		}
	}
	return store.Seat{}, fmt.Errorf("game %s has one seat", seat.Game)
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

// once remembers a signed text that does something for a seat, so that a copy of it, which
// anybody can send who has seen it, does nothing. It returns a fault if it came before.
func (h *Host) once(tx store.Tx, a *asking, r request, seat store.Seat, purpose string) (*orders.Diagnostic, error) {
	id := sha256.Sum256(fmt.Appendf(nil, "keryx %s 1\n%s\n%s\n%d\n%s", purpose, seat.Game, seat.Side, r.line, mail.Canonical(a.message.Signed.Text)))
	err := tx.RecordSubmission(store.Submission{Game: seat.Game, ID: id, Side: seat.Side, Inbox: a.row.ID, Received: a.row.Receipt})
	if errors.As(err, new(*store.DuplicateError)) {
		return r.fault(orders.Illegal, "words-twice", r.words[0], "Game", seat.Game), nil
	}
	return nil, err
}

// note adds a line to the answer to a mail of requests.
func (a *asking) note(key string, args ...any) {
	a.reply.Notes = append(a.reply.Notes, adjudicator.Say(key, args...))
}
