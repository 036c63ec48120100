package perse

import (
	"math/rand/v2"
	"slices"
	"strings"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/draw"
	"keryx/adjudicator/fog"
	"keryx/adjudicator/perse/field"
	"keryx/adjudicator/perse/order"
)

// askReady asks what a side makes ready.
func (g *Game) askReady(side adjudicator.Side) adjudicator.Question {
	f := &order.Form{Verbs: []string{"command", "reorganise", "group", "place", "done"}}
	f.Plain = func(a order.Act) (order.Act, *order.Fault) {
		switch a.Verb {
		case "group":
			return g.plainUnits(side, a, g.groupable(side, a))
		case "reorganise":
			if p, ok := g.Own(side, a.Piece); ok && g.At(side, p) != field.Nowhere {
				return g.plainUnits(side, a, g.Borne(side, g.Comrades(side, p)))
			}
		}
		return a, nil
	}
	f.Wrong = func(a order.Act) *order.Fault { return g.wrongReady(side, a) }
	f.Raw = func(into []order.Act) []order.Act { return g.readyActs(side, into) }
	f.Open = func() []order.Act { return f.Legal(f.Raw(nil)) }
	f.Wide = func(r *rand.Rand, acts []order.Act) order.Act {
		a := acts[r.IntN(len(acts))]
		a.Units = g.some(r, a.Units)
		return a
	}
	return adjudicator.Question{Kind: "ready", Rule: "4.3", Prompt: adjudicator.Say("perse.ask.ready"), Verbs: f.Verbs, Free: true, Form: f}
}

// groupable are the ships that an order to group could mean: those of the zone without a fleet and in
// other fleets, but for those of a plan.
func (g *Game) groupable(side adjudicator.Side, a order.Act) (lots []int) {
	z, ok := g.Rules.Zones[a.At]
	fleet, known := g.Own(side, a.Piece)
	if !ok || !known {
		return nil
	}
	used := field.Counts{}
	if g.Readying {
		used, _, _ = g.Planned(side, z)
	}
	for _, i := range append(g.Loose(int(side), z, true), g.others(side, z, fleet)...) {
		if k := g.Roster.Lots[i].Kind; used[k] > 0 {
			used[k]--
			continue
		}
		lots = append(lots, i)
	}
	return lots
}

// plainUnits writes the counters of an order as those that there are: "all", and a label that only one
// kind of those there bears.
func (g *Game) plainUnits(side adjudicator.Side, a order.Act, among []int) (order.Act, *order.Fault) {
	if a.Units == "all" {
		a.Units = g.Rules.Write(g.Sum(among))
		return a, nil
	}
	units, why := g.PlainLabels(a.Units, among)
	a.Units = units
	return a, why
}

func (g *Game) wrongReady(side adjudicator.Side, a order.Act) *order.Fault {
	if a.Verb == "done" {
		return nil
	}
	p, ok := g.Own(side, a.Piece)
	if !ok {
		return order.Refuse("not-yours", "4", "Piece", order.Term("piece", a.Piece))
	}
	_, grouped, placed := g.Planned(side, 0)
	switch sort := g.Roster.Pieces[side][p].Sort; a.Verb {
	case "command":
		if all := g.Commanders(); side != field.Greeks || len(all) < 2 || a.Piece != all[0] && a.Piece != all[1] {
			return order.Refuse("no-commander", "14.3", "Piece", order.Term("piece", a.Piece))
		}
	case "reorganise":
		switch {
		case sort != field.Leader || g.At(side, p) == field.Nowhere:
			return order.Refuse("no-leader", "4.3", "Piece", order.Term("piece", a.Piece))
		case g.Head(side, g.Comrades(side, p)&^(1<<g.Veil[side].Goes[p])) == draw.None:
			return order.Refuse("nobody-to-exchange", "4.3", "Piece", order.Term("piece", a.Piece))
		}
		if _, ok := g.Pick(g.Borne(side, g.Comrades(side, p)), g.Rules.Tally(a.Units)); !ok {
			return order.Refuse("no-such-units", "4.3", "Units", order.Counted(a.Units))
		}
	case "group":
		if grouped[a.Piece] {
			return order.Refuse("grouped-already", "9", "Piece", order.Term("piece", a.Piece))
		}
		return g.wrongGroup(side, p, a)
	case "place":
		with, known := g.Own(side, a.With)
		switch {
		case sort != field.Decoy && sort != field.Phantom || g.At(side, p) != field.Nowhere || placed[a.Piece]:
			return order.Refuse("no-decoy", "11.1", "Piece", order.Term("piece", a.Piece))
		case !known || g.At(side, with) == field.Nowhere || g.Aboard[side][g.Veil[side].Goes[with]] != 0 || g.Roster.Back[side][0].Has(p) != g.Roster.Back[side][0].Has(with):
			return order.Refuse("not-with", "11.1", "Piece", order.Term("piece", a.Piece), "With", order.Term("piece", a.With))
		}
	}
	return nil
}

