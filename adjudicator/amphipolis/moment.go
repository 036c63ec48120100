package amphipolis

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
	"keryx/adjudicator/draw"
)

// savedMoment is what a side that is asked something at a juncture knows of the turn in
// play, besides the position: all of it is public, but for the counters that the side
// has seen going into the cup.
type savedMoment struct {
	At         string            `json:"at"`
	Rules      string            `json:"rules"` // version of the edition
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
	Tested     *savedTests       `json:"tested,omitempty"`
	Late       []int             `json:"late,omitempty"`     // turns by which arrivals are delayed
	Absent     uint32            `json:"absent,omitempty"`   // arrivals that wait for a base, as bits
	Awaited    uint32            `json:"awaited,omitempty"`  // and optional reinforcements
	Summons    []savedSummons    `json:"summons,omitempty"`  // units called for and not placed yet
	Optional   uint32            `json:"optional,omitempty"` // optional reinforcements that have come, as bits
	Called     uint32            `json:"called,omitempty"`   // and those called for
	Open       []string          `json:"open,omitempty"`     // garrisons that may still be besieged, by their zones
	Operations [boards]int       `json:"operations"`         // left in this step, by maps
	Extra      int               `json:"extra,omitempty"`
	Operated   bool              `json:"operated,omitempty"`
	Moving     bool              `json:"moving,omitempty"`
	PaidFor    string            `json:"paid_for,omitempty"` // the active zone
	Cost       int               `json:"cost,omitempty"`     // and what its activation has cost
	Moved      []savedMove       `json:"moved,omitempty"`
	Carried    []savedCarried    `json:"carried,omitempty"`
	Barred     []string          `json:"barred,omitempty"`
	Played     []string          `json:"played,omitempty"`
	Arrived    []string          `json:"arrived,omitempty"`
	Retired    []string          `json:"retired,omitempty"`
	Out        []string          `json:"out,omitempty"`
	Cup        []string          `json:"cup,omitempty"`
}

// entered are the junctures.
var entered = map[string]bool{field.AtFortune: true, field.AtReinforcing: true, field.AtDepart: true, field.AtSpend: true, field.AtReact: true,
	field.AtAct: true, atWorks: true, field.AtKeep: true, atRedeploy: true, field.AtRecovery: true, field.AtRecoverRuse: true,
	atHome: true, atDesert: true, atSiege: true, field.AtRetest: true}

// savedSummons are units that a side has called for, and where.
type savedSummons struct {
	Units []string `json:"units"`
	Zone  string   `json:"zone"`
}

// savedTests are the totals of the attrition tests of a side, by zone.
type savedTests struct {
	Side  string         `json:"side"`
	Total map[string]int `json:"total"`
}

// savedMove is what is remembered of a unit or leader that has moved this month.
type savedMove struct {
	Who        string `json:"who"`
	Start      string `json:"start,omitempty"` // where it began, in this phase
	Entered    string `json:"entered,omitempty"`
	Amphibious bool   `json:"amphibious,omitempty"`
	Done       bool   `json:"done,omitempty"`  // and may not move again in this phase
	Berth      string `json:"berth,omitempty"` // the base that it left in B.2
}

// savedCarried is what a side's ships have carried through a sea zone amphibiously, in PF.
type savedCarried struct {
	Side string `json:"side,omitempty"` // of both if there is none
	Zone string `json:"zone"`
	PF   int    `json:"pf"`
}

