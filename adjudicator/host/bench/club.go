// Package bench measures what Keryx costs on the machine at hand: the processor time and
// the disk of an order mail, orders and reports a second from mail to mail, the time to an
// answer beside a raw echo through the same servers, and how the start and a tick of the
// daemon grow with the games of a club. All of it plays real games, on databases of its
// own, and on the loopback interface alone.
package bench

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"log/slog"
	judgement "math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"time"

	"keryx/adjudicator"
	"keryx/adjudicator/host"
	settings "keryx/adjudicator/host/club"
	"keryx/adjudicator/host/post"
	"keryx/mail"
	"keryx/mail/wire"
	"keryx/store"
	"keryx/store/sqlite"
	"keryx/templates"
)

// answerTime is how long the players of a bench have; nobody is ever late.
const answerTime = 7 * 24 * time.Hour

// The addresses of a bench. Nothing leaves the machine.
const (
	server = "orders@keryx.test"
	domain = "players.test"
)

// A club is a host with simulated players.
type club struct {
	Host  *host.Host
	file  string // of the database
	rules adjudicator.Ruleset
	words *templates.Printer
	mind  adjudicator.Player

	players []player
	games   []string
	sent    int // mails written so far
	before  int // orders that were accepted before the daemon served
}

// player is somebody who signs with an SSH key.
type player struct {
	address string
	key     *mail.Signer
}

// openClub opens a club in a directory, with so many players and no game.
func openClub(ctx context.Context, dir string, rules adjudicator.Ruleset, players int, seed uint64) (*club, error) {
	c := &club{file: filepath.Join(dir, "keryx.db"), rules: rules, words: templates.For("en", rules.Info().Name)}
	kind := adjudicator.RandomPlayer
	if _, ok := rules.(adjudicator.Bot); ok {
		kind = adjudicator.SensiblePlayer
	}
	var err error
	if c.mind, err = adjudicator.NewPlayer(rules, kind, judgement.New(judgement.NewPCG(seed, seed))); err != nil {
		return nil, err
	}
	db, err := sqlite.Open(ctx, c.file)
	if err != nil {
		return nil, err
	}
	private, _, err := mail.GenerateKey(mail.OpenPGP, "Bench <"+server+">", nil, time.Now())
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	signer, err := mail.ParseSigner(private, nil)
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	settled := settings.Usual()
	settled.SeatMails, settled.ReceiptsWait.Duration = 1<<20, 0 // its players answer within the second
	c.Host = host.New(host.Club{Store: db, Now: time.Now, Random: rand.Reader, Log: slog.New(slog.DiscardHandler), Signer: signer,
		Rules: settled, Post: host.Post{Address: server, Name: "Keryx bench", Domain: "keryx.test"}})
	for i := range players {
		if err := c.enrol(ctx, fmt.Sprintf("player-%d@%s", i+1, domain)); err != nil {
			return nil, errors.Join(err, db.Close())
		}
	}
	return c, nil
}

func (c *club) close() error { return c.Host.Store.Close() }

// enrol registers a player with a key of his own.
func (c *club) enrol(ctx context.Context, address string) error {
	private, public, err := mail.GenerateKey(mail.SSH, address, nil, time.Now())
	if err != nil {
		return err
	}
	key, err := mail.ParseSigner(private, nil)
	if err != nil {
		return err
	}
	if err := c.Host.Seats.AddPlayer(ctx, store.Player{Address: address, Name: address, Language: "en", TimeZone: "UTC"}); err != nil {
		return err
	}
	if _, err := c.Host.Keys.AddKey(ctx, address, "", []byte(public.Text)); err != nil {
		return err
	}
	c.players = append(c.players, player{address, key})
	return nil
}

// found begins a game between two of the players.
func (c *club) found(ctx context.Context) (id string, err error) {
	seats := map[string]string{}
	for i, side := range c.rules.Info().Sides {
		seats[side] = c.holder(len(c.games), i).address
	}
	id, err = c.Host.Upkeep.Create(ctx, post.NewGame{Ruleset: c.rules.Info().Name, AnswerTime: answerTime, Language: "en", Seats: seats})
	if err != nil {
		return "", err
	}
	c.games = append(c.games, id)
	return id, nil
}

// holder is who plays a side of the game of that number.
func (c *club) holder(game, side int) player { return c.players[(2*game+side)%len(c.players)] }

// write writes the next orders of whoever is asked in a game, as a signed mail. It
// returns nil if nobody is asked anything: the game is over.
func (c *club) write(ctx context.Context, n int) (raw []byte, from string, err error) {
	for i, side := range c.rules.Info().Sides {
		plan, err := c.Host.Intake.Plan(ctx, c.games[n], side, c.mind)
		if err != nil {
			return nil, "", err
		}
		if len(plan) == 0 {
			continue
		}
		var seat store.Seat
		if err := c.Host.Store.View(ctx, func(tx store.ReadTx) (err error) {
			seat, err = tx.Seat(c.games[n], side)
			return err
		}); err != nil {
			return nil, "", err
		}
		text := fmt.Sprintf("game %s\nside %s\nanswers %s\norders\n", c.games[n], side, seat.Answers)
		for _, words := range plan {
			text += c.words.Words(words) + "\n"
		}
		p := c.holder(n, i)
		block, err := p.key.Sign(text, c.Host.Now())
		if err != nil {
			return nil, "", err
		}
		return c.letter(p.address, string(block)), p.address, nil
	}
	return nil, "", nil
}

// letter is a mail from a player to the server.
func (c *club) letter(from, body string) []byte {
	c.sent++
	head := []string{"From: " + from, "To: " + server, "Subject: Orders", "MIME-Version: 1.0",
		fmt.Sprintf("Message-ID: <%d.%d@%s>", c.sent, os.Getpid(), domain), "Date: " + c.Host.Now().Format(time.RFC1123Z)}
	return []byte(strings.ReplaceAll(strings.Join(head, "\n")+"\n\n"+body, "\n", "\r\n"))
}

// take gives a mail to the host as the mailbox does, and fails if its orders were not
// accepted.
func (c *club) take(ctx context.Context, raw []byte) error {
	f := wire.Fetched{Folder: "INBOX", UIDValidity: 1, UID: uint32(c.sent), InternalDate: c.Host.Now(), Size: int64(len(raw)), Raw: raw}
	put, err := c.Host.Intake.Receive(ctx, f)
	if err != nil || put.Folder == wire.FolderDone {
		return err
	}
	return c.Host.Store.View(ctx, func(tx store.ReadTx) error {
		row, err := tx.InboxByContent(sha256.Sum256(raw))
		if err != nil {
			return err
		}
		return fmt.Errorf("orders of the bench were not accepted: %s, %s", row.State, row.Reason)
	})
}

// temporary makes a directory that is removed with the returned function.
func temporary() (dir string, remove func() error, err error) {
	dir, err = os.MkdirTemp("", "keryx-bench-")
	return dir, func() error { return os.RemoveAll(dir) }, err
}
