package advice

import (
	"keryx/adjudicator"
	"keryx/orders"
)

// Words is what a ruleset reads standing orders with: an [adjudicator.Reader], perhaps with
// what only that ruleset reads around it.
type Words interface {
	Plain() *adjudicator.Reader
}

// Kind is one sort of standing order: the word that begins its condition or its subject,
// and its reader, which finds what follows that word.
type Kind[R Words] struct {
	Word string
	Read func(r R, rule *orders.Rule) adjudicator.Standing
}

// Read resolves the names of a standing order, which is one of the sorts that a game knows;
// open begins to read some tokens of it. It reports every fault that can be found without
// knowing the game's state; "unknown-subject" is that of a rule of no sort.
func Read[R Words](rule *orders.Rule, open func([]orders.Token) R, sorts ...[]Kind[R]) (adjudicator.Standing, []*orders.Diagnostic) {
	head := rule.Subject
	if rule.When != nil {
		head = rule.When
	}
	for _, kinds := range sorts {
		for _, k := range kinds {
			r := open(head)
			words := r.Plain()
			for words.Take("filler") {
			}
			if words.Take(k.Word) {
				st := k.Read(r, rule)
				return st, words.Faults
			}
		}
	}
	span := orders.Span{Line: rule.Line}
	if len(head) > 0 {
		span = head[0].Span
	}
	return nil, []*orders.Diagnostic{orders.UnknownAt(rule, span, "unknown-subject")}
}

// Each reads every alternative of a rule's actions, once its head has been read to the end.
// What read leaves of an alternative is a fault.
func Each[R Words](r R, rule *orders.Rule, open func([]orders.Token) R, read func(R)) {
	words := r.Plain()
	words.Fail(words.End())
	for _, action := range rule.Actions {
		for _, tokens := range action.Alternatives {
			sub := open(tokens)
			read(sub)
			alternative := sub.Plain()
			if len(alternative.Faults) == 0 {
				alternative.Fail(alternative.End())
			}
			words.Faults = append(words.Faults, alternative.Faults...)
		}
	}
}

// First is the answer of the first rule of a sort that has one, and its place among the
// rules: what most forms say to [adjudicator.Adviser].
func First[S any](rules []adjudicator.Standing, answer func(S) (adjudicator.Answer, bool)) (a adjudicator.Answer, rule int, ok bool) {
	for i, st := range rules {
		s, of := st.(S)
		if !of {
			continue
		}
		if a, ok := answer(s); ok {
			return a, i, true
		}
	}
	return nil, 0, false
}

// Idle lists the rules that can never answer. By tells which of the rules above one answers
// all that it could, or with part all that it would play; -1 if none does. A stranger chooses
// how many rules there are, so that no more is kept of each than that.
func Idle(rules []adjudicator.Standing, by func(above []adjudicator.Standing, rule adjudicator.Standing) (by int, part bool)) []adjudicator.Idle {
	var all []adjudicator.Idle
	for i, rule := range rules {
		if by, part := by(rules[:i], rule); by >= 0 {
			all = append(all, adjudicator.Idle{Rule: i, By: by, Part: part})
		}
	}
	return all
}

// Tongue is the language of most of a standing order's own words, those that no other
// language knows; false if there are none, or as many of another.
func Tongue(rule *orders.Rule, words *adjudicator.Vocabulary) (orders.Language, bool) {
	tag, ok := words.Tongue(func(yield func(string) bool) {
		lists := [][]orders.Token{rule.When, rule.Subject}
		for _, a := range rule.Actions {
			lists = append(lists, a.Alternatives...)
		}
		for _, tokens := range lists {
			for _, t := range tokens {
				if !yield(t.Fold) {
					return
				}
			}
		}
	})
	if !ok {
		return orders.English, false
	}
	return orders.LanguageOf(tag), true
}
