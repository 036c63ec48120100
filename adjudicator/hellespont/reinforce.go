package hellespont

import (
	"math/rand/v2"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
)

// bringReinforcements is B.2: leaders leave the game, reinforcements come, and both
// sides may sail out of their bases, the holder of the Advantage first.
func (g *game) bringReinforcements(t *adjudicator.Table) {
	t.Phase("B.2", adjudicator.Observer)
	g.beginPhase(adjudicator.Observer)
	g.ill = 0
	g.removeLeaders(t)
	g.moments(t, reinforcing)
	g.reinforce(t)
}

// reinforce places the reinforcements, and has both sides sail.
func (g *game) reinforce(t *adjudicator.Table) {
	first := g.advantage // by now: the moments may have passed it on
	for _, side := range [2]adjudicator.Side{first, first.Other()} {
		g.deploy(t, side)
	}
	g.captureLeaders(t)
	g.changed(t)
	t.Phase("B.2", first)
	g.departures(t, first, board.NoZone, false)
	g.berth = g.phase.origin
}

// departures lets a side sail, and then the other one if it has not.
func (g *game) departures(t *adjudicator.Table, side adjudicator.Side, activated board.Zone, last bool) {
	g.active = side
	g.depart(t, side, activated, last)
	if !last {
		t.Phase("B.2", side.Other())
		g.departures(t, side.Other(), board.NoZone, true)
	}
	g.active = adjudicator.Observer
}

// removeLeaders takes leaders out of the game whom the scenario calls away (10.1).
func (g *game) removeLeaders(t *adjudicator.Table) {
	for _, r := range g.recalls {
		l := r.leader
		if r.turn != g.scenario.First+g.turn {
			continue
		}
		switch g.leaderFate[l] {
		case eliminated, captured, removed:
			continue // a dead man is not called away: his victory point stands
		}
		if t.Heard() {
			g.tell(t, "10.1", 0, "leader-called-away", "Leader", g.leaderTerm(l))
		}
		g.dismiss(l, removed)
	}
}

// due reports whether an arrival of the scenario comes this month, delays counted.
func (g *game) due(i int) bool {
	return g.scenario.Arrivals[i].Turn+int(g.late[i]) == g.scenario.First+g.turn
}

// expected returns the zones where a side's reinforcements come this month.
func (g *game) expected(side adjudicator.Side) board.Set {
	var zones board.Set
	for i, a := range g.scenario.Arrivals {
		if a.Side == side && g.due(i) {
			zones.Add(a.Zones[0])
		}
	}
	return zones
}

// callable returns the zones where a side can still call for optional
// reinforcements (7, S14).
func (g *game) callable(side adjudicator.Side) board.Set {
	var zones board.Set
	for i, o := range g.scenario.Optional {
		if o.Side == side && (g.optional|g.phase.called)&(1<<i) == 0 {
			zones.Add(o.Zones[0])
		}
	}
	return zones
}

// callText calls for optional reinforcements, which come this month unless the enemy
// answers by delaying them at once.
type callText struct {
	aimless
	g *game
}

func (x callText) judge(p *play, _ moment) *fault {
	g := x.g
	if p.zone == board.NoZone || !g.callable(p.side).Has(p.zone) {
		return &fault{"call-where", g.textRule(g.roles.call), 0, []any{"Zones", g.zoneTerms(g.callable(p.side))}}
	}
	return nil
}

func (x callText) targets(p *play) board.Set    { return x.g.callable(p.side) }
func (x callText) patterns(blank play) []*play  { return aimedAt(x.g.callable(blank.side), blank) }
func (x callText) sample(r *rand.Rand, p *play) { p.sampleZone(r, x.g.callable(p.side)) }

func (x callText) worth(p *play) int {
	pf := 0
	for _, d := range x.g.scenario.Optional {
		if d.Side == p.side && d.At(p.zone) {
			pf = x.g.freshPF(d) // the last one, if there are several
		}
	}
	return pf
}

// freshPF adds up the force points of the units of a deployment.
func (g *game) freshPF(d *field.Deployment) (pf int) {
	for _, u := range d.Units {
		pf += g.units[u.Unit].full
	}
	return pf
}

// delayText makes an enemy reinforcement come a month later; one just called for does
// not come.
type delayText struct {
	aimless
	g *game
}

func (x delayText) judge(p *play, m moment) *fault {
	g := x.g
	if m == answeringCall {
		return nil
	}
	if g.awaitedGroup(p) < 0 {
		return &fault{"delay-where", g.ruleOf(p), 0, []any{"Zones", g.zoneTerms(g.expected(p.side.Other()))}}
	}
	return nil
}

func (x delayText) targets(p *play) board.Set { return x.g.expected(p.side.Other()) }

