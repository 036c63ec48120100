package adjudicator

import (
	"errors"
	"slices"
	"strings"
	"sync"

	"keryx/orders"
)

// Standings keeps what standing orders read as, for many games of [Selfplay] under equal ones,
// which may be played at once. The zero value is ready; it is of one ruleset.
type Standings struct {
	mu   sync.Mutex
	read map[[2]string]standingOrders
}

// standingOrders are those of both sides, which are never changed once they have been
// read.
type standingOrders struct {
	seats  [2]seat
	stored [2]seat // the same as they are read from what is stored of them
}

// of reads standing orders of both sides, and once more from what is stored of them, unless
// that has been done. The error says that they do not read.
func (x *Standings) of(r Ruleset, texts [2]string) (standingOrders, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if found, ok := x.read[texts]; ok {
		return found, nil
	}
	seats, err := readSeats(r, texts)
	if err != nil {
		return standingOrders{}, err
	}
	stored, err := readSeats(r, [2]string{seats[0].text(), seats[1].text()})
	if err != nil {
		return standingOrders{}, err
	}
	if x.read == nil {
		x.read = map[[2]string]standingOrders{}
	}
	x.read[texts] = standingOrders{seats, stored}
	return x.read[texts], nil
}

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
