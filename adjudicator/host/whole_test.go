package host_test

import (
	"database/sql"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"keryx/adjudicator/host/hosttest"

	"keryx/adjudicator"
	"keryx/adjudicator/dice"
	"keryx/adjudicator/host"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/verify"
	"keryx/store"
	"keryx/store/engine"
	"keryx/templates"
)

func TestVerify(t *testing.T) {
	c, mails := hosttest.WholeGame(t)
	entries, err := c.Reports.Ledger(t.Context(), c.Game)
	hosttest.Check(t, err)
	for side, who := range map[string]string{"north": hosttest.NorthAt, "south": hosttest.SouthAt} {
		for _, p := range hosttest.Proofs(t, mails, who) {
			for _, e := range p.Entries {
				if e.Open && (e.Kind == adjudicator.Seats || e.Kind == adjudicator.Ordered && e.Side != side) {
					t.Errorf("%s may read entry %d, %s of %q: %s", who, e.Seq, e.Kind, e.Side, e.Body)
				}
			}
		}
		v, err := verify.Verify(hosttest.Proofs(t, mails, who))
		if err != nil {
			t.Fatalf("%s: %v", who, err)
		}
		if v.Entries != len(entries) || v.Head.Hash != entries[len(entries)-1].Hash || !v.Ended || v.Pending != 0 || v.Bodies >= v.Entries {
			t.Errorf("%s: %+v, want %d entries", who, v, len(entries))
		}
	}
	both := append(hosttest.Proofs(t, mails, hosttest.NorthAt), hosttest.Proofs(t, mails, hosttest.SouthAt)...)
	if v, err := verify.Verify(both); err != nil || v.Bodies != len(entries)-1 {
		t.Errorf("both: %+v: %v; want all bodies but that of the seats", v, err)
	}
}

// A part of the reports proves what it can.
func TestVerifyTheFirstReports(t *testing.T) {
	_, mails := hosttest.WholeGame(t)
	all := hosttest.Proofs(t, mails, hosttest.NorthAt)
	for n := 1; n < len(all); n++ {
		if v, err := verify.Verify(all[:n]); err != nil || v.Ended {
			t.Errorf("the first %d: %+v: %v", n, v, err)
		}
	}
}

