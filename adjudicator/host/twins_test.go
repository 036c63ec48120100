package host_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/host/hosttest"

	"keryx/adjudicator"
	"keryx/adjudicator/dice"
	"keryx/adjudicator/host"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/post"
	"keryx/store"
	"keryx/store/engine"
	"keryx/templates"
)

// twins are two clubs whose games one side cannot tell apart. They begin with other
// secrets of the enemy: what he holds and what is in the cup; sometimes his standing
// orders. Later the enemy may write in one of them and not in the other, or otherwise:
// see [twins.hide].
type twins struct {
	t         *testing.T
	rnd       *rand.Rand
	game      *twinGame
	info      adjudicator.Info
	blind     adjudicator.Side // who cannot tell them apart
	clubs     [2]*hosttest.Club
	now       time.Time
	envelope  int
	apart     bool    // more differs than the hands: dice, codes, what the enemy has ordered
	sealed    [2]bool // the enemy has answered a question that the blind side has not
	short     bool    // deadlines pass
	leakyPack bool    // the pack of a substitute holds the enemy's as well
	overt     bool    // the game says what is seen of an answer: see [adjudicator.Overt]
	vetted    bool    // the next file was made by that
	secrets   int     // times that both sides were asked in secret
	unseen    bool    // what could be shown of the turn in play is not compared
	gossip    bool    // much happens around the game: see [twins.talk]
	uneven    bool    // they differ in what all have seen before anybody was asked: see [twins.opensAlike]
	players   [2]hosttest.Person
	pairs     int // mails that were compared
	mails     int // times that the blind side's mails were
	observed  int // times that an observer's letters were
	kinds     map[string]int
	hid       map[string]int // what the enemy has hidden
}

// watcherAt is who watches the games of twins by mail: he may tell them apart no more than the
// blind side.
const watcherAt = "watcher@example.org"

// seats are the players of the two sides of any game.
var seats = [2]string{"north", "south"}

// newTwins plays some turns at random, imagines other secrets of the enemy, and sets up
// a club with each.
func newTwins(t *testing.T, game string, seed uint64) *twins {
	t.Helper()
	tw := &twins{t: t, rnd: rand.New(rand.NewPCG(seed, 77)), blind: adjudicator.Side(seed % 2), now: hosttest.Noon, game: twinGameOf(t, game),
		kinds: map[string]int{}, hid: map[string]int{}}
	tw.short, tw.gossip = seed%4 == 3, seed%3 != 2
	for side, name := range seats {
		tw.players[side] = hosttest.People()[name]
	}
	rules, err := adjudicator.Lookup(tw.game.ruleset)
	hosttest.Check(t, err)
	tw.info = rules.Info()
	scenario := tw.info.Scenarios[seed/2%uint64(len(tw.info.Scenarios))]
	snap := wanderer{rules, tw.rnd}.wander(t, adjudicator.Setup{Scenario: scenario}, max(0, tw.rnd.IntN(7)-1))
	position, err := rules.Load(snap.Setup, snap.State)
	hosttest.Check(t, err)
	_, tw.overt = position.(adjudicator.Overt)
	other := snap
	other.State = position.(adjudicator.Resampler).Resample(tw.blind, tw.rnd).State()
	if tw.rnd.IntN(4) == 0 {
		tw.apart = true
		tw.hid["standing"]++
		enemy := tw.blind.Other()
		other.Standing[enemy] = strings.Join(some(tw.rnd, tw.game.rules[enemy], 1), "\n")
	}
	tw.clubs[0] = tw.club(fmt.Sprintf("%d-0.db", seed), seed, snap)
	for try := range mostDeals {
		tw.clubs[1] = tw.club(fmt.Sprintf("%d-1.db", seed), seed, other)
		if tw.uneven = !tw.opensAlike(); !tw.uneven || try == mostDeals-1 {
			break
		}
		other.State = position.(adjudicator.Resampler).Resample(tw.blind, tw.rnd).State()
	}
	return tw
}

