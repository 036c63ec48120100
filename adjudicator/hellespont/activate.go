package hellespont

import (
	"errors"
	"fmt"
	"math/rand/v2"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/orders"
)

// activations lets the active player activate zones and move what is in them, for
// as long as he has points announced and counters that have not moved (B.3.2).
func (g *game) activations(t *adjudicator.Table, active adjudicator.Side, activated board.Zone) {
	f := &actForm{g: g, t: t, side: active, current: activated, actions: true}
	for {
		switch a := g.askAt(t, juncture{at: atAct, side: active, zone: f.current}, f.question()).(type) {
		case activation:
			g.pay(a.cost)
			f.current = a.zone
			if t.Heard() {
				g.tell(t, "B.3.2", 0, "activated", "Side", g.sideTerm(active), "Zone", g.zoneTerm(a.zone), "Cost", a.cost)
			}
		case *move:
			g.march(t, a)
		case *play:
			g.playNow(t, a)
		case endMoves:
			g.phase.first = a.first
			g.settle(t, active)
			return
		}
	}
}

// pay takes action points from those announced (B.3.1). In phase B.2, where none
// are announced, it takes them from the total.
func (g *game) pay(n int) {
	g.points[g.active] -= n
	g.phase.spend -= n
}

// activationCost is what it costs to activate a zone (B.3.2).
func (g *game) activationCost(side adjudicator.Side, z board.Zone) int {
	leaders := g.leadersOf(side, z)
	switch {
	case leaders == 0:
		return 2
	case g.now().FreeActivation && g.bestSwords(leaders) == 2:
		return 0
	}
	return 1
}

// actForm is the question of phase B.3.2 and of the movements of B.2: which zone
// to activate, and what to move out of the zone activated last.
type actForm struct {
	g       *game
	t       *adjudicator.Table
	side    adjudicator.Side
	current board.Zone // activated last, or NoZone
	actions bool       // in B.3; else the departures of B.2
}

var actVerbs = []string{"activate", "move", "play", "use", "end", "fight"}

var departVerbs = []string{"activate", "move", "play", "use", "end"}

func (f *actForm) question() adjudicator.Question {
	q := adjudicator.Question{Kind: "act", Rule: "B.3.2", Verbs: actVerbs, Form: f, Settled: !f.possible(), Free: true}
	if !f.actions {
		q.Kind, q.Rule, q.Verbs = "depart", "B.2", departVerbs
	}
	if f.t.Heard() && !q.Settled {
		q.Prompt = adjudicator.Say("hellespont.ask."+q.Kind, "Points", f.purse(), "Zone", f.g.perhaps(f.current))
		q.Facts = f.facts()
	}
	return q
}

// moment is the one at which something can be played meanwhile.
func (f *actForm) moment() moment {
	if f.actions {
		return duringMoves
	}
	return departing
}

// purse is what may be spent on activations.
func (f *actForm) purse() int {
	if f.actions {
		return f.g.phase.spend
	}
	return f.g.points[f.side]
}

func (f *actForm) facts() []adjudicator.Phrase {
	var facts []adjudicator.Phrase
	g := f.g
	if f.current != board.NoZone {
		if units, leaders := g.fresh(f.side, f.current); !units.empty() || leaders != 0 {
			facts = append(facts, adjudicator.Say("hellespont.fact.fresh",
				"Zone", g.zoneTerm(f.current), "Who", g.terms(units, leaders)))
		}
	}
	for z := range f.open().All() {
		units, leaders := g.fresh(f.side, z)
		facts = append(facts, adjudicator.Say("hellespont.fact.activation", "Zone", g.zoneTerm(z),
			"Cost", f.cost(z), "Who", g.terms(units, leaders)))
	}
	return facts
}

// possible reports whether there is anything left to ask. Whether stratagems could
// still be played counts only as far as both players know.
func (f *actForm) possible() bool {
	if f.current != board.NoZone && f.movable(f.current) {
		return true
	}
	if !f.actions && f.g.departuresMatter() && f.g.armed(f.side) {
		return true
	}
	return !f.open().Empty() || f.actions && f.g.mayPlay(f.side)
}

// movable reports whether something in a zone may still move.
func (f *actForm) movable(z board.Zone) bool {
	units, leaders := f.g.fresh(f.side, z)
	return !units.empty() || leaders != 0
}

// open returns the zones that may be activated: those with something that may
// still move and that can be paid for; in B.2 bases alone.
func (f *actForm) open() board.Set {
	g, purse := f.g, f.purse()
	zones := g.held[f.side]
	for set := g.captains[f.side]; set != 0; {
		if z := g.leaderWhere[set.pop()]; z != board.NoZone {
			zones.Add(z)
		}
	}
	if !f.actions {
		zones = zones.Intersect(g.bases)
	}
	if f.current != board.NoZone {
		zones.Remove(f.current)
	}
	var open board.Set
	for z := range zones.All() {
		if f.cost(z) <= purse && f.movable(z) {
			open.Add(z)
		}
	}
	return open
}

