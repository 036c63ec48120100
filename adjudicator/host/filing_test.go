package host

import (
	"testing"

	"keryx/adjudicator/host/intake"
	"keryx/store"
)

// TestCopiesAreFiledEach lets one message lie in two places of the mailbox, as a mail does that was delivered twice:
// whatever the order in which the copies are met, worked on and moved, neither is forgotten over the other.
func TestCopiesAreFiledEach(t *testing.T) {
	const id = 7
	here, there := store.Place{Folder: "INBOX", UID: 1}, store.Place{Folder: "INBOX", UID: 2}
	done := []store.Copy{{Message: id, State: store.Accepted}}
	known := func(f *intake.Filing, want bool) {
		t.Helper()
		if state, ok := f.Fate(id); ok != want || want && state != store.Accepted {
			t.Errorf("what became of the message: %q, %v", state, ok)
		}
	}
	t.Run("both are met before it is worked on", func(t *testing.T) {
		f := intake.NewFiling()
		f.Await(id, here)
		f.Await(id, there)
		f.Await(id, there) // after the connection was lost
		if known(f, false); !f.Learn(done) || f.Learn(done) {
			t.Error("the end of the work is news once")
		}
		f.Forget(id, here)
		known(f, true)
		f.Forget(id, there)
		if known(f, false); len(f.Messages) > 0 {
			t.Error("what has been moved from everywhere is remembered")
		}
	})
	t.Run("the second is met when it has been worked on", func(t *testing.T) {
		f := intake.NewFiling()
		f.Await(id, here)
		f.Learn(done)
		if state := f.Await(id, there); state != store.Accepted {
			t.Errorf("the second copy waits in state %s: nobody will tell it", state)
		}
		f.Forget(id, there)
		known(f, true)
	})
	t.Run("the first is moved between", func(t *testing.T) {
		f := intake.NewFiling()
		f.Await(id, here)
		f.Learn(done)
		f.Forget(id, here)
		if state := f.Await(id, there); state.Final() || f.Awaited() != 1 {
			t.Errorf("state %s, %d are awaited: the copy has to be looked for", state, f.Awaited())
		}
	})
	t.Run("a copy that is moved at once", func(t *testing.T) {
		f := intake.NewFiling()
		f.Await(id, here)
		f.Forget(id, there) // the store knew its state already
		if f.Awaited() != 1 || f.First() != id {
			t.Error("the first copy is forgotten")
		}
	})
}
