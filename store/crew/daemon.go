package crew

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"golang.org/x/sync/errgroup"

	"keryx/store/jobs"
)

// A Daemon is one of the crew.
type Daemon struct {
	*Crew
	id    int32
	name  string
	owner string

	mu      sync.Mutex
	touched time.Time // when it last was

	inHand held
}

// Join makes the caller one of the crew, until [Daemon.Leave]. Owner says who it is, for a person to read.
func (c *Crew) Join(ctx context.Context, owner string) (*Daemon, error) {
	id := rand.Int32()
	d := &Daemon{Crew: c, id: id, name: fmt.Sprintf("keryx-%08x", id), owner: owner}
	if err := d.beat(ctx); err != nil {
		return nil, err
	}
	return d, nil
}

// ID is the number of the daemon in the crew.
func (d *Daemon) ID() int32 { return d.id }

// Alone is false: others may serve the same database.
func (d *Daemon) Alone() bool { return false }

// Leave takes the daemon off the list: its offices are free at once.
func (d *Daemon) Leave(ctx context.Context) error {
	if _, err := d.pool.Exec(ctx, `DELETE FROM crew WHERE id = $1`, d.id); err != nil {
		return fmt.Errorf("leaving the crew: %w", err)
	}
	return nil
}

// Run does what comes up for the hands until ctx ends, and then waits for what is under way.
func (d *Daemon) Run(ctx context.Context, hands jobs.Hands) error {
	client, err := d.client(d.name, hands)
	if err != nil {
		return fmt.Errorf("opening the queue of jobs: %w", err)
	}
	group, run := errgroup.WithContext(ctx)
	group.Go(func() error { return d.live(run) })
	group.Go(func() error { return d.work(run, client.Start, client.Stopped) })
	if err := group.Wait(); err != nil && ctx.Err() == nil {
		return err
	}
	return nil
}

// work starts the queue, as soon as the database can be reached, and waits until it has stopped.
func (d *Daemon) work(ctx context.Context, start func(context.Context) error, stopped func() <-chan struct{}) error {
	for {
		err := start(ctx)
		if err == nil {
			break
		}
		if ctx.Err() != nil {
			return nil
		}
		d.cfg.Log.Warn("the queue of jobs cannot be started yet", "error", err)
		if !wait(ctx, d.cfg.Beat) {
			return nil
		}
	}
	<-stopped()
	return nil
}

// live says again and again that the daemon lives, and takes those off the list who do not.
func (d *Daemon) live(ctx context.Context) error {
	for wait(ctx, d.cfg.Beat) {
		if err := d.beat(ctx); err != nil {
			if ctx.Err() == nil {
				d.cfg.Log.Warn("the database cannot be told that this daemon lives", "error", err)
			}
			continue
		}
		if err := d.bury(ctx); err != nil && ctx.Err() == nil {
			d.cfg.Log.Warn("cannot look after other daemons", "error", err)
		}
	}
	return nil
}

// beat says that the daemon lives.
func (d *Daemon) beat(ctx context.Context) error {
	begun := time.Now()
	ctx, cancel := context.WithTimeout(ctx, d.cfg.Beat)
	defer cancel()
	_, err := d.pool.Exec(ctx, `INSERT INTO crew (id, name, owner) VALUES ($1, $2, $3)
		ON CONFLICT (id) DO UPDATE SET seen = clock_timestamp()`, d.id, d.name, d.owner)
	d.mu.Lock()
	defer d.mu.Unlock()
	if err != nil {
		return fmt.Errorf("joining the crew: %w", err)
	}
	d.touched = begun // by then, at the latest, it was on the list
	return nil
}

// inTouch reports how much longer others believe that the daemon lives, at least.
func (d *Daemon) inTouch() time.Duration {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.cfg.Gone - d.cfg.Beat - time.Since(d.touched)
}

// silent is the condition that a daemon of the list is gone, after a time in seconds. Of the silence of others nothing
// follows while the server itself was away.
const silent = `seen < clock_timestamp() - make_interval(secs => $1) AND pg_postmaster_start_time() < clock_timestamp() - make_interval(secs => $1)`

