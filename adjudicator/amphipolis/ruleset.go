package amphipolis

import (
	"fmt"
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/amphipolis/data"
	"keryx/adjudicator/bey/bot"
	"keryx/adjudicator/bey/edition"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/order"
	"keryx/adjudicator/board"
	"keryx/adjudicator/draw"
)

var sideIDs = data.SideIDs

// ruleset is Amphipolis with one set of data files.
type ruleset struct {
	edition.Rules
	bot.Seats
	*landmarks
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
	rs := &ruleset{Seats: inPlay, landmarks: findLandmarks(p, d)}
	rs.Rules, err = of.Rules(p, verbs(d))
	if err != nil {
		return nil, err
	}
	rs.Begin, rs.Tracks = rs.begin, rs.tracks()
	return rs, nil
}

// verbs lists every order of the game.
func verbs(d *data.Game) []order.Verb {
	return slices.Concat(order.MoveVerbs, order.PlayVerbs, order.CombatVerbs, operationVerbs, siegeVerbs(d), worksVerbs,
		[]order.Verb{{Id: "enter", Read: order.ReadEnter}})
}

// begin is [edition.Rules.Begin]: a game with nothing on the map but the garrisons.
func (rs *ruleset) begin(s adjudicator.Setup, of *field.Scenario, under *edition.Edition) (edition.Opened, error) {
	g := &game{Field: field.Begin(rs.Printed, of), landmarks: rs.landmarks, setup: s, setting: rs.own.Scenario(of.ID), shunned: true}
	if err := settled().Choose(s.Options, &g.options); err != nil {
		return nil, err
	}
	g.playUnder(under)
	g.Pool = draw.New(len(g.Counters))
	g.Advantage, g.Gifts = of.Advantage, g.gifts()
	copy(g.faces[:], g.setting.Garrisons)
	return g, nil
}

// empty returns a game of a scenario with nothing on the map but the garrisons.
func (rs *ruleset) empty(s adjudicator.Setup) (*game, error) {
	return edition.EmptyOf[*game](&rs.Rules, s)
}

// Name implements [adjudicator.Game].
func (g *game) Name() adjudicator.Phrase {
	return g.turnName(g.reached())
}

// turnName is the name of a turn, counted from the first of all that the data have.
func (g *game) turnName(i int) adjudicator.Phrase {
	return adjudicator.Say("amphipolis.turn", "Number", i, "Season", adjudicator.Term{Kind: g.TurnKind, ID: g.Turns[i].ID}, "Year", g.Turns[i].Year)
}

// reached is the turn in play, from the first of all turns that the data have; when the game
// is over, the one that it ended in, though the marker has moved on.
func (g *game) reached() int {
	n := g.TurnNo
	if g.Outcome != nil {
		n = max(0, n-1)
	}
	return min(g.Playing.First+n, g.Playing.Last)
}

// gifts are the initiatives that the scenario gives away: 10.4's in turn 1 as printed, or
// in the first one (10.1, 10.4).
func (g *game) gifts() []field.Gift {
	switch {
	case g.setting.InitiativeTurn < 0:
		return nil
	case g.options.InitiativeFirst:
		return []field.Gift{{Turn: g.setting.First, Side: g.setting.Initiative}}
	}
	return []field.Gift{{Turn: g.setting.InitiativeTurn, Side: g.setting.Initiative}}
}
