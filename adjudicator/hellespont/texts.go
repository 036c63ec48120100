package hellespont

import (
	"math/rand/v2"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
)

// text is what one stratagem does outside combats, sieges and adjustments (7). Which
// one has which number is the ruleset's to say: see [game.text]. One that is aimed at
// nothing embeds aimless and says no more than what it does.
type text interface {
	// judge returns the rule that forbids a play at a moment at which the stratagem is
	// timely and in hand, or nil.
	judge(p *play, m moment) *fault
	// targets returns the zones that a play may be aimed at.
	targets(p *play) board.Set
	// aims returns the units and leaders that a play may be aimed at, in its zone if it
	// has one.
	aims(p *play) (unitSet, leaderSet)
	// placed tells whether an order without a zone means the only target that there is,
	// and, if units cannot be named without their zone, the fault of doing so.
	placed(p *play, units bool) (sought bool, missing *fault)
	// patterns returns one play, made from a blank one, for each thing that the text can
	// be aimed at.
	patterns(blank play) []*play
	// sample aims a blank play at random.
	sample(r *rand.Rand, p *play)
	// worth weighs what comes or stays away by a play; its units and leaders are weighed
	// already.
	worth(p *play) int
	// carryOut does what the text says.
	carryOut(t *adjudicator.Table, p *play)
}

// aimless is a text that is aimed at nothing, and does nothing.
type aimless struct{}

func (aimless) judge(*play, moment) *fault          { return nil }
func (aimless) targets(*play) (none board.Set)      { return none }
func (aimless) aims(*play) (u unitSet, l leaderSet) { return u, l }
func (aimless) placed(*play, bool) (bool, *fault)   { return true, nil }
func (aimless) patterns(blank play) []*play         { return []*play{&blank} }
func (aimless) sample(*rand.Rand, *play)            {}
func (aimless) worth(*play) int                     { return 0 }
func (aimless) carryOut(*adjudicator.Table, *play)  {}

// roles are the numbers of the stratagems that play knows beyond what their texts say;
// 0 for one that there is not.
type roles struct {
	omens    field.StratagemNo // played as the Advantage, a draw, call or rally
	call     field.StratagemNo // calls for reinforcements
	delay    field.StratagemNo // delays those of the enemy
	mend     field.StratagemNo // one unit recovers
	rally    field.StratagemNo // two units recover
	support  field.StratagemNo // adds units next door to a combat
	wound    field.StratagemNo // wounds a leader in a combat
	epidemic field.StratagemNo
	archers  field.StratagemNo // close a zone
	storm    field.StratagemNo
}

// textRule is the rule behind a stratagem: "7 S16".
func (g *game) textRule(n field.StratagemNo) string { return "7 " + g.Stratagem(n).ID }

// judgePlay returns the rule that forbids a play at a moment, or nil.
func (g *game) judgePlay(p *play, m moment) *fault {
	if p.number == 0 {
		return g.judgeAdvantage(p, m)
	}
	switch {
	case !contains(g.timely(m), p.number):
		return g.notNow(p.number)
	case g.holding(p.side, p.number) == noChit:
		return &fault{"not-in-hand", "7", 0, []any{"Stratagem", g.stratagemTerm(p.number), "Hand", g.handTerms(p.side)}}
	case m.inAction() && g.phase.played[p.side]:
		return &fault{"one-stratagem", "B.3", 0, []any{"Stratagem", g.stratagemTerm(p.number)}}
	}
	return g.text(p.number).judge(p, m)
}

// notNow is the fault of playing a stratagem at the wrong moment.
func (g *game) notNow(n field.StratagemNo) *fault {
	return &fault{"stratagem-not-now", g.textRule(n), 0, []any{"Stratagem", g.stratagemTerm(n), "Phases", g.Stratagem(n).Phases}}
}

func contains(list []field.StratagemNo, n field.StratagemNo) bool {
	for _, have := range list {
		if have == n {
			return true
		}
	}
	return false
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
		g.tell(t, g.ruleOf(p), 0, "played", "Side", g.sideTerm(p.side), "Stratagem", g.stratagemTerm(p.number))
	}
	g.text(p.number).carryOut(t, p)
	g.captureLeaders(t)
	g.changed(t)
}

