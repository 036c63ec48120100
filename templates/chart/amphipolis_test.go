package chart

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/amphipolis/data"
	"keryx/adjudicator/board"
	"keryx/templates"
)

// besieged is the theatre of Amphipolis: two boards, a river, walls, garrisons.
var besieged = sync.OnceValue(func() *Theatre {
	g := data.Default()
	t, err := NewTheatre(g.Map, g.Geometry)
	if err != nil {
		panic(err)
	}
	return t
})

// deployed is what a scenario has put on the board in a turn, with its garrisons.
func deployed(t testing.TB, id string, turn int, walls string) adjudicator.View {
	t.Helper()
	g := data.Default()
	s := g.Scenario(id)
	stacks := map[board.Zone][2][]adjudicator.UnitView{}
	put := func(side adjudicator.Side, z board.Zone, units ...adjudicator.UnitView) {
		both := stacks[z]
		both[side] = append(both[side], units...)
		stacks[z] = both
	}
	place := func(d *data.Deployment) {
		for _, n := range d.Leaders {
			put(d.Side, d.Zones[0], adjudicator.UnitView{Name: adjudicator.Term{Kind: "leader", ID: g.Leaders[n].ID}, Leader: true, Bonus: g.Leaders[n].Bonus})
		}
		for _, u := range d.Units {
			c := &g.Units[u.Unit]
			view := adjudicator.UnitView{Name: adjudicator.Term{Kind: "unit", ID: c.Class}, Strength: c.Full, Full: c.Full,
				Arm: c.Type.String(), Sign: armSigns[c.Type], Afloat: c.Type.Naval(), Weak: u.Weakened}
			if u.Weakened {
				view.Strength = c.Reduced
			}
			if c.Bonus {
				view.Bonus = 1
			}
			put(d.Side, d.Zones[0], view)
		}
	}
	for _, d := range s.Setup {
		place(d)
	}
	for _, d := range s.Arrivals {
		if d.Turn <= turn {
			place(d)
		}
	}
	var v adjudicator.View
	for z := range g.Map.All().All() {
		zone := adjudicator.ZoneView{Zone: adjudicator.Term{Kind: "zone", ID: g.Map.Name(z)}}
		for i, x := range g.Garrisons {
			if x.Zone == z {
				m := adjudicator.ZoneMark{Kind: "garrison", Sign: "tower", Side: s.Garrisons[i], Strength: x.PF}
				if x.ID == data.Citadel {
					m.Kind, m.Sign = "citadel", "citadel"
				}
				zone.Marks = append(zone.Marks, m)
			}
		}
		for side, units := range stacks[z] {
			if len(units) > 0 {
				zone.Stacks = append(zone.Stacks, adjudicator.StackView{Side: adjudicator.Side(side), Units: units})
			}
		}
		if len(zone.Stacks)+len(zone.Marks) > 0 {
			v.Zones = append(v.Zones, zone)
		}
	}
	for _, w := range g.Walls {
		if w.Built && walls != "" {
			v.Edges = append(v.Edges, adjudicator.EdgeView{Kind: walls, Zones: [2]adjudicator.Term{
				{Kind: "zone", ID: g.Map.Name(w.Inside)}, {Kind: "zone", ID: g.Map.Name(w.Outside)}}})
		}
	}
	return v
}

// calls names the things of Amphipolis as a letter does.
func calls(lang string) func(adjudicator.Term) string {
	printer, g := templates.For(lang, "amphipolis"), data.Default()
	return func(t adjudicator.Term) string {
		if z, ok := g.Map.Zone(t.ID); ok && t.Kind == "zone" {
			return g.Map.Place(z).Names.In(lang)
		}
		if i := g.Leader(t.ID); i >= 0 && t.Kind == "leader" {
			return g.Leaders[i].Names.In(lang)
		}
		return printer.Term(t)
	}
}

// stages are a scenario with the walls as they may be in it.
var stages = map[string]struct{ walls, lang string }{"10.1": {"", "en"}, "10.2": {"wall", "fr"}, "10.3": {"ruin", "en"}}

// The pictures of two boards as they were last looked at and liked: see
// [TestSamplesOfTwoBoards].
var goldenBoards = map[string]string{
	"10.1":          "6bb710aae418244f",
	"10.2":          "ed556f3a9c4cd7cc",
	"10.3":          "8312694d1f8aa6ca",
	"10.3 close-up": "f0a77ee41608e4e0",
}

func TestGoldenOfTwoBoards(t *testing.T) {
	for _, name := range slices.Sorted(maps.Keys(goldenBoards)) {
		id, _, near := strings.Cut(name, " ")
		o := Options{Title: "Amphipolis", Names: calls(stages[id].lang), Width: 1216}
		if near {
			o.Region = []string{"T12", "T11"}
		}
		p, err := besieged().Draw(deployed(t, id, data.Default().Scenario(id).First, stages[id].walls), nil, o)
		if err != nil {
			t.Fatal(err)
		}
		if got := pixelSum(t, p); got != goldenBoards[name] {
			t.Errorf("%q: %q, want %q", name, got, goldenBoards[name])
		}
		if len(p.PNG) > 100_000 {
			t.Errorf("%q: %d bytes", name, len(p.PNG))
		}
	}
}

// The legend tells of everything that a board with a siege has, in words.
func TestLegendOfASiege(t *testing.T) {
	for walls, want := range map[string][]string{
		"":     {"wall", "a wall can be built", "river", "bridge"},
		"wall": {"wall", "river", "bridge"},
		"ruin": {"wall", "river", "bridge", "wall destroyed"},
	} {
		s, err := besieged().drawSheet(deployed(t, "10.2", 3, walls), nil, Options{Names: calls("en")})
		if err != nil {
			t.Fatal(err)
		}
		i := slices.Index(s.explained, "rear base")
		want = slices.Concat([]string{"rear base", "city", "high ground", "wet ground"}, want, []string{"citadel, strength", "garrison, strength"})
		if i < 0 || len(s.explained) < i+len(want) || !slices.Equal(s.explained[i:i+len(want)], want) {
			t.Errorf("walls %q: the legend explains %q, want %q", walls, s.explained, want)
		}
	}
}

