package post

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/written"
	"keryx/mail/wire"
	"keryx/store"
)

// A server may refuse a letter for good and mean us: the account has sent all that it may in a day,
// or is blocked. Such a refusal says nothing of the letter. All mail waits then, one letter is tried
// now and then, and when one is taken all the others leave.
//
// What a server means is not always to be read (see [wire.About]), and the words may be those of a
// recipient's own server, which must not be able to stop the mail of others. So what others' letters
// come to decides: while a refusal may be about us they go on one at a time. If one is taken, the
// refusal was about its own letter, and when that is refused again it is given up.

// passagePauses are those between letters that are tried while all mail waits; the last one goes on.
var passagePauses = []time.Duration{time.Minute, 5 * time.Minute, 15 * time.Minute, 30 * time.Minute, time.Hour}

// refutedFor is how long the refusals of a recipient's mail stop nobody after others' letters have been taken
// in spite of one.
const refutedFor = 24 * time.Hour

// passage keeps count of whether the sending server lets our mail pass.
type passage struct {
	mu       sync.Mutex
	refusals int                  // since a letter was last taken, of those that may be about us
	refusers map[string]bool      // their recipients
	refuted  map[string]time.Time // the recipients in spite of whose refusal others' letters were taken, and when
	doubts   map[int64]*doubt     // of the letters that were refused
	since    time.Time            // since when all mail waits; zero if it does not
	until    time.Time            // when the next letter may be tried
	pauses   int
	reply    string

	recalled bool // what stands in the database was read
}

// passageSetting holds since when all mail waits, for as long as it does. A process that begins
// anew goes on with that: it asks the server no sooner, and tells the operator of the whole time. What
// is thought of single letters is not kept: each is tried once or twice more, and that is all.
const passageSetting = "mail-waits"

// keptPassage is what is stored of it.
type keptPassage struct {
	Since  time.Time `json:"since"`
	Until  time.Time `json:"until"`
	Pauses int       `json:"pauses"`
	Reply  string    `json:"reply"`
}

// recallPassage reads, once in a process and before the first letter is taken, whether all mail waits.
func (ob *Outbox) recallPassage(tx store.ReadTx) error {
	p := &ob.passage
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.recalled {
		return nil
	}
	var kept keptPassage
	if err := written.ReadSetting(tx, passageSetting, &kept); err != nil {
		return fmt.Errorf("looking whether all mail waits: %w", err)
	}
	p.recalled = true
	if kept.Since.IsZero() || !p.since.IsZero() {
		return nil
	}
	p.since, p.until, p.pauses, p.reply = kept.Since, kept.Until, kept.Pauses, kept.Reply
	p.refusals = 2 // as many as let all mail wait, whatever they are about
	ob.Log.Info("all mail waits since the sending server has refused it", "since", kept.Since, "next", kept.Until)
	return nil
}

// keepPassage stores whether all mail waits.
func (ob *Outbox) keepPassage(tx club.Tx) error {
	p := &ob.passage
	p.mu.Lock()
	kept := keptPassage{Since: p.since, Until: p.until, Pauses: p.pauses, Reply: p.reply}
	p.mu.Unlock()
	if kept.Since.IsZero() {
		return tx.SetSetting(passageSetting, nil)
	}
	return written.WriteSetting(tx, passageSetting, kept)
}

// A doubt is about one letter: whether its refusal was about it.
type doubt struct {
	recipient string
	others    bool // others' letters have been taken since it was refused
}

// A fate is what is to become of a letter after it was tried.
type fate struct {
	final bool      // refused for good: the letter is given up
	waits time.Time // if set: it waits until then, as all mail does
	ended *waited   // all mail has waited, and waits no more
	began bool      // all mail waits from now on
}

// waited is that all mail has waited.
type waited struct {
	since time.Time
	reply string
}

// allowed reports whether a letter may be tried now; busy means that one is on its way.
func (p *passage) allowed(now time.Time, busy bool) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.until.Sub(now) > passagePauses[len(passagePauses)-1] {
		p.until = now // the clock has been set back
	}
	return p.refusals == 0 || !busy && !now.Before(p.until)
}

// others are the domains whose letters are not to be tried while those to others wait.
func (p *passage) others() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	domains := map[string]bool{}
	for recipient := range p.refusers {
		domains[domainOf(recipient)] = true
	}
	return slices.Sorted(maps.Keys(domains))
}

