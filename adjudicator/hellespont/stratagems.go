package hellespont

import (
	"math/rand/v2"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/battle"
	"keryx/adjudicator/bey/chit"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/march"
	"keryx/adjudicator/bey/order"
	"keryx/adjudicator/bey/standing"
	"keryx/adjudicator/board"
)

// textRoles are the numbers of the texts that play knows beyond them.
var textRoles = field.Roles{Omens: 22, Call: 14, Delay: 13, Mend: 11, Rally: 12, Support: 8, OmensHeal: 12, Wound: 15, Epidemic: 20, Archers: 6, Storm: 4}

// timelyTexts lists the stratagems that can be played at each moment of play. Those of
// combats, sieges and adjustments are asked for there.
var timelyTexts = [field.MomentsInPlay][]field.StratagemNo{
	field.AfterDice:     {22},
	field.Reinforcing:   {13, 14, 17, 18, 22},
	field.AnsweringCall: {13},
	field.Departing:     {17, 18, 22},
	field.Besieging:     {22},
	field.Besieged:      {22},
	field.Adjusting:     {22},
	field.Redeploying:   {22},
	field.Closing:       {22},
	field.BeforeMoves:   {4, 6, 16, 20, 22},
	field.DuringMoves:   {4, 16, 20, 22},
	field.AfterMoves:    {4, 16, 20, 22},
}

// Timely lists the stratagems that can be played at a moment.
func (g *game) Timely(m field.Moment) []field.StratagemNo { return timelyTexts[m] }

// Text is what a stratagem does when it is played at one of those moments.
func (g *game) Text(n field.StratagemNo) chit.Text {
	switch n {
	case 4:
		return chit.Effect{Do: g.war().Storm}
	case 6:
		return chit.ArchersText{G: g.war().Chits, Where: g.Lands}
	case 13:
		return march.DelayText{G: g.war().Marches}
	case 14:
		return march.CallText{G: g.war().Marches}
	case 16:
		return discordText{g: g}
	case 17:
		return chit.Effect{Do: g.detain, Bar: g.judgeDetention}
	case 18:
		return chit.Effect{Do: g.escape, Bar: g.judgeEscape}
	case 20:
		return march.EpidemicText{G: g.war().Marches}
	case 22:
		return chit.OmensText{G: g.war().Chits}
	}
	return chit.Aimless{}
}

// discordNeed is the die that S16 needs against a leader: 3 without a bonus, 5
// with a simple one. A double bonus is out of its reach.
func (g *game) discordNeed(l field.LeaderNo) int {
	switch g.Swords(l) {
	case 0:
		return 3
	case 1:
		return 5
	}
	return 0
}

// StormNeed is the die on which S4 damages a side's ships in a sea zone: 6 in a zone that
// is not beside a port of its side, or has no beach; in the others 5, as printed.
func (g *game) StormNeed(s adjudicator.Side, z board.Zone) int {
	friendly := g.Board.Near(z, board.BySea).Intersect(g.Ports).Meets(g.Held[s])
	sheltered := friendly && !g.Board.Beaches(z).Empty()
	if sheltered != g.Habits.StormInverted {
		return 5
	}
	return 6
}

// Sickbeds returns where a leader may go whom S20 has struck: a port free of enemies, or
// a base.
func (g *game) Sickbeds(l field.LeaderNo) board.Set {
	side := g.Chiefs[l].Side
	refuges := g.Ports.Minus(g.Held[side.Other()])
	if refuges.Empty() || !g.LandLeaders.Has(l) { // who could not leave a base (10.1)
		refuges = refuges.Union(g.BasesOf[side])
	}
	return refuges
}

// Homes returns where the Advantage brings counters back: to a base of their side,
// Persians, who could not leave it, to where they first arrived (10.1).
func (g *game) Homes(s adjudicator.Side, units field.UnitSet, leaders field.LeaderSet) board.Set {
	if units.And(g.Landsmen).Empty() && leaders&g.LandLeaders == 0 {
		return g.BasesOf[s]
	}
	var homes board.Set
	for _, a := range g.Playing.Arrivals {
		for _, u := range a.Units {
			if g.Landsmen.Has(field.UnitNo(u.Unit)) && !g.Enemies(s, a.Zones[0]) {
				homes.Add(a.Zones[0])
			}
		}
	}
	return homes
}

// discordText is S16: an enemy leader leaves the game if the die is high enough.
type discordText struct {
	chit.Aimless
	g *game
}

func (x discordText) Judge(p *chit.Play, _ field.Moment) *field.Fault {
	g := x.g
	if p.Leaders.Len() != 1 || !p.Units.Empty() || p.Leaders&^g.LeadersInPlay(p.Side.Other()) != 0 {
		return g.Fault("one-leader", "7 S16", 0, "Leaders", g.LeadersInPlay(p.Side.Other()))
	}
	target := p.Leaders
	if l := target.Pop(); g.discordNeed(l) == 0 {
		return g.Fault("beyond-discord", "7 S16", 0, "Leader", l)
	}
	return nil
}

func (x discordText) Aims(p *chit.Play) (field.UnitSet, field.LeaderSet) {
	return field.UnitSet{}, x.g.LeadersInPlay(p.Side.Other())
}

