package leagues

import (
	"sync"
	"time"

	"keryx/store"
)

// lookAgain is how long a league is left alone at most: time brings things that no season knows
// the moment of, such as the end of somebody's grace or of an outage that was made good.
const lookAgain = 15 * time.Minute

// leagueWatch remembers that no league had anything to do, so that the next sweep asks one
// question and no more, however many leagues, entrants and games there are.
type leagueWatch struct {
	mu    sync.Mutex
	quiet bool
	seen  int64     // as season.Touched had it
	from  time.Time // when nothing was to do
	until time.Time // the next moment at which something may be

	over   map[string]bool // the leagues that are closed, which none opens again
	failed map[string]failure
}

// failure is what came of tending a league that cannot be tended as it is stored.
type failure struct {
	changed time.Time // when it was stored
	at      time.Time
	times   int // in a row
	says    string
}

// skips reports whether a league need not be looked at: it is closed, or has failed twice as it is
// stored, and is given time. What it failed for may pass by itself: it is tried again then.
func (w *leagueWatch) skips(l store.League, now time.Time) (skips bool, until time.Time) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.over[l.ID] {
		return true, time.Time{}
	}
	f, failed := w.failed[l.ID]
	until = f.at.Add(lookAgain)
	return failed && f.times > 1 && f.changed.Equal(l.Changed) && !now.Before(f.at) && now.Before(until), until
}

// closed notes that a league is over.
func (w *leagueWatch) closed(id string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.over == nil {
		w.over = map[string]bool{}
	}
	w.over[id] = true
	delete(w.failed, id)
}

// tended notes what came of tending a league. It reports whether that is a failure that has not been
// told yet, and whether the league is to be tried again at once.
func (w *leagueWatch) tended(l store.League, err error, now time.Time) (tell, again bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if err == nil {
		delete(w.failed, l.ID)
		return false, false
	}
	f := w.failed[l.ID]
	if !f.changed.Equal(l.Changed) {
		f.times = 0
	}
	tell = f.times == 0 || f.says != err.Error()
	f = failure{changed: l.Changed, at: now, times: f.times + 1, says: err.Error()}
	if w.failed == nil {
		w.failed = map[string]failure{}
	}
	w.failed[l.ID] = f
	return tell, f.times < 2
}

// still reports whether nothing can have come to be done since.
func (w *leagueWatch) still(touched int64, now time.Time) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.quiet && w.seen == touched && !now.Before(w.from) && now.Before(w.until)
}

// settle notes that nothing was to do, or that something was.
func (w *leagueWatch) settle(quiet bool, touched int64, now, until time.Time) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.quiet, w.seen, w.from, w.until = quiet, touched, now, until
}
