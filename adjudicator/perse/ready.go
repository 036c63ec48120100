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

// mostReady is how much a side can make ready in a turn.
const mostReady = 16

// ready is what both do in secret before the segments: the Greek commander of 14.3, reorganisation
// (4.3), fleets (9, P-78), and where decoys come (11.1, P-35).
func (g *Game) ready(t *adjudicator.Table) {
	t.Phase("ready", field.Nobody)
	if g.TurnNo == 1 {
		g.mix(t)
	}
	for side := range adjudicator.Side(2) {
		for z := range board.Zone(g.Rules.Map.Len()) {
			g.Loads[side].Part(g.Ashore(side, z))
			g.Loads[side].Part(g.Afloat(side, z))
			for fleets := g.Afloat(side, z); fleets != 0; {
				g.Loads[side].Part(g.Passengers(side, fleets.Pop()))
			}
		}
	}
	g.makeReady(t)
}

// makeReady asks both what they make ready, and does what all can see of it.
func (g *Game) makeReady(t *adjudicator.Table) {
	g.Readying = true
	g.Flow.Kind, g.Flow.Asked = "ready", field.Nobody
	t.Apart(g.prepare, g.prepare)
	g.Flow.Kind = ""
	g.Readying = false
	if len(g.Commanders()) > 0 && g.Named < 0 {
		g.Named = g.Command[field.Greeks] // who says nothing names whoever commands
	}
	for side := range adjudicator.Side(2) {
		g.publish(t, side)
		g.Plan[side], g.Ready[side] = nil, false
	}
	t.Tell(adjudicator.Event{Rule: "4.3", Public: adjudicator.Say("perse.event.ready")})
}

// mix deals the names of those who are printed at one place (14): all know who is there, and nobody which
// of them is who.
func (g *Game) mix(t *adjudicator.Table) {
	for side := range adjudicator.Side(2) {
		for z := range board.Zone(g.Rules.Map.Len()) {
			for _, names := range []fog.Set{g.Ashore(side, z), g.Afloat(side, z)} {
				if names.Len() > 1 {
					g.part(t, side, names, 1<<names.Nth(0))
				}
			}
		}
	}
}

// prepare is one side's row of questions: it changes only what is hidden from the other.
func (g *Game) prepare(d *adjudicator.Desk) {
	side := d.Side()
	for len(g.Plan[side]) < mostReady {
		a := d.Ask(g.askReady(side)).(order.Act)
		switch a.Verb {
		case "done":
			g.Ready[side] = true
			return
		case "command":
			g.Named = int8(g.Roster.Index[side][a.Piece])
		case "reorganise":
			g.reorganise(side, a)
		}
		g.Plan[side] = append(g.Plan[side], a)
	}
}

// comrades are the names of the leaders who can exchange counters with one (4.3): all that are
// ashore with him, or aboard the same fleet.
func (g *Game) comrades(side adjudicator.Side, p fog.Piece) fog.Set {
	n := g.Veil[side].Goes[p]
	if fleet := g.Aboard[side][n]; fleet != 0 {
		return g.Passengers(side, fog.Name(fleet-1))
	}
	return g.Ashore(side, g.Where[side][n])
}

// reorganise gives a leader what is named, and what he had besides to another.
func (g *Game) reorganise(side adjudicator.Side, a order.Act) {
	p := g.Roster.Index[side][a.Piece]
	names := g.comrades(side, p)
	heir := g.Head(side, names&^(1<<g.Veil[side].Goes[p]))
	own := g.Load(side, p)
	others := g.Borne(side, names&^(1<<g.Veil[side].Goes[p]))
	want := g.Rules.Tally(a.Units)
	for _, i := range append(own, others...) {
		l := &g.Loads[side]
		s := g.Roster.Lots[i].Slot[side]
		if k := g.Roster.Lots[i].Kind; want[k] > 0 {
			want[k]--
			l.With[s] = p
		} else if l.With[s] == p {
			l.With[s] = heir
		}
	}
}

// planned are the ships of a zone that a plan has put into a fleet already.
func (g *Game) planned(side adjudicator.Side, z board.Zone) (c field.Counts, fleets map[string]bool, decoys map[string]bool) {
	fleets, decoys = map[string]bool{}, map[string]bool{}
	for _, a := range g.Plan[side] {
		switch a.Verb {
		case "group":
			fleets[a.Piece] = true
			if g.Rules.Zones[a.At] == z {
				for k, n := range g.Rules.Tally(a.Units) {
					c[k] += n
				}
			}
		case "place":
			decoys[a.Piece] = true
		}
	}
	return c, fleets, decoys
}

// publish does what a side has made ready and all can see: fleets, and decoys that come.
func (g *Game) publish(t *adjudicator.Table, side adjudicator.Side) {
	for _, a := range g.Plan[side] {
		if a.Verb == "group" {
			g.group(t, side, a)
		}
	}
	for _, a := range g.Plan[side] {
		if a.Verb == "place" {
			g.place(t, side, g.Roster.Index[side][a.Piece], g.Roster.Index[side][a.With])
		}
	}
	// Decoys come back (11.1); of those that nobody has placed the first name decides.
	for rest := g.Roster.Feints[side]; rest != 0; {
		p := rest.Pop()
		if g.At(side, p) != field.Nowhere {
			continue
		}
		back := 0
		if g.Roster.Back[side][1].Has(p) {
			back = 1
		}
		for names := g.Roster.Back[side][back]; names != 0; {
			n := names.Pop()
			if g.Where[side][n] != field.Nowhere && g.Aboard[side][n] == 0 {
				g.place(t, side, p, g.Veil[side].Of(n))
				break
			}
		}
	}
}

