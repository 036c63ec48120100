package chart

import (
	"errors"
	"fmt"
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
)

// edges draw what lies between two zones, along their border, by the tags of edges and the
// kinds of what stands there. A tag that is not among them is in the gazetteer all the same.
var edges = map[string]func(brush, line){
	"river":  brush.river,
	"wall":   brush.wall,
	"ruin":   brush.ruin,
	siteKind: brush.works,
	"bridge": brush.bridge,
	"strait": brush.ferry,
	"high":   brush.high,
}

// siteKind is the tag of an edge where something can be built: it is covered by whatever
// stands there.
const siteKind = "works"

// standing is what stands at an edge for the time being.
type standing struct {
	zones [2]board.Zone
	kind  string
}

// standing reads the edges of a view in the order of the board. Zones that the board does
// not have, or that are not adjacent, are an error.
func (t *Theatre) standing(v adjudicator.View) (all []standing, err error) {
	for _, e := range v.Edges {
		s := standing{kind: e.Kind}
		for i, term := range e.Zones {
			if s.zones[i], err = t.zone(term.ID); err != nil {
				return nil, fmt.Errorf("edge %q: %w", plain(e.Kind, 20), err)
			}
		}
		if slices.Sort(s.zones[:]); t.board.Edge(s.zones[0], s.zones[1]) == nil && t.board.Edge(s.zones[1], s.zones[0]) == nil {
			return nil, fmt.Errorf("chart: %w: %s and %s", ErrNoEdge, t.board.Name(s.zones[0]), t.board.Name(s.zones[1]))
		}
		all = append(all, s)
	}
	slices.SortStableFunc(all, func(a, b standing) int { return slices.Compare(a.zones[:], b.zones[:]) })
	return all, nil
}

// ErrNoEdge is returned for something between two zones that are not adjacent.
var ErrNoEdge = errors.New("no edge between zones")

// edgeKinds lists what a picture has between zones: what is printed there and not covered,
// and what stands there.
func (t *Theatre) edgeKinds(built []standing) (kinds []string) {
	for _, tag := range t.board.EdgeTags() {
		if _, ok := edges[tag]; ok && (tag != siteKind || !t.covered(built)) {
			kinds = append(kinds, tag)
		}
	}
	for _, s := range built {
		if !slices.Contains(kinds, s.kind) {
			kinds = append(kinds, s.kind)
		}
	}
	return kinds
}

// covered reports whether something stands wherever something can be built.
func (t *Theatre) covered(built []standing) bool {
	site := t.board.EdgeTag(siteKind)
	for z := range t.board.All().All() {
		for _, e := range t.board.Edges(z) {
			at := [2]board.Zone{min(z, e.To), max(z, e.To)}
			if e.Tags&site != 0 && !slices.ContainsFunc(built, func(s standing) bool { return s.zones == at }) {
				return false
			}
		}
	}
	return true
}

// built draws what stands at edges, and keeps words away from that and from what is printed
// there. Between zones that share
// no border on this plate it stands on a line from one to the other.
func (l *layout) built(all []standing, names func(adjudicator.Term) string) {
	for _, s := range l.seams {
		if s.tags != 0 {
			l.pave(l.line(s.line), l.u(9))
		}
	}
	for _, s := range all {
		drawn := false
		for i, b := range l.geometry.Borders {
			if b.A == s.zones[0] && b.B == s.zones[1] {
				way := l.line(l.seams[i].line)
				l.edge(s.kind, way, midway(way), names)
				if l.seams[i].tags == 0 {
					l.pave(way, l.u(9))
				}
				drawn = true
			}
		}
		if a, b := l.at(l.zones[s.zones[0]].label), l.at(l.zones[s.zones[1]].label); !drawn {
			l.bond(a, b)
			l.edge(s.kind, line{between(a, b, 1, 2), between(a, b, 1, 2)}, between(a, b, 1, 2), names)
		}
	}
}

// edge draws something of a kind along a border. What has no line of its own is a plain one
// with the first letter of its name.
func (p *plate) edge(kind string, l line, middle point, names func(adjudicator.Term) string) {
	if draw, ok := edges[kind]; ok {
		draw(brush{p, middle, 1}, l)
		return
	}
	p.fill(white, stroke(l, p.u(7), false))
	p.fill(coast, stroke(l, p.u(3), false))
	p.disc(middle, initial(names(adjudicator.Term{Kind: "edge", ID: kind})), livery{fill: white, ink: lettering, edge: coast})
}

