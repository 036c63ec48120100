package intake

import (
	"time"
	"unicode/utf8"

	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/offers"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/requests"
	"keryx/adjudicator/host/rulings"
	"keryx/adjudicator/host/written"
	"keryx/orders"
	"keryx/store"
	"keryx/templates"
)

// Sections of words, "press", "claim" and "appeal", stand below the orders of a file, or alone in a
// signed mail. What they say goes out when all of the mail is taken, and not at all if any of
// it is refused.

// sectionFault says why a section cannot be taken from a seat; nil if it can.
func (it *Intake) sectionFault(tx store.ReadTx, game store.Game, seat store.Seat, w orders.Words, at time.Time) (*orders.Diagnostic, error) {
	switch w.Kind {
	case "claim":
		return it.Claims.ClaimFault(tx, rulings.SectionRequest(w), game, seat, w.Text)
	case "appeal":
		_, fault, err := it.Claims.AppealFault(tx, rulings.SectionRequest(w), game, seat, w.Text, at)
		return fault, err
	}
	return it.Claims.PressFault(tx, game, seat, w)
}

// fileWordFaults lists what is wrong with the sections of an order file.
func (it *Intake) fileWordFaults(tx store.ReadTx, s *post.Submission) (faults []*orders.Diagnostic, err error) {
	seen := map[string]bool{}
	for _, w := range s.File.Words {
		if seen[w.Kind] {
			continue // the reading of the file tells of it
		}
		seen[w.Kind] = true
		fault, err := it.sectionFault(tx, s.Position.Game, s.Position.Seats[s.Side], w, s.Row.Receipt)
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
func (it *Intake) claimOf(tx club.Tx, s *post.Submission) func(*templates.Report) error {
	return func(r *templates.Report) error { return it.takeFileClaim(tx, s, r) }
}

// takeFileClaim enters the claim, or the appeal, of an order file that was accepted, while its receipt is
// written: it holds the deadline of what the receipt asks.
func (it *Intake) takeFileClaim(tx club.Tx, s *post.Submission, r *templates.Report) (err error) {
	p := s.Position
	seat := p.Seats[s.Side]
	seat.Answers, seat.Deadline = r.Code, nil // as they are once the receipt is kept
	if r.Question != nil && !r.Deadline.IsZero() {
		seat.Deadline = &r.Deadline
	}
	if w, ok := s.File.Said("claim"); ok {
		if r.Claim, err = it.Claims.EnterClaim(tx, p.Game, seat, s.Player, w.Text, nil); err != nil {
			return err
		}
	}
	if s.Appeal != nil {
		r.Appeal, err = it.Claims.EnterClaim(tx, p.Game, seat, s.Player, s.Appeal.Reason, s.Appeal)
	}
	return err
}

// judgeWords deals with a mail of words alone.
func (it *Intake) judgeWords(tx club.Tx, a *requests.Mail, w written.WordsMail) (post.Verdict, error) {
	if ok, err := it.Rulings.BeginReply(tx, a, requests.OfChanges); err != nil || !ok {
		return post.Verdict{State: store.Ignored, Reason: "the same words as often as they are answered in a day"}, err
	}
	v := post.Verdict{State: store.Command, Reason: w.Said[0].Kind}
	first := rulings.SectionRequest(w.Said[0])
	first.Game, first.Side = w.Game, w.Side
	_, whole := orders.CutBinding(a.Plain)
	if fault, err := it.Desk.MayChange(tx, a, first, whole); fault != nil || err != nil {
		return it.Claims.RefuseWhole(tx, a, fault, err)
	}
	game, seat, fault, err := it.Desk.Seat(tx, a, first)
	if err != nil {
		return v, err
	}
	faults := []*orders.Diagnostic{fault}
	if fault == nil {
		if faults, err = it.takeWords(tx, a, game, seat, w.Said); err != nil {
			return v, err
		}
	}
	if len(faults) > 0 {
		a.Reply.Faults = append(a.Reply.Faults, faults...)
		v.State, v.Reason = store.Faulty, faults[0].Error()
	} else {
		v.Game, v.Side = seat.Game, seat.Side
		if err := a.Did(tx); err != nil {
			return v, err
		}
	}
	return v, it.Rulings.SendReply(tx, a)
}

// takeWords deals with sections that came by themselves, once: with all of them, or none.
func (it *Intake) takeWords(tx club.Tx, a *requests.Mail, game store.Game, seat store.Seat, said []orders.Words) (faults []*orders.Diagnostic, err error) {
	first := map[string]int{}
	for _, w := range said {
		r := rulings.SectionRequest(w)
		switch at := first[w.Kind]; {
		case at > 0:
			faults = append(faults, r.Fault(orders.Illegal, orders.CodeDoubledWords, r.Words[0], "Section", orders.Heading(w.Kind), "First", at))
			continue
		case w.Stray > 0:
			faults = append(faults, r.Fault(orders.Illegal, orders.CodeOrdersInWords, r.Words[0], "Section", orders.Heading(w.Kind), "First", w.Line))
		}
		first[w.Kind] = w.Line
		fault, err := it.sectionFault(tx, game, seat, w, a.Row.Receipt)
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
		fault, err := it.takeSection(tx, a, game, seat, w)
		if fault != nil || err != nil {
			return append(faults, fault), err
		}
	}
	return nil, nil
}

// takeSection passes press on, or enters a claim, that came by itself.
func (it *Intake) takeSection(tx club.Tx, a *requests.Mail, game store.Game, seat store.Seat, w orders.Words) (*orders.Diagnostic, error) {
	if w.Kind != "press" {
		return it.Claims.CallReferee(tx, a, rulings.SectionRequest(w), game, seat, w.Text)
	}
	if fault, err := offers.Once(tx, a, rulings.SectionRequest(w), seat, "press"); fault != nil || err != nil {
		return fault, err
	}
	if err := it.Claims.PassOn(tx, game, seat, a.Player, w.Text); err != nil {
		return nil, err
	}
	a.Note("press.passed", "Game", game.ID, "Characters", utf8.RuneCountInString(w.Text))
	return nil, nil
}
