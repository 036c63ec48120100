package hellespont

import (
	"keryx/adjudicator"
	"keryx/adjudicator/board"
)

// oddsRuse is what a side plays in the throw that is asked about: a stratagem (7) by
// its number, for S8 with the zone that the help comes from, or in a siege a counter
// that is given away (5.1). The zero ruse is none.
type oddsRuse struct {
	Number  int
	Zone    board.Zone
	Discard bool
}

// none reports whether nothing is played.
func (r oddsRuse) none() bool { return r.Number == 0 && !r.Discard }

// combatRuse returns what a side plays in a combat, or why it cannot.
func (o *oddsTable) combatRuse(b *battle, s adjudicator.Side, r oddsRuse) (ruse, *misplaced) {
	if r.none() {
		return ruse{}, nil
	}
	f := o.withEveryCounter(s).combatRuses(b, s)
	for _, x := range f.options() {
		if x.as == plain && int(x.number) == r.Number && !r.Discard && (x.number != 8 || x.zone == r.Zone) {
			return x, nil
		}
	}
	return ruse{}, o.cannotPlay(f)
}

// siegeRuse returns what a side plays or gives away in a siege, or why it cannot.
func (o *oddsTable) siegeRuse(w *siege, s adjudicator.Side, r oddsRuse) (ruse, *misplaced) {
	if r.none() {
		return ruse{}, nil
	}
	f := o.withEveryCounter(s).siegeForm(w, s)
	for _, x := range f.options() {
		if x.as == plain && int(x.number) == r.Number && (x.discard > 0) == r.Discard {
			return x, nil
		}
	}
	return ruse{}, o.cannotPlay(f)
}

// withEveryCounter returns a copy of the position in which a side holds all
// stratagems.
func (o *oddsTable) withEveryCounter(s adjudicator.Side) *game {
	g := *o.g
	for c := range g.Counters {
		g.chits.Hand[s].Add(chit(c))
	}
	g.chits.Cup = 0
	return &g
}

// cannotPlay says that a side cannot play what it is to play, and what it could.
func (o *oddsTable) cannotPlay(f *ruseForm) *misplaced {
	var ways []adjudicator.Phrase
	seen := map[ruse]bool{}
	for _, x := range f.options() {
		if x.as != plain {
			continue // what S22 is good for changes no odds
		}
		words := adjudicator.Words{verbOf[actDiscard]}
		if x.number > 0 {
			words = adjudicator.Words{adjudicator.Keyword("play"), o.g.stratagemTerm(x.number)}
		}
		what := ruse{number: x.number}
		if x.number == 8 {
			what.zone = x.zone
			words = append(words, adjudicator.Keyword("from"), o.g.zoneTerm(x.zone))
		}
		if !seen[what] {
			seen[what] = true
			ways = append(ways, adjudicator.Say("hellespont.order", "Order", words))
		}
	}
	return &misplaced{code: "odds-ruse", args: []any{"Side", o.g.sideTerm(f.side), "Ways", ways}}
}
