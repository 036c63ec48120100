package host_test

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/host/hosttest"

	"keryx/adjudicator"
	"keryx/adjudicator/dice/seed"
)

// hide lets the enemy write what the blind side must not hear of: an answer to what both
// are asked at once, standing orders, orders that wait for a later phase. He does so in
// one club and not in the other, or in both and otherwise, at other times.
func (tw *twins) hide() error {
	tw.t.Helper()
	writes := [2]int{tw.rnd.IntN(3), tw.rnd.IntN(2)}
	if writes[0]+writes[1] == 0 {
		writes[tw.rnd.IntN(2)] = 1
	}
	began, was := tw.now, tw.apart
	tw.apart = true
	for i, c := range tw.clubs {
		tw.now = began
		for range writes[i] {
			before := tw.progress(c)
			kind, text := tw.secret(c, before)
			tw.now = tw.now.Add(time.Duration(1+tw.rnd.IntN(20)) * time.Minute)
			tw.envelope++
			tw.receive(c, tw.letter(tw.envelope, tw.blind.Other(), tw.file(c, tw.blind.Other(), text, "")))
			after := tw.progress(c)
			enemy, answered := tw.blind.Other(), before.asked != after.asked || before.asks != after.asks
			if after.asked[enemy] = before.asked[enemy]; before.secret {
				after.asks[enemy] = before.asks[enemy] // how far he is in his row
			}
			if before != after {
				return errOver // it was no secret
			}
			if answered {
				tw.sealed[i] = true
				kind = "sealed"
			}
			tw.hid[kind]++
		}
	}
	tw.now = began.Add(time.Hour)
	if err := tw.compare("what the enemy has hidden"); err != nil {
		return err
	}
	tw.apart = was || writes[0]+writes[1] > 0
	return nil
}

// secret is a file of the enemy that only he should know of.
func (tw *twins) secret(c *hosttest.Club, at progress) (kind, text string) {
	enemy := tw.blind.Other()
	if at.asked[0] && at.asked[1] && tw.rnd.IntN(5) > 0 {
		if lines := tw.whole(c, enemy); len(lines) > 0 {
			return "answer", lines[0]
		}
	}
	if tw.rnd.IntN(2) == 0 {
		return "standing", "standing/" + strings.Join(some(tw.rnd, tw.game.rules[enemy], 1), "/")
	}
	return "waiting", some(tw.rnd, tw.game.later, 1)[0]
}

// pass lets some hours pass and both clubs look at their deadlines: reminders, and answers
// by default. The blind side may learn what comes of that, and no date may tell more.
func (tw *twins) pass() error {
	tw.t.Helper()
	tw.now = tw.now.Add(time.Duration(1+tw.rnd.IntN(30)) * time.Hour)
	shown, moved := false, 0
	for i, c := range tw.clubs {
		before := tw.progress(c)
		n, err := c.Sweep(tw.t.Context(), tw.now)
		hosttest.Check(tw.t, err)
		after := tw.progress(c)
		shown = tw.shown(i, tw.blind.Other(), before, after) || shown
		if before != after {
			moved++
		}
		if n > 0 {
			tw.hid["deadline"]++
		}
	}
	if tw.gossip && (tw.tapped(tw.clubs[0]) || tw.tapped(tw.clubs[1])) {
		return errOver // how long that lasts is seen
	}
	if moved == 1 && tw.apart || tw.own(tw.clubs[0]) != tw.own(tw.clubs[1]) {
		return errOver // who has written in secret is not late
	}
	if err := tw.compare("deadlines"); err != nil && !(shown && tw.apart) {
		return err
	} else if err != nil {
		return errOver
	}
	return nil
}

// probe lets the blind side try to find out what is hidden.
func (tw *twins) probe() error {
	blind := tw.blind
	from := tw.clubs[tw.rnd.IntN(2)]
	answer, _, _ := strings.Cut(tw.plan(from, blind), "/")
	lines := append([]string{answer}, some(tw.rnd, tw.game.odd, 1+tw.rnd.IntN(3))...)
	if answer == "" {
		lines = lines[1:]
	}
	switch tw.rnd.IntN(10) {
	case 0, 1, 8:
		lines = append(lines, "frobnicate") // a fault in any case, found before the game is looked at
	case 2:
		lines = append(lines, "finis", "pass")
	case 3:
		lines = append([]string{"standing"}, some(tw.rnd, tw.game.rules[blind], 1)...)
	case 4:
		lines = nil
	case 5:
		return tw.over(tw.both("requests", blind, func(_ int, c *hosttest.Club) string {
			return hosttest.Sign(tw.t, tw.key(c, blind), "game "+c.Game+"\nstatus\ntemplate\nreport\nhelp orders\n"+tw.game.asks, tw.now)
		}))
	case 9:
		return tw.over(tw.both("a check", blind, func(_ int, c *hosttest.Club) string {
			return hosttest.Sign(tw.t, tw.key(c, blind), "check\n"+hosttest.OrderFile(c.Game, tw.info.Sides[blind], "AAAA-AAAA", strings.Join(lines, "/")), tw.now)
		}))
	case 6:
		return tw.over(tw.both("an old code", blind, func(_ int, c *hosttest.Club) string {
			return hosttest.Sign(tw.t, tw.key(c, blind), hosttest.OrderFile(c.Game, tw.info.Sides[blind], "AAAA-AAAA", strings.Join(lines, "/")), tw.now)
		}))
	case 7:
		return tw.over(tw.both("no signature", blind, func(_ int, c *hosttest.Club) string {
			return hosttest.OrderFile(c.Game, tw.info.Sides[blind], "AAAA-AAAA", strings.Join(lines, "/"))
		}))
	}
	return tw.over(tw.step(blind, strings.Join(lines, "/")))
}

