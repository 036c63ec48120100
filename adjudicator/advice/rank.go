package advice

import (
	"slices"
)

// Ranking is an order in which things are taken, the first criterion first: "fresh first,
// smallest first", "ships first, T20 last".
type Ranking[C any] []Rank[C]

// Rank is one criterion of a ranking: what it prefers comes before the rest, or behind it.
type Rank[C any] struct {
	By   C
	Last bool
}

// TakeRanking reads a ranking, of a whole alternative. Criterion takes what is preferred; where
// it finds nothing it has noted a fault.
func TakeRanking[C any](w Words, criterion func() (C, bool)) Ranking[C] {
	r := w.Plain()
	var all Ranking[C]
	r.List(func() {
		for r.Take("rank-article") {
		}
		by, ok := criterion()
		if !ok {
			return
		}
		x := Rank[C]{By: by}
		x.Last = !r.Take("rank-first") && r.Take("rank-last")
		all = append(all, x)
	})
	return all
}

// Sort orders things by a ranking. Compare is below 0 where a criterion prefers a to b. What
// the ranking leaves equal stays in its order.
func Sort[T, C any](things []T, ranking Ranking[C], compare func(by C, a, b T) int) {
	slices.SortStableFunc(things, func(a, b T) int {
		for _, x := range ranking {
			c := compare(x.By, a, b)
			if x.Last {
				c = -c
			}
			if c != 0 {
				return c
			}
		}
		return 0
	})
}
