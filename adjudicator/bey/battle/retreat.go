package battle

import (
	"math/rand/v2"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/march"
	"keryx/adjudicator/bey/order"
	"keryx/adjudicator/board"
	"keryx/orders"
)

// WaysOut returns the zones to which some of a side's counters can withdraw by themselves
// from a zone: at sea ships with what they carry, elsewhere land units, and ships if some
// are there.
func (g Battles) WaysOut(s adjudicator.Side, z board.Zone) board.Set {
	if g.Seas.Has(z) {
		return g.Refuges(s, z, field.Naval)
	}
	out := g.Refuges(s, z, field.Land)
	if g.HeldBySea[s].Has(z) {
		out = out.Union(g.Refuges(s, z, field.Naval))
	}
	return out
}

// Retreat makes the loser of a combat leave its zone (4.2.4). He chooses where to,
// for all his units at once or for some of them at a time. What cannot leave is
// eliminated.
func (g Battles) Retreat(t *adjudicator.Table, b *Battle, s adjudicator.Side) {
	var reached board.Set
	for {
		f := &RetreatForm{G: g, Side: s, From: b.Zone, Near: g.WaysOut(s, b.Zone)}
		f.Units, f.Men = g.UnitsAt(s, b.Zone), g.LeadersOf(s, b.Zone)
		if f.Units.Empty() && f.Men == 0 {
			break
		}
		f.Landings()
		if f.Default().(Retirement).To == board.NoZone {
			g.cutDown(t, s, b.Zone)
			break
		}
		a := f.only()
		if a.To == board.NoZone {
			q := adjudicator.Question{Kind: "retreat", Rule: g.Sections.Retreat, Verbs: order.VerbsRetreat, Reaction: true, Form: f}
			if t.Heard() {
				q.Prompt = adjudicator.Say("bey.ask.retreat", "Zone", g.ZoneTerm(b.Zone),
					"Who", g.Terms(f.Units, f.Men), "Zones", g.ZoneTerms(f.Near.Union(f.Over)))
			}
			a = t.Ask(s, q).(Retirement)
		}
		g.WithdrawTo(t, g.Sections.Retreat, a)
		reached.Add(a.To)
	}
	for z := range reached.All() {
		g.Relieve(t, s, z)
	}
}

// cutDown eliminates units that must retreat and cannot. Their leaders are alone
// then, and captured.
func (g Battles) cutDown(t *adjudicator.Table, s adjudicator.Side, z board.Zone) {
	units := g.UnitsAt(s, z)
	if !units.Empty() {
		g.Tell(t, g.Sections.Retreat, 1, "no-retreat", "Side", s, "Zone", z, "Units", units)
	}
	for !units.Empty() {
		g.Eliminate(units.Pop())
	}
	g.Strand(t, s, z)
	for men := g.LeadersOf(s, z); men != 0; { // the victor has lost everything too
		g.Dismiss(men.Pop(), field.Captured)
	}
}

// WithdrawTo moves a group that retreats or evades. An amphibious retreat uses up
// what the ships it passes can carry (3.4).
func (g Battles) WithdrawTo(t *adjudicator.Table, rule string, a Retirement) {
	g.Show(t, rule, 1, g.Mark("retreat", a.Form.Side, append([]board.Zone{a.Form.From}, a.path()...)...), "retreated",
		"Side", a.Form.Side, "Who", g.Terms(a.Units, a.Men), "From", a.Form.From, "To", a.To)
	if a.steps > 1 {
		g.Carry(a.Form.Side, a.route[:a.steps-1], g.Load(a.Units))
	}
	g.PlaceAll(a.Units, a.Men, a.To)
	g.Strand(t, a.Form.Side.Other(), a.To) // an enemy leader who was alone there
}

// RetreatForm is the question where the loser of a combat goes.
type RetreatForm struct {
	G     Battles
	Side  adjudicator.Side
	From  board.Zone
	Units field.UnitSet
	Men   field.LeaderSet
	Near  board.Set // refuges next door
	Over  board.Set // coasts that some of the units can reach amphibiously (3.4)
}

// Retirement is a group's retreat: the answer to a RetreatForm.
type Retirement struct {
	Form  *RetreatForm
	Units field.UnitSet
	Men   field.LeaderSet
	To    board.Zone
	steps int // zones of the route if it is amphibious
	route [4]board.Zone
}

