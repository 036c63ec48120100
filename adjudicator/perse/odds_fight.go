package perse

import (
	"maps"
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/perse/data"
	"keryx/adjudicator/perse/order"
)

// reckoning is what is answered to a question about chances.
type reckoning struct {
	adjudicator.Reckoning
	told told
}

// told is the answer for programs.
type told struct {
	Kind    string       `json:"kind"`
	Zone    string       `json:"zone,omitempty"`
	Chances []toldChance `json:"chances"`
}

// toldChance is an exact chance: so many of equally likely throws.
type toldChance struct {
	Name  string `json:"name"`
	Side  string `json:"side,omitempty"`
	Value int    `json:"value,omitempty"` // what is lost
	Unit  string `json:"unit,omitempty"`
	Ways  int64  `json:"ways"`
	Of    int64  `json:"of"`
}

// newReckoning begins an answer.
func newReckoning(kind string, z board.Zone, g *Game) *reckoning {
	r := &reckoning{told: told{Kind: kind}}
	r.Title = adjudicator.Say("perse.odds." + kind)
	if z != nowhere {
		r.told.Zone = g.zoneID(z)
		r.Title = adjudicator.Say("perse.odds."+kind, "Zone", g.zone(z))
	}
	r.Data = func(func(adjudicator.Phrase) string) any { return r.told }
	return r
}

// fact tells what a throw is made with.
func (r *reckoning) fact(key string, args ...any) {
	r.Facts = append(r.Facts, adjudicator.Say("perse.odds.fact."+key, args...))
}

// percents are the arguments of a chance: its percent, with a tenth.
func percents(ways, of int64) []any {
	n := (2000*ways + of) / (2 * of)
	return []any{"Ways", int(ways), "Of", int(of), "Percent", int(n / 10), "Tenth", int(n % 10)}
}

// chance tells what can come of the throw.
func (r *reckoning) chance(name string, ways, of int64) {
	r.add(toldChance{Name: name, Ways: ways, Of: of})
}

// add tells a chance, with what it is of.
func (r *reckoning) add(c toldChance, args ...any) {
	r.told.Chances = append(r.told.Chances, c)
	r.Chances = append(r.Chances, adjudicator.Chance{Told: adjudicator.Say("perse.odds.chance."+c.Name, append(percents(c.Ways, c.Of), args...)...), Value: float64(c.Ways) / float64(c.Of)})
}

// lost tells how many counters one die costs.
func (r *reckoning) lost(at func(die int) int) {
	ways := map[int]int64{}
	for die := 1; die <= 6; die++ {
		ways[at(die)]++
	}
	for _, n := range slices.Sorted(maps.Keys(ways)) {
		r.add(toldChance{Name: "counters", Value: n, Ways: ways[n], Of: 6}, "Number", n)
	}
}

// battle reckons the throws of a round of 7, as long as nobody has lost anything in it.
func (q *question) battle() *reckoning {
	mine, theirs := q.both()
	ambush, inside := q.word("ambush"), false
	if !ambush {
		inside = q.word("inside")
	}
	if len(q.Faults) == 0 && (mine.Sea || theirs.Sea || q.rules.Map.Kind(q.zone) == board.Sea) {
		q.wrong(order.Refuse("odds-no-battle", "7"))
	}
	if len(q.Faults) > 0 {
		return nil
	}
	g, r := q.g, newReckoning("battle", q.zone, q.g)
	f := g.muster(mine, mine, theirs)
	if ambush {
		g.ambushed(f, mine.Side)
	}
	f.Armies[theirs.Side].Inside = inside
	for _, phase := range []struct {
		key   string
		worth func(lot int) int
	}{{"fire", g.missile}, {"melee", g.melee}} {
		for _, a := range []*army{f.Armies[mine.Side], f.Armies[theirs.Side]} {
			if points := g.employed(a, phase.worth); points > 0 {
				r.blow(g, f, a, phase.key, points)
			}
		}
	}
	for _, a := range []*army{f.Armies[mine.Side], f.Armies[theirs.Side]} {
		r.morale(g, f, a)
	}
	return r
}

