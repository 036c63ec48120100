package leagues_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/host/hosttest"

	"keryx/adjudicator/dice/seed"
	"keryx/adjudicator/host/leagues"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/league"
	"keryx/store"
)

// climbers are the members of a hill as a test plays them.
type climbers struct {
	*hill
	rnd    *rand.Rand
	drawn  io.Reader            // what the host draws, which names games and seats
	here   map[string]bool      // on the ladder
	gone   map[string]time.Time // vanished until then
	played map[string]time.Time // since when somebody has not played: he joined, or a game of his ended to which he came
	seen   int                  // entries of the ledger that were looked at
	moves  map[string]int       // by what they came of
	cut    int                  // transactions that failed at their end
}

// ladderDays is how long the simulation lasts: KERYX_LADDER=365 for a year.
func ladderDays(t *testing.T) int {
	days := 60
	if text := os.Getenv("KERYX_LADDER"); text != "" {
		var err error
		days, err = strconv.Atoi(text)
		hosttest.Check(t, err)
	}
	return days
}

// newClimbers is a ladder whose members do the same again with the same seed.
func newClimbers(t *testing.T, seed uint64) *climbers {
	c := &climbers{hill: newHill(t, 10), rnd: rand.New(rand.NewPCG(seed, 11)), drawn: rand.NewChaCha8([32]byte{byte(seed), byte(seed >> 8), byte(seed >> 16), byte(seed >> 24)}),
		here: map[string]bool{}, gone: map[string]time.Time{}, played: map[string]time.Time{}, moves: map[string]int{}}
	c.club.Random = c.drawn
	for _, name := range c.names {
		c.here[name], c.played[name] = true, c.club.Time
	}
	return c
}

// A ladder goes on by itself by mail: members challenge, accept, decline, call off, keep silent,
// announce absences, vanish, withdraw and come back, games end, transactions fail at their end. On
// each day nobody is lost or there twice, the order follows from the ledger, nobody plays more than
// he may, and nobody drops who has played. KERYX_SEED sets what they do.
func TestLadderYear(t *testing.T) {
	c := newClimbers(t, seed.First(t, 7))
	games, days := 0, ladderDays(t)
	for day := range days {
		for _, name := range c.names {
			c.act(name)
		}
		for _, g := range running(c.club) {
			if c.rnd.IntN(8) == 0 {
				c.finish(g)
				games++
			}
		}
		c.tick(c.club.Time.Add(24 * time.Hour))
		c.holds(day)
		if t.Failed() {
			return
		}
	}
	t.Logf("%d days, %d games ended, %d entries, moves %v, %d transactions cut", days, games, c.seen, c.moves, c.cut)
	// What seldom happens need not have happened in a short time.
	for because, within := range map[string]int{"won": 100, "declined": 100, "timeout": 365} {
		if c.moves[because] == 0 && days >= within {
			t.Errorf("nobody has moved because of %q", because)
		}
	}
	hosttest.Check(t, c.club.Ladders.CheckLeagues(t.Context(), func(leagues.LeagueChecked, error) {}))
	hosttest.Check(t, c.club.Games.ReplayAll(t.Context(), func(play.Replayed, error) {}))
}

// act has somebody do what comes to his mind.
func (c *climbers) act(name string) {
	if until, away := c.gone[name]; away {
		if c.club.Time.Before(until) {
			return
		}
		delete(c.gone, name)
	}
	switch roll := c.rnd.IntN(400); {
	case !c.here[name]:
		if roll < 20 {
			c.mails(name, fmt.Sprintf("join climb # %d", c.club.Time.Unix())) // the same words count once
			c.here[name], c.played[name] = true, c.club.Time
		}
		return
	case roll == 0:
		c.mails(name, fmt.Sprintf("withdraw climb # %d", c.club.Time.Unix()))
		c.here[name] = false
		return
	case roll < 4:
		c.gone[name] = c.club.Time.AddDate(0, 0, 10+c.rnd.IntN(30))
		return
	case roll < 8:
		from := c.club.Time.AddDate(0, 0, 2+c.rnd.IntN(5))
		c.mails(name, fmt.Sprintf("absence from %s to %s", from.Format(time.DateOnly), from.AddDate(0, 0, 1+c.rnd.IntN(6)).Format(time.DateOnly)))
	}
	s := hosttest.Season(c.club, "climb")
	me := s.Entrant(c.at(name))
	for _, ch := range slices.Clone(s.State.Ladder.Challenges) {
		if ch.Accepted || ch.Challenged != me && ch.Challenger != me {
			continue
		}
		switch roll := c.rnd.IntN(30); {
		case ch.Challenger == me && roll == 0:
			c.mails(name, fmt.Sprintf("cancel climb %d", ch.Number))
			return
		case ch.Challenged == me && roll < 8:
			c.mails(name, fmt.Sprintf("accept climb %d", ch.Number))
			return
		case ch.Challenged == me && roll == 8:
			c.mails(name, fmt.Sprintf("decline climb %d", ch.Number))
			return
		}
	}
	if c.rnd.IntN(12) > 0 {
		return
	}
	for _, r := range s.State.Ladder.List(me, c.club.Time) {
		if r.Why == "" && c.rnd.IntN(2) == 0 {
			c.mails(name, "challenge climb "+c.nameOf(s.People[r.Challenged])+fmt.Sprintf(" # %d", c.club.Time.Unix()))
			return
		}
	}
}

