package host

import (
	"keryx/adjudicator"
	"keryx/adjudicator/dice"
	"keryx/orders"
	"keryx/store"
	"keryx/templates"
)

// planReopen opens a game again that was given to another club, as long as that club has not
// said that it has it.
func (h *Host) planReopen(tx store.ReadTx, p *position, _ arbiter, _ ruling, act request) (d decision, fault *orders.Diagnostic, err error) {
	if words := act.terms(); len(words) > 0 {
		return d, act.fault(orders.Unreadable, "ruling-left-over", words[0], "Words", act.whole(1).text), nil
	}
	t, err := transferOf(tx, p.game.ID)
	if err != nil {
		return d, nil, err
	}
	switch {
	case t == nil || t.State == stateHere:
		return d, act.fault(orders.Illegal, "ruling-reopen-here", act.words[0], "Game", p.game.ID), nil
	case t.State != stateGiven && t.State != stateKept:
		return d, act.fault(orders.Illegal, "ruling-reopen-gone", act.words[0], "Game", p.game.ID, "Club", t.other(h.Post.Address)), nil
	}
	d.changes = both(adjudicator.Say("ruling.taken-back", "Club", t.To))
	d.apply = func(tx store.Tx, p *position, entry int) error { return h.reopen(tx, p, *t, entry) }
	d.letters = func(tx store.Tx, p *position, entry int) error { return h.reportReopened(tx, p.game.ID, entry, d) }
	return d, nil, nil
}

// reopen goes on with a game that was given away: with other dice, since the bundle tells what
// the old ones will be.
func (h *Host) reopen(tx store.Tx, p *position, t transfer, entry int) error {
	game, err := tx.Game(p.game.ID)
	if err != nil {
		return err
	}
	game.Status = store.Running
	if err := tx.UpdateGame(game); err != nil {
		return err
	}
	secret, err := dice.NewSecret(h.Random)
	if err != nil {
		return err
	}
	if _, err := h.reseedTo(tx, game, secret, reseedBody{Why: whyVoid, From: entry, Turn: game.Turn}); err != nil {
		return err
	}
	if err := tx.SetSetting(movedSetting(game.ID), nil); err != nil {
		return err
	}
	n := note{What: noteHome, Game: game.ID, Entry: t.Entry, Hash: t.Hash, Via: actReopen}
	return h.leaveNote(tx, n, t.word(game.ID, saysVoid, t.To))
}

// reportReopened asks both sides anew.
func (h *Host) reportReopened(tx store.Tx, id string, entry int, d decision) error {
	p, err := load(tx, id)
	if err != nil {
		return err
	}
	defer p.close()
	body, err := rulingAt(tx, id, entry)
	if err != nil {
		return err
	}
	for i := range p.seats {
		side := adjudicator.Side(i)
		if p.seats[side].Player == "" {
			continue
		}
		var put error
		err := h.report(tx, p, side, kindFor(p, side, templates.Ruled), "", func(r *templates.Report) {
			put = h.putRuling(tx, p.seats[side], r, entry, body.Reason, d.changes[side])
		})
		if err == nil {
			err = put
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// What one server says to the other.
const (
	saysReceipt = "receipt" // the bundle is loaded; the game waits for the release
	saysRelease = "release" // the game is given up here for good
	saysVoid    = "void"    // the game was opened again here; the bundle counts for nothing
)
