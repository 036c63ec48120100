package host

import (
	"context"
	"fmt"

	"keryx/adjudicator"
	"keryx/adjudicator/dice"
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/intake"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/post"
	"keryx/orders"
	"keryx/store"
	"keryx/templates"
)

// CreateQuietly is Create without the letters.
func (h *Host) CreateQuietly(ctx context.Context, n post.NewGame) (id string, err error) {
	rules, err := adjudicator.Lookup(n.Ruleset)
	if err != nil {
		return "", err
	}
	if err := h.Upkeep.CheckGame(&n, rules.Info()); err != nil {
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
	err = h.Write(ctx, func(tx club.Tx) error {
		p, err := h.Upkeep.Found(tx, n, rules, secret)
		if err != nil {
			return err
		}
		defer p.Close()
		id = p.Game.ID
		if err := h.Upkeep.FirstEntries(tx, p, n, snap); err != nil {
			return err
		}
		return h.Games.OpenTurn(tx, p, snap)
	})
	return id, err
}

// PlayQuietly plays a game without mails, until it is over or a number of turns is reached.
func (h *Host) PlayQuietly(ctx context.Context, id string, player adjudicator.Player, turns int) error {
	return h.Write(ctx, func(tx club.Tx) error {
		for {
			p, err := play.Load(tx, id)
			if err != nil {
				return err
			}
			if p.Game.Status == store.Ended || p.Game.Turn > turns {
				p.Close()
				return nil
			}
			side := adjudicator.Side(0)
			if p.Session.Asked(side) == nil {
				side = 1
			}
			plan, err := intake.PlanFor(p, side, player)
			p.Close()
			if err != nil {
				return err
			}
			text := fmt.Sprintf("game %s\nside %s\nanswers AAAA-AAAA\norders\n", id, p.Info.Sides[side])
			for _, words := range plan {
				text += templates.For("en", p.Info.Name).Words(words) + "\n"
			}
			if _, faults := orders.Parse(text); len(faults) > 0 {
				return faults[0]
			}
			again, err := play.Load(tx, id)
			if err != nil {
				return err
			}
			out, err := h.Games.Play(tx, again, h.Games.Next(again, adjudicator.Ordered, p.Info.Sides[side], []byte(text)), club.Evidence{})
			again.Close()
			if err != nil {
				return err
			}
			if len(out.Faults) > 0 {
				return out.Faults[0]
			}
		}
	})
}
