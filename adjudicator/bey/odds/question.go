package odds

import (
	"encoding/json"
	"fmt"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/march"
	"keryx/adjudicator/bey/order"
	"keryx/adjudicator/board"
	"keryx/orders"
)

// A question about chances, in the words of the order language (design by analogy
// with the orders; the rulebook has none):
//
//	odds KIND in ZONE FORCE [ against FORCE ] { , CLAUSE }
//	odds KIND in ZONE [ FORCE ] { , CLAUSE }      in the position of a situation.json
//	odds KIND { , CLAUSE }                        of a throw that belongs to no zone
//
//	KIND    the name of a Kind
//	CLAUSE  from ZONE | amphibious | play STRATAGEM [UNIT] [from ZONE] | counter STRATAGEM [UNIT] [from ZONE]
//	        | discard | counter discard | side SIDE | advantage SIDE | also SIDE in ZONE FORCE | the turn, and what else the ruleset reads
//
// The force named first is the active side's, or the one that is tested. In a situation
// it comes "from" a zone, all who can go if none is named; without "from" the active side
// is where it stands.
type question struct {
	Clause
	statement *orders.Statement
	owner     adjudicator.Side // of the situation that it is asked in, or Observer
	asker     adjudicator.Side // who asks, if it is asked on an empty board
	standing  bool             // there is one

	rules     Rules
	kinds     []Kind // that can be asked for
	kind      *Kind  // that is
	zone      order.Place
	forces    [2]order.Force // of the active side and of its enemy
	from      order.Place
	bySea     bool // an amphibious movement
	ruses     [2]Ruse
	ruseSpans [2]orders.Span
	side      adjudicator.Side // Observer unless named
	advantage adjudicator.Side
	others    []stack
}

// anyTurn is the turn of a question that names none.
const anyTurn = -2

// stack is another stack beside those that fight.
type stack struct {
	side  adjudicator.Side
	zone  order.Place
	force order.Force
}

// word takes a word of such questions that orders do not have.
func (q *question) word(name string) bool { return q.Take("odds-" + name) }

// Reckon answers a question about chances, for an [adjudicator.Reckoner]: in the position that
// set makes of what a side knew, read out of its situation.json, or with nil in an empty one,
// where nobody has the Advantage.
func Reckon[S any](words *orders.Lexicon, at adjudicator.Position, s *orders.Statement, set func(adjudicator.Setup, *S) (Rules, error)) (adjudicator.Reckoning, []*orders.Diagnostic, error) {
	var known *S
	if at.Data != nil {
		known = new(S)
		if err := json.Unmarshal(at.Data, known); err != nil {
			return adjudicator.Reckoning{}, nil, fmt.Errorf("a position to reckon with: %w", err)
		}
	}
	g, err := set(at.Setup, known)
	if err != nil {
		return adjudicator.Reckoning{}, nil, err
	}
	answer, faults := Ask(g, words, at, s)
	return answer, faults, nil
}

// Ask answers a question about chances in the position of a game: an empty one, or that of
// a situation, which at has. What cannot be answered is told by diagnostics.
func Ask(g Rules, words *orders.Lexicon, at adjudicator.Position, s *orders.Statement) (adjudicator.Reckoning, []*orders.Diagnostic) {
	table := Of(g)
	q := &question{Clause: Clause{Reader: order.NewReader(orders.NewCursor(s), table.Printed, words), Turn: anyTurn}, statement: s, rules: g, kinds: g.Throws(), zone: order.Nowhere,
		owner: adjudicator.Observer, standing: at.Data != nil, from: order.Nowhere, side: adjudicator.Observer, advantage: adjudicator.Observer}
	if q.standing {
		q.owner = at.Side
	} else if at.Side == field.Second {
		q.asker = at.Side
	}
	q.ruses[0].Zone, q.ruses[1].Zone = board.NoZone, board.NoZone
	q.read()
	if len(q.Faults) == 0 {
		q.Fail(q.End())
	}
	if len(q.Faults) > 0 {
		return adjudicator.Reckoning{}, q.Faults
	}
	answer := q.answer(table)
	return answer, q.Faults
}

// read reads the question.
func (q *question) read() {
	q.word("ruleset")
	for i := range q.kinds {
		if q.kind == nil && q.word(q.kinds[i].Name) {
			q.kind = &q.kinds[i]
		}
	}
	if q.kind == nil {
		q.Fail(orders.UnknownAt(q.statement, q.Span(), "odds-kind"))
		return
	}
	if !q.kind.Anywhere && !q.place() {
		return
	}
	for len(q.Faults) == 0 && q.TakeComma() {
		q.clause()
	}
}

// place reads where the throw is made, and the forces. It reports whether there is such a
// place.
func (q *question) place() bool {
	if !q.Take("at") && !q.Take("from") && !q.Take("on") {
		q.Take("odds-of")
	}
	if q.kind.Place != nil {
		q.zone = q.kind.Place(q.Reader)
	} else {
		q.zone = q.Reader.Zone()
	}
	if !q.zone.Given() {
		return false
	}
	if !q.standing || q.namesTroops() {
		q.forces[0] = q.troops()
	}
	if q.Take("on") || q.Take("versus") { // "against"
		q.forces[1] = q.troops()
	}
	return true
}