// moment is what a side is told of the turn in play: nothing unless it is asked
// something itself, or it would learn how far its enemy has got.
func (g *game) moment(side adjudicator.Side) *savedMoment {
	j := g.Juncture
	if !entered[j.At] || j.Side != side && !j.Both {
		return nil
	}
	m := &savedMoment{At: j.At, Initiative: sideIDs[g.Initiative], Options: g.setup.Options, Announced: max(0, g.Phase.Spend),
		Last: j.Last, Open: g.zoneIDs(j.Open), Barred: g.zoneIDs(g.Phase.Barred), Moved: g.savedMoves(),
		Out: g.ChitIDs(g.allChits() &^ g.Pool.All()), Cup: g.ChitIDs(g.Pool.Known[side])}
	if (j.At == field.AtAct || j.At == field.AtDepart) && j.Zone != board.NoZone {
		m.Activated = g.Board.Name(j.Zone)
	}
	g.addMoment(m, j)
	m.Rules = g.edition.version
	m.Operations, m.Operated, m.Moving, m.Cost = g.steps.operations, g.steps.operated, g.steps.moving, g.steps.cost
	m.Extra = g.steps.extra
	if g.steps.paidFor != board.NoZone {
		m.PaidFor = g.Board.Name(g.steps.paidFor)
	}
	m.Carried = g.savedCarriage()
	for s, id := range sideIDs {
		if g.Phase.Played[s] {
			m.Played = append(m.Played, id)
		}
	}
	for rest := g.Phase.Arrived; !rest.Empty(); {
		m.Arrived = append(m.Arrived, g.Units[rest.Pop()].ID)
	}
	for rest := g.Phase.ArrivedLeaders; rest != 0; {
		m.Arrived = append(m.Arrived, g.Leaders[rest.Pop()].ID)
	}
	for n := field.StratagemNo(1); n <= g.MaxStratagem; n++ {
		if g.Retired.Has(n) {
			m.Retired = append(m.Retired, g.Stratagem(n).ID)
		}
	}
	return m
}

// allChits is the set of the counters that there are.
func (g *game) allChits() field.ChitSet { return draw.All(len(g.Counters)) }

// zoneIDs names the zones of a set; nil if there are none.
func (g *game) zoneIDs(zones board.Set) (ids []string) {
	for z := range zones.All() {
		ids = append(ids, g.Board.Name(z))
	}
	return ids
}

// addMoment adds what junctures other than those of movement are made of.
func (g *game) addMoment(m *savedMoment, j field.Juncture) {
	switch j.At {
	case field.AtFortune, field.AtReinforcing:
		m.Again, m.Fortune, m.Optional, m.Called = j.Again, g.Phase.Fortune, g.Optional, g.Phase.Called
		if m.First = sideIDs[j.First]; g.Late != [field.MaxArrivals]uint8{} {
			for _, turns := range g.Late[:len(g.Playing.Arrivals)] {
				m.Late = append(m.Late, int(turns))
			}
		}
		m.Absent, m.Awaited, m.Summons = g.absent, g.awaited, g.savedSummons()
	case field.AtReact:
		m.After = j.When == field.AfterMoves
	case field.AtRecovery:
		m.Recover, m.By = j.Heal.N, j.Heal.Rule
	case field.AtRetest:
		m.Tested = &savedTests{sideIDs[j.Tests.Side], map[string]int{}}
		for z := range j.Tests.Zones.All() {
			m.Tested.Total[g.Board.Name(z)] = j.Tests.Total[z]
		}
	}
}

// savedSummons lists what has been called for.
func (g *game) savedSummons() (all []savedSummons) {
	for _, called := range g.summons {
		if called.units.Empty() {
			continue
		}
		s := savedSummons{Zone: g.Board.Name(called.zone)}
		for rest := called.units; !rest.Empty(); {
			s.Units = append(s.Units, g.Units[rest.Pop()].ID)
		}
		all = append(all, s)
	}
	return all
}

// savedCarriage lists what has been carried amphibiously.
func (g *game) savedCarriage() (all []savedCarried) {
	for s, ferried := range g.Phase.Ferried {
		whose := sideIDs[s]
		for z, pf := range ferried {
			if pf != 0 {
				all = append(all, savedCarried{whose, g.Board.Name(board.Zone(z)), int(pf)})
			}
		}
	}
	return all
}

