package hellespont

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"keryx/adjudicator"
	"keryx/orders"
)

// documented reads all standing orders that the package comment shows.
func documented(t *testing.T) []adjudicator.Standing {
	t.Helper()
	text, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for line := range strings.Lines(string(text)) {
		if line, ok := strings.CutPrefix(line, "//\t"); ok && !strings.Contains(line, " = ") && strings.Contains(line, ": ") {
			lines = append(lines, strings.TrimSpace(line))
		}
	}
	if len(lines) < 50 {
		t.Fatalf("only %d standing orders in doc.go", len(lines))
	}
	return standings(t, lines...)
}

// TestAdviceIsLegal: what standing orders answer is legal, and reads as the order that
// a player would have written, whatever the position.
func TestAdviceIsLegal(t *testing.T) {
	all := documented(t)
	advised := map[string]int{}
	for seed := range uint64(40) {
		p := &player{rules: Default(), rnd: rand.New(rand.NewPCG(seed, 5))}
		p.inspect = func(_ *adjudicator.Session, _ adjudicator.Side, q *adjudicator.Question, _ adjudicator.Answer) error {
			adviser, ok := q.Form.(adjudicator.Adviser)
			if !ok {
				return nil
			}
			for range 8 {
				rules := make([]adjudicator.Standing, 8)
				for i := range rules {
					rules[i] = all[p.rnd.IntN(len(all))]
				}
				a, n, ok := adviser.Advise(rules)
				if !ok {
					continue
				}
				advised[q.Kind]++
				if n < 0 || n >= len(rules) {
					return fmt.Errorf("advice of rule %d", n)
				}
				if err := q.Form.Check(a); err != nil {
					return fmt.Errorf("advised %s: %w", render(a.Words()), err)
				}
				if err := readsBack(p.rules, q, a); err != nil {
					return err
				}
			}
			return nil
		}
		if _, err := p.game(setups[seed%3], seed); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
	}
	for _, kind := range []string{"evasion", "reroll", "reroll-attrition", "react", "besieged", "fortune", "reinforcing", "combat-stratagem",
		"siege-stratagem", "recovery-stratagem", "supply-stratagem", "attrition-stratagem", "losses", "retreat", "siege", "siege-losses",
		"advance", "keep", "recovery", "redeploy", "depart", "combat-order", "attrition"} {
		if advised[kind] == 0 {
			t.Errorf("no rule answers %q; answered are %v", kind, advised)
		}
	}
}

// TestAnyStandingWords: whatever words stand in a standing order, it is read or
// refused; never a panic.
func TestAnyStandingWords(t *testing.T) {
	heads := strings.Fields("attacked attacking victorious defeated besieged besieging entered result evasion siege attrition storm discord " +
		"initiative losses retreat cavalry displaced refuge stratagems advantage departures combats sieges advance keep redeploy recover enemy")
	words := strings.Fields("in at on by with against from or and the sea land strait open M5 T22 Sestos Alcibiade Mindaros 2:1 3 to 1 more less " +
		"september winter A E 3/4 is fails succeeds lost all none B.1 D.3 movements except play S8 S22 S16 discard any evade port anywhere stand else " +
		"reroll use accept pass keep fresh largest first last T10 hoplites ; , :")
	r := rand.New(rand.NewPCG(8, 1))
	read := 0
	for range 30000 {
		line := heads[r.IntN(len(heads))]
		if r.IntN(2) == 0 {
			line = "when " + line
		}
		for range r.IntN(5) {
			line += " " + words[r.IntN(len(words))]
		}
		line += ":"
		for range 1 + r.IntN(5) {
			line += " " + words[r.IntN(len(words))]
		}
		rules, faults := orders.ParseStanding(line)
		if len(faults) > 0 {
			continue
		}
		if st, faults := Default().ReadStanding(&rules[0]); len(faults) == 0 {
			read++
			if st == nil {
				t.Errorf("%q is neither read nor refused", line)
			}
		}
	}
	if read < 40 {
		t.Errorf("only %d lines were standing orders", read)
	}
}
