package chart

import (
	"slices"
	"testing"
	"testing/fstest"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
)

// strange is a board of no game: four zones around a river, a wall, and a crossing between
// two of them that lie apart; and on a second board a lake with its shore.
const strange = `
id = "strange"
sides = ["red", "blue"]

[[terrain]]
id = "clear"
kind = "land"

[[zone]]
id = "A"
kind = "land"
terrain = "clear"
en = "Alder"
fr = "Aulne"
source = "rule 1"
terrain_source = "rule 1"
name_source = "rule 1"

[[zone]]
id = "B"
kind = "land"
terrain = "clear"
en = "Birch"
fr = "Bouleau"
source = "rule 1"
terrain_source = "rule 1"
name_source = "rule 1"

[[zone]]
id = "C"
kind = "land"
terrain = "clear"
en = "Cedar"
fr = "Cèdre"
source = "rule 1"
terrain_source = "rule 1"
name_source = "rule 1"

[[zone]]
id = "D"
kind = "land"
terrain = "clear"
en = "Dogwood"
fr = "Cornouiller"
source = "rule 1"
terrain_source = "rule 1"
name_source = "rule 1"

[[zone]]
id = "L"
kind = "sea"
en = "Lake"
fr = "Lac"
source = "rule 1"
name_source = "rule 1"

[[edge]]
zones = ["A", "B"]
tags = ["river", "bridge"]
source = "rule 1"

[[edge]]
zones = ["B", "C"]
tags = ["wall"]
source = "rule 1"

[[edge]]
zones = ["A", "C"]
tags = ["strait"]
source = "rule 1"

[[edge]]
zones = ["D", "L"]
source = "rule 1"
`

const strangeGeometry = `
source = "rule 1"
min = [0, 0]
max = [3, 5]

[[board]]
min = [0, 3]
max = [3, 5]

[[board]]
min = [0, 0]
max = [3, 2]

[label]
A = [0.5, 4]
B = [1.5, 4]
C = [2.5, 4]
D = [0.7, 1]
L = [2, 1]

[arc]
a = [[1, 3], [0, 3], [0, 5], [1, 5]]
ab = [[1, 5], [1, 3]]
b1 = [[1, 5], [2, 5]]
b2 = [[2, 3], [1, 3]]
bc = [[2, 5], [2, 3]]
c = [[2, 5], [3, 5], [3, 3], [2, 3]]
d = [[1.4, 0], [0, 0], [0, 2], [1.4, 2]]
dl = [[1.4, 2], [1.4, 0]]
l = [[1.4, 2], [3, 2], [3, 0], [1.4, 0]]

[area]
A = ["a ab"]
B = ["b1 bc b2 -ab"]
C = ["c -bc"]
D = ["d dl"]
L = ["l -dl"]
`

func strangeTheatre(t *testing.T) *Theatre {
	t.Helper()
	fsys := fstest.MapFS{"map.toml": {Data: []byte(strange)}, "geometry.toml": {Data: []byte(strangeGeometry)}}
	m, err := board.Load(fsys, "map.toml")
	if err != nil {
		t.Fatal(err)
	}
	g, err := board.LoadGeometry(fsys, "geometry.toml", m)
	if err != nil {
		t.Fatal(err)
	}
	th, err := NewTheatre(m, g)
	if err != nil {
		t.Fatal(err)
	}
	return th
}

func zoneView(id string, side adjudicator.Side, units ...adjudicator.UnitView) adjudicator.ZoneView {
	return adjudicator.ZoneView{Zone: adjudicator.Term{Kind: "zone", ID: id}, Stacks: []adjudicator.StackView{{Side: side, Units: units}}}
}

// blocks is a view of a game with blocks: some seen from behind, some that have lost
// steps, and a mark.
func blocks() adjudicator.View {
	v := adjudicator.View{Zones: []adjudicator.ZoneView{
		zoneView("A", 0, adjudicator.UnitView{Arm: "elephant", Strength: 3, Steps: 3}),
		zoneView("B", 1, adjudicator.UnitView{Hidden: true}, adjudicator.UnitView{Hidden: true}),
		zoneView("L", 1, adjudicator.UnitView{Arm: "raft", Sign: "galley", Afloat: true, Strength: 2, Steps: 2}),
	}}
	v.Zones[0].Marks = []adjudicator.ZoneMark{{Kind: "works", Side: 0}, {Kind: adjudicator.Held, Side: 0}}
	return v
}

// A long text of the legend takes two lines before a word of it is lost.
func TestLegendIsWrittenWhole(t *testing.T) {
	th := strangeTheatre(t)
	names := func(term adjudicator.Term) string {
		if term.ID == "works" {
			return "works that a side has raised here"
		}
		return term.ID
	}
	s, err := th.drawSheet(blocks(), nil, Options{Names: names})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Contains(s.explained, names(adjudicator.Term{ID: "works"})) {
		t.Errorf("the legend explains %q", s.explained)
	}
}

