package crew

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"keryx/store"
	"keryx/store/jobs"
)

// Claimed does nothing: only a daemon sends mail for long enough to be missed.
func (c *Crew) Claimed(context.Context, store.Tx, store.Claim) error { return nil }

// Claimed notes, with the claim, that the mail is in the hands of this daemon.
func (d *Daemon) Claimed(ctx context.Context, tx store.Tx, c store.Claim) error {
	own, err := d.cfg.Tx(tx)
	if err != nil {
		return err
	}
	_, err = own.Exec(ctx, `INSERT INTO claims (mail, token, holder) VALUES ($1, $2, $3)
		ON CONFLICT (mail) DO UPDATE SET token = $2, holder = $3`, c.ID, c.Token, d.id)
	if err != nil {
		return fmt.Errorf("noting who has mail %d: %w", c.ID, err)
	}
	return nil
}

// Orphans lists the claims of daemons that are not on the list any more.
func (d *Daemon) Orphans(ctx context.Context) ([]jobs.Orphan, error) {
	rows, err := d.pool.Query(ctx, `SELECT c.mail, c.token FROM claims c WHERE c.holder NOT IN (SELECT id FROM crew) ORDER BY c.mail`)
	if err != nil {
		return nil, fmt.Errorf("looking for mails of daemons that are gone: %w", err)
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[jobs.Orphan])
}

// Buried forgets claims that were dealt with.
func (d *Daemon) Buried(ctx context.Context, dealt []jobs.Orphan) error {
	batch := &pgx.Batch{}
	for _, o := range dealt {
		batch.Queue(`DELETE FROM claims WHERE mail = $1 AND token = $2`, o.Mail, o.Token)
	}
	if err := d.pool.SendBatch(ctx, batch).Close(); err != nil {
		return fmt.Errorf("forgetting mails of daemons that are gone: %w", err)
	}
	return nil
}

// Survey puts those jobs into the queue that it does not hold: the tables may have come from elsewhere, with work in them
// and without its jobs.
func (c *Crew) Survey(ctx context.Context, woken []jobs.Job) error {
	kinds := map[jobs.Kind][]jobs.Job{}
	for _, j := range woken {
		kinds[j.Kind] = append(kinds[j.Kind], j)
	}
	for kind, all := range kinds {
		err := pgx.BeginFunc(ctx, c.pool, func(tx pgx.Tx) error {
			missing, err := missing(ctx, tx, kind, all)
			if err != nil || len(missing) == 0 {
				return err
			}
			if kind != jobs.Deadline { // which nobody queues but who looks for them
				c.cfg.Log.Info("work is queued that nobody had queued", "kind", kind, "jobs", len(missing))
			}
			return c.put(ctx, tx, missing)
		})
		if err != nil {
			return fmt.Errorf("looking for work that nobody knows of: %w", away(err))
		}
	}
	return nil
}

// missing returns those of some jobs of a kind whose like is not in the queue.
func missing(ctx context.Context, tx pgx.Tx, kind jobs.Kind, all []jobs.Job) ([]jobs.Job, error) {
	texts := make([]string, len(all))
	for i, j := range all {
		text, err := json.Marshal(j.Same())
		if err != nil {
			return nil, err
		}
		texts[i] = string(text)
	}
	rows, err := tx.Query(ctx, `SELECT n FROM unnest($1::text[]) WITH ORDINALITY AS own (text, n) WHERE text::jsonb NOT IN (SELECT j.args - 'until' FROM river_job j
		WHERE j.kind = $2 AND j.state IN ('available', 'pending', 'retryable', 'running', 'scheduled')) ORDER BY n`, texts, string(kind))
	if err != nil {
		return nil, err
	}
	numbers, err := pgx.CollectRows(rows, pgx.RowTo[int64])
	if err != nil {
		return nil, err
	}
	list := make([]jobs.Job, len(numbers))
	for i, n := range numbers {
		list[i] = all[n-1]
	}
	return list, nil
}

// away says of a failure that the server was out of reach, unless it is the server's own word about a statement.
func away(err error) error {
	if said := (*pgconn.PgError)(nil); errors.As(err, &said) && !strings.HasPrefix(said.Code, "57P") && !strings.HasPrefix(said.Code, "08") {
		return err
	}
	return fmt.Errorf("%w: %w", store.ErrUnavailable, err)
}