// blow tells what an army does in a phase: how often the enemy tests his morale, and the points that he loses
// on the mean, die by die in a table.
func (r *reckoning) blow(g *Game, f *battle, a *army, phase string, points int) {
	tests, sum := int64(0), 0
	row := []any{adjudicator.Say("perse.odds.phase." + phase), seat(a.Side), points, g.modifier(f, a), g.shift(f, a)}
	for die := 1; die <= 6; die++ {
		b := g.rules.Combat.At(die+g.modifier(f, a), g.column(points)+g.shift(f, a))
		sum += b.Points
		if b.Test {
			tests++
		}
		row = append(row, adjudicator.Say("perse.odds.blow", "Points", b.Points, "Test", yes(b.Test)))
	}
	r.add(toldChance{Name: phase, Side: data.SideIDs[a.Side.Other()], Ways: tests, Of: 6}, "Side", seat(a.Side.Other()))
	r.Means = append(r.Means, adjudicator.Say("perse.odds.mean", "Side", seat(a.Side.Other()), "Phase", adjudicator.Say("perse.odds.phase."+phase), "Points", sum/6, "Tenth", (sum%6*10+3)/6%10))
	if len(r.Tables) == 0 {
		l := adjudicator.Listing{ID: "blows", Title: adjudicator.Say("perse.odds.blows"), Columns: columns("perse.column.phase", "perse.column.side", "perse.column.points", "perse.column.die", "perse.column.shift")}
		for die := 1; die <= 6; die++ {
			l.Columns = append(l.Columns, adjudicator.Say("perse.column.on", "Die", die))
		}
		r.Tables = []adjudicator.Listing{l}
	}
	r.Tables[0].Rows = append(r.Tables[0].Rows, row)
}

// morale tells how often each kind of an army's counters is disorganised by a test (7.4).
func (r *reckoning) morale(g *Game, f *battle, a *army) {
	bonus := g.nerve(f, a)
	for k, n := range g.sum(a.Lots) {
		if n == 0 {
			continue
		}
		ways := int64(0)
		for die := range 36 {
			if die/6+die%6+2+bonus < g.rules.Kinds[k].Morale {
				ways++
			}
		}
		r.add(toldChance{Name: "shaken", Side: data.SideIDs[a.Side], Unit: g.rules.Kinds[k].ID, Ways: ways, Of: 36}, "Side", seat(a.Side), "Unit", order.Term("unit", g.rules.Kinds[k].ID))
	}
}

// mostRounds is how many rounds of a combat at sea are reckoned at most, and someRounds how many are without
// a number.
const (
	mostRounds = 6
	someRounds = 4
)

// seafight reckons some rounds of 9.3, in which each pays with the ships of least points that do, and nobody
// withdraws.
func (q *question) seafight() *reckoning {
	mine, theirs := q.both()
	n := someRounds
	if len(q.Faults) == 0 && q.word("rounds") {
		n = q.Number()
	}
	if len(q.Faults) == 0 && (!mine.Sea || !theirs.Sea || q.rules.Map.Kind(q.zone) == board.Land) {
		q.wrong(order.Refuse("odds-no-seafight", "9.3"))
	}
	if len(q.Faults) == 0 && (n < 1 || n > mostRounds) {
		q.wrong(order.Refuse("odds-rounds", "9.3", "Limit", mostRounds))
	}
	if len(q.Faults) > 0 {
		return nil
	}
	g, r := q.g, newReckoning("seafight", q.zone, q.g)
	f := g.muster(mine, mine, theirs)
	g.fight = f
	for _, a := range []*army{f.Armies[mine.Side], f.Armies[theirs.Side]} {
		r.fact("fleet", "Side", seat(a.Side), "Points", g.points(a.Lots), "Ratio", g.ratio(f, a, f.Armies[a.Side.Other()]), "Modifier", g.crew(f, a), "Ours", ours(g.rules.Naval))
	}
	states := []seaState{{g, 1}}
	of := int64(1)
	for range n {
		states, of = rounds(states), of*36
	}
	for _, side := range []adjudicator.Side{mine.Side, theirs.Side} {
		r.sunk(states, side, g.points(f.Armies[side].Lots), of, n)
	}
	return r
}

