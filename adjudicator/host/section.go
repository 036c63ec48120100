package host

import (
	"time"
	"unicode/utf8"

	"keryx/orders"
	"keryx/store"
	"keryx/templates"
)

// Sections of words, "press", "claim" and "appeal", stand below the orders of a file, or alone in a
// signed mail. What they say goes out when all of the mail is taken, and not at all if any of
// it is refused.

// sectionFault says why a section cannot be taken from a seat; nil if it can.
func (h *Host) sectionFault(tx store.ReadTx, game store.Game, seat store.Seat, w orders.Words, at time.Time) (*orders.Diagnostic, error) {
	switch w.Kind {
	case "claim":
		return h.claimFault(tx, sectionRequest(w), game, seat, w.Text)
	case "appeal":
		_, fault, err := h.appealFault(tx, sectionRequest(w), game, seat, w.Text, at)
		return fault, err
	}
	return h.pressFault(tx, game, seat, w)
}

// fileWordFaults lists what is wrong with the sections of an order file.
func (h *Host) fileWordFaults(tx store.ReadTx, s *submission) (faults []*orders.Diagnostic, err error) {
	seen := map[string]bool{}
	for _, w := range s.file.Words {
		if seen[w.Kind] {
			continue // the reading of the file tells of it
		}
		seen[w.Kind] = true
		fault, err := h.sectionFault(tx, s.position.game, s.position.seats[s.side], w, s.row.Receipt)
		if err != nil {
			return nil, err
		}
		if fault != nil {
			faults = append(faults, fault)
		}
	}
	return faults, nil
}

// claimOf adds to the receipt of an order file the claim, or the appeal, that it holds.
func (h *Host) claimOf(tx store.Tx, s *submission) func(*templates.Report) error {
	return func(r *templates.Report) error { return h.takeFileClaim(tx, s, r) }
}

// takeFileClaim enters the claim, or the appeal, of an order file that was accepted, while its receipt is
// written: it holds the deadline of what the receipt asks.
func (h *Host) takeFileClaim(tx store.Tx, s *submission, r *templates.Report) (err error) {
	p := s.position
	seat := p.seats[s.side]
	seat.Answers, seat.Deadline = r.Code, nil // as they are once the receipt is kept
	if r.Question != nil && !r.Deadline.IsZero() {
		seat.Deadline = &r.Deadline
	}
	if w, ok := s.file.Said("claim"); ok {
		if r.Claim, err = h.enterClaim(tx, p.game, seat, s.player, w.Text, nil); err != nil {
			return err
		}
	}
	if s.appeal != nil {
		r.Appeal, err = h.enterClaim(tx, p.game, seat, s.player, s.appeal.reason, s.appeal)
	}
	return err
}

// judgeWords deals with a mail of words alone.
func (h *Host) judgeWords(tx store.Tx, a *asking, w wordsMail) (verdict, error) {
	if ok, err := h.beginReply(tx, a, ofChanges); err != nil || !ok {
		return verdict{state: store.Ignored, reason: "the same words as often as they are answered in a day"}, err
	}
	v := verdict{state: store.Command, reason: w.said[0].Kind}
	first := sectionRequest(w.said[0])
	first.game, first.side = w.game, w.side
	_, whole := orders.CutBinding(a.plain)
	if fault, err := h.mayChange(tx, a, first, whole); fault != nil || err != nil {
		return h.refuseWhole(tx, a, fault, err)
	}
	game, seat, fault, err := h.seat(tx, a, first)
	if err != nil {
		return v, err
	}
	faults := []*orders.Diagnostic{fault}
	if fault == nil {
		if faults, err = h.takeWords(tx, a, game, seat, w.said); err != nil {
			return v, err
		}
	}
	if len(faults) > 0 {
		a.reply.Faults = append(a.reply.Faults, faults...)
		v.state, v.reason = store.Faulty, faults[0].Error()
	} else {
		v.game, v.side = seat.Game, seat.Side
		if err := a.did(tx); err != nil {
			return v, err
		}
	}
	return v, h.sendReply(tx, a)
}

// takeWords deals with sections that came by themselves, once: with all of them, or none.
func (h *Host) takeWords(tx store.Tx, a *asking, game store.Game, seat store.Seat, said []orders.Words) (faults []*orders.Diagnostic, err error) {
	first := map[string]int{}
	for _, w := range said {
		r := sectionRequest(w)
		switch at := first[w.Kind]; {
		case at > 0:
			faults = append(faults, r.fault(orders.Illegal, orders.CodeDoubledWords, r.words[0], "Section", orders.Heading(w.Kind), "First", at))
			continue
		case w.Stray > 0:
			faults = append(faults, r.fault(orders.Illegal, orders.CodeOrdersInWords, r.words[0], "Section", orders.Heading(w.Kind), "First", w.Line))
		}
		first[w.Kind] = w.Line
		fault, err := h.sectionFault(tx, game, seat, w, a.row.Receipt)
		if err != nil {
			return nil, err
		}
		if fault != nil {
			faults = append(faults, fault)
		}
	}
	if len(faults) > 0 {
		return faults, nil
	}
	for _, w := range said {
		fault, err := h.takeSection(tx, a, game, seat, w)
		if fault != nil || err != nil {
			return append(faults, fault), err
		}
	}
	return nil, nil
}

// takeSection passes press on, or enters a claim, that came by itself.
func (h *Host) takeSection(tx store.Tx, a *asking, game store.Game, seat store.Seat, w orders.Words) (*orders.Diagnostic, error) {
	if w.Kind != "press" {
		return h.callReferee(tx, a, sectionRequest(w), game, seat, w.Text)
	}
	if fault, err := once(tx, a, sectionRequest(w), seat, "press"); fault != nil || err != nil {
		return fault, err
	}
	if err := h.passOn(tx, game, seat, a.player, w.Text); err != nil {
		return nil, err
	}
	a.note("press.passed", "Game", game.ID, "Characters", utf8.RuneCountInString(w.Text))
	return nil, nil
}
