package form

import (
	"fmt"
	"math/rand/v2"

	"keryx/adjudicator"
	"keryx/adjudicator/draw"
	"keryx/orders"
)

// Pick is the form of a question for things that pay a debt: those of a [Purse], which
// [Purse.Judge] judges. The default pays least.
type Pick[A adjudicator.Answer] struct {
	Purse
	// Of is the answer that names things, and In the things that an answer names.
	Of func(draw.Set) A
	In func(A) draw.Set
	// Read is what an order names, or what is wrong with it besides that it does not pay.
	Read func(o adjudicator.Order, s *orders.Statement) (draw.Set, *orders.Diagnostic)
	// Refuse says what is wrong with an order for things that do not pay.
	Refuse func(s *orders.Statement, named draw.Set, why Verdict) *orders.Diagnostic
	// Many is the remark on the only example of a template that would list more than
	// [MostListed] answers.
	Many adjudicator.Phrase
}

// MostListed is how many answers a template lists one by one.
const MostListed = 12

// canonical takes the first things of each kind in the place of any.
func (p *Pick[A]) canonical(set draw.Set) draw.Set {
	for _, kind := range p.Alike {
		n := (set & kind).Len()
		for set &^= kind; n > 0; n-- {
			set.Add(kind.Pop())
		}
	}
	return set
}

// Accept implements [adjudicator.Form].
func (p *Pick[A]) Accept(o adjudicator.Order, s *orders.Statement) (adjudicator.Answer, *orders.Diagnostic) {
	set, d := p.Read(o, s)
	if d != nil {
		return nil, d
	}
	if v := p.Judge(set); v != Fits {
		return nil, p.Refuse(s, set, v)
	}
	return p.Of(p.canonical(set)), nil
}

// Check implements [adjudicator.Form].
func (p *Pick[A]) Check(given adjudicator.Answer) error {
	a, ok := given.(A)
	if !ok {
		return fmt.Errorf("%w: %v names nothing that pays", ErrIllegal, given)
	}
	set := p.In(a)
	if set&^draw.All(len(p.Worth)) != 0 || p.Judge(set) != Fits {
		return fmt.Errorf("%w: %v does not pay", ErrIllegal, given)
	}
	return nil
}

// Sample implements [adjudicator.Form].
func (p *Pick[A]) Sample(r *rand.Rand) adjudicator.Answer {
	set, _ := p.Draw(r)
	return p.Of(p.canonical(set))
}

// Default implements [adjudicator.Form].
func (p *Pick[A]) Default() adjudicator.Answer {
	set, _ := p.Usual()
	return p.Of(p.canonical(set))
}

// Choices implements [adjudicator.Form].
func (p *Pick[A]) Choices() (all []adjudicator.Choice) {
	p.Each(MostListed+1, func(set draw.Set) {
		all = append(all, adjudicator.Choice{Words: p.Of(set).Words()})
	})
	if len(all) > MostListed {
		return []adjudicator.Choice{{Words: p.Default().Words(), Note: p.Many}}
	}
	return all
}
