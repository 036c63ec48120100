package chit

import (
	"math/rand/v2"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/order"
	"keryx/adjudicator/board"
	"keryx/orders"
)

// Text is what one stratagem does outside combats, sieges and adjustments (7). Which
// one has which number is the ruleset's to say: see [game.text]. One that is aimed at
// nothing is an [Effect]; others embed [Aimless] and say no more than what they do.
type Text interface {
	// Judge returns the rule that forbids a play at a moment at which the stratagem is
	// timely and in hand, or nil.
	Judge(p *Play, m field.Moment) *field.Fault
	// Targets returns the zones that a play may be aimed at.
	Targets(p *Play) board.Set
	// Aims returns the units and leaders that a play may be aimed at, in its zone if it
	// has one.
	Aims(p *Play) (field.UnitSet, field.LeaderSet)
	// Pick aims a play at the units and leaders of [Text.Aims] that an order names.
	Pick(p *Play, f order.Force, s *orders.Statement) *orders.Diagnostic
	// Placed tells whether an order without a zone means the only target that there is,
	// and, if units cannot be named without their zone, the fault of doing so.
	Placed(p *Play, units bool) (sought bool, missing *field.Fault)
	// Patterns returns one play, made from a blank one, for each thing that the text can
	// be aimed at.
	Patterns(blank Play) []*Play
	// Sample aims a blank play at random.
	Sample(r *rand.Rand, p *Play)
	// Worth weighs what comes or stays away by a play; its units and leaders are weighed
	// already.
	Worth(p *Play) int
	// CarryOut does what the text says.
	CarryOut(t *adjudicator.Table, p *Play)
}

// Aimless is a text that is aimed at nothing, and does nothing.
type Aimless struct{}

// Judge implements [Text].
func (Aimless) Judge(*Play, field.Moment) *field.Fault { return nil }

// Targets implements [Text].
func (Aimless) Targets(*Play) (none board.Set) { return none }

// Aims implements [Text].
func (Aimless) Aims(*Play) (u field.UnitSet, l field.LeaderSet) { return u, l }

// Pick implements [Text].
func (Aimless) Pick(p *Play, f order.Force, s *orders.Statement) (d *orders.Diagnostic) {
	units, leaders := p.G.Text(p.Number).Aims(p)
	p.Units, p.Leaders, d = order.Pick(p.G.Field, s, f, units, leaders, p.Zone, p.G.RuleOf(p))
	return d
}

// Placed implements [Text].
func (Aimless) Placed(*Play, bool) (bool, *field.Fault) { return true, nil }

// Patterns implements [Text].
func (Aimless) Patterns(blank Play) []*Play { return []*Play{&blank} }

// Sample implements [Text].
func (Aimless) Sample(*rand.Rand, *Play) {}

// Worth implements [Text].
func (Aimless) Worth(*Play) int { return 0 }

// CarryOut implements [Text].
func (Aimless) CarryOut(*adjudicator.Table, *Play) {}

// Effect is a text that is aimed at nothing: what it does, and what forbids it if anything
// can.
type Effect struct {
	Aimless
	Do  func(t *adjudicator.Table, p *Play)
	Bar func(p *Play) *field.Fault // nil if nothing can
}

// Judge implements [Text].
func (x Effect) Judge(p *Play, _ field.Moment) *field.Fault {
	if x.Bar == nil {
		return nil
	}
	return x.Bar(p)
}

// CarryOut implements [Text].
func (x Effect) CarryOut(t *adjudicator.Table, p *Play) { x.Do(t, p) }

// TextRule is the rule behind a stratagem.
func (g Chits) TextRule(n field.StratagemNo) string { return "7 " + g.Stratagem(n).ID }

// JudgePlay returns the rule that forbids a play at a moment, or nil.
func (g Chits) JudgePlay(p *Play, m field.Moment) *field.Fault {
	if p.Number == 0 {
		return g.judgeAdvantage(p, m)
	}
	if bad := g.judgeCounter(p, m); bad != nil {
		return bad
	}
	return g.Text(p.Number).Judge(p, m)
}

