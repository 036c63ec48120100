//go:build unix

package main

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/host"
	"keryx/adjudicator/host/club"
	"keryx/cmd/keryx/settings"
	"keryx/mail"
	"keryx/mail/loopback"
	"keryx/store"
	"keryx/store/engine"
)

// house is a club in a folder of its own, whose commands are processes that can be killed.
type house struct {
	t        *testing.T
	dir, key string // the file with its server's public key
}

// newHouse makes a club that nobody serves: its commands need a mail server for their notes alone.
func newHouse(t *testing.T, name string) house {
	t.Helper()
	h := house{t: t, dir: t.TempDir()}
	address := "orders@" + name + ".test"
	post := loopback.New(loopback.User{Address: address, Password: "x"}) // takes the notes that commands leave
	noErr(t, post.Start(t.Context()))
	t.Cleanup(func() { noErr(t, post.Close()) })
	server := "tls = \"none\"\nuser = \"" + address + "\"\npassword = \"x\"\n"
	writeFiles(t, h.dir, "keryx.toml", fmt.Sprintf("database = %q\naddress = %q\n[imap]\naddress = %q\n%s[smtp]\naddress = %q\n%s", filepath.Join(h.dir, "keryx.db"), address, post.IMAPAddr(), server, post.SMTPAddr(), server))
	h.key = filepath.Join(h.dir, "key.asc")
	signer, err := settings.ServerKey(filepath.Join(h.dir, "server-key.asc"), "Keryx", "orders@"+name+".test")
	noErr(t, err)
	noErr(t, os.WriteFile(h.key, []byte(signer.Public().Text), 0o600))
	return h
}

// command is a command of the club, not begun.
func (h house) command(args ...string) *exec.Cmd {
	cmd := exec.CommandContext(h.t.Context(), os.Args[0], append(args, "--config", filepath.Join(h.dir, "keryx.toml"))...)
	cmd.Args[0] = "keryx" // as which this test binary is the program itself
	cmd.Dir = h.dir
	cmd.Env = append(os.Environ(), "TMPDIR="+h.t.TempDir()) // what is killed leaves something there
	return cmd
}

// run is a command that must end well, and what it says.
func (h house) run(args ...string) string {
	h.t.Helper()
	said, err := h.command(args...).CombinedOutput()
	if err != nil {
		h.t.Fatalf("keryx %s: %v\n%s", strings.Join(args, " "), err, said)
	}
	return string(said)
}

// kill runs a command that dies after a step of its work.
func (h house) kill(after club.Step, args ...string) {
	h.t.Helper()
	cmd := h.command(args...)
	cmd.Args[0] = "keryx-mortal"
	cmd.Env = append(cmd.Env, dieEnv+"="+string(after))
	said, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.Exited() {
		h.t.Errorf("keryx %s has not died after %q: %v\n%s", strings.Join(args, " "), after, err, said)
	}
}

// state is how a game stands at the club: "", if it is not there, or its status.
func (h house) state(game string) (status store.Status) {
	h.t.Helper()
	db, err := engine.Open(h.t.Context(), filepath.Join(h.dir, "keryx.db"))
	noErr(h.t, err)
	defer func() { noErr(h.t, db.Close()) }()
	err = db.View(h.t.Context(), func(tx store.ReadTx) error {
		all, err := tx.Games()
		for _, g := range all {
			if g.ID == game {
				status = g.Status
			}
		}
		return err
	})
	noErr(h.t, err)
	if status != "" {
		look := host.New(host.Club{Store: db, Now: time.Now, Rules: club.Usual(), Log: slog.New(slog.DiscardHandler)})
		if _, err := look.Games.Replay(h.t.Context(), game); err != nil {
			h.t.Errorf("half a game: %v", err)
		}
	}
	return status
}

// copyOf is the club once more, as it stands.
func (h house) copyOf() house {
	other := house{t: h.t, dir: h.t.TempDir()}
	noErr(h.t, os.CopyFS(other.dir, os.DirFS(h.dir)))
	noErr(h.t, filepath.WalkDir(other.dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		return os.Chmod(path, 0o600)
	}))
	text, err := os.ReadFile(filepath.Join(other.dir, "keryx.toml"))
	noErr(h.t, err)
	noErr(h.t, os.WriteFile(filepath.Join(other.dir, "keryx.toml"), []byte(strings.ReplaceAll(string(text), h.dir, other.dir)), 0o600))
	other.key = filepath.Join(other.dir, filepath.Base(h.key))
	return other
}

