package hellespont

import (
	"bufio"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/dice"
	"keryx/adjudicator/ruletest"
	"keryx/orders"
)

// keptGame is a game as it was played under a version of the rules: what was ordered,
// and what the position was behind every month.
type keptGame struct {
	version, scenario string
	seed              uint64
	lines             []keptLine
}

// keptLine is an order of a side, or "state" with the digest of a position.
type keptLine struct{ who, text string }

// keptGames reads the games in testdata, one a file.
func keptGames(t *testing.T) map[string]keptGame {
	t.Helper()
	names, err := filepath.Glob("testdata/edition-*.txt")
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

// keptDice are those of a kept game's month.
func keptDice(seed uint64, turn int) dice.Source {
	return dice.NewQuick(rand.New(rand.NewPCG(seed, uint64(turn))))
}

// stateSum is the digest of a position.
func stateSum(s adjudicator.Snapshot) string { return fmt.Sprintf("%x", sha256.Sum256(s.State)) }

// replayKept plays a kept game from its orders under a version of the rules, and returns
// the first thing that is otherwise.
func replayKept(rules adjudicator.Ruleset, k keptGame) error {
	snap, err := adjudicator.Begin(rules, adjudicator.Setup{Scenario: k.scenario})
	if err != nil {
		return err
	}
	open := func() (*adjudicator.Session, error) {
		return adjudicator.Open(rules, snap, keptDice(k.seed, snap.Turn), 1, dice.Head{})
	}
	s, err := open()
	if err != nil {
		return err
	}
	defer func() { s.Close() }()
	for i, l := range k.lines {
		if l.who == "state" {
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
			if s, err = open(); err != nil {
				return err
			}
			continue
		}
		if err := takeKept(s, l); err != nil {
			return fmt.Errorf("line %d: %s, %s: %w", i+2, l.who, l.text, err)
		}
	}
	if !s.Over() {
		return fmt.Errorf("the game is not over in turn %d", snap.Turn)
	}
	return nil
}

// takeKept gives a side's order to a game as an order file of its own, which answers what
// the side is asked and nothing else.
func takeKept(s *adjudicator.Session, l keptLine) error {
	f, faults := orders.Parse("game hel-1\nside " + l.who + "\nanswers AAAA-AAAA\norders\n" + l.text + "\n")
	if len(faults) > 0 {
		return faults[0]
	}
	side, _ := Default().Info().Seat(l.who)
	out, err := s.Take(adjudicator.Input{Side: side, File: f})
	switch {
	case err != nil:
		return err
	case len(out.Faults) > 0:
		return out.Faults[0]
	case len(out.Answers) != 1 || len(out.Waiting) > 0:
		return fmt.Errorf("%d answers, %d orders wait", len(out.Answers), len(out.Waiting))
	}
	return nil
}

// recordKept plays a game at random and writes it down.
func recordKept(t *testing.T, scenario string, seed uint64) string {
	t.Helper()
	rules := Default()
	snap, err := adjudicator.Begin(rules, adjudicator.Setup{Scenario: scenario})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "version %s scenario %s seed %d\n", rules.Info().Version, scenario, seed)
	r := rand.New(rand.NewPCG(seed, 0))
	for over := false; !over; {
		s, err := adjudicator.Open(rules, snap, keptDice(seed, snap.Turn), 1, dice.Head{})
		if err != nil {
			t.Fatal(err)
		}
		for !s.Ended() {
			side := athens
			if s.Asked(side) == nil {
				side = sparta
			}
			l := keptLine{sideIDs[side], ruletest.Written(s.Asked(side).Form.Sample(r).Words())}
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

// TestKeptGames: games that were begun under a version of the rules end under it, order
// for order and byte for byte; and the versions differ, since not all of them would end so
// under another. With -update those of the newest version are written that are missing;
// one that is there never is.
func TestKeptGames(t *testing.T) {
	for i, scenario := range Default().Info().Scenarios {
		for seed := range uint64(2) {
			name := fmt.Sprintf("testdata/edition-%s-%d-%d.txt", Default().Info().Version, i+1, seed+1)
			if _, err := os.Stat(name); errors.Is(err, fs.ErrNotExist) && *update {
				if err := os.WriteFile(name, []byte(recordKept(t, scenario, seed)), 0o644); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	otherwise := map[string]bool{}
	for name, k := range keptGames(t) {
		known := false
		for _, rules := range Editions() {
			err := replayKept(rules, k)
			if rules.Info().Version != k.version {
				otherwise[k.version+" "+rules.Info().Version] = otherwise[k.version+" "+rules.Info().Version] || err != nil
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
			t.Errorf("the games of version %s would end under the second as well", versions)
		}
	}
}
