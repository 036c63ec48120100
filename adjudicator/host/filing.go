package host

import (
	"errors"
	"fmt"
	"sync"
	"time"

	"keryx/store"
)

// filing knows which messages lie in the mailbox that are worked on, where each of them
// lies, and what became of them. The same octets may lie there more than once: a mail that
// was sent again after its answer was lost is one message in two places, and each of them
// has to be filed.
type filing struct {
	mu       sync.Mutex
	messages map[int64]*unfiled
}

// An unfiled message has a state, Received while nobody knows another, and the places from
// which it has not been moved.
type unfiled struct {
	state  store.InboxState
	places map[store.Place]bool
}

// newFiling is the filing of mails of which none waits yet.
func newFiling() *filing { return &filing{messages: map[int64]*unfiled{}} }

// reset forgets everything: what lies in the mailbox is told anew.
func (f *filing) reset() {
	f.mu.Lock()
	defer f.mu.Unlock()
	clear(f.messages)
}

// await notes that a message lies in a place, and returns what is known of it: it may have been
// worked on since it was met in another.
func (f *filing) await(id int64, at store.Place) store.InboxState {
	f.mu.Lock()
	defer f.mu.Unlock()
	m := f.messages[id]
	if m == nil {
		m = &unfiled{state: store.Received, places: map[store.Place]bool{}}
		f.messages[id] = m
	}
	m.places[at] = true
	return m.state
}

// fate returns what became of a message, once that is known.
func (f *filing) fate(id int64) (state store.InboxState, known bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if m := f.messages[id]; m != nil {
		state = m.state
	}
	return state, state.Final()
}

// forget notes that a message has been moved from a place.
func (f *filing) forget(id int64, at store.Place) {
	f.mu.Lock()
	defer f.mu.Unlock()
	m := f.messages[id]
	if m == nil {
		return
	}
	if delete(m.places, at); len(m.places) == 0 {
		delete(f.messages, id)
	}
}

// awaited counts the messages of which nothing is known yet.
func (f *filing) awaited() (n int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, m := range f.messages {
		if !m.state.Final() {
			n++
		}
	}
	return n
}

// learn takes note of what became of messages, and reports whether that is news.
func (f *filing) learn(done []store.Copy) (news bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, c := range done {
		if m := f.messages[c.Message]; m != nil && !m.state.Final() {
			m.state, news = c.State, true
		}
	}
	return news
}

// fewAwaited is below how many messages the mailbox is told of each that can be filed, and not
// only with others: each time it lists all that lies there.
const fewAwaited = 50

// filingPause is how often is looked which messages can be filed.
const filingPause = time.Second

// maxUnfiled bounds the copies that are looked at beside those that are waited for: some may have been taken out of the
// mailbox by somebody else, and are never filed.
const maxUnfiled = 4096

// errForgotten reports a message that was stored and is not there. A server that crashes gives the numbers of
// transactions that it has forgotten to others: asked what became of one whose answer was lost, it may speak of another.
// The mailbox is read anew then, as after any time in which the database was away.
var errForgotten = fmt.Errorf("a message that was stored is not there: %w", store.ErrUnavailable)

// stored looks for the first message that is waited for, if there is one; one that is lost is the first at last.
func stored(tx store.ReadTx, id int64) error {
	if id == 0 {
		return nil
	}
	if _, err := tx.InboxMessage(id); !errors.Is(err, store.ErrNotFound) {
		return err
	}
	return fmt.Errorf("message %d: %w", id, errForgotten)
}

// first is the message that was stored first of those of which nothing is known yet, or 0.
func (f *filing) first() (id int64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for message, m := range f.messages {
		if !m.state.Final() && (id == 0 || message < id) {
			id = message
		}
	}
	return id
}
