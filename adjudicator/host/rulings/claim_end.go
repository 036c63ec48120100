package rulings

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
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/written"
	"keryx/orders"
	"keryx/store"
)

// planClaim ends a claim or an appeal: it is found right, or dismissed.
func (cl *Claims) planClaim(tx store.ReadTx, p *play.Position, by written.Arbiter, _ written.Ruling, act written.Request) (d decision, fault *orders.Diagnostic, err error) {
	c, err := post.ClaimsOf(tx, p.Game.ID)
	if err != nil {
		return d, nil, err
	}
	var open []string
	for _, one := range c.Open {
		open = append(open, fmt.Sprint(one.N))
	}
	words := act.Terms()
	n := 0
	if len(words) == 1 {
		n, _ = strconv.Atoi(words[0].Text)
	}
	for _, one := range c.Open {
		if one.N != n && !(len(words) == 0 && len(c.Open) == 1) {
			continue
		}
		if fault, err := cl.notHisOwn(tx, p.Game, by, one, act, act.Words[0]); fault != nil || err != nil {
			return d, fault, err
		}
		d.body = play.RulingBody{Claim: one.N, Side: one.Side, Appeal: one.Entry}
		key := map[string]string{written.ActDismiss: "ruling.dismissed", written.ActUphold: "ruling.upheld"}[act.Verb]
		if one.Ruling > 0 {
			key = map[string]string{written.ActDismiss: "ruling.appeal-dismissed", written.ActUphold: "ruling.appeal-upheld"}[act.Verb]
		}
		d.changes = both(adjudicator.Say(key, "N", one.N, "Side", play.SideTerm(p.Game, one.Side), "Entry", one.Ruling))
		if side, ok := p.Info.Seat(one.Side); ok { // what a claim says may be its side's secret
			d.changes[side] = slices.Clone(d.changes[side])
			own := &d.changes[side][0]
			own.Args = append(slices.Clone(own.Args), "Said", one.Text)
		}
		d.apply = func(tx club.Tx, p *play.Position, _ int) error { return cl.endClaim(tx, p.Game.ID, one.N) }
		return d, nil, nil
	}
	at := act.Words[0]
	if len(words) > 0 {
		at = words[0]
	}
	return d, act.Fault(orders.Unknown, "ruling-claim", at, "Word", at.Text, "Verb", act.Words[0].Text, "First", strings.Join(open[:min(1, len(open))], ""), "Open", open), nil
}

// endClaim ends a claim or an appeal, and lets the clock go on that it held.
func (cl *Claims) endClaim(tx club.Tx, id string, n int) error {
	c, err := post.ClaimsOf(tx, id)
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
	var left []post.Claim
	for _, one := range c.Open {
		if one.N != n {
			left = append(left, one)
			continue
		}
		for _, seat := range seats {
			if game.Status == store.Ended {
				continue
			}
			if _, err := cl.endHold(tx, seat, one); err != nil {
				return err
			}
		}
	}
	c.Open = left
	return c.Save(tx, id)
}

// endHold lets the clock of a seat go on that a claim holds, and reports whether it held it.
func (cl *Claims) endHold(tx club.Tx, seat store.Seat, one post.Claim) (held bool, err error) {
	question, err := post.QuestionOf(tx, seat)
	if err != nil || !one.HoldsUp(seat, question) {
		return false, err
	}
	if _, err := cl.Terms.StandStill(tx, &seat, one.At, cl.Now()); err != nil {
		return true, err
	}
	return true, tx.UpdateSeat(seat) // calls for a look at it
}

// tellWhatWaits tells somebody who has become a referee, of one game or of the club, which claims
// and appeals wait for an answer that he may give.
func (cl *Claims) tellWhatWaits(tx club.Tx, to store.Player, only string) error {
	all, err := tx.SettingsUnder(post.ClaimPrefix + only)
	if err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		id := strings.TrimPrefix(name, post.ClaimPrefix)
		if only != "" && id != only || len(all[name]) == 0 {
			continue
		}
		c, err := post.ClaimsOf(tx, id)
		if err != nil {
			return err
		}
		game, err := tx.Game(id)
		if err != nil {
			return err
		}
		if plays, err := HasInterest(tx, game, to); err != nil {
			return err
		} else if plays {
			continue
		}
		for _, one := range c.Open {
			if err := cl.tellOpen(tx, to, game, one); err != nil {
				return err
			}
		}
	}
	return nil
}

// tellOpen tells a referee of a claim or an appeal that waits.
func (cl *Claims) tellOpen(tx club.Tx, to store.Player, game store.Game, one post.Claim) error {
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
	return cl.sendClaim(tx, to.Address, game, n)
}

