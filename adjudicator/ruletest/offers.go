package ruletest

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"keryx/adjudicator"
)

// offers looks at what the form of each question offers: every line of it is accepted, nothing is
// offered twice, and what a player can say besides is of a kind that the form names. The order
// template says nothing that moves a piece but what is offered.
func offers(t *trial) {
	o := offering{trial: t, counts: map[string]*offerCount{}}
	w := walker{trial: t, salt: 23, hushed: true, look: o.look}
	w.games(t.Games / 2)
	for _, kind := range slices.Sorted(maps.Keys(o.counts)) {
		c := o.counts[kind]
		t.note("%-22s looked at %4d times, %4d with offers, of %6d lines; %5d lines were sent, %4d odds told, and %5d ways barred",
			kind, c.asked, c.offered, c.lines, c.sent, c.told, c.barred)
	}
}

// offering looks at the offers of games.
type offering struct {
	*trial
	counts map[string]*offerCount
}

// offerCount is what was offered to questions of a kind.
type offerCount struct{ asked, offered, lines, sent, told, barred int }

// often is how many questions of a kind are looked at; behind it, one of a few.
const often = 30

func (o *offering) look(p *place) error {
	kind := p.question.Kind
	c := o.counts[kind]
	if c == nil {
		c = &offerCount{}
		o.counts[kind] = c
	}
	if c.asked > often && p.rnd.IntN(6) != 0 {
		return nil
	}
	c.asked++
	all := adjudicator.OffersOf(p.question.Form)
	if len(all.Moves) > 0 {
		c.offered++
	}
	for _, move := range all.Moves {
		c.lines += len(move.Lines)
	}
	if err := once(all); err != nil {
		return err
	}
	if err := o.covers(p, all); err != nil {
		return err
	}
	if err := o.odds(p, all, c); err != nil {
		return err
	}
	if err := o.barred(p, all, c); err != nil {
		return err
	}
	behind := 0 // offers that stand behind an order of their own
	for _, move := range all.Moves {
		if len(all.Moves) > 15 && p.rnd.IntN(len(all.Moves)) > 15 {
			continue
		}
		if len(move.Lines) > 1 {
			if behind++; behind > 3 {
				continue
			}
		}
		c.sent += len(move.Lines)
		if err := o.taken(p, move); err != nil {
			return err
		}
	}
	return nil
}

// once wants each zone that a stack or a piece can be ordered to, to be offered to it once for each
// kind of order.
func once(all adjudicator.Offers) error {
	seen := map[string]bool{}
	for _, x := range all.Moves {
		if len(x.Lines) == 0 {
			return fmt.Errorf("%s is offered to %q without an order", x.To.ID, Written(x.Who))
		}
		last := x.Lines[len(x.Lines)-1]
		id := fmt.Sprint(last[0], x.From.ID, x.Who, x.To.ID)
		if seen[id] {
			return fmt.Errorf("%s is offered twice to %q of %s: %q", x.To.ID, Written(x.Who), x.From.ID, Written(last))
		}
		seen[id] = true
	}
	return nil
}

// taken sends the lines of an offer.
func (o *offering) taken(p *place, move adjudicator.Offer) error {
	printer, q := o.printers[p.answers%len(o.printers)], p.question
	s := p.session
	for i, line := range move.Lines {
		text := plain(printer.Words(line))
		a, err := o.sent(q, text)
		if err != nil {
			return fmt.Errorf("the line %q is offered (%s), and refused: %w", text, printer.Lang(), err)
		}
		if i == len(move.Lines)-1 {
			return nil
		}
		if i == 0 {
			if s, err = s.Copy(); err != nil {
				return err
			}
			defer s.Close()
		}
		if err := s.Answer(p.side, bound(s, a)); err != nil {
			return err
		}
		if q = s.Asked(p.side); q == nil {
			return fmt.Errorf("behind the line %q, which is offered (%s), nothing is asked", text, printer.Lang())
		}
	}
	return nil
}

// sent reads an order as one that answers a question.
func (t *trial) sent(q *adjudicator.Question, text string) (adjudicator.Answer, error) {
	st, err := Statement(text)
	if err != nil {
		return nil, err
	}
	verb, o, err := t.read(st)
	if err != nil {
		return nil, err
	}
	if !slices.Contains(q.Verbs, verb) {
		return nil, fmt.Errorf("%q answers another question than %s", verb, q.Kind)
	}
	a, fault := q.Form.Accept(o, st)
	if fault != nil {
		return nil, fault
	}
	if form, ok := q.Form.(adjudicator.Cautious); ok {
		if fault := form.Caution(a, o, st); fault != nil {
			return nil, fault
		}
	}
	return a, q.Form.Check(a)
}

// covers wants what a player could say to be offered, or to be of a kind that the form names. Several
// pieces that are not the whole stack are offered by no line, unless the template has them.
func (o *offering) covers(p *place, all adjudicator.Offers) error {
	q := p.question
	for _, c := range q.Form.Choices() {
		if found, _ := has(all, c.Words); !found {
			return fmt.Errorf("the template has %q, which is neither offered nor of the kinds %v", Written(c.Words), all.Rest)
		}
	}
	if _, ok := q.Form.(adjudicator.Offerer); !ok {
		return nil // its choices may be examples, and nothing says of what else
	}
	said := []adjudicator.Words{q.Form.Default().Words()}
	for range 6 {
		said = append(said, q.Form.Sample(p.rnd).Words())
	}
	for _, w := range said {
		found, kind := has(all, w)
		_, who := goal(w)
		single := len(who) == 1 && !strings.Contains(Written(who), "x")
		if !found && (!kind || single) {
			return fmt.Errorf("%q can be said, and is neither offered nor of the kinds %v", Written(w), all.Rest)
		}
	}
	return nil
}

// has reports whether an order is offered, or of a kind that is named, and whether others with its
// verb are offered. A way of one's own leads where an offer leads, or back to where it began, which
// is offered to nobody.
func has(all adjudicator.Offers, w adjudicator.Words) (found, kind bool) {
	verb, _ := w[0].(adjudicator.Keyword)
	zone, who := goal(w)
	for _, x := range all.Moves {
		alike := false
		for _, line := range x.Lines {
			alike = alike || line[0] == w[0]
			found = found || Written(line) == Written(w)
		}
		kind = kind || alike
		found = found || alike && (x.To.ID == zone || x.From.ID == zone) && Written(x.Who) == Written(who)
	}
	return found || slices.Contains(all.Rest, verb), kind
}

// goal is where an order leads, and who goes.
func goal(w adjudicator.Words) (zone string, who adjudicator.Words) {
	for _, x := range w[1:] {
		switch x := x.(type) {
		case adjudicator.Keyword:
		case adjudicator.Term:
			if x.Kind == "zone" {
				zone = x.ID
				continue
			}
			who = append(who, x)
		default:
			who = append(who, x)
		}
	}
	return zone, who
}
