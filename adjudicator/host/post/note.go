package post

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"keryx/adjudicator/dice"
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/written"
	"keryx/mail"
	"keryx/store"
	"keryx/templates"
)

// What a command does lies in the database alone, while what players do lies in the mailbox as
// well. So a command that closes something for good leaves a note in the mailbox: "keryx note 1",
// a mail to the server itself, signed by its key and encrypted to it. A database that is put back
// to an older copy meets those that it does not know, and closes again what was closed.
//
// A note names no person. It may close a game, close a key, or forget a player; it opens nothing
// and grants nothing. It is read while a restore is worked on and at no other time, if it is of
// this database and its number is above the one that the copy had reached, in the order of the
// numbers. A number that is missing is reported: what that note said is not known.

// noteFile is the name of the file in such a mail.
const noteFile = "keryx-note.asc"

// What notes say.
const (
	NoteGiven    = "given"     // a game was closed and given to another club
	NoteReleased = "released"  // that club has it, for good
	NoteHome     = "home"      // a game runs here since: opened again, or loaded and released
	NoteKey      = "key"       // a key does not count any more
	NoteNewKey   = "new-key"   // a key counts
	NoteNewGame  = "new-game"  // a game was made, or came from another club
	NoteForget   = "forget"    // a player was removed
	NoteReferee  = "referee"   // somebody is no referee any more
	NoteCancel   = "cancelled" // a game was cancelled
	NoteEnded    = "ended"     // a ruling of a command has ended a game
)

// Note is what is signed and encrypted.
type Note struct {
	Format   int        `json:"keryx_note"` // 1
	Database string     `json:"database"`   // its id
	Number   int        `json:"number"`
	At       time.Time  `json:"at"`
	What     string     `json:"what"`
	Game     string     `json:"game,omitempty"`
	Entry    int        `json:"entry,omitempty"` // that closed the game
	Hash     dice.Head  `json:"hash,omitzero"`   // of that entry
	Club     string     `json:"club,omitempty"`  // mail address of the other club
	Key      string     `json:"key,omitempty"`   // a fingerprint
	State    string     `json:"state,omitempty"` // of the key from then on
	Until    *time.Time `json:"until,omitempty"` // when a key ends
	Who      string     `json:"who,omitempty"`   // stands for an address, see [WhoIs]
	Via      string     `json:"via,omitempty"`   // how it came about
}

// StateExpires is what a note says of a key that ends on a day.
const StateExpires = "expires"

// Settings of notes.
const (
	DatabaseSetting = "database-id"
	NotedSetting    = "note-number" // of the last note that was left or read
	notePrefix      = "note/"       // what waits for a note to be taken by the mail server
	kindNote        = "note"        // of the mail
)

// maxNote bounds the file of a note, in bytes.
const maxNote = 32 << 10

// waitingNote is a note that no mail server has taken yet, and what may be sent once one has.
type waitingNote struct {
	Mail int64           `json:"mail"` // in the outbox
	Game string          `json:"game,omitempty"`
	Then []play.ClubWord `json:"then,omitempty"`
}

// DatabaseID returns what tells this database from every other, and draws it if there is none.
func (ob *Outbox) DatabaseID(tx club.Tx) (string, error) {
	id, err := DatabaseOf(tx)
	if err != nil || id != "" {
		return id, err
	}
	var drawn [16]byte
	if _, err := io.ReadFull(ob.Random, drawn[:]); err != nil {
		return "", fmt.Errorf("drawing the id of the database: %w", err)
	}
	id = hex.EncodeToString(drawn[:])
	return id, tx.SetSetting(DatabaseSetting, []byte(id))
}

// DatabaseOf returns the id of the database; empty while none was drawn.
func DatabaseOf(tx store.ReadTx) (string, error) {
	id, err := tx.Setting(DatabaseSetting)
	if errors.Is(err, store.ErrNotFound) {
		return "", nil
	}
	return string(id), err
}

// WhoIs stands for an address in a note. Only who has the database's id can try addresses on it.
func WhoIs(database, address string) string {
	sum := hmac.New(sha256.New, []byte(database))
	sum.Write([]byte("keryx who 1\n" + store.Address(address)))
	return hex.EncodeToString(sum.Sum(nil))
}

