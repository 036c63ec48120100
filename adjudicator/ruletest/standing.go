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

// standing looks at the standing orders that the ruleset proposes, those that its help
// shows and those of its manual: they are read in every language, and answer what is
// asked in play as a player could have.
func standing(t *trial) {
	t.starters()
	lines := slices.Concat(t.Standing, t.helped())
	rules := t.rulesOf(lines)
	if t.failed() {
		return
	}
	a := advisers{trial: t, rules: rules, asked: map[string]int{}, advised: map[string]int{}}
	w := walker{trial: t, salt: 9, hushed: true, look: a.look}
	w.games(3 * t.Games)
	if len(rules) == 0 && len(a.asked) > 0 {
		t.fail("standing orders could answer %v, and there is none to try: name those of the manual in Options.Standing", sorted(a.asked))
	}
	for _, kind := range t.Advised {
		if a.advised[kind] == 0 {
			t.fail("none of the standing orders answers %s, which was asked %d times; answered were %v", kind, a.asked[kind], a.advised)
		}
	}
	t.note("standing orders that were read: %d; questions that they answered: %v", len(rules), a.advised)
	t.jumbled(lines)
}

// sorted are the keys of a map, in order.
func sorted(m map[string]int) (all []string) {
	for k := range m {
		all = append(all, k)
	}
	slices.Sort(all)
	return all
}

// starters reads what a [adjudicator.Guide] proposes: the same in each language.
func (t *trial) starters() {
	guide, ok := t.rules.(adjudicator.Guide)
	if !ok {
		return
	}
	for side, id := range t.info.Sides {
		var first []string
		for _, p := range t.printers {
			rules, faults := orders.ParseStanding(guide.Starter(adjudicator.Side(side), p.Lang()))
			var kinds []string
			for i := range rules {
				st, more := adjudicator.ReadStanding(t.rules, &rules[i])
				faults, kinds = append(faults, more...), append(kinds, fmt.Sprintf("%T", st))
			}
			switch {
			case len(faults) > 0:
				t.fail("what Starter proposes to %s (%s) does not read: %v", id, p.Lang(), faults[0])
			case len(rules) == 0:
				t.fail("Starter proposes nothing to %s (%s)", id, p.Lang())
			case first == nil:
				first = kinds
			case !slices.Equal(first, kinds):
				t.fail("Starter proposes to %s in one language %v, and in another (%s) %v", id, first, p.Lang(), kinds)
			}
		}
	}
}

// helped are the standing orders that the page of help shows, in every language: the
// lines of RULESET.help.standing that are to be copied. A [adjudicator.Linguist] knows
// which language they are in.
func (t *trial) helped() (all []string) {
	linguist, _ := t.rules.(adjudicator.Linguist)
	for _, p := range t.printers {
		key := t.info.Name + ".help.standing"
		if !t.catalog.Has(p.Lang(), key) {
			continue
		}
		for _, line := range copied(p, key) {
			all = append(all, line)
			rules, faults := orders.ParseStanding(line)
			if len(faults) > 0 || len(rules) != 1 || linguist == nil {
				continue // told when they are read
			}
			if got, known := linguist.Tongue(&rules[0]); known && got != p.Language() || !known && rules[0].When != nil {
				t.fail("%q stands in the help of %s, and is taken for the language %d (known: %v)", line, p.Lang(), got, known)
			}
		}
	}
	return all
}

// copied are the lines of a page that are to be copied as they stand.
func copied(p *templates.Printer, key string) (all []string) {
	for line := range strings.Lines(p.Say(key, "Mailbox", "keryx@club.example")) {
		if strings.HasPrefix(line, "    ") && strings.TrimSpace(line) != "" {
			all = append(all, plain(strings.TrimSpace(line)))
		}
	}
	return all
}

// rulesOf reads standing orders, one in each line.
func (t *trial) rulesOf(lines []string) (all []adjudicator.Standing) {
	for _, line := range lines {
		rules, faults := orders.ParseStanding(line)
		if len(faults) == 0 && len(rules) != 1 {
			t.fail("%q is %d standing orders, not one", line, len(rules))
			continue
		}
		for i := range rules {
			st, more := adjudicator.ReadStanding(t.rules, &rules[i])
			if faults = append(faults, more...); len(faults) == 0 {
				all = append(all, st)
			}
		}
		if len(faults) > 0 {
			t.fail("the standing order %q does not read: %v %v", line, faults[0], faults[0].Args)
		}
	}
	return all
}

// advisers lets standing orders answer what is asked in play.
type advisers struct {
	*trial
	rules          []adjudicator.Standing
	asked, advised map[string]int
}

// look wants the advice of some standing orders to be an order that a player could have
// written, whatever the position.
func (a *advisers) look(p *place) error {
	q := p.question
	adviser, ok := q.Form.(adjudicator.Adviser)
	if !ok {
		return nil
	}
	if a.asked[q.Kind]++; len(a.rules) == 0 {
		return nil
	}
	for range 6 {
		some := make([]adjudicator.Standing, 8)
		for i := range some {
			some[i] = a.rules[p.rnd.IntN(len(a.rules))]
		}
		answer, n, ok := adviser.Advise(some)
		if !ok {
			continue
		}
		a.advised[q.Kind]++
		if n < 0 || n >= len(some) {
			return fmt.Errorf("standing order %d of %d is said to answer", n, len(some))
		}
		if err := q.Form.Check(answer); err != nil {
			return fmt.Errorf("a standing order answers %v: %w", []any(answer.Words()), err)
		}
		if err := a.readsBack(a.printers[a.advised[q.Kind]%len(a.printers)], q, answer); err != nil {
			return fmt.Errorf("what a standing order answers: %w", err)
		}
	}
	return nil
}

// jumbled reads standing orders put together of the words of others: they are read or
// refused.
func (t *trial) jumbled(lines []string) {
	var heads, words []string
	for _, line := range lines {
		head, rest, _ := strings.Cut(line, ":")
		heads, words = append(heads, head), append(words, strings.Fields(rest)...)
		words = append(words, strings.Fields(head)...)
	}
	if len(words) == 0 {
		return
	}
	r := rand.New(rand.NewPCG(8, 1))
	read := 0
	for range 800 * t.Games {
		line := heads[r.IntN(len(heads))]
		for range r.IntN(3) {
			line += " " + words[r.IntN(len(words))]
		}
		line += ":"
		for range 1 + r.IntN(5) {
			line += " " + words[r.IntN(len(words))]
		}
		rules, faults := orders.ParseStanding(line)
		if len(faults) > 0 || len(rules) == 0 {
			continue
		}
		st, faults := adjudicator.ReadStanding(t.rules, &rules[0])
		if len(faults) == 0 && st == nil {
			t.fail("the standing order %q is neither read nor refused", line)
		}
		if len(faults) == 0 {
			read++
		}
	}
	t.note("of the words in disorder, %d were standing orders", read)
}
