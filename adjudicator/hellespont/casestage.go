package hellespont

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
	"keryx/adjudicator/cases"
	"keryx/adjudicator/draw"
)

// Bare implements [cases.Rules].
func (rs *ruleset) Bare(s adjudicator.Setup) (adjudicator.Game, error) {
	g, err := rs.empty(s)
	if err != nil {
		return nil, err
	}
	g.Advantage, g.supply = g.Playing.Advantage, [2]int{3, 3}
	g.Pool = draw.New(len(g.Counters))
	return g, nil
}

// Stage implements [cases.Rules].
func (rs *ruleset) Stage(g adjudicator.Game) cases.Stage { return caseStage{g.(*game)} }

// Versions implements [cases.Versioned].
func (rs *ruleset) Versions() (all []cases.Rules) {
	for _, e := range editions {
		own := *rs
		if own.edition = e; e.version != rs.edition.version {
			own.version = e.version
		}
		all = append(all, &own)
	}
	return all
}

// caseStage is a game as cases write it. The position:
//
//	month september               else the first of the scenario
//	place athens Sestos: T10 2xT4w Alcibiade
//	ill Chereas                   or wounded
//	hand athens S18A/S10A         stratagem counters; all others are in the cup
//	points athens 3               action points; likewise supply and shortage (yes, no)
//	advantage athens              likewise initiative
//
// The parts of the turn are "turn", "start" (the choice before the first turn), "A", "B.1",
// "B.2", "B.3 athens" (one action phase), "fight M4 athens" (a combat that Athens attacks),
// "losses M8 athens 1/2 R" (what a result of the combat table does to attacker and
// defender), "C", "D" and "D.5 athens". What is expected:
//
//	stands athens M9: T20         what a side has in a zone
//	fate Alcibiade detained       likewise of a unit: "athens:H4+.1"
//	well Chereas                  he is not ill; or ill
//	points athens 2               and supply, shortage, advantage, initiative, hand
//	near Sestos: T17 M5           neighbours on the map
//	entries Sestos: M5            those by which ships enter a port
//	scores athens 11              victory points if it ended now (9.2)
type caseStage struct{ *game }

// Prepare implements [cases.Stage].
func (c caseStage) Prepare(l cases.Line) (bool, error) {
	g := c.game
	switch l.Word {
	case "month":
		g.TurnNo = g.TurnNamed(l.Rest) - g.Playing.First
		if g.TurnNo < 0 || g.TurnNo > g.Playing.Last {
			return true, fmt.Errorf("no such month in the scenario")
		}
	case "place":
		return true, g.placeWritten(l.Rest)
	case "ill", "wounded":
		i := g.Leader(l.Rest)
		if i < 0 {
			return true, fmt.Errorf("no such leader")
		}
		*map[string]*field.LeaderSet{"ill": &g.Ill, "wounded": &g.Wounded}[l.Word] |= 1 << i
	case "hand":
		return true, g.handWritten(l.Rest)
	case "points", "supply", "shortage", "advantage", "initiative":
		return true, setMarker(g, l)
	default:
		return false, nil
	}
	return true, nil
}

// placeWritten reads "athens Sestos: T10 2xT4w Alcibiade".
func (g *game) placeWritten(text string) error {
	side, z, names, err := g.stackWritten(text)
	if err != nil {
		return err
	}
	for _, name := range names {
		if i := g.Leader(name); i >= 0 {
			g.PlaceLeader(field.LeaderNo(i), z)
			continue
		}
		n := 1
		if times, rest, ok := strings.Cut(name, "x"); ok {
			if n, err = strconv.Atoi(times); err != nil {
				return err
			}
			name = rest
		}
		label, weak := strings.CutSuffix(name, "w")
		for range n {
			u := g.spare(side, label)
			if u == field.NoUnit {
				return fmt.Errorf("no counter %s is left", label)
			}
			g.Place(u, z)
			g.TurnOver(u, weak)
		}
	}
	return nil
}

// spare returns a unit of that label which is not on the map, or noUnit.
func (g *game) spare(side adjudicator.Side, label string) field.UnitNo {
	for rest := g.Of[side]; !rest.Empty(); {
		if u := rest.Pop(); g.Labels[g.Pieces[u].Label] == label && g.Where[u] == board.NoZone {
			return u
		}
	}
	return field.NoUnit
}

// stackWritten splits "athens Sestos: T10 P2".
func (g *game) stackWritten(text string) (adjudicator.Side, board.Zone, []string, error) {
	head, names, ok := strings.Cut(text, ":")
	id, name, _ := strings.Cut(strings.TrimSpace(head), " ")
	side := slices.Index(sideIDs[:], id)
	z, known := g.Board.Zone(strings.TrimSpace(name))
	if !ok || side < 0 || !known {
		return 0, 0, nil, fmt.Errorf("not “SIDE ZONE: counters”")
	}
	return adjudicator.Side(side), z, strings.Fields(names), nil
}

// handWritten reads "athens S18A/S10A".
func (g *game) handWritten(text string) error {
	words := strings.Fields(text)
	side, err := sideWritten(words[0])
	if err != nil {
		return err
	}
	for _, id := range words[1:] {
		c, err := g.Chit(id)
		if err != nil {
			return err
		}
		g.Pool.Cup.Drop(c)
		g.Pool.Hand[side].Add(c)
	}
	return nil
}

// sideWritten finds a side by its identifier.
func sideWritten(id string) (adjudicator.Side, error) {
	side := slices.Index(sideIDs[:], id)
	if side < 0 {
		return 0, fmt.Errorf("no side %q", id)
	}
	return adjudicator.Side(side), nil
}

// setMarker reads "points athens 3", "shortage sparta yes", "advantage athens".
func setMarker(g *game, l cases.Line) error {
	words := strings.Fields(l.Rest)
	if len(words) == 0 || slices.Index(sideIDs[:], words[0]) < 0 {
		return fmt.Errorf("a side is wanted")
	}
	side := adjudicator.Side(slices.Index(sideIDs[:], words[0]))
	switch l.Word {
	case "advantage":
		g.Advantage = side
		return nil
	case "initiative":
		g.Initiative = side
		return nil
	}
	if len(words) != 2 {
		return fmt.Errorf("a value is wanted")
	}
	if l.Word == "shortage" {
		g.shortage[side] = words[1] == "yes"
		return nil
	}
	n, err := strconv.Atoi(words[1])
	if err != nil {
		return err
	}
	*map[string]*int{"points": &g.Points[side], "supply": &g.supply[side]}[l.Word] = n
	return nil
}

var _ interface {
	cases.Rules
	cases.Versioned
} = (*ruleset)(nil)
