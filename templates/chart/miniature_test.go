package chart

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
)

// miniature is a map of 68 provinces and 30 seas on two boards, none of which has a number.
var miniature = sync.OnceValues(func() (*Theatre, error) {
	fsys := os.DirFS(filepath.Join("testdata", "miniature"))
	m, err := board.Load(fsys, "map.toml")
	if err != nil {
		return nil, err
	}
	g, err := board.LoadGeometry(fsys, "geometry.toml", m)
	if err != nil {
		return nil, err
	}
	return NewTheatre(m, g)
})

// miniatureNames are what its zones are called.
func miniatureNames(th *Theatre) func(adjudicator.Term) string {
	return func(t adjudicator.Term) string {
		if z, ok := th.board.Zone(t.ID); ok && t.Kind == "zone" {
			return th.board.Place(z).Names.EN
		}
		return t.ID
	}
}

// hosts is a view of 60 blocks a side: those of the viewer, and those of the enemy from
// behind, under their names.
func hosts() adjudicator.View {
	var v adjudicator.View
	own, theirs := 0, 0
	at := func(zone string, side adjudicator.Side, n int, afloat bool) {
		s := adjudicator.StackView{Side: side}
		for i := range n {
			u := adjudicator.UnitView{Name: adjudicator.Term{Kind: "block", ID: fmt.Sprintf("s%d", 1+theirs)}, Hidden: true, Afloat: afloat}
			if side == 0 {
				u = adjudicator.UnitView{Name: adjudicator.Term{Kind: "block", ID: fmt.Sprint(1 + own)}, Arm: "hoplites", Sign: "shield",
					Strength: 1 + own%4, Steps: 1 + own%4}
				if afloat && i%3 != 2 {
					u.Arm, u.Sign, u.Afloat = "fleet", "galley", true
				}
				own++
			} else {
				theirs++
			}
			s.Units = append(s.Units, u)
		}
		for i := range v.Zones {
			if v.Zones[i].Zone.ID == zone {
				v.Zones[i].Stacks = append(v.Zones[i].Stacks, s)
				return
			}
		}
		v.Zones = append(v.Zones, adjudicator.ZoneView{Zone: adjudicator.Term{Kind: "zone", ID: zone}, Stacks: []adjudicator.StackView{s}})
	}
	for _, x := range []struct {
		zone   string
		n      int
		afloat bool
	}{{"athens", 9, false}, {"plataea", 2, false}, {"sea-saronic", 4, true}, {"naupactis", 5, true}, {"potidaea", 6, false},
		{"chalcis", 2, false}, {"samos", 3, true}, {"sea-corinthian", 2, true}, {"corcyra", 3, false}, {"amphipolis", 3, false},
		{"catana", 6, false}, {"sea-sicilian", 5, true}, {"rhegium", 2, false}, {"lesbos", 2, false}, {"sea-thermaic", 3, true}, {"argos", 3, false}} {
		at(x.zone, 0, x.n, x.afloat)
	}
	for _, x := range []struct {
		zone   string
		n      int
		afloat bool
	}{{"corinth", 10, false}, {"thebes", 6, false}, {"sparta", 8, false}, {"sea-corinthian", 3, true}, {"megara", 3, false},
		{"potidaea", 2, false}, {"elis", 2, false}, {"leucas", 2, false}, {"ambracia", 2, false}, {"syracuse", 7, false},
		{"sea-libyan", 3, true}, {"tegea", 3, false}, {"pella", 1, false}, {"plataea", 3, false}, {"sea-messenian", 2, true}, {"gela", 2, false}, {"sea-laconian", 1, true}} {
		at(x.zone, 1, x.n, x.afloat)
	}
	return v
}