// savedMoves lists what is remembered of units and leaders.
func (g *game) savedMoves() (all []savedMove) {
	name := func(z board.Zone) string {
		if z == board.NoZone {
			return ""
		}
		return g.Board.Name(z)
	}
	for i := range g.Pieces {
		u, e := field.UnitNo(i), g.Phase.Entry[i]
		m := savedMove{g.Units[i].ID, name(g.Phase.Origin.Units[i]), name(e.From), e.Amphibious, g.Phase.Moved.Has(u), name(g.Berth.Units[i])}
		if m != (savedMove{Who: m.Who}) {
			all = append(all, m)
		}
	}
	for i := range g.Chiefs {
		m := savedMove{Who: g.Leaders[i].ID, Start: name(g.Phase.Origin.Leaders[i]), Done: g.Phase.MovedLeaders.Has(field.LeaderNo(i)), Berth: name(g.Berth.Leaders[i])}
		if m != (savedMove{Who: m.Who}) {
			all = append(all, m)
		}
	}
	return all
}

// imagined is a game that is entered at a juncture.
type imagined struct{ *game }

// Turn implements [adjudicator.Game].
func (i imagined) Turn(t *adjudicator.Table) (over bool) { return i.goOn(t, i.entry) }

// Imagine implements [adjudicator.Imaginer].
func (rs *ruleset) Imagine(scenario string, side adjudicator.Side, position []byte, r *rand.Rand) (adjudicator.Game, error) {
	var s situation
	if err := json.Unmarshal(position, &s); err != nil {
		return nil, fmt.Errorf("%w: %w", adjudicator.ErrNotImagined, err)
	}
	if s.Moment == nil {
		return nil, adjudicator.ErrNotImagined
	}
	g, err := rs.empty(adjudicator.Setup{Scenario: scenario, Options: s.Moment.Options})
	if err == nil {
		if e := editionOf(s.Moment.Rules); e != nil {
			g.playUnder(e)
		} else {
			err = fmt.Errorf("no version %q of the rules", s.Moment.Rules)
		}
	}
	if err == nil {
		err = g.recall(side, &s)
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", adjudicator.ErrNotImagined, err)
	}
	g.Redeal(side, r)
	return imagined{g}, nil
}

// recall fills an empty game with what a side knows. The enemy's counters are any.
func (g *game) recall(side adjudicator.Side, s *situation) error {
	if err := g.remember(s); err != nil {
		return err
	}
	m := s.Moment
	var sets [3]field.ChitSet
	for i, ids := range [][]string{s.Hand, m.Out, m.Cup} {
		var err error
		if sets[i], err = g.chitsNamed(ids); err != nil {
			return err
		}
	}
	if err := g.Pool.Recall(side, g.allChits(), sets[0], sets[1], sets[2], s.Counters[sideIDs[side.Other()]]); err != nil {
		return err
	}
	for _, id := range m.Retired {
		for i := range g.Stratagems {
			if g.Stratagems[i].ID == id {
				g.Retired.Add(g.Stratagems[i].Number)
			}
		}
	}
	return g.recallMoment(side, m)
}

// chitsNamed is the set of some counters.
func (g *game) chitsNamed(ids []string) (set field.ChitSet, err error) {
	for _, id := range ids {
		i := slices.IndexFunc(g.Counters, func(c field.Counter) bool { return c.ID == id })
		if i < 0 {
			return set, fmt.Errorf("no stratagem counter %q", id)
		}
		set.Add(field.ChitNo(i))
	}
	return set, nil
}

