package perse

import (
	"slices"
	"strings"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/fog"
	"keryx/adjudicator/perse/field"
	"keryx/adjudicator/perse/order"
)

// plainSail writes a voyage as the answer that it means.
func (g *Game) plainSail(side adjudicator.Side, a order.Act) (order.Act, *order.Fault) {
	if a.Piece == "" {
		z, ok := g.Rules.Zones[a.From]
		if !ok {
			return a, order.Refuse("no-such-units", "9.1", "Units", order.Counted(a.Units))
		}
		return g.plainUnits(side, a, g.Loose(int(side), z, true))
	}
	p, ok := g.Own(side, a.Piece)
	if !ok {
		return a, order.Refuse("not-yours", "4", "Piece", order.Term("piece", a.Piece))
	}
	var why *order.Fault
	a.Units, why = g.PlainLabels(a.Units, g.Load(side, p))
	if z, ok := g.Rules.Zones[a.TakenAt]; ok && a.Taken != "" && why == nil {
		if a.Taken == "all" {
			a.Taken = g.Rules.Write(g.Sum(g.Loose(int(side), z, true)))
		}
		a.Taken, why = g.PlainLabels(a.Taken, g.Loose(int(side), z, true))
	}
	return a, why
}

// fleet is the force that an order to sail means.
func (g *Game) fleet(side adjudicator.Side, a order.Act) (f field.Force, ships []int) {
	if a.Piece != "" {
		p, _ := g.Own(side, a.Piece)
		return g.Force(side, 1<<g.Veil[side].Goes[p], g.At(side, p), true), g.Load(side, p)
	}
	z := g.Rules.Zones[a.From]
	ships, _ = g.Pick(g.Loose(int(side), z, true), g.Rules.Tally(a.Units))
	return field.Force{Side: side, Loose: true, At: z, Sea: true}, ships
}

// sail moves a fleet, or ships without one (9.1).
func (g *Game) sail(t *adjudicator.Table, side adjudicator.Side, a order.Act) {
	f, ships := g.fleet(side, a)
	cost := g.Rules.Cost.Voyage
	if f.Loose {
		cost *= len(ships)
	}
	g.Spend(side, cost)
	g.Way, g.Doing, g.Flow.Ships = a.Path, a, field.LotSet{}
	for _, i := range ships {
		g.Flow.Ships.Add(i)
	}
	g.sailOn(t, f, false, true)
}

// sailOn goes on with a voyage; begun says that some of it is behind them, on that they can.
func (g *Game) sailOn(t *adjudicator.Table, f field.Force, begun, on bool) {
	for on && g.Way != "" && !g.Over {
		id, rest, _ := strings.Cut(g.Way, " ")
		g.Way = rest
		to := g.Rules.Zones[id]
		var ships []int
		if f.Loose {
			ships = slices.DeleteFunc(g.Loose(int(f.Side), f.At, true), func(i int) bool { return !g.Flow.Ships.Has(i) })
		}
		g.voyage(t, &f, ships, to, begun)
		begun = true
		if g.Roster.ID == "14.1" && f.Side == field.Greeks {
			g.discord(t, to)
		}
		if on = g.meet(t, f); on {
			g.sailed(t, f)
		}
	}
	g.Way, g.Doing = "", order.Act{}
}

// sailed has a fleet that came into a zone leave and take up the ships that it was to.
func (g *Game) sailed(t *adjudicator.Table, f field.Force) {
	a, id := g.Doing, g.ZoneID(f.At)
	if a.At == id && a.Units != "" && !f.Loose {
		g.leaveShips(t, f, a.Units)
	}
	if a.TakenAt == id && a.Taken != "" && !f.Loose {
		g.takeShips(t, f, a.Taken)
	}
}

