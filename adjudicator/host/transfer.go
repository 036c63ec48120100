package host

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"keryx/adjudicator"
	"keryx/adjudicator/dice"
	"keryx/store"
	"keryx/templates"
)

// A running game goes from one club to another in three steps, and at each the club that it
// leaves decides alone, once and for good, who runs it:
//
//	given      its ledger is closed here and a bundle is handed out: it runs nowhere
//	released   the other club has loaded the bundle, and its receipt came: it runs there
//	reopened   no receipt had come, and a referee opened it again: it runs here
//
// The other club holds what it has loaded, and runs it when the release comes, not before.
// Every mail between the two can be lost, come twice, or late: a receipt that comes again is
// answered again, with what was decided.

// maxClubAnswers bounds the answers to another server about one game in a day.
const maxClubAnswers = 10

// judgeClub deals with what another server says. What is not signed by the one that a game was
// given to, or came from, says nothing.
func (h *Host) judgeClub(tx store.Tx, m clubMail) (verdict, error) {
	v := verdict{state: store.Ignored, reason: "a " + m.Says + " for " + m.Game + " of a club that it is nothing to"}
	if m.To != store.Address(h.Post.Address) {
		return v, nil
	}
	done := verdict{state: store.Command, reason: "the " + m.Says + " of " + m.From + " for " + m.Game}
	t, err := transferOf(tx, m.Game)
	if err != nil {
		return v, err
	}
	switch m.Says {
	case saysReceipt:
		known, err := h.receiptCame(tx, m, t)
		if known {
			v = done
		}
		return v, err
	case saysRelease:
		if t == nil || t.By != m.by || t.Hash != m.Hash || t.State != stateHeld && t.State != stateBack {
			return v, nil
		}
		return done, h.takeUp(tx, m.Game, *t)
	case saysVoid:
		return h.voidCame(tx, m, t, done)
	}
	return v, nil
}

// receiptCame answers the receipt of the club that a game was given to.
func (h *Host) receiptCame(tx store.Tx, m clubMail, t *transfer) (known bool, err error) {
	switch {
	case t != nil && t.Hash == m.Hash && t.Key == m.by && (t.State == stateGiven || t.State == stateReleased || t.State == stateKept):
	default:
		return h.reopenedBefore(tx, m)
	}
	if ok, err := tx.SpendAnswer("club:"+m.Game, h.Now(), maxClubAnswers); err != nil || !ok {
		return true, err
	}
	switch t.State {
	case stateReleased:
		return true, h.sendClub(tx, t.word(m.Game, saysRelease, m.From), "again")
	case stateKept:
		return true, h.sendClub(tx, t.word(m.Game, saysVoid, m.From), "again")
	}
	t.State = stateReleased
	if err := t.save(tx, m.Game, h.Now()); err != nil {
		return true, err
	}
	h.Log.Warn("a game was released to another club", "game", m.Game, "club", t.To)
	// The other club must not hear of it before a restore of this database would.
	return true, h.leaveNote(tx, note{What: noteReleased, Game: m.Game, Entry: t.Entry, Hash: t.Hash, Club: t.To, Key: t.Key}, t.word(m.Game, saysRelease, m.From))
}

// reopenedBefore answers the receipt of a bundle that counts for nothing, or whose game has gone
// further: the ledger tells which, and who signed it is the club that it names.
func (h *Host) reopenedBefore(tx store.Tx, m clubMail) (known bool, err error) {
	entries, err := tx.Entries(m.Game, max(m.Entry, 1))
	if err != nil || len(entries) < 2 || entries[0].Kind != string(adjudicator.Moved) || dice.Head(entries[0].Hash) != m.Hash {
		return false, err
	}
	var body movedBody
	if err := json.Unmarshal(entries[0].Body, &body); err != nil || body.Key != m.by {
		return false, nil
	}
	if ok, err := tx.SpendAnswer("club:"+m.Game, h.Now(), maxClubAnswers); err != nil || !ok {
		return true, err
	}
	says := saysRelease // it went there, and came home since
	if ruled, ok := readRulingBody(ledgerEntry(entries[1])); ok && ruled.Act == actReopen {
		says = saysVoid
	}
	return true, h.sendClub(tx, clubWord{Says: says, Game: m.Game, Entry: m.Entry, Hash: m.Hash, To: m.From}, "late")
}

// voidSetting remembers that a bundle counts for nothing, by its closing entry and who signed it.
func voidSetting(hash dice.Head, by string) string { return voidPrefix + hash.String() + "/" + by }

const voidPrefix = "void/"

