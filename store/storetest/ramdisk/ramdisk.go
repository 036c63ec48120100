// Package ramdisk has tests keep their temporary files in memory, where there is room: a
// database that is made for one test and thrown away has nothing to gain from a disk, and
// a third of what the tests of clubs cost was waiting for one.
package ramdisk

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// prefix begins the names of the folders; the number of the process follows.
const prefix = "keryx-tests-"

// Main runs the tests of a package with their temporary files in memory, or where they
// would be anyway when the system has no such place or too little room there. It takes
// away what they left, and what earlier processes left that were killed. It is for TestMain.
func Main(run func() int) int {
	place, free := roomy()
	if place == "" || os.Getenv("TMPDIR") != "" {
		return run() // whoever says where temporary files go has his reasons
	}
	sweep(place)
	dir := filepath.Join(place, fmt.Sprint(prefix, os.Getpid()))
	if free < enough || os.Mkdir(dir, 0o755) != nil { // a database server may run as another user
		return run()
	}
	defer os.RemoveAll(dir)
	os.Setenv("TMPDIR", dir)
	return run()
}

// Tests is [Main] for a package that has nothing else to do.
func Tests(m *testing.M) int { return Main(m.Run) }

// enough is how many bytes have to be free: ten times of what the greediest package uses.
const enough = 4 << 30

// sweep takes away the folders of processes that have ended without doing it.
func sweep(place string) {
	left, _ := filepath.Glob(filepath.Join(place, prefix+"*"))
	for _, dir := range left {
		var pid int
		if _, err := fmt.Sscan(strings.TrimPrefix(filepath.Base(dir), prefix), &pid); err == nil && !lives(pid) {
			os.RemoveAll(dir)
		}
	}
}