// wanderer plays at random, without mail.
type wanderer struct {
	rules adjudicator.Ruleset
	rnd   *rand.Rand
}

// wander returns the position after a number of turns, or the last before the end.
func (w wanderer) wander(t *testing.T, setup adjudicator.Setup, turns int) adjudicator.Snapshot {
	t.Helper()
	snap, err := adjudicator.Begin(w.rules, setup)
	hosttest.Check(t, err)
	for range turns {
		s, err := adjudicator.Open(w.rules, snap, dice.NewQuick(w.rnd), 1, dice.Head{})
		hosttest.Check(t, err)
		for !s.Ended() {
			side := adjudicator.Side(0)
			if s.Asked(side) == nil {
				side = 1
			}
			hosttest.Check(t, s.Answer(side, s.Asked(side).Form.Sample(w.rnd)))
		}
		next, over := s.Snapshot(), s.Over()
		s.Close()
		if over {
			break
		}
		snap = next
	}
	return snap
}

// club is one of the twins: a new game whose first turn starts from the position.
func (tw *twins) club(name string, seed uint64, snap adjudicator.Snapshot) *hosttest.Club {
	tw.t.Helper()
	c := &hosttest.Club{T: tw.t, Time: hosttest.Noon, Path: hosttest.Place(tw.t)}
	db, err := engine.Open(tw.t.Context(), c.Path)
	hosttest.Check(tw.t, err)
	tw.t.Cleanup(func() { hosttest.Check(tw.t, db.Close()) })
	c.Host = host.New(host.Club{Store: db, Now: func() time.Time { return tw.now }, Random: rand.NewChaCha8([32]byte{byte(seed), byte(seed >> 8), byte(seed >> 16), byte(seed >> 24)}),
		Log:   slog.New(slog.DiscardHandler),
		Rules: hosttest.PromptRules(), Post: host.Post{Address: hosttest.ServerAddress, Name: "Keryx", Domain: hosttest.ServerDomain}})
	hosttest.Check(tw.t, hosttest.Enrol(c.Host))
	answer, how := 9000*time.Hour, post.Wait
	if tw.short {
		answer, how = 40*time.Hour, []post.Contract{post.Wait, post.Defaults, post.Defaults}[seed/4%3]
	}
	shown := play.Showing{Opens: play.WithTwin, Observers: play.ObservedByAll}
	made := post.NewGame{Shown: &shown, Ruleset: tw.game.ruleset, Scenario: snap.Setup.Scenario, AnswerTime: answer, Contract: how, Language: "en", Referee: hosttest.ThirdAt,
		Seats: map[string]string{tw.info.Sides[0]: hosttest.People()[seats[0]].Address, tw.info.Sides[1]: hosttest.People()[seats[1]].Address}}
	if tw.short && tw.gossip {
		beside(&made)
	}
	c.Game, err = c.Upkeep.Create(tw.t.Context(), made)
	hosttest.Check(tw.t, err)
	hosttest.Check(tw.t, c.Seats.AddPlayer(tw.t.Context(), store.Player{Address: watcherAt, Name: "Watcher", Language: []string{"en", "fr"}[seed%2], TimeZone: "UTC"}))
	c.Change(func(tx store.Tx) error {
		return tx.SetSetting("watched/"+c.Game, []byte(`{"observers":[{"address":"`+watcherAt+`","since":"2026-11-21T12:00:00Z"}]}`))
	})
	snap.Turn = 1
	body, err := json.Marshal(snap)
	hosttest.Check(tw.t, err)
	c.Change(func(tx store.Tx) error {
		at, err := tx.LatestSnapshot(c.Game)
		if err != nil {
			return err
		}
		at.Body = body
		if err := tx.PutSnapshot(at); err != nil {
			return err
		}
		for _, id := range tw.info.Sides {
			seat, err := tx.Seat(c.Game, id)
			if err != nil {
				return err
			}
			seat.ReportedTurn, seat.ReportedEvent = 0, 0
			if err := tx.UpdateSeat(seat); err != nil {
				return err
			}
		}
		return nil
	})
	tw.timed(c, answer)
	c.Sent()
	return c
}

