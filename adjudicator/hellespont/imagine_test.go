package hellespont

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/field/fieldtest"
	"keryx/adjudicator/bey/saved"
	"keryx/adjudicator/board"
	"keryx/adjudicator/dice"
	"keryx/adjudicator/ruletest"
	"keryx/orders"
	"keryx/templates"
)

// wandering plays a month at random from a snapshot, the same way whenever it is asked,
// until so many answers are given or the month is over.
func wandering(t *testing.T, snap adjudicator.Snapshot, seed uint64, answers int) (*adjudicator.Session, *rand.Rand, int) {
	t.Helper()
	s, err := adjudicator.Open(Default(), snap, dice.NewQuick(rand.New(rand.NewPCG(seed, 7))), 1, dice.Head{})
	if err != nil {
		t.Fatal(err)
	}
	r, n := rand.New(rand.NewPCG(seed, 8)), 0
	for ; n < answers && !s.Ended(); n++ {
		side := athens
		if s.Asked(side) == nil {
			side = sparta
		}
		if err := s.Answer(side, s.Asked(side).Form.Sample(r)); err != nil {
			t.Fatal(err)
		}
	}
	return s, r, n
}

// draft is an order file that a random player could write in answer to what a side is
// asked, most of them spoilt, so that a third have faults. It spends the session.
func draft(s *adjudicator.Session, side adjudicator.Side, r *rand.Rand) string {
	var lines []string
	tired := moveTired(s.Game().(*game), side)
	s.Plan(side)
	for len(lines) < 12 && s.Foreseen() && s.Asked(side) != nil {
		a := s.Asked(side).Form.Sample(r)
		words := a.Words()
		if verb, _ := words[0].(adjudicator.Keyword); s.Passed(side, verb) {
			break
		}
		lines = append(lines, ruletest.Written(words))
		if s.Answer(side, a) != nil || r.IntN(6) == 0 {
			break
		}
	}
	if r.IntN(7) < 5 {
		i := r.IntN(len(lines))
		words := strings.Fields(lines[i])
		switch r.IntN(8) {
		case 6, 7:
			lines = append(tired, lines...)
		case 0:
			lines[i] = fmt.Sprintf("play S%d", 1+r.IntN(23))
		case 1:
			words[len(words)-1] = fmt.Sprintf("M%d", 1+r.IntN(23))
			lines[i] = strings.Join(words, " ")
		case 2:
			lines = append(lines, "activate Sestos", "move all to M5", "fight M5")
		case 3:
			lines = append(lines, lines[i], "end", "phase B.3 again", "spend 9", "phase C", "siege Abydos", "phase D.2", "repatriate T10 from M5 to B3")
		case 4:
			lines[i] = strings.Join(words[:len(words)-1], " ")
		default:
			lines = append(lines[:i:i], append([]string{"use advantage to recover T10w at M5", "spend 4"}, lines[i:]...)...)
		}
	}
	if r.IntN(5) == 0 {
		lines = append(lines, "standing", "when attacked at sea: stand", "stratagems: none")
	}
	return strings.Join(lines, "\n")
}

// moveTired orders those who have moved to move again.
func moveTired(g *game, side adjudicator.Side) (lines []string) {
	for rest := g.Phase.Moved.And(g.Of[side]); !rest.Empty(); {
		u := rest.Pop()
		if z := g.Where[u]; z != board.NoZone {
			lines = append(lines, fmt.Sprintf("activate %s", g.Board.Name(z)), fmt.Sprintf("move %s to M5", g.Labels[g.Pieces[u].Label]))
		}
	}
	for rest := g.Phase.MovedLeaders & g.Captains[side]; rest != 0; {
		l := rest.Pop()
		if z := g.LeaderWhere[l]; z != board.NoZone {
			lines = append(lines, fmt.Sprintf("activate %s", g.Board.Name(z)), fmt.Sprintf("move %s to M5", g.Leaders[l].ID))
		}
	}
	return lines
}