// LastNote is the number of the last note that this database has left or read.
func LastNote(tx store.ReadTx) (int, error) {
	text, err := tx.Setting(NotedSetting)
	if errors.Is(err, store.ErrNotFound) || err == nil && len(text) == 0 {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	return strconv.Atoi(string(text))
}

// canNote reports whether the server has a key that notes can be encrypted to.
func (ob *Outbox) canNote() bool { return ob.Signer != nil && ob.Signer.Public().Kind == mail.OpenPGP }

// LeaveNote queues a note, and remembers what may be sent to other clubs once the mail server has
// taken it. A server without a key of its own, which only tests have, leaves none.
func (ob *Outbox) LeaveNote(tx club.Tx, n Note, then ...play.ClubWord) error {
	if !ob.canNote() {
		return nil
	}
	number, err := LastNote(tx)
	if err != nil {
		return err
	}
	if n.Database, err = ob.DatabaseID(tx); err != nil {
		return err
	}
	n.Format, n.Number, n.At = 1, number+1, ob.Now().UTC()
	l, err := ob.noteLetter(n)
	if err != nil {
		return fmt.Errorf("the note number %d: %w", n.Number, err)
	}
	id, _, err := ob.Letters.Enqueue(tx, l, store.OutboxMail{Kind: kindNote})
	if err != nil {
		return fmt.Errorf("the note number %d: %w", n.Number, err)
	}
	text, err := json.Marshal(waitingNote{id, n.Game, then})
	if err != nil {
		return err
	}
	return errors.Join(tx.SetSetting(NotedSetting, []byte(strconv.Itoa(n.Number))), tx.SetSetting(notePrefix+strconv.Itoa(n.Number), text))
}

// NoteNewKey notes that a key counts, for a restore to report. A club that has no game yet misses
// nothing by that: whose key is not known writes, and is told so.
func (ob *Outbox) NoteNewKey(tx club.Tx, fingerprint string) error {
	counts, err := tx.CountGames()
	if err != nil || len(counts) == 0 {
		return err
	}
	return ob.LeaveNote(tx, Note{What: NoteNewKey, Key: fingerprint})
}

// noteLetter is the mail of a note.
func (ob *Outbox) noteLetter(n Note) (l mail.Letter, err error) {
	file, err := ob.Letters.signFile(n)
	if err != nil {
		return l, err
	}
	if file, err = ob.Signer.Public().EncryptOctets(file, ob.Now()); err != nil {
		return l, err
	}
	p := templates.For("en", "")
	self := mail.Address{Name: ob.Post.Name, Addr: ob.Post.Address}
	return mail.Letter{From: self, To: self, Subject: p.Say("note.subject", "N", n.Number), Text: p.Say("note.text") + "\n", Date: ob.Now(),
		AutoSubmitted: mail.AutoGenerated, Loop: ob.Post.Address, MessageID: mail.MessageID(ob.Post.Domain, "note", n.Database, strconv.Itoa(n.Number)),
		Attachments: []mail.Attachment{{Name: noteFile, Type: "application/octet-stream", Data: file}}}, nil
}

// ReadNote reads a mail as a note of this server. It reports false if the mail is something else,
// or was not signed by the server and encrypted to it.
func (ob *Outbox) ReadNote(raw []byte) (n Note, ok bool) {
	if !ob.canNote() {
		return n, false
	}
	if !bytes.Contains(raw, []byte(noteFile)) {
		return n, false
	}
	file := mail.Attached(raw, noteFile)
	if len(file) == 0 || len(file) > maxNote {
		return n, false
	}
	file, err := ob.Signer.DecryptOctets(file, maxNote)
	if err != nil {
		return n, false
	}
	by, err := ReadSignedFile(file, ob.Now(), &n)
	return n, err == nil && n.Format == 1 && n.Number > 0 && by.Fingerprint == ob.Signer.Public().Fingerprint
}

// noteTaken sends what waited for a note, once the mail server has taken it.
func (ob *Outbox) noteTaken(tx club.Tx, m store.OutboxMail) error {
	if m.Kind != kindNote {
		return nil
	}
	all, err := tx.SettingsUnder(notePrefix)
	if err != nil {
		return err
	}
	for name, text := range all {
		var w waitingNote
		if err := json.Unmarshal(text, &w); err != nil {
			return fmt.Errorf("what waits for %s: %w", name, err)
		}
		if w.Mail != m.ID {
			continue
		}
		for _, word := range w.Then {
			if err := ob.Letters.SendClub(tx, word, name); err != nil {
				return err
			}
		}
		return tx.SetSetting(name, nil)
	}
	return nil
}

// NoteError reports that what a command did is done, and the note of it waits for the mail server.
type NoteError struct {
	Game string
	Err  error // of the last attempt; nil if another process has the mail in hand
}

// Error says what is done, and what is not.
func (e *NoteError) Error() string {
	why := "the daemon is sending it"
	if e.Err != nil {
		why = e.Err.Error()
	}
	return fmt.Sprintf("%s is closed here, and the note of it has not been taken by the mail server yet (%s); its file is handed out then: give the command again", e.Game, why)
}

// Unwrap returns why the mail server has not taken it.
func (e *NoteError) Unwrap() error { return e.Err }

// noteLease is how long a command may have a note in hand, before a daemon takes it. Another command
// takes it at once: a note that comes twice is filed twice, and read once.
const noteLease = 2 * time.Minute

// DeliverNotes sends the notes about a game that the mail server has not taken yet.
func (ob *Outbox) DeliverNotes(ctx context.Context, c Carrier, game string) error {
	var waiting []int64
	err := ob.Store.View(ctx, func(tx store.ReadTx) error {
		all, err := tx.SettingsUnder(notePrefix)
		for name, text := range all {
			var w waitingNote
			if err := json.Unmarshal(text, &w); err != nil {
				return fmt.Errorf("what waits for %s: %w", name, err)
			}
			if w.Game == game {
				waiting = append(waiting, w.Mail)
			}
		}
		return err
	})
	if err != nil {
		return err
	}
	slices.Sort(waiting)
	for _, id := range waiting {
		if err := ob.deliverNote(ctx, c, id); err != nil {
			return &NoteError{game, err}
		}
	}
	if len(waiting) == 0 {
		return nil
	}
	return ob.notesTaken(ctx, waiting, game)
}

// deliverNote sends one mail of a note.
func (ob *Outbox) deliverNote(ctx context.Context, c Carrier, id int64) error {
	var claim store.Claim
	var ok bool
	err := ob.Write(ctx, func(tx club.Tx) (err error) {
		m, err := tx.OutboxMail(id)
		if err != nil {
			return err
		}
		if m.State == store.Failed { // the command was given again, so that it is tried again
			if err := tx.RequeueOutbox(id, ob.Now()); err != nil {
				return err
			}
		}
		claim, ok, err = tx.ClaimMail(id, ob.Now(), noteLease)
		return err
	})
	if err != nil || !ok {
		return err // it was sent meanwhile
	}
	if c == nil {
		return errors.New("no mail server is configured")
	}
	result := ob.Send(ctx, PlainRetry{c, ob.Club}, claim.OutboxMail)
	if err := ob.settle(context.WithoutCancel(ctx), claim, result, ob.passage.note(ob.Now(), claim.OutboxMail, result)); err != nil {
		return err
	}
	return result
}

// notesTaken reports an error unless the mail server has taken all of some mails.
func (ob *Outbox) notesTaken(ctx context.Context, mails []int64, game string) error {
	return ob.Store.View(ctx, func(tx store.ReadTx) error {
		for _, id := range mails {
			m, err := tx.OutboxMail(id)
			if err != nil {
				return err
			}
			if m.State != store.Sent {
				var why error
				if m.LastError != "" {
					why = errors.New(strings.TrimSpace(m.LastError))
				}
				return &NoteError{game, why}
			}
		}
		return nil
	})
}

// Words say what a note says.
func (n Note) Words() string {
	switch n.What {
	case NoteGiven:
		return fmt.Sprintf("%s was closed and given to %s", n.Game, n.Club)
	case NoteReleased:
		return fmt.Sprintf("%s runs at %s, for good", n.Game, n.Club)
	case NoteHome:
		if n.Via == written.ActReopen {
			return fmt.Sprintf("%s was opened again here", n.Game)
		}
		return fmt.Sprintf("%s came from another club, and runs here", n.Game)
	case NoteKey:
		return fmt.Sprintf("the key %s was %s", n.Key, n.State)
	case NoteNewKey:
		return fmt.Sprintf("the key %s was registered", n.Key)
	case NoteNewGame:
		return fmt.Sprintf("%s was made here, or came from another club", n.Game)
	case NoteForget:
		return "a player was removed"
	case NoteReferee:
		return "somebody is no referee any more"
	case NoteCancel:
		return fmt.Sprintf("%s was cancelled", n.Game)
	case NoteEnded:
		return fmt.Sprintf("%s was ended by a ruling of a command (%s)", n.Game, n.Via)
	}
	return "something that this release does not know (" + strconv.Quote(n.What) + ")"
}

// Named finds the player that a note stands for; nil if there is none.
func (n Note) Named(tx store.ReadTx) (*store.Player, error) {
	all, err := tx.Players()
	if err != nil {
		return nil, err
	}
	for i := range all {
		if WhoIs(n.Database, all[i].Address) == n.Who {
			return &all[i], nil
		}
	}
	return nil, nil
}
