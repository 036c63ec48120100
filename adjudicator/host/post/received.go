package post

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"keryx/adjudicator"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/written"
	"keryx/mail"
	"keryx/orders"
	"keryx/store"
	"keryx/templates"
)

// Appeal is a ruling that a text appeals against, once nothing is wrong with that.
type Appeal struct {
	Ruling int
	Answer bool         // the ruling answered a claim
	By     store.Player // who gave it; none if it is not known any more
	Reason string
	Entry  int // of the ledger, once it is entered
}

// Received is a message after its signature has been looked at.
type Received struct {
	Row     store.InboxMessage
	Message *mail.Message
	Refusal *mail.Refusal // why there is no signed text; nil if there is

	NewKey  *mail.PublicKey // that signed it, if it signs no orders yet
	Edition *mail.PublicKey // that it brings of the key that signed it, to renew that

	Moved *play.Movement // what it has moved

	Club *ClubMail // what another server says; nil of all other mail
	Note *Note     // that this server has left itself
}

// Verdict is the final state of a message, and which seat it concerned.
type Verdict struct {
	State      store.InboxState
	Reason     string
	Game, Side string
}

// Submission is a signed order file on its way to the game.
type Submission struct {
	Received
	Key    store.Key
	Player store.Player
	File   *orders.File
	Parted orders.Parted // what stood around it
	Faults []*orders.Diagnostic

	Position *play.Position
	Side     adjudicator.Side
	Appeal   *Appeal // that stands in the file, once it is in the ledger
	Spent    bool    // the position was played on, and is not what the ledger tells any more
	Unplaced bool    // the position is that of the seat that its author must have meant

	Last adjudicator.Phrase // tells that the answer is the last of the day
}

// SignedDigest tells mails apart by what their signatures cover, or by their octets if that was not read.
func (in Received) SignedDigest() string {
	covered := in.Row.Raw
	if in.Message != nil && in.Message.Signed != nil {
		covered = []byte(mail.Canonical(in.Message.Signed.Text))
	} else if text, err := mail.Peek(in.Row.Raw); err == nil {
		covered = []byte(mail.Canonical(text))
	}
	return fmt.Sprintf("%x", sha256.Sum256(covered))
}

// TellMisplacedCheck says of a request for a check that stands below the header where it
// belongs. The file is faulty all the same: nothing that asks for a check is played.
func (s *Submission) TellMisplacedCheck() {
	for _, run := range s.Parted.Aside {
		for i, line := range run.Lines {
			if word := strings.TrimSpace(line); !run.Quoted && slices.Contains(written.CheckWords, orders.Fold(word)) {
				span := orders.Span{Line: run.Line + i, Column: 1, End: 1 + len([]rune(word))}
				s.Faults = append(s.Faults, &orders.Diagnostic{Code: "check-below", Kind: orders.Unreadable, Span: span, Text: word, Args: []any{"Word", word}})
			}
		}
	}
	for _, d := range s.Faults {
		if d.Code == orders.CodeUnknownHeader && d.Args[3] == 1 && slices.Contains(written.CheckWords, orders.Fold(d.Args[1].(string))) {
			d.Code, d.Args = "check-below", d.Args[:2]
		}
	}
}

// Re identifies the mail that is answered.
func (in Received) Re() templates.Mail {
	return templates.Mail{Received: in.Row.Receipt}
}

// Aside measures what stood in a mail beside its signed text. Its words may be anybody's
// and are not repeated.
func (in Received) Aside() templates.Aside {
	a := templates.Aside{Lines: len(in.Message.Ignored), Files: len(in.Message.Attachments)}
	for _, line := range in.Message.Ignored {
		a.Characters += utf8.RuneCountInString(line)
	}
	return a
}

// AnswerID is the Message-ID of an answer to a mail. It is made of nothing that the
// mail's author does not know: from the number of the mail in our inbox he could tell,
// by trying, whether his enemy has written meanwhile.
func (in Received) AnswerID(domain string, parts ...string) string {
	return mail.MessageID(domain, append(parts, in.Row.ContentHash.String())...)
}

// Refused is a content-free answer: why the mail gave no orders, and how to send
// them instead.
func (in Received) Refused(player store.Player, kind templates.Kind, mailbox string) templates.Report {
	return templates.Report{Kind: kind, Lang: player.Language, Mailbox: mailbox, Re: in.Re(),
		Refusal: adjudicator.Say("refusal."+string(in.Refusal.Code), in.Refusal.PublicArgs()...)}
}

// Author finds the player who wrote a message, or in whose name it came; proven says
// which. There may be none.
func (ls *Letters) Author(tx store.ReadTx, in Received) (player store.Player, proven bool, err error) {
	fingerprint := ""
	switch {
	case in.Message.Signed != nil:
		fingerprint = in.Message.Signed.Fingerprint
	case in.Refusal != nil:
		fingerprint = in.Refusal.Fingerprint
	}
	if fingerprint != "" {
		key, err := tx.KeyByFingerprint(fingerprint)
		switch {
		case errors.Is(err, store.ErrNotFound): // it offers itself
		case err != nil:
			return player, false, err
		case key.State != store.KeyPending:
			player, err = tx.Player(key.Player)
			return player, true, err
		}
	}
	player, err = ls.Claimed(tx, in.Message)
	return player, false, err
}

// Claimed finds the registered player whose address a mail bears; there may be none.
func (ls *Letters) Claimed(tx store.ReadTx, m *mail.Message) (store.Player, error) {
	address := store.Address(m.From)
	if address == "" || address == store.Address(ls.Post.Address) {
		return store.Player{}, nil
	}
	player, err := tx.Player(address)
	if errors.Is(err, store.ErrNotFound) {
		return store.Player{}, nil
	}
	return player, err
}
