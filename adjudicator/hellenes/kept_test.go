package hellenes_test

import (
	"bufio"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/dice"
	"keryx/adjudicator/hellenes"
	"keryx/adjudicator/hellenes/ground"
	"keryx/adjudicator/ruletest"
	"keryx/orders"
)

var update = flag.Bool("update", false, "write the games of the newest version that are not kept")

// keptGame is a game as it was played under a version of the rules: what was ordered, and what the position was behind
// every turn.
type keptGame struct {
	version, scenario string
	seed              uint64
	lines             []keptLine
}

// keptLine is an order of a side, [missed] if it let its deadline pass, or "state" with the digest of a position.
type keptLine struct{ who, text string }

const missed = "-"

// keptStanding are the standing orders of both sides in kept games of odd seeds.
const keptStanding = "when fighting: retreat\nwhen assaulted: capitulate\nprayers: Ares, Hera\n"

// keptGames reads the games in testdata, one a file.
func keptGames(t *testing.T) map[string]keptGame {
	t.Helper()
	names, err := filepath.Glob("testdata/version-*.txt")
	if err != nil || len(names) == 0 {
		t.Fatalf("no games are kept: %v", err)
	}
	all := map[string]keptGame{}
	for _, name := range names {
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		var k keptGame
		r := bufio.NewScanner(f)
		if r.Scan(); r.Err() == nil {
			_, err = fmt.Sscanf(r.Text(), "version %s scenario %s seed %d", &k.version, &k.scenario, &k.seed)
		}
		for r.Scan() {
			who, text, _ := strings.Cut(r.Text(), ": ")
			k.lines = append(k.lines, keptLine{who, text})
		}
		f.Close()
		if err != nil || r.Err() != nil {
			t.Fatal(name, err, r.Err())
		}
		all[name] = k
	}
	return all
}

// stateSum is the digest of a position as it is stored.
func stateSum(s adjudicator.Snapshot) string { return fmt.Sprintf("%x", sha256.Sum256(s.State))[:16] }

// beginKept sets a game up that is kept.
func beginKept(rules adjudicator.Ruleset, scenario string, seed uint64) (adjudicator.Snapshot, error) {
	snap, err := adjudicator.Begin(rules, adjudicator.Setup{Scenario: scenario})
	if seed%2 == 1 {
		snap.Standing = [2]string{keptStanding, keptStanding}
	}
	return snap, err
}

// openKept opens a turn of a kept game, with its dice.
func openKept(rules adjudicator.Ruleset, snap adjudicator.Snapshot, seed uint64) (*adjudicator.Session, error) {
	return adjudicator.Open(rules, snap, dice.NewQuick(rand.New(rand.NewPCG(seed, uint64(snap.Turn)))), 1, dice.Head{})
}

// replayKept plays a kept game from its orders under a version of the rules, and returns the first thing that is otherwise.
func replayKept(rules adjudicator.Ruleset, k keptGame) error {
	snap, err := beginKept(rules, k.scenario, k.seed)
	if err != nil {
		return err
	}
	s, err := openKept(rules, snap, k.seed)
	if err != nil {
		return err
	}
	defer func() { s.Close() }()
	for i, l := range k.lines {
		if l.who != "state" {
			if err := takeKept(s, l); err != nil {
				return fmt.Errorf("line %d: %s, %s: %w", i+2, l.who, l.text, err)
			}
			continue
		}
		if !s.Ended() {
			return fmt.Errorf("line %d: turn %d is not over", i+2, snap.Turn)
		}
		if snap = s.Snapshot(); stateSum(snap) != l.text {
			return fmt.Errorf("line %d: turn %d ends otherwise: %s", i+2, snap.Turn-1, snap.State)
		}
		if s.Over() {
			continue
		}
		s.Close()
		if s, err = openKept(rules, snap, k.seed); err != nil {
			return err
		}
	}
	if !s.Over() {
		return fmt.Errorf("the game is not over in turn %d", snap.Turn)
	}
	return nil
}

// takeKept gives a side's order to a game as an order file of its own, which answers what the side is asked and nothing
// else; or lets its deadline pass.
func takeKept(s *adjudicator.Session, l keptLine) error {
	side := adjudicator.Side(slices.Index(ground.Sides, l.who))
	in := adjudicator.Input{Side: side}
	if s.Ended() || s.Asked(side) == nil {
		return fmt.Errorf("nothing is asked")
	}
	if l.text != missed {
		f, faults := orders.Parse("game gre-1\nside " + l.who + "\nanswers AAAA-AAAA\norders\n" + l.text + "\n")
		if len(faults) > 0 {
			return faults[0]
		}
		in.File = f
	}
	out, err := s.Take(in)
	switch {
	case err != nil:
		return err
	case len(out.Faults) > 0:
		return out.Faults[0]
	case len(out.Waiting) > 0:
		return fmt.Errorf("%d orders wait", len(out.Waiting))
	}
	return nil
}

// recordKept plays a game at random and writes it down.
func recordKept(t *testing.T, rules adjudicator.Ruleset, scenario string, seed uint64) string {
	t.Helper()
	snap, err := beginKept(rules, scenario, seed)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "version %s scenario %s seed %d\n", rules.Info().Version, scenario, seed)
	r := rand.New(rand.NewPCG(seed, 0))
	for over := false; !over; {
		s, err := openKept(rules, snap, seed)
		if err != nil {
			t.Fatal(err)
		}
		for !s.Ended() {
			side := adjudicator.Side(0)
			if s.Asked(side) == nil {
				side = 1
			}
			l := keptLine{ground.Sides[side], missed}
			if r.IntN(20) > 0 {
				l.text = ruletest.Written(s.Asked(side).Form.Sample(r).Words())
			}
			fmt.Fprintf(&b, "%s: %s\n", l.who, l.text)
			if err := takeKept(s, l); err != nil {
				t.Fatal(l, err)
			}
		}
		snap, over = s.Snapshot(), s.Over()
		s.Close()
		fmt.Fprintf(&b, "state: %s\n", stateSum(snap))
	}
	return b.String()
}

// TestKeptGames wants games that were begun under a version of the rules to end under it, order for order, and to be stored
// byte for byte as they were; and the versions to differ, since a game of one would not end so under another. With -update
// those of the newest version are written that are missing; one that is there never is.
func TestKeptGames(t *testing.T) {
	versions := hellenes.Opener.Embedded()
	newest := versions[0]
	for _, scenario := range newest.Info().Scenarios {
		for seed := range uint64(2) {
			name := fmt.Sprintf("testdata/version-%s-%s-%d.txt", newest.Info().Version, scenario, seed+1)
			if _, err := os.Stat(name); errors.Is(err, fs.ErrNotExist) && *update {
				if err := os.WriteFile(name, []byte(recordKept(t, newest, scenario, seed)), 0o644); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	otherwise := map[string]bool{}
	for name, k := range keptGames(t) {
		known := false
		for _, rules := range versions {
			err := replayKept(rules, k)
			if rules.Info().Version != k.version {
				both := k.version + " and not " + rules.Info().Version
				otherwise[both] = otherwise[both] || err != nil
				continue
			}
			if known = true; err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		if !known {
			t.Errorf("%s was played under version %s, which is gone", name, k.version)
		}
	}
	for versions, differ := range otherwise {
		if !differ {
			t.Errorf("games of version %s would end alike", versions)
		}
	}
}