// timed gives whoever is asked in the position his deadline, and nobody else one: the
// beginning of the game, in whose place the position has been put, may ask another side.
func (tw *twins) timed(c *hosttest.Club, answer time.Duration) {
	tw.t.Helper()
	at := tw.progress(c)
	c.Change(func(tx store.Tx) error {
		for side, id := range tw.info.Sides {
			seat, err := tx.Seat(c.Game, id)
			if err != nil {
				return err
			}
			seat.Deadline = nil
			if at.asked[side] {
				deadline := tw.now.Add(answer)
				seat.Deadline = &deadline
			}
			if err := tx.UpdateSeat(seat); err != nil {
				return err
			}
		}
		return nil
	})
}

// whole is what a random player would write in one of the clubs, or "".
func (tw *twins) whole(c *hosttest.Club, side adjudicator.Side) []string {
	tw.t.Helper()
	plan, err := c.Intake.Plan(tw.t.Context(), c.Game, tw.info.Sides[side], adjudicator.Random{Rand: tw.rnd})
	hosttest.Check(tw.t, err)
	printer := templates.For("en", tw.game.ruleset)
	var lines []string
	for _, words := range plan {
		lines = append(lines, "  "+printer.Words(words))
	}
	return lines
}

// plan is the beginning of what a random player would write, so that both clubs can
// receive it, or "".
func (tw *twins) plan(c *hosttest.Club, side adjudicator.Side) string {
	lines := tw.whole(c, side)
	if tw.overt {
		lines = tw.looking(side)
	}
	lines = lines[:min(len(lines), 1+tw.rnd.IntN(6))]
	tells := func(line string) bool { return slices.Contains(tw.game.telling, strings.Fields(line)[0]) }
	if i := slices.IndexFunc(lines, tells); i >= 0 && side != tw.blind {
		lines = lines[:i] // what the enemy does with his hand shows it
	}
	return strings.Join(lines, "/")
}

// letter makes a mail of a side, in an envelope of the given number.
func (tw *twins) letter(envelope int, side adjudicator.Side, body string) []byte {
	hosttest.Envelopes = envelope
	return hosttest.Letter(tw.players[side].Address, body)
}

// receive gives a club a mail that comes now.
func (tw *twins) receive(c *hosttest.Club, raw []byte) store.InboxMessage {
	tw.t.Helper()
	c.Time = tw.now
	return c.Receive(raw)
}

// file is a signed order file of a side, with a nonce, so that what hangs on signed
// texts differs in clubs that have other ones.
func (tw *twins) file(c *hosttest.Club, side adjudicator.Side, text, nonce string) string {
	return hosttest.Sign(tw.t, tw.key(c, side), c.Orders(tw.info.Sides[side], text+nonce), tw.now)
}

// both lets both clubs receive the same mail, whose body each club's file makes, and
// compares what the blind side is sent. It reports whether the games still look the same.
func (tw *twins) both(what string, side adjudicator.Side, body func(i int, c *hosttest.Club) string) (same bool, err error) {
	tw.t.Helper()
	tw.now = tw.now.Add(time.Hour)
	tw.envelope++
	var states [2]store.InboxState
	shown, vetted := false, tw.vetted
	tw.vetted = false
	for i, c := range tw.clubs {
		before := tw.progress(c)
		states[i] = tw.receive(c, tw.letter(tw.envelope, side, body(i, c))).State
		after := tw.progress(c)
		shown = tw.shown(i, side, before, after) || shown
		if tw.overt && !vetted && before != after {
			tw.apart, shown = true, true // it may have shown who is who
		}
	}
	what = fmt.Sprintf("%s of %s\n%s", states[0], tw.info.Sides[side], what)
	if states[0] != states[1] {
		if side == tw.blind {
			return false, fmt.Errorf("after %s\nit is %s in one game and %s in the other", what, states[0], states[1])
		}
		return false, nil // the enemy knows his hand
	}
	if tw.own(tw.clubs[0]) != tw.own(tw.clubs[1]) {
		return false, nil
	}
	if err := tw.compare(what); err != nil && !(shown && tw.apart) {
		return false, err
	} else if err != nil {
		return false, nil // the blind side has rightly learnt something
	}
	if shown && tw.apart && tw.observe(what) != nil {
		return false, nil // the mail that tells it is not written yet
	}
	tw.kinds[string(states[0])]++
	return true, nil
}