// path is the way of the group, its start left out.
func (a Retirement) path() []board.Zone {
	if a.steps == 0 {
		return []board.Zone{a.To}
	}
	return a.route[:a.steps]
}

// Words implements [adjudicator.Answer].
func (a Retirement) Words() adjudicator.Words {
	g := a.Form.G
	w := adjudicator.Words{order.ActRetreat.Word()}
	if a.Units != a.Form.Units || a.Men != a.Form.Men {
		w = append(w, g.Naming(a.Units, a.Men)...)
	}
	w = append(w, adjudicator.Keyword("to"), g.ZoneTerm(a.To))
	if a.steps > 1 {
		w = append(w, adjudicator.Keyword("by"))
		for _, z := range a.route[:a.steps-1] {
			w = append(w, g.ZoneTerm(z))
		}
	}
	return w
}

// Landings finds the coasts that are in reach of some of the land units, or of the
// leaders, over sea zones with ships of their own (3.4).
func (f *RetreatForm) Landings() {
	g := f.G
	if g.Seas.Has(f.From) {
		return
	}
	units, men := f.Afloat()
	switch {
	case !units.Empty():
		f.Over = g.Landings(f.Side, f.From, g.Load(field.UnitsOf(g.Weakest(units))))
	case men != 0:
		f.Over = g.Landings(f.Side, f.From, 0)
	}
	f.Over = f.Over.Minus(g.Held[f.Side.Other()]).Minus(f.Near)
}

// Afloat returns those who may go on board: not those who do not sail (10.1).
func (f *RetreatForm) Afloat() (field.UnitSet, field.LeaderSet) {
	return f.Units.Minus(f.G.Landsmen), f.Men &^ f.G.LandLeaders
}

// only returns the retreat of everybody if nothing is left to choose.
func (f *RetreatForm) only() Retirement {
	if f.Near.Len() == 1 && f.Over.Empty() {
		if a := f.everybody(f.Near.First()); f.Judge(&a, nil) == nil {
			return a
		}
	}
	return Retirement{To: board.NoZone}
}

// everybody is the retreat of all to one zone.
func (f *RetreatForm) everybody(z board.Zone) Retirement {
	return Retirement{Form: f, Units: f.Units, Men: f.Men, To: z}
}

// party is the retreat to a zone next door of everybody, or of as many as may go there
// together, ships before land units. Its zone is NoZone if nobody may.
func (f *RetreatForm) party(z board.Zone) Retirement {
	a := f.everybody(z)
	if f.Judge(&a, nil) == nil {
		return a
	}
	a.Units, a.Men = field.UnitSet{}, 0
	for _, rest := range [2]field.UnitSet{f.Units.And(f.G.Ships), f.Units.Minus(f.G.Ships)} {
		for !rest.Empty() {
			more := a
			if more.Units.Add(rest.Pop()); f.Judge(&more, nil) == nil {
				a = more
			}
		}
	}
	more := a
	if more.Men = f.Men; f.Judge(&more, nil) == nil {
		a = more
	}
	if a.Units.Empty() && a.Men == 0 {
		a.To = board.NoZone
	}
	return a
}

// Judge says which rule forbids a retreat, and finds its way if it is amphibious.
func (f *RetreatForm) Judge(a *Retirement, via []board.Zone) *field.Fault {
	g := f.G
	if a.Units.Empty() && a.Men == 0 {
		return g.Fault("nothing-moves", g.Sections.Retreat, field.FaultForce)
	}
	if bad := g.JudgeRetreat(f, a); bad != nil {
		return bad
	}
	if f.Near.Has(a.To) && len(via) == 0 {
		return nil
	}
	if !f.Over.Has(a.To) && !f.Near.Has(a.To) || g.Seas.Has(f.From) {
		return g.Fault("no-retreat-there", g.Sections.Retreat, 0, "To", a.To, "Zone", f.From, "Zones", f.Near.Union(f.Over))
	}
	m := march.Move{Side: f.Side, Manner: march.Ferried, Units: a.Units, Leaders: a.Men, From: f.From}
	switch {
	case len(via) > 3:
		return g.Fault("ferry-too-far", g.Sections.Ferry, 4, "Cost", len(via)+1, "Limit", 4)
	case len(via) > 0:
		m.Steps = copy(m.Route[:], via)
		m.Route[m.Steps] = a.To
		m.Steps++
	case !g.Sought(&m, a.To):
		return g.Fault("ferry-overloaded-retreat", g.Sections.Ferry, 0, "To", a.To, "Carried", g.Sum(a.Units), "Who", g.Terms(a.Units, a.Men))
	}
	if bad := g.JudgeFerry(&m); bad != nil {
		return bad
	}
	a.steps = copy(a.route[:], m.Route[:m.Steps])
	return nil
}

