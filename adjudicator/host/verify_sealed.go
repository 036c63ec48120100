package host

import (
	"cmp"
	"slices"

	"keryx/templates"
)

// checkThrows compares what the reports of a turn said of its dice, while it was in
// play, with what was told when it was over.
func (v *verifier) checkThrows() error {
	pending := map[[2]int]bool{}
	rolls := map[int][]templates.ProofRoll{}
	for _, t := range v.throws {
		if _, over := v.seeds[t.Turn]; !over {
			pending[[2]int{t.Turn, t.Number}] = true
			continue
		}
		if rolls[t.Turn] == nil {
			rolls[t.Turn] = v.rollsOf(t.Turn)
		}
		all := rolls[t.Turn]
		if t.Number > len(all) {
			return v.broken(about("throw", t.Turn, t.Number), "turn %d has %d throws, and a report told number %d", t.Turn, len(all), t.Number)
		}
		if r := all[t.Number-1]; r.Sides != t.Sides || !slices.Equal(r.Faces, t.Faces) {
			return v.broken(about("throw", t.Turn, t.Number), "throw %d of turn %d was told as %v, and as %v when the turn was over", t.Number, t.Turn, t.Faces, r.Faces)
		}
	}
	v.result.Pending += len(pending)
	return nil
}

// rollsOf lists the throws of a turn in their order, each once.
func (v *verifier) rollsOf(turn int) (all []templates.ProofRoll) {
	for _, r := range v.rolls {
		if r.Turn == turn {
			all = append(all, r)
		}
	}
	slices.SortStableFunc(all, func(a, b templates.ProofRoll) int {
		return cmp.Or(cmp.Compare(a.Entry, b.Entry), cmp.Compare(a.Index, b.Index))
	})
	return slices.CompactFunc(all, func(a, b templates.ProofRoll) bool { return a.Entry == b.Entry && a.Index == b.Index })
}

// checkSeals looks for the ledger entry that each report was bound to while its turn was
// in play.
func (v *verifier) checkSeals() error {
	for _, s := range v.seals {
		seed, over := v.seeds[s.Turn]
		if !over {
			continue
		}
		bound := false
		for seq := 1; seq <= v.result.Head.Seq && !bound; seq++ {
			bound = seed.Seal(s.Name, v.hashes[seq]) == s.Value
		}
		if !bound {
			return v.broken(about("seal", s.Name), "report %s was bound to a ledger that is not the one of the later reports: it was rewritten", s.Name)
		}
	}
	return nil
}
