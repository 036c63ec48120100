package order

import (
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
	"keryx/orders"
)

// PortVerbs are the orders of games in which units evade, besiege and enter ports, and in
// which a first stratagem is chosen.
var PortVerbs = []Verb{
	{"choose", readChoose},
	{"evade", readEvade},
	{"siege", readSiege},
	{"advance", readAdvance},
	{"discard", ReadFaces(ActDiscard)},
	{"repatriate", readRepatriate},
}

// CombatVerbs are the orders of combats, sieges and adjustments that every game has.
var CombatVerbs = []Verb{
	{"fight", readFight},
	{"stand", readAlone(ActStand)},
	{"reroll", readReroll},
	{"accept", readAlone(ActAccept)},
	{"lose", readSelection(ActLose)},
	{"remove", readSelection(ActRemove)},
	{"weaken", readSelection(ActWeaken)},
	{"retreat", readRetreat},
	{"keep", ReadFaces(ActKeep)},
	{"enter", readEnter},
	{"recover", readSelection(ActRecover)},
}

// Act is what an order of combats, sieges and adjustments does: its verb.
type Act uint8

// The acts, each called after its verb.
const (
	actFight Act = iota
	ActEvade
	ActStand
	ActReroll
	ActAccept
	ActLose
	ActRemove
	ActWeaken
	ActRetreat
	ActSiege
	ActAdvance
	ActKeep
	ActDiscard
	ActRepatriate
	ActEnter
	ActRecover
)

// VerbOf gives the canonical verb of each act.
var VerbOf = [...]adjudicator.Keyword{"fight", "evade", "stand", "reroll", "accept", "lose", "remove",
	"weaken", "retreat", "siege", "advance", "keep", "discard", "repatriate", "enter", "recover"}

// The verbs that answer each question.
var (
	VerbsFight     = append([]string{"fight"}, asideVerbs...)
	VerbsEvade     = []string{"evade", "stand"}
	VerbsReroll    = []string{"reroll", "accept"}
	VerbsLose      = []string{"lose"}
	VerbsWeaken    = []string{"weaken"}
	VerbsRetreat   = []string{"retreat"}
	VerbsSiege     = append([]string{"siege"}, asideVerbs...)
	VerbsSiegeRuse = []string{"play", "discard", "pass"}
	VerbsAdvance   = []string{"advance"}
	VerbsKeep      = append([]string{"keep"}, asideVerbs...)
	VerbsRedeploy  = append([]string{"repatriate", "enter", "end"}, asideVerbs...)
	VerbsRecover   = []string{"recover"}
)

// Single is an order that names one thing at most, and the answer that it gives:
// where to evade to, which port to besiege, whether to roll again.
type Single struct {
	Act  Act
	Zone board.Zone // NoZone for "none"
}

// FightOrder names combats in the order in which they are to be resolved (4.2).
type FightOrder struct {
	Zones   []Place
	Surplus bool // as of [EndOrder]
}

// Selection is an order that names units and leaders: those to lose, weaken,
// remove or recover, and those to move somewhere.
type Selection struct {
	Act   Act
	Parts []part
	None  bool  // "advance none"
	To    Place // of a retreat, an advance, a repatriation, an entry
	Via   []Place
}

// part is some of the units of a selection, and where they are if that was said.
type part struct {
	Force Force
	at    Place
}

// FacesOrder names a stratagem counter in hand by one or both of its faces: the one
// to keep (D.1), or one to discard in a siege (5.1). Of two counters that differ in
// their colours alone, a side's name tells which is meant.
type FacesOrder struct {
	Act    Act
	None   bool // "keep none"
	Faces  []field.StratagemNo
	Colour adjudicator.Side // Observer if none is named
	Span   orders.Span
}

func readFight(r *Reader) adjudicator.Order {
	o := FightOrder{Zones: []Place{r.Zone()}}
	for {
		for r.TakeComma() || r.Take("and") || r.Take("then") {
		}
		if !r.AtNameOf(field.ZoneKind) {
			break
		}
		o.Zones = append(o.Zones, r.Zone())
	}
	r.Take("first")
	o.Surplus = r.Take("surplus")
	return o
}

// readAlone reads a verb that nothing follows.
func readAlone(a Act) func(*Reader) adjudicator.Order {
	return func(*Reader) adjudicator.Order { return Single{a, board.NoZone} }
}

// readReroll reads "reroll", or "reroll at M8" where several throws could be meant.
func readReroll(r *Reader) adjudicator.Order {
	o := Single{ActReroll, board.NoZone}
	if r.Take("at") {
		o.Zone = r.Zone().Zone
	}
	return o
}

// EvadeOrder tells where to evade to, the best first, and whether to stand if nothing
// of it is open: "evade to T12, else port, else stand".
type EvadeOrder struct {
	To    []board.Set
	Stand bool
}

func readEvade(r *Reader) adjudicator.Order {
	r.Take("to")
	zone := r.haven()
	if zone.Len() == 1 && r.Done() {
		return Single{ActEvade, zone.First()}
	}
	return r.otherHavens(EvadeOrder{To: []board.Set{zone}})
}

