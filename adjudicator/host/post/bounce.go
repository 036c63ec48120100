package post

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base32"
	"errors"
	"fmt"
	"slices"
	"strings"

	"keryx/adjudicator"
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/play"
	"keryx/mail"
	"keryx/mail/wire"
	"keryx/orders/pattern"
	"keryx/store"
	"keryx/templates"
)

// Every mail to a seat has a return path of its own, local+b-ID-TOKEN@domain: ID is the
// left half of its Message-ID, and TOKEN a proof that we made it, which needs the game's
// secret. A server that cannot deliver the mail sends its notification there
// (RFC 3464), so the notification says which mail it is about whatever else it holds,
// and nobody can make one up who has not carried the mail.
const returnTag = "+b-"

// maxLocal is the longest local part of an address (RFC 5321 section 4.5.3.1.1).
const maxLocal = 64

// The length of the proof in a return path, in characters of five bits: as much as
// the local part leaves room for. With less the plain address has to do.
const (
	minProof = 10
	maxProof = 16
)

// madeID matches the left half of the Message-IDs that we make.
var madeID = pattern.New(`^[a-z2-7]{32}$`)

// Deliveries are told what becomes of the mail to a seat: the clock of its holder hangs on it.
type Deliveries struct {
	Heard  func(tx club.Tx, player, answers string) error                                // a player has written
	Taken  func(tx club.Tx, seat *store.Seat, m store.OutboxMail) error                  // a server has taken it
	Failed func(tx club.Tx, game store.Game, seat *store.Seat, m store.OutboxMail) error // it does not reach him
}

// returnPath is the envelope sender of a mail. Mail that belongs to no seat has the
// plain address: nothing would follow from its bounce.
func (ls *Letters) returnPath(tx store.ReadTx, row store.OutboxMail) (string, error) {
	local, domain, _ := strings.Cut(ls.Post.Address, "@")
	id, _, _ := strings.Cut(strings.Trim(row.MessageID, "<>"), "@")
	proof := min(maxProof, maxLocal-len(local)-len(returnTag)-len(id)-len("-"))
	if ls.Post.PlainReturn || row.Game == "" || row.Side == "" || proof < minProof || !madeID.MatchString(id) {
		return ls.Post.Address, nil
	}
	game, err := tx.Game(row.Game)
	if err != nil {
		return "", err
	}
	m := hmac.New(sha256.New, game.Secret[:])
	m.Write([]byte("return path/" + row.MessageID))
	token := strings.ToLower(base32.StdEncoding.EncodeToString(m.Sum(nil)))[:proof]
	return local + returnTag + id + "-" + token + "@" + domain, nil
}

// returned finds the mail that a notification is about, by the return path that it
// came to. Where mails go out with the plain address, their Message-ID has to do; it
// cannot be guessed either, but stands in a header that more people see.
func (ls *Letters) returned(tx store.ReadTx, b *mail.Bounce) (store.OutboxMail, error) {
	for _, address := range b.SentTo {
		address = store.Address(address)
		local, _, _ := strings.Cut(address, "@")
		_, tag, tagged := strings.Cut(local, returnTag)
		id, _, whole := strings.Cut(tag, "-")
		if !tagged || !whole || !madeID.MatchString(id) {
			continue
		}
		row, err := tx.OutboxByMessageID("<" + id + "@" + ls.Post.Domain + ">")
		if errors.Is(err, store.ErrNotFound) {
			continue
		}
		if err != nil {
			return row, err
		}
		if subtle.ConstantTimeCompare([]byte(store.Address(row.EnvelopeFrom)), []byte(address)) == 1 {
			return row, nil
		}
	}
	if b.MessageID == "" {
		return store.OutboxMail{}, store.ErrNotFound
	}
	row, err := tx.OutboxByMessageID(b.MessageID)
	if err == nil && row.EnvelopeFrom != ls.Post.Address {
		return store.OutboxMail{}, store.ErrNotFound
	}
	return row, err
}

// Bounced draws the consequence of a delivery status notification, and says in a few
// words what it was. Only a permanent failure has one: the seat is marked, and the
// referee is told. Nothing is sent again, and nobody is answered.
func (ls *Letters) Bounced(tx club.Tx, b *mail.Bounce) (reason string, err error) {
	row, err := ls.returned(tx, b)
	if errors.Is(err, store.ErrNotFound) {
		return "a delivery status of no mail of ours", nil
	}
	if err != nil {
		return "", err
	}
	reason = "delivery status of " + row.MessageID + ": " + b.Action + " " + b.Status
	ls.Log.Info("delivery status", "mail", row.ID, "action", b.Action, "status", b.Status)
	if b.Permanent() {
		if err := ls.unwatched(tx, row); err != nil {
			return "", err
		}
	}
	if !b.Permanent() {
		return reason, nil
	}
	seat, err := SeatOfMail(tx, row)
	if err != nil {
		return "", err
	}
	if seat == nil {
		return reason, nil
	}
	if seat.Player == row.Recipient {
		seat.Bounces++
		if err := ls.cameBack(tx, *seat, row, b.Status); err != nil {
			return "", err
		}
	}
	return reason, ls.unreachable(tx, *seat, "bounced", row, b.Status)
}

// cameBack notes that a mail which was taken is not with its reader after all, so that it
// is tried again when he writes. A second notification of it tells nothing new.
func (ls *Letters) cameBack(tx club.Tx, seat store.Seat, m store.OutboxMail, status string) error {
	if m.State != store.Sent {
		return nil
	}
	if err := ls.Terms.noteStopped(tx, seat, m); err != nil {
		return err
	}
	return tx.MarkReturned(m.ID, "it came back: "+status)
}

