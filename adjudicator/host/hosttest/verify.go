package hosttest

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/dice"
	"keryx/adjudicator/host/verify"
	"keryx/store"
	"keryx/templates"
)

// SecretOf is the secret of the club's game.
func SecretOf(c *Club) (secret dice.Secret) {
	c.T.Helper()
	c.View(func(tx store.ReadTx) error {
		g, err := tx.Game(c.Game)
		secret = dice.Secret(g.Secret)
		return err
	})
	return secret
}

// Ledger returns the entries of the club's game.
func (c *Club) Ledger() (all []store.Entry) {
	c.T.Helper()
	c.View(func(tx store.ReadTx) (err error) {
		all, err = tx.Entries(c.Game, 1)
		return err
	})
	return all
}

// OtherHand runs the verifier that is written in another language over mails that hold
// these texts, and returns what it says.
func OtherHand(t *testing.T, texts []string) (said string, holds bool) {
	t.Helper()
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("needs python3, to run adjudicator/dice/verify.py")
	}
	dir := t.TempDir()
	for i, text := range texts {
		letter := "From: herald@example.org\nContent-Type: text/plain; charset=utf-8\n\nDear player,\n\n" + text
		Check(t, os.WriteFile(filepath.Join(dir, fmt.Sprintf("%03d.eml", i)), []byte(letter), 0o600))
	}
	script := filepath.Join("..", "dice", "verify.py") // from the folder of the host
	if _, err := os.Stat(script); err != nil {
		script = filepath.Join("..", script) // from that of a room
	}
	out, err := exec.CommandContext(t.Context(), python, script, dir).CombinedOutput()
	return string(out), err == nil
}

// OurVerdict is what our own verifier says of the texts.
func OurVerdict(texts []string) error {
	var all []templates.Proof
	for i, text := range texts {
		p, err := templates.ParseProof(text)
		if err != nil {
			return fmt.Errorf("report %d: %w", i, err)
		}
		p.Source = fmt.Sprintf("report %d", i)
		all = append(all, p)
	}
	_, err := verify.Verify(all)
	return err
}

// AsText returns the proofs as they stand in letters.
func AsText(all []templates.Proof) (texts []string) {
	for _, p := range all {
		texts = append(texts, p.String())
	}
	return texts
}

// ReportsOf are those mails that are no notices.
func ReportsOf(mails []store.OutboxMail) []store.OutboxMail {
	return slices.DeleteFunc(slices.Clone(mails), func(m store.OutboxMail) bool { return m.Kind == "notice" || m.Kind == string(templates.Requested) })
}

// after returns the mails since a club was looked at, and keeps them.
func (c *Club) Keep(all *[]store.OutboxMail) {
	c.T.Helper()
	*all = append(*all, c.Sent()...)
}

// OrderEntries are the entries of orders, in their order.
func (c *Club) OrderEntries() (all []int) {
	for _, e := range c.Ledger() {
		if e.Kind == string(adjudicator.Ordered) {
			all = append(all, e.Seq)
		}
	}
	return all
}

// Verifies checks the proofs of all reports to both players.
func Verifies(t *testing.T, mails []store.OutboxMail) verify.Verification {
	t.Helper()
	all := Proofs(t, ReportsOf(mails), NorthAt)
	all = append(all, Proofs(t, ReportsOf(mails), SouthAt)...)
	v, err := verify.Verify(all)
	Check(t, err)
	for _, at := range []string{NorthAt, SouthAt} {
		_, err := verify.Verify(Proofs(t, ReportsOf(mails), at))
		Check(t, err)
	}
	var texts []string
	for _, p := range all {
		texts = append(texts, p.String())
	}
	if said, holds := OtherHand(t, texts); !holds || !strings.Contains(said, "all hold") {
		t.Errorf("the second verifier: %s", said)
	}
	return v
}

// Replays fails if the ledger of the game does not give what is stored.
func (c *Club) Replays() {
	c.T.Helper()
	if _, err := c.Games.Replay(c.T.Context(), c.Game); err != nil {
		c.T.Errorf("replay: %v", err)
	}
}

// LettersTo are the letters to an observer that are due by now.
func LettersTo(c *Club, address string) (letters []store.OutboxMail) {
	c.T.Helper()
	c.Sent()
	_, err := c.Sweep(c.T.Context(), c.Time)
	Check(c.T, err)
	for _, m := range c.Sent() {
		if m.Recipient == address {
			letters = append(letters, m)
		}
	}
	return letters
}

// Proofs reads the proofs from all mails to one player.
func Proofs(t *testing.T, mails []store.OutboxMail, to string) (all []templates.Proof) {
	t.Helper()
	for _, m := range mails {
		if m.Recipient != to {
			continue
		}
		p, err := ProofIn(t, m)
		if err != nil && (m.Kind == string(templates.Ruled) || m.Kind == string(templates.Reminder)) {
			continue // it leaves the position, and what is asked, as they are
		}
		if err != nil {
			t.Fatalf("a mail of kind %q to %s: %v", m.Kind, to, err)
		}
		all = append(all, p)
	}
	return all
}

// WholeGame plays a game with at least one roll and returns its mails.
func WholeGame(t *testing.T) (*Club, []store.OutboxMail) {
	t.Helper()
	for seed := range uint64(20) {
		c := NewClub(t)
		c.Play(seed)
		mails := c.Sent()
		v, err := verify.Verify(Proofs(t, mails, NorthAt))
		Check(t, err)
		if v.Rolls > 2 && v.Turns > 1 {
			return c, mails
		}
	}
	t.Fatal("20 games with hardly a roll")
	return nil, nil
}