// namesTroops reports whether something stands before the next comma, "against" or end.
func (q *question) namesTroops() bool {
	mark := q.Mark()
	defer q.Reset(mark)
	return q.End() != nil && !q.TakeComma() && !q.Take("on") && !q.Take("versus")
}

// troops reads a force that must be named counter by counter, if it does not stand there
// already.
func (q *question) troops() order.Force {
	f := q.Force()
	if f.All && !q.standing {
		q.Fail(orders.IllegalAt(q.statement, f.Span, "odds-all", ""))
	}
	return f
}

// clause reads what follows a comma.
func (q *question) clause() {
	switch {
	case q.Take("from"):
		q.from = q.Reader.Zone()
	case q.word("amphibious"):
		q.bySea = true
	case q.At("odds-discard"):
		q.ruse(0)
	case q.word("play"):
		q.ruse(0)
	case q.word("counter"):
		q.ruse(1)
	case q.word("side"):
		q.side = q.seat()
	case q.word("advantage"):
		q.advantage = q.seat()
	case q.word("also"):
		stack := stack{side: q.seat()}
		q.Take("at")
		stack.zone = q.Reader.Zone()
		stack.force = q.troops()
		q.others = append(q.others, stack)
	case q.rules.Clause(&q.Clause):
	default:
		q.Fail(orders.UnknownAt(q.statement, q.Span(), "odds-clause"))
		q.Rest()
	}
}

// ruse reads what the active side plays, or its enemy: a stratagem, for a combined attack with the
// zone that the help comes from (7), or a discard (5.1).
func (q *question) ruse(side int) {
	r := Ruse{Zone: board.NoZone}
	if q.word("discard") {
		r.Discard = true
		q.ruses[side], q.ruseSpans[side] = r, q.Last()
		return
	}
	n, span := q.Stratagem()
	r.Number = int(n)
	q.Take("on")
	if q.AtNameOf(order.UnitKind) {
		r.Unit = q.troops()
	}
	if q.Take("from") {
		r.Zone = q.Reader.Zone().Zone
	}
	if n == q.P.Roles.Support && r.Zone == board.NoZone {
		q.Fail(orders.IllegalAt(q.statement, span, "odds-help-from", "7"))
	}
	q.ruses[side], q.ruseSpans[side] = r, span
}

// seat reads the name of a side.
func (q *question) seat() adjudicator.Side {
	e, d := q.TakeName(q.Lex, field.SideKind)
	q.Fail(d)
	for s := range adjudicator.Side(2) {
		if q.P.SideTerm(s).ID == e.ID {
			return s
		}
	}
	return adjudicator.Observer
}

// active is the side that was named; else the one whose throw it can be where the zone tells,
// or whose situation it is, or that of the leaders in the forces, or the first. If that has
// not the counters that are named, and the other has them, it is the other.
func (q *question) active(table Odds) adjudicator.Side {
	if q.side != adjudicator.Observer {
		return q.side
	}
	side := q.likely(table)
	if !q.fits(table, side) && q.fits(table, side.Other()) {
		return side.Other()
	}
	return side
}

// likely is the side that asks, whatever it has.
func (q *question) likely(table Odds) adjudicator.Side {
	if q.kind.Active != nil {
		if side := q.kind.Active(table, q.zone.Zone); side != adjudicator.Observer {
			return side
		}
	}
	if q.owner != adjudicator.Observer {
		return q.owner
	}
	for i, f := range q.forces {
		if len(f.Leaders) > 0 {
			side := q.P.Chiefs[f.Leaders[0].Leader].Side
			if i == 1 {
				side = side.Other()
			}
			return side
		}
	}
	return q.asker
}

// assumed says which side the force named first was taken for, if neither the question nor the
// zone tells it.
func (q *question) assumed(table Odds, side adjudicator.Side) []adjudicator.Phrase {
	if q.side != adjudicator.Observer || q.standing || q.kind.Anywhere || len(q.forces[0].Items) == 0 || len(q.forces[0].Leaders)+len(q.forces[1].Leaders) > 0 {
		return nil
	}
	if q.kind.Active != nil && q.kind.Active(table, q.zone.Zone) != adjudicator.Observer {
		return nil
	}
	return []adjudicator.Phrase{adjudicator.Say("bey.odds.assumed", "Side", q.P.SideTerm(side), "Enemy", q.P.SideTerm(side.Other()))}
}

// fits reports whether a side has the counters that are named for it, and its enemy those
// that are named against it.
func (q *question) fits(table Odds, side adjudicator.Side) bool {
	for i, f := range q.forces {
		owner := side
		if i == 1 {
			owner = side.Other()
		}
		wanted := map[uint8]int{}
		for _, it := range f.Items {
			wanted[it.Label] += it.Count
		}
		for label, n := range wanted {
			if table.Of[owner].Where(func(u field.UnitNo) bool { return table.Pieces[u].Label == label }).Len() < n {
				return false
			}
		}
		for _, l := range f.Leaders {
			if q.P.Chiefs[l.Leader].Side != owner {
				return false
			}
		}
	}
	return true
}