// passages paints the tagged edges: along the border that two zones share, or from one to
// the other where they share none. What crosses a border comes last.
func (p *plate) passages() {
	for _, across := range []bool{false, true} {
		for _, tag := range p.board.EdgeTags() {
			draw, ok := edges[tag]
			if crosses := tag == "bridge" || tag == "strait"; !ok || crosses != across {
				continue
			}
			bit := p.board.EdgeTag(tag)
			joined := map[[2]board.Zone]bool{}
			for i, border := range p.geometry.Borders {
				joined[[2]board.Zone{border.A, border.B}] = true
				if l := p.line(p.seams[i].line); p.seams[i].tags&bit != 0 {
					draw(brush{p, midway(l), 1}, l)
				}
			}
			for z := range p.board.All().All() {
				for _, e := range p.board.Edges(z) {
					if e.Tags&bit != 0 && z < e.To && !joined[[2]board.Zone{z, e.To}] {
						p.bond(p.at(p.zones[z].label), p.at(p.zones[e.To].label))
					}
				}
			}
		}
	}
}

// midway is the middle of a line.
func midway(l line) point {
	q, _, _ := l.at(l.total() / 2)
	return q
}

// bond joins two zones that lie apart.
func (p *plate) bond(a, b point) {
	a, b = towards(a, b, p.u(30)), towards(b, a, p.u(30))
	p.strokeAll(white, dashes(line{a, b}, p.u(6), p.u(6)), p.u(5))
	p.strokeAll(coast, dashes(line{a, b}, p.u(6), p.u(6)), p.u(2.4))
}

func (b brush) river(l line) {
	l = smooth(l)
	b.fill(shallow3, stroke(l, b.u(13), false))
	b.fill(seaway, stroke(l, b.u(9), false))
	b.fill(shallow1, stroke(l, b.u(3), false))
}

func (b brush) wall(l line) {
	b.fill(white, stroke(l, b.u(7), false))
	b.fill(coast, stroke(l, b.u(4), false))
	var towers path
	for _, q := range along(l, b.u(16)) {
		towers = append(towers, box(q.X-b.u(4), q.Y-b.u(4), q.X+b.u(4), q.Y+b.u(4)))
	}
	b.fill(coast, towers)
}

// ruin draws what is left of a wall: stumps of its towers, and stones between them.
func (b brush) ruin(l line) {
	b.fill(white, stroke(l, b.u(8), false))
	var stumps, stones path
	for i, q := range along(l, b.u(11)) {
		if i%2 == 0 {
			stumps = append(stumps, box(q.X-b.u(4.4), q.Y-b.u(4.4), q.X+b.u(4.4), q.Y+b.u(4.4)), box(q.X-b.u(2), q.Y-b.u(2), q.X+b.u(2), q.Y+b.u(2)))
		} else {
			stones = append(stones, disc(q.Add(pt(-b.u(2), b.u(1.6))), b.u(1.7)), disc(q.Add(pt(b.u(2), -b.u(1.6))), b.u(1.7)))
		}
	}
	b.fill(white, stumps.outline(b.u(3)))
	for i := 0; i+1 < len(stumps); i += 2 {
		b.fill(coast, path{stumps[i]})
		b.fill(white, path{stumps[i+1]})
	}
	b.fill(coast, stones)
}

// works draws where a wall can be built: its line, staked out.
func (b brush) works(l line) {
	b.fill(white, stroke(l, b.u(6), false))
	var stakes path
	for _, q := range along(l, b.u(11)) {
		stakes = append(stakes, disc(q, b.u(2.6)))
	}
	b.fill(hill, stakes)
}

// bridge draws two rails across the middle of a border.
func (b brush) bridge(l line) {
	middle, from, to := l.at(l.total() / 2)
	rail := func(off, out float64) line {
		foot := towards(middle, to, b.u(off))
		return line{aside(foot, from, to, b.u(out)), aside(foot, from, to, -b.u(out))}
	}
	b.fill(coast, stroke(rail(0, 17), b.u(19), false))
	b.fill(white, stroke(rail(0, 18), b.u(14), false))
	for _, off := range []float64{-4, 0, 4} {
		b.fill(frontier, stroke(rail(off, 18), b.u(1.2), false))
	}
}

// high draws a border of the high sea, which is crossed at a risk.
func (b brush) high(l line) {
	b.fill(seaway, stroke(l, b.u(4.6), false))
	b.fill(waterText, stroke(l, b.u(1.6), false))
}

// ferry draws dots across the middle of a border.
func (b brush) ferry(l line) {
	middle, from, to := l.at(l.total() / 2)
	var dots path
	for i := -2; i <= 2; i++ {
		dots = append(dots, disc(aside(middle, from, to, b.u(float64(i)*8)), b.u(2.4)))
	}
	b.fill(white, dots.outline(b.u(2)))
	b.fill(coast, dots)
}
