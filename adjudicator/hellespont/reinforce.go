package hellespont

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
)

// reinforcements is B.2: leaders leave the game, reinforcements come, and both
// sides may sail out of their bases, the holder of the Advantage first.
func (g *game) reinforcements(t *adjudicator.Table) {
	t.Phase("B.2", adjudicator.Observer)
	g.BeginPhase(adjudicator.Observer)
	g.TellWell(t, "7 S20", g.Ill&^g.Wounded)
	g.Ill = 0
	g.removeLeaders(t)
	g.war().Moments(t, field.Reinforcing)
	g.reinforce(t)
}

// reinforce places the reinforcements, and has both sides sail.
func (g *game) reinforce(t *adjudicator.Table) {
	first := g.Advantage // by now: the moments may have passed it on
	for _, side := range [2]adjudicator.Side{first, first.Other()} {
		g.deploy(t, side)
	}
	g.war().CaptureLeaders(t)
	g.Changed(t)
	t.Phase("B.2", first)
	g.departures(t, first, board.NoZone, false)
	g.Berth = g.Phase.Origin
}

// departures lets a side sail, and then the other one if it has not.
func (g *game) departures(t *adjudicator.Table, side adjudicator.Side, activated board.Zone, last bool) {
	g.Active = side
	g.depart(t, side, activated, last)
	if !last {
		t.Phase("B.2", side.Other())
		g.departures(t, side.Other(), board.NoZone, true)
	}
	g.Active = adjudicator.Observer
}

// removeLeaders takes leaders out of the game whom the scenario calls away (10.1).
func (g *game) removeLeaders(t *adjudicator.Table) {
	for _, r := range g.Recalls {
		l := r.Leader
		if r.Turn != g.Playing.First+g.TurnNo {
			continue
		}
		switch g.LeaderFate[l] {
		case field.Eliminated, field.Captured, field.Removed:
			continue // a dead man is not called away: his victory point stands
		}
		g.Tell(t, "10.1", 0, "leader-called-away", "Leader", l)
		g.Dismiss(l, field.Removed)
	}
}

// deploy places a side's reinforcements of the turn (B.2).
func (g *game) deploy(t *adjudicator.Table, side adjudicator.Side) {
	for i, a := range g.Playing.Arrivals {
		if a.Side == side && g.war().Due(i) {
			g.bring(t, a, a.Turn)
		}
	}
	for i, o := range g.Playing.Optional {
		if o.Side == side && g.Phase.Called&(1<<i) != 0 {
			g.Optional |= 1 << i
			g.bring(t, o, g.Playing.First+g.TurnNo)
		}
	}
}

// bring places one group, which the scenario has down for a turn. Enemy units make
// room for it (B.2).
func (g *game) bring(t *adjudicator.Table, d *field.Deployment, turn int) {
	if g.Enemies(d.Side, d.Zones[0]) {
		g.makeRoom(t, d.Side.Other(), d.Zones[0])
	}
	units, leaders := g.war().Put(d, turn)
	g.war().Come(t, d.Side, d.Zones[0], units, leaders)
	g.war().ComeShort(t, d, units, leaders)
}

// makeRoom has a side's units leave a zone for enemy reinforcements: they all go to
// one neighbouring zone of their owner's choice, free of enemies like the one that
// they leave to them (B.2).
func (g *game) makeRoom(t *adjudicator.Table, side adjudicator.Side, z board.Zone) {
	units, leaders := g.UnitsAt(side, z), g.LeadersOf(side, z)
	way := board.ByLand
	if !units.And(g.Ships).Empty() {
		way = board.BySea
	}
	room := g.Board.Near(z, way).Minus(g.war().ShutTo(side)).Minus(g.Held[side.Other()])
	if room.Empty() {
		if t.Heard() {
			g.Tell(t, "B.2", 1, "displaced-lost", "Side", side, "Who", g.Terms(units, leaders), "Zone", z)
		}
		for !units.Empty() {
			g.Eliminate(units.Pop())
		}
		return
	}
	to := g.war().AskZone(t, side, g.war().Displacing("displace", "B.2", room, units, leaders))
	if t.Heard() {
		g.Show(t, "B.2", 1, g.Mark("move", side, z, to), "displaced", "Side", side,
			"Who", g.Terms(units, leaders), "From", z, "To", to)
	}
	g.PlaceAll(units, leaders, to)
	g.war().SettleZone(t, side, to)
}

// depart lets a side sail out of its bases in B.2.
func (g *game) depart(t *adjudicator.Table, side adjudicator.Side, activated board.Zone, last bool) {
	f := g.war().Acting(t, side, activated, false)
	for more := true; more; {
		f.Anyway = g.departuresMatter() && g.Armed(side)
		more = f.Do(f.Ask(f.Question(), last))
	}
}
