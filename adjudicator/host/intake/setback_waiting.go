package intake

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/keyring"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/reports"
	"keryx/adjudicator/host/requests"
	"keryx/store"
)

// What comes back of mail and keys with the clock: whatever waits for a moment that is no deadline.

// waiting are the times, other than deadlines, that something waits for.
func (r *Redating) waiting(tx store.ReadTx) (dated []store.Dated, err error) {
	note := func(what string, at time.Time, moved time.Time) {
		if moved.Equal(at) {
			return
		}
		i := slices.IndexFunc(dated, func(d store.Dated) bool { return d.What == what })
		if i < 0 {
			i, dated = len(dated), append(dated, store.Dated{What: what})
		}
		dated[i].Count++
		if at.After(dated[i].Latest) {
			dated[i].Latest = at
		}
	}
	keys, err := tx.KeysDue(reports.ForEver)
	if err != nil {
		return nil, err
	}
	for _, key := range keys {
		note("keys: end of a waiting time", *key.Due, r.due(*key.Due, r.Host.Rules.KeyWait.Duration))
	}
	rows, err := tx.InboxMessages(store.InboxFilter{State: store.Received, Limit: maxResume})
	if err != nil {
		return nil, err
	}
	kept, err := reports.AllWaiting(tx)
	if err != nil {
		return nil, err
	}
	for _, row := range rows {
		if row.NextTry != nil {
			note("emails that came in: next attempt", *row.NextTry, r.soon(*row.NextTry, longestTry(kept[row.ID])))
		}
	}
	list, err := reports.PendingReceipts(tx)
	for _, o := range list {
		note("receipts: latest time", o.Due, r.soon(o.Due, r.Host.Rules.ReceiptsWait.Duration))
	}
	return dated, err
}

// longestTry is the longest that a mail that came in waits for its next attempt; kept says that it waits
// for its author's limit, which is at an end with the day.
func longestTry(kept bool) time.Duration {
	if kept {
		return max(longestPause, requests.LongestKept)
	}
	return longestPause
}

// setKeys dates back what waits about keys.
func (r *Redating) setKeys(tx club.Tx) error {
	keys, err := tx.KeysDue(reports.ForEver)
	if err != nil {
		return err
	}
	for _, key := range keys {
		due := r.due(*key.Due, r.Host.Rules.KeyWait.Duration)
		key.Due = &due
		if err := tx.UpdateKey(key); err != nil {
			return fmt.Errorf("key %s: %w", key.Fingerprint, err)
		}
	}
	return nil
}

// setInbox dates back what came in. What counts as receipt is looked at anew: the mail
// server's date was not believed while it lay far behind the clock.
func (r *Redating) setInbox(tx club.Tx) error {
	rows, err := tx.InboxMessages(store.InboxFilter{Since: r.now.Add(r.slack())})
	if err != nil {
		return err
	}
	for _, row := range rows {
		seen := r.past(row.FirstSeen)
		if err := tx.SetInboxTimes(row.ID, seen, receipt(row.InternalDate, seen)); err != nil {
			return err
		}
	}
	if rows, err = tx.Pending(maxResume); err != nil {
		return err
	}
	kept, err := reports.AllWaiting(tx)
	if err != nil {
		return err
	}
	for _, row := range rows {
		if row.NextTry == nil {
			continue
		}
		if err := tx.SetInboxTry(row.ID, r.soon(*row.NextTry, longestTry(kept[row.ID]))); err != nil {
			return err
		}
	}
	return nil
}

// setOwed dates back until when receipts wait.
func (r *Redating) setOwed(tx club.Tx) error {
	list, err := reports.PendingReceipts(tx)
	if err != nil || len(list) == 0 {
		return err
	}
	for i := range list {
		list[i].Due = r.soon(list[i].Due, r.Host.Rules.ReceiptsWait.Duration)
	}
	return reports.SetPendingReceipts(tx, list)
}

// setVouched dates back what shows registrations to be a player's own.
func (r *Redating) setVouched(tx club.Tx) error {
	players, err := tx.Players()
	if err != nil {
		return err
	}
	for _, player := range players {
		prefs, err := post.ReadPrefs(player)
		if err != nil {
			return err
		}
		if prefs[keyring.PrefVouched] == nil {
			continue
		}
		var v keyring.Vouched
		if err := json.Unmarshal(prefs[keyring.PrefVouched], &v); err != nil {
			return fmt.Errorf("preferences of %s: %w", player.Address, err)
		}
		v.Made = r.past(v.Made)
		for fingerprint, at := range v.Named {
			v.Named[fingerprint] = r.past(at)
		}
		if err := keyring.KeepVouched(tx, player, v); err != nil {
			return err
		}
	}
	return nil
}
