package upkeep

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"keryx/adjudicator/host/club"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"keryx/adjudicator"
	"keryx/adjudicator/calendar"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/seating"
	"keryx/adjudicator/host/written"
	"keryx/mail"
	"keryx/orders/pattern"
	"keryx/store"
)

// What a bundle says is read by the code that reads what people enter: another club may be of an
// older release, and it may be no friend.

// The bounds of an answer time.
const (
	shortestAnswer = time.Minute
	longestAnswer  = 10 * 366 * 24 * time.Hour
)

// checkAnswerTime looks at the time that a player has for each answer.
func checkAnswerTime(d time.Duration) error {
	if d < shortestAnswer || d > longestAnswer {
		return &club.SettingError{Setting: "answer time", Value: d.String(), Want: "a minute or more, and ten years at the most"}
	}
	return nil
}

// checkContract looks at what a missed deadline does.
func checkContract(c post.Contract, rules *calendar.Rules) error {
	switch c {
	case post.Wait, post.Defaults, post.Substitute, post.Forfeit:
	default:
		return &club.SettingError{Setting: "contract", Value: string(c), Want: "wait, default, substitute or forfeit"}
	}
	if c.Counts() && rules == nil {
		return &club.SettingError{Setting: "contract", Value: string(c), Want: "a game with a calendar"}
	}
	return nil
}

// checkSetup looks at the scenario and the options of a game.
func checkSetup(info adjudicator.Info, scenario string, options map[string]string) error {
	if !slices.Contains(info.Scenarios, scenario) {
		return &club.SettingError{Setting: "scenario", Value: scenario, Want: "one of " + strings.Join(info.Scenarios, ", ")}
	}
	for _, id := range slices.Sorted(maps.Keys(options)) {
		i := slices.IndexFunc(info.Options, func(o adjudicator.Option) bool { return o.ID == id })
		if i < 0 {
			return &club.SettingError{Setting: "option", Value: id, Want: "one of the ruleset's options (keryx game options " + info.Name + ")"}
		}
		if !slices.Contains(info.Options[i].Values, options[id]) {
			return &club.SettingError{Setting: "option " + id, Value: options[id], Want: "one of " + strings.Join(info.Options[i].Values, ", ")}
		}
	}
	return nil
}

// checkCalendar looks at the calendar of a game.
func checkCalendar(rules *calendar.Rules, club calendar.Holidays) error {
	if rules == nil {
		return nil
	}
	if err := rules.Check(club); err != nil {
		return fmt.Errorf("the calendar of the game will not do: %w", err)
	}
	return nil
}

// entryKinds are the kinds of ledger entries, and entryProof is the form of what signed one.
var (
	entryKinds = []adjudicator.EntryKind{adjudicator.Created, adjudicator.Seats, adjudicator.Commit, adjudicator.Ordered, adjudicator.Deadline,
		adjudicator.Resigned, adjudicator.Offered, adjudicator.Ruling, adjudicator.Appealed, adjudicator.Upgrade, adjudicator.Reveal,
		adjudicator.Reseed, adjudicator.Moved, adjudicator.Ended}
	entryProof = pattern.New(`^[A-Za-z0-9:+/=._ -]{0,200}$`)
)

// The bounds of the times that a bundle tells. The other club's clock may be a little ahead.
var earliestTime = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)

const mayBeAhead = 24 * time.Hour

// checkTime looks at a moment that a bundle says has been.
func checkTime(what string, at, now time.Time) error {
	if at.Before(earliestTime) || at.After(now.Add(mayBeAhead)) {
		return fmt.Errorf("the time of %s, %s, has not been", what, at.UTC().Format(time.DateOnly))
	}
	return nil
}

// checkTimes looks at when all of it was.
func (b Bundle) checkTimes(now time.Time) error {
	err := checkTime("the game", b.Created, now)
	for i, e := range b.Entries {
		err = cmp.Or(err, checkTime(fmt.Sprint("ledger entry ", i+1), e.Time, now))
	}
	for _, t := range b.Turns {
		err = cmp.Or(err, checkTime(fmt.Sprint("the start of turn ", t.Turn), t.Taken, now))
	}
	return err
}

// checkLater looks at the secrets that a ledger goes on with.
func (b Bundle) checkLater() error {
	last := 0
	for _, l := range b.Later {
		if l.Entry <= last || l.Entry > len(b.Entries) {
			return fmt.Errorf("a secret counts from ledger entry %d on, which is not there", l.Entry)
		}
		last = l.Entry
	}
	return nil
}

