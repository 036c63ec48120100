package hellenes

import (
	"strings"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/hellenes/ground"
)

// Each kind of chances goes with some offers, and names all who fight: battles against those alone of whom it is known who they are.
func TestOffersAskForTheirChances(t *testing.T) {
	rules := New()
	seen := map[string]bool{}
	for seed := range uint64(4) {
		at(t, rules, campaign431, 11+seed, func(s *adjudicator.Session, side adjudicator.Side, q *adjudicator.Question) bool {
			g := ground.Of(s.Game())
			if q.Kind != "act" && q.Kind != "siege" && q.Kind != "winter" && q.Kind != "order" || q.Kind == "act" && g.Number%7 != 0 {
				return true
			}
			for _, o := range adjudicator.OffersOf(q.Form).Moves {
				asked := o.Odds.Canonical()
				kind, _, _ := strings.Cut(asked, " ")
				seen[kind] = true
				to := rules.Board.MustZone(o.To.ID)
				if enemies := g.Upright(side.Other(), to); kind == "odds-battle" && enemies == 0 {
					t.Fatalf("%q, and nobody is at %s", asked, o.To.ID)
				} else if _, known := (&Game{*g}).shown(side.Other(), enemies); kind == "odds-battle" && !known {
					t.Fatalf("%q, and it is not known who is at %s", asked, o.To.ID)
				}
			}
			return true
		})
	}
	for _, kind := range []string{"odds-battle", "odds-assault", "odds-starve", "odds-storm", "odds-march"} {
		if !seen[kind] {
			t.Errorf("no offer goes with %s", kind)
		}
	}
}

// The stack of a zone, who goes on foot of it, and each block are offered every zone once, a forced march as such.
func TestMovesAreOfferedToEachBlock(t *testing.T) {
	game, err := Cased{New()}.Bare(adjudicator.Setup{Scenario: campaign431})
	if err != nil {
		t.Fatal(err)
	}
	g := game.(*Game)
	for p, vc := range map[int]int8{8: 2, 1: 4, 2: 3} { // fleet 8 carries neither
		g.Where[ground.Sparta][p-1], g.VC[ground.Sparta][p-1] = g.Rules.Board.MustZone("Megara"), vc
	}
	g.Active, g.Left[ground.Sparta] = ground.Sparta, 1
	had := map[string]string{}
	for _, o := range g.askAct(ground.Sparta).Form.(adjudicator.Offerer).Offers().Moves {
		had[o.Who.Canonical()+" to "+o.To.ID] = o.Lines[0].Canonical() + " / " + o.Odds.Canonical()
	}
	for who, want := range map[string]string{
		"1 2 8 to Corinth": "move 1 2 8 to Corinth / ",
		"1 2 to Thebes":    "move 1 2 to Thebes / ",
		"8 to SaronicGulf": "move 8 to SaronicGulf / ",
		"2 to Locris":      "move 2 to Locris / ",
		"2 to Aetolia":     "move 2 force to Aetolia / odds-march sparta 2",
		"1 2 8 to Thebes":  "",
	} {
		if had[who] != want {
			t.Errorf("%s: %q, want %q", who, had[who], want)
		}
	}
}

// Who pillages leaves for a neighbour, which the rule that Sicilians stay in Sicily says nothing of: no city that can be
// besieged there has one outside (15.2, 15.4).
func TestPillageLeadsNobodyOutOfSicily(t *testing.T) {
	r := New()
	for i := range r.Data.Scenarios {
		s := &r.Data.Scenarios[i]
		for z := range r.Sicily.All() {
			if r.City(z).Value == 0 || s.Neutral.Has(z) {
				continue
			}
			for _, to := range r.Board.Neighbours(z, board.Any) {
				if r.LeavesSicily(z, to) {
					t.Errorf("%s: from %s to %s", s.ID, r.Board.Name(z), r.Board.Name(to))
				}
			}
		}
	}
}
