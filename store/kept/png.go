package kept

import (
	"bytes"
	"encoding/binary"
	"io"
	"slices"
	"sync"

	"github.com/klauspost/compress/zlib"

	"keryx/store/kept/press"
)

// MaxPixels bounds the pictures that are taken apart.
const MaxPixels = 1 << 23

// A Frame is a PNG file taken apart: a picture of indices into a palette that was pressed without filters in one piece.
type Frame struct {
	Width, Height int
	hand          hand   // that pressed it
	palette       []byte // red, green and blue of each colour
	pixels        []byte // one byte each, row after row
}

// A hand is who pressed a picture, and does so again. The numbers stand in what is kept.
type hand uint64

const (
	library hand = iota // the compressor of a library, which pressed the pictures of letters at first
	ours                // [press]
	hands
)

const (
	signature = "\x89PNG\r\n\x1a\n"
	methods   = "\x08\x03\x00\x00\x00" // 8 bits, paletted, and the only methods that there are
	effort    = 6                      // of the library's
)

// Open takes a file apart, and reports false if it is not of the shape that [Frame.File] writes. Whether the same file
// comes out again is for the caller to try.
func Open(file []byte) (f Frame, ok bool) {
	rest, ok := bytes.CutPrefix(file, []byte(signature))
	if !ok {
		return f, false
	}
	head, rest := chunk(rest, "IHDR")
	palette, rest := chunk(rest, "PLTE")
	data, _ := chunk(rest, "IDAT")
	if len(head) != 13 || string(head[8:]) != methods || data == nil {
		return f, false
	}
	w, h := binary.BigEndian.Uint32(head), binary.BigEndian.Uint32(head[4:])
	if w == 0 || h == 0 || uint64(w)*uint64(h) > MaxPixels {
		return f, false
	}
	f = Frame{Width: int(w), Height: int(h), palette: bytes.Clone(palette), pixels: make([]byte, w*h)}
	if len(data) > 1 && data[1] == press.Mark && f.Width <= press.MaxWidth {
		f.hand = ours
	}
	return f, f.inflate(data)
}

// chunk cuts the first chunk off a file: its data, or nil if it is of another kind.
func chunk(file []byte, kind string) (data, rest []byte) {
	if len(file) < 12 || string(file[4:8]) != kind {
		return nil, nil
	}
	n := uint64(binary.BigEndian.Uint32(file))
	if n > uint64(len(file)-12) {
		return nil, nil
	}
	return file[8 : 8+n : 8+n], file[12+n:]
}

// inflate reads the pixels. Each row begins with the number of its filter, which is none.
func (f Frame) inflate(data []byte) bool {
	z, err := zlib.NewReader(bytes.NewReader(data))
	if err != nil {
		return false
	}
	row := make([]byte, f.Width+1)
	for y := range f.Height {
		if _, err := io.ReadFull(z, row); err != nil || row[0] != 0 {
			return false
		}
		copy(f.pixels[y*f.Width:], row[1:])
	}
	return true
}

// presses are compressors that have done their work.
var presses = sync.Pool{New: func() any {
	z, err := zlib.NewWriterLevel(io.Discard, effort)
	if err != nil {
		panic("kept: " + err.Error()) // the effort is a constant
	}
	return z
}}

// rooms are for the rows of a picture.
var rooms = sync.Pool{New: func() any { return new([]byte) }}

// File puts the file together again.
func (f Frame) File() []byte {
	room := rooms.Get().(*[]byte)
	defer rooms.Put(room)
	rows := slices.Grow((*room)[:0], (f.Width+1)*f.Height)
	for y := range f.Height {
		rows = append(append(rows, 0), f.pixels[y*f.Width:(y+1)*f.Width]...)
	}
	*room = rows
	if f.hand == ours {
		return press.File(rows, f.Width, f.palette)
	}
	var data bytes.Buffer
	z := presses.Get().(*zlib.Writer)
	defer presses.Put(z)
	z.Reset(&data)
	z.Write(rows) // into memory, which does not fail
	z.Close()
	return press.Wrap(data.Bytes(), f.Width, f.Height, f.palette)
}
