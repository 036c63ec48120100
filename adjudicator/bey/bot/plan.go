package bot

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/march"
	"keryx/adjudicator/board"
)

// Plan is what a sensible player means to do in an action phase or with his
// departures: the answers in order, and the position that each was thought of for.
type Plan struct {
	steps []step
	Cost  int // action points of the whole plan, its combats included
}

// step is one answer of a plan: a deed, or the activation of a zone.
type step struct {
	deed   Deed       // or nil
	active board.Zone // otherwise
	seen   position
	cost   int // action points
}

// answer answers the question that a step was thought of for.
func (x step) answer(f *march.ActForm, form adjudicator.Form) adjudicator.Answer {
	if x.deed != nil {
		return x.deed.Answer(form)
	}
	return march.Activation{G: f.G, Zone: x.active, Cost: f.Cost(x.active)}
}

// Deed is what plans are made of, activations apart: a movement, or what else sets out from
// one zone for another.
type Deed interface {
	// Party is who sets out, from where and where to.
	Party() (from, to board.Zone, who Party)
	// Do does it in thought.
	Do(g *Planner)
	// Answer is the answer to a question that takes it.
	Answer(form adjudicator.Form) adjudicator.Answer
}

// Movement is a movement as a [Deed].
type Movement struct{ *march.Move }

// Party implements [Deed].
func (m Movement) Party() (from, to board.Zone, who Party) {
	return m.From, m.To(), Party{m.Units, m.Leaders}
}

// Do implements [Deed].
func (m Movement) Do(g *Planner) { g.Make(m.Move) }

// Answer implements [Deed].
func (m Movement) Answer(form adjudicator.Form) adjudicator.Answer {
	return familys(form).(*march.ActForm).G.Answer(m.Move)
}

// position tells positions apart as far as a plan is concerned.
type position struct {
	turn   int
	active adjudicator.Side
	where  [field.MaxUnits]board.Zone
	weak   field.UnitSet
	moved  field.UnitSet
}

func (g *Planner) position() position {
	return position{g.TurnNo, g.Active, g.Where, g.Weak, g.Phase.Moved}
}

// threshold is what a movement must be worth for anybody to get up.
const threshold = 0.35

// few points are not worth another action phase of one's own to wait with.
const few = 2

// spend announces what the plan for the action phase needs. With nothing to do, a side lets go
// of the points that its enemy cannot match, and keeps the others for an answer; it does so once
// in a turn, for nobody waits for ever.
func (p *Player) spend(g *Planner, side adjudicator.Side, f *march.SpendForm) adjudicator.Answer {
	p.plan = p.draft(g, side, f.Most, board.NoZone, true)
	switch {
	case len(p.plan.steps) > 0 || p.plan.Cost > 0:
		return march.Spending(min(f.Most, max(1, p.plan.Cost)))
	case g.Points[side.Other()] == 0:
		return march.Spending(f.Most)
	}
	if p.waited == g.TurnNo+1 || f.Most <= few {
		return march.Spending(f.Most)
	}
	p.waited = g.TurnNo + 1
	return march.Spending(max(1, f.Most-g.Points[side.Other()]))
}

// act follows the plan as long as the position is what it was made for, and makes
// a new one when it is not.
func (p *Player) act(g *Planner, f *march.ActForm, form adjudicator.Form) adjudicator.Answer {
	if a := p.playInAction(g, f); a != nil {
		return a
	}
	if len(p.plan.steps) == 0 || p.plan.steps[0].seen != g.position() {
		p.plan = p.draft(g, f.Side, f.Purse(), f.Current, f.Actions)
	}
	if len(p.plan.steps) == 0 {
		return march.EndMoves{G: f.G}
	}
	next := p.plan.steps[0]
	p.plan.steps = p.plan.steps[1:]
	return next.answer(f, form)
}

// draft makes a plan for so many points, with a zone that is active already if there is one,
// for an action phase or for departures: it looks for the best deed, does it on a copy,
// and goes on from there until none is worth its points.
func (p *Player) draft(g *Planner, side adjudicator.Side, purse int, current board.Zone, actions bool) Plan {
	here := into(&p.drafted, g)
	w := &Wanderer{p: p, G: here, Side: side, Current: current, purse: purse, Actions: actions}
	if actions { // also while points are being announced: then nothing could be attacked yet
		here.Active, here.Phase.Acting = side, true
	}
	var made Plan
	for range 24 {
		d, cost := w.next()
		if d == nil {
			break
		}
		next := step{deed: d, seen: here.position(), cost: cost}
		if from, _, _ := d.Party(); from != w.Current && (actions || cost > 0) {
			made.steps = append(made.steps, step{active: from, seen: next.seen, cost: cost})
			w.Current, next.cost = from, 0
		}
		made.steps = append(made.steps, next)
		w.purse -= cost
		made.Cost += cost
		d.Do(here)
	}
	if actions && !here.Contested().Empty() {
		made.Cost++
	}
	return made
}

// Make makes a movement that nothing stops.
func (g *Planner) Make(m *march.Move) {
	g.NoteOrigin(m)
	units, leaders := m.Units, m.Leaders
	for _, d := range m.Drop[:m.Drops] {
		from := m.Before(d.Step)
		if m.Ashore(d) {
			from = m.Route[d.Step] // they land out of the zone of that step
		}
		g.PutDown(m, from, d.At, d.Units, d.Leaders)
		units, leaders = units.Minus(d.Units), leaders&^d.Leaders
	}
	g.Arrive(m, m.Steps-1, units, leaders)
	if m.Manner == march.Ferried {
		g.Carry(m.Side, m.Route[:m.Steps-1], g.Sum(m.Units))
	}
}

// Strongest returns the unit of the most force points.
func Strongest(g *field.Field, set field.UnitSet) field.UnitNo {
	found := field.NoUnit
	for !set.Empty() {
		if u := set.Pop(); found == field.NoUnit || g.Strength(u) > g.Strength(found) {
			found = u
		}
	}
	return found
}

// Half takes every second unit.
func Half(units field.UnitSet) field.UnitSet {
	var some field.UnitSet
	for take := true; !units.Empty(); take = !take {
		if u := units.Pop(); take {
			some.Add(u)
		}
	}
	return some
}
