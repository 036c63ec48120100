package amphipolis

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/amphipolis/data"
	"keryx/adjudicator/bey/edition"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/order"
	"keryx/adjudicator/board"
	"keryx/adjudicator/draw"
)

var sideIDs = data.SideIDs

// ruleset is Amphipolis with one set of data files.
type ruleset struct {
	*order.Book
	*landmarks
	edition *edition.Edition
	version string // of the edition, and what names the data files if they are not the embedded ones
	texts   fs.FS
}

// with returns the ruleset that is made of these parts. It returns an error if the data have
// more counters than there is room for.
func with(of edition.Parts[*data.Game]) (adjudicator.Ruleset, error) {
	d := of.Data
	p, err := field.Prepare(&d.Facts, "")
	if err != nil {
		return nil, err
	}
	if len(d.Garrisons) != garrisons {
		return nil, fmt.Errorf("the data have %d garrisons, there is room for %d", len(d.Garrisons), garrisons)
	}
	p.Roles, p.Sections = textRoles, sections
	p.Havens = board.Set{} // both sides can use Thrace, but not at once (1.1)
	rs := &ruleset{landmarks: findLandmarks(p, d), edition: of.Edition, version: of.Version, texts: of.Texts}
	if rs.Book, err = order.NewBook(p, verbs(), rs.Texts()); err != nil {
		return nil, err
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

// Info implements [adjudicator.Ruleset].
func (rs *ruleset) Info() adjudicator.Info {
	return adjudicator.Info{Name: "amphipolis", Prefix: "amp", Version: rs.version, Sides: sideIDs[:],
		Phases: []string{"A", "B.1", "B.2", "B.3", "C", "D.1", "D.2", "D.3", "D.4", "D.5", "D.6", "D.7"}, Scenarios: rs.ScenarioIDs(), Options: settled().Options("amphipolis")}
}

// Facts implements [adjudicator.Checked].
func (rs *ruleset) Facts() adjudicator.Facts {
	return adjudicator.Facts{Wrong: data.Check(rs.own), Origins: field.Lines(data.Reconstructed(rs.own))}
}

var _ adjudicator.Checked = (*ruleset)(nil)

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
	g := &game{Field: field.Begin(rs.Printed, &setting.Scenario),
		landmarks: rs.landmarks, setup: s, options: o, setting: setting, sapped: -1, shunned: true}
	g.playUnder(rs.edition)
	g.Advantage, g.Gifts = g.Playing.Advantage, g.gifts()
	copy(g.faces[:], setting.Garrisons)
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
