package main

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/calendar"
	"keryx/cmd/keryx/settings"
)

// What can be seen from the file alone to be of no use is refused with its line, before a daemon starts by it.
func TestConfigTestSeesWhatIsOfNoUse(t *testing.T) {
	good := `name = "Club"
address = "orders@club.example"
database = "keryx.db"
server_key = "key.asc"
domain = "club.example"
[imap]
address = "imap.club.example:993"
password_file = "imap.password"
[smtp]
address = "smtp.club.example:465"
password_env = "SECRET"
`
	try := func(text string) (int, string) {
		dir := t.TempDir()
		file := filepath.Join(dir, "keryx.toml")
		writeFiles(t, dir, "keryx.toml", text, "imap.password", "secret", "empty", "", "used.db", "", "plain.txt", "no key")
		var said bytes.Buffer
		return run(t.Context(), []string{"config", "test", "--config", file}, &said, &said), said.String()
	}
	t.Setenv("SECRET", "a secret")
	if status, said := try(good); status != 0 {
		t.Fatalf("status %d: %s", status, said)
	}
	for change, want := range map[string]string{
		`"Club"|""`:                                     `line 1: the setting "name" is empty`,
		`"Club"|"Club\nBcc: all@club.example"`:          `line 1: the setting "name"`,
		`"keryx.db"|" "`:                                `line 3: the setting "database" is empty`,
		`"key.asc"|""`:                                  `line 4: the setting "server_key" is empty`,
		`"club.example"|"club.example> x"`:              `line 5: the setting "domain"`,
		`imap.club.example:993|imap.club.example`:       `line 7: the setting "imap.address"`,
		`imap.club.example:993|imap.club.example:99999`: `line 7: the setting "imap.address"`,
		`smtp.club.example:465|:465`:                    `line 10: the setting "smtp.address"`,
		`password_file = "imap.password"|password_file = "imap.password"` + "\n" + `password = "x"`: `line 8: the setting "imap.password_file" is one password too many`,
		`password_env = "SECRET"|password_env = "SECRET"` + "\n" + `[smtp.oauth]`:                   `the setting "smtp.password_env" is given beside`,
		`"imap.password"|"nowhere"`:     `line 8: the setting "imap.password_file" is "nowhere", and there is no such file`,
		`"imap.password"|"empty"`:       `line 8: the setting "imap.password_file" is "empty", which is empty`,
		`"keryx.db"|"nowhere/keryx.db"`: `line 3: the setting "database" is "nowhere/keryx.db", and there is no directory`,
		`"keryx.db"|"."`:                `line 3: the setting "database" is ".", which is a directory`,
		`"keryx.db"|"used.db"`:          `line 4: the setting "server_key" is "key.asc", and there is no such file`,
		`"keryx.db"|"plain.txt"`:        `line 3: the setting "database" is "plain.txt", which is no database of Keryx`,
		`"SECRET"|"NOWHERE"`:            `line 11: the setting "smtp.password_env" is "NOWHERE", and the environment has no such variable`,
		`domain = "club.example"|operator = "Orders@club.example"`:                             `line 5: the setting "operator" is the address of the server itself`,
		`password_env = "SECRET"|password_env = "SECRET"` + "\n[archive]\ndir = \"plain.txt\"": `line 13: the setting "archive.dir" is "plain.txt", which is a file`,
		`"key.asc"|"plain.txt"`: `line 4: the setting "server_key" is "plain.txt", which holds no private key`,
		`[imap]|[health]` + "\n" + `listen = "0.0.0.0:9464"` + "\n[imap]":  `the setting "health.listen" is "0.0.0.0:9464", want an address of this machine alone`,
		`"imap.password"|"imap.password"` + "\n" + `ca_file = "plain.txt"`: `line 9: the setting "imap.ca_file" is "plain.txt", which holds no certificate`,
	} {
		old, now, _ := strings.Cut(change, "|")
		if status, said := try(strings.Replace(good, old, now, 1)); status != 1 || !strings.Contains(said, want) {
			t.Errorf("%s: status %d, %q, want %q", now, status, said, want)
		}
	}
}

// TestSettingsOfOlderClubs wants a daemon to serve by a file with which one of an older release has served.
func TestSettingsOfOlderClubs(t *testing.T) {
	for wait, want := range map[string]time.Duration{"0": 0, "500ms": time.Second / 2, "1.5m": 90 * time.Second, "1 min": time.Minute} {
		for left, called := range map[string]time.Duration{"0s": 3 * calendar.Day, "30m": time.Hour / 2, "400d": 400 * calendar.Day} {
			dir := t.TempDir()
			writeFiles(t, dir, "keryx.toml", `address = "orders@club.example"
operator = "orders@club.example"
receipts_wait = "`+wait+`"
[club]
substitute_wait = "`+left+`"
[imap]
address = "imap.club.example:993"
[smtp]
address = "smtp.club.example:465"
`)
			c, err := settings.Load(filepath.Join(dir, "keryx.toml"))
			if err != nil {
				t.Error(err)
				continue
			}
			if c.ReceiptsWait.Duration != want || c.Substitutes.Wait.Duration != called {
				t.Errorf("receipts wait %v, substitutes %v, want %v and %v", c.ReceiptsWait, c.Substitutes.Wait, want, called)
			}
		}
	}
}
