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

// Readings implements [adjudicator.Interpreter].
func (r *Rules) Readings(lang string) []adjudicator.Reading { return settled().In(lang) }

var _ adjudicator.Interpreter = (*Rules)(nil)
