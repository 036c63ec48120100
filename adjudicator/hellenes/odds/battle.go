// Package odds works out chances of Hellenes exactly: of battles and assaults, round by round, of attrition, storms,
// forced marches and offers of peace. It knows blocks by their strength and their class alone.
package odds

import "slices"

// The sides of a battle.
const (
	Attacker = iota
	Defender
)

// Most is how many blocks a side has in a battle at the most.
const Most = 5

// faces are those of a die.
const faces = 6

// Block is a block in a battle.
type Block struct {
	VC       int
	Agility  byte // 'A' attacks first
	Power    int  // of the six faces of a die, as many hit, and as many rout
	Horse    bool // it harasses who leaves
	Garrison bool // of a city: it is hit last
}

// Battle is a battle that both sides fight to its end (6.0), or an assault (8.1). Of equal blocks of a side the one that is
// named first is hit or routed.
type Battle struct {
	Sides    [2][]Block
	HoldFire bool // the attackers do not attack in the first round: a landing, a strait (6.5, 6.6)
	Assault  bool // nobody in the city is routed
	Double   bool // two hits count as one in the city (8.11)
	Rounds   int  // after which the attackers give up; 0 for none
}

// Chances are what a battle comes to.
type Chances struct {
	Won    [2]float64   // that a side wins
	Rounds [][2]float64 // that it has won by the end of each round
	Lost   [2]float64   // VC on the mean, with the pursuit of the panicked
	Open   float64      // that neither has won in so many rounds, or when the attackers give up
}

// enough is the probability that is left over, negligible that of a single state, and longest how many rounds are looked at.
const (
	enough     = 1e-7
	negligible = 1e-8
	longest    = 200
)

// state is how a battle stands: for each block its VC and whether it is routed, in four bits; and which one has suffered half a
// hit, from 1.
type state struct {
	sides [2]uint64
	half  int8
}

// routed is the bit of a block that is routed.
const routed = 8

func (s state) vc(side, i int) int      { return int(s.sides[side] >> (4 * i) & 7) }
func (s state) routed(side, i int) bool { return s.sides[side]>>(4*i)&routed != 0 }

// spread is how a battle can stand, in the order in which that was found: sums of the same numbers in another order are not
// the same.
type spread struct {
	at   map[state]int
	list []likely
}

// likely is how a battle stands with a probability.
type likely struct {
	state
	p float64
}

// add makes a state more probable.
func (d *spread) add(s state, p float64) {
	if i, ok := d.at[s]; ok {
		d.list[i].p += p
		return
	}
	if d.at == nil {
		d.at = map[state]int{}
	}
	d.at[s] = len(d.list)
	d.list = append(d.list, likely{s, p})
}

// turn is when a block attacks in a round.
type turn struct{ side, i int }

// Work works a battle out.
func (b Battle) Work() (c Chances) {
	w := &work{Battle: b, order: b.order(), now: new(spread)}
	w.now.add(b.begin(), 1)
	for w.round = 1; w.round <= longest; w.round++ {
		w.fight()
		c.Rounds = append(c.Rounds, w.won)
		if c.Open = 1 - w.won[Attacker] - w.won[Defender]; c.Open < enough || w.round == b.Rounds {
			break
		}
	}
	c.Won, c.Lost = w.won, w.lost
	for _, x := range w.now.list { // who has not won has lost as much by now
		for side := range 2 {
			c.Lost[side] += x.p * float64(w.gone(x.state, side))
		}
	}
	return c
}

// begin is how the battle begins.
func (b Battle) begin() (s state) {
	for side := range b.Sides {
		for i, x := range b.Sides[side] {
			s.sides[side] |= uint64(x.VC) << (4 * i)
		}
	}
	return s
}

// order is that in which blocks attack: by agility, of equals the defenders first (2.14).
func (b Battle) order() (all []turn) {
	for _, side := range []int{Defender, Attacker} {
		for i := range b.Sides[side] {
			all = append(all, turn{side, i})
		}
	}
	slices.SortStableFunc(all, func(x, y turn) int {
		return int(b.Sides[x.side][x.i].Agility) - int(b.Sides[y.side][y.i].Agility)
	})
	return all
}

// work is a battle while it is worked out: how it can stand.
type work struct {
	Battle
	order []turn
	round int
	now   *spread
	alike [2][][]int // blocks that it does not matter which of is which
	won   [2]float64
	lost  [2]float64
}

// fight is one round.
func (w *work) fight() {
	for n, t := range w.order {
		w.alike = w.groups(n)
		if w.holds(t.side) {
			continue
		}
		next := new(spread)
		for _, x := range w.now.list {
			if x.vc(t.side, t.i) == 0 || x.routed(t.side, t.i) {
				next.add(w.sorted(x.state), x.p)
			} else if x.p > negligible {
				w.attack(x.state, x.p, n, next)
			}
		}
		w.now = next
	}
	fresh := new(spread)
	for _, x := range w.now.list {
		x.half = 0
		fresh.add(x.state, x.p)
	}
	w.now = fresh
}

// groups are the blocks of each side of one class that have attacked in the round up to a turn, or that have not.
func (w *work) groups(n int) (all [2][][]int) {
	type class struct {
		Block
		done bool
	}
	for side := range w.Sides {
		at := map[class]int{}
		for i, x := range w.Sides[side] {
			x.VC = 0
			k := class{x, w.done(side, i, n)}
			g, ok := at[k]
			if !ok {
				g = len(all[side])
				at[k], all[side] = g, append(all[side], nil)
			}
			all[side][g] = append(all[side][g], i)
		}
	}
	return all
}

