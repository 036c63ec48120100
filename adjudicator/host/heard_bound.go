package host

import (
	"strings"
	"time"

	"keryx/adjudicator/calendar"
	"keryx/orders"
	"keryx/store"
	"keryx/templates"
)

// A text that asks for something to be changed says which server it is for and when it was written,
// in two lines that [orders.CutBinding] reads, or on one:
//
//	at keryx@club.example
//	dated 2026-11-21
//
// The server is the address that mail for it goes to. The name of the club would be shorter, but
// anybody can give his club the name of another. The day is its author's; the text counts on that day
// and the two that follow, and a day sooner or later for clocks and zones that differ. In the place
// of the day the code of the newest letter of a game of his may stand, and the server is named by
// that.

// boundDays is for how many days a text counts after the day that it is dated with, and boundEarly
// for how many before it.
const (
	boundDays  = 3
	boundEarly = 1
)

// writtenAt is when a mail came, as far as a day that stands in it is judged by that: not later
// than now; while a restored database catches up, when it came first.
func (h *Host) writtenAt(tx store.ReadTx, row store.InboxMessage) (time.Time, error) {
	job, err := restoring(tx)
	if err != nil || job != "" && !row.InternalDate.IsZero() {
		return row.InternalDate, err
	}
	return earlier(row.Receipt, h.Now()), nil
}

// unbound is the fault of a mail at whose word nothing may be changed; nil if it may. It says why
// once, at the first request that it is true of: further ones have the same fault.
func (h *Host) unbound(tx store.ReadTx, a *asking, r request) (*orders.Diagnostic, error) {
	b, zone := a.binding, zoneOf(a.player)
	refuse := func(kind orders.Kind, code string, args ...any) (*orders.Diagnostic, error) {
		return r.fault(kind, code, r.words[0], append([]any{"Server", h.Post.Address, "Day", boundDay(h.Now(), zone), "Days", boundDays}, args...)...), nil
	}
	coded := orders.BindingCode(b.Dated)
	switch {
	case b.Dated == "" || b.At == "" && !coded:
		if old, err := acceptedUnbound(tx, a); err != nil || old {
			return nil, err
		}
		return refuse(orders.Unreadable, "request-unbound", "At", b.At != "", "Dated", b.Dated != "")
	case b.At != "" && store.Address(b.At) != store.Address(h.Post.Address):
		return refuse(orders.Illegal, "request-elsewhere", "Given", b.At)
	case !coded && !orders.BindingDay(b.Dated):
		return refuse(orders.Unreadable, "request-dated", "Given", b.Dated)
	}
	if a.before != nil {
		return refuse(orders.Illegal, "request-heard", "When", templates.For(a.player.Language, "").WhenIn(a.before.At, zone), "Done", a.before.Done)
	}
	if coded {
		if newest, err := isNewest(tx, a, b.Dated); err != nil || newest {
			return nil, err
		}
		return refuse(orders.Illegal, "request-dated-code", "Given", strings.ToUpper(b.Dated))
	}
	day, err := time.Parse("2006-1-2", b.Dated)
	if err != nil {
		return refuse(orders.Unreadable, "request-dated", "Given", b.Dated)
	}
	at, err := h.writtenAt(tx, a.row)
	if err != nil {
		return nil, err
	}
	switch since := int(calendar.DateOf(at, zone).Sub(day) / calendar.Day); {
	case since > boundDays:
		return refuse(orders.Illegal, "request-dated-old", "Given", b.Dated)
	case since < -boundEarly:
		return refuse(orders.Illegal, "request-dated-ahead", "Given", b.Dated)
	}
	return nil, nil
}

// boundSetting holds since when this database is served by a program that asks for those lines.
const boundSetting = "bound-since"

// noteBound notes that, once.
func noteBound(tx store.Tx, now time.Time) error {
	var since time.Time
	if err := readSetting(tx, boundSetting, &since); err != nil || !since.IsZero() {
		return err
	}
	return writeSetting(tx, boundSetting, store.Time(now))
}

// acceptedUnbound reports whether a mail without the lines was accepted by an older program, which
// did not ask for them: a restore takes up what the server itself had accepted. Such a mail lies in
// the folder of those that were accepted, and came before the database was served by a program that
// refuses it, if that is known. Its text counts once all the same.
func acceptedUnbound(tx store.ReadTx, a *asking) (bool, error) {
	if a.before != nil {
		return false, nil
	}
	job, err := readRestoreJob(tx)
	if err != nil || job.Hand == "" || job.Hand != a.row.ContentHash.String() {
		return false, err
	}
	var since time.Time
	err = readSetting(tx, boundSetting, &since)
	return since.IsZero() || a.row.InternalDate.Before(since), err
}

