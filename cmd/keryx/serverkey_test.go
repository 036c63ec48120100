package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"keryx/cmd/keryx/settings"
	"keryx/mail"
)

// The server's key carries its address: one that is made, and one from before, which stays
// the same key.
func TestServerKeyHasItsAddress(t *testing.T) {
	private, old, err := mail.GenerateKey(mail.OpenPGP, "Keryx", nil, time.Now().Add(-time.Hour))
	noErr(t, err)
	for name, before := range map[string][]byte{"new": nil, "old": private} {
		path := filepath.Join(t.TempDir(), "server-key.asc")
		if before != nil {
			noErr(t, os.WriteFile(path, before, 0o600))
		}
		first, err := settings.ServerKey(path, "Keryx (of the club)", "orders@club.example")
		noErr(t, err)
		if !first.HasAddress("orders@club.example") || before != nil && first.Public().Fingerprint != old.Fingerprint {
			t.Errorf("%s: %s, %q", name, first.Public().Fingerprint, first.Public().Comment)
		}
		text, err := os.ReadFile(path)
		noErr(t, err)
		second, err := settings.ServerKey(path, "Keryx (of the club)", "orders@club.example")
		noErr(t, err)
		again, err := os.ReadFile(path)
		noErr(t, err)
		if string(again) != string(text) || second.Public().Fingerprint != first.Public().Fingerprint {
			t.Errorf("%s: the second start writes the key anew", name)
		}
		if at, err := os.Stat(path); err != nil || at.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, %v", name, at.Mode(), err)
		}
		moved, err := settings.ServerKey(path, "Keryx", "orders@elsewhere.example")
		noErr(t, err)
		if !moved.HasAddress("orders@elsewhere.example") || moved.Public().Fingerprint != first.Public().Fingerprint {
			t.Errorf("%s: after a change of address", name)
		}
	}
}

// A key is made for a club that begins, and said to be made. Where players know another, nothing makes a new one but the
// command that says so; and the server does not take the address of a player's.
func TestServerKeyIsNotMadeTwice(t *testing.T) {
	c := newClinic(t, nil)
	writeFiles(t, c.dir, "keryx.toml", c.file)
	if said := c.keryx(t.Context(), 0, "player", "add", "anna@club.example", "Anna"); !strings.Contains(said, "one is made") {
		t.Errorf("the first command makes a key without a word:\n%s", said)
	}
	key := filepath.Join(c.dir, "server-key.asc")
	noErr(t, os.Rename(key, filepath.Join(c.dir, "kept.asc")))
	for _, line := range []string{"player list", "key server", "serve", "config test"} {
		if said := c.keryx(t.Context(), 1, strings.Fields(line)...); !strings.Contains(said, "key server --new") {
			t.Errorf("keryx %s without the key:\n%s", line, said)
		}
	}
	if _, err := os.Stat(key); err == nil {
		t.Error("a key was made that no player knows")
	}
	made := c.keryx(t.Context(), 0, "key", "server", "--new")
	if again := c.keryx(t.Context(), 0, "key", "server"); !strings.HasSuffix(made, "\n"+again) || !strings.Contains(made, "1 player is told") {
		t.Errorf("the new key is %q, then %q", made, again)
	}
	c.keryx(t.Context(), 1, "key", "server", "--new")
	c.file = strings.Replace(c.file, clinicServer, "anna@club.example", 1)
	writeFiles(t, c.dir, "keryx.toml", c.file)
	if said := c.keryx(t.Context(), 1, "player", "list"); !strings.Contains(said, `line 1: the setting "address" is anna@club.example, which is the address of the player Anna`) {
		t.Errorf("the server takes a player's address:\n%s", said)
	}
}

// An OpenPGP key of a player's carries his address, or is not made.
func TestKeygenTakesAnAddress(t *testing.T) {
	c := newClinic(t, nil)
	writeFiles(t, c.dir, "keryx.toml", c.file)
	file := filepath.Join(c.dir, "key")
	c.keryx(t.Context(), 1, "keygen", "Anna", "--pgp", "--out", file)
	c.keryx(t.Context(), 1, "keygen", "Anna", "--pgp", "--email", "anna", "--out", file)
	c.keryx(t.Context(), 0, "keygen", "Anna", "--pgp", "--email", "anna@club.example", "--out", file)
	text, err := os.ReadFile(file)
	noErr(t, err)
	signer, err := mail.ParseSigner(text, nil)
	noErr(t, err)
	if !signer.HasAddress("anna@club.example") || signer.Public().Comment != "Anna <anna@club.example>" {
		t.Errorf("the key is of %q", signer.Public().Comment)
	}
	c.keryx(t.Context(), 0, "keygen", "Anna", "--out", filepath.Join(c.dir, "ssh"))
}