// cost is what activating a zone costs. Out of a base that holds nothing but the
// reinforcements of the month, departures in B.2 are free (B.2).
func (f *actForm) cost(z board.Zone) int {
	if !f.actions && f.g.onlyArrivals(f.side, z) {
		return 0
	}
	return f.g.activationCost(f.side, z)
}

// activation is the answer "activate Sestos".
type activation struct {
	g    *game
	zone board.Zone
	cost int
}

// Words implements [adjudicator.Answer].
func (a activation) Words() adjudicator.Words {
	return a.g.unpaidWord(adjudicator.Words{adjudicator.Keyword("activate"), a.g.zoneTerm(a.zone)}, a.g.unpaidBy(a.cost))
}

// endMoves is the answer "end", or the order of combats that implies it.
type endMoves struct {
	g     *game
	first zoneList
}

// Words implements [adjudicator.Answer].
func (a endMoves) Words() adjudicator.Words {
	if a.first.n == 0 {
		return a.g.surplusWord(adjudicator.Words{adjudicator.Keyword("end")})
	}
	w := adjudicator.Words{adjudicator.Keyword("fight")}
	for _, z := range a.first.zones[:a.first.n] {
		w = append(w, a.g.zoneTerm(z))
	}
	return a.g.surplusWord(append(w, adjudicator.Keyword("first")))
}

// zoneList is a short list of zones.
type zoneList struct {
	n     int
	zones [8]board.Zone
}

// Accept implements [adjudicator.Form].
func (f *actForm) Accept(o adjudicator.Order, s *orders.Statement) (adjudicator.Answer, *orders.Diagnostic) {
	a, d := f.read(o, s)
	if d == nil && !f.g.habits.mute {
		d = f.Caution(a, o, s)
	}
	if d != nil {
		return nil, d
	}
	return a, nil
}

// read turns an order into an answer, whatever harm it does to who gives it.
func (f *actForm) read(o adjudicator.Order, s *orders.Statement) (adjudicator.Answer, *orders.Diagnostic) {
	switch o := o.(type) {
	case activateOrder:
		return f.acceptActivation(o, s)
	case moveOrder:
		return f.acceptMove(o, s)
	case endOrder:
		return endMoves{g: f.g}, nil
	case fightOrder:
		return f.acceptFight(o, s)
	case playOrder:
		return f.g.acceptPlay(o, s, f.side, f.moment())
	}
	return nil, notNow(s, "B.3.2")
}

// notNow is the fault of an order that is of another moment.
func notNow(s *orders.Statement, rule string) *orders.Diagnostic {
	return orders.IllegalAt(s, s.Verb.Span, "not-now", rule, "Order", s.Text)
}

func (f *actForm) acceptActivation(o activateOrder, s *orders.Statement) (adjudicator.Answer, *orders.Diagnostic) {
	a := activation{f.g, o.zone.zone, f.cost(o.zone.zone)}
	if bad := f.judgeActivation(a); bad != nil {
		return nil, bad.in(s, o.zone.span)
	}
	return a, nil
}

func (f *actForm) judgeActivation(a activation) *fault {
	g := f.g
	switch zone := g.zoneTerm(a.zone); {
	case !f.actions && !g.bases.Has(a.zone):
		return &fault{"not-a-base", "B.2", 0, []any{"Zone", zone, "Bases", g.zoneTerms(f.open())}}
	case !g.holds(f.side, a.zone) && g.leadersOf(f.side, a.zone) == 0:
		return &fault{"nobody-there", "B.3.2", 0, []any{"Zone", zone, "Zones", g.zoneTerms(f.open())}}
	case a.zone == f.current:
		return &fault{"active-already", "B.3.2", 0, []any{"Zone", zone}}
	case !f.movable(a.zone):
		return &fault{"all-moved", "3", 0, []any{"Zone", zone}}
	case a.cost > f.purse():
		return &fault{"not-enough-points", "B.3.2", 0, []any{"Zone", zone, "Cost", a.cost, "Points", f.purse()}}
	}
	return nil
}

func (f *actForm) acceptMove(o moveOrder, s *orders.Statement) (adjudicator.Answer, *orders.Diagnostic) {
	from := f.current
	if o.from.given() {
		from = o.from.zone
	} else if !f.actions {
		from = f.likelyBase()
	}
	if from == board.NoZone {
		return nil, orders.IllegalAt(s, s.Verb.Span, "activate-first", "B.3.2", "Zones", f.g.zoneTerms(f.open()))
	}
	if !f.mayLeave(from) {
		return nil, orders.IllegalAt(s, o.from.span, "not-activated", "B.3.2",
			"Zone", f.g.zoneTerm(from), "Cost", f.cost(from), "Points", f.purse())
	}
	m, d := f.g.plan(&o, s, f.side, from)
	if d != nil {
		return nil, d
	}
	return f.g.answer(&m), nil
}

