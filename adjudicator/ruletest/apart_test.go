package ruletest

import "testing"

// TestDiffering: the place is named at which two values differ, and nothing where there is none.
func TestDiffering(t *testing.T) {
	for _, c := range []struct{ a, b, want string }{
		{`{"Cards":{"Cup":7,"Hand":[1,5]},"Round":2}`, `{"Cards":{"Cup":7,"Hand":[1,9]},"Round":3}`, "Cards.Hand[1] is 5 here, and 9 there"},
		{`{"Cup":18446744073709551615}`, `{"Cup":18446744073709551614}`, "Cup is 18446744073709551615 here, and 18446744073709551614 there"},
		{`{"a":[1,2]}`, `{"a":[1]}`, "a is [1,2] here, and [1] there"},
		{`{"a":1}`, `{"a":1,"b":"x"}`, `b is null here, and "x" there`},
		{`[{"a":1}]`, `[{"a":{"c":1}}]`, `[0].a is 1 here, and {"c":1} there`},
		{`1`, `2`, "all of it is 1 here, and 2 there"},
		{`{"a":1}`, `{"a": 1}`, ""},
		{`march 3`, `march 4`, ""},
		{`{"a":1}{}`, `{"a":2}{}`, ""},
	} {
		if got := differing(c.a, c.b); got != c.want {
			t.Errorf("%s and %s: %q, not %q", c.a, c.b, got, c.want)
		}
	}
}
