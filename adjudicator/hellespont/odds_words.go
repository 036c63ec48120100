package hellespont

import (
	"fmt"
	"slices"
	"strings"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/order"
	"keryx/adjudicator/board"
	"keryx/orders"
)

// A question about chances, in the words of the order language (design by analogy
// with the orders; the rulebook has none):
//
//	odds KIND in ZONE FORCE [ against FORCE ] { , CLAUSE }
//	odds KIND in ZONE [ FORCE ] { , CLAUSE }      in the position of a situation.json
//
//	KIND    land, naval, siege, evasion, attrition, run
//	CLAUSE  from ZONE | amphibious | play S10 [from M4] | counter S3 [from M4]
//	        | discard | counter discard | side SIDE | advantage SIDE | month MONTH | also SIDE in ZONE FORCE
//
// The force named first is the active side's, or the one that is tested. In a situation
// it comes "from" a zone, all who can go if none is named; without "from" the active side
// is where it stands.
type oddsQuestion struct {
	*order.Reader
	statement *orders.Statement
	owner     adjudicator.Side // of the situation that it is asked in, or Observer
	standing  bool             // there is one

	kind      string
	zone      order.Place
	forces    [2]order.Force // of the active side and of its enemy
	from      order.Place
	bySea     bool // an amphibious movement
	ruses     [2]oddsRuse
	ruseSpans [2]orders.Span
	side      adjudicator.Side // Observer unless named
	advantage adjudicator.Side
	month     string
	others    []oddsStack
}

// oddsStack is another stack beside those that fight.
type oddsStack struct {
	side  adjudicator.Side
	zone  order.Place
	force order.Force
}

// oddsKinds are the throws whose chances can be asked for.
var oddsKinds = []string{"land", "naval", "siege", "evasion", "attrition", "run"}

// word takes a word of such questions that orders do not have.
func (q *oddsQuestion) word(name string) bool { return q.Take("odds-" + name) }

// Reckon implements [adjudicator.Reckoner].
func (rs *ruleset) Reckon(at adjudicator.Position, s *orders.Statement) (adjudicator.Reckoning, []*orders.Diagnostic, error) {
	table, err := rs.oddsIn(at)
	if err != nil {
		return adjudicator.Reckoning{}, nil, err
	}
	q := &oddsQuestion{Reader: &order.Reader{Cursor: orders.NewCursor(s), P: rs.Printed, Lex: rs.lexicon}, statement: s,
		owner: adjudicator.Observer, standing: at.Data != nil, from: order.Nowhere, side: adjudicator.Observer, advantage: adjudicator.Observer}
	if q.standing {
		q.owner = at.Side
	}
	q.ruses[0].Zone, q.ruses[1].Zone = board.NoZone, board.NoZone
	q.read()
	if len(q.Faults) == 0 {
		q.Fail(q.End())
	}
	if len(q.Faults) > 0 {
		return adjudicator.Reckoning{}, q.Faults, nil
	}
	answer := q.answer(table)
	return answer, q.Faults, nil
}

// read reads the question.
func (q *oddsQuestion) read() {
	q.word("ruleset")
	for _, kind := range oddsKinds {
		if q.kind == "" && q.word(kind) {
			q.kind = kind
		}
	}
	if q.kind == "" {
		q.Fail(orders.UnknownAt(q.statement, q.Span(), "odds-kind"))
		return
	}
	if !q.Take("at") && !q.Take("from") && !q.Take("on") {
		q.Take("odds-of")
	}
	if q.zone = q.Reader.Zone(); !q.zone.Given() {
		return
	}
	if !q.standing || q.namesTroops() {
		q.forces[0] = q.troops()
	}
	if q.Take("on") || q.Take("versus") { // "against"
		q.forces[1] = q.troops()
	}
	for len(q.Faults) == 0 && q.TakeComma() {
		q.clause()
	}
}

// namesTroops reports whether something stands before the next comma, "against" or end.
func (q *oddsQuestion) namesTroops() bool {
	mark := q.Mark()
	defer q.Reset(mark)
	return q.End() != nil && !q.TakeComma() && !q.Take("on") && !q.Take("versus")
}

