package perse

import (
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

// Expect implements [cases.Stage].
func (s stage) Expect(l cases.Line) (bool, error) {
	words := strings.Fields(l.Rest)
	got, ok := s.found(l.Word, words)
	if !ok {
		return false, nil
	}
	want := words[len(words)-1:]
	switch l.Word {
	case "turns", "date", "fights", "isolated", "quarter":
		want = words
	case "with", "hand":
		want = words[1:]
	case "units", "knows", "sees", "between", "held":
		want = words[2:]
	}
	return true, cases.Same(want, got)
}

// found is what stands there, in the words of a line.
func (s stage) found(word string, words []string) (got []string, ok bool) {
	if len(words) == 0 {
		return nil, false
	}
	z := s.Rules.Zones[words[0]]
	side := adjudicator.Side(max(0, slices.Index(data.SideIDs, words[0])))
	switch word {
	case "turns":
		return []string{strconv.Itoa(s.TurnNo)}, true
	case "ruined":
		return []string{cases.YesNo(s.Ruined.Has(z))}, true
	case "scorched":
		return []string{cases.YesNo(s.Scorched.Has(z))}, true
	case "control":
		if c := s.Controls(z); c >= 0 {
			return []string{data.SideIDs[c]}, true
		}
		return []string{"nobody"}, true
	case "points":
		return []string{strconv.Itoa(s.Left(side))}, true
	case "hand":
		for rest := s.Pool.Hand[side]; rest != 0; {
			got = append(got, s.Stratagem(rest.Pop()))
		}
		return got, true
	case "units":
		side := slices.Index([]string{"greeks", "persians", "neutral"}, words[0])
		lots := append(s.Loose(side, s.Rules.Zones[words[1]], false), s.Loose(side, s.Rules.Zones[words[1]], true)...)
		return strings.Fields(s.Rules.Write(s.Sum(lots))), true
	case "leader", "with", "aboard":
		return s.foundPiece(word, words[0])
	case "knows", "sees", "between", "held":
		if len(words) > 1 {
			return s.foundKnown(word, words[0], words[1])
		}
	}
	return s.foundGame(word, words[0])
}

// foundKnown is what a side or an observer knows.
func (s stage) foundKnown(word, viewer, what string) (got []string, ok bool) {
	who := adjudicator.Side(slices.Index(data.SideIDs, viewer))
	if who < 0 {
		who = field.Nobody
	}
	if word == "held" {
		of := adjudicator.Side(slices.Index(data.SideIDs, what))
		if of < 0 {
			return nil, false
		}
		got = []string{strconv.Itoa(s.Pool.Hand[of].Len())}
		for rest := s.SeenHand(of, who); rest != 0; {
			got = append(got, s.Stratagem(rest.Pop()))
		}
		return got, true
	}
	of, p, err := s.piece(what)
	if err != nil {
		return nil, false
	}
	n := s.Veil[of].Goes[p]
	switch word {
	case "knows":
		may := s.Veil[of].May[n]
		if one, known := s.Game.Known(of, n, who); known {
			may = 1 << one
		} else if who == field.Nobody {
			return []string{"?"}, true
		}
		for may != 0 {
			got = append(got, s.Roster.Pieces[of][may.Pop()].ID)
		}
	case "sees":
		lots, all := s.Hold(of, n, who)
		if got = strings.Fields(s.Rules.Write(s.Sum(lots))); !all {
			got = append(got, "?")
		}
	default:
		var lots []int
		for i := range s.Loads[of].N {
			if may := s.Loads[of].May[i]; may.Has(n) && may.Len() > 1 {
				lots = append(lots, s.Roster.Slots[of][i])
			}
		}
		got = strings.Fields(s.Rules.Write(s.Sum(lots)))
	}
	return got, true
}

func (s stage) foundPiece(word, id string) ([]string, bool) {
	side, p, err := s.piece(id)
	if err != nil {
		return nil, false
	}
	n := s.Veil[side].Goes[p]
	switch word {
	case "leader":
		if at := s.Where[side][n]; at != field.Nowhere {
			return []string{s.ZoneID(at)}, true
		}
		return []string{"nowhere"}, true
	case "aboard":
		if fleet := s.Aboard[side][n]; fleet != 0 {
			return []string{s.Roster.Pieces[side][s.Veil[side].Of(fog.Name(fleet-1))].ID}, true
		}
		return []string{"nothing"}, true
	}
	return strings.Fields(s.Rules.Write(s.Sum(s.Load(side, p)))), true
}

// Position implements [cases.Stage].
func (s stage) Position() (all []cases.Line) {
	add := func(word string, words ...string) {
		got, _ := s.found(word, words)
		all = append(all, cases.Line{Word: word, Rest: strings.Join(append(words, got...), " ")})
	}
	all = append(all, cases.Line{Word: "turns", Rest: strconv.Itoa(s.TurnNo)})
	for side := range adjudicator.Side(2) {
		for _, p := range s.Roster.Pieces[side] {
			id := data.SideIDs[side] + "/" + p.ID
			add("leader", id)
			add("with", id)
		}
		add("points", data.SideIDs[side])
		add("hand", data.SideIDs[side])
	}
	for z := range board.Zone(s.Rules.Map.Len()) {
		for _, side := range []string{"greeks", "persians", "neutral"} {
			add("units", side, s.ZoneID(z))
		}
		add("ruined", s.ZoneID(z))
		add("scorched", s.ZoneID(z))
	}
	return all
}
