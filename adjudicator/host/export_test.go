package host

import (
	"context"

	"keryx/adjudicator"
	"keryx/store"
	"keryx/templates"
)

// Look returns what a side sees of a game now.
func (h *Host) Look(ctx context.Context, game string, side adjudicator.Side) (view adjudicator.View, err error) {
	err = h.Store.View(ctx, func(tx store.ReadTx) error {
		p, err := load(tx, game)
		if err != nil || p.session == nil {
			return err
		}
		defer p.close()
		view = p.session.Game().View(side)
		return nil
	})
	return view, err
}

// WholeReport hands out a function that makes a side's report of the whole turn in
// play, as if it had been told nothing of it yet, without storing or sending it.
func (h *Host) WholeReport(ctx context.Context, game string, side adjudicator.Side, use func(func() (templates.Letter, error))) error {
	return h.Store.View(ctx, func(tx store.ReadTx) error {
		p, err := load(tx, game)
		if err != nil {
			return err
		}
		defer p.close()
		seat := p.seats[side]
		seat.ReportedTurn, seat.ReportedEvent = p.session.Turn(), 0
		use(func() (templates.Letter, error) {
			r, err := h.draft(tx, p, seat, side, templates.Receipt)
			if err != nil {
				return templates.Letter{}, err
			}
			r.Story = p.story(seat)
			if r.Proof, err = p.proof(tx, seat); err != nil {
				return templates.Letter{}, err
			}
			if err := p.remember(tx, side, &r); err != nil {
				return templates.Letter{}, err
			}
			if err := h.draw(p, side, &r); err != nil {
				return templates.Letter{}, err
			}
			return templates.Render(r)
		})
		return nil
	})
}

// PlainRetry is the carrier that a daemon sends with.
func PlainRetry(c Carrier, h *Host) Carrier { return plainRetry{c, h} }
