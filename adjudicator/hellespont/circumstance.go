package hellespont

import (
	"slices"
	"strconv"
	"strings"

	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
	"keryx/orders"
)

// circumstance narrows a standing order down: where it holds, against which enemy
// leaders, with whom, at what odds, in which months. What is not said is no matter.
//
//	at sea    in the strait    on land    in M5, M6 or T17    from Abydos
//	by Alcibiades or Thrasybulus    with Mindarus    against Theramenes
//	at 2:1 or more    at odds of 1:2 or less    at least 3:2
//	at 3 dice or more, in sieges
//	in September or October    in winter
type circumstance struct {
	somewhere bool // zones are given
	zones     board.Set
	leaders   leaderSet // who attack, besiege or enter
	present   leaderSet // who are there, on whichever side
	facing    leaderSet
	months    []string
	odds      oddsLimit
	dice      diceLimit
}

// oddsLimit is a column of the combat table and those on one side of it.
type oddsLimit struct {
	set, atLeast bool
	att, def     int
}

// diceLimit is a number of siege dice and those above or below it.
type diceLimit struct {
	set, atLeast bool
	n            int
}

// where reports whether a circumstance covers a zone in the month in play.
func (c *circumstance) where(g *game, z board.Zone) bool {
	return (!c.somewhere || c.zones.Has(z)) && c.now(g)
}

// now reports whether it covers the month in play.
func (c *circumstance) now(g *game) bool {
	return len(c.months) == 0 || slices.Contains(c.months, g.now().ID)
}

// met reports whether it covers what the leaders of the active side and those of the
// other do in a zone.
func (c *circumstance) met(g *game, z board.Zone, active, passive leaderSet) bool {
	if c.leaders != 0 && c.leaders&active == 0 {
		return false
	}
	for _, who := range [2]leaderSet{c.present, c.facing} {
		if who != 0 && who&(active|passive) == 0 {
			return false
		}
	}
	return c.where(g, z)
}