// spoil makes a file with a fault of one that may have none.
func (tw *twins) spoil(text string) string {
	lines := strings.Split(text, "/")
	i := tw.rnd.IntN(len(lines))
	words := strings.Fields(lines[i])
	switch n := tw.rnd.IntN(6); {
	case n == 0:
		lines[i] = some(tw.rnd, tw.game.odd, 1)[0]
	case n == 1 && len(words) > 1:
		lines[i] = "  " + words[0] + " S" + strconv.Itoa(1+tw.rnd.IntN(23))
	case n == 2 && len(words) > 1:
		words[1+tw.rnd.IntN(len(words)-1)] = "M" + strconv.Itoa(1+tw.rnd.IntN(12))
		lines[i] = "  " + strings.Join(words, " ")
	case n == 3:
		lines = append(lines, some(tw.rnd, tw.game.odd, 1)...)
	case n == 4 && len(words) > 1:
		lines[i] = "  " + strings.Join(words[:len(words)-1], " ")
	default:
		lines = append([]string{lines[tw.rnd.IntN(len(lines))], "  pass", "  end"}, lines...)
	}
	return strings.Join(lines, "/")
}

// TestTwins compares every mail to a player in games that differ only in what he cannot
// see: the counters in the enemy's hand and in the cup, answers that the enemy has sealed
// or not, his waiting and standing orders, the dice to come. What is compared are
// reports, receipts, answers to faulty files, to requests and to mails that prove
// nothing, with the lines of the ledger, their times, with pictures and attachments, the
// length of all, whether a mail comes at all, and what becomes of each file; and what
// an observer sees. KERYX_PAIRS is the number of pairs of mails to compare, KERYX_SEED
// the first game.
func TestTwins(t *testing.T) {
	want, first := hosttest.Sampled(16, 8), seed.First(t, 1)
	if text := os.Getenv("KERYX_PAIRS"); text != "" {
		var err error
		want, err = strconv.Atoi(text)
		hosttest.Check(t, err)
	}
	for _, game := range twinned(t) {
		t.Run(game, func(t *testing.T) { compareTwins(t, game, first, want*twinGameOf(t, game).share/4) })
	}
}

// compareTwins plays games of one kind until enough mails have been compared, and each
// kind of them, with each kind of secret.
func compareTwins(t *testing.T, game string, first uint64, want int) {
	pairs, observed, games, secrets, kinds, hid := 0, 0, 0, 0, map[string]int{}, map[string]int{}
	enough := func() bool {
		return pairs >= want && kinds["faulty"] > 0 && kinds["receipt"] > 0 && (hid["sealed"] > 0 || secrets < 12) && hid["standing"] > 0 && hid["waiting"] > 0
	}
	rules, err := adjudicator.Lookup(game)
	hosttest.Check(t, err)
	defer hosttest.DrawPictures(rules, true)
	for seed := first; !enough(); seed++ {
		hosttest.DrawPictures(rules, seed%4 == 1)
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			tw := newTwins(t, game, seed)
			if err := tw.play(); err != nil {
				t.Errorf("KERYX_SEED=%d: %v", seed, err)
			}
			games++
			pairs, observed, secrets = pairs+tw.pairs, observed+tw.observed, secrets+tw.secrets
			for kind, n := range tw.kinds {
				kinds[kind] += n
			}
			for kind, n := range tw.hid {
				hid[kind] += n
			}
		})
		if seed > first+100+4*uint64(want) { // most games of some kinds soon tell themselves apart
			t.Fatalf("only %d pairs in %d games: %v, hidden: %v", pairs, games, kinds, hid)
		}
	}
	t.Logf("%d pairs of mails in %d games: %v; an observer's letters %d times; hidden: %v", pairs, games, kinds, observed, hid)
}

// TestTwinsFindALeak tells each side one thing of the enemy's hand, and wants the
// comparison to see it.
func TestTwinsFindALeak(t *testing.T) {
	leaking.Store(true)
	defer leaking.Store(false)
	for seed := uint64(1); seed < 20; seed++ {
		if newTwins(t, "hellespont", seed).play() != nil {
			return
		}
	}
	t.Error("a leak went unnoticed in 20 games")
}
