// Package odds answers questions about chances in Plutôt mort que Perse !, in the words of orders, with the columns and dice that fights
// and ways are played with (package field).
package odds

import (
	"slices"
	"strings"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/fog"
	"keryx/adjudicator/perse/data"
	"keryx/adjudicator/perse/field"
	"keryx/adjudicator/perse/order"
	"keryx/orders"
)

// question is a question about chances, in the words of orders:
//
//	odds interception at ZONE WHO against WHO [play STRATAGEM]
//	odds battle at ZONE FORCE against FORCE [ambush | inside]
//	odds seafight at ZONE FORCE against FORCE [rounds NUMBER]
//	odds attrition NUMBER [sea]
//	odds hunger at ZONE FORCE
//	odds court ZONE with NUMBER [greek | persian] [presence] [play STRATAGEM]
//
// A FORCE is leaders and counters. WHO is leaders, decoys, or "units" without a leader. The answers come
// from the code that throws in play.
type question struct {
	*order.Reader
	g     *field.War
	rules *field.Catalogue
	s     *orders.Statement
	zone  board.Zone
	play  string

	asker adjudicator.Side // whose attempt it is to win a city over, if the question does not say
}

// oddsKinds are the throws that can be asked about, by the word.
var oddsKinds = []struct {
	word   string
	answer func(*question) *reckoning
}{{"interception", (*question).interception}, {"battle", (*question).battle}, {"seafight", (*question).seafight},
	{"attrition", (*question).attrition}, {"hunger", (*question).hunger}, {"court", (*question).court}}

// Reckon answers a question about chances in a game; asker is whose attempt it is to win a city over, if the question does not say.
func Reckon(lexicon *orders.Lexicon, g *field.War, asker adjudicator.Side, s *orders.Statement) (adjudicator.Reckoning, []*orders.Diagnostic) {
	q := &question{Reader: order.Reading(lexicon, s), g: g, rules: g.Rules, s: s, zone: field.Nowhere, asker: max(field.Greeks, asker)}
	answer := q.answer()
	if len(q.Faults) == 0 {
		q.Fail(q.End())
	}
	if len(q.Faults) > 0 {
		return adjudicator.Reckoning{}, q.Faults
	}
	return answer.Reckoning, nil
}

// word takes a word of such questions that orders do not have.
func (q *question) word(name string) bool { return q.Take("odds-" + name) }

// wrong notes a fault.
func (q *question) wrong(why *order.Fault) {
	if why != nil {
		q.Fail(orders.IllegalAt(q.s, q.s.Span(), why.Code, why.Rule, why.Args...))
	}
}

// answer reads the kind of the question, and answers it.
func (q *question) answer() *reckoning {
	q.word("ruleset")
	for _, k := range oddsKinds {
		if q.word(k.word) {
			return k.answer(q)
		}
	}
	q.wrong(order.Refuse("odds-kind", ""))
	return nil
}

// place reads where something is thrown.
func (q *question) place() bool {
	q.Take("at")
	q.zone = q.rules.Zones[q.One("zone")]
	return len(q.Faults) == 0
}

// side reads a force and puts it into the zone, or says why it cannot be there. Who has no leader and no
// counters that one side alone has is the enemy of the other force.
func (q *question) side(enemy adjudicator.Side) (f field.Force) {
	var pieces []string
	units := ""
	for len(q.Faults) == 0 && !q.Done() && !q.At("odds-against") && !q.atClause() {
		switch {
		case q.AtNameOf("piece"):
			pieces = append(pieces, q.One("piece"))
		case q.Take(order.Loose):
			units = order.Loose
		default:
			units = strings.TrimSpace(units + " " + q.Units())
		}
	}
	if len(q.Faults) > 0 || len(pieces) == 0 && units == "" {
		q.wrong(order.Refuse("odds-nobody", ""))
		return f
	}
	why := order.Refuse("odds-nobody", "")
	if len(pieces) > 0 {
		why = order.Refuse("not-yours", "4", "Piece", order.Term("piece", pieces[0]))
	}
	for _, side := range []adjudicator.Side{field.Greeks, field.Persians} {
		if side == enemy || len(pieces) > 0 && !q.owns(side, pieces[0]) {
			continue
		}
		if f, why = q.put(side, pieces, units); why == nil {
			return f
		}
	}
	q.wrong(why)
	return f
}

