package amphipolis

import (
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/order"
	"keryx/adjudicator/board"
	"keryx/orders"
)

// blank is a game of a scenario with nothing on the map but the garrisons.
func blank(t *testing.T, scenario string, options map[string]string) *game {
	t.Helper()
	g, err := Default().(*ruleset).empty(adjudicator.Setup{Scenario: scenario, Options: options})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// muster puts some units of a class that are not on the map yet into a zone.
func muster(t *testing.T, g *game, s adjudicator.Side, zone, class string, n int) {
	t.Helper()
	for i := range g.Units {
		if u := &g.Units[i]; n > 0 && u.Side == s && u.Class == class && g.Where[i] == board.NoZone {
			g.Place(field.UnitNo(i), g.Board.MustZone(zone))
			n--
		}
	}
	if n > 0 {
		t.Fatalf("%d more %s", n, class)
	}
}

// lead puts a leader into a zone.
func lead(g *game, zone, id string) {
	g.PlaceLeader(field.LeaderNo(g.Leader(id)), g.Board.MustZone(zone))
}

// TestDiplomacyNeeds: what the die needs is the value of the garrison less the bonus of
// the leader, as a table worked out by hand has it for Torone 6, Sane 5, Scione 4 and
// Acanthus 3.
func TestDiplomacyNeeds(t *testing.T) {
	for _, c := range []struct {
		side   adjudicator.Side
		leader string
		needs  [4]int
	}{
		{sparta, "Brasidas", [4]int{3, 2, 1, 1}}, {sparta, "Clearidas", [4]int{5, 4, 3, 2}},
		{athens, "Nicias", [4]int{4, 3, 2, 1}}, {athens, "Cleon", [4]int{5, 4, 3, 2}},
	} {
		for i, zone := range []string{"O4", "O5", "O2", "O7"} {
			g := blank(t, "10.4", nil)
			s := &siege{besieger: c.side, garrison: g.garrisonHere(g.Board.MustZone(zone)), how: negotiation}
			g.faces[s.garrison] = c.side.Other()
			muster(t, g, c.side, zone, "P5", 1)
			lead(g, zone, c.leader)
			if bad := g.judgeSiege(s); bad != nil || g.need(s) != c.needs[i] {
				t.Errorf("%s at %s: %v, need %d, want %d", c.leader, zone, bad, g.need(s), c.needs[i])
			}
			lucky := 0
			for die := 1; die <= 6; die++ {
				if g.falls(s, die) {
					lucky++
				}
			}
			if lucky != 7-c.needs[i] {
				t.Errorf("%s at %s: %d faces are enough", c.leader, zone, lucky)
			}
			g.Wounded.Add(field.LeaderNo(g.Leader(c.leader)))
			if bad := g.judgeSiege(s); bad == nil || bad.Code != "siege-bonus" {
				t.Errorf("%s, wounded, at %s: %v", c.leader, zone, bad)
			}
		}
	}
}

// TestAssaultNeeds: eleven units with Brasidas against Torone's four points take the ratio
// 2, one more for his bonus and one for defection; a ratio of six needs no luck.
func TestAssaultNeeds(t *testing.T) {
	g := blank(t, "10.1", nil)
	torone := g.garrisonHere(g.Board.MustZone("O4"))
	muster(t, g, sparta, "O4", "H7", 4)
	s := &siege{besieger: sparta, garrison: torone, how: assault}
	lead(g, "O4", "Polydamidas")
	if bad := g.judgeSiege(s); bad == nil || bad.Code != "siege-units" {
		t.Error("four units:", bad)
	}
	muster(t, g, sparta, "O4", "H5+", 4)
	muster(t, g, sparta, "O4", "P6", 3)
	if bad := g.judgeSiege(s); bad != nil || g.ratio(s) != 2 || g.need(s) != 2 {
		t.Error("eleven:", bad, g.ratio(s), g.need(s))
	}
	lead(g, "O4", "Brasidas")
	if g.need(s) != 3 {
		t.Error("with Brasidas:", g.need(s))
	}
	if s.ruse = defectionText; g.need(s) != 4 {
		t.Error("and S20:", g.need(s))
	}
}

// TestSiegeOfNobody: the citadel treats with Sparta alone and is blockaded by nobody, and a
// garrison of one's own, or one without own land units beside it, is not besieged.
func TestSiegeOfNobody(t *testing.T) {
	g := blank(t, "10.1", nil)
	citadel := g.placeOf(g.citadel)
	muster(t, g, sparta, "T12", "H7", 4)
	if !g.besiegeable(sparta).Has(citadel) {
		t.Error("Sparta does not besiege the citadel")
	}
	if bad := g.judgeSiege(&siege{besieger: sparta, garrison: g.citadel, how: blockade}); bad == nil || bad.Code != "citadel-no-blockade" {
		t.Error(bad)
	}
	g.faces[g.citadel] = sparta
	if g.besiegeable(sparta).Has(citadel) {
		t.Error("Sparta besieges its own citadel")
	}
	muster(t, g, athens, "T5", "H6", 2)
	lead(g, "T12", "Cleon")
	if !g.besiegeable(athens).Empty() {
		t.Error("Athens besieges from afar, or with a leader alone")
	}
	if bad := g.judgeSiege(&siege{besieger: athens, garrison: g.citadel, how: negotiation}); bad == nil || bad.Code != "citadel-no-talks" {
		t.Error(bad)
	}
}

// TestSiegeWords: orders and standing orders on sieges and works are read in both languages,
// with what is wrong said in its place.
func TestSiegeWords(t *testing.T) {
	for _, text := range []string{
		"works: build", "travaux: bâtir", "works: none", "travaux: aucun", "works in turn 3: build",
		"sieges: negotiate, else assault at 2:1 or more, else blockade", "sièges: négocier, sinon assaut à 2:1 ou plus, sinon blocus",
		"sieges in Torone: blockade", "sieges in the citadel: assault", "sieges: none", "sièges: aucun",
		"when siege fails: use advantage to reroll", "when attrition is half or all in T7: reroll", "when enemy attrition is none: accept",
	} {
		if faults := standingFaults(t, text); faults != nil {
			t.Errorf("%s: %v", text, faults)
		}
	}
	for text, want := range map[string]string{"sieges: starve": "siege-how", "sieges by Cleon: assault": "circumstance-not-here", "when siege weakens: reroll": "keyword-expected"} {
		if faults := standingFaults(t, text); len(faults) == 0 || faults[0][2:] != want {
			t.Errorf("%s: %v, want %s", text, faults, want)
		}
	}
	at := func(zone string) order.Place { return order.Place{Zone: Default().(*ruleset).Board.MustZone(zone)} }
	for text, want := range map[string]siegeOrder{
		"negotiate Torone": {negotiation, at("O4")}, "négocier Torone": {negotiation, at("O4")},
		"assault citadel": {assault, at("T12")}, "assaut citadelle": {assault, at("T12")}, "assault T12": {assault, at("T12")},
		"blocus Sanè": {blockade, at("O5")}, "siege none": {at: order.Nowhere}, "assiéger aucun": {at: order.Nowhere},
	} {
		if got, ok := readOne(t, text).(siegeOrder); !ok || got.how != want.how || got.at.Zone != want.at.Zone {
			t.Errorf("%s: %+v", text, got)
		}
	}
	for _, text := range []string{"assiéger Toronè", "siege all", "siege"} {
		s, bad := orders.ParseStatement(text)
		if bad != nil {
			t.Fatal(text, bad)
		}
		if _, faults := Default().ReadOrder("siege", s); len(faults) != 1 || faults[0].Code != "siege-order" {
			t.Errorf("%s: %v, want siege-order", text, faults)
		}
	}
	if _, ok := readOne(t, "bâtir").(building); !ok {
		t.Error("bâtir is not read")
	}
}

// readOne reads one order.
func readOne(t *testing.T, text string) adjudicator.Order {
	t.Helper()
	s, bad := orders.ParseStatement(text)
	if bad != nil {
		t.Fatal(text, bad)
	}
	rs := Default()
	e, bad := rs.Lexicon().Lookup(s.Verb, orders.VerbKind)
	if bad != nil {
		t.Fatal(text, bad)
	}
	o, faults := rs.ReadOrder(e.ID, s)
	if len(faults) > 0 {
		t.Fatal(text, faults[0])
	}
	return o
}
