package seed

import (
	"bytes"
	"io"
	"testing"

	"pgregory.net/rapid"
)

func init() { Properties() }

// TestFirst: a test draws the same, unless it is told a seed.
func TestFirst(t *testing.T) {
	t.Setenv(Env, "")
	if n := First(t, 7); n != 7 {
		t.Errorf("%d, want the usual 7", n)
	}
	t.Setenv(Env, "18446744073709551615")
	if n := First(t, 7); n != 1<<64-1 {
		t.Errorf("%d, want the one that was named", n)
	}
}

// TestReader: the bytes follow from seed, name and how often they were asked for.
func TestReader(t *testing.T) {
	take := func(name string) []byte {
		b := make([]byte, 100)
		if _, err := io.ReadFull(Reader(name), b); err != nil {
			t.Fatal(err)
		}
		return b
	}
	restart := func() { asked.times = map[string]int{} }
	one, two, other := take("a"), take("a"), take("b")
	restart()
	if again := take("a"); !bytes.Equal(one, again) || !bytes.Equal(two, take("a")) {
		t.Error("the same name gives other bytes")
	}
	restart()
	t.Setenv(Env, "2")
	if bytes.Equal(one, two) || bytes.Equal(one, other) || bytes.Equal(one, take("a")) {
		t.Error("another turn, name or seed gives the same bytes")
	}
}

// TestProperties: rapid draws the same in every run.
func TestProperties(t *testing.T) {
	var drawn []uint64
	rapid.Check(t, func(t *rapid.T) { drawn = append(drawn, rapid.Uint64().Draw(t, "n")) })
	t.Setenv(Env, "")
	first := drawn
	drawn = nil
	rapid.Check(t, func(t *rapid.T) { drawn = append(drawn, rapid.Uint64().Draw(t, "n")) })
	if len(first) == 0 || len(first) != len(drawn) || first[0] != drawn[0] {
		t.Errorf("%d and %d numbers, which begin with %v and %v", len(first), len(drawn), first[:1], drawn[:1])
	}
}
