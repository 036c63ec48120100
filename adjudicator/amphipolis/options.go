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
	initiativeFirst  bool // 10.4: the automatic initiative is of turn 0
	wallAlways       bool // walls count however the attackers came
	noEscort         bool // no ships come along with an operation from land
	entryByAny       bool // column shifts of entry apply when any attacking unit came that way
	noRetreatToBase  bool // nobody retreats from the main map to a rear base
	worksAlways      bool // walls can be built in 10.2
	attritionOne     bool // 6: half of the units, but at least one
	calledAgain      bool // S15 that S14 has annulled is not used up
	s16Counter       bool // the counter of S16 leaves the game, not its face alone
	shunnedBothAlive bool // the points for shunning need both leaders alive
}

// readOptions reads the options of a setup.
func readOptions(given map[string]string) (o options, err error) {
	err = settled().Choose(given, map[[2]string]*bool{
		{"initiative", "first"}:   &o.initiativeFirst,
		{"wall", "always"}:        &o.wallAlways,
		{"escort", "none"}:        &o.noEscort,
		{"entry", "any"}:          &o.entryByAny,
		{"retreat-to-base", "no"}: &o.noRetreatToBase,
		{"works", "always"}:       &o.worksAlways,
		{"attrition", "one"}:      &o.attritionOne,
		{"annulled-s15", "again"}: &o.calledAgain,
		{"s16", "counter"}:        &o.s16Counter,
		{"shunned", "both-alive"}: &o.shunnedBothAlive,
	})
	return o, err
}
