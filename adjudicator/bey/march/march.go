package march

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
)

// March carries out a movement: along its route until it ends or is stopped.
func (g Marches) March(t *adjudicator.Table, m *Move) {
	last, why := g.advanceAlong(t, m)
	g.NoteOrigin(m)
	carried := g.Load(m.Units)
	units, leaders := m.Units, m.Leaders
	for _, d := range m.Drop[:m.Drops] {
		switch {
		case m.Ashore(d) && d.Step == last:
			g.PutDown(m, m.Route[last], d.At, d.Units, d.Leaders)
		case d.Step >= last:
			continue
		default:
			g.PutDown(m, m.Before(d.Step), d.At, d.Units, d.Leaders)
		}
		units, leaders = units.Minus(d.Units), leaders&^d.Leaders
	}
	g.PutDown(m, m.Before(last), m.Route[last], units, leaders)
	if m.Manner == Ferried {
		g.Carry(m.Side, m.Route[:last], carried)
	}
	if t.Heard() {
		g.tellMarch(t, m, last, units, leaders, why)
	}
	g.CaptureLeaders(t)
	g.Changed(t)
}

// Carry remembers what the ships of a side have carried amphibiously through the sea
// zones of a route: it leaves them so much less room in the same action phase (3.4).
func (g Marches) Carry(side adjudicator.Side, route []board.Zone, pf int) {
	for _, z := range route {
		g.Phase.Ferried[side][z] += int16(pf)
		if g.Habits.OneHold {
			g.Phase.Ferried[side.Other()][z] += int16(pf)
		}
	}
}

// advanceAlong takes a group along its route and returns the step at which it
// ends, and what stopped it if that is not the last.
func (g Marches) advanceAlong(t *adjudicator.Table, m *Move) (last int, why string) {
	for i, z := range m.Route[:m.Steps] {
		g.captureAt(t, m, z)
		if !g.Enemies(m.Side, z) {
			continue
		}
		if m.Manner != BySea && g.onlyCavalry(m.Side.Other(), z) && g.GivesWay(m) {
			g.offerWithdrawal(t, m, z)
		}
		if i == m.Steps-1 || !g.Enemies(m.Side, z) {
			continue
		}
		if m.Manner != BySea || !g.runPast(t, m, z) {
			return i, "stopped"
		}
	}
	return m.Steps - 1, ""
}

// runPast reports whether a fleet passes enemy ships: at ten to one it does, else
// on a 1 in the strait and on 1 to 3 in the open sea (3.5).
func (g Marches) runPast(t *adjudicator.Table, m *Move, z board.Zone) bool {
	fleet, enemy := g.Sum(m.Units.And(g.Ships)), g.NavalPF(m.Side.Other(), z)
	if fleet >= 10*enemy {
		g.Tell(t, g.Sections.Stops, 1, "passed-tenfold", "Zone", z, "Fleet", fleet, "Enemy", enemy)
		return true
	}
	need := g.PassesOn(z)
	die := t.At(g.Board.Name(z)).Die()
	if t.Heard() {
		key := "ran-past"
		if die > need {
			key = "run-past-failed"
		}
		g.Tell(t, g.Sections.Stops, 1, key, "Zone", z, "Die", die, "Need", need,
			"Enemies", g.NavalAt(m.Side.Other(), z))
	}
	return die <= need
}

// PassesOn is the highest die on which a fleet runs past enemy ships in a sea zone.
func (g Marches) PassesOn(z board.Zone) int {
	if g.Straits.Has(z) {
		return 1
	}
	return 3
}

// NoteOrigin remembers where the units of a movement began the phase, and that they
// have moved.
func (g Marches) NoteOrigin(m *Move) {
	p := &g.Phase
	for rest := m.Units; !rest.Empty(); {
		p.Origin.Units[rest.Pop()] = m.From
	}
	for rest := m.Leaders; rest != 0; {
		p.Origin.Leaders[rest.Pop()] = m.From
	}
	p.Moved = p.Moved.Or(m.Units)
	p.MovedLeaders |= m.Leaders
}

// Arrive puts some of a group into the zone of a step.
func (g Marches) Arrive(m *Move, step int, units field.UnitSet, leaders field.LeaderSet) {
	g.PutDown(m, m.Before(step), m.Route[step], units, leaders)
}

