package hellespont

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/dice"
	"keryx/orders"
)

// TestSurplusNeedsAWord: nobody loses units over a stacking limit without having said that
// he means it, whatever his standing orders on losses say.
func TestSurplusNeedsAWord(t *testing.T) {
	for _, c := range []struct{ file, want string }{
		{"spend 2/activate Sestos/move 3xT10 by M5 M6 M7 Lampsacus/end", "surplus-lost"},
		{"spend 3/activate Sestos/move 3xT10 by M5 M6 M7 Lampsacus/fight M8", "surplus-lost"},
		{"spend 2/activate Sestos/move 3xT10 by M5 M6 M7 Lampsacus/end surplus/remove T10", ""},
		{"annonce 2/active Sestos/deplace 3xT10 par M5 M6 M7 Lampsaque/fin surplus/éliminer T10", ""},
		{"spend 2/activate Sestos/move T10 by M5 M6 M7 Lampsacus/end", ""},
		{"spend 4/activate Sestos/move 3xT10 by M5 M6 M7 Lampsacus/activate Lampsacus/move T20 by M7/end", ""},
	} {
		g := emptyField(t)
		put(t, g, "athens 3xT10 at Sestos", "athens 2xT20 at Lampsaque", "athens T4 at M8", "sparta T10 at M8")
		g.Points[athens] = 5
		got := ""
		for _, d := range rehearse(t, g, c.file+"/standing/losses: fresh first, smallest first") {
			got += d.Code
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.file, got, c.want)
		}
	}
}

// TestEndsByThemselvesNeedAWord: movements that end by themselves behind the last order, since
// nothing is left that could move, cost nobody units without a word either; whoever means it
// ends them himself.
func TestEndsByThemselvesNeedAWord(t *testing.T) {
	for _, c := range []struct{ file, want string }{
		{"spend 2/activate Sestos/move 3xT10 by M5 M6 M7 Lampsacus", "surplus-lost 8"},
		{"annonce 2/active Sestos/deplace 3xT10 par M5 M6 M7 Lampsaque", "surplus-lost 8"},
		{"spend 2/activate Sestos/move 3xT10 by M5 M6 M7 Lampsacus/end surplus/remove T10", ""},
		{"spend 2/activate Sestos/move 3xT10 by M5 M6 M7 M8", ""},
		{"spend 2/activate M4/move T10 T4 to M5", ""}, // P2 may follow, and is asked for
	} {
		g := emptyField(t)
		put(t, g, "athens 3xT10 at Sestos", "athens 2xT20 at Lampsaque", "athens T10 T4 P2 at M4")
		g.Points[athens] = 2
		got := ""
		for _, d := range rehearse(t, g, c.file) {
			got += fmt.Sprint(d.Code, " ", d.Span.Line)
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.file, got, c.want)
		}
	}
}

// TestSacrificeNeedsAWord: nobody loses a leader, or what his ships cannot carry, by the end
// of his own movements without having said that he means it, also where they end by
// themselves; whoever comes to take him aboard is awaited.
func TestSacrificeNeedsAWord(t *testing.T) {
	for _, c := range []struct{ file, want string }{
		{"spend 3/activate M8/move T10 by M7/end", "leaders-forsaken"},
		{"spend 3/activate M8/move T10 by M7/end sacrifice", ""},
		{"annonce 3/active M8/deplace T10 par M7/fin sacrifice", ""},
		{"spend 3/activate M8/move T10 Chereas by M7/end", ""},
		{"spend 4/activate M8/move T10 by M7/activate Sestos/move T4 by M5 M6 M7 M8/end", ""},
		{"spend 3/activate M4/move T10 to M5/end", "cargo-surplus"},
		{"spend 3/activate M4/move T10 to M5/end surplus/lose P2", ""},
		{"spend 3/activate M4/move T10 P2 to M5/end", ""},
		{"spend 3/activate T22/move H3 to T21/end", "leaders-forsaken"},
		{"spend 3/activate T22/move H3 to T21 sacrifice/end", ""},
		{"spend 3/activate T22/move H3 Thrasyillos to T21/end", ""},
	} {
		g := emptyField(t)
		put(t, g, "athens T10 Chereas at M8", "athens T4 at Sestos", "athens T10 T4 P2 at M4", "athens H3 Thrasyillos at T22", "sparta P2 at T22")
		g.Points[athens] = 5
		got := ""
		for _, d := range rehearse(t, g, c.file) {
			got += d.Code
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.file, got, c.want)
		}
	}
}

