package standing

import (
	"slices"

	"keryx/adjudicator/outcome"
)

// How tells how a round of an entrant went.
type How string

// The ways a round goes.
const (
	Played      How = "played" // over the table, or decided by adjudication
	ForfeitWon  How = "forfeit-won"
	ForfeitLost How = "forfeit-lost"
	FreeBye     How = "bye"      // given because there was no opponent
	HalfBye     How = "half-bye" // asked for, as by one who came late
	Absent      How = "absent"   // not there
)

// voluntary is a round that the entrant himself did not play, as FIDE C.07 (2024), article
// 16, has it.
func (h How) voluntary() bool { return h == ForfeitLost || h == HalfBye || h == Absent }

// Game is one finished game of a round.
type Game struct {
	ID       string `json:"game"`
	Scenario string `json:"scenario"`
	Side     string `json:"side"` // which he played
	Points   Points `json:"points"`
	Victory  int    `json:"victory"` // victory points, with what a bid credited
	Theirs   int    `json:"theirs"`  // of the opponent
}

// Round is what one entrant did in one round, against one opponent.
type Round struct {
	Number   int    `json:"round"` // from 1
	Opponent string `json:"opponent,omitempty"`
	How      How    `json:"how"`
	First    bool   `json:"first,omitempty"` // he had the first side in the first game
	Points   Points `json:"points"`
	Of       Points `json:"of"`    // the most that one could have in this round
	Games    []Game `json:"games"` // that were played
	// Record is how its games went, forfeits too.
	Record outcome.Record `json:"record"`
	// Each are its games in their order, those too that were not played.
	Each []Single `json:"each,omitempty"`
	// Pending says that a game is not finished: the points are what is there so far.
	Pending bool `json:"pending,omitempty"`
}

// Single is one game of a round, as one entrant had it.
type Single struct {
	First bool   `json:"first,omitempty"` // he had the first side
	How   Ending `json:"how"`
}

// Ending tells how a game ended for one of its two.
type Ending string

// The endings.
const (
	Won            Ending = "won"
	Drawn          Ending = "drawn"
	Lost           Ending = "lost"
	WonByForfeit   Ending = "forfeit-won"
	LostByForfeit  Ending = "forfeit-lost"
	VoidGame       Ending = "void"     // it counts for nothing
	ByeGame        Ending = "void-bye" // it counts as a bye of his
	UnfinishedGame Ending = "unfinished"
)

// Card is all that an entrant did in a division.
type Card struct {
	Entrant string  `json:"entrant"`
	Start   int     `json:"start"`  // start number, from 1
	Rounds  []Round `json:"rounds"` // in order
	// Struck is one who withdrew before half of his games in a round robin: his results
	// are shown and count for nobody.
	Struck bool `json:"struck,omitempty"`
}

// counted returns the rounds that count: not those against one who is struck, nor those
// in which nothing is decided.
func counted(cards []Card) []Card {
	struck := map[string]bool{}
	for _, c := range cards {
		struck[c.Entrant] = c.Struck
	}
	out := slices.Clone(cards)
	for i, c := range out {
		out[i].Rounds = slices.DeleteFunc(slices.Clone(c.Rounds), func(r Round) bool {
			return r.Opponent != "" && struck[r.Opponent]
		})
	}
	return out
}

// score is the sum of the rounds.
func (c Card) score() Value {
	var v Value
	for _, r := range c.Rounds {
		v.add(Term{Round: r.Number, About: r.Opponent, Value: r.Points})
	}
	return v
}

// against is what an opponent's score counts in another's Buchholz: his own, but rounds of
// his own will at the end, after which he was there no more, count as draws (C.07, 16.3).
func (c Card) against() Points {
	last := len(c.Rounds)
	for last > 0 && c.Rounds[last-1].How.voluntary() {
		last--
	}
	var sum Points
	for i, r := range c.Rounds {
		if i < last {
			sum += r.Points
		} else {
			sum += r.Of / 2
		}
	}
	return sum
}

// Named is the card with names in the place of entrants; no two may have one name.
func (c Card) Named(name func(string) string) Card {
	c.Entrant = name(c.Entrant)
	rounds := make([]Round, len(c.Rounds))
	for i, r := range c.Rounds {
		if r.Opponent != "" {
			r.Opponent = name(r.Opponent)
		}
		rounds[i] = r
	}
	c.Rounds = rounds
	return c
}
