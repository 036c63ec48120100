package host

import (
	"fmt"

	"keryx/adjudicator"
	"keryx/adjudicator/dice"
	"keryx/store"
	"keryx/templates"
)

// proofFor is what a seat's reader can check the ledger and the dice with: the entries
// that he may know of and has not been told, with the bodies that are public or his
// own, what was published, and the throws. It notes with the seat how far he is told.
//
// While a turn is in play its entries are not listed, not even by number or time, his
// own neither: they would tell whether and when the enemy has written, be it an answer
// to what both are asked in secret, orders that wait, or standing orders. A seal binds
// the letter to them, and they are listed when the turn is over.
func proofFor(p *position, tx store.ReadTx, seat *store.Seat) (templates.Proof, error) {
	proof := templates.Proof{Game: p.game.ID, Secret: dice.Secret(p.game.Secret).Commitment()}
	if err := listEntries(p, tx, seat, &proof); err != nil {
		return proof, err
	}
	for _, c := range p.chapters {
		proof.Reveals = append(proof.Reveals, templates.TurnHead{Turn: c.turn, Value: dice.Head(c.seed)})
		proof.Commits = append(proof.Commits, templates.TurnHead{Turn: c.turn, Value: c.seed.Commitment()})
		for _, r := range rollsOf(c.events) {
			proof.Rolls = append(proof.Rolls, templates.ProofRoll{Turn: c.turn, Entry: r.Entry, Index: r.Index, Sides: r.Sides, Faces: r.Faces})
		}
	}
	if p.game.Status == store.Ended {
		proof.Opening = p.game.Secret[:]
		for _, later := range p.game.Later {
			proof.Opening = append(proof.Opening, later.Secret[:]...)
		}
		return proof, nil
	}
	turn := p.session.Turn()
	seed := p.seed(turn)
	proof.Commits = append(proof.Commits, templates.TurnHead{Turn: turn, Value: seed.Commitment()})
	proof.Throws = throwsOf(p, *seat)
	if p.last.Seq > proof.Head.Seq {
		proof.Seals = []templates.ProofSeal{{Turn: turn, Name: seat.Answers, Value: seed.Seal(seat.Answers, p.last.Hash)}}
	}
	return proof, nil
}

// listEntries lists the entries that a seat may be told and has not been told, and the
// last of them as the head.
func listEntries(p *position, tx store.ReadTx, seat *store.Seat, proof *templates.Proof) error {
	until, err := knownUntil(p, tx)
	if err != nil {
		return err
	}
	entries, err := tx.Entries(p.game.ID, max(seat.ReportedEntry, 1))
	if err != nil {
		return fmt.Errorf("game %s: its ledger: %w", p.game.ID, err)
	}
	if proof.Forks, err = forks(entries, until); err != nil {
		return fmt.Errorf("game %s: %w", p.game.ID, err)
	}
	for _, stored := range entries {
		e := ledgerEntry(stored)
		link := templates.Link{Seq: e.Seq, Hash: e.Hash}
		switch {
		case e.Seq == seat.ReportedEntry: // told before, and all before it
			proof.After, proof.Head = link, link
		case e.Seq <= until:
			open := isOpen(e, seat.Side) && !hasAside(p.rules, stored) // who plays the seat next reads it too
			proof.Entries = append(proof.Entries, templates.ShowEntry(e, open))
			proof.Head = link
		}
	}
	if len(proof.Entries) == 0 {
		proof.After = templates.Link{}
	}
	seat.ReportedEntry = proof.Head.Seq
	return nil
}

// knownUntil is the last ledger entry that both sides know of: the one that opened the
// turn in play, or the end of the game's ledger.
func knownUntil(p *position, tx store.ReadTx) (int, error) {
	if p.game.Status == store.Ended {
		return p.last.Seq, nil
	}
	snap, err := tx.LatestSnapshot(p.game.ID)
	if err != nil {
		return 0, fmt.Errorf("game %s: what opened its turn: %w", p.game.ID, err)
	}
	return snap.Seq, nil
}

// rollsOf lists the dice of a turn's events, in the order in which they were thrown.
func rollsOf(events []adjudicator.Event) (all []adjudicator.Roll) {
	for _, e := range events {
		all = append(all, e.Rolls...)
	}
	return all
}

// throwsOf lists the dice of the turn in play that a seat has not been told.
func throwsOf(p *position, seat store.Seat) (all []templates.ProofThrow) {
	turn, events := p.session.Turn(), p.session.Events()
	fresh := rollsOf(unread(seat, turn, events))
	told := len(rollsOf(events)) - len(fresh)
	for i, r := range fresh {
		all = append(all, templates.ProofThrow{Turn: turn, Number: told + i + 1, Sides: r.Sides, Faces: r.Faces})
	}
	return all
}

// isOpen reports whether a side may read the body of an entry.
func isOpen(e adjudicator.Entry, side string) bool {
	switch e.Kind {
	case adjudicator.Created, adjudicator.Commit, adjudicator.Deadline, adjudicator.Reveal, adjudicator.Reseed, adjudicator.Upgrade, adjudicator.Moved, adjudicator.Ended, adjudicator.Resigned, adjudicator.Offered, adjudicator.Appealed:
		return true
	case adjudicator.Ordered, adjudicator.Ruling:
		return e.Side == side || e.Kind == adjudicator.Ruling && e.Side == ""
	}
	return false
}