// covers reports whether a circumstance covers a combat: the odds are those of the table with
// every shift but the stratagems'.
func (g *game) covers(c *circumstance, b *battle) bool {
	if !c.met(g, b.zone, g.leadersOf(b.attacker, b.zone), g.leadersOf(b.attacker.Other(), b.zone)) {
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

// coversSiege reports whether a circumstance covers a siege: the dice are those of 5.1, but for
// what both sides play or discard.
func (g *game) coversSiege(c *circumstance, s *siege) bool {
	if c.dice.set {
		m := g.siegeDice(&siege{port: s.port, besieger: s.besieger})
		if n := max(0, m.Sum()); n != c.dice.n && n > c.dice.n != c.dice.atLeast {
			return false
		}
	}
	_, men := g.besiegers(s)
	return c.met(g, s.port, men, g.leadersOf(s.besieger.Other(), s.port))
}

// narrowing is what a standing order can be narrowed down by, as bits.
type narrowing uint8

const (
	byPlace narrowing = 1 << iota
	byLeader
	byOdds
	byDice
	byMonth
	byAnything = byPlace | byLeader | byOdds | byMonth // of a combat
	bySiege    = byPlace | byLeader | byDice | byMonth
)

// circumstance reads what is left of the head of a standing order. What the order
// cannot be narrowed down by is a fault, lest it hold where nobody wanted it.
func (r *ruleReader) circumstance(rule *orders.Rule, by narrowing) circumstance {
	var c circumstance
	who := &c.leaders
	for !r.Done() && len(r.faults) == 0 {
		span := r.Span()
		if r.circumstanceWord(&who, &c) {
			continue
		}
		kind := r.takeCircumstance(&c, who)
		switch {
		case len(r.faults) > 0:
		case kind == 0:
			word := r.Last() // at the end of the head
			if !r.Done() {
				word = r.Span()
			}
			t, _ := r.Next()
			r.fail(orders.UnknownAt(rule, word, "unknown-circumstance", "Word", t.Text, "Suggestions", r.meant(t)))
			r.Rest()
		case by&kind == 0:
			r.fail(orders.UnknownAt(rule, span.Join(r.Last()), "circumstance-not-here", "Places", by&byPlace != 0,
				"Leaders", by&byLeader != 0, "Odds", by&byOdds != 0, "Dice", by&byDice != 0))
			r.Rest()
		}
	}
	return c
}

// meant guesses which zone, leader or month a misspelt word is.
func (r *ruleReader) meant(t orders.Token) orders.Guesses {
	_, fault := r.lex.Lookup(t, field.ZoneKind, field.LeaderKind, r.p.TurnKind)
	if fault == nil || fault.Code != orders.CodeUnknownName {
		return nil
	}
	for _, arg := range fault.Args {
		if guesses, ok := arg.(orders.Guesses); ok {
			return guesses
		}
	}
	return nil
}

// circumstanceWord takes a small word, which may say on whose side the leaders
// are that come next.
func (r *ruleReader) circumstanceWord(who **leaderSet, c *circumstance) bool {
	switch {
	case r.TakeComma(), r.TakeKeyword("or", "ou", "and", "et"):
	case r.TakeKeyword("the", "le", "la", "les", "du", "des", "au", "aux", "of", "odds", "rapport", "terrain", "ground"):
	case r.TakeKeyword("with", "avec", "for", "pour"):
		*who = &c.present
	case r.TakeKeyword("against", "contre"):
		*who = &c.facing
	case r.TakeKeyword("by", "par"):
		*who = &c.leaders
	default:
		return false
	}
	return true
}

// takeCircumstance takes one thing that narrows a rule down, and tells which; 0 if
// none is next.
func (r *ruleReader) takeCircumstance(c *circumstance, who *leaderSet) narrowing {
	if zones, ok := r.region(); ok {
		c.within(zones)
		return byPlace
	}
	switch {
	case r.takeOdds(&c.odds):
		return byOdds
	case r.takeDice(&c.dice):
		return byDice
	case r.TakeKeyword("winter", "hiver"):
		c.months = append(c.months, r.season(true)...)
	case r.TakeKeyword("summer", "ete"):
		c.months = append(c.months, r.season(false)...)
	case r.take("at"), r.take("from"), r.take("on"):
		if r.Done() {
			return 0
		}
		return r.takeCircumstance(c, who)
	case r.TakeKeyword("the", "le", "la", "les", "du", "des"):
		return r.takeCircumstance(c, who)
	case r.atName(r.p.TurnKind) && !r.atName(field.ZoneKind):
		e, d := r.TakeName(r.lex, r.p.TurnKind)
		r.fail(d)
		c.months = append(c.months, e.ID)
	case r.atName(field.LeaderKind):
		e, d := r.TakeName(r.lex, field.LeaderKind)
		r.fail(d)
		who.add(leader(r.p.Leader(e.ID)))
		return byLeader
	case r.atName(field.ZoneKind):
		c.within(board.SetOf(r.zone().zone))
		return byPlace
	default:
		return 0
	}
	return byMonth
}

// region takes the words for a kind of zones.
func (r *ruleReader) region() (board.Set, bool) {
	p := r.p
	for _, x := range []struct {
		first, second []string
		zones         board.Set
	}{
		{[]string{"at", "en", "on"}, []string{"sea", "mer"}, p.seas},
		{[]string{"on", "sur", "a"}, []string{"land", "terre"}, p.lands},
		{[]string{"open", "high", "pleine", "haute"}, []string{"sea", "seas", "mer"}, p.seas.Minus(p.straits)},
	} {
		if r.pair(x.first, x.second) {
			return x.zones, true
		}
	}
	switch {
	case r.pair([]string{"en"}, []string{"pleine"}):
		r.TakeKeyword("mer")
		return p.seas.Minus(p.straits), true
	case r.TakeKeyword("strait", "straits", "narrows", "detroit", "detroits"):
		return p.straits, true
	case r.pair([]string{"terrain"}, []string{"difficile"}), r.TakeKeyword("difficult", "difficile", "hills", "collines"):
		return p.difficult, true
	case r.pair([]string{"terrain"}, []string{"clair"}), r.TakeKeyword("clear", "clair"):
		return p.clear, true
	case r.TakeKeyword("port", "ports"):
		return p.ports, true
	}
	return board.Set{}, false
}

// season lists the months of winter, in which sieges are harder and no supply comes
// in, from November to March; or the others.
func (r *ruleReader) season(winter bool) []string {
	var months []string
	for _, m := range r.p.Turns {
		if m.Winter == winter {
			months = append(months, m.ID)
		}
	}
	return months
}

// within adds zones to those of a circumstance; of zones and a part of them the part
// is meant, "at sea in M5".
func (c *circumstance) within(zones board.Set) {
	switch {
	case !c.somewhere || zones.Within(c.zones):
		c.zones = zones
	case !c.zones.Within(zones):
		c.zones = c.zones.Union(zones)
	}
	c.somewhere = true
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

// takeOdds takes "2:1 or more", "at odds of 2/1 or less", "at least 3 to 1".
func (r *ruleReader) takeOdds(o *oddsLimit) bool {
	return r.limit(&o.atLeast, func() bool {
		for r.TakeKeyword("odds", "of", "le", "un", "rapport", "de") {
		}
		a, d, ok := r.ratio()
		if ok {
			o.set, o.att, o.def = true, a, d
		}
		return ok
	})
}

// takeDice takes "3 dice or more", "at most 2 dice".
func (r *ruleReader) takeDice(d *diceLimit) bool {
	return r.limit(&d.atLeast, func() bool {
		n, fault := r.TakeNumber()
		if fault != nil || !r.TakeKeyword("dice", "die", "des", "de") {
			return false
		}
		d.set, d.n = true, n
		return true
	})
}

// limit takes what value reads, with "at least" or "at most" before it, or "or more"
// or "or less" behind it, and notes which; or nothing.
func (r *ruleReader) limit(atLeast *bool, value func() bool) bool {
	mark := r.Mark()
	if !r.take("at") {
		r.TakeKeyword("au", "with", "avec")
	}
	least, most := r.TakeKeyword("least", "moins"), r.TakeKeyword("most", "plus")
	if !value() {
		r.Reset(mark)
		return false
	}
	switch {
	case least || most:
		*atLeast = least
		return true
	}
	r.TakeComma()
	r.TakeKeyword("or", "ou")
	if *atLeast = !r.TakeKeyword("less", "moins", "fewer"); *atLeast {
		if !r.TakeKeyword("more", "plus") {
			r.need("more", "less")
		}
	}
	return true
}

// ratio takes "2:1", "2/1" or "2 to 1".
func (r *ruleReader) ratio() (att, def int, ok bool) {
	t, some := r.Peek()
	switch {
	case some && t.Kind == orders.Number:
		att, _ = r.TakeNumber()
		if !r.TakeKeyword("to", "a", "contre", "against") {
			return 0, 0, false
		}
		var fault *orders.Diagnostic
		def, fault = r.TakeNumber()
		return att, def, fault == nil && att > 0 && def > 0
	case !some || t.Kind != orders.Word:
		return 0, 0, false
	}
	left, right, parts := strings.Cut(strings.ReplaceAll(t.Fold, "/", ":"), ":")
	att, errA := strconv.Atoi(left)
	def, errD := strconv.Atoi(right)
	if !parts || errA != nil || errD != nil || att <= 0 || def <= 0 {
		return 0, 0, false
	}
	r.Next()
	return att, def, true
}