func (x delayText) aims(p *play) (unitSet, leaderSet) {
	return unitSet{}, x.g.awaited(p.side.Other(), p.zone)
}

func (x delayText) patterns(blank play) []*play {
	g, enemy := x.g, blank.side.Other()
	all := aimedAt(g.expected(enemy), blank)
	for _, first := range all {
		for _, p := range aimedAtEach(g.awaited(enemy, first.zone), *first) {
			if g.awaitedGroup(p) != g.awaitedGroup(first) {
				all = append(all, p)
			}
		}
	}
	return all
}

func (x delayText) sample(r *rand.Rand, p *play) { p.sampleZone(r, x.g.expected(p.side.Other())) }

func (x delayText) worth(p *play) int {
	if i := x.g.awaitedGroup(p); i >= 0 {
		return x.g.freshPF(x.g.scenario.Arrivals[i])
	}
	return 0
}

// awaitedGroup is the arrival of the scenario that a delay strikes: the one due in the
// zone that it is aimed at, with the leader that it is aimed at if there are several;
// the first one unless it names any. It returns -1 if there is none.
func (g *game) awaitedGroup(p *play) int {
	for i, a := range g.scenario.Arrivals {
		if a.Side != p.side.Other() || !a.At(p.zone) || !g.due(i) {
			continue
		}
		if p.leaders == 0 || p.leaders&leadersNamed(a.Leaders) == p.leaders {
			return i
		}
	}
	return -1
}

// awaited returns the leaders whom a side expects in a zone this month.
func (g *game) awaited(s adjudicator.Side, z board.Zone) leaderSet {
	var men leaderSet
	for i, a := range g.scenario.Arrivals {
		if a.Side == s && a.At(z) && g.due(i) {
			men |= leadersNamed(a.Leaders)
		}
	}
	return men
}

func leadersNamed(list []int) leaderSet {
	var men leaderSet
	for _, l := range list {
		men.add(leader(l))
	}
	return men
}

func (x callText) carryOut(t *adjudicator.Table, p *play) {
	g := x.g
	for i, o := range g.scenario.Optional {
		if o.Side == p.side && o.At(p.zone) {
			g.phase.called |= 1 << i
		}
	}
	if t.Heard() {
		g.tell(t, g.textRule(g.roles.call), 1, "called", "Side", x.g.sideTerm(p.side), "Zone", g.zoneTerm(p.zone))
	}
	enemy := p.side.Other()
	for g.armed(enemy) {
		answer, ok := g.askPlay(t, juncture{at: "answer-call", side: enemy}, answeringCall, g.textRule(g.roles.delay))
		if !ok {
			return
		}
		g.phase.calledAt = p.zone
		g.playNow(t, answer)
		g.phase.calledAt = board.NoZone
		if answer.number != 0 {
			return
		}
	}
}

func (x delayText) carryOut(t *adjudicator.Table, p *play) {
	g, enemy := x.g, p.side.Other()
	if at := g.phase.calledAt; at != board.NoZone {
		for i, o := range g.scenario.Optional {
			if o.Side == enemy && o.At(at) {
				g.phase.called &^= 1 << i
			}
		}
		if t.Heard() {
			g.tell(t, g.ruleOf(p), 1, "call-cancelled", "Side", x.g.sideTerm(enemy), "Zone", g.zoneTerm(at))
		}
		return
	}
	g.late[g.awaitedGroup(p)]++
	if t.Heard() {
		g.tell(t, g.ruleOf(p), 1, "delayed", "Side", x.g.sideTerm(enemy), "Zone", g.zoneTerm(p.zone))
	}
}

// deploy places a side's reinforcements of the month (B.2).
func (g *game) deploy(t *adjudicator.Table, side adjudicator.Side) {
	for i, a := range g.scenario.Arrivals {
		if a.Side == side && g.due(i) {
			g.bring(t, a, a.Turn)
		}
	}
	for i, o := range g.scenario.Optional {
		if o.Side == side && g.phase.called&(1<<i) != 0 {
			g.optional |= 1 << i
			g.bring(t, o, g.scenario.First+g.turn)
		}
	}
}

// bring places one group, which the scenario has down for a month. Enemy units make
// room for it (B.2).
func (g *game) bring(t *adjudicator.Table, d *field.Deployment, month int) {
	if g.enemies(d.Side, d.Zones[0]) {
		g.makeRoom(t, d.Side.Other(), d.Zones[0])
	}
	units, leaders := g.put(d, month)
	g.phase.arrived = g.phase.arrived.or(units)
	g.phase.arrivedLeaders |= leaders
	if t.Heard() {
		g.tell(t, "B.2", 0, "arrived", "Side", g.sideTerm(d.Side), "Zone", g.zoneTerm(d.Zones[0]), "Who", g.terms(units, leaders))
	}
}

