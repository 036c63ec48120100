package picture

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"image"
	"image/gif"
)

// How long frames are shown, in hundredths of a second: the last one longest, for the film begins
// again after it.
const (
	FrameTime = 160
	PauseTime = 500
)

// ReelMemo is what is noted of a film.
type ReelMemo struct {
	Of []string `json:"of"` // what its frames were drawn from
	At []int    `json:"at"` // where each begins, and the end of the last
}

// A Reel is a film in the making.
type Reel struct {
	ReelMemo
	File []byte          // without its end
	Last *image.Paletted // the picture of the last frame; nil if that is not known yet
}

// Add adds a frame.
func (r *Reel) Add(next *image.Paletted, of string) error {
	shown := next
	if r.Last != nil {
		if next.Rect != r.Last.Rect {
			return fmt.Errorf("a frame of %v follows one of %v", next.Rect, r.Last.Rect)
		}
		shown = differs(r.Last, next)
	}
	var file bytes.Buffer
	one := gif.GIF{Image: []*image.Paletted{shown}, Delay: []int{FrameTime}, Disposal: []byte{gif.DisposalNone},
		Config: image.Config{ColorModel: next.Palette, Width: next.Rect.Dx(), Height: next.Rect.Dy()}}
	if err := gif.EncodeAll(&file, &one); err != nil {
		return err
	}
	data := file.Bytes()
	start := headOf(data)
	if len(r.At) == 0 {
		r.File = append(append(r.File, data[:start]...), forEver...)
		r.At = append(r.At, len(r.File))
	}
	r.File = append(r.File, data[start:len(data)-1]...)
	r.Of, r.At, r.Last = append(r.Of, of), append(r.At, len(r.File)), next
	return nil
}

// forEver is the block that has a film begin again after its end.
const forEver = "\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"

// headOf is how long the beginning of a file is: the size of the picture and the palette.
func headOf(file []byte) int { return 13 + 3<<(file[10]&7+1) }

// Finished is the whole file: its last frame stays for longer.
func (r *Reel) Finished() []byte {
	file := append(bytes.Clone(r.File), 0x3b)
	for i, at := range r.At[:len(r.At)-1] {
		stays := FrameTime
		if i == len(r.Of)-1 {
			stays = PauseTime
		}
		binary.LittleEndian.PutUint16(file[at+4:], uint16(stays)) // of its graphic control
	}
	return file
}

// differs is the part of a picture that is not as in another, with all that is the same left
// out.
func differs(old, next *image.Paletted) *image.Paletted {
	through := uint8(len(next.Palette) - 1)
	out := image.NewPaletted(next.Rect, next.Palette)
	var box image.Rectangle
	for y := range next.Rect.Dy() {
		a, b, to := old.Pix[y*old.Stride:], next.Pix[y*next.Stride:], out.Pix[y*out.Stride:]
		for x := range next.Rect.Dx() {
			to[x] = through
			if a[x] != b[x] {
				to[x] = b[x]
				box = box.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	if box.Empty() {
		box = image.Rect(0, 0, 1, 1)
	}
	part, _ := out.SubImage(box).(*image.Paletted)
	return part
}
