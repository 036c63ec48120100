package hellespont

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey/battle"
	"keryx/adjudicator/bey/chit"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/order"
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
func (o *oddsTable) combatRuse(b *battle.Battle, s adjudicator.Side, r oddsRuse) (field.Ruse, *misplaced) {
	if r.none() {
		return field.Ruse{}, nil
	}
	f := o.withEveryCounter(s).war().CombatRuses(b, s)
	for _, x := range f.Options() {
		if x.As == field.Plain && int(x.Number) == r.Number && !r.Discard && (x.Number != 8 || x.Zone == r.Zone) {
			return x, nil
		}
	}
	return field.Ruse{}, o.cannotPlay(f)
}

// siegeRuse returns what a side plays or gives away in a siege, or why it cannot.
func (o *oddsTable) siegeRuse(w *siege, s adjudicator.Side, r oddsRuse) (field.Ruse, *misplaced) {
	if r.none() {
		return field.Ruse{}, nil
	}
	f := o.withEveryCounter(s).siegeForm(w, s)
	for _, x := range f.Options() {
		if x.As == field.Plain && int(x.Number) == r.Number && (x.Discard > 0) == r.Discard {
			return x, nil
		}
	}
	return field.Ruse{}, o.cannotPlay(f)
}

// withEveryCounter returns a copy of the position in which a side holds all
// stratagems.
func (o *oddsTable) withEveryCounter(s adjudicator.Side) *game {
	g := *o.g
	for c := range g.Counters {
		g.Pool.Hand[s].Add(field.ChitNo(c))
	}
	g.Pool.Cup = 0
	return &g
}

// cannotPlay says that a side cannot play what it is to play, and what it could.
func (o *oddsTable) cannotPlay(f *chit.RuseForm) *misplaced {
	var ways []adjudicator.Phrase
	seen := map[field.Ruse]bool{}
	for _, x := range f.Options() {
		if x.As != field.Plain {
			continue // what S22 is good for changes no odds
		}
		words := adjudicator.Words{order.VerbOf[order.ActDiscard]}
		if x.Number > 0 {
			words = adjudicator.Words{adjudicator.Keyword("play"), o.g.StratagemTerm(x.Number)}
		}
		what := field.Ruse{Number: x.Number}
		if x.Number == 8 {
			what.Zone = x.Zone
			words = append(words, adjudicator.Keyword("from"), o.g.ZoneTerm(x.Zone))
		}
		if !seen[what] {
			seen[what] = true
			ways = append(ways, adjudicator.Say("hellespont.order", "Order", words))
		}
	}
	return &misplaced{code: "odds-ruse", args: []any{"Side", o.g.SideTerm(f.Side), "Ways", ways}}
}
