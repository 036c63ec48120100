package saved

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
)

// Midst is how the turn has come from the juncture that it is entered at to a question in the
// midst of something: a combat, a siege, an attrition. The position at the juncture is the
// ruleset's, which writes it as [Sight.Then].
type Midst struct {
	Way []adjudicator.Step `json:"way,omitempty"`
	// Shown are the counters that the enemy has shown on the way.
	Shown []string `json:"shown,omitempty"`
}

// MidstOf is that of a side; was is its game at the juncture.
func MidstOf(now, was *field.Field, s adjudicator.Side, way []adjudicator.Step) Midst {
	in, out := now.Pool.All(), was.Pool.All()
	seen := (out &^ in) | now.Pool.Known[s]&^was.Pool.Known[s]
	return Midst{way, now.ChitIDs(seen &^ was.Pool.Hand[s])}
}

// Owned says whose the juncture is, for another side that is asked something behind it.
func (p *Point) Owned(g *field.Field) {
	if s := g.Juncture.Side; s != adjudicator.Observer {
		p.Side = g.Board.Sides()[s]
	}
}

// Place has the game remember the way, and puts the counters that the enemy shows on it into
// his hand, in the place of others that may be there. It returns an error if there is no such
// counter, or if he cannot hold them.
func (m *Midst) Place(g *field.Field, s adjudicator.Side) error {
	shown, err := chits(g, m.Shown)
	if err != nil {
		return err
	}
	g.Trace = &field.Trace{Way: m.Way}
	p, enemy := &g.Pool, s.Other()
	for rest := shown &^ p.Hand[enemy]; rest != 0; {
		l := rest.Pop()
		spare := (p.Hand[enemy] &^ shown).Nth(0)
		if !p.Cup.Has(l) || spare == field.NoChit {
			return nobody(g.ChitIDs(field.ChitSet(0) | shown)[0])
		}
		p.Cup.Drop(l)
		p.Hand[enemy].Drop(spare)
		p.Cup.Add(spare)
		p.Hand[enemy].Add(l)
	}
	return nil
}

// notYet is the fate of a unit or leader that had not come into play at the juncture.
const notYet = "-"

// Then is what a side saw at the juncture, without the units and leaders that are now as they
// were.
func (s Sight) Then(now Sight) Sight {
	s.Units = since(s.Units, now.Units, func(u Unit) string { return u.ID }, func(id string) Unit { return Unit{ID: id, Fate: notYet} })
	s.Leaders = since(s.Leaders, now.Leaders, func(l Leader) string { return l.ID }, func(id string) Leader { return Leader{ID: id, Fate: notYet} })
	s.Aside = nil
	return s
}

// With is [Sight.Then] with those as they are now.
func (s Sight) With(now Sight) Sight {
	s.Units = before(s.Units, now.Units, func(u Unit) string { return u.ID }, func(u Unit) bool { return u.Fate == notYet })
	s.Leaders = before(s.Leaders, now.Leaders, func(l Leader) string { return l.ID }, func(l Leader) bool { return l.Fate == notYet })
	return s
}

// since are those that were otherwise; those that there were not are made by none.
func since[P comparable](was, now []P, id func(P) string, none func(string) P) (other []P) {
	then := byID(was, id)
	for _, p := range now {
		before, there := then[id(p)]
		switch {
		case !there:
			other = append(other, none(id(p)))
		case before != p:
			other = append(other, before)
		}
		delete(then, id(p))
	}
	for _, p := range was {
		if _, gone := then[id(p)]; gone {
			other = append(other, p)
		}
	}
	return other
}

// before puts those that were otherwise into the place of what they are now.
func before[P any](other, now []P, id func(P) string, absent func(P) bool) (was []P) {
	then := byID(other, id)
	for _, p := range now {
		if before, changed := then[id(p)]; changed {
			p = before
		}
		if delete(then, id(p)); !absent(p) {
			was = append(was, p)
		}
	}
	for _, p := range other {
		if _, gone := then[id(p)]; gone {
			was = append(was, p)
		}
	}
	return was
}

func byID[P any](all []P, id func(P) string) map[string]P {
	m := make(map[string]P, len(all))
	for _, p := range all {
		m[id(p)] = p
	}
	return m
}
