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
			if total(c) != 1 {
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

// embark has a leader go aboard a fleet with some of his units (9.4); the others stay.
func (g *Game) embark(t *adjudicator.Table, side adjudicator.Side, a order.Act) {
	p, _ := g.Own(side, a.Piece)
	fleet, _ := g.Own(side, a.With)
	if n, aboard := g.Veil[side].Goes[p], g.Veil[side].Goes[fleet]; g.Acting(side).Has(n) {
		still := g.Now.Total == 0 && !g.Now.Fixed
		names := g.Now.Names
		g.rest(t)
		if still {
			g.Done[side] &^= names // who has not marched can be activated ashore (9.4)
		}
		if g.Where[side][n] == field.Nowhere {
			return
		}
		// The way's losses were asked for: names have stayed, and what is under them only as far as all know.
		p, fleet = g.Veil[side].Of(n), g.Veil[side].Of(aboard)
		left, _ := g.Pick(g.Load(side, p), g.Rules.Tally(a.Units))
		a.Piece, a.With, a.Units = g.Roster.Pieces[side][p].ID, g.Roster.Pieces[side][fleet].ID, g.Rules.Write(g.Sum(left))
		if g.wrongEmbark(side, a) != nil {
			return
		}
	}
	g.Spend(side, g.Rules.Cost.Embark)
	z := g.At(side, p)
	own := g.Load(side, p)
	with, _ := g.Pick(own, g.Rules.Tally(a.Units))
	n := g.leave(t, side, 1<<g.Veil[side].Goes[p]).Nth(0)
	var stay []int
	for _, i := range own {
		if !slices.Contains(with, i) {
			g.releaseSeen(i, z)
			stay = append(stay, i)
		}
	}
	g.goAboard(t, side, n, fleet)
	if len(stay) > 0 {
		t.Tell(adjudicator.Event{Rule: "9.4", Depth: 1, Public: adjudicator.Say("perse.event.left", "Many", 0, "Names", g.Markers(side, 1<<n), "Zone", g.Zone(z), "Units", g.Units(stay))})
	}
	g.changed(t, z)
}

// board has a leader begin the game aboard a fleet.
func (g *Game) board(t *adjudicator.Table, side adjudicator.Side, p, fleet fog.Piece) {
	z := g.At(side, p)
	n := g.leave(t, side, 1<<g.Veil[side].Goes[p]).Nth(0)
	if g.Needed(g.Load(side, p)) > g.Room(side, fleet) {
		for _, i := range g.Load(side, p) {
			g.releaseSeen(i, z)
		}
	}
	g.goAboard(t, side, n, fleet)
	g.changed(t, z)
}

// goAboard puts a marker into a fleet. Decoys do not (11.1).
func (g *Game) goAboard(t *adjudicator.Table, side adjudicator.Side, n fog.Name, fleet fog.Piece) {
	v := &g.Veil[side]
	v.Narrow(v.Of(n), g.Roster.Actors[side])
	v.Narrow(fleet, g.Roster.Actors[side])
	g.Aboard[side][n] = int8(v.Goes[fleet]) + 1
	g.Where[side][n] = g.At(side, fleet)
	g.tellDeed(t, "9.4", side, 1<<n, "perse.event.aboard", "perse.event.aboard-own", "Fleet", order.Term("marker", g.Roster.Marker(side, v.Goes[fleet])))
}

// wrongEmbark judges who goes aboard.
func (g *Game) wrongEmbark(side adjudicator.Side, a order.Act) *order.Fault {
	p, ok := g.Own(side, a.Piece)
	fleet, known := g.Own(side, a.With)
	switch {
	case !ok || !known:
		return order.Refuse("not-yours", "4", "Piece", order.Term("piece", a.Piece))
	case g.Roster.Pieces[side][p].Sort != field.Leader || g.At(side, p) == field.Nowhere || g.Aboard[side][g.Veil[side].Goes[p]] != 0:
		return order.Refuse("no-leader", "9.4", "Piece", order.Term("piece", a.Piece))
	case g.Roster.Pieces[side][fleet].Sort != field.Fleet || g.At(side, fleet) == field.Nowhere || !g.Beside(side, p, g.At(side, fleet)):
		return order.Refuse("not-aboard", "9.4", "Piece", order.Term("piece", a.Piece), "Zone", g.zoneOr(g.At(side, fleet)))
	case g.Now.Lost && g.Acting(side).Has(g.Veil[side].Goes[p]):
		return order.Refuse("beaten", "4.1")
	}
	with, ok := g.Pick(g.Load(side, p), g.Rules.Tally(a.Units))
	if !ok {
		return order.Refuse("no-such-units", "9.4", "Units", order.Counted(a.Units))
	}
	all := append(g.Borne(side, g.Passengers(side, g.Veil[side].Goes[fleet])), with...)
	if needed, room := g.Needed(all), g.Points(g.Load(side, fleet)); needed > room {
		return order.Refuse("no-room", "9.4", "Needed", needed, "Room", room)
	}
	if g.Left(side) < g.Rules.Cost.Embark {
		return order.Refuse("no-points", "3", "Points", g.Rules.Cost.Embark, "Left", g.Left(side))
	}
	if l := g.Roster.Pieces[side][p].Leader; g.Isolated && (l.City == "spartan" || slices.ContainsFunc(with, func(i int) bool { return g.Kind(i).City == "sparta" })) {
		return order.Refuse("isolated", "11.2")
	}
	return nil
}

// zoneOr is a zone as a word; the first if it is none.
func (g *Game) zoneOr(z board.Zone) adjudicator.Term {
	if z == field.Nowhere {
		z = 0
	}
	return g.Zone(z)
}

// land puts a leader ashore with all that he has (9.4). The fleet's voyage takes its attrition first.
func (g *Game) land(t *adjudicator.Table, side adjudicator.Side, a order.Act) {
	p, _ := g.Own(side, a.Piece)
	who := g.Veil[side].Goes[p]
	fleet := fog.Name(g.Aboard[side][who] - 1)
	to := g.Rules.Zones[a.Path]
	g.Spend(side, g.landing(to))
	g.docked(t, side, fleet)
	if g.Over || g.Where[side][who] == field.Nowhere {
		return
	}
	names := g.leave(t, side, 1<<who)
	n := names.Nth(0)
	g.Where[side][n], g.Aboard[side][n] = to, 0
	g.tellDeed(t, "9.4", side, names, "perse.event.ashore", "perse.event.ashore-own", "Zone", g.Zone(to))
	g.entered(t, side, to)
	if g.Scorched.Has(to) && !g.Supplied(side, to, g.Points(g.Borne(side, names))) {
		g.hunger(t, side, names, to)
	}
	g.meet(t, g.Force(side, names, to, false))
}

// wrongLand judges who goes ashore.
func (g *Game) wrongLand(side adjudicator.Side, a order.Act) *order.Fault {
	p, ok := g.Own(side, a.Piece)
	if !ok || g.At(side, p) == field.Nowhere || g.Aboard[side][g.Veil[side].Goes[p]] == 0 {
		return order.Refuse("not-afloat", "9.4", "Piece", order.Term("piece", a.Piece))
	}
	if to, known := g.Rules.Zones[a.Path]; !known || !g.Rules.Coast[g.At(side, p)].Has(to) || g.Rules.Map.Kind(to) == board.Sea {
		return order.Refuse("no-coast", "9.4", "Zone", order.Term("zone", a.Path))
	}
	if cost := g.landing(g.Rules.Zones[a.Path]); g.Left(side) < cost {
		return order.Refuse("no-points", "3", "Points", cost, "Left", g.Left(side))
	}
	return nil
}

// landing is what it costs to go ashore: Thermopylae costs more however it is entered (5.4).
func (g *Game) landing(to board.Zone) int {
	if g.ZoneID(to) == "Thermopyles" {
		return g.Rules.Cost.Embark + g.Rules.Cost.Thermopylae
	}
	return g.Rules.Cost.Embark
}
