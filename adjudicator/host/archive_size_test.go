package host_test

import (
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"keryx/adjudicator"
	"keryx/adjudicator/host"
	"keryx/adjudicator/host/archive"
	"keryx/store"
)

// archiveEnv asks for a number of games and a seed: KERYX_ARCHIVE="1000 1".
const archiveEnv = "KERYX_ARCHIVE"

// TestArchiveSize measures what the archive of so many finished games takes to be built, and
// what one turn more takes in it and in one of ten games: it must be the same. Without
// the setting it is tried on few games.
func TestArchiveSize(t *testing.T) {
	games, seed := 14, uint64(1)
	if text := os.Getenv(archiveEnv); text != "" {
		if _, err := fmt.Sscan(text, &games, &seed); err != nil {
			t.Fatalf("%s is %q, want games and a seed: %v", archiveEnv, text, err)
		}
	}
	c := openClub(t)
	enrol(t, c.Host)
	rnd := rand.New(rand.NewPCG(seed, seed))
	ruleset := "ford"
	if games > 14 {
		ruleset = "hellespont" // whose pages have maps
	}
	rules, err := adjudicator.Lookup(ruleset)
	check(t, err)
	kind := adjudicator.RandomPlayer
	if _, ok := rules.(adjudicator.Bot); ok {
		kind = adjudicator.SensiblePlayer
	}
	player, err := adjudicator.NewPlayer(rules, kind, rnd)
	check(t, err)
	seats := map[string]string{}
	for i, side := range rules.Info().Sides {
		seats[side] = people()[[]string{"north", "south"}[i]].address
	}
	found := func() string {
		id, err := c.CreateQuietly(t.Context(), host.NewGame{Ruleset: ruleset, AnswerTime: answerTime, Language: "en", Seats: seats, Shown: &host.Showing{Opens: host.AtEnd}})
		check(t, err)
		return id
	}
	site := &archive.Site{Dir: filepath.Join(t.TempDir(), "site"), Name: "Club", Host: c.Host, Log: c.Log}
	write := func(ids ...string) (archive.Written, time.Duration) {
		start := time.Now()
		w, err := site.Update(t.Context(), ids)
		check(t, err)
		return w, time.Since(start)
	}
	running := found()
	more := func() (archive.Written, time.Duration) {
		var game store.Game
		c.view(func(tx store.ReadTx) (err error) { game, err = tx.Game(running); return err })
		check(t, c.PlayQuietly(t.Context(), running, player, game.Turn))
		return write(running)
	}
	var all, few time.Duration
	var small archive.Written
	for n := range games {
		id := found()
		check(t, c.PlayQuietly(t.Context(), id, player, 1000))
		c.now = c.now.Add(time.Hour)
		_, took := write(id)
		all += took
		if n+1 == 10 {
			small, few = more()
		}
	}
	large, many := more()
	var size int64
	var files int
	check(t, filepath.WalkDir(site.Dir, func(_ string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		info, err := e.Info()
		size, files = size+info.Size(), files+1
		return err
	}))
	t.Logf("%d games of %s: built in %v (%v a game), %.1f MB in %d files (%.0f kB a game)", games, ruleset, all.Round(time.Millisecond),
		(all / time.Duration(games)).Round(time.Millisecond), float64(size)/1e6, files, float64(size)/1e3/float64(games))
	t.Logf("one turn more: at 10 games %v, %d files, %d bytes; at %d games %v, %d files, %d bytes", few.Round(time.Millisecond), small.Files, small.Bytes,
		games, many.Round(time.Millisecond), large.Files, large.Bytes)
	if small.Files == 0 || large.Files > small.Files+20 {
		t.Errorf("one turn more writes %d files at 10 games, and %d at %d", small.Files, large.Files, games)
	}
}
