package requests

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"keryx/adjudicator"
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/reports"
	"keryx/adjudicator/host/written"
	"keryx/mail"
	"keryx/mail/wire"
	"keryx/orders"
	"keryx/store"
)

// How much one person is answered in a day is limited, by purses that do not use up one another: who
// asks a lot can still give orders, and who rules a lot can still ask. The answer that empties a purse
// says so. A mail that comes after it is not carried out, not refused and not lost: it waits, and is
// dealt with in its order when the purse is full again. That holds for what its author alone can have
// sent; of a text that was answered before, copies beyond the limit get nothing, and do nothing.

// Purse is the answers of one kind that somebody gets in a day, which is one of UTC.
type Purse struct {
	Name string // ends the key of the sentence that says that an answer was the last
	Key  string // begins its name in the store, before the address
	Day  int
}

// The purses. That of changes is for what players ask to be changed, say, claim and do in leagues;
// it and that of rulings are far above what a person writes.
var (
	OfQuestions = Purse{"request", "request:", reports.RequestAnswers}
	OfChanges   = Purse{"change", "change:", reports.ChangeAnswers}
	OfRulings   = Purse{"change", "ruling:", reports.RulingAnswers}
	OfFiles     = Purse{"file", "", playerAnswers}
	ofCopies    = Purse{"copy", "copy:", copyAnswers}
)

// spend takes an answer from a purse of somebody; last says that it was the last of that day.
func (p Purse) spend(tx club.Tx, who string, day time.Time) (ok, last bool, err error) {
	if ok, err = tx.SpendAnswer(p.Key+who, day, p.Day-1); err != nil || ok {
		return ok, false, err
	}
	ok, err = tx.SpendAnswer(p.Key+who, day, p.Day)
	return ok, ok, err
}

// lastOf is the sentence that tells who gets it that an answer is the last of its kind that day.
func (p Purse) lastOf() adjudicator.Phrase {
	return adjudicator.Say("report.last."+p.Name, "Limit", p.Day)
}

// SpendOn takes an answer to a mail from a purse of its author. While a restored database catches up,
// what came on many days comes at once: it was within the limits of each day, or it waited then, so
// that it is dealt with; only copies beyond the limit get no answer.
func (d *Desk) SpendOn(tx club.Tx, in post.Received, p Purse, player store.Player) (ok bool, last adjudicator.Phrase, err error) {
	job, err := written.Restoring(tx)
	if err != nil {
		return false, last, err
	}
	day := d.Now()
	if job != "" && !in.Row.InternalDate.IsZero() {
		day = in.Row.InternalDate
	}
	ok, emptied, err := p.spend(tx, player.Address, day)
	if emptied {
		last = p.lastOf()
	}
	return ok || job != "" && p != ofCopies, last, err
}

// SpendOrWait is [Desk.SpendOn] for a mail that may be its author's own, and new: without an answer
// left it waits, and the error is a *[WaitError].
func (d *Desk) SpendOrWait(tx club.Tx, in post.Received, p Purse, player store.Player) (ok bool, last adjudicator.Phrase, err error) {
	ok, last, err = d.SpendOn(tx, in, p, player)
	if err == nil && !ok {
		err = d.untilTomorrow(tx, in, p, player)
	}
	return ok, last, err
}

// WaitError is the error of work on a mail that has to wait for its author's limit; nothing of it is
// done before. It wraps [wire.ErrLater].
type WaitError struct {
	Player store.Player
	Purse  string // of what; mails of the same are dealt with in their order
	Text   string // tells it apart from other mails, by what its signature covers
	Until  time.Time
	Tell   func(tx club.Tx) error // what its author is told, besides; may be nil
}

// Error says what the mail waits for.
func (e *WaitError) Error() string {
	if strings.HasPrefix(e.Purse, SeatPurse+":") {
		return fmt.Sprintf("kept until %s: %s has sent as many mails for a side as are worked on in an hour", e.Until.UTC().Format(time.RFC3339), e.Player.Address)
	}
	return fmt.Sprintf("kept until %s: %s has had all answers of this kind that he gets until then", e.Until.UTC().Format(time.RFC3339), e.Player.Address)
}

// Unwrap returns [wire.ErrLater]: the mail is looked at again.
func (e *WaitError) Unwrap() error { return wire.ErrLater }

// untilTomorrow is the error of a mail that waits until a purse is full again; nil while a restored
// database catches up.
func (d *Desk) untilTomorrow(tx store.ReadTx, in post.Received, p Purse, player store.Player) error {
	if job, err := written.Restoring(tx); err != nil || job != "" {
		return err
	}
	midnight := d.Now().UTC().Truncate(24 * time.Hour).Add(24 * time.Hour)
	return &WaitError{Player: player, Purse: p.Key, Text: in.SignedDigest(), Until: midnight.Add(pastMidnight)}
}

