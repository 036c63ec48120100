package chart

import (
	"cmp"
	"slices"
	"strconv"
	"unicode/utf8"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
)

// force is one side's stack in one zone.
type force struct {
	zone    board.Zone
	side    adjudicator.Side
	chits   []chit // ships first, then the strongest
	leaders []adjudicator.UnitView
}

// chit is a counter that stands for one or more equal units.
type chit struct {
	arm      rune // the letter of the type: T, H, C, P, A
	strength int  // of one unit
	count    int
	weak     bool
	bonus    int
}

// ships reports whether the counter floats.
func (c chit) ships() bool { return c.arm == 'T' }

// forces reads the stacks of a view in the order of the board. A zone that the
// board does not have, or a side other than the two, is an error.
func (t *Theatre) forces(v adjudicator.View) ([]force, error) {
	var all []force
	for _, zv := range v.Zones {
		z, err := t.zone(zv.Zone.ID)
		if err != nil {
			return nil, err
		}
		for _, s := range zv.Stacks {
			if s.Side != 0 && s.Side != 1 {
				return nil, errSide(s.Side)
			}
			f := force{zone: z, side: s.Side}
			for _, u := range s.Units {
				f.add(u)
			}
			if len(f.chits)+len(f.leaders) > 0 {
				f.sort()
				all = append(all, f)
			}
		}
	}
	slices.SortStableFunc(all, func(a, b force) int { return cmp.Or(cmp.Compare(a.zone, b.zone), cmp.Compare(a.side, b.side)) })
	return all, nil
}

func (f *force) add(u adjudicator.UnitView) {
	if u.Leader {
		f.leaders = append(f.leaders, u)
		return
	}
	arm, _ := utf8.DecodeRuneInString(u.Name.ID)
	c := chit{arm: arm, strength: u.Strength, count: 1, weak: u.Weak, bonus: u.Bonus}
	for i := range f.chits {
		if same := f.chits[i]; same.arm == c.arm && same.strength == c.strength && same.weak == c.weak && same.bonus == c.bonus {
			f.chits[i].count++
			return
		}
	}
	f.chits = append(f.chits, c)
}

func (f *force) sort() {
	slices.SortStableFunc(f.chits, func(a, b chit) int {
		if a.ships() != b.ships() {
			if a.ships() {
				return -1
			}
			return 1
		}
		return cmp.Or(cmp.Compare(b.strength, a.strength), cmp.Compare(a.arm, b.arm), cmp.Compare(b.bonus, a.bonus))
	})
	slices.SortStableFunc(f.leaders, func(a, b adjudicator.UnitView) int {
		return cmp.Or(cmp.Compare(b.Bonus, a.Bonus), cmp.Compare(a.Name.ID, b.Name.ID))
	})
}

// sums folds the counters into one for the ships and one for the land units, each
// with the type of its strongest unit and the strength of all.
func (f *force) sums() []pile {
	var all []pile
	for _, c := range f.chits {
		if n := len(all); n == 0 || all[n-1].ships() != c.ships() {
			all = append(all, pile{chit: c, more: -1})
			all[n].strength = 0
		}
		s := &all[len(all)-1]
		s.strength += c.strength * c.count
		s.more += c.count
		s.weak = s.weak || c.weak
		s.bonus = max(s.bonus, c.bonus)
	}
	return all
}

// piles are the counters as they stand, equal ones on one another.
func (f *force) piles() []pile {
	all := make([]pile, len(f.chits))
	for i, c := range f.chits {
		all[i] = pile{chit: c, more: c.count - 1}
	}
	return all
}

// pile is a counter as it is drawn.
type pile struct {
	chit
	more int  // units besides the one on top
	sum  bool // the strength is that of all of them
}

// tag is what is written on the corner of a pile.
func (p pile) tag() string {
	switch {
	case p.more == 0:
		return ""
	case p.sum:
		return "+" + strconv.Itoa(p.more)
	}
	return "×" + strconv.Itoa(p.more+1)
}
