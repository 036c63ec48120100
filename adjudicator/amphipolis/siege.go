package amphipolis

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey"
	"keryx/adjudicator/bey/chit"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
)

// method is how a garrison is besieged (4.3).
type method uint8

const (
	noSiege method = iota
	negotiation
	assault
	blockade
	methods
)

// manners is what the rules say of each method.
var manners = [methods]struct {
	word string            // the verb of its order, and what its chances are asked by
	rule string            // where it stands
	told string            // the event that tells of it
	text field.StratagemNo // what helps it (7)
}{
	noSiege:     {word: "siege", rule: "4.3"},
	negotiation: {"negotiate", "4.3.1", "negotiation", diplomacyText},
	assault:     {"assault", "4.3.2", "assault", defectionText},
	blockade:    {"blockade", "4.3.3", "blockade", defectionText},
}

// siege is one siege while it is resolved (4.3).
type siege struct {
	besieger adjudicator.Side
	garrison int // its index in [data.Game.Garrisons]
	how      method
	ruse     field.StratagemNo // S19 or S20, 0 for none
	open     board.Set         // where the besieger may still besiege garrisons after it
}

// The modifiers of the die of a siege (4.3, 7).
var (
	siegeBonus     = &bey.Clause{Key: "amphipolis.modifier.siege-bonus", Rule: "4.3.1"}
	siegeCommand   = &bey.Clause{Key: "amphipolis.modifier.siege-command", Rule: "4.3.2"}
	siegeDiplomacy = &bey.Clause{Key: "amphipolis.modifier.siege-diplomacy", Rule: "7 S19"}
	siegeDefection = &bey.Clause{Key: "amphipolis.modifier.siege-defection", Rule: "7 S20"}
)

// placeOf is the zone in which a garrison stands.
func (g *game) placeOf(garrison int) board.Zone { return g.own.Garrisons[garrison].Zone }

// garrisonTerm names a garrison.
func (g *game) garrisonTerm(garrison int) adjudicator.Term {
	return adjudicator.Term{Kind: "garrison", ID: g.own.Garrisons[garrison].ID}
}

// garrisonTerms names the garrisons of some zones.
func (g *game) garrisonTerms(zones board.Set) (terms adjudicator.Terms) {
	for n := range g.own.Garrisons {
		if zones.Has(g.placeOf(n)) {
			terms = append(terms, g.garrisonTerm(n))
		}
	}
	return terms
}

// besiegeable are the zones where a side has land units beside a garrison of the enemy's.
func (g *game) besiegeable(s adjudicator.Side) board.Set {
	return g.HeldByLand[s].Intersect(g.garrisonsOf(s.Other()))
}

// hopeful are those of some zones where at least one method is allowed.
func (g *game) hopeful(s adjudicator.Side, zones board.Set) (some board.Set) {
	for z := range zones.All() {
		for how := negotiation; how < methods; how++ {
			if g.siegeBar(&siege{besieger: s, garrison: g.garrisonHere(z), how: how}) == "" {
				some.Add(z)
			}
		}
	}
	return some
}

// defence is the diplomatic value of a garrison as it stands, 0 for none.
func (g *game) defence(garrison int) int { return g.own.Garrisons[garrison].VA[g.faces[garrison]] }

// besiegers are the land units of a siege, and the leaders who are with them.
func (g *game) besiegers(s *siege) (field.UnitSet, field.LeaderSet) {
	z := g.placeOf(s.garrison)
	return g.LandAt(s.besieger, z), g.LeadersOf(s.besieger, z)
}

// siegeBar names the rule that forbids a siege by its method, as faults are coded; empty if
// none does (4.3). It composes nothing, since those who plan ask it thousands of times.
func (g *game) siegeBar(s *siege) string {
	x := &g.own.Garrisons[s.garrison]
	units, men := g.besiegers(s)
	switch s.how {
	case negotiation:
		switch {
		case g.defence(s.garrison) == 0:
			return "citadel-no-talks"
		case g.BestSwords(men) == 0:
			return "siege-bonus"
		case g.LandPF(s.besieger, x.Zone) <= x.PF:
			return "siege-strength"
		}
	case assault:
		switch {
		case men == 0:
			return "siege-leader"
		case units.Len() <= x.PF:
			return "siege-units"
		}
	case blockade:
		switch {
		case s.garrison == g.citadel:
			return "citadel-no-blockade"
		case g.LandPF(s.besieger, x.Zone) <= 2*x.PF:
			return "siege-ring"
		}
	}
	return ""
}

