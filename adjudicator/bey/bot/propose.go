package bot

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/march"
	"keryx/adjudicator/board"
)

// Propose proposes what a [Player] could do, for an [adjudicator.Proposer]: whole action phases and
// departures, and to other questions the answers that he weighs. The first is what he would do. The
// others of an action phase leave something of it out: they stop earlier, let a force of it stay, go
// elsewhere, or keep an army for a goal. It proposes nothing where he does not weigh.
func Propose(of func(adjudicator.Game) Rules, s *adjudicator.Session, side adjudicator.Side, n int, r *rand.Rand) []adjudicator.Plan {
	g := of(s.Game())
	if g == nil {
		return nil
	}
	d := &drafter{p: New(r, of), g: Known(g, side), side: side, most: n}
	q := s.Asked(side)
	switch f := familys(q.Form).(type) {
	case *march.SpendForm:
		d.purse, d.current, d.actions, d.spends = f.Most, board.NoZone, true, true
	case *march.ActForm:
		d.purse, d.current, d.actions = f.Purse(), f.Current, f.Actions
	default:
		return d.answers(q.Form)
	}
	d.draft()
	return d.plans
}

// answers proposes those that the player weighs, the best first; none if he weighs fewer than two.
func (d *drafter) answers(form adjudicator.Form) []adjudicator.Plan {
	var ranked []Best
	d.p.ranked = &ranked
	first := d.p.think(d.g, d.side, form)
	d.p.ranked = nil
	slices.SortStableFunc(ranked, func(a, b Best) int { return cmp.Compare(b.Value, a.Value) })
	if first != nil {
		ranked = slices.Insert(ranked, 0, Best{Answer: first})
	}
	seen, of := map[string]bool{}, d.p.of
	for _, x := range ranked {
		if words := fmt.Sprint(x.Answer.Words()...); len(d.plans) < d.most && !seen[words] && form.Check(x.Answer) == nil {
			seen[words] = true
			d.plans = append(d.plans, adjudicator.Opening(x.Answer, func(r *rand.Rand) adjudicator.Player { return New(r, of) }))
		}
	}
	if len(d.plans) < 2 {
		return nil
	}
	return d.plans
}

// drafter makes plans for an action phase, or for departures.
type drafter struct {
	p       *Player
	g       *Planner // what the side knows
	side    adjudicator.Side
	purse   int
	current board.Zone
	actions bool
	spends  bool // points are to be announced first
	most    int
	plans   []adjudicator.Plan
}

// draft makes as many plans as are wanted, as far as they differ.
func (d *drafter) draft() {
	whole := d.around(func(*Planner) {})
	d.offer(whole.steps, nil)
	d.offer(nil, nil)
	for i, goal := range d.g.Goals(d.g, d.side) {
		if i == mostGoals {
			break
		}
		d.p.keepFor(goal)
		kept := d.around(func(*Planner) {})
		d.p.goal, d.p.kept = nil, Party{}
		d.offer(kept.steps, goal)
	}
	for _, x := range whole.steps {
		if x.deed == nil {
			continue
		}
		_, to, who := x.deed.Party()
		if d.actions {
			d.offer(d.around(func(g *Planner) { g.Phase.Barred.Add(to) }).steps, nil) // elsewhere
		}
		d.offer(d.around(func(g *Planner) { // without them
			g.Phase.Moved = g.Phase.Moved.Or(who.Units)
			g.Phase.MovedLeaders |= who.Leaders
		}).steps, nil)
	}
	for i := len(whole.steps) - 1; i > 0; i-- {
		if whole.steps[i-1].deed != nil {
			d.offer(whole.steps[:i], nil)
		}
	}
}

// mostGoals is how many goals of an action phase are proposed.
const mostGoals = 2

// around plans in a game in which something is otherwise.
func (d *drafter) around(otherwise func(*Planner)) Plan {
	if len(d.plans) >= d.most {
		return Plan{}
	}
	g := On(d.g.Copy().(Rules))
	otherwise(g)
	return d.p.draft(g, d.side, d.purse, d.current, d.actions)
}

