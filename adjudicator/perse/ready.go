package perse

import (
	"math/rand/v2"
	"slices"
	"strings"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/draw"
	"keryx/adjudicator/fog"
)

// mostReady is how much a side can make ready in a turn.
const mostReady = 16

// ready is what both do in secret before the segments: the Greek commander of 14.3, reorganisation
// (4.3), fleets (9, P-78), and where decoys come (11.1, P-35).
func (g *Game) ready(t *adjudicator.Table) {
	t.Phase("ready", nobody)
	if g.TurnNo == 1 {
		g.mix(t)
	}
	for side := range adjudicator.Side(2) {
		for z := range board.Zone(g.rules.Map.Len()) {
			g.Loads[side].Part(g.ashore(side, z))
			g.Loads[side].Part(g.afloat(side, z))
			for fleets := g.afloat(side, z); fleets != 0; {
				g.Loads[side].Part(g.passengers(side, fleets.Pop()))
			}
		}
	}
	g.makeReady(t)
}

// makeReady asks both what they make ready, and does what all can see of it.
func (g *Game) makeReady(t *adjudicator.Table) {
	g.Readying = true
	g.flow.Kind, g.flow.Asked = "ready", nobody
	t.Apart(g.prepare, g.prepare)
	g.flow.Kind = ""
	g.Readying = false
	if len(g.commanders()) > 0 && g.Named < 0 {
		g.Named = g.Command[greeks] // who says nothing names whoever commands
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
		for z := range board.Zone(g.rules.Map.Len()) {
			for _, names := range []fog.Set{g.ashore(side, z), g.afloat(side, z)} {
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
		a := d.Ask(g.askReady(side)).(Act)
		switch a.Verb {
		case "done":
			g.Ready[side] = true
			return
		case "command":
			g.Named = int8(g.roster.index[side][a.Piece])
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
		return g.passengers(side, fog.Name(fleet-1))
	}
	return g.ashore(side, g.Where[side][n])
}

// reorganise gives a leader what is named, and what he had besides to another.
func (g *Game) reorganise(side adjudicator.Side, a Act) {
	p := g.roster.index[side][a.Piece]
	names := g.comrades(side, p)
	heir := g.head(side, names&^(1<<g.Veil[side].Goes[p]))
	own := g.load(side, p)
	others := g.borne(side, names&^(1<<g.Veil[side].Goes[p]))
	want := g.rules.tally(a.Units)
	for _, i := range append(own, others...) {
		l := &g.Loads[side]
		s := g.roster.lots[i].slot[side]
		if k := g.roster.lots[i].kind; want[k] > 0 {
			want[k]--
			l.With[s] = p
		} else if l.With[s] == p {
			l.With[s] = heir
		}
	}
}

// planned are the ships of a zone that a plan has put into a fleet already.
func (g *Game) planned(side adjudicator.Side, z board.Zone) (c counts, fleets map[string]bool, decoys map[string]bool) {
	fleets, decoys = map[string]bool{}, map[string]bool{}
	for _, a := range g.Plan[side] {
		switch a.Verb {
		case "group":
			fleets[a.Piece] = true
			if g.rules.zones[a.At] == z {
				for k, n := range g.rules.tally(a.Units) {
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
			g.place(t, side, g.roster.index[side][a.Piece], g.roster.index[side][a.With])
		}
	}
	// Decoys come back (11.1); of those that nobody has placed the first name decides.
	for rest := g.roster.decoys[side]; rest != 0; {
		p := rest.Pop()
		if g.at(side, p) != nowhere {
			continue
		}
		back := 0
		if g.roster.back[side][1].Has(p) {
			back = 1
		}
		for names := g.roster.back[side][back]; names != 0; {
			n := names.Pop()
			if g.Where[side][n] != nowhere && g.Aboard[side][n] == 0 {
				g.place(t, side, p, g.Veil[side].Of(n))
				break
			}
		}
	}
}

// place has a decoy come with another marker: everybody sees one more there, and not which (P-35).
func (g *Game) place(t *adjudicator.Table, side adjudicator.Side, decoy, with fog.Piece) {
	v := &g.Veil[side]
	z := g.at(side, with)
	if z == nowhere || g.Aboard[side][v.Goes[with]] != 0 {
		return
	}
	n := v.Goes[decoy]
	g.Where[side][n], g.Aboard[side][n] = z, 0
	g.Seas[side][n] = g.Seas[side][v.Goes[with]]
	group := g.ashore(side, z)
	if g.roster.back[side][1].Has(decoy) {
		group = g.afloat(side, z)
	}
	// A fleet with leaders aboard looks like no decoy, whichever marker the decoy came with.
	g.part(t, side, g.alike(side, group, n), 1<<n)
	t.Tell(adjudicator.Event{Rule: "11.1", Public: adjudicator.Say("perse.event.placed", "Side", seat(side), "Zone", g.zone(z))})
}

// group has ships of a zone go with a fleet's marker (9), in which leaders may begin aboard.
func (g *Game) group(t *adjudicator.Table, side adjudicator.Side, a Act) {
	fleet, z := g.roster.index[side][a.Piece], g.rules.zones[a.At]
	name := g.Veil[side].Goes[fleet]
	if at := g.Where[side][name]; at != nowhere && at != z {
		return
	}
	open := g.loose(int(side), z, true)
	ships, ok := g.pick(append(open, g.others(side, z, fleet)...), g.rules.tally(a.Units))
	if !ok || len(ships) == 0 {
		return
	}
	g.Where[side][name] = z
	names := g.afloat(side, z)
	g.Loads[side].Part(names)
	for _, i := range ships {
		g.Seas[side][name] = max(g.Seas[side][name], g.Lots[i].Sea)
		g.Spun[side][name] = max(g.Spun[side][name], g.Lots[i].Spun)
		if g.Lots[i].At != nowhere {
			g.join(i, side, fleet, names)
		} else {
			g.Loads[side].With[g.roster.lots[i].slot[side]] = fleet
		}
	}
	for rest := names &^ (1 << name); rest != 0; {
		if other := rest.Pop(); len(g.load(side, g.Veil[side].Of(other))) == 0 {
			g.drown(t, side, other) // an empty fleet waits in reserve (P-65)
		}
	}
	e := adjudicator.Event{Rule: "9", Public: adjudicator.Say("perse.event.grouped", "Side", seat(side), "Zone", g.zone(z))}
	e.Private[side] = adjudicator.Say("perse.event.grouped-own", "Piece", term("piece", a.Piece), "Zone", g.zone(z), "Units", g.units(ships))
	t.Tell(e)
	for _, id := range strings.Fields(a.With) {
		g.board(t, side, g.roster.index[side][id], fleet)
	}
}

// others are the ships in the other fleets of a zone.
func (g *Game) others(side adjudicator.Side, z board.Zone, fleet fog.Piece) (lots []int) {
	return g.borne(side, g.afloat(side, z)&^(1<<g.Veil[side].Goes[fleet]))
}

// askReady asks what a side makes ready.
func (g *Game) askReady(side adjudicator.Side) adjudicator.Question {
	f := &form{verbs: []string{"command", "reorganise", "group", "place", "done"}}
	f.plain = func(a Act) (Act, *fault) {
		switch a.Verb {
		case "group":
			return g.plainGroup(side, a)
		case "reorganise":
			if p, ok := g.own(side, a.Piece); ok && g.at(side, p) != nowhere {
				return g.plainUnits(side, a, g.borne(side, g.comrades(side, p)))
			}
		}
		return a, nil
	}
	f.wrong = func(a Act) *fault { return g.wrongReady(side, a) }
	f.raw = func(into []Act) []Act { return g.readyActs(side, into) }
	f.open = func() []Act { return f.legal(f.raw(nil)) }
	f.wide = func(r *rand.Rand, acts []Act) Act {
		a := acts[r.IntN(len(acts))]
		a.Units = g.some(r, a.Units)
		return a
	}
	return adjudicator.Question{Kind: "ready", Rule: "4.3", Prompt: adjudicator.Say("perse.ask.ready"), Verbs: f.verbs, Free: true, Form: f}
}

// own is one of a side's pieces.
func (g *Game) own(side adjudicator.Side, id string) (fog.Piece, bool) {
	p, ok := g.roster.index[side][id]
	return p, ok
}

// groupable are the ships that an order to group could mean: those of the zone without a fleet and in
// other fleets, but for those of a plan.
func (g *Game) groupable(side adjudicator.Side, a Act) (lots []int) {
	z, fleet := g.rules.zones[a.At], g.roster.index[side][a.Piece]
	used := counts{}
	if g.Readying {
		used, _, _ = g.planned(side, z)
	}
	for _, i := range append(g.loose(int(side), z, true), g.others(side, z, fleet)...) {
		if k := g.roster.lots[i].kind; used[k] > 0 {
			used[k]--
			continue
		}
		lots = append(lots, i)
	}
	return lots
}

// plainGroup writes the ships of an order to group. What is no fleet of the side's is judged first.
func (g *Game) plainGroup(side adjudicator.Side, a Act) (Act, *fault) {
	if p, ok := g.own(side, a.Piece); !ok || g.roster.pieces[side][p].sort != aFleet {
		return a, nil
	}
	return g.plainUnits(side, a, g.groupable(side, a))
}

// plainUnits writes the counters of an order as those that there are: "all", and a label that only one
// kind of those there bears.
func (g *Game) plainUnits(side adjudicator.Side, a Act, among []int) (Act, *fault) {
	if a.Units == "all" {
		a.Units = g.rules.write(g.sum(among))
		return a, nil
	}
	units, why := g.plainLabels(a.Units, among)
	a.Units = units
	return a, why
}

// plainLabels puts a kind in the place of a label.
func (g *Game) plainLabels(units string, among []int) (string, *fault) {
	if units == "" {
		return "", nil
	}
	have, want := g.sum(among), counts{}
	for _, f := range strings.Fields(units) {
		n, id := 1, f
		if many, rest, ok := strings.Cut(f, "x"); ok {
			n, id = atoi(many), rest
		}
		k := g.rules.kinds[id]
		if k < 0 || have[k] == 0 {
			k = -1
			for other := range g.rules.Kinds {
				if g.rules.Kinds[other].Label == id && have[other] > 0 {
					if k >= 0 {
						return "", &fault{"which-units", "1.2", []any{"Label", id}}
					}
					k = other
				}
			}
		}
		if k < 0 {
			return "", &fault{"no-such-units", "1.2", []any{"Units", counted(f)}}
		}
		want[k] += uint8(n)
	}
	for k := range want {
		if want[k] > have[k] {
			return "", &fault{"no-such-units", "1.2", []any{"Units", counted(units)}}
		}
	}
	return g.rules.write(want), nil
}

func atoi(s string) (n int) {
	for _, c := range s {
		n = 10*n + int(c-'0')
	}
	return min(n, 200)
}

func (g *Game) wrongReady(side adjudicator.Side, a Act) *fault {
	if a.Verb == "done" {
		return nil
	}
	p, ok := g.own(side, a.Piece)
	if !ok {
		return &fault{"not-yours", "4", []any{"Piece", term("piece", a.Piece)}}
	}
	_, grouped, placed := g.planned(side, 0)
	switch sort := g.roster.pieces[side][p].sort; a.Verb {
	case "command":
		if all := g.commanders(); side != greeks || len(all) < 2 || a.Piece != all[0] && a.Piece != all[1] {
			return &fault{"no-commander", "14.3", []any{"Piece", term("piece", a.Piece)}}
		}
	case "reorganise":
		switch {
		case sort != aLeader || g.at(side, p) == nowhere:
			return &fault{"no-leader", "4.3", []any{"Piece", term("piece", a.Piece)}}
		case g.head(side, g.comrades(side, p)&^(1<<g.Veil[side].Goes[p])) == draw.None:
			return &fault{"nobody-to-exchange", "4.3", []any{"Piece", term("piece", a.Piece)}}
		}
		if _, ok := g.pick(g.borne(side, g.comrades(side, p)), g.rules.tally(a.Units)); !ok {
			return &fault{"no-such-units", "4.3", []any{"Units", counted(a.Units)}}
		}
	case "group":
		if grouped[a.Piece] {
			return &fault{"grouped-already", "9", []any{"Piece", term("piece", a.Piece)}}
		}
		return g.wrongGroup(side, p, a)
	case "place":
		with, known := g.own(side, a.With)
		switch {
		case sort != aDecoy && sort != aPhantom || g.at(side, p) != nowhere || placed[a.Piece]:
			return &fault{"no-decoy", "11.1", []any{"Piece", term("piece", a.Piece)}}
		case !known || g.at(side, with) == nowhere || g.Aboard[side][g.Veil[side].Goes[with]] != 0 || g.roster.back[side][0].Has(p) != g.roster.back[side][0].Has(with):
			return &fault{"not-with", "11.1", []any{"Piece", term("piece", a.Piece), "With", term("piece", a.With)}}
		}
	}
	return nil
}

// wrongGroup judges an order to group ships.
func (g *Game) wrongGroup(side adjudicator.Side, p fog.Piece, a Act) *fault {
	z, ok := g.rules.zones[a.At]
	if at := g.at(side, p); !ok || g.roster.pieces[side][p].sort != aFleet || at != nowhere && at != z {
		return &fault{"no-fleet", "9", []any{"Piece", term("piece", a.Piece), "Zone", term("zone", a.At)}}
	}
	ships, ok := g.pick(g.groupable(side, a), g.rules.tally(a.Units))
	if !ok || len(ships) == 0 {
		return &fault{"no-such-units", "9", []any{"Units", counted(a.Units)}}
	}
	if why := g.stranded(side, p, z, ships); why != nil {
		return why
	}
	for _, id := range strings.Fields(a.With) {
		l, known := g.own(side, id)
		if !known || g.roster.pieces[side][l].sort != aLeader || g.TurnNo != 1 || !g.Readying || !g.beside(side, l, z) {
			return &fault{"not-aboard", "9.4", []any{"Piece", term("piece", id), "Zone", term("zone", a.At)}}
		}
	}
	return nil
}

// stranded says that a fleet could not carry the troops aboard it any more without some ships.
func (g *Game) stranded(side adjudicator.Side, fleet fog.Piece, z board.Zone, ships []int) *fault {
	for names := g.afloat(side, z) &^ (1 << g.Veil[side].Goes[fleet]); names != 0; {
		n := names.Pop()
		left := slices.DeleteFunc(g.load(side, g.Veil[side].Of(n)), func(i int) bool { return slices.Contains(ships, i) })
		aboard := g.passengers(side, n)
		if needed, room := g.needed(g.borne(side, aboard)), g.points(left); needed > room || aboard != 0 && room == 0 {
			return &fault{"no-room", "9", []any{"Needed", needed, "Room", room}}
		}
	}
	return nil
}

// beside reports whether a piece stands ashore at a coast of a zone of sea.
func (g *Game) beside(side adjudicator.Side, p fog.Piece, sea board.Zone) bool {
	n := g.Veil[side].Goes[p]
	at := g.Where[side][n]
	return at != nowhere && g.Aboard[side][n] == 0 && g.rules.Coast[at].Has(sea)
}

// readyActs lists what a side could make ready, the least first.
func (g *Game) readyActs(side adjudicator.Side, all []Act) []Act {
	all = append(all, Act{Verb: "done"})
	if side == greeks && g.Named < 0 {
		for _, id := range g.commanders() {
			all = append(all, Act{Verb: "command", Piece: id})
		}
	}
	for p := range g.roster.pieces[side] {
		switch one := g.roster.pieces[side][p]; one.sort {
		case aLeader:
			if g.at(side, fog.Piece(p)) != nowhere {
				if lots := g.borne(side, g.comrades(side, fog.Piece(p))); len(lots) > 0 {
					all = append(all, Act{Verb: "reorganise", Piece: one.id, Units: g.rules.write(g.sum(lots))})
				}
			}
		case aFleet:
			for z := range board.Zone(g.rules.Map.Len()) {
				if len(g.loose(int(side), z, true)) > 0 {
					all = append(all, Act{Verb: "group", Units: "all", At: g.zoneID(z), Piece: one.id})
				}
			}
		default:
			for with := range g.roster.pieces[side] {
				all = append(all, Act{Verb: "place", Piece: one.id, With: g.roster.pieces[side][with].id})
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
	c := g.rules.tally(units)
	for k := range c {
		if c[k] > 0 {
			c[k] = uint8(r.IntN(int(c[k]) + 1))
		}
	}
	if c == (counts{}) {
		return units
	}
	return g.rules.write(c)
}