// rehearse judges a file of Athens in an action phase of its own.
func rehearse(t *testing.T, g *game, file string) []*orders.Diagnostic {
	t.Helper()
	s, err := adjudicator.Open(staged{Default().(*ruleset), &scene{g, func(t *adjudicator.Table) { g.actions().Take(t, athens) }}},
		adjudicator.Snapshot{Turn: 1}, loaded(nil), 1, dice.Head{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	f, faults := orders.Parse("game hel-1\nside athens\nanswers K7Q2-9XWM\n\norders\n" + strings.ReplaceAll(file, "/", "\n") + "\n")
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	out, err := s.Rehearse(adjudicator.Input{Side: athens, File: f}, rand.New(rand.NewPCG(1, 1)))
	if err != nil {
		t.Fatal(err)
	}
	return out.Faults
}

// TestUnpaidCombatsNeedAWord: nobody loses units over a combat that he cannot pay without
// having said that he means it; nothing is thrown in these files, and nobody is armed.
func TestUnpaidCombatsNeedAWord(t *testing.T) {
	for _, c := range []struct{ file, want string }{
		{"spend 2/activate Sestos/move T10 to M5/end", "unpaid-move Zones=M5"},
		{"spend 3/activate Sestos/move T10 to M5/fight M5", ""},
		{"spend 2/activate Sestos/move T10 to M5 unpaid/end", ""},
		{"spend 2/activate Sestos/move T10 by M5 unpaid", ""},
		{"annonce 2/active Sestos/deplace T10 vers M5 impayé/fin", ""},
		{"spend 2/activate Sestos/move H3 to T17/end", ""}, // a leader alone is taken, not fought
		{"spend 2/activate Sestos/move H3 to T17/fight M8", "combat-without-point Zones=M8"},
		{"spend 3/activate Sestos/move H3 to T17/fight M8", ""},
		{"spend 4/activate Sestos/move T10 to M5/activate T4/end", "last-point-for-combat Zones=M5"},
		{"spend 4/activate Sestos/move T10 to M5/activate T4 unpaid/end", ""},
		{"spend 5/activate Sestos/move T10 to M5/activate T4/end", ""},
		{"spend 4/activate T4/activate Sestos/move T10 to M5/end", "unpaid-move Zones=M5"},
		{"spend 2/activate Sestos/move T10 by M5 M6", "unpaid-move Zones=M5"}, // where it may be stopped
	} {
		g := emptyField(t)
		put(t, g, "athens T10 H3 at Sestos", "athens P2 at T4", "athens T4 at M8", "sparta T10 at M8", "sparta T10 at M5", "sparta Mindaros at T17")
		g.Points[athens] = 5
		s, err := adjudicator.Open(staged{Default().(*ruleset), &scene{g, func(t *adjudicator.Table) { g.actions().Take(t, athens) }}},
			adjudicator.Snapshot{Turn: 1}, loaded(nil), 1, dice.Head{})
		if err != nil {
			t.Fatal(err)
		}
		f, faults := orders.Parse("game hel-1\nside athens\nanswers K7Q2-9XWM\n\norders\n" + strings.ReplaceAll(c.file, "/", "\n") + "\n")
		if len(faults) > 0 {
			t.Fatal(faults)
		}
		out, err := s.Rehearse(adjudicator.Input{Side: athens, File: f}, rand.New(rand.NewPCG(1, 1)))
		s.Close()
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, d := range out.Faults {
			got += d.Code
			for i := 0; i+1 < len(d.Args); i += 2 {
				if d.Args[i] == "Zones" {
					got += " Zones=" + termIDs(d.Args[i+1].(adjudicator.Terms))
				}
			}
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.file, got, c.want)
		}
	}
}

func termIDs(terms adjudicator.Terms) string {
	var ids []string
	for _, term := range terms {
		ids = append(ids, term.ID)
	}
	return strings.Join(ids, ",")
}

// TestSpendTellsThePrices: who is asked for points is told what each can be spent on, and what comes within
// reach by it.
func TestSpendTellsThePrices(t *testing.T) {
	g := emptyField(t)
	put(t, g, "athens T10 at Sestos", "athens P2 at T4", "sparta T10 at M8")
	g.Points[athens] = 3
	var facts []string
	perform(t, g, nil, func(t *adjudicator.Table) {
		for _, f := range g.war().Prices(t, athens) {
			facts = append(facts, f.Key)
			for i := 0; i+1 < len(f.Args) && f.Key == "bey.fact.activation"; i += 2 {
				switch zones, ok := f.Args[i+1].(adjudicator.Terms); {
				case f.Args[i] == "Who":
				case ok:
					facts = append(facts, termIDs(zones))
				default:
					facts = append(facts, fmt.Sprint(f.Args[i+1]))
				}
			}
		}
	})
	want := "bey.fact.activation {zone T4} 2 T1,T2,T3,T5,T6,T7,T22,T23,T27,T28,T29,T30,Lampsaque,Parion,Cyzique  bey.fact.activation {zone Sestos} 2  M8 bey.fact.combat-cost"
	if got := strings.Join(facts, " "); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if g.Phase.Spend != 0 {
		t.Error("asking has spent something")
	}
}

// TestUnpaidCombatsBehindAThrow: what a rehearsal cannot look at, since dice come before
// it, stops the file in play and leaves its author the choice.
func TestUnpaidCombatsBehindAThrow(t *testing.T) {
	for _, c := range []struct{ version, file, want string }{
		{"3", "activate M4/move T10 by M5 M6 unpaid/move T2 to M5/end", "8 unpaid-move 2"},
		{"3", "activate M4/move T10 by M5 M6 unpaid/move T2 to M5 unpaid/end", ""},
		{"2", "activate M4/move T10 by M5 M6 unpaid/move T2 to M5/end", ""},
	} {
		g := emptyField(t)
		e, err := editions.Of(c.version)
		if err != nil {
			t.Fatal(err)
		}
		g.playUnder(e)
		put(t, g, "athens T10 T2 Chereas at M4", "sparta T4 at M5")
		g.Points[athens] = 1
		s, err := adjudicator.Open(staged{Default().(*ruleset), &scene{g, func(t *adjudicator.Table) { g.actions().Take(t, athens) }}},
			adjudicator.Snapshot{Turn: 1}, loaded{1}, 1, dice.Head{})
		if err != nil {
			t.Fatal(err)
		}
		f, faults := orders.Parse("game hel-1\nside athens\nanswers K7Q2-9XWM\n\norders\n" + strings.ReplaceAll(c.file, "/", "\n") + "\n")
		if len(faults) > 0 {
			t.Fatal(faults)
		}
		out, err := s.Take(adjudicator.Input{Side: athens, File: f})
		s.Close()
		if err != nil || len(out.Faults) > 0 {
			t.Fatal(err, out.Faults)
		}
		got := ""
		for _, e := range s.Events() {
			if e.Stop != nil {
				got = fmt.Sprint(e.Stop.Fault.Span.Line, " ", e.Stop.Fault.Code, " ", e.Stop.Left)
			}
		}
		if got != c.want {
			t.Errorf("version %s, %s: stopped at %q, want %q", c.version, c.file, got, c.want)
		}
	}
}
