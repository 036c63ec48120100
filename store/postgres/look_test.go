package postgres

import (
	"testing"

	"github.com/jackc/pgx/v5"

	"keryx/store"
	"keryx/store/postgres/pgtest"
)

// The session of a daemon is cut, and somebody looks who has the lock before it is won back: nobody has. The daemon wins it
// back all the same, and writes on.
func TestLookAfterACut(t *testing.T) {
	for name, how := range map[string]string{"alone": lockAlone, "together": lockTogether} {
		t.Run(name, func(t *testing.T) {
			address := pgtest.Database(t)
			daemon, command := openAt(t, address), openAt(t, address)
			conn, token := taken(t, daemon, how)
			daemon.token.Store(token)
			if by, err := command.Holder(t.Context()); err != nil || by == nil || by.Holder != "the daemon" {
				t.Fatalf("the lock is held by %v, %v; want the daemon", by, err)
			}
			conn.Close(t.Context())
			for { // the server notices soon
				by, err := command.Holder(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				if by == nil {
					break
				}
			}
			back := daemon.winBack(t.Context(), token, how)
			if back == nil {
				t.Fatal("who looked has shut the daemon out")
			}
			defer back.Close(t.Context())
			if err := put(t.Context(), daemon, "after"); err != nil {
				t.Errorf("the daemon writes no more: %v", err)
			}
			if by, err := command.Holder(t.Context()); err != nil || by == nil || by.Holder != "the daemon" {
				t.Errorf("the lock is held by %v, %v; want the daemon", by, err)
			}
		})
	}
}

// taken takes the lock in one manner, in a session that nobody looks after.
func taken(t *testing.T, s *Store, how string) (conn *pgx.Conn, token int64) {
	t.Helper()
	var err error
	if how == lockAlone {
		conn, token, err = s.lock(t.Context(), "the daemon", noon)
	} else {
		conn, token, err = s.join(t.Context(), "the daemon", noon)
	}
	if err != nil {
		t.Fatal(err)
	}
	return conn, token
}

// The lock of one schema is not that of another in the same database.
func TestHolderOfASchema(t *testing.T) {
	address := pgtest.Database(t)
	s, other := openAt(t, address), openAt(t, address)
	release, err := s.AcquireLock(t.Context(), "the daemon", noon)
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	other.space++
	var by *store.LockedError
	if by, err = other.Holder(t.Context()); by != nil || err != nil {
		t.Errorf("the lock of another schema is held by %v, %v", by, err)
	}
}
