package bot

import (
	"keryx/adjudicator"
)

// Goal is something that an army is kept for where it stands until the moment comes, in a later phase
// of the turn: a siege, or an operation when everybody has moved.
type Goal interface {
	// Army is who is kept.
	Army() Party
	// Answer is the answer to a question of its moment, or nil for another question.
	Answer(g *Planner, form adjudicator.Form) adjudicator.Answer
}

// keepFor has a player keep the army of a goal, or of none.
func (p *Player) keepFor(goal Goal) *Player {
	if p.goal = goal; goal != nil {
		p.kept = goal.Army()
	}
	return p
}

// reach does what an army was kept for, when its moment has come; nil otherwise.
func (p *Player) reach(g *Planner, form adjudicator.Form) adjudicator.Answer {
	if p.goal == nil {
		return nil
	}
	a := p.goal.Answer(g, form)
	if a == nil {
		return nil
	}
	p.goal, p.kept = nil, Party{} // once: what came between, or not
	if form.Check(a) != nil {
		return nil
	}
	return a
}
