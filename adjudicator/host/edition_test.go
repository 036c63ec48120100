package host_test

import (
	"errors"
	"strings"
	"sync/atomic"
	"testing"

	"keryx/adjudicator/host/hosttest"

	"keryx/adjudicator"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/verify"
	"keryx/adjudicator/internal/ford"
	"keryx/store"
)

// lasting is a ruleset of which versions 2 and 3 can be played, as version 2 until
// upgraded is set. In version 3 a march of three breaks down.
type lasting struct{ *ford.Rules }

var upgraded atomic.Bool

var lastingRules = map[string]*ford.Rules{"2": ford.New("lasting", ford.None), "3": ford.New("lasting", ford.Panics)}

func lastingVersion() string {
	if upgraded.Load() {
		return "3"
	}
	return "2"
}

func (lasting) Info() adjudicator.Info { return lastingInfo(lastingVersion()) }

func lastingInfo(version string) adjudicator.Info {
	info := lastingRules[version].Info()
	info.Version = version
	return info
}

func (lasting) Load(s adjudicator.Setup, state []byte) (adjudicator.Game, error) {
	return lastingRules[lastingVersion()].Load(s, state)
}

func (l lasting) New(s adjudicator.Setup) (adjudicator.Game, error) { return l.Load(s, []byte("{}")) }

// lasted is version 2, as version 3 knows it.
type lasted struct{ *ford.Rules }

func (lasted) Info() adjudicator.Info { return lastingInfo("2") }

func init() {
	adjudicator.Register(lasting{lastingRules["3"]})
	upgraded.Store(true)
	adjudicator.RegisterOlder(lasted{lastingRules["2"]})
	upgraded.Store(false)
}

// TestUpgrade: a game begun under version 2 ends under version 2 when the program has
// version 3 for new games; and one under a version that is gone says so.
func TestUpgrade(t *testing.T) {
	defer upgraded.Store(false)
	c := hosttest.NewClub(t, hosttest.Ruleset("lasting"))
	c.Order("north", "bid 3")
	c.Order("south", "bid 0")
	upgraded.Store(true)
	c.Host = hosttest.NewHost(t, c.Store, c.Now) // the daemon starts again
	if n, err := c.Upkeep.Inspect(t.Context()); err != nil || n != 0 {
		t.Fatalf("%d games are broken: %v", n, err)
	}
	old := c.Game
	c.Order("north", "march 3") // breaks down in version 3
	c.Play(5)
	if _, err := c.Games.Replay(t.Context(), old); err != nil {
		t.Error(err)
	}
	if v, err := verify.Verify(hosttest.Proofs(t, c.Sent(), hosttest.NorthAt)); err != nil || !v.Ended {
		t.Errorf("%+v: %v", v, err)
	}
	c.NewGame(hosttest.Ruleset("lasting"))
	for id, want := range map[string]string{old: "2", "lasting-2": "3"} {
		c.View(func(tx store.ReadTx) error {
			game, err := tx.Game(id)
			snap, missing := tx.LatestSnapshot(id)
			if game.RulesetVersion != want || snap.Version != want {
				t.Errorf("%s is played under %s, its turn under %s, want %s", id, game.RulesetVersion, snap.Version, want)
			}
			return errors.Join(err, missing)
		})
	}
	if err := c.Games.ReplayAll(t.Context(), func(play.Replayed, error) {}); err != nil {
		t.Errorf("all: %v", err)
	}
	upgraded.Store(false) // the older program, which knows nothing of version 3
	_, err := c.Games.Replay(t.Context(), "lasting-2")
	var version *adjudicator.VersionError
	if !errors.As(err, &version) || !errors.Is(err, play.ErrReplay) || version.Version != "3" || !strings.Contains(err.Error(), "finish it with the release") {
		t.Errorf("a version that is gone: %v", err)
	}
	if n, err := c.Upkeep.Inspect(t.Context()); err != nil || n != 1 {
		t.Errorf("%d games are broken, want that of version 3: %v", n, err)
	}
}
