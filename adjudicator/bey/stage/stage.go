package stage

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/battle"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
	"keryx/adjudicator/cases"
)

// Stage is a game of the family as cases write it, made for the moment. It implements
// [cases.Stage].
type Stage struct {
	battle.Battles
	Parts
	Game  adjudicator.Game
	Words []Word // beside those of the family
}

// Prepare implements [cases.Stage].
func (s Stage) Prepare(l cases.Line) (bool, error) {
	switch l.Word {
	case "place":
		return true, s.Place(l.Rest)
	case "setup":
		s.SetUp()
		return true, nil
	case "turn":
		return true, s.putTurn(l.Rest)
	case "ill", "wounded":
		i := s.Leader(l.Rest)
		if i < 0 {
			return true, fmt.Errorf("no leader %q", l.Rest)
		}
		*map[string]*field.LeaderSet{"ill": &s.Ill, "wounded": &s.Wounded}[l.Word] |= 1 << i
		return true, nil
	case "hand", "points", "advantage", "initiative", "lost", "late":
		side, value, err := s.OfSide(l.Rest)
		if err != nil {
			return true, err
		}
		switch l.Word {
		case "lost":
			return true, s.putLost(side, value)
		case "late":
			return true, s.putLate(side, value)
		case "hand":
			return true, s.deal(side, strings.Fields(value))
		case "points":
			s.Points[side], err = strconv.Atoi(value)
		case "advantage":
			s.Advantage = side
		case "initiative":
			s.Initiative = side
		}
		return true, err
	}
	return s.say(l, func(w *Word) func(adjudicator.Side, string) error { return w.Put })
}

// putTurn has the game be in a turn, by its number among all turns that the data have.
func (s Stage) putTurn(value string) error {
	n, err := strconv.Atoi(value)
	if err != nil || n < 0 || n >= len(s.Turns) {
		return fmt.Errorf("no turn %q", value)
	}
	s.TurnNo = n - s.Playing.First
	return nil
}

// putLost takes a leader of a side out of the game as one who has been killed.
func (s Stage) putLost(side adjudicator.Side, name string) error {
	i := s.Leader(name)
	if i < 0 || s.Chiefs[i].Side != side {
		return fmt.Errorf("%s has no leader %q", s.Board.Sides()[side], name)
	}
	s.LeaderFate[i] = field.Eliminated
	return nil
}

// putLate has the reinforcements of a side that come in a turn come a turn later.
func (s Stage) putLate(side adjudicator.Side, value string) error {
	turn, err := strconv.Atoi(value)
	found := false
	for i, a := range s.Playing.Arrivals {
		if a.Side == side && a.Turn == turn {
			s.Late[i]++
			found = true
		}
	}
	if !found {
		err = errors.Join(err, fmt.Errorf("%s has no reinforcements in turn %q", s.Board.Sides()[side], value))
	}
	return err
}

// OfSide splits "north 3" into a side and what is said of it.
func (s Stage) OfSide(text string) (side adjudicator.Side, value string, err error) {
	id, value, _ := strings.Cut(text, " ")
	side, err = s.SideByID(id)
	return side, strings.TrimSpace(value), err
}

// Place puts counters into a zone: "north Harbour: T10 2xT4w Name".
func (s Stage) Place(text string) error {
	side, z, names, err := s.stack(text)
	if err != nil {
		return err
	}
	for _, name := range names {
		if i := s.Leader(name); i >= 0 {
			s.PlaceLeader(field.LeaderNo(i), z)
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
			u := s.spare(side, label)
			if u == field.NoUnit {
				return fmt.Errorf("no counter %s is left", label)
			}
			s.Battles.Place(u, z)
			s.TurnOver(u, weak)
		}
	}
	return nil
}

// spare returns a unit of that label which is not on the map, or NoUnit.
func (s Stage) spare(side adjudicator.Side, label string) field.UnitNo {
	for rest := s.Of[side]; !rest.Empty(); {
		if u := rest.Pop(); s.Labels[s.Pieces[u].Label] == label && s.Where[u] == board.NoZone {
			return u
		}
	}
	return field.NoUnit
}

// stack splits "north Harbour: T10 P2".
func (s Stage) stack(text string) (adjudicator.Side, board.Zone, []string, error) {
	head, names, ok := strings.Cut(text, ":")
	side, name, err := s.OfSide(strings.TrimSpace(head))
	z, known := s.Board.Zone(name)
	if !ok || err != nil || !known {
		return 0, 0, nil, fmt.Errorf("not “SIDE ZONE: counters”")
	}
	return side, z, strings.Fields(names), nil
}

// deal gives stratagem counters to a side, out of the cup.
func (s Stage) deal(side adjudicator.Side, ids []string) error {
	for _, id := range ids {
		c, err := s.Chit(id)
		if err != nil {
			return err
		}
		s.Pool.Cup.Drop(c)
		s.Pool.Hand[side].Add(c)
	}
	return nil
}
