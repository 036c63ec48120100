package pairing

import (
	"errors"
	"fmt"
	"slices"
)

// Contender is one who plays in the next round of a Swiss.
type Contender struct {
	Number int   // start number, from 1
	Score  int64 // what he has so far; a game not finished counts as a draw for it
	Met    []int // start numbers of those he has met; a forfeit is no meeting
	// BarredFromBye is one who had a bye already, or a win by forfeit.
	BarredFromBye bool
	// FloatedDown and FloatedUp say that he met one with a lower or higher score before.
	FloatedDown, FloatedUp bool
	// Balance is how many more games he had with the first side than with the second.
	// It counts only where sides are single, see [Swiss].
	Balance int
}

// Result of a Swiss round that cannot be made.
var (
	// ErrTooMany reports a field that is greater than this package takes.
	ErrTooMany = fmt.Errorf("more than %d players in one Swiss", most-1)
	// ErrNoRound reports that not all can be paired without two meeting again or
	// one having a second bye.
	ErrNoRound = errors.New("no round is possible in which nobody meets twice and nobody has a second bye")
	// ErrNumbers reports start numbers that are not above zero and all different.
	ErrNumbers = errors.New("start numbers must be above zero and all different")
)

// Merit says how good a round is, the more important first: of two rounds the one with the
// lower number at the first difference is better.
type Merit struct {
	ByeScore int64 // score of him who has the bye
	Squares  int64 // sum of the squared differences of score
	Refloats int   // players who float a second time in the same direction
	Sides    int   // sum of the imbalances of sides after the round; 0 unless sides are single
}

// Swiss pairs a round so that, in this order,
//
//  1. nobody meets one whom he has met;
//  2. if the number is odd one has the bye, who had none and no win by forfeit, with a
//     score as low as possible;
//  3. the sum of the squared differences of score is as small as possible;
//  4. as few as possible float a second time in the same direction;
//  5. if sides are single (one game to a pair), the sum of the imbalances of sides is as
//     small as possible;
//  6. of those who could have the bye the highest start number has it;
//  7. in order of start number, each has the opponent nearest to the one due to him: he who
//     stands half a score group further down; one of his own group before any other.
//
// The last rule leaves one round only: whoever computes it finds the same. Pairs stand in
// order of the higher score, then of the lower start number; the bye is last.
func Swiss(field []Contender, round int, singleSides bool) (Round, Merit, error) {
	if len(field) >= most {
		return nil, Merit{}, fmt.Errorf("%w: %d", ErrTooMany, len(field))
	}
	s, err := newSwiss(field, round, singleSides)
	if err != nil || len(field) == 0 {
		return nil, Merit{}, err
	}
	n := len(s.field)
	if n%2 == 1 {
		n++ // the place of the bye
	}
	match := greatestMatching(n, s.worth)
	var pairs Round
	var merit Merit
	for u := 1; u <= n; u++ {
		v := match[u]
		if v == 0 {
			return nil, Merit{}, ErrNoRound
		}
		if u < v {
			pairs = append(pairs, s.pair(u, v))
			merit.add(s.cost(u, v))
		}
	}
	return s.inOrder(pairs), merit, nil
}

func (m *Merit) add(o Merit) {
	m.ByeScore += o.ByeScore
	m.Squares += o.Squares
	m.Refloats += o.Refloats
	m.Sides += o.Sides
}

// swiss is the pairing of one round. The field is in order of start number; its members
// are called by their place in it, from 1. The place after the last is the bye.
type swiss struct {
	field  []Contender
	round  int
	single bool
	wants  [][]int64 // by place: how far each other is from the opponent due
}

func newSwiss(field []Contender, round int, single bool) (*swiss, error) {
	s := &swiss{field: slices.Clone(field), round: round, single: single}
	slices.SortFunc(s.field, func(a, b Contender) int { return a.Number - b.Number })
	for i, c := range s.field {
		if c.Number < 1 || i > 0 && c.Number == s.field[i-1].Number {
			return nil, fmt.Errorf("%w: %d", ErrNumbers, c.Number)
		}
	}
	s.wants = make([][]int64, len(s.field)+1)
	for u := 1; u <= len(s.field); u++ {
		s.wants[u] = s.ranking(u)
	}
	return s, nil
}