// maxVoids bounds what is remembered of bundles that never came.
const maxVoids = 200

// voidCame takes note that a bundle counts for nothing, be it loaded or not.
func (h *Host) voidCame(tx store.Tx, m clubMail, t *transfer, done verdict) (verdict, error) {
	if t != nil && t.By == m.by && t.Hash == m.Hash {
		if t.State != stateHeld && t.State != stateBack {
			return done, nil
		}
		t.State = stateVoid
		if err := t.save(tx, m.Game, h.Now()); err != nil {
			return done, err
		}
		return done, h.tellTransfer(tx, m.Game, "import-void", t)
	}
	all, err := tx.SettingsUnder(voidPrefix)
	if err != nil || len(all) >= maxVoids {
		done.state = store.Ignored
		return done, err
	}
	return done, tx.SetSetting(voidSetting(m.Hash, m.by), []byte(m.Game))
}

// tellTransfer tells the players of a game, and who looks after it, what has become of it.
func (h *Host) tellTransfer(tx store.Tx, id, key string, t *transfer) error {
	game, err := tx.Game(id)
	if errors.Is(err, store.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	args := []any{"Game", id, "Club", t.other(h.Post.Address), "Since", t.Since}
	if err := h.tellSeats(tx, game, "", key, t.Hash.String(), args...); err != nil {
		return err
	}
	return h.tellReferee(tx, game, notice{key: key, once: t.Hash.String(), args: args})
}

// TendTransfers does what time brings to games on their way between clubs: it sends a receipt
// again, withdraws what was not released in a week, and tells the players of a game of which
// nothing was heard for as long. It returns how many were looked at.
func (h *Host) TendTransfers(ctx context.Context, until time.Time) (n int, err error) {
	var due []string
	err = h.Store.View(ctx, func(tx store.ReadTx) error {
		all, err := tx.SettingsDue(movedSetting(""), until)
		for name := range all {
			due = append(due, strings.TrimPrefix(name, movedSetting("")))
		}
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("looking for games on their way between clubs: %w", err)
	}
	for _, id := range due {
		if err := h.Store.Update(ctx, func(tx store.Tx) error { return h.tendTransfer(tx, id, until) }); err != nil {
			return n, fmt.Errorf("game %s on its way between clubs: %w", id, err)
		}
		n++
	}
	return n, nil
}

// tendTransfer does what time brings to one game.
func (h *Host) tendTransfer(tx store.Tx, id string, until time.Time) error {
	t, err := transferOf(tx, id)
	if err != nil || t == nil {
		return err
	}
	over := !until.Before(t.Since.Add(transferWait))
	switch {
	case t.State == stateHeld && over:
		t.State = stateBack
		if err := t.save(tx, id, h.Now()); err != nil {
			return err
		}
		return h.tellTransfer(tx, id, "import-withdrawn", t)
	case t.State == stateHeld:
		if err := h.sendClub(tx, t.word(id, saysReceipt, t.From), "again"); err != nil {
			return err
		}
		return t.save(tx, id, h.Now())
	case t.State == stateGiven && over && !t.Silent:
		t.Silent = true
		if err := t.save(tx, id, h.Now()); err != nil {
			return err
		}
		return h.tellTransfer(tx, id, "export-silent", t)
	}
	return nil
}

// takeUp goes on with a game that was loaded and is released: with dice of this server's own,
// and both sides asked anew.
func (h *Host) takeUp(tx store.Tx, id string, t transfer) error {
	game, err := tx.Game(id)
	if err != nil {
		return err
	}
	game.Status = store.Running
	if err := tx.UpdateGame(game); err != nil {
		return err
	}
	head, err := tx.Head(id)
	if err != nil {
		return err
	}
	if _, err := h.reseed(tx, game, whyMoved, head.Seq); err != nil {
		return err
	}
	t.State = stateHere
	if err := t.save(tx, id, h.Now()); err != nil {
		return err
	}
	h.Log.Warn("a game goes on here, released by another club", "game", id, "club", t.From)
	if err := h.leaveNote(tx, note{What: noteHome, Game: id, Entry: t.Entry, Hash: t.Hash, Via: saysRelease}); err != nil {
		return err
	}
	p, err := load(tx, id)
	if err != nil {
		return err
	}
	defer p.close()
	for i := range p.seats {
		if p.session.Asked(adjudicator.Side(i)) == nil {
			continue
		}
		if err := h.report(tx, p, adjudicator.Side(i), templates.Asked, "", nil); err != nil {
			return err
		}
	}
	return nil
}
