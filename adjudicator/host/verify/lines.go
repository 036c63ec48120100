package verify

import (
	"slices"
	"time"

	"keryx/adjudicator"
	"keryx/adjudicator/dice"
	"keryx/adjudicator/host/play"
	"keryx/templates"
)

// line is one course of a ledger: the hash of each entry, from the first to its last.
type line struct {
	hashes []dice.Head // of entry i+1
	forks  []forkEntry // in their order
}

// forkEntry is a ledger entry that says what is given up.
type forkEntry struct {
	seq, from int
	at        time.Time
}

// holds reports whether all that a proof says of the ledger is on the line.
func (l line) holds(p templates.Proof) bool {
	for _, n := range linksOf(p) {
		if n.Seq > len(l.hashes) || l.hashes[n.Seq-1] != n.Hash {
			return false
		}
	}
	return true
}

// linksOf lists the entries that a proof names, in their order.
func linksOf(p templates.Proof) (all []templates.Link) {
	add := func(l templates.Link) {
		if l != (templates.Link{}) && !slices.Contains(all, l) {
			all = append(all, l)
		}
	}
	add(p.After)
	for _, e := range p.Entries {
		add(templates.Link{Seq: e.Seq, Hash: e.Hash})
	}
	add(p.Head)
	return all
}

// lines parts the proofs that tell of the ledger as it is from those that tell of lines
// that were given up. Where the proofs are at one, or none says that anything was given
// up, all are of one line.
func lines(proofs []templates.Proof) (live []templates.Proof, abandoned [][]templates.Proof, err error) {
	all := ledgerLines(proofs)
	if len(all) < 2 {
		return proofs, nil, nil
	}
	// The line that goes on is the one that was given other dice last.
	slices.SortStableFunc(all, func(a, b line) int { return b.last().Compare(a.last()) })
	if all[0].last().IsZero() {
		return proofs, nil, nil
	}
	for _, p := range proofs {
		if all[0].holds(p) {
			live = append(live, p)
		}
	}
	for _, other := range all[1:] {
		if err := all[0].replaces(other); err != nil {
			return nil, nil, err
		}
		var of []templates.Proof
		for _, p := range proofs {
			switch shared := all[0].holds(p); {
			case shared && other.holds(p):
				// What it says of the turn in play may be of either line.
				of = append(of, templates.Proof{Game: p.Game, Secret: p.Secret, After: p.After, Entries: p.Entries, Head: p.Head})
			case other.holds(p):
				of = append(of, p)
			}
		}
		abandoned = append(abandoned, of)
	}
	return live, abandoned, nil
}

// last is when the line was given other dice last; zero if it never was.
func (l line) last() (at time.Time) {
	for _, f := range l.forks {
		at = f.at
	}
	return at
}

// replaces checks that a line says of another that it was given up, from where they part.
func (l line) replaces(other line) error {
	common := 0
	for common < min(len(l.hashes), len(other.hashes)) && l.hashes[common] == other.hashes[common] {
		common++
	}
	for _, f := range l.forks {
		if f.seq > common && f.from <= common {
			return nil
		}
	}
	return unnamed("two reports give different hashes of ledger entry %d: the ledger was rewritten", common+1)
}

// ledgerLines finds the courses that the proofs tell of: one for each entry that none
// follows and that can be traced back to the first.
func ledgerLines(proofs []templates.Proof) (all []line) {
	before := map[templates.Link]templates.Link{}
	followed := map[templates.Link]bool{}
	entries := map[templates.Link]templates.ProofEntry{}
	for _, p := range proofs {
		links := linksOf(p)
		for i := 1; i < len(links); i++ {
			if links[i].Seq == links[i-1].Seq+1 {
				before[links[i]], followed[links[i-1]] = links[i-1], true
			}
		}
		for _, e := range p.Entries {
			link := templates.Link{Seq: e.Seq, Hash: e.Hash}
			if known, ok := entries[link]; !ok || e.Open && !known.Open {
				entries[link] = e
			}
		}
	}
	for tip := range entries {
		if followed[tip] {
			continue
		}
		if l, whole := trace(tip, before, entries); whole {
			all = append(all, l)
		}
	}
	slices.SortFunc(all, func(a, b line) int { return slices.Compare(a.tip(), b.tip()) })
	return all
}

// tip is the hash of the last entry, to sort by.
func (l line) tip() []byte { return l.hashes[len(l.hashes)-1][:] }

// trace goes back from an entry to the first, and reports whether it came there.
func trace(tip templates.Link, before map[templates.Link]templates.Link, entries map[templates.Link]templates.ProofEntry) (l line, whole bool) {
	for at := tip; ; {
		e, ok := entries[at]
		if !ok {
			return l, false
		}
		l.hashes = append(l.hashes, at.Hash)
		if e.Kind == adjudicator.Reseed && e.Open {
			if body, _, err := play.ReadReseed(adjudicator.Entry{Seq: e.Seq, Body: e.Body}); err == nil && (body.Why == play.WhyReplay || body.Why == play.WhyDiscard) {
				l.forks = append(l.forks, forkEntry{e.Seq, body.From, e.Time})
			}
		}
		if at.Seq == 1 {
			slices.Reverse(l.hashes)
			slices.Reverse(l.forks)
			return l, true
		}
		if at, ok = before[at]; !ok {
			return l, false
		}
	}
}
