package odds

import (
	"math"
	"testing"
)

func near(a, b float64) bool { return math.Abs(a-b) < 1e-9 }

// Two cadres: each throws one die, and either of hit and rout ends it. The defender begins, wins with 2p, or else the
// attacker may.
func TestCadresAgainstCadres(t *testing.T) {
	one := Block{VC: 1, Agility: 'C', Power: 1}
	for name, x := range map[string]struct {
		b   Battle
		def float64
	}{
		"on land":   {Battle{Sides: [2][]Block{{one}, {one}}}, (1. / 3) / (1 - 4./9)},
		"a landing": {Battle{Sides: [2][]Block{{one}, {one}}, HoldFire: true}, 1./3 + 2./3*(1./3)/(1-4./9)},
	} {
		if c := x.b.Work(); math.Abs(c.Won[Defender]-x.def) > 1e-7 || math.Abs(c.Won[Attacker]+c.Won[Defender]-1) > 1e-6 {
			t.Errorf("%s: the defender wins with %.9f, want %.9f; the attacker with %.9f", name, c.Won[Defender], x.def, c.Won[Attacker])
		}
	}
}

// One round by hand: a garrison behind double defence shoots first with A2, and falls to two hits in one round.
func TestAssaultOnAGarrison(t *testing.T) {
	b := Battle{Sides: [2][]Block{{{VC: 4, Agility: 'C', Power: 2}}, {{VC: 1, Agility: 'A', Power: 2, Garrison: true}}}, Assault: true, Double: true, Rounds: 1}
	// The garrison hits with 1/3 (3 dice are left), routs with 1/3 (none attacks), or misses (4 dice). Two hits are needed.
	two := func(dice int) float64 { return AtLeast(Hits(dice, 2), 2) }
	want := two(3)/3 + two(4)/3
	c := b.Work()
	if !near(c.Won[Attacker], want) || !near(c.Won[Defender], 1./3) || !near(c.Open, 1-want-1./3) {
		t.Errorf("won %v, open %v; want %v and 1/3", c.Won, c.Open, want)
	}
	if b.Double = false; b.Work().Won[Attacker] <= want {
		t.Errorf("without the double defence it is no easier: %v", b.Work().Won)
	}
}

// The strongest are hit, the weakest routed, the garrison last.
func TestWhoIsHitAndRouted(t *testing.T) {
	w := &work{Battle: Battle{Sides: [2][]Block{{}, {{VC: 3}, {VC: 3}, {VC: 1, Garrison: true}, {VC: 1}}}}}
	s := w.begin()
	for _, want := range [][4]int{{2, 3, 1, 1}, {2, 2, 1, 1}, {1, 2, 1, 1}, {1, 1, 1, 1}, {0, 1, 1, 1}, {0, 0, 1, 1}, {0, 0, 1, 0}, {0, 0, 0, 0}} {
		over := w.hit(&s, Defender)
		for i, vc := range want {
			if s.vc(Defender, i) != vc {
				t.Fatalf("%b, want %v", s.sides[Defender], want)
			}
		}
		if over != (want == [4]int{}) {
			t.Errorf("%v: over is %t", want, over)
		}
	}
	s = w.begin()
	w.rout(&s, Defender)
	if w.rout(&s, Defender); !s.routed(Defender, 2) || !s.routed(Defender, 3) || s.routed(Defender, 0) {
		t.Errorf("routed are not the two weakest: %b", s.sides[Defender])
	}
}

// The examples of the rulebook's tables: a fleet of two over two lines in spring, an offer of peace, attrition.
func TestThrows(t *testing.T) {
	for vc, want := range []float64{.5, .25, .25} {
		if got := Storm(2, 2, 3, 3)[vc]; !near(got, want) {
			t.Errorf("a fleet of 2 ends with %d VC with %v, want %v", vc, got, want)
		}
	}
	if got := Storm(1, 2, 3, 3)[1]; !near(got, .25) {
		t.Errorf("a cadre arrives with %v, want 1/4", got)
	}
	for n, want := range map[int]float64{4: 3. / 36, 8: 21. / 36, 10: 30. / 36, 12: 35. / 36} {
		if got := Below(n); !near(got, want) {
			t.Errorf("below %d with %v, want %v", n, got, want)
		}
	}
	if got := AtLeast(Hits(3, 1), 1); !near(got, 1-125./216) {
		t.Errorf("one of three dice is a 1 with %v", got)
	}
}

// The largest battle is worked out in a moment.
func BenchmarkLargestBattle(b *testing.B) {
	var x Battle
	for side := range x.Sides {
		x.Sides[side] = []Block{{VC: 4, Agility: 'C', Power: 2}, {VC: 3, Agility: 'C', Power: 2}, {VC: 3, Agility: 'C', Power: 2}, {VC: 3, Agility: 'C', Power: 2},
			{VC: 3, Agility: 'A', Power: 1, Horse: true}, {VC: 2, Agility: 'A', Power: 1}}[:Most]
	}
	for b.Loop() {
		b.ReportMetric(x.Work().Open*1e6, "open/1e6")
	}
}