// wrongGroup judges an order to group ships.
func (g *Game) wrongGroup(side adjudicator.Side, p fog.Piece, a order.Act) *order.Fault {
	z, ok := g.Rules.Zones[a.At]
	if at := g.At(side, p); !ok || g.Roster.Pieces[side][p].Sort != field.Fleet || at != field.Nowhere && at != z {
		return order.Refuse("no-fleet", "9", "Piece", order.Term("piece", a.Piece), "Zone", order.Term("zone", a.At))
	}
	ships, ok := g.Pick(g.groupable(side, a), g.Rules.Tally(a.Units))
	if !ok || len(ships) == 0 {
		return order.Refuse("no-such-units", "9", "Units", order.Counted(a.Units))
	}
	if why := g.stranded(side, p, z, ships); why != nil {
		return why
	}
	for _, id := range strings.Fields(a.With) {
		l, known := g.Own(side, id)
		if !known || g.Roster.Pieces[side][l].Sort != field.Leader || g.TurnNo != 1 || !g.Readying || !g.Beside(side, l, z) {
			return order.Refuse("not-aboard", "9.4", "Piece", order.Term("piece", id), "Zone", order.Term("zone", a.At))
		}
	}
	return nil
}

// stranded says that a fleet could not carry the troops aboard it any more without some ships.
func (g *Game) stranded(side adjudicator.Side, fleet fog.Piece, z board.Zone, ships []int) *order.Fault {
	for names := g.Afloat(side, z) &^ (1 << g.Veil[side].Goes[fleet]); names != 0; {
		n := names.Pop()
		left := slices.DeleteFunc(g.Load(side, g.Veil[side].Of(n)), func(i int) bool { return slices.Contains(ships, i) })
		aboard := g.Passengers(side, n)
		if needed, room := g.Needed(g.Borne(side, aboard)), g.Points(left); needed > room || aboard != 0 && room == 0 {
			return order.Refuse("no-room", "9", "Needed", needed, "Room", room)
		}
	}
	return nil
}

// readyActs lists what a side could make ready, the least first.
func (g *Game) readyActs(side adjudicator.Side, all []order.Act) []order.Act {
	all = append(all, order.Act{Verb: "done"})
	if side == field.Greeks && g.Named < 0 {
		for _, id := range g.Commanders() {
			all = append(all, order.Act{Verb: "command", Piece: id})
		}
	}
	for p := range g.Roster.Pieces[side] {
		switch one := g.Roster.Pieces[side][p]; one.Sort {
		case field.Leader:
			if g.At(side, fog.Piece(p)) != field.Nowhere {
				if lots := g.Borne(side, g.Comrades(side, fog.Piece(p))); len(lots) > 0 {
					all = append(all, order.Act{Verb: "reorganise", Piece: one.ID, Units: g.Rules.Write(g.Sum(lots))})
				}
			}
		case field.Fleet:
			for z := range board.Zone(g.Rules.Map.Len()) {
				if len(g.Loose(int(side), z, true)) > 0 {
					all = append(all, order.Act{Verb: "group", Units: "all", At: g.ZoneID(z), Piece: one.ID})
				}
			}
		default:
			for with := range g.Roster.Pieces[side] {
				all = append(all, order.Act{Verb: "place", Piece: one.ID, With: g.Roster.Pieces[side][with].ID})
			}
		}
	}
	return all
}

// some leaves some of the counters, at least one.
func (g *Game) some(r *rand.Rand, units string) string {
	if units == "" || units == "all" {
		return units
	}
	c := g.Rules.Tally(units)
	for k := range c {
		if c[k] > 0 {
			c[k] = uint8(r.IntN(int(c[k]) + 1))
		}
	}
	if c == (field.Counts{}) {
		return units
	}
	return g.Rules.Write(c)
}
