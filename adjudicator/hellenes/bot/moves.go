package bot

import (
	"slices"

	"keryx/adjudicator/board"
	"keryx/adjudicator/fog"
	"keryx/adjudicator/hellenes/ground"
	"keryx/adjudicator/hellenes/order"
)

// act takes the best action that it finds, or none.
func (v *judgement) act() order.Act {
	best, most := order.Just("end"), 0.5
	offer := func(a order.Act, worth float64) {
		switch {
		case worth <= most || !v.legal(a):
		case v.ranked != nil:
			a.Rows = slices.Clone(a.Rows)
			for i := range a.Rows {
				a.Rows[i].By = nil
			}
			*v.ranked = append(*v.ranked, rated{a, worth})
		default:
			best, most = a, worth
		}
	}
	ports := v.open()
	for z := range v.g.Stood(v.side).All() {
		names := v.upright(v.side, z)
		if names == 0 {
			continue
		}
		v.pillages(z, offer)
		offer(order.Act{Verb: "garrison", Zone: z}, 0.6+float64(v.g.Rules.City(z).Value))
		who := v.g.Movable(v.side, z) & v.g.Pieces(v.side, names) &^ v.intent.stay
		v.moves(z, who&^v.g.Rules.Fleets[v.side], &most, offer)
		all := v.loaded(who)
		v.moves(z, all, &most, offer)
		if some := v.squadron(who); some != all {
			v.moves(z, some, &most, offer)
		}
		v.blockades(ports, who, offer)
		for rest := v.g.Pieces(v.side, names); rest != 0; {
			p := rest.Pop()
			worth := 1.0
			if v.g.Block(v.side, p).VC >= 3 && v.g.Block(v.side, p).Elite {
				worth = 1.3
			} else if v.g.Block(v.side, p).VC >= 3 {
				worth = 1.2 // a strong block is worth more than two cadres
			}
			offer(order.Act{Verb: "build", Pieces: ground.One(p), Times: 1, Zone: ground.Nowhere}, worth)
		}
	}
	offer(order.Act{Verb: "recruit", Zone: ground.Nowhere}, 1.1)
	for i := range best.Rows {
		best.Rows[i].By = nil // the shortest way is gone in any case
	}
	return best
}

// loaded are fleets with as many others as they can carry; none where there are no fleets.
func (v *judgement) loaded(who fog.Set) fog.Set {
	all := v.g.Fleets(v.side, who)
	if all == 0 {
		return 0
	}
	for rest := who &^ all; rest != 0; {
		p := rest.Pop()
		if next := all | ground.One(p); v.g.Carries(v.side, next) {
			all = next
		}
	}
	return all
}

// squadron are the two strongest fleets, with as much as they can carry.
func (v *judgement) squadron(who fog.Set) (some fog.Set) {
	ships := v.g.Fleets(v.side, who)
	for range 2 {
		if p := v.g.Strongest(v.side, ships); p != 0 {
			some.Add(p.Nth(0))
			ships.Drop(p.Nth(0))
		}
	}
	return v.loaded(some | who&^v.g.Rules.Fleets[v.side])
}

// open are the ports of the enemy that are besieged and whose sea nobody closes or guards.
func (v *judgement) open() (ports []board.Zone) {
	for z := range board.Zone(ground.Zones) {
		town := &v.g.Towns[z]
		if town.Siege == 0 || town.Holder != v.side.Other() {
			continue
		}
		if c := v.g.Rules.City(z); c.Port() && !v.g.Shut(z) && v.g.Names(v.side.Other(), c.Harbour) == 0 {
			ports = append(ports, z)
		}
	}
	return ports
}

// blockades offers to send the weakest fleet to the sea of one of some ports.
func (v *judgement) blockades(ports []board.Zone, who fog.Set, offer func(order.Act, float64)) {
	ships := v.g.Weakest(v.side, v.g.Fleets(v.side, who))
	for _, z := range ports {
		if c := v.g.Rules.City(z); ships != 0 {
			offer(order.Act{Verb: "move", Rows: []order.Row{{Pieces: ground.One(ships.Nth(0)), To: c.Harbour}}, Zone: ground.Nowhere}, 2+float64(c.Value))
		}
	}
}

