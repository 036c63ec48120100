package march

import "keryx/adjudicator"

// Offers implements [adjudicator.Offerer]: where each unit that there is no room for can go.
func (f *CrowdForm) Offers() adjudicator.Offers {
	var all []adjudicator.Choice
	f.Each(func(a Displacement) bool {
		all = append(all, adjudicator.Choice{Words: a.Words()})
		return true
	})
	offers := adjudicator.OfferChoices(all)
	for i := range offers.Moves {
		offers.Moves[i].From = f.g.ZoneTerm(f.from)
	}
	return offers
}
