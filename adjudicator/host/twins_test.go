package host_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/dice"
	"keryx/adjudicator/hellespont"
	"keryx/adjudicator/host"
	"keryx/orders"
	"keryx/store"
	"keryx/store/sqlite"
	"keryx/templates"
)

// leaking makes views of Hellespont tell one thing that they must not: the first
// letter of the enemy's hand.
var leaking atomic.Bool

// leaky is Hellespont, but for the leak.
type leaky struct{ adjudicator.Ruleset }

func (l leaky) New(s adjudicator.Setup) (adjudicator.Game, error) { return leak(l.Ruleset.New(s)) }

func (l leaky) Load(s adjudicator.Setup, state []byte) (adjudicator.Game, error) {
	return leak(l.Ruleset.Load(s, state))
}

func (l leaky) Chart() (*board.Map, *board.Geometry) {
	return l.Ruleset.(adjudicator.Charted).Chart()
}

func (l leaky) Tally(side adjudicator.Side, events []adjudicator.Event, before, after adjudicator.View) []adjudicator.Phrase {
	return l.Ruleset.(adjudicator.Tallier).Tally(side, events, before, after)
}

func (l leaky) Starter(side adjudicator.Side, lang string) string {
	return l.Ruleset.(adjudicator.Guide).Starter(side, lang)
}

func (l leaky) Tongue(r *orders.Rule) (orders.Language, bool) {
	return l.Ruleset.(adjudicator.Linguist).Tongue(r)
}

func leak(g adjudicator.Game, err error) (adjudicator.Game, error) {
	if !leaking.Load() {
		return g, err
	}
	return leakyGame{g}, err
}

type leakyGame struct{ adjudicator.Game }

func (g leakyGame) View(side adjudicator.Side) adjudicator.View {
	v := g.Game.View(side)
	if leaking.Load() && side != adjudicator.Observer {
		hand := table(g.Game.View(side.Other()), "hand")
		v.Tables[0].Rows[0][3] = len(fmt.Sprint(hand.Rows))
	}
	return v
}

func (g leakyGame) Resample(side adjudicator.Side, r *rand.Rand) adjudicator.Game {
	return leakyGame{g.Game.(adjudicator.Resampler).Resample(side, r)}
}

func init() { adjudicator.Register(leaky{hellespont.Default()}) }

func table(v adjudicator.View, id string) adjudicator.Listing {
	for _, t := range v.Tables {
		if t.ID == id {
			return t
		}
	}
	return adjudicator.Listing{}
}

// twins are two clubs whose games one side cannot tell apart: they differ in the
// counters that the enemy holds. All else is the same, secrets included.
type twins struct {
	t     *testing.T
	rnd   *rand.Rand
	blind adjudicator.Side // who cannot tell them apart
	clubs [2]*club
	now   time.Time
	pairs int // mails that were compared
	kinds map[string]int
}

var twinSides = [2]string{"athens", "sparta"}