// Accept implements [adjudicator.Form].
func (f *RetreatForm) Accept(o adjudicator.Order, s *orders.Statement) (adjudicator.Answer, *orders.Diagnostic) {
	sel, ok := o.(order.Selection)
	if !ok {
		return nil, field.NotNow(s, f.G.Sections.Retreat)
	}
	a := Retirement{Form: f, To: sel.To.Zone}
	var d *orders.Diagnostic
	if a.Units, a.Men, d = order.Resolve(f.G.Field, s, sel.Parts, f.Units, f.Men, f.G.Sections.Retreat); d != nil {
		return nil, d
	}
	a.Units = f.G.Canonical(a.Units, f.Units)
	var via []board.Zone
	for _, p := range sel.Via {
		via = append(via, p.Zone)
	}
	if bad := f.Judge(&a, via); bad != nil {
		return nil, bad.AtZone(s, sel.To.Span)
	}
	return a, nil
}

// Check implements [adjudicator.Form].
func (f *RetreatForm) Check(x adjudicator.Answer) error {
	a, ok := x.(Retirement)
	if !ok || !a.Units.Within(f.Units) || a.Men&^f.Men != 0 {
		return field.ErrIllegal
	}
	var via []board.Zone
	if a.steps > 0 {
		via = a.route[:a.steps-1]
	}
	return f.Judge(&a, via).Err()
}

// Sample implements [adjudicator.Form].
func (f *RetreatForm) Sample(r *rand.Rand) adjudicator.Answer {
	all := f.Near.Union(f.Over)
	for range 4 {
		a := Retirement{Form: f, Units: f.Units, Men: f.Men, To: all.Nth(r.IntN(all.Len()))}
		if f.Over.Has(a.To) {
			a.Units, a.Men = f.Afloat()
		}
		if r.IntN(6) == 0 && !a.Units.Empty() {
			a.Units = field.UnitsOf(a.Units.Nth(r.IntN(a.Units.Len())))
		}
		if f.Judge(&a, nil) == nil {
			return a
		}
	}
	return f.Default()
}

// Default implements [adjudicator.Form]: everybody to the first refuge, or as many as may
// go there, else as many as can be carried, one by one.
func (f *RetreatForm) Default() adjudicator.Answer {
	for z := range f.Near.All() {
		if a := f.party(z); a.To != board.NoZone {
			return a
		}
	}
	units, men := f.Afloat()
	for z := range f.Over.All() {
		a := Retirement{Form: f, Units: units, Men: men, To: z}
		if f.Judge(&a, nil) == nil {
			return a
		}
		if !units.Empty() {
			a.Units, a.Men = field.UnitsOf(f.G.Weakest(units)), 0
			if f.Judge(&a, nil) == nil {
				return a
			}
		}
	}
	return Retirement{Form: f, Units: f.Units, Men: f.Men, To: board.NoZone}
}

// Choices implements [adjudicator.Form].
func (f *RetreatForm) Choices() []adjudicator.Choice {
	g := f.G
	var choices []adjudicator.Choice
	for z := range f.Near.Union(f.Over).All() {
		a := f.everybody(z)
		if f.Over.Has(z) {
			a.Units, a.Men = f.Afloat()
		} else if a = f.party(z); a.To == board.NoZone {
			continue
		}
		if f.Judge(&a, nil) == nil {
			choices = append(choices, adjudicator.Choice{Words: a.Words(), Note: g.RoomNote(f.Side, z, a.Units)})
		} else if !a.Units.Empty() {
			a.Units, a.Men = field.UnitsOf(g.Weakest(a.Units)), 0
			if f.Judge(&a, nil) == nil {
				choices = append(choices, adjudicator.Choice{Words: a.Words(), Note: g.RoomNote(f.Side, z, a.Units)})
			}
		}
	}
	return choices
}

// Weakest returns the unit of the fewest force points, or NoUnit.
func (g Battles) Weakest(set field.UnitSet) field.UnitNo {
	return set.Best(1, func(u field.UnitNo) int { return -g.Strength(u) }).Nth(0)
}
