package host

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"keryx/adjudicator"
	"keryx/adjudicator/calendar"
	"keryx/adjudicator/dice"
	"keryx/store"
)

// Create sets up a game, opens its first turn and mails both players their
// first report. It returns the game's identifier. A *[SettingError] says which
// setting is wrong.
func (h *Host) Create(ctx context.Context, n NewGame) (id string, err error) {
	b, err := h.prepare(&n)
	if err != nil {
		return "", err
	}
	err = h.Store.Update(ctx, func(tx store.Tx) error {
		id, err = h.create(tx, n, b)
		return err
	})
	if err != nil {
		return "", fmt.Errorf("creating a game of %s: %w", n.Ruleset, err)
	}
	return id, nil
}

// createIn is [Host.Create] as a part of something greater.
func (h *Host) createIn(tx store.Tx, n NewGame) (id string, err error) {
	b, err := h.prepare(&n)
	if err != nil {
		return "", err
	}
	return h.create(tx, n, b)
}

// prepared is what a new game begins with.
type prepared struct {
	rules  adjudicator.Ruleset
	secret dice.Secret
	snap   adjudicator.Snapshot
}

// prepare checks and completes the settings of a game, and sets it up.
func (h *Host) prepare(n *NewGame) (b prepared, err error) {
	if b.rules, err = adjudicator.Lookup(n.Ruleset); err != nil {
		return b, &SettingError{"ruleset", n.Ruleset, "one of " + strings.Join(adjudicator.Rulesets(), ", ")}
	}
	if err := h.checkGame(n, b.rules.Info()); err != nil {
		return b, err
	}
	if b.secret, err = dice.NewSecret(h.Random); err != nil {
		return b, err
	}
	b.snap, err = adjudicator.Begin(b.rules, adjudicator.Setup{Scenario: n.Scenario, Options: n.Options})
	return b, err
}

// create stores a game, opens its first turn and queues its first reports.
func (h *Host) create(tx store.Tx, n NewGame, b prepared) (id string, err error) {
	p, err := h.found(tx, n, b.rules, b.secret)
	if err != nil {
		return "", err
	}
	defer p.close()
	if err := h.firstEntries(tx, p, n, b.snap); err != nil {
		return "", err
	}
	if err := h.openTurn(tx, p, b.snap); err != nil {
		return "", err
	}
	return p.game.ID, h.reportFirst(tx, p)
}

// checkGame completes the settings and says which one will not do.
func (h *Host) checkGame(n *NewGame, info adjudicator.Info) error {
	if n.Scenario == "" {
		n.Scenario = info.Scenarios[0]
	}
	if err := checkSetup(info, n.Scenario, n.Options); err != nil {
		return err
	}
	for _, side := range slices.Sorted(maps.Keys(n.Seats)) { // a misspelt one before the one that is then missing
		if !slices.Contains(info.Sides, side) {
			return &SettingError{"seat", side, "one of " + strings.Join(info.Sides, ", ")}
		}
	}
	n.Seats = maps.Clone(n.Seats)
	for side, player := range n.Seats {
		if strings.EqualFold(player, Machine) {
			n.Seats[side] = machineAddress
		}
	}
	for _, side := range info.Sides {
		if n.Seats[side] == "" {
			return &SettingError{"seat " + side, "", "the address of a registered player, or " + Machine}
		}
		if n.Seats[side] == machineAddress {
			continue
		}
		if err := h.checkAddress("seat "+side, store.Address(n.Seats[side])); err != nil {
			return err
		}
	}
	if n.Referee != "" {
		if err := h.checkAddress("referee", store.Address(n.Referee)); err != nil {
			return err
		}
	}
	if err := checkPlayers([2]string{n.Seats[info.Sides[0]], n.Seats[info.Sides[1]]}); err != nil {
		return err
	}
	if err := n.checkTalk(); err != nil {
		return err
	}
	if n.Contract == "" {
		n.Contract = Wait
	}
	if err := errors.Join(checkContract(n.Contract, n.Calendar), checkAnswerTime(n.AnswerTime)); err != nil {
		return err
	}
	if err := n.Shown.check(); err != nil {
		return err
	}
	return checkCalendar(n.Calendar, h.Holidays)
}

