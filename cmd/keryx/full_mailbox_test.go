//go:build unix

package main

import (
	"context"
	"fmt"
	"testing"
	"time"

	"keryx/mail/loopback"
	"keryx/store"
)

// TestFullMailbox starts a daemon on a mailbox in which many orders wait, and sees how long others wait meanwhile: a mail
// that is to be sent, a deadline that has passed, a command that writes. KERYX_MAILBOX sets how many orders there are, and
// KERYX_ENGINE=postgres the engine.
func TestFullMailbox(t *testing.T) {
	orders := numberOf(t, "KERYX_MAILBOX", 40)
	f := federate(t, crewSize{games: orders, orders: orders})
	f.open(orders/2 + lateGames)
	late := f.waitingOrders(orders / 2)
	p := &probes{federation: f, sent: map[string]time.Time{}, got: map[string]time.Duration{}}
	f.siege.arrived = p.arrived
	begun := time.Now()
	f.passDeadlines(late, begun)
	f.launch()
	serving := time.Since(begun)
	for done := false; !done || !f.reminded(late[0]); {
		done = p.probe()
	}
	took := time.Since(begun)
	f.drain()
	f.stop()
	f.noneSetAside()
	f.inspectDeadlines(late, begun)
	p.inspect()
	t.Logf("%d orders waited: serving after %v, all worked on after %v, %.1f a second; the longest wait of %d mails was %v, of %d commands %v",
		orders, serving.Round(time.Millisecond), took.Round(100*time.Millisecond), float64(orders)/took.Seconds(),
		len(p.got), p.mail.Round(time.Millisecond), p.commands, p.command.Round(time.Millisecond))
}

// lateGames is in how many games a deadline passes, one a second.
const lateGames = 5

// waitingOrders puts an order of both sides of so many games into the mailbox, and returns the games that are left. All
// letters are delivered before.
func (f *federation) waitingOrders(games int) (left []string) {
	f.t.Helper()
	_, err := f.host.Outbox.Flush(f.t.Context(), taken{})
	noErr(f.t, err)
	for game, g := range f.games {
		if games == 0 {
			left = append(left, game)
			continue
		}
		games--
		for _, side := range []string{"east", "west"} {
			noErr(f.t, f.send(g, game, side))
		}
	}
	return left
}

// taken is a server that takes all mail.
type taken struct{}

func (taken) Send(context.Context, string, string, []byte) error { return nil }

// passDeadlines sets the deadlines of games to that moment and the seconds after it.
func (f *federation) passDeadlines(games []string, from time.Time) {
	f.t.Helper()
	noErr(f.t, f.host.Store.Update(f.t.Context(), func(tx store.Tx) error {
		for i, game := range games {
			seat, err := tx.Seat(game, "east")
			if err != nil {
				return err
			}
			at := store.Time(from.Add(time.Duration(i) * time.Second))
			seat.Deadline = &at
			if err := tx.UpdateSeat(seat); err != nil {
				return err
			}
		}
		return nil
	}))
}

// reminded reports whether the deadline of a game has been noticed.
func (f *federation) reminded(game string) (yes bool) {
	f.t.Helper()
	f.view(func(tx store.ReadTx) error {
		seat, err := tx.Seat(game, "east")
		yes = seat.Reminded != nil
		return err
	})
	return yes
}

// inspectDeadlines wants a reminder for each deadline that has passed, and tells the longest wait for one.
func (f *federation) inspectDeadlines(games []string, from time.Time) {
	f.t.Helper()
	longest := time.Duration(0)
	f.view(func(tx store.ReadTx) error {
		for i, game := range games {
			seat, err := tx.Seat(game, "east")
			if err != nil {
				return err
			}
			deadline := store.Time(from.Add(time.Duration(i) * time.Second))
			if seat.Reminded == nil || seat.Reminded.Before(deadline) {
				if i == 0 {
					f.t.Errorf("nobody is reminded of the deadline of %s", game)
				}
				continue // the orders were worked off before it
			}
			mails, err := tx.OutboxMails(store.OutboxFilter{Game: game, Side: "east"})
			if err != nil {
				return err
			}
			for _, m := range mails {
				if m.Kind == "reminder" {
					longest = max(longest, m.Created.Sub(deadline))
				}
			}
		}
		return nil
	})
	f.t.Logf("the longest wait for a reminder that was due was %v", longest.Round(time.Millisecond))
}

// probes asks a server at work for other things.
type probes struct {
	*federation
	sent     map[string]time.Time // by Message-ID
	got      map[string]time.Duration
	mail     time.Duration
	commands int
	command  time.Duration
}

func (p *probes) arrived(d loopback.Delivery) {
	var id string
	if _, err := fmt.Sscanf(string(d.Raw), "Message-ID: %s", &id); err != nil {
		return
	}
	p.lock.Lock()
	defer p.lock.Unlock()
	if at, ok := p.sent[id]; ok && p.got[id] == 0 {
		p.got[id] = time.Since(at)
		p.mail = max(p.mail, p.got[id])
	}
}

// probe queues a mail by a command that writes, and reports whether all orders are worked on.
func (p *probes) probe() (done bool) {
	p.t.Helper()
	begun := time.Now()
	id := fmt.Sprintf("<probe-%d@keryx.test>", p.commands)
	p.lock.Lock()
	p.sent[id] = begun
	p.lock.Unlock()
	noErr(p.t, p.host.Store.Update(p.t.Context(), func(tx store.Tx) error {
		raw := fmt.Sprintf("Message-ID: %s\r\nFrom: %s\r\nTo: athens@players.test\r\nSubject: probe\r\nContent-Type: text/plain\r\n\r\nprobe\r\n", id, siegeServer)
		_, err := tx.Enqueue(store.OutboxMail{MessageID: id, Kind: "notice", Recipient: "athens@players.test", Raw: []byte(raw), Created: begun})
		return err
	}))
	p.commands++
	p.command = max(p.command, time.Since(begun))
	select {
	case <-p.t.Context().Done():
	case <-time.After(200 * time.Millisecond):
	}
	waiting := 0
	p.view(func(tx store.ReadTx) error {
		rows, err := tx.InboxMessages(store.InboxFilter{State: store.Accepted})
		waiting = len(p.federation.sent) - len(rows)
		return err
	})
	return waiting <= 0
}

// inspect wants every mail delivered.
func (p *probes) inspect() {
	p.t.Helper()
	p.lock.Lock()
	defer p.lock.Unlock()
	if len(p.got) != len(p.sent) {
		p.t.Errorf("%d mails of %d were delivered", len(p.got), len(p.sent))
	}
}
