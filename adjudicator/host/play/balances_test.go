package play

import (
	"crypto/sha256"
	"fmt"
	"testing"

	"keryx/adjudicator"
)

// A balance is known to the side that saw it alone, and the room for balances is bounded.
func TestPastIsBoundedAndOfOneSide(t *testing.T) {
	var p balances
	key := func(i int, side adjudicator.Side) balanceKey {
		return balanceKey{"rules", sha256.Sum256(fmt.Append(nil, i)), side}
	}
	row := func(i int) []adjudicator.BalanceRow { return []adjudicator.BalanceRow{{Values: [2]int{i, 0}}} }
	for i := range 2*maxBalances + 5 {
		p.add(key(i, 0), row(i))
		p.add(key(i, 0), row(i))
		if got, ok := p.find(key(i, 0)); !ok || got[0].Values[0] != i {
			t.Fatalf("%d is not remembered", i)
		}
		if _, ok := p.find(key(i, 1)); ok {
			t.Fatalf("%d is known to the other side", i)
		}
	}
	if len(p.known) != maxBalances || len(p.order) != maxBalances {
		t.Errorf("%d balances in an order of %d, want %d", len(p.known), len(p.order), maxBalances)
	}
	if _, ok := p.find(key(maxBalances+4, 0)); ok {
		t.Error("the oldest is remembered")
	}
	if _, ok := p.find(key(maxBalances+5, 0)); !ok {
		t.Error("the oldest but one is gone")
	}
}
