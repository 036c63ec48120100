package play

import (
	"crypto/sha256"
	"sync"

	"keryx/adjudicator"
	"keryx/store"
	"keryx/templates"
)

// maxPast bounds the balances of past turns that are remembered, some 300 bytes each: both
// sides of 400 games of 20 turns.
const maxBalances = 16_000

// balances remembers the balance that a side saw at the start of turns, so that the course of it
// does not need all turns decoded for each report. It is a convenience and no memory: a
// balance is known by the ruleset, by all of the stored turn that it was read from, and by the
// side that saw it. It is safe for concurrent use; what it gives away is only read.
type balances struct {
	mu    sync.Mutex
	known map[balanceKey][]adjudicator.BalanceRow
	order []balanceKey // the oldest at next, once there are maxPast
	next  int
}

type balanceKey struct {
	rules string
	turn  [sha256.Size]byte // hash of the stored turn
	side  adjudicator.Side
}

func (p *balances) find(key balanceKey) (balance []adjudicator.BalanceRow, ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	balance, ok = p.known[key]
	return balance, ok
}

// add remembers a balance in place of the oldest.
func (p *balances) add(key balanceKey, balance []adjudicator.BalanceRow) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.known == nil {
		p.known = map[balanceKey][]adjudicator.BalanceRow{}
	}
	if _, ok := p.known[key]; !ok {
		if len(p.order) < maxBalances {
			p.order = append(p.order, key)
		} else {
			delete(p.known, p.order[p.next])
			p.order[p.next] = key
			p.next = (p.next + 1) % maxBalances
		}
	}
	p.known[key] = balance
}

// FillBalance adds to a report the course of the balance, as far as it is remembered or can be read.
func (g *Games) FillBalance(tx store.ReadTx, p *Position, side adjudicator.Side, r *templates.Report) error {
	return p.remember(tx, side, &g.past, r)
}
