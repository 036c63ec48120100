// Package player is the sensible player of Plutôt mort que Perse !.
package player

import (
	"slices"
	"strings"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/draw"
	"keryx/adjudicator/fog"
	"keryx/adjudicator/perse/field"
	"keryx/adjudicator/perse/order"
)

// mind is the player as he looks at a game: at his own pieces and at what both know, and at nothing else. What a plan intends
// bends his wishes.
type mind struct {
	*field.War
	intent
}

// answer is what he answers to a question of a kind with a form: one who keeps his army together, goes for what wins the
// scenario, fights where he is the stronger, and holds what he has.
func (g mind) answer(side adjudicator.Side, kind string, f *order.Form) order.Act {
	for _, a := range g.bend(g.War, kind, f, g.wishes(side, kind, f)) {
		if plain, why := f.Judge(a); why == nil {
			return plain
		}
	}
	return f.Default().(order.Act)
}

// wishes are answers that he would give, the best first; those that are not legal are passed over.
func (g mind) wishes(side adjudicator.Side, kind string, f *order.Form) []order.Act {
	switch kind {
	case "ready":
		return g.prepare(side)
	case "act":
		return g.act(side)
	case "intercept":
		return g.intercept(side, f)
	case "offer":
		return []order.Act{{Verb: "decline"}}
	case "city":
		return []order.Act{{Verb: "inside"}}
	case "fight":
		if !g.Able(side, g.Fight) {
			return []order.Act{{Verb: "break"}}
		}
		return []order.Act{{Verb: "fight"}}
	case "seafight":
		if g.AbleAtSea(side, g.Fight) {
			return []order.Act{{Verb: "fight"}}
		}
		return f.Open()[len(f.Open())-1:]
	case "ruse":
		return []order.Act{{Verb: "play", Play: "treason"}, {Verb: "play", Play: "genius"}, {Verb: "play", Play: "quarter"}, {Verb: "none"}}
	}
	return nil
}

// prepare groups ships, and has the Greek of 14.3 name the better commander.
func (g mind) prepare(side adjudicator.Side) (all []order.Act) {
	if g.Named < 0 {
		for _, id := range g.Commanders() {
			all = append([]order.Act{{Verb: "command", Piece: id}}, all...)
		}
	}
	all = append(all, g.entrust(side)...)
	_, grouped, _ := g.Planned(side, 0)
	used := map[string]bool{}
	for _, a := range g.Plan[side] {
		used[a.At] = true
	}
	for _, p := range g.Roster.Pieces[side] {
		if p.Sort != field.Fleet || grouped[p.ID] {
			continue
		}
		for z := range board.Zone(g.Rules.Map.Len()) {
			if id := g.ZoneID(z); len(g.Loose(int(side), z, true)) > 1 && !used[id] {
				all = append(all, order.Act{Verb: "group", Units: "all", At: id, Piece: p.ID})
			}
		}
	}
	return append(all, order.Act{Verb: "done"})
}

// posts are where the Greek army of a scenario stands: its leader, where he sets out, the next zone of his way, and
// what he leaves behind there.
var posts = map[string]struct{ leader, from, to, left string }{
	"14.1": {"Strategos2", "Milet", "Ephese", "4C-Asia"},
	"14.3": {"Leonidas", "Laconie", "Argolide Corinthe", "4*D"},
}

// stand has the Greek army go to its post: Ephesus, on the way to Miletus, or the Isthmus. It leaves one counter.
func (g mind) stand(side adjudicator.Side) []order.Act {
	post := posts[g.Roster.ID]
	p, ok := g.Own(side, post.leader)
	if side != field.Greeks || !ok || g.At(side, p) == field.Nowhere || g.ZoneID(g.At(side, p)) != post.from || g.Roster.ID == "14.1" && g.Has(field.Persians, "Ephese") {
		return nil
	}
	if !g.Acting(side).Has(g.Veil[side].Goes[p]) {
		return []order.Act{{Verb: "activate", Piece: post.leader}}
	}
	way := []order.Act{{Verb: "move", Path: post.to}}
	if len(g.Loose(int(side), g.At(side, p), false)) == 0 {
		way = append([]order.Act{{Verb: "drop", Units: post.left}}, way...)
	}
	return way
}

// intercept tries with all that he has in the zone, where that is the stronger by what he knows.
func (g mind) intercept(side adjudicator.Side, f *order.Form) []order.Act {
	open := slices.DeleteFunc(f.Open(), func(a order.Act) bool {
		if side == field.Persians && strings.HasPrefix(a.With, "Fleet") {
			return true // his ships carry the army
		}
		foe, known := g.Roster.Named(side.Other(), a.Target)
		first := g.Veil[side].Names(g.Set(side, a.With))
		return known && first != 0 && !g.ripe(side, g.Where[side][first.Nth(0)], g.worth(g.Borne(side, first)), foe)
	})
	if best, ok := g.Superior(side, open); ok {
		return []order.Act{best}
	}
	return []order.Act{{Verb: "let"}}
}

