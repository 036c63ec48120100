package hellespont

import (
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
	"keryx/orders"
)

// combatVerbs are the orders of combats, sieges and adjustments.
var combatVerbs = []verb{
	{"fight", []string{"combat", "combattre", "battle"}, readFight},
	{"evade", []string{"evader", "esquiver"}, readEvade},
	{"stand", []string{"tient", "tenir"}, readAlone(actStand)},
	{"reroll", []string{"relance", "relancer"}, readReroll},
	{"accept", []string{"accepter"}, readAlone(actAccept)},
	{"lose", []string{"perd", "perdre"}, readSelection(actLose)},
	{"remove", []string{"elimine", "eliminer"}, readSelection(actRemove)},
	{"weaken", []string{"affaiblit", "affaiblir"}, readSelection(actWeaken)},
	{"retreat", []string{"reculer", "recul"}, readRetreat},
	{"siege", []string{"besiege", "assieger", "siège"}, readSiege},
	{"advance", []string{"avancer"}, readAdvance},
	{"keep", []string{"garde", "garder", "conserver"}, readFaces(actKeep)},
	{"discard", []string{"defausse", "defausser"}, readFaces(actDiscard)},
	{"repatriate", []string{"rapatrier"}, readRepatriate},
	{"enter", []string{"entrer"}, readEnter},
	{"recover", []string{"recuperer", "retablir"}, readSelection(actRecover)},
}

// act is what an order of combats, sieges and adjustments does: its verb.
type act uint8

const (
	actFight act = iota
	actEvade
	actStand
	actReroll
	actAccept
	actLose
	actRemove
	actWeaken
	actRetreat
	actSiege
	actAdvance
	actKeep
	actDiscard
	actRepatriate
	actEnter
	actRecover
)

// verbOf gives the canonical verb of each act.
var verbOf = [...]adjudicator.Keyword{"fight", "evade", "stand", "reroll", "accept", "lose", "remove",
	"weaken", "retreat", "siege", "advance", "keep", "discard", "repatriate", "enter", "recover"}

// The verbs that answer each question.
var (
	verbsFight     = append([]string{"fight"}, asideVerbs...)
	verbsEvade     = []string{"evade", "stand"}
	verbsReroll    = []string{"reroll", "accept"}
	verbsLose      = []string{"lose"}
	verbsWeaken    = []string{"weaken"}
	verbsRetreat   = []string{"retreat"}
	verbsSiege     = append([]string{"siege"}, asideVerbs...)
	verbsSiegeRuse = []string{"play", "discard", "pass"}
	verbsAdvance   = []string{"advance"}
	verbsKeep      = append([]string{"keep"}, asideVerbs...)
	verbsRedeploy  = append([]string{"repatriate", "enter", "end"}, asideVerbs...)
	verbsRecover   = []string{"recover"}
)

// single is an order that names one thing at most, and the answer that it gives:
// where to evade to, which port to besiege, whether to roll again.
type single struct {
	act  act
	zone board.Zone // NoZone for "none"
}

// fightOrder names combats in the order in which they are to be resolved (4.2).
type fightOrder struct {
	zones   []place
	surplus bool // as of [endOrder]
}

// selection is an order that names units and leaders: those to lose, weaken,
// remove or recover, and those to move somewhere.
type selection struct {
	act   act
	parts []part
	none  bool  // "advance none"
	to    place // of a retreat, an advance, a repatriation, an entry
	via   []place
}

// part is some of the units of a selection, and where they are if that was said.
type part struct {
	force force
	at    place
}

// facesOrder names a stratagem counter in hand by one or both of its faces: the one
// to keep (D.1), or one to discard in a siege (5.1). Of two counters that differ in
// their colours alone, a side's name tells which is meant.
type facesOrder struct {
	act    act
	none   bool // "keep none"
	faces  []field.StratagemNo
	colour adjudicator.Side // Observer if none is named
	span   orders.Span
}

func readFight(r *reader) adjudicator.Order {
	o := fightOrder{zones: []place{r.zone()}}
	for {
		for r.TakeComma() || r.take("and") || r.TakeKeyword("then", "puis") {
		}
		if !r.atName(field.ZoneKind) {
			break
		}
		o.zones = append(o.zones, r.zone())
	}
	r.take("first")
	o.surplus = r.take("surplus")
	return o
}

// readAlone reads a verb that nothing follows.
func readAlone(a act) func(*reader) adjudicator.Order {
	return func(*reader) adjudicator.Order { return single{a, board.NoZone} }
}

// readReroll reads "reroll", or "reroll at M8" where several throws could be meant.
func readReroll(r *reader) adjudicator.Order {
	o := single{actReroll, board.NoZone}
	if r.take("at") {
		o.zone = r.zone().zone
	}
	return o
}

// evadeOrder tells where to evade to, the best first, and whether to stand if nothing
// of it is open: "evade to Sestos, else port, else stand".
type evadeOrder struct {
	to    []board.Set
	stand bool
}

