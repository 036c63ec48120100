package player

import (
	"cmp"
	"slices"
	"strings"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/fog"
	"keryx/adjudicator/perse/field"
	"keryx/adjudicator/perse/order"
)

// Propose proposes at most n plans for the question that a side is asked, what it would do by habit first, on what the side
// knows: none if there is but one. Behind a plan's steps, and where they are overtaken, it goes on by habit.
func (of Seats) Propose(s *adjudicator.Session, side adjudicator.Side, n int) []adjudicator.Plan {
	q := s.Asked(side)
	g, f := of(s.Game()), formOf(q)
	if g == nil || f == nil {
		return nil
	}
	d := &drafter{mind: mind{War: g}, of: of, side: side, kind: q.Kind, f: f, most: n, now: seen(g, side)}
	d.offer(intent{}, d.answer(side, d.kind, f))
	switch d.kind {
	case "ready":
		d.readying()
	case "act":
		d.segment()
	case "intercept":
		d.bent(intent{tries: "intercept"}, intent{tries: "let"})
	case "fight", "seafight":
		d.bent(intent{fights: "fight"}, intent{fights: "break"})
	case "city":
		d.bent(intent{holds: "inside", fights: "fight"}, intent{holds: "outside"})
	}
	d.answers()
	if len(d.plans) < 2 {
		return nil
	}
	return d.plans
}

// drafter makes plans for a question.
type drafter struct {
	mind
	of    Seats
	side  adjudicator.Side
	kind  string
	f     *order.Form
	most  int
	now   sight
	plans []adjudicator.Plan
}

// offer adds a plan unless its first step is not legal, or there is the same already.
func (d *drafter) offer(bent intent, acts ...order.Act) {
	if len(d.plans) >= d.most {
		return
	}
	made := scheme{of: d.of, bent: bent}
	for i, a := range acts {
		if i == 0 {
			var why *order.Fault
			if a, why = d.f.Judge(a); why != nil {
				return
			}
		}
		made.steps = append(made.steps, step{kind: d.kind, act: a, seen: d.now})
	}
	for _, p := range d.plans {
		if other := p.(scheme); other.bent == bent && slices.Equal(other.steps, made.steps) {
			return
		}
	}
	d.plans = append(d.plans, made)
}

// bent offers intents for the turn in play, each with the answer that it gives now.
func (d *drafter) bent(all ...intent) {
	for _, x := range all {
		if x.turn = d.TurnNo; !x.governs(d.War, d.kind) {
			continue
		}
		d.offer(x, mind{d.War, x}.answer(d.side, d.kind, d.f))
	}
}

// answers offers every answer that is legal, with habit behind it: as many of one verb as of another, as long as there is room.
func (d *drafter) answers() {
	if len(d.plans) >= d.most {
		return
	}
	byVerb := map[string][]order.Act{}
	var verbs []string
	for _, a := range d.f.Open() {
		if byVerb[a.Verb] == nil {
			verbs = append(verbs, a.Verb)
		}
		byVerb[a.Verb] = append(byVerb[a.Verb], a)
	}
	for rank, left := 0, true; left && len(d.plans) < d.most; rank++ {
		left = false
		for _, verb := range verbs {
			if rank < len(byVerb[verb]) {
				left = true
				d.offer(intent{}, byVerb[verb][rank])
			}
		}
	}
}

// readying offers to leave some of what he would make ready, and one army for each leader who could have it.
func (d *drafter) readying() {
	for _, verb := range []string{"reorganise", "group", "command"} {
		d.bent(intent{leaves: verb})
	}
	d.offer(intent{}, order.Act{Verb: "done"})
	for _, p := range d.leaders() {
		lots := d.Borne(d.side, d.Comrades(d.side, p))
		d.offer(intent{}, order.Act{Verb: "reorganise", Piece: d.Roster.Pieces[d.side][p].ID, Units: d.Rules.Write(d.Sum(lots))}, order.Act{Verb: "done"})
	}
}

// leaders are those of the side on the map with counters, who have most first.
func (d *drafter) leaders() (all []fog.Piece) {
	for p := range fog.Piece(len(d.Roster.Pieces[d.side])) {
		if d.Stars(d.side, p) > 0 && d.At(d.side, p) != field.Nowhere && len(d.Load(d.side, p)) > 0 {
			all = append(all, p)
		}
	}
	slices.SortStableFunc(all, func(a, b fog.Piece) int {
		return cmp.Compare(d.Points(d.Load(d.side, b)), d.Points(d.Load(d.side, a)))
	})
	return all
}

