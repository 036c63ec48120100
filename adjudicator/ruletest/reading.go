package ruletest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"keryx/adjudicator"
	"keryx/orders"
	"keryx/templates"
)

// header is what stands above the orders of a file.
const header = "game x-1\nside x\nanswers K7Q2-9XWM\n\norders\n"

// written is an order as a letter in the printer's language writes it.
func written(p *templates.Printer, a adjudicator.Answer) string { return plain(p.Words(a.Words())) }

// plain is a text with the blanks that order files have.
func plain(text string) string {
	return strings.NewReplacer("\u00a0", " ", "\u202f", " ").Replace(text)
}

// Written is an order, as a player of no language writes it: with the identifiers of what it
// names.
func Written(words adjudicator.Words) string { return words.Canonical() }

// Statement parses one order. It returns an error for what is none.
func Statement(text string) (*orders.Statement, error) {
	f, faults := orders.Parse(header + "  " + text + "\n")
	if len(faults) > 0 {
		return nil, fmt.Errorf("%q does not parse: %w", text, faults[0])
	}
	if len(f.Groups) != 1 || len(f.Groups[0].Statements) != 1 {
		return nil, fmt.Errorf("%q is not one order", text)
	}
	return &f.Groups[0].Statements[0], nil
}

// read reads one order, as far as that goes without a game.
func (t *trial) read(st *orders.Statement) (verb string, o adjudicator.Order, err error) {
	entry, fault := t.rules.Lexicon().Lookup(st.Verb, orders.VerbKind)
	if fault != nil {
		return "", nil, fmt.Errorf("%q: the lexicon does not know the verb: %w", st.Text, fault)
	}
	_, o, faults := adjudicator.ReadOrder(t.rules, st)
	if len(faults) > 0 {
		return "", nil, fmt.Errorf("%q: ReadOrder does not read it: %w", st.Text, faults[0])
	}
	return entry.ID, o, nil
}

// readsBack wants the words of an answer, as a letter has them, to be read as the same
// answer.
func (t *trial) readsBack(p *templates.Printer, q *adjudicator.Question, a adjudicator.Answer) error {
	text := written(p, a)
	st, err := Statement(text)
	if err != nil {
		return err
	}
	verb, o, err := t.read(st)
	switch {
	case err != nil:
		return err
	case !slices.Contains(q.Verbs, verb):
		return fmt.Errorf("%q (%s) is read as the order %s, which does not answer it: %v", text, p.Lang(), verb, q.Verbs)
	}
	again, fault := q.Form.Accept(o, st)
	if fault != nil {
		return fmt.Errorf("%q (%s): Accept refuses it: %w", text, p.Lang(), fault)
	}
	if form, ok := q.Form.(adjudicator.Cautious); ok {
		if fault := form.Caution(again, o, st); fault != nil {
			return fmt.Errorf("%q (%s): its words do not say that it means harm: %w", text, p.Lang(), fault)
		}
	}
	if back := written(p, again); back != text {
		return fmt.Errorf("%q (%s) reads back as %q", text, p.Lang(), back)
	}
	if err := q.Form.Check(again); err != nil {
		return fmt.Errorf("%q (%s) is accepted, and Check says: %w", text, p.Lang(), err)
	}
	return nil
}

// reading looks at every answer of random play, and at the same words in disorder.
func reading(t *trial) {
	seen := map[string]int{}
	w := walker{trial: t, salt: 6, hushed: true}
	w.look = func(p *place) error {
		q := p.question
		a := q.Form.Sample(p.rnd)
		seen[q.Kind]++
		if err := q.Form.Check(a); err != nil {
			return fmt.Errorf("Sample gives what Check forbids: %w", err)
		}
		printer := t.printers[seen[q.Kind]%len(t.printers)]
		if err := t.readsBack(printer, q, a); err != nil {
			return err
		}
		return t.disordered(q, written(printer, a), p.rnd)
	}
	w.games(4 * t.Games)
	t.note("answers read: %v", seen)
}

// disordered reads an order in which a word stands elsewhere or not at all: it is read
// or refused, and what is accepted is legal.
func (t *trial) disordered(q *adjudicator.Question, text string, rnd *rand.Rand) error {
	words := strings.Fields(text)
	if len(words) < 2 {
		return nil
	}
	i, j := 1+rnd.IntN(len(words)-1), rnd.IntN(len(words))
	if words[i], words[j] = words[j], words[i]; rnd.IntN(2) == 0 {
		words = words[:i]
	}
	st, err := Statement(strings.Join(words, " "))
	if err != nil {
		return nil
	}
	verb, o, faults := adjudicator.ReadOrder(t.rules, st)
	if len(faults) > 0 || !slices.Contains(q.Verbs, verb) {
		return nil
	}
	a, fault := q.Form.Accept(o, st)
	switch {
	case fault != nil:
		return nil
	case a == nil:
		return fmt.Errorf("%q is neither accepted nor refused", st.Text)
	}
	if err := q.Form.Check(a); err != nil {
		return fmt.Errorf("%q is accepted, and Check says: %w", st.Text, err)
	}
	return nil
}