// TestMiniature keeps the picture of a game of blocks, and those of sectors for telephones, which are shown there 380 pixels wide.
func TestMiniature(t *testing.T) {
	th, err := miniature()
	if err != nil {
		t.Fatal(err)
	}
	for name, o := range map[string]Options{
		"whole.png":  {Width: 1216, Title: "Summer -431"},
		"sector.png": {Width: 760, Title: "Round Corinth", Region: []string{"corinth", "athens", "thebes"}},
		"west.png":   {Width: 760, Title: "The west", Region: []string{"naupactis", "ambracia", "elis", "pylos"}},
		"sicily.png": {Width: 760, Title: "Sicily", Region: []string{"syracuse", "gela", "sea-libyan", "sea-sicilian"}},
	} {
		o.Names = miniatureNames(th)
		p, err := th.Draw(hosts(), nil, o)
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join("testdata", "miniature", name)
		if *update {
			if err := os.WriteFile(path, p.PNG, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(want, p.PNG) {
			t.Errorf("%s is another picture: look at it, and run the test with -update", name)
		}
	}
}

// TestZonesByTheirNames: a zone without a number is written by its whole name, once, and one
// with a number by that.
func TestZonesByTheirNames(t *testing.T) {
	th, err := miniature()
	if err != nil {
		t.Fatal(err)
	}
	s, err := th.drawSheet(adjudicator.View{}, nil, Options{Names: miniatureNames(th), Width: 1216})
	if err != nil {
		t.Fatal(err)
	}
	written := map[string]int{}
	for _, l := range s.plates {
		for _, p := range l.taken {
			written[p.what]++
		}
		for z := range th.board.All().All() {
			if id := th.board.Name(z); l.called(z, miniatureNames(th)) != th.board.Place(z).Names.EN {
				t.Fatalf("%s is called %q", id, l.called(z, miniatureNames(th)))
			}
		}
	}
	for z := range th.board.All().All() {
		id := th.board.Name(z)
		if written["number "+id] != 1 || written["zone name "+id] != 0 {
			t.Errorf("%s is written %d times, and %d times more", id, written["number "+id], written["zone name "+id])
		}
	}
	if first, second := s.plates[0].frame, s.plates[1].frame; 10*second.Dx() > 6*first.Dx() {
		t.Errorf("the second board is %d wide beside %d", second.Dx(), first.Dx())
	}
}

// TestBacks: the back of hidden pieces tells how many there are, which of them where they are
// few, and that they are ships where that is known; nothing else.
func TestBacks(t *testing.T) {
	hidden := func(names ...string) force {
		var f force
		for _, n := range names {
			f.add(adjudicator.UnitView{Hidden: true, Name: adjudicator.Term{Kind: "block", ID: n}})
		}
		return f
	}
	for _, c := range []struct {
		names []string
		more  int
		label string
	}{{[]string{"p4"}, 0, "p4"}, {[]string{"p4", "p7", "p2"}, 2, "p4 p7 p2"}, {[]string{"a1", "a2", "a3", "a4"}, 3, ""}, {[]string{"", ""}, 1, ""}, {[]string{"a", ""}, 1, ""}} {
		f := hidden(c.names...)
		if p := f.piles(); len(p) != 1 || p[0].more != c.more || p[0].label != c.label || p[0].tag() != "" {
			t.Errorf("%q: %+v", c.names, p)
		}
	}
	draw := func(v adjudicator.View) string {
		p, err := strangeTheatre(t).Draw(v, nil, Options{})
		if err != nil {
			t.Fatal(err)
		}
		return string(p.PNG)
	}
	view := func(afloat bool, names ...string) adjudicator.View {
		var units []adjudicator.UnitView
		for _, n := range names {
			units = append(units, adjudicator.UnitView{Hidden: true, Afloat: afloat, Name: adjudicator.Term{Kind: "block", ID: n}})
		}
		return adjudicator.View{Zones: []adjudicator.ZoneView{zoneView("L", 1, units...)}}
	}
	seen := map[string]bool{}
	for _, v := range []adjudicator.View{view(false, ""), view(false, "", ""), view(false, "p4"), view(false, "p5"), view(true, "p4"), view(true, ""), view(false, "p4", "p5")} {
		seen[draw(v)] = true
	}
	if len(seen) != 7 {
		t.Errorf("%d pictures of 7", len(seen))
	}
}
