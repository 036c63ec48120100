package hellenes

import (
	"math/rand/v2"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/fog"
	"keryx/adjudicator/hellenes/ground"
	"keryx/adjudicator/hellenes/order"
)

// winterProposals are the lines of the template.
func (g *Game) winterProposals(side adjudicator.Side) []order.Act {
	open := []order.Act{order.Just("end"), {Verb: "recruit", Zone: ground.Nowhere}}
	for out := g.Outside(side); out != 0; {
		p := out.Pop()
		open = append(open, order.Act{Verb: "maintain", Pieces: ground.One(p), Zone: ground.Nowhere})
		c := g.Column(side, ground.One(p))
		w := g.Ways(&c, min(ground.Far, c.Steps+1))
		for to := range board.Zone(ground.Zones) {
			if w.Steps[to] == 0 || g.Towns[to].Holder != side {
				continue
			}
			for _, verb := range []string{"canton", "home", "shelter"} {
				open = append(open, order.Act{Verb: verb, Rows: []order.Row{{Pieces: ground.One(p), To: to}}, Zone: ground.Nowhere})
			}
		}
	}
	for rest := g.Pieces(side, g.OnMap(side)); rest != 0; {
		open = append(open, order.Act{Verb: "disband", Pieces: ground.One(rest.Nth(0)), Zone: ground.Nowhere})
		open = append(open, order.Act{Verb: "build", Pieces: ground.One(rest.Pop()), Times: 1, Zone: ground.Nowhere})
	}
	return open
}

// winterLines are those that the template shows: a block that has to leave its place may be maintained, or go to the first
// places of each kind; of who may stay one is disbanded, for the form of it, and those
// where others have no room.
func (g *Game) winterLines(side adjudicator.Side, all []order.Act) (lines []order.Act) {
	type way struct {
		who  fog.Set
		verb string
	}
	shown, anybody := map[way]int{}, false
	for _, a := range all {
		switch a.Verb {
		case "canton", "home", "shelter":
			w := way{a.Rows[0].Pieces, a.Verb}
			free := shown[way{w.who, "home"}] + shown[way{w.who, "canton"}]
			if shown[w]++; shown[w] > 2 || a.Verb == "shelter" && free > 0 {
				continue
			}
		case "disband":
			if anybody && g.Excess(side, g.At(side, a.Pieces.Nth(0))) == 0 {
				continue
			}
			anybody = true
		}
		lines = append(lines, a)
	}
	return lines
}

// drawWinter is a random action of the winter.
func (g *Game) drawWinter(side adjudicator.Side, r *rand.Rand) order.Act {
	out := g.Outside(side)
	if out == 0 || r.IntN(6) == 0 {
		switch all := g.Pieces(side, g.OnMap(side)); {
		case g.Left[side] == 0 || all == 0:
			return order.Just("end")
		case r.IntN(2) == 0:
			return order.Act{Verb: "recruit", Zone: ground.Nowhere}
		default:
			return order.Act{Verb: "build", Pieces: ground.One(all.Nth(r.IntN(all.Len()))), Times: 1, Zone: ground.Nowhere}
		}
	}
	p := out.Nth(r.IntN(out.Len()))
	who := ground.One(p)
	if r.IntN(2) == 0 {
		who = g.In(side, g.At(side, p)) & out
	}
	if r.IntN(12) == 0 {
		return order.Act{Verb: "disband", Pieces: who, Zone: ground.Nowhere}
	}
	if r.IntN(4) == 0 {
		return order.Act{Verb: "maintain", Pieces: who, Zone: ground.Nowhere}
	}
	if g.Group(side, who) == ground.Nowhere {
		return order.Just("end")
	}
	c := g.Column(side, who)
	w := g.Ways(&c, min(ground.Far, c.Steps+1))
	var reach []board.Zone
	for to, n := range w.Steps {
		if n > 0 && g.Towns[to].Holder == side && g.Rules.City(board.Zone(to)).Value > 0 {
			reach = append(reach, board.Zone(to))
		}
	}
	if len(reach) == 0 {
		return order.Just("end")
	}
	verb := []string{"canton", "home", "home", "shelter"}[r.IntN(4)]
	return order.Act{Verb: verb, Rows: []order.Row{{Pieces: who, To: reach[r.IntN(len(reach))]}}, Zone: ground.Nowhere}
}
