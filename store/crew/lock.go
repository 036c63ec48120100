package crew

import (
	"context"
	"fmt"
	"hash/fnv"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
)

// Locks are held by a daemon while it works on a game or a message, so that no other does the same in vain. They hang on a
// connection of their own and end with it, however it ends. A lock whose connection was lost is another's for the taking;
// what is written then is seen to by the store.
type Locks struct {
	dial func(context.Context) (*pgx.Conn, error)

	mu   sync.Mutex
	conn *pgx.Conn
	life int // of connections so far
	held map[key]int
}

// key is how the server knows a lock.
type key struct{ class, name int32 }

// NewLocks returns the locks of a process on the database of a connection string. Nothing is connected yet.
func NewLocks(config *pgx.ConnConfig) *Locks {
	config = config.Copy()
	// The server notices within half a minute that a machine has vanished, which says no goodbye.
	for name, value := range map[string]string{"tcp_keepalives_idle": "5", "tcp_keepalives_interval": "5", "tcp_keepalives_count": "3"} {
		config.RuntimeParams[name] = value
	}
	return &Locks{held: map[key]int{},
		dial: func(ctx context.Context) (*pgx.Conn, error) { return pgx.ConnectConfig(ctx, config) }}
}

// Close gives all locks back.
func (l *Locks) Close(ctx context.Context) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.conn == nil {
		return nil
	}
	conn := l.conn
	l.conn, l.held = nil, map[key]int{}
	return conn.Close(ctx)
}

// often is how often is looked whether a lock has become free.
const often = 10 * time.Millisecond

// Lock waits until nobody else holds the lock of a name, in this process or another, and takes it.
func (l *Locks) Lock(ctx context.Context, class int32, name string) (unlock func(), err error) {
	for {
		unlock, ok, err := l.TryLock(ctx, class, name)
		if ok || err != nil {
			return unlock, err
		}
		if !wait(ctx, often) {
			return nil, context.Cause(ctx)
		}
	}
}

// TryLock takes the lock of a name, and reports false if somebody else holds it. Classes of names are apart from each other.
func (l *Locks) TryLock(ctx context.Context, class int32, name string) (unlock func(), ok bool, err error) {
	hash := fnv.New32a()
	hash.Write([]byte(name))
	k := key{class, int32(hash.Sum32())}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.held[k] == l.life && l.life > 0 {
		return nil, false, nil // by this process: the server would let it in again
	}
	if err := l.ask(ctx, k, &ok); err != nil {
		return nil, false, fmt.Errorf("locking %s: %w", name, err)
	}
	if !ok {
		return nil, false, nil
	}
	life := l.life
	l.held[k] = life
	return func() { l.unlock(k, life) }, true, nil
}

// ask asks the server for a lock, over a new connection if the one before does not answer.
func (l *Locks) ask(ctx context.Context, k key, ok *bool) error {
	const question = `SELECT pg_try_advisory_lock($1, $2)`
	if l.conn != nil && !l.conn.IsClosed() {
		if err := l.conn.QueryRow(ctx, question, k.class, k.name).Scan(ok); err == nil || ctx.Err() != nil {
			return err
		}
		l.conn.Close(ctx) // it is of no use
	}
	conn, err := l.dial(ctx)
	if err != nil {
		return err
	}
	l.conn, l.held = conn, map[key]int{}
	l.life++
	return conn.QueryRow(ctx, question, k.class, k.name).Scan(ok)
}

// givingBack is how long a lock may take to be given back; then its connection ends, and the lock with it.
const givingBack = 5 * time.Second

func (l *Locks) unlock(k key, life int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.held[k] != life || l.life != life {
		return // it ended with its connection
	}
	delete(l.held, k)
	ctx, cancel := context.WithTimeout(context.Background(), givingBack)
	defer cancel()
	if _, err := l.conn.Exec(ctx, `SELECT pg_advisory_unlock($1, $2)`, k.class, k.name); err != nil {
		l.conn.Close(ctx)
	}
}
