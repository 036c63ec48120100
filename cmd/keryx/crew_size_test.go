//go:build unix

package main

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	mathrand "math/rand/v2"
	netmail "net/mail"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"keryx/adjudicator"
	"keryx/adjudicator/dice/seed"
	"keryx/adjudicator/ferry"
	"keryx/adjudicator/host/post"
	"keryx/mail"
	"keryx/mail/loopback"
	"keryx/store"
	"keryx/templates"
)

// TestCrewAtSize is TestCrew with a game so small that the pictures of its letters do not hide what the engine of jobs
// costs, and with players who answer each letter at once. KERYX_CREW_SIZE sets "daemons games orders seconds restarts" as
// KERYX_CREW does.
func TestCrewAtSize(t *testing.T) {
	t.Parallel()
	size := crewSize{daemons: 2, games: 6, orders: 24, pause: once, restarts: 1}
	size.read(t, os.Getenv("KERYX_CREW_SIZE"))
	f := federate(t, size)
	for range size.daemons {
		f.launch()
	}
	f.open(size.games)
	begun, restarted, told := time.Now(), 0, 0
	for sent := 0; sent < size.orders; sent = f.answer() {
		if sent >= told+size.orders/10 {
			t.Logf("%d orders in %v, %d killed, %d restarts", sent, time.Since(begun).Round(time.Second), f.kills, restarted)
			told = sent
		}
		f.harass(size)
		if restarted < size.restarts && sent >= (restarted+1)*size.orders/(size.restarts+1) {
			f.server.Stop()
			noErr(t, f.server.Start())
			restarted++
		}
	}
	f.drain()
	took := time.Since(begun)
	f.stop()
	f.noneSetAside()
	f.inspect(f.kills + restarted*size.daemons)
	orders := float64(len(f.sent))
	t.Logf("%d daemons, %d games, %d killed, %d restarts of the server: %d orders in %v, %.1f a second; CPU of the daemons %.1f ms an order",
		size.daemons, len(f.games), f.kills, restarted, len(f.sent), took.Round(time.Second), orders/took.Seconds(), 1000*f.spent.Seconds()/orders)
}

// crewSize is how large a trial is; pause is in seconds.
type crewSize struct{ daemons, games, orders, pause, restarts int }

// read takes a size from a text, or leaves it if that is empty.
func (c *crewSize) read(t *testing.T, text string) {
	t.Helper()
	for i, word := range strings.Fields(text) {
		n, err := strconv.Atoi(word)
		noErr(t, err)
		*[]*int{&c.daemons, &c.games, &c.orders, &c.pause, &c.restarts}[i] = n
	}
}

// federation is a club of many games, each with a lane of its own for what its players write.
type federation struct {
	*crewOfProcesses
	orders int // that are to be written in all
	begun  int // games
	games  map[string]*federal
	told   chan string // games of which a letter has come

	lock     sync.Mutex
	answered map[string]bool // mails of players, by Message-ID
}

// federal is one game of a federation.
type federal struct {
	players map[string]string       // of a side, by name
	busy    map[string]*killedOrder // of a side, that are under way
	over    bool
}

// federate makes a federation without games.
func federate(t *testing.T, size crewSize) *federation {
	t.Helper()
	if ferry.Opener.Register("") != nil {
		t.Fatal("the game is not to be had")
	}
	var more []string // nobody plays hundreds of games
	for pair := 1; pair <= size.games/gamesOfPair; pair++ {
		more = append(more, paired("athens", pair), paired("sparta", pair))
	}
	s := besiege(t, "postgres", mathrand.New(mathrand.NewPCG(seed.First(t, 1), 0)), more...)
	f := &federation{crewOfProcesses: &crewOfProcesses{siege: s, as: "keryx-ferry"}, orders: size.orders, games: map[string]*federal{},
		told: make(chan string, 100*(size.games+size.orders)), answered: map[string]bool{}}
	s.arrived = f.arrived
	return f
}

// gamesOfPair is how many games two players have against each other, until two others do.
const gamesOfPair = 20

// paired is the name of a player of a pair.
func paired(name string, pair int) string {
	if pair == 0 {
		return name
	}
	return fmt.Sprint(name, pair)
}

// players are those of the next game.
func (f *federation) players() (east, west string) {
	pairs := len(f.keys) / 2
	pair := f.begun / gamesOfPair % pairs
	f.begun++
	return paired("athens", pair), paired("sparta", pair)
}

// arrived notes that a player has got a letter.
func (f *federation) arrived(d loopback.Delivery) {
	m, err := netmail.ReadMessage(bytes.NewReader(d.Raw))
	if err != nil {
		f.t.Errorf("a mail to %s cannot be read: %v", d.To, err)
		return
	}
	f.lock.Lock()
	f.answered[m.Header.Get("In-Reply-To")] = true
	f.lock.Unlock()
	_, list, _ := strings.Cut(m.Header.Get("List-Id"), "<")
	if game, _, ok := strings.Cut(list, "."); ok {
		f.told <- game
	}
}

