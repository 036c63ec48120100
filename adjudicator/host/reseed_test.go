package host_test

import (
	"crypto/sha256"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/host/hosttest"

	"keryx/adjudicator"
	"keryx/adjudicator/dice"
	"keryx/adjudicator/host/verify"
	"keryx/mail/wire"
	"keryx/store"
	"keryx/templates"
)

// givenUp is a game that was played to its end, and once more from a copy of its
// database: the club of each line, and the mails of each.
type givenUp struct {
	lost, live           *hosttest.Club
	lostMails, liveMails []store.OutboxMail
}

// giveUp plays some lines, copies the database, plays to the end, and plays to the end
// once more from the copy.
func giveUp(t *testing.T, lines int, seed uint64) givenUp {
	t.Helper()
	c := hosttest.NewClub(t)
	if lines > 0 {
		c.PlayScript(strings.Join(strings.Split(hosttest.Shooting, "\n")[:lines], "\n"), func(int) {})
	}
	copied := filepath.Join(t.TempDir(), "older.db")
	hosttest.Check(t, c.Store.Backup(t.Context(), copied))
	c.Time = c.Time.Add(time.Hour)
	c.Play(seed)
	g := givenUp{lost: c, lostMails: c.Sent()}
	g.live = hosttest.RestoredClub(t, copied, c.Game)
	_, err := g.live.Recovery.Discard(t.Context(), []wire.Fetched{{InternalDate: c.Time, Raw: hosttest.Letter(hosttest.NorthAt, "What was given up."), Folder: wire.FolderDone}})
	hosttest.Check(t, err)
	return g
}

// heads are what the dice of each ledger entry hang on.
func heads(entries []store.Entry) map[int]dice.Head {
	all, chain := map[int]dice.Head{}, dice.Chain{}
	for _, e := range entries {
		if e.Kind == string(adjudicator.Ordered) {
			chain = chain.Add(e.Side, sha256.Sum256(append(e.Salt[:], e.Body...)))
		}
		all[e.Seq] = chain.Head
	}
	return all
}

// TestDiscardedTurnOpensNothing gives up a game that was played to its end, so that its
// secret is known to everybody, and plays on from a copy. Nobody who knows all that was
// published of the line that was given up foretells a throw, opens an order, or answers a
// report of the line that takes its place.
func TestDiscardedTurnOpensNothing(t *testing.T) {
	rolls, foretold := 0, 0
	for seed := uint64(0); rolls < 24; seed++ { // so many that chance foretells no three quarters of them
		if seed == 40 {
			t.Fatalf("only %d dice are thrown", rolls)
		}
		lines := []int{0, 5, 9}[seed%3]
		g := giveUp(t, lines, seed)
		secret, game, forked := hosttest.SecretOf(g.lost), g.live.Game, len(g.live.Ledger())
		g.live.Sent()
		g.live.Play(seed) // the same minds
		at := heads(g.live.Ledger())
		for _, p := range hosttest.Proofs(t, hosttest.ReportsOf(g.live.Sent()), hosttest.NorthAt) {
			for _, r := range p.Rolls {
				for i, face := range r.Faces {
					if r.Entry <= forked {
						continue
					}
					rolls++
					if secret.TurnSeed(game, r.Turn).Roll(at[r.Entry], r.Index+i, r.Sides) == face {
						foretold++
					}
				}
			}
		}
		wantNew(t, g, secret, forked)
		known := codes(g.lost, 0)
		for _, code := range codes(g.live, forked) {
			if slices.Contains(known, code) {
				t.Errorf("the code %s stood in a report that was given up", code)
			}
		}
		_, err := g.live.Games.Replay(t.Context(), game)
		hosttest.Check(t, err)
	}
	if foretold > rolls*3/4 {
		t.Errorf("%d of %d dice are foretold by the secret that was published", foretold, rolls)
	}
}

