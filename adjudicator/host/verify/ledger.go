package verify

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/dice"
	"keryx/adjudicator/host/play"
	"keryx/templates"
)

// checkLedger computes every listed entry's hash from the one before it, and the chain
// of orders with them.
func (v *verifier) checkLedger() error {
	var chain dice.Chain
	var force dice.Head
	v.secrets = []dice.Head{v.secret}
	for seq := 1; seq <= v.result.Head.Seq; seq++ {
		e, ok := v.entries[seq]
		if !ok {
			return v.broken(nil, "ledger entry %d of %d is in no report: a report is missing", seq, v.result.Head.Seq)
		}
		prev := v.hashes[seq-1]
		if sum := adjudicator.ChainSum(v.result.Game, seq, e.Kind, e.Side, e.Time, e.Digest, prev); sum != e.Hash {
			return v.broken(about("entry", seq), "ledger entry %d does not have the hash that the report gives", seq)
		}
		v.result.Entries++
		v.secretOf[seq] = len(v.secrets) - 1
		if e.Kind == adjudicator.Ordered {
			chain = chain.Add(e.Side, e.Digest)
			v.orders[seq] = chain.Orders
		}
		if err := v.checkBehind(e); err != nil {
			return err
		}
		if e.Open {
			var err error
			if force, err = v.checkBody(e, force); err != nil {
				return err
			}
		}
		v.force[seq], v.turnAt[seq] = force, v.turn
		switch v.scheme {
		case dice.ByOrders:
			v.heads[seq] = chain.Head
		case dice.ByEntry:
			v.heads[seq] = e.Hash
		default:
			return v.broken(about("entry", 1), "no report tells what ledger entry 1 says, which creates the game")
		}
	}
	if last := slices.Max(append(slices.Collect(maps.Keys(v.hashes)), 0)); last > v.result.Head.Seq {
		return v.broken(about("entry", last), "a report names ledger entry %d, and the last is %d", last, v.result.Head.Seq)
	}
	return nil
}

// checkBody compares what was told of an entry with its digest and with the reports. It
// returns the commitment of the seed that dice are made with from then on.
func (v *verifier) checkBody(e templates.ProofEntry, force dice.Head) (dice.Head, error) {
	opened := adjudicator.Entry{Seq: e.Seq, Kind: e.Kind, Salt: e.Salt, Body: e.Body}
	if opened.Digest() != e.Digest {
		return force, v.broken(about("entry", e.Seq), "the body of ledger entry %d does not fit its digest", e.Seq)
	}
	v.result.Bodies++
	switch e.Kind {
	case adjudicator.Created:
		return force, v.checkCreated(e)
	case adjudicator.Commit:
		return v.checkCommit(e)
	case adjudicator.Reseed:
		return v.checkReseed(opened, force)
	case adjudicator.Upgrade:
		return force, v.checkUpgrade(e)
	case adjudicator.Appealed:
		return force, v.checkAppeal(e)
	case adjudicator.Ruling:
		return force, v.checkDecided(e)
	case adjudicator.Ended:
		v.final, v.published = true, len(v.secrets)
	}
	return force, nil
}

// checkCreated compares what the game was created with, and what the reports say.
func (v *verifier) checkCreated(e templates.ProofEntry) (err error) {
	var created play.CreatedBody
	if err := json.Unmarshal(e.Body, &created); err != nil {
		return v.broken(about("entry", e.Seq), "ledger entry %d creates nothing: %v", e.Seq, err)
	}
	if v.secret != (dice.Head{}) && v.secret.String() != created.Commitment {
		return v.broken(about("secret"), "the ledger and a report give different commitments of the game's secret")
	}
	v.result.Versions = append(v.result.Versions, created.Version)
	if v.scheme, err = created.Scheme(); err != nil {
		return fmt.Errorf("ledger entry %d: %w", e.Seq, err)
	}
	return nil
}

// checkUpgrade notes by which rules the game goes on. It must have been played by those
// that it is said to leave.
func (v *verifier) checkUpgrade(e templates.ProofEntry) error {
	var body play.UpgradeBody
	if err := json.Unmarshal(e.Body, &body); err != nil {
		return v.broken(about("entry", e.Seq), "ledger entry %d names no rules: %v", e.Seq, err)
	}
	if n := len(v.result.Versions); n > 0 && v.result.Versions[n-1] != body.From {
		return v.broken(about("entry", e.Seq), "ledger entry %d leaves version %s of the rules, and the game was played by version %s", e.Seq, body.From, v.result.Versions[n-1])
	}
	v.result.Versions = append(v.result.Versions, body.To)
	return nil
}

