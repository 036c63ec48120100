package hellespont

import (
	"fmt"
	"math/rand/v2"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/orders"
)

// zoneForm asks where counters go all together: units that make room (B.2), a sick
// leader (7, S20).
type zoneForm struct {
	g       *game
	kind    string // of the question
	rule    string
	zones   board.Set // where they may go; not empty
	units   unitSet
	leaders leaderSet
}

var zoneVerbs = []string{"displace"}

// askZone asks a side for one of several zones.
func (g *game) askZone(t *adjudicator.Table, side adjudicator.Side, f *zoneForm) board.Zone {
	if f.zones.Len() == 1 {
		return f.zones.First()
	}
	q := adjudicator.Question{Kind: f.kind, Rule: f.rule, Verbs: zoneVerbs, Reaction: true, Form: f}
	if t.Heard() {
		q.Prompt = adjudicator.Say("hellespont.ask."+f.kind, "Who", g.terms(f.units, f.leaders), "Zones", g.zoneTerms(f.zones))
	}
	return t.Ask(side, q).(going).to
}

// going is the answer "displace 2xP2 to T28".
type going struct {
	f  *zoneForm
	to board.Zone
}

// Words implements [adjudicator.Answer].
func (a going) Words() adjudicator.Words {
	return join(adjudicator.Words{adjudicator.Keyword("displace")}, a.f.g.words(a.f.units, a.f.leaders),
		adjudicator.Words{adjudicator.Keyword("to"), a.f.g.zoneTerm(a.to)})
}

// Accept implements [adjudicator.Form].
func (f *zoneForm) Accept(o adjudicator.Order, s *orders.Statement) (adjudicator.Answer, *orders.Diagnostic) {
	given, ok := o.(displaceOrder)
	if !ok {
		return nil, notNow(s, f.rule)
	}
	units, leaders, d := pick(f.g, s, given.force, f.units, f.leaders, board.NoZone, f.rule)
	switch {
	case d != nil:
		return nil, d
	case units != f.units || leaders != f.leaders:
		return nil, orders.IllegalAt(s, given.force.span, "all-go", f.rule, "Who", f.g.terms(f.units, f.leaders))
	case !f.zones.Has(given.to.zone):
		return nil, orders.IllegalAt(s, given.to.span, "not-there", f.rule,
			"Zone", f.g.zoneTerm(given.to.zone), "Zones", f.g.zoneTerms(f.zones))
	}
	return going{f, given.to.zone}, nil
}

// Check implements [adjudicator.Form].
func (f *zoneForm) Check(a adjudicator.Answer) error {
	if g, ok := a.(going); !ok || !f.zones.Has(g.to) {
		return fmt.Errorf("%w: %v is not a place to go to", errIllegal, a)
	}
	return nil
}

// Sample implements [adjudicator.Form].
func (f *zoneForm) Sample(r *rand.Rand) adjudicator.Answer {
	return going{f, nthZone(f.zones, r.IntN(f.zones.Len()))}
}

// Default implements [adjudicator.Form]: the first zone in the order of the map.
func (f *zoneForm) Default() adjudicator.Answer { return going{f, f.zones.First()} }

// Choices implements [adjudicator.Form].
func (f *zoneForm) Choices() []adjudicator.Choice {
	var all []adjudicator.Choice
	for z := range f.zones.All() {
		all = append(all, adjudicator.Choice{Words: going{f, z}.Words()})
	}
	return all
}
