package upkeep

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
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/seating"
	"keryx/adjudicator/host/written"
	"keryx/store"
)

// Create sets up a game, opens its first turn and mails both players their
// first report. It returns the game's identifier. A *[club.SettingError] says which
// setting is wrong.
func (uk *Upkeep) Create(ctx context.Context, n post.NewGame) (id string, err error) {
	b, err := uk.Prepare(&n)
	if err != nil {
		return "", err
	}
	err = uk.Write(ctx, func(tx club.Tx) error {
		id, err = uk.create(tx, n, b)
		return err
	})
	if err != nil {
		return "", fmt.Errorf("creating a game of %s: %w", n.Ruleset, err)
	}
	return id, nil
}

// CreateIn is [Upkeep.Create] as a part of something greater.
func (uk *Upkeep) CreateIn(tx club.Tx, n post.NewGame) (id string, err error) {
	b, err := uk.Prepare(&n)
	if err != nil {
		return "", err
	}
	return uk.create(tx, n, b)
}

// Prepared is what a new game begins with.
type Prepared struct {
	rules  adjudicator.Ruleset
	secret dice.Secret
	snap   adjudicator.Snapshot
}

// Prepare checks and completes the settings of a game, and sets it up.
func (uk *Upkeep) Prepare(n *post.NewGame) (b Prepared, err error) {
	if b.rules, err = adjudicator.Lookup(n.Ruleset); err != nil {
		return b, &club.SettingError{Setting: "ruleset", Value: n.Ruleset, Want: "one of " + strings.Join(adjudicator.Rulesets(), ", ")}
	}
	if err := uk.CheckGame(n, b.rules.Info()); err != nil {
		return b, err
	}
	if b.secret, err = dice.NewSecret(uk.Random); err != nil {
		return b, err
	}
	b.snap, err = adjudicator.Begin(b.rules, adjudicator.Setup{Scenario: n.Scenario, Options: n.Options})
	return b, err
}

// create stores a game, opens its first turn and queues its first reports.
func (uk *Upkeep) create(tx club.Tx, n post.NewGame, b Prepared) (id string, err error) {
	p, err := uk.Found(tx, n, b.rules, b.secret)
	if err != nil {
		return "", err
	}
	defer p.Close()
	if err := uk.FirstEntries(tx, p, n, b.snap); err != nil {
		return "", err
	}
	if err := uk.Games.OpenTurn(tx, p, b.snap); err != nil {
		return "", err
	}
	return p.Game.ID, uk.Reports.ReportFirst(tx, p)
}

// CheckGame completes the settings and says which one will not do.
func (uk *Upkeep) CheckGame(n *post.NewGame, info adjudicator.Info) error {
	if n.Scenario == "" {
		n.Scenario = info.Scenarios[0]
	}
	if err := checkSetup(info, n.Scenario, n.Options); err != nil {
		return err
	}
	for _, side := range slices.Sorted(maps.Keys(n.Seats)) { // a misspelt one before the one that is then missing
		if !slices.Contains(info.Sides, side) {
			return &club.SettingError{Setting: "seat", Value: side, Want: "one of " + strings.Join(info.Sides, ", ")}
		}
	}
	n.Seats = maps.Clone(n.Seats)
	for side, player := range n.Seats {
		if strings.EqualFold(player, seating.Machine) {
			n.Seats[side] = post.MachineAddress
		}
	}
	for _, side := range info.Sides {
		if n.Seats[side] == "" {
			return &club.SettingError{Setting: "seat " + side, Value: "", Want: "the address of a registered player, or " + seating.Machine}
		}
		if n.Seats[side] == post.MachineAddress {
			continue
		}
		if err := uk.Seats.CheckAddress("seat "+side, store.Address(n.Seats[side])); err != nil {
			return err
		}
	}
	if n.Referee != "" {
		if err := uk.Seats.CheckAddress("referee", store.Address(n.Referee)); err != nil {
			return err
		}
	}
	if err := checkPlayers([2]string{n.Seats[info.Sides[0]], n.Seats[info.Sides[1]]}); err != nil {
		return err
	}
	if err := n.CheckTalk(); err != nil {
		return err
	}
	if n.Contract == "" {
		n.Contract = post.Wait
	}
	if err := errors.Join(checkContract(n.Contract, n.Calendar), checkAnswerTime(n.AnswerTime)); err != nil {
		return err
	}
	if err := n.Shown.Check(); err != nil {
		return err
	}
	return checkCalendar(n.Calendar, uk.Rules.Calendar.Holidays)
}

