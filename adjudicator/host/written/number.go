package written

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

// NumberOf parts the name of a game into its prefix and its number; the number is 0 if it has none.
func NumberOf(game string) (prefix string, number int) {
	parts := BundleID.FindStringSubmatch(game)
	if parts == nil {
		return "", 0
	}
	number, err := strconv.Atoi(parts[2])
	if err != nil {
		return "", 0
	}
	return parts[1], number
}

// NextGameID is what the next game with a prefix is called.
func NextGameID(tx store.Tx, prefix string) (string, error) {
	next, err := tx.NextGameID(prefix)
	if err != nil {
		return "", err
	}
	given := 0
	if err := ReadSetting(tx, numberSetting(prefix), &given); err != nil {
		return "", err
	}
	if _, number := NumberOf(next); number > given {
		return next, nil
	}
	return fmt.Sprintf("%s-%d", prefix, given+1), nil
}

// NumberBeyond has no game called like one that is not in the database any more.
func NumberBeyond(tx store.Tx, lost []string) error {
	for _, game := range lost {
		prefix, number := NumberOf(game)
		given := 0
		if err := ReadSetting(tx, numberSetting(prefix), &given); err != nil {
			return err
		}
		if number <= given {
			continue
		}
		if err := WriteSetting(tx, numberSetting(prefix), number); err != nil {
			return err
		}
	}
	return nil
}

// aboutLeagues are the requests whose second word names a league, whatever they ask.
var aboutLeagues = map[string]bool{"join": true, "confirm": true, "bid": true, "challenge": true, "standings": true, "fixtures": true, "results": true, "rules": true, "ladder": true, "news": true}

// LeaguesLost lists the leagues that accepted mails tell of and that the database does not have. Of a
// league there is nothing else in the mailbox: what its entrants have asked is lost with it.
func LeaguesLost(tx store.ReadTx, mails []wire.Fetched) ([]string, error) {
	named := map[string]bool{}
	for _, f := range mails {
		if f.Folder != wire.FolderDone {
			continue // anybody can have written it
		}
		text, err := mail.Peek(f.Raw)
		if err != nil || MeansFile(strings.SplitAfter(text, "\n")) {
			continue
		}
		plain, _ := PlainAsked(text)
		_, bare := orders.CutBinding(plain)
		asked, _ := ReadRequests(bare)
		for _, r := range asked {
			if aboutLeagues[r.Verb] && len(r.Words) > 1 {
				named[orders.Fold(r.Words[1].Text)] = true
			}
		}
	}
	rows, err := tx.Leagues()
	for _, row := range rows {
		delete(named, row.ID)
	}
	return slices.Sorted(maps.Keys(named)), err
}

// OrderedGame is the game of a mail that was accepted before, as its signed text names it; empty if it
// names none of a ruleset that is known here.
func OrderedGame(f wire.Fetched) string {
	if f.Folder != wire.FolderDone {
		return "" // anybody can have written it
	}
	text, err := mail.Peek(f.Raw)
	if err != nil || !MeansFile(strings.SplitAfter(text, "\n")) {
		return ""
	}
	for line := range strings.Lines(text) {
		if game := orders.Fold(orders.GameNamed(line)); game != "" && adjudicator.Named(game) != nil {
			return game
		}
	}
	return ""
}

// BundleID is the form of a game's name, with its number.
var BundleID = pattern.New(`^([a-z]{1,20})-([1-9][0-9]{0,5})$`)

// ReadSetting decodes a setting, if it is there.
func ReadSetting(tx store.ReadTx, name string, to any) error {
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
