package hellespont

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey"
	"keryx/adjudicator/bey/battle"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/march"
	"keryx/adjudicator/bey/order"
	"keryx/adjudicator/board"
	"keryx/orders"
)

// oddsTable is a position made up to ask what its chances are: of combats (4),
// sieges (5), evasions (4.2.1), attrition (6.4), running past a fleet (3.5). The
// answers come from the code that resolves these things in play, without second
// throws by the Advantage (8).
type oddsTable struct{ g *game }

// oddsChance is an exact probability: so many of the equally likely throws.
type oddsChance struct {
	Ways int64 `json:"ways"`
	Of   int64 `json:"of"`
}

// Float returns the probability, 0 to 1.
func (c oddsChance) Float() float64 { return float64(c.Ways) / float64(c.Of) }

// oddsModifier is one modifier at work: of a die, a column, or a number of dice.
type oddsModifier struct {
	Letter string `json:"letter,omitempty"` // of the table of combat modifiers
	Key    string `json:"key"`              // of the message catalogues
	Name   string `json:"name,omitempty"`   // its text, once somebody has looked it up
	Value  int    `json:"value"`
	Rule   string `json:"rule"`
}

func oddsModifiers(m *bey.Modifiers) []oddsModifier {
	all := make([]oddsModifier, 0, len(m.All()))
	for _, mod := range m.All() {
		all = append(all, oddsModifier{Letter: mod.Letter, Key: mod.Key, Value: mod.Value, Rule: mod.Rule})
	}
	return all
}

// oddsLoss is what a side loses on the mean, or by one result. Its owner is taken to
// give up as little as he can.
type oddsLoss struct {
	PF         float64 `json:"pf"`         // force points, those carried included
	Weakened   float64 `json:"weakened"`   // units turned to their reverse
	Eliminated float64 `json:"eliminated"` // units lost
}

func (l *oddsLoss) add(m oddsLoss, share float64) {
	l.PF += m.PF * share
	l.Weakened += m.Weakened * share
	l.Eliminated += m.Eliminated * share
}

// newOdds returns an empty position in the first month of a scenario, with the options of
// its game. The error says which scenario or option there is not.
func newOdds(rs *ruleset, setup adjudicator.Setup) (*oddsTable, error) {
	g, err := rs.empty(setup)
	if err != nil {
		return nil, err
	}
	g.Advantage = adjudicator.Observer
	return &oddsTable{g}, nil
}

// setMonth sets the month in play, and reports whether the scenario has it.
func (g *game) setMonth(id string) bool {
	m := g.TurnNamed(id)
	if m < g.Playing.First || m > g.Playing.Last {
		return false
	}
	g.TurnNo = m - g.Playing.First
	return true
}

// misplaced says which counters of a force cannot be where they should be.
type misplaced struct {
	span orders.Span
	code string // of the catalogues' "diagnostic.CODE"
	args []any
}

// put puts the counters of a force into a zone, or says which of them cannot be there.
func (o *oddsTable) put(s adjudicator.Side, z board.Zone, f order.Force) *misplaced {
	g := o.g
	for _, it := range f.Items {
		for range it.Count {
			u := o.spare(s, it.Label)
			if u == field.NoUnit {
				return &misplaced{it.Span, "odds-no-counter", []any{"Side", o.g.SideTerm(s), "Counter", g.Labels[it.Label]}}
			}
			if g.Pieces[u].Class == field.Naval && g.Lands.Has(z) {
				return &misplaced{it.Span, "odds-ships-ashore", []any{"Zone", g.ZoneTerm(z)}}
			}
			g.Place(u, z)
			if it.Weak {
				g.TurnOver(u, true)
			}
		}
	}
	for _, n := range f.Leaders {
		if g.Chiefs[n.Leader].Side != s {
			return &misplaced{n.Span, "odds-wrong-leader", []any{"Leader", g.LeaderTerm(n.Leader), "Side", o.g.SideTerm(s)}}
		}
		g.PlaceLeader(n.Leader, z)
	}
	return nil
}

// spare returns a counter of a side that is not on the map yet, or noUnit.
func (o *oddsTable) spare(s adjudicator.Side, label uint8) field.UnitNo {
	for rest := o.g.Of[s]; !rest.Empty(); {
		if u := rest.Pop(); o.g.Pieces[u].Label == label && o.g.Where[u] == board.NoZone {
			return u
		}
	}
	return field.NoUnit
}

// came says from where a side's units entered a zone in this action phase, and
// whether by an amphibious movement: this shifts the column of combats on land.
func (o *oddsTable) came(s adjudicator.Side, to, from board.Zone, amphibious bool) {
	for units := o.g.UnitsAt(s, to); !units.Empty(); {
		o.g.Phase.Entry[units.Pop()] = field.Entry{From: from, Amphibious: amphibious}
	}
}

// names lists the counters of a side in a zone.
func (o *oddsTable) names(s adjudicator.Side, z board.Zone) []string {
	var names []string
	for _, term := range o.g.war().Present(s, z) {
		names = append(names, term.ID)
	}
	return names
}

// lost compares a side's units with what they were before.
func (g *game) lost(before *game, s adjudicator.Side) oddsLoss {
	var l oddsLoss
	for units := g.Of[s]; !units.Empty(); {
		u := units.Pop()
		switch {
		case before.Where[u] == board.NoZone:
		case g.Where[u] == board.NoZone:
			l.PF += float64(before.Strength(u))
			l.Eliminated++
		case g.Weak.Has(u) && !before.Weak.Has(u):
			l.PF += float64(before.Strength(u) - g.Strength(u))
			l.Weakened++
		}
	}
	return l
}

// give makes a side give up what a form's default chooses, and then what its ships
// cannot carry any more (3.3).
func (g *game) give(f *battle.UnitsForm, s adjudicator.Side) {
	if f == nil {
		return
	}
	units := f.Default().(battle.UnitsAnswer).Units
	zones := g.ZonesOf(units)
	for !units.Empty() {
		g.Weaken(units.Pop())
	}
	for z := range zones.Intersect(g.Seas).All() {
		for g.NavalPF(s, z) < 5*g.LandPF(s, z) {
			troops := g.LandAt(s, z)
			a := (&march.SacrificeForm{G: g.war().Marches, Side: s, Zone: z, From: troops, Rule: "3.3"}).Default().(march.Sacrifice)
			if g.NavalPF(s, z) < 5 {
				g.Eliminate(troops.Nth(0))
			} else {
				g.Weaken(a.Unit)
			}
		}
	}
}

// anchorage returns the sea zone from which ships enter a port, the first if there
// are several, or NoZone for any other zone.
func (o *oddsTable) anchorage(port board.Zone) board.Zone {
	near := o.g.Board.Near(port, board.BySea).Intersect(o.g.Seas)
	if !o.g.Ports.Has(port) || near.Empty() {
		return board.NoZone
	}
	return near.First()
}