// judgeCounter returns the rule that forbids that a side plays a stratagem at a moment,
// whatever it is aimed at, or nil.
func (g Chits) judgeCounter(p *Play, m field.Moment) *field.Fault {
	switch {
	case g.outOfGame(p.Side, p.Number):
		return g.Fault("text-gone", g.TextRule(p.Number), 0, "Stratagem", g.StratagemTerm(p.Number))
	case g.Holding(p.Side, p.Number) == field.NoChit:
		return g.Fault("not-in-hand", "7", 0, "Stratagem", g.StratagemTerm(p.Number), "Hand", g.HandTerms(p.Side))
	case !contains(g.Timely(m), p.Number):
		return g.notNow(p.Number)
	case m.InAction() && g.Phase.Played[p.Side]:
		return g.Fault("one-stratagem", "B.3", 0, "Stratagem", g.StratagemTerm(p.Number))
	}
	return nil
}

// outOfGame reports whether a side holds a counter with a face that it could play if its
// text were not out of the game.
func (g Chits) outOfGame(s adjudicator.Side, n field.StratagemNo) bool {
	if !g.Playing.IsWithdrawn(n) && !g.Retired.Has(n) {
		return false
	}
	for hand := g.Pool.Hand[s]; hand != 0; {
		for _, f := range g.Counters[hand.Pop()].Faces {
			if f.Stratagem == n && f.Colour.PlayableBy(s) {
				return true
			}
		}
	}
	return false
}

// notNow is the fault of playing a stratagem at the wrong moment.
func (g Chits) notNow(n field.StratagemNo) *field.Fault {
	return g.Fault("stratagem-not-now", g.TextRule(n), 0, "Stratagem", g.StratagemTerm(n), "Phases", g.Stratagem(n).Phases)
}

func contains(list []field.StratagemNo, n field.StratagemNo) bool {
	for _, have := range list {
		if have == n {
			return true
		}
	}
	return false
}

// PlayNow carries out a play.
func (g Chits) PlayNow(t *adjudicator.Table, p *Play) {
	if p.Number == 0 {
		g.useAdvantage(t, p)
		return
	}
	c := g.Holding(p.Side, p.Number)
	g.SpendChit(p.Side, c, p.Number)
	g.Phase.Played[p.Side] = true
	if t.Heard() {
		g.Tell(t, g.RuleOf(p), 0, "played", "Side", p.Side, "Stratagem", g.StratagemTerm(p.Number))
	}
	g.Text(p.Number).CarryOut(t, p)
	g.CaptureLeaders(t)
	g.Changed(t)
}

// AimedAt makes one play for each zone from a blank one.
func AimedAt(zones board.Set, blank Play) []*Play {
	var all []*Play
	for z := range zones.All() {
		p := blank
		p.Zone = z
		all = append(all, &p)
	}
	return all
}

// AimedAtEach makes one play for each leader from a blank one.
func AimedAtEach(men field.LeaderSet, blank Play) []*Play {
	var all []*Play
	for men != 0 {
		p := blank
		p.Leaders = men & -men
		men &^= p.Leaders
		all = append(all, &p)
	}
	return all
}

// SampleZone aims a play at a random zone, if there is any.
func (p *Play) SampleZone(r *rand.Rand, zones board.Set) {
	if !zones.Empty() {
		p.Zone = zones.Nth(r.IntN(zones.Len()))
	}
}

// ArchersText closes a zone with archers of one's own in it to the enemy who moves.
type ArchersText struct {
	Aimless
	G     Chits
	Where board.Set // the zones that archers can close
}

// Judge implements [Text].
func (x ArchersText) Judge(p *Play, _ field.Moment) *field.Fault {
	g := x.G
	if p.Zone == board.NoZone || !x.zones(p.Side).Has(p.Zone) {
		return g.Fault("no-archers-there", g.RuleOf(p), 0, "Zone", g.Perhaps(p.Zone), "Zones", x.zones(p.Side))
	}
	return nil
}

// Targets implements [Text].
func (x ArchersText) Targets(p *Play) board.Set { return x.zones(p.Side) }

// Patterns implements [Text].
func (x ArchersText) Patterns(blank Play) []*Play {
	return AimedAt(x.zones(blank.Side), blank)
}

