package upkeep_test

import (
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"keryx/adjudicator/host/hosttest"

	"github.com/google/go-cmp/cmp"

	"keryx/adjudicator"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/upkeep"
	"keryx/adjudicator/host/verify"
	"keryx/adjudicator/internal/ford"
	"keryx/orders"
	"keryx/store"
)

// moving is a ruleset of which a program has version 2 for new games and version 3. What
// version 2 has left behind becomes a position of version 3, with seven more of loot for
// everybody; and in version 3 a march of three breaks down.
type moving struct {
	rules   *ford.Rules
	version string
}

// movingGone is set while the program does not have version 2.
var movingGone atomic.Bool

func (m moving) Info() adjudicator.Info {
	info := m.rules.Info()
	info.Version = m.version
	if m.version == "2" && movingGone.Load() {
		info.Version = "1"
	}
	return info
}

func (m moving) Lexicon() *orders.Lexicon { return m.rules.Lexicon() }

func (m moving) ReadOrder(verb string, s *orders.Statement) (adjudicator.Order, []*orders.Diagnostic) {
	return m.rules.ReadOrder(verb, s)
}

func (m moving) ReadStanding(r *orders.Rule) (adjudicator.Standing, []*orders.Diagnostic) {
	return m.rules.ReadStanding(r)
}

func (m moving) New(s adjudicator.Setup) (adjudicator.Game, error) { return m.Load(s, []byte("{}")) }

// errCrowded is why a position far ahead does not load under version 3.
var errCrowded = errors.New("there is no room so far ahead")

func (m moving) Load(s adjudicator.Setup, state []byte) (adjudicator.Game, error) {
	if m.version == "3" {
		var g ford.Game
		if err := json.Unmarshal(state, &g); err != nil {
			return nil, err
		}
		if g.Paces[0]+g.Paces[1] >= crowded && g.Noise == 0 {
			return nil, errCrowded
		}
		if g.Noise == 0 {
			g.Noise, g.Loot[0], g.Loot[1] = 3, g.Loot[0]+7, g.Loot[1]+7
		}
		state, _ = json.Marshal(&g)
	}
	return m.rules.Load(s, state)
}

// crowded is how many paces version 3 has no room for.
const crowded = 7

func init() {
	adjudicator.Register(moving{ford.New("moving", ford.None), "2"})
	adjudicator.RegisterOlder(moving{ford.New("moving", ford.Panics), "3"})
}

// turnTo plays by mail until a turn begins.
func turnTo(c *hosttest.Club, turn int, lines map[string]string) {
	c.T.Helper()
	for range 50 {
		for _, side := range []string{"north", "south"} {
			if c.Turn() >= turn || c.Status() == store.Ended {
				return
			}
			if c.Seat(side).Deadline != nil {
				c.Order(side, lines[c.Asked(side)])
			}
		}
	}
	c.T.Fatalf("turn %d does not begin", turn)
}

var passing = map[string]string{"bid": "bid 1", "act": "pass", "ambush": "hold", "loot": "loot 0"}

// all text of the mails to an address that have not been looked at.
func read(c *hosttest.Club) map[string]string {
	c.T.Helper()
	all := map[string]string{}
	for _, m := range c.Sent() {
		all[m.Recipient] += strings.Join(strings.Fields(hosttest.TextOf(c.T, m)), " ") + " "
	}
	return all
}

