package player

import (
	"keryx/adjudicator"
	"keryx/adjudicator/fog"
	"keryx/adjudicator/perse/field"
	"keryx/adjudicator/perse/order"
)

// entrusted is who leads the army of a side in a scenario: the better general, whoever commands.
var entrusted = map[string][2]string{"14.1": {"Strategos2", ""}, "14.3": {"", "Mardonios"}}

// entrust gives the army to one leader of those who stand together; a king stays behind with a counter.
func (g mind) entrust(side adjudicator.Side) []order.Act {
	if id := seconds[g.Roster.ID][side]; id != "" {
		return append(g.second(side, id, 3), g.second(side, thirds[g.Roster.ID], 1)...)
	}
	id := entrusted[g.Roster.ID][side]
	p, ok := g.Own(side, id)
	if !ok || g.At(side, p) == field.Nowhere || g.Aboard[side][g.Veil[side].Goes[p]] != 0 {
		return nil
	}
	var lower []order.Act
	with := g.Comrades(side, p)
	for _, helper := range helpers[g.Roster.ID][side] {
		lower = append(lower, g.second(side, helper, 2)...)
		if q, known := g.Own(side, helper); known && len(g.Load(side, q)) > 0 {
			with &^= 1 << g.Veil[side].Goes[q]
		}
	}
	if len(lower) > 0 {
		return lower
	}
	lots := g.Cheapest(g.Borne(side, with))
	if side == field.Persians && len(lots) > 1 {
		lots = lots[1:]
	}
	army := g.Sum(lots)
	if army == g.Sum(g.Load(side, p)) {
		return nil
	}
	return []order.Act{{Verb: "reorganise", Piece: id, Units: g.Rules.Write(army)}}
}

// seconds are who lead a second force of a side in a scenario: it tries once more where the first has failed (6.1).
var seconds = map[string][2]string{"14.2": {"", "Artapherne"}}

// thirds are who goes with the army to try once more.
var thirds = map[string]string{"14.2": "Anabase"}

// helpers are who goes along with the army of a side in a scenario with a few counters, to try once more against who is weak.
var helpers = map[string][2][]string{"14.1": {nil, {"Artabaze", "Anabase"}}, "14.3": {nil, {"Artabaze", "Anabase"}}}

// second gives a leader some counters of those with whom he stands, if he has none.
func (g mind) second(side adjudicator.Side, id string, n int) []order.Act {
	p, ok := g.Own(side, id)
	if !ok || g.At(side, p) == field.Nowhere || len(g.Load(side, p)) > 0 {
		return nil
	}
	lots := g.Cheapest(g.Borne(side, g.Comrades(side, p)))
	if len(lots) < 6 {
		return nil
	}
	middle := len(lots)/2 - 1 // neither the weakest nor the strongest
	return []order.Act{{Verb: "reorganise", Piece: id, Units: g.Rules.Write(g.Sum(lots[middle : middle+n]))}}
}

// again tries with each of those who go along, against whom he is not the weaker: where the first has failed (6.1).
func (g mind) again(side adjudicator.Side, head fog.Piece, names fog.Set) (all []order.Act) {
	for pieces := g.Veil[side].Pieces(g.Now.Names); pieces != 0; {
		q := pieces.Pop()
		might := g.worth(g.Load(side, q))
		if q == head || might == 0 {
			continue
		}
		for _, foe := range g.weakest(side, names) {
			if might >= g.Feared(side, foe) {
				all = append(all, order.Act{Verb: "intercept", Target: g.Roster.Marker(side.Other(), foe), With: g.Roster.Pieces[side][q].ID})
			}
		}
	}
	return all
}