// A stack in a walled town stands within its walls, on the part of the board that is drawn
// larger and in a close-up; and a close-up shows nothing of the other board.
func TestStacksStayWithinWalls(t *testing.T) {
	th := besieged()
	city := th.board.MustZone("T12")
	for _, region := range [][]string{nil, {"T12"}, {"T12", "T11"}, {"T12", "T5"}} {
		s, err := th.drawSheet(deployed(t, "10.3", 7, "ruin"), nil, Options{Names: calls("fr"), Width: 1216, Region: region})
		if err != nil {
			t.Fatal(err)
		}
		stood := false
		for _, l := range s.plates {
			for _, p := range l.taken {
				home := board.SetOf(city)
				if p.what == "stack T12 1" {
					stood = true
					if !l.grid.covers(&home, p.rect.Sub(l.frame.Min)) {
						t.Errorf("region %q: the stack is not within the walls", region)
					}
				}
			}
			if region != nil && l.view.high.Y > th.boards[0].high.Y {
				t.Errorf("region %q: the close-up runs over the edge of the board", region)
			}
		}
		if !stood {
			t.Errorf("region %q: there is no stack", region)
		}
	}
	if got, err := th.Together([]string{"T15", "O2", "T14"}); err != nil || !slices.Equal(got, []string{"T15", "T14"}) {
		t.Errorf("together: %q, %v", got, err)
	}
}

// Leaves pictures of both boards in the directory named by KERYX_CHART_SAMPLES.
func TestSamplesOfTwoBoards(t *testing.T) {
	dir := os.Getenv("KERYX_CHART_SAMPLES")
	if dir == "" {
		t.Skip("KERYX_CHART_SAMPLES names no directory for sample pictures")
	}
	for id, stage := range stages {
		s := data.Default().Scenario(id)
		for _, lang := range []string{"en", "fr"} {
			for region, zones := range map[string][]string{"whole": nil, "city": {"T12", "T11"}, "town": {"O4"}} {
				p, err := besieged().Draw(deployed(t, id, s.First, stage.walls), nil, Options{Title: "Amphipolis · " + id, Names: calls(lang), Width: 1216, Region: zones})
				if err != nil {
					t.Fatal(err)
				}
				t.Logf("%s %s: %d x %d, %d bytes", id, lang, p.Width, p.Height, len(p.PNG))
				if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("amphipolis-%s-%s-%s.png", id, lang, region)), p.PNG, 0o600); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}

// In a close-up, what stands in a zone that it is made of is drawn within that zone, or in a port's own
// waters: counters next door are taken for those of that zone. Ships before a port, which a line ties to it,
// may lie farther out.
func TestCloseUpStacksAtHome(t *testing.T) {
	shown := 0
	look := func(th *Theatre, v adjudicator.View, marks []adjudicator.Mark, lang func(adjudicator.Term) string) {
		for _, zone := range v.Zones {
			z := th.board.MustZone(zone.Zone.ID)
			if len(zone.Stacks) == 0 || th.board.Kind(z) == board.Base {
				continue
			}
			s, err := th.drawSheet(v, marks, Options{Names: lang, Width: 960, Region: []string{zone.Zone.ID}})
			if err != nil {
				t.Fatal(err)
			}
			for _, l := range s.plates {
				home := l.homes(z)
				for _, p := range l.taken {
					if !strings.HasPrefix(p.what, "stack "+zone.Zone.ID+" ") || th.board.Kind(z) == board.Port && strings.HasSuffix(p.what, "afloat") {
						continue
					}
					if shown++; !l.grid.covers(&home, p.rect.Sub(l.frame.Min)) {
						t.Errorf("%s: %s is drawn outside", zone.Zone.ID, p.what)
					}
				}
			}
		}
	}
	for id, stage := range stages {
		look(besieged(), deployed(t, id, data.Default().Scenario(id).First, stage.walls), nil, calls("en"))
	}
	look(theatre(), stand(t, midgame), storm, nameIn("en"))
	if shown < 20 {
		t.Errorf("%d stacks were looked at", shown)
	}
}

// What stands on a whole map outside its own zone says itself where it is: in another zone, at the end of a line,
// it is taken for what stands there.
func TestStraysAreNamed(t *testing.T) {
	strays := 0
	look := func(name string, th *Theatre, v adjudicator.View, marks []adjudicator.Mark, lang func(adjudicator.Term) string) {
		s, err := th.drawSheet(v, marks, Options{Names: lang, Width: 1216})
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range s.plates {
			for _, p := range l.taken {
				id, isStack := strings.CutPrefix(p.what, "stack ")
				if !isStack {
					continue
				}
				id, _, _ = strings.Cut(id, " ")
				home := l.homes(th.board.MustZone(id))
				if l.grid.covers(&home, p.rect.Sub(l.frame.Min)) {
					continue
				}
				if strays++; !p.titled {
					t.Errorf("%s: %s stands in another zone and does not say where it is", name, p.what)
				}
			}
		}
	}
	for id, stage := range stages {
		look(id, besieged(), deployed(t, id, data.Default().Scenario(id).First, stage.walls), nil, calls("en"))
	}
	look("Hellespont", theatre(), stand(t, midgame), storm, nameIn("en"))
	if strays == 0 {
		t.Error("nothing stands elsewhere, and this proves nothing")
	}
}
