package rulings

import (
	"fmt"

	"keryx/adjudicator"
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/requests"
	"keryx/adjudicator/host/seating"
	"keryx/adjudicator/host/written"
	"keryx/orders"
	"keryx/store"
	"keryx/templates"
)

// leagueRuling carries out a ruling in a league, or says what is wrong with it.
type leagueRuling func(tx club.Tx, a *requests.Mail, r written.Ruling, v *post.Verdict) ([]*orders.Diagnostic, error)

// JudgeRuling carries out a signed ruling, or says what is wrong with it. Whether there is a
// game in which its author does not rule is not told.
func (ru *Rulings) JudgeRuling(tx club.Tx, a *requests.Mail, r written.Ruling, inLeague leagueRuling) (v post.Verdict, err error) {
	if ok, err := ru.BeginReply(tx, a, requests.OfRulings); err != nil || !ok {
		v.State, v.Reason = store.Ignored, "the same ruling as often as one is answered in a day"
		return v, err
	}
	if !r.Preview {
		_, whole := orders.CutBinding(a.Message.Signed.Text)
		if fault, err := ru.Desk.MayChange(tx, a, written.Request{Words: []written.Word{r.Head}}, whole); fault != nil || err != nil {
			return ru.Claims.RefuseWhole(tx, a, fault, err)
		}
	}
	faults, err := ru.takeRuling(tx, a, r, &v, inLeague)
	if err != nil {
		return v, err
	}
	v.State = store.Command
	if len(faults) > 0 {
		a.Reply.Faults = faults
		v.State, v.Reason = store.Faulty, faults[0].Error()
	} else if !r.Preview {
		if err := a.Did(tx); err != nil {
			return v, err
		}
	}
	return v, ru.SendReply(tx, a)
}

func (ru *Rulings) takeRuling(tx club.Tx, a *requests.Mail, r written.Ruling, v *post.Verdict, inLeague leagueRuling) ([]*orders.Diagnostic, error) {
	whole := written.Request{Words: []written.Word{r.Head}}
	switch {
	case r.League.Text != "" && r.Game.Text != "":
		return []*orders.Diagnostic{whole.Fault(orders.Unreadable, "ruling-league-both", r.Game, "Game", r.Game.Text, "League", r.League.Text)}, nil
	case r.League.Text != "":
		return inLeague(tx, a, r, v)
	case r.Game.Text == "":
		return []*orders.Diagnostic{whole.Fault(orders.Unreadable, "ruling-game-missing", r.Head)}, nil
	}
	foreign := []*orders.Diagnostic{whole.Fault(orders.Unknown, "ruling-game", r.Game, "Game", r.Game.Text)}
	game, err := tx.Game(orders.Fold(r.Game.Text))
	if play.IsBroken(err) {
		return foreign, nil
	}
	if err != nil {
		return nil, err
	}
	v.Game = game.ID
	// A player of the game learns nothing from this, and knows then whom to turn to.
	if plays, err := HasInterest(tx, game, a.Player); err != nil {
		return nil, err
	} else if plays {
		return []*orders.Diagnostic{whole.Fault(orders.Illegal, "ruling-interest", r.Game, "Game", game.ID)}, nil
	}
	if is, err := seating.IsReferee(game, a.Player); err != nil || !is || a.Key.Game != "" && a.Key.Game != game.ID {
		v.Game = ""
		return foreign, err
	}
	by := written.Arbiter{Player: a.Player, Key: a.Key.Fingerprint, Ev: club.Evidence{Fingerprint: a.Key.Fingerprint, Scheme: string(a.Message.Signed.Scheme), Raw: a.Row.Raw}}
	ruled, faults, err := ru.rule(tx, game, by, r)
	if play.IsBroken(err) {
		return []*orders.Diagnostic{whole.Fault(orders.Illegal, "request-held-up", r.Game, "Game", game.ID)}, ru.Letters.TellBroken(tx, game.ID, err)
	}
	if err != nil || len(faults) > 0 {
		return faults, err
	}
	v.Reason = fmt.Sprintf("a ruling, ledger entry %d", ruled.Entry)
	if ruled.Preview {
		v.Reason = "the preview of a ruling"
	}
	a.Reply.Ruled = ruled.shown(a.Player)
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
