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

// Follower is the [Player] of a [Plan] that can be followed: who tries plans out once, and carries the
// best one out, asks it at each question whether to think anew.
type Follower interface {
	Player
	// Rest is what is left of the plan, for another player to carry out from here; nil if there
	// is nothing left.
	Rest() Plan
	// Overtaken reports whether the plan has nothing to say to what the side is asked now: it is
	// done, or something has come between. It changes nothing.
	Overtaken(s *Session, side Side) bool
}

// Follow reports whether who carries a plan out is still at it: the answer at hand is the plan's.
// A player who does not tell is not.
func Follow(p Player, s *Session, side Side) bool {
	f, ok := p.(Follower)
	return ok && f.Rest() != nil && !f.Overtaken(s, side)
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
	then := func(r *rand.Rand) Player { return freely(rules, r) }
	seen := map[string]bool{}
	offer := func(a Answer) {
		if words := fmt.Sprint(a.Words()...); len(plans) < n && !seen[words] {
			seen[words] = true
			plans = append(plans, Opening(a, then))
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

// Opening is the plan to give one answer, and then to play as somebody else would.
func Opening(a Answer, then func(r *rand.Rand) Player) Plan { return opening{a, then} }

// opening is the plan to give an answer, and then to see.
type opening struct {
	answer Answer
	then   func(*rand.Rand) Player
}

// Player implements [Plan].
func (o opening) Player(r *rand.Rand) Player {
	return &opener{opening: o, next: o.then(r)}
}

// opener gives one answer, and then those of another player.
type opener struct {
	opening
	given bool
	next  Player
}

// Answer implements [Player].
func (o *opener) Answer(s *Session, side Side, q *Question) Answer {
	if o.given {
		return o.next.Answer(s, side, q)
	}
	o.given = true
	if first := bound(s.game, o.answer); q.Form.Check(first) == nil {
		return first
	}
	return o.next.Answer(s, side, q) // it was made for another question
}

// Rest implements [Follower].
func (o *opener) Rest() Plan {
	if o.given {
		return nil
	}
	return o.opening
}

// Overtaken implements [Follower].
func (o *opener) Overtaken(s *Session, side Side) bool {
	q := s.Asked(side)
	return o.given || q == nil || q.Form.Check(bound(s.game, o.answer)) != nil
}
