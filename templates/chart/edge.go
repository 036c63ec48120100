package chart

import "keryx/adjudicator/board"

// edges draw what lies between two zones, along their border, by the tags of edges. What
// has no line of its own here is in the gazetteer all the same.
var edges = map[string]func(brush, line){
	"river":  brush.river,
	"wall":   brush.wall,
	"bridge": brush.bridge,
	"strait": brush.ferry,
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
	b.fill(shallow3, stroke(l, b.u(9), false))
	b.fill(seaway, stroke(l, b.u(5), false))
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

// bridge draws two rails across the middle of a border.
func (b brush) bridge(l line) {
	middle, from, to := l.at(l.total() / 2)
	for _, rail := range []float64{-4, 4} {
		foot := towards(middle, to, b.u(rail))
		way := line{aside(foot, from, to, b.u(12)), aside(foot, from, to, -b.u(12))}
		b.fill(white, stroke(way, b.u(5), false))
		b.fill(coast, stroke(way, b.u(2.4), false))
	}
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
