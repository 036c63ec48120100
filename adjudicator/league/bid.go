package league

import (
	"crypto/sha256"
	"fmt"

	"keryx/adjudicator/dice"
)

// Bid is what one offers for a side, in victory points. Without a side he takes any.
type Bid struct {
	Side  string `json:"side,omitempty"`
	Price int    `json:"price"`
}

// SealedBid is a bid with the salt that hid it behind its digest.
type SealedBid struct {
	Bid
	Salt dice.Head `json:"salt"`
}

// Digest is what the ledger holds of a bid until both are opened: SHA-256 of the salt and
// the line "SIDE PRICE\n".
func (b SealedBid) Digest() dice.Head {
	return sha256.Sum256(fmt.Appendf(b.Salt[:], "%s %d\n", b.Side, b.Price))
}

// Sides says who of a fixture has the first side, and what the other is credited.
type Sides struct {
	HomeFirst bool   `json:"home_first"`
	Credit    [2]int `json:"credit"` // of home and away, in victory points, before levels are read
}

// Assign gives sides by two bids, of home and away; no bid is the zero Bid. Who want
// different sides, or of whom one takes any, have theirs for nothing. If both want the same
// the higher price has it, and the other is credited the mean of both, rounded up, or the
// winner's price, as the rules say. draw, 0 or 1, decides between equal prices and where both take
// any: 0 for home. [ErrBid] reports a side that the game does not have or a price below zero.
func (r Rules) Assign(bids [2]Bid, draw int) (Sides, error) {
	for _, b := range bids {
		if b.Price < 0 || b.Side != "" && b.Side != r.Sides[0] && b.Side != r.Sides[1] {
			return Sides{}, fmt.Errorf("%w: %d for %q; the sides are %q and %q", ErrBid, b.Price, b.Side, r.Sides[0], r.Sides[1])
		}
	}
	home, away := bids[0], bids[1]
	switch {
	case home.Side == "" && away.Side == "":
		return Sides{HomeFirst: draw == 0}, nil
	case home.Side == "":
		return Sides{HomeFirst: away.Side == r.Sides[1]}, nil
	case away.Side != home.Side:
		return Sides{HomeFirst: home.Side == r.Sides[0]}, nil
	}
	winner := draw
	if home.Price != away.Price {
		winner = 0
		if away.Price > home.Price {
			winner = 1
		}
	}
	s := Sides{HomeFirst: (winner == 0) == (home.Side == r.Sides[0])}
	s.Credit[1-winner] = (home.Price + away.Price + 1) / 2
	if r.CreditWinner {
		s.Credit[1-winner] = bids[winner].Price
	}
	return s, nil
}
