package settings

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"keryx/mail"
	"keryx/store/postgres"
)

// CheckFiles looks at the files that a configuration names, and says which setting names one that will not do. It makes
// none, and opens no database.
func (c *Config) CheckFiles() error {
	if !postgres.IsAddress(c.Database) {
		if err := c.checkDatabase(); err != nil {
			return err
		}
	}
	if err := c.checkKey(); err != nil {
		return err
	}
	if err := c.checkArchive(); err != nil {
		return err
	}
	for what, a := range map[string]Account{"imap": c.IMAP.Account, "smtp": c.SMTP.Account} {
		for setting, file := range a.SecretFiles(what) {
			if err := c.readable(setting, file); err != nil {
				return err
			}
		}
		if a.PasswordEnv != "" && os.Getenv(a.PasswordEnv) == "" {
			return wrongIn(c.file, what+".password_env", "is %q, and the environment has no such variable, or an empty one: give this command what the daemon is given", a.PasswordEnv)
		}
		if a.CAFile == "" {
			continue
		}
		if err := c.readable(what+".ca_file", a.CAFile); err != nil {
			return err
		}
		if _, err := c.authority(a.CAFile); err != nil {
			return wrongIn(c.file, what+".ca_file", "is %q, which holds no certificate in PEM", a.CAFile)
		}
	}
	return nil
}

// checkDatabase wants a file, or a place where one can be made.
func (c *Config) checkDatabase() error {
	info, err := os.Stat(c.Path(c.Database))
	switch {
	case err == nil && info.IsDir():
		return wrongIn(c.file, "database", "is %q, which is a directory", c.Database)
	case err == nil:
		return c.checkFormat()
	case !errors.Is(err, fs.ErrNotExist):
		return wrongIn(c.file, "database", "is %q, which cannot be looked at: %v", c.Database, err)
	}
	if folder, err := os.Stat(filepath.Dir(c.Path(c.Database))); err != nil || !folder.IsDir() {
		return wrongIn(c.file, "database", "is %q, and there is no directory %s", c.Database, filepath.Dir(c.Path(c.Database)))
	}
	return nil
}

// checkFormat wants a file of SQLite, or an empty one.
func (c *Config) checkFormat() error {
	file, err := os.Open(c.Path(c.Database))
	if err != nil {
		return wrongIn(c.file, "database", "is %q, which cannot be read: %v", c.Database, err)
	}
	defer file.Close()
	head := make([]byte, len(sqliteHead))
	if n, err := io.ReadFull(file, head); n > 0 && (err != nil || string(head) != sqliteHead) {
		return wrongIn(c.file, "database", "is %q, which is no database of Keryx", c.Database)
	}
	return nil
}

// sqliteHead is how a file of SQLite begins.
const sqliteHead = "SQLite format 3\x00"

// checkArchive wants a directory, or a name that one can have.
func (c *Config) checkArchive() error {
	if c.Archive.Dir == "" {
		return nil
	}
	switch info, err := os.Stat(c.Path(c.Archive.Dir)); {
	case err == nil && !info.IsDir():
		return wrongIn(c.file, "archive.dir", "is %q, which is a file: name a directory", c.Archive.Dir)
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return wrongIn(c.file, "archive.dir", "is %q, which cannot be looked at: %v", c.Archive.Dir, err)
	}
	return nil
}

// checkKey wants a key that signs. There need be none where there is no database, either.
func (c *Config) checkKey() error {
	path := c.Path(c.ServerKey)
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		_, err := os.Stat(c.Path(c.Database))
		if errors.Is(err, fs.ErrNotExist) && !postgres.IsAddress(c.Database) {
			return nil // the first start makes both
		}
		return wrongIn(c.file, "server_key", "is %q, and there is no such file: put it back from the backup, or make one with \"keryx key server --new\"", c.ServerKey)
	}
	if err != nil {
		return wrongIn(c.file, "server_key", "is %q, which cannot be read: %v", c.ServerKey, err)
	}
	signer, err := mail.ParseSigner(text, nil)
	switch {
	case err != nil:
		return wrongIn(c.file, "server_key", "is %q, which holds no private key: %v", c.ServerKey, err)
	case signer.Public().Kind != mail.OpenPGP:
		return wrongIn(c.file, "server_key", "is %q, which holds no OpenPGP key: mail programs check no other", c.ServerKey)
	}
	return nil
}

// readable wants a file that can be read and is not empty.
func (c *Config) readable(setting, file string) error {
	text, err := os.ReadFile(c.Path(file))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return wrongIn(c.file, setting, "is %q, and there is no such file", file)
	case err != nil:
		return wrongIn(c.file, setting, "is %q, which cannot be read: %v", file, err)
	case len(text) == 0:
		return wrongIn(c.file, setting, "is %q, which is empty", file)
	}
	return nil
}
