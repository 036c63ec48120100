package perse

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"keryx/adjudicator"
	"keryx/adjudicator/cases"
	"keryx/adjudicator/perse/data"
)

// prepareGame follows a line of the whole game.
func (s stage) prepareGame(word string, words []string) (bool, error) {
	last := words[len(words)-1]
	sides := func(of string) int8 { return int8(slices.Index([]string{"greeks", "persians", "neutral"}, of)) }
	switch word {
	case "printed":
		made, err := s.printed.New(adjudicator.Setup{Scenario: s.Roster.ID})
		if err == nil {
			opt := s.Opt
			*s.Game = *made.(*Game)
			s.Opt = opt
		}
		return true, err
	case "isolated":
		s.Isolated = last == "yes"
	case "quarter":
		s.Quarter = last == "yes"
	case "begins":
		s.First = adjudicator.Side(max(0, sides(last)))
	case "joined":
		z := s.Rules.Zones[words[0]]
		s.Joined[z] = sides(last)
		s.Freed.Add(z)
	case "stayed":
		s.Held[s.Rules.Zones[words[0]]] = sides(last)
	case "seas":
		side, p, err := s.piece(words[0])
		if err != nil {
			return true, err
		}
		n, err := strconv.Atoi(last)
		s.Seas[side][s.Veil[side].Goes[p]], s.Spun[side][s.Veil[side].Goes[p]] = int8(n), int8(n)
		return true, err
	default:
		return false, nil
	}
	return true, nil
}

// foundGame is what stands in a line of the whole game.
func (s stage) foundGame(word, what string) (got []string, ok bool) {
	z := s.Rules.Zones[what]
	side := adjudicator.Side(max(0, slices.Index(data.SideIDs, what)))
	called := func(side int8) []string {
		return []string{[...]string{"nobody", "greeks", "persians", "neutral"}[side+1]}
	}
	switch word {
	case "isolated":
		return []string{cases.YesNo(s.Isolated)}, true
	case "quarter":
		return []string{cases.YesNo(s.Quarter)}, true
	case "commands":
		if p := s.Command[side]; p >= 0 {
			return []string{s.Roster.Pieces[side][p].ID}, true
		}
		return []string{"nobody"}, true
	case "fights":
		if s.Fight == nil {
			return []string{"nowhere"}, true
		}
		return []string{s.ZoneID(s.Fight.At)}, true
	case "enters":
		return []string{cases.YesNo(s.Moment(side) != nil)}, true
	case "date":
		n := s.Name()
		season := n.Args[1].(adjudicator.Phrase).Key
		return []string{season[strings.LastIndex(season, ".")+1:], fmt.Sprint(n.Args[3])}, true
	case "joined":
		return called(s.loyal(z)), true
	case "stayed":
		return called(s.Held[z]), true
	case "seas":
		if side, p, err := s.piece(what); err == nil {
			return []string{strconv.Itoa(int(s.Seas[side][s.Veil[side].Goes[p]]))}, true
		}
	}
	return nil, false
}
