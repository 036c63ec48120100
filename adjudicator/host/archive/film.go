package archive

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"image/png"

	"keryx/adjudicator/host"
)

// The film of a game is an animated picture (GIF) with one frame for each turn that is shown. All
// frames have one palette, and each holds what differs from the one before, so a turn more is
// added at the end of the file. It has at most maxFrames: those of the first turns.
const maxFrames = 120

var filmWidth = 608 // a third of the width of a map; smaller in tests that do not look at it

// How long frames are shown, in hundredths of a second: the last one longest, for the film begins
// again after it.
const (
	frameTime = 160
	pauseTime = 500
)

// filmMemo is what is noted of a film.
type filmMemo struct {
	Of []string `json:"of"` // what its frames were drawn from
	At []int    `json:"at"` // where each begins, and the end of the last
}

// filmName is the film of a game in a language, from the top of the site.
func filmName(id, lang string) string { return fmt.Sprintf("maps/%s/film-%s.gif", id, lang) }

// reel is a film in the making.
type reel struct {
	filmMemo
	file []byte          // without its end
	last *image.Paletted // the picture of the last frame; nil if that is not known yet
}

// film brings the film of a game up to date. There is one as soon as there are two maps.
func (s *Site) film(l language, c host.Chronicle, lines []turnLine, m *memo, keep map[string]bool) (filmLine, error) {
	old := m.Films[l.tag]
	delete(m.Films, l.tag)
	if len(lines) < 2 || lines[0].Drawn == "" {
		return filmLine{}, nil
	}
	name := filmName(c.ID, l.tag)
	keep[name] = true
	r, err := s.openReel(name, old, lines)
	if err != nil {
		return filmLine{}, err
	}
	for i := len(r.Of); i < min(len(lines), maxFrames); i++ {
		if i > 0 && r.last == nil {
			if r.last, err = frame(l, c, i-1); err != nil {
				return filmLine{}, err
			}
		}
		next, err := frame(l, c, i)
		if err != nil {
			return filmLine{}, err
		}
		if err := r.add(next, lines[i].Drawn); err != nil {
			return filmLine{}, fmt.Errorf("the film of %s: %w", c.ID, err)
		}
	}
	if m.Films == nil {
		m.Films = map[string]filmMemo{}
	}
	m.Films[l.tag] = r.filmMemo
	file := r.finished()
	return filmLine{Name: name, Frames: len(r.Of), Size: int64(len(file)),
		Width: int(binary.LittleEndian.Uint16(file[6:])), Height: int(binary.LittleEndian.Uint16(file[8:]))}, s.tree.put(name, file)
}

// openReel reads a film as far as it shows the turns as they are.
func (s *Site) openReel(name string, old filmMemo, lines []turnLine) (*reel, error) {
	n := 0
	for n < min(len(old.Of), len(lines)) && old.Of[n] == lines[n].Drawn {
		n++
	}
	r := &reel{}
	if n == 0 {
		return r, nil
	}
	file, err := s.tree.content(name)
	if err != nil {
		return nil, err
	}
	if len(old.At) != len(old.Of)+1 || old.At[n] > len(file) {
		return r, nil
	}
	r.Of, r.At, r.file = old.Of[:n], old.At[:n+1], file[:old.At[n]]
	return r, nil
}

// errUnplayed reports a frame of a turn that was not played again.
var errUnplayed = errors.New("a frame is missing in the midst: remove the folder .keryx of the archive, and all of it is written anew")

// frame draws the picture of a turn for the film.
func frame(l language, c host.Chronicle, i int) (*image.Paletted, error) {
	t := c.Turns[i]
	if t.Name.Key == "" {
		return nil, fmt.Errorf("game %s, turn %d: %w", c.ID, t.Number, errUnplayed)
	}
	drawn, err := host.DrawMap(c.Rules, l.tag, t.View, t.Events, filmWidth)
	if err != nil {
		return nil, err
	}
	img, err := png.Decode(bytes.NewReader(drawn.PNG))
	if err != nil {
		return nil, err
	}
	p, ok := img.(*image.Paletted)
	if !ok || len(p.Palette) > 255 {
		return nil, fmt.Errorf("game %s: its map has no palette that a film can have", c.ID)
	}
	p.Palette = append(p.Palette[:len(p.Palette):len(p.Palette)], color.RGBA{}) // what has not changed shows through
	return p, nil
}

// add adds a frame.
func (r *reel) add(next *image.Paletted, of string) error {
	shown := next
	if r.last != nil {
		if next.Rect != r.last.Rect {
			return fmt.Errorf("a frame of %v follows one of %v", next.Rect, r.last.Rect)
		}
		shown = differs(r.last, next)
	}
	var file bytes.Buffer
	one := gif.GIF{Image: []*image.Paletted{shown}, Delay: []int{frameTime}, Disposal: []byte{gif.DisposalNone},
		Config: image.Config{ColorModel: next.Palette, Width: next.Rect.Dx(), Height: next.Rect.Dy()}}
	if err := gif.EncodeAll(&file, &one); err != nil {
		return err
	}
	data := file.Bytes()
	start := headOf(data)
	if len(r.At) == 0 {
		r.file = append(append(r.file, data[:start]...), forEver...)
		r.At = append(r.At, len(r.file))
	}
	r.file = append(r.file, data[start:len(data)-1]...)
	r.Of, r.At, r.last = append(r.Of, of), append(r.At, len(r.file)), next
	return nil
}

// forEver is the block that has a film begin again after its end.
const forEver = "\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"

// headOf is how long the beginning of a file is: the size of the picture and the palette.
func headOf(file []byte) int { return 13 + 3<<(file[10]&7+1) }

// finished is the whole file: its last frame stays for longer.
func (r *reel) finished() []byte {
	file := append(bytes.Clone(r.file), 0x3b)
	for i, at := range r.At[:len(r.At)-1] {
		stays := frameTime
		if i == len(r.Of)-1 {
			stays = pauseTime
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

// filmLine is a film on the page of its game.
type filmLine struct {
	Name   string // from the top of the site; empty if there is none
	Frames int
	Size   int64 // bytes

	Width, Height int // of its frames
}

// Weight is how large the file is, in kilobytes.
func (f filmLine) Weight() int64 { return (f.Size + 999) / 1000 }
