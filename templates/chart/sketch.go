package chart

import (
	"image"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/orders/pattern"
)

// sketchColumns is the width of a sketch: that of a plain-text letter.
const sketchColumns = 72

// The signs of a sketch.
const (
	waves     = '~'
	ridge     = '^'
	limit     = '.' // between zones on land
	waterline = ' ' // between zones at sea
	noLand    = ':' // not in play
	townSign  = '#'
	baseSign  = '@'
)

// sketch is a drawing in letters. A row of it is as high as two columns are wide.
type sketch struct {
	*plate
	rows, cols int
	text       [][]rune
	taken      [][]bool
}

// Sketch draws the map in letters for who reads in a terminal: the whole theatre, and
// then the crowded part at a larger scale, 72 columns wide. A stack is told by the
// force points of its ships and of its land units, in round brackets for the first
// side and in square ones for the second, with a star for a leader; among the marks a place
// of combats has an exclamation mark, and one of sieges an ampersand. Of the options only the Names
// are used, for ports and bases. Zones that the board does not have give an error
// matching [ErrUnknownZone].
func (t *Theatre) Sketch(v adjudicator.View, marks []adjudicator.Mark, o Options) ([]string, error) {
	forces, err := t.forces(v)
	if err != nil {
		return nil, err
	}
	deeds, err := t.deeds(marks)
	if err != nil {
		return nil, err
	}
	entries := t.entries(forces, deeds, o.names())
	t.blanked.Do(t.blank)
	var parts []string
	for i, blank := range t.blanks {
		elsewhere := t.crowded
		if i >= len(t.boards) {
			elsewhere = board.Set{}
		}
		s := blank.clone()
		s.inscribe(entries, elsewhere)
		parts = append(parts, s.String())
	}
	return parts, nil
}

// Boards is how many boards a map has: so many parts of a sketch show one each.
func (t *Theatre) Boards() int { return len(t.boards) }

// Framed reports whether a part of the map is framed and drawn again at a larger scale.
func (t *Theatre) Framed() bool { return len(t.insets) > 0 }

// blank draws the grounds of the parts of all sketches: the boards, and the parts of them
// that are enlarged.
func (t *Theatre) blank() {
	for _, b := range t.boards {
		t.blanks = append(t.blanks, t.sketch(b))
		for _, part := range t.insets {
			t.blanks[len(t.blanks)-1].box(part)
		}
	}
	for _, part := range t.insets {
		t.blanks = append(t.blanks, t.sketch(part))
	}
}

// nameless is a zone that goes by its number in every language.
var nameless = pattern.New(`^[A-Z]{1,2}[0-9]+$`)

// entries are what is written at each zone of a sketch: its name, and a line for each
// stack.
func (t *Theatre) entries(forces []force, deeds []deed, names func(adjudicator.Term) string) [][]string {
	all := make([][]string, t.board.Len())
	for z := range t.board.All().All() {
		id := t.board.Name(z)
		switch k := t.board.Kind(z); {
		case t.zones[z].town:
			id = string(townSign) + id
		case k == board.Port:
			id = string(townSign) + plain(names(adjudicator.Term{Kind: "zone", ID: id}), 14)
		case k == board.Base:
			id = string(baseSign) + plain(names(adjudicator.Term{Kind: "zone", ID: id}), 14)
		case !nameless.MatchString(id):
			id = plain(names(adjudicator.Term{Kind: "zone", ID: id}), 14)
		}
		all[z] = []string{id}
	}
	for _, d := range deeds {
		z := d.zones[len(d.zones)-1]
		sign := map[string]string{"battle": "!", "siege": "&"}[d.kind]
		if sign != "" && !strings.Contains(all[z][0], sign) {
			all[z][0] += sign
		}
	}
	for i := range forces {
		z := forces[i].zone
		all[z] = append(all[z], forces[i].brief())
	}
	return all
}

// brief is a stack in a word: "(54/10*)", with pieces of which no more is known than that
// they are there "(54/10+2?)", or "(2?)".
func (f *force) brief() string {
	var naval, land, hidden int
	for _, c := range f.chits {
		if c.hidden {
			hidden += c.count
		} else if c.afloat {
			naval += c.count * c.strength
		} else {
			land += c.count * c.strength
		}
	}
	text := strconv.Itoa(naval) + "/" + strconv.Itoa(land)
	switch {
	case hidden > 0 && naval+land == 0:
		text = strconv.Itoa(hidden) + "?"
	case hidden > 0:
		text += "+" + strconv.Itoa(hidden) + "?"
	}
	if len(f.leaders) > 0 {
		text += "*"
	}
	if f.side == 0 {
		return "(" + text + ")"
	}
	return "[" + text + "]"
}

// clone copies a ground, to be written on.
func (s *sketch) clone() *sketch {
	c := &sketch{plate: s.plate, cols: s.cols, rows: s.rows}
	for _, row := range s.text {
		c.text, c.taken = append(c.text, slices.Clone(row)), append(c.taken, make([]bool, s.cols))
	}
	return c
}

