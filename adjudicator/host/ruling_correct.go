package host

import (
	"errors"
	"fmt"

	"keryx/adjudicator"
	"keryx/orders"
	"keryx/store"
	"keryx/templates"
)

// A position is corrected by lines that the ruleset reads: see [adjudicator.Amending]. In the
// ledger the lines that everybody may read stand in the ruling itself, and before it, in an
// entry that is for one side, those that this side alone may read.

// planCorrect corrects the position.
func (h *Host) planCorrect(tx store.ReadTx, p *position, r ruling) (d decision, faults []*orders.Diagnostic, err error) {
	text, force, any := r.corrections()
	first := r.acts[0]
	if !any {
		return d, []*orders.Diagnostic{first.fault(orders.Unreadable, "ruling-nothing", first.words[0], "Rulings", rulingExamples(), "Corrections", correctionsOf(p))}, nil
	}
	a, faults := adjudicator.ReadAmendment(p.rules, text)
	_, can := p.rules.(adjudicator.Amending)
	// A line that begins as nothing does may mean any ruling, and not a correction alone.
	if !can || len(faults) > 0 && faults[0].Code == adjudicator.CodeUnknownRuling && first.verb == "" && len(r.acts) == 1 {
		return d, []*orders.Diagnostic{first.fault(orders.Unknown, "ruling-unknown", first.words[0], "Word", first.words[0].text, "Rulings", rulingExamples(), "Corrections", correctionsOf(p))}, nil
	}
	if len(faults) > 0 {
		return d, exemplify(r, p, named(faults, p.info.Name)), nil
	}
	a.Force = force
	q, err := load(tx, p.game.ID)
	if err != nil {
		return d, nil, err
	}
	defer q.close()
	out, err := q.session.Amend(adjudicator.Input{Entry: p.last.Seq + 1, Head: p.headNow()}, a)
	if err != nil {
		return d, nil, err
	}
	if len(out.Faults) > 0 {
		return d, exemplify(r, p, named(out.Faults, p.info.Name)), nil
	}
	for _, e := range out.Told {
		for side := range d.changes {
			if ph, ok := e.For(adjudicator.Side(side)); ok {
				d.changes[side] = append(d.changes[side], ph)
			}
		}
	}
	if out.Broken != nil {
		for side := range d.changes {
			d.changes[side] = append(d.changes[side], adjudicator.Say("ruling.forced"))
		}
	}
	parts := map[adjudicator.Side][]correctedLine{}
	for i, line := range a.Lines {
		of := line.Correction.Hidden()
		parts[of] = append(parts[of], correctedLine{i + 1, line.Statement.Canonical()})
	}
	d.secret = len(parts[0])+len(parts[1]) > 0
	d.body = rulingBody{Act: actCorrect, Lines: parts[adjudicator.Observer], Force: force}
	d.before = func(tx store.Tx, p *position, by arbiter) error {
		for side, id := range p.info.Sides {
			if lines := parts[adjudicator.Side(side)]; lines != nil {
				if err := h.enterFor(tx, p, id, rulingBody{Act: actCorrectPart, Lines: lines, rulingWords: rulingWords{By: by.key}}, by.ev); err != nil {
					return err
				}
			}
		}
		return nil
	}
	d.apply = func(tx store.Tx, p *position, entry int) error { return h.correct(tx, p, a, entry) }
	d.letters = func(tx store.Tx, p *position, entry int) error {
		body, err := rulingAt(tx, p.game.ID, entry)
		if err != nil {
			return err
		}
		return h.reportRuling(tx, p, entry, body.Reason, d.changes)
	}
	return d, nil, nil
}

// named says of which ruleset the texts of faults are.
func named(faults []*orders.Diagnostic, ruleset string) []*orders.Diagnostic {
	for _, f := range faults {
		f.Ruleset = ruleset
	}
	return faults
}

// correct makes a correction in the turn in play, and closes the turns that end by it.
func (h *Host) correct(tx store.Tx, p *position, a adjudicator.Amendment, entry int) error {
	out, err := p.session.Amend(adjudicator.Input{Entry: entry, Head: p.headNow()}, a)
	if err == nil && len(out.Faults) > 0 {
		err = out.Faults[0]
	}
	if err != nil {
		return fmt.Errorf("game %s: correcting the position: %w", p.game.ID, err)
	}
	for p.session.Ended() && p.game.Status != store.Ended {
		if err := h.turnEnded(tx, p); err != nil {
			return err
		}
	}
	return nil
}

// enterFor writes an entry of a ruling that only one side may read, or both if none is named.
func (h *Host) enterFor(tx store.Tx, p *position, side string, body rulingBody, ev evidence) error {
	text, err := h.encodeRuling(body)
	if err != nil {
		return err
	}
	return p.append(tx, h.next(p, adjudicator.Ruling, side, text), ev)
}

// reportRuling mails both sides a whole report with a ruling that has moved the game.
func (h *Host) reportRuling(tx store.Tx, p *position, entry int, reason string, changes [2][]adjudicator.Phrase) error {
	for i := range p.seats {
		side := adjudicator.Side(i)
		if p.seats[side].Player == "" {
			continue
		}
		var put error
		err := h.report(tx, p, side, kindFor(p, side, templates.Ruled), "", func(r *templates.Report) {
			put = h.putRuling(tx, p.seats[side], r, entry, reason, changes[side])
		})
		if err := errors.Join(err, put); err != nil {
			return err
		}
	}
	return nil
}
