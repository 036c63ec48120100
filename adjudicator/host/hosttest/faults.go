package hosttest

import (
	"context"
	"database/sql"
	"errors"

	hostclub "keryx/adjudicator/host/club"
	"keryx/store"
	"keryx/store/postgres"
)

// InFile skips a test that looks into the database in the words of SQLite.
func (c *Club) InFile() string {
	c.T.Helper()
	if postgres.IsAddress(c.Path) {
		c.T.Skip("goes past the program in SQL of SQLite")
	}
	return c.Path
}

// CrashAfter runs f and cuts it off after a step, as a crash would.
func (c *Club) CrashAfter(at hostclub.Step, f func()) {
	c.T.Helper()
	c.Trace = func(s hostclub.Step) {
		if s == at {
			panic(at)
		}
	}
	defer func() {
		c.Trace = nil
		if r := recover(); r != at {
			c.T.Fatalf("stopped by %v, want a stop after %s", r, at)
		}
	}()
	f()
}

// Questions counts what is asked of a store.
type Questions struct {
	store.Store
	Views, Updates, Settings, Others int
}

// View implements [store.Store].
func (c *Questions) View(ctx context.Context, f func(store.ReadTx) error) error {
	c.Views++
	return c.Store.View(ctx, func(tx store.ReadTx) error { return f(questionsTx{tx, c}) })
}

// Update implements [store.Store].
func (c *Questions) Update(ctx context.Context, f func(store.Tx) error) error {
	c.Updates++
	return c.Store.Update(ctx, f)
}

type questionsTx struct {
	store.ReadTx
	c *Questions
}

// Setting implements [store.ReadTx].
func (t questionsTx) Setting(name string) ([]byte, error) {
	t.c.Settings++
	return t.ReadTx.Setting(name)
}

// Leagues implements [store.ReadTx].
func (t questionsTx) Leagues() ([]store.League, error) { t.c.Others++; return t.ReadTx.Leagues() }

// Dying is a store that ends after some transactions.
type Dying struct {
	store.Store
	Left int
}

// ErrKilled is how a store ends that [Dying] kills.
var ErrKilled = errors.New("killed")

// Update implements [store.Store].
func (s *Dying) Update(ctx context.Context, f func(store.Tx) error) error {
	if s.Left--; s.Left < 0 {
		return ErrKilled
	}
	return s.Store.Update(ctx, f)
}

// Failing is a store whose n-th update fails when all is done but the commit.
type Failing struct {
	store.Store
	Fail int
	Err  error
}

// Update implements [store.Store].
func (s *Failing) Update(ctx context.Context, f func(store.Tx) error) error {
	s.Fail--
	if s.Fail != 0 {
		return s.Store.Update(ctx, f)
	}
	return s.Store.Update(ctx, func(tx store.Tx) error { return errors.Join(f(tx), s.Err) })
}

// CutOff runs f and cuts it off after a step, whether f notices or not.
func (c *Club) CutOff(at hostclub.Step, f func()) {
	c.T.Helper()
	cut := false
	c.Trace = func(s hostclub.Step) {
		if s == at {
			cut = true
			panic("cut off")
		}
	}
	defer func() {
		c.Trace = nil
		_ = recover() // the host itself recovers in some steps
		if !cut {
			c.T.Fatalf("there was no step %q", at)
		}
	}()
	f()
}

// RunSQL runs SQL behind the back of the store, as a failing disk or a hand would.
func RunSQL(c *Club, statement string, args ...any) {
	c.T.Helper()
	db, err := sql.Open("sqlite", c.InFile())
	Check(c.T, err)
	_, err = db.ExecContext(c.T.Context(), statement, args...)
	Check(c.T, err)
	Check(c.T, db.Close())
}