// voyage is one zone of a voyage; begun says that it is not the first.
func (g *Game) voyage(t *adjudicator.Table, f *field.Force, ships []int, to board.Zone, begun bool) {
	from := f.At
	if f.Loose {
		g.carryTries(f.Side, from, to)
		for _, i := range ships {
			g.Lots[i].At = to
			g.Lots[i].Sea++
			g.Lots[i].Spun++
		}
	} else {
		if !begun { // who goes on is who has come
			f.Names = g.leave(t, f.Side, f.Names)
		}
		n := f.Names.Nth(0)
		g.Where[f.Side][n] = to
		g.Seas[f.Side][n]++
		g.Spun[f.Side][n]++
		for rest := g.Passengers(f.Side, n); rest != 0; {
			g.Where[f.Side][rest.Pop()] = to
		}
	}
	f.At = to
	e := adjudicator.Event{Rule: "9.1", Marks: []adjudicator.Mark{{Kind: "move", Side: f.Side, Zones: []string{g.ZoneID(from), g.ZoneID(to)}}}}
	if f.Loose {
		e.Public = adjudicator.Say("perse.event.sailed-loose", "Side", field.Seat(f.Side), "Units", g.Units(ships), "From", g.Zone(from), "To", g.Zone(to))
	} else {
		e.Public = adjudicator.Say("perse.event.sailed", "Side", field.Seat(f.Side), "Names", g.Markers(f.Side, f.Names), "From", g.Zone(from), "To", g.Zone(to))
		e.Private[f.Side] = adjudicator.Say("perse.event.sailed-own", "Pieces", g.Called(f.Side, g.Veil[f.Side].Pieces(f.Names)), "Names", g.Markers(f.Side, f.Names), "From", g.Zone(from), "To", g.Zone(to))
	}
	t.Tell(e)
}

// carryTries has ships without a fleet take along whom they have tried to intercept, and who has tried to
// intercept them (6.1).
func (g *Game) carryTries(side adjudicator.Side, from, to board.Zone) {
	g.Tried[side][field.Crowd(to)] |= g.Tried[side][field.Crowd(from)]
	for n := range g.Tried[side.Other()] {
		if tried := &g.Tried[side.Other()][n]; tried.Has(field.Crowd(from)) {
			tried.Add(field.Crowd(to))
		}
	}
}

// leaveShips leaves ships of a fleet in a zone (9.1).
func (g *Game) leaveShips(t *adjudicator.Table, f field.Force, units string) {
	p := g.Veil[f.Side].Of(f.Names.Nth(0))
	lots, ok := g.Pick(g.Load(f.Side, p), g.Rules.Tally(units))
	if !ok {
		return
	}
	g.Veil[f.Side].Narrow(p, g.Roster.Actors[f.Side])
	for _, i := range lots {
		g.Release(i, f.At)
		g.Lots[i].Sea, g.Lots[i].Spun = g.Seas[f.Side][f.Names.Nth(0)], g.Spun[f.Side][f.Names.Nth(0)]
	}
	t.Tell(adjudicator.Event{Rule: "9.1", Depth: 1, Public: adjudicator.Say("perse.event.left", "Many", 0, "Names", g.Markers(f.Side, f.Names), "Zone", g.Zone(f.At), "Units", g.Units(lots))})
	g.drown(t, f.Side, f.Names.Nth(0))
}

// takeShips has a fleet take ships up that stand in a zone without one (9.1).
func (g *Game) takeShips(t *adjudicator.Table, f field.Force, units string) {
	n := f.Names.Nth(0)
	p := g.Veil[f.Side].Of(n)
	lots, ok := g.Pick(g.Loose(int(f.Side), f.At, true), g.Rules.Tally(units))
	if !ok || len(lots) == 0 {
		return
	}
	g.Veil[f.Side].Narrow(p, g.Roster.Actors[f.Side])
	for _, i := range lots {
		g.Seas[f.Side][n] = max(g.Seas[f.Side][n], g.Lots[i].Sea)
		g.Spun[f.Side][n] = max(g.Spun[f.Side][n], g.Lots[i].Spun)
		g.Join(i, f.Side, p, 1<<n)
	}
	t.Tell(adjudicator.Event{Rule: "9.1", Depth: 1, Public: adjudicator.Say("perse.event.took", "Names", g.Markers(f.Side, f.Names), "Zone", g.Zone(f.At), "Units", g.Units(lots))})
}

// ionian reports whether a ship is of the Ionian fleet of 14.1.
func (g *Game) ionian(lot int) bool {
	city := g.Kind(lot).City
	return g.Kind(lot).Afloat() && city != "athens" && city != "eretria"
}