// troops reads a force that must be named counter by counter, if it does not stand there
// already.
func (q *oddsQuestion) troops() order.Force {
	f := q.Force()
	if f.All && !q.standing {
		q.Fail(orders.IllegalAt(q.statement, f.Span, "odds-all", ""))
	}
	return f
}

// clause reads what follows a comma.
func (q *oddsQuestion) clause() {
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
	case q.word("month"):
		e, d := q.TakeName(q.Lex, q.P.TurnKind)
		q.Fail(d)
		q.month = e.ID
	case q.word("also"):
		stack := oddsStack{side: q.seat()}
		q.Take("at")
		stack.zone = q.Reader.Zone()
		stack.force = q.troops()
		q.others = append(q.others, stack)
	default:
		q.Fail(orders.UnknownAt(q.statement, q.Span(), "odds-clause"))
		q.Rest()
	}
}

// ruse reads what the active side plays, or its enemy: a stratagem, for S8 with the
// zone that the help comes from (7), or a discard (5.1).
func (q *oddsQuestion) ruse(side int) {
	r := oddsRuse{Zone: board.NoZone}
	if q.word("discard") {
		r.Discard = true
		q.ruses[side], q.ruseSpans[side] = r, q.Last()
		return
	}
	n, span := q.Stratagem()
	r.Number = int(n)
	if q.Take("from") {
		r.Zone = q.Reader.Zone().Zone
	}
	if n == 8 && r.Zone == board.NoZone {
		q.Fail(orders.IllegalAt(q.statement, span, "odds-help-from", "7"))
	}
	q.ruses[side], q.ruseSpans[side] = r, span
}

// seat reads the name of a side.
func (q *oddsQuestion) seat() adjudicator.Side {
	e, d := q.TakeName(q.Lex, field.SideKind)
	q.Fail(d)
	for i, id := range sideIDs {
		if id == e.ID {
			return adjudicator.Side(i)
		}
	}
	return adjudicator.Observer
}

