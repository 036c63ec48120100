package archive

import (
	"fmt"
	"strings"

	"keryx/adjudicator"
	"keryx/adjudicator/host"
)

// The maps are drawn larger than they are shown: shown is how many pixels a map says it has, and mapWidth how many it has,
// for screens with small pixels and for readers who enlarge it. The column of a page is some 930 pixels wide at the most,
// so that there are two to each; whoever wants more has the sheet for paper, which is drawn in lines.
const shown = 1216

var mapWidth = 1872 // smaller in tests that do not look at it

// mapFile is a map on the site.
type mapFile struct {
	Map    string // from the top of the site; empty if there is none
	Sheet  string // the map for printing
	Drawn  string // what the two were drawn from
	Alt    string
	Width  int // in pixels of the page
	Height int
}

// turnMap draws the map of a turn, for the screen and for paper, and of an open game also what each side saw where that is
// another; none that is there already.
func (s *Site) turnMap(l language, c host.Chronicle, t host.ChronicleTurn, old turnLine, keep map[string]bool) (turnLine, error) {
	p := l.in(c.Ruleset)
	line := turnLine{Number: t.Number, Name: p.Phrase(t.Name), Ended: t.Ended}
	for _, phrase := range t.Tally {
		line.Tally = append(line.Tally, p.Phrase(phrase))
	}
	var err error
	alt := p.Say("archive.map-alt", "Turn", line.Name)
	if line.mapFile, err = s.drawMap(l, c, t, t.View, fmt.Sprint(t.Number), old.mapFile, keep); err != nil || line.Map == "" {
		return line, err
	}
	line.Alt = alt
	if t.Whole == nil {
		return line, nil
	}
	for side, v := range t.Whole.Views {
		digest, err := host.MapDigest(c.Rules, l.tag, v, t.Events, mapWidth)
		if err != nil {
			return line, err
		}
		if digest == line.Drawn {
			continue
		}
		own, err := s.drawMap(l, c, t, v, fmt.Sprintf("%d-%s", t.Number, c.Seats[side].Side), old.Own[side], keep)
		if err != nil {
			return line, err
		}
		own.Alt = p.Say("archive.map-alt-side", "Turn", line.Name, "Side", l.side(c.Ruleset, c.Seats[side].Side))
		line.Own[side] = own
	}
	return line, nil
}

// smallWidth is how many pixels a small map has.
const smallWidth = 480

// smallName is the small map of a game's last turn, from the top of the site.
func smallName(id, lang string) string { return fmt.Sprintf("maps/%s/small-%s.png", id, lang) }

// smallMap draws the small map of the last turn that is shown, for lists and for who is sent a link;
// none that is there already.
func (s *Site) smallMap(l language, c host.Chronicle, lines []turnLine, m *memo, keep map[string]bool) error {
	if len(lines) == 0 || lines[len(lines)-1].Drawn == "" {
		return nil
	}
	name, of := smallName(c.ID, l.tag), lines[len(lines)-1].Drawn
	keep[name] = true
	if m.Small[l.tag] == of && s.tree.has(name) {
		return nil
	}
	last := c.Turns[len(c.Turns)-1]
	drawn, err := host.DrawMap(c.Rules, l.tag, last.View, last.Events, smallWidth)
	if err != nil {
		return err
	}
	if m.Small == nil {
		m.Small = map[string]string{}
	}
	m.Small[l.tag] = of
	return s.tree.put(name, drawn.PNG)
}

// drawMap draws a view of a turn, unless that is there already.
func (s *Site) drawMap(l language, c host.Chronicle, t host.ChronicleTurn, v adjudicator.View, name string, old mapFile, keep map[string]bool) (m mapFile, err error) {
	digest, err := host.MapDigest(c.Rules, l.tag, v, t.Events, mapWidth)
	if err != nil || digest == "" {
		return m, err
	}
	m.Map, m.Drawn = fmt.Sprintf("maps/%s/%s-%s.png", c.ID, name, l.tag), digest
	m.Sheet = strings.TrimSuffix(m.Map, ".png") + ".pdf"
	keep[m.Map], keep[m.Sheet] = true, true
	if old.Drawn == digest && old.Sheet == m.Sheet && s.tree.has(m.Map) && s.tree.has(m.Sheet) {
		m.Width, m.Height = old.Width, old.Height
		return m, nil
	}
	drawn, err := host.DrawMap(c.Rules, l.tag, v, t.Events, mapWidth)
	if err != nil {
		return m, err
	}
	s.drawn++
	m.Width, m.Height = shown, drawn.Height*shown/drawn.Width
	if err := s.tree.put(m.Map, drawn.PNG); err != nil {
		return m, err
	}
	sheet, err := host.PrintedMap(c.Rules, l.tag, v, t.Events, c.ID)
	if err != nil {
		return m, err
	}
	return m, s.tree.put(m.Sheet, sheet)
}