// slips are an order as players get it wrong: a word left out, the end left off, another
// word in the place of one.
func slips(order string) (all []string) {
	words := strings.Fields(order)
	for i := 1; i < len(words); i++ {
		before, behind := words[:i:i], words[i+1:]
		for _, slip := range [][]string{before, append(before, behind...), append(append(before, "xyzzy"), behind...)} {
			all = append(all, strings.Join(slip, " "))
		}
	}
	return append(all, order+" xyzzy")
}

// misspelled reads an order as players get it wrong, and says what ReadOrder finds.
func (h *hearer) misspelled(order string) {
	for _, slip := range slips(order) {
		st, err := Statement(slip)
		if err != nil {
			continue
		}
		if _, fault := h.rules.Lexicon().Lookup(st.Verb, orders.VerbKind); fault != nil {
			continue // a question to a Reckoner
		}
		_, _, faults := adjudicator.ReadOrder(h.rules, st)
		h.refused(slip, faults)
	}
}

// misruled does the same with a standing order.
func (h *hearer) misruled(rule string) {
	for _, slip := range slips(rule) {
		rules, faults := orders.ParseStanding(slip)
		if len(faults) > 0 {
			continue
		}
		for i := range rules {
			_, faults := adjudicator.ReadStanding(h.rules, &rules[i])
			h.refused(slip, faults)
		}
	}
}

// refused wants a text in every language for what is wrong with an order, with all that it
// uses; once for each code.
func (h *hearer) refused(order string, faults []*orders.Diagnostic) {
	for _, d := range faults {
		shape := "fault " + d.Code
		for _, arg := range d.Args {
			shape += fmt.Sprintf(" %T", arg)
		}
		if h.times[shape]++; h.times[shape] > times {
			continue
		}
		for _, p := range h.printers {
			if text := p.Diagnostic(d); strings.ContainsAny(text, "‹›") || strings.Contains(text, "<no value>") {
				h.times[shape] = times
				h.fail("%q is refused with %q, whose text (%s) cannot show what it is given, %s: a list of words has to be one, as Cursor.Missing makes it\n%s",
					order, "diagnostic."+d.Code, p.Lang(), names(d.Args), text)
				return
			}
		}
	}
}

// choices sends whatever an order template offers.
func choices(t *trial) {
	tried := map[string]int{}
	w := walker{trial: t, salt: 7, hushed: true}
	w.look = func(p *place) error {
		if p.answers%3 != 0 && tried[p.question.Kind] > 40 {
			return nil
		}
		n, err := t.offered(t.printers[p.answers%len(t.printers)], p)
		tried[p.question.Kind] += n
		return err
	}
	w.games(t.Games)
	t.note("choices tried: %v", tried)
}

// template is the order file that a side is sent to fill in.
func (t *trial) template(printer *templates.Printer, p *place) string {
	return printer.OrderTemplate(templates.Template{Game: t.info.Prefix + "-1", Side: t.info.Sides[p.side], Answers: "K7Q2-9XWM", Question: p.question})
}

// offered sends each choice of a question's template, and counts them.
func (t *trial) offered(printer *templates.Printer, p *place) (n int, err error) {
	q := p.question
	text := t.template(printer, p)
	var file strings.Builder
	for line := range strings.Lines(text) {
		if order, ok := strings.CutPrefix(line, "  # "); ok {
			line = "  " + order
			n++
		}
		file.WriteString(line)
	}
	f, faults := orders.Parse(file.String())
	if len(faults) > 0 {
		return n, fmt.Errorf("the template does not read: %w\n%s", faults[0], file.String())
	}
	if got := len(f.Groups[0].Statements); got != n || n == 0 {
		return n, fmt.Errorf("%d choices read as %d orders:\n%s", n, got, text)
	}
	for i := range f.Groups[0].Statements {
		st := &f.Groups[0].Statements[i]
		verb, o, err := t.read(st)
		switch {
		case err != nil:
			return n, fmt.Errorf("a choice that is offered: %w", err)
		case !slices.Contains(q.Verbs, verb):
			return n, fmt.Errorf("the choice %q is offered (%s), and answers another question", st.Text, printer.Lang())
		}
		a, fault := q.Form.Accept(o, st)
		if fault != nil {
			return n, fmt.Errorf("the choice %q is offered (%s), and refused: %w", st.Text, printer.Lang(), fault)
		}
		if err := q.Form.Check(a); err != nil {
			return n, fmt.Errorf("the choice %q is offered (%s), and Check says: %w", st.Text, printer.Lang(), err)
		}
	}
	return n, nil
}
