package odds

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey/battle"
	"keryx/adjudicator/bey/chit"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/order"
	"keryx/adjudicator/board"
)

// Ruse is what a side plays in the throw that is asked about: a stratagem (7) by
// its number, for a combined attack with the zone that the help comes from, or a counter
// that is given away (5.1). A stratagem that is aimed at a unit can name it. The zero ruse
// is none.
type Ruse struct {
	Number  int
	Zone    board.Zone
	Unit    order.Force // empty, or one unit
	Discard bool
}

// None reports whether nothing is played.
func (r Ruse) None() bool { return r.Number == 0 && !r.Discard }

// means reports whether a ruse is what is asked about, wherever it is aimed.
func (r Ruse) means(x field.Ruse) bool {
	return x.As == field.Plain && int(x.Number) == r.Number && (x.Discard > 0) == r.Discard
}

// aims reports whether a ruse is aimed at the unit that is named, if there is one.
func (r Ruse) aims(g *field.Field, x field.Ruse) bool {
	if r.Unit.Empty() {
		return true
	}
	if x.Unit == field.NoUnit || r.Unit.All || len(r.Unit.Leaders) > 0 || len(r.Unit.Items) != 1 {
		return false
	}
	it := r.Unit.Items[0]
	return it.Count == 1 && g.Pieces[x.Unit].Label == it.Label && g.Weak.Has(x.Unit) == it.Weak && (r.Zone == board.NoZone || x.Zone == r.Zone)
}

// combatRuse returns what a side plays in a combat, or why it cannot. Of several units that
// it could be aimed at it is the strongest.
func (o Odds) combatRuse(b *battle.Battle, s adjudicator.Side, r Ruse) (field.Ruse, *Misplaced) {
	if r.None() {
		return field.Ruse{}, nil
	}
	f := o.WithEveryCounter(s).CombatRuses(b, s)
	var best field.Ruse
	for _, x := range f.Options() {
		if !r.means(x) || x.Number == o.Roles.Support && x.Zone != r.Zone || !r.aims(o.Field, x) {
			continue
		}
		if best == (field.Ruse{}) || best.Unit != field.NoUnit && x.Unit != field.NoUnit && o.Strength(x.Unit) > o.Strength(best.Unit) {
			best = x
		}
	}
	if best != (field.Ruse{}) {
		return best, nil
	}
	return field.Ruse{}, o.CannotPlay(f)
}

// Choose returns the option of a form that a ruse means, or why there is none.
func (o Odds) Choose(f *chit.RuseForm, r Ruse) (field.Ruse, *Misplaced) {
	for _, x := range f.Options() {
		if r.means(x) {
			return x, nil
		}
	}
	return field.Ruse{}, o.CannotPlay(f)
}

// WithEveryCounter returns a copy of the position in which a side holds all
// stratagems.
func (o Odds) WithEveryCounter(s adjudicator.Side) Odds {
	g := o.Copied()
	for c := range g.Counters {
		g.Pool.Hand[s].Add(field.ChitNo(c))
	}
	g.Pool.Cup = 0
	return g
}

// cannotPlay is the diagnostic that a side cannot play what it is to play.
const cannotPlay = "odds-ruse"

// CannotPlay says that a side cannot play what it is to play, and what it could.
func (o Odds) CannotPlay(f *chit.RuseForm) *Misplaced {
	var ways []adjudicator.Phrase
	seen := map[field.Ruse]bool{}
	for _, x := range f.Options() {
		if x.As != field.Plain {
			continue // what omens are good for changes no odds
		}
		words := adjudicator.Words{order.ActDiscard.Word()}
		if x.Number > 0 {
			words = adjudicator.Words{adjudicator.Keyword("play"), o.StratagemTerm(x.Number)}
		}
		what := field.Ruse{Number: x.Number}
		if x.Number == o.Roles.Support {
			what.Zone = x.Zone
			words = append(words, adjudicator.Keyword("from"), o.ZoneTerm(x.Zone))
		}
		if !seen[what] {
			seen[what] = true
			ways = append(ways, adjudicator.Say("bey.order", "Order", words))
		}
	}
	return &Misplaced{Code: cannotPlay, Args: []any{"Side", o.SideTerm(f.Side), "Ways", ways}}
}