// pillages offers to pillage what is besieged: more when the winter comes.
func (v *judgement) pillages(z board.Zone, offer func(order.Act, float64)) {
	if v.g.Towns[z].Siege == 0 {
		return
	}
	worth := 1.4
	if v.g.Season == ground.Autumn {
		worth = 4
	}
	if z == v.g.Rules.Athens || z == v.g.Rules.Sparta {
		worth *= 2
	}
	for _, to := range v.g.Rules.Board.Neighbours(z, board.Any) {
		offer(order.Act{Verb: "pillage", Zone: z, Rows: []order.Row{{Pieces: v.g.In(v.side, z), To: to}}}, worth)
	}
}

// moves offers to move blocks together to each zone within their reach.
func (v *judgement) moves(from board.Zone, who fog.Set, most *float64, offer func(order.Act, float64)) {
	if who == 0 {
		return
	}
	c := v.g.Column(v.side, who)
	w, forced, further := v.g.Ways(&c, min(ground.Far, c.Steps)), ground.Ways{}, false
	own := v.worth(who)
	stays := v.besieging(from, who) + v.guards(from, who)
	for to := range board.Zone(ground.Zones) {
		if w.Steps[to] == 0 || v.intent.barred.Has(to) {
			continue
		}
		strength := own
		if !v.g.Rules.Sea(to) && w.Steps[to] > 1 && v.g.Rules.Sea(w.Before(to)) || v.g.Rules.Sea(from) {
			strength /= 1.5 // who lands is fired at first
		}
		worth := v.goal(to, strength) - 0.02*own - stays - 0.7*float64(w.Lines[to])*float64(v.g.Rules.Data.Tables.Seasons[v.g.Season].Storm)
		if worth <= *most {
			continue
		}
		row := order.Row{Pieces: who, To: to}
		if !further {
			forced, further = v.g.Ways(&c, min(ground.Far, c.Steps+1)), true
		}
		row.By = v.way(from, &forced, to)
		offer(order.Act{Verb: "move", Rows: []order.Row{row}, Zone: ground.Nowhere}, worth)
	}
}

// way are the zones on the best way to another one, so that it need not be found again; none to the next zone.
func (v *judgement) way(from board.Zone, w *ground.Ways, to board.Zone) []board.Zone {
	if v.g.Rules.Board.Adjacent(from, to) {
		return nil
	}
	path := w.Path(to)
	return path[:len(path)-1]
}

// besieging is what it costs that blocks leave a siege: it would be lifted, or the city could no longer be stormed.
func (v *judgement) besieging(from board.Zone, who fog.Set) float64 {
	town := &v.g.Towns[from]
	if town.Siege == 0 || town.Holder == v.side {
		return 0
	}
	all := v.g.Pieces(v.side, v.upright(v.side, from))
	need := v.stormed(from)
	if rest := all &^ who; rest != 0 && (v.worth(all) < need || v.worth(rest) >= need) {
		return 0
	}
	if v.g.Loyal(from) == v.side {
		return 4 + 2*float64(v.g.Rules.City(from).Value)
	}
	return 3
}

// stormed is the strength with which a city is stormed.
func (v *judgement) stormed(z board.Zone) float64 {
	return 5 + 9*float64(v.inside(v.side.Other(), z).Len())
}

// daring is how much stronger each side is that attacks, as far as it knows. The defender's fire comes first, and who lands
// holds his: an Athens that attacked as readily as Sparta lost more than it won.
var daring = [2]float64{ground.Athens: 3.5, ground.Sparta: 1.6}

// goal is what it is worth to come to a zone with some strength: to besiege, to relieve, to beat who is there.
func (v *judgement) goal(z board.Zone, strength float64) float64 {
	town, c, enemy := &v.g.Towns[z], v.g.Rules.City(z), v.side.Other()
	theirs := v.theirs(v.upright(enemy, z))
	worth := 0.0
	if theirs > 0 {
		if strength < daring[v.side]*theirs {
			return -5
		}
		worth = 2
	}
	switch {
	case c.Value == 0 || town.Holder == ground.Nobody:
	case town.Holder == v.side && town.Siege != 0:
		worth += 2 + float64(c.Value)
	case town.Holder == enemy && v.g.Loyal(z) == v.side && strength >= 4: // a city to win back
		worth += 3 + 2*float64(c.Value) + min(3, strength/4) // in strength, since its garrison has to be stormed
		if town.Siege != 0 {
			worth /= 2
		}
	case town.Holder == enemy && v.g.Season < ground.Autumn && strength >= 4:
		worth += 1 + 0.6*float64(c.Value)
		if town.Siege != 0 {
			worth /= 2 // others besiege it already
		}
	}
	return worth
}
