package field

import (
	"keryx/adjudicator/board"
	"keryx/adjudicator/perse/data"
	"keryx/adjudicator/perse/order"
)

// Famine is what is added to the die of who has no supply in a zone, and the column of the table.
func (g *War) Famine(z board.Zone, aboard bool, points int) (bonus, column int) {
	if g.Scorched.Has(z) && !aboard {
		bonus++
	}
	if g.winter() {
		bonus++
	}
	if points > 30 {
		bonus++
	}
	switch terrain := g.Rules.Terrain(z); {
	case aboard:
	case terrain == "rough":
		column = 1
	case terrain == "mountain":
		column = 2
	}
	return bonus, column
}

// Needed is how many naval points carry some counters (9.4): three points of infantry or two of
// cavalry each.
func (g *War) Needed(troops []int) int {
	foot, horse := 0, 0
	for _, i := range troops {
		if k := g.Kind(i); k.Cavalry() {
			horse += k.Strength
		} else {
			foot += k.Strength
		}
	}
	return (foot+2)/3 + (horse+1)/2
}

// Gather takes counters in an order until they fit, and leaves those out that can be spared.
func (g *War) Gather(ranked []int, fits func(Counts) *order.Fault) (c Counts, ok bool) {
	return g.gather(ranked, fits, g.Rules.OneSpared)
}

// GatherAny does so in every version: for who finds nothing else.
func (g *War) GatherAny(ranked []int, fits func(Counts) *order.Fault) (c Counts, ok bool) {
	return g.gather(ranked, fits, false)
}

// gather leaves out one counter at most, or all that can be spared.
func (g *War) gather(ranked []int, fits func(Counts) *order.Fault, one bool) (c Counts, ok bool) {
	if fits(c) == nil {
		return c, true
	}
	for n, i := range ranked {
		c[g.Roster.Lots[i].Kind]++
		if fits(c) == nil || g.spare(&c, ranked[:n+1], fits, one) {
			return c, true
		}
	}
	return c, false
}

// spare leaves out of some counters, in an order, those that can be spared, and reports whether the others fit.
func (g *War) spare(c *Counts, ranked []int, fits func(Counts) *order.Fault, one bool) bool {
	for _, j := range ranked {
		k := g.Roster.Lots[j].Kind
		if c[k] == 0 {
			continue
		}
		c[k]--
		switch why := fits(*c); {
		case why == nil:
			return true
		case one || why.Code != TooMuch:
			c[k]++
		}
	}
	return false
}

// TooMuch is why counters are refused of which some can be spared.
const TooMuch = "pays-too-much"

// Cheapest lists counters from the weakest to the strongest.
func (g *War) Cheapest(lots []int) []int {
	ranked := append([]int(nil), lots...)
	for i := range ranked {
		for j := i; j > 0 && g.value(ranked[j]) < g.value(ranked[j-1]); j-- {
			ranked[j], ranked[j-1] = ranked[j-1], ranked[j]
		}
	}
	return ranked
}

// Dearest lists counters from the strongest to the weakest.
func (g *War) Dearest(lots []int) []int {
	ranked := g.Cheapest(lots)
	for i, j := 0, len(ranked)-1; i < j; i, j = i+1, j-1 {
		ranked[i], ranked[j] = ranked[j], ranked[i]
	}
	return ranked
}

// value is what a counter is worth to its owner: its strength as it fights, and its class.
func (g *War) value(lot int) int { return 10*g.Melee(lot) - 5*g.Kind(lot).Morale }

// Paying tells which counters pay n points: those from which none can be spared, with a hoplite, an
// Immortal or cavalry among them where there is one and the result is 10 or more (7.3, P-47).
func (g *War) Paying(lots []int, points int, elite bool, paid func(lot int) int) func(Counts) *order.Fault {
	worth, best, all, have := [64]int{}, [64]bool{}, 0, false
	for _, i := range lots {
		k := g.Roster.Lots[i].Kind
		worth[k] = paid(i)
		all += worth[k]
		switch g.Kind(i).Arm {
		case data.Hoplite, data.Immortal, data.HeavyCavalry, data.LightCavalry:
			best[k], have = true, true
		}
	}
	elite = elite && have
	points = min(points, all)
	enough := func(c Counts) bool {
		sum, noble := 0, 0
		for k, n := range c {
			sum += int(n) * worth[k]
			if best[k] {
				noble += int(n)
			}
		}
		return sum >= points && (!elite || noble > 0)
	}
	return func(c Counts) *order.Fault {
		if !enough(c) {
			return order.Refuse("does-not-pay", "7.3", "Points", points)
		}
		for k := range c {
			if c[k] > 0 {
				c[k]--
				if enough(c) && points < all {
					return order.Refuse(TooMuch, "7.3", "Points", points)
				}
				c[k]++
			}
		}
		return nil
	}
}

// Nerve is what an army adds to its dice of morale: its commander's value, and what an ambush does (7.4, 7.7).
func (g *War) Nerve(f *Battle, a *Army) int {
	bonus := g.tactical(a)
	if f.Ambush {
		if bonus--; a.Side == f.Ambusher {
			bonus += 2
		}
	}
	return bonus
}

// Drowning tells which troops go down with the ships that carried them: none that could be spared (9.1).
func (g *War) Drowning(troops []int, room int) func(Counts) *order.Fault {
	all := g.Sum(troops)
	carried := func(lost Counts) bool {
		rest := all
		for k := range rest {
			rest[k] -= min(rest[k], lost[k])
		}
		left, _ := g.Pick(troops, rest)
		return g.Needed(left) <= room
	}
	return func(c Counts) *order.Fault {
		if !carried(c) {
			return order.Refuse("no-room", "9.1", "Needed", g.Needed(troops), "Room", room)
		}
		for k := range c {
			if c[k] > 0 {
				c[k]--
				if carried(c) {
					return order.Refuse(TooMuch, "9.1", "Points", room)
				}
				c[k]++
			}
		}
		return nil
	}
}
