package host

import (
	"context"
	"errors"
	"strings"
	"time"

	"keryx/adjudicator"
	"keryx/orders"
	"keryx/store"
)

// Volunteers are players who are ready to take over a seat that its holder has left. When one
// is wanted they are all asked, and the first who answers has it. If nobody does within
// [Host.SubstituteWait], or there is nobody to ask, the machine takes it where the club allows
// that, and the referee is told where it does not.

// SubstituteWait is how long volunteers have before the machine or the referee is called, if a
// host says nothing else.
const SubstituteWait = 3 * 24 * time.Hour

// maxCalled is the most volunteers that are asked about one seat.
const maxCalled = 30

// prefVolunteer is the preference of a player who is ready to take over seats.
const prefVolunteer = "volunteer"

// Volunteer notes whether a player is ready to take over seats. A *[SettingError] tells of one
// who is not registered.
func (h *Host) Volunteer(ctx context.Context, address string, ready bool) error {
	return h.Store.Update(ctx, func(tx store.Tx) error {
		player, err := tx.Player(address)
		if errors.Is(err, store.ErrNotFound) || player.Address == machineAddress {
			return &SettingError{"player", address, "a registered player"}
		}
		if err != nil {
			return err
		}
		if err := setPref(&player, prefVolunteer, ready); err != nil {
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
		prefs, err := readPrefs(player)
		if err != nil {
			return nil, err
		}
		if string(prefs[prefVolunteer]) == "true" && player.Address != machineAddress {
			all = append(all, player)
		}
	}
	return all, nil
}

// CallForSubstitute looks for somebody who takes over a seat. While one is looked for already
// it does nothing.
func (h *Host) CallForSubstitute(tx store.Tx, game store.Game, seat store.Seat) error {
	var w wanted
	if err := readSetting(tx, wantedSetting(seat), &w); err != nil || !w.Since.IsZero() {
		return err
	}
	if err := writeSetting(tx, wantedSetting(seat), wanted{Since: h.Now()}); err != nil {
		return err
	}
	p, err := load(tx, game.ID)
	if err != nil {
		return err
	}
	defer p.close()
	side, _ := p.info.Seat(seat.Side)
	volunteers, err := Volunteers(tx)
	if err != nil {
		return err
	}
	asked := 0
	for _, player := range volunteers {
		var refused *SettingError
		err := mayTake(tx, p, side, player.Address)
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
		err = h.tellOne(tx, game, unseated, player, wordTo{key: "substitute-wanted", once: seat.Side + h.Now().UTC().Format(time.RFC3339),
			args: []any{"Game", game.ID, "Name", adjudicator.Say(game.Ruleset + ".name"), "Side", sideTerm(game, seat.Side), "ID", seat.Side, "Turn", game.Turn,
				"Mailbox", h.Post.Address, "Day", boundDay(h.Now(), zoneOf(player))}})
		if err != nil {
			return err
		}
	}
	if asked == 0 && len(seat.Substitutes) == 0 { // whom the player has named may play in his stead meanwhile
		return h.lastResort(tx, game, seat)
	}
	return nil
}

// lastResort lets the machine take a seat for which nobody has come forward, or tells the
// referee.
func (h *Host) lastResort(tx store.Tx, game store.Game, seat store.Seat) error {
	other, err := otherSeat(tx, seat)
	if err != nil {
		return err
	}
	if h.MachineSubstitutes && other.Player != machineAddress && seat.Player != machineAddress {
		return h.takeOver(tx, game.ID, seat.Side, machineAddress, ByMachine)
	}
	var w wanted
	if err := readSetting(tx, wantedSetting(seat), &w); err != nil || w.Told {
		return err
	}
	w.Told = true
	if err := writeSetting(tx, wantedSetting(seat), w); err != nil {
		return err
	}
	return h.tellReferee(tx, game, notice{key: "substitute-none", once: seat.Side + w.Since.UTC().Format(time.RFC3339),
		args: []any{"Game", game.ID, "Side", sideTerm(game, seat.Side), "ID", seat.Side}})
}

// substituteWait is the wait of this host.
func (h *Host) substituteWait() time.Duration {
	if h.SubstituteWait > 0 {
		return h.SubstituteWait
	}
	return SubstituteWait
}

// dueCalls lists the seats for which nobody has come forward in time.
func (h *Host) dueCalls(ctx context.Context, until time.Time) (due []store.Seat, err error) {
	err = h.Store.View(ctx, func(tx store.ReadTx) error {
		all, err := tx.SettingsUnder(wantedPrefix)
		for name := range all {
			var w wanted
			id, side, ok := strings.Cut(strings.TrimPrefix(name, wantedPrefix), "/")
			if err := readSetting(tx, name, &w); err == nil && ok && !w.Told && !until.Before(w.Since.Add(h.substituteWait())) {
				due = append(due, store.Seat{Game: id, Side: side})
			}
		}
		return err
	})
	return due, err
}

// endCalls deals with the seats for which nobody has come forward in time.
func (h *Host) endCalls(ctx context.Context, until time.Time) (n int, err error) {
	due, err := h.dueCalls(ctx, until)
	for _, at := range due {
		err := h.Store.Update(ctx, func(tx store.Tx) error {
			seat, err := tx.Seat(at.Game, at.Side)
			if err != nil {
				return err
			}
			game, err := tx.Game(at.Game)
			if err != nil {
				return err
			}
			if game.Status == store.Ended {
				return closeCall(tx, seat)
			}
			return h.lastResort(tx, game, seat)
		})
		if err != nil {
			h.Log.Error("no substitute can be found", "game", at.Game, "side", at.Side, "error", err)
			continue
		}
		n++
	}
	return n, err
}

// askVolunteer puts a player on the list of volunteers, or takes him off it.
func askVolunteer(tx store.Tx, a *asking, r request) (*orders.Diagnostic, error) {
	ready := true
	if len(r.words) > 1 {
		switch orders.Fold(r.words[1].text) {
		case "no", "off", "non":
			ready = false
		case "yes", "on", "oui":
		default:
			return r.leftOver(1), nil
		}
	}
	player, err := tx.Player(a.player.Address)
	if err != nil {
		return nil, err
	}
	if err := setPref(&player, prefVolunteer, ready); err != nil {
		return nil, err
	}
	if ready {
		a.note("volunteer.on")
	} else {
		a.note("volunteer.off")
	}
	return nil, tx.UpdatePlayer(player)
}

// askTake gives a volunteer the seat that he answers for, if it is still wanted.
func (h *Host) askTake(tx store.Tx, a *asking, r request) (*orders.Diagnostic, error) {
	if len(r.words) < 3 {
		return r.fault(orders.Unreadable, "request-take", r.words[0]), nil
	}
	id := orders.Fold(r.words[1].text)
	game, err := tx.Game(id)
	if errors.Is(err, store.ErrNotFound) {
		return r.fault(orders.Unknown, "request-take-gone", r.words[1], "Game", id), nil
	}
	if err != nil {
		return nil, err
	}
	seat, err := tx.Seat(id, sideNamed(game, r.words[2].text))
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return nil, err
	}
	var w wanted
	if err == nil {
		if err := readSetting(tx, wantedSetting(seat), &w); err != nil {
			return nil, err
		}
	}
	if w.Since.IsZero() || game.Status == store.Ended || a.key.Game != "" && a.key.Game != id {
		return r.fault(orders.Illegal, "request-take-gone", r.whole(1), "Game", id), nil
	}
	if fault, err := once(tx, a, r, seat, "take"); fault != nil || err != nil {
		return fault, err
	}
	var refused *SettingError
	err = h.takeOver(tx, id, seat.Side, a.player.Address, BySubstitute)
	if errors.As(err, &refused) {
		return r.fault(orders.Illegal, "request-take-not", r.whole(1), "Game", id), nil
	}
	if err == nil {
		a.note("seat.taken", "Game", id)
	}
	return nil, err
}

// askBack gives a seat back: its first holder says that he is there again, and the substitute
// hands it back.
func (h *Host) askBack(tx store.Tx, a *asking, r request) (*orders.Diagnostic, error) {
	if err := namingGame(&r, tx, a); err != nil {
		return nil, err
	}
	if len(r.words) > 1 {
		return r.leftOver(1), nil
	}
	_, seat, fault, err := h.seat(tx, a, r)
	if fault != nil || err != nil {
		return fault, err
	}
	held, err := Holdings(tx, seat.Game, seat.Side)
	if err != nil {
		return nil, err
	}
	if len(held) < 2 || seat.Player != a.player.Address {
		return r.fault(orders.Illegal, "request-back", r.words[0], "Game", seat.Game), nil
	}
	if fault, err := once(tx, a, r, seat, "back"); fault != nil || err != nil {
		return fault, err
	}
	var refused *SettingError
	err = h.takeOver(tx, seat.Game, seat.Side, held[0].Player, ByReturn)
	if errors.As(err, &refused) {
		return r.fault(orders.Illegal, "request-back", r.words[0], "Game", seat.Game), nil
	}
	if err == nil {
		a.note("seat.back", "Game", seat.Game)
	}
	return nil, err
}
