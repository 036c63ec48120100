package chart

import (
	"encoding/binary"
	"hash/crc32"
	"image"
)

// encode writes a picture as a PNG file with nothing in it but the picture: no filter,
// since neighbouring indices of a palette say nothing of each other.
func encode(img *image.Paletted) ([]byte, error) {
	w, h := img.Rect.Dx(), img.Rect.Dy()
	rows := make([]byte, h*(1+w))
	for y := range h {
		copy(rows[y*(1+w)+1:], img.Pix[y*img.Stride:][:w])
	}
	z := presses.Get().(*press)
	data := z.run(rows, 1+w)
	presses.Put(z)
	head := binary.BigEndian.AppendUint32(nil, uint32(w))
	head = binary.BigEndian.AppendUint32(head, uint32(h))
	head = append(head, 8, 3, 0, 0, 0) // 8 bits, paletted, and the only methods that there are
	var colours []byte
	for _, c := range img.Palette {
		r, g, b, _ := c.RGBA()
		colours = append(colours, byte(r>>8), byte(g>>8), byte(b>>8))
	}
	file := make([]byte, 0, len(data)+len(colours)+100)
	file = append(file, "\x89PNG\r\n\x1a\n"...)
	file = appendChunk(file, "IHDR", head)
	file = appendChunk(file, "PLTE", colours)
	file = appendChunk(file, "IDAT", data)
	return appendChunk(file, "IEND", nil), nil
}

func appendChunk(file []byte, kind string, data []byte) []byte {
	file = binary.BigEndian.AppendUint32(file, uint32(len(data)))
	start := len(file)
	file = append(append(file, kind...), data...)
	return binary.BigEndian.AppendUint32(file, crc32.ChecksumIEEE(file[start:]))
}