// sorted is a state with the blocks that are alike in the order of their strength, so that those that differ in nothing
// else are one. Where half a hit is marked nothing is changed.
func (w *work) sorted(s state) state {
	if s.half != 0 {
		return s
	}
	for side := range s.sides {
		for _, group := range w.alike[side] {
			for n := 1; n < len(group); n++ {
				for k := n; k > 0; k-- {
					i, j := 4*group[k-1], 4*group[k]
					a, b := s.sides[side]>>i&15, s.sides[side]>>j&15
					if a >= b {
						break
					}
					s.sides[side] ^= (a^b)<<i | (a^b)<<j
				}
			}
		}
	}
	return s
}

// holds reports whether a side does not attack in this round.
func (w *work) holds(side int) bool { return side == Attacker && w.HoldFire && w.round == 1 }

// attack is the attack of the block whose turn it is: hits, then routs (6.31 to 6.33).
func (w *work) attack(s state, p float64, n int, next *spread) {
	t := w.order[n]
	x := w.Sides[t.side][t.i]
	enemy := 1 - t.side
	dice := s.vc(t.side, t.i)
	for hits := 0; hits <= dice; hits++ {
		for flights := 0; hits+flights <= dice; flights++ {
			after, over := s, false
			for h := 0; h < hits && !over; h++ {
				over = w.hit(&after, enemy)
			}
			for f := 0; f < flights && !over; f++ {
				over = w.rout(&after, enemy)
			}
			q := p * throws(dice, hits, flights, x.Power)
			if !over {
				next.add(w.sorted(after), q)
				continue
			}
			w.end(after, q, t.side, n)
		}
	}
}

// throws is the probability of so many hits and routs of some dice.
func throws(dice, hits, flights, power int) float64 {
	p := float64(choose(dice, hits) * choose(dice-hits, flights))
	for range hits + flights {
		p *= float64(power) / faces
	}
	for range dice - hits - flights {
		p *= float64(faces-2*power) / faces
	}
	return p
}

func choose(n, k int) int {
	ways := 1
	for i := range k {
		ways = ways * (n - i) / (i + 1)
	}
	return ways
}

// hit takes a step from the strongest block of a side that is not routed, or half of one; true if it was the last.
func (w *work) hit(s *state, side int) bool {
	best := -1
	for i, x := range w.Sides[side] {
		if vc := s.vc(side, i); vc == 0 || s.routed(side, i) {
			continue
		} else if best < 0 || !x.Garrison && (w.Sides[side][best].Garrison || vc > s.vc(side, best)) {
			best = i // a garrison only where there is nobody else
		}
	}
	if best < 0 {
		return false
	}
	if w.Assault && w.Double && side == Defender {
		if s.half == 0 {
			s.half = int8(best + 1)
			return false
		}
		best = int(s.half - 1)
		s.half = 0
	}
	s.sides[side] -= 1 << (4 * best)
	if s.vc(side, best) == 0 {
		s.sides[side] &^= routed << (4 * best)
	}
	return !w.stands(*s, side)
}

// rout takes the weakest block of a side out of the battle; true if it was the last.
func (w *work) rout(s *state, side int) bool {
	if w.Assault && side == Defender {
		return false
	}
	best, least := -1, 0
	for i := range w.Sides[side] {
		if vc := s.vc(side, i); vc > 0 && !s.routed(side, i) && (best < 0 || vc < least) {
			best, least = i, vc
		}
	}
	if best < 0 {
		return false
	}
	s.sides[side] |= routed << (4 * best)
	return !w.stands(*s, side)
}

// stands reports whether a side has a block left that is not routed.
func (w *work) stands(s state, side int) bool {
	for i := range w.Sides[side] {
		if s.vc(side, i) > 0 && !s.routed(side, i) {
			return true
		}
	}
	return false
}

// gone is how many VC a side has lost.
func (w *work) gone(s state, side int) (n int) {
	for i, x := range w.Sides[side] {
		n += x.VC - s.vc(side, i)
	}
	return n
}

// end is a battle that a side has won with the attack whose turn it was: of the panicked, who are pursued and harassed, it
// hits more.
func (w *work) end(s state, p float64, winner, n int) {
	loser := 1 - winner
	w.won[winner] += p
	w.lost[winner] += p * float64(w.gone(s, winner))
	gone, left := float64(w.gone(s, loser)), 0
	rear := byte('A')
	for i, x := range w.Sides[loser] {
		if vc := s.vc(loser, i); vc > 0 {
			left += vc
			rear = max(rear, x.Agility)
		}
	}
	if left > 0 && !w.holds(winner) {
		gone += w.chase(s, winner, n, rear, left)
	}
	w.lost[loser] += p * gone
}

// chase is how many VC the panicked lose on the mean: to who has not attacked in this round and is more agile than the rear
// (6.34), and to the cavalry (6.41).
func (w *work) chase(s state, winner, n int, rear byte, left int) float64 {
	hits := []float64{1} // the probability of each number
	for i, x := range w.Sides[winner] {
		if s.routed(winner, i) {
			continue
		}
		for range s.vc(winner, i) * (btoi(x.Agility < rear && !w.done(winner, i, n)) + btoi(x.Horse)) {
			more := make([]float64, len(hits)+1)
			for h, p := range hits {
				more[h] += p * float64(faces-x.Power) / faces
				more[h+1] += p * float64(x.Power) / faces
			}
			hits = more
		}
	}
	mean := 0.0
	for h, p := range hits {
		mean += p * float64(min(h, left))
	}
	return mean
}

// done reports whether a block has attacked in the round up to a turn.
func (w *work) done(side, i, n int) bool { return slices.Contains(w.order[:n+1], turn{side, i}) }

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}
