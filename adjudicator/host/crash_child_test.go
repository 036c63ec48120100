//go:build unix

package host_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"syscall"
	"testing"
	"time"

	"keryx/adjudicator/host/hosttest"

	"keryx/adjudicator/host"
	hostclub "keryx/adjudicator/host/club"
	"keryx/mail"
	"keryx/mail/wire"
	"keryx/store"
	"keryx/store/engine"
)

// childEnv holds the task of a child process, as JSON. The test binary then runs
// a daemon and no tests.
const childEnv = "KERYX_HOST_CHILD"

// task is what a child shall do: serve the database until all is done, or until
// it has done a step so many times and kills itself.
type task struct {
	Path, IMAP, SMTP string
	Ahead            time.Duration // of its clock
	Step             hostclub.Step // after which it dies; empty for never
	Times            int           // that it has done the step by then
	Mails            int           // messages that the inbox must hold in the end; -1 if nobody knows

	Address, Key string // of the server, if it is not the usual one: its mailbox, and its private key
}

func TestMain(m *testing.M) {
	if text := os.Getenv(childEnv); text != "" {
		var job task
		if err := json.Unmarshal([]byte(text), &job); err != nil {
			panic(err)
		}
		if err := job.run(); err != nil {
			fmt.Fprintln(os.Stderr, "child:", err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(hosttest.Main(m))
}

// account is the server's mailbox at the loopback post office.
func account(address string) wire.Endpoint { return accountOf(address, hosttest.ServerAddress) }

// accountOf is that of some server.
func accountOf(address, user string) wire.Endpoint {
	return wire.Endpoint{Address: address, TLS: wire.TLSNone, Username: user, Password: "secret"}
}

// run is the life of a child.
func (job task) run() error {
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	db, err := engine.Open(ctx, job.Path)
	if err != nil {
		return err
	}
	defer db.Close()
	began := time.Now()
	log := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelError}))
	h := hosttest.NewHost(nil, db, func() time.Time { return hosttest.Noon.Add(job.Ahead + time.Since(began)) })
	h.Log, h.Trace = log, job.tracer()
	if job.Address != "" {
		h.Post.Address = job.Address
		if h.Signer, err = mail.ParseSigner([]byte(job.Key), nil); err != nil {
			return err
		}
	}
	box, err := wire.NewMailbox(wire.MailboxConfig{Endpoint: accountOf(job.IMAP, h.Post.Address), Log: log})
	if err != nil {
		return err
	}
	d := &host.Daemon{Host: h, Crew: host.Alone(h), Mailbox: box, Carrier: &wire.Sender{Endpoint: accountOf(job.SMTP, h.Post.Address), Keep: 4}, Every: 100 * time.Millisecond,
		After: time.After}
	ended := make(chan error, 1)
	go func() {
		err := d.Run(ctx)
		stop()
		ended <- err
	}()
	job.untilDone(ctx, db, box)
	stop()
	return <-ended
}

// tracer kills the process after the step.
func (job task) tracer() func(hostclub.Step) {
	var mu sync.Mutex
	done := 0
	return func(s hostclub.Step) {
		mu.Lock()
		defer mu.Unlock()
		if s != job.Step {
			return
		}
		if done++; done == job.Times {
			_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
			select {} // until the signal arrives
		}
	}
}

// untilDone returns when all mail has been worked on, answered, sent and filed.
func (job task) untilDone(ctx context.Context, db store.Store, box *wire.Mailbox) {
	for ctx.Err() == nil {
		if job.idle(ctx, db) && box.Sync(ctx) == nil && job.idle(ctx, db) && cleared(ctx, box) {
			return
		}
		select {
		case <-ctx.Done():
		case <-time.After(5 * time.Millisecond):
		}
	}
}

// cleared reports whether nothing lies in the mailbox any more: what is worked on is filed a moment later.
func cleared(ctx context.Context, box *wire.Mailbox) bool {
	empty := true
	err := box.Back(ctx, "INBOX", func(wire.Fetched) (enough bool, err error) {
		empty = false
		return true, nil
	})
	return err == nil && empty
}

// idle reports whether nothing waits in the store.
func (job task) idle(ctx context.Context, db store.Store) bool {
	waiting := 0
	err := db.View(ctx, func(tx store.ReadTx) error {
		inbox, err := tx.InboxMessages(store.InboxFilter{})
		if err != nil {
			return err
		}
		if job.Mails >= 0 {
			waiting += job.Mails - len(inbox)
		}
		for _, m := range inbox {
			if !m.State.Final() {
				waiting++
			}
		}
		for _, state := range []store.OutboxState{store.Queued, store.Sending} {
			rows, err := tx.OutboxMails(store.OutboxFilter{State: state})
			if err != nil {
				return err
			}
			waiting += len(rows)
		}
		return nil
	})
	return err == nil && waiting == 0
}
