package host

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"keryx/adjudicator"
	"keryx/adjudicator/dice"
	"keryx/adjudicator/host/season"
	"keryx/orders"
	"keryx/store"
	"keryx/templates"
)

// A ruling may give up what follows an entry of the ledger. The entries stay where they are
// and can be read; the game goes on from the one that is named, with dice of another secret,
// which follows from the one before: nobody can choose it. What was asked and offered since
// is void, and so are the codes of the reports; who is asked has his full time anew.

// entryOf reads the number of a ledger entry that still stands.
func entryOf(p *position, act request, entries []store.Entry, fits func(store.Entry) bool) (n int, fault *orders.Diagnostic) {
	words := act.terms()
	void := givenUp(entries)
	var standing []string
	for _, e := range slices.Backward(entries) {
		if !void[e.Seq] && fits(e) && len(standing) < 6 {
			standing = append(standing, fmt.Sprint(e.Seq))
		}
	}
	slices.Reverse(standing)
	args := []any{"Word", act.words[0].text, "Entries", standing, "Game", p.game.ID}
	switch {
	case len(words) == 0:
		return 0, act.fault(orders.Unreadable, "ruling-entry-missing", act.words[0], args...)
	case len(words) > 1:
		return 0, act.fault(orders.Unreadable, "ruling-left-over", words[1], "Words", words[1].text)
	}
	args[1] = words[0].text
	n, err := strconv.Atoi(words[0].text)
	switch {
	case err != nil || n < 1 || n > len(entries):
		return 0, act.fault(orders.Unknown, "ruling-entry", words[0], args...)
	case void[n]:
		return 0, act.fault(orders.Illegal, "ruling-entry-void", words[0], args...)
	case !fits(entries[n-1]):
		return 0, act.fault(orders.Illegal, "ruling-entry-kind", words[0], args...)
	}
	return n, nil
}

// standsLast reports whether a game can go on from an entry.
func standsLast(e store.Entry) bool {
	switch adjudicator.EntryKind(e.Kind) {
	case adjudicator.Commit, adjudicator.Ordered, adjudicator.Deadline:
		return true
	}
	return false
}

// planBack gives up what follows an entry.
func (h *Host) planBack(tx store.ReadTx, p *position, _ arbiter, r ruling, act request) (d decision, fault *orders.Diagnostic, err error) {
	for i, seat := range p.seats {
		if isGuest(seat.Player) || isRemoved(seat.Player) { // who could be asked nothing, and write nothing
			return d, act.fault(orders.Illegal, "ruling-back-nobody", act.words[0], "Game", p.game.ID, "Side", sideTerm(p.game, p.info.Sides[i])), nil
		}
	}
	entries, err := tx.Entries(p.game.ID, 1)
	if err != nil {
		return d, nil, err
	}
	n, fault := entryOf(p, act, entries, standsLast)
	if fault != nil {
		return d, fault, nil
	}
	last := n
	for _, e := range entries[n:] {
		switch adjudicator.EntryKind(e.Kind) {
		case adjudicator.Ruling, adjudicator.Appealed, adjudicator.Reseed:
			continue
		}
		if !givenUp(entries)[e.Seq] {
			last = e.Seq
		}
	}
	if last == n {
		return d, act.fault(orders.Illegal, "ruling-back-nothing", act.words[0], "Entry", n), nil
	}
	f, fault, err := forkAt(tx, p, act, entries, n)
	if fault != nil || err != nil {
		return d, fault, err
	}
	f.decides = r.decides
	d.body = rulingBody{Entry: n}
	// No number of an entry: within a turn it would tell how often the enemy has written in secret.
	d.changes = both(adjudicator.Say("ruling.back", "Turn", f.name))
	if p.game.Status == store.Ended {
		d.changes = both(d.changes[0][0], adjudicator.Say("ruling.reopened"))
	}
	if err := d.tellGone(tx, p.game, f); err != nil {
		return d, nil, err
	}
	d.apply = func(tx store.Tx, p *position, entry int) error { return h.goBack(tx, p, f, entry) }
	d.letters = func(tx store.Tx, p *position, entry int) error {
		return h.tellFork(tx, p.game.ID, f, entry, d)
	}
	return d, nil, nil
}

// fork is the point that a game goes on from.
type fork struct {
	entry  int                // the last that stands
	turn   int                // in play there
	snap   store.Snapshot     // that the turn begins with
	name   adjudicator.Phrase // of the turn
	events int                // that had happened in it
	named  int                // the entry that the ruling names
	over   bool               // the game had ended
	at     time.Time          // when the named entry was made
	upto   int                // the last of the entries that what was used up stays used up for
	throws bool               // the named entry is itself given up, and played again

	decides int // the number of the appeal that it is ruled on; 0 for none
}

