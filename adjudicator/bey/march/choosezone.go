package march

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/order"
	"keryx/adjudicator/board"
	"keryx/adjudicator/form"
	"keryx/orders"
)

// ZoneForm asks where counters go all together: units that make room (B.2), a sick
// leader (7).
type ZoneForm struct {
	form.Places[Going]
	G       Marches
	Kind    string // of the question
	rule    string
	Units   field.UnitSet
	Leaders field.LeaderSet
}

// Displacing makes the question of a kind where counters go, to one of some zones.
func (g Marches) Displacing(kind, rule string, zones board.Set, units field.UnitSet, leaders field.LeaderSet) *ZoneForm {
	f := &ZoneForm{G: g, Kind: kind, rule: rule, Units: units, Leaders: leaders}
	f.Places = form.Places[Going]{Zones: zones, To: func(z board.Zone) Going { return Going{f, z} },
		At: func(a Going) board.Zone { return a.To }, Read: f.read,
		Refuse: func(o adjudicator.Order, s *orders.Statement) *orders.Diagnostic {
			to := o.(order.DisplaceOrder).To
			return orders.IllegalAt(s, to.Span, "not-there", rule, "Zone", g.ZoneTerm(to.Zone), "Zones", g.ZoneTerms(zones))
		}}
	return f
}

var zoneVerbs = []string{"displace"}

// AskZone asks a side for one of several zones.
func (g Marches) AskZone(t *adjudicator.Table, side adjudicator.Side, f *ZoneForm) board.Zone {
	if f.Zones.Len() == 1 {
		return f.Zones.First()
	}
	q := adjudicator.Question{Kind: f.Kind, Rule: f.rule, Verbs: zoneVerbs, Reaction: true, Form: f}
	if t.Heard() {
		q.Prompt = adjudicator.Say("bey.ask."+f.Kind, "Who", g.Terms(f.Units, f.Leaders), "Zones", g.ZoneTerms(f.Zones))
	}
	return t.Ask(side, q).(Going).To
}

// Going is the answer "displace 2xP2 to T28".
type Going struct {
	F  *ZoneForm
	To board.Zone
}

// Words implements [adjudicator.Answer].
func (a Going) Words() adjudicator.Words {
	return field.Join(adjudicator.Words{adjudicator.Keyword("displace")}, a.F.G.Naming(a.F.Units, a.F.Leaders),
		adjudicator.Words{adjudicator.Keyword("to"), a.F.G.ZoneTerm(a.To)})
}

// read is where an order sends all of them.
func (f *ZoneForm) read(o adjudicator.Order, s *orders.Statement) (board.Zone, *orders.Diagnostic) {
	given, ok := o.(order.DisplaceOrder)
	if !ok {
		return board.NoZone, field.NotNow(s, f.rule)
	}
	units, leaders, d := order.Pick(f.G.Field, s, given.Force, f.Units, f.Leaders, board.NoZone, f.rule)
	if d == nil && (units != f.Units || leaders != f.Leaders) {
		d = orders.IllegalAt(s, given.Force.Span, "all-go", f.rule, "Who", f.G.Terms(f.Units, f.Leaders))
	}
	return given.To.Zone, d
}