// checkCommit compares a commitment in the ledger with what the reports say.
func (v *verifier) checkCommit(e templates.ProofEntry) (commitment dice.Head, err error) {
	var turn int
	var text string
	if _, err := fmt.Sscanf(string(e.Body), "turn %d %s", &turn, &text); err != nil {
		return commitment, v.broken(about("entry", e.Seq), "ledger entry %d commits to nothing: %v", e.Seq, err)
	}
	if commitment, err = dice.ParseHead(text); err != nil {
		return commitment, v.broken(about("entry", e.Seq), "ledger entry %d commits to nothing: %v", e.Seq, err)
	}
	// Who could pass over turns could choose among their seeds.
	if turn != v.turn+1 {
		return commitment, v.broken(about("entry", e.Seq), "ledger entry %d commits to turn %d, and turn %d is next", e.Seq, turn, v.turn+1)
	}
	v.turn = turn
	v.ledger = append(v.ledger, promise{templates.TurnHead{Turn: turn, Value: commitment}, len(v.secrets) - 1, e.Seq})
	return commitment, nil
}

// checkReseed goes on with the dice that a turn was given after a restore. The seed that
// it had before is published with the entry.
func (v *verifier) checkReseed(e adjudicator.Entry, force dice.Head) (dice.Head, error) {
	body, fork, err := play.ReadReseed(e)
	if err != nil {
		return force, v.broken(about("entry", e.Seq), "%v", err)
	}
	if err := v.checkWhy(e.Seq, body); err != nil {
		return force, err
	}
	if body.Why == play.WhyRuling || body.Why == play.WhyReopened {
		v.turn = v.turnAt[body.From]
	}
	if fork.Turn != v.turn {
		return force, v.broken(about("entry", e.Seq), "ledger entry %d gives other dice to turn %d, and turn %d is in play", e.Seq, fork.Turn, v.turn)
	}
	if fork.Before != force {
		return force, v.broken(about("entry", e.Seq), "turn %d: the seed that ledger entry %d publishes does not fit its commitment", fork.Turn, e.Seq)
	}
	seed, err := dice.ParseHead(body.Seed)
	if err != nil {
		return force, v.broken(about("entry", e.Seq), "ledger entry %d: %v", e.Seq, err)
	}
	v.seeds[fork.Before] = dice.Seed(seed)
	v.secrets = append(v.secrets, fork.Secret)
	v.ledger = append(v.ledger, promise{templates.TurnHead{Turn: fork.Turn, Value: fork.After}, len(v.secrets) - 1, e.Seq})
	v.listed = append(v.listed, fork)
	return fork.After, nil
}

// promise is a commitment of the ledger, and which of the game's secrets it hangs on.
type promise struct {
	templates.TurnHead
	secret int
	entry  int // of the ledger
}

// checkCommits compares the commitments of each turn that the reports told with those of
// the ledger, as far as it is listed. A turn has one, and one more for each time that the
// server was put back in it.
func (v *verifier) checkCommits() error {
	for turn, told := range v.commits {
		known := map[dice.Head]bool{}
		for _, c := range v.ledger {
			known[c.Value] = known[c.Value] || c.Turn == turn
		}
		told := slices.DeleteFunc(slices.Clone(told), func(c dice.Head) bool { return known[c] || v.forked(turn, c) })
		switch {
		case len(told) == 0:
		case len(known) > 0 && slices.ContainsFunc(v.ledger, func(c promise) bool { return c.Turn == turn }):
			return v.broken(about("commit", turn), "the ledger and a report give different commitments of turn %d", turn)
		case len(told) > 1:
			return v.broken(about("commit", turn), "two reports give different commitments of turn %d", turn)
		}
	}
	told := slices.Clone(v.listed)
	for _, f := range v.forks {
		if !slices.Contains(told, f) {
			told = append(told, f)
		}
	}
	v.result.Restored = max(0, len(told)-v.result.TakenBack)
	return nil
}

