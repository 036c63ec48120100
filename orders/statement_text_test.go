package orders

import "testing"

// TestParseStatement: one order is read with its places; none, two or a broken one are faults.
func TestParseStatement(t *testing.T) {
	s, fault := ParseStatement("odds naval in M4, from M5")
	if fault != nil || s.Verb.Text != "odds" || s.Line != 1 || s.Args[len(s.Args)-1].Span.Column != 24 {
		t.Errorf("%+v, %v", s, fault)
	}
	for text, code := range map[string]string{
		"":                   CodeOneOrder,
		"# nothing":          CodeOneOrder,
		"spend 3\nspend 4":   CodeOneOrder,
		"odds naval,, M4":    CodeStrayComma,
		"when attacked: pay": CodeRuleInOrders,
	} {
		if s, fault := ParseStatement(text); s != nil || fault == nil || fault.Code != code {
			t.Errorf("%q: %+v, %v, want %s", text, s, fault, code)
		}
	}
}
