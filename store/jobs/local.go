package jobs

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"keryx/store"
)

// Local is the engine of a process that serves a store alone. Its jobs live in memory; what a process leaves undone that
// ends, the next one finds in the tables.
type Local struct {
	Log   *slog.Logger
	After func(time.Duration) <-chan time.Time // time.After, but for tests

	mu      sync.Mutex
	waiting map[Kind][]Job
	known   map[Job]bool          // that wait
	delayed map[Job]chan struct{} // that come again after a pause; closed when they come before it ends
	more    map[Kind]chan struct{}
	locked  map[lockName]bool
}

type lockName struct {
	class int32
	name  string
}

// NewLocal returns an engine without jobs.
func NewLocal(log *slog.Logger) *Local {
	return &Local{Log: log, After: time.After, waiting: map[Kind][]Job{}, known: map[Job]bool{}, delayed: map[Job]chan struct{}{},
		more: map[Kind]chan struct{}{}, locked: map[lockName]bool{}}
}

var _ Engine = (*Local)(nil)

// Note does nothing: nobody can know of the jobs before the transaction has ended.
func (l *Local) Note(context.Context, store.Tx, []Job) error { return nil }

// Committed takes the jobs up.
func (l *Local) Committed(woken []Job) { l.Put(woken...) }

// Claimed does nothing: the claims of a process that has ended are all given back when the next one begins.
func (l *Local) Claimed(context.Context, store.Tx, store.Claim) error { return nil }

// Put adds jobs, those that do not wait yet.
func (l *Local) Put(woken ...Job) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, j := range woken {
		same := j.Same()
		if l.known[same] {
			continue
		}
		l.known[same] = true
		if sooner, ok := l.delayed[same]; ok {
			close(sooner)
			delete(l.delayed, same)
		}
		l.waiting[j.Kind] = append(l.waiting[j.Kind], j)
		select {
		case l.signal(j.Kind) <- struct{}{}:
		default: // one is pending
		}
	}
}

// Survey adds jobs of which nobody knows whether they are there.
func (l *Local) Survey(_ context.Context, woken []Job) error {
	l.Put(woken...)
	return nil
}

// signal is the channel that says that there is work of a kind; l.mu is held.
func (l *Local) signal(k Kind) chan struct{} {
	if l.more[k] == nil {
		l.more[k] = make(chan struct{}, 1)
	}
	return l.more[k]
}

// next takes the job that has waited longest. It returns false if ctx ends first.
func (l *Local) next(ctx context.Context, k Kind) (Job, bool) {
	for {
		l.mu.Lock()
		more := l.signal(k)
		if list := l.waiting[k]; len(list) > 0 && ctx.Err() == nil {
			j := list[0]
			l.waiting[k] = list[1:]
			delete(l.known, j.Same())
			if len(list) > 1 {
				select {
				case more <- struct{}{}: // for the next hand
				default:
				}
			}
			l.mu.Unlock()
			return j, true
		}
		l.mu.Unlock()
		select {
		case <-more:
		case <-ctx.Done():
			return Job{}, false
		}
	}
}

// Run does what comes up until ctx ends, and then waits for what is under way.
func (l *Local) Run(ctx context.Context, hands Hands) error {
	var group errgroup.Group
	for kind, hand := range hands {
		for range max(hand.Most, 1) {
			group.Go(func() error {
				for {
					j, ok := l.next(ctx, kind)
					if !ok {
						return nil
					}
					l.do(ctx, hand.Work, j)
				}
			})
		}
	}
	return group.Wait()
}

// again is the pause after a failure that says nothing of when to try again.
const again = time.Second

// do does a job, and puts it back if it has to come again.
func (l *Local) do(ctx context.Context, work Work, j Job) {
	err := work(ctx, j)
	if err == nil || ctx.Err() != nil {
		return
	}
	pause := again
	if later := (*Later)(nil); errors.As(err, &later) {
		pause = max(later.In, 0)
	} else {
		l.Log.Warn("a job failed and will come again", "job", j.String(), "error", err)
	}
	l.delay(ctx, j, pause)
}

// delay puts a job back after a pause, unless it comes before by itself.
func (l *Local) delay(ctx context.Context, j Job, pause time.Duration) {
	sooner := make(chan struct{})
	l.mu.Lock()
	if l.known[j.Same()] || l.delayed[j.Same()] != nil {
		l.mu.Unlock()
		return
	}
	l.delayed[j.Same()] = sooner
	l.mu.Unlock()
	tick := l.After(pause)
	go func() {
		select {
		case <-tick:
			l.Put(j)
		case <-sooner:
		case <-ctx.Done():
		}
	}()
}

// Hold does the work of an office, which nobody else wants.
func (l *Local) Hold(ctx context.Context, _ string, work func(context.Context) error) error {
	return work(ctx)
}

// Alone is true.
func (l *Local) Alone() bool { return true }

// Orphans lists nothing: whoever else sent mail gave it back, or it was taken from him at the start.
func (l *Local) Orphans(context.Context) ([]Orphan, error) { return nil, nil }

// Buried does nothing.
func (l *Local) Buried(context.Context, []Orphan) error { return nil }

// TryLock takes the lock of a name, and reports false if somebody else holds it. Classes of names are apart from each other.
func (l *Local) TryLock(_ context.Context, class int32, name string) (unlock func(), ok bool, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	n := lockName{class, name}
	if l.locked[n] {
		return nil, false, nil
	}
	l.locked[n] = true
	return sync.OnceFunc(func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		delete(l.locked, n)
	}), true, nil
}
