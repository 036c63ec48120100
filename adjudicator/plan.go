package adjudicator

import (
	"fmt"
	"math/rand/v2"
)

// Plan is what a side could mean to do from the question on that it is asked: an intent
// with which the game is played on, not an answer alone. What a first step is worth shows
// only with those that follow.
type Plan interface {
	// Player returns one who carries the plan out, in the session that it was made for or in
	// a fork of it, and plays on as he sees fit when it is done or overtaken. Each plays the
	// plan once; equal generators make them play equal games.
	Player(r *rand.Rand) Player
}

// Proposer is a [Ruleset] whose player offers whole plans.
type Proposer interface {
	// Propose returns at most n different plans for the question that a side is asked, the
	// one that the player himself would choose first; none if single answers do as well. It
	// decides on what the side knows, and changes nothing.
	Propose(s *Session, side Side, n int, r *rand.Rand) []Plan
}

// Plans proposes at most n different plans, at least one, for the question that a side is
// asked: those of a [Proposer], else single answers, each followed by what the ruleset's own
// player does ([Bot]), or by anything.
func Plans(rules Ruleset, s *Session, side Side, n int, r *rand.Rand) []Plan {
	if p, ok := rules.(Proposer); ok {
		if plans := p.Propose(s, side, n, r); len(plans) > 0 {
			return plans
		}
	}
	q := s.Asked(side)
	var plans []Plan
	seen := map[string]bool{}
	offer := func(a Answer) {
		if words := fmt.Sprint(a.Words()...); len(plans) < n && !seen[words] {
			seen[words] = true
			plans = append(plans, opening{rules, a})
		}
	}
	if _, ok := rules.(Bot); ok {
		offer(freely(rules, r).Answer(s, side, q))
	}
	offer(q.Form.Default())
	for range 4 * n {
		offer(q.Form.Sample(r))
	}
	return plans
}

// freely returns the player of a ruleset, or one who does anything.
func freely(rules Ruleset, r *rand.Rand) Player {
	if bot, ok := rules.(Bot); ok {
		return bot.Player(r)
	}
	return Random{Rand: r}
}

// opening is the plan to give an answer, and then to see.
type opening struct {
	rules  Ruleset
	answer Answer
}

// Player implements [Plan].
func (o opening) Player(r *rand.Rand) Player {
	return &opener{first: o.answer, then: freely(o.rules, r)}
}

// opener gives one answer, and then those of another player.
type opener struct {
	first Answer
	then  Player
}

// Answer implements [Player].
func (o *opener) Answer(s *Session, side Side, q *Question) Answer {
	first := o.first
	if first == nil {
		return o.then.Answer(s, side, q)
	}
	o.first = nil
	if first = bound(s.game, first); q.Form.Check(first) != nil {
		return o.then.Answer(s, side, q) // it was made for another question
	}
	return first
}