// Sample implements [Text].
func (x ArchersText) Sample(r *rand.Rand, p *Play) { p.SampleZone(r, x.zones(p.Side)) }

// CarryOut implements [Text].
func (x ArchersText) CarryOut(t *adjudicator.Table, p *Play) {
	g := x.G
	g.Phase.Barred.Add(p.Zone)
	g.Tell(t, g.RuleOf(p), 1, "archers-bar", "Zone", p.Zone, "Side", p.Side.Other())
}

// zones returns those of them where a side has archers.
func (x ArchersText) zones(s adjudicator.Side) board.Set {
	g := x.G
	var zones board.Set
	for z := range g.Held[s].Intersect(x.Where).All() {
		if !g.UnitsAt(s, z).And(g.ByArm[field.ArcherArm]).Empty() {
			zones.Add(z)
		}
	}
	return zones
}

// OmensText takes the Advantage, draws a counter, or is played as a call for
// reinforcements.
type OmensText struct {
	Aimless
	G Chits
}

// call is the text that it can be played as.
func (x OmensText) call() Text { return x.G.Text(x.G.Roles.Call) }

// Judge implements [Text].
func (x OmensText) Judge(p *Play, m field.Moment) *field.Fault {
	g := x.G
	switch p.as {
	case field.OmenAdvantage:
		if g.Advantage == p.Side {
			return g.Fault("advantage-yours", g.RuleOf(p), 0)
		}
	case field.OmenDraw:
		if g.Pool.Cup == 0 {
			return g.Fault("cup-empty", g.RuleOf(p), 0)
		}
	case field.OmenRecover: // asked for in D.3
		return x.notAs(p, g.Roles.OmensHeal)
	case field.OmenReinforce:
		if m != field.Reinforcing {
			return x.notAs(p, g.Roles.Call)
		}
		return x.call().Judge(p, m)
	default:
		return g.Fault("omens-for-what", g.RuleOf(p), 0)
	}
	return nil
}

// notAs is the fault of playing it as another stratagem when that is not timely.
func (x OmensText) notAs(p *Play, n field.StratagemNo) *field.Fault {
	bad := x.G.notNow(n)
	bad.Rule = x.G.RuleOf(p)
	return bad
}

// Targets implements [Text].
func (x OmensText) Targets(p *Play) (none board.Set) {
	if p.as != field.OmenReinforce {
		return none
	}
	return x.call().Targets(p)
}

// Aims implements [Text].
func (x OmensText) Aims(p *Play) (u field.UnitSet, l field.LeaderSet) {
	if p.as != field.OmenReinforce {
		return u, l
	}
	return x.call().Aims(p)
}

// Pick implements [Text].
func (x OmensText) Pick(p *Play, f order.Force, s *orders.Statement) *orders.Diagnostic {
	if p.as != field.OmenReinforce {
		return x.Aimless.Pick(p, f, s)
	}
	return x.call().Pick(p, f, s)
}

// Patterns implements [Text].
func (x OmensText) Patterns(blank Play) []*Play {
	advantage, draw := blank, blank
	advantage.as, draw.as, blank.as = field.OmenAdvantage, field.OmenDraw, field.OmenReinforce
	return append([]*Play{&advantage, &draw}, x.call().Patterns(blank)...)
}

// Sample implements [Text].
func (x OmensText) Sample(r *rand.Rand, p *Play) {
	if p.as = field.OmenAdvantage + field.Omen(r.IntN(3)); p.as == field.OmenReinforce {
		x.call().Sample(r, p)
	}
}

// Worth implements [Text].
func (x OmensText) Worth(p *Play) int {
	if p.as != field.OmenReinforce {
		return 0
	}
	return x.call().Worth(p)
}

// CarryOut implements [Text].
func (x OmensText) CarryOut(t *adjudicator.Table, p *Play) {
	switch p.as {
	case field.OmenAdvantage:
		x.G.PassAdvantage(t)
	case field.OmenDraw:
		x.G.DrawChits(t, p.Side, 1)
	case field.OmenReinforce:
		x.call().CarryOut(t, p)
	}
}