func (x discordText) Patterns(blank chit.Play) []*chit.Play {
	return chit.AimedAtEach(x.g.LeadersInPlay(blank.Side.Other()), blank)
}

func (x discordText) Sample(_ *rand.Rand, p *chit.Play) {
	set := x.g.LeadersInPlay(p.Side.Other())
	p.Leaders = set & -set
}

func (x discordText) CarryOut(t *adjudicator.Table, p *chit.Play) {
	g, target := x.g, p.Leaders
	l := target.Pop()
	need := g.discordNeed(l)
	die := g.discordDie(t, l, need)
	// He whom the die has favoured has no reason to have it thrown again.
	if disappointed := (die < need) == (g.Advantage == p.Side); disappointed && g.war().Reroll(t, discordThrown{g, p.Side, l, die >= need}, func() adjudicator.Phrase {
		return adjudicator.Say("hellespont.reroll.discord", "Leader", g.LeaderTerm(l), "Die", die, "Need", need)
	}) {
		die = g.discordDie(t, l, need)
	}
	if die >= need {
		g.Tell(t, "7 S16", 1, "disgraced", "Leader", l)
		g.Dismiss(l, field.Removed)
	}
}

// discordDie throws the die of S16 and tells it.
func (g *game) discordDie(t *adjudicator.Table, l field.LeaderNo, need int) int {
	die := t.Die()
	if t.Heard() {
		key := "discord"
		if die < need {
			key = "discord-fails"
		}
		g.Tell(t, "7 S16", 1, key, "Leader", l, "Die", die, "Need", need)
	}
	return die
}

// discordThrown is the die of S16 against a leader.
type discordThrown struct {
	g         *game
	by        adjudicator.Side
	leader    field.LeaderNo
	succeeded bool
}

// Judge implements [rethrown].
func (d discordThrown) Judge(st adjudicator.Standing) (order.Single, battle.Fit) {
	x, ok := st.(standing.ThrowRule)
	about := x.When.Leaders | x.When.Present | x.When.Facing
	if !ok || x.Kind != standing.ThrowDiscord || !x.When.Now(&d.g.Field) || about != 0 && !about.Has(d.leader) {
		return order.Single{}, battle.NoFit
	}
	feared := standing.OutcomeSucceeds
	if d.by == d.g.Advantage {
		feared = standing.OutcomeFails
	}
	if x.Outcomes&feared == 0 {
		return order.Single{}, battle.NoFit
	}
	return battle.Decide(d.succeeded == (feared == standing.OutcomeSucceeds), x.Again)
}

func (d discordThrown) Occasion() standing.Occasions { return standing.InMovements }

// Means implements [rethrown].
func (d discordThrown) Means() []adjudicator.Phrase {
	if d.succeeded {
		return battle.Meaning("discord-succeeds", "Leader", d.g.LeaderTerm(d.leader))
	}
	return battle.Meaning("discord-fails", "Leader", d.g.LeaderTerm(d.leader))
}

// judgeDetention: S17 needs Alcibiades in play.
func (g *game) judgeDetention(*chit.Play) *field.Fault {
	if g.alcibiades == field.NoLeader || g.LeaderFate[g.alcibiades] != field.InPlay {
		return g.Fault("alcibiades-absent", "7 S17", 0)
	}
	return nil
}

// detain is S17: Alcibiades is held by Tissaphernes.
func (g *game) detain(t *adjudicator.Table, _ *chit.Play) {
	g.Tell(t, "7 S17", 1, "detained", "Leader", g.alcibiades, "Zone", g.LeaderWhere[g.alcibiades])
	g.Dismiss(g.alcibiades, field.Detained)
}

// departuresMatter reports whether Alcibiades has come this month where S17 and S18 are
// in the game: only the departures of B.2 leave room for them then.
func (g *game) departuresMatter() bool {
	return g.Phase.ArrivedLeaders.Has(g.alcibiades) && !g.Playing.IsWithdrawn(17)
}

// judgeEscape: S18 needs Alcibiades to have come.
func (g *game) judgeEscape(*chit.Play) *field.Fault {
	if g.alcibiades == field.NoLeader || g.LeaderFate[g.alcibiades] == field.Waiting {
		return g.Fault("alcibiades-absent", "7 S18", 0)
	}
	return nil
}

// forestalling is how many victory points Sparta has for S18 before S17.
const forestalling = 2

// escape is S18: after S17 Alcibiades is free again, in Samos; before it, S16 and S17 are out
// of the game and Sparta has two victory points.
func (g *game) escape(t *adjudicator.Table, _ *chit.Play) {
	if g.LeaderFate[g.alcibiades] == field.Detained {
		g.Tell(t, "7 S18", 1, "escaped", "Leader", g.alcibiades, "Zone", g.samos)
		g.PlaceLeader(g.alcibiades, g.samos)
		return
	}
	first := field.StratagemNo(16)
	if g.options.S18RetiresItself {
		first = 18
	}
	g.Retired.Add(first)
	g.Retired.Add(17)
	g.bounty = forestalling
	g.Tell(t, "7 S18", 1, "forestalled", "Side", sparta, "Points", forestalling,
		"First", g.StratagemTerm(first), "Second", g.StratagemTerm(17))
}
