package store

import (
	"fmt"
	"time"

	"keryx/orders/pattern"
)

// The Validate methods refuse, with ErrInvalid, a record that no implementation may write. They look at a record alone;
// whether what it refers to exists is for the database to say.

// gameID keeps ids fit for a subject line, a file name and a List-Id label.
var gameID = pattern.New(`^[a-z][a-z0-9]{0,15}(-[a-z][a-z0-9]{0,15})*-[1-9][0-9]{0,8}$`)

// A rule is one thing that must hold, in the words of the refusal.
type rule struct {
	holds bool
	want  string
}

func check(record string, rules ...rule) error {
	for _, r := range rules {
		if !r.holds {
			return fmt.Errorf("%w: %s: want %s", ErrInvalid, record, r.want)
		}
	}
	return nil
}

func has(value, name string) rule { return rule{value != "", name} }

// at refuses times that cannot be written with four digits for the year, the zero time among them.
func at(t time.Time, name string) rule {
	year := t.UTC().Year()
	return rule{!t.IsZero() && year >= 1 && year <= 9999, "a time of " + name}
}

func maybeAt(t *time.Time, name string) rule {
	return rule{t == nil || at(*t, name).holds, "a time of " + name}
}

// Validate checks a game.
func (g Game) Validate() error {
	return check(fmt.Sprintf("game %q", g.ID),
		rule{gameID.MatchString(g.ID), `an id like "hel-7"`},
		has(g.Ruleset, "a ruleset"),
		rule{g.Secret != Secret{}, "a secret"},
		rule{g.Status == Running || g.Status == Paused || g.Status == Ended, "a status"},
		rule{g.AnswerTime >= 0 && g.AnswerTime%time.Millisecond == 0, "an answer time in whole milliseconds"},
		at(g.Created, "creation"))
}

// Validate checks a seat.
func (s Seat) Validate() error {
	return check(fmt.Sprintf("seat %q of game %q", s.Side, s.Game),
		has(s.Game, "a game"), has(s.Side, "a side"),
		rule{s.ReportedEntry >= 0 && s.ReportedEvent >= 0 && s.Bounces >= 0, "counts from zero"},
		maybeAt(s.Deadline, "deadline"), maybeAt(s.Reminded, "reminder"))
}

// Validate checks a player.
func (p Player) Validate() error {
	return check(fmt.Sprintf("player %q", p.Address), has(Address(p.Address), "an address"), at(p.Added, "adding"))
}

// Validate checks a key.
func (k Key) Validate() error {
	known := k.State == KeyPending || k.State == KeyActive || k.State == KeyRetired || k.State == KeyRevoked
	return check(fmt.Sprintf("key %q", k.Fingerprint),
		has(k.Fingerprint, "a fingerprint"), has(k.Player, "a player"), has(k.Scheme, "a scheme"),
		rule{known, "a state"}, rule{len(k.Material) > 0, "the public key"},
		at(k.Added, "adding"), at(k.Changed, "change"), maybeAt(k.Expires, "expiry"), maybeAt(k.Due, "change"))
}

// Validate checks a ledger entry.
func (e Entry) Validate() error {
	return check(fmt.Sprintf("ledger entry %d of game %q", e.Seq, e.Game),
		has(e.Game, "a game"), has(e.Kind, "a kind"), rule{!e.Hash.IsZero(), "a hash"}, at(e.Time, "entry"))
}

// Validate checks a submission.
func (s Submission) Validate() error {
	return check(fmt.Sprintf("submission %s of game %q", s.ID, s.Game),
		has(s.Game, "a game"), rule{!s.ID.IsZero(), "an id"}, rule{s.Inbox >= 0 && s.Entry >= 0, "rows from zero"},
		at(s.Received, "receipt"))
}

// Validate checks a snapshot.
func (s Snapshot) Validate() error {
	return check(fmt.Sprintf("snapshot of turn %d of game %q", s.Turn, s.Game),
		has(s.Game, "a game"), rule{s.Seq >= 0, "a ledger sequence"}, at(s.Taken, "taking"))
}

// Validate checks a message that came in.
func (m InboxMessage) Validate() error {
	return check(fmt.Sprintf("message %s", m.ContentHash),
		rule{!m.ContentHash.IsZero(), "a content hash"}, rule{m.State == "" || m.State.known(), "a state"},
		at(m.InternalDate, "delivery"), at(m.FirstSeen, "first sight"), at(m.Receipt, "receipt"))
}

// Validate checks a mail that goes out.
func (m OutboxMail) Validate() error {
	return check(fmt.Sprintf("mail %s", m.MessageID),
		has(m.MessageID, "a Message-ID"), has(m.Recipient, "a recipient"), rule{len(m.Raw) > 0, "its bytes"},
		at(m.Created, "creation"))
}

// Validate checks a report.
func (r Report) Validate() error {
	return check(fmt.Sprintf("report %q of game %q", r.Code, r.Game),
		has(r.Game, "a game"), has(r.Kind, "a kind"), rule{r.Seq >= 0 && r.Outbox >= 0, "rows from zero"},
		at(r.Created, "creation"))
}

// Validate checks a league.
func (l League) Validate() error {
	return check(fmt.Sprintf("league %q", l.ID), has(l.ID, "an id"), at(l.Created, "creation"), at(l.Changed, "change"))
}

// known reports whether s is one of the states above.
func (s InboxState) known() bool { return s == Received || s.Final() }

// Final reports whether work on a message at s is over.
func (s InboxState) Final() bool {
	switch s {
	case Accepted, Duplicate, Stale, Faulty, Foreign, Unsigned, BadSignature, NoSuchGame, Closed, Command, Automatic, TooLarge, Poison, Ignored:
		return true
	}
	return false
}
