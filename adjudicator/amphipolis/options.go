package amphipolis

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
	InitiativeFirst  bool `option:"initiative=first"`   // 10.4: the automatic initiative is of turn 0
	WallAlways       bool `option:"wall=always"`        // walls count however the attackers came
	NoEscort         bool `option:"escort=none"`        // no ships come along with an operation from land
	EntryByAny       bool `option:"entry=any"`          // column shifts of entry apply when any attacking unit came that way
	NoRetreatToBase  bool `option:"retreat-to-base=no"` // nobody retreats from the main map to a rear base
	WorksAlways      bool `option:"works=always"`       // walls can be built in 10.2
	AttritionOne     bool `option:"attrition=one"`      // 6: half of the units, but at least one
	CalledAgain      bool `option:"annulled-s15=again"` // S15 that S14 has annulled is not used up
	S16Counter       bool `option:"s16=counter"`        // the counter of S16 leaves the game, not its face alone
	ShunnedBothAlive bool `option:"shunned=both-alive"` // the points for shunning need both leaders alive
}
