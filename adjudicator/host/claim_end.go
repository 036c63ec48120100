package host

import (
	"context"
	"encoding/json"
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
			at := store.Time(h.Now().Add(one.Left))
			if game.Status != store.Ended && one.holds(seat) && seat.Deadline != nil && at.After(*seat.Deadline) { // never less than he has
				if err := h.grantTime(tx, seat, at); err != nil {
					return err
				}
			}
		}
	}
	c.Open = left
	return c.save(tx, id)
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
	n := h.claimNotice(game, one, author.Name)
	if one.Ruling > 0 {
		if n, err = h.appealNotice(tx, game, one, author.Name); err != nil {
			return err
		}
	}
	return h.sendClaim(tx, to.Address, game, n)
}

// RemindOfClaims tells who runs the server, and the referees again, of claims that nobody has
// answered in time.
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
				if !one.Told && !one.At.Add(h.claimTime()).After(until) {
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
		if err := h.Store.Update(ctx, func(tx store.Tx) error { return h.remindOfClaims(tx, id, until) }); err != nil {
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
		n := h.claimNotice(game, *one, "")
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
