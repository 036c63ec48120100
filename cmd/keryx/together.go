package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"keryx/adjudicator/host"
	"keryx/cmd/keryx/settings"
	"keryx/store/crew"
	"keryx/store/jobs"
	"keryx/store/postgres"
)

// together makes a daemon one of those that serve a PostgreSQL database together, until
// the function is called that it returns. A daemon on a SQLite file serves it alone, and is
// refused while another does so: before it takes addresses that the other has, which would be
// all that it could tell.
func together(ctx context.Context, d *host.Daemon) (leave func() error, err error) {
	db, ok := settings.Below(d.Host.Store).(*postgres.Store)
	if !ok {
		d.Crew = host.Alone(d.Host)
		switch holder, err := d.Host.Store.Holder(ctx); {
		case err != nil:
			return nil, err
		case holder != nil:
			return nil, holder
		}
		return func() error { return nil }, nil
	}
	name, _ := os.Hostname() // only to be read by a person
	owner := fmt.Sprintf("process %d on %s", os.Getpid(), name)
	unlock, err := db.JoinLock(ctx, owner, d.Host.Now())
	if err != nil {
		return nil, err
	}
	c, err := settings.CrewOf(ctx, d.Host, db)
	if err != nil {
		return nil, errors.Join(err, unlock())
	}
	member, err := c.Join(ctx, owner)
	if err != nil {
		return nil, errors.Join(err, unlock())
	}
	locks := crew.NewLocks(db.Config())
	d.Host.Store = jobs.Announce(db, member)
	d.Crew = struct {
		*crew.Daemon
		*crew.Locks
	}{member, locks}
	return func() error {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), leavingTime)
		defer cancel()
		return errors.Join(member.Leave(ctx), locks.Close(ctx), unlock())
	}, nil
}

// leavingTime is how long a daemon that stops may take to say so.
const leavingTime = 5 * time.Second
