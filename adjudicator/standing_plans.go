package adjudicator

import (
	"errors"
	"slices"
	"strings"

	"keryx/orders"
)

// StandingPlans proposes standing orders for a side to try out, in a language: none, then each of
// those that a [Guide] proposes alone, then all of them. They are different texts, at most n.
func StandingPlans(rules Ruleset, side Side, lang string, n int) []string {
	plans := []string{""}
	if guide, ok := rules.(Guide); ok {
		whole := strings.TrimSpace(guide.Starter(side, lang))
		for line := range strings.Lines(whole) {
			plans = append(plans, strings.TrimSpace(line))
		}
		plans = append(plans, whole)
	}
	var all []string
	for _, text := range plans {
		if len(all) < n && !slices.Contains(all, text) {
			all = append(all, text)
		}
	}
	return all
}

// Instruct gives a side standing orders in the place of those that it has, for play without people
// and for forks in which they are tried out: no file brings them, and what is asked now is still
// asked. The error joins all that is wrong with the text; nothing is changed then.
func (s *Session) Instruct(side Side, text string) error {
	of := Session{rules: s.rules, lex: s.lex}
	if strings.TrimSpace(text) != "" {
		f, faults := orders.ParseStanding(text)
		if len(faults) == 0 {
			of.setStanding(side, f)
			faults = of.faults
		}
		if len(faults) > 0 {
			all := make([]error, len(faults))
			for i, d := range faults {
				all[i] = d
			}
			return errors.Join(all...)
		}
	}
	seat, read := &s.seats[side], &of.seats[side]
	seat.rules, seat.standing, seat.read, seat.canAct = read.rules, read.standing, read.read, read.canAct
	return nil
}
