package hellespont

import (
	"math/rand/v2"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/march"
	"keryx/adjudicator/bey/order"
	"keryx/adjudicator/board"
	"keryx/orders"
)

// advanceInto lets the besieger move units and leaders that are next to a port
// into it (5.2). Leaders that the enemy left there are captured then (4.2.4).
func (g *game) advanceInto(t *adjudicator.Table, s *siege) {
	f := &portForm{g: g, side: s.besieger, act: actAdvance, ports: board.SetOf(s.port), rule: "5.2"}
	if f.movers(s.port).Empty() {
		return
	}
	q := adjudicator.Question{Kind: "advance", Rule: "5.2", Verbs: verbsAdvance, Reaction: true, Form: f}
	if t.Heard() {
		units, men := g.besiegers(s)
		q.Prompt = adjudicator.Say("hellespont.ask.advance", "Zone", g.ZoneTerm(s.port), "Who", g.Terms(units, men))
	}
	a := t.Ask(s.besieger, q).(entering)
	if a.to != board.NoZone {
		g.enterPort(t, a, "5.2")
	}
	g.war().Strand(t, s.besieger.Other(), s.port)
}

// enterPort moves units and leaders into a port next to them.
func (g *game) enterPort(t *adjudicator.Table, a entering, rule string) {
	if t.Heard() {
		from := g.ZonesOf(a.units).First()
		if men := a.men; from == board.NoZone {
			from = g.LeaderWhere[men.Pop()]
		}
		g.Show(t, rule, 1, g.Mark("move", a.form.side, from, a.to), "entered-port",
			"Side", a.form.side, "Who", g.Terms(a.units, a.men), "Zone", a.to)
	}
	g.PlaceAll(a.units, a.men, a.to)
}

// portForm is the question what to move into ports next door: after a siege (5.2),
// or freely in the adjustments (D.2).
type portForm struct {
	g     *game
	side  adjudicator.Side
	act   order.Act
	ports board.Set
	rule  string
}

// entering is the answer to a portForm. Nobody moves if to is NoZone.
type entering struct {
	form  *portForm
	units field.UnitSet
	men   field.LeaderSet
	to    board.Zone
}

// Words implements [adjudicator.Answer].
func (a entering) Words() adjudicator.Words {
	w := adjudicator.Words{a.form.act.Word()}
	if a.to == board.NoZone {
		return append(w, adjudicator.Keyword("none"))
	}
	return append(append(w, a.form.g.war().LocatedWords(a.units, a.men, "from")...), adjudicator.Keyword("to"), a.form.g.ZoneTerm(a.to))
}

// doors returns the zones from which units of a class enter a port: ships by its
// anchor, land units by land or off the ships.
func (f *portForm) doors(port board.Zone, c field.Class) board.Set {
	if c == field.Naval {
		return f.g.Board.Near(port, board.BySea)
	}
	return f.g.Board.Near(port, board.ByLand).Union(f.g.Board.Near(port, board.BySea))
}

// movers returns the units that could enter a port, room apart.
func (f *portForm) movers(port board.Zone) field.UnitSet {
	g := f.g
	var units field.UnitSet
	for z := range f.doors(port, field.Naval).Intersect(g.Seas).All() {
		units = units.Or(g.UnitsAt(f.side, z))
	}
	for z := range f.doors(port, field.Land).Intersect(g.Lands).All() {
		units = units.Or(g.LandAt(f.side, z))
	}
	return units
}

// men returns the leaders that could enter a port. One who is ill stays (7, S20).
func (f *portForm) men(port board.Zone) field.LeaderSet {
	var men field.LeaderSet
	for z := range f.g.Board.Near(port, board.Any).All() {
		men |= f.g.LeadersOf(f.side, z)
	}
	return men &^ f.g.Ill
}

// judge says which rule forbids an entry.
func (f *portForm) judge(a *entering) *field.Fault {
	g := f.g
	if a.to == board.NoZone {
		return nil
	}
	if !f.ports.Has(a.to) {
		return g.Fault("port-not-open", f.rule, 0, "Zone", a.to, "Zones", f.ports)
	}
	if a.units.Empty() && a.men == 0 {
		return g.Fault("nothing-moves", f.rule, field.FaultForce)
	}
	if away := a.units.Minus(f.movers(a.to)); !away.Empty() || a.men&^f.men(a.to) != 0 {
		return g.Fault("not-next-to-port", f.rule, field.FaultForce, "Who", g.Terms(away, a.men&^f.men(a.to)), "Zone", a.to)
	}
	for c, units := range [2]field.UnitSet{field.Naval: a.units.And(g.Ships), field.Land: a.units.Minus(g.Ships)} {
		there := g.NavalAt(f.side, a.to)
		if field.Class(c) == field.Land {
			there = g.LandAt(f.side, a.to)
		}
		if pf := int(g.PF[f.side][c][a.to]) + g.Sum(units); g.war().Overfull(a.to, field.Class(c), there.Len()+units.Len(), pf) {
			limit := g.Board.Limit(a.to, march.BoardClass[c])
			return g.Fault("port-full", "3.6", field.FaultForce, "Zone", a.to, "PF", pf, "Limit", limit.PF)
		}
	}
	return g.judgeLeft(f.side, a.units, a.men, f.rule)
}

