package press

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash/adler32"
	"image"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/klauspost/compress/zlib"
	"pgregory.net/rapid"

	"keryx/adjudicator/dice/seed"
)

func init() { seed.Properties() }

// rowsOf are pixels with a byte before each row.
func rowsOf(pixels []byte, width int) (rows []byte) {
	for ; len(pixels) >= width; pixels = pixels[width:] {
		rows = append(append(rows, 0), pixels[:width]...)
	}
	return rows
}

// check reads a file as others do: the pixels must be the same.
func check(t interface{ Fatal(...any) }, file, pixels []byte, width int) {
	img, err := png.Decode(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	p, ok := img.(*image.Paletted)
	if !ok || p.Rect != image.Rect(0, 0, width, len(pixels)/width) || !bytes.Equal(p.Pix, pixels) {
		t.Fatal("another picture")
	}
}

// palette has a colour for every index.
var palette = func() []byte {
	all := make([]byte, 768)
	for i := range all {
		all[i] = byte(i * 7)
	}
	return all
}()

// drawing is a picture of stripes, patches and noise, in any proportion.
func drawing(t *rapid.T) (pixels []byte, width int) {
	width = rapid.IntRange(1, 400).Draw(t, "width")
	pixels = make([]byte, width*rapid.IntRange(1, 120).Draw(t, "height"))
	state := uint64(rapid.Uint32().Draw(t, "seed")) | 1
	next := func(n int) int {
		state ^= state << 13
		state ^= state >> 7
		state ^= state << 17
		return int(state % uint64(n))
	}
	colours := rapid.SampledFrom([]int{1, 2, 5, 30, 256}).Draw(t, "colours")
	for range rapid.IntRange(0, 60).Draw(t, "strokes") {
		from, colour := next(len(pixels)), byte(next(colours))
		switch n := min(1+next(600), len(pixels)-from); next(4) {
		case 0: // a run
			for i := range n {
				pixels[from+i] = colour
			}
		case 1: // noise
			for i := range n {
				pixels[from+i] = byte(next(colours))
			}
		case 2: // what was elsewhere
			copy(pixels[from:from+n], pixels[next(len(pixels)):])
		default: // a line, aslant
			for i := from; i < len(pixels); i += width + next(3) {
				pixels[i] = colour
			}
		}
	}
	return pixels, width
}

// TestFile presses pictures of all kinds and lets another reader open them.
func TestFile(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pixels, width := drawing(t)
		rows := rowsOf(pixels, width)
		file := File(rows, width, palette)
		check(t, file, pixels, width)
		if !bytes.Equal(File(rows, width, palette), file) {
			t.Fatal("another file the second time")
		}
	})
}

// TestRareColours has an alphabet whose codes would be too long: each colour is about as frequent as all before it.
func TestRareColours(t *testing.T) {
	var pixels []byte
	a, b := 1, 1
	for colour := range 22 {
		for i := range a {
			pixels = append(pixels, byte(colour), byte(100+(i*i+colour)%101)) // nothing that repeats
		}
		a, b = b, a+b
	}
	pixels = pixels[:len(pixels)/128*128]
	check(t, File(rowsOf(pixels, 128), 128, palette), pixels, 128)
}

// TestCodes builds codes from any counts: none too long, and all room taken.
func TestCodes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		limit := rapid.SampledFrom([]int{7, 15}).Draw(t, "limit")
		counts := rapid.SliceOfN(rapid.OneOf(rapid.Just(uint32(0)), rapid.Uint32Range(1, 5), rapid.Uint32Range(1, 1<<24)), 2, map[int]int{7: 19, 15: most}[limit]).Draw(t, "counts")
		var c codes
		c.build(counts, limit)
		room, used := 0, 0
		for s, k := range counts {
			if (k > 0) != (c.size[s] > 0) || int(c.size[s]) > limit {
				t.Fatalf("%d times %d: a code of %d bits", k, s, c.size[s])
			}
			if k > 0 {
				used++
				room += 1 << (limit - int(c.size[s]))
			}
		}
		if used > 1 && room != 1<<limit {
			t.Fatalf("%d of %d taken", room, 1<<limit)
		}
	})
}

