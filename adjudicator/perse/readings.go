package perse

import (
	_ "embed"
	"sync"

	"keryx/adjudicator"
	"keryx/adjudicator/readings"
)

//go:embed interpretations.toml
var readingsText string

// settled are the decisions on what the rulebook leaves open.
var settled = sync.OnceValue(func() readings.List { return readings.Must(readingsText) })

// choices are the readings of unclear rules that a game is played with.
type choices struct {
	ByClass   bool `option:"rolls=class"`    // P-16: morale is thrown for each class
	Second    bool `option:"first=second"`   // P-46: only a second stratagem costs the first segment
	ByControl bool `option:"supply=control"` // P-49: Greeks live in zones that they control
	Thirty    bool `option:"inland=thirty"`  // P-4: thirty points at most inland
	SameCity  bool `option:"support=city"`   // P-23: support needs troops and ships of one city
}

// Readings implements [adjudicator.Interpreter].
func (r *Rules) Readings(lang string) []adjudicator.Reading { return settled().In(lang) }

var _ adjudicator.Interpreter = (*Rules)(nil)
