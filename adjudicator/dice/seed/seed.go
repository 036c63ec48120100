// Package seed says where tests that draw at random begin: always at the same place, so that
// what passed once passes again, or at the one that KERYX_SEED names, so that a long run
// sees other games than the last, and what it finds is found again by one command.
package seed

import (
	"crypto/sha256"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strconv"
	"sync"
	"testing"
)

// Env names the variable with the seed.
const Env = "KERYX_SEED"

// First is the seed of a test, or the first of those it counts through: the one of
// [Env], or the usual one.
func First(t testing.TB, usual uint64) uint64 {
	t.Helper()
	n, set, err := read()
	if err != nil {
		t.Fatal(err)
	}
	if !set {
		return usual
	}
	t.Logf("%s=%d", Env, n)
	return n
}

// read is what [Env] holds.
func read() (n uint64, set bool, err error) {
	text := os.Getenv(Env)
	if text == "" {
		return 0, false, nil
	}
	n, err = strconv.ParseUint(text, 10, 64)
	if err != nil {
		return 0, false, fmt.Errorf("%s: %w", Env, err)
	}
	return n, true, nil
}

// Properties gives the properties that rapid checks their seed: a test package that has
// some calls it from an init function. What -rapid.seed or RAPID_SEED say goes before.
func Properties() {
	if os.Getenv("RAPID_SEED") != "" {
		return
	}
	n, _, err := read()
	if err == nil {
		err = flag.Set("rapid.seed", strconv.FormatUint(max(n, 1), 10)) // 0 would be another one each time
	}
	if err != nil {
		panic(err)
	}
}

// Reader is a source of random bytes for several goroutines, in the place of that of the
// system: the same for the same seed, name and how often the process has asked for it.
func Reader(name string) io.Reader {
	n, _, err := read()
	if err != nil {
		panic(err)
	}
	asked.Lock()
	defer asked.Unlock()
	asked.times[name]++
	key := sha256.Sum256(fmt.Appendf(nil, "%d %d %s", n, asked.times[name], name))
	return &reader{source: rand.NewChaCha8(key)}
}

// asked counts the readers of each name.
var asked = struct {
	sync.Mutex
	times map[string]int
}{times: map[string]int{}}

// reader guards a source.
type reader struct {
	mu     sync.Mutex
	source *rand.ChaCha8
}

func (r *reader) Read(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.source.Read(p)
}
