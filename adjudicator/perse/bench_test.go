package perse

import (
	"testing"

	"keryx/adjudicator/perse/data"
	"keryx/adjudicator/ruletest"
)

// BenchmarkSelfplay measures how many answers a second games take.
func BenchmarkSelfplay(b *testing.B) { ruletest.Speed(b, New(data.Default())) }
