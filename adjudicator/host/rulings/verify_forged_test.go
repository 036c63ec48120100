package rulings_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/host/hosttest"

	"keryx/adjudicator"
	"keryx/adjudicator/dice"
	"keryx/store"
	"keryx/templates"
)

// forged writes a ledger again with the bodies of some entries changed, as a server could that
// lies to all: every digest and every hash behind them fits.
func forged(all []templates.Proof, change func(e *templates.ProofEntry)) (forged []templates.Proof) {
	entries := map[int]templates.ProofEntry{}
	for _, p := range all {
		for _, e := range p.Entries {
			if had, ok := entries[e.Seq]; !ok || e.Open && !had.Open {
				entries[e.Seq] = e
			}
		}
	}
	hashes := map[int]dice.Head{}
	for seq := 1; seq <= len(entries); seq++ {
		e := entries[seq]
		if e.Open {
			change(&e)
			e.Digest = adjudicator.Entry{Kind: e.Kind, Salt: e.Salt, Body: e.Body}.Digest()
		}
		e.Hash = adjudicator.ChainSum(all[0].Game, seq, e.Kind, e.Side, e.Time, e.Digest, hashes[seq-1])
		hashes[seq], entries[seq] = e.Hash, e
	}
	for _, p := range all {
		list := p.Entries
		p.Entries = nil
		for _, e := range list {
			now := entries[e.Seq]
			if now.Open = e.Open; !e.Open {
				now.Salt, now.Body = e.Salt, e.Body
			}
			p.Entries = append(p.Entries, now)
		}
		for _, link := range []*templates.Link{&p.After, &p.Head} {
			if link.Seq > 0 {
				link.Hash = hashes[link.Seq]
			}
		}
		forged = append(forged, p)
	}
	return forged
}

// rewrite changes one value of a body that is JSON in its first line, in the place of an old one.
func rewrite(e *templates.ProofEntry, kind adjudicator.EntryKind, key string, old, value any) {
	var body map[string]any
	first, rest, two := bytes.Cut(e.Body, []byte("\n"))
	if e.Kind != kind || json.Unmarshal(first, &body) != nil || fmt.Sprint(body[key]) != fmt.Sprint(old) {
		return
	}
	body[key] = value
	e.Body, _ = json.Marshal(body)
	if two {
		e.Body = slices.Concat(e.Body, []byte("\n"), rest)
	}
}

// Other dice are believed behind the ruling that gives something up, and nowhere else; a fresh
// secret only where a game that was over goes back. Whatever else a ledger says of them, both
// verifiers refuse, even where every hash fits.
func TestForgedDiceOfRulings(t *testing.T) {
	c := hosttest.Overseen(t)
	c.Known = 0
	var mails []store.OutboxMail
	rule := func(act string) {
		t.Helper()
		c.Time = c.Time.Add(time.Hour)
		file := "game " + c.Game + "\nruling\n" + act + "\nreason Try " + fmt.Sprint(len(c.Ledger())) + "\n"
		if row := c.Receive(hosttest.Letter(hosttest.ThirdAt, c.Signed("third", file))); row.State != store.Command {
			t.Fatalf("%s: %s (%s)", act, row.State, row.Reason)
		}
		c.Keep(&mails)
	}
	c.PlayScript(strings.Join(strings.Split(hosttest.Shooting, "\n")[:6], "\n"), func(int) {})
	c.Keep(&mails)
	at := c.OrderEntries()
	rule(fmt.Sprintf("back to %d", at[0]))
	c.Play(1)
	c.Keep(&mails)
	at = c.OrderEntries()
	rule(fmt.Sprintf("back to %d", at[len(at)-2]))
	c.Play(2)
	c.Keep(&mails)
	all := append(hosttest.Proofs(t, hosttest.ReportsOf(mails), hosttest.NorthAt), hosttest.Proofs(t, hosttest.ReportsOf(mails), hosttest.SouthAt)...)
	whole := forged(all, func(*templates.ProofEntry) {})
	if said, holds := hosttest.OtherHand(t, hosttest.AsText(whole)); !holds || hosttest.OurVerdict(hosttest.AsText(whole)) != nil {
		t.Fatalf("what was not changed: %v; the other's: %s", hosttest.OurVerdict(hosttest.AsText(whole)), said)
	}
	for what, change := range map[string]func(e *templates.ProofEntry){
		"a fresh secret behind a throw": func(e *templates.ProofEntry) {
			rewrite(e, adjudicator.Ruling, "act", "back", "throw")
		},
		"a fresh secret in a game that goes on": func(e *templates.ProofEntry) {
			rewrite(e, adjudicator.Reseed, "why", "ruling", "reopened")
		},
		"a published secret goes on": func(e *templates.ProofEntry) {
			rewrite(e, adjudicator.Reseed, "why", "reopened", "ruling")
		},
		"no ruling before it": func(e *templates.ProofEntry) {
			rewrite(e, adjudicator.Ruling, "act", "back", "uphold")
		},
		"a restore behind a ruling": func(e *templates.ProofEntry) {
			rewrite(e, adjudicator.Reseed, "why", "ruling", "replay")
		},
		"an unknown reason": func(e *templates.ProofEntry) {
			rewrite(e, adjudicator.Reseed, "why", "ruling", "luck")
		},
		"another entry than the ruling names": func(e *templates.ProofEntry) {
			rewrite(e, adjudicator.Reseed, "from", at[0], at[0]+1)
		},
		"a ruling whose words cannot be read": func(e *templates.ProofEntry) {
			if act, _, two := bytes.Cut(e.Body, []byte("\n")); e.Kind == adjudicator.Ruling && two {
				e.Body = slices.Concat(act, []byte("\nby nobody"))
			}
		},
		"a ruling that is a list": func(e *templates.ProofEntry) {
			if e.Kind == adjudicator.Ruling {
				e.Body = []byte("[]")
			}
		},
	} {
		texts := hosttest.AsText(forged(all, change))
		ours := hosttest.OurVerdict(texts)
		said, holds := hosttest.OtherHand(t, texts)
		if ours == nil || !strings.Contains(ours.Error(), "ledger entry") || holds || !strings.Contains(said, "entry ") {
			t.Errorf("%s: our verdict %v, the other's: %s", what, ours, said)
		}
	}
}
