package data

import (
	"testing"
)

// Everything that has a name has it in the texts of every language, as the data say it.
func TestEverythingIsNamed(t *testing.T) {
	g := Default()
	all, err := Texts.Read()
	if err != nil {
		t.Fatal(err)
	}
	said := map[string]string{}
	for _, text := range all {
		said[text.Lang+" "+text.Key] = text.Forms["other"]
	}
	for _, lang := range []string{"en", "fr"} {
		want := func(key, name string) {
			if got := said[lang+" "+key]; got == "" || name != "" && got != name {
				t.Errorf("%s in %s is called %q, want %q", key, lang, got, name)
			}
		}
		for z := range g.Map.All().All() {
			want("zone."+g.Map.Name(z), g.Map.Place(z).Names.In(lang))
			want("zone."+g.Map.Name(z)+".in", "")
		}
		for _, n := range g.Nations {
			want("nation."+n.ID, n.Names.In(lang))
		}
		for _, r := range g.Regions {
			want("region."+r.ID, r.Names.In(lang))
		}
		for _, l := range g.Leaders {
			want("leader."+l.ID, l.Names.In(lang))
		}
		for _, e := range g.Events {
			want(EventKind+"."+e.ID, e.Names.In(lang))
			want("about."+e.ID, "")
		}
		for i, s := range g.Tables.Seasons {
			want("season."+Season(i).String(), s.Names.In(lang))
		}
		for i, o := range g.Tables.Olympians {
			want("olympian."+Olympian(i).String(), o.In(lang))
			want("about."+Olympian(i).String(), "")
		}
		for _, arm := range armIDs {
			want("arm."+arm, "")
		}
		for i := range g.Scenarios {
			want("scenario."+g.Scenarios[i].ID, "")
		}
		for _, mark := range []string{CityMark, PortMark, TakenCityMark, TakenPortMark, TownMark, SiegeMark, BlockadeMark, PillagedMark, StrifeMark, GarrisonMark} {
			want("mark."+mark, "")
			if len(g.Geometry.Signs[mark]) == 0 {
				t.Errorf("the mark %s has no sign", mark)
			}
		}
	}
}