// next is when a letter may be tried; the zero time if at once.
func (p *passage) next() time.Time {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.until
}

// waiting reports whether all mail waits.
func (p *passage) waiting() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return !p.since.IsZero()
}

// note takes note of how the delivery of a letter went, and says what is to become of it.
func (p *passage) note(now time.Time, m store.OutboxMail, result error) fate {
	p.mu.Lock()
	defer p.mu.Unlock()
	var refused *wire.SendError
	switch {
	case result == nil:
		return fate{ended: p.taken(now, m)}
	case !errors.Is(result, wire.ErrPermanent):
		return fate{}
	case !errors.As(result, &refused) || refused.About == wire.AboutLetter:
		delete(p.doubts, m.ID)
		return fate{final: true}
	}
	return p.refused(now, m, refused)
}

// taken notes that a letter was taken: the server lets our mail pass.
func (p *passage) taken(now time.Time, m store.OutboxMail) (ended *waited) {
	delete(p.doubts, m.ID)
	for _, d := range p.doubts {
		d.others = d.others || d.recipient != m.Recipient
	}
	for refuser := range p.refusers {
		if refuser != m.Recipient {
			p.refuted[refuser] = now
		}
	}
	delete(p.refuted, m.Recipient)
	maps.DeleteFunc(p.refuted, func(_ string, at time.Time) bool { return now.Sub(at) >= refutedFor })
	if !p.since.IsZero() {
		ended = &waited{p.since, p.reply}
	}
	p.refusals, p.refusers, p.pauses, p.since, p.until = 0, nil, 0, time.Time{}, time.Time{}
	return ended
}

// refused notes a refusal that may be about us.
func (p *passage) refused(now time.Time, m store.OutboxMail, why *wire.SendError) fate {
	if p.doubts == nil {
		p.doubts, p.refuted = map[int64]*doubt{}, map[string]time.Time{}
	}
	d := p.doubts[m.ID]
	if d == nil {
		d = &doubt{recipient: m.Recipient}
		p.doubts[m.ID] = d
	}
	others := d.others
	d.others = false
	if others && why.About == wire.Unclear {
		delete(p.doubts, m.ID)
		return fate{final: true}
	}
	if at, ok := p.refuted[m.Recipient]; ok && p.since.IsZero() && now.Sub(at) < refutedFor {
		return fate{} // if it is about us this time, the letters of others will show it
	}
	if p.refusers == nil {
		p.refusers = map[string]bool{}
	}
	p.refusers[m.Recipient] = true
	p.refusals++
	if why.About == wire.Unclear && p.refusals < 2 && p.since.IsZero() {
		return fate{}
	}
	began := p.since.IsZero()
	if began {
		p.since, p.reply = now, why.Reply()
	}
	p.until = now.Add(passagePauses[min(p.pauses, len(passagePauses)-1)])
	p.pauses++
	return fate{waits: p.until, began: began}
}

// pass does what has to be done when all mail begins to wait, or waits no more: the operator is told
// by the log, and by mail as soon as mail goes.
func (ob *Outbox) pass(ctx context.Context, f fate, result error) {
	if f.began {
		ob.Log.Error("the sending server refuses our mail; all of it waits and is tried again", "next", f.waits, "error", result)
	}
	if !f.waits.IsZero() {
		if err := ob.Write(ctx, ob.keepPassage); err != nil {
			ob.Log.Error("it cannot be noted that all mail waits", "error", err)
		}
	}
	if f.ended == nil {
		return
	}
	now := ob.Now()
	ob.Log.Info("the sending server takes our mail again", "waited", now.Sub(f.ended.since).Round(time.Second))
	n := Notice{Key: "mail-waited", Once: f.ended.since.UTC().Format(time.RFC3339),
		Args: []any{"Since", f.ended.since, "Until", now, "Reply", f.ended.reply}}
	if err := ob.Write(ctx, func(tx club.Tx) error { return errors.Join(ob.keepPassage(tx), ob.Letters.TellReferees(tx, n)) }); err != nil {
		ob.Log.Error("nobody can be told that mail had to wait", "error", err)
	}
}

// Opens is when our own server may take mail again; a moment that is past if it does.
func (ob *Outbox) Opens() time.Time { return Later(ob.logins.next(), ob.passage.next()) }
