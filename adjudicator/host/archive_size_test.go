package host_test

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"keryx/adjudicator/host/hosttest"

	"keryx/adjudicator"
	"keryx/adjudicator/host/archive"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/post"
	"keryx/store"
)

// archiveEnv asks for a number of games, a seed, and of how many of them there are maps:
// KERYX_ARCHIVE="1000 1 100".
const archiveEnv = "KERYX_ARCHIVE"

// fullPage is what the lists of fifty games come to more than those of ten, in bytes.
const fullPage = 400_000

// TestArchiveSize measures what the archive of so many finished games takes to be built, and
// what one turn more takes in it and in one of ten games, early and late in a game: it must be the
// same. Without the setting it is tried on few games. Games of Hellespont, which have maps, are
// spread evenly among small ones. A game begins every day, and there is a player for each twenty.
func TestArchiveSize(t *testing.T) {
	games, seed, charted := 14, uint64(1), 0
	if text := os.Getenv(archiveEnv); text != "" {
		if _, err := fmt.Sscan(text, &games, &seed, &charted); err != nil {
			t.Fatalf("%s is %q, want games, a seed and games with maps: %v", archiveEnv, text, err)
		}
	}
	c := hosttest.OpenClub(t)
	hosttest.Check(t, hosttest.Enrol(c.Host))
	a := &archiveTrial{club: c, rnd: rand.New(rand.NewPCG(seed, seed)), players: map[string]adjudicator.Player{},
		site: &archive.Site{Dir: filepath.Join(t.TempDir(), "site"), Name: "Club", Host: c.Host, Log: c.Log}}
	kind := func(n int) string { // of game n
		if charted > 0 && (n+1)*charted/games > n*charted/games {
			return "hellespont"
		}
		return "ford"
	}
	long := "ford"
	if charted > 0 {
		long = "hellespont"
	}
	running := a.found(long)
	var small, large archive.Written
	var spent [2]struct {
		cpu  time.Duration
		n    int
		size int64
	}
	for n := range max(0, games/20-2) {
		a.others = append(a.others, fmt.Sprintf("player-%d@players.test", n+1))
		hosttest.Check(t, c.Seats.AddPlayer(t.Context(), store.Player{Address: a.others[n], Name: fmt.Sprint("Player ", n+1), Language: "en", TimeZone: "UTC"}))
	}
	for n := range games {
		id := a.found(kind(n))
		hosttest.Check(t, c.PlayQuietly(t.Context(), id, a.player(kind(n)), 1000))
		c.Time = c.Time.Add(24 * time.Hour)
		before := folderSize(t, a.site.Dir)
		_, cpu := a.write(id)
		which := &spent[map[string]int{"ford": 0, "hellespont": 1}[kind(n)]]
		which.cpu, which.n = which.cpu+cpu, which.n+1
		if n < 20 || n%25 == 0 || kind(n) != "ford" {
			which.size = max(which.size, folderSize(t, a.site.Dir)-before)
		}
		if n+1 == 10 {
			small = a.turns(running, long, 10)
		}
	}
	large = a.turns(running, long, games)
	files := 0
	hosttest.Check(t, filepath.WalkDir(a.site.Dir, func(_ string, e fs.DirEntry, err error) error { files++; return err }))
	t.Logf("%d games, %d of them with maps: %.1f MB in %d files", games, spent[1].n, float64(folderSize(t, a.site.Dir))/1e6, files)
	for i, what := range []string{"without maps", "with maps"} {
		if s := spent[i]; s.n > 0 {
			t.Logf("a game %s: %v of CPU to build, at most %.0f kB", what, (s.cpu / time.Duration(s.n)).Round(time.Millisecond), float64(s.size)/1e3)
		}
	}
	more := int64(fullPage)
	if charted > 0 {
		more *= 3 // the films have grown, of three turns more
	}
	if small.Files == 0 || large.Files > small.Files+20 || large.Drawn != small.Drawn || large.Bytes > small.Bytes+more || large.Read > small.Read+more {
		t.Errorf("one turn more writes %d files, draws %d maps and reads %d bytes at 10 games, and %d, %d and %d at %d", small.Files, small.Drawn, small.Read, large.Files, large.Drawn, large.Read, games)
	}
}

// archiveTrial is a club whose archive is measured.
type archiveTrial struct {
	club    *hosttest.Club
	rnd     *rand.Rand
	players map[string]adjudicator.Player
	site    *archive.Site
	others  []string // players beside the first two
	games   int      // that were begun
}

// player is who plays a ruleset.
func (a *archiveTrial) player(ruleset string) adjudicator.Player {
	if a.players[ruleset] == nil {
		rules, err := adjudicator.Lookup(ruleset)
		hosttest.Check(a.club.T, err)
		kind := adjudicator.RandomPlayer
		if _, ok := rules.(adjudicator.Bot); ok {
			kind = adjudicator.SensiblePlayer
		}
		a.players[ruleset], err = adjudicator.NewPlayer(rules, kind, a.rnd)
		hosttest.Check(a.club.T, err)
	}
	return a.players[ruleset]
}

// found begins a game.
func (a *archiveTrial) found(ruleset string) string {
	rules, err := adjudicator.Lookup(ruleset)
	hosttest.Check(a.club.T, err)
	seats := map[string]string{}
	for i, side := range rules.Info().Sides {
		seats[side] = hosttest.People()[[]string{"north", "south"}[i]].Address
		if n := (2*a.games + i) % (len(a.others) + 2); n > 1 {
			seats[side] = a.others[n-2]
		}
	}
	a.games++
	id, err := a.club.CreateQuietly(a.club.T.Context(), post.NewGame{Ruleset: ruleset, AnswerTime: hosttest.AnswerTime, Language: "en", Seats: seats, Shown: &play.Showing{Opens: play.AtEnd}})
	hosttest.Check(a.club.T, err)
	return id
}

// write brings the pages of a game up to date, and tells the CPU that it took.
func (a *archiveTrial) write(id string) (archive.Written, time.Duration) {
	start := spentCPU(a.club.T)
	w, err := a.site.Update(a.club.T.Context(), []string{id})
	hosttest.Check(a.club.T, err)
	return w, spentCPU(a.club.T) - start
}

// turns plays turns more of a game, three where it is a long one, and writes each. It returns
// what the last came to.
func (a *archiveTrial) turns(id, ruleset string, games int) (w archive.Written) {
	for range map[string]int{"ford": 1, "hellespont": 3}[ruleset] {
		var game store.Game
		a.club.View(func(tx store.ReadTx) (err error) { game, err = tx.Game(id); return err })
		hosttest.Check(a.club.T, a.club.PlayQuietly(a.club.T.Context(), id, a.player(ruleset), game.Turn))
		var cpu time.Duration
		w, cpu = a.write(id)
		a.club.T.Logf("one turn more at %d games, turn %d: %v of CPU, %d maps drawn, %d files, %d bytes, %d bytes read", games, game.Turn, cpu.Round(time.Millisecond), w.Drawn, w.Files, w.Bytes, w.Read)
	}
	return w
}

// spentCPU is the processor time that this process has had.
func spentCPU(t testing.TB) time.Duration {
	t.Helper()
	var use syscall.Rusage
	hosttest.Check(t, syscall.Getrusage(syscall.RUSAGE_SELF, &use))
	return time.Duration(use.Utime.Nano() + use.Stime.Nano())
}

// folderSize is how many bytes the files of a folder have.
func folderSize(t *testing.T, dir string) (size int64) {
	t.Helper()
	err := filepath.WalkDir(dir, func(_ string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		info, err := e.Info()
		size += info.Size()
		return err
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	return size
}
