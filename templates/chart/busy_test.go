package chart

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"keryx/adjudicator"
)

func TestBusiest(t *testing.T) {
	move := func(zones ...string) adjudicator.Mark { return adjudicator.Mark{Kind: "move", Zones: zones} }
	at := func(kind, zone string) adjudicator.Mark { return adjudicator.Mark{Kind: kind, Zones: []string{zone}} }
	for name, c := range map[string]struct {
		marks    []adjudicator.Mark
		zones    []string
		fighting bool
	}{
		"nothing":                     {},
		"nobody left his zone":        {marks: []adjudicator.Mark{move("M5")}},
		"where moves end":             {marks: []adjudicator.Mark{move("Sestos", "M5", "M6")}, zones: []string{"M6"}},
		"most moves first":            {marks: []adjudicator.Mark{move("M3", "M4"), move("M2", "M4"), move("M4", "M5")}, zones: []string{"M4", "M5"}},
		"fighting before moves":       {marks: []adjudicator.Mark{at("battle", "M4"), move("M19", "M18"), move("M18", "M19")}, zones: []string{"M4"}, fighting: true},
		"neighbours together":         {marks: []adjudicator.Mark{at("siege", "Sestos"), at("battle", "M5")}, zones: []string{"M5", "Sestos"}, fighting: true},
		"not what lies too far apart": {marks: []adjudicator.Mark{at("battle", "M19"), at("battle", "M4"), at("siege", "Sestos")}, zones: []string{"Sestos", "M4"}, fighting: true},
		"of equals the last":          {marks: []adjudicator.Mark{at("battle", "M4"), at("battle", "M19")}, zones: []string{"M19"}, fighting: true},
	} {
		zones, fighting, err := theatre().Busiest(c.marks)
		if diff := cmp.Diff(c.zones, zones); diff != "" || fighting != c.fighting || err != nil {
			t.Errorf("%s: %v %v, %v", name, zones, fighting, err)
		}
	}
	if _, _, err := theatre().Busiest([]adjudicator.Mark{at("battle", "M99")}); !errors.Is(err, ErrUnknownZone) {
		t.Errorf("an unknown zone gives %v", err)
	}
}

// A close-up of a siege shows who besieges, next door, but not who stands with the besieged or far away.
func TestBesiegersAreShown(t *testing.T) {
	stack := func(zone string, side adjudicator.Side) adjudicator.ZoneView {
		return adjudicator.ZoneView{Zone: adjudicator.Term{Kind: "zone", ID: zone}, Stacks: []adjudicator.StackView{{Side: side}}}
	}
	v := adjudicator.View{Zones: []adjudicator.ZoneView{stack("Cyzique", 1), stack("M17", 0), stack("T3", 1), stack("M4", 0)}}
	got, err := theatre().Besieged(v, []string{"Cyzique"})
	if diff := cmp.Diff([]string{"Cyzique", "M17"}, got); diff != "" || err != nil {
		t.Errorf("%v %s", err, diff)
	}
	if _, err := theatre().Besieged(v, []string{"M99"}); !errors.Is(err, ErrUnknownZone) {
		t.Errorf("an unknown zone gives %v", err)
	}
}

// What lies at the edge of a close-up has its number, where there is room for one.
func TestEdgeOfCloseUpIsNumbered(t *testing.T) {
	th := theatre()
	sc, o, err := th.scene(adjudicator.View{}, nil, Options{Region: []string{"Eleonte"}, Width: 960})
	if err != nil {
		t.Fatal(err)
	}
	s, err := th.draw(sc, o)
	if err != nil {
		t.Fatal(err)
	}
	defer s.release()
	l := s.plates[0]
	for z := range th.board.All().All() {
		if l.grid.size[z] > littleRoom && !marker(th.board.Kind(z)) && l.stood[z].Empty() {
			t.Errorf("%s is at the edge and has no number", th.board.Name(z))
		}
	}
}
