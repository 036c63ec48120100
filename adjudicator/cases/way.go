package cases

import (
	"fmt"
	"slices"
	"strings"

	"keryx/adjudicator"
)

// expectWay looks for what pieces of a side can do, "SIDE Name=value ORDER", among its offers: an order in canonical words,
// with From, To and Who, Whole, what has to be ordered before it (After), the zone of the risk (Risk), the question of its
// chances (Odds), and what the note beside it says. Blanks within a value are written "_".
func (t *Trial) expectWay(text string, want bool) error {
	q, rest, err := t.askedOf(text)
	if err != nil {
		return err
	}
	args, order := cutArgs(rest)
	var all []string
	for _, o := range adjudicator.OffersOf(q.Form).Moves {
		line := o.Lines[len(o.Lines)-1].Canonical()
		if all = append(all, line); line != order || !holdArgs(wayArgs(&o), args) {
			continue
		}
		if !want {
			return fmt.Errorf("it is offered")
		}
		return nil
	}
	if !want {
		return nil
	}
	if slices.Contains(all, order) {
		for _, o := range adjudicator.OffersOf(q.Form).Moves {
			if o.Lines[len(o.Lines)-1].Canonical() == order {
				err = fmt.Errorf("what is offered has %q", wayArgs(&o))
			}
		}
		return err
	}
	return fmt.Errorf("offered are %s", strings.Join(all, "; "))
}

// cutArgs splits a line into the "Name=value" that it begins with, and the rest.
func cutArgs(text string) (args []string, rest string) {
	for rest = text; ; {
		word, behind, _ := strings.Cut(rest, " ")
		if !strings.Contains(word, "=") {
			return args, rest
		}
		args, rest = append(args, word), behind
	}
}

// wayArgs are what can be said of an offer.
func wayArgs(o *adjudicator.Offer) []any {
	words := func(w adjudicator.Words) string { return strings.ReplaceAll(w.Canonical(), " ", "_") }
	after := ""
	if len(o.Lines) > 1 {
		after = words(o.Lines[0])
	}
	var risk []any
	if o.Risk.Key != "" {
		risk = []any{"Risk", o.Risk.Args[1]}
	} else {
		risk = []any{"Risk", "none"}
	}
	return slices.Concat([]any{"From", o.From, "To", o.To, "Who", words(o.Who), "Whole", YesNo(o.Whole), "After", after, "Odds", words(o.Odds)}, risk, o.Note.Args)
}