// TestGoOver lets a game go over to version 3 in the middle: its first turn holds a march
// that version 3 does not know, its second begins under version 3. It is played to its end,
// replays, and both players can verify it.
func TestGoOver(t *testing.T) {
	c := hosttest.NewClub(t, hosttest.Ruleset("moving"), hosttest.Refereed)
	c.Order("north", "bid 1")
	c.Order("south", "bid 0")
	c.Order("north", "march 3")
	mails := map[string][]store.OutboxMail{}
	keep := func() (texts map[string]string) {
		texts = map[string]string{}
		for _, m := range c.Sent() {
			if _, err := hosttest.ProofIn(t, m); err == nil {
				mails[m.Recipient] = append(mails[m.Recipient], m)
			}
			texts[m.Recipient] += strings.Join(strings.Fields(hosttest.TextOf(t, m)), " ") + " "
		}
		return texts
	}
	keep()
	up, err := c.Upkeep.PlanUpgrade(t.Context(), c.Game, "3", "the ford was mended")
	hosttest.Check(t, err)
	if up.Turn != 2 || up.From != "2" || up.To != "3" || up.Now {
		t.Errorf("decided: %+v", up)
	}
	for who, told := range keep() {
		if !strings.Contains(told, "From turn 2 on it will use version 3") || !strings.Contains(told, "the ford was mended") {
			t.Errorf("before, %s reads %q", who, told)
		}
	}
	if s, err := c.Answers.Status(t.Context(), c.Game); err != nil || s.Game.RulesetVersion != "2" || s.Upgrade == nil || s.Upgrade.To != "3" {
		t.Errorf("status %+v, %v", s, err)
	}
	if _, err := c.Games.Replay(t.Context(), c.Game); err != nil {
		t.Error(err)
	}
	turnTo(c, 2, passing)
	after := keep()
	for _, who := range []string{hosttest.NorthAt, hosttest.SouthAt, hosttest.ThirdAt} {
		if !strings.Contains(after[who], "From turn 2 on "+c.Game+" uses version 3") {
			t.Errorf("afterwards, %s reads %q", who, after[who])
		}
	}
	c.View(func(tx store.ReadTx) error {
		snap, err := tx.LatestSnapshot(c.Game)
		if snap.Version != "3" || !strings.Contains(string(snap.Body), `"Noise":3`) {
			t.Errorf("turn 2 begins under %s with %s", snap.Version, snap.Body)
		}
		return err
	})
	kinds := func() (n int) {
		for _, e := range c.Ledger() {
			if e.Kind == string(adjudicator.Upgrade) {
				n++
				if !strings.Contains(string(e.Body), "the ford was mended") {
					t.Errorf("the ledger says %s", e.Body)
				}
			}
		}
		return n
	}
	if n := kinds(); n != 1 {
		t.Errorf("the ledger tells of %d", n)
	}
	c.Host = hosttest.NewHost(t, c.Store, c.Now) // the daemon starts again
	if n, err := c.Upkeep.Inspect(t.Context()); err != nil || n != 0 {
		t.Errorf("%d games are broken: %v", n, err)
	}
	for turn := 3; c.Status() == store.Running; turn++ {
		turnTo(c, turn, passing)
	}
	keep()
	if r, err := c.Games.Replay(t.Context(), c.Game); err != nil || r.Turns != 4 {
		t.Errorf("%+v: %v", r, err)
	}
	for _, who := range []string{hosttest.NorthAt, hosttest.SouthAt} {
		v, err := verify.Verify(hosttest.Proofs(t, mails[who], who))
		if err != nil || !v.Ended || !slices.Equal(v.Versions, []string{"2", "3"}) {
			t.Errorf("%s verifies %+v: %v", who, v, err)
		}
	}
}

// TestGoOverIsInTheLedger: a game whose ledger does not say that it went over, or says so
// of another turn, does not replay as it is stored.
func TestGoOverIsInTheLedger(t *testing.T) {
	c := hosttest.NewClub(t, hosttest.Ruleset("moving"))
	_, err := c.Upkeep.PlanUpgrade(t.Context(), c.Game, "3", "to try it")
	hosttest.Check(t, err)
	turnTo(c, 3, passing)
	if _, err := c.Games.Replay(t.Context(), c.Game); err != nil {
		t.Fatal(err)
	}
	for _, body := range []string{`{"turn":3,"from":"2","to":"3"}`, `{"turn":2,"from":"1","to":"3"}`, `{"turn":2,"from":"2","to":"7"}`} {
		whole := c.Ledger()
		for i := range whole {
			if whole[i].Kind == string(adjudicator.Upgrade) {
				whole[i].Body = []byte(body)
			}
		}
		err := replayEntries(t.Context(), c.Host, c.Game, whole)
		if !errors.Is(err, play.ErrReplay) {
			t.Errorf("%s: %v", body, err)
		}
	}
}

