package field

import (
	"keryx/adjudicator"
)

// LeadersInPlay returns a side's leaders on the map and in its bases.
func (g *Field) LeadersInPlay(s adjudicator.Side) LeaderSet {
	var in LeaderSet
	for set := g.Captains[s]; set != 0; {
		if l := set.Pop(); g.LeaderFate[l] == InPlay {
			in.Add(l)
		}
	}
	return in
}

// StratagemTerm names a stratagem.
func (g *Field) StratagemTerm(n StratagemNo) adjudicator.Term {
	return adjudicator.Term{Kind: "stratagem", ID: g.Stratagem(n).ID}
}

// HandTerms names the texts that a side can play from its hand.
func (g *Field) HandTerms(s adjudicator.Side) adjudicator.Terms {
	var terms adjudicator.Terms
	for i := range g.Stratagems {
		if n := g.Stratagems[i].Number; g.Holding(s, n) != NoChit {
			terms = append(terms, g.StratagemTerm(n))
		}
	}
	return terms
}
