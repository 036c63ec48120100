package archive

import (
	"fmt"
	"slices"
	"strings"

	"keryx/adjudicator"
	"keryx/adjudicator/host/archive/picture"
	"keryx/adjudicator/host/reports"
	"keryx/adjudicator/host/watch"
)

// The maps are drawn larger than they are shown: shown is how many pixels a map says it has, and mapWidth how many it has,
// for screens with small pixels and for readers who enlarge it. The column of a page is some 930 pixels wide at the most,
// so that there are two to each; whoever wants more has the sheet for paper, which is drawn in lines.
const shown = 1216

var mapWidth = 1872 // smaller in tests that do not look at it

// mapFile is a map on the site.
type mapFile struct {
	Map    string   // the file that shows it whole, from the top of the site; empty if there is none
	Layers []string // the pictures that it consists of, the lowest first; see [Site.drawMap]
	Sheet  string   // the map for printing
	Drawn  string   // what the two were drawn from
	Alt    string
	Width  int // in pixels of the page
	Height int
}

// turnMap draws the map of a turn, for the screen and for paper, and of an open game also what each side saw where that is
// another; none that is there already. base is the map of the turn in the first language.
func (s *Site) turnMap(l language, c watch.Chronicle, t watch.ChronicleTurn, base mapFile, old turnLine, keep map[string]bool) (turnLine, error) {
	p := l.in(c.Ruleset)
	line := turnLine{Number: t.Number, Name: p.Phrase(t.Name), Ended: t.Ended}
	for _, phrase := range t.Tally {
		line.Tally = append(line.Tally, p.Phrase(phrase))
	}
	var err error
	alt := p.Say("archive.map-alt", "Turn", line.Name)
	var under seenAs
	if first := s.langs[0].tag; l.tag != first {
		under = seenAs{t.View, first, base.Layers}
	}
	if line.mapFile, err = s.drawMap(l, c, t, t.View, drawing{fmt.Sprint(t.Number), alt, under}, old.mapFile, keep); err != nil || line.Map == "" {
		return line, err
	}
	if old.Ended.Equal(t.Ended) {
		defer func() { s.tree.keepOlder(line, keep) }()
	}
	if t.Whole == nil {
		return line, nil
	}
	common, _, _ := strings.Cut(line.Drawn, drawnOn)
	for side, v := range t.Whole.Views {
		digest, err := reports.MapDigest(c.Rules, l.tag, v, t.Events, mapWidth)
		if err != nil {
			return line, err
		}
		if digest == common {
			continue
		}
		own := drawing{fmt.Sprintf("%d-%s", t.Number, c.Seats[side].Side), p.Say("archive.map-alt-side", "Turn", line.Name, "Side", l.side(c.Ruleset, c.Seats[side].Side)),
			seenAs{t.View, l.tag, line.Layers}}
		if line.Own[side], err = s.drawMap(l, c, t, v, own, old.Own[side], keep); err != nil {
			return line, err
		}
	}
	return line, nil
}

// keepOlder has the whole pictures of an older edition stay that show the same as maps of a turn which stay: others may have led to
// them.
func (t *tree) keepOlder(line turnLine, keep map[string]bool) {
	for _, m := range append(line.Own[:], line.mapFile) {
		if before := strings.TrimSuffix(m.Map, ".svg") + ".png"; keep[m.Map] && t.has(before) {
			keep[before] = true
		}
	}
}

// drawnOn stands between what a map and what the one below it were drawn from.
const drawnOn = " on "

// smallWidth is how many pixels a small map has.
const smallWidth = 480

// smallMap draws the small map of the last turn that is shown, for lists and for who is sent a link;
// none that is there already.
func (s *Site) smallMap(l language, c watch.Chronicle, lines []turnLine, m *memo, keep map[string]bool) error {
	if len(lines) == 0 || lines[len(lines)-1].Drawn == "" {
		return nil
	}
	name, of := picture.SmallName(c.ID, l.tag), lines[len(lines)-1].Drawn
	keep[name] = true
	if m.Small[l.tag] == of && s.tree.has(name) {
		return nil
	}
	last := c.Turns[len(c.Turns)-1]
	drawn, err := reports.DrawMap(c.Rules, l.tag, last.View, last.Events, smallWidth)
	if err != nil {
		return err
	}
	if m.Small == nil {
		m.Small = map[string]string{}
	}
	m.Small[l.tag] = of
	return s.tree.put(name, drawn.PNG)
}

// drawMap draws a view of a turn, unless that is there already. The map is kept as layers, of which each holds only what is
// not as on those below it, and is transparent elsewhere: the ground, which all turns of a ruleset have in common; what the
// first language shows upon it; where it is in another language what that shows otherwise; and for the eyes of one side what
// that side sees otherwise. That takes a third of the room of whole pictures.
func (s *Site) drawMap(l language, c watch.Chronicle, t watch.ChronicleTurn, v adjudicator.View, d drawing, old mapFile, keep map[string]bool) (m mapFile, err error) {
	digest, err := reports.MapDigest(c.Rules, l.tag, v, t.Events, mapWidth)
	if err != nil || digest == "" {
		return m, err
	}
	m.Map, m.Drawn, m.Alt = fmt.Sprintf("maps/%s/%s-%s.svg", c.ID, d.name, l.tag), digest, d.alt
	if under := d.under; under.lang != "" {
		below, err := reports.MapDigest(c.Rules, under.lang, under.view, t.Events, mapWidth)
		if err != nil {
			return m, err
		}
		m.Drawn += drawnOn + below
	}
	m.Sheet = strings.TrimSuffix(m.Map, ".svg") + ".pdf"
	if old.Drawn == m.Drawn && old.Map == m.Map && len(old.Layers) > 0 && s.tree.has(m.Map) && s.tree.has(m.Sheet) && !slices.ContainsFunc(old.Layers, func(name string) bool { return !s.tree.has(name) }) {
		m.Layers, m.Width, m.Height = old.Layers, old.Width, old.Height
		m.kept(keep)
		return m, nil
	}
	if err := putLayers(&s.tree, l, c, t, v, d, &m); err != nil {
		return m, err
	}
	m.kept(keep)
	s.drawn++
	sheet, err := reports.PrintedMap(c.Rules, l.tag, v, t.Events, c.ID)
	if err != nil {
		return m, err
	}
	return m, s.tree.put(m.Sheet, sheet)
}

// kept has the files of a map stay on the site.
func (m mapFile) kept(keep map[string]bool) {
	if m.Map == "" {
		return
	}
	keep[m.Map], keep[m.Sheet] = true, true
	for _, name := range m.Layers {
		keep[name] = true
	}
}
