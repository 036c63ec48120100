package form

import (
	"math/rand/v2"

	"keryx/adjudicator/draw"
)

// Pays tells which sets of things pay a debt.
type Pays uint8

const (
	// Exactly is a sum from the debt to [Purse.Most].
	Exactly Pays = iota
	// Spareless is a sum of at least the debt, of which nothing can be spared: without any
	// one of the things it would be less.
	Spareless
	// Least is the least sum of at least the debt that there is.
	Least
)

// Purse are things of which some pay a debt: counters lost for points, steps lost for hits.
// There are at most [draw.Most] of them, worth 0 to 63 each and 255 together. Where all of
// them together are worth less than the debt, [Spareless] and [Least] take all.
type Purse struct {
	Worth []int // of each thing, by its number
	// Alike are the kinds of the things, each in one of them. Of a kind one is as good as
	// the other: the first ones are taken, and sets that differ in which ones are the same
	// answer. Without it each thing is of its own kind.
	Alike []draw.Set
	Pays  Pays
	Debt  int
	Most  int // with [Exactly]: the most that is taken; the debt if it is less
}

// Verdict tells whether a set of things pays.
type Verdict uint8

// What a set of things can be.
const (
	Fits  Verdict = iota
	Short         // worth less than the debt
	Over          // worth more than is taken, or than the least that is enough
	Spare         // enough without one of its things
)

// Sum is what some of the things are worth.
func (p *Purse) Sum(set draw.Set) (sum int) {
	for set != 0 {
		sum += p.Worth[set.Pop()]
	}
	return sum
}

// due returns the least and the most that an answer is worth; without a limit the most is
// what all are worth.
func (p *Purse) due() (low, high int) {
	if p.Pays == Exactly {
		return p.Debt, max(p.Debt, p.Most)
	}
	all := 0
	for _, w := range p.Worth {
		all += w
	}
	low = min(p.Debt, all)
	if p.Pays == Least {
		low, _ = LeastSum(p.Worth, low)
		return low, low
	}
	return low, all
}

// Judge tells whether a set of the things pays.
func (p *Purse) Judge(set draw.Set) Verdict {
	low, high := p.due()
	sum, least := 0, maxSum
	for rest := set; rest != 0; {
		w := p.Worth[rest.Pop()]
		sum, least = sum+w, min(least, w)
	}
	switch {
	case sum < low:
		return Short
	case sum > high:
		return Over
	case p.Pays == Spareless && set != 0 && sum-least >= low:
		return Spare
	}
	return Fits
}

// Each calls yield with the different sets that pay, at most limit of them: those with few
// things of the first kinds come first.
func (p *Purse) Each(limit int, yield func(draw.Set)) {
	var own [draw.Most]draw.Set
	kinds := p.Alike
	if kinds == nil {
		for i := range p.Worth {
			own[i].Add(draw.Lot(i))
		}
		kinds = own[:len(p.Worth)]
	}
	e := each{purse: p, limit: limit, yield: yield}
	e.low, e.high = p.due()
	left := 0
	for _, w := range p.Worth {
		left += w
	}
	e.extend(kinds, 0, 0, maxSum, left)
}

// each goes through the sets that pay.
type each struct {
	purse     *Purse
	low, high int
	limit     int
	yield     func(draw.Set)
}

// extend goes through the numbers of things of the first kind. The chosen ones are worth
// sum, the least of them least, and what the kinds hold left.
func (e *each) extend(kinds []draw.Set, chosen draw.Set, sum, least, left int) {
	spare := e.purse.Pays == Spareless && chosen != 0 && sum-least >= e.low
	if e.limit == 0 || sum > e.high || sum+left < e.low || spare {
		return
	}
	if len(kinds) == 0 {
		e.limit--
		e.yield(chosen)
		return
	}
	set := kinds[0]
	left -= e.purse.Sum(set)
	for {
		e.extend(kinds[1:], chosen, sum, least, left)
		if set == 0 {
			return
		}
		l := set.Pop()
		w := e.purse.Worth[l]
		chosen.Add(l)
		sum, least = sum+w, min(least, w)
	}
}

// Draw returns a set that pays, at random; each can come out. It is false where none does.
func (p *Purse) Draw(r *rand.Rand) (draw.Set, bool) {
	low, high := p.due()
	if p.Pays == Spareless {
		return p.drawSpareless(r, low), true
	}
	for reach := high - low; reach > 0; reach-- {
		n := low + r.IntN(high-low+1)
		if set, ok := PickSum(p.Worth, n, r); ok {
			return draw.Set(set), true
		}
	}
	for n := low; n <= high; n++ {
		if set, ok := PickSum(p.Worth, n, r); ok {
			return draw.Set(set), true
		}
	}
	return 0, false
}

// drawSpareless takes one thing after the other until they are enough, and puts back what
// can be spared.
func (p *Purse) drawSpareless(r *rand.Rand, low int) (set draw.Set) {
	sum := 0
	order := r.Perm(len(p.Worth))
	for _, i := range order {
		if sum < low {
			set.Add(draw.Lot(i))
			sum += p.Worth[i]
		}
	}
	for _, i := range order {
		if set.Has(draw.Lot(i)) && sum-p.Worth[i] >= low {
			set.Drop(draw.Lot(i))
			sum -= p.Worth[i]
		}
	}
	return set
}

// Usual returns the set that pays least, with the first things as far as possible. It is
// false where none pays.
func (p *Purse) Usual() (draw.Set, bool) {
	low, high := p.due()
	if p.Pays == Spareless {
		low, _ = LeastSum(p.Worth, low)
	}
	for n := low; n <= high; n++ {
		if set, ok := PickSum(p.Worth, n, nil); ok {
			return p.spared(draw.Set(set)), true
		}
	}
	return 0, false
}

// spared leaves out of a set that pays the things that are worth nothing, where nothing is
// to be spared.
func (p *Purse) spared(set draw.Set) draw.Set {
	if p.Pays != Spareless {
		return set
	}
	for rest := set; rest != 0; {
		if l := rest.Pop(); p.Worth[l] == 0 {
			set.Drop(l)
		}
	}
	return set
}
