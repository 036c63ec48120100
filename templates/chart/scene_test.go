package chart

import (
	"strings"
	"sync"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
	"keryx/adjudicator/hellespont/data"
	"keryx/templates"
)

// theatre is the map of Hellespont.
var theatre = sync.OnceValue(func() *Theatre {
	g := data.Default()
	t, err := NewTheatre(g.Map, g.Geometry)
	if err != nil {
		panic(err)
	}
	return t
})

// drawSheet draws a picture and tells what stands where on it.
func (t *Theatre) drawSheet(v adjudicator.View, marks []adjudicator.Mark, o Options) (*sheet, error) {
	sc, o, err := t.scene(v, marks, o)
	if err != nil {
		return nil, err
	}
	return t.draw(sc, o)
}

// armSigns are those of the views of Hellespont.
var armSigns = map[field.UnitType]string{field.Triremes: "galley", field.Hoplites: "shield", field.Cavalry: "horse",
	field.Peltasts: "pelta", field.Archers: "bow"}

func nameIn(lang string) func(adjudicator.Term) string {
	printer := templates.For(lang, "hellespont")
	return func(t adjudicator.Term) string {
		if t.Kind != "zone" && t.Kind != "leader" {
			return printer.Term(t)
		}
		g := data.Default()
		var n board.Names
		if z, ok := g.Map.Zone(t.ID); ok && t.Kind == "zone" {
			n = g.Map.Place(z).Names
		}
		if i := g.Leader(t.ID); i >= 0 && t.Kind == "leader" {
			n = g.Leaders[i].Names
		}
		if lang == "fr" && n.FR != "" {
			return n.FR
		}
		if n.EN != "" {
			return n.EN
		}
		return t.ID
	}
}

// stand builds a view from lines "zone side counter counter ...": "M5 athens
// T10 T10w H4+ Thrasybule". A lower-case w is a weakened unit.
func stand(t testing.TB, text string) adjudicator.View {
	t.Helper()
	g := data.Default()
	var v adjudicator.View
	for row := range strings.Lines(text) {
		f := strings.Fields(row)
		if len(f) == 0 {
			continue
		}
		side := adjudicator.Side(0)
		if f[1] == "sparta" {
			side = 1
		}
		s := adjudicator.StackView{Side: side}
		for _, c := range f[2:] {
			if i := g.Leader(c); i >= 0 {
				s.Units = append(s.Units, adjudicator.UnitView{Name: adjudicator.Term{Kind: "leader", ID: c}, Leader: true, Bonus: g.Leaders[i].Bonus})
				continue
			}
			class, weak := strings.CutSuffix(c, "w")
			u := adjudicator.UnitView{Name: adjudicator.Term{Kind: "unit", ID: class}, Weak: weak}
			for _, d := range g.Units {
				if d.Class == class && d.Side == side {
					if u.Full, u.Strength = d.Full, d.Full; weak {
						u.Strength = d.Reduced
					}
					u.Arm, u.Sign, u.Afloat = d.Type.String(), armSigns[d.Type], d.Type.Naval()
					if d.Bonus {
						u.Bonus = 1
					}
				}
			}
			if u.Strength == 0 {
				t.Fatalf("no unit %q", c)
			}
			s.Units = append(s.Units, u)
		}
		zone := adjudicator.Term{Kind: "zone", ID: f[0]}
		if n := len(v.Zones); n > 0 && v.Zones[n-1].Zone == zone {
			v.Zones[n-1].Stacks = append(v.Zones[n-1].Stacks, s)
		} else {
			here := adjudicator.ZoneView{Zone: zone, Stacks: []adjudicator.StackView{s}}
			if z := g.Map.MustZone(f[0]); g.Map.Kind(z) == board.Port {
				here.Marks = []adjudicator.ZoneMark{{Kind: adjudicator.Held, Side: side}}
			}
			v.Zones = append(v.Zones, here)
		}
	}
	return v
}

const opening = `
Sestos athens T10 T4 T2 T2 H3 P2
Cardia athens P2
B1 sparta T4 T4
Abydos sparta T10 T4 T2 H3 P2
Cyzique sparta P4
`

const midgame = `
T16 athens H4 H4w A2 Thrasyillos
T17 athens H3 P2
T22 sparta H3 H4+ A2w Mindaros
T23 sparta C5+ C5+w P5 Pharnabaze
T26 sparta P4
T29 sparta C5+
T1 athens H4+ A3+
T10 athens P2
T30 sparta P2w
M3 athens T20 T10 T10 T10w T4
M3 sparta T20 T10 T10 T4w
M5 athens T10 T4 T2
M6 sparta T10 T10w T2 Doreius
M8 athens T10 T10 Alcibiade Thrasybule
M14 sparta T20 T10 T10w T4 T4 T2w Hermocrate
M16 athens T10 T4
M21 athens T20w T10
M13 sparta T10
Sestos athens T2 H3
Abydos sparta T4 T2 H3 P2
Lampsaque sparta P2 T2
Parion sparta T2
Cyzique sparta P4 H4 Epicles
Eleonte athens T4
Cardia athens P2
Rhoeteion sparta A2
B1 sparta T4 T4
B2 athens T10 T4 T4 H4+ A3+ Theramene
B3 athens T20 T10 T10 T10 T10w H4+ H4 H4 P4+ A2 Tymochares Chereas
B3 sparta T20 T10 T10 T10 T10w H4+ H4 H3 P2 A2 Hyppocrate
`

var storm = []adjudicator.Mark{
	{Kind: "move", Side: 0, Zones: []string{"B2", "M20", "M21", "M1", "M2", "M3"}},
	{Kind: "move", Side: 0, Zones: []string{"Sestos", "M5", "M6", "M7", "M8"}},
	{Kind: "move", Side: 1, Zones: []string{"T29", "T28", "T7", "T23"}},
	{Kind: "move", Side: 1, Zones: []string{"M13", "M14"}},
	{Kind: "retreat", Side: 1, Zones: []string{"M5", "M6"}},
	{Kind: "retreat", Side: 0, Zones: []string{"M14", "M16"}},
	{Kind: "battle", Side: 0, Zones: []string{"M3"}},
	{Kind: "battle", Side: 1, Zones: []string{"M14"}},
	{Kind: "siege", Side: 0, Zones: []string{"Cyzique"}},
}
