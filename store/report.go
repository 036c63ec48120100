package store

import "time"

// A Report is what one side was told at one time. Reports are kept for ever; the mail that carried one is its outbox row.
type Report struct {
	ID        int64
	Game      string
	Side      string // empty: for observers
	Turn      int
	Seq       int    // ledger sequence it tells up to
	Kind      string // "turn", "question", "receipt", "ruling", ...
	Code      string // the code an answer to it copies; may be empty
	MessageID string // of the mail; empty when none was sent
	Outbox    int64  // row of the mail; 0 when none was sent
	Body      []byte // the mail in the clear, when the one in the outbox is encrypted; may be empty
	Created   time.Time
}

// A ReportReader reads the archive.
type ReportReader interface {
	// Reports returns the reports to one side, oldest first.
	Reports(game, side string) ([]Report, error)
	// ReportByCode returns the report whose code it is, or ErrNotFound.
	ReportByCode(game, code string) (Report, error)
}

// A ReportWriter adds to the archive.
type ReportWriter interface {
	// AddReport adds a report and returns its id. ErrDuplicate when the game has one of the same code, ErrNotFound when
	// there is no such game or outbox row.
	AddReport(Report) (int64, error)
}
