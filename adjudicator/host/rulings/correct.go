package rulings

import (
	"fmt"

	"keryx/adjudicator"
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/written"
	"keryx/orders"
	"keryx/store"
	"keryx/templates"
)

// A position is corrected by lines that the ruleset reads: see [adjudicator.Amending]. In the
// ledger the lines that everybody may read stand in the ruling itself, and before it, in an
// entry that is for one side, those that this side alone may read.

// planCorrect corrects the position.
func (ru *Rulings) planCorrect(tx store.ReadTx, p *play.Position, r written.Ruling) (d decision, faults []*orders.Diagnostic, err error) {
	text, force, any := r.Corrections()
	first := r.Acts[0]
	if !any {
		return d, []*orders.Diagnostic{first.Fault(orders.Unreadable, "ruling-nothing", first.Words[0], "Rulings", rulingExamples(), "Corrections", correctionsOf(p))}, nil
	}
	a, faults := adjudicator.ReadAmendment(p.Rules, text)
	_, can := p.Rules.(adjudicator.Amending)
	// A line that begins as nothing does may mean any ruling, and not a correction alone.
	if !can || len(faults) > 0 && faults[0].Code == adjudicator.CodeUnknownRuling && first.Verb == "" && len(r.Acts) == 1 {
		return d, []*orders.Diagnostic{first.Fault(orders.Unknown, "ruling-unknown", first.Words[0], "Word", first.Words[0].Text, "Rulings", rulingExamples(), "Corrections", correctionsOf(p))}, nil
	}
	if len(faults) > 0 {
		return d, exemplify(r, p, named(faults, p.Info.Name)), nil
	}
	a.Force = force
	q, err := play.Load(tx, p.Game.ID)
	if err != nil {
		return d, nil, err
	}
	defer q.Close()
	out, err := q.Session.Amend(adjudicator.Input{Entry: p.Last.Seq + 1, Head: p.HeadNow()}, a)
	if err != nil {
		return d, nil, err
	}
	if len(out.Faults) > 0 {
		return d, exemplify(r, p, named(out.Faults, p.Info.Name)), nil
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
	parts := map[adjudicator.Side][]play.CorrectedLine{}
	for i, line := range a.Lines {
		of := line.Correction.Hidden()
		parts[of] = append(parts[of], play.CorrectedLine{N: i + 1, Text: line.Statement.Canonical()})
	}
	d.secret = len(parts[0])+len(parts[1]) > 0
	d.body = play.RulingBody{Act: written.ActCorrect, Lines: parts[adjudicator.Observer], Force: force}
	d.before = func(tx club.Tx, p *play.Position, by written.Arbiter) error {
		for side, id := range p.Info.Sides {
			if lines := parts[adjudicator.Side(side)]; lines != nil {
				if err := ru.enterFor(tx, p, id, play.RulingBody{Act: written.ActCorrectPart, Lines: lines, RulingWords: play.RulingWords{By: by.Key}}, by.Ev); err != nil {
					return err
				}
			}
		}
		return nil
	}
	d.apply = func(tx club.Tx, p *play.Position, entry int) error { return ru.correct(tx, p, a, entry) }
	d.letters = func(tx club.Tx, p *play.Position, entry int) error {
		body, err := rulingAt(tx, p.Game.ID, entry)
		if err != nil {
			return err
		}
		return ru.reportRuling(tx, p, entry, body.Reason, d.changes)
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
func (ru *Rulings) correct(tx club.Tx, p *play.Position, a adjudicator.Amendment, entry int) error {
	out, err := p.Session.Amend(adjudicator.Input{Entry: entry, Head: p.HeadNow()}, a)
	if err == nil && len(out.Faults) > 0 {
		err = out.Faults[0]
	}
	if err != nil {
		return fmt.Errorf("game %s: correcting the position: %w", p.Game.ID, err)
	}
	for p.Session.Ended() && p.Game.Status != store.Ended {
		if err := ru.Games.TurnEnded(tx, p); err != nil {
			return err
		}
	}
	return nil
}

// enterFor writes an entry of a ruling that only one side may read, or both if none is named.
func (ru *Rulings) enterFor(tx club.Tx, p *play.Position, side string, body play.RulingBody, ev club.Evidence) error {
	text, err := ru.encodeRuling(body)
	if err != nil {
		return err
	}
	return p.Append(tx, ru.Games.Next(p, adjudicator.Ruling, side, text), ev)
}

// reportRuling mails both sides a whole report with a ruling that has moved the game.
func (ru *Rulings) reportRuling(tx club.Tx, p *play.Position, entry int, reason string, changes [2][]adjudicator.Phrase) error {
	for i := range p.Seats {
		side := adjudicator.Side(i)
		if p.Seats[side].Player == "" {
			continue
		}
		if err := ru.reportRuled(tx, p, side, templates.Ruling{Entry: entry, Reason: reason, Changes: changes[side]}, nothingMore); err != nil {
			return err
		}
	}
	return nil
}
