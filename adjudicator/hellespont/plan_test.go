package hellespont

import (
	"math/rand/v2"
	"strings"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/dice"
	"keryx/orders"
)

// planned lets a player think over what he is asked on a copy of the turn, and returns
// the lines that he would write, as the host does.
func planned(t *testing.T, s *adjudicator.Session, side adjudicator.Side, p adjudicator.Player) (lines []string) {
	t.Helper()
	for s.Plan(side); s.Foreseen() && s.Asked(side) != nil; {
		a := p.Answer(s, side, s.Asked(side))
		words := a.Words()
		if verb, _ := words[0].(adjudicator.Keyword); s.Passed(side, verb) {
			break
		}
		lines = append(lines, "  "+render(words))
		if err := s.Answer(side, a); err != nil {
			t.Fatal(err)
		}
	}
	return lines
}

// TestPlansAreTaken writes what sensible and random players plan into files, with
// standing orders in force that answer much of what lies between, and wants every file
// taken: a plan must not answer a question that its author was not asked.
func TestPlansAreTaken(t *testing.T) {
	for seed := range uint64(20) {
		snap, err := adjudicator.Begin(Default(), setups[seed%3])
		if err != nil {
			t.Fatal(err)
		}
		for side := range snap.Standing {
			snap.Standing[side] = "stratagems: none\nadvantage: keep\nwhen attacked: stand\ncavalry: stand\nlosses: fresh first, smallest first\nretreat: port, anywhere"
		}
		rnd := rand.New(rand.NewPCG(seed, 12))
		players := []adjudicator.Player{Sensible(rnd), adjudicator.Random{Rand: rnd}}
		for over := false; !over; {
			snap, over = plannedTurn(t, snap, players[seed%2], seed)
		}
	}
}

// plannedTurn plays a turn by files.
func plannedTurn(t *testing.T, snap adjudicator.Snapshot, p adjudicator.Player, seed uint64) (next adjudicator.Snapshot, over bool) {
	t.Helper()
	var taken []adjudicator.Input
	source := dice.NewTurn(dice.ByOrders, dice.Secret{byte(seed), byte(snap.Turn)}, "hel-1", snap.Turn)
	replay := func() *adjudicator.Session {
		s, err := adjudicator.Open(Default(), snap, source, 1, dice.Head{})
		if err != nil {
			t.Fatal(err)
		}
		for _, in := range taken {
			if out, err := s.Take(in); err != nil || len(out.Faults) > 0 {
				t.Fatalf("seed %d, turn %d, entry %d: %v %v", seed, snap.Turn, in.Entry, err, out.Faults)
			}
		}
		return s
	}
	for {
		s := replay()
		if s.Ended() {
			next, over = s.Snapshot(), s.Over()
			s.Close()
			return next, over
		}
		in := adjudicator.Input{Entry: len(taken) + 2, Head: dice.Head{byte(len(taken)), byte(seed)}, Side: athens}
		if s.Asked(athens) == nil {
			in.Side = sparta
		}
		lines := strings.Join(planned(t, s, in.Side, p), "\n")
		s.Close()
		var faults []*orders.Diagnostic
		if in.File, faults = orders.Parse("game hel-1\nside athens\nanswers K7Q2-9XWM\n\norders\n" + lines + "\n"); len(faults) > 0 {
			t.Fatalf("%v:\n%s", faults[0], lines)
		}
		taken = append(taken, in)
	}
}
