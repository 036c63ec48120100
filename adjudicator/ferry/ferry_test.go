package ferry_test

import (
	"testing"

	"keryx/adjudicator/ferry"
	"keryx/adjudicator/ruletest"
)

// TestRules proves what the kit promises of every ruleset.
func TestRules(t *testing.T) {
	ruletest.Run(t, ferry.New(), ruletest.Options{Source: []string{"."}, Open: true})
}
