package amphipolis

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
)

// borders are those of the main map without a river, written out for this test.
const borders = `
T1 T2 T3 T7 T19
T2 T3 T4
T3 T4 T6 T7 T8
T4 T5 T6
T5 T10 T14
T6 T8 T10
T7 T8 T9 T12 T17 T18 T19
T8 T9 T10
T9 T10 T11 T13
T10 T13 T14
T11 T12 T13 T17
T13 T14
T15 T16 T21 T22
T16 T20 T21
T17 T18
T18 T19
T20 T21 T25 T26 T27
T21 T22 T24 T25
T22 T23 T24
T23 T24
T24 T25
T25 T26 T27
T26 T27`

// beside lists the zones next to one by land, and those over the bridge and the river.
func beside(zone string) (near, bridge, river []string) {
	for _, line := range strings.Split(strings.TrimSpace(borders), "\n") {
		words := strings.Fields(line)
		for _, other := range words[1:] {
			switch zone {
			case words[0]:
				near = append(near, other)
			case other:
				near = append(near, words[0])
			}
		}
	}
	for i, pair := range strings.Fields(testRiver) {
		a, b, _ := strings.Cut(pair, "-")
		switch {
		case zone == b:
			a, b = b, a
			fallthrough
		case zone == a:
			if i == 0 {
				bridge = append(bridge, b)
			} else {
				river = append(river, b)
			}
		}
	}
	return near, bridge, river
}

// TestRefugesAreThePrintedOnes: where the beaten of random positions may go by land is what
// rule 4.2.2 says of the map as it is written out here.
func TestRefugesAreThePrintedOnes(t *testing.T) {
	rnd := rand.New(rand.NewPCG(4, 22))
	all := strings.Fields("Thasos Macedonia Thrace M1 M2 M3")
	for n := 1; n <= 27; n++ {
		all = append(all, fmt.Sprint("T", n))
	}
	for n := 1; n <= 8; n++ {
		all = append(all, fmt.Sprint("O", n))
	}
	for range 1500 {
		g := bare(t, nil)
		side := rnd.IntN(2)
		s := adjudicator.Side(side)
		g.flotilla = rnd.IntN(2) == 0
		own := map[string]bool{}
		for n, x := range strongholds {
			if g.faces[n] = adjudicator.Side(rnd.IntN(2)); g.faces[n] == s {
				own[x.zone] = true
			}
		}
		hostile := map[string]bool{}
		for range 10 {
			zone := all[rnd.IntN(len(all))]
			if zone[0] == 'M' || zone == "Thasos" {
				continue
			}
			if u := spareUnit(g, s.Other(), [2]string{"H7", "H6"}[side]); u != field.NoUnit {
				g.Place(u, g.Board.MustZone(zone))
				hostile[zone] = true
			}
		}
		harbour := side == 0 && rnd.IntN(2) == 0
		if harbour {
			g.Place(spareUnit(g, athens, "T7"), g.Board.MustZone("M1"))
		}
		zone := all[6+rnd.IntN(len(all)-6)]
		var want []string
		bases := [2][]string{{"Thasos", "Thrace"}, {"Macedonia", "Thrace"}}[side]
		if zone[0] == 'O' {
			want = append(want, bases...)
			for o := range own {
				if o[0] == 'O' && o != zone {
					want = append(want, o)
				}
			}
		} else {
			near, bridge, river := beside(zone)
			want = append(append(want, near...), bridge...)
			if side == 1 && g.flotilla {
				want = append(want, river...)
			}
			switch {
			case zone == "T1" || zone == "T2":
				want = append(want, "Thrace")
			case side == 1 && (zone == "T23" || zone == "T26"):
				want = append(want, "Macedonia")
			case harbour && zone == "T5":
				want = append(want, "Thasos")
			}
		}
		want = slices.DeleteFunc(want, func(z string) bool { return hostile[z] })
		slices.Sort(want)
		var got []string
		for z := range g.Refuges(s, g.Board.MustZone(zone), field.Land).All() {
			got = append(got, zoneName(g, z))
		}
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Fatalf("out of %s %s goes to %v, printed %v; enemies in %v", zone, sideIDs[side], got, want, hostile)
		}
	}
}

// zoneName is the identifier of a zone.
func zoneName(g *game, z board.Zone) string { return g.ZoneTerm(z).ID }
