package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"keryx/mail"
	"keryx/mail/loopback"
	"keryx/mail/wire"
)

// keryx runs a command on the clinic's server and returns what it said.
func (c *clinic) keryx(ctx context.Context, want int, args ...string) string {
	c.t.Helper()
	var out bytes.Buffer
	if status := run(ctx, append(args, "--config", filepath.Join(c.dir, "keryx.toml")), &out, &out); status != want {
		c.t.Fatalf("keryx %q: status %d, want %d\n%s", args, status, want, &out)
	}
	return out.String()
}

// TestRestored backs a server up, lets it handle a mail, puts the backup in the place
// of its database, and goes on only after that was asked for.
func TestRestored(t *testing.T) {
	c := newClinic(t, nil)
	c.file = strings.Replace(c.file, "[imap]", "every = \"1s\"\nreceipts_wait = \"0s\"\n[imap]", 1)
	c.post.AddUser("anna@club.example", "a")
	c.post.AddUser("bruno@club.example", "b")
	_, public, err := mail.GenerateKey(mail.SSH, "Anna", nil, time.Now())
	noErr(t, err)
	writeFiles(t, c.dir, "keryx.toml", c.file, "anna.pub", string(public.Text))
	c.keryx(t.Context(), 0, "player", "add", "anna@club.example", "Anna")
	c.keryx(t.Context(), 0, "player", "add", "bruno@club.example", "Bruno")
	c.keryx(t.Context(), 0, "key", "add", "anna@club.example", filepath.Join(c.dir, "anna.pub"))
	c.keryx(t.Context(), 0, "game", "new", "hellespont", "athens=anna@club.example", "sparta=bruno@club.example")
	copies := filepath.Join(c.dir, "copies")
	for range 3 { // every night into the same place
		c.keryx(t.Context(), 0, "backup", copies)
	}
	writeFiles(t, copies, "notes.txt", "mine")
	if said := c.keryx(t.Context(), 0, "backup", copies, "--keep", "2"); strings.Count(said, "deleted") != 2 {
		t.Errorf("keeping two of four backups: %s", said)
	}
	left, err := filepath.Glob(filepath.Join(copies, "*"))
	if noErr(t, err); len(left) != 3 || filepath.Base(left[2]) != "notes.txt" {
		t.Errorf("there are %q", left)
	}
	for _, dir := range left[:2] {
		for _, name := range []string{"keryx.db", "server-key.asc"} {
			if at, err := os.Stat(filepath.Join(dir, name)); err != nil || at.Mode().Perm() != 0o600 {
				t.Errorf("%s in the backup: %v, %v", name, at, err)
			}
		}
	}
	// What lies there was handled after the backup, for the copy does not know it.
	noErr(t, c.post.Put(clinicServer, wire.FolderDone, []byte("From: anna@club.example\r\nSubject: =?utf-8?q?Orders_for_C=C3=A9os?=\r\n\r\nSomething unsigned.\r\n")))

	if said := c.keryx(t.Context(), 1, "serve"); !strings.Contains(said, "the database is older than its mailbox: 1 mails") || !strings.Contains(said, "keryx restored replay") {
		t.Errorf("serve says: %s", said)
	}
	if status, said := c.examine(); status != 1 || !strings.Contains(said, "FAULT    memory: the database is older than its mailbox") {
		t.Errorf("the doctor: status %d, %s", status, said)
	}
	// Nor is a name given to a game, which may be that of a game that was lost.
	if said := c.keryx(t.Context(), 1, "game", "new", "hellespont", "athens=anna@club.example", "sparta=bruno@club.example"); !strings.Contains(said, "no name is given to a game: the database is older than its mailbox") {
		t.Errorf("game new says: %s", said)
	}
	if said := c.keryx(t.Context(), 0, "restored", "list"); !strings.Contains(said, "Keryx/Done") || !strings.Contains(said, time.Now().UTC().Format("2006-01-02")) ||
		!strings.Contains(said, "anna@club.example  Orders for Céos") {
		t.Errorf("restored list says: %s", said)
	}
	if said := c.keryx(t.Context(), 0, "restored", "list", "--json"); !strings.HasPrefix(said, "{") || !strings.Contains(said, `"subject": "Orders for Céos"`) || !strings.Contains(said, `"looked": 1`) {
		t.Errorf("restored list --json says: %s", said)
	}
	if said := c.keryx(t.Context(), 0, "restored", "replay"); !strings.Contains(said, "  unsigned   anna@club.example") || !strings.Contains(said, "1 mail taken up again") {
		t.Errorf("restored replay says: %s", said)
	}
	if said := c.keryx(t.Context(), 0, "restored", "list"); !strings.Contains(said, "knows every mail") {
		t.Errorf("restored list says: %s", said)
	}
	if status, said := c.examine(); status != 0 || !strings.Contains(said, "ok       memory") {
		t.Errorf("the doctor: status %d, %s", status, said)
	}
	c.serveUntil(func(d loopback.Delivery) bool {
		return d.To == "bruno@club.example" && bytes.Contains(d.Raw, []byte("restored"))
	})
}