// TestAdler compares the checksum with the standard library's.
func TestAdler(t *testing.T) {
	full := bytes.Repeat([]byte{255}, 100_000)
	for n := range 600 {
		if got, want := adler(full[:n*n/4]), adler32.Checksum(full[:n*n/4]); got != want {
			t.Fatalf("%d bytes: %x, want %x", n*n/4, got, want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		b := rapid.SliceOf(rapid.Byte()).Draw(t, "bytes")
		if got, want := adler(b), adler32.Checksum(b); got != want {
			t.Fatalf("%x, want %x", got, want)
		}
	})
}

// letters are the pictures of the golden letters.
func letters(t testing.TB) (pixels [][]byte, widths []int) {
	files, err := filepath.Glob("../../../adjudicator/host/testdata/golden/*.png")
	if err != nil || len(files) == 0 {
		t.Fatal("no pictures", err)
	}
	for _, name := range files {
		file, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		img, err := png.Decode(bytes.NewReader(file))
		if err != nil {
			t.Fatal(err)
		}
		p, ok := img.(*image.Paletted)
		if !ok {
			t.Fatalf("%s: %T", name, img)
		}
		pixels, widths = append(pixels, p.Pix), append(widths, p.Stride)
	}
	return pixels, widths
}

// TestSmall: a letter's pictures are hardly larger than a compressor for all kinds of files makes them.
func TestSmall(t *testing.T) {
	pixels, widths := letters(t)
	ours, theirs := 0, 0
	for i := range pixels {
		rows := rowsOf(pixels[i], widths[i])
		file := File(rows, widths[i], palette)
		check(t, file, pixels[i], widths[i])
		var data bytes.Buffer
		z, err := zlib.NewWriterLevel(&data, 6)
		if err != nil {
			t.Fatal(err)
		}
		z.Write(rows)
		z.Close()
		ours, theirs = ours+len(file), theirs+data.Len()+len(palette)
	}
	if ours > theirs*103/100 {
		t.Errorf("%d bytes, and %d by a library", ours, theirs)
	}
}

// TestStays: what is pressed today is read as what was pressed before, so the bytes must stay. Do not change the digest;
// whoever changes what is written keeps the old press beside the new one for what is stored.
func TestStays(t *testing.T) {
	var pixels []byte
	for y := range 700 {
		for x := range 900 {
			v := byte((y/9 + x/(40+y/20)) % 11)
			if x/30%7 == y/20%5 {
				v = byte(x * x / 7 * y >> 3)
			}
			pixels = append(pixels, v)
		}
	}
	file := File(rowsOf(pixels, 900), 900, palette)
	check(t, file, pixels, 900)
	sum := sha256.Sum256(file)
	if got := hex.EncodeToString(sum[:8]); got != "5db7246169cab1d9" {
		t.Errorf("%s, %d bytes", got, len(file))
	}
	if binary.BigEndian.Uint16(file[bytes.Index(file, []byte("IDAT"))+4:]) != 0x7800|Mark {
		t.Error("the mark is another")
	}
}

// BenchmarkFile presses the pictures of some letters; library is what another compressor takes for them.
func BenchmarkFile(b *testing.B) {
	pixels, widths := letters(b)
	var all [][]byte
	size := 0
	for i := range pixels {
		all = append(all, rowsOf(pixels[i], widths[i]))
		size += len(all[i])
	}
	b.Run("ours", func(b *testing.B) {
		b.SetBytes(int64(size))
		for b.Loop() {
			for i, rows := range all {
				File(rows, widths[i], palette)
			}
		}
	})
	b.Run("library", func(b *testing.B) {
		b.SetBytes(int64(size))
		z, err := zlib.NewWriterLevel(io.Discard, 6)
		if err != nil {
			b.Fatal(err)
		}
		for b.Loop() {
			for _, rows := range all {
				z.Reset(io.Discard)
				z.Write(rows)
				z.Close()
			}
		}
	})
}

// The widest picture comes out as it went in; a row and a pixel more would stand too far back to be repeated.
func TestWidest(t *testing.T) {
	rows := make([]byte, 3*(MaxWidth+1))
	for i := range rows {
		if i%(MaxWidth+1) > 0 {
			rows[i] = byte(i / 7 % 5)
		}
	}
	file := File(rows, MaxWidth, []byte("the colours of it"[:15]))
	picture, err := png.Decode(bytes.NewReader(file))
	if err != nil || picture.Bounds().Dx() != MaxWidth {
		t.Fatalf("%v, %v", picture, err)
	}
}
