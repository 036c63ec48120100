package rulings

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"keryx/adjudicator"
	"keryx/adjudicator/dice"
	"keryx/adjudicator/host/clock"
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/reports"
	"keryx/adjudicator/host/season"
	"keryx/adjudicator/host/written"
	"keryx/orders"
	"keryx/store"
	"keryx/templates"
)

// A ruling may give up what follows an entry of the ledger. The entries stay where they are
// and can be read; the game goes on from the one that is named, with dice of another secret,
// which follows from the one before: nobody can choose it. What was asked and offered since
// is void, and so are the codes of the reports; who is asked has his full time anew.

// entryOf reads the number of a ledger entry that still stands.
func entryOf(p *play.Position, act written.Request, entries []store.Entry, fits func(store.Entry) bool) (n int, fault *orders.Diagnostic) {
	words := act.Terms()
	void := play.GivenUp(entries)
	var standing []string
	for _, e := range slices.Backward(entries) {
		if !void[e.Seq] && fits(e) && len(standing) < 6 {
			standing = append(standing, fmt.Sprint(e.Seq))
		}
	}
	slices.Reverse(standing)
	args := []any{"Word", act.Words[0].Text, "Entries", standing, "Game", p.Game.ID}
	switch {
	case len(words) == 0:
		return 0, act.Fault(orders.Unreadable, "ruling-entry-missing", act.Words[0], args...)
	case len(words) > 1:
		return 0, act.Fault(orders.Unreadable, "ruling-left-over", words[1], "Words", words[1].Text)
	}
	args[1] = words[0].Text
	n, err := strconv.Atoi(words[0].Text)
	switch {
	case err != nil || n < 1 || n > len(entries):
		return 0, act.Fault(orders.Unknown, "ruling-entry", words[0], args...)
	case void[n]:
		return 0, act.Fault(orders.Illegal, "ruling-entry-void", words[0], args...)
	case !fits(entries[n-1]):
		return 0, act.Fault(orders.Illegal, "ruling-entry-kind", words[0], args...)
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
func (ru *Rulings) planBack(tx store.ReadTx, p *play.Position, _ written.Arbiter, r written.Ruling, act written.Request) (d decision, fault *orders.Diagnostic, err error) {
	for i, seat := range p.Seats {
		if post.IsGuest(seat.Player) || post.IsRemoved(seat.Player) { // who could be asked nothing, and write nothing
			return d, act.Fault(orders.Illegal, "ruling-back-nobody", act.Words[0], "Game", p.Game.ID, "Side", play.SideTerm(p.Game, p.Info.Sides[i])), nil
		}
	}
	entries, err := tx.Entries(p.Game.ID, 1)
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
		if !play.GivenUp(entries)[e.Seq] {
			last = e.Seq
		}
	}
	if last == n {
		return d, act.Fault(orders.Illegal, "ruling-back-nothing", act.Words[0], "Entry", n), nil
	}
	f, fault, err := forkAt(tx, p, act, entries, n)
	if fault != nil || err != nil {
		return d, fault, err
	}
	f.decides = r.Decides
	d.body = play.RulingBody{Entry: n}
	// No number of an entry: within a turn it would tell how often the enemy has written in secret.
	d.changes = both(adjudicator.Say("ruling.back", "Turn", f.name))
	if p.Game.Status == store.Ended {
		d.changes = both(d.changes[0][0], adjudicator.Say("ruling.reopened"))
	}
	if err := d.tellGone(tx, p.Game, f); err != nil {
		return d, nil, err
	}
	d.apply = func(tx club.Tx, p *play.Position, entry int) error { return ru.goBack(tx, p, f, entry) }
	d.letters = func(tx club.Tx, p *play.Position, entry int) error {
		return ru.tellFork(tx, p.Game.ID, f, entry, d)
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
func forkAt(tx store.ReadTx, p *play.Position, act written.Request, entries []store.Entry, n int) (f fork, fault *orders.Diagnostic, err error) {
	f = fork{entry: n, named: n, upto: n, at: entries[n-1].Time, turn: p.Game.Turn, over: p.Game.Status == store.Ended}
	for ; f.turn > 0; f.turn-- {
		if f.snap, err = tx.Snapshot(p.Game.ID, f.turn); err != nil {
			return f, nil, fmt.Errorf("game %s: the snapshot of turn %d: %w", p.Game.ID, f.turn, err)
		}
		if f.snap.Seq <= n {
			break
		}
	}
	if f.turn == 0 {
		return f, act.Fault(orders.Illegal, "ruling-entry-kind", act.Words[0], "Word", act.Words[0].Text, "Entries", []string{}, "Game", p.Game.ID), nil
	}
	then, err := p.Again(f.snap)
	if err == nil {
		defer then.Close()
		err = then.Rebuild(f.snap, entries[f.snap.Seq-1:n])
	}
	if err != nil {
		return f, nil, err
	}
	if then.Session.Ended() { // the entry ended its turn: what stands is the beginning of the next
		return f, act.Fault(orders.Illegal, "ruling-entry-ends", act.Words[0], "Entry", n), nil
	}
	f.name, f.events = then.Session.Game().Name(), len(then.Session.Events())
	return f, nil, nil
}

// goBack gives up what follows the point of a fork.
func (ru *Rulings) goBack(tx club.Tx, p *play.Position, f fork, entry int) error {
	why, secret := play.WhyRuling, p.Secret().Next()
	if f.over {
		var err error
		why = play.WhyReopened
		if secret, err = dice.NewSecret(ru.Random); err != nil {
			return err
		}
	}
	if _, err := ru.Games.ReseedTo(tx, p.Game, secret, play.ReseedBody{Why: why, From: f.named, Turn: f.turn}); err != nil {
		return err
	}
	if err := tx.DropSnapshots(p.Game.ID, f.turn+1); err != nil {
		return err
	}
	game, err := tx.Game(p.Game.ID)
	if err != nil {
		return err
	}
	game.Turn, game.RulesetVersion = f.turn, f.snap.Version
	if game.Status == store.Paused { // everybody has his whole time anew
		if err := tx.SetSetting(play.PausedPrefix+game.ID, nil); err != nil {
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
	for _, seat := range p.Seats {
		n, err := post.MemoryOf(tx, seat)
		if err != nil {
			return err
		}
		if n.Absent != nil && n.Absent.After(f.at) { // what he missed is given up
			n.Absent = nil
		}
		if err := (post.Memory{Absent: n.Absent}).Save(tx, seat); err != nil {
			return err
		}
		if err := clock.RestoreAccount(tx, seat, f.upto); err != nil {
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
func dropOwed(tx club.Tx, game string) error {
	list, err := reports.PendingReceipts(tx)
	if err != nil || len(list) == 0 {
		return err
	}
	return reports.SetPendingReceipts(tx, slices.DeleteFunc(list, func(o reports.PendingReceipt) bool { return o.Game == game }))
}

// tellFork sends both players the position that they go on from, asks them anew, and says
// which of their reports are void.
func (ru *Rulings) tellFork(tx club.Tx, id string, f fork, entry int, d decision) error {
	p, err := play.Load(tx, id)
	if err != nil {
		return err
	}
	defer p.Close()
	return ru.reportFork(tx, p, f, entry, d)
}

// reportFork mails both sides after a fork.
func (ru *Rulings) reportFork(tx club.Tx, p *play.Position, f fork, entry int, d decision) error {
	body, err := rulingAt(tx, p.Game.ID, entry)
	if err != nil {
		return err
	}
	for i := range p.Seats {
		side := adjudicator.Side(i)
		seat := p.Seats[side]
		void, err := voidReports(tx, seat, f.entry, entry)
		if err != nil {
			return err
		}
		ruled := templates.Ruling{Entry: entry, Reason: body.Reason, Changes: d.changes[side]}
		if err := ru.reportRuled(tx, p, side, ruled, func(r *templates.Report) { r.Void = void }); err != nil {
			return err
		}
	}
	return nil
}

// rulingAt reads the ruling of an entry.
func rulingAt(tx store.ReadTx, game string, entry int) (body play.RulingBody, err error) {
	entries, err := tx.Entries(game, entry)
	if err != nil {
		return body, err
	}
	if len(entries) > 0 {
		if body, ok := play.ReadRulingBody(club.LedgerEntry(entries[0])); ok {
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
func (ru *Rulings) planThrow(tx store.ReadTx, p *play.Position, _ written.Arbiter, r written.Ruling, act written.Request) (d decision, fault *orders.Diagnostic, err error) {
	if p.Game.Status == store.Ended {
		return d, act.Fault(orders.Illegal, "ruling-throw-over", act.Words[0], "Game", p.Game.ID), nil
	}
	entries, err := tx.Entries(p.Game.ID, 1)
	if err != nil {
		return d, nil, err
	}
	void, last := play.GivenUp(entries), 0
	for _, e := range entries {
		if !void[e.Seq] && e.Kind == string(adjudicator.Ordered) {
			last = e.Seq
		}
	}
	n, fault := entryOf(p, act, entries, func(e store.Entry) bool { return e.Seq == last })
	if fault != nil {
		return d, fault, nil
	}
	if by := thrownBy(entries, n); by > 0 && r.Decides == 0 {
		return d, act.Fault(orders.Illegal, "ruling-throw-twice", act.Words[0], "Entry", n, "Ruling", by), nil
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
	f.decides = r.Decides
	again := entries[n-1]
	d.body = play.RulingBody{Entry: n, Side: again.Side}
	d.changes = both(adjudicator.Say("ruling.thrown", "Side", play.SideTerm(p.Game, again.Side)))
	if err := d.tellGone(tx, p.Game, f); err != nil {
		return d, nil, err
	}
	d.apply = func(tx club.Tx, p *play.Position, entry int) error { return ru.goBack(tx, p, f, entry) }
	d.letters = func(tx club.Tx, p *play.Position, entry int) error {
		q, err := play.Load(tx, p.Game.ID)
		if err != nil {
			return err
		}
		defer q.Close()
		e := ru.Games.Next(q, adjudicator.Ordered, again.Side, again.Body)
		out, err := ru.Games.Play(tx, q, e, club.Evidence{Fingerprint: again.Fingerprint, Scheme: again.Scheme, Raw: again.Raw})
		if err == nil && len(out.Faults) > 0 {
			err = fmt.Errorf("game %s: the orders of ledger entry %d cannot be carried out again: %w", q.Game.ID, n, out.Faults[0])
		}
		if err != nil {
			return err
		}
		return ru.reportFork(tx, q, f, entry, d)
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
		if body, ok := play.ReadRulingBody(club.LedgerEntry(e)); ok && body.Act == written.ActThrow {
			return e.Seq
		}
	}
	return 0
}