// seaState is a combat at sea after some rounds, and how many of all throws lead to it.
type seaState struct {
	g    *Game
	ways int64
}

// rounds fights one round in each of some combats.
func rounds(states []seaState) (next []seaState) {
	found := map[[2]lotSet]int{}
	for _, s := range states {
		for blows, ways := range s.g.blows() {
			g := s.g.Clone().(*Game)
			g.sink(blows)
			key := g.left2()
			at, known := found[key]
			if !known {
				at = len(next)
				found[key] = at
				next = append(next, seaState{g: g})
			}
			next[at].ways += s.ways * ways
		}
	}
	return next
}

// blows are the points that both can lose in a round of the combat in play, with their ways of 36; nobody loses
// any where one has no ships left.
func (g *Game) blows() map[[2]int]int64 {
	f := g.fight
	if g.spent(f) {
		return map[[2]int]int64{{}: 36}
	}
	all := map[[2]int]int64{}
	for die := range 36 {
		var points [2]int
		for side, a := range f.Armies {
			points[1-side] = g.broadsideOf(f, a, [2]int{die / 6, die % 6}[side]+1)
		}
		all[points]++
	}
	return all
}

// sink has both pay for a round with what a form proposes, and troops go down for whom there is no room.
func (g *Game) sink(points [2]int) {
	f := g.fight
	for side, a := range f.Armies {
		fits := g.paying(a.Lots, points[side], points[side] >= 10, func(i int) int { return g.kind(i).Strength })
		due, ok := gather(g, g.cheapest(a.Lots), fits)
		if points[side] == 0 || !ok {
			continue
		}
		lost, _ := g.pick(a.Lots, due)
		for _, i := range lost {
			g.destroy(i)
		}
		a.Lots = slices.DeleteFunc(a.Lots, func(i int) bool { return g.Lots[i].Out })
		for names := a.Names; names != 0; {
			fleet := names.Pop()
			troops := g.borne(a.Side, g.passengers(a.Side, fleet))
			if room := g.points(a.Lots); g.needed(troops) > room {
				drowned := troops
				if room > 0 {
					drowned, _ = g.pick(troops, g.rules.tally(g.askDrown(a.Side, fleet, troops, room).Form.Default().(order.Act).Units))
				}
				for _, i := range drowned {
					g.destroy(i)
				}
			}
		}
	}
}

// left2 are the counters that are left: what tells one state from another.
func (g *Game) left2() (sets [2]lotSet) {
	for side, a := range g.fight.Armies {
		for _, i := range a.Lots {
			sets[side].add(i)
		}
		for names := a.Names; names != 0; {
			for _, i := range g.borne(a.Side, g.passengers(a.Side, names.Pop())) {
				sets[side].add(i)
			}
		}
	}
	return sets
}

// sunk tells how many naval points a side has lost.
func (r *reckoning) sunk(states []seaState, side adjudicator.Side, had int, of int64, rounds int) {
	ways, sum := map[int]int64{}, 0.0
	for _, s := range states {
		n := had - s.g.points(s.g.fight.Armies[side].Lots)
		ways[n] += s.ways
		sum += float64(n) * float64(s.ways) / float64(of)
	}
	for _, n := range slices.Sorted(maps.Keys(ways)) {
		r.add(toldChance{Name: "sunk", Side: data.SideIDs[side], Value: n, Ways: ways[n], Of: of}, "Side", seat(side), "Number", n)
	}
	tenths := int(10*sum + 0.5)
	r.Means = append(r.Means, adjudicator.Say("perse.odds.mean-sunk", "Side", seat(side), "Rounds", rounds, "Points", tenths/10, "Tenth", tenths%10))
}
