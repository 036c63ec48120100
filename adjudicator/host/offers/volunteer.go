package offers

import (
	"context"
	"errors"
	"strings"
	"time"

	"keryx/adjudicator"
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/requests"
	"keryx/adjudicator/host/seating"
	"keryx/adjudicator/host/written"
	"keryx/orders"
	"keryx/store"
)

// Volunteers are players who are ready to take over a seat that its holder has left. When one
// is wanted they are all asked, and the first who answers has it. If nobody does within
// [club.Substitutes].Wait, or there is nobody to ask, the machine takes it where the club allows
// that, and the referee is told where it does not.

// maxCalled is the most volunteers that are asked about one seat.
const maxCalled = 30

// prefVolunteer is the preference of a player who is ready to take over seats.
const prefVolunteer = "volunteer"

// Volunteer notes whether a player is ready to take over seats. A *[club.SettingError] tells of one
// who is not registered.
func (of *Offers) Volunteer(ctx context.Context, address string, ready bool) error {
	return of.Write(ctx, func(tx club.Tx) error {
		player, err := tx.Player(address)
		if errors.Is(err, store.ErrNotFound) || player.Address == post.MachineAddress {
			return &club.SettingError{Setting: "player", Value: address, Want: "a registered player"}
		}
		if err != nil {
			return err
		}
		if err := post.SetPref(&player, prefVolunteer, ready); err != nil {
			return err
		}
		return tx.UpdatePlayer(player)
	})
}

// Volunteers lists those who are ready to take over seats.
func Volunteers(tx store.ReadTx) (all []store.Player, err error) {
	players, err := tx.Players()
	if err != nil {
		return nil, err
	}
	for _, player := range players {
		prefs, err := post.ReadPrefs(player)
		if err != nil {
			return nil, err
		}
		if string(prefs[prefVolunteer]) == "true" && player.Address != post.MachineAddress {
			all = append(all, player)
		}
	}
	return all, nil
}

// CallForSubstitute looks for somebody who takes over a seat. While one is looked for already
// it does nothing.
func (of *Offers) CallForSubstitute(tx club.Tx, game store.Game, seat store.Seat) error {
	var w seating.Wanted
	if err := written.ReadSetting(tx, seating.WantedSetting(seat), &w); err != nil || !w.Since.IsZero() {
		return err
	}
	if err := written.WriteSetting(tx, seating.WantedSetting(seat), seating.Wanted{Since: of.Now()}); err != nil {
		return err
	}
	p, err := play.Load(tx, game.ID)
	if err != nil {
		return err
	}
	defer p.Close()
	side, _ := p.Info.Seat(seat.Side)
	volunteers, err := Volunteers(tx)
	if err != nil {
		return err
	}
	asked := 0
	for _, player := range volunteers {
		var refused *club.SettingError
		err := seating.MayTake(tx, p, side, player.Address)
		if errors.As(err, &refused) || asked == maxCalled {
			continue
		}
		if err != nil {
			return err
		}
		asked++
		// It is told nothing of the position: he may decline.
		unseated := seat
		unseated.Thread, unseated.Player = "", ""
		err = of.Letters.TellOne(tx, game, unseated, player, post.WordTo{Key: "substitute-wanted", Once: seat.Side + of.Now().UTC().Format(time.RFC3339),
			Args: []any{"Game", game.ID, "Name", adjudicator.Say(game.Ruleset + ".name"), "Side", play.SideTerm(game, seat.Side), "ID", seat.Side, "Turn", game.Turn,
				"Mailbox", of.Post.Address, "Day", written.BoundDay(of.Now(), written.ZoneOf(player))}})
		if err != nil {
			return err
		}
	}
	if asked == 0 && len(seat.Substitutes) == 0 { // whom the player has named may play in his stead meanwhile
		return of.lastResort(tx, game, seat)
	}
	return nil
}

// lastResort lets the machine take a seat for which nobody has come forward, or tells the
// referee.
func (of *Offers) lastResort(tx club.Tx, game store.Game, seat store.Seat) error {
	other, err := seating.OtherSeat(tx, seat)
	if err != nil {
		return err
	}
	if of.Rules.Substitutes.Machine && other.Player != post.MachineAddress && seat.Player != post.MachineAddress {
		return of.Seats.TakeOverSeat(tx, game.ID, seat.Side, post.MachineAddress, seating.ByMachine)
	}
	var w seating.Wanted
	if err := written.ReadSetting(tx, seating.WantedSetting(seat), &w); err != nil || w.Told {
		return err
	}
	w.Told = true
	if err := written.WriteSetting(tx, seating.WantedSetting(seat), w); err != nil {
		return err
	}
	return of.Letters.TellReferee(tx, game, post.Notice{Key: "substitute-none", Once: seat.Side + w.Since.UTC().Format(time.RFC3339),
		Args: []any{"Game", game.ID, "Side", play.SideTerm(game, seat.Side), "ID", seat.Side}})
}

