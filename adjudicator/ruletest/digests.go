package ruletest

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/advice"
)

// Digests are the digests of many games of a ruleset in every version that it can be
// played in, by random players and by its own, without standing orders and with those of a
// file that is kept beside them, as a starter.toml is: what is proposed to players may change
// without a game of theirs being another. They are kept in files, so that code can be moved about and every game afterwards be what it
// was to the byte.
type Digests struct {
	Dir      string                // where the files lie, one for each version, and standing.toml, and standing.toml
	Versions []adjudicator.Ruleset // newest first
	Games    int                   // kept of every scenario and kind of players
	Sample   int                   // of them, how many are played where KERYX_DIGESTS does not say more
	// Update makes the files be written anew. What was played at random under an older version
	// is never written over, since games are stored that must come to it again; what the
	// ruleset's own player chooses is no rule, and he plays every version as he plays now.
	Update bool
}

// Compare plays games and compares them with those that are kept. The environment
// variable KERYX_DIGESTS says how many of each scenario and kind; it is at most Games.
func (d Digests) Compare(t *testing.T) {
	for i, rules := range d.Versions {
		version := rules.Info().Version
		t.Run("version "+version, func(t *testing.T) {
			d.compare(t, rules, i > 0)
		})
	}
}

// standing are the standing orders that games are played under; nil for those that the
// ruleset proposes, if none are kept.
func (d Digests) standing() (advice.Starters, error) {
	text, err := os.ReadFile(filepath.Join(d.Dir, "standing.toml"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return advice.ReadStarters(string(text)), nil
}

// number is how many games of each scenario and kind are to be played.
func (d Digests) number(t *testing.T) int {
	text := os.Getenv("KERYX_DIGESTS")
	if text == "" {
		t.Logf("%d games of each scenario and kind of players; up to %d with KERYX_DIGESTS=%d", d.Sample, d.Games, d.Games)
		return d.Sample
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		t.Fatalf("KERYX_DIGESTS is %q, not a number of games", text)
	}
	return min(n, d.Games)
}

// unknown stands for the half of a digest that may not hold any more: a file was written
// anew of which not every game was played.
const unknown = "-"

// compare does so for one version.
func (d Digests) compare(t *testing.T, rules adjudicator.Ruleset, older bool) {
	path := filepath.Join(d.Dir, rules.Info().Version+".txt")
	kept, err := readDigests(path)
	if err != nil && !(d.Update && errors.Is(err, fs.ErrNotExist)) {
		t.Fatalf("%v (a new version's digests are written with -update)", err)
	}
	standing, err := d.standing()
	if err != nil {
		t.Fatal(err)
	}
	n := d.number(t)
	now := map[string][2]string{}
	changed := map[group][2]bool{} // what was played, what was said
	for _, group := range groups(rules) {
		played, err := group.playAll(rules, n, standing)
		if err != nil {
			t.Fatalf("%s: %v", group.name(), err)
		}
		for i, digest := range played {
			name := fmt.Sprintf("%s %d", group.name(), i+1)
			now[name] = [2]string(strings.Fields(digest.String()))
			differs := changed[group]
			for half := range differs {
				differs[half] = differs[half] || now[name][half] != kept[name][half]
			}
			changed[group] = differs
			d.differ(t, name, kept[name], now[name], older && group.player == adjudicator.RandomPlayer)
		}
	}
	if d.Update && !t.Failed() {
		d.write(t, path, rules, d.merge(rules, kept, now, changed))
	}
}

// differ says how a game differs from the one that is kept, if it does.
func (d Digests) differ(t *testing.T, game string, kept, now [2]string, older bool) {
	t.Helper()
	switch {
	case d.Update && (kept[0] == "" || kept[0] == unknown):
	case kept[0] == "" || kept[0] == unknown || !d.Update && kept[1] == unknown:
		t.Errorf("%s is not kept: write all with KERYX_DIGESTS=%d and -update", game, d.Games)
	case kept[0] != now[0] && (older || !d.Update):
		t.Errorf("%s is played otherwise than before: games that are stored would not come to the same again", game)
	case kept[0] != now[0]:
		t.Logf("%s is played otherwise than before: does the ruleset need a new version, or does its own player choose otherwise?", game)
	case kept[1] != now[1] && !d.Update:
		t.Errorf("%s is played as before, but other words are said (if they are meant, write them with -update)", game)
	}
}

// merge puts together what is kept from now on: of the games that were not played now,
// the halves that have changed in none of those that were.
func (d Digests) merge(rules adjudicator.Ruleset, kept, now map[string][2]string, changed map[group][2]bool) map[string][2]string {
	all := map[string][2]string{}
	for _, group := range groups(rules) {
		for i := range d.Games {
			name := fmt.Sprintf("%s %d", group.name(), i+1)
			digest, played := now[name]
			if !played {
				digest = kept[name]
				for half := range digest {
					if changed[group][half] || digest[half] == "" {
						digest[half] = unknown
					}
				}
			}
			all[name] = digest
		}
	}
	return all
}

// write writes a file of digests.
func (d Digests) write(t *testing.T, path string, rules adjudicator.Ruleset, all map[string][2]string) {
	t.Helper()
	var text bytes.Buffer
	fmt.Fprintf(&text, "# Digests of games of %s, version %s: scenario, players, number of the game,\n# what was played, what was said.\n",
		rules.Info().Name, rules.Info().Version)
	for _, group := range groups(rules) {
		for i := range d.Games {
			name := fmt.Sprintf("%s %d", group.name(), i+1)
			fmt.Fprintf(&text, "%s %s %s\n", name, all[name][0], all[name][1])
		}
	}
	if err := errors.Join(os.MkdirAll(d.Dir, 0o755), os.WriteFile(path, text.Bytes(), 0o644)); err != nil {
		t.Fatal(err)
	}
}

// readDigests reads a file of them: by scenario, players and number.
func readDigests(path string) (map[string][2]string, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	kept := map[string][2]string{}
	for line := range strings.Lines(string(text)) {
		words := strings.Fields(line)
		if strings.HasPrefix(line, "#") {
			continue
		}
		if len(words) != 5 {
			return nil, fmt.Errorf("%s: the line %q is no digest", path, line)
		}
		kept[strings.Join(words[:3], " ")] = [2]string(words[3:])
	}
	return kept, nil
}

// group is the games of one scenario by players of one kind.
type group struct {
	scenario, player string
	standing         bool // with standing orders
}

// groups are those whose games are kept: by the players that the ruleset has.
func groups(rules adjudicator.Ruleset) (all []group) {
	players := []string{adjudicator.RandomPlayer}
	if _, ok := rules.(adjudicator.Bot); ok {
		players = append(players, adjudicator.SensiblePlayer)
	}
	_, guided := rules.(adjudicator.Guide)
	for _, scenario := range rules.Info().Scenarios {
		for _, player := range players {
			all = append(all, group{scenario, player, false})
			if guided {
				all = append(all, group{scenario, player, true})
			}
		}
	}
	return all
}

func (g group) name() string {
	if g.standing {
		return g.scenario + " " + g.player + "+standing"
	}
	return g.scenario + " " + g.player
}

// playAll plays n games, as many at once as there are processors.
func (g group) playAll(rules adjudicator.Ruleset, n int, standing advice.Starters) ([]adjudicator.Digest, error) {
	all, faults := make([]adjudicator.Digest, n), make([]error, n)
	games := make(chan int)
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for i := range games {
				all[i], faults[i] = g.play(rules, i, standing)
			}
		})
	}
	for i := range n {
		games <- i
	}
	close(games)
	workers.Wait()
	return all, errors.Join(faults...)
}

// maxAnswers in a turn; more is taken for a game that does not end.
const maxAnswers = 5000

// play plays game number i, from 0: the one that keryx selfplay plays as its game i+1.
func (g group) play(rules adjudicator.Ruleset, i int, standing advice.Starters) (adjudicator.Digest, error) {
	game := adjudicator.Selfplay{Rules: rules, Setup: adjudicator.Setup{Scenario: g.scenario}, Seed: 1 + uint64(i)*adjudicator.SeedStep,
		Digest: true, MaxAnswers: maxAnswers}
	if err := game.Seat(g.player, g.standing); err != nil {
		return adjudicator.Digest{}, err
	}
	for side, name := range rules.Info().Sides {
		if g.standing && standing != nil {
			game.Standing[side] = standing.For(name, "en")
		}
	}
	played, err := game.Run()
	if err != nil {
		return adjudicator.Digest{}, fmt.Errorf("game %d: %w", i+1, err)
	}
	return played.Digest, nil
}
