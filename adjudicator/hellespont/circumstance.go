package hellespont

import (
	"strconv"
	"strings"

	"keryx/adjudicator/board"
	"keryx/adjudicator/hellespont/data"
	"keryx/orders"
)

// circumstance narrows a standing order down: where it holds, against which enemy
// leaders, at what odds, in which months. What is not said is no matter.
//
//	at sea    on land    in M5, M6 or T17    from Abydos
//	by Alcibiades or Thrasybulus
//	at 2:1 or more    at 1:2 or less
//	in September or October
type circumstance struct {
	somewhere bool // zones are given
	zones     board.Set
	leaders   leaderSet
	months    []string
	odds      oddsLimit
}

// oddsLimit is a column of the combat table and those on one side of it.
type oddsLimit struct {
	set, atLeast bool
	att, def     int
}

// where reports whether a circumstance covers a zone in the month in play.
func (c *circumstance) where(g *game, z board.Zone) bool {
	if c.somewhere && !c.zones.Has(z) {
		return false
	}
	for _, m := range c.months {
		if m == g.now().ID {
			return true
		}
	}
	return len(c.months) == 0
}

// covers reports whether it covers a combat: the leaders are those of the attacker,
// the odds those of the table with every shift but the stratagems'.
func (c *circumstance) covers(g *game, b *battle) bool {
	if !c.where(g, b.zone) || c.leaders != 0 && c.leaders&g.leadersAt[b.zone]&g.captains[b.attacker] == 0 {
		return false
	}
	if !c.odds.set {
		return true
	}
	limit, r := g.CRT.Column(c.odds.att, c.odds.def), g.reckon(b)
	if c.odds.atLeast {
		return r.column >= limit
	}
	return r.column <= limit
}

// circumstance reads what is left of the head of a standing order.
func (r *reader) circumstance(rule *orders.Rule) circumstance {
	var c circumstance
	for !r.Done() && len(r.faults) == 0 {
		switch {
		case r.TakeComma(), r.TakeKeyword("or", "ou", "and", "et"):
		case r.pair([]string{"at", "en"}, []string{"sea", "mer"}):
			c.within(r.p.seas)
		case r.pair([]string{"on", "sur", "a"}, []string{"land", "terre"}):
			c.within(r.p.lands)
		case r.takeOdds(&c.odds), r.take("at"), r.take("from"), r.take("by"):
		case r.atName(data.MonthKind) && !r.atName(data.ZoneKind):
			e, d := r.TakeName(r.lex, data.MonthKind)
			r.fail(d)
			c.months = append(c.months, e.ID)
		case r.atName(data.LeaderKind):
			e, d := r.TakeName(r.lex, data.LeaderKind)
			r.fail(d)
			c.leaders.add(leader(r.p.Leader(e.ID)))
		case r.atName(data.ZoneKind):
			c.within(board.SetOf(r.zone().zone))
		default:
			span := r.Span()
			t, _ := r.Next()
			r.fail(orders.UnknownAt(rule, span, "unknown-circumstance", "Word", t.Text))
		}
	}
	return c
}

// within widens the zones of a circumstance.
func (c *circumstance) within(zones board.Set) {
	c.somewhere, c.zones = true, c.zones.Union(zones)
}

// pair takes two words that belong together.
func (r *reader) pair(first, second []string) bool {
	mark := r.Mark()
	if r.TakeKeyword(first...) && r.TakeKeyword(second...) {
		return true
	}
	r.Reset(mark)
	return false
}

// takeOdds takes "at 2:1 or more", "at 2/1 or less", the first word apart.
func (r *reader) takeOdds(o *oddsLimit) bool {
	t, ok := r.Peek()
	if !ok || t.Kind != orders.Word {
		return false
	}
	att, def, ok := strings.Cut(strings.ReplaceAll(t.Fold, "/", ":"), ":")
	a, errA := strconv.Atoi(att)
	d, errD := strconv.Atoi(def)
	if !ok || errA != nil || errD != nil || a == 0 || d == 0 {
		return false
	}
	r.Next()
	r.TakeKeyword("or", "ou")
	o.set, o.att, o.def = true, a, d
	if !r.TakeKeyword("less", "moins", "worse") {
		r.fail(r.NeedKeyword("more", "less", "plus", "moins", "better"))
		o.atLeast = true
	}
	return true
}
