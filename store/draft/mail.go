package draft

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"keryx/store"
)

func (d *draft) InboxMessage(id int64) (store.InboxMessage, error) {
	d.clean("InboxMessage", someInbox)
	return ask(d, call{verb: "InboxMessage", n: id}, func(tx store.ReadTx) (store.InboxMessage, error) { return tx.InboxMessage(id) })
}

func (d *draft) InboxByContent(hash store.Digest) (store.InboxMessage, error) {
	d.clean("InboxByContent", someInbox)
	return ask(d, call{verb: "InboxByContent", a: hash.String()}, func(tx store.ReadTx) (store.InboxMessage, error) { return tx.InboxByContent(hash) })
}

func (d *draft) InboxAt(hash store.Digest, at store.Place) (store.InboxMessage, error) {
	d.clean("InboxAt", someInbox)
	return ask(d, call{verb: "InboxAt", a: fmt.Sprintf("%s %s %d %d", hash, at.Folder, at.UIDValidity, at.UID)},
		func(tx store.ReadTx) (store.InboxMessage, error) { return tx.InboxAt(hash, at) })
}

func (d *draft) InboxMessages(f store.InboxFilter) ([]store.InboxMessage, error) {
	d.clean("InboxMessages", someInbox)
	return list(d, call{verb: "InboxMessages", a: fmt.Sprintf("%q %q %q", f.Game, f.State, f.Player), n: int64(f.Limit), since: f.Since},
		func(tx store.ReadTx) ([]store.InboxMessage, error) { return tx.InboxMessages(f) })
}

func (d *draft) Pending(limit int) ([]store.InboxMessage, error) {
	d.clean("Pending", someInbox)
	return list(d, call{verb: "Pending", n: int64(limit)}, func(tx store.ReadTx) ([]store.InboxMessage, error) { return tx.Pending(limit) })
}

func (d *draft) InboxDue(now time.Time) ([]int64, error) {
	d.clean("InboxDue", someInbox)
	return list(d, call{verb: "InboxDue", since: now}, func(tx store.ReadTx) ([]int64, error) { return tx.InboxDue(now) })
}

func (d *draft) CountInbox(game, side string, since time.Time) (int, error) {
	d.clean("CountInbox", someInbox)
	return ask(d, call{verb: "CountInbox", a: game, b: side, since: since}, func(tx store.ReadTx) (int, error) { return tx.CountInbox(game, side, since) })
}

func (d *draft) Unfiled(limit int) ([]store.Copy, error) {
	d.clean("Unfiled", someInbox)
	return list(d, call{verb: "Unfiled", n: int64(limit)}, func(tx store.ReadTx) ([]store.Copy, error) { return tx.Unfiled(limit) })
}

func (d *draft) Cursor(folder string) (store.Place, error) {
	d.clean("Cursor", someInbox)
	return ask(d, call{verb: "Cursor", a: folder}, func(tx store.ReadTx) (store.Place, error) { return tx.Cursor(folder) })
}

func (d *draft) SetInboxPlayer(id int64, player string) error {
	return d.write(func(tx store.Tx) error { return tx.SetInboxPlayer(id, player) }, someInbox)
}

func (d *draft) SetInboxState(id int64, state store.InboxState, reason string) error {
	d.numbered("SetInboxState", []byte(reason))
	return d.write(func(tx store.Tx) error { return tx.SetInboxState(id, state, reason) }, someInbox)
}

func (d *draft) SetInboxSeat(id int64, game, side string) error {
	return d.write(func(tx store.Tx) error { return tx.SetInboxSeat(id, game, side) }, someInbox)
}

func (d *draft) OutboxMail(id int64) (store.OutboxMail, error) {
	for _, m := range d.outbox {
		if m.ID == id {
			return m, nil
		}
	}
	if d.changed[id] {
		return store.OutboxMail{}, d.give("OutboxMail")
	}
	return ask(d, call{verb: "OutboxMail", n: id}, func(tx store.ReadTx) (store.OutboxMail, error) { return tx.OutboxMail(id) })
}

func (d *draft) OutboxByMessageID(messageID string) (store.OutboxMail, error) {
	for _, m := range d.outbox {
		if m.MessageID == messageID {
			return m, nil
		}
	}
	if len(d.changed) > 0 {
		return store.OutboxMail{}, d.give("OutboxByMessageID")
	}
	return ask(d, call{verb: "OutboxByMessageID", a: messageID}, func(tx store.ReadTx) (store.OutboxMail, error) { return tx.OutboxByMessageID(messageID) })
}

