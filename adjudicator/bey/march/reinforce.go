package march

import (
	"math/rand/v2"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/chit"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
)

// Due reports whether an arrival of the scenario comes this turn, delays counted.
func (g Marches) Due(i int) bool {
	return g.Playing.Arrivals[i].Turn+int(g.Late[i]) == g.Playing.First+g.TurnNo
}

// Expected returns the zones where a side's reinforcements come this turn.
func (g Marches) Expected(side adjudicator.Side) board.Set {
	var zones board.Set
	for i, a := range g.Playing.Arrivals {
		if a.Side == side && g.Due(i) {
			zones = zones.Union(board.SetOf(a.Zones...))
		}
	}
	return zones
}

// Callable returns the zones where a side can still call for optional
// reinforcements (7).
func (g Marches) Callable(side adjudicator.Side) board.Set {
	var zones board.Set
	for i, o := range g.Playing.Optional {
		if o.Side == side && (g.Optional|g.Phase.Called)&(1<<i) == 0 {
			zones = zones.Union(board.SetOf(o.Zones...))
		}
	}
	return zones
}

// CallText calls for optional reinforcements, which come this turn unless the enemy
// answers by delaying them at once.
type CallText struct {
	chit.Aimless
	G Marches
}

// Judge implements [chit.Text].
func (x CallText) Judge(p *chit.Play, _ field.Moment) *field.Fault {
	g := x.G
	if p.Zone == board.NoZone || !g.Callable(p.Side).Has(p.Zone) {
		return g.Fault("call-where", g.TextRule(g.Roles.Call), 0, "Zones", g.Callable(p.Side))
	}
	return nil
}

// Targets implements [chit.Text].
func (x CallText) Targets(p *chit.Play) board.Set { return x.G.Callable(p.Side) }

// Patterns implements [chit.Text].
func (x CallText) Patterns(blank chit.Play) []*chit.Play {
	return chit.AimedAt(x.G.Callable(blank.Side), blank)
}

// Sample implements [chit.Text].
func (x CallText) Sample(r *rand.Rand, p *chit.Play) { p.SampleZone(r, x.G.Callable(p.Side)) }

// Worth implements [chit.Text].
func (x CallText) Worth(p *chit.Play) int {
	pf := 0
	for _, d := range x.G.Playing.Optional {
		if d.Side == p.Side && d.At(p.Zone) {
			pf = x.G.freshPF(d) // the last one, if there are several
		}
	}
	return pf
}

// freshPF adds up the force points of the units of a deployment.
func (g Marches) freshPF(d *field.Deployment) (pf int) {
	for _, u := range d.Units {
		pf += g.Pieces[u.Unit].Full
	}
	return pf
}

// DelayText makes an enemy reinforcement come a turn later; one just called for does
// not come.
type DelayText struct {
	chit.Aimless
	G Marches
}

// Judge implements [chit.Text].
func (x DelayText) Judge(p *chit.Play, m field.Moment) *field.Fault {
	g := x.G
	if m == field.AnsweringCall {
		return nil
	}
	if g.Awaited(p) < 0 {
		return g.Fault("delay-where", g.RuleOf(p), 0, "Zones", g.Expected(p.Side.Other()))
	}
	return nil
}

// Targets implements [chit.Text].
func (x DelayText) Targets(p *chit.Play) board.Set { return x.G.Expected(p.Side.Other()) }

// Aims implements [chit.Text].
func (x DelayText) Aims(p *chit.Play) (field.UnitSet, field.LeaderSet) {
	return field.UnitSet{}, x.G.leadersAwaited(p.Side.Other(), p.Zone)
}

// Patterns implements [chit.Text].
func (x DelayText) Patterns(blank chit.Play) []*chit.Play {
	g, enemy := x.G, blank.Side.Other()
	all := chit.AimedAt(g.Expected(enemy), blank)
	for _, first := range all {
		for _, p := range chit.AimedAtEach(g.leadersAwaited(enemy, first.Zone), *first) {
			if g.Awaited(p) != g.Awaited(first) {
				all = append(all, p)
			}
		}
	}
	return all
}

// Sample implements [chit.Text].
func (x DelayText) Sample(r *rand.Rand, p *chit.Play) { p.SampleZone(r, x.G.Expected(p.Side.Other())) }

// Worth implements [chit.Text].
func (x DelayText) Worth(p *chit.Play) int {
	if i := x.G.Awaited(p); i >= 0 {
		return x.G.freshPF(x.G.Playing.Arrivals[i])
	}
	return 0
}

// Awaited is the arrival of the scenario that a delay strikes: the one due in the
// zone that it is aimed at, with the leader that it is aimed at if there are several;
// the first one unless it names any. It returns -1 if there is none.
func (g Marches) Awaited(p *chit.Play) int {
	for i, a := range g.Playing.Arrivals {
		if a.Side != p.Side.Other() || !a.At(p.Zone) || !g.Due(i) {
			continue
		}
		if p.Leaders == 0 || p.Leaders&leadersNamed(a.Leaders) == p.Leaders {
			return i
		}
	}
	return -1
}

// leadersAwaited returns the leaders whom a side expects in a zone this turn.
func (g Marches) leadersAwaited(s adjudicator.Side, z board.Zone) field.LeaderSet {
	var men field.LeaderSet
	for i, a := range g.Playing.Arrivals {
		if a.Side == s && a.At(z) && g.Due(i) {
			men |= leadersNamed(a.Leaders)
		}
	}
	return men
}

func leadersNamed(list []int) field.LeaderSet {
	var men field.LeaderSet
	for _, l := range list {
		men.Add(field.LeaderNo(l))
	}
	return men
}

