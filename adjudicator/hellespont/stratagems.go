package hellespont

import (
	"math/rand/v2"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
)

// textRoles are the numbers of the texts that play knows beyond them.
var textRoles = roles{omens: 22, call: 14, delay: 13, mend: 11, rally: 12, support: 8, wound: 15, epidemic: 20, archers: 6, storm: 4}

// timelyTexts lists the stratagems that can be played at each moment of play. Those of
// combats, sieges and adjustments are asked for there.
var timelyTexts = [momentsInPlay][]field.StratagemNo{
	afterDice:     {22},
	reinforcing:   {13, 14, 17, 18, 22},
	answeringCall: {13},
	departing:     {17, 18, 22},
	besieging:     {22},
	besieged:      {22},
	adjusting:     {22},
	closing:       {22},
	beforeMoves:   {4, 6, 16, 20, 22},
	duringMoves:   {4, 16, 20, 22},
	afterMoves:    {4, 16, 20, 22},
}

// timely lists the stratagems that can be played at a moment.
func (g *game) timely(m moment) []field.StratagemNo { return timelyTexts[m] }

// text is what a stratagem does when it is played at one of those moments.
func (g *game) text(n field.StratagemNo) text {
	switch n {
	case 4:
		return stormText{g: g}
	case 6:
		return archersText{g: g}
	case 13:
		return delayText{g: g}
	case 14:
		return callText{g: g}
	case 16:
		return discordText{g: g}
	case 17:
		return detentionText{g: g}
	case 18:
		return escapeText{g: g}
	case 20:
		return epidemicText{g: g}
	case 22:
		return omensText{g: g}
	}
	return aimless{}
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

// stormNeed is the die on which S4 damages a side's ships in a sea zone: 6 in a zone that
// is not beside a port of its side, or has no beach; in the others 5, as printed.
func (g *game) stormNeed(s adjudicator.Side, z board.Zone) int {
	friendly := g.board.Near(z, board.BySea).Intersect(g.ports).Meets(g.held[s])
	sheltered := friendly && !g.board.Beaches(z).Empty()
	if sheltered != g.habits.stormInverted {
		return 5
	}
	return 6
}

// sickbeds returns where a leader may go whom S20 has struck: a port free of enemies, or
// a base.
func (g *game) sickbeds(l leader) board.Set {
	side := g.leaders[l].side
	refuges := g.ports.Minus(g.held[side.Other()])
	if refuges.Empty() || !g.landLeaders.has(l) { // who could not leave a base (10.1)
		refuges = refuges.Union(g.basesOf[side])
	}
	return refuges
}

// discordText is S16: an enemy leader leaves the game if the die is high enough.
type discordText struct {
	aimless
	g *game
}

func (x discordText) judge(p *play, _ moment) *fault {
	g := x.g
	if p.leaders.len() != 1 || !p.units.empty() || p.leaders&^g.leadersInPlay(p.side.Other()) != 0 {
		return &fault{"one-leader", "7 S16", 0, []any{"Leaders", g.terms(unitSet{}, g.leadersInPlay(p.side.Other()))}}
	}
	target := p.leaders
	if l := target.pop(); g.discordNeed(l) == 0 {
		return &fault{"beyond-discord", "7 S16", 0, []any{"Leader", g.leaderTerm(l)}}
	}
	return nil
}

func (x discordText) aims(p *play) (unitSet, leaderSet) {
	return unitSet{}, x.g.leadersInPlay(p.side.Other())
}

func (x discordText) patterns(blank play) []*play {
	return aimedAtEach(x.g.leadersInPlay(blank.side.Other()), blank)
}

func (x discordText) sample(_ *rand.Rand, p *play) {
	set := x.g.leadersInPlay(p.side.Other())
	p.leaders = set & -set
}

func (x discordText) carryOut(t *adjudicator.Table, p *play) {
	g, target := x.g, p.leaders
	l := target.pop()
	need := g.discordNeed(l)
	die := g.discordDie(t, l, need)
	// He whom the die has favoured has no reason to have it thrown again.
	if disappointed := (die < need) == (g.advantage == p.side); disappointed && g.reroll(t, discordThrown{g, p.side, l, die >= need}, func() adjudicator.Phrase {
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

// discordThrown is the die of S16 against a leader.
type discordThrown struct {
	g         *game
	by        adjudicator.Side
	leader    leader
	succeeded bool
}

// judge implements [rethrown].
func (d discordThrown) judge(st adjudicator.Standing) (single, fit) {
	x, ok := st.(throwRule)
	about := x.when.leaders | x.when.present | x.when.facing
	if !ok || x.kind != throwDiscord || !x.when.now(d.g) || about != 0 && !about.has(d.leader) {
		return single{}, noFit
	}
	feared := outcomeSucceeds
	if d.by == d.g.advantage {
		feared = outcomeFails
	}
	if x.outcomes&feared == 0 {
		return single{}, noFit
	}
	return decide(d.succeeded == (feared == outcomeSucceeds), x.again)
}

func (d discordThrown) occasion() occasions { return inMovements }

// means implements [rethrown].
func (d discordThrown) means() []adjudicator.Phrase {
	if d.succeeded {
		return meaning("discord-succeeds", "Leader", d.g.leaderTerm(d.leader))
	}
	return meaning("discord-fails", "Leader", d.g.leaderTerm(d.leader))
}

// detentionText is S17: Alcibiades is held by Tissaphernes.
type detentionText struct {
	aimless
	g *game
}

func (x detentionText) judge(*play, moment) *fault {
	if g := x.g; g.alcibiades == noLeader || g.leaderFate[g.alcibiades] != inPlay {
		return &fault{"alcibiades-absent", "7 S17", 0, nil}
	}
	return nil
}

func (x detentionText) carryOut(t *adjudicator.Table, _ *play) {
	g := x.g
	if t.Heard() {
		g.tell(t, "7 S17", 1, "detained", "Leader", g.leaderTerm(g.alcibiades), "Zone", g.zoneTerm(g.leaderWhere[g.alcibiades]))
	}
	g.dismiss(g.alcibiades, detained)
}

// departuresMatter reports whether Alcibiades has come this month where S17 and S18 are
// in the game: only the departures of B.2 leave room for them then.
func (g *game) departuresMatter() bool {
	return g.phase.arrivedLeaders.has(g.alcibiades) && !g.scenario.IsWithdrawn(17)
}

// escapeText is S18: after S17 Alcibiades is free again, in Samos; before it, S16 and
// S17 are out of the game and Sparta has two victory points.
type escapeText struct {
	aimless
	g *game
}

func (x escapeText) judge(*play, moment) *fault {
	if g := x.g; g.alcibiades == noLeader || g.leaderFate[g.alcibiades] == waiting {
		return &fault{"alcibiades-absent", "7 S18", 0, nil}
	}
	return nil
}

func (x escapeText) carryOut(t *adjudicator.Table, _ *play) {
	g := x.g
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
		g.tell(t, "7 S18", 1, "forestalled", "Side", x.g.sideTerm(sparta), "Points", 2,
			"First", g.stratagemTerm(first), "Second", g.stratagemTerm(17))
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