// claimCalls reports whether a claim that nobody has answered calls for something at a moment.
func (cl *Claims) claimCalls(one post.Claim, at time.Time) bool {
	return !one.Told && !one.At.Add(cl.Rules.Referee.Claims.Duration).After(at) || !one.Over && !one.At.Add(cl.holdTime()).After(at)
}

// RemindOfClaims tells who runs the server, and the referees again, of claims that nobody has
// answered in time, and ends what those hold that nobody has answered for longer still.
func (cl *Claims) RemindOfClaims(ctx context.Context, until time.Time) error {
	var waits []string
	err := cl.Store.View(ctx, func(tx store.ReadTx) error {
		all, err := tx.SettingsUnder(post.ClaimPrefix)
		for name, text := range all {
			var c post.Claims
			if json.Unmarshal(text, &c) != nil {
				continue
			}
			for _, one := range c.Open {
				if cl.claimCalls(one, until) {
					waits = append(waits, strings.TrimPrefix(name, post.ClaimPrefix))
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
		err := cl.Write(ctx, func(tx club.Tx) error {
			return errors.Join(cl.remindOfClaims(tx, id, until), cl.endHolds(tx, id, until))
		})
		if err != nil {
			return fmt.Errorf("game %s: telling of claims that wait: %w", id, err)
		}
	}
	return nil
}

func (cl *Claims) remindOfClaims(tx club.Tx, id string, until time.Time) error {
	game, err := tx.Game(id)
	if err != nil {
		return err
	}
	c, err := post.ClaimsOf(tx, id)
	if err != nil {
		return err
	}
	all, operator, err := cl.answerers(tx, game)
	if err != nil {
		return err
	}
	for i := range c.Open {
		one := &c.Open[i]
		if one.Told || one.At.Add(cl.Rules.Referee.Claims.Duration).After(until) {
			continue
		}
		one.Told = true
		n := claimNotice(game, *one, "")
		n.Key, n.Args = "claim-waits", append(n.Args, "Since", one.At, "Entry", one.Ruling, "Of", "--game "+game.ID)
		to := map[string]bool{operator: operator != ""}
		for _, player := range all {
			to[player.Address] = true
		}
		if one.Ruling > 0 {
			n.Key = "appeal-waits"
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
				if err := cl.sendClaim(tx, address, game, n); err != nil {
					return err
				}
			}
		}
	}
	return c.Save(tx, id)
}

// endHolds ends what the claims of a game hold that nobody has answered for [Claims.holdTime]. They
// stay open, and both players and who runs the server are told.
func (cl *Claims) endHolds(tx club.Tx, id string, until time.Time) error {
	game, err := tx.Game(id)
	if err != nil {
		return err
	}
	c, err := post.ClaimsOf(tx, id)
	if err != nil {
		return err
	}
	for i := range c.Open {
		one := &c.Open[i]
		if one.Over || one.At.Add(cl.holdTime()).After(until) {
			continue
		}
		seat, err := tx.Seat(id, one.Side)
		if err != nil {
			return err
		}
		held := false
		if game.Status != store.Ended {
			if held, err = cl.endHold(tx, seat, *one); err != nil {
				return err
			}
		}
		one.Over = true
		one.Release()
		if err := cl.tellUnanswered(tx, game, *one, held); err != nil {
			return err
		}
	}
	return c.Save(tx, id)
}

// tellUnanswered tells both players, and who runs the server, of a claim that holds no deadline any
// more. The opponent reads the same whether it held one: he is not to learn what has been answered.
func (cl *Claims) tellUnanswered(tx club.Tx, game store.Game, one post.Claim, held bool) error {
	args := []any{"Game", game.ID, "N", one.N, "Side", play.SideTerm(game, one.Side), "Since", one.At, "Entry", one.Ruling}
	once := fmt.Sprint(game.ID, " ", one.N)
	seats, err := tx.SeatsOf(game.ID)
	if err != nil {
		return err
	}
	for _, seat := range seats {
		w := post.WordTo{Key: "claim-unanswered", Once: once, Args: args}
		if seat.Side == one.Side {
			w.Key = "claim-unanswered-own"
			if held && seat.Deadline != nil && game.Status == store.Running {
				w.Key, w.Args = "claim-unanswered-held", append(slices.Clone(args), "Deadline", *seat.Deadline)
			}
		}
		if err := cl.Letters.TellSeat(tx, game, seat, w); err != nil {
			return err
		}
	}
	all, operator, err := cl.answerers(tx, game)
	if err != nil {
		return err
	}
	if operator == "" && len(all) > 0 {
		operator = all[0].Address
	}
	if operator == "" {
		return nil
	}
	return cl.Letters.SendNotice(tx, operator, game.ID, fmt.Sprintf("%x", game.Secret[:]),
		post.Notice{Key: "claim-unanswered-operator", Once: once, Args: append(slices.Clone(args), "Of", "--game "+game.ID)})
}
