package hellespont

import (
	"fmt"
	"strings"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/hellespont/data"
	"keryx/orders"
)

// OddsRuse is what a side plays in the throw that is asked about: a stratagem (7) by
// its number, for S8 with the zone that the help comes from, or in a siege a counter
// that is given away (5.1). The zero ruse is none.
type OddsRuse struct {
	Number  int
	Zone    board.Zone
	Discard bool
}

// none reports whether nothing is played.
func (r OddsRuse) none() bool { return r.Number == 0 && !r.Discard }

// combatRuse returns what a side plays in a combat, or why it cannot.
func (o *OddsTable) combatRuse(b *battle, s adjudicator.Side, r OddsRuse) (ruse, *misplaced) {
	if r.none() {
		return ruse{}, nil
	}
	f := o.withEveryCounter(s).combatRuses(b, s)
	for _, x := range f.options {
		if x.as == plain && int(x.number) == r.Number && !r.Discard && (x.number != 8 || x.zone == r.Zone) {
			return x, nil
		}
	}
	return ruse{}, o.cannotPlay(f, r)
}

// siegeRuse returns what a side plays or gives away in a siege, or why it cannot.
func (o *OddsTable) siegeRuse(w *siege, s adjudicator.Side, r OddsRuse) (ruse, *misplaced) {
	if r.none() {
		return ruse{}, nil
	}
	f := o.withEveryCounter(s).siegeForm(w, s)
	for _, x := range f.options {
		if x.as == plain && int(x.number) == r.Number && (x.discard > 0) == r.Discard {
			return x, nil
		}
	}
	return ruse{}, o.cannotPlay(f, r)
}

// withEveryCounter returns a copy of the position in which a side holds all
// stratagems.
func (o *OddsTable) withEveryCounter(s adjudicator.Side) *game {
	g := *o.g
	for c := range g.Counters {
		g.hand[s].add(chit(c))
	}
	g.cup = 0
	return &g
}

// cannotPlay says that a side cannot play something, and what it could.
func (o *OddsTable) cannotPlay(f *ruseForm, r OddsRuse) *misplaced {
	var ways []adjudicator.Phrase
	var names []string
	seen := map[string]bool{}
	for _, x := range f.options {
		if x.as != plain {
			continue // what S22 is good for changes no odds
		}
		name, words := "discard", adjudicator.Words{verbOf[actDiscard]}
		if x.number > 0 {
			term := o.g.stratagemTerm(x.number)
			name, words = term.ID, adjudicator.Words{adjudicator.Keyword("play"), term}
		}
		if x.number == 8 {
			name += " " + o.g.board.Name(x.zone)
			words = append(words, adjudicator.Keyword("from"), o.g.zoneTerm(x.zone))
		}
		if !seen[name] {
			seen[name] = true
			names, ways = append(names, name), append(ways, adjudicator.Say("hellespont.order", "Order", words))
		}
	}
	what, could := "a discard", "nothing"
	if !r.Discard {
		what = fmt.Sprintf("S%d", r.Number)
	}
	if len(names) > 0 {
		could = strings.Join(names, ", ")
	}
	return &misplaced{code: "odds-ruse", args: []any{"Side", sideTerm(f.side), "Ways", ways},
		err: fmt.Errorf("%w: %s cannot play %s there; it could play %s", ErrOdds, sideIDs[f.side], what, could)}
}

// Stratagem returns what a stratagem is, by a word like "S8", and by the zone that the
// help comes from, "" but for S8; "discard" gives a counter away. The error says how
// it is written.
func (o *OddsTable) Stratagem(name, from string) (OddsRuse, error) {
	r := OddsRuse{Zone: board.NoZone}
	if orders.Fold(name) == "discard" {
		r.Discard = true
		return r, nil
	}
	e, d := o.g.Lexicon.LookupString(name, data.StratagemKind)
	if d != nil {
		return r, fmt.Errorf("%w: %q is no stratagem; write S1 to S20, S22 or S23, \"S8 M4\" for help from M4, or \"discard\" in a siege", ErrOdds, name)
	}
	for i := range o.g.Stratagems {
		if o.g.Stratagems[i].ID == e.ID {
			r.Number = int(o.g.Stratagems[i].Number)
		}
	}
	if r.Number == 8 && from == "" {
		return r, fmt.Errorf("%w: S8 needs the zone that the help comes from: \"S8 M4\"", ErrOdds)
	}
	if from == "" {
		return r, nil
	}
	var err error
	r.Zone, err = o.Zone(from)
	return r, err
}