// open begins games.
func (f *federation) open(n int) {
	f.t.Helper()
	for range n {
		east, west := f.players()
		f.whenThere(func() error {
			game, err := f.host.Upkeep.Create(f.t.Context(), post.NewGame{Ruleset: "ferry", AnswerTime: 72 * time.Hour, Language: "en",
				Seats: map[string]string{"east": east + "@players.test", "west": west + "@players.test"}})
			if err == nil {
				f.games[game] = &federal{busy: map[string]*killedOrder{}, players: map[string]string{"east": east, "west": west}}
			}
			return err
		})
	}
}

// whenThere does something, again as long as the server of the database is away.
func (f *federation) whenThere(do func() error) {
	f.t.Helper()
	for {
		err := do()
		if err == nil {
			return
		}
		if !errors.Is(err, store.ErrUnavailable) {
			f.t.Fatal(err)
		}
		time.Sleep(100 * time.Millisecond)
	}
}

// answer writes what the players answer to the letters that have come by now, and waits a little for one. It returns how
// many orders there are.
func (f *federation) answer() int {
	f.t.Helper()
	for n := 0; n < 100 && len(f.sent) < f.orders; n++ {
		select {
		case game := <-f.told:
			f.play(game)
		case <-time.After(50 * time.Millisecond):
			return len(f.sent)
		}
	}
	return len(f.sent)
}

// play has those answer in a game who are asked and whose last orders are acknowledged.
func (f *federation) play(game string) {
	f.t.Helper()
	g := f.games[game]
	if g == nil || g.over {
		return
	}
	f.whenThere(func() error {
		return f.host.Store.View(f.t.Context(), func(tx store.ReadTx) error {
			row, err := tx.Game(game)
			g.over = row.Status == store.Ended
			return err
		})
	})
	if g.over {
		if len(f.sent) < f.orders {
			f.open(1)
		}
		return
	}
	for _, side := range []string{"east", "west"} {
		f.lock.Lock()
		o := g.busy[side]
		free := o == nil || f.answered[o.id] || o.again != "" && f.answered[o.again]
		f.lock.Unlock()
		if free {
			f.whenThere(func() error { return f.send(g, game, side) })
		}
	}
}

// send sends what a side answers.
func (f *federation) send(g *federal, game, side string) error {
	var code string
	err := f.host.Store.View(f.t.Context(), func(tx store.ReadTx) error {
		seat, err := tx.Seat(game, side)
		code = seat.Answers
		return err
	})
	if err != nil {
		return err
	}
	plan, err := f.host.Intake.PlanAnswer(f.t.Context(), game, side, code, adjudicator.Random{Rand: f.r})
	if err != nil || len(plan) == 0 {
		return err
	}
	text := fmt.Sprintf("game %s\nside %s\nanswers %s\norders\n", game, side, code)
	for _, words := range plan {
		text += templates.For("en", "ferry").Words(words) + "\n"
	}
	player := g.players[side]
	text = mail.Canonical(text)
	signed, err := f.keys[player].Sign(text, time.Now())
	if err != nil {
		return err
	}
	var o *killedOrder
	for range 1 + f.r.IntN(5)/4 { // one of five comes twice, in two envelopes
		f.mails++
		id := fmt.Sprintf("<%d@players.test>", f.mails)
		raw := []byte(strings.ReplaceAll("From: "+player+"@players.test\nTo: "+siegeServer+"\nSubject: Orders\nMIME-Version: 1.0\nMessage-ID: "+id+"\n\n"+string(signed), "\n", "\r\n"))
		if err := f.post.Put(siegeServer, "INBOX", raw); err != nil {
			return err
		}
		if o == nil {
			o = &killedOrder{game: game, side: side, text: text, id: id, hash: sha256.Sum256(raw)}
		} else {
			o.again = id
		}
	}
	g.busy[side] = o
	f.sent = append(f.sent, o)
	return nil
}

// drain waits until nothing is left to do.
func (f *federation) drain() {
	f.t.Helper()
	for {
		waiting := 0
		f.whenThere(func() error {
			waiting = 0
			return f.host.Store.View(f.t.Context(), func(tx store.ReadTx) error {
				for _, state := range []store.InboxState{store.Received} {
					rows, err := tx.InboxMessages(store.InboxFilter{State: state})
					if err != nil {
						return err
					}
					waiting += len(rows)
				}
				for _, state := range []store.OutboxState{store.Queued, store.Sending} {
					rows, err := tx.OutboxMails(store.OutboxFilter{State: state})
					if err != nil {
						return err
					}
					waiting += len(rows)
				}
				return nil
			})
		})
		left, err := f.post.Inbox(f.t.Context(), siegeServer)
		noErr(f.t, err)
		if waiting+len(left) == 0 {
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
}
