package standing

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
)

// Break names a tie-break.
type Break string

// The tie-breaks that a league can name, in the order that it likes.
const (
	// Direct is the points that the tied have from one another; only if all have met.
	Direct Break = "direct"
	// Buchholz is the sum of the opponents' scores (FIDE C.07, 8.1).
	Buchholz Break = "buchholz"
	// BuchholzCut is Buchholz without the least term; a round that the entrant did not
	// play of his own will is cut first (C.07, 14.1 and 16.5).
	BuchholzCut Break = "buchholz-cut-1"
	// Berger is Sonneborn-Berger: each opponent's score by the share of the round's points
	// that was won from him (C.07, 9.1).
	Berger Break = "sonneborn-berger"
	// VictoryPoints is the sum of victory points in all games played.
	VictoryPoints Break = "victory-points"
	// VictoryMargin is victory points less the opponents'.
	VictoryMargin Break = "victory-margin"
	// AboveMean is the sum, over all games played, of the points above the mean of all who
	// had that side of that scenario.
	AboveMean Break = "above-mean"
	// Wins is the number of rounds in which more than half of the points were won by play.
	Wins Break = "wins"
	// Lots is a draw from the league's committed dice.
	Lots Break = "lots"
)

// Breaks are all tie-breaks.
var Breaks = []Break{Direct, Buchholz, BuchholzCut, Berger, VictoryPoints, VictoryMargin, AboveMean, Wins, Lots}

// ErrBreak reports a list of tie-breaks that cannot be.
var ErrBreak = errors.New("not a list of tie-breaks")

// CheckBreaks refuses an unknown or repeated tie-break, and lots before another.
func CheckBreaks(list []Break) error {
	for i, b := range list {
		switch {
		case !slices.Contains(Breaks, b):
			return fmt.Errorf("%w: %q is none of %v", ErrBreak, b, Breaks)
		case slices.Contains(list[:i], b):
			return fmt.Errorf("%w: %q stands there twice", ErrBreak, b)
		case b == Lots && i != len(list)-1:
			return fmt.Errorf("%w: %q must be the last, after lots nothing is tied", ErrBreak, b)
		}
	}
	return nil
}

// breaker computes tie-breaks.
type breaker struct {
	swiss bool
	lots  map[string]int
	cards map[string]Card
	score map[string]Points
	other map[string]Points // scores as they count in another's Buchholz
	means map[[2]string]mean
}

// mean is what all who had a side of a scenario scored.
type mean struct {
	sum   Points
	games int
}

func newBreaker(cards []Card, swiss bool, lots map[string]int) *breaker {
	b := &breaker{swiss: swiss, lots: lots, cards: map[string]Card{}, score: map[string]Points{}, other: map[string]Points{}, means: map[[2]string]mean{}}
	for _, c := range cards {
		b.cards[c.Entrant] = c
		b.score[c.Entrant] = c.score().Total
		b.other[c.Entrant] = b.score[c.Entrant]
		if swiss {
			b.other[c.Entrant] = c.against()
		}
		if c.Struck {
			continue
		}
		for _, r := range c.Rounds {
			for _, g := range r.Games {
				m := b.means[[2]string{g.Scenario, g.Side}]
				m.sum, m.games = m.sum+g.Points, m.games+1
				b.means[[2]string{g.Scenario, g.Side}] = m
			}
		}
	}
	return b
}

// value is the tie-break of one of those who are tied.
func (b *breaker) value(by Break, c Card, tied []string) Value {
	switch by {
	case Direct:
		return b.direct(c, tied)
	case Buchholz:
		return sum(b.buchholz(c))
	case BuchholzCut:
		return sum(b.cut(c, b.buchholz(c)))
	case Berger:
		return b.berger(c)
	case Lots:
		place, drawn := b.lots[c.Entrant]
		return Value{Total: -Whole(place), Without: !drawn}
	default:
		return b.byGames(by, c)
	}
}

func sum(terms []Term) (v Value) {
	for _, t := range terms {
		v.add(t)
	}
	return v
}

// direct is what c has from the others who are tied. In a Swiss a forfeit is no meeting.
func (b *breaker) direct(c Card, tied []string) (v Value) {
	met := map[string]bool{}
	for _, r := range c.Rounds {
		if slices.Contains(tied, r.Opponent) && (r.How == Played || !b.swiss) && !r.Pending {
			met[r.Opponent] = true
			v.add(Term{Round: r.Number, About: r.Opponent, Value: r.Points})
		}
	}
	if len(met) < len(tied)-1 {
		return Value{Without: true}
	}
	return v
}

// buchholz is a term for each round. In a round robin an unplayed game counts against the
// opponent who was due; in a Swiss a round without play counts against an opponent who
// has as many points as c himself (C.07, 16.4).
func (b *breaker) buchholz(c Card) []Term {
	var terms []Term
	for _, r := range c.Rounds {
		t := Term{Round: r.Number, About: r.Opponent, Value: b.other[r.Opponent]}
		if b.swiss && r.How != Played {
			t.About, t.Value = "", b.score[c.Entrant]
		}
		terms = append(terms, t)
	}
	return terms
}

// cut marks the least term, of rounds not played of his own will if there are any.
func (b *breaker) cut(c Card, terms []Term) []Term {
	least, own := -1, false
	for i, t := range terms {
		voluntary := b.swiss && c.Rounds[i].How.voluntary()
		if least < 0 || voluntary && !own || voluntary == own && t.Value < terms[least].Value {
			least, own = i, voluntary
		}
	}
	if least >= 0 {
		terms[least].Cut = true
	}
	return terms
}

func (b *breaker) berger(c Card) (v Value) {
	for i, t := range b.buchholz(c) {
		t.Value = t.Value.Times(c.Rounds[i].Points, c.Rounds[i].Of)
		v.add(t)
	}
	return v
}

// byGames are the tie-breaks that look at games rather than opponents.
func (b *breaker) byGames(by Break, c Card) (v Value) {
	for _, r := range c.Rounds {
		if by == Wins {
			if r.How == Played && 2*r.Points > r.Of {
				v.add(Term{Round: r.Number, About: r.Opponent, Value: One})
			}
			continue
		}
		for _, g := range r.Games {
			t := Term{Round: r.Number, About: g.ID}
			switch by {
			case VictoryPoints:
				t.Value = Whole(g.Victory)
			case VictoryMargin:
				t.Value = Whole(g.Victory - g.Theirs)
			case AboveMean:
				m := b.means[[2]string{g.Scenario, g.Side}]
				t.Value = g.Points - m.sum.Times(One, Whole(m.games))
			}
			v.add(t)
		}
	}
	return v
}

// descending compares two values, the better first; a value that does not apply is equal
// to any.
func descending(a, b Value) int {
	if a.Without || b.Without {
		return 0
	}
	return cmp.Compare(b.Total, a.Total)
}
