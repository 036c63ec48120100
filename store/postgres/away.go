package postgres

import (
	"errors"
	"slices"

	"github.com/jackc/pgx/v5/pgconn"
)

// Away reports whether an error says that the server cannot be reached, starts or is stopped: it is
// worth while to wait. A server that answers and refuses (a wrong password, an unknown database, a
// schema of a later program) is none of that.
func Away(err error) bool {
	if refusal := (*pgconn.PgError)(nil); errors.As(err, &refusal) {
		// Connection, resources, stopped by an operator, system.
		return len(refusal.Code) > 2 && slices.Contains([]string{"08", "53", "57", "58"}, refusal.Code[:2])
	}
	return errors.As(err, new(*pgconn.ConnectError))
}
