package host

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"keryx/adjudicator"
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

// purse is the answers of one kind that somebody gets in a day, which is one of UTC.
type purse struct {
	name string // ends the key of the sentence that says that an answer was the last
	key  string // begins its name in the store, before the address
	day  int
}

// The purses. That of changes is for what players ask to be changed, say, claim and do in leagues;
// it and that of rulings are far above what a person writes.
var (
	ofQuestions = purse{"request", "request:", requestAnswers}
	ofChanges   = purse{"change", "change:", changeAnswers}
	ofRulings   = purse{"change", "ruling:", rulingAnswers}
	ofFiles     = purse{"file", "", playerAnswers}
	ofCopies    = purse{"copy", "copy:", copyAnswers}
)

// spend takes an answer from a purse of somebody; last says that it was the last of that day.
func (p purse) spend(tx store.Tx, who string, day time.Time) (ok, last bool, err error) {
	if ok, err = tx.SpendAnswer(p.key+who, day, p.day-1); err != nil || ok {
		return ok, false, err
	}
	ok, err = tx.SpendAnswer(p.key+who, day, p.day)
	return ok, ok, err
}

// lastOf is the sentence that tells who gets it that an answer is the last of its kind that day.
func (p purse) lastOf() adjudicator.Phrase {
	return adjudicator.Say("report.last."+p.name, "Limit", p.day)
}

// spendOn takes an answer to a mail from a purse of its author. While a restored database catches up,
// what came on many days comes at once: it was within the limits of each day, or it waited then, so
// that it is dealt with; only copies beyond the limit get no answer.
func (h *Host) spendOn(tx store.Tx, in incoming, p purse, player store.Player) (ok bool, last adjudicator.Phrase, err error) {
	job, err := restoring(tx)
	if err != nil {
		return false, last, err
	}
	day := h.Now()
	if job != "" && !in.row.InternalDate.IsZero() {
		day = in.row.InternalDate
	}
	ok, emptied, err := p.spend(tx, player.Address, day)
	if emptied {
		last = p.lastOf()
	}
	return ok || job != "" && p != ofCopies, last, err
}

// spendOrWait is [Host.spendOn] for a mail that may be its author's own, and new: without an answer
// left it waits, and the error is a *[waitError].
func (h *Host) spendOrWait(tx store.Tx, in incoming, p purse, player store.Player) (ok bool, last adjudicator.Phrase, err error) {
	ok, last, err = h.spendOn(tx, in, p, player)
	if err == nil && !ok {
		err = h.untilTomorrow(tx, in, p, player)
	}
	return ok, last, err
}

// waitError is the error of work on a mail that has to wait for its author's limit; nothing of it is
// done before. It wraps [wire.ErrLater].
type waitError struct {
	player store.Player
	purse  string // of what; mails of the same are dealt with in their order
	text   string // tells it apart from other mails, by what its signature covers
	until  time.Time
	tell   func(tx store.Tx) error // what its author is told, besides; may be nil
}

// Error says what the mail waits for.
func (e *waitError) Error() string {
	if strings.HasPrefix(e.purse, seatPurse+":") {
		return fmt.Sprintf("kept until %s: %s has sent as many mails for a side as are worked on in an hour", e.until.UTC().Format(time.RFC3339), e.player.Address)
	}
	return fmt.Sprintf("kept until %s: %s has had all answers of this kind that he gets until then", e.until.UTC().Format(time.RFC3339), e.player.Address)
}

// Unwrap returns [wire.ErrLater]: the mail is looked at again.
func (e *waitError) Unwrap() error { return wire.ErrLater }

// untilTomorrow is the error of a mail that waits until a purse is full again; nil while a restored
// database catches up.
func (h *Host) untilTomorrow(tx store.ReadTx, in incoming, p purse, player store.Player) error {
	if job, err := restoring(tx); err != nil || job != "" {
		return err
	}
	midnight := h.Now().UTC().Truncate(24 * time.Hour).Add(24 * time.Hour)
	return &waitError{player: player, purse: p.key, text: in.signedDigest(), until: midnight.Add(pastMidnight)}
}