// checkPlayers looks whether two sides have two players.
func checkPlayers(seats [2]string) error {
	if first := store.Address(seats[0]); first == store.Address(seats[1]) && first != "" {
		return &club.SettingError{Setting: "seats", Value: seats[0], Want: "two different players"}
	}
	return nil
}

// Found stores the game and its seats.
func (uk *Upkeep) Found(tx club.Tx, n post.NewGame, rules adjudicator.Ruleset, secret dice.Secret) (*play.Position, error) {
	info := rules.Info()
	id, err := written.NextGameID(tx, info.Prefix)
	if err != nil {
		return nil, err
	}
	var schedule []byte
	if n.Calendar != nil {
		if schedule, err = n.Calendar.Write(); err != nil {
			return nil, err
		}
	}
	if slices.Contains(slices.Collect(maps.Values(n.Seats)), post.MachineAddress) {
		if err := uk.Seats.Engage(tx); err != nil {
			return nil, fmt.Errorf("seating the machine: %w", err)
		}
	}
	options, err := json.Marshal(n.Options)
	if err != nil {
		return nil, err
	}
	if n.Referee != "" {
		if _, err := tx.Player(n.Referee); errors.Is(err, store.ErrNotFound) {
			return nil, &club.SettingError{Setting: "referee", Value: n.Referee,
				Want: fmt.Sprintf("the address of somebody who is registered; keryx player add %s NAME registers him", store.Address(n.Referee))}
		} else if err != nil {
			return nil, err
		}
	}
	game := store.Game{ID: id, Ruleset: info.Name, RulesetVersion: info.Version, Scenario: n.Scenario, Options: options,
		Secret: store.Secret(secret), Language: n.Language, Referee: store.Address(n.Referee), Status: store.Running,
		Turn: 1, AnswerTime: n.AnswerTime, Contract: string(n.Contract), Schedule: schedule, Created: uk.Now()}
	if err := tx.CreateGame(game); err != nil {
		return nil, err
	}
	if err := uk.Outbox.LeaveNote(tx, post.Note{What: post.NoteNewGame, Game: id}); err != nil {
		return nil, err
	}
	if err := post.FoundTalk(tx, id, n); err != nil {
		return nil, err
	}
	if n.Bounds != (calendar.Bounds{}) { // before anybody is asked: his deadline heeds them
		if err := written.WriteSetting(tx, post.BoundsPrefix+id, n.Bounds); err != nil {
			return nil, err
		}
	}
	p := &play.Position{Game: game, Rules: rules, Info: info, Chain: &dice.Chain{}}
	for _, side := range info.Sides {
		seat := store.Seat{Game: id, Side: side, Player: store.Address(n.Seats[side]), ReportedTurn: 1}
		if err := tx.AddSeat(seat); err != nil {
			if errors.Is(err, store.ErrNotFound) {
				return nil, &club.SettingError{Setting: "seat " + side, Value: n.Seats[side], Want: "the address of a registered player (keryx player add)"}
			}
			return nil, err
		}
	}
	return p, p.LoadSeats(tx)
}

// FirstEntries opens the ledger: what is played, and by whom.
func (uk *Upkeep) FirstEntries(tx club.Tx, p *play.Position, n post.NewGame, snap adjudicator.Snapshot) error {
	body, err := json.Marshal(play.CreatedBody{Ruleset: p.Info.Name, Version: p.Info.Version, Setup: snap.Setup,
		Commitment: dice.Secret(p.Game.Secret).Commitment().String(), Dice: dice.ByOrders, Shown: n.Shown})
	if err != nil {
		return err
	}
	if err := p.Append(tx, uk.Games.Next(p, adjudicator.Created, "", body), club.Evidence{}); err != nil {
		return err
	}
	seats := map[string]any{}
	for _, seat := range p.Seats {
		keys, err := seating.Fingerprints(tx, seat)
		if err != nil {
			return err
		}
		seats[seat.Side] = map[string]any{"player": seat.Player, "keys": keys}
	}
	if body, err = json.Marshal(seats); err != nil {
		return err
	}
	return p.Append(tx, uk.Games.Next(p, adjudicator.Seats, "", body), club.Evidence{})
}

// Keyless lists the seats of a game whose player has no key in use that signs for it.
func (uk *Upkeep) Keyless(ctx context.Context, game string) (seats []store.Seat, err error) {
	err = uk.Store.View(ctx, func(tx store.ReadTx) error {
		all, err := tx.SeatsOf(game)
		if err != nil {
			return err
		}
		for _, seat := range all {
			has, err := uk.Reports.CanSign(tx, seat)
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
