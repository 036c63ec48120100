package amend

import (
	"math/rand/v2"
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/order"
	"keryx/orders"
)

// Track is a marker that a referee can set: "points north 3", "initiative north", "wall
// standing". What it is of and what it shows are numbers, a [adjudicator.Term], or a
// [adjudicator.Keyword].
type Track struct {
	Verb   string
	Of     []any // each has a marker of its own; nil for one marker alone
	Values []any // what it can show
	// Get is what the marker shows, and Put sets it: by their places in Of and Values. Get
	// returns -1 for something that is none of the values.
	Get func(g adjudicator.Game, of int) int
	Put func(g adjudicator.Game, of, value int)
	// Late reports that it cannot be set to this value at this point of a turn.
	Late func(g adjudicator.Game, of, value int) bool
}

// Sides names the sides, for markers of each or of one of them.
func Sides(p *field.Printed) (all []any) {
	for s := range p.Board.Sides() {
		all = append(all, p.SideTerm(adjudicator.Side(s)))
	}
	return all
}

// Numbers are those from one to another.
func Numbers(least, most int) (all []any) {
	for n := least; n <= most; n++ {
		all = append(all, n)
	}
	return all
}

// mostPoints is the most action points that a marker shows.
const mostPoints = 30

// tracks are the markers that all games of the family have.
func tracks(p *field.Printed) []Track {
	asked := func(g adjudicator.Game, by ...string) bool { return slices.Contains(by, of(g).Entry.At) }
	return []Track{
		{Verb: "points", Of: Sides(p), Values: Numbers(0, mostPoints),
			Get: func(g adjudicator.Game, s int) int { return of(g).Points[s] },
			Put: func(g adjudicator.Game, s, n int) {
				f := of(g)
				if f.Points[s] = n; f.Active == adjudicator.Side(s) {
					f.Phase.Spend = min(f.Phase.Spend, n) // announced and not spent yet
				}
			},
			Late: func(g adjudicator.Game, s, n int) bool {
				return n == 0 && of(g).Entry.Side == adjudicator.Side(s) && asked(g, field.AtSpend) || !asked(g, field.AtSpend, field.AtReact, field.AtAct, field.AtReinforcing, field.AtDepart, field.AtFortune)
			}},
		{Verb: "advantage", Values: Sides(p),
			Get:  func(g adjudicator.Game, _ int) int { return int(of(g).Advantage) },
			Put:  func(g adjudicator.Game, _, s int) { of(g).Advantage = adjudicator.Side(s) },
			Late: func(g adjudicator.Game, _, _ int) bool { return asked(g, field.AtFortune, field.AtRetest) }},
		{Verb: "initiative", Values: Sides(p),
			Get:  func(g adjudicator.Game, _ int) int { return int(of(g).Initiative) },
			Put:  func(g adjudicator.Game, _, s int) { of(g).Initiative = adjudicator.Side(s) },
			Late: func(g adjudicator.Game, _, _ int) bool { return !asked(g, field.AtSpend, field.AtReact, field.AtAct) }},
		{Verb: "turn-marker", Values: Numbers(1, field.MaxArrivals),
			Get: func(g adjudicator.Game, _ int) int { return of(g).TurnNo },
			Put: func(g adjudicator.Game, _, n int) { of(g).TurnNo = n }},
	}
}

// setting is a marker to be set, as a line says it.
type setting struct {
	Track
	of, to int
}

// read reads "north 3".
func (t Track) read(r *order.Reader) adjudicator.Correction {
	s := setting{Track: t}
	if t.Of != nil {
		s.of = oneOf(r, t.Of)
	}
	if len(r.Faults) == 0 {
		s.to = oneOf(r, t.Values)
	}
	return s
}

// oneOf reads one of some things, of one kind, and returns its place.
func oneOf(r *order.Reader, values []any) int {
	span := r.Span()
	switch first := values[0].(type) {
	case int:
		n, d := r.TakeNumber()
		if i := slices.Index(values, any(n)); d == nil && i >= 0 {
			return i
		} else if d == nil {
			d = r.Illegal(span.Join(r.Last()), "no-such-value", "", "Number", n, "Least", first, "Most", values[len(values)-1])
		}
		r.Fail(d)
	case adjudicator.Term:
		e, d := r.TakeName(r.Lex, first.Kind)
		if i := slices.Index(values, any(adjudicator.Term{Kind: e.Kind, ID: e.ID})); d == nil && i >= 0 {
			return i
		} else if d == nil {
			d = r.Illegal(span.Join(r.Last()), "no-such-marker", "", "Name", adjudicator.Term{Kind: e.Kind, ID: e.ID}, "Names", terms(values))
		}
		r.Fail(d)
	case adjudicator.Keyword:
		var words []adjudicator.Keyword
		for i, v := range values {
			if words = append(words, v.(adjudicator.Keyword)); r.Take(string(words[i])) {
				return i
			}
		}
		r.Need(words...)
	}
	return 0
}

func terms(values []any) (all adjudicator.Terms) {
	for _, v := range values {
		all = append(all, v.(adjudicator.Term))
	}
	return all
}

// words is the line that sets the marker so.
func (s setting) words(to int) adjudicator.Words {
	w := adjudicator.Words{adjudicator.Keyword(s.Verb)}
	if s.Of != nil {
		w = append(w, s.Of[s.of])
	}
	return append(w, s.Values[to])
}

// Words implements [adjudicator.Correction].
func (s setting) Words() adjudicator.Words { return s.words(s.to) }

// Hidden implements [adjudicator.Correction]: markers lie open.
func (s setting) Hidden() adjudicator.Side { return adjudicator.Observer }

// Correct implements [adjudicator.Correction].
func (s setting) Correct(g adjudicator.Game, line *orders.Statement) (e adjudicator.Event, d *orders.Diagnostic) {
	was := s.Get(g, s.of)
	if last := of(g).Playing.Last - of(g).Playing.First; s.Verb == "turn-marker" && s.to > last {
		return e, illegal(line, "no-such-value", "Number", s.to+1, "Least", 1, "Most", last+1)
	}
	if was != s.to && s.Late != nil && s.Late(g, s.of, s.to) {
		return e, illegal(line, "marker-not-now", "Verb", adjudicator.Keyword(s.Verb))
	}
	if was < 0 || was >= len(s.Values) {
		e.Public = adjudicator.Say("bey.event.amended-marker-new", "Now", s.Words())
	} else {
		e.Public = adjudicator.Say("bey.event.amended-marker", "Now", s.Words(), "Was", s.words(was))
	}
	if was != s.to {
		s.Put(g, s.of, s.to)
	}
	return e, nil
}

// sample is the marker of anything set anyhow.
func (t Track) sample(_ adjudicator.Game, rnd *rand.Rand) adjudicator.Correction {
	s := setting{Track: t, to: rnd.IntN(len(t.Values))}
	if t.Of != nil {
		s.of = rnd.IntN(len(t.Of))
	}
	return s
}
