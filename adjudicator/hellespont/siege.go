package hellespont

import (
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/battle"
	"keryx/adjudicator/bey/chit"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/order"
	"keryx/adjudicator/bey/standing"
	"keryx/adjudicator/board"
)

// sieges is phase C: both sides besiege ports, the one with the initiative first.
func (g *game) sieges(t *adjudicator.Table, s adjudicator.Side) { g.siegesOf(t, s, g.besiegeable(s)) }

// siegesOf lets a side besiege some of the ports.
func (g *game) siegesOf(t *adjudicator.Table, s adjudicator.Side, open board.Set) {
	for !open.Empty() {
		port := g.askSiege(t, s, open)
		if port == board.NoZone {
			return
		}
		g.war().React(t, field.Besieged)
		g.besiege(t, &siege{port: port, besieger: s})
		open.Remove(port)
		open = open.Intersect(g.besiegeable(s)) // losses may have ended the others
	}
}

// askSiege asks which port to besiege next, or NoZone for none: the besieger
// determines the order (5).
func (g *game) askSiege(t *adjudicator.Table, s adjudicator.Side, open board.Set) board.Zone {
	f := g.zoneMenu(actSiege, open, actSiege, "cannot-besiege", "C", g.war().AsidesOf(s, field.Besieging), siegeGuide{g, s})
	q := adjudicator.Question{Kind: "siege", Rule: "C", Verbs: verbsSiege, Reaction: true, Free: true, Around: true, Form: f}
	if t.Heard() {
		q.Prompt = adjudicator.Say("hellespont.ask.siege", "Zones", g.ZoneTerms(open))
		for z := range open.All() {
			m := g.siegeDice(&siege{port: z, besieger: s})
			q.Facts = append(q.Facts, adjudicator.Say("hellespont.fact.siege", "Zone", g.ZoneTerm(z),
				"Dice", max(0, m.Sum()), "Defenders", g.war().Present(s.Other(), z)))
		}
	}
	for {
		switch a := g.war().AskAt(t, field.Juncture{At: atSiege, Side: s, Open: open}, q).(type) {
		case *chit.Play:
			g.war().PlayNow(t, a)
		case choice:
			return a.Zone
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
func (x siegeGuide) follow(m *zoneMenu, st adjudicator.Standing) (order.Single, bool) {
	rule, ok := st.(siegeRule)
	if !ok {
		return order.Single{}, false
	}
	ports := rule.ports
	if rule.all {
		ports = slices.AppendSeq(ports, m.zones.All())
	}
	for _, z := range ports {
		if m.zones.Has(z) && x.g.coversSiege(&rule.when, &siege{port: z, besieger: x.side}) {
			return m.at(z), true
		}
	}
	return m.none, true
}

// besiege resolves one siege (5.1, 5.2). With no dice left it cannot succeed.
func (g *game) besiege(t *adjudicator.Table, s *siege) {
	us, them := s.besieger, s.besieger.Other()
	if t.Heard() {
		units, men := g.besiegers(s)
		g.Show(t, "5", 0, g.Mark("siege", us, s.port), "siege", "Zone", s.port,
			"Side", us, "Besiegers", g.Terms(units, men), "Defenders", g.war().Present(them, s.port))
	}
	g.siegeRuses(t, s)
	m := g.siegeDice(s)
	n := m.Sum()
	g.Tell(t, "5.1", 1, "siege-dice", "Dice", max(0, n))
	if t.Heard() {
		g.war().TellModifiers(t, 2, &m, "modifier-dice")
	}
	if n <= 0 {
		g.Tell(t, "5.1", 1, "siege-no-dice", "Zone", s.port)
		return
	}
	faces := g.siegeThrow(t, s, n)
	g.siegeLosses(t, s, count(faces, 1))
	switch {
	case slices.Contains(faces, 6):
		g.overrun(t, s)
	case slices.Contains(faces, 5):
		g.war().WeakenAll(t, "5.2", them, s.port, g.UnitsAt(them, s.port))
		if g.Holds(them, s.port) {
			break
		}
		g.Tell(t, "5.2", 1, "port-emptied", "Zone", s.port)
		g.advanceInto(t, s)
	default:
		g.Tell(t, "5.2", 1, "siege-failed", "Zone", s.port)
	}
	g.Changed(t)
}

// siegeThrow throws the dice of a siege. The holder of the Advantage may have them
// thrown once more (8); their number stays what it was.
func (g *game) siegeThrow(t *adjudicator.Table, s *siege, n int) []int {
	throw := func() []int {
		faces := t.At(g.Board.Name(s.port)).Roll(n)
		g.Tell(t, "5.2", 1, "siege-thrown", "Faces", adjudicator.Faces(faces), "Ones", count(faces, 1),
			"Fives", count(faces, 5), "Sixes", count(faces, 6))
		return faces
	}
	faces := throw()
	if g.war().Reroll(t, siegeThrown{g, s, faces}, func() adjudicator.Phrase {
		return adjudicator.Say("hellespont.reroll.siege", "Zone", g.ZoneTerm(s.port), "Faces", adjudicator.Faces(faces))
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
			if open[x] = open[x] && g.Sealed[x].As != field.Plain; open[x] {
				g.war().SpendRuse(t, x, g.Sealed[x])
			}
		}
	}
	s.ruse, g.Sealed = g.Sealed, [2]field.Ruse{}
	g.war().SpendRuse(t, s.besieger, s.ruse[s.besieger])
	g.war().SpendRuse(t, s.besieger.Other(), s.ruse[s.besieger.Other()])
}

// askSiegeRuses asks those sides that are to choose, both at once if both are.
func (g *game) askSiegeRuses(t *adjudicator.Table, s *siege, open [2]bool) {
	var forms [2]*chit.RuseForm
	for side := range forms {
		if x := adjudicator.Side(side); open[x] {
			g.Sealed[x] = field.Ruse{}
			if g.Armed(x) {
				forms[x] = g.siegeForm(s, x)
			}
		}
	}
	ask := func(x adjudicator.Side) adjudicator.Question {
		q := forms[x].Question(t, "siege-stratagem", "Zone", g.ZoneTerm(s.port), "Enemy", g.SideTerm(x.Other()))
		q.Verbs, q.Around = verbsSiegeRuse, true
		return q
	}
	switch {
	case forms[0] != nil && forms[1] != nil:
		a, b := t.AskBoth(ask(0), ask(1))
		g.Sealed[0], g.Sealed[1] = a.(chit.RuseAnswer).Ruse, b.(chit.RuseAnswer).Ruse
	case forms[0] != nil:
		g.Sealed[0] = t.Ask(athens, ask(0)).(chit.RuseAnswer).Ruse
	case forms[1] != nil:
		g.Sealed[1] = t.Ask(sparta, ask(1)).(chit.RuseAnswer).Ruse
	}
}

// siegeSetting is a siege in which stratagems are played and counters given away.
type siegeSetting struct {
	g     *game
	siege *siege
}

func (x siegeSetting) Occasion() standing.Occasions { return standing.InSieges }

func (x siegeSetting) Predicament(s adjudicator.Side) standing.Predicament {
	if s == x.siege.besieger {
		return standing.WhenBesieging
	}
	return standing.WhenBesieged
}

func (x siegeSetting) Covered(c *standing.Circumstance) bool { return x.g.coversSiege(c, x.siege) }

func (x siegeSetting) Help(adjudicator.Side, board.Zone) int { return 0 }

// discarding makes the ruse that gives a counter away unplayed (5.1).
func discarding(c field.ChitNo) field.Ruse {
	r := chit.Played(0)
	r.Discard = c + 1
	return r
}

// siegeForm lists what a side can play or discard in a siege.
func (g *game) siegeForm(s *siege, x adjudicator.Side) *chit.RuseForm {
	f := &chit.RuseForm{G: g.war().Chits, Side: x, Rule: "5.1", In: siegeSetting{g, s}}
	for c := range g.Counters {
		f.Offer(discarding(field.ChitNo(c)))
	}
	if x == s.besieger {
		f.Offer(chit.Played(9))
	}
	f.OfferOmens()
	return f
}

// siegeLosses makes the besieger weaken one of his units next to the port for each
// 1 that he threw, of his choice (5.2).
func (g *game) siegeLosses(t *adjudicator.Table, s *siege, ones int) {
	units, _ := g.besiegers(s)
	n := min(ones, units.Len())
	if n == 0 {
		return
	}
	f := &battle.UnitsForm{G: g.war(), Act: order.ActWeaken, Rule: "5.2", From: units, Min: n, Max: n, Located: true}
	lost := f.Default().(battle.UnitsAnswer).Units
	if f.Open() {
		q := adjudicator.Question{Kind: "siege-losses", Rule: "5.2", Verbs: order.VerbsWeaken, Reaction: true, Around: true, Form: f}
		if t.Heard() {
			q.Prompt = adjudicator.Say("hellespont.ask.siege-losses", "Zone", g.ZoneTerm(s.port), "Wanted", n, "Units", g.Terms(units, 0))
		}
		lost = t.Ask(s.besieger, q).(battle.UnitsAnswer).Units
	}
	for z := range g.ZonesOf(lost).All() {
		g.war().WeakenAll(t, "5.2", s.besieger, z, lost.And(g.At[z]))
		g.war().Aftermath(t, z)
	}
}

// overrun is a siege that succeeds with a 6: whoever is in the port is eliminated,
// and the besieger may move in.
func (g *game) overrun(t *adjudicator.Table, s *siege) {
	them := s.besieger.Other()
	units := g.UnitsAt(them, s.port)
	g.Tell(t, "5.2", 1, "port-stormed", "Zone", s.port, "Side", s.besieger, "Units", units)
	for !units.Empty() {
		g.Eliminate(units.Pop())
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
func (s siegeThrown) outcome() standing.Outcome {
	inside := s.g.UnitsAt(s.siege.besieger.Other(), s.siege.port)
	switch {
	case count(s.faces, 6) > 0, count(s.faces, 5) > 0 && inside.Within(s.g.Weak):
		return standing.OutcomeSucceeds
	case count(s.faces, 5) > 0:
		return standing.OutcomeWeakens
	}
	return standing.OutcomeFails
}

// Judge implements [rethrown]. That a siege fails disappoints the besieger alone,
// that it does not the besieged.
func (s siegeThrown) Judge(st adjudicator.Standing) (order.Single, battle.Fit) {
	x, ok := st.(standing.ThrowRule)
	if !ok || x.Kind != standing.ThrowSiege || !s.g.coversSiege(&x.When, s.siege) {
		return order.Single{}, battle.NoFit
	}
	ours, wanted := s.g.Advantage == s.siege.besieger, x.Outcomes
	if ours {
		wanted &^= standing.OutcomeSucceeds
	} else {
		wanted &^= standing.OutcomeFails
	}
	if wanted == 0 {
		return order.Single{}, battle.NoFit
	}
	return battle.Decide(wanted&s.outcome() != 0, x.Again)
}

func (s siegeThrown) Occasion() standing.Occasions { return standing.InSieges }

// Means implements [rethrown].
func (s siegeThrown) Means() []adjudicator.Phrase {
	id := "siege-fails"
	switch s.outcome() {
	case standing.OutcomeSucceeds:
		id = "siege-succeeds"
	case standing.OutcomeWeakens:
		id = "siege-weakens"
	}
	return battle.Meaning(id, "Zone", s.g.ZoneTerm(s.siege.port), "Side", s.g.SideTerm(s.siege.besieger), "Ones", count(s.faces, 1))
}
