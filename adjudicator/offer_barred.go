package adjudicator

import (
	"slices"

	"keryx/orders"
)

// Aimer is a [Form] that writes the orders by which those of an offer would go to a zone of
// somebody's choice, whether they can go there or not.
type Aimer interface {
	// Aim looks at nothing of the offer but From, Who and Whole. It returns nil for who is sent
	// nowhere by any order.
	Aim(o Offer, to Term) []Words
}

// Aimed are the orders by which those of an offer would go to another zone: as an [Aimer] says, else
// those of the offer, with the zone in the place of where it leads. It is nil for an offer without
// orders.
func Aimed(f Form, o Offer, to Term) []Words {
	if a, ok := f.(Aimer); ok {
		return a.Aim(o, to)
	}
	if len(o.Lines) == 0 {
		return nil
	}
	lines := slices.Clone(o.Lines)
	last := slices.Clone(lines[len(lines)-1])
	found := false
	for i := len(last) - 1; i > 0 && !found; i-- {
		if zone, ok := last[i].(Term); ok && zone == o.To {
			last[i], found = to, true
		}
	}
	if !found {
		return nil
	}
	lines[len(lines)-1] = last
	return lines
}

// Barred says why those of an offer cannot go to some zones: one offer for each of them to which the
// orders are refused, with the Fault of the first order that is. Of who has no offer it takes From and
// Who; a zone to which the orders are taken has none. It judges as the session would, on what the
// side may know, and plays nothing. It is nil if the side is not asked.
func (s *Session) Barred(side Side, o Offer, zones []Term) ([]Offer, error) {
	q := s.Asked(side)
	if q == nil {
		return nil, nil
	}
	b := barring{s: s, side: side}
	defer b.close()
	var all []Offer
	for _, zone := range zones {
		if zone == o.From {
			continue
		}
		x := o
		x.To, x.Lines, x.Note, x.Risk, x.Odds = zone, Aimed(q.Form, o, zone), Phrase{}, Phrase{}, nil
		if x.Lines == nil {
			continue
		}
		var err error
		if x.Fault, err = b.fault(x.Lines); err != nil {
			return nil, err
		}
		if x.Fault != nil {
			all = append(all, x)
		}
	}
	return all, nil
}

// barring judges orders that have the same beginnings: what stands before the last of them is
// answered once, in a copy of the session.
type barring struct {
	s      *Session
	side   Side
	before string // what was answered in the copy, in canonical words
	copied *Session
	wrong  *orders.Diagnostic // with what was to be answered there
}

func (b *barring) close() {
	if b.copied != nil {
		b.copied.Close()
	}
}

// fault is what is wrong with some orders, or nil.
func (b *barring) fault(lines []Words) (*orders.Diagnostic, error) {
	last := len(lines) - 1
	if last == 0 {
		_, d := b.s.accepts(b.side, lines[0])
		return d, nil
	}
	before := ""
	for _, line := range lines[:last] {
		before += line.Canonical() + "\n"
	}
	if b.copied == nil || before != b.before {
		if err := b.enter(lines[:last]); err != nil {
			return nil, err
		}
		b.before = before
	}
	if b.wrong != nil {
		return b.wrong, nil
	}
	_, d := b.copied.accepts(b.side, lines[last])
	return d, nil
}

// enter answers some orders in a new copy.
func (b *barring) enter(lines []Words) (err error) {
	b.close()
	if b.copied, err = b.s.Copy(); err != nil {
		return err
	}
	b.wrong = nil
	for _, line := range lines {
		a, d := b.copied.accepts(b.side, line)
		if b.wrong = d; d != nil {
			return nil
		}
		if err := b.copied.Answer(b.side, bound(b.copied.Game(), a)); err != nil {
			return err
		}
	}
	return nil
}

// accepts judges an order as an answer to what a side is asked. An order that answers another
// question is refused as one of a file is.
func (s *Session) accepts(side Side, line Words) (Answer, *orders.Diagnostic) {
	st, d := orders.ParseStatement(line.Canonical())
	if d != nil {
		return nil, d
	}
	verb, o, faults := ReadOrder(s.rules, st)
	if len(faults) > 0 {
		return nil, faults[0]
	}
	q := s.Asked(side)
	if q == nil {
		return nil, orders.IllegalAt(st, st.Verb.Span, "not-asked-now", "", "Verb", Keyword(verb), "Verbs", Terms(nil), "Kind", "")
	}
	if !slices.Contains(q.Verbs, verb) {
		return nil, orders.IllegalAt(st, st.Verb.Span, "not-asked-now", "", "Verb", Keyword(verb), "Verbs", Keywords(q.Verbs), "Kind", q.Kind)
	}
	a, d := q.Form.Accept(o, st)
	if d != nil {
		return nil, d
	}
	if form, ok := q.Form.(Cautious); ok {
		if d := form.Caution(a, o, st); d != nil {
			return nil, d
		}
	}
	return a, nil
}
