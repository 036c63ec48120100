package chart

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"sync"

	"github.com/klauspost/compress/zlib"
)

// effort is how hard a picture is compressed. The next step up takes half as long again
// for files that are hardly smaller.
const effort = 6

// presses are the compressors that have done their work. One takes longer to make than a
// small picture to press.
var presses = sync.Pool{New: func() any {
	z, err := zlib.NewWriterLevel(io.Discard, effort)
	if err != nil {
		panic("chart: " + err.Error()) // the effort is a constant
	}
	return z
}}

// encode writes a picture as a PNG file with nothing in it but the picture: no filter,
// since neighbouring indices of a palette say nothing of each other.
func (c *canvas) encode() ([]byte, error) {
	w, h := c.img.Rect.Dx(), c.img.Rect.Dy()
	var data bytes.Buffer
	z := presses.Get().(*zlib.Writer)
	defer presses.Put(z)
	z.Reset(&data)
	if _, err := z.Write(c.rows); err != nil {
		return nil, fmt.Errorf("chart: encode: %w", err)
	}
	if err := z.Close(); err != nil {
		return nil, fmt.Errorf("chart: encode: %w", err)
	}
	head := binary.BigEndian.AppendUint32(nil, uint32(w))
	head = binary.BigEndian.AppendUint32(head, uint32(h))
	head = append(head, 8, 3, 0, 0, 0) // 8 bits, paletted, and the only methods that there are
	var colours []byte
	for _, i := range c.img.Palette {
		r, g, b, _ := i.RGBA()
		colours = append(colours, byte(r>>8), byte(g>>8), byte(b>>8))
	}
	file := make([]byte, 0, data.Len()+len(colours)+100)
	file = append(file, "\x89PNG\r\n\x1a\n"...)
	file = appendChunk(file, "IHDR", head)
	file = appendChunk(file, "PLTE", colours)
	file = appendChunk(file, "IDAT", data.Bytes())
	return appendChunk(file, "IEND", nil), nil
}

func appendChunk(file []byte, kind string, data []byte) []byte {
	file = binary.BigEndian.AppendUint32(file, uint32(len(data)))
	start := len(file)
	file = append(append(file, kind...), data...)
	return binary.BigEndian.AppendUint32(file, crc32.ChecksumIEEE(file[start:]))
}