// segment offers what a side could do in its segment: wait for the enemy, march or sail with each of its armies to where it is
// of use, attack who is there, and win a city over with as many points as it takes on the mean.
func (d *drafter) segment() {
	d.bent(intent{waits: true}, intent{waits: true, tries: "intercept"})
	all := d.leaders()
	for rank := range mostAims {
		for _, p := range all {
			d.journey(p, rank)
		}
	}
	for _, a := range d.f.Open() {
		switch a.Verb {
		case "intercept", "scorch":
			d.offer(intent{}, a)
		case "court":
			a.Number = min(d.Left(d.side), max(0, field.Courting[a.Path][d.side]-7))
			d.offer(intent{}, a)
		}
	}
}

// mostAims is how many places are proposed to go to for each leader.
const mostAims = 3

// journey offers the way to the place of a rank that a leader could go to: by land, or aboard and ashore.
func (d *drafter) journey(p fog.Piece, rank int) {
	piece, at := d.Roster.Pieces[d.side][p].ID, d.At(d.side, p)
	aims := d.aims(at)
	if rank >= len(aims) {
		return
	}
	to := aims[rank]
	if d.Aboard[d.side][d.Veil[d.side].Goes[p]] != 0 {
		d.offer(intent{}, d.ashore(p, at, to)...)
		return
	}
	if path := d.Marches(at, field.MostZones)[to]; path != "" {
		march := order.Act{Verb: "move", Path: path}
		if !d.Acting(d.side).Has(d.Veil[d.side].Goes[p]) {
			d.offer(intent{}, order.Act{Verb: "activate", Piece: piece, With: d.following(d.side, p)}, march)
		} else {
			d.offer(intent{}, march)
		}
	}
	for _, a := range d.goAboard(d.side, p) {
		fleet, _ := d.Own(d.side, a.With)
		if way := d.passage(d.At(d.side, fleet), to); way != "" {
			d.offer(intent{}, a, order.Act{Verb: "sail", Piece: a.With, Path: way}, order.Act{Verb: "land", Piece: piece, Path: d.ZoneID(to)})
		}
	}
}

// ashore are the voyage and the landing of a leader who is aboard.
func (d *drafter) ashore(p fog.Piece, at, to board.Zone) []order.Act {
	land := order.Act{Verb: "land", Piece: d.Roster.Pieces[d.side][p].ID, Path: d.ZoneID(to)}
	if d.Rules.Coast[at].Has(to) {
		return []order.Act{land}
	}
	fleet := d.Veil[d.side].Of(fog.Name(d.Aboard[d.side][d.Veil[d.side].Goes[p]] - 1))
	return []order.Act{{Verb: "sail", Piece: d.Roster.Pieces[d.side][fleet].ID, Path: d.passage(at, to)}, land}
}

// passage is the voyage to a sea before a zone that passes the fewest zones; empty if there is none within a turn.
func (d *drafter) passage(from, to board.Zone) (best string) {
	ways := d.Voyages(d.side, from, field.MostZones, func(board.Zone) bool { return false })
	for sea := range d.Rules.Coast[to].All() {
		if way := ways[sea]; way != "" && (best == "" || strings.Count(way, " ") < strings.Count(best, " ")) {
			best = way
		}
	}
	return best
}

// following are the lower leaders who stand with one and can go with him (4.2).
func (g mind) following(side adjudicator.Side, p fog.Piece) string {
	var lower []string
	for pieces := g.Veil[side].Pieces(g.Ashore(side, g.At(side, p))); pieces != 0; {
		if q := pieces.Pop(); g.Stars(side, q) > 0 && g.Stars(side, q) < g.Stars(side, p) && !g.Done[side].Has(g.Veil[side].Goes[q]) {
			lower = append(lower, g.Roster.Pieces[side][q].ID)
		}
	}
	return strings.Join(lower, " ")
}

// aims are the zones with cities where something is to be won or lost, the likeliest first: what the side goes for, where the
// enemy stands, what the enemy controls, and what is his own.
func (d *drafter) aims(at board.Zone) (zones []board.Zone) {
	wanted := d.goals(d.side)
	rank := func(z board.Zone) int {
		names, units := d.Enemies(field.Force{Side: d.side, At: z})
		switch mine := d.Controls(z); {
		case z == at:
			return -1
		case slices.Contains(wanted, d.ZoneID(z)) && !d.taken(d.side, z):
			return 0
		case names != 0 || units:
			return 1
		case mine == int8(d.side.Other()):
			return 2
		case d.City(z) && mine == int8(d.side):
			return 3
		}
		return -1
	}
	for z := range board.Zone(d.Rules.Map.Len()) {
		if rank(z) >= 0 {
			zones = append(zones, z)
		}
	}
	far := d.Marches(at, d.Rules.Map.Len())
	slices.SortStableFunc(zones, func(a, b board.Zone) int {
		return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(strings.Count(far[a], " "), strings.Count(far[b], " ")))
	})
	return zones
}
