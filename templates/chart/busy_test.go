package chart

import (
	"errors"
	"math"
	"strings"
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

// The title of a close-up is written whole, in smaller letters or on two lines: it says which zone is shown.
func TestTitleOfCloseUpIsWhole(t *testing.T) {
	th := theatre()
	for _, title := range []string{"Août -411 · M17 Baie est de Cyzique", "Automne -424, tour 1 · T7 Plaine de la porte de Thrace",
		"September 1999, turn 10 of 10 · T12 The country between the two rivers"} {
		for _, width := range []int{480, 960} {
			unit := float64(width) / closeUpWidth
			h := th.headed(title, 26, unit, width-int(2*closeUpMargin*unit))
			for _, row := range h.rows {
				if got := th.letters.shorten(row, h.style(unit), length(width<<6)-2*length(closeUpMargin*unit*64)); got != row {
					t.Errorf("%d pixels: %q is cut to %q", width, row, got)
				}
			}
			if got := strings.Join(strings.Fields(strings.Join(h.rows, " ")), ""); got != strings.Join(strings.Fields(strings.ReplaceAll(title, "·", map[bool]string{true: "·", false: ""}[len(h.rows) == 1])), "") {
				t.Errorf("%q is written as %q", title, h.rows)
			}
		}
	}
	one, err := th.drawSheet(stand(t, midgame), nil, Options{Names: nameIn("en"), Width: 960, Region: []string{"T30"}, Title: "short"})
	if err != nil {
		t.Fatal(err)
	}
	two, err := th.drawSheet(stand(t, midgame), nil, Options{Names: nameIn("en"), Width: 960, Region: []string{"T30"}, Title: strings.Repeat("long words ", 8)})
	if err != nil {
		t.Fatal(err)
	}
	if one.img.Rect.Dy() >= two.img.Rect.Dy() {
		t.Error("a title of two lines has no room of its own")
	}
}

// An arrow that neither begins nor ends in a close-up is not drawn there: it would be a line that tells of
// nothing in the picture.
func TestCloseUpShowsNoPassingArrow(t *testing.T) {
	arrows := func(region string) (n int) {
		marks := []adjudicator.Mark{{Kind: "move", Side: 0, Zones: []string{"M23", "M22", "M1", "M2", "M3", "M4", "M5", "M6", "M7", "M8"}}}
		s, err := theatre().drawSheet(stand(t, midgame), marks, Options{Names: nameIn("en"), Width: 960, Region: []string{region}})
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range s.plates[0].taken {
			if p.what == "head of an arrow" {
				n++
			}
		}
		return n
	}
	if n := arrows("M3"); n != 0 {
		t.Errorf("%d arrows pass through the narrows", n)
	}
	if n := arrows("M8"); n != 1 {
		t.Errorf("%d arrows end in M8", n)
	}
}

// A fleet that finds no room in its own narrow waters stands near them, ashore if need be, and its frame says where it
// is: a line across half a map is not followed.
func TestStraysAreNear(t *testing.T) {
	strays := 0
	for _, region := range []string{"", "M4", "M5", "T22", "M9", "Sestos", "Abydos", "Parion"} {
		o := Options{Names: nameIn("en"), Width: 960}
		if region != "" {
			o.Region = []string{region}
		}
		s, err := theatre().drawSheet(stand(t, midgame), storm, o)
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range s.plates {
			for _, p := range l.taken {
				if !p.titled {
					continue
				}
				strays++
				at := pixel(l.at(l.zones[l.board.MustZone(strings.Fields(p.what)[1])].label))
				to := l.mooring(at, p.rect)
				if d := math.Hypot(float64(at.X-to.X), float64(at.Y-to.Y)) / l.unit; d > mostAstray {
					t.Errorf("%q: %s stands %.0f units from its zone", region, p.what, d)
				}
			}
		}
	}
	if strays == 0 {
		t.Error("nothing stands elsewhere, and this proves nothing")
	}
}

// mostAstray is how far a counter of the midgame stands from its zone at the most, in units of design.
const mostAstray = 240
