package archive

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"

	"keryx/adjudicator/host/archive/picture"
	"keryx/adjudicator/host/reports"
	"keryx/adjudicator/host/watch"
)

// The film of a game is an animated picture (GIF) with one frame for each turn that is shown. All
// frames have one palette, and each holds what differs from the one before, so a turn more is
// added at the end of the file. It has at most maxFrames: those of the first turns.
const maxFrames = 120

var filmWidth = 608 // a third of the width of a map; smaller in tests that do not look at it

// film brings the film of a game up to date. There is one as soon as there are two maps.
func (s *Site) film(l language, c watch.Chronicle, lines []turnLine, m *memo, keep map[string]bool) (filmLine, error) {
	old := m.Films[l.tag]
	delete(m.Films, l.tag)
	if len(lines) < 2 || lines[0].Drawn == "" {
		return filmLine{}, nil
	}
	name := picture.FilmName(c.ID, l.tag)
	keep[name] = true
	r, err := s.openReel(name, old, lines)
	if err != nil {
		return filmLine{}, err
	}
	for i := len(r.Of); i < min(len(lines), maxFrames); i++ {
		if i > 0 && r.Last == nil {
			if r.Last, err = frame(l, c, i-1); err != nil {
				return filmLine{}, err
			}
		}
		next, err := frame(l, c, i)
		if err != nil {
			return filmLine{}, err
		}
		if err := r.Add(next, lines[i].Drawn); err != nil {
			return filmLine{}, fmt.Errorf("the film of %s: %w", c.ID, err)
		}
	}
	if m.Films == nil {
		m.Films = map[string]picture.ReelMemo{}
	}
	m.Films[l.tag] = r.ReelMemo
	file := r.Finished()
	return filmLine{Name: name, Frames: len(r.Of), Size: int64(len(file)),
		Width: int(binary.LittleEndian.Uint16(file[6:])), Height: int(binary.LittleEndian.Uint16(file[8:]))}, s.tree.put(name, file)
}

// openReel reads a film as far as it shows the turns as they are.
func (s *Site) openReel(name string, old picture.ReelMemo, lines []turnLine) (*picture.Reel, error) {
	n := 0
	for n < min(len(old.Of), len(lines)) && old.Of[n] == lines[n].Drawn {
		n++
	}
	r := &picture.Reel{}
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
	r.Of, r.At, r.File = old.Of[:n], old.At[:n+1], file[:old.At[n]]
	return r, nil
}

// errUnplayed reports a frame of a turn that was not played again.
var errUnplayed = errors.New("a frame is missing in the midst: remove the folder .keryx of the archive, and all of it is written anew")

// frame draws the picture of a turn for the film.
func frame(l language, c watch.Chronicle, i int) (*image.Paletted, error) {
	t := c.Turns[i]
	if t.Name.Key == "" {
		return nil, fmt.Errorf("game %s, turn %d: %w", c.ID, t.Number, errUnplayed)
	}
	drawn, err := reports.DrawMap(c.Rules, l.tag, t.View, t.Events, filmWidth)
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

// filmLine is a film on the page of its game.
type filmLine struct {
	Name   string // from the top of the site; empty if there is none
	Frames int
	Size   int64 // bytes

	Width, Height int // of its frames
}

// Weight is how large the file is, in kilobytes.
func (f filmLine) Weight() int64 { return (f.Size + 999) / 1000 }