// CarryOut implements [chit.Text].
func (x CallText) CarryOut(t *adjudicator.Table, p *chit.Play) {
	g := x.G
	for i, o := range g.Playing.Optional {
		if o.Side == p.Side && o.At(p.Zone) {
			g.Phase.Called |= 1 << i
		}
	}
	g.Tell(t, g.TextRule(g.Roles.Call), 1, "called", "Side", p.Side, "Zone", p.Zone)
	enemy := p.Side.Other()
	for g.Armed(enemy) {
		answer, ok := g.AskPlay(t, field.Juncture{At: "answer-call", Side: enemy}, field.AnsweringCall, g.TextRule(g.Roles.Delay))
		if !ok {
			return
		}
		g.Phase.CalledAt = p.Zone
		g.PlayNow(t, answer)
		g.Phase.CalledAt = board.NoZone
		if answer.Number != 0 {
			return
		}
	}
}

// CarryOut implements [chit.Text].
func (x DelayText) CarryOut(t *adjudicator.Table, p *chit.Play) {
	g, enemy := x.G, p.Side.Other()
	if at := g.Phase.CalledAt; at != board.NoZone {
		for i, o := range g.Playing.Optional {
			if o.Side == enemy && o.At(at) {
				g.Phase.Called &^= 1 << i
			}
		}
		g.Tell(t, g.RuleOf(p), 1, "call-cancelled", "Side", enemy, "Zone", at)
		return
	}
	g.Late[g.Awaited(p)]++
	g.Tell(t, g.RuleOf(p), 1, "delayed", "Side", enemy, "Zone", p.Zone)
}

// SetUp places what stands on the map when the scenario begins.
func (g Marches) SetUp() {
	for _, d := range g.Playing.Setup {
		g.Put(d, g.Playing.First)
	}
}

// Put places the counters of a deployment that are still to come.
func (g Marches) Put(d *field.Deployment, turn int) (units field.UnitSet, leaders field.LeaderSet) {
	for _, p := range d.Units {
		u := field.UnitNo(p.Unit)
		if g.UnitFate[u] != field.Waiting {
			continue
		}
		if p.Weakened {
			g.Weak.Add(u)
		}
		g.Place(u, d.Zones[0])
		units.Add(u)
	}
	for _, i := range d.Leaders {
		l := field.LeaderNo(i)
		if g.LeaderFate[l] != field.Waiting && !g.Returns(l, turn) {
			continue
		}
		g.PlaceLeader(l, d.Zones[0])
		leaders.Add(l)
	}
	return units, leaders
}

// Come tells of reinforcements that have been placed in a zone. In B.2 they leave it for
// nothing ([Marches.OnlyArrivals]).
func (g Marches) Come(t *adjudicator.Table, s adjudicator.Side, z board.Zone, units field.UnitSet, leaders field.LeaderSet) {
	g.Phase.Arrived = g.Phase.Arrived.Or(units)
	g.Phase.ArrivedLeaders |= leaders
	if t.Heard() {
		g.Tell(t, "B.2", 0, "arrived", "Side", s, "Zone", z, "Who", g.Terms(units, leaders))
	}
}

// ComeShort tells who of a group of reinforcements does not come with the others, since they
// are in play already, or lost.
func (g Marches) ComeShort(t *adjudicator.Table, d *field.Deployment, units field.UnitSet, leaders field.LeaderSet) {
	var missing field.UnitSet
	for _, p := range d.Units {
		missing.Add(field.UnitNo(p.Unit))
	}
	g.TellShort(t, d.Side, missing.Minus(units), leadersNamed(d.Leaders)&^leaders)
}

// TellShort is [Marches.ComeShort] of counters that are known; it tells nothing of none.
func (g Marches) TellShort(t *adjudicator.Table, s adjudicator.Side, units field.UnitSet, leaders field.LeaderSet) {
	if t.Heard() && (!units.Empty() || leaders != 0) {
		g.Tell(t, "B.2", 1, "arrived-short", "Side", s, "Who", g.Terms(units, leaders))
	}
}

// Returns reports whether a leader whom the scenario called away comes back by an
// arrival that it has down for a later turn. One that was
// delayed past the turn of his recall does not bring him.
func (g Marches) Returns(l field.LeaderNo, turn int) bool {
	if g.LeaderFate[l] != field.Removed {
		return false
	}
	for _, r := range g.Recalls {
		if r.Leader == l && r.Turn < turn {
			return true
		}
	}
	return false
}

// sendAway has the owner of a sick leader choose where he goes at once.
func (g Marches) sendAway(t *adjudicator.Table, l field.LeaderNo) {
	side := g.Chiefs[l].Side
	var who field.LeaderSet
	who.Add(l)
	to := g.AskZone(t, side, g.Displacing("refuge", g.TextRule(g.Roles.Epidemic), g.Sickbeds(l), field.UnitSet{}, who))
	from := g.LeaderWhere[l]
	if t.Heard() {
		g.Show(t, g.TextRule(g.Roles.Epidemic), 1, g.Mark("move", side, from, to), "sent-away", "Leader", l, "Zone", to)
	}
	g.PlaceLeader(l, to)
}

// OnlyArrivals reports whether a base holds nothing of a side but reinforcements of
// the turn, which leave it for nothing (B.2).
func (g Marches) OnlyArrivals(side adjudicator.Side, z board.Zone) bool {
	return g.UnitsAt(side, z).Within(g.Phase.Arrived) && g.LeadersOf(side, z)&^g.Phase.ArrivedLeaders == 0
}