// TestGoOverRefused: what is in the way is said, and nothing has changed.
func TestGoOverRefused(t *testing.T) {
	c := hosttest.NewClub(t, hosttest.Ruleset("moving"))
	before := c.World()
	for _, tt := range []struct{ game, to, reason, want string }{
		{"moving-9", "3", "why not", "no game"},
		{c.Game, "3", " ", "reason"},
		{c.Game, "2", "why not", "already"},
		{c.Game, "", "why not", "already"},
		{c.Game, "7", "why not", "this program has 2, 3"},
	} {
		_, err := c.Upkeep.PlanUpgrade(t.Context(), tt.game, tt.to, tt.reason)
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%+v: %v", tt, err)
		}
	}
	if err := c.Upkeep.CancelUpgrade(t.Context(), c.Game); err == nil {
		t.Error("nothing was taken back")
	}
	c.Unmoved(before)
	// Decided, and taken back.
	_, err := c.Upkeep.PlanUpgrade(t.Context(), c.Game, "3", "why not")
	hosttest.Check(t, err)
	read(c)
	hosttest.Check(t, c.Upkeep.CancelUpgrade(t.Context(), c.Game))
	if told := read(c); !strings.Contains(told[hosttest.NorthAt], "been cancelled") || !strings.Contains(told[hosttest.SouthAt], "been cancelled") {
		t.Errorf("the players read %v", slices.Collect(maps.Values(told)))
	}
	turnTo(c, 2, passing)
	if s, err := c.Answers.Status(t.Context(), c.Game); err != nil || s.Game.RulesetVersion != "2" {
		t.Errorf("%+v, %v", s.Game, err)
	}
}

// TestGoOverDoesNotFit: the position did fit when it was decided, and does not when the turn
// begins. The game goes on, the players hear that, and the referee why.
func TestGoOverDoesNotFit(t *testing.T) {
	c := hosttest.NewClub(t, hosttest.Ruleset("moving"), hosttest.Refereed)
	_, err := c.Upkeep.PlanUpgrade(t.Context(), c.Game, "3", "why not")
	hosttest.Check(t, err)
	turnTo(c, 2, map[string]string{"bid": "bid 1", "act": "march 2", "ambush": "hold", "loot": "loot 0"})
	told := read(c)
	for who, want := range map[string]bool{hosttest.NorthAt: false, hosttest.SouthAt: false, hosttest.ThirdAt: true} {
		if !strings.Contains(told[who], "does not fit") || strings.Contains(told[who], errCrowded.Error()) != want {
			t.Errorf("%s reads %q", who, told[who])
		}
	}
	_, err = c.Upkeep.PlanUpgrade(t.Context(), c.Game, "3", "once more")
	var refused *upkeep.UpgradeError
	if !errors.As(err, &refused) || !errors.Is(err, errCrowded) {
		t.Errorf("it is refused with %v", err)
	}
	turnTo(c, 3, passing)
	if _, err := c.Games.Replay(t.Context(), c.Game); err != nil {
		t.Error(err)
	}
}

// TestGoOverWhereTheOldIsGone: a game whose version is gone is broken; by the command it
// goes on from the beginning of its turn, and both sides are asked again. Once orders have
// been played in the turn, it cannot.
func TestGoOverWhereTheOldIsGone(t *testing.T) {
	defer movingGone.Store(false)
	c := hosttest.NewClub(t, hosttest.Ruleset("moving"), hosttest.Refereed)
	movingGone.Store(true)
	c.Receive(hosttest.Letter(hosttest.NorthAt, c.Signed("north", c.Orders("north", "bid 1")))) // set aside: the game is broken
	if n, err := c.Upkeep.Inspect(t.Context()); err != nil || n != 1 {
		t.Fatalf("%d games are broken: %v", n, err)
	}
	c.Sent()
	c.Time = hosttest.Noon.Add(2 * hosttest.AnswerTime)
	up, err := c.Upkeep.PlanUpgrade(t.Context(), c.Game, "3", "the old release is lost")
	hosttest.Check(t, err)
	if up.Turn != 1 || !up.Now {
		t.Errorf("%+v", up)
	}
	told := read(c)
	for _, who := range []string{hosttest.NorthAt, hosttest.SouthAt} {
		if !strings.Contains(told[who], "uses version 3") || !strings.Contains(told[who], "How much do you bid to begin?") {
			t.Errorf("%s reads %q", who, told[who])
		}
	}
	if n := c.SweepNow(); n != 0 {
		t.Errorf("%d are late on account of the broken game", n)
	}
	turnTo(c, 2, passing)
	movingGone.Store(false)
	if _, err := c.Games.Replay(t.Context(), c.Game); err != nil {
		t.Errorf("with the old version: %v", err)
	}
	late := hosttest.NewClub(t, hosttest.Ruleset("moving"))
	late.Order("north", "bid 1")
	movingGone.Store(true)
	_, err = late.Upkeep.PlanUpgrade(t.Context(), late.Game, "3", "the old release is lost")
	var missing *adjudicator.VersionError
	if !errors.As(err, &missing) || !strings.Contains(err.Error(), "turn 1 has been begun") {
		t.Errorf("in the middle of a turn: %v", err)
	}
}

