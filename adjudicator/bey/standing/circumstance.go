package standing

import (
	"slices"

	"keryx/adjudicator/advice"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
	"keryx/orders"
)

// Circumstance narrows a standing order down: where it holds, against which enemy
// leaders, with whom, at what odds, in which turns. What is not said is no matter.
//
//	at sea    in the strait    on land    in M5, M6 or T17    from T12
//	by one leader or another    with a third    against a fourth
//	at 2:1 or more    at odds of 1:2 or less    at least 3:2
//	at 3 dice or more, in sieges
//	in turns named or numbered    in winter
type Circumstance struct {
	Somewhere bool // zones are given
	Zones     board.Set
	Leaders   field.LeaderSet // who attack, besiege or enter
	Present   field.LeaderSet // who are there, on whichever side
	Facing    field.LeaderSet
	named     []string     // identifiers of turns
	turns     []int        // and their indices in [field.Facts.Turns]
	Odds      advice.Limit // and what of the combat table
	Dice      advice.Limit // of a siege
}

// Where reports whether a circumstance covers a zone in the turn in play.
func (c *Circumstance) Where(g *field.Field, z board.Zone) bool {
	return (!c.Somewhere || c.Zones.Has(z)) && c.Now(g)
}

// Now reports whether it covers the turn in play.
func (c *Circumstance) Now(g *field.Field) bool {
	return !c.timed() || slices.Contains(c.named, g.Now().ID) || slices.Contains(c.turns, g.Playing.First+g.TurnNo)
}

// timed reports whether it covers some turns only.
func (c *Circumstance) timed() bool { return len(c.named)+len(c.turns) > 0 }

// Met reports whether it covers what the leaders of the active side and those of the
// other do in a zone.
func (c *Circumstance) Met(g *field.Field, z board.Zone, active, passive field.LeaderSet) bool {
	if c.Leaders != 0 && c.Leaders&active == 0 {
		return false
	}
	for _, who := range [2]field.LeaderSet{c.Present, c.Facing} {
		if who != 0 && who&(active|passive) == 0 {
			return false
		}
	}
	return c.Where(g, z)
}

// Narrowing is what a standing order can be narrowed down by, as bits.
type Narrowing uint8

// What narrows a standing order down.
const (
	ByPlace Narrowing = 1 << iota
	ByLeader
	ByOdds
	ByDice
	ByMonth
	ByAnything = ByPlace | ByLeader | ByOdds | ByMonth // of a combat
	BySiege    = ByPlace | ByLeader | ByDice | ByMonth
)

// Circumstance reads what is left of the head of a standing order. What the order
// cannot be narrowed down by is a fault, lest it hold where nobody wanted it.
func (r *RuleReader) Circumstance(rule *orders.Rule, by Narrowing) Circumstance {
	var c Circumstance
	who := &c.Leaders
	for !r.Done() && len(r.Faults) == 0 {
		span := r.Span()
		if r.circumstanceWord(&who, &c) {
			continue
		}
		kind := r.takeCircumstance(&c, who)
		switch {
		case len(r.Faults) > 0:
		case kind == 0:
			word := r.Last() // at the end of the head
			if !r.Done() {
				word = r.Span()
			}
			t, _ := r.Next()
			r.Fail(orders.UnknownAt(rule, word, "unknown-circumstance", "Word", t.Text, "Suggestions", r.meant(t)))
			r.Rest()
		case by&kind == 0:
			r.Fail(orders.UnknownAt(rule, span.Join(r.Last()), "circumstance-not-here", "Places", by&ByPlace != 0,
				"Leaders", by&ByLeader != 0, "Odds", by&ByOdds != 0, "Dice", by&ByDice != 0))
			r.Rest()
		}
	}
	return c
}