// put places the counters of a deployment that are still to come.
func (g *game) put(d *field.Deployment, month int) (units unitSet, leaders leaderSet) {
	for _, p := range d.Units {
		u := unit(p.Unit)
		if g.unitFate[u] != waiting {
			continue
		}
		if p.Weakened {
			g.weak.add(u)
		}
		g.place(u, d.Zones[0])
		units.add(u)
	}
	for _, i := range d.Leaders {
		l := leader(i)
		if g.leaderFate[l] != waiting && !g.returns(l, month) {
			continue
		}
		g.placeLeader(l, d.Zones[0])
		leaders.add(l)
	}
	return units, leaders
}

// returns reports whether a leader whom the scenario called away comes back by an
// arrival that it has down for a later month (10.2, Thrasyllus). One that was
// delayed past the month of his recall does not bring him.
func (g *game) returns(l leader, month int) bool {
	if g.leaderFate[l] != removed {
		return false
	}
	for _, r := range g.recalls {
		if r.leader == l && r.turn < month {
			return true
		}
	}
	return false
}

// calledAway reports whether the scenario has called a leader away by now.
func (g *game) calledAway(l leader) bool {
	for _, r := range g.recalls {
		if r.leader == l && r.turn <= g.scenario.First+g.turn {
			return true
		}
	}
	return false
}

// makeRoom has a side's units leave a zone for enemy reinforcements: they all go to
// one neighbouring zone of their owner's choice, free of enemies like the one that
// they leave to them (B.2).
func (g *game) makeRoom(t *adjudicator.Table, side adjudicator.Side, z board.Zone) {
	units, leaders := g.unitsAt(side, z), g.leadersOf(side, z)
	way := board.ByLand
	if !units.and(g.ships).empty() {
		way = board.BySea
	}
	room := g.board.Near(z, way).Minus(g.shutTo(side)).Minus(g.held[side.Other()])
	if room.Empty() {
		if t.Heard() {
			g.tell(t, "B.2", 1, "displaced-lost", "Side", g.sideTerm(side), "Who", g.terms(units, leaders), "Zone", g.zoneTerm(z))
		}
		for !units.empty() {
			g.eliminate(units.pop())
		}
		return
	}
	to := g.askZone(t, side, &zoneForm{g: g, kind: "displace", rule: "B.2", zones: room, units: units, leaders: leaders})
	if t.Heard() {
		g.show(t, "B.2", 1, g.mark("move", side, z, to), "displaced", "Side", g.sideTerm(side),
			"Who", g.terms(units, leaders), "From", g.zoneTerm(z), "To", g.zoneTerm(to))
	}
	for !units.empty() {
		g.place(units.pop(), to)
	}
	for leaders != 0 {
		g.placeLeader(leaders.pop(), to)
	}
	g.settleZone(t, side, to)
}

// sendAway has the owner of a sick leader choose where he goes at once.
func (g *game) sendAway(t *adjudicator.Table, l leader) {
	side := g.leaders[l].side
	var who leaderSet
	who.add(l)
	to := g.askZone(t, side, &zoneForm{g: g, kind: "refuge", rule: g.textRule(g.roles.epidemic), zones: g.sickbeds(l), leaders: who})
	from := g.leaderWhere[l]
	if t.Heard() {
		g.show(t, g.textRule(g.roles.epidemic), 1, g.mark("move", side, from, to), "sent-away", "Leader", g.leaderTerm(l), "Zone", g.zoneTerm(to))
	}
	g.placeLeader(l, to)
}

// onlyArrivals reports whether a base holds nothing of a side but reinforcements of
// the month, which leave it for nothing (B.2).
func (g *game) onlyArrivals(side adjudicator.Side, z board.Zone) bool {
	return g.unitsAt(side, z).within(g.phase.arrived) && g.leadersOf(side, z)&^g.phase.arrivedLeaders == 0
}

// depart lets a side sail out of its bases in B.2.
func (g *game) depart(t *adjudicator.Table, side adjudicator.Side, activated board.Zone, last bool) {
	f := &actForm{g: g, t: t, side: side, current: activated}
	for {
		switch a := g.askAt(t, juncture{at: atDepart, side: side, zone: f.current, last: last}, f.question()).(type) {
		case activation:
			g.pay(a.cost)
			f.current = a.zone
			if t.Heard() {
				g.tell(t, "B.2", 0, "activated", "Side", g.sideTerm(side), "Zone", g.zoneTerm(a.zone), "Cost", a.cost)
			}
		case *move:
			g.march(t, a)
		case *play:
			g.playNow(t, a)
		default:
			g.settle(t, side)
			return
		}
	}
}
