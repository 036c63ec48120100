package host_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/host/hosttest"

	"keryx/adjudicator"
	"keryx/store"
)

// begin plays some of a turn with the same texts in both clubs, as far as nothing hidden shows.
func (tw *twins) begin() error {
	tw.t.Helper()
	for range tw.rnd.IntN(4) {
		side := tw.blind
		text := tw.plan(tw.clubs[0], side)
		if text == "" {
			side = side.Other()
			text = tw.plan(tw.clubs[0], side)
		}
		if text == "" {
			break
		}
		if !tw.alike(store.Accepted, side, func(c *hosttest.Club) string { return tw.file(c, side, text, "") }) {
			return errOver // who writes knows his hand
		}
	}
	if tw.overt && tw.compare("the beginning") != nil {
		return errOver // what was done has shown it what differs
	}
	return nil
}

// watchTurn has a side resign after a while, and compares what whoever watches is sent of the turn.
func (tw *twins) watchTurn() error {
	tw.t.Helper()
	if err := tw.begin(); err != nil {
		return err
	}
	loser := adjudicator.Side(tw.rnd.IntN(2))
	resigned := tw.alike(store.Command, loser, func(c *hosttest.Club) string {
		return hosttest.Sign(tw.t, tw.key(c, loser), "resign "+c.Game+" "+c.Seat(tw.info.Sides[loser]).Answers+"\n", tw.now)
	})
	if !resigned {
		return errOver
	}
	var told [2]string
	for i, c := range tw.clubs {
		c.Sent()
		n, err := c.Watchers.TellObservers(tw.t.Context(), tw.now)
		hosttest.Check(tw.t, err)
		if n != 1 {
			tw.t.Errorf("%d letters to who watches", n)
		}
		for _, m := range c.Sent() {
			told[i] += string(m.Raw)
		}
	}
	if told[0] != told[1] {
		return fmt.Errorf("the letter to who watches differs:\n%s", firstDifference(told[0], told[1]))
	}
	return nil
}

// alike lets both clubs receive a mail of a side, and reports whether both take it so.
func (tw *twins) alike(want store.InboxState, side adjudicator.Side, body func(*hosttest.Club) string) bool {
	tw.now = tw.now.Add(time.Second)
	tw.envelope++
	for _, c := range tw.clubs {
		if row := tw.receive(c, tw.letter(tw.envelope, side, body(c))); row.State != want {
			return false
		}
	}
	return true
}

// TestWatchTwins compares what whoever watches is sent of games that differ in the hand and the
// cup of a side: it is the same, byte for byte, pictures and files included.
func TestWatchTwins(t *testing.T) {
	for _, game := range twinned(t) {
		letters, want := 0, hosttest.Sampled(3, 1)
		for seed := uint64(1); seed < 60 && letters < want; seed++ {
			switch err := watchTwins(t, game, seed); {
			case err == nil:
				letters++
			case !errors.Is(err, errOver):
				t.Errorf("%s, seed %d: %v", game, seed, err)
			}
		}
		if letters < want {
			t.Errorf("%s: only %d letters were compared", game, letters)
		}
	}
}

// watchTwins sets twins up and compares what whoever watches is sent.
func watchTwins(t *testing.T, game string, seed uint64) error {
	if seed%4 == 3 {
		return errOver // deadlines are another matter
	}
	tw := newTwins(t, game, seed)
	if tw.apart || tw.uneven {
		return errOver // what the enemy has ordered for later would show
	}
	return tw.watchTurn()
}

// TestPackTwins has somebody take over the blind side of games that differ in the enemy's hand, the
// cup and standing orders. The mail that he gets does not differ; it holds all that the side was
// told and has ordered.
func TestPackTwins(t *testing.T) {
	for _, game := range twinned(t) {
		packs := 0
		for seed := uint64(1); seed < 9 && packs < hosttest.Sampled(8, 2); seed++ {
			switch err := packTwins(t, game, seed, false); {
			case err == nil:
				packs++
			case !errors.Is(err, errOver):
				t.Errorf("%s, seed %d: %v", game, seed, err)
			}
		}
		if packs == 0 {
			t.Errorf("%s: no packs were compared", game)
		}
	}
}

// packTwins sets twins up, has the blind side relieved, and looks at the pack.
func packTwins(t *testing.T, game string, seed uint64, leaky bool) error {
	tw := newTwins(t, game, seed)
	if tw.leakyPack = leaky; tw.uneven {
		return errOver
	}
	if !tw.apart {
		if err := tw.begin(); err != nil {
			return err
		}
	}
	if tw.own(tw.clubs[0]) != tw.own(tw.clubs[1]) {
		return errOver // it has drawn from cups that differ
	}
	for _, c := range tw.clubs {
		c.Sent()
	}
	if err := tw.relieve(); err != nil {
		return err
	}
	for _, c := range tw.clubs {
		files, err := packOf(t.Context(), c.Host, c.Game, tw.blind)
		hosttest.Check(t, err)
		var pack strings.Builder
		for _, f := range files {
			pack.Write(f.Data)
		}
		held, own := pack.String(), 0
		for _, e := range c.Ledger() {
			if e.Kind != string(adjudicator.Ordered) {
				continue
			}
			is := strings.Contains(held, strings.TrimSpace(string(e.Body)))
			if mine := e.Side == tw.info.Sides[tw.blind]; mine != is {
				t.Errorf("orders of %s: in the pack %t\n%s", e.Side, is, e.Body)
			} else if mine {
				own++
			}
		}
		c.View(func(tx store.ReadTx) error {
			reports, err := tx.Reports(c.Game, tw.info.Sides[tw.blind])
			if n := strings.Count(held, "\n=== ") + 1; n != own+len(reports) {
				t.Errorf("%d parts in the pack, want %d orders and %d reports", n, own, len(reports))
			}
			return err
		})
	}
	return nil
}

// TestPackTwinsFindALeak has the enemy's past stand in the pack, and wants that found.
func TestPackTwinsFindALeak(t *testing.T) {
	for seed := uint64(1); seed < 20; seed++ {
		if err := packTwins(t, "ford", seed, true); err != nil && strings.Contains(err.Error(), "the packs differ") {
			return
		}
	}
	t.Error("a leak went unnoticed")
}

// TestWatchTwinsFindATattler has an observer's view tell of the hands, and wants that found.
func TestWatchTwinsFindATattler(t *testing.T) {
	tattling.Store(true)
	defer tattling.Store(false)
	for seed := uint64(1); seed < 60; seed++ {
		if err := watchTwins(t, "hellespont", seed); err != nil && !errors.Is(err, errOver) {
			return
		}
	}
	t.Error("a leak went unnoticed")
}
