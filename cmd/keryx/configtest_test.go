package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
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
		file := filepath.Join(t.TempDir(), "keryx.toml")
		noErr(t, os.WriteFile(file, []byte(text), 0o600))
		var said bytes.Buffer
		return run(t.Context(), []string{"config", "test", "--config", file}, &said, &said), said.String()
	}
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
	} {
		old, now, _ := strings.Cut(change, "|")
		if status, said := try(strings.Replace(good, old, now, 1)); status != 1 || !strings.Contains(said, want) {
			t.Errorf("%s: status %d, %q, want %q", now, status, said, want)
		}
	}
}