// pastMidnight is how long after midnight what was kept is taken up, and longestKept how long it waits
// at the most, that is from one midnight to the next.
const (
	pastMidnight = time.Minute
	longestKept  = 24*time.Hour + pastMidnight
)

// maxWaiting is how many mails of one person may wait for one limit of his. Further ones are dropped,
// and he is told so once a day: who sends that many is a program. What waits for another limit has a
// room of its own, so that questions take no file's place.
const maxWaiting = 50

// waitingOf lists the mails of somebody that still wait.
func waitingOf(tx store.ReadTx, address string) (all []waitingMail, err error) {
	if err := readSetting(tx, waitingPrefix+address, &all); err != nil {
		return nil, err
	}
	var some []waitingMail
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

// inOrder is the error of a mail before which another one of the same author and kind waits; nil if
// there is none.
func (h *Host) inOrder(tx store.ReadTx, in incoming, purse string, player store.Player) error {
	if job, err := restoring(tx); err != nil || job != "" {
		return err
	}
	all, err := waitingOf(tx, player.Address)
	if err != nil {
		return err
	}
	now := h.Now()
	for _, one := range all {
		if one.Purse != purse || one.Message >= in.row.ID || now.Sub(one.Until) > strayed {
			continue
		}
		until := one.Until
		if !until.After(now) {
			until = now.Add(time.Minute)
		}
		return &waitError{player: player, purse: purse, text: in.signedDigest(), until: until}
	}
	return nil
}

// letWait notes that a mail waits for its author's limit.
func (h *Host) letWait(ctx context.Context, row store.InboxMessage, w *waitError) (state store.InboxState, err error) {
	err = h.Store.Update(ctx, func(tx store.Tx) error {
		all, err := waitingOf(tx, w.player.Address)
		if err != nil {
			return err
		}
		if err := tx.SetInboxPlayer(row.ID, w.player.Address); err != nil {
			return err
		}
		i := slices.IndexFunc(all, func(one waitingMail) bool { return one.Message == row.ID })
		switch {
		case i >= 0:
			all[i].Until = store.Time(w.until)
		case slices.ContainsFunc(all, func(one waitingMail) bool { return one.Text == w.text }):
			state = store.Ignored // anybody can send it, and the first is dealt with
			return tx.SetInboxState(row.ID, state, fmt.Sprintf("a copy of a mail of %s that waits", w.player.Address))
		case waitingFor(all, w.purse) >= maxWaiting:
			state = store.Ignored
			if err := tx.SetInboxState(row.ID, state, fmt.Sprintf("%d mails of %s wait already", maxWaiting, w.player.Address)); err != nil {
				return err
			}
			return h.tellNoRoom(tx, row, w)
		default:
			all = append(all, waitingMail{row.ID, w.purse, store.Time(w.until), w.text})
		}
		if err := writeSetting(tx, waitingPrefix+w.player.Address, all); err != nil {
			return err
		}
		if _, err := tx.PostponeInbox(row.ID, w.until, w.Error()); err != nil || w.tell == nil {
			return err
		}
		return w.tell(tx)
	})
	if err == nil && state == "" {
		err = w
	}
	return state, err
}

// waitingFor counts the mails that wait for one limit.
func waitingFor(all []waitingMail, purse string) (n int) {
	for _, one := range all {
		if one.Purse == purse {
			n++
		}
	}
	return n
}

// tellNoRoom tells somebody once a day, for each of his limits, that too many mails of his wait for one
// more to be kept.
func (h *Host) tellNoRoom(tx store.Tx, row store.InboxMessage, w *waitError) error {
	if ok, err := tx.SpendAnswer("no-room:"+w.purse+w.player.Address, h.Now(), 1); err != nil || !ok {
		return err
	}
	return h.sendNoticeTo(tx, w.player, "", h.Post.Address, notice{key: "no-room", once: fmt.Sprint(row.ID), args: []any{
		"Limit", maxWaiting, "Received", row.Receipt}})
}

// moveWaiting takes the list of what waits along to a new address; without one it is dropped.
func moveWaiting(tx store.Tx, was, is string) error {
	var all []waitingMail
	if err := readSetting(tx, waitingPrefix+was, &all); err != nil || len(all) == 0 {
		return err
	}
	if err := tx.SetSetting(waitingPrefix+was, nil); err != nil || is == "" {
		return err
	}
	return writeSetting(tx, waitingPrefix+is, all)
}

// pays takes the answer to a signed text from the purse that it belongs to, and remembers whether it
// was the last. It reports false for a copy of a text that was answered before, if none is left.
func (h *Host) pays(tx store.Tx, a *asking) (ok bool, err error) {
	p := a.purse
	if a.again || a.copies > 0 && a.sent == 0 && len(a.reply.Notes)+len(a.reply.Leagues)+len(a.reply.Pages) == 0 {
		p = ofCopies
	}
	ok, last, err := h.spendOn(tx, a.incoming, p, a.player)
	if err != nil {
		return false, err
	}
	if !last.IsZero() {
		a.last = last
	}
	switch {
	case ok, a.sent > 0:
		return ok, nil // of a mail that was begun, the rest is told to be missing
	case p == ofCopies && (a.again || a.before != nil):
		return false, nil
	}
	return false, h.untilTomorrow(tx, a.incoming, p, a.player)
}

// paysForFile takes the answer to an order file that moved nothing. It reports false for a copy of a
// file that was answered before, if none is left.
func (h *Host) paysForFile(tx store.Tx, s *submission, known bool) (ok bool, err error) {
	if s.position == nil || s.unplaced { // nothing of it was recorded
		was, err := answeredBefore(tx, s.player.Address, s.message.Signed.Text, h.Now())
		if err != nil {
			return false, err
		}
		known = was
	}
	if known {
		ok, s.last, err = h.spendOn(tx, s.incoming, ofCopies, s.player)
		return ok, err
	}
	ok, s.last, err = h.spendOrWait(tx, s.incoming, ofFiles, s.player)
	return ok, err
}

// answeredPrefix begins the names of the settings that tell which signed texts were answered that are
// recorded nowhere else.
const answeredPrefix = "answered/"

// answeredBefore reports whether a signed text of somebody was answered before, and remembers it: a
// second one may be a copy that anybody sends.
func answeredBefore(tx store.Tx, author, text string, now time.Time) (bool, error) {
	name := fmt.Sprintf("%s%x", answeredPrefix, sha256.Sum256(fmt.Appendf(nil, "keryx answered 1\n%s\n%s", author, mail.Canonical(text))))
	var at time.Time
	if err := readSetting(tx, name, &at); err != nil || !at.IsZero() {
		return err == nil, err
	}
	if err := writeSetting(tx, name, store.Time(now)); err != nil {
		return false, err
	}
	file, _, _ := adjudicator.ReadNamed(text)
	game, side := orders.Fold(file.Header.Game.Value), orders.Fold(file.Header.Side.Value)
	_, err := tx.Submission(game, submissionID(game, side, text)) // as it came when it was taken in
	if errors.Is(err, store.ErrNotFound) {
		return false, nil
	}
	return err == nil, err
}

// paysForRefused takes the answer to a mail whose signature is good and which was not read. It reports
// false if it may be a copy, and no answer to those is left.
func (h *Host) paysForRefused(tx store.Tx, in incoming, player store.Player) (ok bool, last adjudicator.Phrase, err error) {
	text, err := mail.Peek(in.row.Raw)
	if err != nil {
		return h.spendOn(tx, in, ofCopies, player)
	}
	known, err := answeredBefore(tx, player.Address, text, h.Now())
	switch {
	case err != nil:
		return false, last, err
	case known:
		return h.spendOn(tx, in, ofCopies, player)
	}
	return h.spendOrWait(tx, in, ofFiles, player)
}

// submissionID is the name under which a signed text of a seat is recorded.
func submissionID(game, side, text string) store.Digest {
	return sha256.Sum256(fmt.Appendf(nil, "keryx orders 1\n%s\n%s\n%s", game, side, mail.Canonical(text)))
}

// seatPurse begins the name of what files wait for of which a seat has sent too many.
const seatPurse = "seat"