// judgeLeft checks what units and leaders leave behind at sea: ships still carry
// their troops (3.3), and no leader is without one (3.1).
func (g *game) judgeLeft(s adjudicator.Side, units field.UnitSet, men field.LeaderSet, rule string) *field.Fault {
	for z := range g.ZonesOf(units.And(g.Ships)).Intersect(g.Seas).All() {
		gone := units.And(g.At[z])
		fleet := g.NavalPF(s, z) - g.Sum(gone.And(g.Ships))
		carried := g.LandPF(s, z) - g.Sum(gone.Minus(g.Ships))
		if fleet < 5*carried {
			return g.Fault("overloaded-behind", "3.3", field.FaultForce, "Zone", z, "Carried", carried, "Fleet", fleet, "Limit", fleet/5)
		}
		if left := g.LeadersOf(s, z) &^ men; fleet == 0 && left != 0 {
			return g.Fault("leader-without-ship", "3.1", field.FaultForce, "Leader", left)
		}
	}
	return nil
}

// Accept implements [adjudicator.Form].
func (f *portForm) Accept(o adjudicator.Order, s *orders.Statement) (adjudicator.Answer, *orders.Diagnostic) {
	sel, ok := o.(order.Selection)
	if !ok || sel.Act != f.act {
		return nil, field.NotNow(s, f.rule)
	}
	if sel.None {
		return entering{form: f, to: board.NoZone}, nil
	}
	a := entering{form: f, to: sel.To.Zone}
	if a.to == board.NoZone && f.ports.Len() == 1 {
		a.to = f.ports.First()
	}
	if !f.ports.Has(a.to) {
		return nil, f.judge(&a).In(s, sel.To.Span)
	}
	var d *orders.Diagnostic
	if a.units, a.men, d = order.Resolve(&f.g.Field, s, sel.Parts, f.movers(a.to), f.men(a.to), f.rule); d != nil {
		return nil, d
	}
	if bad := f.judge(&a); bad != nil {
		return nil, bad.In(s, s.Span())
	}
	return a, nil
}

// Check implements [adjudicator.Form].
func (f *portForm) Check(x adjudicator.Answer) error {
	a, ok := x.(entering)
	if !ok {
		return field.ErrIllegal
	}
	return f.judge(&a).Err()
}

// Sample implements [adjudicator.Form].
func (f *portForm) Sample(r *rand.Rand) adjudicator.Answer {
	return f.sample(r, f.ports.Nth(r.IntN(f.ports.Len())))
}

// sample fills a port with random movers until one does not fit.
func (f *portForm) sample(r *rand.Rand, port board.Zone) entering {
	a := entering{form: f, to: port}
	for rest := f.movers(port); !rest.Empty() && r.IntN(5) != 0; {
		u := rest.Nth(r.IntN(rest.Len()))
		rest.Drop(u)
		b := a
		b.units.Add(u)
		if f.judge(&b) != nil {
			continue
		}
		a = b
	}
	if men := f.men(port); men != 0 && r.IntN(2) == 0 {
		b := a
		b.men = men & -men
		if f.judge(&b) == nil {
			a = b
		}
	}
	if a.units.Empty() {
		return entering{form: f, to: board.NoZone}
	}
	return a
}

// fill lets everybody enter a port for whom there is room, in the order of the
// counters.
func (f *portForm) fill(port board.Zone) entering {
	a := entering{form: f, to: port}
	for before := -1; a.units.Len() > before; { // ships are free to go once their troops have
		before = a.units.Len()
		for rest := f.movers(port).Minus(a.units); !rest.Empty(); {
			b := a
			b.units.Add(rest.Pop())
			if f.judge(&b) == nil {
				a = b
			}
		}
	}
	return a
}

// Default implements [adjudicator.Form]: into a port that has just fallen goes the
// weakest unit that can hold it; otherwise nothing moves.
func (f *portForm) Default() adjudicator.Answer {
	none := entering{form: f, to: board.NoZone}
	if f.act != actAdvance {
		return none
	}
	port := f.ports.First()
	best := none
	for rest := f.movers(port); !rest.Empty(); {
		u := rest.Pop()
		a := entering{form: f, units: field.UnitsOf(u), to: port}
		if f.judge(&a) == nil && (best.to == board.NoZone || f.g.Strength(u) < f.g.Sum(best.units)) {
			best = a
		}
	}
	return best
}

// Choices implements [adjudicator.Form].
func (f *portForm) Choices() []adjudicator.Choice {
	var choices []adjudicator.Choice
	for port := range f.ports.All() {
		a := f.fill(port)
		if a.units.Empty() {
			continue
		}
		choices = append(choices, adjudicator.Choice{Words: a.Words(),
			Note: adjudicator.Say("hellespont.note.port-room", "Naval", f.g.Board.Limit(port, board.NavalUnits).PF,
				"Land", f.g.Board.Limit(port, board.LandUnits).PF)})
	}
	if f.act == actAdvance {
		choices = append(choices, adjudicator.Choice{Words: entering{form: f, to: board.NoZone}.Words()})
	}
	return choices
}
