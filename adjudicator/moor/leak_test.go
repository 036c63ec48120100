package moor

import (
	"strings"
	"testing"

	"keryx/adjudicator/ruletest"
)

// TestLeaksAreFound plants one leak after the other, and wants the promise to be broken that
// each breaks. Without any leak TestRules keeps them.
func TestLeaksAreFound(t *testing.T) {
	for _, c := range []struct {
		name    string
		leak    leak
		promise string
		says    string
	}{
		{"a view shows hidden strength", strengthInView, "secrets", "its view"},
		{"a refusal hangs on who is a scarecrow", refusedForDecoy, "secrets", "that something else is hidden from it"},
		{"a view shows the efforts held back", effortsInView, "secrets", "its view"},
		{"Redeal forgets what was shown", forgetsShown, "secrets", "its view"},
		{"Redeal exchanges the pieces that are there", transposes, "forks", "are imagined otherwise"},
		{"a side is asked only if it has efforts left", askedByEfforts, "forks", "whether it has to wait"},
		{"everybody is told which pieces go", namedInEvent, "forks", "what it is told"},
		{"names follow the pieces that leave", namesFollow, "forks", "look the same to it"},
		{"scarecrows leave without a deal", scarecrowsUndealt, "forks", "look the same to it"},
		{"a side that cannot intercept is not waited for", settledByEfforts, "settled", "by who is waited for"},
	} {
		t.Run(strings.ReplaceAll(c.name, " ", "-"), func(t *testing.T) {
			t.Parallel()
			rules := New()
			rules.leak = c.leak
			o := options()
			o.Games = 30
			if text := ruletest.Found(rules, o, c.promise)[c.promise]; !strings.Contains(text, c.says) {
				t.Errorf("%s is not found by %q; said was:\n%.900s", c.name, c.says, text)
			}
		})
	}
}
