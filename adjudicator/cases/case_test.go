package cases_test

import (
	"strings"
	"testing"

	"keryx/adjudicator/cases"
)

// TestCaseRoundTrip: a case is written as it was read, and what is none is refused.
func TestCaseRoundTrip(t *testing.T) {
	text := "case X1: a title\nrule 3\nplace athens Sestos: T10\nplay B.3 athens\nathens:\n  spend 1\n  end\ntold announced\n"
	read, err := cases.Read(strings.NewReader(text))
	if err != nil || len(read) != 1 {
		t.Fatal(read, err)
	}
	if got := read[0].String(); got != text {
		t.Errorf("written back:\n%s", got)
	}
	for _, bad := range []string{"rule 3\n", "case X\n", "  spend 1\n"} {
		if _, err := cases.Read(strings.NewReader(bad)); err == nil {
			t.Errorf("%q is read without a fault", bad)
		}
	}
}
