package rulings

import (
	"math/rand/v2"
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/written"
	"keryx/orders"
)

// The faults of a correction that say what is wrong with the position that it would make, not
// with a line.
var ofPosition = []string{adjudicator.CodeAmendedUnsound, adjudicator.CodeAmendedNever, adjudicator.CodeAmendedNotNow, adjudicator.CodeAmendedEnded, adjudicator.CodeUnknownRuling, "marker-not-now"}

// exampleTries is how often a correction is sought that could be made in a game.
const exampleTries = 16

// exemplify adds to the faults of a correction how each line is written, with one of its kind
// that could be made in the game as it stands: its names exist.
func exemplify(r written.Ruling, p *play.Position, faults []*orders.Diagnostic) []*orders.Diagnostic {
	amending, ok := p.Rules.(adjudicator.Amending)
	if !ok || p.Session == nil {
		return faults
	}
	rulings := amending.Rulings()
	for _, f := range faults {
		i := slices.IndexFunc(r.Acts, func(act written.Request) bool { return act.Line == f.Span.Line })
		if i < 0 || slices.Contains(ofPosition, f.Code) {
			continue
		}
		verb, unknown := rulings.Verbs.LookupString(r.Acts[i].Words[0].Text, orders.VerbKind)
		kind := rulings.Kind(verb.ID)
		if unknown != nil || kind == nil {
			continue
		}
		f.Args = append(f.Args, "Usage", kind.Usage)
		rnd := rand.New(rand.NewPCG(uint64(p.Last.Seq), uint64(f.Span.Line)))
		for range exampleTries {
			if c := kind.Sample(p.Session.Game(), rnd); c != nil {
				f.Args = append(f.Args, "Example", c.Words())
				break
			}
		}
	}
	return faults
}

// correctionsOf are the words that corrections of the position begin with in a game.
func correctionsOf(p *play.Position) []adjudicator.Keyword {
	amending, ok := p.Rules.(adjudicator.Amending)
	if !ok {
		return nil
	}
	var verbs []string
	for _, kind := range amending.Rulings().Kinds {
		verbs = append(verbs, kind.Verb)
	}
	return adjudicator.Keywords(verbs)
}

// rulingExamples are what a referee who has written something else is shown, in his language.
func rulingExamples() (all []adjudicator.Phrase) {
	for _, act := range written.Acts {
		all = append(all, adjudicator.Say("ruling.word."+act.Name))
	}
	return all
}