// discord is the Ionian fleet and the Athenians or Eretrians in one sea (14.1, P-75): on a 1 a counter of
// these goes home, of the Greek's choice.
func (g *Game) discord(t *adjudicator.Table, z board.Zone) {
	var ours, guests []int
	for _, i := range append(g.Loose(int(field.Greeks), z, true), g.Borne(field.Greeks, g.Afloat(field.Greeks, z))...) {
		if g.ionian(i) {
			ours = append(ours, i)
		} else {
			guests = append(guests, i)
		}
	}
	if len(ours) == 0 || len(guests) == 0 {
		return
	}
	var gone []int
	if t.Die() == 1 {
		f := g.lossForm(these(guests), func(c field.Counts) *order.Fault {
			if field.Total(c) != 1 {
				return order.Refuse("wrong-number", "14.1", "Number", 1)
			}
			return nil
		})
		q := adjudicator.Question{Kind: "discord", Rule: "14.1", Prompt: adjudicator.Say("perse.ask.discord", "Zone", g.Zone(z), "Units", g.Units(guests)),
			Verbs: f.Verbs, Settled: len(guests) == 1, Form: f}
		gone, _ = g.Pick(guests, g.Rules.Tally(t.Ask(field.Greeks, q).(order.Act).Units))
	}
	t.Tell(adjudicator.Event{Rule: "14.1", Depth: 1, Public: adjudicator.Say("perse.event.discord", "Zone", g.Zone(z), "Units", g.Units(gone))})
	for _, i := range gone {
		g.Destroy(i)
	}
	for names := g.Afloat(field.Greeks, z); names != 0; {
		g.drown(t, field.Greeks, names.Pop())
	}
}

// seaWear is the attrition of what has sailed, one throw at the end of all voyages (9.1).
func (g *Game) seaWear(t *adjudicator.Table) { g.seaWearFrom(t, field.Greeks, 0) }

// seaWearFrom goes on with it at a fleet of a side.
func (g *Game) seaWearFrom(t *adjudicator.Table, side adjudicator.Side, n fog.Name) {
	defer g.within("end")()
	for ; side <= field.Persians; side, n = side+1, 0 {
		for names := g.Roster.Back[side][1] >> n << n; names != 0; {
			g.docked(t, side, names.Pop())
		}
		for z := range board.Zone(g.Rules.Map.Len()) {
			g.wearLoose(t, side, z)
		}
	}
}

// docked is the attrition of a fleet's voyage, if it has sailed since the last.
func (g *Game) docked(t *adjudicator.Table, side adjudicator.Side, fleet fog.Name) {
	zones := g.Spun[side][fleet]
	if g.Spun[side][fleet] = 0; zones > 0 && g.Where[side][fleet] != field.Nowhere && !g.Over {
		g.wear(t, side, 1<<fleet, int(zones), true)
	}
}

// wearLoose is the attrition of the ships without a fleet in a zone that have sailed since the last: a
// die for each, which is lost if the table says so (9.1).
func (g *Game) wearLoose(t *adjudicator.Table, side adjudicator.Side, z board.Zone) {
	var lots, lost []int
	for _, i := range g.Loose(int(side), z, true) {
		if g.Lots[i].Spun > 0 {
			lots = append(lots, i)
		}
	}
	if len(lots) == 0 || g.Over {
		return
	}
	for n, die := range t.Roll(len(lots)) {
		i := lots[n]
		if g.Rules.SeaWear.At(int(g.Lots[i].Spun), die-1) > 0 {
			lost = append(lost, i)
		}
		g.Lots[i].Spun = 0
	}
	t.Tell(adjudicator.Event{Rule: "9.1", Depth: 1, Public: adjudicator.Say("perse.event.wear-loose", "Side", field.Seat(side), "Zone", g.Zone(z), "Sailed", g.Units(lots), "Units", g.Units(lost), "Ours", field.Ours(g.Rules.SeaWear))})
	for _, i := range lost {
		g.Destroy(i)
	}
}

