package data

import "keryx/adjudicator"

// The kinds of marks that maps show of a province, beside [adjudicator.Held]: each is a Term
// of kind "mark", and most are signs that come with the geometry of the map.
const (
	CityMark      = "city"      // a city, with its value, in the colour of who controls it
	PortMark      = "port"      // the same of a port
	TakenCityMark = "taken"     // a city that its owner has lost
	TakenPortMark = "takenport" // a port that its owner has lost
	TownMark      = "town"
	SiegeMark     = "siege" // of the side that besieges
	BlockadeMark  = "blockade"
	PillagedMark  = "pillaged"
	StrifeMark    = "strife" // civil war
	GarrisonMark  = "garrison"
)

// Mark is the city or town of a province as maps show it, for who controls it: a square for
// a city, a hexagon for a port, a circle for a town (rule 1.3). It reports whether there is
// one.
func (p *Province) Mark(holder Side) (m adjudicator.ZoneMark, ok bool) {
	kind, taken := CityMark, TakenCityMark
	switch {
	case p.Town:
		return adjudicator.ZoneMark{Kind: TownMark, Side: Nobody, Sign: TownMark}, true
	case !p.City():
		return m, false
	case p.Port():
		kind, taken = PortMark, TakenPortMark
	}
	if holder != Nobody && To(holder) != p.Loyalty && p.Loyalty != Neutral {
		kind = taken
	}
	return adjudicator.ZoneMark{Kind: kind, Side: holder, Sign: kind, Strength: p.Value}, true
}
