package wire

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"sync"
	"time"
)

// The folders that handled mail is filed in. The slash stands for whatever
// separator the server uses.
const (
	FolderDone    = "Keryx/Done"
	FolderRefused = "Keryx/Refused"
	FolderIgnored = "Keryx/Ignored"
)

const folderInbox = "INBOX"

// Fetched is one message as the IMAP server holds it.
type Fetched struct {
	Folder       string // "INBOX" or the junk folder
	UIDValidity  uint32 // 0 if the server gave none
	UID          uint32 // with Folder and UIDValidity: where the message lies now, not who it is
	InternalDate time.Time
	Size         int64  // RFC822.SIZE, in bytes
	Raw          []byte // the exact message; nil if TooLarge
	TooLarge     bool   // Size exceeds MailboxConfig.MaxSize
	Head         []byte // of a message that is TooLarge: its beginning, at most mail.MaxHeader bytes
}

// Disposition is what a Handler wants done with a message.
type Disposition struct {
	// Folder is where to file it, such as FolderDone; empty leaves it in place.
	Folder string
	// Filed, if set, is called when the message lies in that folder.
	Filed func()
	// Later, if set, says that the message is stored and what is wanted with it not known
	// yet. It is asked again with each scan of the same connection, until it reports true;
	// until then the message stays in place.
	Later func() (Disposition, bool)
}

// A Handler takes one message. It returns without error only when everything
// that follows from the message is durable, for then the message is filed away.
//
// "Durable" is also a message that is stored and worked on later: see [Disposition.Later].
//
// It must be idempotent: the same message comes again after an error, a crash,
// a lost connection or a change of UIDVALIDITY, and UIDs may repeat. After an
// error the message stays where it is and comes again with the next scan;
// others go on meanwhile.
type Handler func(context.Context, Fetched) (Disposition, error)

// ErrLater is the error of a Handler that has put a message off by itself, and wants it
// to come again without a word in the log.
var ErrLater = errors.New("the message is put off")

// MailboxConfig says which mailbox to watch, and how. Zero limits stand for the
// defaults named with them.
type MailboxConfig struct {
	Endpoint

	// Junk is a folder to scan beside INBOX, since filters err; empty for none.
	Junk string
	// JunkAge is how old a message in Junk may be to be fetched; default 14 days. What
	// is no orders stays there, and would be fetched anew on every connection.
	JunkAge time.Duration
	// Folders are created if missing; default the three Folder constants.
	Folders []string
	// MaxSize is the largest message fetched, in bytes; default 256 KiB.
	MaxSize int64
	// PollEvery is the longest time between two scans, with or without IDLE;
	// default 2 minutes. Each poll leaves and re-enters IDLE, which servers and
	// routers otherwise let die in silence.
	PollEvery time.Duration
	// CommandTimeout bounds the connection and each command; default 1 minute.
	CommandTimeout time.Duration
	// AuthRetry is the pause after refused credentials; default 15 minutes.
	AuthRetry time.Duration
	// AlarmAfter is the number of failed connections in a row that makes an
	// outage; default 5. Refused credentials are one at once.
	AlarmAfter int
	// Alarm, if set, is told once per outage, when the mailbox becomes nearly full
	// (*[QuotaError]), when the junk folder cannot be looked through any more
	// (*[JunkError]), once for each message that the server does not hand out
	// (*[MessageError]), and once when it hangs up over the list of a folder (*[ListError]).
	Alarm func(error)
	// Begin, if set, sees the newest messages of HandledFolders, of each the oldest first,
	// before Watch handles its first message. If it returns an error that is no failure of
	// the connection, such as a sign that the memory of the daemon is not that of its
	// mailbox, it is a *[StopError] and Watch ends with it.
	Begin func(ctx context.Context, filed []Fetched) error

	Log   *slog.Logger                         // default slog.Default
	Now   func() time.Time                     // default time.Now
	After func(time.Duration) <-chan time.Time // default time.After
	Rand  func() float64                       // jitter in [0,1); default math/rand
}