// The legend explains what stands on the board and in the view, and nothing else.
func TestLegendExplainsWhatIsThere(t *testing.T) {
	th := strangeTheatre(t)
	for name, c := range map[string]struct {
		view  adjudicator.View
		marks []adjudicator.Mark
		want  []string
	}{
		"empty":  {want: []string{"river", "bridge", "wall", "strait"}},
		"blocks": {view: blocks(), want: []string{"raft", "elephant", "steps", "hidden", "equal", "river", "bridge", "wall", "strait", "held", "works"}},
		"moves": {marks: []adjudicator.Mark{{Kind: "siege", Zones: []string{"C"}}, {Kind: "move", Zones: []string{"A", "B"}}},
			want: []string{"river", "bridge", "wall", "strait", "move", "siege"}},
	} {
		s, err := th.drawSheet(c.view, c.marks, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(s.explained, c.want) {
			t.Errorf("%s: the legend explains %q, want %q", name, s.explained, c.want)
		}
	}
}

// Each of the boards is drawn with what stands on it.
func TestBoards(t *testing.T) {
	s, err := strangeTheatre(t).drawSheet(blocks(), nil, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(s.plates) != 2 || s.plates[0].frame.Overlaps(s.plates[1].frame) {
		t.Fatalf("%d plates", len(s.plates))
	}
	for what, on := range map[string]int{"stack A 0": 0, "stack B 1": 0, "mark works A": 0, "mark held A": 0, "stack L 1 afloat": 1, "number D": 1} {
		for i, l := range s.plates {
			if got := slices.ContainsFunc(l.taken, func(p placed) bool { return p.what == what }); got != (i == on) {
				t.Errorf("%s on board %d: %v", what, i, got)
			}
		}
	}
}

// Nothing of a hidden unit but its side comes into the picture.
func TestHiddenUnitsAreAllAlike(t *testing.T) {
	th := strangeTheatre(t)
	bare, told := blocks(), blocks()
	told.Zones[1].Stacks[0].Units[1] = adjudicator.UnitView{Hidden: true, Arm: "elephant", Sign: "horse", Strength: 7, Full: 9, Steps: 4, Bonus: 1, Weak: true}
	a, err := th.Draw(bare, nil, Options{})
	if err != nil {
		t.Fatal(err)
	}
	b, err := th.Draw(told, nil, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if string(a.PNG) != string(b.PNG) {
		t.Error("what a hidden unit is shows in the picture")
	}
}

// Rivers, walls, bridges and crossings are on the picture where their edges are: without
// its tags, an edge looks otherwise there and nowhere else.
func TestEdgesAreDrawn(t *testing.T) {
	th := strangeTheatre(t)
	s, err := th.drawSheet(adjudicator.View{}, nil, Options{})
	if err != nil {
		t.Fatal(err)
	}
	p := s.plates[0]
	near := func(lon, lat float64, want ink) bool {
		at := pixel(p.at(spot{int64(lon * 1e4 * 999), int64(lat * -1e7)}))
		for y := -p.px(14); y <= p.px(14); y++ {
			for x := -p.px(14); x <= p.px(14); x++ {
				if ink(s.img.ColorIndexAt(at.X+x, at.Y+y)) == want {
					return true
				}
			}
		}
		return false
	}
	for name, c := range map[string]struct {
		lon, lat float64
		want     ink
		there    bool
	}{
		"the river":         {1, 4.6, seaway, true},
		"the bridge":        {1, 4, coast, true},
		"no bridge there":   {1, 4.6, coast, false},
		"the wall":          {2, 4.5, coast, true},
		"no river there":    {2, 4.5, seaway, false},
		"the crossing":      {1.7, 4, coast, true},
		"nothing in a zone": {0.5, 4.6, coast, false},
	} {
		if got := near(c.lon, c.lat, c.want); got != c.there {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// A map without a scale has no bar.
func TestNoScaleWithoutOne(t *testing.T) {
	th := strangeTheatre(t)
	bare, err := th.drawSheet(adjudicator.View{}, nil, Options{})
	if err != nil {
		t.Fatal(err)
	}
	th.geometry.Scale = 0.2
	scaled, err := th.drawSheet(adjudicator.View{}, nil, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if slices.Equal(bare.img.Pix, scaled.img.Pix) {
		t.Error("a bar is drawn for a scale that there is not, or none for one that there is")
	}
}

// Zones that go by their names have them in letters of one size, whether a name is the
// identifier or not.
func TestNamesAreOfOneSize(t *testing.T) {
	th := strangeTheatre(t)
	s, err := th.drawSheet(adjudicator.View{}, nil, Options{Names: func(n adjudicator.Term) string {
		if n.ID == "A" {
			return "X"
		}
		return n.ID
	}})
	if err != nil {
		t.Fatal(err)
	}
	l := s.plates[0]
	if other, own := l.stood[th.board.MustZone("A")], l.stood[th.board.MustZone("B")]; other.Dy() != own.Dy() {
		t.Errorf("a name of its own is %d high, the identifier %d", other.Dy(), own.Dy())
	}
}

// A track is explained and drawn with its marker; it changes the picture where the marker is
// elsewhere, and a map without tracks has none.
func TestTracksAreDrawnWithTheirMarkers(t *testing.T) {
	th := strangeTheatre(t)
	drawn := func(at int) string {
		v := adjudicator.View{Tracks: []adjudicator.TrackView{{ID: "years", Spaces: []string{"1", "2", "3"}, Of: []adjudicator.Side{0, adjudicator.Observer, 1}, At: at}}}
		s, err := th.drawSheet(v, nil, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Contains(s.explained, "years") {
			t.Errorf("the legend explains %q", s.explained)
		}
		p, err := th.Draw(v, nil, Options{})
		if err != nil {
			t.Fatal(err)
		}
		return string(p.PNG)
	}
	if drawn(0) == drawn(2) {
		t.Error("the marker of a track is not drawn")
	}
}

// A close-up shows a fair part of a board, however much of the world that shows.
func TestCloseUpsHangOnTheBoard(t *testing.T) {
	th := strangeTheatre(t)
	z, err := th.zone("A")
	if err != nil {
		t.Fatal(err)
	}
	in, w := th.boardOf(board.SetOf(z)), th.around(board.SetOf(z))
	if wide, whole := w.high.X-w.low.X, in.high.X-in.low.X; 15*wide < 2*whole-15 {
		t.Errorf("a close-up is %d wide, the board %d", wide, whole)
	}
}
