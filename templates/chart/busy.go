package chart

import (
	"cmp"
	"fmt"
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
)

// Busiest chooses what a close-up is made of: the places of combats and sieges among
// the marks, or, if there are none, those where movements ended; as many as one
// close-up can show well, those with most of it first. It reports whether there was
// fighting. Zones that the board does not have give an error matching
// [ErrUnknownZone].
func (t *Theatre) Busiest(marks []adjudicator.Mark) (zones []string, fighting bool, err error) {
	weight := make([]int, t.board.Len())
	var places []board.Zone // the last ones first
	fighting = slices.ContainsFunc(marks, isFight)
	for _, m := range slices.Backward(marks) {
		if isFight(m) != fighting || len(m.Zones) == 0 || !fighting && len(m.Zones) < 2 {
			continue
		}
		z, err := t.zone(m.Zones[len(m.Zones)-1])
		if err != nil {
			return nil, false, fmt.Errorf("mark %q: %w", plain(m.Kind, 20), err)
		}
		if weight[z]++; weight[z] == 1 {
			places = append(places, z)
		}
	}
	slices.SortStableFunc(places, func(a, b board.Zone) int { return cmp.Compare(weight[b], weight[a]) })
	var best []board.Zone
	most := 0
	for _, z := range places {
		group, sum := []board.Zone{z}, weight[z]
		for _, other := range places {
			if other != z && t.fitTogether(append(group, other)) {
				group, sum = append(group, other), sum+weight[other]
			}
		}
		if sum > most {
			best, most = group, sum
		}
	}
	for _, z := range best {
		zones = append(zones, t.board.Name(z))
	}
	return zones, fighting, nil
}

// Together returns the first of some zones and those of the others that a close-up can show
// with it, each once and in their order. Zones that the board does not have give an error
// matching [ErrUnknownZone].
func (t *Theatre) Together(zones []string) ([]string, error) {
	var group []board.Zone
	var names []string
	for _, id := range zones {
		z, err := t.zone(id)
		if err != nil {
			return nil, err
		}
		if len(group) == 0 || !slices.Contains(group, z) && t.fitTogether(append(group, z)) {
			group, names = append(group, z), append(names, id)
		}
	}
	return names, nil
}

// Besieged widens some zones in which there is or was a siege to where the besiegers stand: to
// those next to them in which stacks of another side stand than in the zone, as far as a close-up can show
// all together. The zones themselves stay, and come first. Zones that the board does not have give an
// error matching [ErrUnknownZone].
func (t *Theatre) Besieged(v adjudicator.View, zones []string) ([]string, error) {
	stands := func(id string) (sides []adjudicator.Side) {
		for _, z := range v.Zones {
			for _, s := range z.Stacks {
				if z.Zone.ID == id {
					sides = append(sides, s.Side)
				}
			}
		}
		return sides
	}
	wide := slices.Clone(zones)
	for _, id := range zones {
		z, err := t.zone(id)
		if err != nil {
			return nil, err
		}
		within := stands(id)
		for near := range t.board.Near(z, board.Any).All() {
			besieges := func(s adjudicator.Side) bool { return !slices.Contains(within, s) }
			if name := t.board.Name(near); slices.ContainsFunc(stands(name), besieges) {
				wide = append(wide, name)
			}
		}
	}
	return t.Together(wide)
}

func isFight(m adjudicator.Mark) bool { return m.Kind == "battle" || m.Kind == "siege" }

// fitTogether reports whether a close-up can show the zones well: those of one board that
// are near to each other.
func (t *Theatre) fitTogether(zones []board.Zone) bool {
	on := t.boardOf(board.SetOf(zones[0]))
	if slices.ContainsFunc(zones, func(z board.Zone) bool { return t.boardOf(board.SetOf(z)) != on }) {
		return false
	}
	w, least := t.around(board.SetOf(zones...)), closest(on) // half as wide again as the closest still enlarges what it shows
	return w.high.X-w.low.X <= least*3/2 && w.high.Y-w.low.Y <= least*4/3
}