// goals are the zones that a side goes for, by its scenario.
func (g mind) goals(side adjudicator.Side) (zones []string) {
	if side == field.Greeks {
		return nil // holds what he has
	}
	switch g.Roster.ID {
	case "14.1":
		return []string{"Phocee", "Erythrees", "Ephese", "Milet", "Troade"}
	case "14.2":
		return []string{"Eubee", "Attique"}
	}
	return []string{"Beotie", "Attique", "Megaride", "Corinthe", "Eubee"}
}

// main is the leader who has most with him.
func (g mind) main(side adjudicator.Side) fog.Piece { return g.mainBut(side, draw.None) }

// mainBut is the leader, of all but one, who has most with him.
func (g mind) mainBut(side adjudicator.Side, but fog.Piece) fog.Piece {
	best, most := fog.Piece(draw.None), 0
	for p := range fog.Piece(len(g.Roster.Pieces[side])) {
		if p == but || g.Stars(side, p) == 0 || g.At(side, p) == field.Nowhere {
			continue
		}
		if n := g.Points(g.Load(side, p)); n > most {
			best, most = p, n
		}
	}
	return best
}

// act is what he does in his segment.
func (g mind) act(side adjudicator.Side) (all []order.Act) {
	pass := order.Act{Verb: "pass"}
	all = g.schemes(side)
	p := g.main(side)
	if g.Roster.ID == "14.2" && side == field.Persians {
		return append(append(all, g.marathon()...), pass)
	}
	if p == draw.None || len(g.goals(side)) == 0 {
		return append(append(all, g.stand(side)...), pass)
	}
	id := g.Roster.Pieces[side][p].ID
	n := g.Veil[side].Goes[p]
	at := g.Where[side][n]
	if g.Aboard[side][n] != 0 {
		return append(append(all, g.afloat(side, p, at)...), pass)
	}
	goal := g.nearest(side, at)
	if !g.Acting(side).Has(n) {
		return append(all, order.Act{Verb: "activate", Piece: id, With: g.following(side, p)}, pass)
	}
	names, loose := g.Enemies(field.Force{Side: side, At: at})
	if g.early(side, at) {
		names, loose = 0, false // who is there keeps the game from its end
	}
	for rest := names; rest != 0; {
		if foe := rest.Pop(); g.ripe(side, at, g.worth(g.Borne(side, g.Now.Names)), foe) {
			all = append(all, order.Act{Verb: "intercept", Target: g.Roster.Marker(side.Other(), foe), With: id})
		}
	}
	if loose {
		all = append(all, order.Act{Verb: "intercept", Target: "units", With: id})
	}
	all = append(all, g.again(side, p, names)...)
	if next := g.toward(at, goal); next != field.Nowhere && g.Now.Total < 5 && g.Left(side) > g.Toll(at, next) && names == 0 {
		if slices.Contains(g.goals(side), g.ZoneID(at)) && len(g.Loose(int(side), at, false)) == 0 {
			if lots := g.Cheapest(g.Borne(side, g.Now.Names)); len(lots) > 1 { // who leaves nobody there loses it
				all = append(all, order.Act{Verb: "drop", Units: g.Kind(lots[0]).ID})
			}
		}
		all = append(all, order.Act{Verb: "move", Path: g.ZoneID(next)})
	}
	return append(append(all, g.tender(side, at)...), pass)
}

// tender has a fleet follow the army: it has supply on a coast where none but its own ships lie (10).
func (g mind) tender(side adjudicator.Side, at board.Zone) []order.Act {
	if g.Roster.ID != "14.3" {
		return nil
	}
	foes := func(z board.Zone) bool {
		names, loose := g.Enemies(field.Force{Side: side, At: z, Sea: true})
		return names != 0 || loose
	}
	for i, f := range g.Roster.Pieces[side] {
		from := g.At(side, fog.Piece(i))
		if f.Sort != field.Fleet || from == field.Nowhere || g.Rules.Coast[at].Has(from) {
			continue
		}
		ways := g.Voyages(side, from, field.MostZones, foes)
		for sea := range g.Rules.Coast[at].All() {
			if ways[sea] != "" && !foes(sea) {
				return []order.Act{{Verb: "sail", Piece: f.ID, Path: ways[sea]}}
			}
		}
	}
	return nil
}

// schemes are the stratagems that he plays as soon as he can.
func (g mind) schemes(side adjudicator.Side) (all []order.Act) {
	if g.Pool.Hand[side] == 0 {
		return nil
	}
	for _, a := range g.Plays(side, nil) {
		switch a.Play {
		case "isolationism", "intrigues", "panhellenism", "quarter":
			all = append(all, a)
		}
	}
	for _, id := range []string{"Miltiade", "Themistocle"} {
		all = append(all, order.Act{Verb: "play", Play: "ostracism", With: id})
	}
	return all
}

// worth is what counters are worth in melee.
func (g mind) worth(lots []int) (sum int) {
	for _, i := range lots {
		sum += g.Melee(i)
	}
	return sum
}