func (s *swiss) at(u int) Contender { return s.field[u-1] }

func (s *swiss) isBye(u int) bool { return u > len(s.field) }

// ranking ranks the others as opponents of u: his score group by distance from the member
// half a group further down, then the rest by start number; the bye is last.
func (s *swiss) ranking(u int) []int64 {
	var group, rest []int
	for v := 1; v <= len(s.field); v++ {
		if s.at(v).Score == s.at(u).Score {
			group = append(group, v)
		} else {
			rest = append(rest, v)
		}
	}
	due := (slices.Index(group, u) + len(group)/2) % len(group)
	order := slices.Clone(group)
	slices.SortStableFunc(order, func(a, b int) int {
		return abs(slices.Index(group, a)-due) - abs(slices.Index(group, b)-due)
	})
	ranks := make([]int64, len(s.field)+2)
	next := int64(0)
	for _, v := range append(order, rest...) {
		if v != u {
			ranks[v] = next
			next++
		}
	}
	ranks[len(s.field)+1] = next
	return ranks
}

// cost is what a pair adds to the merit of the round.
func (s *swiss) cost(u, v int) Merit {
	a := s.at(u)
	if s.isBye(v) {
		m := Merit{ByeScore: a.Score}
		if s.single {
			m.Sides = abs(a.Balance)
		}
		return m
	}
	b := s.at(v)
	d := a.Score - b.Score
	m := Merit{Squares: d * d}
	if d != 0 {
		high, low := a, b
		if d < 0 {
			high, low = b, a
		}
		m.Refloats = count(high.FloatedDown) + count(low.FloatedUp)
	}
	if s.single {
		m.Sides = min(abs(a.Balance+1)+abs(b.Balance-1), abs(a.Balance-1)+abs(b.Balance+1))
	}
	return m
}

// worth is what a pair is worth to the matching; false if it may not be.
func (s *swiss) worth(u, v int) (w weight, allowed bool) {
	a := s.at(u)
	if s.isBye(v) {
		if a.BarredFromBye {
			return w, false
		}
	} else if slices.Contains(a.Met, s.at(v).Number) || slices.Contains(s.at(v).Met, a.Number) {
		return w, false
	}
	m := s.cost(u, v)
	w[paired] = 1
	w[byeScore], w[squares], w[refloats], w[imbalance] = -m.ByeScore, -m.Squares, -int64(m.Refloats), -int64(m.Sides)
	if s.isBye(v) {
		w[byeNumber] = int64(a.Number)
	}
	for _, x := range [2][2]int{{u, v}, {v, u}} {
		if !s.isBye(x[0]) {
			i := x[0] - 1
			w[preference+i/perPlace] -= s.wants[x[0]][x[1]] << (7 * (perPlace - 1 - i%perPlace))
		}
	}
	return w, true
}

// pair gives the first side to the one who had it less; if both had it as often, to the
// lower start number in odd rounds and to the higher in even ones.
func (s *swiss) pair(u, v int) Pair {
	a := s.at(u)
	if s.isBye(v) {
		return Pair{a.Number, Bye}
	}
	b := s.at(v)
	switch {
	case s.single && a.Balance > b.Balance,
		(!s.single || a.Balance == b.Balance) && s.round%2 == 0:
		return Pair{b.Number, a.Number}
	}
	return Pair{a.Number, b.Number}
}

// inOrder puts the pairs of the best players first and the bye last.
func (s *swiss) inOrder(pairs Round) Round {
	score := map[int]int64{}
	for _, c := range s.field {
		score[c.Number] = c.Score
	}
	slices.SortFunc(pairs, func(p, q Pair) int {
		if p.IsBye() != q.IsBye() {
			return count(p.IsBye()) - count(q.IsBye())
		}
		if c := max(score[q.Home], score[q.Away]) - max(score[p.Home], score[p.Away]); c != 0 {
			return int(c)
		}
		return min(p.Home, p.Away) - min(q.Home, q.Away)
	})
	return pairs
}

func abs(n int) int { return max(n, -n) }

func count(b bool) int {
	if b {
		return 1
	}
	return 0
}
