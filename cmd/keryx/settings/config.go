// Package settings reads keryx.toml, says which setting will not do, and opens the host that a configuration describes.
// It runs no daemon and prints nothing.
package settings

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/oauth2"

	"keryx/adjudicator/host/club"
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

	club.Rules

	file   string // that it was read from
	dir    string // of the file; relative paths start here
	tokens map[string]oauth2.TokenSource
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
	c := Config{Name: "Keryx", Database: "keryx.db", ServerKey: "server-key.asc", Every: duration{time.Minute}, Return: "plus", Rules: club.Usual(),
		file: path, dir: filepath.Dir(path)}
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
	if c.Every.Duration < time.Second {
		return wrongSetting("every", "is %s, want a second or more", c.Every.Duration)
	}
	if c.Return != "plus" && c.Return != "plain" {
		return wrongSetting("return_path", "is %q, want \"plus\" or \"plain\"", c.Return)
	}
	if c.Substitutes.Wait.Duration == 0 {
		c.Substitutes.Wait = club.Usual().Substitutes.Wait
	}
	return c.checkRules()
}

// checkRules says which of the club's rules will not do.
func (c *Config) checkRules() error {
	var wrong *club.SettingError
	switch err := c.Rules.Check(); {
	case !errors.As(err, &wrong):
		return err
	case strings.Trim(wrong.Value, "-0123456789") == "":
		return wrongSetting(wrong.Setting, "is %s, want %s", wrong.Value, wrong.Want)
	default:
		return wrongSetting(wrong.Setting, "is %q, want %s", wrong.Value, wrong.Want)
	}
}

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
