package hellenes

import (
	"math/rand/v2"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/fog"
)

// winterProposals are the lines of the template.
func (g *Game) winterProposals(side adjudicator.Side) []Act {
	open := []Act{act("end"), {Verb: "recruit", Zone: nowhere}}
	for out := g.outside(side); out != 0; {
		p := out.Pop()
		open = append(open, Act{Verb: "maintain", Pieces: one(p), Zone: nowhere})
		c := g.column(side, one(p))
		w := g.ways(&c, min(far, c.steps+1))
		for to := range board.Zone(zones) {
			if w.steps[to] == 0 || g.Towns[to].Holder != side {
				continue
			}
			for _, verb := range []string{"canton", "home", "shelter"} {
				open = append(open, Act{Verb: verb, Rows: []Row{{Pieces: one(p), To: to}}, Zone: nowhere})
			}
		}
	}
	for rest := g.pieces(side, g.onMap(side)); rest != 0; {
		open = append(open, Act{Verb: "disband", Pieces: one(rest.Nth(0)), Zone: nowhere})
		open = append(open, Act{Verb: "build", Pieces: one(rest.Pop()), Times: 1, Zone: nowhere})
	}
	return open
}

// winterLines are those that the template shows: a block that has to leave its place may be maintained, or go to the first
// places of each kind; of who may stay one is disbanded, for the form of it, and those
// where others have no room.
func (g *Game) winterLines(side adjudicator.Side, all []Act) (lines []Act) {
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
			if anybody && g.over(side, g.at(side, a.Pieces.Nth(0))) == 0 {
				continue
			}
			anybody = true
		}
		lines = append(lines, a)
	}
	return lines
}

// drawWinter is a random action of the winter.
func (g *Game) drawWinter(side adjudicator.Side, r *rand.Rand) Act {
	out := g.outside(side)
	if out == 0 || r.IntN(6) == 0 {
		switch all := g.pieces(side, g.onMap(side)); {
		case g.Left[side] == 0 || all == 0:
			return act("end")
		case r.IntN(2) == 0:
			return Act{Verb: "recruit", Zone: nowhere}
		default:
			return Act{Verb: "build", Pieces: one(all.Nth(r.IntN(all.Len()))), Times: 1, Zone: nowhere}
		}
	}
	p := out.Nth(r.IntN(out.Len()))
	who := one(p)
	if r.IntN(2) == 0 {
		who = g.in(side, g.at(side, p)) & out
	}
	if r.IntN(12) == 0 {
		return Act{Verb: "disband", Pieces: who, Zone: nowhere}
	}
	if r.IntN(4) == 0 {
		return Act{Verb: "maintain", Pieces: who, Zone: nowhere}
	}
	if g.group(side, who) == nowhere {
		return act("end")
	}
	c := g.column(side, who)
	w := g.ways(&c, min(far, c.steps+1))
	var reach []board.Zone
	for to, n := range w.steps {
		if n > 0 && g.Towns[to].Holder == side && g.rules.city(board.Zone(to)).Value > 0 {
			reach = append(reach, board.Zone(to))
		}
	}
	if len(reach) == 0 {
		return act("end")
	}
	verb := []string{"canton", "home", "home", "shelter"}[r.IntN(4)]
	return Act{Verb: verb, Rows: []Row{{Pieces: who, To: reach[r.IntN(len(reach))]}}, Zone: nowhere}
}