// place has a decoy come with another marker: everybody sees one more there, and not which (P-35).
func (g *Game) place(t *adjudicator.Table, side adjudicator.Side, decoy, with fog.Piece) {
	v := &g.Veil[side]
	z := g.At(side, with)
	if z == field.Nowhere || g.Aboard[side][v.Goes[with]] != 0 {
		return
	}
	n := v.Goes[decoy]
	g.Where[side][n], g.Aboard[side][n] = z, 0
	g.Seas[side][n] = g.Seas[side][v.Goes[with]]
	group := g.Ashore(side, z)
	if g.Roster.Back[side][1].Has(decoy) {
		group = g.Afloat(side, z)
	}
	// A fleet with leaders aboard looks like no decoy, whichever marker the decoy came with.
	g.part(t, side, g.Alike(side, group, n), 1<<n)
	t.Tell(adjudicator.Event{Rule: "11.1", Public: adjudicator.Say("perse.event.placed", "Side", field.Seat(side), "Zone", g.Zone(z))})
}

// group has ships of a zone go with a fleet's marker (9), in which leaders may begin aboard.
func (g *Game) group(t *adjudicator.Table, side adjudicator.Side, a order.Act) {
	fleet, z := g.Roster.Index[side][a.Piece], g.Rules.Zones[a.At]
	name := g.Veil[side].Goes[fleet]
	if at := g.Where[side][name]; at != field.Nowhere && at != z {
		return
	}
	open := g.Loose(int(side), z, true)
	ships, ok := g.Pick(append(open, g.others(side, z, fleet)...), g.Rules.Tally(a.Units))
	if !ok || len(ships) == 0 {
		return
	}
	g.Where[side][name] = z
	names := g.Afloat(side, z)
	g.Loads[side].Part(names)
	for _, i := range ships {
		g.Seas[side][name] = max(g.Seas[side][name], g.Lots[i].Sea)
		g.Spun[side][name] = max(g.Spun[side][name], g.Lots[i].Spun)
		if g.Lots[i].At != field.Nowhere {
			g.Join(i, side, fleet, names)
		} else {
			g.Loads[side].With[g.Roster.Lots[i].Slot[side]] = fleet
		}
	}
	for rest := names &^ (1 << name); rest != 0; {
		if other := rest.Pop(); len(g.Load(side, g.Veil[side].Of(other))) == 0 {
			g.drown(t, side, other) // an empty fleet waits in reserve (P-65)
		}
	}
	e := adjudicator.Event{Rule: "9", Public: adjudicator.Say("perse.event.grouped", "Side", field.Seat(side), "Zone", g.Zone(z))}
	e.Private[side] = adjudicator.Say("perse.event.grouped-own", "Piece", order.Term("piece", a.Piece), "Zone", g.Zone(z), "Units", g.Units(ships))
	t.Tell(e)
	for _, id := range strings.Fields(a.With) {
		g.board(t, side, g.Roster.Index[side][id], fleet)
	}
}

// others are the ships in the other fleets of a zone.
func (g *Game) others(side adjudicator.Side, z board.Zone, fleet fog.Piece) (lots []int) {
	return g.Borne(side, g.Afloat(side, z)&^(1<<g.Veil[side].Goes[fleet]))
}

// askReady asks what a side makes ready.
func (g *Game) askReady(side adjudicator.Side) adjudicator.Question {
	f := &order.Form{Verbs: []string{"command", "reorganise", "group", "place", "done"}}
	f.Plain = func(a order.Act) (order.Act, *order.Fault) {
		switch a.Verb {
		case "group":
			return g.plainUnits(side, a, g.groupable(side, a))
		case "reorganise":
			if p, ok := g.Own(side, a.Piece); ok && g.At(side, p) != field.Nowhere {
				return g.plainUnits(side, a, g.Borne(side, g.comrades(side, p)))
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
		used, _, _ = g.planned(side, z)
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
	_, grouped, placed := g.planned(side, 0)
	switch sort := g.Roster.Pieces[side][p].Sort; a.Verb {
	case "command":
		if all := g.Commanders(); side != field.Greeks || len(all) < 2 || a.Piece != all[0] && a.Piece != all[1] {
			return order.Refuse("no-commander", "14.3", "Piece", order.Term("piece", a.Piece))
		}
	case "reorganise":
		switch {
		case sort != field.Leader || g.At(side, p) == field.Nowhere:
			return order.Refuse("no-leader", "4.3", "Piece", order.Term("piece", a.Piece))
		case g.Head(side, g.comrades(side, p)&^(1<<g.Veil[side].Goes[p])) == draw.None:
			return order.Refuse("nobody-to-exchange", "4.3", "Piece", order.Term("piece", a.Piece))
		}
		if _, ok := g.Pick(g.Borne(side, g.comrades(side, p)), g.Rules.Tally(a.Units)); !ok {
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
				if lots := g.Borne(side, g.comrades(side, fog.Piece(p))); len(lots) > 0 {
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
