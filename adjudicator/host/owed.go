package host

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"keryx/adjudicator"
	"keryx/store"
	"keryx/templates"
)

// owedSetting lists the seats that a receipt is owed to, and until when it may wait.
const owedSetting = "owed-receipts"

// owedTo is one of that list.
type owedTo struct {
	Game, Side string
	Due        time.Time
}

// owedReceipts lists the receipts that wait to be joined with what follows.
func owedReceipts(tx store.ReadTx) (list []owedTo, err error) {
	text, err := tx.Setting(owedSetting)
	if errors.Is(err, store.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(text, &list); err != nil {
		return nil, fmt.Errorf("reading which receipts are owed: %w", err)
	}
	return list, nil
}

// setOwed keeps the list of receipts that wait.
func setOwed(tx store.Tx, list []owedTo) error {
	text, err := json.Marshal(list)
	if err != nil {
		return err
	}
	return tx.SetSetting(owedSetting, text)
}

// LongestJoin is how long a receipt waits at most: who has sent orders wants to know that they
// have come.
const LongestJoin = 2 * time.Minute

// prefReceipt is the name, among a player's preferences, of the note that he has had a receipt.
const prefReceipt = "receipt"

// firstReceipt reports whether a player has never had a receipt, and notes that he gets one now: the
// first does not wait, since he cannot know yet that it will come.
func firstReceipt(tx store.Tx, address string) (bool, error) {
	player, err := tx.Player(address)
	if err != nil {
		return false, err
	}
	prefs, err := readPrefs(player)
	if err != nil || prefs[prefReceipt] != nil {
		return false, err
	}
	if err := setPref(&player, prefReceipt, true); err != nil {
		return false, err
	}
	return true, tx.UpdatePlayer(player)
}

// firstReceiptOf reports whether the receipt of a file is the first that its author is sent.
func (h *Host) firstReceiptOf(tx store.Tx, s *submission) (bool, error) {
	if h.Join <= 0 || s.player.Address == machineAddress {
		return false, nil // none waits, or nobody waits for it
	}
	return firstReceipt(tx, s.player.Address)
}

// mayWait reports whether the receipt of an accepted file can wait: it tells of no dice
// and no end of a turn, asks nothing, and the game goes on with the other side.
func (h *Host) mayWait(p *position, s *submission, out adjudicator.Outcome) bool {
	if h.Join <= 0 || p.game.Status != store.Running || len(p.chapters) > 0 || len(out.Waiting) > 0 || s.aside() != (templates.Aside{}) {
		return false
	}
	news := unread(p.seats[s.side], p.session.Turn(), p.session.Events())
	if slices.ContainsFunc(news, func(e adjudicator.Event) bool { return len(e.Rolls) > 0 || e.Stop != nil && e.Stop.Side == s.side }) {
		return false
	}
	return p.session.Asked(s.side) == nil && p.session.Asked(s.side.Other()) != nil
}

// owe puts the receipt of a file off.
func (h *Host) owe(tx store.Tx, s *submission, out adjudicator.Outcome) error {
	p, side := s.position, s.side
	seat := p.seats[side]
	n, err := notes(tx, seat)
	if err != nil {
		return err
	}
	given := 0
	for _, a := range p.session.Answers() {
		if a.Side == side {
			given++
		}
	}
	_, passed := s.file.Said("press")
	passed = passed || n.Owed != nil && n.Owed.Passed
	n.Owed = &owed{Message: s.message.ID, Received: s.row.Receipt, Turn: p.session.Turn(), From: given - len(out.Answers), To: given,
		Left: s.parted.Aside, LeftBy: s.player.Address, Standing: s.file.HasStanding, Passed: passed}
	if err := n.save(tx, seat); err != nil {
		return err
	}
	list, err := owedReceipts(tx)
	if err != nil {
		return err
	}
	list = slices.DeleteFunc(list, func(o owedTo) bool { return o.Game == seat.Game && o.Side == seat.Side })
	due := h.Now().Add(min(h.Join, LongestJoin))
	if err := setOwed(tx, append(list, owedTo{seat.Game, seat.Side, store.Time(due)})); err != nil {
		return err
	}
	// The code is that of the receipt: a second file may not answer the same report.
	seat.Answers = code(store.Secret(p.secret()), p.game.ID, seat.Side, p.last.Seq)
	seat.Deadline, seat.Reminded = nil, nil
	return tx.UpdateSeat(seat)
}

// Receipts writes the receipts that have waited until a moment for something to be
// joined with, and returns how many.
func (h *Host) Receipts(ctx context.Context, until time.Time) (written int, err error) {
	var list []owedTo
	if err := h.Store.View(ctx, func(tx store.ReadTx) (err error) { list, err = owedReceipts(tx); return err }); err != nil {
		return 0, fmt.Errorf("looking for receipts: %w", err)
	}
	for _, o := range list {
		if o.Due.After(until) {
			continue
		}
		sent := false
		err := h.update(ctx, func(tx store.Tx) (err error) {
			sent, err = h.receipt(tx, o.Game, o.Side)
			return err
		}, nil)
		if err != nil {
			h.Log.Error("a receipt could not be written", "game", o.Game, "side", o.Side, "error", err)
			h.reportBroken(ctx, o.Game, err)
		}
		if sent {
			written++
		}
	}
	return written, nil
}

// receipt writes the receipt that is owed to a seat, if it still is.
func (h *Host) receipt(tx store.Tx, gameID, sideID string) (bool, error) {
	list, err := owedReceipts(tx)
	if err != nil {
		return false, err
	}
	kept := slices.DeleteFunc(slices.Clone(list), func(o owedTo) bool { return o.Game == gameID && o.Side == sideID })
	if len(kept) == len(list) {
		return false, nil
	}
	if err := setOwed(tx, kept); err != nil {
		return false, err
	}
	seat, err := tx.Seat(gameID, sideID)
	if err != nil {
		return false, err
	}
	n, err := notes(tx, seat)
	if err != nil || n.Owed == nil {
		return false, err // joined with another letter since
	}
	p, err := load(tx, gameID)
	if err != nil {
		return false, err
	}
	defer p.close()
	side, _ := p.info.Seat(sideID)
	return true, h.report(tx, p, side, kindFor(p, side, templates.Receipt), n.Owed.Message, nil)
}
