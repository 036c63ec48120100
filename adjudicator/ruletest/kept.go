package ruletest

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
	"keryx/orders"
)

// Kept are games that were written down as they were played under the versions of a ruleset: what was ordered, and what the
// position was behind every turn.
type Kept struct {
	Versions []adjudicator.Ruleset // newest first
	Name     string                // how their files in testdata begin: "version"
	Numbered bool                  // the files are named after the scenario's number, not its name
	Standing string                // standing orders of both sides in games of odd seeds
	Missed   bool                  // now and then a deadline passes
	Digits   int                   // of the digests of positions; 0 for all
	Update   bool                  // write those of the newest version that are missing; one that is there never is
}

// each is how many games of a scenario are kept.
const each = 2

// keptGame is one of them.
type keptGame struct {
	version, scenario string
	seed              uint64
	lines             []keptLine
}

// keptLine is an order of a side, [missed] if it let its deadline pass, or "state" with the digest of a position.
type keptLine struct{ who, text string }

const missed = "-"

// Compare wants games that were begun under a version of the rules to end under it, order for order, and to be stored byte
// for byte as they were; and the versions to differ, since a game of one would not end so under another.
func (k Kept) Compare(t *testing.T) {
	t.Helper()
	if k.Update {
		k.write(t)
	}
	otherwise := map[string]bool{}
	for name, game := range k.read(t) {
		known := false
		for _, rules := range k.Versions {
			version := rules.Info().Version
			err := k.replay(rules, game)
			if version != game.version {
				both := game.version + " and not " + version
				otherwise[both] = otherwise[both] || err != nil
				continue
			}
			if known = true; err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		if !known {
			t.Errorf("%s was played under version %s, which is gone", name, game.version)
		}
	}
	for versions, differ := range otherwise {
		if !differ {
			t.Errorf("games of version %s would end alike", versions)
		}
	}
}

// write writes the games of the newest version that are missing.
func (k Kept) write(t *testing.T) {
	info := k.Versions[0].Info()
	for i, scenario := range info.Scenarios {
		called := scenario
		if k.Numbered {
			called = fmt.Sprint(i + 1)
		}
		for seed := range uint64(each) {
			name := fmt.Sprintf("testdata/%s-%s-%s-%d.txt", k.Name, info.Version, called, seed+1)
			if _, err := os.Stat(name); !errors.Is(err, fs.ErrNotExist) {
				continue
			}
			text, err := k.record(k.Versions[0], scenario, seed)
			if err == nil {
				err = os.WriteFile(name, []byte(text), 0o644)
			}
			if err != nil {
				t.Fatal(name, err)
			}
		}
	}
}

// read reads the games in testdata, one a file.
func (k Kept) read(t *testing.T) map[string]keptGame {
	names, err := filepath.Glob("testdata/" + k.Name + "-*.txt")
	if err != nil || len(names) == 0 {
		t.Fatalf("no games are kept: %v", err)
	}
	all := map[string]keptGame{}
	for _, name := range names {
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		var game keptGame
		r := bufio.NewScanner(f)
		if r.Scan(); r.Err() == nil {
			_, err = fmt.Sscanf(r.Text(), "version %s scenario %s seed %d", &game.version, &game.scenario, &game.seed)
		}
		for r.Scan() {
			who, text, _ := strings.Cut(r.Text(), ": ")
			game.lines = append(game.lines, keptLine{who, text})
		}
		f.Close()
		if err != nil || r.Err() != nil {
			t.Fatal(name, err, r.Err())
		}
		all[name] = game
	}
	return all
}

// sum is the digest of a position as it is stored.
func (k Kept) sum(s adjudicator.Snapshot) string {
	sum := fmt.Sprintf("%x", sha256.Sum256(s.State))
	if k.Digits > 0 {
		sum = sum[:k.Digits]
	}
	return sum
}

// begin sets a game up.
func (k Kept) begin(rules adjudicator.Ruleset, scenario string, seed uint64) (adjudicator.Snapshot, error) {
	snap, err := adjudicator.Begin(rules, adjudicator.Setup{Scenario: scenario})
	if seed%2 == 1 {
		snap.Standing = [2]string{k.Standing, k.Standing}
	}
	return snap, err
}

// openKept opens a turn of a game, with its dice.
func openKept(rules adjudicator.Ruleset, snap adjudicator.Snapshot, seed uint64) (*adjudicator.Session, error) {
	return adjudicator.Open(rules, snap, dice.NewQuick(rand.New(rand.NewPCG(seed, uint64(snap.Turn)))), 1, dice.Head{})
}

// replay plays a game from its orders under a version of the rules, and returns the first thing that is otherwise.
func (k Kept) replay(rules adjudicator.Ruleset, game keptGame) error {
	snap, err := k.begin(rules, game.scenario, game.seed)
	if err != nil {
		return err
	}
	s, err := openKept(rules, snap, game.seed)
	if err != nil {
		return err
	}
	defer func() { s.Close() }()
	for i, l := range game.lines {
		if l.who != "state" {
			if err := k.take(rules, s, l); err != nil {
				return fmt.Errorf("line %d: %s, %s: %w", i+2, l.who, l.text, err)
			}
			continue
		}
		if !s.Ended() {
			return fmt.Errorf("line %d: turn %d is not over", i+2, snap.Turn)
		}
		if snap = s.Snapshot(); k.sum(snap) != l.text {
			return fmt.Errorf("line %d: turn %d ends otherwise: %s", i+2, snap.Turn-1, snap.State)
		}
		if s.Over() {
			continue
		}
		s.Close()
		if s, err = openKept(rules, snap, game.seed); err != nil {
			return err
		}
	}
	if !s.Over() {
		return fmt.Errorf("the game is not over in turn %d", snap.Turn)
	}
	return nil
}

// take gives a side's order to a game as an order file of its own, which answers what the side is asked and nothing else; or
// lets its deadline pass.
func (k Kept) take(rules adjudicator.Ruleset, s *adjudicator.Session, l keptLine) error {
	side, ok := rules.Info().Seat(l.who)
	if !ok || s.Ended() || s.Asked(side) == nil {
		return errors.New("nothing is asked")
	}
	in := adjudicator.Input{Side: side}
	if l.text != missed {
		f, faults := orders.Parse(header + l.text + "\n")
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
	case len(out.Waiting) > 0, k.Standing == "" && len(out.Answers) != 1:
		return fmt.Errorf("%d answers, %d orders wait", len(out.Answers), len(out.Waiting))
	}
	return nil
}

// record plays a game at random and writes it down.
func (k Kept) record(rules adjudicator.Ruleset, scenario string, seed uint64) (string, error) {
	snap, err := k.begin(rules, scenario, seed)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "version %s scenario %s seed %d\n", rules.Info().Version, scenario, seed)
	r := rand.New(rand.NewPCG(seed, 0))
	for over := false; !over; {
		s, err := openKept(rules, snap, seed)
		if err != nil {
			return "", err
		}
		for !s.Ended() {
			side := adjudicator.Side(0)
			if s.Asked(side) == nil {
				side = 1
			}
			l := keptLine{rules.Info().Sides[side], missed}
			if !k.Missed || r.IntN(20) > 0 {
				l.text = Written(s.Asked(side).Form.Sample(r).Words())
			}
			fmt.Fprintf(&b, "%s: %s\n", l.who, l.text)
			if err := k.take(rules, s, l); err != nil {
				return "", fmt.Errorf("%v: %w", l, err)
			}
		}
		snap, over = s.Snapshot(), s.Over()
		s.Close()
		fmt.Fprintf(&b, "state: %s\n", k.sum(snap))
	}
	return b.String(), nil
}
