package main

import (
	"path/filepath"
	"strings"
	"testing"

	"keryx/cmd/keryx/settings"
)

// TestReadsCommand looks by commands at what is secret, and at what is not, and lists it.
func TestReadsCommand(t *testing.T) {
	d := newDesk(t)
	d.says(0, "player add anna@club.example Anna")
	d.says(0, "player add bruno@club.example Bruno")
	d.says(0, "game new hellespont athens=anna@club.example sparta=bruno@club.example")
	d.setAside("hel-1", "panic", "Subject: one\r\n\r\nspend 3\r\n")
	for _, quiet := range []string{"inbox show 1", "outbox show 1", "ledger hel-1", "game show hel-1", "game list", "status", "replay hel-1", "inbox list", "outbox list"} {
		d.keryx(strings.Fields(quiet)...)
	}
	d.says(0, "reads", "^WHEN", "!hel-1")
	d.says(0, "ledger hel-1", "!anna@club.example", "^3 entries|entries, hash chain OK")
	d.says(0, "inbox show 1 --body", "^spend 3")
	d.says(0, "outbox show 2 --body", "Hellespont|hel-1")
	d.says(0, "ledger hel-1 --bodies", "anna@club.example")
	d.says(0, "case hel-1 1")
	d.says(0, "backup "+filepath.Join(t.TempDir(), "copies"))
	for _, game := range []string{"", " hel-1"} {
		d.says(0, "reads"+game, "hel-1 .*an incoming email +keryx inbox show 1 --body$", "hel-1 .*an outgoing email +keryx outbox show 2 --body$",
			"hel-1 .*the ledger with everybody’s orders +keryx ledger hel-1 --bodies$", "hel-1 .* exported as a test case +keryx case hel-1 1$",
			" - .*a copy of the database +keryx backup$")
	}
	d.says(0, "reads hel-1", settings.WhoLooks())
	d.says(1, "reads hel-9", "hel-9")
}