// finish has one of a game's two resign.
func (c *climbers) finish(g store.Game) {
	var seats []store.Seat
	c.club.View(func(tx store.ReadTx) (err error) { seats, err = tx.SeatsOf(g.ID); return err })
	loser := seats[c.rnd.IntN(2)]
	if loser.Answers == "" {
		return
	}
	c.mails(c.nameOf(loser.Player), "resign "+g.ID+" "+loser.Answers)
}

// errCut is what a transaction fails with that is cut off.
var errCut = errors.New("cut off")

// tick lets time pass. Now and then a transaction fails when all of it is done but its end; then
// the next try must do it, and once.
func (c *climbers) tick(to time.Time) {
	c.club.T.Helper()
	c.club.Time = to
	whole := c.club.Store
	for try := range 3 {
		c.club.Host = hosttest.NewHost(c.club.T, whole, func() time.Time { return c.club.Time })
		c.club.Rules.Calendar.Leave, c.club.Random = 30, c.drawn
		if try == 0 && c.rnd.IntN(3) == 0 {
			c.club.Store = &hosttest.Failing{Store: whole, Fail: 1 + c.rnd.IntN(3), Err: errCut}
		} else {
			c.club.Log = slogTo(c.club.T)
		}
		err := errors.Join(c.club.Ladders.SweepLadders(context.Background(), c.club.Time), c.club.Leagues.TendLeagues(context.Background()))
		if f, is := c.club.Store.(*hosttest.Failing); is && f.Fail <= 0 {
			c.cut++
		} else if err != nil {
			c.club.T.Fatal(err)
		}
		c.club.Store = whole
	}
}

// holds checks what must hold on every day.
func (c *climbers) holds(day int) {
	c.club.T.Helper()
	s := hosttest.Season(c.club, "climb")
	again, err := league.Fold(s.Entries)
	hosttest.Check(c.club.T, err)
	l := s.State.Ladder
	if !slices.Equal(again.Ladder.Players, l.Players) {
		c.club.T.Errorf("day %d: the order does not follow from the ledger", day)
	}
	want, have := []string{}, []string{}
	for _, name := range slices.Sorted(maps.Keys(c.here)) {
		if c.here[name] {
			want = append(want, name)
		}
	}
	busy := map[string]int{}
	open := 0
	for _, ch := range l.Challenges {
		busy[ch.Challenger]++
		busy[ch.Challenged]++
		if ch.Accepted {
			open++
		} else if ch.Until.Before(c.club.Time) {
			c.club.T.Errorf("day %d: challenge %d waits since %s", day, ch.Number, ch.Until)
		}
	}
	for _, p := range l.Players {
		have = append(have, c.nameOf(s.People[p.Name]))
		if busy[p.Name] > l.Rules.AtOnce {
			c.club.T.Errorf("day %d: %s has %d challenges and games", day, have[len(have)-1], busy[p.Name])
		}
	}
	slices.Sort(have)
	slices.Sort(want)
	if !slices.Equal(have, want) {
		c.club.T.Errorf("day %d: on the ladder are %v, want %v", day, have, want)
	}
	if n := len(running(c.club)); n != open {
		c.club.T.Errorf("day %d: %d games run for %d challenges", day, n, open)
	}
	for _, e := range s.Entries[c.seen:] {
		c.look(day, s.People, e)
	}
	c.seen = len(s.Entries)
}

// look checks what a new entry of the ledger says.
func (c *climbers) look(day int, people map[string]string, e league.Entry) {
	c.club.T.Helper()
	body := string(e.Body)
	switch e.Kind {
	case league.Ended:
		c.moves["won"]++
		var result league.Result
		hosttest.Check(c.club.T, json.Unmarshal(e.Body, &result))
		game, err := hosttest.Season(c.club, "climb").State.Game(result.Game)
		hosttest.Check(c.club.T, err)
		for _, entrant := range []string{game.First, game.Second} {
			if result.How != league.Void || result.Winner == "" || result.Winner == entrant { // or he never came, and has not played
				c.played[c.nameOf(people[entrant])] = e.Time
			}
		}
	case league.Declined:
		c.moves["declined"]++
	case league.Lapsed:
		if !strings.Contains(body, `"overdue":null`) {
			c.moves["timeout"]++
		}
		for entrant, address := range people {
			if name := c.nameOf(address); strings.Contains(body, `{"player":"`+entrant+`"`) && strings.Contains(body, `"because":"idle"`) && !strings.Contains(body, "timeout") {
				c.moves["idle"]++
				if e.Time.Sub(c.played[name]) < 60*24*time.Hour {
					c.club.T.Errorf("day %d: %s drops, and has played on %s", day, name, c.played[name])
				}
			}
		}
	}
}