// sketch draws the ground.
func (t *Theatre) sketch(w window) *sketch {
	p := &plate{Theatre: t, view: w, unit: 1. / cell, frame: image.Rect(0, 0, sketchColumns, w.height(sketchColumns))}
	p.grid = p.survey()
	s := &sketch{plate: p, cols: sketchColumns, rows: p.frame.Dy() / 2}
	for y := range s.rows {
		row := make([]rune, s.cols)
		for x := range row {
			row[x] = s.sign(x, y)
		}
		if row[0] == limit {
			row[0] = ' ' // a dot alone at the margin has a meaning in mail (RFC 5321 section 4.5.2)
		}
		s.text = append(s.text, row)
	}
	return s
}

// zoneAt is the zone under a letter.
func (s *sketch) zoneAt(x, y int) board.Zone {
	if x >= s.cols || y >= s.rows {
		return board.NoZone
	}
	return s.grid.zones[2*y*s.grid.w+x]
}

// sign is the letter for the ground of a zone, or for its border on the right or below.
func (s *sketch) sign(x, y int) rune {
	z := s.zoneAt(x, y)
	if z == board.NoZone {
		return noLand
	}
	a := &s.zones[z]
	for _, other := range []board.Zone{s.zoneAt(x+1, y), s.zoneAt(x, y+1)} {
		switch {
		case other == z || other == board.NoZone || s.zones[other].wet != a.wet:
		case a.wet:
			return waterline
		default:
			return limit
		}
	}
	switch {
	case a.wet:
		return waves
	case a.look == "hills" && (x+y)%2 == 0:
		return ridge
	}
	return ' '
}

// letter is the column and row where a spot lies.
func (s *sketch) letter(at spot) image.Point {
	q := s.at(at)
	return image.Pt(int(q.X>>6), int(q.Y>>7))
}

// box marks the part that is drawn again.
func (s *sketch) box(w window) {
	a, b := s.letter(w.low), s.letter(w.high)
	if area := image.Rect(0, 0, s.cols, s.rows); !a.In(area) || !b.In(area) {
		return // of another board
	}
	for x := a.X; x <= b.X; x++ {
		s.text[a.Y][x], s.text[b.Y][x] = '-', '-'
	}
	for y := a.Y; y <= b.Y; y++ {
		s.text[y][a.X], s.text[y][b.X] = '|', '|'
	}
	for _, q := range []image.Point{a, b, {X: a.X, Y: b.Y}, {X: b.X, Y: a.Y}} {
		s.text[q.Y][q.X] = '+'
	}
}

// inscribe writes what is to be said of each zone, but for those that are shown
// elsewhere. Stacks come first, since they need the most room.
func (s *sketch) inscribe(entries [][]string, elsewhere board.Set) {
	for _, stacked := range []bool{true, false} {
		for z := range s.board.All().All() {
			at := s.letter(s.zones[z].label)
			if (len(entries[z]) > 1) == stacked && !elsewhere.Has(z) && at.In(image.Rect(0, 0, s.cols, s.rows)) {
				s.inscribeAt(z, at, entries[z])
			}
		}
	}
}

// inscribeAt writes lines about a zone where there is room: near to a place, and rather
// in the zone than beside it.
func (s *sketch) inscribeAt(z board.Zone, at image.Point, lines []string) {
	wide := 0
	for _, l := range lines {
		wide = max(wide, utf8.RuneCountInString(l))
	}
	corner, cost := image.Point{}, -1
	for y := range s.rows - len(lines) + 1 {
		dy := 2 * (y - at.Y)
		if cost >= 0 && dy*dy >= cost {
			continue
		}
		for x := range s.cols - wide + 1 {
			dx := x + wide/2 - at.X
			c := dx*dx + dy*dy
			if cost >= 0 && c >= cost || !s.free(x, y, wide, len(lines)) {
				continue
			}
			if c += s.strange(z, x, y, wide); cost < 0 || c < cost {
				corner, cost = image.Pt(x, y), c
			}
		}
	}
	if cost < 0 {
		return // the tables of a letter tell of every stack
	}
	for i, l := range lines {
		x, y := corner.X+(wide-utf8.RuneCountInString(l))/2, corner.Y+i
		for k, r := range []rune(" " + l + " ") {
			if at := x + k - 1; at >= 0 && at < s.cols {
				s.text[y][at], s.taken[y][at] = r, true
			}
		}
	}
}

// strange is what it costs to write over another zone.
func (s *sketch) strange(z board.Zone, x, y, wide int) (cost int) {
	if s.zones[z].rings == nil {
		return 0 // a port or a base is a spot
	}
	for k := range wide {
		if s.zoneAt(x+k, y) != z {
			cost += 5
		}
	}
	return cost
}

func (s *sketch) free(x, y, wide, high int) bool {
	for i := range high {
		if slices.Contains(s.taken[y+i][x:x+wide], true) {
			return false
		}
	}
	return true
}

func (s *sketch) String() string {
	lines := make([]string, s.rows)
	for y, row := range s.text {
		lines[y] = strings.TrimRight(string(row), " ")
	}
	return strings.Join(lines, "\n")
}