// pastMidnight is how long after midnight what was kept is taken up, and longestKept how long it waits
// at the most, that is from one midnight to the next.
const (
	pastMidnight = time.Minute
	LongestKept  = 24*time.Hour + pastMidnight
)

// maxWaiting is how many mails of one person may wait for one limit of his. Further ones are dropped,
// and he is told so once a day: who sends that many is a program. What waits for another limit has a
// room of its own, so that questions take no file's place.
const maxWaiting = 50

// waitingOf lists the mails of somebody that still wait.
func waitingOf(tx store.ReadTx, address string) (all []reports.WaitingMail, err error) {
	if err := written.ReadSetting(tx, reports.WaitingPrefix+address, &all); err != nil {
		return nil, err
	}
	var some []reports.WaitingMail
	for _, one := range all {
		row, err := tx.InboxMessage(one.Message)
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			return nil, err
		}
		if err == nil && !row.State.Final() {
			some = append(some, one)
		}
	}
	return some, nil
}

// strayed is how long after its time a mail that waits is given up as one that will not come, so that
// it holds up no other: somebody has taken it out of the mailbox.
const strayed = time.Hour

// InOrder is the error of a mail before which another one of the same author and kind waits; nil if
// there is none.
func (d *Desk) InOrder(tx store.ReadTx, in post.Received, purse string, player store.Player) error {
	if job, err := written.Restoring(tx); err != nil || job != "" {
		return err
	}
	all, err := waitingOf(tx, player.Address)
	if err != nil {
		return err
	}
	now := d.Now()
	for _, one := range all {
		if one.Purse != purse || one.Message >= in.Row.ID || now.Sub(one.Until) > strayed {
			continue
		}
		until := one.Until
		if !until.After(now) {
			until = now.Add(time.Minute)
		}
		return &WaitError{Player: player, Purse: purse, Text: in.SignedDigest(), Until: until}
	}
	return nil
}

// LetWait notes that a mail waits for its author's limit.
func (d *Desk) LetWait(ctx context.Context, row store.InboxMessage, w *WaitError) (state store.InboxState, err error) {
	err = d.Write(ctx, func(tx club.Tx) error {
		all, err := waitingOf(tx, w.Player.Address)
		if err != nil {
			return err
		}
		if err := tx.SetInboxPlayer(row.ID, w.Player.Address); err != nil {
			return err
		}
		i := slices.IndexFunc(all, func(one reports.WaitingMail) bool { return one.Message == row.ID })
		switch {
		case i >= 0:
			all[i].Until = store.Time(w.Until)
		case slices.ContainsFunc(all, func(one reports.WaitingMail) bool { return one.Text == w.Text }):
			state = store.Ignored // anybody can send it, and the first is dealt with
			return tx.SetInboxState(row.ID, state, fmt.Sprintf("a copy of a mail of %s that waits", w.Player.Address))
		case waitingFor(all, w.Purse) >= maxWaiting:
			state = store.Ignored
			if err := tx.SetInboxState(row.ID, state, fmt.Sprintf("%d mails of %s wait already", maxWaiting, w.Player.Address)); err != nil {
				return err
			}
			return d.tellNoRoom(tx, row, w)
		default:
			all = append(all, reports.WaitingMail{Message: row.ID, Purse: w.Purse, Until: store.Time(w.Until), Text: w.Text})
		}
		if err := written.WriteSetting(tx, reports.WaitingPrefix+w.Player.Address, all); err != nil {
			return err
		}
		if _, err := tx.PostponeInbox(row.ID, w.Until, w.Error()); err != nil || w.Tell == nil {
			return err
		}
		return w.Tell(tx)
	})
	if err == nil && state == "" {
		err = w
	}
	return state, err
}

// waitingFor counts the mails that wait for one limit.
func waitingFor(all []reports.WaitingMail, purse string) (n int) {
	for _, one := range all {
		if one.Purse == purse {
			n++
		}
	}
	return n
}

// tellNoRoom tells somebody once a day, for each of his limits, that too many mails of his wait for one
// more to be kept.
func (d *Desk) tellNoRoom(tx club.Tx, row store.InboxMessage, w *WaitError) error {
	if ok, err := tx.SpendAnswer("no-room:"+w.Purse+w.Player.Address, d.Now(), 1); err != nil || !ok {
		return err
	}
	return d.Letters.SendNoticeTo(tx, w.Player, "", d.Post.Address, post.Notice{Key: "no-room", Once: fmt.Sprint(row.ID), Args: []any{
		"Limit", maxWaiting, "Received", row.Receipt}})
}