// meant guesses which zone, leader or turn a misspelt word is.
func (r *RuleReader) meant(t orders.Token) orders.Guesses {
	_, fault := r.Lex.Lookup(t, field.ZoneKind, field.LeaderKind, r.P.TurnKind)
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
func (r *RuleReader) circumstanceWord(who **field.LeaderSet, c *Circumstance) bool {
	switch {
	case r.TakeComma(), r.Take("list"):
	case r.Take("small-word"):
	case r.Take("together"):
		*who = &c.Present
	case r.Take("facing"):
		*who = &c.Facing
	case r.Take("led-by"):
		*who = &c.Leaders
	default:
		return false
	}
	return true
}

// takeCircumstance takes one thing that narrows a rule down, and tells which; 0 if
// none is next.
func (r *RuleReader) takeCircumstance(c *Circumstance, who *field.LeaderSet) Narrowing {
	mark := r.Mark()
	if zones, ok := r.region(); !ok || zones.Empty() { // of which this map has none
		r.Reset(mark)
	} else {
		c.within(zones)
		return ByPlace
	}
	switch {
	case r.takeOdds(&c.Odds):
		return ByOdds
	case r.takeDice(&c.Dice):
		return ByDice
	case r.Take("at"), r.Take("from"), r.Take("on"):
		if r.Done() {
			return 0
		}
		return r.takeCircumstance(c, who)
	case r.Take("article"):
		return r.takeCircumstance(c, who)
	case r.atTurn():
		e, d := r.TakeName(r.Lex, r.P.TurnKind)
		r.Fail(d)
		c.named = append(c.named, e.ID)
	case r.Take("turn-number"):
		n, d := r.TakeNumber()
		if r.Fail(d); d == nil && n >= len(r.P.Turns) {
			return 0
		}
		c.turns = append(c.turns, n)
	case r.Take("winter"):
		c.named = append(c.named, r.season(true)...)
	case r.Take("summer"):
		c.named = append(c.named, r.season(false)...)
	case r.AtNameOf(field.LeaderKind):
		e, d := r.TakeName(r.Lex, field.LeaderKind)
		r.Fail(d)
		who.Add(field.LeaderNo(r.P.Leader(e.ID)))
		return ByLeader
	case r.AtNameOf(field.ZoneKind):
		c.within(board.SetOf(r.Zone().Zone))
		return ByPlace
	default:
		return 0
	}
	return ByMonth
}

// atTurn reports whether the name of a turn is next.
func (r *RuleReader) atTurn() bool {
	return r.AtNameOf(r.P.TurnKind) && !r.AtNameOf(field.ZoneKind)
}

// region takes the words for a kind of zones.
func (r *RuleReader) region() (board.Set, bool) {
	p := r.P
	for _, x := range []struct {
		first, second string
		zones         board.Set
	}{
		{"sea-at", "sea", p.Seas},
		{"land-on", "land", p.Lands},
		{"open", "open-sea", p.Seas.Minus(p.Straits)},
	} {
		if r.Pair(x.first, x.second) {
			return x.zones, true
		}
	}
	switch {
	case r.Pair("sea-in", "full"):
		r.Take("sea-alone")
		return p.Seas.Minus(p.Straits), true
	case r.Take("strait"):
		return p.Straits, true
	case r.Pair("terrain", "terrain-difficult"), r.Take("difficult"):
		return p.Difficult, true
	case r.Pair("terrain", "terrain-clear"), r.Take("clear"):
		return p.Clear, true
	case r.Take("port"):
		return p.Ports, true
	}
	return board.Set{}, false
}

// season lists the turns of winter, or the others.
func (r *RuleReader) season(winter bool) []string {
	var named []string
	for _, m := range r.P.Turns {
		if m.Winter == winter {
			named = append(named, m.ID)
		}
	}
	return named
}

// within adds zones to those of a circumstance; of zones and a part of them the part
// is meant, "at sea in M5".
func (c *Circumstance) within(zones board.Set) {
	switch {
	case !c.Somewhere || zones.Within(c.Zones):
		c.Zones = zones
	case !c.Zones.Within(zones):
		c.Zones = c.Zones.Union(zones)
	}
	c.Somewhere = true
}

// takeOdds takes "2:1 or more", "at odds of 2/1 or less", "at least 3 to 1".
func (r *RuleReader) takeOdds(o *advice.Limit) bool {
	l, ok := advice.TakeLimit(r, func() (att, def int, ok bool) {
		for r.Take("odds") {
		}
		return advice.TakeRatio(r)
	})
	if ok {
		*o = l
	}
	return ok
}

// takeDice takes "3 dice or more", "at most 2 dice".
func (r *RuleReader) takeDice(d *advice.Limit) bool {
	l, ok := advice.TakeLimit(r, func() (n, per int, ok bool) {
		n, fault := r.TakeNumber()
		return n, 1, fault == nil && r.Take("dice")
	})
	if ok {
		*d = l
	}
	return ok
}