// Check looks whether a bundle keeps to its limits and is of a game that is known here.
func (b Bundle) Check(club calendar.Holidays, now time.Time) error {
	rules, err := adjudicator.OpenVersion(b.Ruleset, b.Version)
	if err != nil {
		return err
	}
	info := rules.Info()
	id := written.BundleID.FindStringSubmatch(b.ID)
	switch {
	case id == nil || id[1] != info.Prefix:
		return fmt.Errorf("%q is no game of %s", b.ID, b.Ruleset)
	case len(b.Entries) < 3 || len(b.Entries) > maxBundleEntries:
		return fmt.Errorf("it has %d ledger entries, want 3 to %d", len(b.Entries), maxBundleEntries)
	case len(b.Turns) != b.Turn || b.Turn < 1 || b.Turn > maxBundleTurns:
		return fmt.Errorf("it has the starts of %d turns of %d, want 1 to %d", len(b.Turns), b.Turn, maxBundleTurns)
	case len(b.Later) > len(b.Entries):
		return fmt.Errorf("it has %d secrets", len(b.Later))
	}
	if err := errors.Join(b.checkSettings(info, club), b.checkSeats(info), b.checkLedger(info), b.checkTimes(now), b.checkLater()); err != nil {
		return err
	}
	for i, t := range b.Turns {
		if t.Turn != i+1 || t.Entry < 1 || t.Entry > len(b.Entries) || len(t.Body) > maxBundleBody {
			return fmt.Errorf("the start of turn %d does not read", i+1)
		}
	}
	return nil
}

// checkSettings looks at what the game was created with.
func (b Bundle) checkSettings(info adjudicator.Info, club calendar.Holidays) error {
	var options map[string]string
	if len(b.Options) > 0 {
		if err := json.Unmarshal(b.Options, &options); err != nil {
			return fmt.Errorf("its options do not read: %w", err)
		}
	}
	rules, err := calendar.Read(b.Schedule)
	if err != nil {
		return err
	}
	if b.Referee != "" {
		if err := mail.CheckAddress(b.Referee); err != nil {
			return fmt.Errorf("the referee %s: %w", strconv.Quote(b.Referee[:min(len(b.Referee), 100)]), err)
		}
	}
	return errors.Join(seating.CheckLanguage("language", b.Language), checkSetup(info, b.Scenario, options), checkCalendar(rules, club), checkContract(post.Contract(b.Contract), rules), checkAnswerTime(b.AnswerTime))
}

// checkSeats looks at who plays.
func (b Bundle) checkSeats(info adjudicator.Info) error {
	if len(b.Seats) != len(info.Sides) {
		return fmt.Errorf("it has %d seats", len(b.Seats))
	}
	if err := checkPlayers([2]string{b.Seats[0].Address, b.Seats[1].Address}); err != nil {
		return err
	}
	for i, s := range b.Seats {
		if s.Side != info.Sides[i] || len(s.Keys) > maxBundleKeys {
			return fmt.Errorf("the seat %s does not read", strconv.Quote(s.Side[:min(20, len(s.Side))]))
		}
		if s.Entry < 0 || s.Entry > len(b.Entries) || s.Turn < 0 || s.Turn > b.Turn || s.Event < 0 {
			return fmt.Errorf("the seat %s has been told what has not happened", s.Side)
		}
		if s.Address == "" { // nobody plays it now
			continue
		}
		if store.Address(s.Address) == post.MachineAddress {
			continue
		}
		if err := mail.CheckAddress(s.Address); err != nil {
			return fmt.Errorf("the player of %s: %w", s.Side, err)
		}
		if err := errors.Join(seating.CheckName("the name of "+s.Side, s.Name), seating.CheckLanguage("the language of "+s.Side, s.Language), seating.CheckZone(s.Zone)); err != nil {
			return err
		}
		for _, text := range s.Keys {
			if _, err := mail.ParsePublicKey([]byte(text)); err != nil {
				return fmt.Errorf("a key of the player of %s: %w", s.Side, err)
			}
		}
	}
	return nil
}

// checkLedger looks at the shape of the entries; what they say is played again.
func (b Bundle) checkLedger(info adjudicator.Info) error {
	for i, e := range b.Entries {
		switch {
		case len(e.Body) > maxBundleBody || len(e.Raw) > mail.MaxMail:
			return fmt.Errorf("ledger entry %d is too large", i+1)
		case !slices.Contains(entryKinds, adjudicator.EntryKind(e.Kind)) || !entryProof.MatchString(e.Fingerprint) || !entryProof.MatchString(e.Scheme),
			e.Side != "" && !slices.Contains(info.Sides, e.Side):
			return fmt.Errorf("ledger entry %d does not read", i+1)
		}
	}
	if _, ended := seating.EndOf(b.ledger()); b.Ended != ended {
		return errors.New("its ledger does not end as its state says")
	}
	return nil
}
