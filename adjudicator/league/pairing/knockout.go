package pairing

// Bracket returns the first round of a knock-out of n players, in the order in which
// winners meet: the winners of pairs 1 and 2 meet in the next round, those of 3 and 4,
// and so on. Numbers are seeds. The best meet as late as possible, 1 and 2 in the
// final; if n is no power of two the best have a bye. In a pair the better seed is Home.
func Bracket(n int) Round {
	if n < 2 {
		return nil
	}
	seeds := []int{1, 2}
	for len(seeds) < n {
		size := 2*len(seeds) + 1
		var next []int
		for _, s := range seeds {
			next = append(next, s, size-s)
		}
		seeds = next
	}
	var round Round
	for i := 0; i < len(seeds); i += 2 {
		a, b := min(seeds[i], seeds[i+1]), max(seeds[i], seeds[i+1])
		if b > n {
			b = Bye
		}
		round = append(round, Pair{a, b})
	}
	return round
}

// NextRound pairs the winners of a round of a knock-out, in the order of that round. A
// place that nobody holds any more (0: both withdrew) gives his neighbour a bye; a pair of
// two such places is left as Pair{0, 0}, so that the order holds.
func NextRound(winners []int) Round {
	var round Round
	for i := 0; i+1 < len(winners); i += 2 {
		a, b := winners[i], winners[i+1]
		if a == 0 || b != 0 && b < a {
			a, b = b, a
		}
		round = append(round, Pair{a, b})
	}
	return round
}
