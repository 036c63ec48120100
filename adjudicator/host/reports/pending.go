package reports

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"keryx/adjudicator"
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/post"
	"keryx/store"
	"keryx/templates"
)

// owedSetting lists the seats that a receipt is owed to, and until when it may wait.
const owedSetting = "owed-receipts"

// PendingReceipt is one of that list.
type PendingReceipt struct {
	Game, Side string
	Due        time.Time
}

// PendingReceipts lists the receipts that wait to be joined with what follows.
func PendingReceipts(tx store.ReadTx) (list []PendingReceipt, err error) {
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

// SetPendingReceipts keeps the list of receipts that wait.
func SetPendingReceipts(tx club.Tx, list []PendingReceipt) error {
	text, err := json.Marshal(list)
	if err != nil {
		return err
	}
	return tx.SetSetting(owedSetting, text)
}

// prefReceipt is the name, among a player's preferences, of the note that he has had a receipt.
const prefReceipt = "receipt"

// firstReceipt reports whether a player has never had a receipt, and notes that he gets one now: the
// first does not wait, since he cannot know yet that it will come.
func firstReceipt(tx club.Tx, address string) (bool, error) {
	player, err := tx.Player(address)
	if err != nil {
		return false, err
	}
	prefs, err := post.ReadPrefs(player)
	if err != nil || prefs[prefReceipt] != nil {
		return false, err
	}
	if err := post.SetPref(&player, prefReceipt, true); err != nil {
		return false, err
	}
	return true, tx.UpdatePlayer(player)
}

// firstReceiptOf reports whether the receipt of a file is the first that its author is sent.
func (rp *Reports) firstReceiptOf(tx club.Tx, s *post.Submission) (bool, error) {
	if rp.Rules.ReceiptsWait.Duration <= 0 || s.Player.Address == post.MachineAddress {
		return false, nil // none waits, or nobody waits for it
	}
	return firstReceipt(tx, s.Player.Address)
}

// mayWait reports whether the receipt of an accepted file can wait: it tells of no dice
// and no end of a turn, asks nothing, and the game goes on with the other side.
func (rp *Reports) mayWait(p *play.Position, s *post.Submission, out adjudicator.Outcome) bool {
	if rp.Rules.ReceiptsWait.Duration <= 0 || p.Game.Status != store.Running || len(p.Chapters) > 0 || len(out.Waiting)+len(out.Replaced) > 0 || s.Aside() != (templates.Aside{}) {
		return false
	}
	news := play.Unread(p.Seats[s.Side], p.Session.Turn(), p.Session.Events())
	if slices.ContainsFunc(news, func(e adjudicator.Event) bool { return len(e.Rolls) > 0 || e.Stop != nil && e.Stop.Side == s.Side }) {
		return false
	}
	return p.Session.Asked(s.Side) == nil && p.Session.Asked(s.Side.Other()) != nil
}

// postpone puts the receipt of a file off.
func (rp *Reports) postpone(tx club.Tx, s *post.Submission, out adjudicator.Outcome) error {
	p, side := s.Position, s.Side
	seat := p.Seats[side]
	n, err := post.MemoryOf(tx, seat)
	if err != nil {
		return err
	}
	given := 0
	for _, a := range p.Session.Answers() {
		if a.Side == side {
			given++
		}
	}
	_, passed := s.File.Said("press")
	passed = passed || n.Owed != nil && n.Owed.Passed
	n.Owed = &post.Pending{Message: s.Message.ID, Received: s.Row.Receipt, Turn: p.Session.Turn(), From: given - len(out.Answers), To: given,
		Left: s.Parted.Aside, LeftBy: s.Player.Address, Standing: s.File.HasStanding, Passed: passed}
	if err := n.Save(tx, seat); err != nil {
		return err
	}
	list, err := PendingReceipts(tx)
	if err != nil {
		return err
	}
	list = slices.DeleteFunc(list, func(o PendingReceipt) bool { return o.Game == seat.Game && o.Side == seat.Side })
	due := rp.Now().Add(min(rp.Rules.ReceiptsWait.Duration, club.LongestJoin))
	if err := SetPendingReceipts(tx, append(list, PendingReceipt{seat.Game, seat.Side, store.Time(due)})); err != nil {
		return err
	}
	// The code is that of the receipt: a second file may not answer the same report.
	seat.Answers = club.Code(store.Secret(p.Secret()), p.Game.ID, seat.Side, p.Last.Seq)
	seat.Deadline, seat.Reminded = nil, nil
	return tx.UpdateSeat(seat)
}

// Receipts writes the receipts that have waited until a moment for something to be
// joined with, and returns how many.
func (rp *Reports) Receipts(ctx context.Context, until time.Time) (written int, err error) {
	var list []PendingReceipt
	if err := rp.Store.View(ctx, func(tx store.ReadTx) (err error) { list, err = PendingReceipts(tx); return err }); err != nil {
		return 0, fmt.Errorf("looking for receipts: %w", err)
	}
	for _, o := range list {
		if o.Due.After(until) {
			continue
		}
		sent := false
		err := rp.Update(ctx, func(tx club.Tx) (err error) {
			sent, err = rp.Receipt(tx, o.Game, o.Side)
			return err
		}, nil)
		if err != nil {
			rp.Log.Error("a receipt could not be written", "game", o.Game, "side", o.Side, "error", err)
			rp.Letters.ReportBroken(ctx, o.Game, err)
		}
		if sent {
			written++
		}
	}
	return written, nil
}

// Receipt writes the receipt that is owed to a seat, if it still is.
func (rp *Reports) Receipt(tx club.Tx, gameID, sideID string) (bool, error) {
	list, err := PendingReceipts(tx)
	if err != nil {
		return false, err
	}
	kept := slices.DeleteFunc(slices.Clone(list), func(o PendingReceipt) bool { return o.Game == gameID && o.Side == sideID })
	if len(kept) == len(list) {
		return false, nil
	}
	if err := SetPendingReceipts(tx, kept); err != nil {
		return false, err
	}
	seat, err := tx.Seat(gameID, sideID)
	if err != nil {
		return false, err
	}
	n, err := post.MemoryOf(tx, seat)
	if err != nil || n.Owed == nil {
		return false, err // joined with another letter since
	}
	p, err := play.Load(tx, gameID)
	if err != nil {
		return false, err
	}
	defer p.Close()
	side, _ := p.Info.Seat(sideID)
	return true, rp.Report(tx, p, side, KindFor(p, side, templates.Receipt), n.Owed.Message, nil)
}
