//go:build unix

package sqlite

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"keryx/store"
	"keryx/store/sqlite/powercut"
	"keryx/store/storetest"
)

// recordedDisk is the disk that a database lies on, for the tests of any store.
type recordedDisk struct {
	*powercut.Disk
	t    *testing.T
	name string // of the database
	luck *rand.Rand
	each int // a cut at every so many moments, besides those around a sync
}

// recordDisk records a folder in which the database keryx.db shall lie.
func recordDisk(t *testing.T, each int) (disk *recordedDisk, place string) {
	t.Helper()
	dir := t.TempDir()
	d, stop, err := powercut.Record(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(stop)
	return &recordedDisk{Disk: d, t: t, name: "keryx.db", luck: rand.New(rand.NewPCG(1, 2)), each: each}, filepath.Join(dir, "keryx.db")
}

// Cuts returns moments in and between commits, and those around the syncs of a checkpoint.
func (d *recordedDisk) Cuts() (moments []int) {
	if err := d.Check(); err != nil {
		d.t.Fatal(err)
	}
	for m := 0; m <= d.Now(); m += 1 + d.luck.IntN(2*d.each) {
		moments = append(moments, m)
	}
	for i, m := range d.Syncs() {
		if i%(d.each/10) == 0 || i < 4 {
			moments = append(moments, m, m+1)
		}
	}
	slices.Sort(moments)
	return slices.Compact(append(moments, d.Now()))
}

// After gives each loss a folder of its own, for as long as it is looked at.
func (d *recordedDisk) After(moment int, f func(place, lost string)) error {
	for _, loss := range powercut.Losses {
		dir, err := os.MkdirTemp(d.t.TempDir(), "cut")
		if err != nil {
			return err
		}
		if err := d.Cut(moment, loss, d.luck, dir); err != nil {
			return err
		}
		f(filepath.Join(dir, d.name), loss.String())
		if err := os.RemoveAll(dir); err != nil {
			return err
		}
	}
	return nil
}

// openWhole opens a database and has every page of it looked at.
func openWhole(ctx context.Context, place string) (store.Store, error) {
	s, err := Open(ctx, place)
	if err != nil {
		return nil, err
	}
	var verdict string
	if err := s.read.QueryRowContext(ctx, `PRAGMA integrity_check(1)`).Scan(&verdict); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	if verdict != "ok" {
		return nil, errors.Join(fmt.Errorf("the database is damaged: %s", verdict), s.Close())
	}
	return s, nil
}

// cutsEnv sets after how many acts of the disk the power is cut again.
const cutsEnv = "KERYX_CUTS"

// actsBetweenCuts is that number, or the usual one.
func actsBetweenCuts(t *testing.T, usual int) int {
	t.Helper()
	text := os.Getenv(cutsEnv)
	if text == "" {
		return usual
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// TestPowerCut: what was committed is there after a power cut at any moment, whatever
// part of what was not synced the disk has forgotten.
func TestPowerCut(t *testing.T) {
	disk, place := recordDisk(t, actsBetweenCuts(t, 1600))
	faults, looked := storetest.PowerCut(t, place, disk, openWhole)
	for _, fault := range faults {
		t.Error(fault)
	}
	t.Logf("%d acts, %d syncs, %d copies", disk.Now(), len(disk.Syncs()), looked)
	if looked < 50 || len(disk.Syncs()) < 100 {
		t.Errorf("only %d copies were looked at, of %d syncs", looked, len(disk.Syncs()))
	}
}

// TestPowerCutIsNoticed: a database that does not wait for the disk, or whose disk lies, is
// seen to lose what was committed. A test that could not see it would prove nothing.
func TestPowerCutIsNoticed(t *testing.T) {
	t.Run("synchronous off", func(t *testing.T) {
		unsynced(t, "0")
		loses(t, false)
	})
	t.Run("synchronous normal", func(t *testing.T) {
		unsynced(t, "1")
		loses(t, false)
	})
	t.Run("deaf disk", func(t *testing.T) { loses(t, true) })
}

// unsynced opens databases with another setting until the end of the test, and takes out
// the check that would refuse it.
func unsynced(t *testing.T, synchronous string) {
	before := writing
	t.Cleanup(func() { writing = before })
	writing = use{options: strings.Replace(writing.options, "_synchronous=FULL", "_synchronous="+synchronous, 1), pragmas: maps.Clone(writing.pragmas)}
	writing.pragmas["synchronous"] = synchronous
}

func loses(t *testing.T, deaf bool) {
	disk, place := recordDisk(t, actsBetweenCuts(t, 2400))
	disk.Deaf = deaf
	faults, looked := storetest.PowerCut(t, place, disk, openWhole)
	if len(faults) == 0 || len(faults) < looked/10 {
		t.Errorf("%d of %d copies are seen to have lost something: %q", len(faults), looked, faults)
	}
	t.Logf("%d of %d copies have lost something, first: %.200s", len(faults), looked, faults)
}
