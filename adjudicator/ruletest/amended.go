package ruletest

import (
	"fmt"

	"keryx/adjudicator"
	"keryx/adjudicator/dice"
)

// amended has games of an [adjudicator.Amending] ruleset corrected in their midst: a
// correction of nothing changes nothing until the end of the turn, what is corrected comes
// to the same when it is played again, every line is read back in every language, and what
// it hides is told to one side alone.
func amended(t *trial) {
	rules, ok := t.rules.(adjudicator.Amending)
	if !ok {
		return
	}
	a := &amendments{trial: t, rules: rules, made: map[string]int{}}
	for i, standing := range [2][2]string{{}, t.standingText()} {
		w := walker{trial: t, salt: uint64(33 + i), standing: standing, look: a.look}
		w.games(t.Games / 2)
	}
	t.note("of %d questions, %d were corrected by nothing; made were %v", a.asked, a.null, a.made)
	if len(t.faults) == 0 && a.null == 0 {
		t.fail("of %d questions a turn can be entered anew at none", a.asked)
	}
}

// amendments are what was corrected in a walk.
type amendments struct {
	*trial
	rules       adjudicator.Amending
	asked, null int
	made        map[string]int
}

// look corrects copies of a game that stands at a question.
func (a *amendments) look(p *place) error {
	if p.rnd.IntN(10) != 0 {
		return nil
	}
	a.asked++
	want, err := a.played(p, nil)
	if err != nil {
		return err
	}
	if null, err := a.played(p, &adjudicator.Amendment{}); err != nil {
		return fmt.Errorf("a correction of nothing: %w", err)
	} else if null != "" {
		if a.null++; null != want {
			return fmt.Errorf("a correction of nothing changes the turn: %s", apart(want, null))
		}
	}
	kinds := a.rules.Rulings().Kinds
	for range 2 {
		kind := kinds[p.rnd.IntN(len(kinds))]
		if c := kind.Sample(p.session.Game(), p.rnd); c != nil {
			if err := a.correct(p, kind.Verb, c); err != nil {
				return fmt.Errorf("%s: %w", Written(c.Words()), err)
			}
		}
	}
	return nil
}

// correct reads a correction in every language and makes it in a copy.
func (a *amendments) correct(p *place, verb string, c adjudicator.Correction) error {
	var made adjudicator.Amendment
	for _, printer := range a.printers {
		text := plain(printer.Words(c.Words()))
		read, faults := adjudicator.ReadAmendment(a.rules, text)
		if len(faults) > 0 {
			return fmt.Errorf("as it is written (%s), “%s”, it is not read: %w", printer.Lang(), text, faults[0])
		}
		if again := plain(printer.Words(read.Lines[0].Correction.Words())); again != text {
			return fmt.Errorf("“%s” (%s) is read as “%s”", text, printer.Lang(), again)
		}
		made = read
	}
	s, err := p.session.Copy()
	if err != nil {
		return err
	}
	defer s.Close()
	s.Redice(dice.NewQuick(random(p.seed, 35)))
	out, err := s.Amend(adjudicator.Input{Entry: 1}, made)
	if err != nil || len(out.Faults) > 0 {
		return err
	}
	a.made[verb]++
	if err := a.kept(c, out.Told[0]); err != nil {
		return err
	}
	again, err := s.Copy()
	if err != nil {
		return fmt.Errorf("the corrected turn is not played again: %w", err)
	}
	defer again.Close()
	var came [2]string
	for i, x := range []*adjudicator.Session{s, again} {
		if came[i], err = a.out(x, p.seed); err != nil {
			return fmt.Errorf("behind it: %w", err)
		}
	}
	if came[0] != came[1] {
		return fmt.Errorf("the corrected turn, played again, is another: %s", apart(came[0], came[1]))
	}
	return nil
}

// kept wants what one side alone may read to be told to nobody else.
func (a *amendments) kept(c adjudicator.Correction, e adjudicator.Event) error {
	side := c.Hidden()
	if side == adjudicator.Observer {
		return nil
	}
	told := func(to adjudicator.Side) string {
		phrase, _ := e.For(to)
		return a.printers[0].Phrase(phrase)
	}
	if own, public := told(side), told(adjudicator.Observer); own == public || told(side.Other()) != public {
		return fmt.Errorf("it is for side %d alone, and told as “%s”, “%s” to the other and “%s” to all", side, own, told(side.Other()), public)
	}
	return nil
}

// played is what a copy of a game comes to at the end of the turn, after an amendment if
// there is one; empty if that cannot be made there.
func (a *amendments) played(p *place, amendment *adjudicator.Amendment) (string, error) {
	s, err := p.session.Copy()
	if err != nil {
		return "", err
	}
	defer s.Close()
	s.Redice(dice.NewQuick(random(p.seed, 35)))
	if amendment != nil {
		if out, err := s.Amend(adjudicator.Input{Entry: 1}, *amendment); err != nil || len(out.Faults) > 0 {
			return "", err
		}
	}
	return a.out(s, p.seed)
}

// out plays a turn to its end and says what it came to.
func (a *amendments) out(s *adjudicator.Session, seed uint64) (string, error) {
	r := random(seed, 36)
	from := len(s.Events())
	s.Redice(dice.NewQuick(random(seed, 37)))
	for n := 0; !s.Ended(); n++ {
		if n > a.Answers {
			return "", fmt.Errorf("the turn does not end after %d answers", n)
		}
		side := adjudicator.Side(0)
		if s.Asked(side) == nil {
			side = 1
		}
		if err := s.Answer(side, s.Asked(side).Form.Sample(r)); err != nil {
			return "", err
		}
	}
	return fmt.Sprint(s.Asks(0), s.Asks(1), s.Events()[from:], string(s.Game().State())), nil
}
