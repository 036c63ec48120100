//go:build unix

package main

import (
	"fmt"
	"io/fs"
	"log/slog"
	mathrand "math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/dice/seed"
	"keryx/adjudicator/host"
	"keryx/mail"
	"keryx/store"
	"keryx/store/engine"
)

// house is a club in a folder of its own, whose commands are processes that can be killed.
type house struct {
	t        *testing.T
	dir, key string // the file with its server's public key
}

// newHouse makes a club that nobody serves: its commands need no mail server.
func newHouse(t *testing.T, name string) house {
	t.Helper()
	h := house{t: t, dir: t.TempDir()}
	server := "address = \"127.0.0.1:9\"\ntls = \"none\"\nuser = \"x\"\npassword = \"x\"\n"
	writeFiles(t, h.dir, "keryx.toml", fmt.Sprintf("database = %q\naddress = \"orders@%s.test\"\n[imap]\n%s[smtp]\n%s", filepath.Join(h.dir, "keryx.db"), name, server, server))
	h.key = filepath.Join(h.dir, "key.asc")
	signer, err := serverKey(filepath.Join(h.dir, "server-key.asc"), "Keryx", "orders@"+name+".test")
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

// kill begins a command and kills it after a time, if it has not ended.
func (h house) kill(after time.Duration, args ...string) {
	h.t.Helper()
	cmd := h.command(args...)
	noErr(h.t, cmd.Start())
	timer := time.AfterFunc(after, func() { _ = cmd.Process.Kill() })
	_ = cmd.Wait() // how it ended is seen in what it has left
	timer.Stop()
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
		look := &host.Host{Store: db, Now: time.Now, Log: slog.New(slog.DiscardHandler)}
		if _, err := look.Replay(h.t.Context(), game); err != nil {
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

// TestKillExport kills keryx export and keryx import at any moment, sealed and clear: a game that
// runs never runs at both clubs, no file and no game is there in part, and the same command
// again brings it to its end. KERYX_KILLS sets how many of each are tried.
func TestKillExport(t *testing.T) {
	kills := numberOf(t, killsEnv, 2)
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
	r := mathrand.New(mathrand.NewPCG(seed.First(t, 1), 0))
	seen := map[string]int{}
	whole := time.Second
	for i := range kills {
		from, to := old.copyOf(), fresh.copyOf()
		file := filepath.Join(from.dir, "hel-1.keryx")
		export := []string{"export", "hel-1", "--to", to.key, "--at", "orders@new.test"}
		if i > 0 {
			from.kill(time.Duration(r.Float64()*float64(whole)*1.1), export...)
		}
		_, err := os.Stat(file)
		closed := from.state("hel-1") != store.Running
		seen[fmt.Sprintf("exported: file %t, closed %t", err == nil, closed)]++
		if err == nil && !closed {
			t.Error("the file is there, and the game goes on")
		}
		if err != nil {
			begun := time.Now()
			from.run(export...)
			if i == 0 {
				whole = time.Since(begun)
			}
		}
		if from.state("hel-1") == store.Running {
			t.Error("the game goes on where it was given away")
		}
		load := []string{"import", file, "--from", from.key}
		to.kill(time.Duration(r.Float64()*float64(whole)*1.3), load...)
		there := to.state("hel-1")
		seen[fmt.Sprintf("imported: %q", there)]++
		said, err := to.command(load...).CombinedOutput()
		if mended := err == nil; mended == (there != "") || there != "" && !strings.Contains(string(said), "lives here already") {
			t.Errorf("it was %q, and the same command says: %s", there, said)
		}
		if to.state("hel-1") != store.Running {
			t.Error("the game does not go on")
		}
	}
	t.Log(seen)

	// For a file that can be written nowhere no game is closed, and the next attempt makes it.
	from, to := old.copyOf(), fresh.copyOf()
	said, err := from.command("export", "hel-1", "--to", to.key, "--at", "orders@new.test", "--out", filepath.Join("missing", "x")).CombinedOutput()
	if err == nil || !strings.Contains(string(said), "no such file") || from.state("hel-1") != store.Running {
		t.Errorf("%s: %s", from.state("hel-1"), said)
	}
	from.run("export", "hel-1", "--to", to.key, "--at", "orders@new.test")
	bad(t, to, filepath.Join(from.dir, "hel-1.keryx"))
	to.run("import", filepath.Join(from.dir, "hel-1.keryx"))
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
