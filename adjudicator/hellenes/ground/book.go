package ground

import (
	"fmt"
	"sync"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/draw"
	"keryx/adjudicator/fog"
	"keryx/adjudicator/hellenes/data"
	"keryx/orders"
)

// Sides are the identifiers of the two seats.
var Sides = data.SideIDs[:]

// Book is the ruleset: Hellenes with one set of data files, and what is looked up in them often.
type Book struct {
	Data  *data.Game
	Board *board.Map
	Lex   *orders.Lexicon
	Words *adjudicator.Vocabulary

	High, Strait uint32 // tags of borders
	seas         board.Set
	Theatres     [4]board.Set
	Sicily       board.Set
	Persia       board.Set
	Corcyra      board.Set
	Helots       []board.Zone
	Grain        []board.Zone
	NoCity       data.Province // of a sea

	Fleets, Cavalry, Greek [2]fog.Set

	Athens, Sparta, Gela, Syracuse, Thebes board.Zone
	Pericles                               int // his card

	Old int // the version in which games go on that were begun under it; 0 in the newest one
}

// Since reports whether the rules are those of a version or of a later one. Up to version 1 blocks that no fleet carries may
// sail to an adjacent province (5.21), a winter asks for its end when nothing is left to do (9.2), and a position is stored
// field by field, as ledgers have it that are played again. Up to version 2 the last card of a year is asked for, though
// there is no other (3.3); nobody goes a way over more high sea than another one that is too long for him (5.22); and orders of a
// file do not wait behind what is asked in the midst of an action or a battle.
func (r *Book) Since(version int) bool { return r.Old == 0 || r.Old >= version }

// Places are the zones in which the owner may set up the blocks of a line: those of a nation that he
// holds, but for fleets on the coast.
func (r *Book) Places(g *Position, u *data.Placement) (open board.Set) {
	for z := range u.Zones(r.Data).All() {
		if g.Loyal(z) == u.Side && g.Towns[z].Holder == u.Side {
			open.Add(z)
		}
	}
	return open
}

// Campaign is the one that is played.
func (g *Position) Campaign() *data.Scenario { return g.Rules.Data.Scenario(g.Scenario) }

// Card is a card by its number.
func (r *Book) Card(number int) *data.Card { return &r.Data.Cards[number-1] }

// EventName is the event of a card.
func (r *Book) EventName(card int) adjudicator.Term {
	return adjudicator.Term{Kind: data.EventKind, ID: r.Card(card).Event.String()}
}

// Leader is the leader of a card.
func (r *Book) Leader(card int) *data.Leader { return &r.Data.Leaders[r.Card(card).Leader] }

// City is what stands in a zone.
func (r *Book) City(z board.Zone) *data.Province {
	if p := r.Data.Province(z); p != nil {
		return p
	}
	return &r.NoCity
}

// loyalTo is the side that a city is loyal to; nobody's if there is none.
func loyalTo(c *data.Province) adjudicator.Side {
	if c.Loyalty == data.ToAthens || c.Loyalty == data.ToSparta {
		return adjudicator.Side(c.Loyalty)
	}
	return Nobody
}

func (r *Book) Sea(z board.Zone) bool { return z < Zones && r.seas.Has(z) }

// Coastal reports whether fleets can be in a zone.
func (r *Book) Coastal(z board.Zone) bool {
	return r.Sea(z) || z < Zones && !r.City(z).Coasts.Empty()
}

// ShareSea reports whether two provinces touch the same sea, so that a fleet can go from one to the other along
// the coast (5.1).
func (r *Book) ShareSea(a, b board.Zone) bool { return r.City(a).Coasts.Meets(r.City(b).Coasts) }

// Greece reports whether a zone is in Greece, and not in Sicily, Italy or Persia (1.0).
func (r *Book) Greece(z board.Zone) bool { return r.Theatres[data.Greece].Has(z) }

// LeavesSicily reports whether a way leads out of Sicily, where its own blocks stay (15.2, 15.4).
func (r *Book) LeavesSicily(from, to board.Zone) bool {
	return r.Sicily.Has(from) && !r.Sicily.Has(to)
}

// Abroad reports whether a zone is in Sicily or Italy.
func (r *Book) Abroad(z board.Zone) bool {
	return r.Theatres[data.Sicily].Has(z) || r.Theatres[data.Italy].Has(z)
}

// All are the blocks of a side.
func (r *Book) All(adjudicator.Side) fog.Set { return draw.All(Blocks) }

// Greeks are the blocks of a side that are no barbarians.
func (r *Book) Greeks(side adjudicator.Side) fog.Set {
	return r.Greek[side]
}

// Read returns what the rules look up in some data files. It returns an error if these lack what the rules name.
func Read(d *data.Game, words *adjudicator.Vocabulary) (*Book, error) {
	r := &Book{Data: d, Board: d.Map, Lex: d.Lexicon, Words: words}
	if d.Map.Len() != Zones {
		return nil, fmt.Errorf("the map of Hellenes has %d zones, and not %d", Zones, d.Map.Len())
	}
	for z, id := range ZoneIDs() {
		if d.Map.Name(board.Zone(z)) != id {
			return nil, fmt.Errorf("the map of Hellenes has %s in the place of %s", d.Map.Name(board.Zone(z)), id)
		}
	}
	r.seas = d.Map.OfKind(board.Sea)
	r.High, r.Strait = d.Map.EdgeTag("high"), d.Map.EdgeTag("strait")
	for t := range r.Theatres {
		r.Theatres[t] = d.Map.Tagged(data.Theatre(t).String())
	}
	r.Sicily, r.Persia = r.Theatres[data.Sicily], r.Theatres[data.Persia]
	r.Corcyra = d.Nations[d.Nation("Corcyra")].Cities
	r.Helots = []board.Zone{d.Map.MustZone("Sparta"), d.Map.MustZone("Messenia"), d.Map.MustZone("Pylos")}
	for i := range d.Seas {
		if d.Seas[i].Grain {
			r.Grain = append(r.Grain, d.Seas[i].Zone)
		}
	}
	r.NoCity = data.Province{Nation: data.None, Region: data.None, Loyalty: data.NoCity, Harbour: board.NoZone}
	for side := range adjudicator.Side(2) {
		r.Fleets[side] = d.Fleets(side)
		r.Greek[side] = d.Which(side, func(b *data.Block) bool { return !b.Barbarian })
		r.Cavalry[side] = d.Which(side, func(b *data.Block) bool { return b.Arm == data.Cavalry })
	}
	r.Athens, r.Sparta, r.Gela = d.Map.MustZone("Athens"), d.Map.MustZone("Sparta"), d.Map.MustZone("Gela")
	r.Syracuse, r.Thebes = d.Map.MustZone("Syracuse"), d.Map.MustZone("Thebes")
	r.Pericles = d.Leaders[d.Leader("Pericles")].Card + 1
	return r, nil
}

// ZoneIDs are the identifiers of the zones, in the order of the map. Maps of other data files have the same, so that
// an order can name a zone without knowing its game.
var ZoneIDs = sync.OnceValue(func() []string {
	m := data.Default().Map
	ids := make([]string, m.Len())
	for z := range ids {
		ids[z] = m.Name(board.Zone(z))
	}
	return ids
})

func ZoneTerm(z board.Zone) adjudicator.Term {
	if int(z) >= len(ZoneIDs()) {
		return adjudicator.Term{Kind: data.ZoneKind, ID: "nowhere"}
	}
	return adjudicator.Term{Kind: data.ZoneKind, ID: ZoneIDs()[z]}
}