// TestBrokenAtTheStart: a daemon that starts on a game which it cannot continue tells the
// referee what can be done, by the kind of fault and by how far the turn has come, and the
// players that the game waits, each once and in his language; nothing of the position or of
// who has written is in it. When the game is whole again everybody has the time back.
func TestBrokenAtTheStart(t *testing.T) {
	defer movingGone.Store(false)
	for name, begun := range map[string]bool{"at the beginning of a turn": false, "in a turn": true} {
		t.Run(name, func(t *testing.T) {
			movingGone.Store(false)
			c := hosttest.NewClub(t, hosttest.Ruleset("moving"), hosttest.Refereed, hosttest.Contract(post.Defaults))
			if begun {
				c.Order("north", "bid 1")
			}
			c.Sent()
			movingGone.Store(true) // the release is changed, and the daemon starts
			c.Time = c.Time.Add(hosttest.AnswerTime / 4)
			at := c.Time
			for range 2 {
				if n, err := c.Upkeep.Inspect(t.Context()); err != nil || n != 1 {
					t.Fatalf("%d games are broken: %v", n, err)
				}
			}
			got := c.Sent()
			if d := cmp.Diff([]string{"notice " + hosttest.NorthAt, "notice " + hosttest.SouthAt, "notice " + hosttest.ThirdAt}, hosttest.KindsOf(got)); d != "" {
				t.Fatalf("mails (-want +got):\n%s", d)
			}
			for _, m := range got[:2] {
				if body := hosttest.TextOf(t, m); strings.Contains(body, "version 2") || !saysOneOf(body, "clock is stopped", "Son horloge ne tourne pas") {
					t.Errorf("%s reads:\n%s", m.Recipient, body)
				}
			}
			offered := hosttest.Says(t, got[2], "keryx game upgrade "+c.Game)
			if offered == begun || !saysOneOf(hosttest.TextOf(t, got[2]), "that have version 2", "qui connaît la version 2") {
				t.Errorf("the turn has been begun: %v, and the referee reads:\n%s", begun, hosttest.TextOf(t, got[2]))
			}
			c.Time = at.Add(2 * hosttest.AnswerTime) // the deadline is long over
			if c.SweepNow(); len(c.Sent()) > 0 {
				t.Error("a deadline of a game that stands still has had an effect")
			}
			movingGone.Store(false) // the old release is back
			c.Time = c.Time.Add(2 * time.Hour)
			c.SweepNow() // before the inspection comes to it
			for _, m := range c.Sent() {
				if m.Kind != "notice" || m.Recipient == hosttest.ThirdAt {
					t.Errorf("when it goes on, a %s to %s:\n%s", m.Kind, m.Recipient, hosttest.TextOf(t, m))
				}
			}
			c.View(func(tx store.ReadTx) error {
				seat, err := tx.Seat(c.Game, "south")
				if want := at.Add(2*hosttest.AnswerTime + 2*time.Hour + hosttest.AnswerTime*3/4); err != nil || !seat.Deadline.Equal(want) {
					t.Errorf("south has time until %s, want %s: %v", seat.Deadline, want, err)
				}
				return err
			})
			if n, err := c.Upkeep.Inspect(t.Context()); err != nil || n != 0 || len(c.Sent()) > 0 {
				t.Errorf("%d games are broken, or the players are told again: %v", n, err)
			}
		})
	}
}

func saysOneOf(body string, words ...string) bool {
	body = strings.Join(strings.Fields(body), " ")
	return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(body, w) })
}