// checkPlayers looks whether two sides have two players.
func checkPlayers(seats [2]string) error {
	if first := store.Address(seats[0]); first == store.Address(seats[1]) && first != "" {
		return &SettingError{"seats", seats[0], "two different players"}
	}
	return nil
}

// found stores the game and its seats.
func (h *Host) found(tx store.Tx, n NewGame, rules adjudicator.Ruleset, secret dice.Secret) (*position, error) {
	info := rules.Info()
	id, err := nextGameID(tx, info.Prefix)
	if err != nil {
		return nil, err
	}
	var schedule []byte
	if n.Calendar != nil {
		if schedule, err = n.Calendar.Write(); err != nil {
			return nil, err
		}
	}
	if slices.Contains(slices.Collect(maps.Values(n.Seats)), machineAddress) {
		if err := h.engage(tx); err != nil {
			return nil, fmt.Errorf("seating the machine: %w", err)
		}
	}
	options, err := json.Marshal(n.Options)
	if err != nil {
		return nil, err
	}
	if n.Referee != "" {
		if _, err := tx.Player(n.Referee); errors.Is(err, store.ErrNotFound) {
			return nil, &SettingError{"referee", n.Referee,
				fmt.Sprintf("the address of somebody who is registered; keryx player add %s NAME registers him", store.Address(n.Referee))}
		} else if err != nil {
			return nil, err
		}
	}
	game := store.Game{ID: id, Ruleset: info.Name, RulesetVersion: info.Version, Scenario: n.Scenario, Options: options,
		Secret: store.Secret(secret), Language: n.Language, Referee: store.Address(n.Referee), Status: store.Running,
		Turn: 1, AnswerTime: n.AnswerTime, Contract: string(n.Contract), Schedule: schedule, Created: h.Now()}
	if err := tx.CreateGame(game); err != nil {
		return nil, err
	}
	if err := h.leaveNote(tx, note{What: noteNewGame, Game: id}); err != nil {
		return nil, err
	}
	if err := foundTalk(tx, id, n); err != nil {
		return nil, err
	}
	if n.Bounds != (calendar.Bounds{}) { // before anybody is asked: his deadline heeds them
		if err := writeSetting(tx, boundsPrefix+id, n.Bounds); err != nil {
			return nil, err
		}
	}
	p := &position{game: game, rules: rules, info: info, chain: &dice.Chain{}}
	for _, side := range info.Sides {
		seat := store.Seat{Game: id, Side: side, Player: store.Address(n.Seats[side]), ReportedTurn: 1}
		if err := tx.AddSeat(seat); err != nil {
			if errors.Is(err, store.ErrNotFound) {
				return nil, &SettingError{"seat " + side, n.Seats[side], "the address of a registered player (keryx player add)"}
			}
			return nil, err
		}
	}
	return p, p.loadSeats(tx)
}

// firstEntries opens the ledger: what is played, and by whom.
func (h *Host) firstEntries(tx store.Tx, p *position, n NewGame, snap adjudicator.Snapshot) error {
	body, err := json.Marshal(createdBody{Ruleset: p.info.Name, Version: p.info.Version, Setup: snap.Setup,
		Commitment: dice.Secret(p.game.Secret).Commitment().String(), Dice: dice.ByOrders, Shown: n.Shown})
	if err != nil {
		return err
	}
	if err := p.append(tx, h.next(p, adjudicator.Created, "", body), evidence{}); err != nil {
		return err
	}
	seats := map[string]any{}
	for _, seat := range p.seats {
		keys, err := fingerprints(tx, seat)
		if err != nil {
			return err
		}
		seats[seat.Side] = map[string]any{"player": seat.Player, "keys": keys}
	}
	if body, err = json.Marshal(seats); err != nil {
		return err
	}
	return p.append(tx, h.next(p, adjudicator.Seats, "", body), evidence{})
}

// Keyless lists the seats of a game whose player has no key in use that signs for it.
func (h *Host) Keyless(ctx context.Context, game string) (seats []store.Seat, err error) {
	err = h.Store.View(ctx, func(tx store.ReadTx) error {
		all, err := tx.SeatsOf(game)
		if err != nil {
			return err
		}
		for _, seat := range all {
			has, err := h.canSign(tx, seat)
			if err != nil {
				return err
			}
			if !has {
				seats = append(seats, seat)
			}
		}
		return nil
	})
	return seats, err
}
