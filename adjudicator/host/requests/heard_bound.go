package requests

import (
	"strings"
	"time"

	"keryx/adjudicator/calendar"
	"keryx/adjudicator/host/written"
	"keryx/orders"
	"keryx/store"
	"keryx/templates"
)

// unbound is the fault of a mail at whose word nothing may be changed; nil if it may. It says why
// once, at the first request that it is true of: further ones have the same fault.
func (d *Desk) unbound(tx store.ReadTx, a *Mail, r written.Request) (*orders.Diagnostic, error) {
	b, zone := a.Binding, written.ZoneOf(a.Player)
	refuse := func(kind orders.Kind, code string, args ...any) (*orders.Diagnostic, error) {
		return r.Fault(kind, code, r.Words[0], append([]any{"Server", d.Post.Address, "Day", written.BoundDay(d.Now(), zone), "Days", written.BoundDays}, args...)...), nil
	}
	coded := orders.BindingCode(b.Dated)
	switch {
	case b.Dated == "" || b.At == "" && !coded:
		if old, err := acceptedUnbound(tx, a); err != nil || old {
			return nil, err
		}
		return refuse(orders.Unreadable, "request-unbound", "At", b.At != "", "Dated", b.Dated != "")
	case b.At != "" && store.Address(b.At) != store.Address(d.Post.Address):
		return refuse(orders.Illegal, "request-elsewhere", "Given", b.At)
	case !coded && !orders.BindingDay(b.Dated):
		return refuse(orders.Unreadable, "request-dated", "Given", b.Dated)
	}
	if a.Before != nil {
		return refuse(orders.Illegal, "request-heard", "When", templates.For(a.Player.Language, "").WhenIn(a.Before.At, zone), "Done", a.Before.Done)
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
	at, err := d.writtenAt(tx, a.Row)
	if err != nil {
		return nil, err
	}
	switch since := int(calendar.DateOf(at, zone).Sub(day) / calendar.Day); {
	case since > written.BoundDays:
		return refuse(orders.Illegal, "request-dated-old", "Given", b.Dated)
	case since < -written.BoundEarly:
		return refuse(orders.Illegal, "request-dated-ahead", "Given", b.Dated)
	}
	return nil, nil
}

// acceptedUnbound reports whether a mail without the lines was accepted by an older program, which
// did not ask for them: a restore takes up what the server itself had accepted. Such a mail lies in
// the folder of those that were accepted, and came before the database was served by a program that
// refuses it, if that is known. Its text counts once all the same.
func acceptedUnbound(tx store.ReadTx, a *Mail) (bool, error) {
	if a.Before != nil {
		return false, nil
	}
	job, err := written.ReadRestoreJob(tx)
	if err != nil || job.Hand == "" || job.Hand != a.Row.ContentHash.String() {
		return false, err
	}
	var since time.Time
	err = written.ReadSetting(tx, written.BoundSetting, &since)
	return since.IsZero() || a.Row.InternalDate.Before(since), err
}

// isNewest reports whether a code is that of the newest letter of a game in which somebody plays.
func isNewest(tx store.ReadTx, a *Mail, given string) (bool, error) {
	seats, err := Mine(tx, a, "")
	for _, seat := range seats {
		if seat.Answers != "" && CodeOf(seat.Answers) == CodeOf(given) {
			return true, err
		}
	}
	return false, err
}

// MayChange is [Desk.unbound] for a request on its way: what is refused so is shown to its author
// ready to be signed, unless it came before.
func (d *Desk) MayChange(tx store.ReadTx, a *Mail, r written.Request, text string) (*orders.Diagnostic, error) {
	fault, err := d.unbound(tx, a, r)
	if fault == nil || err != nil {
		return fault, err
	}
	a.Copies++
	if a.Before == nil || !strings.HasPrefix(fault.Code, "request-heard") {
		d.getReady(a, r, text)
	}
	return fault, nil
}

// getReady adds a request to what its author is shown ready to be signed.
func (d *Desk) getReady(a *Mail, r written.Request, text string) {
	ready := &a.Reply.Ready
	if *ready == "" {
		*ready = strings.Join(templates.BindingLines(a.Player.Language, d.Post.Address, written.BoundDay(d.Now(), written.ZoneOf(a.Player))), "\n") + "\n"
	}
	if text == "" {
		for _, head := range []struct{ now, was written.Word }{{r.Game, a.readied.Game}, {r.Side, a.readied.Side}} {
			if head.now.Text != "" && head.now != head.was {
				text += strings.TrimSpace(head.now.Source) + "\n"
			}
		}
		a.readied = r
		text += strings.TrimSpace(r.Text)
	}
	if len(*ready)+len(text) <= written.MaxReady {
		*ready += strings.Trim(text, "\r\n") + "\n"
	}
}

// CodeOf brings a report code to the form in which codes are compared: readers
// may write it in lower case or lose its hyphen.
func CodeOf(text string) string {
	return strings.Map(func(r rune) rune {
		if r == '-' || r == ' ' {
			return -1
		}
		return r
	}, strings.ToUpper(text))
}

// writtenAt is when a mail came, as far as a day that stands in it is judged by that: not later
// than now; while a restored database catches up, when it came first.
func (d *Desk) writtenAt(tx store.ReadTx, row store.InboxMessage) (time.Time, error) {
	job, err := written.Restoring(tx)
	if err != nil || job != "" && !row.InternalDate.IsZero() {
		return row.InternalDate, err
	}
	return written.Earlier(row.Receipt, d.Now()), nil
}