// forkAt finds the turn that an entry is of, and plays it again as far as there.
func forkAt(tx store.ReadTx, p *position, act request, entries []store.Entry, n int) (f fork, fault *orders.Diagnostic, err error) {
	f = fork{entry: n, named: n, upto: n, at: entries[n-1].Time, turn: p.game.Turn, over: p.game.Status == store.Ended}
	for ; f.turn > 0; f.turn-- {
		if f.snap, err = tx.Snapshot(p.game.ID, f.turn); err != nil {
			return f, nil, fmt.Errorf("game %s: the snapshot of turn %d: %w", p.game.ID, f.turn, err)
		}
		if f.snap.Seq <= n {
			break
		}
	}
	if f.turn == 0 {
		return f, act.fault(orders.Illegal, "ruling-entry-kind", act.words[0], "Word", act.words[0].text, "Entries", []string{}, "Game", p.game.ID), nil
	}
	then, err := p.again(f.snap)
	if err == nil {
		defer then.close()
		err = then.rebuild(f.snap, entries[f.snap.Seq-1:n])
	}
	if err != nil {
		return f, nil, err
	}
	if then.session.Ended() { // the entry ended its turn: what stands is the beginning of the next
		return f, act.fault(orders.Illegal, "ruling-entry-ends", act.words[0], "Entry", n), nil
	}
	f.name, f.events = then.session.Game().Name(), len(then.session.Events())
	return f, nil, nil
}

// goBack gives up what follows the point of a fork.
func (h *Host) goBack(tx store.Tx, p *position, f fork, entry int) error {
	why, secret := whyRuling, p.secret().Next()
	if f.over {
		var err error
		why = whyReopened
		if secret, err = dice.NewSecret(h.Random); err != nil {
			return err
		}
	}
	if _, err := h.reseedTo(tx, p.game, secret, reseedBody{Why: why, From: f.named, Turn: f.turn}); err != nil {
		return err
	}
	if err := tx.DropSnapshots(p.game.ID, f.turn+1); err != nil {
		return err
	}
	game, err := tx.Game(p.game.ID)
	if err != nil {
		return err
	}
	game.Turn, game.RulesetVersion = f.turn, f.snap.Version
	if game.Status == store.Paused { // everybody has his whole time anew
		if err := tx.SetSetting(pausedPrefix+game.ID, nil); err != nil {
			return err
		}
	}
	game.Status = store.Running
	if err := tx.UpdateGame(game); err != nil {
		return err
	}
	if err := season.Touch(tx); err != nil { // it may have been over
		return err
	}
	if err := dropOwed(tx, game.ID); err != nil {
		return err
	}
	if err := errors.Join(dropOffers(tx, game, f), dropClaims(tx, game.ID, f)); err != nil {
		return err
	}
	for _, seat := range p.seats {
		n, err := notes(tx, seat)
		if err != nil {
			return err
		}
		if n.Absent != nil && n.Absent.After(f.at) { // what he missed is given up
			n.Absent = nil
		}
		if err := (noted{Absent: n.Absent}).save(tx, seat); err != nil {
			return err
		}
		if err := restoreAccount(tx, seat, f.upto); err != nil {
			return err
		}
		seat.Deadline, seat.Reminded = nil, nil
		switch {
		case seat.ReportedTurn > f.turn:
			seat.ReportedTurn, seat.ReportedEvent = f.turn, f.events
		case seat.ReportedTurn == f.turn:
			seat.ReportedEvent = min(seat.ReportedEvent, f.events)
		}
		if err := tx.UpdateSeat(seat); err != nil {
			return err
		}
	}
	return nil
}

// dropOwed forgets the receipts that are owed to the players of a game: what they would tell
// of was given up.
func dropOwed(tx store.Tx, game string) error {
	list, err := owedReceipts(tx)
	if err != nil || len(list) == 0 {
		return err
	}
	return setOwed(tx, slices.DeleteFunc(list, func(o owedTo) bool { return o.Game == game }))
}

// tellFork sends both players the position that they go on from, asks them anew, and says
// which of their reports are void.
func (h *Host) tellFork(tx store.Tx, id string, f fork, entry int, d decision) error {
	p, err := load(tx, id)
	if err != nil {
		return err
	}
	defer p.close()
	return h.reportFork(tx, p, f, entry, d)
}

