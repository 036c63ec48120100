package battle

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/order"
	"keryx/adjudicator/bey/standing"
	"keryx/adjudicator/board"
)

// rethrown is a throw that the holder of the Advantage is asked about.
type rethrown interface {
	// Judge tells what a standing order makes of the throw, and how it fits it.
	Judge(adjudicator.Standing) (order.Single, Fit)
	// Occasion tells which orders on the Advantage cover it.
	Occasion() standing.Occasions
	// Means says what the throw comes to as it stands, unless the question says so itself.
	Means() []adjudicator.Phrase
}

// Meaning is what a throw comes to.
func Meaning(id string, args ...any) []adjudicator.Phrase {
	return []adjudicator.Phrase{adjudicator.Say("bey.means."+id, args...)}
}

// Fit is how well a rule fits a throw. One on throws like it that lists other
// outcomes fits loosely: it lets the throw stand unless a later rule fits it exactly.
type Fit uint8

// The fits, the better ones behind.
const (
	NoFit Fit = iota
	looseFit
	exactFit
)

var (
	throwStands = order.Single{Act: order.ActAccept, Zone: board.NoZone}
	throwAnew   = order.Single{Act: order.ActReroll, Zone: board.NoZone}
)

// Decide is the decision of a rule whose outcome has come, or has not.
func Decide(came, again bool) (order.Single, Fit) {
	switch {
	case !came:
		return throwStands, looseFit
	case again:
		return throwAnew, exactFit
	}
	return throwStands, exactFit
}

// attritionThrown are the tests of a side's attrition.
type attritionThrown struct {
	g     Battles
	side  adjudicator.Side
	zones board.Set
	total *[field.MaxZones]int
}

// Judge implements [rethrown]: of several tests that a rule would have again it is
// the one of the most force points.
func (a attritionThrown) Judge(st adjudicator.Standing) (order.Single, Fit) {
	x, ok := st.(standing.ThrowRule)
	if !ok || x.Kind != standing.ThrowAttrition || x.Enemy == (a.side == a.g.Advantage) || !x.When.Now(a.g.Field) {
		return order.Single{}, NoFit
	}
	worst, found := board.NoZone, -1
	for z := range a.zones.All() {
		came, _ := a.g.AttritionOutcome(a.total[z], a.g.UnitsAt(a.side, z).Len())
		if pf := a.g.AllPF(a.side, z); x.Outcomes&came != 0 && x.When.Where(a.g.Field, z) && pf > found {
			worst, found = z, pf
		}
	}
	return decideAt(worst, x.Again)
}

func (a attritionThrown) Occasion() standing.Occasions { return standing.InAttrition }

func (a attritionThrown) Means() []adjudicator.Phrase { return nil }

// decideAt is the decision of a rule whose outcome has come in a zone, or nowhere.
func decideAt(z board.Zone, again bool) (order.Single, Fit) {
	x, how := Decide(z != board.NoZone, again)
	if x.Act == order.ActReroll {
		x.Zone = z
	}
	return x, how
}

// stormThrown are the dice of a storm.
type stormThrown struct {
	g Battles
	q *squall
}

// Judge implements [rethrown]: thrown again are the dice of the zone in which one's
// own ships suffer most beyond the enemy's.
func (s stormThrown) Judge(st adjudicator.Standing) (order.Single, Fit) {
	x, ok := st.(standing.ThrowRule)
	if !ok || x.Kind != standing.ThrowStorm || !x.When.Now(s.g.Field) {
		return order.Single{}, NoFit
	}
	g, worst, found := s.g, board.NoZone, 0
	for z := range s.q.zones.All() {
		ours, theirs := s.q.hit[z].And(g.Of[g.Advantage]), s.q.hit[z].And(g.Of[g.Advantage.Other()])
		if loss := g.Sum(ours) - g.Sum(theirs); loss > found && x.When.Where(g.Field, z) {
			worst, found = z, loss
		}
	}
	return decideAt(worst, x.Again)
}

func (s stormThrown) Occasion() standing.Occasions { return standing.InMovements }

func (s stormThrown) Means() []adjudicator.Phrase { return nil }

// CombatThrown is the die of a combat.
type CombatThrown struct {
	G      Battles
	Battle *Battle
	Result bey.Result // for the holder of the Advantage
	lost   bool       // he loses the field
}

// Judge implements [rethrown].
func (c CombatThrown) Judge(st adjudicator.Standing) (order.Single, Fit) {
	switch st := st.(type) {
	case standing.ResultRule:
		if c.G.Covers(&st.When, c.Battle) {
			return Decide(st.Results[c.Result], st.Again)
		}
	case standing.DefeatRule:
		if c.G.Covers(&st.When, c.Battle) {
			return Decide(c.lost, st.Again)
		}
	}
	return order.Single{}, NoFit
}

// Occasion implements [rethrown].
func (c CombatThrown) Occasion() standing.Occasions { return standing.InCombats }

// Means implements [rethrown].
func (c CombatThrown) Means() []adjudicator.Phrase { return nil }

// throwAgain tells what a rule makes of dice that may be thrown again.
func (f *RerollForm) throwAgain(st adjudicator.Standing) (order.Single, Fit) {
	if keep, ok := st.(standing.KeepAdvantage); ok {
		if keep.Occasions&f.Of.Occasion() != 0 {
			return throwStands, exactFit
		}
		return order.Single{}, NoFit
	}
	return f.Of.Judge(st)
}

// Advise implements [adjudicator.Adviser]: what the first of the rules decides that fits
// exactly, else the first that fits loosely.
func (f *RerollForm) Advise(rules []adjudicator.Standing) (adjudicator.Answer, int, bool) {
	chosen, rule, best := throwStands, 0, NoFit
	for i, st := range rules {
		if x, how := f.throwAgain(st); how > best && f.Check(MenuAnswer{f.G, x}) == nil {
			chosen, rule, best = x, i, how
		}
	}
	return MenuAnswer{f.G, chosen}, rule, best != NoFit
}