// DueCalls lists the seats for which nobody has come forward in time.
func (of *Offers) DueCalls(ctx context.Context, until time.Time) (due []store.Seat, err error) {
	err = of.Store.View(ctx, func(tx store.ReadTx) error {
		all, err := tx.SettingsUnder(seating.WantedPrefix)
		for name := range all {
			var w seating.Wanted
			id, side, ok := strings.Cut(strings.TrimPrefix(name, seating.WantedPrefix), "/")
			if err := written.ReadSetting(tx, name, &w); err == nil && ok && !w.Told && !until.Before(w.Since.Add(of.Rules.Substitutes.Wait.Duration)) {
				due = append(due, store.Seat{Game: id, Side: side})
			}
		}
		return err
	})
	return due, err
}

// EndCalls deals with the seats for which nobody has come forward in time.
func (of *Offers) EndCalls(ctx context.Context, until time.Time) (n int, err error) {
	due, err := of.DueCalls(ctx, until)
	for _, at := range due {
		err := of.Write(ctx, func(tx club.Tx) error {
			seat, err := tx.Seat(at.Game, at.Side)
			if err != nil {
				return err
			}
			game, err := tx.Game(at.Game)
			if err != nil {
				return err
			}
			if game.Status == store.Ended {
				return seating.CloseCall(tx, seat)
			}
			return of.lastResort(tx, game, seat)
		})
		if err != nil {
			of.Log.Error("no substitute can be found", "game", at.Game, "side", at.Side, "error", err)
			continue
		}
		n++
	}
	return n, err
}

// AskVolunteer puts a player on the list of volunteers, or takes him off it.
func AskVolunteer(tx club.Tx, a *requests.Mail, r written.Request) (*orders.Diagnostic, error) {
	ready := true
	if len(r.Words) > 1 {
		switch orders.Fold(r.Words[1].Text) {
		case "no", "off", "non":
			ready = false
		case "yes", "on", "oui":
		default:
			return r.LeftOver(1), nil
		}
	}
	player, err := tx.Player(a.Player.Address)
	if err != nil {
		return nil, err
	}
	if err := post.SetPref(&player, prefVolunteer, ready); err != nil {
		return nil, err
	}
	if ready {
		a.Note("volunteer.on")
	} else {
		a.Note("volunteer.off")
	}
	return nil, tx.UpdatePlayer(player)
}

// AskTake gives a volunteer the seat that he answers for, if it is still wanted.
func (of *Offers) AskTake(tx club.Tx, a *requests.Mail, r written.Request) (*orders.Diagnostic, error) {
	if len(r.Words) < 3 {
		return r.Fault(orders.Unreadable, "request-take", r.Words[0]), nil
	}
	id := orders.Fold(r.Words[1].Text)
	game, err := tx.Game(id)
	if errors.Is(err, store.ErrNotFound) {
		return r.Fault(orders.Unknown, "request-take-gone", r.Words[1], "Game", id), nil
	}
	if err != nil {
		return nil, err
	}
	seat, err := tx.Seat(id, play.SideNamed(game, r.Words[2].Text))
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return nil, err
	}
	var w seating.Wanted
	if err == nil {
		if err := written.ReadSetting(tx, seating.WantedSetting(seat), &w); err != nil {
			return nil, err
		}
	}
	if w.Since.IsZero() || game.Status == store.Ended || a.Key.Game != "" && a.Key.Game != id {
		return r.Fault(orders.Illegal, "request-take-gone", r.Whole(1), "Game", id), nil
	}
	if fault, err := Once(tx, a, r, seat, "take"); fault != nil || err != nil {
		return fault, err
	}
	var refused *club.SettingError
	err = of.Seats.TakeOverSeat(tx, id, seat.Side, a.Player.Address, seating.BySubstitute)
	if errors.As(err, &refused) {
		return r.Fault(orders.Illegal, "request-take-not", r.Whole(1), "Game", id), nil
	}
	if err == nil {
		a.Note("seat.taken", "Game", id)
	}
	return nil, err
}

// AskBack gives a seat back: its first holder says that he is there again, and the substitute
// hands it back.
func (of *Offers) AskBack(tx club.Tx, a *requests.Mail, r written.Request) (*orders.Diagnostic, error) {
	if err := requests.NamingGame(&r, tx, a); err != nil {
		return nil, err
	}
	if len(r.Words) > 1 {
		return r.LeftOver(1), nil
	}
	_, seat, fault, err := of.Desk.Seat(tx, a, r)
	if fault != nil || err != nil {
		return fault, err
	}
	held, err := seating.Holdings(tx, seat.Game, seat.Side)
	if err != nil {
		return nil, err
	}
	if len(held) < 2 || seat.Player != a.Player.Address {
		return r.Fault(orders.Illegal, "request-back", r.Words[0], "Game", seat.Game), nil
	}
	if fault, err := Once(tx, a, r, seat, "back"); fault != nil || err != nil {
		return fault, err
	}
	var refused *club.SettingError
	err = of.Seats.TakeOverSeat(tx, seat.Game, seat.Side, held[0].Player, seating.ByReturn)
	if errors.As(err, &refused) {
		return r.Fault(orders.Illegal, "request-back", r.Words[0], "Game", seat.Game), nil
	}
	if err == nil {
		a.Note("seat.back", "Game", seat.Game)
	}
	return nil, err
}
