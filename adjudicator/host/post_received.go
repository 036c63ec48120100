package host

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"keryx/adjudicator"
	"keryx/mail"
	"keryx/orders"
	"keryx/store"
	"keryx/templates"
)

// appeal is a ruling that a text appeals against, once nothing is wrong with that.
type appeal struct {
	ruling int
	answer bool         // the ruling answered a claim
	by     store.Player // who gave it; none if it is not known any more
	reason string
	entry  int // of the ledger, once it is entered
}

// incoming is a message after its signature has been looked at.
type incoming struct {
	row     store.InboxMessage
	message *mail.Message
	refusal *mail.Refusal // why there is no signed text; nil if there is

	newKey  *mail.PublicKey // that signed it, if it signs no orders yet
	edition *mail.PublicKey // that it brings of the key that signed it, to renew that

	moved *movement // what it has moved

	club *clubMail // what another server says; nil of all other mail
	note *note     // that this server has left itself
}

// verdict is the final state of a message, and which seat it concerned.
type verdict struct {
	state      store.InboxState
	reason     string
	game, side string
}

// submission is a signed order file on its way to the game.
type submission struct {
	incoming
	key    store.Key
	player store.Player
	file   *orders.File
	parted orders.Parted // what stood around it
	faults []*orders.Diagnostic

	position *position
	side     adjudicator.Side
	appeal   *appeal // that stands in the file, once it is in the ledger
	spent    bool    // the position was played on, and is not what the ledger tells any more
	unplaced bool    // the position is that of the seat that its author must have meant

	last adjudicator.Phrase // tells that the answer is the last of the day
}

// signedDigest tells mails apart by what their signatures cover, or by their octets if that was not read.
func (in incoming) signedDigest() string {
	covered := in.row.Raw
	if in.message != nil && in.message.Signed != nil {
		covered = []byte(mail.Canonical(in.message.Signed.Text))
	} else if text, err := mail.Peek(in.row.Raw); err == nil {
		covered = []byte(mail.Canonical(text))
	}
	return fmt.Sprintf("%x", sha256.Sum256(covered))
}

// tellMisplacedCheck says of a request for a check that stands below the header where it
// belongs. The file is faulty all the same: nothing that asks for a check is played.
func (s *submission) tellMisplacedCheck() {
	for _, run := range s.parted.Aside {
		for i, line := range run.Lines {
			if word := strings.TrimSpace(line); !run.Quoted && slices.Contains(checkWords, orders.Fold(word)) {
				span := orders.Span{Line: run.Line + i, Column: 1, End: 1 + len([]rune(word))}
				s.faults = append(s.faults, &orders.Diagnostic{Code: "check-below", Kind: orders.Unreadable, Span: span, Text: word, Args: []any{"Word", word}})
			}
		}
	}
	for _, d := range s.faults {
		if d.Code == orders.CodeUnknownHeader && d.Args[3] == 1 && slices.Contains(checkWords, orders.Fold(d.Args[1].(string))) {
			d.Code, d.Args = "check-below", d.Args[:2]
		}
	}
}

// re identifies the mail that is answered.
func (in incoming) re() templates.Mail {
	return templates.Mail{Received: in.row.Receipt}
}

// aside measures what stood in a mail beside its signed text. Its words may be anybody's
// and are not repeated.
func (in incoming) aside() templates.Aside {
	a := templates.Aside{Lines: len(in.message.Ignored), Files: len(in.message.Attachments)}
	for _, line := range in.message.Ignored {
		a.Characters += utf8.RuneCountInString(line)
	}
	return a
}

// answerID is the Message-ID of an answer to a mail. It is made of nothing that the
// mail's author does not know: from the number of the mail in our inbox he could tell,
// by trying, whether his enemy has written meanwhile.
func (in incoming) answerID(domain string, parts ...string) string {
	return mail.MessageID(domain, append(parts, in.row.ContentHash.String())...)
}

// refused is a content-free answer: why the mail gave no orders, and how to send
// them instead.
func (in incoming) refused(player store.Player, kind templates.Kind, mailbox string) templates.Report {
	return templates.Report{Kind: kind, Lang: player.Language, Mailbox: mailbox, Re: in.re(),
		Refusal: adjudicator.Say("refusal."+string(in.refusal.Code), in.refusal.PublicArgs()...)}
}

// author finds the player who wrote a message, or in whose name it came; proven says
// which. There may be none.
func (h *Host) author(tx store.ReadTx, in incoming) (player store.Player, proven bool, err error) {
	fingerprint := ""
	switch {
	case in.message.Signed != nil:
		fingerprint = in.message.Signed.Fingerprint
	case in.refusal != nil:
		fingerprint = in.refusal.Fingerprint
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
	player, err = h.claimed(tx, in.message)
	return player, false, err
}

// claimed finds the registered player whose address a mail bears; there may be none.
func (h *Host) claimed(tx store.ReadTx, m *mail.Message) (store.Player, error) {
	address := store.Address(m.From)
	if address == "" || address == store.Address(h.Post.Address) {
		return store.Player{}, nil
	}
	player, err := tx.Player(address)
	if errors.Is(err, store.ErrNotFound) {
		return store.Player{}, nil
	}
	return player, err
}