func TestVerifyNoticesTampering(t *testing.T) {
	_, mails := hosttest.WholeGame(t)
	good := func() []templates.Proof { return hosttest.Proofs(t, mails, hosttest.NorthAt) }
	n := len(good())
	flip := func(h *dice.Head) { h[7] ^= 1 }
	place := 1 // that dice are moved to: at some of several another number lies
	entry := func(change func(*templates.ProofEntry)) func(p *templates.Proof) bool {
		return func(p *templates.Proof) bool {
			if len(p.Entries) > 0 {
				change(&p.Entries[0])
			}
			return len(p.Entries) > 0
		}
	}
	for name, change := range map[string]func(p *templates.Proof) bool{
		"a throw": func(p *templates.Proof) bool {
			for i := range p.Throws {
				p.Throws[i].Faces[0] = p.Throws[i].Faces[0]%6 + 1
			}
			return len(p.Throws) > 0
		},
		"a throw too many": func(p *templates.Proof) bool {
			for i := range p.Throws {
				p.Throws[i].Number += 100
			}
			return len(p.Throws) > 0
		},
		"a seal": func(p *templates.Proof) bool {
			for i := range p.Seals {
				flip(&p.Seals[i].Value)
			}
			return len(p.Seals) > 0
		},
		"a seal's letter": func(p *templates.Proof) bool {
			for i := range p.Seals {
				p.Seals[i].Name = "AAAA-AAAA"
			}
			return len(p.Seals) > 0
		},
		"a seal's turn": func(p *templates.Proof) bool {
			for i := range p.Seals {
				p.Seals[i].Turn += 100
			}
			return len(p.Seals) > 0
		},
		"a throw's turn": func(p *templates.Proof) bool {
			for i := range p.Throws {
				p.Throws[i].Turn += 100
			}
			return len(p.Throws) > 0
		},
		"a promise's turn": func(p *templates.Proof) bool {
			for i := range p.Commits {
				p.Commits[i].Turn += 100
			}
			return len(p.Commits) > 0
		},
		"a die": func(p *templates.Proof) bool {
			for i := range p.Rolls {
				p.Rolls[i].Faces[0] = p.Rolls[i].Faces[0]%6 + 1
			}
			return len(p.Rolls) > 0
		},
		"a die's place": func(p *templates.Proof) bool {
			for i := range p.Rolls {
				p.Rolls[i].Entry = place
			}
			return len(p.Rolls) > 0
		},
		"a hash":          entry(func(e *templates.ProofEntry) { flip(&e.Hash) }),
		"a digest":        entry(func(e *templates.ProofEntry) { flip(&e.Digest) }),
		"a kind":          entry(func(e *templates.ProofEntry) { e.Kind = adjudicator.Ruling }),
		"a side":          entry(func(e *templates.ProofEntry) { e.Side = "east" }),
		"a number":        entry(func(e *templates.ProofEntry) { e.Seq += 100 }),
		"a time":          entry(func(e *templates.ProofEntry) { e.Time = e.Time.Add(1e6) }),
		"the head":        func(p *templates.Proof) bool { flip(&p.Head.Hash); return true },
		"the link before": func(p *templates.Proof) bool { flip(&p.After.Hash); return p.After.Seq > 0 },
		"the link's number": func(p *templates.Proof) bool {
			linked := p.After.Seq > 0
			if linked {
				p.After.Seq += 100
			}
			return linked
		},
		"the secret's promise": func(p *templates.Proof) bool { flip(&p.Secret); return true },
		"the secret": func(p *templates.Proof) bool {
			if p.Opening == nil {
				return false
			}
			p.Opening[0] ^= 1
			return true
		},
		"a seed": func(p *templates.Proof) bool {
			if len(p.Reveals) == 0 {
				return false
			}
			flip(&p.Reveals[0].Value)
			return true
		},
		"a promise": func(p *templates.Proof) bool {
			if len(p.Commits) == 0 {
				return false
			}
			flip(&p.Commits[0].Value)
			return true
		},
		"a body": func(p *templates.Proof) bool {
			for i := range p.Entries {
				if p.Entries[i].Open {
					p.Entries[i].Body[0] ^= 1
					return true
				}
			}
			return false
		},
		"a salt": func(p *templates.Proof) bool {
			for i := range p.Entries {
				if p.Entries[i].Open {
					p.Entries[i].Salt[0] ^= 1
					return true
				}
			}
			return false
		},
		"the game": func(p *templates.Proof) bool { p.Game = "ford-9"; return true },
	} {
		t.Run(name, func(t *testing.T) {
			changed, noticed := 0, 0
			for k := range 8 * n {
				i := k % n
				if place = 1 + k/n; place > 1 && name != "a die's place" {
					break
				}
				if changed >= 3 && noticed > 0 && k%7 != 0 && !hosttest.Whole() {
					continue // the same change to another report
				}
				all := good()
				if !change(&all[i]) {
					continue
				}
				changed++
				_, err := verify.Verify(all)
				switch {
				case errors.Is(err, verify.ErrProof):
					noticed++
				case name != "a die's place": // where the same number may lie by chance
					t.Errorf("changed in report %d of %d: %v", i+1, n, err)
				}
			}
			if changed == 0 || noticed == 0 {
				t.Errorf("%d reports have such a thing, and %d changes were noticed", changed, noticed)
			}
		})
	}
	t.Run("a missing report", func(t *testing.T) {
		for i := range n - 1 { // nobody can miss the last, who does not know of it
			if i%5 != 2 && !hosttest.Whole() {
				continue
			}
			all := good()
			if len(all[i].Entries) == 0 {
				continue // sent during a turn: all that it proves is in the one after the turn
			}
			if _, err := verify.Verify(append(all[:i], all[i+1:]...)); !errors.Is(err, verify.ErrProof) {
				t.Errorf("report %d of %d left out: %v", i+1, n, err)
			}
		}
	})
}

// A server that chose the salts of orders could choose among dice: when the secret is
// known, every salt that was told has to follow from it.
func TestVerifyNoticesChosenSalts(t *testing.T) {
	_, mails := hosttest.WholeGame(t)
	all := hosttest.Proofs(t, mails, hosttest.NorthAt)
	var entries []*templates.ProofEntry
	var chosen *templates.ProofEntry
	for i := range all {
		all[i].Rolls, all[i].Throws, all[i].Seals = nil, nil, nil // the server has thrown others
		for j := range all[i].Entries {
			e := &all[i].Entries[j]
			if entries = append(entries, e); e.Kind == adjudicator.Ordered && e.Open {
				chosen = e
			}
		}
	}
	if _, err := verify.Verify(all); err != nil {
		t.Fatal(err)
	}
	chosen.Salt[0] ^= 1
	chosen.Digest = adjudicator.Entry{Salt: chosen.Salt, Body: chosen.Body}.Digest()
	hashes := make([]dice.Head, len(entries)+1) // the whole ledger, made to fit
	for i, e := range entries {
		e.Hash = adjudicator.ChainSum(all[0].Game, e.Seq, e.Kind, e.Side, e.Time, e.Digest, hashes[i])
		hashes[i+1] = e.Hash
	}
	for i := range all {
		for _, link := range []*templates.Link{&all[i].After, &all[i].Head} {
			link.Hash = hashes[link.Seq]
		}
	}
	if _, err := verify.Verify(all); !errors.Is(err, verify.ErrProof) || !strings.Contains(err.Error(), "salt") {
		t.Errorf("a chosen salt: %v", err)
	}
	all[len(all)-1].Opening = nil
	if _, err := verify.Verify(all); err != nil {
		t.Errorf("the rest of it: %v", err)
	}
}

