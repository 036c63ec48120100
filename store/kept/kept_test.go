package kept

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"keryx/adjudicator/dice/seed"
)

func init() { seed.Properties() }

// drawn is a picture with bands, a pattern and noise, of no picture in particular.
func drawn(w, h, seed int) Frame {
	f := Frame{Width: w, Height: h, palette: []byte("the colours of it"[:15]), pixels: make([]byte, w*h)}
	state := uint32(seed)*2654435761 + 1
	for y := range h {
		for x := range w {
			v := byte((y/7 + x/31) % 9)
			if x > seed*3%w && x < seed*3%w+30 && y > h/3 && y < h/2 {
				state = state*1664525 + 1013904223
				v = byte(state >> 24)
			}
			f.pixels[y*w+x] = v
		}
	}
	return f
}

func frames() *rapid.Generator[Frame] {
	return rapid.Custom(func(t *rapid.T) Frame {
		f := drawn(rapid.IntRange(1, 70).Draw(t, "width"), rapid.IntRange(1, 50).Draw(t, "height"), rapid.IntRange(0, 99).Draw(t, "seed"))
		f.hand = hand(rapid.IntRange(0, int(hands)-1).Draw(t, "hand"))
		f.palette = rapid.SliceOfN(rapid.Byte(), 0, 30).Draw(t, "palette")
		for range rapid.IntRange(0, 20).Draw(t, "dots") {
			f.pixels[rapid.IntRange(0, len(f.pixels)-1).Draw(t, "at")] = rapid.Byte().Draw(t, "dot")
		}
		return f
	})
}

// TestDifference tells pictures by others, of any size, and takes files apart and puts them together.
func TestDifference(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f, base := frames().Draw(t, "picture"), frames().Draw(t, "base")
		again, err := Apply(Difference(f, base), base)
		if err != nil || again.Width != f.Width || again.Height != f.Height || again.hand != f.hand || !bytes.Equal(again.pixels, f.pixels) || !bytes.Equal(again.palette, f.palette) {
			t.Fatalf("came out as %d x %d: %v", again.Width, again.Height, err)
		}
		opened, ok := Open(f.File())
		if len(f.palette) > 0 && (!ok || opened.hand != f.hand || !bytes.Equal(opened.File(), f.File())) {
			t.Fatal("the file is another")
		}
	})
}

// TestFormatStays reads what was written when the format was new. What clubs have stored must be read for ever: do not
// make this file anew. Should the version of the compressor be the reason, keep the old one beside it; see the package.
func TestFormatStays(t *testing.T) {
	frozen, err := os.ReadFile("testdata/format.hex")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Fields(string(frozen))
	base := drawn(500, 300, 4)
	pressed := drawn(1300, 900, 90)
	pressed.hand = ours
	for n, want := range []struct {
		frame Frame
		sum   string
	}{{pressed, lines[6]}, {base, lines[0]}, {drawn(500, 300, 40), lines[1]}, {drawn(1300, 900, 90), lines[2]}} {
		if sum := sha256.Sum256(want.frame.File()); hex.EncodeToString(sum[:]) != want.sum {
			t.Errorf("picture %d is pressed into other bytes: %x", n, sum)
		}
	}
	difference, err := hex.DecodeString(lines[3])
	if err != nil {
		t.Fatal(err)
	}
	if f, err := Apply(difference, base); err != nil || !bytes.Equal(f.pixels, drawn(500, 300, 40).pixels) {
		t.Errorf("a difference is read otherwise: %v", err)
	}
	if difference, err = hex.DecodeString(lines[7]); err != nil {
		t.Fatal(err)
	}
	if f, err := Apply(difference, base); err != nil || f.hand != ours || !bytes.Equal(f.pixels, drawn(500, 300, 40).pixels) {
		t.Errorf("a difference of a picture that we pressed is read otherwise: %v", err)
	}
	for n, like := range []string{"", "the text before, and again"} {
		body, err := hex.DecodeString(lines[4+n])
		if err != nil {
			t.Fatal(err)
		}
		if text, err := Expand(body, []byte(like)); err != nil || string(text) != "the text, and again the text before" {
			t.Errorf("a text is read otherwise: %q, %v", text, err)
		}
	}
}

