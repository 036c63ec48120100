package play

import (
	"fmt"
	"sync"

	"keryx/adjudicator"
	"keryx/adjudicator/dice"
	"keryx/store"
)

// maxWarm bounds the games whose turn is kept in play between two mails.
const maxWarm = 64

// warmth keeps the turn in play of the games that mails have moved lately, so that the
// next mail to one need not replay its month. It is a convenience and no memory: what is
// kept is used once, by the next mail, and only if the ledger still ends where it was
// left. A daemon that is killed loses nothing by it.
type warmth struct {
	sync.Mutex
	Kept map[string]warm
}

// warm is a game as its last mail left it.
type warm struct {
	Session *adjudicator.Session
	month   adjudicator.Phrase
	Last    adjudicator.Entry
	chain   *dice.Chain
}

// put keeps what is in play of a position, which is spent by it.
func (w *warmth) put(p *Position) {
	w.Lock()
	defer w.Unlock()
	if w.Kept == nil {
		w.Kept = map[string]warm{}
	}
	for id, other := range w.Kept {
		if id == p.Game.ID || len(w.Kept) >= maxWarm {
			other.Session.Close()
			delete(w.Kept, id)
		}
	}
	w.Kept[p.Game.ID] = warm{p.Session, p.month, p.Last, p.Chain}
	p.Session = nil
}

// take gives away what is kept of a game, unless its ledger has gone on.
func (w *warmth) take(game string, head store.Head) (warm, bool) {
	w.Lock()
	defer w.Unlock()
	k, ok := w.Kept[game]
	delete(w.Kept, game)
	if ok && (k.Last.Seq != head.Seq || k.Last.Hash != dice.Head(head.Hash)) {
		k.Session.Close()
		ok = false
	}
	return k, ok
}

// LoadWarm is load, without the replay if the turn has been kept in play.
func (g *Games) LoadWarm(tx store.ReadTx, game store.Game) (*Position, error) {
	head, err := tx.Head(game.ID)
	if err != nil {
		return nil, fmt.Errorf("game %s: its ledger: %w", game.ID, err)
	}
	k, ok := g.Warm.take(game.ID, head)
	if !ok {
		return Load(tx, game.ID)
	}
	rules, err := RulesOf(game)
	if err != nil {
		k.Session.Close()
		return nil, fmt.Errorf("game %s: %w", game.ID, err)
	}
	p := &Position{Game: game, Rules: rules, Info: rules.Info(), Session: k.Session, month: k.month, Last: k.Last, Chain: k.chain}
	p.begin()
	if err := p.LoadSeats(tx); err != nil {
		p.Close()
		return nil, err
	}
	return p, nil
}

// Movement is what the work on a message has moved.
type Movement struct {
	Position *Position // nil until it has
}

// KeepWarm keeps what a message has moved, once that is committed.
func (g *Games) KeepWarm(m *Movement, committed bool) {
	p := m.Position
	if m.Position = nil; p == nil {
		return
	}
	if !committed || p.Game.Status == store.Ended {
		p.Close()
		return
	}
	g.Warm.put(p)
}
