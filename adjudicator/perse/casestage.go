package perse

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/cases"
	"keryx/adjudicator/fog"
	"keryx/adjudicator/perse/data"
	"keryx/adjudicator/perse/field"
)

// Bare implements [cases.Rules]: a game with nothing on the map.
func (r *Rules) Bare(s adjudicator.Setup) (adjudicator.Game, error) {
	made, err := r.New(s)
	if err != nil {
		return nil, err
	}
	g := made.(*Game)
	for i := range g.Roster.Lots {
		g.Destroy(i)
		if g.Lots[i].Side == data.Neutral {
			continue
		}
	}
	for side := range g.Where {
		for n := range g.Where[side] {
			g.Where[side][n] = field.Nowhere
		}
	}
	for z := range g.Control {
		g.Control[z], g.Keeper[z] = -1, -1
	}
	g.Isolated = false
	return g, nil
}

// Stage implements [cases.Rules].
func (r *Rules) Stage(g adjudicator.Game) cases.Stage { return stage{g.(*Game), r} }

// stage is a game as cases write it. Each of these lines is position and expectation:
//
//	leader Leonidas Thermopyles    a marker and its zone; "nowhere"
//	with Leonidas 5x4A-Sparta      the counters that go with it
//	units greeks Beotie 4B-Plataea those of a zone that have no marker
//	aboard Themistocle Fleet1
//	points greeks 5                points of action left
//	hand greeks oracle treason
//	control Milet persians         "nobody"
//	ruined Eubee yes, scorched Eubee no
//	active Mardonios               the force that is active; position only
//	activated Xerxes               has been; position only
//	unknown Xerxes Mardonios       the enemy does not know which is which; position only
//	knows greeks Xerxes Xerxes Mardonios  what a side, or "observers", thinks that a marker may be; "?" is
//	                               nothing; expectation only, as the next three are
//	sees greeks Xerxes 3x3A ?      the counters that they know to go with it; "?" if there may be more
//	between greeks Xerxes 5x5C     those that they know to go with it or with another
//	held greeks persians 2 oracle  how many stratagems a side holds for them to see, and which
//	commands greeks Leonidas       who commands; "nobody"; expectation only, as the next three are
//	fights Beotie                  where a fight is in play; "nowhere"
//	enters greeks yes              whether a game can be imagined from where a side is asked
//	date summer -495               what the turn is called
//
// These are of the whole game:
//
//	printed yes                    the position is that of the scenario's set-up; position only
//	isolated yes, quarter yes      Spartan isolationism, and No quarter, in force
//	joined Beotie persians         whose side a city holds with; "neutral"
//	stayed Beotie persians         who has stood there alone since the turn began; "nobody"
//	begins persians                who began the turn; position only
//	seas persians/Fleet1 3         seas that a fleet has gone through this turn
//
// The names of decoys and fleets, which both sides have, stand behind the side: "greeks/Fleet1". The
// parts of the turn are "turn", "segment SIDE", "battle SIDE ZONE", "ambush SIDE ZONE",
// "seafight SIDE ZONE", "operations SIDE", "supply" and "end".
type stage struct {
	*Game
	printed *Rules
}

// Prepare implements [cases.Stage].
func (s stage) Prepare(l cases.Line) (bool, error) {
	words := strings.Fields(l.Rest)
	if len(words) == 0 {
		return false, nil
	}
	switch l.Word {
	case "turns":
		n, err := strconv.Atoi(words[0])
		s.TurnNo = n
		return true, err
	case "ruined", "scorched", "control":
		return true, s.prepareZone(l.Word, words)
	case "points", "hand":
		return true, s.prepareSide(l.Word, words)
	case "leader", "with", "aboard", "active", "activated":
		return true, s.preparePiece(l.Word, words)
	case "unknown":
		return true, s.prepareUnknown(words)
	case "units":
		return true, s.prepareUnits(words)
	}
	return s.prepareGame(l.Word, words)
}

func (s stage) prepareZone(word string, words []string) error {
	z, ok := s.Rules.Zones[words[0]]
	if !ok || len(words) != 2 {
		return fmt.Errorf("not “%s ZONE VALUE”", word)
	}
	switch word {
	case "ruined":
		s.Ruined.Drop(z)
		if words[1] == "yes" {
			s.Ruined.Add(z)
		}
	case "scorched":
		s.Scorched.Drop(z)
		if words[1] == "yes" {
			s.Scorched.Add(z)
		}
	default:
		s.Control[z] = int8(slices.Index(data.SideIDs, words[1]))
		s.Keeper[z] = s.Control[z]
	}
	return nil
}

func (s stage) prepareSide(word string, words []string) error {
	side := slices.Index(data.SideIDs, words[0])
	if side < 0 {
		return fmt.Errorf("not “%s SIDE ...”", word)
	}
	if word == "points" {
		n, err := strconv.Atoi(words[1])
		s.Chit[side] = int8(side)
		s.Lead[side] = n - s.Worth(adjudicator.Side(side))
		return err
	}
	for _, id := range words[1:] {
		for l := range fog.Name(len(s.Roster.Stock)) {
			if s.Stratagem(l) == id && int(l) >= s.Roster.InCup && !s.Given.Has(l) {
				s.Given.Add(l) // it was won
				s.Pool.Cup.Add(l)
			}
			if s.Stratagem(l) == id && s.Pool.Cup.Has(l) {
				s.Pool.Take(adjudicator.Side(side), l)
				break
			}
		}
	}
	return nil
}

