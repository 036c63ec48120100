// Package press makes PNG files of pictures of few colours.
//
// The maps of letters are large areas of one colour with fine lines between them, and words. What makes such a picture
// small is known beforehand: a pixel goes on as the one before it, or as the row above, straight or aslant, or a letter
// or sign comes back. The press tries these and one place where the same eight bytes may have been, in half the time that
// a compressor for all kinds of files takes for a file of the same size.
//
// The same pixels give the same file, whatever was pressed before: stored mails are made again from their pixels, so a
// change to what this package writes makes those unreadable that were kept before. A test compares the digests of
// some files.
package press

import (
	"encoding/binary"
	"hash/crc32"
	"sync"
)

// Mark is the second byte of the compressed data of a file of this package, which no other compressor of our letters
// writes: a fast one.
const Mark = 0x5e

// MaxWidth is the widest picture that is pressed, in pixels: what is repeated may stand a row and a pixel back.
const MaxWidth = window - 2

const (
	signature = "\x89PNG\r\n\x1a\n"
	methods   = "\x08\x03\x00\x00\x00" // 8 bits, paletted, and the only methods that there are
)

// benches are those whose work is done.
var benches = sync.Pool{New: func() any { return new(bench) }}

// bench is what pressing a picture takes.
type bench struct {
	finder
	tokens
	writer
}

// File is a picture as a PNG file with nothing in it but the picture: no filter, since neighbouring indices of a palette
// say nothing of each other. Each of the rows has a byte of 0 before its pixels, which are indices into the palette of red,
// green and blue. The width is 1 to [MaxWidth].
func File(rows []byte, width int, palette []byte) []byte {
	b := benches.Get().(*bench)
	defer benches.Put(b)
	stride := width + 1
	b.out, b.held, b.room = append(b.out[:0], 0x78, Mark), 0, 0
	b.deflate(rows, stride)
	b.out = binary.BigEndian.AppendUint32(b.out, adler(rows))
	return Wrap(b.out, width, len(rows)/stride, palette)
}

// Wrap makes the file of a picture whose rows have been compressed, by whatever program, as zlib does.
func Wrap(data []byte, width, height int, palette []byte) []byte {
	head := binary.BigEndian.AppendUint32(nil, uint32(width))
	head = append(binary.BigEndian.AppendUint32(head, uint32(height)), methods...)
	file := append(make([]byte, 0, len(data)+len(palette)+100), signature...)
	file = appendChunk(file, "IHDR", head)
	file = appendChunk(file, "PLTE", palette)
	file = appendChunk(file, "IDAT", data)
	return appendChunk(file, "IEND", nil)
}

func appendChunk(file []byte, kind string, data []byte) []byte {
	file = binary.BigEndian.AppendUint32(file, uint32(len(data)))
	start := len(file)
	file = append(append(file, kind...), data...)
	return binary.BigEndian.AppendUint32(file, crc32.ChecksumIEEE(file[start:]))
}

// adler is the Adler-32 checksum, of eight bytes at a time: sums of the even and the odd ones in lanes of 16 bits, for as
// long as these have room.
func adler(b []byte) uint32 {
	const (
		prime = 65521
		most  = 22 // words until a lane of the second sum may be full: 255 times 1 to 22 is less than 65536
		lanes = 0x00ff00ff00ff00ff
	)
	s, t := uint64(1), uint64(0)
	for len(b) >= 8 {
		n := min(len(b)/8, most)
		var even, odd, evens, odds uint64
		for _, w := range chunks(b[:8*n]) {
			evens, odds = evens+even, odds+odd
			even, odd = even+w&lanes, odd+w>>8&lanes
		}
		// The bytes of a word before the last of n count 8 times for each word behind it, and those at its place
		// as often as there are bytes from there to the end of the word.
		t += 8 * uint64(n) * s
		t += 8 * (sum(evens) + sum(odds))
		for k := range 4 {
			e, o := even>>(16*k)&0xffff, odd>>(16*k)&0xffff
			s += e + o
			t += e*uint64(8-2*k) + o*uint64(7-2*k)
		}
		s, t = s%prime, t%prime
		b = b[8*n:]
	}
	for _, c := range b {
		s += uint64(c)
		t += s
	}
	return uint32(t%prime<<16 | s%prime)
}

// chunks goes through the words of b.
func chunks(b []byte) func(func(int, uint64) bool) {
	return func(yield func(int, uint64) bool) {
		for i := 0; i+8 <= len(b); i += 8 {
			if !yield(i, load(b, i)) {
				return
			}
		}
	}
}

// sum adds the four lanes of a word.
func sum(w uint64) uint64 { return w&0xffff + w>>16&0xffff + w>>32&0xffff + w>>48 }
