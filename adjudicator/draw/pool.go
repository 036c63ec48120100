package draw

import (
	"fmt"
	"math/rand/v2"

	"keryx/adjudicator"
)

// Pool is where the lots of a game are: in the cup, in a hand, or out of the game if they
// are in neither. It is a plain value: a copy is a pool of its own.
type Pool struct {
	Cup  Set
	Hand [2]Set // by side; which they are is known to that side alone, how many to both
	// Known are lots that a side knows to be in the cup: the other side has drawn none
	// since it saw them there.
	Known [2]Set
}

// New returns a pool with n lots, all of them in the cup.
func New(n int) Pool { return Pool{Cup: All(n)} }

// All are the lots that are in the game.
func (p *Pool) All() Set { return p.Cup | p.Hand[0] | p.Hand[1] }

// Draw moves a lot at random from the cup into a hand and returns it; [None] if the cup
// is empty. The number comes from draw, such as [adjudicator.Table.Draw]: one of n, from 0.
func (p *Pool) Draw(side adjudicator.Side, draw func(n int) int) Lot {
	if p.Cup == 0 {
		return None
	}
	l := p.Cup.Nth(draw(p.Cup.Len()))
	p.Take(side, l)
	return l
}

// Take moves a lot from the cup into a hand. Its owner knows that it is gone. The other
// side no longer knows of any that it is still there, since it does not see which it was.
func (p *Pool) Take(side adjudicator.Side, l Lot) {
	p.Cup.Drop(l)
	p.Hand[side].Add(l)
	p.Known[side].Drop(l)
	p.Known[side.Other()] = 0
}

// Return moves a lot from a hand back into the cup. Its owner knows that it is there; the
// other side does if he sees it.
func (p *Pool) Return(l Lot, seen bool) {
	for side := range p.Hand {
		if seen || p.Hand[side].Has(l) {
			p.Known[side].Add(l)
		}
		p.Hand[side].Drop(l)
	}
	p.Cup.Add(l)
}

// Remove moves a lot from a hand out of the game, where both sides see it.
func (p *Pool) Remove(side adjudicator.Side, l Lot) { p.Hand[side].Drop(l) }

// Withdraw takes a lot out of the game from wherever it is, where both sides see it.
func (p *Pool) Withdraw(l Lot) {
	p.Cup.Drop(l)
	for side := range p.Hand {
		p.Hand[side].Drop(l)
		p.Known[side].Drop(l)
	}
}

// Conceal leaves nothing in the pool but the side's own hand, for a player who thinks with
// a copy of the game.
func (p *Pool) Conceal(side adjudicator.Side) { p.Hand[side.Other()], p.Cup = 0, 0 }

// Recall makes the pool one that a side cannot tell from the true one, of what it knows:
// all lots that there are, its own hand, those that are out of the game, those that it
// knows to be in the cup, and how many the enemy holds. Which those are is fixed by their
// numbers: see [Pool.Redeal] for others at random. It returns an error if there are not
// so many.
func (p *Pool) Recall(side adjudicator.Side, all, own, out, known Set, enemy int) error {
	*p = Pool{Cup: all &^ out &^ own}
	p.Hand[side], p.Known[side] = own, known
	hidden := p.Cup &^ known
	if enemy < 0 || enemy > hidden.Len() {
		return fmt.Errorf("the enemy cannot hold %d of the %d that may be hidden there", enemy, hidden.Len())
	}
	for range enemy {
		l := hidden.Pop()
		p.Cup.Drop(l)
		p.Hand[side.Other()].Add(l)
	}
	return nil
}

// Redeal exchanges the lots in the enemy's hand for others that the side cannot tell from
// them. Those that it knows to be in the cup stay there, and what the enemy has put there
// unseen is forgotten. For [adjudicator.Observer], both hands are dealt anew: what a side
// knows of the cup is its own knowledge, which an observer does not share.
func (p *Pool) Redeal(side adjudicator.Side, r *rand.Rand) {
	if side == adjudicator.Observer {
		sizes := [2]int{p.Hand[0].Len(), p.Hand[1].Len()}
		p.Cup |= p.Hand[0] | p.Hand[1]
		p.Hand, p.Known = [2]Set{}, [2]Set{}
		for s, n := range sizes {
			p.deal(adjudicator.Side(s), n, p.Cup, r)
		}
		return
	}
	enemy := side.Other()
	may := (p.Cup | p.Hand[enemy]) &^ p.Known[side]
	p.Known[enemy] &= p.Known[side] // which of his own he has put back only he knows
	n := p.Hand[enemy].Len()
	p.Cup |= p.Hand[enemy]
	p.Hand[enemy] = 0
	p.deal(enemy, n, may, r)
}

// deal moves n lots of some from the cup into a hand.
func (p *Pool) deal(side adjudicator.Side, n int, from Set, r *rand.Rand) {
	for ; n > 0; n-- {
		l := from.Nth(r.IntN(from.Len()))
		from.Drop(l)
		p.Cup.Drop(l)
		p.Hand[side].Add(l)
	}
}

// Check returns an error if a lot is in two places.
func (p *Pool) Check() error {
	if p.Cup&p.Hand[0] != 0 || p.Cup&p.Hand[1] != 0 || p.Hand[0]&p.Hand[1] != 0 {
		return fmt.Errorf("in two places at once: cup %b, hands %b", p.Cup, p.Hand)
	}
	return nil
}
