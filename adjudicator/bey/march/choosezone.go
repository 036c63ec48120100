package march

import (
	"fmt"
	"math/rand/v2"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/order"
	"keryx/adjudicator/board"
	"keryx/orders"
)

// ZoneForm asks where counters go all together: units that make room (B.2), a sick
// leader (7).
type ZoneForm struct {
	G       Marches
	Kind    string // of the question
	rule    string
	Zones   board.Set // where they may go; not empty
	Units   field.UnitSet
	Leaders field.LeaderSet
}

var zoneVerbs = []string{"displace"}

// askZone asks a side for one of several zones.
func (g Marches) askZone(t *adjudicator.Table, side adjudicator.Side, f *ZoneForm) board.Zone {
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

// Accept implements [adjudicator.Form].
func (f *ZoneForm) Accept(o adjudicator.Order, s *orders.Statement) (adjudicator.Answer, *orders.Diagnostic) {
	given, ok := o.(order.DisplaceOrder)
	if !ok {
		return nil, field.NotNow(s, f.rule)
	}
	units, leaders, d := order.Pick(f.G.Field, s, given.Force, f.Units, f.Leaders, board.NoZone, f.rule)
	switch {
	case d != nil:
		return nil, d
	case units != f.Units || leaders != f.Leaders:
		return nil, orders.IllegalAt(s, given.Force.Span, "all-go", f.rule, "Who", f.G.Terms(f.Units, f.Leaders))
	case !f.Zones.Has(given.To.Zone):
		return nil, orders.IllegalAt(s, given.To.Span, "not-there", f.rule,
			"Zone", f.G.ZoneTerm(given.To.Zone), "Zones", f.G.ZoneTerms(f.Zones))
	}
	return Going{f, given.To.Zone}, nil
}

// Check implements [adjudicator.Form].
func (f *ZoneForm) Check(a adjudicator.Answer) error {
	if g, ok := a.(Going); !ok || !f.Zones.Has(g.To) {
		return fmt.Errorf("%w: %v is not a place to go to", field.ErrIllegal, a)
	}
	return nil
}

// Sample implements [adjudicator.Form].
func (f *ZoneForm) Sample(r *rand.Rand) adjudicator.Answer {
	return Going{f, field.NthZone(f.Zones, r.IntN(f.Zones.Len()))}
}

// Default implements [adjudicator.Form]: the first zone in the order of the map.
func (f *ZoneForm) Default() adjudicator.Answer { return Going{f, f.Zones.First()} }

// Choices implements [adjudicator.Form].
func (f *ZoneForm) Choices() []adjudicator.Choice {
	var all []adjudicator.Choice
	for z := range f.Zones.All() {
		all = append(all, adjudicator.Choice{Words: Going{f, z}.Words()})
	}
	return all
}