// judgeSiege returns the rule that forbids a siege by its method, or nil (4.3).
func (g *game) judgeSiege(s *siege) *field.Fault {
	bar := g.siegeBar(s)
	if bar == "" {
		return nil
	}
	units, men := g.besiegers(s)
	limit := g.own.Garrisons[s.garrison].PF
	var args []any
	switch bar {
	case "siege-bonus":
		args = []any{"Leaders", g.Terms(field.UnitSet{}, men), "Assault", g.siegeBar(s.by(assault)) == "", "Blockade", g.siegeBar(s.by(blockade)) == ""}
	case "siege-strength":
		args = []any{"PF", g.Sum(units), "Limit", limit}
	case "siege-leader":
		args = []any{"Blockade", g.siegeBar(s.by(blockade)) == ""}
	case "siege-units":
		args = []any{"Count", units.Len(), "Limit", limit}
	case "citadel-no-blockade":
		args = []any{"Sparta", s.besieger == sparta}
	case "siege-ring":
		args = []any{"PF", g.Sum(units), "Limit", 2 * limit}
	}
	return g.Fault(bar, manners[s.how].rule, 0, append(args, "Garrison", g.garrisonTerm(s.garrison))...)
}

// by is the same siege by another method.
func (s *siege) by(how method) *siege {
	other := *s
	other.how = how
	return &other
}

// siegeModifiers are those of the die of a siege.
func (g *game) siegeModifiers(s *siege) (m bey.Modifiers) {
	g.modifySiege(s, m.Add)
	return m
}

// siegeShift is what they come to.
func (g *game) siegeShift(s *siege) (sum int) {
	g.modifySiege(s, func(_ *bey.Clause, value int) { sum += value })
	return sum
}

// modifySiege adds what modifies the die of a siege.
func (g *game) modifySiege(s *siege, add func(*bey.Clause, int)) {
	_, men := g.besiegers(s)
	swords := g.BestSwords(men)
	switch s.how {
	case negotiation:
		add(siegeBonus, swords)
		if s.ruse == diplomacyText {
			add(siegeDiplomacy, 2)
		}
	case assault:
		if swords > 0 {
			add(siegeCommand, -1)
		}
		if s.ruse == defectionText {
			add(siegeDefection, -1)
		}
	case blockade:
		if s.ruse == defectionText {
			add(siegeDefection, 1)
		}
	}
}

// ratio is how many units of the besieger come on each force point of a garrison, rounded
// down: what the die of an assault must not exceed (4.3.2).
func (g *game) ratio(s *siege) int {
	units, _ := g.besiegers(s)
	return units.Len() / g.own.Garrisons[s.garrison].PF
}

// goal is what the die of a siege must reach with its modifiers, or must not exceed in an
// assault (4.3).
func (g *game) goal(s *siege) int {
	switch va := g.defence(s.garrison); {
	case s.how == negotiation:
		return va
	case s.how == assault:
		return g.ratio(s)
	case va == 3 || va == 4:
		return 5
	}
	return 6
}

// need is what the die itself must reach, or must not exceed in an assault. It can be out
// of reach.
func (g *game) need(s *siege) int {
	n := g.goal(s) - g.siegeShift(s)
	if s.how == assault {
		return min(n, 6)
	}
	return max(n, 1)
}

// falls reports whether a die is enough.
func (g *game) falls(s *siege, die int) bool {
	if s.how == assault {
		return die <= g.need(s)
	}
	return die >= g.need(s)
}

// sieges is D.5 of a side: desertion, then the sieges of its choice.
func (g *game) sieges(t *adjudicator.Table, s adjudicator.Side) {
	g.desertion(t, s)
	g.siegesOf(t, s, g.besiegeable(s))
}

// siegesOf lets a side besiege the garrisons of some zones, each once.
func (g *game) siegesOf(t *adjudicator.Table, s adjudicator.Side, open board.Set) {
	for !g.hopeful(s, open).Empty() {
		a := g.askSiege(t, s, open)
		if a.how == noSiege {
			return
		}
		open.Remove(g.placeOf(a.garrison))
		g.besiege(t, &siege{besieger: s, garrison: a.garrison, how: a.how, open: open})
	}
}

