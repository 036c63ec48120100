package reports

import (
	"fmt"

	"keryx/adjudicator"
	"keryx/adjudicator/dice"
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/written"
	"keryx/store"
	"keryx/templates"
)

// ProofFor is what a seat's reader can check the ledger and the dice with: the entries
// that he may know of and has not been told, with the bodies that are public or his
// own, what was published, and the throws. It notes with the seat how far he is told.
//
// While a turn is in play its entries are not listed, not even by number or time, his
// own neither: they would tell whether and when the enemy has written, be it an answer
// to what both are asked in secret, orders that wait, or standing orders. A seal binds
// the letter to them, and they are listed when the turn is over.
func ProofFor(p *play.Position, tx store.ReadTx, seat *store.Seat) (templates.Proof, error) {
	proof := templates.Proof{Game: p.Game.ID, Secret: dice.Secret(p.Game.Secret).Commitment()}
	if err := listEntries(p, tx, seat, &proof); err != nil {
		return proof, err
	}
	for _, c := range p.Chapters {
		proof.Reveals = append(proof.Reveals, templates.TurnHead{Turn: c.Turn, Value: dice.Head(c.Seed)})
		proof.Commits = append(proof.Commits, templates.TurnHead{Turn: c.Turn, Value: c.Seed.Commitment()})
		for _, r := range RollsOf(c.Events) {
			proof.Rolls = append(proof.Rolls, templates.ProofRoll{Turn: c.Turn, Entry: r.Entry, Index: r.Index, Sides: r.Sides, Faces: r.Faces})
		}
	}
	if p.Game.Status == store.Ended {
		proof.Opening = p.Game.Secret[:]
		for _, later := range p.Game.Later {
			proof.Opening = append(proof.Opening, later.Secret[:]...)
		}
		return proof, nil
	}
	turn := p.Session.Turn()
	seed := p.Seed(turn)
	proof.Commits = append(proof.Commits, templates.TurnHead{Turn: turn, Value: seed.Commitment()})
	proof.Throws = throwsOf(p, *seat)
	if p.Last.Seq > proof.Head.Seq {
		proof.Seals = []templates.ProofSeal{{Turn: turn, Name: seat.Answers, Value: seed.Seal(seat.Answers, p.Last.Hash)}}
	}
	return proof, nil
}

// listEntries lists the entries that a seat may be told and has not been told, and the
// last of them as the head.
func listEntries(p *play.Position, tx store.ReadTx, seat *store.Seat, proof *templates.Proof) error {
	until, err := knownUntil(p, tx)
	if err != nil {
		return err
	}
	entries, err := tx.Entries(p.Game.ID, max(seat.ReportedEntry, 1))
	if err != nil {
		return fmt.Errorf("game %s: its ledger: %w", p.Game.ID, err)
	}
	if proof.Forks, err = play.Forks(entries, until); err != nil {
		return fmt.Errorf("game %s: %w", p.Game.ID, err)
	}
	for _, stored := range entries {
		e := club.LedgerEntry(stored)
		link := templates.Link{Seq: e.Seq, Hash: e.Hash}
		switch {
		case e.Seq == seat.ReportedEntry: // told before, and all before it
			proof.After, proof.Head = link, link
		case e.Seq <= until:
			open := IsOpen(e, seat.Side) && !written.HasAside(p.Rules, stored) // who plays the seat next reads it too
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
func knownUntil(p *play.Position, tx store.ReadTx) (int, error) {
	if p.Game.Status == store.Ended {
		return p.Last.Seq, nil
	}
	snap, err := tx.LatestSnapshot(p.Game.ID)
	if err != nil {
		return 0, fmt.Errorf("game %s: what opened its turn: %w", p.Game.ID, err)
	}
	return snap.Seq, nil
}

// RollsOf lists the dice of a turn's events, in the order in which they were thrown.
func RollsOf(events []adjudicator.Event) (all []adjudicator.Roll) {
	for _, e := range events {
		all = append(all, e.Rolls...)
	}
	return all
}

// throwsOf lists the dice of the turn in play that a seat has not been told.
func throwsOf(p *play.Position, seat store.Seat) (all []templates.ProofThrow) {
	turn, events := p.Session.Turn(), p.Session.Events()
	fresh := RollsOf(play.Unread(seat, turn, events))
	told := len(RollsOf(events)) - len(fresh)
	for i, r := range fresh {
		all = append(all, templates.ProofThrow{Turn: turn, Number: told + i + 1, Sides: r.Sides, Faces: r.Faces})
	}
	return all
}

// IsOpen reports whether a side may read the body of an entry.
func IsOpen(e adjudicator.Entry, side string) bool {
	switch e.Kind {
	case adjudicator.Created, adjudicator.Commit, adjudicator.Deadline, adjudicator.Reveal, adjudicator.Reseed, adjudicator.Upgrade, adjudicator.Moved, adjudicator.Ended, adjudicator.Resigned, adjudicator.Offered, adjudicator.Appealed:
		return true
	case adjudicator.Ordered, adjudicator.Ruling:
		return e.Side == side || e.Kind == adjudicator.Ruling && e.Side == ""
	}
	return false
}