// PutDown puts some of a group into a zone, out of the one before it.
func (g Marches) PutDown(m *Move, from, z board.Zone, units field.UnitSet, leaders field.LeaderSet) {
	for !units.Empty() {
		u := units.Pop()
		g.Place(u, z)
		g.Phase.Entry[u] = field.Entry{From: from, Amphibious: m.Manner == Ferried}
	}
	for leaders != 0 {
		g.PlaceLeader(leaders.Pop(), z)
	}
}

// tellMarch tells of a movement that has been carried out.
func (g Marches) tellMarch(t *adjudicator.Table, m *Move, last int, units field.UnitSet, leaders field.LeaderSet, why string) {
	route := make(adjudicator.Path, 0, last+1)
	zones := append(make([]board.Zone, 0, last+2), m.From)
	for _, z := range m.Route[:last+1] {
		route = append(route, g.ZoneTerm(z))
		zones = append(zones, z)
	}
	mark := g.Mark("move", m.Side, zones...)
	rule := [...]string{ByLand: g.Sections.March, BySea: g.Sections.Voyage, Ferried: g.Sections.Ferry}[m.Manner]
	key := [...]string{ByLand: "marched", BySea: "sailed", Ferried: "ferried"}[m.Manner]
	if why != "" {
		key += "-" + why
	}
	g.Show(t, rule, 1, mark, key, "Side", m.Side, "Who", g.Terms(m.Units, m.Leaders),
		"From", m.From, "To", m.Route[last], "Route", route,
		"Planned", m.To())
	for _, d := range m.Drop[:m.Drops] {
		switch {
		case m.Ashore(d) && d.Step == last:
			g.Tell(t, g.Sections.Landing, 1, "landed", "Side", m.Side, "Who", g.Terms(d.Units, d.Leaders), "Zone", d.At, "From", m.Route[last])
		case d.Step < last:
			g.Tell(t, g.Sections.Landing, 2, "dropped", "Who", g.Terms(d.Units, d.Leaders), "Zone", m.Route[d.Step])
		}
	}
}

// captureAt eliminates enemy leaders who are alone in a zone that units pass (4.2.4).
func (g Marches) captureAt(t *adjudicator.Table, m *Move, z board.Zone) {
	men := g.LeadersOf(m.Side.Other(), z)
	if men == 0 || m.Units.Empty() || g.Held[m.Side.Other()].Has(z) || g.Bases.Has(z) {
		return
	}
	for men != 0 {
		g.Capture(t, men.Pop())
	}
}

// Answer makes a movement an answer of its own.
func (g Marches) Answer(m *Move) *Move {
	a := *m
	a.G = g
	return &a
}

// Words implements [adjudicator.Answer]: the whole route is written out.
func (m *Move) Words() adjudicator.Words {
	g := m.G
	w := append(adjudicator.Words{adjudicator.Keyword("move")}, g.Naming(m.Units, m.Leaders)...)
	if g.Bases.Has(m.From) {
		w = append(w, adjudicator.Keyword("from"), g.ZoneTerm(m.From))
	}
	next, plain := 0, false
	for i, z := range m.Route[:m.Steps] {
		if next < m.Drops && m.Drop[next].Step == i && !m.Ashore(m.Drop[next]) {
			w = g.dropWords(w, m.Drop[next])
			next, plain = next+1, false
			continue
		}
		if !plain {
			w, plain = append(w, adjudicator.Keyword("by")), true
		}
		w = append(w, g.ZoneTerm(z))
		for ; next < m.Drops && m.Drop[next].Step == i; next++ {
			w, plain = g.dropWords(w, m.Drop[next]), false
		}
	}
	if w = g.unpaidWord(w, g.unpaidMove(m)); g.forsaken(m) != 0 {
		w = append(w, adjudicator.Keyword("sacrifice"))
	}
	return w
}

// dropWords appends what is dropped, and where.
func (g Marches) dropWords(w adjudicator.Words, d Drop) adjudicator.Words {
	w = append(w, adjudicator.Keyword("drop"))
	return append(append(w, g.Naming(d.Units, d.Leaders)...), adjudicator.Keyword("at"), g.ZoneTerm(d.At))
}
