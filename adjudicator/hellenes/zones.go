package hellenes

import (
	"sync"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/hellenes/data"
)

// zoneIDs are the identifiers of the zones, in the order of the map. Maps of other data files have the same, so that
// an order can name a zone without knowing its game.
var zoneIDs = sync.OnceValue(func() []string {
	m := data.Default().Map
	ids := make([]string, m.Len())
	for z := range ids {
		ids[z] = m.Name(board.Zone(z))
	}
	return ids
})

func zoneTerm(z board.Zone) adjudicator.Term {
	if int(z) >= len(zoneIDs()) {
		return adjudicator.Term{Kind: data.ZoneKind, ID: "nowhere"}
	}
	return adjudicator.Term{Kind: data.ZoneKind, ID: zoneIDs()[z]}
}
