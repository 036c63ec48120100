package host

import (
	"context"
	"fmt"

	"keryx/adjudicator"
	"keryx/adjudicator/dice"
	"keryx/orders"
	"keryx/store"
	"keryx/templates"
)

// CreateQuietly is Create without the letters.
func (h *Host) CreateQuietly(ctx context.Context, n NewGame) (id string, err error) {
	rules, err := adjudicator.Lookup(n.Ruleset)
	if err != nil {
		return "", err
	}
	if err := h.checkGame(&n, rules.Info()); err != nil {
		return "", err
	}
	secret, err := dice.NewSecret(h.Random)
	if err != nil {
		return "", err
	}
	snap, err := adjudicator.Begin(rules, adjudicator.Setup{Scenario: n.Scenario})
	if err != nil {
		return "", err
	}
	err = h.Store.Update(ctx, func(tx store.Tx) error {
		p, err := h.found(tx, n, rules, secret)
		if err != nil {
			return err
		}
		defer p.close()
		id = p.game.ID
		if err := h.firstEntries(tx, p, n, snap); err != nil {
			return err
		}
		return h.openTurn(tx, p, snap)
	})
	return id, err
}

// PlayQuietly plays a game without mails, until it is over or a number of turns is reached.
func (h *Host) PlayQuietly(ctx context.Context, id string, player adjudicator.Player, turns int) error {
	return h.Store.Update(ctx, func(tx store.Tx) error {
		for {
			p, err := load(tx, id)
			if err != nil {
				return err
			}
			if p.game.Status == store.Ended || p.game.Turn > turns {
				p.close()
				return nil
			}
			side := adjudicator.Side(0)
			if p.session.Asked(side) == nil {
				side = 1
			}
			plan, err := planFor(p, side, player)
			p.close()
			if err != nil {
				return err
			}
			text := fmt.Sprintf("game %s\nside %s\nanswers AAAA-AAAA\norders\n", id, p.info.Sides[side])
			for _, words := range plan {
				text += templates.For("en", p.info.Name).Words(words) + "\n"
			}
			if _, faults := orders.Parse(text); len(faults) > 0 {
				return faults[0]
			}
			again, err := load(tx, id)
			if err != nil {
				return err
			}
			out, err := h.play(tx, again, h.next(again, adjudicator.Ordered, p.info.Sides[side], []byte(text)), evidence{})
			again.close()
			if err != nil {
				return err
			}
			if len(out.Faults) > 0 {
				return out.Faults[0]
			}
		}
	})
}
