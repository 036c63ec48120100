package bot

import (
	"math/rand/v2"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/battle"
	"keryx/adjudicator/bey/chit"
	"keryx/adjudicator/bey/march"
	"keryx/adjudicator/board"
)

// Player plays as a careful person would: he attacks at good odds, keeps a point for his
// combats, minds the attrition, and gives up as little as he can; what things are worth to
// him the ruleset says. He is no strong player: he looks one action phase ahead, and draws
// small doubts from rnd. Equal generators make him play equal games.
//
// He decides on a copy of the position without the enemy's stratagem counters and the cup,
// so that he cannot know more than his side does. Every answer has passed its form's Check.
// He is used by one goroutine at a time.
type Player struct {
	rnd     *rand.Rand
	of      func(adjudicator.Game) Rules
	plan    Plan     // of the action phase or the departures in hand
	mind    *Planner // the memory of what he knows, while he thinks
	waited  int      // the turn in which he has let an action phase pass, from 1
	thought *Planner // the memory that positions are imagined in
	drafted *Planner // that plans are made in
	move    march.Move

	searches [march.Manners]board.Search // the memory that ways are looked for in, by the manner of movement

	ranked *[]Best // all answers that he weighs, if plans are to be made of them
	kept   Party   // who is to stay where he is,
	goal   Goal    // for this; or nil

	memories [memories]memory // of positions that he has looked for deeds in
	recalls  uint64
}

// New returns a player who draws from rnd. Of is the game of his ruleset that a session
// plays, or nil if it is another's.
func New(rnd *rand.Rand, of func(adjudicator.Game) Rules) *Player { return &Player{rnd: rnd, of: of} }

// Seats makes players for a ruleset: embedded in one, it is its [adjudicator.Bot] and its
// [adjudicator.Proposer]. It is the game of the ruleset that is played, or nil if it is
// another's.
type Seats func(adjudicator.Game) Rules

// Player implements [adjudicator.Bot] with [Player]. Equal generators make him play equal games.
func (of Seats) Player(rnd *rand.Rand) adjudicator.Player { return New(rnd, of) }

// Propose implements [adjudicator.Proposer] with [Propose].
func (of Seats) Propose(s *adjudicator.Session, side adjudicator.Side, n int, r *rand.Rand) []adjudicator.Plan {
	return Propose(of, s, side, n, r)
}

// Imagine returns a copy of a position to change in thought. There is one at a time: it
// holds until the next is taken.
func (p *Player) Imagine(g *Planner) *Planner { return into(&p.thought, g) }

// into is a copy of a position in memory that there may be already.
func into(memory **Planner, g *Planner) *Planner {
	if *memory == nil {
		*memory = On(g.Copy().(Rules))
	} else {
		(*memory).Become(g.Rules)
	}
	return *memory
}

// Answer implements [adjudicator.Player].
func (p *Player) Answer(s *adjudicator.Session, side adjudicator.Side, q *adjudicator.Question) adjudicator.Answer {
	if g := p.of(s.Game()); g != nil {
		if a := p.think(p.known(g, side), side, q.Form); a != nil && q.Form.Check(a) == nil {
			return a
		}
	}
	return q.Form.Default()
}

// Known is a copy of a game that holds nothing a side may not know. The memory that it
// searches with is its own.
func Known(g Rules, side adjudicator.Side) *Planner {
	k := On(g.Copy().(Rules))
	k.Search = new(board.Search)
	k.Pool.Conceal(side)
	return k
}

// known is the same for the time of one answer.
func (p *Player) known(g Rules, side adjudicator.Side) *Planner {
	if p.mind == nil {
		p.mind = Known(g, side)
		return p.mind
	}
	search := p.mind.Search
	p.mind.Become(g)
	p.mind.Search = search
	p.mind.Pool.Conceal(side)
	return p.mind
}

// think returns an answer, or nil for the form's default.
func (p *Player) think(g *Planner, side adjudicator.Side, form adjudicator.Form) adjudicator.Answer {
	if a := p.reach(g, form); a != nil {
		return a
	}
	if a := g.Think(p, g, side, form); a != nil {
		return a
	}
	switch f := familys(form).(type) {
	case *march.SpendForm:
		return p.spend(g, side, f)
	case *march.ActForm:
		return p.act(g, f, form)
	case *chit.PlayForm:
		return p.play(g, f)
	case *chit.RuseForm:
		return p.ruse(g, f)
	case *battle.RerollForm:
		return p.choose(f)
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
		return p.keep(g, f)
	}
	return nil // losses and recoveries: the defaults give up the least and recover the most
}

// familys is the family's part of a form that a ruleset has made of one of the family's: it
// takes the answers of that one, and others.
func familys(form adjudicator.Form) adjudicator.Form {
	if acting, ok := form.(interface{ Acts() *march.ActForm }); ok {
		return acting.Acts()
	}
	return form
}

// Doubt is a small random amount that makes games between equal players differ.
func (p *Player) Doubt() float64 { return 0.08 * p.rnd.Float64() }

// Best keeps the answer of the highest value.
type Best struct {
	Answer adjudicator.Answer
	Value  float64
	all    *[]Best // everything that was offered, if somebody wants to know
}

// Best begins to look for an answer.
func (p *Player) Best() Best { return Best{all: p.ranked} }

// Offer keeps an answer if none before was worth as much.
func (b *Best) Offer(a adjudicator.Answer, value float64) {
	if b.all != nil {
		*b.all = append(*b.all, Best{Answer: a, Value: value})
	}
	if b.Answer == nil || value > b.Value {
		b.Answer, b.Value = a, value
	}
}
