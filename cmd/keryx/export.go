package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"keryx/adjudicator/host"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/upkeep"
	"keryx/cmd/keryx/offline"
	"keryx/cmd/keryx/screen"
	"keryx/cmd/keryx/settings"
	"keryx/mail"
	"keryx/store"
	"keryx/store/durable"
	"keryx/store/engine"
)

// exportCmd writes a game for another club.
type exportCmd struct {
	Game string `arg:"" type:"game" help:"The game, such as hel-7."`
	To   string `help:"The public OpenPGP key of the other club's server: the file is sealed for it. A running game needs it, and is closed here; the ledger says so, and the players are told." type:"existingfile" placeholder:"FILE"`
	At   string `help:"The mail address at which the other club plays; with --to." placeholder:"ADDRESS"`
	Out  string `help:"The file to write; GAME.keryx unless given." type:"path" placeholder:"FILE"`
}

// Run writes the bundle. A file that is there is not overwritten.
func (c exportCmd) Run(g *screen.Globals) error {
	if (c.To == "") != (c.At == "") {
		return errors.New("--to and --at go together: the key of the other club, and its address")
	}
	var to *play.Receiver
	if c.To != "" {
		key, err := publicKey(c.To)
		if err != nil {
			return err
		}
		to = &play.Receiver{Address: c.At, Key: key}
	}
	path := c.Out
	if path == "" {
		path = c.Game + ".keryx"
	}
	if _, err := os.Lstat(path); err == nil {
		return fmt.Errorf("%s is there already: name another file with --out", path)
	}
	// A running game is closed before its file is there, so that it never runs at both clubs:
	// it is not closed for a file that can be written nowhere.
	if err := writable(filepath.Dir(path)); err != nil {
		return err
	}
	return withScratch(g, func(h *host.Host, carrier post.Carrier, scratch store.Store) error {
		file, err := h.Transfers.Export(g.Ctx, c.Game, upkeep.Exporting{To: to, Scratch: scratch, Carrier: carrier})
		if err != nil {
			return err
		}
		if err := durable.PutFile(path, file); err != nil {
			if to == nil {
				return err
			}
			return fmt.Errorf("the game is closed here, and its file could not be written; give the command again: %w", err)
		}
		if to == nil {
			fmt.Fprintf(g.Out, "%s\nThe game is over, and nothing in the file is secret but the addresses and keys of its players: give it to the other club, and do not publish it.\n", path)
			return nil
		}
		fmt.Fprintf(g.Out, "%s\nOnly the server with the key %s can read it. Send it to that club; they load it with keryx import. The game goes on there when keryx serve of both clubs have written to each other. Until their receipt has come, a referee can open it again (keryx referee rule %s reopen).\n", path, to.Key.Fingerprint, c.Game)
		return nil
	})
}

// withScratch runs f on the host, what carries its mail, and an empty store to try a game in.
func withScratch(g *screen.Globals, f func(*host.Host, post.Carrier, store.Store) error) (err error) {
	config, err := settings.Load(g.Config)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "keryx-trial-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	return settings.WithHost(g, func(h *host.Host) error {
		d, err := daemonOf(g.Ctx, config, h)
		if err != nil {
			return err
		}
		scratch, err := engine.Open(g.Ctx, filepath.Join(dir, "trial.db"))
		if err != nil {
			return err
		}
		return errors.Join(f(h, d.Carrier, scratch), scratch.Close())
	})
}

// writable tries whether a file can be made in a folder.
func writable(folder string) error {
	f, err := os.CreateTemp(folder, ".keryx-export-")
	if err != nil {
		return err
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}

// publicKey reads a public key from a file.
func publicKey(path string) (mail.PublicKey, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return mail.PublicKey{}, err
	}
	key, err := mail.ParsePublicKey(text)
	if err != nil {
		return key, fmt.Errorf("%s: %w", path, offline.ExplainRefusal(err, "en"))
	}
	return key, nil
}

// importCmd loads a game from another club.
type importCmd struct {
	File string `arg:"" help:"What keryx export of the other club has written." type:"existingfile"`
	From string `help:"The public key of the other club's server: the file must be signed by it." type:"existingfile" placeholder:"FILE"`
}

// maxReplay bounds the time for which a bundle is played again: anybody can have written it.
const maxReplay = 10 * time.Minute

// Run plays the game again in a database of its own, and then loads it.
func (c importCmd) Run(g *screen.Globals) (err error) {
	var from *mail.PublicKey
	if c.From != "" {
		key, err := publicKey(c.From)
		if err != nil {
			return err
		}
		from = &key
	}
	file, err := readUpTo(c.File, upkeep.MaxBundle)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(g.Ctx, maxReplay)
	defer cancel()
	return withScratch(g, func(h *host.Host, _ post.Carrier, scratch store.Store) error {
		bar := g.Progress("the game is played again", false)
		got, err := h.Transfers.Import(ctx, scratch, file, from)
		bar.Done()
		if err != nil {
			return err
		}
		fmt.Fprintf(g.Out, "%s, from %s: %s, %s, played again and all as it is stored\n", got.Game, got.Club, screen.Count(got.Turns, "turn"), screen.Number(got.Entries, "ledger entry", "ledger entries"))
		if from == nil {
			fmt.Fprintf(g.Out, "It is signed by the key %s: compare that with what the other club says of its server, or give its key with --from.\n", got.Key)
		}
		for _, address := range got.Added {
			fmt.Fprintf(g.Out, "%s was registered with the keys that sign for this player in this game alone\n", address)
		}
		for _, name := range got.Guests {
			fmt.Fprintf(g.Out, "a side was played by somebody who is nobody here: it is kept as that of %s, until a member confirms by a signed email that it is his\n", name)
		}
		if !got.Ended {
			fmt.Fprintf(g.Out, "The game waits until %s releases it: keryx serve sends the receipt, and asks the players when the answer has come. Then the game goes on here, with dice that the other club does not know. Without an answer within a week it is withdrawn.\n", got.Club)
		}
		return nil
	})
}

// readUpTo reads a file that may not be larger than so many bytes.
func readUpTo(path string, limit int64) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err := errors.Join(err, f.Close()); err != nil {
		return nil, err
	}
	if int64(len(text)) > limit {
		return nil, fmt.Errorf("%s is larger than %d bytes, the most that a game may have", path, limit)
	}
	return text, nil
}
