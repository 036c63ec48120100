package chart

import (
	"encoding/binary"
	"hash/crc32"
)

// encode writes a picture as a PNG file with nothing in it but the picture: no filter,
// since neighbouring indices of a palette say nothing of each other.
func (c *canvas) encode() []byte {
	w, h := c.img.Rect.Dx(), c.img.Rect.Dy()
	z := presses.Get().(*press)
	data := z.run(c.rows, 1+w)
	presses.Put(z)
	head := binary.BigEndian.AppendUint32(nil, uint32(w))
	head = binary.BigEndian.AppendUint32(head, uint32(h))
	head = append(head, 8, 3, 0, 0, 0) // 8 bits, paletted, and the only methods that there are
	var colours []byte
	for _, i := range c.img.Palette {
		r, g, b, _ := i.RGBA()
		colours = append(colours, byte(r>>8), byte(g>>8), byte(b>>8))
	}
	file := make([]byte, 0, len(data)+len(colours)+100)
	file = append(file, "\x89PNG\r\n\x1a\n"...)
	file = appendChunk(file, "IHDR", head)
	file = appendChunk(file, "PLTE", colours)
	file = appendChunk(file, "IDAT", data)
	return appendChunk(file, "IEND", nil)
}

func appendChunk(file []byte, kind string, data []byte) []byte {
	file = binary.BigEndian.AppendUint32(file, uint32(len(data)))
	start := len(file)
	file = append(append(file, kind...), data...)
	return binary.BigEndian.AppendUint32(file, crc32.ChecksumIEEE(file[start:]))
}
