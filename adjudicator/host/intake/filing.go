package intake

import (
	"errors"
	"fmt"
	"sync"
	"time"

	"keryx/store"
)

// Filing knows which messages lie in the mailbox that are worked on, where each of them
// lies, and what became of them. The same octets may lie there more than once: a mail that
// was sent again after its answer was lost is one message in two places, and each of them
// has to be filed.
type Filing struct {
	mu       sync.Mutex
	Messages map[int64]*unfiled
}

// An unfiled message has a state, Received while nobody knows another, and the places from
// which it has not been moved.
type unfiled struct {
	state  store.InboxState
	places map[store.Place]bool
}

// NewFiling is the filing of mails of which none waits yet.
func NewFiling() *Filing { return &Filing{Messages: map[int64]*unfiled{}} }

// Reset forgets everything: what lies in the mailbox is told anew.
func (f *Filing) Reset() {
	f.mu.Lock()
	defer f.mu.Unlock()
	clear(f.Messages)
}

// Await notes that a message lies in a place, and returns what is known of it: it may have been
// worked on since it was met in another.
func (f *Filing) Await(id int64, at store.Place) store.InboxState {
	f.mu.Lock()
	defer f.mu.Unlock()
	m := f.Messages[id]
	if m == nil {
		m = &unfiled{state: store.Received, places: map[store.Place]bool{}}
		f.Messages[id] = m
	}
	m.places[at] = true
	return m.state
}

// Fate returns what became of a message, once that is known.
func (f *Filing) Fate(id int64) (state store.InboxState, known bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if m := f.Messages[id]; m != nil {
		state = m.state
	}
	return state, state.Final()
}

// Forget notes that a message has been moved from a place.
func (f *Filing) Forget(id int64, at store.Place) {
	f.mu.Lock()
	defer f.mu.Unlock()
	m := f.Messages[id]
	if m == nil {
		return
	}
	if delete(m.places, at); len(m.places) == 0 {
		delete(f.Messages, id)
	}
}

// Awaited counts the messages of which nothing is known yet.
func (f *Filing) Awaited() (n int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, m := range f.Messages {
		if !m.state.Final() {
			n++
		}
	}
	return n
}

// Learn takes note of what became of messages, and reports whether that is news.
func (f *Filing) Learn(done []store.Copy) (news bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, c := range done {
		if m := f.Messages[c.Message]; m != nil && !m.state.Final() {
			m.state, news = c.State, true
		}
	}
	return news
}

// FewAwaited is below how many messages the mailbox is told of each that can be filed, and not
// only with others: each time it lists all that lies there.
const FewAwaited = 50

// FilingPause is how often is looked which messages can be filed.
const FilingPause = time.Second

// MaxUnfiled bounds the copies that are looked at beside those that are waited for: some may have been taken out of the
// mailbox by somebody else, and are never filed.
const MaxUnfiled = 4096

// ErrForgotten reports a message that was stored and is not there. A server that crashes gives the numbers of
// transactions that it has forgotten to others: asked what became of one whose answer was lost, it may speak of another.
// The mailbox is read anew then, as after any time in which the database was away.
var ErrForgotten = fmt.Errorf("a message that was stored is not there: %w", store.ErrUnavailable)

// Stored looks for the first message that is waited for, if there is one; one that is lost is the first at last.
func Stored(tx store.ReadTx, id int64) error {
	if id == 0 {
		return nil
	}
	if _, err := tx.InboxMessage(id); !errors.Is(err, store.ErrNotFound) {
		return err
	}
	return fmt.Errorf("message %d: %w", id, ErrForgotten)
}

// First is the message that was stored first of those of which nothing is known yet, or 0.
func (f *Filing) First() (id int64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for message, m := range f.Messages {
		if !m.state.Final() && (id == 0 || message < id) {
			id = message
		}
	}
	return id
}
