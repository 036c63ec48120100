package upkeep

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"keryx/adjudicator"
	"keryx/adjudicator/host/clock"
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/reports"
	"keryx/adjudicator/host/requests"
	"keryx/adjudicator/host/season"
	"keryx/adjudicator/host/seating"
	"keryx/adjudicator/host/written"
	"keryx/store"
)

// RemovePlayer takes out of the database what tells who a player was, and returns the
// address that stands for him in his old games. Those games stay as they were played, and
// their ledgers can still be checked: nothing that a hash covers is lost but the entry that
// names the players, of which the digest stays.
//
// The error is a *[club.SettingError] for somebody who is not registered, or whom a game that is
// not over needs.
func (uk *Upkeep) RemovePlayer(ctx context.Context, address string) (as string, err error) {
	err = uk.Write(ctx, func(tx club.Tx) error {
		if as, err = uk.removePlayer(tx, address); err != nil {
			return err
		}
		database, err := uk.Outbox.DatabaseID(tx)
		if err != nil {
			return err
		}
		return uk.Outbox.LeaveNote(tx, post.Note{What: post.NoteForget, Who: post.WhoIs(database, address)})
	})
	if errors.Is(err, store.ErrConflict) {
		return "", fmt.Errorf("removing %s: a mail to him is on its way; try again in a minute: %w", address, err)
	}
	return as, err
}

// removePlayer is [Upkeep.RemovePlayer] as a part of something greater.
func (uk *Upkeep) removePlayer(tx club.Tx, address string) (as string, err error) {
	player, err := tx.Player(address)
	if errors.Is(err, store.ErrNotFound) || player.Address == post.MachineAddress {
		return "", &club.SettingError{Setting: "player", Value: address, Want: "a registered player"}
	}
	if err != nil {
		return "", err
	}
	played, err := GamesEver(tx, player.Address)
	if err != nil {
		return "", err
	}
	var needed []string
	for _, game := range played {
		if game.Status != store.Ended {
			needed = append(needed, game.ID)
		}
	}
	leagues, err := leaguesOf(tx, player.Address)
	if err != nil {
		return "", err
	}
	if needed = append(needed, leagues...); len(needed) > 0 {
		return "", &club.SettingError{Setting: "player", Value: player.Address, Want: "one whom no game needs: he plays or has played, stands in or is the referee in " + strings.Join(needed, ", ")}
	}
	for _, game := range played {
		if err := forgetSeats(tx, game); err != nil {
			return "", err
		}
		if err := forgetAside(tx, game, player.Address); err != nil {
			return "", err
		}
		if err := forgetHolders(tx, game); err != nil {
			return "", err
		}
	}
	number := 1
	for ; ; number++ {
		as = fmt.Sprintf("removed-%d%s", number, post.RemovedDomain)
		if _, err := tx.Player(as); errors.Is(err, store.ErrNotFound) {
			break
		} else if err != nil {
			return "", err
		}
	}
	if err := uk.Reports.NoteNames(tx); err != nil {
		return "", err
	}
	if err := errors.Join(uk.Seats.MoveInLeagues(tx, player.Address, as), seating.MoveWatching(tx, player.Address, ""), clock.MoveFeeds(tx, player.Address, ""), post.MoveJoined(tx, player.Address, ""), requests.MoveWaiting(tx, player.Address, "")); err != nil {
		return "", err
	}
	if err := seating.MoveOwned(tx, player.Address, ""); err != nil {
		return "", err
	}
	return as, tx.ForgetPlayer(player.Address, as, fmt.Sprintf("(%d)", number))
}

// GamesEver is [gamesOf] with the games in which he once held a seat, as their ledgers tell.
func GamesEver(tx store.ReadTx, address string) ([]store.Game, error) {
	return reports.GamesWhere(tx, address, true)
}

// forgetSeats drops the addresses and fingerprints from a game's ledger.
func forgetSeats(tx club.Tx, game store.Game) error {
	entries, err := tx.Entries(game.ID, 1)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if adjudicator.EntryKind(e.Kind) != adjudicator.Seats || !e.Removed.IsZero() {
			continue
		}
		if err := tx.ForgetBody(game.ID, e.Seq, store.Digest(club.LedgerEntry(e).Digest())); err != nil {
			return err
		}
	}
	return nil
}

// forgetAside drops what somebody had written around his orders: his name, his number, letters that
// he quoted. Who wrote an entry is known by its key. What his orders say stays, and the digest of
// all that he signed.
func forgetAside(tx club.Tx, game store.Game, address string) error {
	keys, err := tx.KeysOf(address)
	if err != nil {
		return err
	}
	rules, err := play.RulesOf(game)
	if err != nil {
		return err
	}
	entries, err := tx.Entries(game.ID, 1)
	if err != nil {
		return err
	}
	for _, e := range entries {
		his := slices.ContainsFunc(keys, func(k store.Key) bool { return k.Fingerprint == e.Fingerprint })
		cut := written.WithoutAside(rules, e)
		if !his || cut.Removed == e.Removed {
			continue
		}
		if err := tx.CutBody(game.ID, e.Seq, cut.Body, cut.Removed); err != nil {
			return err
		}
	}
	return nil
}

// forgetHolders drops what is remembered of those who held the seats of a game that is over:
// what their calendars hold, who is in charge, who was asked to stand in, what they claimed.
func forgetHolders(tx club.Tx, game store.Game) error {
	seats, err := tx.SeatsOf(game.ID)
	if err != nil {
		return err
	}
	for _, seat := range seats {
		for _, name := range []string{post.InvitedName(seat), post.InCharge(seat), seating.WantedSetting(seat)} {
			if err := tx.SetSetting(name, nil); err != nil {
				return err
			}
		}
	}
	c, err := post.ClaimsOf(tx, game.ID)
	if err != nil || len(c.Open) == 0 {
		return err
	}
	c.Open = nil
	return c.Save(tx, game.ID)
}

// leaguesOf names the leagues that are not over and that somebody plays or judges in, or rules.
func leaguesOf(tx store.ReadTx, address string) (needed []string, err error) {
	seasons, err := season.All(tx)
	if err != nil {
		return nil, err
	}
	for _, s := range seasons {
		e := s.Entrant(address)
		plays := e != "" && !s.State.Entrants[e].Left
		judges := slices.ContainsFunc(s.File.Judges, func(a string) bool { return store.Address(a) == address })
		if s.State.Closed == nil && (plays || judges || store.Address(s.File.Referee) == address) {
			needed = append(needed, fmt.Sprintf("the league %s", s.ID))
		}
	}
	return needed, nil
}