// newTwins plays some turns at random, imagines another enemy's hand, and sets up
// a club with each. It returns nil if there is no other hand to imagine.
func newTwins(t *testing.T, seed uint64) *twins {
	t.Helper()
	tw := &twins{t: t, rnd: rand.New(rand.NewPCG(seed, 77)), blind: adjudicator.Side(seed % 2), now: noon, kinds: map[string]int{}}
	rules, err := adjudicator.Lookup("hellespont")
	check(t, err)
	snap := wanderer{rules, tw.rnd}.wander(t, adjudicator.Setup{Scenario: rules.Info().Scenarios[seed/2%2]}, tw.rnd.IntN(6))
	game, err := rules.Load(snap.Setup, snap.State)
	check(t, err)
	other := snap
	other.State = game.(adjudicator.Resampler).Resample(tw.blind, tw.rnd).State()
	if bytes.Equal(snap.State, other.State) {
		return nil
	}
	for i, s := range []adjudicator.Snapshot{snap, other} {
		tw.clubs[i] = tw.club(fmt.Sprintf("%d-%d.db", seed, i), seed, s)
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
	check(t, err)
	for range turns {
		s, err := adjudicator.Open(w.rules, snap, dice.NewQuick(w.rnd), 1, dice.Head{})
		check(t, err)
		for !s.Ended() {
			side := adjudicator.Side(0)
			if s.Asked(side) == nil {
				side = 1
			}
			check(t, s.Answer(side, s.Asked(side).Form.Sample(w.rnd)))
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
func (tw *twins) club(name string, seed uint64, snap adjudicator.Snapshot) *club {
	tw.t.Helper()
	c := &club{t: tw.t, now: noon, path: filepath.Join(tw.t.TempDir(), name)}
	db, err := sqlite.Open(tw.t.Context(), c.path)
	check(tw.t, err)
	tw.t.Cleanup(func() { check(tw.t, db.Close()) })
	c.Host = &host.Host{Store: db, Now: func() time.Time { return tw.now }, Random: rand.NewChaCha8([32]byte{byte(seed), byte(seed >> 8)}),
		Log:  slog.New(slog.DiscardHandler),
		Post: host.Post{Address: serverAddress, Name: "Keryx", Domain: serverDomain}}
	enrol(tw.t, c.Host)
	c.game, err = c.Create(tw.t.Context(), host.NewGame{Ruleset: "hellespont", Scenario: snap.Setup.Scenario, AnswerTime: 9000 * time.Hour,
		Language: "en", Seats: map[string]string{"athens": people()["north"].address, "sparta": people()["south"].address}})
	check(tw.t, err)
	snap.Turn = 1
	body, err := json.Marshal(snap)
	check(tw.t, err)
	c.update(func(tx store.Tx) error {
		at, err := tx.LatestSnapshot(c.game)
		if err != nil {
			return err
		}
		at.Body = body
		if err := tx.PutSnapshot(at); err != nil {
			return err
		}
		for _, id := range twinSides {
			seat, err := tx.Seat(c.game, id)
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
	c.sent()
	return c
}

// plan is what a random player would write in the first club, or "".
func (tw *twins) plan(side string) string {
	tw.t.Helper()
	plan, err := tw.clubs[0].Plan(tw.t.Context(), tw.clubs[0].game, side, adjudicator.Random{Rand: tw.rnd})
	check(tw.t, err)
	printer := templates.For("en", "hellespont")
	var lines []string
	for _, words := range plan[:min(len(plan), 1+tw.rnd.IntN(6))] {
		line := printer.Words(words)
		verb, _, _ := strings.Cut(line, " ")
		if side != twinSides[tw.blind] && (verb == "play" || verb == "keep" || verb == "discard") {
			break // what the enemy does with his hand shows it
		}
		lines = append(lines, "  "+line)
	}
	return strings.Join(lines, "/")
}

// post gives a club a signed order file of a side and returns what became of it.
func (tw *twins) post(c *club, side, text string) store.InboxState {
	tw.t.Helper()
	key := people()["north"]
	if side == "sparta" {
		key = people()["south"]
	}
	raw := letter(key.address, sign(tw.t, key.ssh, c.orders(side, text), tw.now))
	envelopes-- // the other club gets the same envelope
	return c.receive(raw).State
}

// hand is what the blind side holds. When draws from cups that differ have come
// out otherwise, it can tell the games apart, and may.
func (tw *twins) hand(c *club) (text string) {
	tw.t.Helper()
	view, err := c.Look(tw.t.Context(), c.game, tw.blind)
	check(tw.t, err)
	situation, err := json.Marshal(view.Data) // it tells counters apart that have the same faces
	check(tw.t, err)
	var own struct{ Hand json.RawMessage }
	check(tw.t, json.Unmarshal(situation, &own))
	return string(own.Hand)
}

// step lets both clubs receive the same file and compares what the blind side is
// sent. It reports whether the games still look the same.
func (tw *twins) step(side, text string) (same bool, err error) {
	tw.t.Helper()
	tw.now = tw.now.Add(time.Hour)
	envelopes++
	var states [2]store.InboxState
	for i, c := range tw.clubs {
		states[i] = tw.post(c, side, text)
	}
	if blind := twinSides[tw.blind]; side != blind && states[0] != states[1] {
		return false, nil // the enemy knows his hand
	}
	var mails [2][]store.OutboxMail
	for i, c := range tw.clubs {
		for _, m := range c.sent() {
			if m.Side == twinSides[tw.blind] {
				mails[i] = append(mails[i], m)
			}
		}
	}
	if tw.hand(tw.clubs[0]) != tw.hand(tw.clubs[1]) {
		return false, nil
	}
	if len(mails[0]) != len(mails[1]) {
		return false, fmt.Errorf("after %s's\n%s\n%d mails to the blind side, and %d", side, text, len(mails[0]), len(mails[1]))
	}
	for i, m := range mails[0] {
		tw.pairs++
		tw.kinds[m.Kind]++
		if other := mails[1][i]; !bytes.Equal(m.Raw, other.Raw) {
			return false, fmt.Errorf("after %s's\n%s\nthe %s to the blind side differs:\n%s", side, text, m.Kind, firstDifference(m.Raw, other.Raw))
		}
	}
	return true, nil
}

// firstDifference shows where two mails part.
func firstDifference(a, b []byte) string {
	x, y := strings.Split(string(a), "\n"), strings.Split(string(b), "\n")
	for i := range min(len(x), len(y)) {
		if x[i] != y[i] {
			return fmt.Sprintf("line %d\n< %s\n> %s", i+1, x[i], y[i])
		}
	}
	return fmt.Sprintf("%d lines and %d", len(x), len(y))
}

// spoil makes a file with a fault of one that may have none.
func (tw *twins) spoil(text string) string {
	lines := strings.Split(text, "/")
	i := tw.rnd.IntN(len(lines))
	words := strings.Fields(lines[i])
	switch n := tw.rnd.IntN(6); {
	case n == 0:
		lines[i] = fmt.Sprintf("  play S%d", 1+tw.rnd.IntN(23))
	case n == 1 && len(words) > 1:
		lines[i] = "  " + words[0] + " S" + strconv.Itoa(1+tw.rnd.IntN(23))
	case n == 2 && len(words) > 1:
		words[1+tw.rnd.IntN(len(words)-1)] = "M" + strconv.Itoa(1+tw.rnd.IntN(12))
		lines[i] = "  " + strings.Join(words, " ")
	case n == 3:
		lines = append(lines, "  use advantage to points")
	case n == 4 && len(words) > 1:
		lines[i] = "  " + strings.Join(words[:len(words)-1], " ")
	default:
		lines = append([]string{lines[tw.rnd.IntN(len(lines))], "  pass", "  end"}, lines...)
	}
	return strings.Join(lines, "/")
}

// play goes on until the games may differ, or the month is over.
func (tw *twins) play() error {
	blind := twinSides[tw.blind]
	for range 20 {
		side := blind
		text := tw.plan(side)
		if text == "" {
			side = twinSides[tw.blind.Other()]
			text = tw.plan(side)
		} else if same, err := tw.step(side, tw.spoil(text)); err != nil || !same {
			return err // what was meant to be bad may have been good
		} else if text = tw.plan(side); text == "" {
			continue
		}
		if text == "" {
			return nil // the game is over
		}
		if same, err := tw.step(side, text); err != nil || !same {
			return err
		}
	}
	return nil
}

// TestTwins compares, byte for byte, every mail to a player in games that differ
// only in what he cannot see: reports, receipts, answers to faulty files, with
// their pictures and attachments, and whether a mail comes at all. KERYX_PAIRS is
// the number of pairs of mails to compare.
func TestTwins(t *testing.T) {
	want := 40
	if text := os.Getenv("KERYX_PAIRS"); text != "" {
		n, err := strconv.Atoi(text)
		check(t, err)
		want = n
	}
	pairs, games, kinds := 0, 0, map[string]int{}
	for seed := uint64(1); pairs < want; seed++ {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			tw := newTwins(t, seed)
			if tw == nil {
				return
			}
			if err := tw.play(); err != nil {
				t.Error(err)
			}
			games++
			pairs += tw.pairs
			for kind, n := range tw.kinds {
				kinds[kind] += n
			}
		})
		if seed > 100+uint64(want) {
			t.Fatalf("only %d pairs in %d games", pairs, games)
		}
	}
	t.Logf("%d pairs of mails in %d games: %v", pairs, games, kinds)
	if kinds["faulty"] == 0 || kinds["receipt"] == 0 || kinds["question"] == 0 {
		t.Errorf("too little was compared: %v", kinds)
	}
}

// TestTwinsFindALeak tells each side one thing of the enemy's hand, and wants the
// comparison to see it.
func TestTwinsFindALeak(t *testing.T) {
	leaking.Store(true)
	defer leaking.Store(false)
	for seed := uint64(1); seed < 20; seed++ {
		if tw := newTwins(t, seed); tw != nil && tw.play() != nil {
			return
		}
	}
	t.Error("a leak went unnoticed in 20 games")
}
