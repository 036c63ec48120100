package crew

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Member is a line of the list of daemons.
type Member struct {
	Owner   string
	Joined  time.Time
	Silent  time.Duration // since it last said that it lives
	Offices []Office
}

// Gone reports whether the daemon has said nothing for so long that others take its place; see [Config].
func (m Member) Gone() bool { return m.Silent > gone }

// Office is what a daemon does for all.
type Office struct {
	Name  string
	Since time.Time
}

// Members lists the daemons that serve the database, those who joined first at the front. It makes no tables: where there
// are none, nobody ever served the database.
func Members(ctx context.Context, pool *pgxpool.Pool) ([]Member, error) {
	rows, err := pool.Query(ctx, `SELECT c.id, c.owner, c.joined, extract(epoch FROM clock_timestamp() - c.seen)::float8,
		coalesce(o.name, ''), coalesce(o.since, c.joined) FROM crew c LEFT JOIN offices o ON o.holder = c.id ORDER BY c.joined, c.id, o.name`)
	if err != nil {
		return nil, fmt.Errorf("listing the daemons: %w", err)
	}
	var list []Member
	var id, last int32
	var m Member
	var silent float64
	var office Office
	_, err = pgx.ForEachRow(rows, []any{&id, &m.Owner, &m.Joined, &silent, &office.Name, &office.Since}, func() error {
		if len(list) == 0 || id != last {
			list, last = append(list, Member{m.Owner, m.Joined, time.Duration(silent * float64(time.Second)), nil}), id
		}
		if office.Name != "" {
			now := &list[len(list)-1]
			now.Offices = append(now.Offices, office)
		}
		return nil
	})
	if absent := (*pgconn.PgError)(nil); errors.As(err, &absent) && absent.Code == "42P01" { // undefined_table
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("listing the daemons: %w", err)
	}
	return list, nil
}
