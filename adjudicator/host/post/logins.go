package post

import (
	"errors"
	"sync"
	"time"

	"keryx/mail/wire"
)

// loginPause is how long nothing is sent after the server has refused our credentials:
// whoever goes on trying locks the account.
const loginPause = 15 * time.Minute

// logins keeps count of whether the sending server takes our credentials. Until it has
// taken them once, and again after each refusal, one mail goes first, alone.
type logins struct {
	mu    sync.Mutex
	taken bool
	until time.Time // no login before
}

// allowed reports whether a mail may be sent now; busy means that one is under way.
func (l *logins) allowed(now time.Time, busy bool) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.until.Sub(now) > loginPause {
		l.until = now // the clock has been set back
	}
	return !now.Before(l.until) && (l.taken || !busy)
}

// note takes note of how a delivery went.
func (l *logins) note(now time.Time, result error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	var failed *wire.SendError
	switch {
	case errors.Is(result, wire.ErrAuth):
		l.taken, l.until = false, now.Add(loginPause)
	case errors.As(result, &failed) && (failed.Stage == wire.StageCheck || failed.Stage == wire.StageConnect):
		// It did not come to a login.
	case errors.Is(result, ErrUnsound): // nor to a connection
	default:
		l.taken, l.until = true, time.Time{}
	}
}

// next is when a login may be tried again; the zero time if at once.
func (l *logins) next() time.Time {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.until
}

// ErrUnsound reports a stored mail that must not go out: it is not what was queued, or
// not for whom it would go to.
var ErrUnsound = errors.New("the stored mail is not sound")
