package host

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"keryx/adjudicator"
	"keryx/orders"
	"keryx/store"
)

// planClaim ends a claim or an appeal: it is found right, or dismissed.
func (h *Host) planClaim(tx store.ReadTx, p *position, by arbiter, _ ruling, act request) (d decision, fault *orders.Diagnostic, err error) {
	c, err := claimsOf(tx, p.game.ID)
	if err != nil {
		return d, nil, err
	}
	var open []string
	for _, one := range c.Open {
		open = append(open, fmt.Sprint(one.N))
	}
	words := act.terms()
	n := 0
	if len(words) == 1 {
		n, _ = strconv.Atoi(words[0].text)
	}
	for _, one := range c.Open {
		if one.N != n && !(len(words) == 0 && len(c.Open) == 1) {
			continue
		}
		if fault, err := h.notHisOwn(tx, p.game, by, one, act, act.words[0]); fault != nil || err != nil {
			return d, fault, err
		}
		d.body = rulingBody{Claim: one.N, Side: one.Side, Appeal: one.Entry}
		key := map[string]string{actDismiss: "ruling.dismissed", actUphold: "ruling.upheld"}[act.verb]
		if one.Ruling > 0 {
			key = map[string]string{actDismiss: "ruling.appeal-dismissed", actUphold: "ruling.appeal-upheld"}[act.verb]
		}
		d.changes = both(adjudicator.Say(key, "N", one.N, "Side", sideTerm(p.game, one.Side), "Entry", one.Ruling))
		if side, ok := p.info.Seat(one.Side); ok { // what a claim says may be its side's secret
			d.changes[side] = slices.Clone(d.changes[side])
			own := &d.changes[side][0]
			own.Args = append(slices.Clone(own.Args), "Said", one.Text)
		}
		d.apply = func(tx store.Tx, p *position, _ int) error { return h.endClaim(tx, p.game.ID, one.N) }
		return d, nil, nil
	}
	at := act.words[0]
	if len(words) > 0 {
		at = words[0]
	}
	return d, act.fault(orders.Unknown, "ruling-claim", at, "Word", at.text, "Verb", act.words[0].text, "First", strings.Join(open[:min(1, len(open))], ""), "Open", open), nil
}

// endClaim ends a claim or an appeal, and lets the clock go on that it held.
func (h *Host) endClaim(tx store.Tx, id string, n int) error {
	c, err := claimsOf(tx, id)
	if err != nil {
		return err
	}
	game, err := tx.Game(id)
	if err != nil {
		return err
	}
	seats, err := tx.SeatsOf(id)
	if err != nil {
		return err
	}
	var left []claim
	for _, one := range c.Open {
		if one.N != n {
			left = append(left, one)
			continue
		}
		for _, seat := range seats {
			if game.Status == store.Ended {
				continue
			}
			if _, err := h.endHold(tx, seat, one); err != nil {
				return err
			}
		}
	}
	c.Open = left
	return c.save(tx, id)
}

// endHold lets the clock of a seat go on that a claim holds, and reports whether it held it.
func (h *Host) endHold(tx store.Tx, seat store.Seat, one claim) (held bool, err error) {
	question, err := questionOf(tx, seat)
	if err != nil || !one.holds(seat, question) {
		return false, err
	}
	if _, err := h.standStill(tx, &seat, one.At, h.Now()); err != nil {
		return true, err
	}
	return true, tx.UpdateSeat(seat) // calls for a look at it
}

// tellWhatWaits tells somebody who has become a referee, of one game or of the club, which claims
// and appeals wait for an answer that he may give.
func (h *Host) tellWhatWaits(tx store.Tx, to store.Player, only string) error {
	all, err := tx.SettingsUnder(claimPrefix + only)
	if err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		id := strings.TrimPrefix(name, claimPrefix)
		if only != "" && id != only || len(all[name]) == 0 {
			continue
		}
		c, err := claimsOf(tx, id)
		if err != nil {
			return err
		}
		game, err := tx.Game(id)
		if err != nil {
			return err
		}
		if plays, err := hasInterest(tx, game, to); err != nil {
			return err
		} else if plays {
			continue
		}
		for _, one := range c.Open {
			if err := h.tellOpen(tx, to, game, one); err != nil {
				return err
			}
		}
	}
	return nil
}

// tellOpen tells a referee of a claim or an appeal that waits.
func (h *Host) tellOpen(tx store.Tx, to store.Player, game store.Game, one claim) error {
	seat, err := tx.Seat(game.ID, one.Side)
	if err != nil {
		return err
	}
	author, err := tx.Player(seat.Player)
	if err != nil {
		return err
	}
	n := claimNotice(game, one, author.Name)
	if one.Ruling > 0 {
		if n, err = appealNotice(tx, game, one, author.Name); err != nil {
			return err
		}
	}
	return h.sendClaim(tx, to.Address, game, n)
}

