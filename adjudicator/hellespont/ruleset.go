package hellespont

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey/bot"
	"keryx/adjudicator/bey/edition"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/draw"
	"keryx/adjudicator/hellespont/data"
)

var sideIDs = data.SideIDs

// ruleset is Hellespont with one set of data files.
type ruleset struct {
	edition.Rules
	bot.Seats
	*landmarks
}

// with returns the ruleset that is made of these parts. It returns an error if the data have
// more counters than there is room for.
func with(of edition.Parts[*data.Game]) (adjudicator.Ruleset, error) {
	p, err := field.Prepare(&of.Data.Facts, data.Persia)
	if err != nil {
		return nil, err
	}
	p.Roles, p.Sections = textRoles, sections
	p.Revived = p.Of[athens].Or(p.Of[sparta]).Minus(p.Ships) // 8
	rs := &ruleset{Seats: inPlay, landmarks: findLandmarks(p, of.Data)}
	rs.Rules, err = of.Rules(p, verbs())
	if err != nil {
		return nil, err
	}
	rs.Begin, rs.Tracks = rs.begin, rs.tracks()
	return rs, nil
}

// begin is [edition.Rules.Begin]: a game with nothing on the map.
func (rs *ruleset) begin(s adjudicator.Setup, of *field.Scenario, under *edition.Edition) (edition.Opened, error) {
	g := &game{Field: field.Begin(rs.Printed, of), landmarks: rs.landmarks, setup: s, setting: rs.own.Scenario(of.ID)}
	if err := settled().Choose(s.Options, &g.options); err != nil {
		return nil, err
	}
	g.playUnder(under)
	g.Pool = draw.New(len(g.Counters))
	g.Advantage, g.supply = of.Advantage, [2]int{g.setting.Supply, g.setting.Supply}
	for _, r := range g.setting.Removals {
		g.Recalls = append(g.Recalls, field.Recall{Leader: field.LeaderNo(r.Leader), Turn: r.Month})
	}
	return g, nil
}

// empty returns a game of a scenario with nothing on the map.
func (rs *ruleset) empty(s adjudicator.Setup) (*game, error) {
	return edition.EmptyOf[*game](&rs.Rules, s)
}

// Name implements [adjudicator.Game].
func (g *game) Name() adjudicator.Phrase {
	return g.monthName(min(g.Playing.First+g.TurnNo, g.Playing.Last))
}

// monthName is the name of a turn, counted from the first of all that the data have.
func (g *game) monthName(n int) adjudicator.Phrase {
	m := g.Turns[n]
	return adjudicator.Say("hellespont.turn", "Month", adjudicator.Term{Kind: g.TurnKind, ID: m.ID}, "Year", m.Year)
}
