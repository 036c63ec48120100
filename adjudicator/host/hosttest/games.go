package hosttest

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator"
	"keryx/adjudicator/host"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/post"
	hostreports "keryx/adjudicator/host/reports"
	"keryx/mail"
	"keryx/store"
	"keryx/store/engine"
	"keryx/templates/chart"
)

// Shooting is a game of three turns with some throws and draws.
const Shooting = `north bid 2
south bid 1
north march 1
south hold
south shoot
north shoot
south shoot
north loot 0/loot 0
south loot 0/loot 0
north bid 3
south bid 0
north shoot
south shoot
north shoot
south shoot
north loot 0/loot 0
south loot 0/loot 0`

// PlayScript sends the orders of each line. The code of each file is asked for by the
// change, which may do something to the club before.
func (c *Club) PlayScript(script string, before func(line int)) {
	c.T.Helper()
	for i, line := range strings.Split(script, "\n") {
		before(i)
		side, text, _ := strings.Cut(line, " ")
		c.Order(side, text)
	}
}

// RestoredClub is a club on an older copy of its database, three days later.
func RestoredClub(t *testing.T, copied, game string) *Club {
	t.Helper()
	db, err := engine.Open(t.Context(), copied)
	Check(t, err)
	t.Cleanup(func() { Check(t, db.Close()) })
	later := Noon.Add(72 * time.Hour)
	c := &Club{T: t, Time: later, Path: copied, Game: game, Host: NewHost(t, db, func() time.Time { return later })}
	c.Sent()
	return c
}

// WithoutReseed returns the ledger of a restored club but for its end, which gives the
// game new dice.
func WithoutReseed(t *testing.T, r *Club) []store.Entry {
	t.Helper()
	all := r.Ledger()
	last := len(all) - 1
	if all[last].Kind != string(adjudicator.Reseed) {
		t.Fatalf("the ledger ends with %s", all[last].Kind)
	}
	return all[:last]
}

// Press makes a game in which words are passed on in a way.
func Press(kind post.PressKind) Setting { return func(n *post.NewGame) { n.Press = kind } }

// Said returns what each address was sent, whole.
func (c *Club) Said() map[string]string {
	c.T.Helper()
	said := map[string]string{}
	for _, m := range c.Sent() {
		r, err := mail.ReadReport(m.Raw)
		Check(c.T, err)
		said[m.Recipient] += r.Subject + "\n" + r.Text
	}
	return said
}

// Mails sends a signed text of a player and returns what became of it.
func (c *Club) Mails(name, text string) store.InboxMessage {
	c.T.Helper()
	return c.Receive(Letter(People()[name].Address, c.Signed(name, text)))
}

// HadReceipts notes of players that they have had a receipt before.
func HadReceipts(c *Club, addresses ...string) {
	c.T.Helper()
	for _, address := range addresses {
		Check(c.T, c.Store.Update(c.T.Context(), func(tx store.Tx) error {
			player, err := tx.Player(address)
			player.Prefs = []byte(`{"receipt":true}`)
			return errors.Join(err, tx.UpdatePlayer(player))
		}))
	}
}

// askedOf returns the kind of what a side is asked, or nothing.
func askedOf(ctx context.Context, h *host.Host, game, side string) (kind string, err error) {
	err = h.Store.View(ctx, func(tx store.ReadTx) error {
		p, err := play.Load(tx, game)
		if err != nil || p.Session == nil {
			return err
		}
		defer p.Close()
		n, _ := p.Info.Seat(side)
		if q := p.Session.Asked(n); q != nil {
			kind = q.Kind
		}
		return nil
	})
	return kind, err
}

// DrawPictures lets reports of a ruleset have pictures or not. They are made of the same
// view as the rest, and take most of a report's time.
func DrawPictures(rules adjudicator.Ruleset, on bool) {
	key := rules.Info().Name + " " + rules.Info().Version
	if hostreports.Theatres.Delete(key); !on {
		hostreports.Theatres.Store(key, (*chart.Theatre)(nil))
	}
}

// Asked is the kind of what a side is asked, or "".
func (c *Club) Asked(side string) (kind string) {
	c.T.Helper()
	kind, err := askedOf(c.T.Context(), c.Host, c.Game, side)
	Check(c.T, err)
	return kind
}

// Ask sends signed requests, parted by "/", and returns the answers.
func (c *Club) Ask(name, requests string) []store.OutboxMail {
	c.T.Helper()
	c.Sent()
	c.Receive(Letter(People()[name].Address, c.Signed(name, strings.ReplaceAll(requests, "/", "\n")+"\n"),
		"Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: 8bit"))
	return c.Sent()
}

// Substitute names a substitute for a seat.
func (c *Club) Substitute(side, name string) {
	c.T.Helper()
	c.Change(func(tx store.Tx) error {
		seat, err := tx.Seat(c.Game, side)
		if err != nil {
			return err
		}
		seat.Substitutes = []string{People()[name].Address}
		return tx.UpdateSeat(seat)
	})
}

// Play plays the club's game to its end, by mail, with random players.
func (c *Club) Play(seed uint64) {
	c.T.Helper()
	mind := adjudicator.Random{Rand: rand.New(rand.NewPCG(seed, 0))}
	for range 500 {
		for _, side := range []string{"north", "south"} {
			plan, err := c.Intake.Plan(c.T.Context(), c.Game, side, mind)
			Check(c.T, err)
			if len(plan) > 0 {
				c.Order(side, InWords(plan))
			}
		}
		if c.Status() == store.Ended {
			return
		}
	}
	c.T.Fatal("the game does not end")
}

// Status is that of the game.
func (c *Club) Status() (s store.Status) {
	c.T.Helper()
	c.View(func(tx store.ReadTx) error {
		g, err := tx.Game(c.Game)
		s = g.Status
		return err
	})
	return s
}
