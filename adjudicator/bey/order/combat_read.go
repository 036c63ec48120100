package order

import (
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
	"keryx/orders"
)

// CombatVerbs are the orders of combats and adjustments that every game has.
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
	{"recover", readSelection(ActRecover)},
}

// Act is what an order of combats and adjustments does: its canonical verb.
type Act string

// The acts that every game has.
const (
	ActStand   Act = "stand"
	ActReroll  Act = "reroll"
	ActAccept  Act = "accept"
	ActLose    Act = "lose"
	ActRemove  Act = "remove"
	ActWeaken  Act = "weaken"
	ActRetreat Act = "retreat"
	ActKeep    Act = "keep"
	ActDiscard Act = "discard"
	ActEnter   Act = "enter"
	ActRecover Act = "recover"
)

// Word is its verb in the words of an answer.
func (a Act) Word() adjudicator.Keyword { return adjudicator.Keyword(a) }

// The verbs that answer each question.
var (
	VerbsFight   = append([]string{"fight"}, AsideVerbs...)
	VerbsReroll  = []string{"reroll", "accept"}
	VerbsLose    = []string{"lose"}
	VerbsWeaken  = []string{"weaken"}
	VerbsRetreat = []string{"retreat"}
	VerbsKeep    = append([]string{"keep"}, AsideVerbs...)
	VerbsRecover = []string{"recover"}
)

// Single is an order that names one thing at most, and the answer that it gives: whether to
// roll again, and where.
type Single struct {
	Act  Act
	Zone board.Zone // NoZone for "none"
}

// FightOrder names combats in the order in which they are to be resolved (4.2).
type FightOrder struct {
	Zones []Place
	Consent
}

// Selection is an order that names units and leaders: those to lose, weaken,
// remove or recover, and those to move somewhere.
type Selection struct {
	Act   Act
	Parts []Part
	None  bool  // "enter none"
	To    Place // of a retreat, an entry
	Via   []Place
}

// Part is some of the units of a selection, and where they are if that was said.
type Part struct {
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
	r.consent(&o.Consent, "surplus", "sacrifice")
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

// Closes implements [adjudicator.Closing]: one counter is kept, once in a turn (D.1).
func (o FacesOrder) Closes() ([]string, bool) {
	if o.Act == ActKeep {
		return []string{"keep"}, true
	}
	return nil, false
}

// readSelection reads "T10w at M3, H4 at T5", or "none".
func readSelection(a Act) func(r *Reader) adjudicator.Order {
	return func(r *Reader) adjudicator.Order {
		o := Selection{Act: a, To: Nowhere}
		if r.Take("none") {
			o.None = true
			return o
		}
		o.Parts = r.Parts("at")
		return o
	}
}

// Parts reads units, each group with its zone if the word for it follows.
func (r *Reader) Parts(word string) []Part {
	var parts []Part
	for {
		p := Part{Force: r.Force(), at: Nowhere}
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
		o.Parts = []Part{{Force: Force{All: true}, at: Nowhere}}
	} else {
		o.Parts = []Part{{Force: r.Force(), at: Nowhere}}
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

// ReadEnter reads where units enter, "T12 T4 P2" or "T4 P2 to T12".
func ReadEnter(r *Reader) adjudicator.Order {
	o := Selection{Act: ActEnter, To: Nowhere}
	if o.None = r.Take("none"); o.None {
		return o
	}
	if !r.atForce() {
		o.To = r.Zone()
		o.Parts = r.Parts("from")
		return o
	}
	o.Parts = r.Parts("from")
	r.Require("to")
	o.To = r.Zone()
	return o
}
