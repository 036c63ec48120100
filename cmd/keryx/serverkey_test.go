package main

import (
	"os"
	"path/filepath"
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