// A ledger whose dice are made in a way that is not known proves nothing.
func TestVerifyUnknownScheme(t *testing.T) {
	c := hosttest.NewClub(t)
	all := hosttest.Proofs(t, c.Sent(), hosttest.NorthAt)
	e := &all[0].Entries[0]
	e.Body = []byte(strings.Replace(string(e.Body), `"dice":2`, `"dice":3`, 1))
	e.Digest = adjudicator.Entry{Body: e.Body}.Digest()
	e.Hash = adjudicator.ChainSum(all[0].Game, 1, e.Kind, "", e.Time, e.Digest, dice.Head{})
	if _, err := verify.Verify(all); err == nil || !strings.Contains(err.Error(), "scheme 3") {
		t.Errorf("%s: %v", e.Body, err)
	}
}

func TestReplayWholeGame(t *testing.T) {
	c, _ := hosttest.WholeGame(t)
	running := c.NewGame()
	entries, err := c.Reports.Ledger(t.Context(), c.Game)
	hosttest.Check(t, err)
	r, err := c.Games.Replay(t.Context(), c.Game)
	if err != nil || r.Entries != len(entries) || r.Turns != c.Turn() {
		t.Errorf("%+v: %v; want %d turns, %d entries", r, err, c.Turn(), len(entries))
	}
	var seen []string
	err = c.Games.ReplayAll(t.Context(), func(r play.Replayed, err error) { seen = append(seen, r.Game) })
	if err != nil || strings.Join(seen, " ") != c.Game+" "+running {
		t.Errorf("all: %v: %v", seen, err)
	}
}

// A database that somebody has changed behind our back no longer replays.
func TestReplayNoticesChanges(t *testing.T) {
	c, _ := hosttest.WholeGame(t)
	c.Game = c.NewGame()
	c.Order("north", "bid 2")
	const drop = `DROP TRIGGER entries_stay; DROP TRIGGER entries_remain; `
	for name, change := range map[string]string{
		"a snapshot":                 `UPDATE snapshots SET body = CAST(replace(CAST(body AS TEXT), '"Paces":[0,0]', '"Paces":[1,0]') AS BLOB) WHERE turn = 1`,
		"a later snapshot":           `UPDATE snapshots SET body = CAST(replace(CAST(body AS TEXT), '"Turns":1', '"Turns":0') AS BLOB) WHERE turn = 2`,
		"a snapshot's place":         `UPDATE snapshots SET seq = seq - 1 WHERE turn = 1`,
		"a snapshot's place far off": `UPDATE snapshots SET seq = 9999 WHERE turn = 1`,
		"a missing snapshot":         `DELETE FROM snapshots WHERE turn = 2`,
		"orders":                     drop + `UPDATE entries SET body = CAST(replace(CAST(body AS TEXT), 'bid', 'pass') AS BLOB) WHERE kind = 'orders'`,
		"a time":                     drop + `UPDATE entries SET time = '2020-01-01T00:00:00.000Z' WHERE seq = 4`,
		"an entry left out":          drop + `DELETE FROM entries WHERE seq = 2`,
		"the last entry":             drop + `DELETE FROM entries WHERE game = 'ford-1' AND kind = 'reveal'`,
		"the secret":                 `UPDATE games SET secret = zeroblob(32)`,
		"the ruleset":                `UPDATE games SET ruleset = 'chess'`,
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "copy.db")
			hosttest.Check(t, c.Store.Backup(t.Context(), path))
			db, err := sql.Open("sqlite", path)
			hosttest.Check(t, err)
			done, err := db.Exec(change)
			hosttest.Check(t, err)
			if n, err := done.RowsAffected(); err != nil || n == 0 {
				t.Fatalf("%d rows were changed: %v", n, err)
			}
			hosttest.Check(t, db.Close())
			copied, err := engine.Open(t.Context(), path)
			hosttest.Check(t, err)
			defer copied.Close()
			h := host.New(host.Club{Store: copied, Now: c.Now})
			aside := ""
			err = h.Games.ReplayAll(t.Context(), func(r play.Replayed, _ error) {
				if r.SetAside {
					aside += r.Game
				}
			})
			// The other of the two games is over, and nobody waits for it. What is changed otherwise stops no game.
			if stops := name == "orders" || name == "a time" || name == "the ruleset" || name == "a snapshot's place far off"; stops != (aside == c.Game) || !stops && aside != "" {
				t.Errorf("set aside would be %q", aside)
			}
			if err == nil {
				t.Fatal("it replays")
			}
			known := errors.Is(err, play.ErrReplay) || errors.Is(err, adjudicator.ErrChain) || errors.Is(err, store.ErrNotFound)
			if !known && name != "the ruleset" {
				t.Errorf("the error has no kind: %v", err)
			}
		})
	}
}