// Another club's key copied over ours is taken by nothing, until it is said that it is to be taken; then all players are told
// once, in a letter that brings it, and the key of before is kept.
func TestAnotherServerKey(t *testing.T) {
	c := newClinic(t, nil)
	writeFiles(t, c.dir, "keryx.toml", c.file)
	c.keryx(t.Context(), 0, "player", "add", "anna@club.example", "Anna")
	before := strings.TrimSpace(c.keryx(t.Context(), 0, "key", "server"))
	key := filepath.Join(c.dir, "server-key.asc")
	noErr(t, os.Rename(key, filepath.Join(c.dir, "kept.asc")))
	other, err := settings.ServerKey(key, "Another club", "orders@elsewhere.example")
	noErr(t, err)
	for _, line := range []string{"player list", "key server", "serve", "doctor", "config test"} {
		if said := c.keryx(t.Context(), 1, strings.Fields(line)...); !strings.Contains(said, "key server --accept") || !strings.Contains(strings.Join(strings.Fields(said), " "), before) {
			t.Errorf("keryx %s with another club's key:\n%s", line, said)
		}
	}
	for range 2 {
		if said := c.keryx(t.Context(), 0, "key", "server", "--accept"); !strings.Contains(said, other.Public().Fingerprint) {
			t.Errorf("accepted:\n%s", said)
		}
	}
	if said := c.keryx(t.Context(), 0, "outbox", "list", "--state", "queued"); strings.Count(said, "anna@club.example") != 1 {
		t.Errorf("Anna is told other than once:\n%s", said)
	}
	if said := c.keryx(t.Context(), 0, "outbox", "show", "1", "--body"); !strings.Contains(said, other.Public().Fingerprint) || !strings.Contains(said, "filename=server-key.asc") {
		t.Errorf("the letter brings no key:\n%s", said)
	}
	if said := c.keryx(t.Context(), 0, "key", "server", "--former"); strings.Count(said, "\n") != 2 || !strings.HasPrefix(said, before) {
		t.Errorf("the keys so far:\n%s", said)
	}
}

// A name that is mistyped is refused where nothing of that name is: no database is made, and no empty list shown.
func TestUnknownNamesAreRefused(t *testing.T) {
	c := newClinic(t, nil)
	writeFiles(t, c.dir, "keryx.toml", c.file)
	for _, line := range []string{"status", "player list", "outbox list"} {
		if said := c.keryx(t.Context(), 1, strings.Fields(line)...); !strings.Contains(said, `the setting "database"`) {
			t.Errorf("keryx %s without a database:\n%s", line, said)
		}
	}
	if found, _ := filepath.Glob(filepath.Join(c.dir, "*.db*")); len(found) > 0 {
		t.Errorf("a look made %v", found)
	}
	c.keryx(t.Context(), 1, "player", "add", "anna@club.example", "")
	c.keryx(t.Context(), 0, "player", "add", "anna@club.example", "Anna")
	for line, want := range map[string]string{"key list bruno@club.example": "nobody is registered as bruno@club.example", "outbox list --state all --game hel-7": "there is no game",
		"inbox list --state all --game hel-7": "there is no game", "game options hellas": "there is no game", "game options hellas --json": "there is no game"} {
		if said := c.keryx(t.Context(), 1, strings.Fields(line)...); !strings.Contains(said, want) {
			t.Errorf("keryx %s: %q, want %q", line, said, want)
		}
	}
	c.keryx(t.Context(), 0, "key", "list", "Anna@club.example")
}

// What is only tried says what it would do and to whom it would write, and changes nothing.
func TestPreviewsChangeNothing(t *testing.T) {
	c := newClinic(t, nil)
	writeFiles(t, c.dir, "keryx.toml", c.file)
	for _, line := range []string{"player add anna@club.example Anna", "player add bruno@club.example Bruno", "keygen Anna --out " + filepath.Join(c.dir, "anna"),
		"key add anna@club.example " + filepath.Join(c.dir, "anna.pub"), "game new hellespont athens=anna@club.example sparta=bruno@club.example"} {
		c.keryx(t.Context(), 0, strings.Fields(line)...)
	}
	key := strings.Fields(c.keryx(t.Context(), 0, "key", "list"))
	look := func() (all string) {
		for _, line := range []string{"player list", "key list", "game list", "outbox list --state all"} {
			all += c.keryx(t.Context(), 0, strings.Fields(line)...)
		}
		return all
	}
	before := look()
	for line, want := range map[string]string{"game cancel hel-1 --preview": "hel-1 is cancelled", "key revoke " + key[len(key)-1] + " --preview": "anna@club.example: "} {
		if said := c.keryx(t.Context(), 0, strings.Fields(line)...); !strings.Contains(said, "Nothing is changed") || !strings.Contains(said, want) {
			t.Errorf("keryx %s:\n%s", line, said)
		}
	}
	if after := look(); after != before {
		t.Errorf("a preview changed something:\n%s\nwas\n%s", after, before)
	}
	if said := c.keryx(t.Context(), 1, "player", "remove", "anna@club.example", "--preview"); strings.Contains(said, "Nothing is changed") {
		t.Errorf("what cannot be done is previewed as if it could:\n%s", said)
	}
	c.keryx(t.Context(), 0, "game", "cancel", "hel-1")
	if after := look(); after == before {
		t.Error("a command without a preview changes nothing")
	}
	if said := c.keryx(t.Context(), 0, "player", "remove", "anna@club.example", "--preview"); !strings.Contains(said, "Nothing is changed") {
		t.Errorf("keryx player remove --preview:\n%s", said)
	}
	if said := c.keryx(t.Context(), 0, "player", "list"); !strings.Contains(said, "anna@club.example") {
		t.Error("a preview has removed a player")
	}
}
