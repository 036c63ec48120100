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
