package hellenes

import (
	"math/rand/v2"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/fog"
	"keryx/adjudicator/hellenes/data"
	"keryx/adjudicator/hellenes/ground"
)

// Resample implements [adjudicator.Resampler].
func (g *Game) Resample(side adjudicator.Side, r *rand.Rand) adjudicator.Game {
	other := g.Clone().(*Game)
	other.Redeal(side, r)
	return other
}

// Redeal implements [adjudicator.Redealer]: other blocks under the enemy's names, with other steps, and other cards in
// his hand. An observer knows neither side.
func (g *Game) Redeal(side adjudicator.Side, r *rand.Rand) {
	for s := range adjudicator.Side(2) {
		if s == side {
			continue
		}
		g.redealLaid(s)
	}
	g.Cards.Redeal(side, r)
	for s := range adjudicator.Side(2) {
		if s == side {
			continue
		}
		g.layOff(s, side, r)
		g.redealBand(s, r)
	}
}

// redealLaid puts what a side has laid off for Zeus among the cards again, where its enemy may believe it.
func (g *Game) redealLaid(side adjudicator.Side) {
	for rest := g.Laid[side]; rest != 0; {
		g.Cards.Cup.Add(rest.Pop())
	}
}

// layOff takes as many cards from those that may be there.
func (g *Game) layOff(side, viewer adjudicator.Side, r *rand.Rand) {
	n := g.Laid[side].Len()
	g.Laid[side] = 0
	for ; n > 0; n-- {
		from := g.Cards.Cup
		if viewer != ground.Nobody {
			from &^= g.Cards.Known[viewer]
		}
		l := from.Nth(r.IntN(from.Len()))
		g.Cards.Withdraw(l)
		g.Laid[side].Add(l)
	}
}

// redealBand puts other blocks under a side's names, and gives each the steps that its name was shown with, or any
// that it may have.
func (g *Game) redealBand(side adjudicator.Side, r *rand.Rand) {
	if !g.Named {
		for p := range fog.Piece(ground.Blocks) {
			if open := g.Placeable(side, p); !open.Empty() {
				g.Where[side][p] = open.First()
			}
		}
		return
	}
	needs := g.needs(side)
	for range many {
		v := g.Veil[side]
		if !v.Redeal(r, needs...) {
			return // what the names may be is met by what is under them now
		}
		if vc, ok := g.steps(side, &v, r); ok {
			g.Veil[side], g.VC[side], g.Load[side] = v, vc, [ground.Blocks]int8{}
			for z := range g.Rules.Board.OfKind(board.Sea).All() {
				g.Embark(side, g.In(side, z), nil)
			}
			break
		}
	}
	g.redraw(side, r)
}

// redraw takes other recruits for those of which a side is choosing one: nobody else knows which of the pool they are.
// One of them at least can be raised, since it is asked; or it has been, and stands on the map.
func (g *Game) redraw(side adjudicator.Side, r *rand.Rand) {
	raised := g.Drawn &^ g.Names(side, ground.Pool)
	n := (g.Drawn &^ raised).Len()
	if n == 0 || side != g.Active {
		return
	}
	for range many {
		left := g.Names(side, ground.Pool)
		g.Drawn = raised
		for range n {
			name := left.Nth(r.IntN(left.Len()))
			left.Drop(name)
			g.Drawn.Add(name)
		}
		if raised != 0 || len(g.raisable(side)) > 0 {
			return
		}
	}
}

// many is how often recruits are looked for of which one can be raised.
const many = 200

// needs are what all know of several names together: of the blocks in a sea at least half are fleets, and who is known to
// be carried has a fleet there that is stronger.
func (g *Game) needs(side adjudicator.Side) (needs []fog.Need) {
	for z := range g.Rules.Board.OfKind(board.Sea).All() {
		names := g.Names(side, z)
		for vc := int8(1); vc < 4 && names != 0; vc++ {
			needs = append(needs, g.stronger(side, names, vc))
		}
	}
	return needs
}

// stronger is how many fleets of more than so many steps there have to be among the names in a sea, for those blocks
// that are carried with as many steps or more. Who is not known has one.
func (g *Game) stronger(side adjudicator.Side, names fog.Set, vc int8) fog.Need {
	v, need := &g.Veil[side], fog.Need{Names: names}
	for p := range fog.Piece(ground.Blocks) {
		if b := g.Block(side, p); b.Arm == data.Fleet && b.VC > int(vc) {
			need.Of.Add(p)
		}
	}
	carried := 0
	for rest := names; rest != 0; {
		n := rest.Pop()
		switch p, known := v.Known(n); {
		case !known || v.Mark[n] == 0:
		case !g.Rules.Fleets[side].Has(p):
			carried += ground.Btoi(v.Mark[n] >= vc)
		case v.Mark[n] <= vc:
			need.Names.Drop(n) // a fleet too weak
		}
	}
	if need.Least = carried; vc == 1 {
		need.Least = max(carried, names.Len()-names.Len()/2-(names.Len()-need.Names.Len()))
		need.Least = max(need.Least, (need.Names.Len()+1)/2)
	}
	return need
}

// steps gives each block under the names of a veil its steps; false if those that are carried would not be
// smaller than their fleets.
func (g *Game) steps(side adjudicator.Side, v *fog.Veil, r *rand.Rand) (vc [ground.Blocks]int8, ok bool) {
	for p := range vc {
		full := g.Block(side, fog.Piece(p)).VC
		n := v.Goes[p]
		some := int8(r.IntN(full) + 1) // drawn whether it counts or not
		switch {
		case g.Where[side][n] >= ground.Zones:
			some = 0
		case v.Mark[n] > 0:
			some = v.Mark[n]
		case g.Rules.Sea(g.Where[side][n]):
			some = 1
			if g.Block(side, fog.Piece(p)).Arm == data.Fleet {
				some = int8(full)
			}
		}
		vc[p] = some
	}
	other := Game{ground.Position{Rules: g.Rules}}
	other.VC[side] = vc
	for z := range g.Rules.Board.OfKind(board.Sea).All() {
		if names := g.Names(side, z); names != 0 && !other.Carries(side, v.Pieces(names)) {
			return vc, false
		}
	}
	return vc, true
}