// TestEmptyDatabase begins on a mailbox that another club's database has used: neither a
// wrong path nor a second club goes unnoticed. A mailbox with nothing but new mail is
// nobody's yet.
func TestEmptyDatabase(t *testing.T) {
	c := newClinic(t, nil)
	c.file = strings.Replace(c.file, "[imap]", "every = \"1s\"\nreceipts_wait = \"0s\"\n[imap]", 1)
	writeFiles(t, c.dir, "keryx.toml", c.file)
	c.post.AddUser("anna@club.example", "a")
	fresh := []byte("From: anna@club.example\r\nTo: " + clinicServer + "\r\nSubject: help\r\n\r\n")
	noErr(t, c.post.Put(clinicServer, "INBOX", fresh))
	noErr(t, c.post.Put(clinicServer, wire.FolderDone, []byte("From: bruno@club.example\r\nSubject: orders\r\n\r\nHandled.\r\n")))
	if status, said := c.examine(); status != 1 || !strings.Contains(said, "FAULT    memory: there is no database") {
		t.Errorf("the doctor, without a database: status %d, %s", status, said)
	}
	if said := c.keryx(t.Context(), 1, "serve"); !strings.Contains(said, "the database is empty") || !strings.Contains(said, "restored discard") {
		t.Errorf("serve says: %s", said)
	}
	if status, said := c.examine(); status != 1 || !strings.Contains(said, "FAULT    memory: the database is empty") {
		t.Errorf("the doctor: status %d, %s", status, said)
	}
	if left, err := c.post.Inbox(t.Context(), clinicServer); err != nil || len(left) != 1 {
		t.Errorf("%d mails are left in the inbox: %v", len(left), err)
	}
	if said := c.keryx(t.Context(), 0, "restored", "discard"); !strings.Contains(said, "1 mail left out") {
		t.Errorf("restored discard says: %s", said)
	}
	c.keryx(t.Context(), 0, "player", "add", "anna@club.example", "Anna")
	c.serveUntil(func(d loopback.Delivery) bool { return d.To == "anna@club.example" })
	if status, said := c.examine(); status != 0 || !strings.Contains(said, "ok       memory") {
		t.Errorf("the doctor: status %d, %s", status, said)
	}
}

// serveUntil lets the daemon serve until a mail has been delivered.
func (c *clinic) serveUntil(wanted func(loopback.Delivery) bool) {
	c.t.Helper()
	ctx, cancel := context.WithCancel(c.t.Context())
	defer cancel()
	go func() {
		for ctx.Err() == nil {
			if slices.ContainsFunc(c.post.Delivered(), wanted) {
				cancel()
			}
			time.Sleep(10 * time.Millisecond)
		}
	}()
	c.keryx(ctx, 0, "serve")
}