// owns reports whether a side has a leader or a decoy of that name.
func (q *question) owns(side adjudicator.Side, id string) bool {
	_, ok := q.g.Own(side, id)
	return ok
}

// atClause reports whether the forces are behind.
func (q *question) atClause() bool {
	return q.At("play") || q.At("odds-ambush") || q.At("odds-inside") || q.At("odds-rounds")
}

// put puts leaders and counters of a side into the zone: at sea into a fleet if anybody is aboard.
func (q *question) put(side adjudicator.Side, pieces []string, units string) (field.Force, *order.Fault) {
	g := q.g
	f := field.Force{Side: side, At: q.zone, Sea: g.Rules.Map.Kind(q.zone) == board.Sea}
	for _, id := range pieces {
		if _, ok := g.Own(side, id); !ok {
			return f, order.Refuse("not-yours", "4", "Piece", order.Term("piece", id))
		}
	}
	var lots []int
	if units != "" && units != order.Loose {
		var why *order.Fault
		if lots, why = q.spare(side, units); why != nil {
			return f, why
		}
	}
	fleet, hasFleet := g.Own(side, "Fleet1")
	if f.Sea = f.Sea || slices.ContainsFunc(lots, func(i int) bool { return g.Kind(i).Afloat() }); f.Sea && hasFleet && len(pieces) > 0 {
		g.Where[side][fleet] = q.zone
		f.Names.Add(fleet)
	}
	var lead fog.Piece = 255
	for _, id := range pieces {
		p, _ := g.Own(side, id)
		g.Where[side][p] = q.zone
		if f.Sea && hasFleet {
			g.Aboard[side][p] = int8(fleet) + 1
		} else {
			f.Names.Add(p)
		}
		if lead == 255 || g.Stars(side, p) > g.Stars(side, lead) {
			lead = p
		}
	}
	f.Loose = f.Names == 0
	for _, i := range lots {
		c := &g.Lots[i]
		c.Side, c.Out, c.At = int8(side), false, q.zone
		switch afloat := g.Kind(i).Afloat(); {
		case f.Loose:
		case afloat && f.Sea:
			g.Join(i, side, fleet, f.Names)
		case afloat:
			return f, order.Refuse("odds-ships-ashore", "7")
		default:
			g.Join(i, side, lead, 1<<lead)
		}
	}
	return f, nil
}

// spare takes counters that are not used yet.
func (q *question) spare(side adjudicator.Side, units string) ([]int, *order.Fault) {
	var among []int
	for i, l := range q.g.Roster.Lots {
		if q.g.Lots[i].Out && l.Slot[side] >= 0 {
			among = append(among, i)
		}
	}
	plain, why := q.g.PlainLabels(units, among)
	if why != nil {
		return nil, why
	}
	lots, _ := q.g.Pick(among, q.rules.Tally(plain))
	return lots, nil
}

// both reads two forces, the one that acts first.
func (q *question) both() (mine, theirs field.Force) {
	if !q.place() {
		return mine, theirs
	}
	mine = q.side(field.Nobody)
	if len(q.Faults) == 0 {
		q.Require("odds-against")
	}
	if len(q.Faults) == 0 {
		theirs = q.side(mine.Side)
	}
	return mine, theirs
}

// stratagem reads one that is played with the throw.
func (q *question) stratagem(may ...string) {
	if len(q.Faults) > 0 || !q.Take("play") {
		return
	}
	q.play = q.One("stratagem")
	for _, id := range may {
		if id == q.play {
			return
		}
	}
	q.wrong(order.Refuse("not-now", "11.2"))
}

// oracles are what an oracle that is played may add, each as often as the other; nothing without one.
func (q *question) oracles(n int) []int {
	if q.play == "oracle" {
		return []int{n, -n}
	}
	return []int{0}
}

