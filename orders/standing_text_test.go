package orders

import "testing"

func TestStandingOrdersAloneReadBack(t *testing.T) {
	const text = "when attacked at sea: evade to port, else stand\nlosses: weakened first, smallest first\n"
	rules, faults := ParseStanding(text)
	if len(faults) > 0 || len(rules) != 2 {
		t.Fatalf("%d rules, faults %v", len(rules), faults)
	}
	once := FormatStanding(rules)
	again, faults := ParseStanding(once)
	if len(faults) > 0 {
		t.Fatal(faults[0])
	}
	if twice := FormatStanding(again); twice != once {
		t.Errorf("formatting twice gives %q, once %q", twice, once)
	}
	if _, faults := ParseStanding("when attacked"); len(faults) == 0 {
		t.Error("a rule without a colon was read")
	}
}
