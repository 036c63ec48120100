package hellenes

import (
	"testing"

	"keryx/adjudicator/ruletest"
)

// BenchmarkSelfplay measures games by random players and by its own, with all that is checked and without.
func BenchmarkSelfplay(b *testing.B) { ruletest.Speed(b, New()) }