// piece finds a marker by its name, behind its side where both have one of it.
func (s stage) piece(id string) (adjudicator.Side, fog.Piece, error) {
	who, name, ok := strings.Cut(id, "/")
	for side := range adjudicator.Side(2) {
		if p, known := s.Roster.Index[side][id]; known && !ok {
			return side, p, nil
		}
		if p, known := s.Roster.Index[side][name]; ok && known && who == data.SideIDs[side] {
			return side, p, nil
		}
	}
	return 0, 0, fmt.Errorf("there is no marker %q", id)
}

func (s stage) preparePiece(word string, words []string) error {
	side, p, err := s.piece(words[0])
	if err != nil {
		return err
	}
	n := s.Veil[side].Goes[p]
	switch word {
	case "leader":
		s.Where[side][n] = s.Rules.Zones[words[1]]
		s.Succeed(side)
	case "aboard":
		_, fleet, err := s.piece(words[1])
		if err != nil {
			return err
		}
		name := s.Veil[side].Goes[fleet]
		s.Aboard[side][n], s.Where[side][n] = int8(name)+1, s.Where[side][name]
	case "activated":
		s.Done[side].Add(n)
	case "active":
		s.Now = field.Active{Side: side, Head: n, Names: 1 << n}
	case "with":
		lots, err := s.unused(int(side), words[1:])
		for _, i := range lots {
			s.Lots[i].Out = false
			s.Join(i, side, p, 1<<n)
		}
		return err
	}
	return nil
}

// prepareUnknown has the enemy not tell some markers from each other.
func (s stage) prepareUnknown(words []string) error {
	var who adjudicator.Side
	var pieces fog.Set
	for _, id := range words {
		side, p, err := s.piece(id)
		if err != nil {
			return err
		}
		who = side
		pieces.Add(p)
	}
	v := &s.Veil[who]
	names := v.Names(pieces)
	for rest := names; rest != 0; {
		v.May[rest.Pop()] = pieces
	}
	v.Open &^= names
	s.Loads[who].Part(names)
	return nil
}

// unused takes counters that are not in play yet.
func (s stage) unused(side int, units []string) (lots []int, err error) {
	want := s.Rules.Tally(strings.Join(units, " "))
	for i, l := range s.Roster.Lots {
		if s.Lots[i].Out && want[l.Kind] > 0 && (side == data.Neutral || l.Slot[side] >= 0) {
			want[l.Kind]--
			s.Lots[i].Side = int8(side)
			lots = append(lots, i)
		}
	}
	if want != (field.Counts{}) {
		return nil, fmt.Errorf("the scenario has not so many of %v", units)
	}
	return lots, nil
}

func (s stage) prepareUnits(words []string) error {
	side := slices.Index([]string{"greeks", "persians", "neutral"}, words[0])
	z, ok := s.Rules.Zones[words[1]]
	if side < 0 || !ok {
		return fmt.Errorf("not “units SIDE ZONE COUNTERS”")
	}
	lots, err := s.unused(side, words[2:])
	for _, i := range lots {
		s.Lots[i].Out, s.Lots[i].At = false, z
	}
	if s.Keeper[z] < 0 && side < data.Neutral {
		s.Keeper[z] = int8(side)
	}
	return err
}

// Part implements [cases.Stage].
func (s stage) Part(name string) (adjudicator.Game, bool) {
	words := append(strings.Fields(name), "", "")
	side := adjudicator.Side(max(0, slices.Index(data.SideIDs, words[1])))
	z := s.Rules.Zones[words[2]]
	part, ok := map[string]func(*adjudicator.Table){
		"turn":       func(t *adjudicator.Table) { s.Turn(t) },
		"segment":    func(t *adjudicator.Table) { s.segment(t, side) },
		"supply":     func(t *adjudicator.Table) { t.Phase("supply", field.Nobody); s.supply(t) },
		"end":        s.end,
		"ready":      s.ready,
		"operations": func(t *adjudicator.Table) { s.First = side; s.operationsFrom(t, side) },
		"battle":     func(t *adjudicator.Table) { s.engage(t, side, z, false, data.Pitched) },
		"ambush":     func(t *adjudicator.Table) { s.engage(t, side, z, false, data.Ambush) },
		"seafight":   func(t *adjudicator.Table) { s.engage(t, side, z, true, data.Pitched) },
	}[words[0]]
	if slices.Contains([]string{"segment", "battle", "ambush", "seafight", "operations"}, words[0]) {
		s.TurnNo = max(s.TurnNo, 1)
	}
	return cases.Partly(s.Game, func(t *adjudicator.Table) bool { part(t); return s.Over }), ok
}

// engage has all of a side in a zone fight all of the other, who were there first.
func (s stage) engage(t *adjudicator.Table, side adjudicator.Side, z board.Zone, sea bool, how data.Fight) {
	t.Phase("segment", side)
	s.Keeper[z] = s.Control[z]
	all := func(who adjudicator.Side) field.Force {
		f := field.Force{Side: who, Names: s.Ashore(who, z), At: z, Sea: sea}
		if sea {
			f.Names = s.Afloat(who, z)
		}
		f.Loose = f.Names == 0
		return f
	}
	mine := all(side)
	s.caught(t, mine, mine, all(side.Other()), how)
}

var _ cases.Rules = (*Rules)(nil)
