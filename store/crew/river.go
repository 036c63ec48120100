package crew

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivertype"

	"keryx/store/jobs"
)

// River tells kinds of jobs apart by the type of their arguments.
type (
	messageArgs struct{ jobs.Job }
	mailArgs    struct{ jobs.Job }
	dueArgs     struct{ jobs.Job }
)

func (messageArgs) Kind() string { return string(jobs.Message) }
func (mailArgs) Kind() string    { return string(jobs.Mail) }
func (dueArgs) Kind() string     { return string(jobs.Deadline) }

func (a messageArgs) job() jobs.Job { a.Job.Kind = jobs.Message; return a.Job }
func (a mailArgs) job() jobs.Job    { a.Job.Kind = jobs.Mail; return a.Job }
func (a dueArgs) job() jobs.Job     { a.Job.Kind = jobs.Deadline; return a.Job }

// Each kind has a queue of its own, so that many of one do not keep back the others.
func (messageArgs) InsertOpts() river.InsertOpts { return queued(jobs.Message) }
func (mailArgs) InsertOpts() river.InsertOpts    { return queued(jobs.Mail) }
func (dueArgs) InsertOpts() river.InsertOpts     { return queued(jobs.Deadline) }

// attempts is after how many failures River gives a job up. The table that it points to is looked through all the same.
const attempts = 1000

func queued(k jobs.Kind) river.InsertOpts {
	return river.InsertOpts{Queue: string(k), MaxAttempts: attempts}
}

func argsOf(j jobs.Job) (river.JobArgs, error) {
	switch j.Kind {
	case jobs.Message:
		return messageArgs{j}, nil
	case jobs.Mail:
		return mailArgs{j}, nil
	case jobs.Deadline:
		return dueArgs{j}, nil
	}
	return nil, fmt.Errorf("there is no job of kind %q", j.Kind)
}

// A worker calls a hand for River.
type worker[A interface {
	river.JobArgs
	job() jobs.Job
}] struct {
	river.WorkerDefaults[A]
	work jobs.Work
	held *held
}

// Work does a job.
func (w *worker[A]) Work(ctx context.Context, j *river.Job[A]) error {
	w.held.begin(j.ID)
	defer w.held.end(j.ID)
	err := w.work(ctx, j.Args.job())
	var later *jobs.Later
	switch {
	case err == nil:
		return nil
	case errors.As(err, &later):
		return river.JobSnooze(max(later.In, 0))
	case ctx.Err() != nil:
		return river.JobSnooze(0)
	}
	return err
}

// Timeout is none: whoever does the work knows how long it may take.
func (w *worker[A]) Timeout(*river.Job[A]) time.Duration { return -1 }

// How often new jobs are fetched at most, and at least where the word of a new one was lost.
const (
	fetchAtMost  = 20 * time.Millisecond
	fetchAtLeast = time.Second
)

// kept is how long jobs stay in the table that were done.
const kept = time.Minute

// client makes the client of River by which a daemon of that name works.
func (d *Daemon) client(name string, hands jobs.Hands) (*river.Client[pgx.Tx], error) {
	workers, queues := river.NewWorkers(), map[string]river.QueueConfig{}
	for kind, hand := range hands {
		var err error
		switch kind {
		case jobs.Message:
			err = river.AddWorkerSafely(workers, &worker[messageArgs]{work: hand.Work, held: &d.inHand})
		case jobs.Mail:
			err = river.AddWorkerSafely(workers, &worker[mailArgs]{work: hand.Work, held: &d.inHand})
		case jobs.Deadline:
			err = river.AddWorkerSafely(workers, &worker[dueArgs]{work: hand.Work, held: &d.inHand})
		default:
			err = fmt.Errorf("there is no job of kind %q", kind)
		}
		if err != nil {
			return nil, err
		}
		queues[string(kind)] = river.QueueConfig{MaxWorkers: max(hand.Most, 1)}
	}
	return river.NewClient(riverpgxv5.New(d.pool), &river.Config{
		ID: name, Workers: workers, Queues: queues, Logger: quiet(d.cfg.Log),
		FetchCooldown: fetchAtMost, FetchPollInterval: fetchAtLeast, JobTimeout: -1,
		CompletedJobRetentionPeriod: kept, RetryPolicy: patient{}, ErrorHandler: told{d.cfg.Log},
	})
}

// patient waits a little longer after each failure, up to a minute.
type patient struct{}

// NextRetry is the next moment for a job that failed.
func (patient) NextRetry(j *rivertype.JobRow) time.Time {
	return time.Now().Add(min(time.Duration(j.Attempt)*time.Second, time.Minute))
}

// told writes failed jobs into the log.
type told struct{ log *slog.Logger }

// HandleError notes a job that failed and will come again.
func (t told) HandleError(_ context.Context, j *rivertype.JobRow, err error) *river.ErrorHandlerResult {
	t.log.Warn("a job failed and will come again", "kind", j.Kind, "job", string(j.EncodedArgs), "attempt", j.Attempt, "error", err)
	return nil
}

// HandlePanic notes a job that panicked.
func (t told) HandlePanic(_ context.Context, j *rivertype.JobRow, value any, trace string) *river.ErrorHandlerResult {
	t.log.Error("a job panicked and will come again", "kind", j.Kind, "job", string(j.EncodedArgs), "attempt", j.Attempt, "panic", value, "trace", trace)
	return nil
}

// quiet is a log that takes what River has to say from warnings on.
func quiet(log *slog.Logger) *slog.Logger { return slog.New(warnings{log.Handler()}) }

type warnings struct{ slog.Handler }

// Enabled reports whether a level is worth a line.
func (w warnings) Enabled(ctx context.Context, l slog.Level) bool {
	return l >= slog.LevelWarn && w.Handler.Enabled(ctx, l)
}

// WithAttrs keeps the threshold.
func (w warnings) WithAttrs(a []slog.Attr) slog.Handler { return warnings{w.Handler.WithAttrs(a)} }

// WithGroup keeps the threshold.
func (w warnings) WithGroup(name string) slog.Handler { return warnings{w.Handler.WithGroup(name)} }
