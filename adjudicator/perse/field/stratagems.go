package field

import (
	"slices"
	"strings"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/fog"
	"keryx/adjudicator/perse/data"
	"keryx/adjudicator/perse/order"
)

// Usable reports whether a side can use a stratagem at all.
func (g *War) Usable(side adjudicator.Side, id string) bool {
	for _, s := range g.Rules.Stratagems {
		if s.ID == id {
			return s.For == "both" || s.For == data.SideIDs[side]
		}
	}
	return false
}

// Athenian reports whether a leader is of Athens (P-29): by name, or set up at Athens.
func (g *War) Athenian(p fog.Piece) bool {
	l := g.Roster.Pieces[Greeks][p].Leader
	if l == nil {
		return false
	}
	if l.City == "attic" {
		return true
	}
	attica := g.Rules.Map.MustZone("Attique")
	return l.City == "" && strings.HasPrefix(l.ID, "Strategos") && slices.ContainsFunc(g.Roster.Places, func(at data.Place) bool {
		return at.Zone == attica && slices.ContainsFunc(at.Leaders, func(i int) bool { return g.Rules.Leaders[i].ID == l.ID })
	})
}

// Lost reports whether a Greek leader is known to be out of the game.
func (g *War) Lost(p fog.Piece) bool { return g.At(Greeks, p) == Nowhere }

// Plays lists the stratagems that a side could play in its segment.
func (g *War) Plays(side adjudicator.Side, all []order.Act) []order.Act {
	enemy := side.Other()
	add := func(a order.Act) {
		a.Verb = "play"
		all = append(all, a)
	}
	for rest := g.Pool.Hand[side]; rest != 0; {
		switch id := g.Stratagem(rest.Pop()); id {
		case "reconnaissance", "tempest":
			for n := range g.Roster.Pieces[enemy] {
				add(order.Act{Play: id, Target: g.Roster.Marker(enemy, fog.Name(n))})
			}
			if id == "tempest" {
				for z := range board.Zone(g.Rules.Map.Len()) {
					add(order.Act{Play: id, At: g.ZoneID(z)})
				}
			}
		case "ostracism":
			for _, p := range g.Roster.Pieces[Greeks] {
				add(order.Act{Play: id, With: p.ID})
			}
		case "intrigues":
			var named Counts
			for k := range g.Rules.Kinds {
				for n := len(g.Living(Persians, k)); n > 0 && Total(named) < 5; n-- {
					named[k]++
				}
			}
			add(order.Act{Play: id, Units: g.Rules.Write(named)})
		default:
			add(order.Act{Play: id})
		}
	}
	return all
}
