package ruletest

import (
	"fmt"
	"strings"

	"keryx/adjudicator"
	"keryx/adjudicator/dice"
	"keryx/orders"
)

// rows answers what both sides are asked in secret ([adjudicator.Table.AskBoth],
// [adjudicator.Table.Apart]) in every order of the sides, by single answers, by one file of a side,
// in part and by missed deadlines. Nothing that one side does may be seen by the other, and
// all has to come to the same.
func rows(t *trial) {
	s := &secretly{trial: t}
	w := walker{trial: t, salt: 40, look: s.look}
	w.games(t.Games)
	t.note("%d times both sides were asked in secret, with at most %d questions to one of them", s.found, s.longest)
}

// secretly looks at what both sides are asked in secret.
type secretly struct {
	*trial
	found, longest int
	in             bool // in one that was looked at
}

// look tries what both are asked where it begins.
func (s *secretly) look(p *place) error {
	if !p.session.Sealed() {
		s.in = false
		return nil
	}
	if s.in {
		return nil
	}
	s.in = true
	s.found++
	var lines [2][]string
	var came [4]string
	for i, order := range []func(n int) adjudicator.Side{
		func(int) adjudicator.Side { return 0 },
		func(int) adjudicator.Side { return 1 },
		func(n int) adjudicator.Side { return adjudicator.Side(n % 2) },
	} {
		var err error
		if came[i], lines, err = s.answered(p, order); err != nil {
			return err
		}
		if came[i] != came[0] {
			return fmt.Errorf("what both are asked in secret comes to something else if they answer in another order:\n%s", apart(came[0], came[i]))
		}
	}
	s.longest = max(s.longest, len(lines[0]), len(lines[1]))
	for first := range adjudicator.Side(2) {
		if err := s.filed(p, first, lines, came[0]); err != nil {
			return err
		}
		if err := s.late(p, first, lines[first]); err != nil {
			return err
		}
	}
	return nil
}

// copied is a copy of the place's game with dice of its own.
func (s *secretly) copied(p *place) (*adjudicator.Session, error) {
	c, err := p.session.Copy()
	if err == nil {
		c.Redice(dice.NewQuick(random(p.seed, 41)))
	}
	return c, err
}

// answered has both sides answer, in some order as far as they are asked, and returns what it
// comes to and the answers as orders.
func (s *secretly) answered(p *place, order func(n int) adjudicator.Side) (came string, lines [2][]string, err error) {
	c, err := s.copied(p)
	if err != nil {
		return "", lines, err
	}
	defer c.Close()
	from, through := len(c.Events()), false
	for n := 0; c.Sealed() && !through; n++ {
		if n > s.Answers {
			return "", lines, fmt.Errorf("what both are asked in secret does not end after %d answers", n)
		}
		side := order(n)
		if c.Asked(side) == nil {
			side = side.Other()
		}
		other := side.Other()
		before := s.sees(c, other, from)
		a := c.Asked(side).Form.Sample(random(p.seed, uint64(50+2*len(lines[side])+int(side))))
		lines[side] = append(lines[side], written(s.printers[0], a))
		c.Plan(side)
		if err := c.Answer(side, a); err != nil {
			return "", lines, err
		}
		through = c.Disclosed() // both have been shown what the other has answered
		if now := s.sees(c, other, from); !through && now != before {
			return "", lines, fmt.Errorf("%s has answered %q in secret, and %s can see it:\n%s", s.info.Sides[side], a.Words(), s.info.Sides[other], apart(before, now))
		}
	}
	return s.sees(c, 0, from) + s.sees(c, 1, from), lines, nil
}

// sees is what a side, and an observer, are given and told since an event.
func (s *secretly) sees(c *adjudicator.Session, side adjudicator.Side, from int) string {
	f := &forker{trial: s.trial}
	var told [2][]adjudicator.Phrase
	for _, e := range c.Events()[from:] {
		for i, to := range []adjudicator.Side{side, adjudicator.Observer} {
			if phrase, any := e.For(to); any && !strings.HasPrefix(phrase.Key, "kit.") {
				told[i] = append(told[i], phrase)
			}
		}
	}
	return text([]any{c.Game().View(side), f.question(c, side), c.Asks(side), c.Game().View(adjudicator.Observer), c.Phase(), c.Ended(), told})
}

// filed has each side write all its answers into one file, one side first.
func (s *secretly) filed(p *place, first adjudicator.Side, lines [2][]string, want string) error {
	c, err := s.copied(p)
	if err != nil {
		return err
	}
	defer c.Close()
	from := len(c.Events())
	for i, side := range []adjudicator.Side{first, first.Other()} {
		if err := s.take(c, i, side, lines[side]); err != nil {
			return err
		}
	}
	if got := s.sees(c, 0, from) + s.sees(c, 1, from); got != want {
		return fmt.Errorf("two files come to something else than their answers one by one:\n%s", apart(want, got))
	}
	return nil
}

// late has a side answer in part, the other not at all, and the deadlines of both pass.
func (s *secretly) late(p *place, side adjudicator.Side, lines []string) error {
	c, err := s.copied(p)
	if err != nil {
		return err
	}
	defer c.Close()
	if err := s.take(c, 0, side, lines[:len(lines)/2]); err != nil {
		return err
	}
	through := false
	for i, late := range []adjudicator.Side{side, side.Other()} {
		if through || c.Asked(late) == nil {
			continue
		}
		if _, err := c.Take(adjudicator.Input{Entry: 10 + i, Side: late}); err != nil {
			return err
		}
		through = c.Disclosed() || c.Ended()
		if !through && c.Asked(late) != nil {
			return fmt.Errorf("a deadline of %s passed, and it is still asked %s in secret", s.info.Sides[late], c.Asked(late).Kind)
		}
	}
	if !through {
		return fmt.Errorf("the deadlines of both sides have passed, and something is still asked in secret")
	}
	return nil
}

// take has a side send a file.
func (s *secretly) take(c *adjudicator.Session, n int, side adjudicator.Side, lines []string) error {
	if len(lines) == 0 {
		return nil
	}
	file, faults := orders.Parse(header + "  " + strings.Join(lines, "\n  ") + "\n")
	if len(faults) > 0 {
		return fmt.Errorf("%q: %w", lines, faults[0])
	}
	out, err := c.Take(adjudicator.Input{Entry: 2 + n, Side: side, File: file})
	if err != nil {
		return err
	}
	if len(out.Faults) > 0 {
		return fmt.Errorf("%s writes what it answered in secret into one file, and it is refused:\n%s\n%w", s.info.Sides[side], strings.Join(lines, "\n"), out.Faults[0])
	}
	return nil
}
