package hellespont

import (
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
)

// sieges is phase C: both sides besiege ports, the one with the initiative first.
func (g *game) sieges(t *adjudicator.Table) {
	for _, s := range [2]adjudicator.Side{g.initiative, g.initiative.Other()} {
		g.siegesBy(t, s)
	}
	g.active = adjudicator.Observer
}

// siegesBy are those of one side.
func (g *game) siegesBy(t *adjudicator.Table, s adjudicator.Side) {
	g.active = s
	t.Phase("C", s)
	g.siegesOf(t, s, g.besiegeable(s))
}

// siegesOf lets a side besiege some of the ports.
func (g *game) siegesOf(t *adjudicator.Table, s adjudicator.Side, open board.Set) {
	for !open.Empty() {
		port := g.askSiege(t, s, open)
		if port == board.NoZone {
			return
		}
		g.react(t, besieged)
		g.besiege(t, &siege{port: port, besieger: s})
		open.Remove(port)
		open = open.Intersect(g.besiegeable(s)) // losses may have ended the others
	}
}

// askSiege asks which port to besiege next, or NoZone for none: the besieger
// determines the order (5).
func (g *game) askSiege(t *adjudicator.Table, s adjudicator.Side, open board.Set) board.Zone {
	f := &menu{g: g, code: "cannot-besiege", rule: "C", asides: g.asidesOf(s, besieging), guide: siegeGuide{g, s}}
	for z := range open.All() {
		f.options = append(f.options, single{actSiege, z})
	}
	f.options = append(f.options, single{actSiege, board.NoZone})
	q := adjudicator.Question{Kind: "siege", Rule: "C", Verbs: verbsSiege, Reaction: true, Free: true, Form: f}
	if t.Heard() {
		q.Prompt = adjudicator.Say("hellespont.ask.siege", "Zones", g.zoneTerms(open))
		for z := range open.All() {
			m := g.siegeDice(&siege{port: z, besieger: s})
			q.Facts = append(q.Facts, adjudicator.Say("hellespont.fact.siege", "Zone", g.zoneTerm(z),
				"Dice", max(0, m.Sum()), "Defenders", g.present(s.Other(), z)))
		}
	}
	for {
		switch a := g.askAt(t, juncture{at: atSiege, side: s, open: open}, q).(type) {
		case *play:
			g.playNow(t, a)
		case menuAnswer:
			return a.zone
		}
	}
}

// siegeGuide is the choice of the port that a side besieges.
type siegeGuide struct {
	g    *game
	side adjudicator.Side
}

// follow implements [guide]: the first port of a rule that can be besieged, if any, as
// it says.
func (x siegeGuide) follow(m *menu, st adjudicator.Standing) (single, bool) {
	rule, ok := st.(siegeRule)
	if !ok {
		return single{}, false
	}
	ports := rule.ports
	if rule.all {
		for _, o := range m.options {
			ports = append(ports, o.zone)
		}
	}
	for _, z := range ports {
		o := single{actSiege, z}
		if z != board.NoZone && m.has(o) && x.g.coversSiege(&rule.when, &siege{port: z, besieger: x.side}) {
			return o, true
		}
	}
	return single{actSiege, board.NoZone}, true
}

// besiege resolves one siege (5.1, 5.2). With no dice left it cannot succeed.
func (g *game) besiege(t *adjudicator.Table, s *siege) {
	us, them := s.besieger, s.besieger.Other()
	if t.Heard() {
		units, men := g.besiegers(s)
		g.show(t, "5", 0, g.mark("siege", us, s.port), "siege", "Zone", g.zoneTerm(s.port),
			"Side", g.sideTerm(us), "Besiegers", g.terms(units, men), "Defenders", g.present(them, s.port))
	}
	g.siegeRuses(t, s)
	m := g.siegeDice(s)
	n := m.Sum()
	g.tell(t, "5.1", 1, "siege-dice", "Dice", max(0, n))
	if t.Heard() {
		g.tellModifiers(t, 2, &m, "modifier-dice")
	}
	if n <= 0 {
		g.tell(t, "5.1", 1, "siege-no-dice", "Zone", g.zoneTerm(s.port))
		return
	}
	faces := g.siegeThrow(t, s, n)
	g.siegeLosses(t, s, count(faces, 1))
	switch {
	case slices.Contains(faces, 6):
		g.overrun(t, s)
	case slices.Contains(faces, 5):
		g.weakenAll(t, "5.2", them, s.port, g.unitsAt(them, s.port))
		if g.holds(them, s.port) {
			break
		}
		g.tell(t, "5.2", 1, "port-emptied", "Zone", g.zoneTerm(s.port))
		g.advanceInto(t, s)
	default:
		g.tell(t, "5.2", 1, "siege-failed", "Zone", g.zoneTerm(s.port))
	}
	g.changed(t)
}