// interception reckons a throw of 6.2 or 9.2.
func (q *question) interception() *reckoning {
	mine, theirs := q.both()
	q.stratagem("reconnaissance", "oracle")
	if len(q.Faults) > 0 {
		return nil
	}
	g, r := q.g, newReckoning("interception", q.zone, q.g)
	columns := 0
	if q.play == "reconnaissance" {
		columns = 2
	}
	ways := map[data.Fight]int64{}
	of := int64(0)
	for _, bonus := range q.oracles(2) {
		for die := range 6 {
			if !mine.Sea {
				ways[g.OnLand(mine, theirs, die+1+bonus, columns)]++
				of++
				continue
			}
			for other := range 6 {
				ways[g.AtSea(mine, die+other+2+bonus)]++
				of++
			}
		}
	}
	if mine.Sea {
		r.fact("admiral", "Value", g.Admiral(mine))
	} else {
		r.fact("values", "Value", g.Strategic(mine), "Against", g.Strategic(theirs), "Columns", g.Strategic(mine)-g.Strategic(theirs)+columns, "Ours", field.Ours(g.Rules.Interception))
	}
	for result, name := range []string{"fails", "pitched", "caught"} {
		if n := ways[data.Fight(result)]; n > 0 {
			r.chance(name, n, of)
		}
	}
	return r
}

// attrition reckons what a way costs (5.3, 9.1).
func (q *question) attrition() *reckoning {
	n := q.Number()
	sea := q.word("sea")
	if len(q.Faults) == 0 && (n < 1 || n > field.MostZones) {
		q.wrong(order.Refuse("too-many-zones", "5.1", "Limit", field.MostZones))
	}
	if len(q.Faults) > 0 {
		return nil
	}
	r := newReckoning("attrition", field.Nowhere, q.g)
	table := q.rules.LandWear
	if sea {
		table = q.rules.SeaWear
	}
	r.fact("zones", "Zones", n, "Sea", field.Yes(sea), "Ours", field.Ours(table))
	r.lost(func(die int) int { return table.At(n, die-1) })
	return r
}

// hunger reckons the attrition of who has no supply (10).
func (q *question) hunger() *reckoning {
	if !q.place() {
		return nil
	}
	f := q.side(field.Nobody)
	if len(q.Faults) > 0 {
		return nil
	}
	g, r := q.g, newReckoning("hunger", q.zone, q.g)
	points := g.Points(g.LotsOf(f))
	bonus, column := g.Famine(q.zone, f.Sea, points)
	r.fact("hunger", "Points", points, "Modifier", bonus, "Ours", field.Ours(g.Rules.UnsuppliedWear))
	r.lost(func(die int) int { return g.Rules.UnsuppliedWear.At(die+bonus, column) })
	return r
}

// court reckons an attempt to win a city over (14.3).
func (q *question) court() *reckoning {
	id := q.One("zone")
	q.Require("with")
	bonus := q.Number()
	side := q.asker
	switch {
	case q.word("greek"):
		side = field.Greeks
	case q.word("persian"):
		side = field.Persians
	}
	if q.word("presence") {
		bonus += field.Presence[side]
	}
	q.stratagem("manoeuvre", "oracle")
	need := field.Courting[id][side]
	if len(q.Faults) == 0 && need == 0 {
		q.wrong(order.Refuse("no-courting", "14.3"))
	}
	if len(q.Faults) > 0 {
		return nil
	}
	if q.play == "manoeuvre" {
		bonus += field.Favour
	}
	q.zone = q.rules.Zones[id]
	r := newReckoning("court", q.zone, q.g)
	wins, of := int64(0), int64(0)
	for _, more := range q.oracles(field.Favour) {
		for die := range 36 {
			of++
			if die/6+die%6+2+bonus+more >= need {
				wins++
			}
		}
	}
	r.fact("need", "Bonus", bonus, "Need", need)
	r.chance("won", wins, of)
	r.chance("lost", of-wins, of)
	return r
}
