package chart

import (
	"cmp"
	"slices"
	"strconv"

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

// arm is a sort of units: what its word is found by, and how it is drawn.
type arm struct{ id, sign string }

// chit is a counter that stands for one or more equal units.
type chit struct {
	arm
	afloat   bool
	hidden   bool // what it is is not known: its back is shown
	steps    int  // left, of a block; 0 where units have none
	strength int  // of one unit
	count    int
	weak     bool
	bonus    int
	label    string // the names of a few hidden pieces, as all see them
}

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
	c := chit{arm: arm{u.Arm, u.Sign}, afloat: u.Afloat, strength: u.Strength, weak: u.Weak, bonus: u.Bonus, hidden: u.Hidden, steps: u.Steps}
	if u.Hidden {
		c = chit{afloat: u.Afloat, hidden: true} // whatever else a view should say of it, a map does not
	}
	for i := range f.chits {
		same := f.chits[i]
		if same.count, same.label = 0, ""; same == c {
			f.chits[i].count++
			if u.Hidden {
				f.chits[i].relabel(u.Name.ID)
			}
			return
		}
	}
	if u.Hidden {
		c.label = plain(u.Name.ID, 6)
	}
	c.count = 1
	f.chits = append(f.chits, c)
}

// relabel adds the name of one more hidden piece, as long as there are few.
func (c *chit) relabel(name string) {
	if c.label == "" || name == "" || c.count > mostLabelled {
		c.label = ""
		return
	}
	c.label += " " + plain(name, 6)
}

// mostLabelled is how many hidden pieces a counter names: of more it writes the number alone,
// and the tables of a letter name them.
const mostLabelled = 3

func (f *force) sort() {
	slices.SortStableFunc(f.chits, func(a, b chit) int {
		if a.afloat != b.afloat {
			if a.afloat {
				return -1
			}
			return 1
		}
		if a.hidden != b.hidden {
			if b.hidden {
				return -1
			}
			return 1
		}
		return cmp.Or(cmp.Compare(b.strength, a.strength), cmp.Compare(b.steps, a.steps), cmp.Compare(a.id, b.id), cmp.Compare(b.bonus, a.bonus))
	})
	slices.SortStableFunc(f.leaders, func(a, b adjudicator.UnitView) int {
		return cmp.Or(cmp.Compare(b.Bonus, a.Bonus), cmp.Compare(a.Name.ID, b.Name.ID))
	})
}

// zoneMark is a mark of a zone in terms of the board.
type zoneMark struct {
	zone board.Zone
	adjudicator.ZoneMark
}

// zoneMarks reads the marks of the zones of a view in the order of the board. A zone that
// the board does not have, or a side other than the two and nobody, is an error.
func (t *Theatre) zoneMarks(v adjudicator.View) ([]zoneMark, error) {
	var all []zoneMark
	for _, zv := range v.Zones {
		for _, m := range zv.Marks {
			z, err := t.zone(zv.Zone.ID)
			if err != nil {
				return nil, err
			}
			if m.Side < adjudicator.Observer || m.Side > 1 {
				return nil, errSide(m.Side)
			}
			all = append(all, zoneMark{z, m})
		}
	}
	slices.SortStableFunc(all, func(a, b zoneMark) int { return cmp.Compare(a.zone, b.zone) })
	return all, nil
}

// sums folds the counters into one for the ships and one for the land units, each
// with the type of its strongest unit and the strength of all.
func (f *force) sums() []pile {
	var all []pile
	for _, c := range f.chits {
		if n := len(all); n == 0 || all[n-1].afloat != c.afloat || all[n-1].hidden != c.hidden {
			all = append(all, pile{chit: c, more: -1})
			all[n].strength = 0
		}
		s := &all[len(all)-1]
		s.strength += c.strength * c.count
		s.more += c.count
		s.weak = s.weak || c.weak
		s.bonus = max(s.bonus, c.bonus)
		s.steps = 0 // of one unit only
	}
	return all
}

// floats reports whether there is anything in the force that floats.
func (f *force) floats() bool {
	return slices.ContainsFunc(f.chits, func(c chit) bool { return c.afloat })
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

// tag is what is written on the corner of a pile. Of hidden pieces the back tells how many
// there are.
func (p pile) tag() string {
	switch {
	case p.hidden:
		return ""
	case p.more == 0:
		return ""
	case p.sum:
		return "+" + strconv.Itoa(p.more)
	}
	return "×" + strconv.Itoa(p.more+1)
}