// MoveWaiting takes the list of what waits along to a new address; without one it is dropped.
func MoveWaiting(tx club.Tx, was, is string) error {
	var all []reports.WaitingMail
	if err := written.ReadSetting(tx, reports.WaitingPrefix+was, &all); err != nil || len(all) == 0 {
		return err
	}
	if err := tx.SetSetting(reports.WaitingPrefix+was, nil); err != nil || is == "" {
		return err
	}
	return written.WriteSetting(tx, reports.WaitingPrefix+is, all)
}

// Pays takes the answer to a signed text from the purse that it belongs to, and remembers whether it
// was the last. It reports false for a copy of a text that was answered before, if none is left.
func (d *Desk) Pays(tx club.Tx, a *Mail) (ok bool, err error) {
	p := a.Purse
	if a.Again || a.Copies > 0 && a.Sent == 0 && len(a.Reply.Notes)+len(a.Reply.Leagues)+len(a.Reply.Pages) == 0 {
		p = ofCopies
	}
	ok, last, err := d.SpendOn(tx, a.Received, p, a.Player)
	if err != nil {
		return false, err
	}
	if !last.IsZero() {
		a.Last = last
	}
	switch {
	case ok, a.Sent > 0:
		return ok, nil // of a mail that was begun, the rest is told to be missing
	case p == ofCopies && (a.Again || a.Before != nil):
		return false, nil
	}
	return false, d.untilTomorrow(tx, a.Received, p, a.Player)
}

// PaysForFile takes the answer to an order file that moved nothing. It reports false for a copy of a
// file that was answered before, if none is left.
func (d *Desk) PaysForFile(tx club.Tx, s *post.Submission, known bool) (ok bool, err error) {
	if s.Position == nil || s.Unplaced { // nothing of it was recorded
		was, err := AnsweredBefore(tx, s.Player.Address, s.Message.Signed.Text, d.Now())
		if err != nil {
			return false, err
		}
		known = was
	}
	if known {
		ok, s.Last, err = d.SpendOn(tx, s.Received, ofCopies, s.Player)
		return ok, err
	}
	ok, s.Last, err = d.SpendOrWait(tx, s.Received, OfFiles, s.Player)
	return ok, err
}

// answeredPrefix begins the names of the settings that tell which signed texts were answered that are
// recorded nowhere else.
const answeredPrefix = "answered/"

// AnsweredBefore reports whether a signed text of somebody was answered before, and remembers it: a
// second one may be a copy that anybody sends.
func AnsweredBefore(tx club.Tx, author, text string, now time.Time) (bool, error) {
	name := fmt.Sprintf("%s%x", answeredPrefix, sha256.Sum256(fmt.Appendf(nil, "keryx answered 1\n%s\n%s", author, mail.Canonical(text))))
	var at time.Time
	if err := written.ReadSetting(tx, name, &at); err != nil || !at.IsZero() {
		return err == nil, err
	}
	if err := written.WriteSetting(tx, name, store.Time(now)); err != nil {
		return false, err
	}
	file, _, _ := adjudicator.ReadNamed(text)
	game, side := orders.Fold(file.Header.Game.Value), orders.Fold(file.Header.Side.Value)
	_, err := tx.Submission(game, SubmissionID(game, side, text)) // as it came when it was taken in
	if errors.Is(err, store.ErrNotFound) {
		return false, nil
	}
	return err == nil, err
}

// paysForRefused takes the answer to a mail whose signature is good and which was not read. It reports
// false if it may be a copy, and no answer to those is left.
func (d *Desk) paysForRefused(tx club.Tx, in post.Received, player store.Player) (ok bool, last adjudicator.Phrase, err error) {
	text, err := mail.Peek(in.Row.Raw)
	if err != nil {
		return d.SpendOn(tx, in, ofCopies, player)
	}
	known, err := AnsweredBefore(tx, player.Address, text, d.Now())
	switch {
	case err != nil:
		return false, last, err
	case known:
		return d.SpendOn(tx, in, ofCopies, player)
	}
	return d.SpendOrWait(tx, in, OfFiles, player)
}

// SubmissionID is the name under which a signed text of a seat is recorded.
func SubmissionID(game, side, text string) store.Digest {
	return sha256.Sum256(fmt.Appendf(nil, "keryx orders 1\n%s\n%s\n%s", game, side, mail.Canonical(text)))
}

// SeatPurse begins the name of what files wait for of which a seat has sent too many.
const SeatPurse = "seat"