// wrongSail judges a voyage.
func (g *Game) wrongSail(side adjudicator.Side, a order.Act) *order.Fault {
	zones := strings.Fields(a.Path)
	gone := int8(0)
	cost := g.Rules.Cost.Voyage
	var at board.Zone
	var ships []int
	if a.Piece != "" {
		p, ok := g.Own(side, a.Piece)
		if !ok || g.Roster.Back[side][0].Has(p) || g.At(side, p) == field.Nowhere {
			return order.Refuse("no-ships", "9.1", "Piece", order.Term("piece", a.Piece))
		}
		at, gone, ships = g.At(side, p), g.Seas[side][g.Veil[side].Goes[p]], g.Load(side, p)
		if _, ok := g.Pick(ships, g.Rules.Tally(a.Units)); !ok {
			return order.Refuse("no-such-units", "9.1", "Units", order.Counted(a.Units))
		}
		if a.Units != "" && !slices.Contains(zones, a.At) || a.Taken != "" && !slices.Contains(zones, a.TakenAt) {
			return order.Refuse("not-on-way", "9.1")
		}
		if why := g.wrongShips(side, p, ships, a); why != nil {
			return why
		}
	} else {
		at = g.Rules.Zones[a.From]
		var ok bool
		if ships, ok = g.Pick(g.Loose(int(side), at, true), g.Rules.Tally(a.Units)); !ok || len(ships) == 0 {
			return order.Refuse("no-such-units", "9.1", "Units", order.Counted(a.Units))
		}
		for _, i := range ships {
			gone = max(gone, g.Lots[i].Sea)
		}
		cost *= len(ships)
	}
	if int(gone)+len(zones) > field.MostZones {
		return order.Refuse("too-many-zones", "9.1", "Limit", field.MostZones)
	}
	for _, id := range zones {
		to := g.Rules.Zones[id]
		if !g.Rules.Sea[at].Has(to) {
			return order.Refuse("not-next", "9.1", "From", g.Zone(at), "Zone", order.Term("zone", id))
		}
		if why := g.moored(ships, to); why != nil {
			return why
		}
		at = to
	}
	if cost > g.Left(side) {
		return order.Refuse("no-points", "3", "Points", cost, "Left", g.Left(side))
	}
	return nil
}

// wrongShips judges the ships that a fleet leaves and takes up on its way.
func (g *Game) wrongShips(side adjudicator.Side, p fog.Piece, ships []int, a order.Act) *order.Fault {
	left, _ := g.Pick(ships, g.Rules.Tally(a.Units))
	aboard := g.Passengers(side, g.Veil[side].Goes[p])
	room, needed := g.Points(ships)-g.Points(left), g.Needed(g.Borne(side, aboard))
	if needed > room || aboard != 0 && room == 0 {
		return order.Refuse("no-room", "9.1", "Needed", needed, "Room", room)
	}
	if a.Taken == "" {
		return nil
	}
	if g.Roster.Pieces[side][p].Sort != field.Fleet {
		return order.Refuse("decoys-carry-nothing", "11.1")
	}
	at := g.Rules.Zones[a.TakenAt]
	taken, ok := g.Pick(g.Loose(int(side), at, true), g.Rules.Tally(a.Taken))
	if !ok || len(taken) == 0 {
		return order.Refuse("no-such-units", "9.1", "Units", order.Counted(a.Taken))
	}
	zones := strings.Fields(a.Path)
	further := len(zones) - 1 - slices.Index(zones, a.TakenAt)
	for _, i := range taken {
		if int(g.Lots[i].Sea)+further > field.MostZones {
			return order.Refuse("too-many-zones", "9.1", "Limit", field.MostZones)
		}
	}
	for _, id := range zones[len(zones)-further:] {
		if why := g.moored(taken, g.Rules.Zones[id]); why != nil {
			return why
		}
	}
	return nil
}

// moored says why ships cannot go into a sea: the Ionian fleet of 14.1, and Spartans in isolation.
func (g *Game) moored(ships []int, to board.Zone) *order.Fault {
	id := g.ZoneID(to)
	home := slices.Contains([]string{"Hellespont", "Lesbos", "Chios", "Samos", "Cos"}, id)
	for _, i := range ships {
		if g.Roster.ID == "14.1" && g.ionian(i) && g.Lots[i].Side == int8(field.Greeks) && !home {
			return order.Refuse("ionian", "14.1")
		}
		if g.Isolated && g.Kind(i).City == "sparta" && !g.spartanSea(to) {
			return order.Refuse("isolated", "11.2")
		}
	}
	return nil
}

// spartanSea reports whether a sea borders the zones in which the Spartans stay (P-34).
func (g *Game) spartanSea(sea board.Zone) bool {
	for z := range g.Rules.Coast[sea].All() {
		if g.Peloponnese(z) {
			return true
		}
	}
	return false
}
