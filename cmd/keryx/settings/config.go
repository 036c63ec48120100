// Package settings reads keryx.toml, says which setting will not do, and opens the host that a configuration describes.
// It runs no daemon and prints nothing.
package settings

import (
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/oauth2"

	"keryx/adjudicator/calendar"
	"keryx/adjudicator/host/intake"
	"keryx/adjudicator/host/keyring"
	"keryx/adjudicator/host/offers"
	"keryx/adjudicator/host/reports"
	"keryx/adjudicator/host/rulings"
	"keryx/mail"
	"keryx/mail/wire"
	"keryx/store/postgres"
)

// Config is the configuration file; config.example.toml explains it.
type Config struct {
	Name     string   `toml:"name"`
	Address  string   `toml:"address"`
	Domain   string   `toml:"domain"`
	Database string   `toml:"database"`
	Every    duration `toml:"every"`
	Return   string   `toml:"return_path"`
	IMAP     mailbox  `toml:"imap"`
	SMTP     outgoing `toml:"smtp"`
	Health   telling  `toml:"health"`
	Archive  showing  `toml:"archive"`

	ServerKey string `toml:"server_key"`
	SeatMails int    `toml:"seat_mails"`
	Operator  string `toml:"operator"`
	SignPage  string `toml:"sign_page"`
	// Receipts is how long a receipt waits to be joined with what follows.
	Receipts duration      `toml:"receipts_wait"`
	KeyWait  calendar.Span `toml:"key_wait"`

	// Calendar is that of new games about which nothing else is said.
	Calendar clubCalendar `toml:"calendar"`
	// Club is what the club allows about seats that are left.
	Club clubSeats `toml:"club"`

	// Referee is what referees may do.
	Referee refereeing `toml:"referee"`

	file   string // that it was read from
	dir    string // of the file; relative paths start here
	tokens map[string]oauth2.TokenSource
}

// clubCalendar is what a club has agreed on about time.
type clubCalendar struct {
	calendar.Rules
	Holidays calendar.Holidays `toml:"holidays"`
	Leave    int               `toml:"leave"` // days in a calendar year
}

// refereeing is what a club lets its referees do.
type refereeing struct {
	LongestPause calendar.Span `toml:"longest_pause"`
	Pauses       int           `toml:"pauses"`  // of one game
	Claims       calendar.Span `toml:"claims"`  // how long a call waits before others are told
	Appeals      calendar.Span `toml:"appeals"` // for how long a ruling can be appealed
}

// clubSeats is what becomes of a seat that its player has left.
type clubSeats struct {
	Machine bool          `toml:"machine_substitutes"`
	Wait    calendar.Span `toml:"substitute_wait"`
}

// duration reads "2m" and the like.
type duration struct{ time.Duration }

// UnmarshalText implements encoding.TextUnmarshaler.
func (d *duration) UnmarshalText(text []byte) (err error) {
	if d.Duration, err = time.ParseDuration(string(text)); err != nil {
		return fmt.Errorf("invalid duration %q: use 90s, 1m or 1h30m", text)
	}
	return nil
}

// Load reads and checks a configuration file. A key that does not exist
// is refused with its name and line: a misspelt setting must not be silent.
func Load(path string) (*Config, error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("configuration file %s not found; run \"keryx init\" or pass --config", path)
	}
	if errors.Is(err, fs.ErrPermission) {
		return nil, fmt.Errorf("%w: give the command as the user that the daemon runs as (sudo -u keryx keryx ...)", err)
	}
	if err != nil {
		return nil, err
	}
	c := Config{Name: "Keryx", Database: "keryx.db", ServerKey: "server-key.asc", SeatMails: intake.SeatMails, KeyWait: calendar.Span{Duration: keyring.KeyWait}, Every: duration{time.Minute}, Receipts: duration{2 * time.Minute}, Return: "plus", Calendar: clubCalendar{Rules: calendar.Usual(), Leave: 30},
		Referee: refereeing{LongestPause: calendar.Span{Duration: offers.LongestPause}, Pauses: offers.MostPauses, Claims: calendar.Span{Duration: rulings.ClaimTime}, Appeals: calendar.Span{Duration: reports.AppealTime}}, file: path, dir: filepath.Dir(path)}
	if err := decodeConfig(path, string(text), &c); err != nil {
		return nil, err
	}
	return &c, placed(c.check(), path, string(text))
}

