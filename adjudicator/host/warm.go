package host

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
	kept map[string]warm
}

// warm is a game as its last mail left it.
type warm struct {
	session *adjudicator.Session
	month   adjudicator.Phrase
	last    adjudicator.Entry
	chain   *dice.Chain
}

// put keeps what is in play of a position, which is spent by it.
func (w *warmth) put(p *position) {
	w.Lock()
	defer w.Unlock()
	if w.kept == nil {
		w.kept = map[string]warm{}
	}
	for id, other := range w.kept {
		if id == p.game.ID || len(w.kept) >= maxWarm {
			other.session.Close()
			delete(w.kept, id)
		}
	}
	w.kept[p.game.ID] = warm{p.session, p.month, p.last, p.chain}
	p.session = nil
}

// take gives away what is kept of a game, unless its ledger has gone on.
func (w *warmth) take(game string, head store.Head) (warm, bool) {
	w.Lock()
	defer w.Unlock()
	k, ok := w.kept[game]
	delete(w.kept, game)
	if ok && (k.last.Seq != head.Seq || k.last.Hash != dice.Head(head.Hash)) {
		k.session.Close()
		ok = false
	}
	return k, ok
}

// loadWarm is load, without the replay if the turn has been kept in play.
func (h *Host) loadWarm(tx store.ReadTx, game store.Game) (*position, error) {
	head, err := tx.Head(game.ID)
	if err != nil {
		return nil, fmt.Errorf("game %s: its ledger: %w", game.ID, err)
	}
	k, ok := h.warm.take(game.ID, head)
	if !ok {
		return load(tx, game.ID)
	}
	rules, err := rulesOf(game)
	if err != nil {
		k.session.Close()
		return nil, fmt.Errorf("game %s: %w", game.ID, err)
	}
	p := &position{game: game, rules: rules, info: rules.Info(), session: k.session, month: k.month, last: k.last, chain: k.chain}
	p.begin()
	if err := p.loadSeats(tx); err != nil {
		p.close()
		return nil, err
	}
	return p, nil
}

// movement is what the work on a message has moved.
type movement struct {
	position *position // nil until it has
}

// keepWarm keeps what a message has moved, once that is committed.
func (h *Host) keepWarm(m *movement, committed bool) {
	p := m.position
	if m.position = nil; p == nil {
		return
	}
	if !committed || p.game.Status == store.Ended {
		p.close()
		return
	}
	h.warm.put(p)
}