// shown reports whether a mail has shown the blind side something that may differ: dice,
// what the enemy answered when he was asked, what he had answered in secret, or the
// ledger of a turn that is over. It notes when nothing is sealed any more.
func (tw *twins) shown(i int, side adjudicator.Side, before, after progress) bool {
	if before == after {
		return false
	}
	enemy := tw.blind.Other()
	opened := tw.sealed[i] && (after.turn != before.turn || !after.secret || after.told != before.told)
	tw.sealed[i] = tw.sealed[i] && !opened
	return opened || side == enemy || before.turn != after.turn || before.rolls != after.rolls || before.asks[enemy] != after.asks[enemy]
}

// step lets both clubs receive the same order file.
func (tw *twins) step(side adjudicator.Side, text string) (same bool, err error) {
	tw.t.Helper()
	return tw.both(text, side, func(i int, c *hosttest.Club) string {
		nonce := ""
		if tw.apart {
			nonce = fmt.Sprintf("/# nonce %d%08d", i, tw.envelope)
		}
		return tw.file(c, side, text, nonce)
	})
}

// errOver ends the comparison of two games that may differ from now on.
var errOver = errors.New("the games may differ")

// play goes on until the games may differ, or the turn and the next are over.
func (tw *twins) play() error {
	if tw.uneven {
		return nil
	}
	for range 20 {
		err := tw.move()
		if errors.Is(err, errOver) {
			return nil
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// move is one good file of whoever is asked, and before it what the other side might
// hide and what the blind side might try.
func (tw *twins) move() error {
	at := tw.progress(tw.clubs[0])
	hides, probes, talks := 8, 3, 4
	if at.asked[0] && at.asked[1] { // a secret question to both at once
		tw.secrets++
		hides, probes, talks = 1, 6, 2
	}
	if tw.gossip && tw.rnd.IntN(talks) == 0 {
		if err := tw.talk(); err != nil {
			return err
		}
		if at = tw.progress(tw.clubs[0]); at.asked != tw.progress(tw.clubs[1]).asked {
			return errOver
		}
	}
	if tw.rnd.IntN(hides) == 0 {
		if err := tw.hide(); err != nil {
			return err
		}
		for range probes {
			if err := tw.probe(); err != nil {
				return err
			}
		}
	}
	if tw.short && tw.rnd.IntN(3) > 0 {
		if err := tw.pass(); err != nil {
			return err
		}
	}
	side, from := tw.blind, tw.clubs[0]
	if tw.apart {
		from = tw.clubs[tw.rnd.IntN(2)]
	}
	text := tw.plan(from, side)
	if text == "" {
		side = tw.blind.Other()
		text = tw.plan(from, side)
	} else if err := tw.over(tw.step(side, tw.spoil(text))); err != nil {
		return err // what was meant to be bad may have been good
	} else if text = tw.plan(from, side); text == "" {
		return nil
	}
	if text == "" {
		return errOver
	}
	tw.vetted = true
	return tw.over(tw.step(side, text))
}

// over turns the outcome of a step into what ends the game.
func (tw *twins) over(same bool, err error) error {
	if err == nil && !same {
		return errOver
	}
	return err
}
