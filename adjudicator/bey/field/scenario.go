package field

import (
	"cmp"
	"slices"
	"strings"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
)

// Scenario is what every game of the series says of a scenario of rule 10.
type Scenario struct {
	ID          string // "10.1"
	Names       board.Names
	First, Last int // indices in [Facts.Turns]
	Advantage   adjudicator.Side
	Withdrawn   []StratagemNo
	Setup       []*Deployment
	Arrivals    []*Deployment // in rising order of turns, the first side before the second
	Optional    []*Deployment // called for with a stratagem
	Source      board.Source
}

// IsWithdrawn reports whether the stratagem is out of this scenario.
func (s *Scenario) IsWithdrawn(n StratagemNo) bool { return slices.Contains(s.Withdrawn, n) }

// Deployments returns every deployment of the scenario: those set up, those that arrive,
// the optional ones.
func (s *Scenario) Deployments() []*Deployment {
	return slices.Concat(s.Setup, s.Arrivals, s.Optional)
}

// Deployment puts units and leaders of one side on the board: at the start, as an arrival
// in phase B.2 of a turn, or as optional reinforcements.
type Deployment struct {
	Turn    int // of arrivals: index in [Facts.Turns]
	Side    adjudicator.Side
	Zones   []board.Zone // one of them, as the player chooses
	Leaders []int        // indices in [Facts.Leaders]
	Units   []Placed     // in the order of the counter file, those at full strength first
	Source  board.Source
}

// Placed is a unit of a deployment.
type Placed struct {
	Unit     int // index in [Facts.Units]
	Weakened bool
}

// At reports whether the zone is one of the deployment's.
func (d *Deployment) At(z board.Zone) bool { return slices.Contains(d.Zones, z) }

// Describe writes a deployment as the rulebook lists it: "north Harbour: Admiral T20 T10_",
// an underlined unit being weakened, and the zones to choose from with a stroke between.
func (f *Facts) Describe(d *Deployment) string {
	var zones []string
	for _, z := range d.Zones {
		zones = append(zones, f.Map.Name(z))
	}
	words := []string{f.Map.Sides()[d.Side], strings.Join(zones, "/") + ":"}
	for _, l := range d.Leaders {
		words = append(words, f.Leaders[l].ID)
	}
	for _, u := range d.Units {
		word := f.Units[u.Unit].Class
		if u.Weakened {
			word += "_"
		}
		words = append(words, word)
	}
	return strings.Join(words, " ")
}

// Earlier orders arrivals by their turns, and the first side before the second.
func Earlier(a, b *Deployment) int {
	return cmp.Or(cmp.Compare(a.Turn, b.Turn), cmp.Compare(a.Side, b.Side))
}