// TestKillExport kills keryx export and keryx import after each of their steps: a game that runs never
// runs at both clubs, no file and no game is there in part, and the same command again brings it to
// its end.
func TestKillExport(t *testing.T) {
	needRulesets(t)
	old, fresh := newHouse(t, "old"), newHouse(t, "new")
	for _, name := range []string{"anna", "bruno"} {
		_, public, err := mail.GenerateKey(mail.SSH, name, nil, time.Now().Add(-time.Hour))
		noErr(t, err)
		writeFiles(t, old.dir, name+".pub", public.Text)
		old.run("player", "add", name+"@players.test", name)
		old.run("key", "add", name+"@players.test", name+".pub")
	}
	old.run("game", "new", "hellespont", "athens=anna@players.test", "sparta=bruno@players.test")
	from, to := old.copyOf(), fresh.copyOf()
	file := filepath.Join(from.dir, "hel-1.keryx")
	export := []string{"export", "hel-1", "--to", to.key, "--at", "orders@new.test"}
	for _, step := range club.ExportSteps {
		from.kill(step, export...)
		if _, err := os.Stat(file); err == nil {
			t.Errorf("after %q the file is there", step)
		}
		if closed := from.state("hel-1") != store.Running; closed != (step != club.StepClosing) {
			t.Errorf("after %q the game is closed: %t", step, closed)
		}
	}
	from.run(export...)
	if from.state("hel-1") == store.Running {
		t.Error("the game goes on where it was given away")
	}
	load := []string{"import", file, "--from", from.key}
	for _, step := range club.ImportSteps {
		to.kill(step, load...)
		if there := to.state("hel-1"); (there != "") != (step == club.StepLoaded) {
			t.Errorf("after %q the game is %q at the other club", step, there)
		}
	}
	if said, err := to.command(load...).CombinedOutput(); err == nil || !strings.Contains(string(said), "lives here already") {
		t.Errorf("what is there is loaded again: %s", said)
	}
	if to.state("hel-1") != store.Paused { // until it is released
		t.Error("the game does not wait to be released")
	}

	// For a file that can be written nowhere no game is closed, and the next attempt makes it.
	from, to = old.copyOf(), fresh.copyOf()
	said, err := from.command("export", "hel-1", "--to", to.key, "--at", "orders@new.test", "--out", filepath.Join("missing", "x")).CombinedOutput()
	if err == nil || !strings.Contains(string(said), "no such file") || from.state("hel-1") != store.Running {
		t.Errorf("%s: %s", from.state("hel-1"), said)
	}
	from.run("export", "hel-1", "--to", to.key, "--at", "orders@new.test")
	bad(t, to, filepath.Join(from.dir, "hel-1.keryx"))
	to.run("import", filepath.Join(from.dir, "hel-1.keryx"))
	for _, club := range []struct {
		house
		list, show string
	}{{from, "given away", "its receipt has not come. Until it comes, a referee here can open the game again (keryx referee rule hel-1 reopen)"},
		{to, "held", "its release has not come, and nobody is asked anything. Without it the game is withdrawn on"}} {
		for command, want := range map[string]string{"game list": club.list, "game show hel-1": club.show, "status": club.show} {
			if said := club.run(strings.Fields(command)...); !strings.Contains(said, want) {
				t.Errorf("keryx %s does not say %q:\n%s", command, want, said)
			}
		}
	}
	third := newHouse(t, "third")
	if said, err := third.command("import", filepath.Join(from.dir, "hel-1.keryx")).CombinedOutput(); err == nil || third.state("hel-1") != "" {
		t.Errorf("a third club: %s", said)
	}
}

// bad tries files that are cut off, or altered in one byte, at a club: none is loaded, and each is told
// of in words.
func bad(t *testing.T, h house, file string) {
	t.Helper()
	whole, err := os.ReadFile(file)
	noErr(t, err)
	path := filepath.Join(h.dir, "bad.keryx")
	for i := range 8 {
		text := append([]byte{}, whole...)
		at := len(whole) * (i/2 + 1) / 6
		if i%2 == 0 {
			text = text[:at]
		} else if text[at] ^= 1; text[at] < ' ' {
			continue // between the lines of the armour
		}
		noErr(t, os.WriteFile(path, text, 0o600))
		if said, err := h.command("import", path).CombinedOutput(); err == nil || !strings.HasPrefix(string(said), "keryx: ") || h.state("hel-1") != "" {
			t.Errorf("byte %d of %d: %v\n%s", at, len(whole), err, said)
		} else if i < 2 {
			t.Logf("%s", said)
		}
	}
}