func readEvade(r *reader) adjudicator.Order {
	r.take("to")
	zone := r.haven()
	if zone.Len() == 1 && r.Done() {
		return single{actEvade, zone.First()}
	}
	return r.otherHavens(evadeOrder{to: []board.Set{zone}})
}

// otherHavens reads what follows the first place to evade to.
func (r *reader) otherHavens(o evadeOrder) adjudicator.Order {
	for len(r.faults) == 0 && !r.Done() && !o.stand {
		r.TakeComma()
		r.TakeKeyword("else", "sinon", "or", "ou")
		if o.stand = r.TakeKeyword(standWords...); o.stand {
			break
		}
		if r.TakeKeyword(evadeWords...) {
			r.take("to")
		}
		o.to = append(o.to, r.haven())
	}
	return o
}

// siegeAll besieges one port after the other, as long as any can be besieged.
type siegeAll struct{}

// Lasting implements [adjudicator.Lasting].
func (siegeAll) Lasting() {}

// Closes implements [adjudicator.Closing]: after "siege none" no port is asked for.
func (o single) Closes() ([]string, bool) {
	if o.act == actSiege && o.zone == board.NoZone {
		return []string{"siege"}, false
	}
	return nil, false
}

// Closes implements [adjudicator.Closing]: "repatriate none" and "enter none" end D.2.
func (o selection) Closes() ([]string, bool) {
	if o.none && (o.act == actRepatriate || o.act == actEnter) {
		return []string{"repatriate", "enter", "end"}, false
	}
	return nil, false
}

// Closes implements [adjudicator.Closing]: one counter is kept, once in a month (D.1).
func (o facesOrder) Closes() ([]string, bool) {
	if o.act == actKeep {
		return []string{"keep"}, true
	}
	return nil, false
}

func readSiege(r *reader) adjudicator.Order {
	if r.take("none") {
		return single{actSiege, board.NoZone}
	}
	if r.take("all") {
		return siegeAll{}
	}
	return single{actSiege, r.zone().zone}
}

// readSelection reads "T10w at M3, H4 at T5", or "none".
func readSelection(a act) func(r *reader) adjudicator.Order {
	return func(r *reader) adjudicator.Order {
		o := selection{act: a, to: nowhere}
		if r.take("none") {
			o.none = true
			return o
		}
		o.parts = r.parts("at")
		return o
	}
}

// parts reads units, each group with its zone if the word for it follows.
func (r *reader) parts(word string) []part {
	var parts []part
	for {
		p := part{force: r.force(), at: nowhere}
		if r.take(word) {
			p.at = r.zone()
		}
		parts = append(parts, p)
		for r.TakeComma() || r.take("and") {
		}
		if len(r.faults) > 0 || !r.atForce() {
			return parts
		}
	}
}

// atForce reports whether units or leaders are named next.
func (r *reader) atForce() bool {
	if t, ok := r.Peek(); ok && t.Kind == orders.Quantity {
		return true
	}
	return r.atName(unitKind, field.LeaderKind)
}

func readRetreat(r *reader) adjudicator.Order {
	o := selection{act: actRetreat}
	if r.at("to") {
		o.parts = []part{{force: force{all: true}, at: nowhere}}
	} else {
		o.parts = []part{{force: r.force(), at: nowhere}}
	}
	r.require("to")
	o.to = r.zone()
	if r.take("by") {
		for len(r.faults) == 0 {
			o.via = append(o.via, r.zone())
			r.TakeComma()
			if !r.atName(field.ZoneKind) {
				break
			}
		}
	}
	return o
}

func readAdvance(r *reader) adjudicator.Order {
	o := selection{act: actAdvance, to: nowhere}
	if r.take("none") {
		o.none = true
		return o
	}
	o.parts = r.parts("from")
	if r.take("to") {
		o.to = r.zone()
	}
	return o
}

func readFaces(a act) func(r *reader) adjudicator.Order {
	return func(r *reader) adjudicator.Order {
		o := facesOrder{act: a, span: r.Span(), colour: adjudicator.Observer}
		if o.none = a == actKeep && r.take("none"); o.none {
			return o
		}
		for {
			n, span := r.stratagem()
			o.faces, o.span = append(o.faces, n), o.span.Join(span)
			if e, d := r.TakeName(r.lex, field.SideKind); d == nil {
				o.colour = adjudicator.Side(slices.Index(r.p.board.Sides(), e.ID))
			}
			if r.Done() || len(r.faults) > 0 {
				return o
			}
		}
	}
}

func readRepatriate(r *reader) adjudicator.Order {
	o := selection{act: actRepatriate, to: nowhere}
	if r.take("none") {
		o.none = true
		return o
	}
	o.parts = r.parts("from")
	r.require("to")
	o.to = r.zone()
	return o
}

// readEnter reads "Sestos T4 P2", or "T4 P2 to Sestos".
func readEnter(r *reader) adjudicator.Order {
	o := selection{act: actEnter, to: nowhere}
	if r.take("none") {
		o.none = true
		return o
	}
	if !r.atForce() {
		o.to = r.zone()
		o.parts = r.parts("from")
		return o
	}
	o.parts = r.parts("from")
	r.require("to")
	o.to = r.zone()
	return o
}