// unreachable marks a seat whose holder our mail does not reach, and tells the
// referee if he has not been told. More is what the words of the key tell besides.
func (ls *Letters) unreachable(tx club.Tx, seat store.Seat, key string, m store.OutboxMail, why string, more ...any) error {
	if seat.Player != m.Recipient {
		return nil // it went to a substitute, or the seat or its holder's address is another now
	}
	told := seat.Unreachable
	seat.Unreachable = true
	if err := tx.UpdateSeat(seat); err != nil || told {
		return err
	}
	ls.Log.Warn("mail to a player does not arrive", "game", seat.Game, "side", seat.Side, "mail", m.ID, "reason", why)
	game, err := tx.Game(seat.Game)
	if err != nil {
		return err
	}
	if err := ls.Deliveries.Failed(tx, game, &seat, m); err != nil {
		return err
	}
	clock, err := ls.Terms.stopped(tx, seat)
	if err != nil {
		return err
	}
	return ls.TellReferee(tx, game, Notice{Key: key, Once: fmt.Sprint(m.MessageID, " ", m.Attempts),
		Args: append([]any{"Game", game.ID, "Side", play.SideTerm(game, seat.Side), "Recipient", m.Recipient, "What", whatWasSent(m.Kind), "Reason", why,
			"Clock", clock, "Mail", int(m.ID)}, more...)})
}

// whatWasSent says what kind of letter did not arrive.
func whatWasSent(kind string) adjudicator.Phrase {
	key := "notice.what." + kind
	if !templates.Known().Has(templates.Fallback, key) {
		key = "notice.what.other"
	}
	return adjudicator.Say(key)
}

// HeardFrom notes that a player has written: he is there, whatever bounced before, and
// what his server refused is tried again. It reports whether a seat has changed by that.
// Answers is the code of the report that he answers, if he does. The machine, which may hold seats in
// all games of a club, is never out of reach.
func (ls *Letters) HeardFrom(tx club.Tx, player, answers string) (changed bool, err error) {
	if player == MachineAddress {
		return false, nil
	}
	if err := ls.Deliveries.Heard(tx, player, answers); err != nil {
		return false, err
	}
	seats, err := tx.SeatsOfPlayer(player)
	if err != nil {
		return false, err
	}
	for _, seat := range seats {
		back, err := ls.Terms.Back(tx, &seat)
		if err != nil {
			return changed, err
		}
		changed = changed || back
		if !seat.Unreachable && seat.Bounces == 0 {
			continue
		}
		seat.Unreachable, seat.Bounces = false, 0
		if err := tx.UpdateSeat(seat); err != nil {
			return changed, err
		}
		changed = true
	}
	return changed, nil
}

// reached notes that a server has taken a mail for a seat. That ends an
// unreachability which a refusal on the spot began; one that a bounce began is not
// disproved by it, since that mail had been taken too.
func (ls *Letters) reached(tx club.Tx, m store.OutboxMail) error {
	if err := ls.Outbox.noteTaken(tx, m); err != nil {
		return err
	}
	seat, err := SeatOfMail(tx, m)
	if err != nil || seat == nil {
		return err
	}
	if err := ls.Deliveries.Taken(tx, seat, m); err != nil {
		return err
	}
	if !seat.Unreachable || seat.Bounces > 0 || seat.Player != m.Recipient {
		return nil
	}
	seat.Unreachable = false
	return tx.UpdateSeat(*seat)
}

// A PlainRetry sends a mail once more with the plain address as its envelope sender
// when the server refuses the return path of its own: many let an account send in its
// exact name only.
type PlainRetry struct {
	Carrier
	Club *club.Club
}

// Send implements [Carrier].
func (p PlainRetry) Send(ctx context.Context, envelopeFrom, to string, raw []byte) error {
	err := p.Carrier.Send(ctx, envelopeFrom, to, raw)
	var refused *wire.SendError
	if !errors.As(err, &refused) || refused.Kind != wire.ErrPermanent || refused.Stage != wire.StageMail ||
		!strings.Contains(envelopeFrom, returnTag) {
		return err
	}
	p.Club.Log.Warn("the mail server refuses a return path of its own for each mail; set return_path = \"plain\"", "error", err)
	return p.Carrier.Send(ctx, p.Club.Post.Address, to, raw)
}

// ForgetObserver takes an address out of those who watch a game, and may, and reports whether
// it was there.
func ForgetObserver(tx club.Tx, game, address string) (had bool, err error) {
	w, err := play.WatchedBy(tx, game)
	if err != nil {
		return false, err
	}
	before := len(w.Invited) + len(w.Observers)
	w.Invited = slices.DeleteFunc(w.Invited, func(a string) bool { return a == address })
	w.Observers = slices.DeleteFunc(w.Observers, func(o play.Watcher) bool { return o.Address == address })
	if len(w.Invited)+len(w.Observers) == before {
		return false, nil
	}
	return true, w.Save(tx, game)
}

// unwatched ends the watching of somebody whom a letter about a game does not reach.
func (ls *Letters) unwatched(tx club.Tx, m store.OutboxMail) error {
	if m.Kind != string(templates.Watched) || m.Game == "" {
		return nil
	}
	had, err := ForgetObserver(tx, m.Game, m.Recipient)
	if had {
		ls.Log.Warn("mail to an observer does not arrive; he watches the game no more", "game", m.Game, "mail", m.ID)
	}
	return err
}
