package hellespont

import (
	"cmp"
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
	Rules      string            `json:"rules,omitempty"` // version of the edition; "2" if there is none
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
	Late       []int             `json:"late,omitempty"`     // months by which arrivals are delayed
	Optional   uint32            `json:"optional,omitempty"` // optional reinforcements that have come, as bits
	Called     uint32            `json:"called,omitempty"`   // and those called for
	Ports      []string          `json:"ports,omitempty"`
	Home       *savedHome        `json:"home,omitempty"`
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
var entered = map[string]bool{atStart: true, atFortune: true, atReinforcing: true, atDepart: true, atSpend: true, atReact: true,
	atAct: true, atSiege: true, atKeep: true, atRedeploy: true, atRecovery: true, atRecoverRuse: true, atSupplyRuse: true,
	atDecayRuse: true, atRetest: true, atClosing: true}

// unnamed is the version of the rules whose moments do not name it.
const unnamed = "2"

// savedHome is what has gone home in D.2, in PF.
type savedHome struct {
	Budget  int `json:"budget"`
	Fleet   int `json:"fleet"`
	Carried int `json:"carried"`
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
	j := g.juncture
	if !entered[j.at] || j.side != side && !j.both {
		return nil
	}
	m := &savedMoment{At: j.at, Initiative: sideIDs[g.initiative], Options: g.setup.Options, Announced: max(0, g.phase.spend),
		Last: j.last, Ports: g.zoneIDs(j.open), Barred: g.zoneIDs(g.phase.barred), Moved: g.savedMoves(),
		Out: g.chitIDs(g.allChits() &^ g.chits.All()), Cup: g.chitIDs(g.chits.Known[side])}
	if (j.at == atAct || j.at == atDepart) && j.zone != board.NoZone {
		m.Activated = g.board.Name(j.zone)
	}
	g.addMoment(m, j)
	if j.at == atRedeploy {
		m.Home = &savedHome{g.home.budget, g.home.fleet, g.home.carried}
	}
	if g.edition.version != unnamed {
		m.Rules = g.edition.version
	}
	m.Carried = g.savedCarriage()
	for s, id := range sideIDs {
		if g.phase.played[s] {
			m.Played = append(m.Played, id)
		}
	}
	for rest := g.phase.arrived; !rest.empty(); {
		m.Arrived = append(m.Arrived, g.Units[rest.pop()].ID)
	}
	for rest := g.phase.arrivedLeaders; rest != 0; {
		m.Arrived = append(m.Arrived, g.Leaders[rest.pop()].ID)
	}
	for n := field.StratagemNo(1); n <= g.MaxStratagem; n++ {
		if g.retired.has(n) {
			m.Retired = append(m.Retired, g.Stratagem(n).ID)
		}
	}
	return m
}

// allChits is the set of the counters that there are.
func (g *game) allChits() chitSet { return draw.All(len(g.Counters)) }

// zoneIDs names the zones of a set; nil if there are none.
func (g *game) zoneIDs(zones board.Set) (ids []string) {
	for z := range zones.All() {
		ids = append(ids, g.board.Name(z))
	}
	return ids
}

// addMoment adds what junctures other than those of movement are made of.
func (g *game) addMoment(m *savedMoment, j juncture) {
	switch j.at {
	case atStart, atFortune, atReinforcing, atClosing:
		m.Again, m.Fortune, m.Optional, m.Called = j.again, g.phase.fortune, g.optional, g.phase.called
		if m.First = sideIDs[j.first]; g.late != [maxArrivals]uint8{} {
			for _, months := range g.late[:len(g.scenario.Arrivals)] {
				m.Late = append(m.Late, int(months))
			}
		}
	case atReact:
		m.After = j.when == afterMoves
	case atRecovery:
		m.Recover, m.By = j.heal.n, j.heal.rule
	case atRetest:
		m.Tested = &savedTests{sideIDs[j.tests.side], map[string]int{}}
		for z := range j.tests.zones.All() {
			m.Tested.Total[g.board.Name(z)] = j.tests.total[z]
		}
	}
}

// savedCarriage lists what has been carried amphibiously.
func (g *game) savedCarriage() (all []savedCarried) {
	for s, ferried := range g.phase.ferried {
		whose := sideIDs[s]
		if g.habits.oneHold {
			whose = ""
		}
		for z, pf := range ferried {
			if pf != 0 {
				all = append(all, savedCarried{whose, g.board.Name(board.Zone(z)), int(pf)})
			}
		}
		if g.habits.oneHold {
			break // it is the same of either side
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
		return g.board.Name(z)
	}
	for i := range g.units {
		u, e := unit(i), g.phase.entry[i]
		m := savedMove{g.Units[i].ID, name(g.phase.origin.units[i]), name(e.from), e.amphibious, g.phase.moved.has(u), name(g.berth.units[i])}
		if m != (savedMove{Who: m.Who}) {
			all = append(all, m)
		}
	}
	for i := range g.leaders {
		m := savedMove{Who: g.Leaders[i].ID, Start: name(g.phase.origin.leaders[i]), Done: g.phase.movedLeaders.has(leader(i)), Berth: name(g.berth.leaders[i])}
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
		if e := editionOf(cmp.Or(s.Moment.Rules, unnamed)); e != nil {
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
	if err := (&oddsTable{g}).load(s); err != nil {
		return err
	}
	m := s.Moment
	var sets [3]chitSet
	for i, ids := range [][]string{s.Hand, m.Out, m.Cup} {
		var err error
		if sets[i], err = g.chitsNamed(ids); err != nil {
			return err
		}
	}
	if err := g.chits.Recall(side, g.allChits(), sets[0], sets[1], sets[2], s.Counters[sideIDs[side.Other()]]); err != nil {
		return err
	}
	for _, id := range m.Retired {
		for i := range g.Stratagems {
			if g.Stratagems[i].ID == id {
				g.retired.add(g.Stratagems[i].Number)
			}
		}
	}
	return g.recallMoment(side, m)
}

// chitsNamed is the set of some counters.
func (g *game) chitsNamed(ids []string) (set chitSet, err error) {
	for _, id := range ids {
		i := slices.IndexFunc(g.Counters, func(c field.Counter) bool { return c.ID == id })
		if i < 0 {
			return set, fmt.Errorf("no stratagem counter %q", id)
		}
		set.Add(chit(i))
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
		z, ok := g.board.Zone(id)
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
	if g.initiative = sideCalled(m.Initiative); g.initiative < 0 {
		return fmt.Errorf("no side %q", m.Initiative)
	}
	g.beginPhase(side)
	g.phase.acting, g.phase.spend = m.At == atAct || m.At == atReact, m.Announced
	g.phase.barred = zones(m.Barred)
	for _, c := range m.Carried {
		z := zone(c.Zone)
		for s, id := range sideIDs {
			if bad == nil && (c.Side == "" || c.Side == id) {
				g.phase.ferried[s][z] = int16(c.PF)
			}
		}
	}
	for _, id := range m.Played {
		if s := slices.Index(sideIDs[:], id); s >= 0 {
			g.phase.played[s] = true
		}
	}
	for _, id := range m.Arrived {
		if l := g.Leader(id); l >= 0 {
			g.phase.arrivedLeaders.add(leader(l))
		} else if u := g.unitNamed(id); u != noUnit {
			g.phase.arrived.add(u)
		} else {
			return fmt.Errorf("nobody is called %q", id)
		}
	}
	for _, v := range m.Moved {
		start, berth, entered := zone(v.Start), zone(v.Berth), zone(v.Entered)
		if l := g.Leader(v.Who); l >= 0 {
			g.phase.origin.leaders[l], g.berth.leaders[l] = start, berth
			if v.Done {
				g.phase.movedLeaders.add(leader(l))
			}
		} else if u := g.unitNamed(v.Who); u != noUnit {
			g.phase.origin.units[u], g.berth.units[u] = start, berth
			g.phase.entry[u] = entry{entered, v.Amphibious}
			if v.Done {
				g.phase.moved.add(u)
			}
		} else {
			return fmt.Errorf("nobody is called %q", v.Who)
		}
	}
	j := juncture{at: m.At, side: side, last: m.Last, open: zones(m.Ports), again: m.Again, when: beforeMoves,
		heal: healing{m.By, m.Recover}}
	if m.After {
		j.when = afterMoves
	}
	j.first = sideCalled(m.First)
	g.phase.fortune, g.optional, g.phase.called = m.Fortune, m.Optional, m.Called
	for i, months := range m.Late[:min(len(m.Late), maxArrivals)] {
		g.late[i] = uint8(months)
	}
	if m.Tested != nil {
		j.tests = attritionTests{side: sideCalled(m.Tested.Side)}
		for id, total := range m.Tested.Total {
			if z := zone(id); bad == nil {
				j.tests.zones.Add(z)
				j.tests.total[z] = total
			}
		}
	}
	switch m.At {
	case atDepart, atAct:
		j.zone = zone(m.Activated)
	case atRedeploy:
		if m.Home == nil {
			return fmt.Errorf("what has gone home is missing")
		}
		g.home = homeward{m.Home.Budget, m.Home.Fleet, m.Home.Carried}
	case atFortune, atReinforcing, atClosing:
		if j.first < 0 {
			return fmt.Errorf("no side %q", m.First)
		}
	case atRetest:
		if m.Tested == nil || j.tests.side < 0 {
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

// unitNamed is the unit of an identifier, or noUnit.
func (g *game) unitNamed(id string) unit {
	for i := range g.Units {
		if g.Units[i].ID == id {
			return unit(i)
		}
	}
	return noUnit
}

var _ adjudicator.Imaginer = (*ruleset)(nil)
