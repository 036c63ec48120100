package hellespont

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
)

// timely lists the stratagems that can be played at each moment of play. Those of
// combats, sieges and adjustments are asked for there.
var timely = [momentsInPlay][]field.StratagemNo{
	afterDice:    {22},
	reinforcing:  {13, 14, 17, 18, 22},
	answeringS14: {13},
	departing:    {17, 18, 22},
	besieging:    {22},
	besieged:     {22},
	adjusting:    {22},
	closing:      {22},
	beforeMoves:  {4, 6, 16, 20, 22},
	duringMoves:  {4, 16, 20, 22},
	afterMoves:   {4, 16, 20, 22},
}

// judgePlay returns the rule that forbids a play at a moment, or nil.
func (g *game) judgePlay(p *play, m moment) *fault {
	if p.number == 0 {
		return g.judgeAdvantage(p, m)
	}
	rule, name := g.ruleOf(p), g.stratagemTerm(p.number)
	switch {
	case !contains(timely[m], p.number):
		return &fault{"stratagem-not-now", rule, 0, []any{"Stratagem", name, "Phases", g.Stratagem(p.number).Phases}}
	case g.holding(p.side, p.number) == noChit:
		return &fault{"not-in-hand", "7", 0, []any{"Stratagem", name, "Hand", g.handTerms(p.side)}}
	case m.inAction() && g.phase.played[p.side]:
		return &fault{"one-stratagem", "B.3", 0, []any{"Stratagem", name}}
	}
	switch p.number {
	case 6:
		return g.judgeArchers(p)
	case 13:
		return g.judgeDelay(p, m)
	case 14:
		return g.judgeCall(p)
	case 16:
		return g.judgeDiscord(p)
	case 17:
		if g.alcibiades == noLeader || g.leaderFate[g.alcibiades] != inPlay {
			return &fault{"alcibiades-absent", rule, 0, nil}
		}
	case 18:
		if g.alcibiades == noLeader || g.leaderFate[g.alcibiades] == waiting {
			return &fault{"alcibiades-absent", rule, 0, nil}
		}
	case 20:
		return g.judgeEpidemic(p)
	case 22:
		return g.judgeOmens(p, m)
	}
	return nil
}

func contains(list []field.StratagemNo, n field.StratagemNo) bool {
	for _, have := range list {
		if have == n {
			return true
		}
	}
	return false
}

// leadersInPlay returns a side's leaders on the map and in its bases.
func (g *game) leadersInPlay(s adjudicator.Side) leaderSet {
	var in leaderSet
	for set := g.captains[s]; set != 0; {
		if l := set.pop(); g.leaderFate[l] == inPlay {
			in.add(l)
		}
	}
	return in
}

// judgeArchers: S6 needs a land zone with own archers in it.
func (g *game) judgeArchers(p *play) *fault {
	if p.zone == board.NoZone || !g.lands.Has(p.zone) || g.unitsAt(p.side, p.zone).and(g.byArm[archers]).empty() {
		return &fault{"no-archers-there", "7 S6", 0, []any{"Zone", g.perhaps(p.zone), "Zones", g.zoneTerms(g.archerZones(p.side))}}
	}
	return nil
}

// archerZones returns the land zones where a side has archers.
func (g *game) archerZones(s adjudicator.Side) board.Set {
	var zones board.Set
	for z := range g.held[s].Intersect(g.lands).All() {
		if !g.unitsAt(s, z).and(g.byArm[archers]).empty() {
			zones.Add(z)
		}
	}
	return zones
}

// discordNeed is the die that S16 needs against a leader: 3 without a bonus, 5
// with a simple one. A double bonus is out of its reach.
func (g *game) discordNeed(l leader) int {
	switch g.swords(l) {
	case 0:
		return 3
	case 1:
		return 5
	}
	return 0
}

func (g *game) judgeDiscord(p *play) *fault {
	if p.leaders.len() != 1 || !p.units.empty() || p.leaders&^g.leadersInPlay(p.side.Other()) != 0 {
		return &fault{"one-leader", "7 S16", 0, []any{"Leaders", g.terms(unitSet{}, g.leadersInPlay(p.side.Other()))}}
	}
	target := p.leaders
	if l := target.pop(); g.discordNeed(l) == 0 {
		return &fault{"beyond-discord", "7 S16", 0, []any{"Leader", g.leaderTerm(l)}}
	}
	return nil
}

// judgeEpidemic: S20 strikes two enemy land units in one zone at most, and one
// enemy leader anywhere on the map.
func (g *game) judgeEpidemic(p *play) *fault {
	units, leaders := g.aims(p)
	switch {
	case p.units.empty() && p.leaders == 0, p.units.len() > 2, p.leaders.len() > 1,
		!p.units.within(units), p.leaders&^leaders != 0:
		return g.epidemicFault(p.side)
	case p.units.empty() != (p.zone == board.NoZone):
		return g.epidemicFault(p.side)
	}
	return nil
}

func (g *game) judgeOmens(p *play, m moment) *fault {
	switch p.as {
	case omenAdvantage:
		if g.advantage == p.side {
			return &fault{"advantage-yours", "7 S22", 0, nil}
		}
	case omenDraw:
		if g.cup == 0 {
			return &fault{"cup-empty", "7 S22", 0, nil}
		}
	case omenRecover: // asked for in D.3
		return &fault{"stratagem-not-now", "7 S22", 0, []any{"Stratagem", g.stratagemTerm(12), "Phases", g.Stratagem(12).Phases}}
	case omenReinforce:
		if m != reinforcing {
			return &fault{"stratagem-not-now", "7 S22", 0, []any{"Stratagem", g.stratagemTerm(14), "Phases", g.Stratagem(14).Phases}}
		}
		return g.judgeCall(p)
	default:
		return &fault{"omens-for-what", "7 S22", 0, nil}
	}
	return nil
}