// TestMentions: an address stands in a mail if and only if it stands in the list.
func TestMentions(t *testing.T) {
	words := []string{"red@x", "Red@X", "red", "@", "x", " ", "\r\n", "<", ">", "=", "blue@x.example", "\xff", "\x00", "."}
	rapid.Check(t, func(t *rapid.T) {
		raw := strings.Join(rapid.SliceOf(rapid.SampledFrom(words)).Draw(t, "words"), "")
		list, ok := Mentions([]byte(raw))
		if !ok {
			t.Fatal("too long")
		}
		for _, address := range []string{"red@x", "blue@x.example", "d@x.", "x@red"} {
			if in := strings.Contains(strings.ToLower(raw), address); in != bytes.Contains(list, []byte(address)) {
				t.Fatalf("%q: %s in it: %t; the list is %q", raw, address, in, list)
			}
		}
	})
	if _, ok := Mentions([]byte(strings.Repeat("a@b", 1<<20))); ok {
		t.Error("a list as long as the mail")
	}
}

// FuzzDamaged reads bytes that nobody has written.
func FuzzDamaged(f *testing.F) {
	base := drawn(40, 30, 2)
	whole := Difference(drawn(40, 33, 3), base)
	text, err := Press([]byte("a text that is pressed, a text that is pressed"), []byte("a text"))
	if err != nil {
		f.Fatal(err)
	}
	folded := Fold([]byte("To: x\r\n\r\n"+string(wrapped(base.File()))+"\r\n"), func([32]byte, []byte) bool { return true })
	for _, seed := range [][]byte{nil, whole, whole[:len(whole)/2], text, text[:9], folded, folded[:20], base.File(), {1, 1, 0}, {0xff, 0xff, 3, 0xff, 0xff, 3, 0}, bytes.Repeat([]byte{0xff}, 40)} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		if p, err := Apply(b, base); err == nil && len(p.pixels) != p.Width*p.Height {
			t.Error("a picture without all its pixels")
		}
		Open(b)
		Expand(b, nil)
		Expand(b, []byte("a text"))
		Unfold(b, func([32]byte) ([]byte, error) { return b, nil })
	})
}

// TestFold puts mails together again of which one, some or no picture was taken.
func TestFold(t *testing.T) {
	file := string(wrapped(drawn(60, 50, 3).File()))
	odd := string(wrapped(append(drawn(9, 9, 9).File(), 0, 0)))
	for what, raw := range map[string]string{
		"one": "a\r\n" + file + "\r\n--b", "at its end": "a\r\n" + file, "two": "a\r\n" + file + "\r\n\r\n" + file + "\r\n", "another": "a\r\n" + odd + "\r\n--",
		"cut off": "a\r\n" + file[:200], "longer lines": "a\r\n" + strings.ReplaceAll(file, "\r\n", ""), "at the beginning": file + "\r\n", "none": "a\r\nb", "empty": "",
		"a line behind it": "a\r\n" + file + "\r\nAAAA\r\n", "a picture in a picture": "\r\niVBORw0KGgo\r\n" + file + "\r\n",
	} {
		for _, takes := range []bool{true, false} {
			kept := map[[32]byte][]byte{}
			text := Fold([]byte(raw), func(d [32]byte, file []byte) bool {
				if sha256.Sum256(file) != d {
					t.Errorf("%s: a digest of something else", what)
				}
				kept[d] = file
				return takes
			})
			again, err := Unfold(text, func(d [32]byte) ([]byte, error) { return kept[d], nil })
			if err != nil || string(again) != raw {
				t.Errorf("%s, %t: came out as %d bytes of %d: %v", what, takes, len(again), len(raw), err)
			}
			if takes && len(kept) > 0 && len(text) > len(raw)-100 {
				t.Errorf("%s: %d bytes are left of %d", what, len(text), len(raw))
			}
		}
	}
}
