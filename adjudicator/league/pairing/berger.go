// Package pairing decides who plays whom: round robins by Berger tables, Swiss
// rounds by an exact maximum-weight matching, and the bracket of a knock-out.
//
// It knows numbers only: a player is his start number, from 1. Whom a number
// belongs to, what is played and what it is worth is the league's.
package pairing

// Pair is a pairing. Home has the first side in the (first) game. A Pair whose
// Away is [Bye] is a bye for Home.
type Pair struct{ Home, Away int }

// Bye stands in a [Pair] where there is no opponent.
const Bye = 0

// IsBye reports whether the pair is a bye.
func (p Pair) IsBye() bool { return p.Away == Bye }

// Round is what is played at the same time, in the order in which it is printed.
type Round []Pair

// Berger returns the rounds of a round robin of n players by the Berger tables
// (FIDE Handbook C.05, annex 1): n-1 rounds, or n if n is odd. An odd number leaves the
// place of the highest number empty: who would meet it has the bye. Each has the
// first side n/2 or n/2-1 times when n is even. Fewer than two players play no round.
func Berger(n int) []Round {
	if n < 2 {
		return nil
	}
	even := n + n%2
	rounds := make([]Round, 0, even-1)
	for r := 1; r < even; r++ {
		rounds = append(rounds, withByes(bergerRound(even, r), n))
	}
	return rounds
}

// bergerRound is round r of the table of an even number of players. The highest
// number meets the pivot, with alternating sides; the others sit around the
// pivot at equal distances.
func bergerRound(n, r int) Round {
	last := n - 1
	pivot := (r-1)*n/2%last + 1
	round := Round{{pivot, n}}
	if r%2 == 0 {
		round[0] = Pair{n, pivot}
	}
	for d := 1; d < n/2; d++ {
		round = append(round, Pair{(pivot-1+d)%last + 1, (pivot-1-d+last)%last + 1})
	}
	return round
}

// withByes replaces numbers above n, who are nobody.
func withByes(round Round, n int) Round {
	for i, p := range round {
		switch {
		case p.Away > n:
			round[i].Away = Bye
		case p.Home > n:
			round[i] = Pair{p.Away, Bye}
		}
	}
	return round
}

// BergerTwice returns the rounds of a round robin in which each pair meets twice,
// the second time with sides swapped. The last two rounds of the first cycle change
// places, because otherwise some would have the same side three times running
// (FIDE Handbook C.05).
func BergerTwice(n int) []Round {
	first := Berger(n)
	second := Berger(n)
	if len(first) > 1 {
		k := len(first)
		first[k-2], first[k-1] = first[k-1], first[k-2]
	}
	for _, round := range second {
		for i, p := range round {
			if !p.IsBye() {
				round[i] = Pair{p.Away, p.Home}
			}
		}
	}
	return append(first, second...)
}
