package odds

import (
	"maps"
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/perse/data"
	"keryx/adjudicator/perse/field"
	"keryx/adjudicator/perse/order"
)

// reckoning is what is answered to a question about chances.
type reckoning struct {
	adjudicator.Reckoning
	told Told
}

// Told is the answer for programs.
type Told struct {
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
func newReckoning(kind string, z board.Zone, g *field.War) *reckoning {
	r := &reckoning{told: Told{Kind: kind}}
	r.Title = adjudicator.Say("perse.odds." + kind)
	if z != field.Nowhere {
		r.told.Zone = g.ZoneID(z)
		r.Title = adjudicator.Say("perse.odds."+kind, "Zone", g.Zone(z))
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
	f := g.Muster(mine, mine, theirs)
	if ambush {
		g.Ambushed(f, mine.Side)
	}
	f.Armies[theirs.Side].Inside = inside
	for _, phase := range []struct {
		key   string
		worth func(lot int) int
	}{{"fire", g.Missile}, {"melee", g.Melee}} {
		for _, a := range []*field.Army{f.Armies[mine.Side], f.Armies[theirs.Side]} {
			if points := g.Employed(a, phase.worth); points > 0 {
				r.blow(g, f, a, phase.key, points)
			}
		}
	}
	for _, a := range []*field.Army{f.Armies[mine.Side], f.Armies[theirs.Side]} {
		r.morale(g, f, a)
	}
	return r
}

// blow tells what an army does in a phase: how often the enemy tests his morale, and the points that he loses
// on the mean, die by die in a table.
func (r *reckoning) blow(g *field.War, f *field.Battle, a *field.Army, phase string, points int) {
	tests, sum := int64(0), 0
	row := []any{adjudicator.Say("perse.odds.phase." + phase), field.Seat(a.Side), points, g.Modifier(f, a), g.Shift(f, a)}
	for die := 1; die <= 6; die++ {
		b := g.Rules.Combat.At(die+g.Modifier(f, a), g.Column(points)+g.Shift(f, a))
		sum += b.Points
		if b.Test {
			tests++
		}
		row = append(row, adjudicator.Say("perse.odds.blow", "Points", b.Points, "Test", field.Yes(b.Test)))
	}
	r.add(toldChance{Name: phase, Side: data.SideIDs[a.Side.Other()], Ways: tests, Of: 6}, "Side", field.Seat(a.Side.Other()))
	r.Means = append(r.Means, adjudicator.Say("perse.odds.mean", "Side", field.Seat(a.Side.Other()), "Phase", adjudicator.Say("perse.odds.phase."+phase), "Points", sum/6, "Tenth", (sum%6*10+3)/6%10))
	if len(r.Tables) == 0 {
		l := adjudicator.Listing{ID: "blows", Title: adjudicator.Say("perse.odds.blows"), Columns: field.Columns("perse.column.phase", "perse.column.side", "perse.column.points", "perse.column.die", "perse.column.shift")}
		for die := 1; die <= 6; die++ {
			l.Columns = append(l.Columns, adjudicator.Say("perse.column.on", "Die", die))
		}
		r.Tables = []adjudicator.Listing{l}
	}
	r.Tables[0].Rows = append(r.Tables[0].Rows, row)
}

// morale tells how often each kind of an army's counters is disorganised by a test (7.4).
func (r *reckoning) morale(g *field.War, f *field.Battle, a *field.Army) {
	bonus := g.Nerve(f, a)
	for k, n := range g.Sum(a.Lots) {
		if n == 0 {
			continue
		}
		ways := int64(0)
		for die := range 36 {
			if die/6+die%6+2+bonus < g.Rules.Kinds[k].Morale {
				ways++
			}
		}
		r.add(toldChance{Name: "shaken", Side: data.SideIDs[a.Side], Unit: g.Rules.Kinds[k].ID, Ways: ways, Of: 36}, "Side", field.Seat(a.Side), "Unit", order.Term("unit", g.Rules.Kinds[k].ID))
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
	f := g.Muster(mine, mine, theirs)
	g.Fight = f
	for _, a := range []*field.Army{f.Armies[mine.Side], f.Armies[theirs.Side]} {
		r.fact("fleet", "Side", field.Seat(a.Side), "Points", g.Points(a.Lots), "Ratio", g.Ratio(f, a, f.Armies[a.Side.Other()]), "Modifier", g.Crew(f, a), "Ours", field.Ours(g.Rules.Naval))
	}
	states := []seaState{{g, 1}}
	of := int64(1)
	for range n {
		states, of = rounds(states), of*36
	}
	for _, side := range []adjudicator.Side{mine.Side, theirs.Side} {
		r.sunk(states, side, g.Points(f.Armies[side].Lots), of, n)
	}
	return r
}

// seaState is a combat at sea after some rounds, and how many of all throws lead to it.
type seaState struct {
	g    *field.War
	ways int64
}

// rounds fights one round in each of some combats.
func rounds(states []seaState) (next []seaState) {
	found := map[[2]field.LotSet]int{}
	for _, s := range states {
		for blows, ways := range s.blows() {
			g := s.g.Copy()
			after := seaState{g: &g}
			after.sink(blows)
			key := after.left()
			at, known := found[key]
			if !known {
				at = len(next)
				found[key] = at
				next = append(next, after)
			}
			next[at].ways += s.ways * ways
		}
	}
	return next
}

// blows are the points that both can lose in a round of the combat in play, with their ways of 36; nobody loses
// any where one has no ships left.
func (s seaState) blows() map[[2]int]int64 {
	g := s.g
	f := g.Fight
	if g.Exhausted(f) {
		return map[[2]int]int64{{}: 36}
	}
	all := map[[2]int]int64{}
	for die := range 36 {
		var points [2]int
		for side, a := range f.Armies {
			points[1-side] = g.BroadsideOf(f, a, [2]int{die / 6, die % 6}[side]+1)
		}
		all[points]++
	}
	return all
}

// sink has both pay for a round with what a form proposes, and troops go down for whom there is no room.
func (s seaState) sink(points [2]int) {
	g := s.g
	f := g.Fight
	for side, a := range f.Armies {
		fits := g.Paying(a.Lots, points[side], points[side] >= 10, func(i int) int { return g.Kind(i).Strength })
		due, ok := g.Gather(g.Cheapest(a.Lots), fits)
		if points[side] == 0 || !ok {
			continue
		}
		lost, _ := g.Pick(a.Lots, due)
		for _, i := range lost {
			g.Destroy(i)
		}
		a.Lots = slices.DeleteFunc(a.Lots, func(i int) bool { return g.Lots[i].Out })
		for names := a.Names; names != 0; {
			fleet := names.Pop()
			troops := g.Borne(a.Side, g.Passengers(a.Side, fleet))
			if room := g.Points(a.Lots); g.Needed(troops) > room {
				drowned := troops
				if room > 0 {
					due, _ := g.Gather(g.Cheapest(troops), g.Drowning(troops, room))
					drowned, _ = g.Pick(troops, due)
				}
				for _, i := range drowned {
					g.Destroy(i)
				}
			}
		}
	}
}

// left are the counters that are left: what tells one state from another.
func (s seaState) left() (sets [2]field.LotSet) {
	g := s.g
	for side, a := range g.Fight.Armies {
		for _, i := range a.Lots {
			sets[side].Add(i)
		}
		for names := a.Names; names != 0; {
			for _, i := range g.Borne(a.Side, g.Passengers(a.Side, names.Pop())) {
				sets[side].Add(i)
			}
		}
	}
	return sets
}

// sunk tells how many naval points a side has lost.
func (r *reckoning) sunk(states []seaState, side adjudicator.Side, had int, of int64, rounds int) {
	ways, sum := map[int]int64{}, 0.0
	for _, s := range states {
		n := had - s.g.Points(s.g.Fight.Armies[side].Lots)
		ways[n] += s.ways
		sum += float64(n) * float64(s.ways) / float64(of)
	}
	for _, n := range slices.Sorted(maps.Keys(ways)) {
		r.add(toldChance{Name: "sunk", Side: data.SideIDs[side], Value: n, Ways: ways[n], Of: of}, "Side", field.Seat(side), "Number", n)
	}
	tenths := int(10*sum + 0.5)
	r.Means = append(r.Means, adjudicator.Say("perse.odds.mean-sunk", "Side", field.Seat(side), "Rounds", rounds, "Points", tenths/10, "Tenth", tenths%10))
}
