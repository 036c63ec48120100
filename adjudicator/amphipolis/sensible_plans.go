package amphipolis

import (
	"math/rand/v2"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/bot"
	"keryx/adjudicator/bey/march"
	"keryx/adjudicator/board"
)

// Propose implements [adjudicator.Proposer]: the operation or the transport that a sensible
// player would begin with, if he would with one, what [bot.Propose] proposes without one,
// and other sallies.
func (*ruleset) Propose(s *adjudicator.Session, side adjudicator.Side, n int, r *rand.Rand) []adjudicator.Plan {
	g := inPlay(s.Game())
	if g == nil {
		return nil
	}
	here := bot.Known(g, side)
	x := thinker{bot.New(r, inPlay), here, here.Rules.(model), side}
	best, others := x.ventures(s.Asked(side).Form)
	plans := best
	if n > len(plans) {
		plans = append(plans, bot.Propose(inPlay, s, side, n-len(plans), r)...)
	}
	plans = append(plans, others...)
	return plans[:min(n, len(plans))]
}

// ventures are the plans that begin with a sally: the one that a sensible player means to
// make, if he means to, and others.
func (x thinker) ventures(form adjudicator.Form) (best, others []adjudicator.Plan) {
	st, purse, current, spends := acting, 0, board.NoZone, true
	switch f := form.(type) {
	case *march.SpendForm:
		purse = f.Most
	case *actForm:
		st, purse, current, spends = f.step, f.Purse(), f.Current, false
		if f.Actions && x.m.left(st, board.NoZone) == 0 {
			return nil, nil
		}
	default:
		return nil, nil
	}
	plain := x.Draft(x.here, x.side, purse, current, st == acting)
	chosen, rest, all := x.choose(st, purse, current, plain)
	for i := range all {
		y := &all[i]
		v := venture{sally: *y, spend: y.cost + x.battleCost(y)}
		if !spends {
			v.spend = 0
		}
		if y != chosen {
			others = append(others, v)
			continue
		}
		if spends {
			v.spend = y.cost + max(rest.Cost, x.battleCost(y))
		}
		best = append(best, v)
	}
	return best, others
}

// venture is the plan to make a sally, and then to play sensibly.
type venture struct {
	sally
	spend int // the points to announce first, or 0
}

// Player implements [adjudicator.Plan].
func (v venture) Player(r *rand.Rand) adjudicator.Player {
	return &venturer{venture: v, then: Sensible(r)}
}

// venturer carries a venture out, and plays as sensibly as he can behind it.
type venturer struct {
	venture
	over bool
	then adjudicator.Player
}

// Answer implements [adjudicator.Player].
func (p *venturer) Answer(s *adjudicator.Session, side adjudicator.Side, q *adjudicator.Question) adjudicator.Answer {
	if !p.over {
		if a := p.next(q.Form); a != nil && q.Form.Check(a) == nil {
			return a
		}
	}
	return p.then.Answer(s, side, q)
}

// next is the answer that the plan has for a question, or nil.
func (p *venturer) next(form adjudicator.Form) adjudicator.Answer {
	switch f := form.(type) {
	case *march.SpendForm:
		n := p.spend
		if p.spend = 0; n > 0 {
			return march.Spending(min(f.Most, max(1, n)))
		}
		p.over = true // another action phase
	case *actForm:
		a := p.open(f)
		_, activates := a.(march.Activation)
		p.over = !activates
		return a
	}
	return nil
}