// recallMoment restores what is remembered of the turn in play.
func (g *game) recallMoment(side adjudicator.Side, m *savedMoment) error {
	var bad error
	zone := func(id string) board.Zone {
		if id == "" {
			return board.NoZone
		}
		z, ok := g.Board.Zone(id)
		if !ok && bad == nil {
			bad = fmt.Errorf("no zone %q", id)
		}
		return z
	}
	zones := func(ids []string) (set board.Set) {
		for _, id := range ids {
			if z := zone(id); bad == nil {
				set.Add(z)
			}
		}
		return set
	}
	if g.Initiative = sideCalled(m.Initiative); g.Initiative < 0 {
		return fmt.Errorf("no side %q", m.Initiative)
	}
	g.beginPhase(side)
	g.steps.operations, g.steps.operated, g.steps.moving, g.steps.cost = m.Operations, m.Operated, m.Moving, m.Cost
	g.steps.extra, g.steps.paidFor = m.Extra, zone(m.PaidFor)
	g.absent, g.awaited = m.Absent, m.Awaited
	for _, called := range m.Summons {
		var units field.UnitSet
		for _, id := range called.Units {
			u := g.UnitNamed(id)
			if u == field.NoUnit {
				return fmt.Errorf("no unit %q", id)
			}
			units.Add(u)
		}
		if z := zone(called.Zone); bad == nil {
			g.summon(units, z)
		}
	}
	g.Phase.Acting, g.Phase.Spend = m.At == field.AtAct || m.At == field.AtReact, m.Announced
	g.Phase.Barred = zones(m.Barred)
	for _, c := range m.Carried {
		z := zone(c.Zone)
		for s, id := range sideIDs {
			if bad == nil && (c.Side == "" || c.Side == id) {
				g.Phase.Ferried[s][z] = int16(c.PF)
			}
		}
	}
	for _, id := range m.Played {
		if s := slices.Index(sideIDs[:], id); s >= 0 {
			g.Phase.Played[s] = true
		}
	}
	for _, id := range m.Arrived {
		if l := g.Leader(id); l >= 0 {
			g.Phase.ArrivedLeaders.Add(field.LeaderNo(l))
		} else if u := g.UnitNamed(id); u != field.NoUnit {
			g.Phase.Arrived.Add(u)
		} else {
			return fmt.Errorf("nobody is called %q", id)
		}
	}
	for _, v := range m.Moved {
		start, berth, entered := zone(v.Start), zone(v.Berth), zone(v.Entered)
		if l := g.Leader(v.Who); l >= 0 {
			g.Phase.Origin.Leaders[l], g.Berth.Leaders[l] = start, berth
			if v.Done {
				g.Phase.MovedLeaders.Add(field.LeaderNo(l))
			}
		} else if u := g.UnitNamed(v.Who); u != field.NoUnit {
			g.Phase.Origin.Units[u], g.Berth.Units[u] = start, berth
			g.Phase.Entry[u] = field.Entry{From: entered, Amphibious: v.Amphibious}
			if v.Done {
				g.Phase.Moved.Add(u)
			}
		} else {
			return fmt.Errorf("nobody is called %q", v.Who)
		}
	}
	j := field.Juncture{At: m.At, Side: side, Last: m.Last, Open: zones(m.Open), Again: m.Again, When: field.BeforeMoves,
		Heal: field.Healing{Rule: m.By, N: m.Recover}}
	if m.After {
		j.When = field.AfterMoves
	}
	j.First = sideCalled(m.First)
	g.Phase.Fortune, g.Optional, g.Phase.Called = m.Fortune, m.Optional, m.Called
	for i, months := range m.Late[:min(len(m.Late), field.MaxArrivals)] {
		g.Late[i] = uint8(months)
	}
	if m.Tested != nil {
		j.Tests = field.AttritionTests{Side: sideCalled(m.Tested.Side)}
		for id, total := range m.Tested.Total {
			if z := zone(id); bad == nil {
				j.Tests.Zones.Add(z)
				j.Tests.Total[z] = total
			}
		}
	}
	switch m.At {
	case field.AtDepart, field.AtAct:
		j.Zone = zone(m.Activated)
	case field.AtFortune, field.AtReinforcing:
		if j.First < 0 {
			return fmt.Errorf("no side %q", m.First)
		}
	case field.AtRetest:
		if m.Tested == nil || j.Tests.Side < 0 {
			return fmt.Errorf("the tests are missing")
		}
	default:
		if !entered[m.At] {
			return fmt.Errorf("no juncture %q", m.At)
		}
	}
	g.entry = j
	return bad
}

// sideCalled is the side of an identifier, or -1.
func sideCalled(id string) adjudicator.Side {
	return adjudicator.Side(slices.Index(sideIDs[:], id))
}

var _ adjudicator.Imaginer = (*ruleset)(nil)