// wantNew wants no salt and no commitment of the line that goes on to follow from the
// secret that was published.
func wantNew(t *testing.T, g givenUp, secret dice.Secret, forked int) {
	t.Helper()
	orders := 0
	for _, e := range g.live.Ledger() {
		switch {
		case e.Kind == string(adjudicator.Ordered):
			orders++
			if e.Seq > forked && (dice.Head(e.Salt) == dice.Head(secret.OrdersSalt(e.Game, orders)) || dice.Head(e.Salt) == dice.Head(secret.Salt(e.Game, e.Seq))) {
				t.Errorf("the salt of entry %d was published", e.Seq)
			}
		case e.Kind == string(adjudicator.Commit) && e.Seq > forked:
			for turn := range 20 {
				if strings.Contains(string(e.Body), secret.TurnSeed(e.Game, turn).Commitment().String()) {
					t.Errorf("entry %d commits to a seed that was published: %s", e.Seq, e.Body)
				}
			}
		}
	}
}

// codes are those of all reports that tell of more than some entries.
func codes(c *hosttest.Club, after int) (all []string) {
	c.T.Helper()
	c.View(func(tx store.ReadTx) error {
		for _, side := range []string{"north", "south"} {
			some, err := tx.Reports(c.Game, side)
			if err != nil {
				return err
			}
			for _, r := range some {
				if r.Seq > after {
					all = append(all, r.Code)
				}
			}
		}
		return nil
	})
	return all
}

// TestVerifyWhatWasGivenUp checks all letters of two lines of a game together, at every
// moment of the second: the ledger says that the first was given up.
func TestVerifyWhatWasGivenUp(t *testing.T) {
	for _, lines := range []int{0, 5, 11} {
		g := giveUp(t, lines, 3)
		told := g.live.Sent() // the reports before the copy was made, and the notices
		for _, at := range []string{hosttest.NorthAt, hosttest.SouthAt} {
			var notice string
			for _, m := range told {
				if m.Kind == "notice" && m.Recipient == at {
					notice = hosttest.TextOf(t, m)
				}
			}
			_, fork := reseedOf(t, g.live)
			for _, promise := range []dice.Head{fork.After, fork.Secret} {
				if !strings.Contains(notice, promise.String()) {
					t.Errorf("%s is not told the commitment %s:\n%s", at, promise, notice)
				}
			}
		}
		g.live.Play(5)
		g.liveMails = g.live.Sent()
		for _, who := range [][]string{{hosttest.NorthAt}, {hosttest.SouthAt}, {hosttest.NorthAt, hosttest.SouthAt}} {
			var lost, live []templates.Proof
			for _, at := range who {
				lost = append(lost, hosttest.Proofs(t, g.lostMails, at)...)
				live = append(live, hosttest.Proofs(t, hosttest.ReportsOf(g.liveMails), at)...)
			}
			for n := 0; n <= len(live); n++ {
				if len(who) == 2 && n < len(live) {
					continue // the letters of both do not come in this order
				}
				v, err := verify.Verify(append(slices.Clone(lost), live[:n]...))
				if err != nil {
					t.Fatalf("%v, with %d of %d letters after the restore: %v", who, n, len(live), err)
				}
				if n == len(live) && (v.Restored != 1 || v.GivenUp == 0 || !v.Ended || v.Pending > 0 || v.Reports != len(lost)+n) {
					t.Errorf("%v, at the end: %+v", who, v)
				}
			}
		}
		wantRewritten(t, append(hosttest.Proofs(t, g.lostMails, hosttest.NorthAt), hosttest.Proofs(t, hosttest.ReportsOf(g.liveMails), hosttest.NorthAt)...))
	}
}

// reseedOf returns the entry that gave the game new dice, and what it promises.
func reseedOf(t *testing.T, c *hosttest.Club) (store.Entry, templates.ProofFork) {
	t.Helper()
	for _, e := range c.Ledger() {
		if e.Kind == string(adjudicator.Reseed) {
			fork, err := readFork(e)
			hosttest.Check(t, err)
			return e, fork
		}
	}
	t.Fatal("the ledger has no such entry")
	return store.Entry{}, templates.ProofFork{}
}

// wantRewritten takes away the entry's word for what is given up: what remains are two
// ledgers of one game.
func wantRewritten(t *testing.T, all []templates.Proof) {
	t.Helper()
	for i := range all {
		all[i].Forks = nil
		all[i].Entries = slices.Clone(all[i].Entries)
		for n, e := range all[i].Entries {
			if e.Kind == adjudicator.Reseed {
				all[i].Entries[n].Open = false
			}
		}
	}
	if _, err := verify.Verify(all); !errors.Is(err, verify.ErrProof) {
		t.Errorf("two ledgers of one game hold together: %v", err)
	}
}