// forked reports whether a commitment is one that a turn went on with after a restore.
func (v *verifier) forked(turn int, commitment dice.Head) bool {
	return slices.ContainsFunc(v.forks, func(f templates.ProofFork) bool {
		return f.Turn == turn && (f.After == commitment || f.Before == commitment)
	})
}

// checkSeeds compares what was published with what was promised.
func (v *verifier) checkSeeds() error {
	for _, r := range v.reveals {
		commitment := dice.Seed(r.Value).Commitment()
		if len(v.commits[r.Turn]) == 0 {
			return v.broken(about("seed", r.Turn), "the seed of turn %d was published, and no report gave its commitment", r.Turn)
		}
		if !slices.Contains(v.commits[r.Turn], commitment) {
			return v.broken(about("seed", r.Turn), "turn %d: %v", r.Turn, dice.Seed(r.Value).Check(v.commits[r.Turn][0]))
		}
	}
	v.result.Turns = len(v.over)
	if v.opening == nil {
		return nil
	}
	if n := len(v.opening); n != 32*len(v.secrets) && (v.final || n != 32*v.published) {
		return v.broken(about("opening"), "%d secrets were published, and %d were committed to", len(v.opening)/32, len(v.secrets))
	}
	for i, commitment := range v.secrets[:len(v.opening)/32] {
		if v.following[i] && v.opened(i) != v.opened(i-1).Next() {
			return v.broken(about("opening"), "a secret that took the place of another by a ruling does not follow from that")
		}
		if v.opened(i).Commitment() != commitment {
			return v.broken(about("opening"), "the published secret does not fit its commitment")
		}
	}
	if err := v.checkTurnSeeds(); err != nil {
		return err
	}
	v.result.Ended = v.final || v.published == 0
	return v.checkSalts()
}

// opened is the i-th of the secrets that were published.
func (v *verifier) opened(i int) dice.Secret { return dice.Secret(v.opening[32*i : 32*i+32]) }

// checkTurnSeeds checks that the seeds follow from the secrets: that of a turn from the
// one in force when it was opened, that after a restore from the next.
func (v *verifier) checkTurnSeeds() error {
	for _, c := range v.ledger {
		seed, ok := v.seeds[c.Value]
		if !ok || 32*c.secret >= len(v.opening) {
			continue
		}
		if v.opened(c.secret).TurnSeed(v.result.Game, c.Turn) != seed {
			return v.broken(about("seed", c.Turn), "the seed of turn %d does not follow from the game's secret", c.Turn)
		}
	}
	return nil
}

// checkSalts checks that the salts of the orders that the reader may read follow from
// the secret: a server that chose them could have chosen among dice.
func (v *verifier) checkSalts() error {
	for _, seq := range slices.Sorted(maps.Keys(v.orders)) {
		e := v.entries[seq]
		if !e.Open || 32*v.secretOf[seq] >= len(v.opening) {
			continue
		}
		secret := v.opened(v.secretOf[seq])
		want := secret.Salt(v.result.Game, seq)
		if v.scheme == dice.ByOrders {
			want = secret.OrdersSalt(v.result.Game, v.orders[seq])
		}
		if e.Salt != want {
			return v.broken(about("entry", seq), "the salt of the orders in ledger entry %d does not follow from the game's secret", seq)
		}
	}
	return nil
}

// checkRolls computes the dice again. Every copy of a throw is checked; the same
// throw told to two readers counts once.
func (v *verifier) checkRolls() error {
	seen := map[[3]int]bool{}
	for _, r := range v.rolls {
		key := [3]int{r.Turn, r.Entry, r.Index}
		again := seen[key]
		seen[key] = true
		seed, ok := v.seeds[v.force[r.Entry]]
		if !ok || !v.over[r.Turn] {
			if !again {
				v.result.Pending++
			}
			continue
		}
		head, ok := v.heads[r.Entry]
		if !ok {
			return v.broken(about("roll", r.Turn, r.Entry, r.Index), "a throw hangs on ledger entry %d, which no report lists", r.Entry)
		}
		for i, face := range r.Faces {
			if want := seed.Roll(head, r.Index+i, r.Sides); face != want {
				return v.broken(about("roll", r.Turn, r.Entry, r.Index), "turn %d, die %d/%d shows %d, the seed says %d", r.Turn, r.Entry, r.Index+i, face, want)
			}
		}
		if !again {
			v.result.Rolls++
		}
	}
	return nil
}
