package host

import (
	"strings"
	"time"

	"keryx/adjudicator/calendar"
	"keryx/orders"
	"keryx/store"
	"keryx/templates"
)

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

// codeOf brings a report code to the form in which codes are compared: readers
// may write it in lower case or lose its hyphen.
func codeOf(text string) string {
	return strings.Map(func(r rune) rune {
		if r == '-' || r == ' ' {
			return -1
		}
		return r
	}, strings.ToUpper(text))
}

// writtenAt is when a mail came, as far as a day that stands in it is judged by that: not later
// than now; while a restored database catches up, when it came first.
func (h *Host) writtenAt(tx store.ReadTx, row store.InboxMessage) (time.Time, error) {
	job, err := restoring(tx)
	if err != nil || job != "" && !row.InternalDate.IsZero() {
		return row.InternalDate, err
	}
	return earlier(row.Receipt, h.Now()), nil
}