// siegeThrow throws the dice of a siege. The holder of the Advantage may have them
// thrown once more (8); their number stays what it was.
func (g *game) siegeThrow(t *adjudicator.Table, s *siege, n int) []int {
	throw := func() []int {
		faces := t.Roll(n)
		if t.Heard() {
			g.tell(t, "5.2", 1, "siege-thrown", "Faces", adjudicator.Faces(faces), "Ones", count(faces, 1),
				"Fives", count(faces, 5), "Sixes", count(faces, 6))
		}
		return faces
	}
	faces := throw()
	if g.reroll(t, siegeThrown{g, s, faces}, func() adjudicator.Phrase {
		return adjudicator.Say("hellespont.reroll.siege", "Zone", g.zoneTerm(s.port), "Faces", adjudicator.Faces(faces))
	}) {
		faces = throw()
	}
	return faces
}

func count(faces []int, face int) int {
	n := 0
	for _, f := range faces {
		if f == face {
			n++
		}
	}
	return n
}

// siegeRuses asks both sides, in secret, for what they play or discard: the
// besieger a counter of his own colour or S9, the besieged one of his own colour
// (5.1, 7 S9). Who plays S22 is asked again: it takes the place of neither.
func (g *game) siegeRuses(t *adjudicator.Table, s *siege) {
	open := [2]bool{true, true}
	for open[athens] || open[sparta] {
		g.askSiegeRuses(t, s, open)
		for _, x := range [2]adjudicator.Side{s.besieger, s.besieger.Other()} {
			if open[x] = open[x] && g.sealed[x].as != plain; open[x] {
				g.spendRuse(t, x, g.sealed[x])
			}
		}
	}
	s.ruse, g.sealed = g.sealed, [2]ruse{}
	g.spendRuse(t, s.besieger, s.ruse[s.besieger])
	g.spendRuse(t, s.besieger.Other(), s.ruse[s.besieger.Other()])
}

// askSiegeRuses asks those sides that are to choose, both at once if both are.
func (g *game) askSiegeRuses(t *adjudicator.Table, s *siege, open [2]bool) {
	var forms [2]*ruseForm
	for side := range forms {
		if x := adjudicator.Side(side); open[x] {
			g.sealed[x] = ruse{}
			if g.armed(x) {
				forms[x] = g.siegeForm(s, x)
			}
		}
	}
	ask := func(x adjudicator.Side) adjudicator.Question {
		q := forms[x].question(t, "siege-stratagem", "Zone", g.zoneTerm(s.port), "Enemy", g.sideTerm(x.Other()))
		q.Verbs = verbsSiegeRuse
		return q
	}
	switch {
	case forms[0] != nil && forms[1] != nil:
		a, b := t.AskBoth(ask(0), ask(1))
		g.sealed[0], g.sealed[1] = a.(ruseAnswer).ruse, b.(ruseAnswer).ruse
	case forms[0] != nil:
		g.sealed[0] = t.Ask(athens, ask(0)).(ruseAnswer).ruse
	case forms[1] != nil:
		g.sealed[1] = t.Ask(sparta, ask(1)).(ruseAnswer).ruse
	}
}

// siegeSetting is a siege in which stratagems are played and counters given away.
type siegeSetting struct {
	g     *game
	siege *siege
}

func (x siegeSetting) occasion() occasions { return inSieges }

func (x siegeSetting) predicament(s adjudicator.Side) predicament {
	if s == x.siege.besieger {
		return whenBesieging
	}
	return whenBesieged
}