// offer adds a plan unless there is the same already.
func (d *drafter) offer(steps []step, goal Goal) {
	made := d.dated(steps)
	made.goal = goal
	for _, other := range d.plans {
		if other.(scheme).same(made) {
			return
		}
	}
	if len(d.plans) < d.most {
		d.plans = append(d.plans, made)
	}
}

// dated plays the steps of a plan in thought, and notes the positions that they are for
// and what they cost.
func (d *drafter) dated(steps []step) scheme {
	here := On(d.g.Copy().(Rules))
	made := scheme{of: d.p.of, spends: d.spends}
	for _, x := range steps {
		x.seen = here.position()
		made.steps = append(made.steps, x)
		made.Cost += x.cost
		if x.deed != nil {
			x.deed.Do(here)
		}
	}
	if d.actions && !here.Contested().Empty() {
		made.Cost++
	}
	return made
}

// scheme is the plan of an action phase or of departures.
type scheme struct {
	Plan
	of     func(adjudicator.Game) Rules
	spends bool
	goal   Goal // that an army is kept for behind it, or nil
}

// Keeps reports whether the plan keeps an army for a goal.
func (x scheme) Keeps() bool { return x.goal != nil }

// same reports whether two plans are the same deeds.
func (x scheme) same(other scheme) bool {
	if len(x.steps) != len(other.steps) || (x.goal == nil) != (other.goal == nil) {
		return false
	}
	if x.goal != nil && x.goal.Army() != other.goal.Army() {
		return false
	}
	for i, x := range x.steps {
		y := other.steps[i]
		if x.active != y.active || (x.deed == nil) != (y.deed == nil) {
			return false
		}
		if x.deed != nil {
			from, to, who := x.deed.Party()
			if begins, ends, they := y.deed.Party(); from != begins || to != ends || who != they {
				return false
			}
		}
	}
	return true
}

// Player implements [adjudicator.Plan].
func (x scheme) Player(r *rand.Rand) adjudicator.Player {
	return &schemer{scheme: x, then: New(r, x.of).keepFor(x.goal)}
}

// schemer carries a plan out, and plays as sensibly as he can behind it.
type schemer struct {
	scheme
	over bool
	then *Player
}

// Answer implements [adjudicator.Player].
func (p *schemer) Answer(s *adjudicator.Session, side adjudicator.Side, q *adjudicator.Question) adjudicator.Answer {
	if g := p.of(s.Game()); g != nil && !p.over {
		if a := p.next(g, side, q.Form); a != nil && q.Form.Check(a) == nil {
			return a
		}
	}
	return p.then.Answer(s, side, q)
}

// Rest implements [adjudicator.Follower].
func (p *schemer) Rest() adjudicator.Plan {
	if p.over {
		return nil
	}
	return p.scheme
}

// Overtaken implements [adjudicator.Follower]: the plan is done, something has come between, or what
// is asked is none of its questions.
func (p *schemer) Overtaken(s *adjudicator.Session, side adjudicator.Side) bool {
	g, q := p.of(s.Game()), s.Asked(side)
	if g == nil || q == nil || p.over {
		return true
	}
	trial := *p
	a := trial.next(g, side, q.Form)
	return a == nil || q.Form.Check(a) != nil
}

// next is the answer that the plan has for a question, or nil.
func (p *schemer) next(g Rules, side adjudicator.Side, form adjudicator.Form) adjudicator.Answer {
	switch f := familys(form).(type) {
	case *march.SpendForm:
		if !p.spends { // another action phase
			p.over = true
			return nil
		}
		p.spends = false
		return march.Spending(min(f.Most, max(1, p.Cost)))
	case *march.ActForm:
		if len(p.steps) == 0 {
			p.over = true
			return march.EndMoves{G: f.G}
		}
		if known := Known(g, side); p.steps[0].seen != known.position() {
			p.over = true // something has come between
			return nil
		}
		next := p.steps[0]
		p.steps = p.steps[1:]
		return next.answer(f, form)
	}
	return nil
}
