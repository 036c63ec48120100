package chart

import (
	"bytes"
	"compress/zlib"
	"errors"
	"hash/adler32"
	"image"
	"image/png"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
)

// pressed presses data and reads them again with the reader of the standard library.
func pressed(t *testing.T, data []byte, stride int) (size int) {
	t.Helper()
	p := presses.Get().(*press)
	defer presses.Put(p)
	file := p.run(data, stride)
	r, err := zlib.NewReader(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	back, err := io.ReadAll(r)
	if err != nil {
		t.Fatalf("%d bytes in rows of %d: %v", len(data), stride, err)
	}
	if !bytes.Equal(back, data) {
		t.Fatalf("%d bytes in rows of %d come back as others", len(data), stride)
	}
	return len(file)
}

// What is pressed can be read again by any reader, whatever it is: nothing, noise, one
// colour, rows that repeat, and bytes so unlike in number that their best code is too long.
func TestPressIsRead(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	noise := make([]byte, 100_000)
	for i := range noise {
		noise[i] = byte(rnd.IntN(256))
	}
	var steep []byte
	a, b := 1, 1
	for c := range 24 { // as often as the numbers of Fibonacci, which makes the deepest tree
		for range a {
			steep = append(steep, byte(c), byte(rnd.IntN(2)+100), byte(c))
		}
		a, b = b, a+b
	}
	rnd.Shuffle(len(steep), func(i, j int) { steep[i], steep[j] = steep[j], steep[i] })
	for _, data := range [][]byte{nil, {7}, {7, 7}, []byte("abcabcabcabc"), noise, steep, make([]byte, 300_000),
		bytes.Repeat(noise[:3000], 40), bytes.Repeat([]byte{1, 2, 3, 4, 5}, 9999)} {
		for _, stride := range []int{1, 2, 5, 1217, 3000, 40_000} {
			pressed(t, data, stride)
		}
	}
	for range 300 {
		data := make([]byte, rnd.IntN(5000))
		colours := 1 + rnd.IntN(12)
		for i := range data {
			data[i] = byte(rnd.IntN(colours))
			if i > 40 && rnd.IntN(3) > 0 {
				data[i] = data[i-1-rnd.IntN(40)]
			}
		}
		pressed(t, data, 1+rnd.IntN(200))
	}
}

func TestAdler(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	for n := range 2000 {
		data := bytes.Repeat([]byte{0xff}, n)
		if n%2 == 1 {
			for i := range data {
				data[i] = byte(rnd.IntN(256))
			}
		}
		if got, want := adler(data), adler32.Checksum(data); got != want {
			t.Fatalf("of %d bytes: %08x, want %08x", n, got, want)
		}
	}
}

// A map is hardly larger than what a general compressor makes of it.
func TestPressIsSmall(t *testing.T) {
	img := readPicture(t, filepath.Join("testdata", "september.png"))
	w := img.Rect.Dx()
	var rows []byte
	for y := range img.Rect.Dy() {
		rows = append(append(rows, 0), img.Pix[y*img.Stride:][:w]...)
	}
	var general bytes.Buffer
	z, err := zlib.NewWriterLevel(&general, 5)
	if err == nil {
		_, err = z.Write(rows)
	}
	if err = errors.Join(err, z.Close()); err != nil {
		t.Fatal(err)
	}
	own := pressed(t, rows, w+1)
	t.Logf("%d bytes, %d by the standard library", own, general.Len())
	if own > general.Len()*102/100 {
		t.Errorf("%d bytes, %d by the standard library", own, general.Len())
	}
}

func readPicture(t testing.TB, path string) *image.Paletted {
	t.Helper()
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	return img.(*image.Paletted)
}

// BenchmarkPress writes a map of a report as a file.
func BenchmarkPress(b *testing.B) {
	img := readPicture(b, filepath.Join("testdata", "september.png"))
	b.SetBytes(int64(len(img.Pix)))
	c := newCanvas(img.Rect.Dx(), img.Rect.Dy())
	for y := range img.Rect.Dy() {
		copy(c.img.Pix[y*c.img.Stride:], img.Pix[y*img.Stride:][:img.Rect.Dx()])
	}
	for b.Loop() {
		c.encode()
	}
}