// aimedAt makes one play for each zone from a blank one.
func aimedAt(zones board.Set, blank play) []*play {
	var all []*play
	for z := range zones.All() {
		p := blank
		p.zone = z
		all = append(all, &p)
	}
	return all
}

// aimedAtEach makes one play for each leader from a blank one.
func aimedAtEach(men leaderSet, blank play) []*play {
	var all []*play
	for men != 0 {
		p := blank
		p.leaders = men & -men
		men &^= p.leaders
		all = append(all, &p)
	}
	return all
}

// sampleZone aims a play at a random zone, if there is any.
func (p *play) sampleZone(r *rand.Rand, zones board.Set) {
	if !zones.Empty() {
		p.zone = nthZone(zones, r.IntN(zones.Len()))
	}
}

// archersText closes a land zone with archers of one's own in it to the enemy who moves.
type archersText struct {
	aimless
	g *game
}

func (x archersText) judge(p *play, _ moment) *fault {
	g := x.g
	if p.zone == board.NoZone || !g.archerZones(p.side).Has(p.zone) {
		return &fault{"no-archers-there", g.ruleOf(p), 0, []any{"Zone", g.perhaps(p.zone), "Zones", g.zoneTerms(g.archerZones(p.side))}}
	}
	return nil
}

func (x archersText) targets(p *play) board.Set { return x.g.archerZones(p.side) }

func (x archersText) patterns(blank play) []*play {
	return aimedAt(x.g.archerZones(blank.side), blank)
}

func (x archersText) sample(r *rand.Rand, p *play) { p.sampleZone(r, x.g.archerZones(p.side)) }

func (x archersText) carryOut(t *adjudicator.Table, p *play) {
	g := x.g
	g.phase.barred.Add(p.zone)
	if t.Heard() {
		g.tell(t, g.ruleOf(p), 1, "archers-bar", "Zone", g.zoneTerm(p.zone), "Side", x.g.sideTerm(p.side.Other()))
	}
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

// omensText takes the Advantage, draws a counter, or is played as a call for
// reinforcements.
type omensText struct {
	aimless
	g *game
}

// call is the text that it can be played as.
func (x omensText) call() text { return x.g.text(x.g.roles.call) }

func (x omensText) judge(p *play, m moment) *fault {
	g := x.g
	switch p.as {
	case omenAdvantage:
		if g.advantage == p.side {
			return &fault{"advantage-yours", g.ruleOf(p), 0, nil}
		}
	case omenDraw:
		if g.chits.Cup == 0 {
			return &fault{"cup-empty", g.ruleOf(p), 0, nil}
		}
	case omenRecover: // asked for in D.3
		return x.notAs(p, g.roles.rally)
	case omenReinforce:
		if m != reinforcing {
			return x.notAs(p, g.roles.call)
		}
		return x.call().judge(p, m)
	default:
		return &fault{"omens-for-what", g.ruleOf(p), 0, nil}
	}
	return nil
}

// notAs is the fault of playing it as another stratagem when that is not timely.
func (x omensText) notAs(p *play, n field.StratagemNo) *fault {
	bad := x.g.notNow(n)
	bad.rule = x.g.ruleOf(p)
	return bad
}

func (x omensText) targets(p *play) (none board.Set) {
	if p.as != omenReinforce {
		return none
	}
	return x.call().targets(p)
}

func (x omensText) patterns(blank play) []*play {
	advantage, draw := blank, blank
	advantage.as, draw.as, blank.as = omenAdvantage, omenDraw, omenReinforce
	return append([]*play{&advantage, &draw}, x.call().patterns(blank)...)
}

func (x omensText) sample(r *rand.Rand, p *play) {
	if p.as = omenAdvantage + omen(r.IntN(3)); p.as == omenReinforce {
		x.call().sample(r, p)
	}
}

func (x omensText) worth(p *play) int {
	if p.as != omenReinforce {
		return 0
	}
	return x.call().worth(p)
}

func (x omensText) carryOut(t *adjudicator.Table, p *play) {
	switch p.as {
	case omenAdvantage:
		x.g.passAdvantage(t)
	case omenDraw:
		x.g.drawChits(t, p.side, 1)
	case omenReinforce:
		x.call().carryOut(t, p)
	}
}
