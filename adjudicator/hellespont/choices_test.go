package hellespont

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"keryx/adjudicator"
	"keryx/orders"
	"keryx/templates"
)

// TestEveryChoiceIsAccepted: whatever an order template offers can be sent as it
// stands, without its mark.
func TestEveryChoiceIsAccepted(t *testing.T) {
	printers := []*templates.Printer{templates.For("en", "hellespont"), templates.For("fr", "hellespont")}
	tried := map[string]int{}
	for seed := range uint64(12) {
		p := &player{rules: Default(), rnd: rand.New(rand.NewPCG(seed, 11))}
		p.inspect = func(_ *adjudicator.Session, _ adjudicator.Side, q *adjudicator.Question, _ adjudicator.Answer) error {
			if p.answers%3 != 0 && tried[q.Kind] > 40 {
				return nil
			}
			for _, printer := range printers[:1+p.answers%2] {
				n, err := choicesAccepted(printer, q)
				if err != nil {
					return err
				}
				tried[q.Kind] += n
			}
			return nil
		}
		if _, err := p.game(setups[seed%uint64(len(setups))], seed); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
	}
	t.Logf("choices tried: %v", tried)
}

// choicesAccepted sends each choice of a question's template, and counts them.
func choicesAccepted(printer *templates.Printer, q *adjudicator.Question) (int, error) {
	text := printer.OrderTemplate(templates.Template{Game: "hel-1", Side: "athens", Answers: "K7Q2-9XWM", Question: q})
	var file strings.Builder
	n := 0
	for line := range strings.Lines(text) {
		if order, ok := strings.CutPrefix(line, "  # "); ok {
			line = "  " + order
			n++
		}
		file.WriteString(line)
	}
	f, faults := orders.Parse(file.String())
	if len(faults) > 0 {
		return n, fmt.Errorf("the template does not read: %w\n%s", faults[0], file.String())
	}
	if got := len(f.Groups[0].Statements); got != n {
		return n, fmt.Errorf("%d choices read as %d orders:\n%s", n, got, text)
	}
	for i := range f.Groups[0].Statements {
		st := &f.Groups[0].Statements[i]
		v, fault := Default().Lexicon().Lookup(st.Verb, orders.VerbKind)
		if fault != nil {
			return n, fmt.Errorf("%q: %w", st.Text, fault)
		}
		o, faults := Default().ReadOrder(v.ID, st)
		if len(faults) > 0 {
			return n, fmt.Errorf("%q: %w", st.Text, faults[0])
		}
		a, fault := q.Form.Accept(o, st)
		if fault != nil {
			return n, fmt.Errorf("%q: %w (%v)", st.Text, fault, fault.Args)
		}
		if err := q.Form.Check(a); err != nil {
			return n, fmt.Errorf("%q: %w", st.Text, err)
		}
	}
	return n, nil
}