// bury takes daemons off the list that are gone, and hands out again what they were working on.
func (d *Daemon) bury(ctx context.Context) error {
	own := d.inHand.list()
	return pgx.BeginFunc(ctx, d.pool, func(tx pgx.Tx) error {
		gone, err := names(tx.Query(ctx, `DELETE FROM crew WHERE `+silent+` RETURNING owner`,
			d.cfg.Gone.Seconds()))
		if err != nil {
			return err
		}
		// A job may also be left behind by one who has left, if the word that it was done was lost.
		again, err := names(tx.Query(ctx, `UPDATE river_job SET state = 'available', scheduled_at = now()
			WHERE state = 'running' AND attempted_at < clock_timestamp() - make_interval(secs => $1)
				AND attempted_by[cardinality(attempted_by)] NOT IN (SELECT name FROM crew)
			RETURNING kind || ' ' || args`, d.cfg.Gone.Seconds()))
		if err != nil {
			return err
		}
		lost, err := names(tx.Query(ctx, `UPDATE river_job SET state = 'available', scheduled_at = now()
			WHERE state = 'running' AND attempted_at < clock_timestamp() - make_interval(secs => $1)
				AND attempted_by[cardinality(attempted_by)] = $2 AND NOT id = ANY($3)
			RETURNING kind || ' ' || args`, d.cfg.Gone.Seconds(), d.name, own))
		if err != nil {
			return err
		}
		if len(lost) > 0 {
			d.cfg.Log.Warn("jobs that were lost on their way to this daemon are done again", "jobs", len(lost))
		}
		if len(gone)+len(again) > 0 {
			d.cfg.Log.Warn("other daemons are gone; what they were working on is done by others", "daemons", gone, "jobs", len(again))
		}
		return nil
	})
}

func names(rows pgx.Rows, err error) ([]string, error) {
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[string])
}

// Hold waits until an office is free, takes it, and does its work until ctx ends or the work does. The ctx of the work
// ends as soon as others might believe that the office is free; then it is waited for anew.
func (d *Daemon) Hold(ctx context.Context, office string, work func(context.Context) error) error {
	for {
		got, err := false, error(nil)
		if d.inTouch() > 0 {
			got, err = d.take(ctx, office)
		}
		if err != nil && ctx.Err() == nil {
			d.cfg.Log.Warn("cannot ask for an office", "office", office, "error", err)
		}
		if got {
			d.cfg.Log.Info("this daemon holds an office", "office", office)
			lost, err := d.held(ctx, office, work)
			if !lost {
				return err
			}
			d.cfg.Log.Warn("this daemon has lost an office", "office", office)
		}
		if !wait(ctx, d.cfg.Beat) {
			return nil
		}
	}
}

// errLost ends the work of an office that may not be ours any more.
var errLost = errors.New("the office may be another's by now")

// held does the work of an office, and gives it back. It reports whether the office was lost instead.
func (d *Daemon) held(ctx context.Context, office string, work func(context.Context) error) (lost bool, err error) {
	ours, lose := context.WithCancelCause(ctx)
	defer lose(nil)
	watched := make(chan struct{})
	go func() {
		defer close(watched)
		d.watch(ours, office, lose)
	}()
	err = work(ours)
	lost = context.Cause(ours) == errLost
	lose(nil)
	<-watched
	if lost {
		return true, nil
	}
	free, cancel := context.WithTimeout(context.WithoutCancel(ctx), d.cfg.Beat)
	defer cancel()
	if _, giving := d.pool.Exec(free, `DELETE FROM offices WHERE name = $1 AND holder = $2`, office, d.id); giving != nil {
		d.cfg.Log.Warn("cannot give an office back; it is free when this daemon is gone", "office", office, "error", giving)
	}
	return false, err
}

// watch calls lose when an office is not certain to be ours any more.
func (d *Daemon) watch(ctx context.Context, office string, lose context.CancelCauseFunc) {
	for wait(ctx, d.cfg.Beat/2) {
		ask, cancel := context.WithTimeout(ctx, d.cfg.Beat/4) // the office is ours for a beat more than we believe
		var ours bool
		err := d.pool.QueryRow(ask, `SELECT EXISTS (SELECT FROM offices WHERE name = $1 AND holder = $2)`, office, d.id).Scan(&ours)
		cancel()
		if err == nil && !ours || d.inTouch() <= 0 {
			lose(errLost)
			return
		}
	}
}

// take takes an office that is free or ours, or whose holder is gone.
func (d *Daemon) take(ctx context.Context, office string) (bool, error) {
	ctx, cancel := context.WithTimeout(ctx, d.cfg.Beat)
	defer cancel()
	tag, err := d.pool.Exec(ctx, `INSERT INTO offices AS o (name, holder) VALUES ($2, $3)
		ON CONFLICT (name) DO UPDATE SET holder = $3, since = clock_timestamp() WHERE o.holder = $3
			OR o.holder IN (SELECT id FROM crew WHERE `+silent+`)`, d.cfg.Gone.Seconds(), office, d.id)
	if err != nil {
		return false, err
	}
	return tag.RowsAffected() == 1, nil
}

func wait(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}
