package bot

import (
	"math/rand/v2"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/march"
	"keryx/adjudicator/board"
)

// Propose proposes whole action phases and departures, for an [adjudicator.Proposer]. The
// first is what a [Player] would do; the others leave something of it out: they stop earlier, let
// a force of it stay, or go elsewhere.
func Propose(of func(adjudicator.Game) Rules, s *adjudicator.Session, side adjudicator.Side, n int, r *rand.Rand) []adjudicator.Plan {
	g := of(s.Game())
	if g == nil {
		return nil
	}
	d := &drafter{p: New(r, of), g: Known(g, side), side: side, most: n}
	switch f := familys(s.Asked(side).Form).(type) {
	case *march.SpendForm:
		d.purse, d.current, d.actions, d.spends = f.Most, board.NoZone, true, true
	case *march.ActForm:
		d.purse, d.current, d.actions = f.Purse(), f.Current, f.Actions
	default:
		return nil // a single answer is all of it
	}
	d.draft()
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
	d.offer(whole.steps)
	d.offer(nil)
	for _, x := range whole.steps {
		if x.deed == nil {
			continue
		}
		_, to, who := x.deed.Party()
		if d.actions {
			d.offer(d.around(func(g *Planner) { g.Phase.Barred.Add(to) }).steps) // elsewhere
		}
		d.offer(d.around(func(g *Planner) { // without them
			g.Phase.Moved = g.Phase.Moved.Or(who.Units)
			g.Phase.MovedLeaders |= who.Leaders
		}).steps)
	}
	for i := len(whole.steps) - 1; i > 0; i-- {
		if whole.steps[i-1].deed != nil {
			d.offer(whole.steps[:i])
		}
	}
}

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
func (d *drafter) offer(steps []step) {
	made := d.dated(steps)
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
}

// same reports whether two plans are the same deeds.
func (x scheme) same(other scheme) bool {
	if len(x.steps) != len(other.steps) {
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
	return &schemer{scheme: x, then: New(r, x.of)}
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
