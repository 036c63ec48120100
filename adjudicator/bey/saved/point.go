package saved

import (
	"fmt"
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
)

// Point is the juncture at which a side is asked something, and what is on the way there.
type Point struct {
	At         string            `json:"at"`
	Step       string            `json:"step,omitempty"`  // "step": which begins
	Side       string            `json:"side,omitempty"`  // whose the juncture is, if it is not the side's own
	Rules      string            `json:"rules,omitempty"` // version of the edition, as the ruleset writes it
	Initiative string            `json:"initiative"`
	Options    map[string]string `json:"options,omitempty"`
	Announced  int               `json:"announced,omitempty"` // points announced and left
	Activated  string            `json:"activated,omitempty"`
	Last       bool              `json:"last,omitempty"`
	After      bool              `json:"after,omitempty"`   // "react": the enemy has moved
	First      string            `json:"first,omitempty"`   // of both sides, who is asked first
	Again      bool              `json:"again,omitempty"`   // and something has been played since
	Fortune    bool              `json:"fortune,omitempty"` // the Advantage has gone for points or initiative
	Recover    int               `json:"recover,omitempty"` // units that may recover
	By         string            `json:"by,omitempty"`      // and the rule by which they do
	Tested     *Tests            `json:"tested,omitempty"`
	Fights     []string          `json:"fights,omitempty"`   // "combat": those that are due
	Late       []int             `json:"late,omitempty"`     // turns by which arrivals are delayed
	Optional   uint32            `json:"optional,omitempty"` // optional reinforcements that have come, as bits
	Called     uint32            `json:"called,omitempty"`   // and those called for
}

// Tests are the totals of the attrition tests of a side, by zone.
type Tests struct {
	Side  string         `json:"side"`
	Total map[string]int `json:"total"`
}

// Junctures are those of the family that a turn can be entered at.
var Junctures = []string{field.AtFortune, field.AtReinforcing, field.AtDepart, field.AtSpend, field.AtReact, field.AtAct,
	field.AtKeep, field.AtRecovery, field.AtRecoverRuse, field.AtRetest, field.AtClosing}

// acting are those at which the points of an action phase have been announced.
var acting = []string{field.AtAct, field.AtReact, field.AtCombat}

// mustered are those of them that look at the reinforcements to come.
var mustered = []string{field.AtFortune, field.AtReinforcing, field.AtClosing}

// Asked reports whether a side is asked something at one of the family's junctures or of
// those of the ruleset, so that it may know how far the turn has got. Who is not asked would
// learn how far its enemy has got.
func Asked(g *field.Field, s adjudicator.Side, own []string) bool {
	j := &g.Juncture
	return (slices.Contains(Junctures, j.At) || slices.Contains(own, j.At)) && (j.Side == s || j.Both)
}

// known reports whether a turn can be entered at a juncture of the family's, of those of the
// ruleset, or where nobody is asked.
func known(at string, own []string) bool {
	return slices.Contains(Junctures, at) || slices.Contains(own, at) || at == field.AtStep || at == field.AtCombat
}

// PointOf is the juncture that a game is at, under a version of the rules.
func PointOf(g *field.Field, rules string, options map[string]string) Point {
	j, sides := &g.Juncture, g.Board.Sides()
	p := Point{At: j.At, Rules: rules, Initiative: sides[g.Initiative], Options: options, Announced: max(0, g.Phase.Spend), Last: j.Last}
	if slices.Contains(mustered, p.At) {
		p.Muster(g)
	}
	switch j.At {
	case field.AtStep:
		p.Step = j.Step
		p.arriving(g)
	case field.AtCombat:
		p.Activated, p.Fights = ZoneID(g, j.Zone), ZoneIDs(g, j.Open)
	case field.AtAct, field.AtDepart:
		p.Activated = ZoneID(g, j.Zone)
	case field.AtReact:
		p.After = j.When == field.AfterMoves
	case field.AtRecovery:
		p.Recover, p.By = j.Heal.N, j.Heal.Rule
	case field.AtRetest:
		p.Tested = &Tests{sides[j.Tests.Side], map[string]int{}}
		for z := range j.Tests.Zones.All() {
			p.Tested.Total[g.Board.Name(z)] = j.Tests.Total[z]
		}
	}
	return p
}

// Muster adds what counts until the reinforcements have come: who is asked first, what has
// been called for and what is late. A ruleset wants it where a juncture of its own needs it.
func (p *Point) Muster(g *field.Field) {
	p.First, p.Again = g.Board.Sides()[g.Juncture.First], g.Juncture.Again
	p.arriving(g)
}

// arriving adds what counts of the reinforcements to come.
func (p *Point) arriving(g *field.Field) {
	p.Fortune, p.Optional, p.Called = g.Phase.Fortune, g.Optional, g.Phase.Called
	p.Late = delays(g)
}

// Enter deals the counters of a game with the position on its map as far as the side knows
// where they are, and has its turn begin at the juncture ([field.Field.Entry]), which is one of
// the family's or of those of the ruleset. What only the ruleset knows of its own is the
// caller's. It returns an error if something is missing, or named that there is not.
func (p *Point) Enter(g *field.Field, s adjudicator.Side, sight *Sight, c *Course, own []string) error {
	if err := c.recall(g, s, sight); err != nil {
		return err
	}
	switch {
	case p.Side != "":
		var err error
		if s, err = g.SideByID(p.Side); err != nil {
			return err
		}
	case p.At == field.AtStep:
		s = adjudicator.Observer
	}
	g.BeginPhase(s)
	if err := c.follow(g); err != nil {
		return err
	}
	return p.enter(g, s, own)
}

// enter is Enter once the phase of the side has begun.
func (p *Point) enter(g *field.Field, s adjudicator.Side, own []string) (err error) {
	if !known(p.At, own) {
		return fmt.Errorf("no juncture %q", p.At)
	}
	if g.Initiative, err = g.SideByID(p.Initiative); err != nil {
		return err
	}
	g.Phase.Acting, g.Phase.Spend = slices.Contains(acting, p.At), p.Announced
	g.Phase.Fortune, g.Optional, g.Phase.Called = p.Fortune, p.Optional, p.Called
	for i, turns := range p.Late[:min(len(p.Late), field.MaxArrivals)] {
		g.Late[i] = uint8(turns)
	}
	j := field.Juncture{At: p.At, Side: s, Step: p.Step, Zone: board.NoZone, Last: p.Last, First: adjudicator.Observer, Again: p.Again, When: field.BeforeMoves,
		Heal: field.Healing{Rule: p.By, N: p.Recover}}
	if p.After {
		j.When = field.AfterMoves
	}
	if p.First != "" || slices.Contains(mustered, p.At) {
		j.First, err = g.SideByID(p.First)
	}
	switch p.At {
	case field.AtDepart, field.AtAct:
		j.Zone, err = Zone(g, p.Activated)
	case field.AtCombat:
		if j.Zone, err = zone(g, p.Activated); err == nil {
			j.Open, err = Zones(g, p.Fights)
		}
	case field.AtRetest:
		j.Tests, err = p.Tested.restored(g)
	}
	g.Entry = j
	return err
}

// restored are the tests as a game has them.
func (t *Tests) restored(g *field.Field) (tests field.AttritionTests, err error) {
	if t == nil {
		return tests, fmt.Errorf("the tests are missing")
	}
	if tests.Side, err = g.SideByID(t.Side); err != nil {
		return tests, err
	}
	for id, total := range t.Total {
		z, err := zone(g, id)
		if err != nil {
			return tests, err
		}
		tests.Zones.Add(z)
		tests.Total[z] = total
	}
	return tests, nil
}
