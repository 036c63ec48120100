// Package outcome holds how a game ended as one value with its history: what stood on the board, what a bid
// credited, what the league counts, what a referee ruled and why. Tables, pages, feeds, letters, newsletters and
// exports are made from it, so that no two of them can disagree.
//
// A value follows from the ledger of the game and from that of its league, and is stored nowhere else.
package outcome

import (
	"slices"
	"time"

	"keryx/adjudicator"
)

// How tells in which way a result counts.
type How string

// The ways.
const (
	None         How = ""             // there is no result
	Play         How = "play"         // the game was played to an end, or given up by a side
	Adjudication How = "adjudication" // it was not finished, or a referee said otherwise
	Forfeit      How = "forfeit"      // the winner did not have to play it out
	BothForfeit  How = "both-forfeit"
	Void         How = "void" // it counts for nothing; if a winner is named, as a bye of his
)

// Verdict is a result as it counts.
type Verdict struct {
	How    How              `json:"how,omitempty"`
	Winner adjudicator.Side `json:"winner"` // Observer: nobody
	Level  string           `json:"level,omitempty"`
	// Score is what stood on the board at the end, in victory points of both sides, and Credit what bids added;
	// both only if Scored.
	Score  [2]int `json:"score,omitzero"`
	Credit [2]int `json:"credit,omitzero"`
	Scored bool   `json:"scored,omitempty"`
	Ruled  bool   `json:"ruled,omitempty"`  // a referee said so
	Struck bool   `json:"struck,omitempty"` // it is shown and counts for nobody, since a player withdrew early
}

// Total is the score with what bids credited.
func (v Verdict) Total() [2]int {
	return [2]int{v.Score[0] + v.Credit[0], v.Score[1] + v.Credit[1]}
}

// Credited reports whether a bid added points.
func (v Verdict) Credited() bool { return v.Scored && v.Credit != [2]int{} }

// Kind is what a step of a history is.
type Kind string

// The steps.
const (
	Rules     Kind = "rules"      // the game ended by its rules
	Resigned  Kind = "resigned"   // a side gave it up
	Agreed    Kind = "agreed"     // both sides agreed on a result
	Closed    Kind = "closed"     // a referee of the game ended it
	Stopped   Kind = "stopped"    // the league waited for it no longer
	TakenBack Kind = "taken-back" // what was before counts no more, and the game went on
	Counted   Kind = "counted"    // the league counts it so
	Judged    Kind = "judged"     // three members have said so
	Ruled     Kind = "ruled"      // a referee of the league says so
	Withdrawn Kind = "withdrawn"  // a player has withdrawn
)

// Step is one of the things that led to a result.
type Step struct {
	Kind Kind      `json:"kind"`
	At   time.Time `json:"at,omitzero"` // zero: it is not told
	Verdict
	Why     string               `json:"why,omitempty"`     // in the words of whoever ruled
	Reasons []adjudicator.Phrase `json:"reasons,omitempty"` // as the rulebook has them
}

// Told is the result of a step without what the history says beside it: that it was ruled, and that it counts for
// nobody.
func (s Step) Told() Verdict {
	v := s.Verdict
	v.Ruled, v.Struck = false, false
	return v
}

// Outcome is how a game ended: the result that counts now, and the steps to it, oldest first. The zero Outcome is
// that of a game without a result.
type Outcome struct {
	Verdict
	Steps []Step `json:"steps,omitempty"`
}

// Of makes an outcome from the steps of a game, and of its league if it is of one. The last step that says how the
// result counts decides; where the league knows the game, a step of the league.
func Of(steps ...Step) Outcome {
	o := Outcome{Steps: slices.Clone(steps)}
	slices.SortStableFunc(o.Steps, func(a, b Step) int { return a.At.Compare(b.At) })
	if n := len(o.Steps); n > 0 {
		o.Verdict = o.Steps[n-1].Verdict
	}
	return o
}

// With is the outcome of a game whose league counts it in its own way: the league's result is the one that counts,
// and what happened on the board stands in the history before it.
func (o Outcome) With(league Outcome) Outcome {
	if league.How == None && len(league.Steps) == 0 {
		return o
	}
	all := Of(append(slices.Clone(o.Steps), league.Steps...)...)
	all.Verdict = league.Verdict
	back := slices.ContainsFunc(o.Steps, func(b Step) bool { return b.Kind == TakenBack })
	all.Steps = slices.DeleteFunc(all.Steps, func(s Step) bool {
		if s.Kind == TakenBack && s.Why == "" && back {
			return true // the ledger of the game tells of it, with the reason
		}
		return s.Kind == Counted && !s.Credited() && slices.ContainsFunc(o.Steps, func(b Step) bool { return b.same(s) })
	})
	return all
}

// same reports whether two steps come to the same result.
func (s Step) same(other Step) bool {
	return s.How == other.How && s.Winner == other.Winner && s.Level == other.Level
}

// Known reports whether there is a result.
func (o Outcome) Known() bool { return o.How != None }

// Record is how many games went which way for somebody.
type Record struct {
	Won         int `json:"won"` // over the board, or by adjudication
	Drawn       int `json:"drawn"`
	Lost        int `json:"lost"`
	ForfeitWon  int `json:"forfeit_won,omitempty"`
	ForfeitLost int `json:"forfeit_lost,omitempty"`
}

// Played is how many games were decided over the board or by adjudication.
func (r Record) Played() int { return r.Won + r.Drawn + r.Lost }

// Add counts a game in which somebody had a side. One that is struck counts for nobody, as in the table of its league.
func (r *Record) Add(v Verdict, side adjudicator.Side) {
	switch {
	case v.Struck:
	case v.How == Play || v.How == Adjudication:
		switch v.Winner {
		case adjudicator.Observer:
			r.Drawn++
		case side:
			r.Won++
		default:
			r.Lost++
		}
	case v.How == Forfeit && v.Winner == side:
		r.ForfeitWon++
	case v.How == Forfeit, v.How == BothForfeit:
		r.ForfeitLost++
	}
}

// Sum adds another record.
func (r *Record) Sum(other Record) {
	r.Won, r.Drawn, r.Lost = r.Won+other.Won, r.Drawn+other.Drawn, r.Lost+other.Lost
	r.ForfeitWon, r.ForfeitLost = r.ForfeitWon+other.ForfeitWon, r.ForfeitLost+other.ForfeitLost
}
