package sqlite

import (
	"context"
	"database/sql"
	"sync"
)

// prepared keeps the statements of a pool of connections compiled. A third of the time of a small transaction went into
// compiling the same few dozen statements again.
//
// A statement cannot be compiled for the pool while a transaction holds its only connection. What a transaction finds
// missing is therefore run as text, noted, and compiled when the transaction has ended.
type prepared struct {
	db *sql.DB

	mu    sync.RWMutex
	known map[string]*sql.Stmt
}

func newPrepared(db *sql.DB) *prepared {
	return &prepared{db: db, known: map[string]*sql.Stmt{}}
}

// statement returns the compiled form of a query, or nil.
func (p *prepared) statement(query string) *sql.Stmt {
	p.mu.RLock()
	defer p.mu.RUnlock()
	return p.known[query]
}

// learn compiles queries for later transactions. One that fails stays text, and says what is wrong where it is used.
func (p *prepared) learn(ctx context.Context, queries []string) {
	for _, query := range queries {
		if p.statement(query) != nil {
			continue
		}
		s, err := p.db.PrepareContext(ctx, query)
		if err != nil {
			continue
		}
		p.mu.Lock()
		if p.known[query] == nil {
			p.known[query], s = s, nil
		}
		p.mu.Unlock()
		if s != nil {
			s.Close() // another transaction was faster
		}
	}
}

// close gives the statements back.
func (p *prepared) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, s := range p.known {
		s.Close()
	}
	clear(p.known)
}
