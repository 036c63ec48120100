package form_test

import (
	"math/rand/v2"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/form"
	"keryx/orders"
)

// toll is an answer; paid is the order for it, which knows where it stands.
type toll int

func (t toll) Words() adjudicator.Words { return adjudicator.Words{adjudicator.Keyword("pay"), int(t)} }

type paid struct{ obols int }

// menu offers what a purse holds.
func menu(purse *int) form.Menu[toll] {
	return form.Menu[toll]{
		Open: func() (all []toll) {
			for t := range toll(*purse + 1) {
				all = append(all, t)
			}
			return all
		},
		Of: func(o adjudicator.Order) (toll, bool) {
			p, ok := o.(paid)
			return toll(p.obols), ok
		},
		Refuse: func(_ adjudicator.Order, s *orders.Statement) *orders.Diagnostic {
			return orders.IllegalAt(s, s.Span(), "too-poor", "1")
		},
	}
}

// TestMenu: a menu takes, samples and lists what is open when it is asked, and nothing else.
func TestMenu(t *testing.T) {
	purse := 2
	var m adjudicator.Form = menu(&purse)
	s := &orders.Statement{}
	if a, fault := m.Accept(paid{2}, s); a != toll(2) || fault != nil {
		t.Errorf("an order for what is open gives %v, %v", a, fault)
	}
	if a, fault := m.Accept(paid{3}, s); a != nil || fault == nil || fault.Code != "too-poor" {
		t.Errorf("an order for more gives %v, %v", a, fault)
	}
	if a, fault := m.Accept(toll(1), s); a != nil || fault == nil {
		t.Errorf("an order of another kind gives %v, %v", a, fault)
	}
	if m.Default() != toll(0) || m.Check(toll(2)) != nil || m.Check(toll(3)) == nil || m.Check(nil) == nil {
		t.Error("Default or Check is wrong")
	}
	seen := map[adjudicator.Answer]bool{}
	for r := rand.New(rand.NewPCG(1, 1)); len(seen) < 3; {
		a := m.Sample(r)
		if m.Check(a) != nil {
			t.Fatalf("%v is sampled, and not legal", a)
		}
		seen[a] = true
	}
	if purse = 0; len(m.Choices()) != 1 || m.Check(toll(2)) == nil {
		t.Error("the menu does not look at the purse anew")
	}
}

// TestMenuOfOrders: without Of, an order is its own answer.
func TestMenuOfOrders(t *testing.T) {
	purse := 1
	m := menu(&purse)
	m.Of = nil
	if a, fault := m.Accept(toll(1), &orders.Statement{}); a != toll(1) || fault != nil {
		t.Errorf("it gives %v, %v", a, fault)
	}
	if a, _ := m.Accept(paid{1}, &orders.Statement{}); a != nil {
		t.Errorf("an order that is no answer gives %v", a)
	}
}
