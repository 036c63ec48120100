package perse

import (
	"keryx/adjudicator"
	"keryx/adjudicator/fog"
)

// part has some names leave a group of which all look alike: names are dealt anew, loads and marks
// follow. It returns the names by which those that leave go then.
func (g *Game) part(t *adjudicator.Table, side adjudicator.Side, group, leave fog.Set) fog.Set {
	v := &g.Veil[side]
	who := v.Pieces(leave)
	acting, head := v.Pieces(g.Mine(side, g.Now.Names)), v.Pieces(g.Mine(side, 1<<g.Now.Head&g.Now.Names))
	defer func() {
		if acting != 0 {
			g.Now.Names = v.Names(acting)
		}
		if head != 0 {
			g.Now.Head = v.Names(head).Nth(0)
		}
	}()
	if !v.Part(v.Pieces(group), who, t.Deal) {
		return leave
	}
	g.Loads[side].Part(group)
	var tried fog.Set
	var seas, spun int8
	for rest := group; rest != 0; {
		n := rest.Pop()
		tried, seas, spun = tried|g.Tried[side][n], max(seas, g.Seas[side][n]), max(spun, g.Spun[side][n])
	}
	for rest := group; rest != 0; {
		n := rest.Pop()
		g.Tried[side][n], g.Seas[side][n], g.Spun[side][n] = tried, seas, spun
	}
	if g.Scouted[side]&group != 0 {
		g.Scouted[side] |= group
	}
	for enemy, n := side.Other(), 0; n < len(g.Tried[enemy]); n++ {
		if g.Tried[enemy][n]&group != 0 {
			g.Tried[enemy][n] |= group
		}
	}
	return v.Names(who)
}

// leave has a side's names go from where they stand, after those that look alike were dealt anew.
func (g *Game) leave(t *adjudicator.Table, side adjudicator.Side, names fog.Set) fog.Set {
	first := names.Nth(0)
	z := g.Where[side][first]
	var among fog.Set
	switch {
	case g.Roster.Back[side][1].Has(first):
		among = g.Afloat(side, z)
	case g.Aboard[side][first] != 0:
		among = g.Passengers(side, fog.Name(g.Aboard[side][first]-1))
	default:
		among = g.Ashore(side, z)
	}
	return g.part(t, side, g.Alike(side, among, first)|names, names)
}