func (d *draft) OutboxMails(f store.OutboxFilter) ([]store.OutboxMail, error) {
	d.clean("OutboxMails", someOutbox)
	return list(d, call{verb: "OutboxMails", a: fmt.Sprintf("%q %q %q", f.Game, f.Side, f.State), n: int64(f.Limit)},
		func(tx store.ReadTx) ([]store.OutboxMail, error) { return tx.OutboxMails(f) })
}

// FailedTo is not touched by mails that are queued, which have not failed.
func (d *draft) FailedTo(recipient string) ([]store.OutboxMail, error) {
	if len(d.changed) > 0 {
		return nil, d.give("FailedTo")
	}
	return list(d, call{verb: "FailedTo", a: recipient}, func(tx store.ReadTx) ([]store.OutboxMail, error) { return tx.FailedTo(recipient) })
}

func (d *draft) NextSend() (*time.Time, error) {
	d.clean("NextSend", someOutbox)
	return ask(d, call{verb: "NextSend"}, store.ReadTx.NextSend)
}

func (d *draft) Enqueue(m store.OutboxMail) (int64, error) {
	if err := m.Validate(); err != nil {
		return 0, err
	}
	d.numbered("Enqueue", []byte(m.MessageID+m.Occasion+m.EnvelopeFrom))
	row := m
	if row.NextAttempt.IsZero() {
		row.NextAttempt = row.Created
	}
	if row.Occasion == "" {
		row.Occasion = row.MessageID
	}
	row.NextAttempt, row.Created = store.Time(row.NextAttempt), store.Time(row.Created)
	row.State, row.Damaged, row.Doubtful, row.Attempts, row.LeaseUntil, row.LastError, row.Sent = store.Queued, false, false, 0, nil, "", nil
	stands, becomes := d.number()
	row.ID = stands
	d.outbox = append(d.outbox, row)
	return stands, d.write(func(tx store.Tx) (err error) {
		*becomes, err = tx.Enqueue(m)
		return err
	}, someOutbox)
}

// step changes a mail that lies in the outbox at one of the states from which that can be done.
func (d *draft) step(id int64, reason string, f func(tx store.Tx, id int64) error, from ...store.OutboxState) error {
	d.numbered("a step of a mail", []byte(reason))
	m, err := d.OutboxMail(id)
	if err != nil {
		return err
	}
	if !slices.Contains(from, m.State) {
		return d.give("a step of a mail")
	}
	d.changed[id] = true
	for i, m := range d.outbox {
		if m.ID == id {
			d.outbox = append(d.outbox[:i:i], d.outbox[i+1:]...) // asked for again, it gives the draft up
			break
		}
	}
	return d.write(func(tx store.Tx) error { return f(tx, d.real(id)) }, someOutbox)
}

func (d *draft) MarkReturned(id int64, reason string) error {
	return d.step(id, reason, func(tx store.Tx, id int64) error { return tx.MarkReturned(id, reason) }, store.Sent)
}

func (d *draft) CancelOutbox(id int64, reason string) error {
	return d.step(id, reason, func(tx store.Tx, id int64) error { return tx.CancelOutbox(id, reason) }, store.Queued, store.Failed)
}

func (d *draft) RequeueOutbox(id int64, now time.Time) error {
	return d.step(id, "", func(tx store.Tx, id int64) error { return tx.RequeueOutbox(id, now) }, store.Failed)
}

func (d *draft) Reports(game, side string) ([]store.Report, error) {
	reports, err := list(d, call{verb: "Reports", a: game, b: side}, func(tx store.ReadTx) ([]store.Report, error) { return tx.Reports(game, side) })
	for _, r := range d.reports {
		if r.Game == game && r.Side == side {
			reports = append(reports, r)
		}
	}
	return reports, err
}

func (d *draft) ReportByCode(game, code string) (store.Report, error) {
	r, err := ask(d, call{verb: "ReportByCode", a: game, b: code}, func(tx store.ReadTx) (store.Report, error) { return tx.ReportByCode(game, code) })
	if errors.Is(err, store.ErrNotFound) {
		for _, r := range d.reports {
			if r.Game == game && r.Code == code && code != "" {
				return r, nil
			}
		}
	}
	return r, err
}

func (d *draft) AddReport(r store.Report) (int64, error) {
	if err := r.Validate(); err != nil {
		return 0, err
	}
	stands, becomes := d.number()
	r.ID, r.Created, r.Body = stands, store.Time(r.Created), filled(r.Body)
	d.reports = append(d.reports, r)
	return stands, d.write(func(tx store.Tx) (err error) {
		r := r
		r.Outbox = d.real(r.Outbox)
		*becomes, err = tx.AddReport(r)
		return err
	})
}
