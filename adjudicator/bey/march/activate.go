package march

import (
	"fmt"
	"math/rand/v2"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/chit"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/order"
	"keryx/adjudicator/board"
	"keryx/orders"
)

// Ask puts the question to the side, which may be the last one to move in B.2.
func (f *ActForm) Ask(q adjudicator.Question, last bool) adjudicator.Answer {
	return f.G.AskAt(f.T, field.Juncture{At: f.kind(), Side: f.Side, Zone: f.Current, Last: last}, q)
}

// Do carries an answer out. It returns false for the one that ends the movements.
func (f *ActForm) Do(a adjudicator.Answer) bool {
	switch g := f.G; a := a.(type) {
	case Activation:
		g.Pay(a.Cost)
		f.Current = a.Zone
		g.Tell(f.T, f.rule(), 0, "activated", "Side", f.Side, "Zone", a.Zone, "Cost", a.Cost)
	case *Move:
		g.March(f.T, a)
	case *chit.Play:
		g.PlayNow(f.T, a)
	case EndMoves:
		if f.Actions {
			g.Phase.First = a.First
		}
		g.Settle(f.T, f.Side)
		return false
	}
	return true
}

// Pay takes action points from those announced (B.3.1). In phase B.2, where none
// are announced, it takes them from the total.
func (g Marches) Pay(n int) {
	g.Points[g.Active] -= n
	g.Phase.Spend -= n
}

// ActForm is the question of phase B.3.2 and of the movements of B.2: which zone
// to activate, and what to move out of the zone activated last.
type ActForm struct {
	G       Marches
	T       *adjudicator.Table
	Side    adjudicator.Side
	Current board.Zone // activated last, or NoZone
	Actions bool       // in B.3; else the departures of B.2
	Anyway  bool       // it is asked though nothing can move: something may be played
	Barren  board.Set  // zones that it is of no use to activate, or to have activated
}

// Acting makes the question of a side that has activated a zone last, or none: in B.3, or
// among the departures of B.2.
func (g Marches) Acting(t *adjudicator.Table, side adjudicator.Side, activated board.Zone, actions bool) *ActForm {
	return &ActForm{G: g, T: t, Side: side, Current: activated, Actions: actions}
}

// Acts is the form itself, also within one that a ruleset has made of it.
func (f *ActForm) Acts() *ActForm { return f }

var actVerbs = []string{"activate", "move", "play", "use", "end", "fight"}

var departVerbs = []string{"activate", "move", "play", "use", "end"}

// Question is what is asked of the side now.
func (f *ActForm) Question() adjudicator.Question {
	q := adjudicator.Question{Kind: f.kind(), Rule: f.rule(), Verbs: actVerbs, Form: f, Settled: !f.possible(), Free: true}
	if !f.Actions {
		q.Verbs = departVerbs
	}
	if f.T.Heard() && !q.Settled {
		asked := "bey.ask." + q.Kind
		if !f.stirs() {
			asked += ".idle"
		}
		q.Prompt = adjudicator.Say(asked, "Points", f.Purse(), "Zone", f.G.Perhaps(f.Current))
		q.Facts = f.facts()
	}
	return q
}

// kind is that of the question.
func (f *ActForm) kind() string {
	if f.Actions {
		return field.AtAct
	}
	return field.AtDepart
}

// rule is that of the movements.
func (f *ActForm) rule() string {
	if f.Actions {
		return "B.3.2"
	}
	return "B.2"
}

// Moment is the one at which something can be played meanwhile.
func (f *ActForm) Moment() field.Moment {
	if f.Actions {
		return field.DuringMoves
	}
	return field.Departing
}

// Purse is what may be spent on activations.
func (f *ActForm) Purse() int {
	if f.Actions {
		return f.G.Phase.Spend
	}
	return f.G.Points[f.Side]
}

