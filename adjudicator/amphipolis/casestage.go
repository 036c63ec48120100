package amphipolis

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"keryx/adjudicator"
	"keryx/adjudicator/amphipolis/data"
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
//	turn 8                        else the first of the scenario
//	setup yes                     the counters of the scenario stand on the board
//	place athens T12: H6 2xP5w Cleon
//	ill Polydamidas               or wounded
//	hand athens S4A/S16S          stratagem counters; all others are in the cup
//	points athens 3               action points
//	advantage athens              likewise initiative
//	garrison sparta O4 citadel    these show that side's face, the others as the scenario says
//	wall none                     or standing, or destroyed with the turn of S11: destroyed 2
//	flotilla yes                  S3 has been played
//	made athens 3                 victory points made for good
//	lost athens Thucydide         a leader who has been killed
//	awaited sparta yes            its optional reinforcements were called for and found no base
//	late sparta 2                 S14 has delayed Sparta's reinforcements of turn 2 by a turn
//
// The parts of the turn are "turn", "A", "B.1", "B.2", "B.3" (all action phases), "B.3
// sparta" (one of them), "fight T7 athens" (a combat that Athens attacks), "losses T7
// athens 1/2 R" (what a result of the combat table does to attacker and defender), "C",
// "D", "D.1 athens" to "D.6 athens", and "D.7". What is expected:
//
//	stands athens T12: H6         what a side has in a zone
//	fate Nicias removed           likewise of a unit: "athens:T10a.1"
//	well Cleon                    he is not ill; or ill
//	stock sparta P: 4xP6 5xP5     what of some types a side has not in play
//	counter S3S/S15N bowl         or out, or the side that holds it
//	near T5: T4 T10 T14 M1        neighbours on the map
//	scores athens 11              victory points if it ended now (9.2)
//
// and points, advantage, initiative, hand, garrison, wall, flotilla, made and awaited as
// above.
type caseStage struct{ *game }

// Prepare implements [cases.Stage].
func (c caseStage) Prepare(l cases.Line) (bool, error) {
	g := c.game
	switch l.Word {
	case "turn":
		n, err := strconv.Atoi(l.Rest)
		if err != nil || n < 0 || n >= len(g.Turns) {
			return true, fmt.Errorf("no such turn")
		}
		g.TurnNo = n - g.Playing.First
	case "setup":
		for _, d := range g.Playing.Setup {
			g.war().Put(d, g.Playing.First)
		}
	case "place":
		return true, g.placeWritten(l.Rest)
	case "lost":
		_, name, _ := strings.Cut(l.Rest, " ")
		i := g.Leader(name)
		if i < 0 {
			return true, fmt.Errorf("no such leader")
		}
		g.LeaderFate[i] = field.Eliminated
	case "late":
		return true, g.lateWritten(l.Rest)
	case "ill", "wounded":
		i := g.Leader(l.Rest)
		if i < 0 {
			return true, fmt.Errorf("no such leader")
		}
		*map[string]*field.LeaderSet{"ill": &g.Ill, "wounded": &g.Wounded}[l.Word] |= 1 << i
	case "hand":
		return true, g.handWritten(l.Rest)
	case "points", "advantage", "initiative", "garrison", "wall", "flotilla", "made", "awaited":
		return true, setMarker(g, l)
	default:
		return false, nil
	}
	return true, nil
}

// lateWritten reads "sparta 2", the side and the turn of reinforcements that come a turn
// later.
func (g *game) lateWritten(text string) error {
	id, number, _ := strings.Cut(text, " ")
	side, err := sideWritten(id)
	if err != nil {
		return err
	}
	turn, err := strconv.Atoi(number)
	if err != nil {
		return err
	}
	found := false
	for i, a := range g.setting.Arrivals {
		if a.Side == side && a.Turn == turn {
			g.Late[i]++
			found = true
		}
	}
	if !found {
		return fmt.Errorf("%s has no reinforcements in turn %d", id, turn)
	}
	return nil
}

// placeWritten reads "athens T12: H6 2xP5w Cleon".
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

// stackWritten splits "athens T12: H6 P5".
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

// handWritten reads "athens S4A/S16S".
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

// setMarker reads "points athens 3", "advantage athens", "garrison sparta O4", "wall
// destroyed 2", "flotilla yes", "made athens 3".
func setMarker(g *game, l cases.Line) error {
	words := strings.Fields(l.Rest)
	if len(words) == 0 {
		return fmt.Errorf("a value is wanted")
	}
	switch l.Word {
	case "wall":
		return g.wallWritten(words)
	case "flotilla":
		g.flotilla = words[0] == "yes"
		return nil
	}
	side, err := sideWritten(words[0])
	if err != nil {
		return err
	}
	switch l.Word {
	case "advantage":
		g.Advantage = side
		return nil
	case "initiative":
		g.Initiative = side
		return nil
	case "garrison":
		for _, id := range words[1:] {
			i := g.own.Garrison(id)
			if i < 0 {
				return fmt.Errorf("no garrison %q", id)
			}
			g.faces[i] = side
		}
		return nil
	}
	if len(words) != 2 {
		return fmt.Errorf("a value is wanted")
	}
	if l.Word == "awaited" {
		_, bit := g.optional(side)
		if g.awaited &^= bit; words[1] == "yes" {
			g.awaited |= bit
		}
		return nil
	}
	n, err := strconv.Atoi(words[1])
	if err != nil {
		return err
	}
	if l.Word == "points" {
		g.Points[side] = n
		return nil
	}
	g.given[side] += n - g.scored(side).points()
	return nil
}

func (g *game) wallWritten(words []string) error {
	i := slices.Index(wallIDs[:], words[0])
	if i < 0 {
		return fmt.Errorf("no state of the walls %q", words[0])
	}
	g.walls = data.WallState(i)
	if len(words) > 1 {
		n, err := strconv.Atoi(words[1])
		if err != nil {
			return err
		}
		g.sapped = n
	}
	return nil
}

var _ interface {
	cases.Rules
	cases.Versioned
} = (*ruleset)(nil)
