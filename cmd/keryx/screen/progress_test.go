package screen

import (
	"bytes"
	"strings"
	"testing"

	"github.com/vbauerster/mpb/v8"
)

// A bar says how much is done of how much once that is known, and before what is being done.
func TestProgress(t *testing.T) {
	for _, tt := range []struct {
		name       string
		step       func(*Progress)
		want, lack string
	}{
		{"unknown", func(*Progress) {}, "games ", " of "},
		{"known", func(p *Progress) { p.To(2, 7); p.Next() }, "games 3 of 7", ""},
	} {
		var out bytes.Buffer
		look := make(chan any)
		p := newProgress(&out, "games", mpb.WithManualRefresh(look))
		tt.step(p)
		look <- nil
		p.Done()
		if got := out.String(); !strings.Contains(got, tt.want) || tt.lack != "" && strings.Contains(got, tt.lack) {
			t.Errorf("%s: shows %q, want %q", tt.name, got, tt.want)
		}
	}
	nobody := (&Globals{}).Progress("games", false) // the tests have no terminal
	nobody.To(1, 2)
	nobody.Next()
	nobody.Done()
}

// Colours set off headings and the words that say how something stands, however the text comes in pieces; what is not
// theirs they leave alone, to the byte.
func TestColours(t *testing.T) {
	const text = "GAME   SIDE  WAITING FOR\nhel-7  athens\nPlay:\n  demo\nok       clock: right\nFAULT    disk: full\nkeryx: no\nok\nISSUE 7  B\nwarn"
	for size := 1; size <= len(text); size += 6 {
		var out bytes.Buffer
		c := &coloured{to: &out}
		for rest := text; rest != ""; {
			n := min(size, len(rest))
			if _, err := c.Write([]byte(rest[:n])); err != nil {
				t.Fatal(err)
			}
			rest = rest[n:]
		}
		if err := c.flush(); err != nil {
			t.Fatal(err)
		}
		got := out.String()
		if size == len(text) {
			for _, want := range []string{bold + "GAME   SIDE  WAITING FOR" + plainT + "\n", bold + "Play:" + plainT, green + "ok" + plainT + "       clock", bold + red + "FAULT" + plainT, bold + red + "keryx:" + plainT + " no", "\nok\nISSUE 7  B\nwarn"} {
				if !strings.Contains(got, want) {
					t.Errorf("no %q in %q", want, got)
				}
			}
		}
		for _, colour := range []string{bold, red, green, yellow, plainT} {
			got = strings.ReplaceAll(got, colour, "")
		}
		if got != text {
			t.Errorf("in pieces of %d: %q", size, got)
		}
	}
	var pipe bytes.Buffer
	if to := WithColours(&pipe); to != &pipe {
		t.Error("what is no terminal gets colours")
	}
}
