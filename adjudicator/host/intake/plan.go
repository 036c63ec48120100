package intake

import (
	"context"
	"fmt"
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/requests"
	"keryx/store"
)

// maxPlan bounds the answers that are planned at once.
const maxPlan = 200

// Plan lets a simulated player think over what he is asked, on a copy of the
// game, and returns the orders that he would write now: as many as do not
// depend on dice, or on more of the enemy than that he lets them happen. It
// returns none if he is asked nothing.
func (it *Intake) Plan(ctx context.Context, game, side string, player adjudicator.Player) ([]adjudicator.Words, error) {
	return it.PlanAnswer(ctx, game, side, "", player)
}

// PlanAnswer is [Intake.Plan] in answer to the report of the given code: it returns
// no orders if another report has been written to the side since.
func (it *Intake) PlanAnswer(ctx context.Context, game, side, report string, player adjudicator.Player) ([]adjudicator.Words, error) {
	var plan []adjudicator.Words
	err := it.Store.View(ctx, func(tx store.ReadTx) error {
		p, err := play.Load(tx, game)
		if err != nil {
			return err
		}
		defer p.Close()
		n, ok := p.Info.Seat(side)
		if !ok {
			return fmt.Errorf("game %s has no side %q", game, side)
		}
		if p.Session == nil {
			return nil
		}
		if report != "" && requests.CodeOf(report) != requests.CodeOf(p.Seats[n].Answers) {
			return nil
		}
		plan, err = PlanFor(p, n, player)
		return err
	})
	return plan, err
}

// PlanFor lets a simulated player think, and returns the orders that he would write now. The
// session is spent.
func PlanFor(p *play.Position, side adjudicator.Side, player adjudicator.Player) (plan []adjudicator.Words, err error) {
	p.Session.Plan(side)
	var closed []string // verbs that are ordered once in a turn, and have been
	for len(plan) < maxPlan && p.Session.Foreseen() {
		q := p.Session.Asked(side)
		if q == nil {
			return plan, nil
		}
		a := player.Answer(p.Session, side, q)
		words := a.Words()
		verb, _ := words[0].(adjudicator.Keyword)
		if p.Session.Passed(side, verb) || slices.Contains(closed, string(verb)) {
			return plan, nil // it has to wait until he is asked
		}
		if x, ok := a.(adjudicator.Closing); ok {
			if verbs, turn := x.Closes(); turn {
				closed = append(closed, verbs...)
			}
		}
		plan = append(plan, words)
		if err := p.Session.Answer(side, a); err != nil {
			return plan, fmt.Errorf("game %s: planning for %s: %w", p.Game.ID, p.Info.Sides[side], err)
		}
		plan = append(plan, p.Session.Meant()...)
	}
	return plan, nil
}
