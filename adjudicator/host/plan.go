package host

import (
	"context"
	"fmt"
	"slices"

	"keryx/adjudicator"
	"keryx/store"
)

// maxPlan bounds the answers that are planned at once.
const maxPlan = 200

// Plan lets a simulated player think over what he is asked, on a copy of the
// game, and returns the orders that he would write now: as many as do not
// depend on dice, or on more of the enemy than that he lets them happen. It
// returns none if he is asked nothing.
func (h *Host) Plan(ctx context.Context, game, side string, player adjudicator.Player) ([]adjudicator.Words, error) {
	return h.PlanAnswer(ctx, game, side, "", player)
}

// PlanAnswer is [Host.Plan] in answer to the report of the given code: it returns
// no orders if another report has been written to the side since.
func (h *Host) PlanAnswer(ctx context.Context, game, side, report string, player adjudicator.Player) ([]adjudicator.Words, error) {
	var plan []adjudicator.Words
	err := h.Store.View(ctx, func(tx store.ReadTx) error {
		p, err := load(tx, game)
		if err != nil {
			return err
		}
		defer p.close()
		n, ok := p.info.Seat(side)
		if !ok {
			return fmt.Errorf("game %s has no side %q", game, side)
		}
		if p.session == nil {
			return nil
		}
		if report != "" && codeOf(report) != codeOf(p.seats[n].Answers) {
			return nil
		}
		plan, err = planFor(p, n, player)
		return err
	})
	return plan, err
}

// planFor lets a simulated player think, and returns the orders that he would write now. The
// session is spent.
func planFor(p *position, side adjudicator.Side, player adjudicator.Player) (plan []adjudicator.Words, err error) {
	p.session.Plan(side)
	var closed []string // verbs that are ordered once in a turn, and have been
	for len(plan) < maxPlan && p.session.Foreseen() {
		q := p.session.Asked(side)
		if q == nil {
			return plan, nil
		}
		a := player.Answer(p.session, side, q)
		words := a.Words()
		verb, _ := words[0].(adjudicator.Keyword)
		if p.session.Passed(side, verb) || slices.Contains(closed, string(verb)) {
			return plan, nil // it has to wait until he is asked
		}
		if x, ok := a.(adjudicator.Closing); ok {
			if verbs, turn := x.Closes(); turn {
				closed = append(closed, verbs...)
			}
		}
		plan = append(plan, words)
		if err := p.session.Answer(side, a); err != nil {
			return plan, fmt.Errorf("game %s: planning for %s: %w", p.game.ID, p.info.Sides[side], err)
		}
		plan = append(plan, p.session.Meant()...)
	}
	return plan, nil
}
