package cases_test

import (
	"strings"
	"testing"

	"keryx/adjudicator/cases"
	"keryx/adjudicator/hellespont"
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

// TestLongLinesAreNotRepeated: what is wrong with a state is told without the whole of it.
func TestLongLinesAreNotRepeated(t *testing.T) {
	results, err := cases.Play(hellespont.Default().(cases.Rules), strings.NewReader("case X1: t\nrule 3\nstate {\"advantage\":\"nobody\",\"cup\":[\""+strings.Repeat("S", 5000)+"\"]}\n"))
	if err != nil || results[0].Err == nil {
		t.Fatal(results, err)
	}
	if n := len(results[0].Err.Error()); n > 400 {
		t.Errorf("%d bytes: %v", n, results[0].Err)
	}
}
