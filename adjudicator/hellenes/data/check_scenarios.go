package data

import (
	"fmt"
	"strings"

	"keryx/adjudicator/board"
	"keryx/adjudicator/draw"
)

// tables checks the tables at the end of the rulebook.
func (a *audit) tables() {
	t := &a.g.Tables
	for i, want := range []string{"3 1 true", "2 1 true", "1 1 true", "2 1 true", "3 3 false"} {
		s := t.Seasons[i]
		a.Want("storms, attrition and events of "+Season(i).String(), "rule 9.4",
			fmt.Sprintf("%d %d %t", s.Storm, s.Attrition, s.Events), want)
	}
	a.Want("forced marches succeed from", "rule 5.3", fmt.Sprint(t.Throws.Regular, t.Throws.Elite), "5 3")
	a.Want("a storm wrecks to", "rule 5.23", t.Throws.Wreck, 3)
	a.Want("hunger hits to", "rule 3.1", t.Throws.Hunger, 2)
	a.Want("Athens without grain is hit to", "rule 8.22", t.Throws.Grainless, 3)
	a.Want("what a point of value holds", "rule 1.3", t.Capacity.City, 2)
	a.Want("and in the peace", "rule 12.0", t.Capacity.Peace, 3)
	a.Want("what Thebes holds", "rule 12.12", t.Capacity.ThebesRenewed, 12)
	a.Want("that is the triple of its value", "rule 12.12", a.of("Thebes").Value*t.Capacity.Peace, 12)
	a.Want("cards of a hand", "rule 10.1", t.Counts.Hand, 6)
	a.Want("blocks drawn for a recruit", "rule 4.22", t.Counts.Recruits, 3)
	a.Want("units of an expedition", "rule 12.0", t.Counts.Expedition, 6)
	p := t.Prestige
	a.Want("triumph and trophy", "rule 14.1", fmt.Sprint(p.Triumph, p.Trophy), "2 1")
	a.Want("pillage, and that of a capital", "rule 14.1", fmt.Sprint(p.Pillage, p.PillageCapital), "1 2")
	a.Want("atrocity", "rule 3.1", p.Atrocity, 2)
	a.Want("surrender", "rule 14.2", p.Surrender, 15)
	a.Want("offers of peace", "rule 14.2", fmt.Sprint(p.OfferFrom, p.OfferCost, p.FactionFrom, p.FactionCost), "10 2 5 1")
	a.Want("levels of victory", "rule 14.2", fmt.Sprint(p.Major, p.Minor), "10 5")
	for side, want := range []string{"10 8 6 4 2 0 0", "5 4 3 2 1 0 0"} {
		var costs []string
		for year := 415; year >= 409; year-- {
			costs = append(costs, fmt.Sprint(t.Renewal.Cost(Side(side), year)))
		}
		a.Want("what it costs "+SideIDs[side]+" to renew the war from 415 on", "rule 12.1", strings.Join(costs, " "), want)
	}
}

// printedScenarios says of each scenario what rule 15 does: years, cards, leaders, prestige;
// whether the peace is in force, may be broken, or the war is renewed; neutrals; captured
// cities.
var printedScenarios = map[string]string{
	"431":    "431-422, cards 1-44, Pericles Archidamos, 0; Athens takes none, Sparta takes Potidaea",
	"sicily": "415-413, cards 12-55, Alcibiades Agis, 0, peace; Athens takes Leucas Pylos, Sparta takes Amphipolis Plataea",
	"413":    "413-404, cards 12-55, Proboulois Agis, 3, renewed; Athens takes Leucas Pylos, Sparta takes Amphipolis Plataea",
	"415":    "415-404, cards 12-55, Alcibiades Agis, 0, peace that may be broken; Athens takes Leucas Pylos, Sparta takes Amphipolis Plataea",
}

var scenarioRules = map[string]string{"431": "rule 15.1", "sicily": "rule 15.2", "413": "rule 15.3", "415": "rule 15.4"}

func (a *audit) scenarios() {
	var ids []string
	for i := range a.g.Scenarios {
		s := &a.g.Scenarios[i]
		ids = append(ids, s.ID)
		rule := scenarioRules[s.ID]
		a.Want("scenario "+s.ID, rule, a.summary(s), printedScenarios[s.ID])
		a.neutrals(s, rule)
		a.units(s, rule)
		for side, l := range s.Leaders {
			a.Want("the leader of "+SideIDs[side]+" in scenario "+s.ID+" is its own", rule, a.g.Leaders[l].Side, Side(side))
			a.Want("his card is in the deck of scenario "+s.ID, rule, s.Deck.Has(draw.Lot(a.g.Leaders[l].Card)), true)
		}
		if s.Peace {
			a.atHome(s)
		}
	}
	a.Want("the scenarios", "rule 15.0", strings.Join(ids, " "), "431 sicily 413 415")
	a.siege()
	if s := a.g.Scenario("sicily"); s != nil {
		a.Want("what Athens gains at each Year's End in Sicily", "rule 15.2", s.AthensYearly, -1)
		a.Want("tribute of Greece is left out in Sicily", "rule 15.2", s.TributeAbroad, true)
		a.Want("Sicily is neutral until an expedition came", "rule 15.2", s.NeutralSicily, true)
	}
	if s := a.g.Scenario("415"); s != nil {
		a.Want("Sicily is neutral until an expedition came in 415", "rule 15.4", s.NeutralSicily, true)
		a.Want("late blocks", "rule 15.4", ranges(s.Late[Sparta]), "41-46")
		for n := 1; n <= 2; n++ {
			a.Want(fmt.Sprintf("there is an expedition %d in 415", n), "rule 15.4", s.Expedition(n) != 0, true)
		}
	}
}

