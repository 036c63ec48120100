package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"keryx/mail"
	"keryx/mail/loopback"
)

// TestVerifyEncrypted checks a report that was encrypted to its player.
func TestVerifyEncrypted(t *testing.T) {
	c := newClinic(t, nil)
	c.file = strings.Replace(c.file, "[imap]", "every = \"1s\"\nreceipts_wait = \"0s\"\n[imap]", 1)
	c.post.AddUser("anna@club.example", "a")
	c.post.AddUser("bruno@club.example", "b")
	private, public, err := mail.GenerateKey(mail.OpenPGP, "Anna", nil, time.Now().Add(-time.Hour))
	noErr(t, err)
	writeFiles(t, c.dir, "keryx.toml", c.file, "anna", string(private), "anna.pub", public.Text)
	c.keryx(t.Context(), 0, "player", "add", "anna@club.example", "Anna")
	c.keryx(t.Context(), 0, "player", "add", "bruno@club.example", "Bruno")
	c.keryx(t.Context(), 0, "key", "add", "anna@club.example", filepath.Join(c.dir, "anna.pub"))
	c.keryx(t.Context(), 0, "player", "set", "anna@club.example", "--encrypt")
	c.keryx(t.Context(), 0, "game", "new", "hellespont", "athens=anna@club.example", "sparta=bruno@club.example")
	toAnna := func(d loopback.Delivery) bool { return d.To == "anna@club.example" }
	c.serveUntil(toAnna)
	server := filepath.Join(c.dir, "server.pub")
	writeFiles(t, c.dir, "server.pub", c.keryx(t.Context(), 0, "key", "server", "--public"))
	saved := filepath.Join(c.dir, "saved")
	noErr(t, os.Mkdir(saved, 0o700))
	for _, d := range c.post.Delivered() {
		if toAnna(d) {
			if !bytes.Contains(d.Raw, []byte("BEGIN PGP MESSAGE")) {
				t.Fatal("the report is not encrypted")
			}
			writeFiles(t, saved, "report.eml", string(d.Raw))
		}
	}
	if said := c.keryx(t.Context(), 1, "verify", saved, "--key", server); !strings.Contains(said, "no report of a game was found") {
		t.Errorf("without the private key: %s", said)
	}
	if said := c.keryx(t.Context(), 0, "verify", saved, "--key", server, "--private", filepath.Join(c.dir, "anna")); !strings.Contains(said, "hel-1: 1 reports") ||
		!strings.Contains(said, "all hold") || !strings.Contains(said, "every report that was counted is signed by") {
		t.Errorf("with it: %s", said)
	}
	if said := c.keryx(t.Context(), 1, "verify", saved, "--private", filepath.Join(c.dir, "server-key.asc")); !strings.Contains(said, "cannot be decrypted") {
		t.Errorf("with another: %s", said)
	}
}