func (f *ActForm) facts() []adjudicator.Phrase {
	var facts []adjudicator.Phrase
	g := f.G
	if f.Current != board.NoZone {
		if units, leaders := g.Fresh(f.Side, f.Current); !units.Empty() || leaders != 0 {
			facts = append(facts, adjudicator.Say("bey.fact.fresh",
				"Zone", g.ZoneTerm(f.Current), "Who", g.Terms(units, leaders)))
		}
	}
	for z := range f.Open().All() {
		units, leaders := g.Fresh(f.Side, z)
		land, enemies := g.prospects(f.Side, z)
		facts = append(facts, adjudicator.Say("bey.fact.activation", "Zone", g.ZoneTerm(z),
			"Cost", f.Cost(z), "Who", g.Terms(units, leaders), "Land", g.ZoneTerms(land), "Enemies", g.ZoneTerms(enemies)))
	}
	return facts
}

// prospects are where those of a zone could go who may still move: every zone within their reach by land, and
// by sea or over it those that the enemy holds. Open water is left out, of which a fleet reaches a great deal.
func (g Marches) prospects(side adjudicator.Side, from board.Zone) (land, enemies board.Set) {
	for _, m := range g.outings(side, from) {
		if reach := g.reach(&m); m.Manner == ByLand {
			land = land.Union(reach)
		} else {
			enemies = enemies.Union(reach.Intersect(g.Held[side.Other()]))
		}
	}
	return land, enemies
}

// possible reports whether there is anything left to ask. Whether stratagems could
// still be played counts only as far as both players know.
func (f *ActForm) possible() bool {
	return f.stirs() || f.Anyway || f.Actions && f.G.MayPlay(f.Side)
}

// stirs reports whether anything can still be activated or moved: else it is asked only because something
// may be played.
func (f *ActForm) stirs() bool {
	if f.Current != board.NoZone && !f.Barren.Has(f.Current) && f.movable(f.Current) {
		return true
	}
	return !f.Open().Empty()
}

// movable reports whether something in a zone may still move.
func (f *ActForm) movable(z board.Zone) bool {
	units, leaders := f.G.Fresh(f.Side, z)
	return !units.Empty() || leaders != 0
}

// Open returns the zones that may be activated: those with something that may
// still move and that can be paid for; in B.2 bases alone.
func (f *ActForm) Open() board.Set {
	g, purse := f.G, f.Purse()
	zones := g.Held[f.Side]
	for set := g.Captains[f.Side]; set != 0; {
		if z := g.LeaderWhere[set.Pop()]; z != board.NoZone {
			zones.Add(z)
		}
	}
	if !f.Actions {
		zones = zones.Intersect(g.Bases)
	}
	if f.Current != board.NoZone {
		zones.Remove(f.Current)
	}
	var open board.Set
	for z := range zones.Minus(f.Barren).All() {
		if f.Cost(z) <= purse && f.movable(z) {
			open.Add(z)
		}
	}
	return open
}

// Cost is what activating a zone costs. Out of a base that holds nothing but the
// reinforcements of the turn, departures in B.2 are free (B.2).
func (f *ActForm) Cost(z board.Zone) int {
	if !f.Actions && f.G.OnlyArrivals(f.Side, z) {
		return 0
	}
	return f.G.ActivationCost(f.Side, z)
}

// Activation is the answer "activate T12".
type Activation struct {
	G    Marches
	Zone board.Zone
	Cost int
}

// Words implements [adjudicator.Answer].
func (a Activation) Words() adjudicator.Words {
	return a.G.unpaidWord(adjudicator.Words{adjudicator.Keyword("activate"), a.G.ZoneTerm(a.Zone)}, a.G.unpaidBy(a.Cost))
}

// EndMoves is the answer "end", or the order of combats that implies it.
type EndMoves struct {
	G     Marches
	First field.ZoneList
}

// Words implements [adjudicator.Answer].
func (a EndMoves) Words() adjudicator.Words {
	if a.First.N == 0 {
		return a.G.endWords(adjudicator.Words{adjudicator.Keyword("end")})
	}
	w := adjudicator.Words{adjudicator.Keyword("fight")}
	for _, z := range a.First.Zones[:a.First.N] {
		w = append(w, a.G.ZoneTerm(z))
	}
	return a.G.endWords(append(w, adjudicator.Keyword("first")))
}