// Mailbox watches one IMAP mailbox. It keeps no cursor: each scan lists what is
// in the folder, and what has been handled is not there any more. So no flag,
// no UID and no crash can make it skip a message; the price is one short line
// per message left in place.
type Mailbox struct {
	cfg  MailboxConfig
	open func(context.Context) (imapSession, error)
	wake chan struct{}

	begun   chan struct{} // closed when Begin has been asked and was content, or there is none
	content sync.Once     // closes it

	// Only Watch knows these.
	weighed time.Time       // when the server was last asked how full the mailbox is
	full    map[string]bool // the quotas that are nearly used up
	noJunk  bool            // the junk folder cannot be looked through
	undated bool            // it has been said that the server does not say when mail was received

	mu       sync.Mutex
	ailing   map[place]*ailment // what could not be fetched
	unlisted map[string]*unlist // folders whose listing has cost the connection
	waiting  []chan struct{}    // Sync callers not yet served
	lastScan time.Time
}

// NewMailbox checks the settings; it does not connect.
func NewMailbox(cfg MailboxConfig) (*Mailbox, error) {
	if err := cfg.check(); err != nil {
		return nil, err
	}
	if cfg.Folders == nil {
		cfg.Folders = []string{FolderDone, FolderRefused, FolderIgnored}
	}
	cfg.MaxSize = cmp.Or(cfg.MaxSize, 256<<10)
	cfg.JunkAge = cmp.Or(cfg.JunkAge, 14*24*time.Hour)
	cfg.PollEvery = cmp.Or(cfg.PollEvery, 2*time.Minute)
	cfg.CommandTimeout = cmp.Or(cfg.CommandTimeout, time.Minute)
	cfg.AuthRetry = cmp.Or(cfg.AuthRetry, 15*time.Minute)
	cfg.AlarmAfter = cmp.Or(cfg.AlarmAfter, 5)
	cfg.Log = cmp.Or(cfg.Log, slog.Default())
	if cfg.Alarm == nil {
		cfg.Alarm = func(error) {}
	}
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	if cfg.After == nil {
		cfg.After = time.After
	}
	if cfg.Rand == nil {
		cfg.Rand = rand.Float64
	}
	m := &Mailbox{cfg: cfg, wake: make(chan struct{}, 1), begun: make(chan struct{}), ailing: map[place]*ailment{}, unlisted: map[string]*unlist{}}
	if cfg.Begin == nil {
		m.content.Do(func() { close(m.begun) })
	}
	m.open = m.connect
	return m, nil
}

// Wake makes Watch scan now, or reconnect now if it is waiting to do so (but
// not if the credentials were refused). It never blocks.
func (m *Mailbox) Wake() {
	select {
	case m.wake <- struct{}{}:
	default: // one is pending
	}
}

// Sync wakes Watch and returns when a scan that began after the call has gone
// through every message, or ctx ends. A message that the server does not hand out is waited
// for over some minutes, and then passed over.
func (m *Mailbox) Sync(ctx context.Context) error {
	done := make(chan struct{})
	m.mu.Lock()
	m.waiting = append(m.waiting, done)
	m.mu.Unlock()
	m.Wake()
	select {
	case <-done:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// LastScan is when the mailbox was last seen in full; zero before the first
// time. A daemon whose last scan is old is deaf, whatever its connection says.
func (m *Mailbox) LastScan() time.Time {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.lastScan
}

// takeWaiting returns the Sync callers that the scan about to begin will serve.
func (m *Mailbox) takeWaiting() []chan struct{} {
	m.mu.Lock()
	defer m.mu.Unlock()
	w := m.waiting
	m.waiting = nil
	return w
}

// settle ends a scan: it serves the waiting callers or, after a failure or while a message
// is awaited, puts them back for the next one.
func (m *Mailbox) settle(waiting []chan struct{}, err error) {
	awaited := m.awaited()
	m.mu.Lock()
	defer m.mu.Unlock()
	if err == nil {
		m.lastScan = m.cfg.Now()
	}
	if err != nil || awaited {
		m.waiting = append(m.waiting, waiting...)
		return
	}
	for _, done := range waiting {
		close(done)
	}
}
