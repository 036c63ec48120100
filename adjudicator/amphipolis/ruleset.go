package amphipolis

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/amphipolis/data"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/order"
	"keryx/adjudicator/board"
	"keryx/adjudicator/draw"
	"keryx/orders"
)

var sideIDs = data.SideIDs

// ruleset is Amphipolis with one set of data files.
type ruleset struct {
	*field.Printed
	*landmarks
	verbs   map[string]*order.Verb
	words   *adjudicator.Vocabulary
	lexicon *orders.Lexicon
	edition edition
	version string // of the edition, and what names the data files if they are not the embedded ones
	texts   fs.FS
}

// with returns the edition with the given data.
func (e edition) with(d *data.Game) (adjudicator.Ruleset, error) {
	p, err := field.Prepare(&d.Facts, "")
	if err != nil {
		return nil, err
	}
	if len(d.Garrisons) != garrisons {
		return nil, fmt.Errorf("the data have %d garrisons, there is room for %d", len(d.Garrisons), garrisons)
	}
	p.Roles, p.Sections = textRoles, sections
	p.Havens = board.Set{} // both sides can use Thrace, but not at once (1.1)
	rs := &ruleset{Printed: p, landmarks: findLandmarks(p, d), verbs: map[string]*order.Verb{}, lexicon: d.Lexicon, edition: e, version: e.version, texts: embeddedTexts}
	words, err := adjudicator.ReadVocabulary(rs.Texts()...)
	if err != nil {
		return nil, err
	}
	rs.words = words
	all := verbs()
	ids := make([]string, len(all))
	for i := range all {
		v := &all[i]
		if rs.verbs[v.Id] != nil {
			return nil, fmt.Errorf("two orders are called %s", v.Id)
		}
		rs.verbs[v.Id] = v
		ids[i] = v.Id
	}
	words.Teach(rs.lexicon, ids...)
	for _, label := range p.Labels {
		rs.lexicon.Add(order.UnitKind, label)
		rs.lexicon.Add(order.UnitKind, label+"w")
	}
	return rs, nil
}

// elsewhere are the orders of the family that this game does without,
// or has otherwise.
var elsewhere = []string{"choose", "evade", "siege", "advance", "discard", "repatriate"}

// verbs lists every order of the game.
func verbs() []order.Verb {
	family := slices.DeleteFunc(slices.Concat(order.MoveVerbs, order.PlayVerbs, order.CombatVerbs),
		func(v order.Verb) bool { return slices.Contains(elsewhere, v.Id) })
	return slices.Concat(family, operationVerbs, siegeVerbs, worksVerbs)
}

// ReadOrder implements [adjudicator.Ruleset].
func (rs *ruleset) ReadOrder(id string, s *orders.Statement) (adjudicator.Order, []*orders.Diagnostic) {
	return order.ReadOrder(id, s, rs.verbs, rs.Printed, rs.lexicon)
}

// Info implements [adjudicator.Ruleset].
func (rs *ruleset) Info() adjudicator.Info {
	info := adjudicator.Info{Name: "amphipolis", Prefix: "amp", Version: rs.version, Sides: sideIDs[:],
		Phases: []string{"A", "B.1", "B.2", "B.3", "C", "D.1", "D.2", "D.3", "D.4", "D.5", "D.6", "D.7"}, Options: settled().Options("amphipolis")}
	for i := range rs.Scenarios {
		info.Scenarios = append(info.Scenarios, rs.Scenarios[i].ID)
	}
	return info
}

// Chart implements [adjudicator.Charted].
func (rs *ruleset) Chart() (*board.Map, *board.Geometry) { return rs.Map, rs.Geometry }

// Facts implements [adjudicator.Checked].
func (rs *ruleset) Facts() adjudicator.Facts {
	facts := adjudicator.Facts{Wrong: data.Check(rs.own)}
	for _, topic := range data.Reconstructed(rs.own) {
		facts.Origins = append(facts.Origins, topic.String())
	}
	return facts
}

var _ adjudicator.Checked = (*ruleset)(nil)

// Lexicon implements [adjudicator.Ruleset].
func (rs *ruleset) Lexicon() *orders.Lexicon { return rs.lexicon }

// New implements [adjudicator.Ruleset]: it sets up a scenario (10).
func (rs *ruleset) New(s adjudicator.Setup) (adjudicator.Game, error) {
	g, err := rs.empty(s)
	if err != nil {
		return nil, err
	}
	g.Pool = draw.New(len(g.Counters))
	for _, d := range g.Playing.Setup {
		g.war().Put(d, g.Playing.First)
	}
	return g, nil
}

// empty returns a game of a scenario with nothing on the map but the garrisons.
func (rs *ruleset) empty(s adjudicator.Setup) (*game, error) {
	if s.Scenario == "" {
		s.Scenario = rs.Scenarios[0].ID
	}
	setting := rs.own.Scenario(s.Scenario)
	if setting == nil {
		return nil, fmt.Errorf("there is no scenario %q; there are %v", s.Scenario, rs.Info().Scenarios)
	}
	o, err := readOptions(s.Options)
	if err != nil {
		return nil, err
	}
	g := &game{Field: field.Field{Printed: rs.Printed, Playing: &setting.Scenario, Berth: field.NoOrigins, Search: new(board.Search)},
		landmarks: rs.landmarks, setup: s, options: o, setting: setting, sapped: -1, shunned: true}
	g.playUnder(&rs.edition)
	g.Advantage, g.Gifts = g.Playing.Advantage, g.gifts()
	copy(g.faces[:], setting.Garrisons)
	for u := range g.Where {
		g.Where[u] = board.NoZone
	}
	for l := range g.LeaderWhere {
		g.LeaderWhere[l] = board.NoZone
	}
	g.beginPhase(adjudicator.Observer)
	return g, nil
}

// Load implements [adjudicator.Ruleset].
func (rs *ruleset) Load(s adjudicator.Setup, state []byte) (adjudicator.Game, error) {
	g, err := rs.empty(s)
	if err != nil {
		return nil, err
	}
	var turn stored
	if err := json.Unmarshal(state, &turn); err != nil {
		return nil, fmt.Errorf("a saved game of Amphipolis: %w", err)
	}
	if err := g.restore(&turn); err != nil {
		return nil, fmt.Errorf("a saved game of Amphipolis: %w", err)
	}
	return g, nil
}

// Name implements [adjudicator.Game].
func (g *game) Name() adjudicator.Phrase {
	i := g.Reached()
	return adjudicator.Say("amphipolis.turn", "Number", i, "Season", adjudicator.Term{Kind: g.TurnKind, ID: g.Turns[i].ID}, "Year", g.Turns[i].Year)
}

// Result implements [adjudicator.Game].
func (g *game) Result() *adjudicator.Result { return g.Outcome }