// Accept implements [adjudicator.Form].
func (f *ActForm) Accept(o adjudicator.Order, s *orders.Statement) (adjudicator.Answer, *orders.Diagnostic) {
	a, d := f.read(o, s)
	if d == nil && !f.G.Habits.Mute {
		d = f.Stops(a, o, s)
	}
	if d != nil {
		return nil, d
	}
	return a, nil
}

// read turns an order into an answer, whatever harm it does to who gives it.
func (f *ActForm) read(o adjudicator.Order, s *orders.Statement) (adjudicator.Answer, *orders.Diagnostic) {
	switch o := o.(type) {
	case order.ActivateOrder:
		return f.acceptActivation(o, s)
	case order.MoveOrder:
		return f.acceptMove(o, s)
	case order.EndOrder:
		return EndMoves{G: f.G}, nil
	case order.FightOrder:
		return f.acceptFight(o, s)
	case order.PlayOrder:
		return f.G.AcceptPlay(o, s, f.Side, f.Moment())
	}
	return nil, field.NotNow(s, "B.3.2")
}

func (f *ActForm) acceptActivation(o order.ActivateOrder, s *orders.Statement) (adjudicator.Answer, *orders.Diagnostic) {
	a := Activation{f.G, o.Zone.Zone, f.Cost(o.Zone.Zone)}
	if bad := f.judgeActivation(a); bad != nil {
		return nil, bad.In(s, o.Zone.Span)
	}
	return a, nil
}

func (f *ActForm) judgeActivation(a Activation) *field.Fault {
	g := f.G
	switch zone := g.ZoneTerm(a.Zone); {
	case !f.Actions && !g.Bases.Has(a.Zone):
		return g.Fault("not-a-base", "B.2", 0, "Zone", zone, "Bases", f.Open())
	case !g.Holds(f.Side, a.Zone) && g.LeadersOf(f.Side, a.Zone) == 0:
		return g.Fault("nobody-there", "B.3.2", 0, "Zone", zone, "Zones", f.Open())
	case a.Zone == f.Current:
		return g.Fault("active-already", "B.3.2", 0, "Zone", zone)
	case !f.movable(a.Zone):
		return g.Fault("all-moved", "3", 0, "Zone", zone)
	case a.Cost > f.Purse():
		return g.Fault("not-enough-points", "B.3.2", 0, "Zone", zone, "Cost", a.Cost, "Points", f.Purse())
	}
	return nil
}

func (f *ActForm) acceptMove(o order.MoveOrder, s *orders.Statement) (adjudicator.Answer, *orders.Diagnostic) {
	from, d := f.Leaves(o.From, s)
	if d != nil {
		return nil, d
	}
	m, d := f.G.plan(&o, s, f.Side, from)
	if d != nil {
		return nil, d
	}
	return f.G.Answer(&m), nil
}

// Leaves is the zone that an order leaves: the one that it names, or the one that is activated.
func (f *ActForm) Leaves(named order.Place, s *orders.Statement) (from board.Zone, d *orders.Diagnostic) {
	switch from = named.Zone; {
	case named.Given():
	case f.Actions:
		from = f.Current
	default:
		from = f.likelyBase()
	}
	switch g := f.G; {
	case from == board.NoZone:
		d = g.Fault("activate-first", "B.3.2", 0, "Zones", f.Open()).In(s, s.Verb.Span)
	case !f.mayLeave(from):
		d = g.Fault("not-activated", "B.3.2", 0, "Zone", from, "Cost", f.Cost(from), "Points", f.Purse()).In(s, named.Span)
	}
	return from, d
}