// judged is what a rehearsal tells its author, in words.
func judged(t *testing.T, s *adjudicator.Session, side adjudicator.Side, f *orders.File, faults []*orders.Diagnostic) string {
	t.Helper()
	out, err := s.Rehearse(adjudicator.Input{Side: side, File: f}, rand.New(rand.NewPCG(3, 3)), faults...)
	if err != nil {
		t.Fatal(err)
	}
	p := templates.For("en", "hellespont")
	text := p.Diagnostics(out.Faults)
	for _, a := range out.Answers {
		text += fmt.Sprintf("\n%s: %s (%s %d)", a.Kind, p.Words(a.Words), a.From, a.Line)
	}
	for _, w := range out.Waiting {
		text += "\nwaits: " + w.Text
	}
	return text
}

// enters reports whether a turn can be entered at a question.
func enters(kind string) bool {
	return slices.Contains(slices.Concat(junctures, saved.Junctures), kind)
}

// TestImaginedJudgement: from a situation.json alone, a file is judged as the server
// judges it, text by text, wherever the turn can be entered. KERYX_GAMES sets in how many
// moments of a month that is tried: with [fieldtest.AllGames] in forty.
func TestImaginedJudgement(t *testing.T) {
	moments := 40 * fieldtest.Games(t) / fieldtest.AllGames
	starter := Default().(adjudicator.Guide).Starter(athens, "en")
	asked, reached, faulty, files, sizes := map[string]int{}, map[string]int{}, 0, 0, 0
	for seed := range uint64(12) {
		setup := setups[seed%3]
		snap, err := adjudicator.Begin(Default(), setup)
		if err != nil {
			t.Fatal(err)
		}
		for month := range uint64(6) {
			if seed%2 == 0 {
				snap.Standing = [2]string{starter, starter}
			}
			whole, _, n := wandering(t, snap, seed<<8|month, 1<<20)
			over := whole.Over()
			next := snap
			if !over {
				next = whole.Snapshot()
			}
			whole.Close()
			r := rand.New(rand.NewPCG(seed, month))
			for range moments {
				at := r.IntN(n)
				s, _, _ := wandering(t, snap, seed<<8|month, at)
				side := athens
				if s.Asked(side) == nil {
					side = sparta
				}
				kind := s.Asked(side).Kind
				asked[kind]++
				position, err := json.Marshal(s.Game().View(side).Data)
				if err != nil {
					t.Fatal(err)
				}
				im, err := adjudicator.Imagine(Default(), setup.Scenario, side, position, s.Standing(side, orders.Language(seed%4/2)), kind, rand.New(rand.NewPCG(seed, 99)))
				s.Close()
				if errors.Is(err, adjudicator.ErrNotImagined) {
					if enters(kind) && !(kind == atStart && s.Asks(side) > 1) {
						t.Fatalf("seed %d, month %d: %s is not entered: %v", seed, month, kind, err)
					}
					continue
				}
				if err != nil {
					t.Fatal(err)
				}
				reached[kind]++
				var with struct{ Moment json.RawMessage }
				if err := json.Unmarshal(position, &with); err != nil {
					t.Fatal(err)
				}
				sizes = max(sizes, len(with.Moment))
				planning, pr, _ := wandering(t, snap, seed<<8|month, at)
				text := draft(planning, side, pr)
				planning.Close()
				f, faults := orders.Parse("game hel-1\nside athens\nanswers K7Q2-9XWM\n\norders\n" + text + "\n")
				real, _, _ := wandering(t, snap, seed<<8|month, at)
				want, got := judged(t, real, side, f, faults), judged(t, im, side, f, faults)
				real.Close()
				im.Close()
				files++
				if strings.HasPrefix(want, "line ") {
					faulty++
				}
				if want != got {
					t.Errorf("seed %d, month %d, answer %d, %s of side %d:\n%s\n--- the server\n%s\n--- imagined\n%s\n%s", seed, month, at, kind, side, text, want, got, with.Moment)
				}
			}
			if over {
				break
			}
			snap = next
		}
		if t.Failed() {
			return
		}
	}
	t.Logf("%d files, %d of them faulty; asked %v, entered %v; the largest moment has %d bytes", files, faulty, asked, reached, sizes)
	if files < 50*moments || faulty < files/4 {
		t.Errorf("%d files were judged, %d of them faulty", files, faulty)
	}
	questions, known := 0, 0
	for kind, n := range asked {
		questions, known = questions+n, known+reached[kind]
	}
	if t.Logf("%d of %d questions are entered", known, questions); 100*known < 98*questions {
		t.Errorf("%d of %d questions are entered, fewer than 98 of 100", known, questions)
	}
	for _, kind := range slices.Concat(junctures, saved.Junctures) {
		if reached[kind] == 0 && kind != field.AtClosing {
			t.Errorf("no %s was entered", kind)
		}
	}
}