// ripe reports whether an army attacks an enemy in a zone: who holds its city fights inside it, where hunger weakens him
// (10), so that an army that is not far stronger waits as long as there is time.
func (g mind) ripe(side adjudicator.Side, at board.Zone, might int, foe fog.Name) bool {
	if side == field.Greeks || g.Roster.ID != "14.2" || g.ZoneID(at) != "Attique" || g.TurnNo == g.Roster.Turns {
		return true
	}
	return might >= 2*g.Feared(side, foe)
}

// goAboard has a leader embark with as much as there is room for.
func (g mind) goAboard(side adjudicator.Side, p fog.Piece) (all []order.Act) {
	id := g.Roster.Pieces[side][p].ID
	for i, f := range g.Roster.Pieces[side] {
		fleet := fog.Piece(i)
		if f.Sort != field.Fleet || g.At(side, fleet) == field.Nowhere || !g.Beside(side, p, g.At(side, fleet)) {
			continue
		}
		lots := g.Dearest(g.Load(side, p))
		for len(lots) > 0 && g.Needed(lots) > g.Room(side, fleet) {
			lots = lots[:len(lots)-1]
		}
		all = append(all, order.Act{Verb: "embark", Piece: id, Units: g.Rules.Write(g.Sum(lots)), With: f.ID})
	}
	return all
}

// afloat sails to the goal, and lands.
func (g mind) afloat(side adjudicator.Side, p fog.Piece, at board.Zone) []order.Act {
	id := g.Roster.Pieces[side][p].ID
	fleet := g.Veil[side].Of(fog.Name(g.Aboard[side][g.Veil[side].Goes[p]] - 1))
	for _, goal := range g.goals(side) {
		z := g.Rules.Zones[goal]
		if g.taken(side, z) {
			continue
		}
		if g.Rules.Coast[at].Has(z) {
			return []order.Act{{Verb: "land", Piece: id, Path: goal}}
		}
		if way := g.course(at, z); way != "" {
			return []order.Act{{Verb: "sail", Piece: g.Roster.Pieces[side][fleet].ID, Path: way}}
		}
	}
	return nil
}

// taken reports whether a goal needs nothing more.
func (g mind) taken(side adjudicator.Side, z board.Zone) bool {
	if g.Roster.ID == "14.2" && g.ZoneID(z) == "Eubee" {
		return g.Scorched.Has(z)
	}
	return g.Controls(z) == int8(side)
}

// nearest is the goal that he goes for: the first that is not taken, or where he stands if all are.
func (g mind) nearest(side adjudicator.Side, at board.Zone) board.Zone {
	for _, goal := range g.goals(side) {
		if z := g.Rules.Zones[goal]; !g.taken(side, z) && !g.early(side, z) {
			return z
		}
	}
	return at
}

// early reports whether a city of 14.1 has to wait: the game ends when Miletus and Ephesus are both Persian, and is lost with less
// than four of the seven cities.
func (g mind) early(side adjudicator.Side, z board.Zone) bool {
	if g.Roster.ID != "14.1" || z != g.Rules.Zones["Milet"] && z != g.Rules.Zones["Ephese"] {
		return false
	}
	n := 1
	for _, other := range append([]board.Zone{g.Rules.Zones["Thrace"]}, g.Roster.Asia...) {
		if other != z && g.taken(side, other) {
			n++
		}
	}
	return n < 4 && (g.taken(side, g.Rules.Zones["Milet"]) || g.taken(side, g.Rules.Zones["Ephese"]))
}

// toward is the next zone of a shortest march; nowhere if there is none.
func (g mind) toward(from, to board.Zone) board.Zone {
	if from == to || to == field.Nowhere {
		return field.Nowhere
	}
	far := g.distances(to, g.Rules.Land)
	best := field.Nowhere
	for z := range g.Rules.Land[from].All() {
		if far[z] >= 0 && far[z] < far[from] && (best == field.Nowhere || g.Toll(from, z) < g.Toll(from, best)) {
			best = z
		}
	}
	return best
}

// course is a shortest voyage to a sea before a zone; empty if it is longer than a turn's.
func (g mind) course(from, to board.Zone) string {
	best := ""
	for sea := range g.Rules.Coast[to].All() {
		far := g.distances(sea, g.Rules.Sea)
		if far[from] <= 0 || far[from] > field.MostZones {
			continue
		}
		var way []string
		for at := from; at != sea; {
			for z := range g.Rules.Sea[at].All() {
				if far[z] == far[at]-1 {
					at = z
					break
				}
			}
			way = append(way, g.ZoneID(at))
		}
		if one := strings.Join(way, " "); best == "" || len(way) < len(strings.Fields(best)) {
			best = one
		}
	}
	return best
}

// distances are the zones to one from all others; -1 where there is no way.
func (g mind) distances(to board.Zone, near []board.Set) []int {
	far := make([]int, g.Rules.Map.Len())
	for z := range far {
		far[z] = -1
	}
	far[to] = 0
	for queue := []board.Zone{to}; len(queue) > 0; queue = queue[1:] {
		for z := range near[queue[0]].All() {
			if far[z] < 0 {
				far[z] = far[queue[0]] + 1
				queue = append(queue, z)
			}
		}
	}
	return far
}