// otherHavens reads what follows the first place to evade to.
func (r *Reader) otherHavens(o EvadeOrder) adjudicator.Order {
	for len(r.Faults) == 0 && !r.Done() && !o.Stand {
		r.TakeComma()
		r.Take("else")
		if o.Stand = r.Take("stand-fast"); o.Stand {
			break
		}
		if r.Take("evade-at") {
			r.Take("to")
		}
		o.To = append(o.To, r.haven())
	}
	return o
}

// SiegeAll besieges one port after the other, as long as any can be besieged.
type SiegeAll struct{}

// Lasting implements [adjudicator.Lasting].
func (SiegeAll) Lasting() {}

// Closes implements [adjudicator.Closing]: after "siege none" no port is asked for.
func (o Single) Closes() ([]string, bool) {
	if o.Act == ActSiege && o.Zone == board.NoZone {
		return []string{"siege"}, false
	}
	return nil, false
}

// Closes implements [adjudicator.Closing]: "repatriate none" and "enter none" end D.2.
func (o Selection) Closes() ([]string, bool) {
	if o.None && (o.Act == ActRepatriate || o.Act == ActEnter) {
		return []string{"repatriate", "enter", "end"}, false
	}
	return nil, false
}

// Closes implements [adjudicator.Closing]: one counter is kept, once in a turn (D.1).
func (o FacesOrder) Closes() ([]string, bool) {
	if o.Act == ActKeep {
		return []string{"keep"}, true
	}
	return nil, false
}

func readSiege(r *Reader) adjudicator.Order {
	if r.Take("none") {
		return Single{ActSiege, board.NoZone}
	}
	if r.Take("all") {
		return SiegeAll{}
	}
	return Single{ActSiege, r.Zone().Zone}
}

// readSelection reads "T10w at M3, H4 at T5", or "none".
func readSelection(a Act) func(r *Reader) adjudicator.Order {
	return func(r *Reader) adjudicator.Order {
		o := Selection{Act: a, To: Nowhere}
		if r.Take("none") {
			o.None = true
			return o
		}
		o.Parts = r.parts("at")
		return o
	}
}

// parts reads units, each group with its zone if the word for it follows.
func (r *Reader) parts(word string) []part {
	var parts []part
	for {
		p := part{Force: r.Force(), at: Nowhere}
		if r.Take(word) {
			p.at = r.Zone()
		}
		parts = append(parts, p)
		for r.TakeComma() || r.Take("and") {
		}
		if len(r.Faults) > 0 || !r.atForce() {
			return parts
		}
	}
}

// atForce reports whether units or leaders are named next.
func (r *Reader) atForce() bool {
	if t, ok := r.Peek(); ok && t.Kind == orders.Quantity {
		return true
	}
	return r.AtNameOf(UnitKind, field.LeaderKind)
}

func readRetreat(r *Reader) adjudicator.Order {
	o := Selection{Act: ActRetreat}
	if r.At("to") {
		o.Parts = []part{{Force: Force{All: true}, at: Nowhere}}
	} else {
		o.Parts = []part{{Force: r.Force(), at: Nowhere}}
	}
	r.Require("to")
	o.To = r.Zone()
	if r.Take("by") {
		for len(r.Faults) == 0 {
			o.Via = append(o.Via, r.Zone())
			r.TakeComma()
			if !r.AtNameOf(field.ZoneKind) {
				break
			}
		}
	}
	return o
}

func readAdvance(r *Reader) adjudicator.Order {
	o := Selection{Act: ActAdvance, To: Nowhere}
	if r.Take("none") {
		o.None = true
		return o
	}
	o.Parts = r.parts("from")
	if r.Take("to") {
		o.To = r.Zone()
	}
	return o
}

// ReadFaces makes a reader of orders that name counters by a stratagem on them: to keep, to give away.
func ReadFaces(a Act) func(r *Reader) adjudicator.Order {
	return func(r *Reader) adjudicator.Order {
		o := FacesOrder{Act: a, Span: r.Span(), Colour: adjudicator.Observer}
		if o.None = a == ActKeep && r.Take("none"); o.None {
			return o
		}
		for {
			n, span := r.Stratagem()
			o.Faces, o.Span = append(o.Faces, n), o.Span.Join(span)
			if e, d := r.TakeName(r.Lex, field.SideKind); d == nil {
				o.Colour = adjudicator.Side(slices.Index(r.P.Board.Sides(), e.ID))
			}
			if r.Done() || len(r.Faults) > 0 {
				return o
			}
		}
	}
}

func readRepatriate(r *Reader) adjudicator.Order {
	o := Selection{Act: ActRepatriate, To: Nowhere}
	if r.Take("none") {
		o.None = true
		return o
	}
	o.Parts = r.parts("from")
	r.Require("to")
	o.To = r.Zone()
	return o
}

// readEnter reads "T12 T4 P2", or "T4 P2 to T12".
func readEnter(r *Reader) adjudicator.Order {
	o := Selection{Act: ActEnter, To: Nowhere}
	if r.Take("none") {
		o.None = true
		return o
	}
	if !r.atForce() {
		o.To = r.Zone()
		o.Parts = r.parts("from")
		return o
	}
	o.Parts = r.parts("from")
	r.Require("to")
	o.To = r.Zone()
	return o
}
