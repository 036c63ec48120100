package verify

import (
	"cmp"
	"slices"

	"keryx/adjudicator/dice"
	"keryx/templates"
)

// checkLetters compares what each report of a turn said while it was in play with what
// was told when it was over: the ledger that it was bound to, and its dice.
func (v *verifier) checkLetters() error {
	pending := map[[2]int]bool{}
	rolls := map[int][]templates.ProofRoll{}
	for _, letter := range v.letters {
		bound, err := v.checkSeals(letter)
		if err != nil {
			return err
		}
		for _, t := range letter.Throws {
			if !v.over[t.Turn] {
				pending[[2]int{t.Turn, t.Number}] = true
				continue
			}
			if !bound {
				continue
			}
			if rolls[t.Turn] == nil {
				rolls[t.Turn] = v.rollsOf(t.Turn)
			}
			if err := v.checkThrow(t, rolls[t.Turn]); err != nil {
				return err
			}
		}
	}
	v.result.Pending += len(pending)
	return nil
}

// checkThrow compares a throw with those of its turn.
func (v *verifier) checkThrow(t templates.ProofThrow, all []templates.ProofRoll) error {
	if t.Number > len(all) {
		return v.broken(about("throw", t.Turn, t.Number), "turn %d has %d throws, and a report told number %d", t.Turn, len(all), t.Number)
	}
	if r := all[t.Number-1]; r.Sides != t.Sides || !slices.Equal(r.Faces, t.Faces) {
		return v.broken(about("throw", t.Turn, t.Number), "throw %d of turn %d was told as %v, and as %v when the turn was over", t.Number, t.Turn, t.Faces, r.Faces)
	}
	return nil
}

// rollsOf lists the throws of a turn in their order, each once.
func (v *verifier) rollsOf(turn int) (all []templates.ProofRoll) {
	for _, r := range v.rolls {
		if r.Turn == turn && !v.void[r.Entry] {
			all = append(all, r)
		}
	}
	slices.SortStableFunc(all, func(a, b templates.ProofRoll) int {
		return cmp.Or(cmp.Compare(a.Entry, b.Entry), cmp.Compare(a.Index, b.Index))
	})
	return slices.CompactFunc(all, func(a, b templates.ProofRoll) bool { return a.Entry == b.Entry && a.Index == b.Index })
}

// checkTurns wants nothing to be left in a game that has ended: what a report told of a
// turn whose seed was never published could be checked against nothing.
func (v *verifier) checkTurns() error {
	if !v.result.Ended {
		return nil
	}
	for turn := range v.commits {
		if !v.over[turn] && !v.gone(turn) {
			return v.unplayed(turn, "commit", turn)
		}
	}
	for _, letter := range v.letters {
		for _, s := range letter.Seals {
			if !v.over[s.Turn] && !v.gone(s.Turn) {
				return v.unplayed(s.Turn, "seal", s.Name)
			}
		}
		for _, t := range letter.Throws {
			if !v.over[t.Turn] && !v.gone(t.Turn) {
				return v.unplayed(t.Turn, "throw", t.Turn, t.Number)
			}
		}
	}
	return nil
}

// unplayed is the error about what was told of a turn that the game has not had.
func (v *verifier) unplayed(turn int, topic ...any) error {
	return v.broken(topic, "the game has ended, and its turn %d, of which a report tells, was never played to its end", turn)
}

// checkSeals looks for the ledger entry that a report was bound to while its turn was in
// play. In a turn in which the server was put back some reports are of what was given up
// then, and are bound to nothing that is left.
func (v *verifier) checkSeals(letter templates.Proof) (bound bool, err error) {
	for _, s := range letter.Seals {
		if !v.over[s.Turn] {
			continue
		}
		if seq := v.sealed(s); v.void[seq] {
			v.result.GivenUp++ // a ruling has given up what it told of
			return false, nil
		} else if seq > 0 {
			continue
		}
		if !v.restoredIn(s.Turn) {
			return false, v.broken(about("seal", s.Name), "report %s was bound to a ledger that is not the one of the later reports: it was rewritten", s.Name)
		}
		v.result.GivenUp++
		return false, nil
	}
	return true, nil
}

// sealed finds the entry of the ledger that a seal is of, by a seed of its own turn; 0 if
// there is none.
func (v *verifier) sealed(s templates.ProofSeal) int {
	for commitment, seed := range v.seeds {
		if !v.promised(s.Turn, commitment) {
			continue
		}
		for seq := 1; seq <= v.result.Head.Seq; seq++ {
			if seed.Seal(s.Name, v.hashes[seq]) == s.Value {
				return seq
			}
		}
	}
	return 0
}

// promised reports whether a commitment is of a seed of that turn.
func (v *verifier) promised(turn int, commitment dice.Head) bool {
	return slices.Contains(v.commits[turn], commitment) || v.forked(turn, commitment) ||
		slices.ContainsFunc(v.ledger, func(c promise) bool { return c.TurnHead == templates.TurnHead{Turn: turn, Value: commitment} })
}

// restoredIn reports whether the ledger or a report says that the server was put back in
// a turn.
func (v *verifier) restoredIn(turn int) bool {
	of := func(f templates.ProofFork) bool { return f.Turn == turn }
	return slices.ContainsFunc(v.listed, of) || slices.ContainsFunc(v.forks, of)
}
