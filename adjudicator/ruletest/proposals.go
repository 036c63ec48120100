package ruletest

import (
	"errors"
	"fmt"

	"keryx/adjudicator"
)

// proposals looks at the plans that are proposed at the questions of random games.
func proposals(t *trial) {
	w := walker{trial: t, salt: 16, hushed: true, look: t.proposes}
	w.games(t.Games / 2)
}

// most plans that are asked for at once.
const mostPlans = 4

// proposes wants the same plans whatever is hidden from the side, and legal answers of
// those who carry them out.
func (t *trial) proposes(p *place) error {
	if p.rnd.IntN(10) != 0 {
		return nil
	}
	var opened [2]string
	for i := range opened {
		f, err := p.session.Fork(p.side, random(p.seed, uint64(30+i)))
		if err != nil {
			return err
		}
		opened[i], err = t.carried(f, p)
		f.Close()
		if err != nil {
			return fmt.Errorf("a plan that is proposed: %w", err)
		}
	}
	if opened[0] != opened[1] {
		return fmt.Errorf("the plans that are proposed begin with %q, and with something else hidden with %q", opened[0], opened[1])
	}
	return nil
}

// carried carries the plans of a position out for a while, and returns how they begin.
func (t *trial) carried(s *adjudicator.Session, p *place) (begun string, err error) {
	before := (&forker{trial: t}).described(s)
	plans := adjudicator.Plans(t.rules, s, p.side, mostPlans, random(p.seed, uint64(p.answers)))
	if len(plans) == 0 || len(plans) > mostPlans {
		return "", fmt.Errorf("there are %d, and 1 to %d were wanted", len(plans), mostPlans)
	}
	for n, plan := range plans {
		f, err := s.Fork(p.side, random(p.seed, 40))
		if err != nil {
			return "", err
		}
		words, err := t.carry(f, p.side, plan.Player(random(p.seed, uint64(n))))
		f.Close()
		if err != nil {
			return "", err
		}
		begun += words + "; "
	}
	if (&forker{trial: t}).described(s) != before {
		return "", errors.New("to propose it has changed the game")
	}
	return begun, nil
}

// rest is the answer of who carries out what is left of a plan, while it can be followed.
func (t *trial) rest(s *adjudicator.Session, side adjudicator.Side, player adjudicator.Player) (words string, following bool) {
	if !adjudicator.Follow(player, s, side) {
		return "", false
	}
	rest := player.(adjudicator.Follower).Rest().Player(random(1, 1))
	return fmt.Sprint(rest.Answer(s, side, s.Asked(side)).Words()...), true
}

// carry lets a player answer for a side, and its enemy anything, and returns his first
// answer.
func (t *trial) carry(s *adjudicator.Session, side adjudicator.Side, player adjudicator.Player) (first string, err error) {
	for n := 0; n < 12 && !s.Ended(); n++ {
		now := asked(s)
		q := s.Asked(now)
		a := q.Form.Default()
		if now == side {
			rest, following := t.rest(s, side, player)
			if a = player.Answer(s, side, q); following && fmt.Sprint(a.Words()...) != rest {
				return first, fmt.Errorf("who carries it out answers %q, and who carries out what is left of it %q", fmt.Sprint(a.Words()...), rest)
			}
		}
		if first == "" && now == side {
			first = fmt.Sprint(a.Words()...)
		}
		if err := s.Answer(now, a); err != nil {
			return first, err
		}
	}
	return first, nil
}