// playNow carries out a play.
func (g *game) playNow(t *adjudicator.Table, p *play) {
	if p.number == 0 {
		g.useAdvantage(t, p)
		return
	}
	c := g.holding(p.side, p.number)
	g.spendChit(p.side, c, p.number)
	g.phase.played[p.side] = true
	if t.Heard() {
		g.tell(t, g.ruleOf(p), 0, "played", "Side", sideTerm(p.side), "Stratagem", g.stratagemTerm(p.number))
	}
	switch p.number {
	case 4:
		g.storm(t)
	case 6:
		g.phase.barred.Add(p.zone)
		if t.Heard() {
			g.tell(t, "7 S6", 1, "archers-bar", "Zone", g.zoneTerm(p.zone), "Side", sideTerm(p.side.Other()))
		}
	case 13:
		g.delay(t, p)
	case 14:
		g.callUp(t, p)
	case 16:
		g.discord(t, p)
	case 17:
		g.detain(t)
	case 18:
		g.alcibiadesEscapes(t)
	case 20:
		g.epidemic(t, p)
	case 22:
		g.readOmens(t, p)
	}
	g.captureLeaders(t)
	g.checkSupply(t)
}

// discord is S16: an enemy leader leaves the game if the die is high enough.
func (g *game) discord(t *adjudicator.Table, p *play) {
	target := p.leaders
	l := target.pop()
	need := g.discordNeed(l)
	die := g.discordDie(t, l, need)
	// He whom the die has favoured has no reason to have it thrown again.
	if disappointed := (die < need) == (g.advantage == p.side); disappointed && g.reroll(t, &menu{other: discordThrown{g, p.side, l, die >= need}}, func() adjudicator.Phrase {
		return adjudicator.Say("hellespont.reroll.discord", "Leader", g.leaderTerm(l), "Die", die, "Need", need)
	}) {
		die = g.discordDie(t, l, need)
	}
	if die >= need {
		if t.Heard() {
			g.tell(t, "7 S16", 1, "disgraced", "Leader", g.leaderTerm(l))
		}
		g.dismiss(l, removed)
	}
}

// discordDie throws the die of S16 and tells it.
func (g *game) discordDie(t *adjudicator.Table, l leader, need int) int {
	die := t.Die()
	if t.Heard() {
		key := "discord"
		if die < need {
			key = "discord-fails"
		}
		g.tell(t, "7 S16", 1, key, "Leader", g.leaderTerm(l), "Die", die, "Need", need)
	}
	return die
}

// detain is S17: Alcibiades is held by Tissaphernes.
func (g *game) detain(t *adjudicator.Table) {
	if t.Heard() {
		g.tell(t, "7 S17", 1, "detained", "Leader", g.leaderTerm(g.alcibiades), "Zone", g.zoneTerm(g.leaderWhere[g.alcibiades]))
	}
	g.dismiss(g.alcibiades, detained)
}

// fugitiveCame reports whether Alcibiades has come this month where S17 and S18 are
// in the game: only the departures of B.2 leave room for them then.
func (g *game) fugitiveCame() bool {
	return g.phase.arrivedLeaders.has(g.alcibiades) && !g.scenario.IsWithdrawn(17)
}

// alcibiadesEscapes is S18: after S17 Alcibiades is free again, in Samos; before it,
// S16 and S17 are out of the game and Sparta has two victory points.
func (g *game) alcibiadesEscapes(t *adjudicator.Table) {
	if g.leaderFate[g.alcibiades] == detained {
		if t.Heard() {
			g.tell(t, "7 S18", 1, "escaped", "Leader", g.leaderTerm(g.alcibiades), "Zone", g.zoneTerm(g.samos))
		}
		g.placeLeader(g.alcibiades, g.samos)
		return
	}
	first := field.StratagemNo(16)
	if g.options.s18RetiresItself {
		first = 18
	}
	g.retired.add(first)
	g.retired.add(17)
	g.bounty = 2
	if t.Heard() {
		g.tell(t, "7 S18", 1, "forestalled", "Side", sideTerm(sparta), "Points", 2,
			"First", g.stratagemTerm(first), "Second", g.stratagemTerm(17))
	}
}

// epidemic is S20: two enemy land units of a zone are weakened, and an enemy leader
// falls ill and goes to a port or a base of his owner's choice.
func (g *game) epidemic(t *adjudicator.Table, p *play) {
	if t.Heard() {
		g.tell(t, "7 S20", 1, "epidemic", "Side", sideTerm(p.side.Other()), "Who", g.terms(p.units, p.leaders))
	}
	g.strike(p.units)
	target := p.leaders
	if l := target.pop(); l != noLeader {
		g.ill.add(l)
		g.sendAway(t, l)
	}
}

// readOmens is S22.
func (g *game) readOmens(t *adjudicator.Table, p *play) {
	switch p.as {
	case omenAdvantage:
		g.passAdvantage(t)
	case omenDraw:
		g.drawChits(t, p.side, 1)
	case omenReinforce:
		g.callUp(t, p)
	}
}

func (g *game) stratagemTerm(n field.StratagemNo) adjudicator.Term {
	return adjudicator.Term{Kind: "stratagem", ID: g.Stratagem(n).ID}
}

// handTerms names the texts that a side can play from its hand.
func (g *game) handTerms(s adjudicator.Side) adjudicator.Terms {
	var terms adjudicator.Terms
	for i := range g.Stratagems {
		if n := g.Stratagems[i].Number; g.holding(s, n) != noChit {
			terms = append(terms, g.stratagemTerm(n))
		}
	}
	return terms
}