// likelyBase is the base that a movement of B.2 without "from" starts in: the one
// activated, else the only one with something to move for nothing.
func (f *ActForm) likelyBase() board.Zone {
	if f.Current != board.NoZone && f.movable(f.Current) {
		return f.Current
	}
	found := board.NoZone
	for z := range f.Open().All() {
		if f.Cost(z) > 0 {
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
func (f *ActForm) mayLeave(z board.Zone) bool {
	return z == f.Current || !f.Actions && f.G.Bases.Has(z) && f.Cost(z) == 0
}

// acceptFight takes an order of combats for the end of the movements too.
func (f *ActForm) acceptFight(o order.FightOrder, s *orders.Statement) (adjudicator.Answer, *orders.Diagnostic) {
	a := EndMoves{G: f.G}
	for _, p := range o.Zones {
		if !f.G.Contested().Has(p.Zone) || a.First.N == len(a.First.Zones) {
			return nil, orders.IllegalAt(s, p.Span, "no-combat-there", "4",
				"Zone", f.G.ZoneTerm(p.Zone), "Zones", f.G.ZoneTerms(f.G.Contested()))
		}
		a.First.Zones[a.First.N] = p.Zone
		a.First.N++
	}
	return a, nil
}

// Check implements [adjudicator.Form].
func (f *ActForm) Check(a adjudicator.Answer) error {
	switch a := a.(type) {
	case Activation:
		if bad := f.judgeActivation(a); bad != nil {
			return bad
		}
	case *Move:
		if a.Side != f.Side || !f.mayLeave(a.From) {
			return fmt.Errorf("%w: %s is not activated", field.ErrIllegal, f.G.Board.Name(a.From))
		}
		if bad := f.G.Judge(a); bad != nil {
			return bad
		}
	case *chit.Play:
		if bad := f.G.JudgePlay(a, f.Moment()); bad != nil {
			return bad
		}
	case EndMoves:
		for _, z := range a.First.Zones[:a.First.N] {
			if !f.G.Contested().Has(z) {
				return fmt.Errorf("%w: no combat in %s", field.ErrIllegal, f.G.Board.Name(z))
			}
		}
	default:
		return fmt.Errorf("%w: %T", field.ErrIllegal, a)
	}
	return nil
}

// Default implements [adjudicator.Form]: move nothing more.
func (f *ActForm) Default() adjudicator.Answer { return EndMoves{G: f.G} }

// Sample implements [adjudicator.Form].
func (f *ActForm) Sample(r *rand.Rand) adjudicator.Answer {
	open := f.Open()
	if r.IntN(8) == 0 {
		if p := f.G.SamplePlay(r, f.Side, f.Moment()); p != nil {
			return p
		}
	}
	if f.Current != board.NoZone && r.IntN(4) != 0 {
		if m := f.G.sampleMove(r, f.Side, f.Current); m != nil {
			return m
		}
	}
	if !open.Empty() && r.IntN(6) != 0 {
		z := open.Nth(r.IntN(open.Len()))
		if f.Cost(z) > 0 || f.Actions {
			return Activation{f.G, z, f.Cost(z)}
		}
		if m := f.G.sampleMove(r, f.Side, z); m != nil {
			return m
		}
	}
	return EndMoves{G: f.G}
}

// Choices implements [adjudicator.Form].
func (f *ActForm) Choices() []adjudicator.Choice {
	var all []adjudicator.Choice
	g := f.G
	if f.Current != board.NoZone && f.movable(f.Current) {
		all = append(all, g.moveChoices(f.Side, f.Current)...)
	}
	for z := range f.Open().All() {
		if !f.Actions && f.Cost(z) == 0 {
			all = append(all, g.moveChoices(f.Side, z)...)
			continue
		}
		units, leaders := g.Fresh(f.Side, z)
		all = append(all, adjudicator.Choice{Words: Activation{g, z, f.Cost(z)}.Words(),
			Note: adjudicator.Say("bey.note.activation", "Cost", f.Cost(z), "Who", g.Terms(units, leaders))})
	}
	all = append(all, g.PlayChoices(f.Side, f.Moment())...)
	note := "bey.note.end"
	if !f.Actions {
		note = "bey.note.end-departures" // no combat follows B.2
	}
	return append(all, adjudicator.Choice{Words: EndMoves{G: g}.Words(), Note: adjudicator.Say(note)})
}
