package pairing

import "cmp"

// most is how many a Swiss field may hold, the place of the bye included.
const most = 128

// The places of a [weight], the more important first.
const (
	paired     = iota // 1 for a pair: as many as possible are paired
	byeScore          // score of him who has the bye, lowest first
	squares           // squared difference of scores
	refloats          // players who float a second time in the same direction
	imbalance         // sides, in single games
	byeNumber         // start number of him who has the bye, highest first
	preference        // from here on: how far each, in order of start number, is from the opponent due to him
)

// perPlace is how many players' preferences one place of a weight holds: 7 bits each, so
// that sums over a whole matching are far from overflow.
const perPlace = 4

// places is the length of a weight.
const places = preference + most/perPlace

// weight is what a pair is worth: whole numbers of which the first that differs
// decides. Such vectors are added and compared as numbers are, which is all that a
// matching asks of weights; halves are taken of even vectors only.
type weight [places]int64

func (a *weight) compare(b *weight) int {
	for i := range a {
		if c := cmp.Compare(a[i], b[i]); c != 0 {
			return c
		}
	}
	return 0
}

// sign is -1, 0 or 1 as the weight is below, at or above zero.
func (a *weight) sign() int {
	for _, x := range a {
		if x != 0 {
			return cmp.Compare(x, 0)
		}
	}
	return 0
}

// add adds b, times times.
func (a *weight) add(b *weight, times int64) {
	for i := range a {
		a[i] += times * b[i]
	}
}

// halve halves a weight all of whose places are even.
func (a *weight) halve() {
	for i := range a {
		a[i] /= 2
	}
}