// TestOrderOfCombatsIsSealed: what the enemy has said of the order of his combats decides
// nothing in the judgement of a file, or it would tell the order.
func TestOrderOfCombatsIsSealed(t *testing.T) {
	judge := func(first string) string {
		g := emptyField(t)
		put(t, g, "athens T10 at M8", "sparta T4 at M8", "athens T10 at M12", "sparta T4 at M12")
		g.Pool.Hand[sparta].Add(0)
		g.Pool.Cup.Drop(0)
		g.Active, g.Advantage = athens, athens
		g.Phase.Acting, g.Phase.Spend, g.Points[athens] = true, 1, 1
		g.Phase.First = field.ZoneList{N: 1}
		g.Phase.First.Zones[0] = zone(t, g, first)
		rules := staged{Default().(*ruleset), &scene{g, func(t *adjudicator.Table) { g.actions().Finish(t, athens) }}}
		s, err := adjudicator.Open(rules, adjudicator.Snapshot{Ruleset: "hellespont", Turn: 1}, loaded{}, 1, dice.Head{})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		if q := s.Asked(sparta); q == nil || q.Kind != field.AtReact {
			t.Fatalf("%+v is asked", q)
		}
		f, faults := orders.Parse("game hel-1\nside sparta\nanswers K7Q2-9XWM\n\norders\npass\nevade to M7\n")
		return judged(t, s, sparta, f, faults)
	}
	if a, b := judge("M8"), judge("M12"); a != b {
		t.Errorf("if M8 comes first:\n%s\nif M12 does:\n%s", a, b)
	}
}

// TestOrderOfCombatsIsForgotten: nor is it in what the enemy imagines in the midst of the
// combats: the attacker is asked for it there.
func TestOrderOfCombatsIsForgotten(t *testing.T) {
	for _, imagined := range []bool{false, true} {
		g := emptyField(t)
		put(t, g, "athens T10 at M8", "sparta T4 at M8", "athens T10 at M12", "sparta T4 at M12", "athens T10 at M9", "sparta T4 at M9")
		g.Active, g.Advantage = athens, athens
		g.Phase.Acting, g.Phase.Spend, g.Points[athens] = true, 1, 1
		g.Phase.First = field.ZoneList{N: 2}
		g.Phase.First.Zones[0], g.Phase.First.Zones[1] = zone(t, g, "M12"), zone(t, g, "M8")
		rules := staged{Default().(*ruleset), &scene{g, func(t *adjudicator.Table) { g.war().Combats(t, athens) }}}
		s, err := adjudicator.Open(rules, adjudicator.Snapshot{Ruleset: "hellespont", Turn: 1}, dice.NewQuick(rand.New(rand.NewPCG(1, 1))), 1, dice.Head{})
		if err != nil {
			t.Fatal(err)
		}
		if q := s.Asked(sparta); q == nil || q.Kind != "evasion" {
			t.Fatalf("%+v is asked", q)
		}
		if imagined {
			g.Redeal(sparta, rand.New(rand.NewPCG(2, 2)))
		}
		asked := false
		for !s.Ended() {
			side := athens
			if s.Asked(athens) == nil {
				side = sparta
			}
			q := s.Asked(side)
			asked = asked || q.Kind == "combat-order"
			if err := s.Answer(side, q.Form.Default()); err != nil {
				t.Fatal(err)
			}
		}
		s.Close()
		if asked != imagined {
			t.Errorf("imagined by the defender: %t; the attacker is asked for the order of his combats: %t", imagined, asked)
		}
	}
}
