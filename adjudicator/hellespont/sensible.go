package hellespont

import (
	"math/rand/v2"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/battle"
	"keryx/adjudicator/bey/chit"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/march"
	"keryx/adjudicator/board"
)

// Sensible returns a player of Hellespont that plays as a careful person would: he
// goes for ports and besieges them with ships and troops, attacks at good odds,
// keeps a point for his combats, minds his supply and the attrition, and gives up
// as little as he can. He is no strong player: he looks one action phase ahead, at
// what things would be worth, and draws small doubts from rnd. Equal generators
// make him play equal games.
//
// He decides on a copy of the position without the enemy's stratagem counters and
// the cup, so that he cannot know more than his side does. Every answer has passed
// its form's Check. He is used by one goroutine at a time.
func Sensible(rnd *rand.Rand) adjudicator.Player { return &sensible{rnd: rnd} }

// Player implements [adjudicator.Bot] with [Sensible].
func (*ruleset) Player(rnd *rand.Rand) adjudicator.Player { return Sensible(rnd) }

var _ adjudicator.Bot = (*ruleset)(nil)

// sensible is the player of [Sensible].
type sensible struct {
	rnd     *rand.Rand
	plan    plan  // of the action phase or the departures in hand
	mind    *game // the memory of what he knows, while he thinks
	thought *game // the memory that positions are imagined in
}

// imagine returns a copy of a position to change in thought. There is one at a time: it
// holds until the next is taken.
func (p *sensible) imagine(g *game) *game {
	if p.thought == nil {
		p.thought = new(game)
	}
	*p.thought = *g
	return p.thought
}

// Answer implements [adjudicator.Player].
func (p *sensible) Answer(s *adjudicator.Session, side adjudicator.Side, q *adjudicator.Question) adjudicator.Answer {
	if g := gameOf(s.Game()); g != nil {
		if a := p.think(p.known(g, side), side, q.Form); a != nil && q.Form.Check(a) == nil {
			return a
		}
	}
	return q.Form.Default()
}

// known is a copy of the game that holds nothing a side may not know. The memory
// that it searches with is its own.
func (g *game) known(side adjudicator.Side) *game {
	k := g.copied()
	k.Pool.Conceal(side)
	return k
}

// known is the same for the time of one answer.
func (p *sensible) known(g *game, side adjudicator.Side) *game {
	if p.mind == nil {
		p.mind = &game{Field: field.Field{Search: new(board.Search)}}
	}
	search := p.mind.Search
	*p.mind = *g
	p.mind.Search = search
	p.mind.Pool.Conceal(side)
	return p.mind
}

// think returns an answer, or nil for the form's default.
func (p *sensible) think(g *game, side adjudicator.Side, form adjudicator.Form) adjudicator.Answer {
	switch f := form.(type) {
	case *startForm:
		return p.start(f)
	case *march.SpendForm:
		return p.spend(g, side, f)
	case *march.ActForm:
		return p.act(g, f)
	case *chit.PlayForm:
		return p.play(g, f)
	case *chit.RuseForm:
		return p.ruse(g, f)
	case *battle.Menu:
		return p.choose(g, side, f)
	case *battle.FightForm:
		return p.order(g, f)
	case *battle.RetreatForm:
		return p.retreat(g, f)
	case *march.CrowdForm:
		return p.crowd(g, f)
	case *march.ZoneForm:
		return p.displace(g, side, f)
	case *march.WithdrawForm:
		return p.withdraw(g, f)
	case *chit.KeepForm:
		return p.keep(f)
	case *portForm:
		return p.enter(g, f)
	case *redeployForm:
		return p.redeploy(g, f)
	}
	return nil // losses and recoveries: the defaults give up the least and recover the most
}

// doubt is a small random amount that makes games between equal players differ.
func (p *sensible) doubt() float64 { return 0.08 * p.rnd.Float64() }

// best keeps the answer of the highest value.
type best struct {
	answer adjudicator.Answer
	value  float64
}

func (b *best) offer(a adjudicator.Answer, value float64) {
	if b.answer == nil || value > b.value {
		b.answer, b.value = a, value
	}
}