// isNewest reports whether a code is that of the newest letter of a game in which somebody plays.
func isNewest(tx store.ReadTx, a *asking, given string) (bool, error) {
	seats, err := mine(tx, a, "")
	for _, seat := range seats {
		if seat.Answers != "" && codeOf(seat.Answers) == codeOf(given) {
			return true, err
		}
	}
	return false, err
}

// boundDay is the day of a moment as a text is dated with it.
func boundDay(at time.Time, zone *time.Location) string { return at.In(zone).Format(time.DateOnly) }

// mayChange is [Host.unbound] for a request on its way: what is refused so is shown to its author
// ready to be signed, unless it came before.
func (h *Host) mayChange(tx store.ReadTx, a *asking, r request, text string) (*orders.Diagnostic, error) {
	fault, err := h.unbound(tx, a, r)
	if fault == nil || err != nil {
		return fault, err
	}
	a.copies++
	if a.before == nil || !strings.HasPrefix(fault.Code, "request-heard") {
		h.getReady(a, r, text)
	}
	return fault, nil
}

// maxReady is the longest text that is shown ready to be signed, in bytes.
const maxReady = 8000

// getReady adds a request to what its author is shown ready to be signed.
func (h *Host) getReady(a *asking, r request, text string) {
	ready := &a.reply.Ready
	if *ready == "" {
		*ready = strings.Join(templates.BindingLines(a.player.Language, h.Post.Address, boundDay(h.Now(), zoneOf(a.player))), "\n") + "\n"
	}
	if text == "" {
		for _, head := range []struct{ now, was word }{{r.game, a.readied.game}, {r.side, a.readied.side}} {
			if head.now.text != "" && head.now != head.was {
				text += strings.TrimSpace(head.now.source) + "\n"
			}
		}
		a.readied = r
		text += strings.TrimSpace(r.text)
	}
	if len(*ready)+len(text) <= maxReady {
		*ready += strings.Trim(text, "\r\n") + "\n"
	}
}

// IsOrderFile reports whether a text holds an order file to be played: nothing that is asked for, said
// or ruled stands at its head.
func IsOrderFile(text string) bool {
	if !meansFile(strings.SplitAfter(text, "\n")) {
		return false
	}
	plain, _ := plainAsked(text)
	_, rest := orders.CutBinding(plain)
	if _, ok := readKeyOrder(plain); ok {
		return false
	}
	if _, ok := readRuling(plain); ok {
		return false
	}
	if _, _, ok := readCheck(rest); ok {
		return false
	}
	return !reads(rest)
}

// NeedsBinding reports whether a text asks for something to be changed, and lacks the lines that say
// at which server, and when it was signed: such a text is not carried out. Order files and texts
// about keys do not need them.
func NeedsBinding(text string) bool {
	text, _ = plainAsked(text)
	b, rest := orders.CutBinding(text)
	if b.Dated != "" && (b.At != "" || orders.BindingCode(b.Dated)) {
		return false
	}
	if _, ok := readKeyOrder(text); ok {
		return false
	}
	if r, ok := readRuling(text); ok {
		return !r.preview
	}
	if _, _, ok := readClaim(rest); ok {
		return true
	}
	if _, _, ok := readCheck(rest); ok {
		return false
	}
	if _, ok := readWords(rest); ok {
		return true
	}
	list, ok := readRequests(rest)
	for _, r := range list {
		if ok && guardOf(r, !r.holdsCode()) == Bound {
			return true
		}
	}
	return false
}

// holdsCode reports whether a word of a request has the form of a code.
func (r request) holdsCode() bool {
	for _, w := range r.words[1:] {
		if orders.BindingCode(orders.Fold(w.text)) {
			return true
		}
	}
	return false
}

// Bind puts the lines that say at which server, and on which day it is signed, above a text, in a
// language; lines of that kind which it has already go.
func Bind(text, server string, at time.Time, lang string) string {
	_, rest := orders.CutBinding(text)
	lines := templates.BindingLines(lang, server, at.Format(time.DateOnly))
	return strings.Join(lines, "\n") + "\n" + strings.TrimLeft(rest, "\n\ufeff")
}
