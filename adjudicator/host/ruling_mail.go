package host

import (
	"fmt"

	"keryx/adjudicator"
	"keryx/orders"
	"keryx/store"
	"keryx/templates"
)

// leagueRuling carries out a ruling in a league, or says what is wrong with it.
type leagueRuling func(tx store.Tx, a *asking, r ruling, v *verdict) ([]*orders.Diagnostic, error)

// judgeRuling carries out a signed ruling, or says what is wrong with it. Whether there is a
// game in which its author does not rule is not told.
func (h *Host) judgeRuling(tx store.Tx, a *asking, r ruling, inLeague leagueRuling) (v verdict, err error) {
	if ok, err := h.beginReply(tx, a, ofRulings); err != nil || !ok {
		v.state, v.reason = store.Ignored, "the same ruling as often as one is answered in a day"
		return v, err
	}
	if !r.preview {
		_, whole := orders.CutBinding(a.message.Signed.Text)
		if fault, err := h.mayChange(tx, a, request{words: []word{r.head}}, whole); fault != nil || err != nil {
			return h.refuseWhole(tx, a, fault, err)
		}
	}
	faults, err := h.takeRuling(tx, a, r, &v, inLeague)
	if err != nil {
		return v, err
	}
	v.state = store.Command
	if len(faults) > 0 {
		a.reply.Faults = faults
		v.state, v.reason = store.Faulty, faults[0].Error()
	} else if !r.preview {
		if err := a.did(tx); err != nil {
			return v, err
		}
	}
	return v, h.sendReply(tx, a)
}

func (h *Host) takeRuling(tx store.Tx, a *asking, r ruling, v *verdict, inLeague leagueRuling) ([]*orders.Diagnostic, error) {
	whole := request{words: []word{r.head}}
	switch {
	case r.league.text != "" && r.game.text != "":
		return []*orders.Diagnostic{whole.fault(orders.Unreadable, "ruling-league-both", r.game, "Game", r.game.text, "League", r.league.text)}, nil
	case r.league.text != "":
		return inLeague(tx, a, r, v)
	case r.game.text == "":
		return []*orders.Diagnostic{whole.fault(orders.Unreadable, "ruling-game-missing", r.head)}, nil
	}
	foreign := []*orders.Diagnostic{whole.fault(orders.Unknown, "ruling-game", r.game, "Game", r.game.text)}
	game, err := tx.Game(orders.Fold(r.game.text))
	if isBroken(err) {
		return foreign, nil
	}
	if err != nil {
		return nil, err
	}
	v.game = game.ID
	// A player of the game learns nothing from this, and knows then whom to turn to.
	if plays, err := hasInterest(tx, game, a.player); err != nil {
		return nil, err
	} else if plays {
		return []*orders.Diagnostic{whole.fault(orders.Illegal, "ruling-interest", r.game, "Game", game.ID)}, nil
	}
	if is, err := isReferee(game, a.player); err != nil || !is || a.key.Game != "" && a.key.Game != game.ID {
		v.game = ""
		return foreign, err
	}
	by := arbiter{player: a.player, key: a.key.Fingerprint, ev: evidence{a.key.Fingerprint, string(a.message.Signed.Scheme), a.row.Raw}}
	ruled, faults, err := h.rule(tx, game, by, r)
	if isBroken(err) {
		return []*orders.Diagnostic{whole.fault(orders.Illegal, "request-held-up", r.game, "Game", game.ID)}, h.tellBroken(tx, game.ID, err)
	}
	if err != nil || len(faults) > 0 {
		return faults, err
	}
	v.reason = fmt.Sprintf("a ruling, ledger entry %d", ruled.Entry)
	if ruled.Preview {
		v.reason = "the preview of a ruling"
	}
	a.reply.Ruled = ruled.shown(a.player)
	return nil, nil
}

// shown is a ruling for the letter to the referee.
func (r Ruled) shown(to store.Player) *templates.RulingGiven {
	s := &templates.RulingGiven{Game: r.Game, Ruleset: r.Ruleset, Entry: r.Entry}
	for i, side := range r.Sides {
		s.Sides[i] = adjudicator.Term{Kind: "side", ID: side}
		s.Read[i] = templates.Ruling{Entry: r.Entry, Reason: r.Reason, Changes: timed(r.Changes[i], to)}
	}
	return s
}