// besiege resolves one siege.
func (g *game) besiege(t *adjudicator.Table, s *siege) {
	r := g.siegeRuse(t, s)
	s.ruse = r.Number
	g.tellSiege(t, s)
	g.war().SpendRuse(t, s.besieger, r)
	m := g.siegeModifiers(s)
	g.war().TellModifiers(t, 2, &m, "modifier-die")
	die := g.siegeDie(t, s)
	// He whom the die has favoured has no reason to have it thrown again.
	if g.falls(s, die) != (g.Advantage == s.besieger) && g.war().Reroll(t, siegeThrown{g, s, die}, func() adjudicator.Phrase {
		return adjudicator.Say("amphipolis.reroll.siege", "Garrison", g.garrisonTerm(s.garrison), "Total", die+m.Sum(), "Need", g.goal(s))
	}) {
		die = g.siegeDie(t, s)
	}
	place, args := "garrison", []any{"Garrison", g.garrisonTerm(s.garrison)}
	if s.garrison == g.citadel {
		place = "citadel"
	}
	if !g.falls(s, die) {
		g.tell(t, manners[s.how].rule, 1, place+"-holds", args...)
		return
	}
	g.faces[s.garrison] = s.besieger
	g.tell(t, manners[s.how].rule, 1, place+"-won", append(args, "Side", s.besieger)...)
}

// tellSiege tells how a garrison is besieged, and what the die needs.
func (g *game) tellSiege(t *adjudicator.Table, s *siege) {
	if !t.Heard() {
		return
	}
	units, men := g.besiegers(s)
	args := []any{"Side", s.besieger, "Garrison", g.garrisonTerm(s.garrison),
		"Defence", g.own.Garrisons[s.garrison].PF, "Need", g.need(s), "Goal", g.goal(s)}
	switch s.how {
	case negotiation:
		args = append(args, "Leader", g.Ablest(men), "PF", g.Sum(units))
	case assault:
		args = append(args, "Count", units.Len(), "Ratio", g.ratio(s))
	default:
		args = append(args, "PF", g.Sum(units))
	}
	g.Show(t, manners[s.how].rule, 0, g.Mark("siege", s.besieger, g.placeOf(s.garrison)), manners[s.how].told, args...)
}

// siegeDie throws the die of a siege and tells it.
func (g *game) siegeDie(t *adjudicator.Table, s *siege) int {
	die := t.At(g.Board.Name(g.placeOf(s.garrison))).Die()
	m := g.siegeModifiers(s)
	g.tell(t, manners[s.how].rule, 1, "siege-die", "Die", die, "Modifier", m.Sum(), "Total", die+m.Sum())
	return die
}

// Texts that are played in sieges and before them (7).
const (
	desertionText field.StratagemNo = 17
	diplomacyText field.StratagemNo = 19
	defectionText field.StratagemNo = 20
)

// siegeRuse asks the besieger what he plays, which is the caller's to spend.
func (g *game) siegeRuse(t *adjudicator.Table, s *siege) field.Ruse {
	j := field.Juncture{At: atSiegeRuse, Side: s.besieger, Zone: g.placeOf(s.garrison), Open: s.open}
	n := manners[s.how].text
	return g.askRuse(t, j, n, s, func(f *chit.RuseForm) { f.Offer(chit.Played(n)) }, "Garrison", g.garrisonTerm(s.garrison))
}

// desertion is S17: an enemy unit without the band leaves the game for good, which is no
// elimination.
func (g *game) desertion(t *adjudicator.Table, s adjudicator.Side) {
	enemy := s.Other()
	units := g.deserters(enemy)
	if units.Empty() {
		return
	}
	r := g.askRuse(t, field.Juncture{At: atDesert, Side: s}, desertionText, nil, func(f *chit.RuseForm) {
		for z := range g.ZonesOf(units).All() {
			f.OfferEach(desertionText, units.And(g.At[z]), board.NoZone)
		}
	}, "Enemy", g.SideTerm(enemy))
	g.war().SpendRuse(t, s, r)
	if r.Number != desertionText {
		return
	}
	z := g.Where[r.Unit]
	g.tell(t, g.war().TextRule(desertionText), 1, "deserted", "Side", enemy, "Unit", r.Unit, "Zone", z)
	g.remove(r.Unit)
	g.war().Aftermath(t, z)
}

// remove takes a unit out of the game for good, which is no elimination.
func (g *game) remove(u field.UnitNo) {
	g.Lift(u)
	g.Weak.Drop(u)
	g.UnitFate[u] = field.Removed
}

// deserters are the units of a side in play that have no band.
func (g *game) deserters(s adjudicator.Side) field.UnitSet { return g.OnMap(s).And(g.bandless) }