func (a *audit) summary(s *Scenario) string {
	text := fmt.Sprintf("%d-%d, cards %s, %s %s, %d", s.FirstYear, s.LastYear, ranges(s.Deck),
		a.g.Leaders[s.Leaders[Athens]].ID, a.g.Leaders[s.Leaders[Sparta]].ID, s.Prestige)
	switch {
	case s.Peace && s.MayBreak:
		text += ", peace that may be broken"
	case s.Peace:
		text += ", peace"
	case s.Renewed:
		text += ", renewed"
	}
	taken := func(side Side) string {
		if names := a.Names(s.Captured(a.g, side)); names != "" {
			return names
		}
		return "none"
	}
	return text + "; Athens takes " + taken(Athens) + ", Sparta takes " + taken(Sparta)
}

func (a *audit) neutrals(s *Scenario, rule string) {
	want := "Achaea Lydia Phrygia"
	switch s.ID {
	case "431":
		want = "Achaea Argos Lydia Phrygia"
	case "sicily", "415":
		want = "Achaea Agrigente Lydia Messine Phrygia Rhegium"
	}
	sicily := a.Map.Tagged(Sicily.String())
	found := s.Neutral
	if s.ID == "431" || s.ID == "413" {
		a.Want("Sicily is neutral in scenario "+s.ID, rule, sicily.Within(found), true)
		found = found.Minus(sicily)
	}
	a.Want("neutrals of scenario "+s.ID, rule, a.Names(found), want)
	gela := ""
	if s.ID == "sicily" || s.ID == "415" {
		gela = "Gela"
	}
	a.Want("neutral until left in scenario "+s.ID, rule, a.Names(s.UntilLeft), gela)
}

// units checks which numbers are in use. Those of Sicily stand on a card that is not in the
// rulebook.
func (a *audit) units(s *Scenario, rule string) {
	want := map[string]string{"431": "1-40", "413": "1-46", "415": "1-60"}[s.ID]
	for side := range s.Blocks {
		if want != "" {
			a.Want("numbers of "+SideIDs[side]+" in scenario "+s.ID, rule, ranges(s.Blocks[side]), want)
		}
		all := s.Pool[side] | s.Late[side]
		for i := range s.Setup {
			if p := &s.Setup[i]; p.Side == Side(side) {
				a.Want(fmt.Sprintf("%s of scenario %s stand in one place", ranges(p.Blocks&all), s.ID), "rule 2.1", p.Blocks&all, draw.Set(0))
				all |= p.Blocks
				a.ashore(s, p)
			}
		}
		a.Want("each block of "+SideIDs[side]+" in scenario "+s.ID+" is set up, or in the pool, or waits", rule, ranges(all), ranges(s.Blocks[side]))
	}
}

// ashore wants fleets to stand where there is a coast.
func (a *audit) ashore(s *Scenario, p *Placement) {
	if p.Blocks&a.g.Fleets(p.Side) == 0 {
		return
	}
	coast := false
	for z := range p.Zones(a.g).All() {
		coast = coast || !a.g.Province(z).Coasts.Empty()
	}
	a.Want(fmt.Sprintf("fleets of scenario %s stand at a coast", s.ID), "rule 5.1", coast, true)
}

// atHome wants units to stand at home on land in the peace, in Greece; those of Athens may be
// at Corcyra too.
func (a *audit) atHome(s *Scenario) {
	for i := range s.Setup {
		p := &s.Setup[i]
		for set := p.Blocks; set != 0; {
			b := a.g.Blocks[p.Side][set.Pop()]
			home := b.Homes
			if b.Side == Athens {
				home = home.Union(a.nation("Corcyra").Cities)
			}
			if zones := p.Zones(a.g).Intersect(a.Map.Tagged(Greece.String())); !zones.Empty() {
				a.Want(fmt.Sprintf("%s %d of scenario %s is at home", SideIDs[b.Side], b.Number, s.ID), "rule 12.0", zones.Meets(home), true)
			}
		}
	}
}

// siege is that of Potidaea in 431.
func (a *audit) siege() {
	s := a.g.Scenario("431")
	if s == nil {
		return
	}
	var outside, inside, garrison int
	for i := range s.Setup {
		p := &s.Setup[i]
		if p.At == board.NoZone || p.At != a.Zone("Potidaea") {
			continue
		}
		switch {
		case p.Side == Athens && p.Posture == Besieging:
			outside += p.Blocks.Len()
		case p.Side == Sparta && p.Posture == Besieged:
			inside += p.Blocks.Len()
			if p.Garrison {
				garrison++
			}
		}
	}
	a.Want("who besieges Potidaea in 431, and who is inside", "rule 15.1",
		fmt.Sprintf("%d units, %d units and %d garrison", outside, inside, garrison), "4 units, 2 units and 1 garrison")
}

// ranges lists lots by numbers from 1 on: "1-40".
func ranges(set draw.Set) string {
	var all []string
	for n := draw.Lot(0); n < draw.Most; n++ {
		if !set.Has(n) {
			continue
		}
		first := n
		for n+1 < draw.Most && set.Has(n+1) {
			n++
		}
		if first == n {
			all = append(all, fmt.Sprint(n+1))
		} else {
			all = append(all, fmt.Sprintf("%d-%d", first+1, n+1))
		}
	}
	return strings.Join(all, " ")
}
