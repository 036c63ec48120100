package chart

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"io"
	"sync"

	"keryx/store/kept/press"
)

// keptEffort is how hard a picture is compressed that is kept. The two steps up from here
// make it 6 and 9 % smaller, in three and seven times the time.
const keptEffort = 7

// keepers are compressors for pictures that are kept: the standard library's, which look longer and
// find more. One takes longer to make than a small picture to press.
var keepers = sync.Pool{New: func() any {
	z, err := zlib.NewWriterLevel(io.Discard, keptEffort)
	if err != nil {
		panic("chart: " + err.Error()) // the effort is a constant
	}
	return z
}}

// encode writes a picture as a PNG file: one for a letter by the press that is made for it, one that is kept by a slower one.
func (c *canvas) encode(kept bool) ([]byte, error) {
	w, h := c.img.Rect.Dx(), c.img.Rect.Dy()
	if !kept {
		return press.File(c.rows, w, paletteBytes()), nil
	}
	var data bytes.Buffer
	z := keepers.Get().(*zlib.Writer)
	defer keepers.Put(z)
	z.Reset(&data)
	if _, err := z.Write(c.rows); err != nil {
		return nil, fmt.Errorf("chart: encode: %w", err)
	}
	if err := z.Close(); err != nil {
		return nil, fmt.Errorf("chart: encode: %w", err)
	}
	return press.Wrap(data.Bytes(), w, h, paletteBytes()), nil
}

// paletteBytes are red, green and blue of every colour.
var paletteBytes = sync.OnceValue(func() (all []byte) {
	palette, _ := colours()
	for _, i := range palette {
		r, g, b, _ := i.RGBA()
		all = append(all, byte(r>>8), byte(g>>8), byte(b>>8))
	}
	return all
})