// answer sets the position up and works its chances out.
func (q *question) answer(table Odds) adjudicator.Reckoning {
	if q.Turn != anyTurn && !table.SetTurn(q.Turn) {
		q.impossible(q.NoTurn)
		return adjudicator.Reckoning{}
	}
	side := q.active(table)
	if q.kind.Anywhere {
		// nobody need be anywhere
	} else if q.standing {
		q.march(table, side)
	} else {
		q.deploy(table, side)
	}
	for _, o := range q.others {
		q.put(table, o.side, o.zone.Zone, o.force)
	}
	if q.advantage != adjudicator.Observer {
		table.Advantage = q.advantage
	}
	if len(q.Faults) > 0 {
		return adjudicator.Reckoning{}
	}
	return q.chances(table, side)
}

// deploy places the two forces on the empty table.
func (q *question) deploy(table Odds, side adjudicator.Side) {
	camp := q.zone
	if q.kind.Camp != nil {
		if camp = q.from; !camp.Given() {
			camp = order.Place{Zone: q.kind.Camp(table, q.zone.Zone), Span: q.zone.Span}
		}
		if !camp.Given() {
			q.impossible("odds-no-" + q.kind.Name)
			return
		}
	}
	if fault := q.apart(table, side); fault != nil {
		q.Fail(fault)
		return
	}
	q.put(table, side, camp.Zone, q.forces[0])
	q.put(table, side.Other(), q.zone.Zone, q.forces[1])
	table.Came(side, q.zone.Zone, q.from.Zone, q.bySea)
}

// apart says that nobody comes by one step from the zone that is named, over land or over the
// sea as the zone is that is asked about: such an attack has no column.
func (q *question) apart(table Odds, side adjudicator.Side) *orders.Diagnostic {
	way, to := board.ByLand, q.zone.Zone
	if table.Seas.Has(to) {
		way = board.BySea
	}
	inSteps := way == board.BySea || table.Lands.Has(to)
	if q.kind.Camp != nil || !q.from.Given() || q.bySea || !inSteps || table.Board.Near(q.from.Zone, way).Has(to) {
		return nil
	}
	m := march.Move{Side: side, From: q.from.Zone, Steps: 1}
	m.Route[0] = to
	return table.NotAdjacent(&m, 0, "", way).In(q.statement, q.from.Span)
}

// put places a force, and notes which counters cannot be there.
func (q *question) put(table Odds, s adjudicator.Side, z board.Zone, f order.Force) {
	if f.Empty() {
		return
	}
	if wrong := table.Put(s, z, f); wrong != nil {
		q.Fail(orders.IllegalAt(q.statement, wrong.Span, wrong.Code, "", wrong.Args...))
	}
}

// impossible notes that there is no such throw in the zone.
func (q *question) impossible(code string) {
	q.Fail(orders.IllegalAt(q.statement, q.zone.Span, code, "", "Zone", zoneTermOf(q.P, q.zone.Zone)))
}

// zoneTermOf names a zone, or nothing.
func zoneTermOf(p *field.Printed, z board.Zone) adjudicator.Term {
	if z == board.NoZone {
		return adjudicator.Term{}
	}
	return adjudicator.Term{Kind: field.ZoneKind, ID: p.Board.Name(z)}
}

// chances asks the table for the chances of the throw.
func (q *question) chances(table Odds, side adjudicator.Side) adjudicator.Reckoning {
	for i, r := range q.ruses {
		if !q.kind.Ruses && !r.None() {
			q.Fail(orders.IllegalAt(q.statement, q.ruseSpans[i], "odds-no-ruse", "7"))
			return adjudicator.Reckoning{}
		}
	}
	answer, wrong := q.kind.Chances(table, q.zone.Zone, side, q.ruses)
	if wrong != nil || answer == nil {
		return q.wrong(wrong, side)
	}
	reckoning := answer.Reckoning(zoneTermOf(q.P, q.zone.Zone))
	reckoning.Facts = append(q.assumed(table, side), reckoning.Facts...)
	return reckoning
}

// wrong notes what a throw cannot be asked with: what a side cannot play, what else the
// ruleset says, or that there is no such throw.
func (q *question) wrong(why *Misplaced, side adjudicator.Side) adjudicator.Reckoning {
	switch {
	case why == nil:
		q.impossible("odds-no-" + q.kind.Name)
		return adjudicator.Reckoning{}
	case why.Code != cannotPlay:
		q.Fail(orders.IllegalAt(q.statement, q.zone.Span, why.Code, "", why.Args...))
		return adjudicator.Reckoning{}
	}
	span := q.ruseSpans[0]
	if who := why.Args[1].(adjudicator.Term); q.ruseSpans[1] != (orders.Span{}) && who == q.P.SideTerm(side.Other()) {
		span = q.ruseSpans[1]
	}
	q.Fail(orders.IllegalAt(q.statement, span, why.Code, "7", why.Args...))
	return adjudicator.Reckoning{}
}
