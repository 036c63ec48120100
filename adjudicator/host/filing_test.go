package host

import (
	"testing"

	"keryx/store"
)

// TestCopiesAreFiledEach lets one message lie in two places of the mailbox, as a mail does that was delivered twice:
// whatever the order in which the copies are met, worked on and moved, neither is forgotten over the other.
func TestCopiesAreFiledEach(t *testing.T) {
	const id = 7
	here, there := store.Place{Folder: "INBOX", UID: 1}, store.Place{Folder: "INBOX", UID: 2}
	done := []store.Copy{{Message: id, State: store.Accepted}}
	known := func(f *filing, want bool) {
		t.Helper()
		if state, ok := f.fate(id); ok != want || want && state != store.Accepted {
			t.Errorf("what became of the message: %q, %v", state, ok)
		}
	}
	t.Run("both are met before it is worked on", func(t *testing.T) {
		f := newFiling()
		f.await(id, here)
		f.await(id, there)
		f.await(id, there) // after the connection was lost
		if known(f, false); !f.learn(done) || f.learn(done) {
			t.Error("the end of the work is news once")
		}
		f.forget(id, here)
		known(f, true)
		f.forget(id, there)
		if known(f, false); len(f.messages) > 0 {
			t.Error("what has been moved from everywhere is remembered")
		}
	})
	t.Run("the second is met when it has been worked on", func(t *testing.T) {
		f := newFiling()
		f.await(id, here)
		f.learn(done)
		if state := f.await(id, there); state != store.Accepted {
			t.Errorf("the second copy waits in state %s: nobody will tell it", state)
		}
		f.forget(id, there)
		known(f, true)
	})
	t.Run("the first is moved between", func(t *testing.T) {
		f := newFiling()
		f.await(id, here)
		f.learn(done)
		f.forget(id, here)
		if state := f.await(id, there); state.Final() || f.awaited() != 1 {
			t.Errorf("state %s, %d are awaited: the copy has to be looked for", state, f.awaited())
		}
	})
	t.Run("a copy that is moved at once", func(t *testing.T) {
		f := newFiling()
		f.await(id, here)
		f.forget(id, there) // the store knew its state already
		if f.awaited() != 1 || f.first() != id {
			t.Error("the first copy is forgotten")
		}
	})
}
