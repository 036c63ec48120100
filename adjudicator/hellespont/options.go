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
	stormInverted    bool // S4: exposed zones are the dangerous ones
	s18RetiresItself bool // S18 before S17 takes S17 and S18 out, not S16 and S17
	siegeWorst       bool // 5.1: three dice less whenever the besieger is below three to one
	entryByAny       bool // column shifts of entry apply when any attacking unit came that way
}

// readOptions reads the options of a setup.
func readOptions(given map[string]string) (o options, err error) {
	err = settled().Choose(given, map[[2]string]*bool{
		{"storm", "inverted"}:    &o.stormInverted,
		{"s18", "s17-s18"}:       &o.s18RetiresItself,
		{"siege-ratio", "worst"}: &o.siegeWorst,
		{"entry", "any"}:         &o.entryByAny,
	})
	return o, err
}