// likelyBase is the base that a movement of B.2 without "from" starts in: the one
// activated, else the only one with something to move for nothing.
func (f *actForm) likelyBase() board.Zone {
	if f.current != board.NoZone && f.movable(f.current) {
		return f.current
	}
	found := board.NoZone
	for z := range f.open().All() {
		if f.cost(z) > 0 {
			continue
		}
		if found != board.NoZone {
			return board.NoZone
		}
		found = z
	}
	return found
}

// mayLeave reports whether movements may start in a zone without activating it
// first: it is activated, or a base in B.2 that costs nothing.
func (f *actForm) mayLeave(z board.Zone) bool {
	return z == f.current || !f.actions && f.g.bases.Has(z) && f.cost(z) == 0
}

// acceptFight takes an order of combats for the end of the movements too.
func (f *actForm) acceptFight(o fightOrder, s *orders.Statement) (adjudicator.Answer, *orders.Diagnostic) {
	a := endMoves{g: f.g}
	for _, p := range o.zones {
		if !f.g.contested().Has(p.zone) || a.first.n == len(a.first.zones) {
			return nil, orders.IllegalAt(s, p.span, "no-combat-there", "4",
				"Zone", f.g.zoneTerm(p.zone), "Zones", f.g.zoneTerms(f.g.contested()))
		}
		a.first.zones[a.first.n] = p.zone
		a.first.n++
	}
	return a, nil
}

var errIllegal = errors.New("not a legal answer")

// Check implements [adjudicator.Form].
func (f *actForm) Check(a adjudicator.Answer) error {
	switch a := a.(type) {
	case activation:
		if bad := f.judgeActivation(a); bad != nil {
			return bad
		}
	case *move:
		if a.side != f.side || !f.mayLeave(a.from) {
			return fmt.Errorf("%w: %s is not activated", errIllegal, f.g.board.Name(a.from))
		}
		if bad := f.g.judge(a); bad != nil {
			return bad
		}
	case *play:
		if bad := f.g.judgePlay(a, f.moment()); bad != nil {
			return bad
		}
	case endMoves:
		for _, z := range a.first.zones[:a.first.n] {
			if !f.g.contested().Has(z) {
				return fmt.Errorf("%w: no combat in %s", errIllegal, f.g.board.Name(z))
			}
		}
	default:
		return fmt.Errorf("%w: %T", errIllegal, a)
	}
	return nil
}

// Default implements [adjudicator.Form]: move nothing more.
func (f *actForm) Default() adjudicator.Answer { return endMoves{g: f.g} }

// Sample implements [adjudicator.Form].
func (f *actForm) Sample(r *rand.Rand) adjudicator.Answer {
	open := f.open()
	if r.IntN(8) == 0 {
		if p := f.g.samplePlay(r, f.side, f.moment()); p != nil {
			return p
		}
	}
	if f.current != board.NoZone && r.IntN(4) != 0 {
		if m := f.g.sampleMove(r, f.side, f.current); m != nil {
			return m
		}
	}
	if !open.Empty() && r.IntN(6) != 0 {
		z := nthZone(open, r.IntN(open.Len()))
		if f.cost(z) > 0 || f.actions {
			return activation{f.g, z, f.cost(z)}
		}
		if m := f.g.sampleMove(r, f.side, z); m != nil {
			return m
		}
	}
	return endMoves{g: f.g}
}

// nthZone returns the zone of rank n, from 0, in rising order.
func nthZone(set board.Set, n int) board.Zone {
	for ; n > 0; n-- {
		set.Pop()
	}
	return set.First()
}

// Choices implements [adjudicator.Form].
func (f *actForm) Choices() []adjudicator.Choice {
	var all []adjudicator.Choice
	g := f.g
	if f.current != board.NoZone && f.movable(f.current) {
		all = append(all, g.moveChoices(f.side, f.current)...)
	}
	for z := range f.open().All() {
		if !f.actions && f.cost(z) == 0 {
			all = append(all, g.moveChoices(f.side, z)...)
			continue
		}
		units, leaders := g.fresh(f.side, z)
		all = append(all, adjudicator.Choice{Words: activation{g, z, f.cost(z)}.Words(),
			Note: adjudicator.Say("hellespont.note.activation", "Cost", f.cost(z), "Who", g.terms(units, leaders))})
	}
	all = append(all, g.playChoices(f.side, f.moment())...)
	note := "hellespont.note.end"
	if !f.actions {
		note = "hellespont.note.end-departures" // no combat follows B.2
	}
	return append(all, adjudicator.Choice{Words: endMoves{g: g}.Words(), Note: adjudicator.Say(note)})
}