func (x siegeSetting) covered(c *circumstance) bool { return x.g.coversSiege(c, x.siege) }

func (x siegeSetting) help(adjudicator.Side, board.Zone) int { return 0 }

// siegeForm lists what a side can play or discard in a siege.
func (g *game) siegeForm(s *siege, x adjudicator.Side) *ruseForm {
	f := &ruseForm{g: g, side: x, rule: "5.1", in: siegeSetting{g, s}}
	for c := range g.Counters {
		f.offer(discarding(chit(c)))
	}
	if x == s.besieger {
		f.offer(played(9))
	}
	f.offerOmens()
	return f
}

// siegeLosses makes the besieger weaken one of his units next to the port for each
// 1 that he threw, of his choice (5.2).
func (g *game) siegeLosses(t *adjudicator.Table, s *siege, ones int) {
	units, _ := g.besiegers(s)
	n := min(ones, units.len())
	if n == 0 {
		return
	}
	f := &unitsForm{g: g, act: actWeaken, rule: "5.2", from: units, min: n, max: n, located: true}
	lost := f.Default().(unitsAnswer).units
	if f.open() {
		q := adjudicator.Question{Kind: "siege-losses", Rule: "5.2", Verbs: verbsWeaken, Reaction: true, Form: f}
		if t.Heard() {
			q.Prompt = adjudicator.Say("hellespont.ask.siege-losses", "Zone", g.zoneTerm(s.port), "Wanted", n, "Units", g.terms(units, 0))
		}
		lost = t.Ask(s.besieger, q).(unitsAnswer).units
	}
	for z := range g.zonesOf(lost).All() {
		g.weakenAll(t, "5.2", s.besieger, z, lost.and(g.at[z]))
		g.aftermath(t, z)
	}
}

// overrun is a siege that succeeds with a 6: whoever is in the port is eliminated,
// and the besieger may move in.
func (g *game) overrun(t *adjudicator.Table, s *siege) {
	them := s.besieger.Other()
	units := g.unitsAt(them, s.port)
	g.tell(t, "5.2", 1, "port-stormed", "Zone", g.zoneTerm(s.port), "Side", g.sideTerm(s.besieger), "Units", g.terms(units, 0))
	for !units.empty() {
		g.eliminate(units.pop())
	}
	g.advanceInto(t, s)
}

// siegeThrown are the dice of a siege.
type siegeThrown struct {
	g     *game
	siege *siege
	faces []int
}

// outcome is what the dice do to the port.
func (s siegeThrown) outcome() outcome {
	inside := s.g.unitsAt(s.siege.besieger.Other(), s.siege.port)
	switch {
	case count(s.faces, 6) > 0, count(s.faces, 5) > 0 && inside.within(s.g.weak):
		return outcomeSucceeds
	case count(s.faces, 5) > 0:
		return outcomeWeakens
	}
	return outcomeFails
}

// judge implements [rethrown]. That a siege fails disappoints the besieger alone,
// that it does not the besieged.
func (s siegeThrown) judge(st adjudicator.Standing) (single, fit) {
	x, ok := st.(throwRule)
	if !ok || x.kind != throwSiege || !s.g.coversSiege(&x.when, s.siege) {
		return single{}, noFit
	}
	ours, wanted := s.g.advantage == s.siege.besieger, x.outcomes
	if ours {
		wanted &^= outcomeSucceeds
	} else {
		wanted &^= outcomeFails
	}
	if wanted == 0 {
		return single{}, noFit
	}
	return decide(wanted&s.outcome() != 0, x.again)
}

func (s siegeThrown) occasion() occasions { return inSieges }

// means implements [rethrown].
func (s siegeThrown) means() []adjudicator.Phrase {
	id := "siege-fails"
	switch s.outcome() {
	case outcomeSucceeds:
		id = "siege-succeeds"
	case outcomeWeakens:
		id = "siege-weakens"
	}
	return meaning(id, "Zone", s.g.zoneTerm(s.siege.port), "Side", s.g.sideTerm(s.siege.besieger), "Ones", count(s.faces, 1))
}