// check completes the settings, and says which one is missing or will not do.
func (c *Config) check() error {
	for _, must := range [][2]string{{"address", c.Address}, {"imap.address", c.IMAP.Address}, {"smtp.address", c.SMTP.Address}} {
		if must[1] == "" {
			return wrongSetting(must[0], "is missing")
		}
	}
	_, domain, ok := strings.Cut(c.Address, "@")
	if !ok || mail.CheckAddress(c.Address) != nil {
		return wrongSetting("address", "is %q, want an email address such as orders@club.example", c.Address)
	}
	if c.Domain == "" {
		c.Domain = domain
	}
	if err := c.checkPlain(); err != nil {
		return err
	}
	if err := c.Health.check(); err != nil {
		return err
	}
	if err := c.Archive.check(); err != nil {
		return err
	}
	for _, server := range []struct{ name, tls string }{{"imap", c.IMAP.TLS}, {"smtp", c.SMTP.TLS}} {
		switch wire.TLSMode(server.tls) {
		case "", wire.TLSImplicit, wire.TLSStartTLS, wire.TLSNone:
		default:
			return wrongSetting(server.name+".tls", "is %q, want %q, %q or %q", server.tls, wire.TLSImplicit, wire.TLSStartTLS, wire.TLSNone)
		}
	}
	if c.SMTP.PerHour != 0 && c.SMTP.PerHour < wire.MinPace {
		return wrongSetting("smtp.per_hour", "is %d, want %d or more, or none", c.SMTP.PerHour, wire.MinPace)
	}
	if c.Operator != "" {
		if err := mail.CheckAddress(c.Operator); err != nil {
			return wrongSetting("operator", "is %q, want an email address such as me@elsewhere.example", c.Operator)
		}
	}
	if u, err := url.Parse(c.SignPage); c.SignPage != "" && (err != nil || u.Host == "" || u.Scheme != "https" || strings.Contains(c.SignPage, "#")) {
		return wrongSetting("sign_page", "is %q, want where the page that signs is served, by https, such as https://sign.club.example/sign.html", c.SignPage)
	}
	if c.Receipts.Duration < 0 || c.Receipts.Duration > reports.LongestJoin {
		return wrongSetting("receipts_wait", "is %v, want a time from 0s to %v", c.Receipts.Duration, reports.LongestJoin)
	}
	if c.SeatMails < 1 {
		return wrongSetting("seat_mails", "is %d, want 1 or more mails an hour", c.SeatMails)
	}
	if c.KeyWait.Duration < minKeyWait {
		return wrongSetting("key_wait", "is %s, want a day or more", c.KeyWait)
	}
	if c.Every.Duration < time.Second {
		return wrongSetting("every", "is %s, want a second or more", c.Every.Duration)
	}
	if err := c.Calendar.Check(c.Calendar.Holidays); err != nil {
		return fmt.Errorf("[calendar]: %w", err)
	}
	if c.Referee.LongestPause.Duration < 24*time.Hour || c.Referee.LongestPause.Duration > 366*24*time.Hour {
		return wrongSetting("referee.longest_pause", "is %s, want a time from 1d to 366d", c.Referee.LongestPause)
	}
	if c.Referee.Pauses < 1 {
		return wrongSetting("referee.pauses", "is %d, want 1 or more in a game", c.Referee.Pauses)
	}
	if d := c.Referee.Claims.Duration; d < time.Hour || d > 60*24*time.Hour {
		return wrongSetting("referee.claims", "is %s, want a time from 1h to 60d", c.Referee.Claims)
	}
	if d := c.Referee.Appeals.Duration; d < 24*time.Hour || d > 60*24*time.Hour || d%(24*time.Hour) != 0 {
		return wrongSetting("referee.appeals", "is %s, want whole days from 1d to 60d", c.Referee.Appeals)
	}
	if c.Calendar.Leave < 0 || c.Calendar.Leave > 366 {
		return wrongSetting("calendar.leave", "is %d, want 0 to 366 days a year", c.Calendar.Leave)
	}
	if c.Return != "plus" && c.Return != "plain" {
		return wrongSetting("return_path", "is %q, want \"plus\" or \"plain\"", c.Return)
	}
	return nil
}

// minKeyWait is the shortest time for people to hear of a change of keys and to stop it.
const minKeyWait = 24 * time.Hour

// Path resolves a path of the file.
func (c *Config) Path(p string) string {
	if filepath.IsAbs(p) {
		return p
	}
	return filepath.Join(c.dir, p)
}

// Place is where the database is: the path of a file, or the address of a PostgreSQL database.
func (c *Config) Place() string {
	if postgres.IsAddress(c.Database) {
		return c.Database
	}
	return c.Path(c.Database)
}

// CopyName is the name that a copy of the database has among the files of a backup.
func (c *Config) CopyName() string {
	if postgres.IsAddress(c.Database) {
		return "keryx.db"
	}
	return filepath.Base(c.Database)
}

// Source is the file that the configuration was read from.
func (c *Config) Source() string { return c.file }
