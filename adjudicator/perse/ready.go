package perse

import (
	"strings"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
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

// reorganise gives a leader what is named, and what he had besides to another.
func (g *Game) reorganise(side adjudicator.Side, a order.Act) {
	p := g.Roster.Index[side][a.Piece]
	names := g.Comrades(side, p)
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
