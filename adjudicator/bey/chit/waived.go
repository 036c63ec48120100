package chit

import (
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
)

// Waived implements [adjudicator.Waiver]: the texts that the side could have played.
func (f *PlayForm) Waived(a adjudicator.Answer) adjudicator.Terms {
	if _, passes := a.(Passing); !passes {
		return nil
	}
	return textsIn(f.G.PlayChoices(f.Side, f.Moment))
}

// Waived implements [adjudicator.Waiver]: the texts that the side could have played.
func (f *RuseForm) Waived(a adjudicator.Answer) adjudicator.Terms {
	if x, ok := a.(RuseAnswer); !ok || x.Ruse != (field.Ruse{}) {
		return nil
	}
	return textsIn(f.Choices())
}

// textsIn are the texts that are played by some choices, each once.
func textsIn(choices []adjudicator.Choice) (all adjudicator.Terms) {
	for _, c := range choices {
		if len(c.Words) < 2 || c.Words[0] != adjudicator.Keyword("play") {
			continue
		}
		if text, ok := c.Words[1].(adjudicator.Term); ok && !slices.Contains(all, text) {
			all = append(all, text)
		}
	}
	return all
}

var (
	_ adjudicator.Waiver = (*PlayForm)(nil)
	_ adjudicator.Waiver = (*RuseForm)(nil)
)
