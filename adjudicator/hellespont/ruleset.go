package hellespont

import (
	"encoding/json"
	"fmt"
	"io/fs"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/edition"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/order"
	"keryx/adjudicator/draw"
	"keryx/adjudicator/hellespont/data"
)

var sideIDs = data.SideIDs

// ruleset is Hellespont with one set of data files.
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
	p, err := field.Prepare(&d.Facts, data.Persia)
	if err != nil {
		return nil, err
	}
	p.Roles, p.Sections = textRoles, sections
	rs := &ruleset{landmarks: findLandmarks(p, d), edition: of.Edition, version: of.Version, texts: of.Texts}
	if rs.Book, err = order.NewBook(p, verbs(), rs.Texts()); err != nil {
		return nil, err
	}
	return rs, nil
}

// Info implements [adjudicator.Ruleset].
func (rs *ruleset) Info() adjudicator.Info {
	return adjudicator.Info{Name: "hellespont", Prefix: "hel", Version: rs.version, Sides: sideIDs[:],
		Phases: []string{"A", "B.1", "B.2", "B.3", "C", "D.1", "D.2", "D.3", "D.4", "D.5"}, Scenarios: rs.ScenarioIDs(), Options: settled().Options("hellespont")}
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
	g.Advantage = g.Playing.Advantage
	g.supply = [2]int{g.setting.Supply, g.setting.Supply}
	g.Pool = draw.New(len(g.Counters))
	for _, d := range g.Playing.Setup {
		g.war().Put(d, g.Playing.First)
	}
	return g, nil
}

// empty returns a game of a scenario with nothing on the map.
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
	g := &game{Field: field.Begin(rs.Printed, &setting.Scenario), landmarks: rs.landmarks, setup: s, options: o, setting: setting}
	g.playUnder(rs.edition)
	for _, r := range setting.Removals {
		g.Recalls = append(g.Recalls, field.Recall{Leader: field.LeaderNo(r.Leader), Turn: r.Month})
	}
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
		return nil, fmt.Errorf("a saved game of Hellespont: %w", err)
	}
	if err := g.restore(&turn); err != nil {
		return nil, fmt.Errorf("a saved game of Hellespont: %w", err)
	}
	return g, nil
}

// Name implements [adjudicator.Game].
func (g *game) Name() adjudicator.Phrase {
	m := g.Turns[min(g.Playing.First+g.TurnNo, g.Playing.Last)]
	return adjudicator.Say("hellespont.turn", "Month", adjudicator.Term{Kind: g.TurnKind, ID: m.ID}, "Year", m.Year)
}

// Result implements [adjudicator.Game].
func (g *game) Result() *adjudicator.Result { return g.Outcome }
