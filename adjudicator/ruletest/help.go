package ruletest

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"keryx/adjudicator"
	"keryx/orders"
	"keryx/templates"
)

// help looks at the pages of help of a ruleset: RULESET.help shows every order, and
// RULESET.help.standing standing orders. The lines that are to be copied stand behind
// four blanks; each can be sent as it stands, and says the same in every language.
func help(t *trial) {
	for _, p := range t.printers {
		t.showsAll(p)
	}
	for page, read := range map[string]func(*templates.Printer, string) (any, error){"help": t.example, "help.standing": t.rule} {
		key := t.info.Name + "." + page
		first := t.examples(t.printers[0], key)
		for _, p := range t.printers {
			lines := t.examples(p, key)
			if len(lines) != len(first) {
				t.fail("%s shows %d lines in %s, and %d in %s", key, len(first), t.printers[0].Lang(), len(lines), p.Lang())
				continue
			}
			for i, line := range lines {
				t.saysTheSame(key, read, first[i], line, p)
			}
		}
	}
}

// examples are the lines of a page that are to be copied, without remarks.
func (t *trial) examples(p *templates.Printer, key string) (all []string) {
	if !t.catalog.Has(p.Lang(), key) {
		return nil
	}
	for _, line := range copied(p, key) {
		line, _, _ = strings.Cut(line, "#")
		all = append(all, strings.TrimSpace(line))
	}
	return all
}

// showsAll wants an example of every order.
func (t *trial) showsAll(p *templates.Printer) {
	key := t.info.Name + ".help"
	shown := map[string]bool{}
	lexicon := t.rules.Lexicon()
	for _, line := range t.examples(p, key) {
		word, _, _ := strings.Cut(line, " ")
		if verb, fault := lexicon.LookupString(word, orders.VerbKind); fault == nil {
			shown[verb.ID] = true
		}
	}
	for _, name := range lexicon.Names(orders.VerbKind) {
		if verb, fault := lexicon.LookupString(name, orders.VerbKind); fault == nil && !shown[verb.ID] {
			shown[verb.ID] = true // told once
			t.fail("the page %q (%s) has no example of the order %q", key, p.Lang(), verb.ID)
		}
	}
}

// same compares what was read in different places and languages.
var same = cmp.Options{cmp.Exporter(func(reflect.Type) bool { return true }), cmpopts.IgnoreTypes(orders.Span{}, orders.Token{})}

// saysTheSame reads an example in a language and in the first one.
func (t *trial) saysTheSame(key string, read func(*templates.Printer, string) (any, error), first, line string, p *templates.Printer) {
	want, _ := read(t.printers[0], first) // a fault of it is told for its own language
	got, err := read(p, line)
	if err != nil {
		t.fail("%s (%s) shows %q, which cannot be sent: %v", key, p.Lang(), line, err)
		return
	}
	if want != nil && !cmp.Equal(want, got, same) {
		t.fail("%s shows %q, and in its place in %s %q, which is something else:\n%s", key, first, p.Lang(), line, cmp.Diff(want, got, same))
	}
}

// example reads a line of the page of orders: an order, or a question to a
// [adjudicator.Reckoner].
func (t *trial) example(p *templates.Printer, line string) (any, error) {
	st, err := Statement(line)
	if err != nil {
		return nil, err
	}
	_, fault := t.rules.Lexicon().Lookup(st.Verb, orders.VerbKind)
	reckoner, ok := t.rules.(adjudicator.Reckoner)
	if fault == nil || !ok {
		verb, o, err := t.read(st)
		if err != nil {
			return nil, err
		}
		return []any{verb, o}, nil
	}
	answer, faults, err := reckoner.Reckon(adjudicator.Position{}, st)
	if err != nil {
		return nil, err
	}
	if len(faults) > 0 {
		return nil, faults[0]
	}
	if answer.Title.IsZero() || len(answer.Told()) == 0 {
		return nil, fmt.Errorf("the question is answered with nothing")
	}
	for _, phrase := range append([]adjudicator.Phrase{answer.Title}, answer.Told()...) {
		if text := p.Phrase(phrase); strings.ContainsAny(text, "‹›") {
			return nil, fmt.Errorf("the answer lacks a text: %s", text)
		}
	}
	answer.Data = nil // a function cannot be compared
	return answer, nil
}

// rule reads a line of the page of standing orders.
func (t *trial) rule(_ *templates.Printer, line string) (any, error) {
	rules, faults := orders.ParseStanding(line)
	if len(faults) == 0 && len(rules) != 1 {
		return nil, fmt.Errorf("it is %d standing orders", len(rules))
	}
	var read []adjudicator.Standing
	for i := range rules {
		st, more := adjudicator.ReadStanding(t.rules, &rules[i])
		faults, read = slices.Concat(faults, more), append(read, st)
	}
	if len(faults) > 0 {
		return nil, faults[0]
	}
	return read, nil
}