// claimCalls reports whether a claim that nobody has answered calls for something at a moment.
func (h *Host) claimCalls(one claim, at time.Time) bool {
	return !one.Told && !one.At.Add(h.claimTime()).After(at) || !one.Over && !one.At.Add(h.holdTime()).After(at)
}

// RemindOfClaims tells who runs the server, and the referees again, of claims that nobody has
// answered in time, and ends what those hold that nobody has answered for longer still.
func (h *Host) RemindOfClaims(ctx context.Context, until time.Time) error {
	var waits []string
	err := h.Store.View(ctx, func(tx store.ReadTx) error {
		all, err := tx.SettingsUnder(claimPrefix)
		for name, text := range all {
			var c claims
			if json.Unmarshal(text, &c) != nil {
				continue
			}
			for _, one := range c.Open {
				if h.claimCalls(one, until) {
					waits = append(waits, strings.TrimPrefix(name, claimPrefix))
					break
				}
			}
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("looking for claims that wait: %w", err)
	}
	for _, id := range waits {
		err := h.Store.Update(ctx, func(tx store.Tx) error {
			return errors.Join(h.remindOfClaims(tx, id, until), h.endHolds(tx, id, until))
		})
		if err != nil {
			return fmt.Errorf("game %s: telling of claims that wait: %w", id, err)
		}
	}
	return nil
}

func (h *Host) remindOfClaims(tx store.Tx, id string, until time.Time) error {
	game, err := tx.Game(id)
	if err != nil {
		return err
	}
	c, err := claimsOf(tx, id)
	if err != nil {
		return err
	}
	all, operator, err := h.answerers(tx, game)
	if err != nil {
		return err
	}
	for i := range c.Open {
		one := &c.Open[i]
		if one.Told || one.At.Add(h.claimTime()).After(until) {
			continue
		}
		one.Told = true
		n := claimNotice(game, *one, "")
		n.key, n.args = "claim-waits", append(n.args, "Since", one.At, "Entry", one.Ruling, "Of", "--game "+game.ID)
		to := map[string]bool{operator: operator != ""}
		for _, player := range all {
			to[player.Address] = true
		}
		if one.Ruling > 0 {
			n.key = "appeal-waits"
			body, err := rulingAt(tx, id, one.Ruling)
			if err != nil {
				return err
			}
			first, err := rulerOf(tx, id, one.Ruling, body)
			if err != nil {
				return err
			}
			if first.Address != operator {
				delete(to, first.Address)
			}
		}
		for address, tell := range to {
			if tell {
				if err := h.sendClaim(tx, address, game, n); err != nil {
					return err
				}
			}
		}
	}
	return c.save(tx, id)
}

// endHolds ends what the claims of a game hold that nobody has answered for [Host.holdTime]. They
// stay open, and both players and who runs the server are told.
func (h *Host) endHolds(tx store.Tx, id string, until time.Time) error {
	game, err := tx.Game(id)
	if err != nil {
		return err
	}
	c, err := claimsOf(tx, id)
	if err != nil {
		return err
	}
	for i := range c.Open {
		one := &c.Open[i]
		if one.Over || one.At.Add(h.holdTime()).After(until) {
			continue
		}
		seat, err := tx.Seat(id, one.Side)
		if err != nil {
			return err
		}
		held := false
		if game.Status != store.Ended {
			if held, err = h.endHold(tx, seat, *one); err != nil {
				return err
			}
		}
		one.Over = true
		one.release()
		if err := h.tellUnanswered(tx, game, *one, held); err != nil {
			return err
		}
	}
	return c.save(tx, id)
}

// tellUnanswered tells both players, and who runs the server, of a claim that holds no deadline any
// more. The opponent reads the same whether it held one: he is not to learn what has been answered.
func (h *Host) tellUnanswered(tx store.Tx, game store.Game, one claim, held bool) error {
	args := []any{"Game", game.ID, "N", one.N, "Side", sideTerm(game, one.Side), "Since", one.At, "Entry", one.Ruling}
	once := fmt.Sprint(game.ID, " ", one.N)
	seats, err := tx.SeatsOf(game.ID)
	if err != nil {
		return err
	}
	for _, seat := range seats {
		w := wordTo{key: "claim-unanswered", once: once, args: args}
		if seat.Side == one.Side {
			w.key = "claim-unanswered-own"
			if held && seat.Deadline != nil && game.Status == store.Running {
				w.key, w.args = "claim-unanswered-held", append(slices.Clone(args), "Deadline", *seat.Deadline)
			}
		}
		if err := h.tellSeat(tx, game, seat, w); err != nil {
			return err
		}
	}
	all, operator, err := h.answerers(tx, game)
	if err != nil {
		return err
	}
	if operator == "" && len(all) > 0 {
		operator = all[0].Address
	}
	if operator == "" {
		return nil
	}
	return h.sendNotice(tx, operator, game.ID, fmt.Sprintf("%x", game.Secret[:]),
		notice{key: "claim-unanswered-operator", once: once, args: append(slices.Clone(args), "Of", "--game "+game.ID)})
}