// reportFork mails both sides after a fork.
func (h *Host) reportFork(tx store.Tx, p *position, f fork, entry int, d decision) error {
	body, err := rulingAt(tx, p.game.ID, entry)
	if err != nil {
		return err
	}
	for i := range p.seats {
		side := adjudicator.Side(i)
		seat := p.seats[side]
		void, err := voidReports(tx, seat, f.entry, entry)
		if err != nil {
			return err
		}
		var put error
		err = h.report(tx, p, side, kindFor(p, side, templates.Ruled), "", func(r *templates.Report) {
			r.Void = void
			put = h.putRuling(tx, seat, r, entry, body.Reason, d.changes[side])
		})
		if err := errors.Join(err, put); err != nil {
			return err
		}
	}
	return nil
}

// rulingAt reads the ruling of an entry.
func rulingAt(tx store.ReadTx, game string, entry int) (body rulingBody, err error) {
	entries, err := tx.Entries(game, entry)
	if err != nil {
		return body, err
	}
	if len(entries) > 0 {
		if body, ok := readRulingBody(ledgerEntry(entries[0])); ok {
			return body, nil
		}
	}
	return body, fmt.Errorf("game %s: ledger entry %d is no ruling", game, entry)
}

// voidReports lists the codes of the reports to a seat that told of what was given up: what
// follows one entry and precedes another.
func voidReports(tx store.ReadTx, seat store.Seat, after, before int) (codes []string, err error) {
	reports, err := tx.Reports(seat.Game, seat.Side)
	for _, r := range reports {
		if r.Code != "" && r.Seq > after && r.Seq < before {
			codes = append(codes, r.Code)
		}
	}
	return codes, err
}

// planThrow has the last orders played again with other dice.
func (h *Host) planThrow(tx store.ReadTx, p *position, _ arbiter, r ruling, act request) (d decision, fault *orders.Diagnostic, err error) {
	if p.game.Status == store.Ended {
		return d, act.fault(orders.Illegal, "ruling-throw-over", act.words[0], "Game", p.game.ID), nil
	}
	entries, err := tx.Entries(p.game.ID, 1)
	if err != nil {
		return d, nil, err
	}
	void, last := givenUp(entries), 0
	for _, e := range entries {
		if !void[e.Seq] && e.Kind == string(adjudicator.Ordered) {
			last = e.Seq
		}
	}
	n, fault := entryOf(p, act, entries, func(e store.Entry) bool { return e.Seq == last })
	if fault != nil {
		return d, fault, nil
	}
	if by := thrownBy(entries, n); by > 0 && r.decides == 0 {
		return d, act.fault(orders.Illegal, "ruling-throw-twice", act.words[0], "Entry", n, "Ruling", by), nil
	}
	before := n - 1
	for void[before] || !standsLast(entries[before-1]) && before > 1 {
		before--
	}
	f, fault, err := forkAt(tx, p, act, entries, before)
	if fault != nil || err != nil {
		return d, fault, err
	}
	f.throwing(entries, n)
	f.decides = r.decides
	again := entries[n-1]
	d.body = rulingBody{Entry: n, Side: again.Side}
	d.changes = both(adjudicator.Say("ruling.thrown", "Side", sideTerm(p.game, again.Side)))
	if err := d.tellGone(tx, p.game, f); err != nil {
		return d, nil, err
	}
	d.apply = func(tx store.Tx, p *position, entry int) error { return h.goBack(tx, p, f, entry) }
	d.letters = func(tx store.Tx, p *position, entry int) error {
		q, err := load(tx, p.game.ID)
		if err != nil {
			return err
		}
		defer q.close()
		e := h.next(q, adjudicator.Ordered, again.Side, again.Body)
		out, err := h.play(tx, q, e, evidence{again.Fingerprint, again.Scheme, again.Raw})
		if err == nil && len(out.Faults) > 0 {
			err = fmt.Errorf("game %s: the orders of ledger entry %d cannot be carried out again: %w", q.game.ID, n, out.Faults[0])
		}
		if err != nil {
			return err
		}
		return h.reportFork(tx, q, f, entry, d)
	}
	return d, nil, nil
}

// thrownBy is the ruling by which the orders of an entry came to be thrown again, or 0: nobody has
// dice thrown until they please him.
func thrownBy(entries []store.Entry, n int) int {
	for _, e := range slices.Backward(entries[:n-1]) {
		if e.Kind == string(adjudicator.Ordered) {
			return 0
		}
		if body, ok := readRulingBody(ledgerEntry(e)); ok && body.Act == actThrow {
			return e.Seq
		}
	}
	return 0
}
