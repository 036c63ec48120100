package host

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"keryx/adjudicator"
	"keryx/mail"
	"keryx/mail/wire"
	"keryx/orders"
	"keryx/orders/pattern"
	"keryx/store"
)

// What a game is called is given once. A player's mails are checked by that name, so that another game
// of the same name would make them lie. A database that is put back to an older copy does not know the
// games that were made since: the notes tell of them, and so do the orders that were accepted for them.

// numberSetting holds the highest number that a game with such a prefix had before a restore, if that
// is not in the database.
func numberSetting(prefix string) string { return "game-number/" + prefix }

// numberOf parts the name of a game into its prefix and its number; the number is 0 if it has none.
func numberOf(game string) (prefix string, number int) {
	parts := bundleID.FindStringSubmatch(game)
	if parts == nil {
		return "", 0
	}
	number, err := strconv.Atoi(parts[2])
	if err != nil {
		return "", 0
	}
	return parts[1], number
}

// nextGameID is what the next game with a prefix is called.
func nextGameID(tx store.Tx, prefix string) (string, error) {
	next, err := tx.NextGameID(prefix)
	if err != nil {
		return "", err
	}
	given := 0
	if err := readSetting(tx, numberSetting(prefix), &given); err != nil {
		return "", err
	}
	if _, number := numberOf(next); number > given {
		return next, nil
	}
	return fmt.Sprintf("%s-%d", prefix, given+1), nil
}

// numberBeyond has no game called like one that is not in the database any more.
func numberBeyond(tx store.Tx, lost []string) error {
	for _, game := range lost {
		prefix, number := numberOf(game)
		given := 0
		if err := readSetting(tx, numberSetting(prefix), &given); err != nil {
			return err
		}
		if number <= given {
			continue
		}
		if err := writeSetting(tx, numberSetting(prefix), number); err != nil {
			return err
		}
	}
	return nil
}

// aboutLeagues are the requests whose second word names a league, whatever they ask.
var aboutLeagues = map[string]bool{"join": true, "confirm": true, "bid": true, "challenge": true, "standings": true, "fixtures": true, "results": true, "rules": true, "ladder": true, "news": true}

// leaguesLost lists the leagues that accepted mails tell of and that the database does not have. Of a
// league there is nothing else in the mailbox: what its entrants have asked is lost with it.
func leaguesLost(tx store.ReadTx, mails []wire.Fetched) ([]string, error) {
	named := map[string]bool{}
	for _, f := range mails {
		if f.Folder != wire.FolderDone {
			continue // anybody can have written it
		}
		text, err := mail.Peek(f.Raw)
		if err != nil || meansFile(strings.SplitAfter(text, "\n")) {
			continue
		}
		plain, _ := plainAsked(text)
		_, bare := orders.CutBinding(plain)
		asked, _ := readRequests(bare)
		for _, r := range asked {
			if aboutLeagues[r.verb] && len(r.words) > 1 {
				named[orders.Fold(r.words[1].text)] = true
			}
		}
	}
	rows, err := tx.Leagues()
	for _, row := range rows {
		delete(named, row.ID)
	}
	return slices.Sorted(maps.Keys(named)), err
}

// orderedGame is the game of a mail that was accepted before, as its signed text names it; empty if it
// names none of a ruleset that is known here.
func orderedGame(f wire.Fetched) string {
	if f.Folder != wire.FolderDone {
		return "" // anybody can have written it
	}
	text, err := mail.Peek(f.Raw)
	if err != nil || !meansFile(strings.SplitAfter(text, "\n")) {
		return ""
	}
	for line := range strings.Lines(text) {
		if game := orders.Fold(orders.GameNamed(line)); game != "" && adjudicator.Named(game) != nil {
			return game
		}
	}
	return ""
}

// bundleID is the form of a game's name, with its number.
var bundleID = pattern.New(`^([a-z]{1,20})-([1-9][0-9]{0,5})$`)

// readSetting decodes a setting, if it is there.
func readSetting(tx store.ReadTx, name string, to any) error {
	text, err := tx.Setting(name)
	if errors.Is(err, store.ErrNotFound) || err == nil && len(text) == 0 {
		return nil
	}
	if err != nil {
		return err
	}
	if err := json.Unmarshal(text, to); err != nil {
		return fmt.Errorf("the setting %s: %w", name, err)
	}
	return nil
}
