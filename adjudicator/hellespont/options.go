package hellespont

import (
	"fmt"
	"slices"

	"keryx/adjudicator"
)

// options are the readings of unclear rules that a game is played with.
type options struct {
	stormInverted    bool // S4: exposed zones are the dangerous ones
	s18RetiresItself bool // S18 before S17 takes S17 and S18 out, not S16 and S17
	siegeWorst       bool // 5.1: three dice less whenever the besieger is below three to one
	entryByAny       bool // column shifts of entry apply when any attacking unit came that way
}

// settings lists the options: the first value is the default.
var settings = []adjudicator.Option{
	{ID: "storm", Rule: "7 S4", Values: []string{"printed", "inverted"}},
	{ID: "s18", Rule: "7 S18", Values: []string{"s16-s17", "s17-s18"}},
	{ID: "siege-ratio", Rule: "5.1", Values: []string{"graduated", "worst"}},
	{ID: "entry", Rule: "4.2.2", Values: []string{"all", "any"}},
}

func init() {
	for i := range settings {
		settings[i].Meaning = adjudicator.Say("hellespont.option." + settings[i].ID)
	}
}

// readOptions reads the options of a setup.
func readOptions(given map[string]string) (options, error) {
	chosen := map[string]string{}
	for id, value := range given {
		i := slices.IndexFunc(settings, func(o adjudicator.Option) bool { return o.ID == id })
		if i < 0 {
			return options{}, fmt.Errorf("there is no option %q", id)
		}
		if !slices.Contains(settings[i].Values, value) {
			return options{}, fmt.Errorf("option %s is one of %v, not %q", id, settings[i].Values, value)
		}
		chosen[id] = value
	}
	return options{
		stormInverted:    chosen["storm"] == "inverted",
		s18RetiresItself: chosen["s18"] == "s17-s18",
		siegeWorst:       chosen["siege-ratio"] == "worst",
		entryByAny:       chosen["entry"] == "any",
	}, nil
}
