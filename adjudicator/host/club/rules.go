package club

import (
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"

	"keryx/adjudicator/calendar"
	"keryx/mail"
)

// Rules are what a club has settled for all its games, as they stand in keryx.toml; the manual's page "settings" tells
// of each. A club that begins has those of [Usual].
type Rules struct {
	// Operator is the address of the person who runs the server; empty if nobody wants its alarms by mail.
	Operator string `toml:"operator"`
	// SignPage is where the club serves the page that signs orders, by https; empty if nowhere.
	SignPage string `toml:"sign_page"`
	// ReceiptsWait is how long the receipt of orders that rolled no dice and end in nothing asked of their author waits to
	// be joined with what follows, at most [LongestJoin]; zero sends it at once.
	ReceiptsWait Delay `toml:"receipts_wait"`
	// SeatMails is how many mails of a seat are taken up in an hour; what comes beyond waits. A program that sends the
	// same player's orders over and over must not hold up the others.
	SeatMails int `toml:"seat_mails"`
	// KeyWait is how long a change of keys waits that no older key has signed.
	KeyWait calendar.Span `toml:"key_wait"`

	Calendar    Calendar    `toml:"calendar"`
	Substitutes Substitutes `toml:"club"`
	Referee     Referee     `toml:"referee"`
}

// Calendar is what a club has agreed on about time.
type Calendar struct {
	calendar.Rules // of new games about which nothing else is said
	// Holidays are those of the club: no deadline of a game with a calendar that heeds them falls on one.
	Holidays calendar.Holidays `toml:"holidays"`
	// Leave is how many days a player may be absent in a calendar year.
	Leave int `toml:"leave"`
}

// Substitutes are those who take a seat that its player has left.
type Substitutes struct {
	// Machine lets the machine take a seat that nobody else takes over, once volunteers have had Wait.
	Machine bool `toml:"machine_substitutes"`
	// Wait is how long volunteers have before the machine or the referee is called; zero is as long as is usual.
	Wait calendar.Span `toml:"substitute_wait"`
}

// Referee is what referees may do.
type Referee struct {
	LongestPause calendar.Span `toml:"longest_pause"` // of a game
	Pauses       int           `toml:"pauses"`        // of one game
	Claims       calendar.Span `toml:"claims"`        // how long a call for the referee waits before others are told of it
	Appeals      calendar.Span `toml:"appeals"`       // for how long a ruling can be appealed
}

// A Delay is a short time: a [calendar.Span], or "0", "500ms" or "1.5m" as Go writes it, since files of older clubs have that.
type Delay struct{ calendar.Span }

// UnmarshalText implements [encoding.TextUnmarshaler].
func (d *Delay) UnmarshalText(text []byte) (err error) {
	if d.Duration, err = time.ParseDuration(string(text)); err == nil {
		return nil
	}
	return d.Span.UnmarshalText(text)
}

// The bounds of settings.
const (
	LongestJoin = 2 * time.Minute // of a receipt: who has sent orders wants to know that they have come
	minKeyWait  = calendar.Day    // for people to hear of a change of keys and to stop it
)

// Usual are the rules of a club that has not said otherwise.
func Usual() Rules {
	days := func(n time.Duration) calendar.Span { return calendar.Span{Duration: n * calendar.Day} }
	return Rules{
		ReceiptsWait: Delay{calendar.Span{Duration: LongestJoin}}, SeatMails: 30, KeyWait: days(7),
		Calendar:    Calendar{Rules: calendar.Usual(), Leave: 30},
		Substitutes: Substitutes{Wait: days(3)},
		Referee:     Referee{LongestPause: days(60), Pauses: 4, Claims: days(3), Appeals: days(7)},
	}
}

// A SettingError reports a setting that cannot be used: of a club, of a game, of a player.
type SettingError struct {
	Setting string // one of keryx.toml with its table: "referee.pauses"
	Value   string
	Want    string // what would do
}

// Error says what would do.
func (e *SettingError) Error() string {
	return fmt.Sprintf("%s %q will not do: want %s", e.Setting, e.Value, e.Want)
}

// Check finds the first setting that will not do, as a [*SettingError]; what is wrong with the calendar of new games or
// the holidays is told by package calendar.
func (r Rules) Check() error {
	if r.Operator != "" && mail.CheckAddress(r.Operator) != nil {
		return &SettingError{"operator", r.Operator, "an email address such as me@elsewhere.example"}
	}
	if u, err := url.Parse(r.SignPage); r.SignPage != "" && (err != nil || u.Host == "" || u.Scheme != "https" || strings.Contains(r.SignPage, "#")) {
		return &SettingError{"sign_page", r.SignPage, "where the page that signs is served, by https, such as https://sign.club.example/sign.html"}
	}
	if err := r.Calendar.Check(r.Calendar.Holidays); err != nil {
		return fmt.Errorf("[calendar]: %w", err)
	}
	hours, days := time.Hour, calendar.Day
	for _, span := range []struct {
		name             string
		is               calendar.Span
		least, most, per time.Duration
		want             string
	}{
		{"receipts_wait", r.ReceiptsWait.Span, 0, LongestJoin, 1, "a time from 0s to 2m"},
		{"key_wait", r.KeyWait, minKeyWait, 0, 1, "a day or more"},
		{"club.substitute_wait", r.Substitutes.Wait, 0, 0, 1, "a time such as 3d"},
		{"referee.longest_pause", r.Referee.LongestPause, days, 366 * days, 1, "a time from 1d to 366d"},
		{"referee.claims", r.Referee.Claims, hours, 60 * days, 1, "a time from 1h to 60d"},
		{"referee.appeals", r.Referee.Appeals, days, 60 * days, days, "whole days from 1d to 60d"},
	} {
		if d := span.is.Duration; d < span.least || span.most > 0 && d > span.most || d%span.per != 0 {
			return &SettingError{span.name, span.is.String(), span.want}
		}
	}
	for _, count := range []struct {
		name        string
		is          int
		least, most int
		want        string
	}{
		{"seat_mails", r.SeatMails, 1, 0, "1 or more mails an hour"},
		{"referee.pauses", r.Referee.Pauses, 1, 0, "1 or more in a game"},
		{"calendar.leave", r.Calendar.Leave, 0, 366, "0 to 366 days a year"},
	} {
		if count.is < count.least || count.most > 0 && count.is > count.most {
			return &SettingError{count.name, strconv.Itoa(count.is), count.want}
		}
	}
	return nil
}
