package hellespont

import (
	_ "embed"
	"sync"

	"keryx/adjudicator/readings"
)

//go:embed interpretations.toml
var readingsText string

// settled are the decisions on unclear rules.
var settled = sync.OnceValue(func() readings.List { return readings.Must(readingsText) })

// options are the readings of unclear rules that a game is played with.
type options struct {
	StormInverted    bool `option:"storm=inverted"`    // S4: exposed zones are the dangerous ones
	S18RetiresItself bool `option:"s18=s17-s18"`       // S18 before S17 takes S17 and S18 out, not S16 and S17
	SiegeWorst       bool `option:"siege-ratio=worst"` // 5.1: three dice less whenever the besieger is below three to one
	EntryByAny       bool `option:"entry=any"`         // column shifts of entry apply when any attacking unit came that way
}