// active is the side that was named, or whose situation it is, or that of the leaders in
// the forces, or Athens.
func (q *oddsQuestion) active() adjudicator.Side {
	switch {
	case q.side != adjudicator.Observer:
		return q.side
	case q.owner != adjudicator.Observer:
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
	return 0
}

// answer sets the position up and works its chances out.
func (q *oddsQuestion) answer(table *oddsTable) adjudicator.Reckoning {
	if q.month != "" && !table.g.setMonth(q.month) {
		q.impossible("odds-no-month")
		return adjudicator.Reckoning{}
	}
	side := q.active()
	if q.standing {
		q.march(table, side)
	} else {
		q.deploy(table, side)
	}
	for _, o := range q.others {
		q.put(table, o.side, o.zone.Zone, o.force)
	}
	if q.advantage != adjudicator.Observer {
		table.g.Advantage = q.advantage
	}
	if len(q.Faults) > 0 {
		return adjudicator.Reckoning{}
	}
	return q.chances(table, side)
}

// deploy places the two forces on the empty table.
func (q *oddsQuestion) deploy(table *oddsTable, side adjudicator.Side) {
	camp := q.zone
	if q.kind == "siege" {
		if camp = q.from; !camp.Given() {
			camp = order.Place{Zone: table.anchorage(q.zone.Zone), Span: q.zone.Span}
		}
		if !camp.Given() {
			q.impossible("odds-no-siege")
			return
		}
	}
	q.put(table, side, camp.Zone, q.forces[0])
	q.put(table, side.Other(), q.zone.Zone, q.forces[1])
	table.came(side, q.zone.Zone, q.from.Zone, q.bySea)
}

// put places a force, and notes which counters cannot be there.
func (q *oddsQuestion) put(table *oddsTable, s adjudicator.Side, z board.Zone, f order.Force) {
	if f.Empty() {
		return
	}
	if wrong := table.put(s, z, f); wrong != nil {
		q.Fail(orders.IllegalAt(q.statement, wrong.span, wrong.code, "", wrong.args...))
	}
}

// impossible notes that there is no such throw in the zone.
func (q *oddsQuestion) impossible(code string) {
	q.Fail(orders.IllegalAt(q.statement, q.zone.Span, code, "", "Zone", zoneTermOf(q.P, q.zone.Zone)))
}

func zoneTermOf(p *field.Printed, z board.Zone) adjudicator.Term {
	return adjudicator.Term{Kind: field.ZoneKind, ID: p.Board.Name(z)}
}

// chances asks the table for the chances of the throw.
func (q *oddsQuestion) chances(table *oddsTable, side adjudicator.Side) adjudicator.Reckoning {
	zone := zoneTermOf(q.P, q.zone.Zone)
	switch q.kind {
	case "land", "naval":
		odds, wrong := table.combat(q.zone.Zone, side, q.ruses)
		if wrong == nil && odds.Naval == (q.kind == "naval") {
			return odds.reckoning(zone)
		}
		return q.wrong(wrong)
	case "siege":
		odds, wrong := table.siege(q.zone.Zone, side, q.ruses)
		if wrong == nil {
			return odds.reckoning(zone)
		}
		return q.wrong(wrong)
	}
	for i, r := range q.ruses {
		if !r.none() {
			q.Fail(orders.IllegalAt(q.statement, q.ruseSpans[i], "odds-no-ruse", "7"))
			return adjudicator.Reckoning{}
		}
	}
	throw := map[string]func(board.Zone, adjudicator.Side) *throwOdds{
		"evasion": table.evasion, "attrition": table.attrition, "run": table.runPast}[q.kind]
	if odds := throw(q.zone.Zone, side); odds != nil {
		return odds.reckoning(zone)
	}
	return q.wrong(nil)
}

// wrong notes what a combat or a siege cannot be asked with: what a side cannot play,
// or that there is no such throw.
func (q *oddsQuestion) wrong(why *misplaced) adjudicator.Reckoning {
	if why == nil || why.code != "odds-ruse" {
		q.impossible("odds-no-" + q.kind)
		return adjudicator.Reckoning{}
	}
	span := q.ruseSpans[0]
	if who := why.args[1].(adjudicator.Term); q.ruseSpans[1] != (orders.Span{}) && who == q.P.SideTerm(q.active().Other()) {
		span = q.ruseSpans[1]
	}
	q.Fail(orders.IllegalAt(q.statement, span, why.code, "7", why.args...))
	return adjudicator.Reckoning{}
}

// tenths splits a figure into its whole and its tenths, for the languages write
// different marks between them.
func tenths(name string, x float64) []any {
	n := int(x*10 + 0.5)
	return []any{name, n / 10, name + "Tenth", n % 10}
}

// chance says a chance under a text with Ways, Of and Percent.
func chance(key string, c oddsChance, args ...any) adjudicator.Chance {
	args = append(args, "Ways", int(c.Ways), "Of", int(c.Of))
	return adjudicator.Chance{Told: adjudicator.Say(key, append(args, tenths("Percent", 100*c.Float())...)...), Value: c.Float()}
}

// sideNamed is the term of a side's identifier.
func sideNamed(id string) adjudicator.Term { return adjudicator.Term{Kind: field.SideKind, ID: id} }

// modifierTable lists the modifiers of a throw.
func modifierTable(id string, list []oddsModifier) adjudicator.Listing {
	l := adjudicator.Listing{ID: id, Title: adjudicator.Say("hellespont.odds." + id)}
	for _, m := range list {
		l.Rows = append(l.Rows, []any{fmt.Sprintf("%+d", m.Value), adjudicator.Say(m.Key), adjudicator.RuleMark(m.Rule)})
	}
	return l
}

// meanLosses says what each side loses on the mean.
func meanLosses(sides [2]string, losses [2]oddsLoss) []adjudicator.Phrase {
	var facts []adjudicator.Phrase
	for i, l := range losses {
		args := append([]any{"Side", sideNamed(sides[i])}, tenths("PF", l.PF)...)
		args = append(append(args, tenths("Weakened", l.Weakened)...), tenths("Eliminated", l.Eliminated)...)
		facts = append(facts, adjudicator.Say("hellespont.odds.mean", args...))
	}
	return facts
}

// reckoning puts the chances of a combat into words.
func (c *combatOdds) reckoning(zone adjudicator.Term) adjudicator.Reckoning {
	r := adjudicator.Reckoning{Title: adjudicator.Say("hellespont.odds.combat", "Zone", zone,
		"Attacker", sideNamed(c.Sides[0]), "Defender", sideNamed(c.Sides[1]), "Naval", c.Naval)}
	for i, id := range c.Sides {
		r.Facts = append(r.Facts, adjudicator.Say("hellespont.odds.force", "Side", sideNamed(id), "Force", c.Forces[i], "PF", c.PF[i]))
	}
	r.Facts = append(r.Facts, adjudicator.Say("hellespont.odds.column", "Ratio", c.Ratio, "Column", c.Column,
		"Shifted", c.Ratio != c.Column, "Die", fmt.Sprintf("%+d", c.Modifier)))
	for i, id := range c.Sides {
		r.Chances = append(r.Chances, chance("hellespont.odds.wins", c.Wins[i], "Side", sideNamed(id)))
	}
	r.Means, r.Data = meanLosses(c.Sides, c.Losses), c.named
	rows := adjudicator.Listing{ID: "rows", Title: adjudicator.Say("hellespont.odds.rows"), Columns: []adjudicator.Phrase{
		adjudicator.Say("hellespont.odds.die"), adjudicator.Say("hellespont.odds.total"),
		adjudicator.Say("hellespont.odds.result", "Side", sideNamed(c.Sides[0])),
		adjudicator.Say("hellespont.odds.result", "Side", sideNamed(c.Sides[1])), adjudicator.Say("hellespont.odds.winner"), adjudicator.Say("hellespont.odds.lost")}}
	for _, row := range c.Rows {
		winner := any(sideNamed(row.Winner))
		if row.Trapped {
			winner = adjudicator.Say("hellespont.odds.trapped", "Side", winner)
		}
		rows.Rows = append(rows.Rows, []any{row.Die, row.Total, row.Results[0], row.Results[1], winner,
			fmt.Sprintf("%.0f : %.0f", row.Losses[0].PF, row.Losses[1].PF)})
	}
	r.Tables = []adjudicator.Listing{modifierTable("shifts", c.Shifts), modifierTable("modifiers", c.Die), rows}
	return r
}

// reckoning puts the chances of another throw into words.
func (t *throwOdds) reckoning(zone adjudicator.Term) adjudicator.Reckoning {
	r := adjudicator.Reckoning{Title: adjudicator.Say("hellespont.odds."+t.Kind, "Zone", zone, "Side", sideNamed(t.Sides[0]))}
	for i, id := range t.Sides {
		if len(t.Forces[i]) > 0 {
			r.Facts = append(r.Facts, adjudicator.Say("hellespont.odds.there", "Side", sideNamed(id), "Force", t.Forces[i]))
		}
	}
	if t.Dice > 0 {
		r.Facts = append(r.Facts, adjudicator.Say("hellespont.odds.dice", "Count", t.Dice, "Need", t.Need))
	}
	for _, o := range t.Outcomes {
		r.Chances = append(r.Chances, chance("hellespont.odds.outcome."+o.Name, o.Chance))
	}
	r.Means, r.Data = meanLosses(t.Sides, t.Losses), t.named
	r.Tables = []adjudicator.Listing{modifierTable("modifiers", t.Modifiers)}
	return r
}

// named is the combat for programs.
func (c *combatOdds) named(say func(adjudicator.Phrase) string) any {
	told := *c
	told.Shifts, told.Die = modifiersNamed(c.Shifts, say), modifiersNamed(c.Die, say)
	return told
}

// named is the throw for programs.
func (t *throwOdds) named(say func(adjudicator.Phrase) string) any {
	told := *t
	told.Modifiers = modifiersNamed(t.Modifiers, say)
	return told
}

// modifiersNamed fills in what modifiers are called. The letter of the table stands with the rule.
func modifiersNamed(list []oddsModifier, say func(adjudicator.Phrase) string) []oddsModifier {
	all := slices.Clone(list)
	for i, m := range all {
		all[i].Name = strings.TrimSuffix(say(adjudicator.Say(m.Key)), " ("+m.Letter+")")
	}
	return all
}
