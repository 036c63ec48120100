package hellespont

import (
	"math/rand/v2"
	"strings"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
)

// breaks are what can be wrong in what is kept of a position, in a zone where Athens alone
// has ships and a leader.
var breaks = map[string]func(g *game, z board.Zone){
	"a force point too many":          func(g *game, z board.Zone) { g.PF[athens][field.Naval][z]++ },
	"a force point of nobody":         func(g *game, z board.Zone) { g.PF[sparta][field.Land][z]++ },
	"a unit turned without the sum":   func(g *game, z board.Zone) { g.Weak.Add(g.units(z).Pop()) },
	"a unit that is not in its zone":  func(g *game, z board.Zone) { g.At[z].Drop(g.units(z).Pop()) },
	"a unit in a second zone":         func(g *game, z board.Zone) { g.At[z+1].Add(g.units(z).Pop()) },
	"a unit whose zone does not know": func(g *game, z board.Zone) { g.Where[g.units(z).Pop()] = board.NoZone },
	"a unit that is lost and there":   func(g *game, z board.Zone) { g.UnitFate[g.units(z).Pop()] = field.Eliminated },
	"a leader not in his zone":        func(g *game, z board.Zone) { g.LeadersAt[z] = 0 },
	"a leader who is dead and there":  func(g *game, z board.Zone) { g.LeaderFate[g.men(z).Pop()] = field.Eliminated },
	"a zone held by nobody":           func(g *game, z board.Zone) { g.Held[athens].Remove(z) },
	"a zone held by sea by nobody":    func(g *game, z board.Zone) { g.HeldBySea[athens].Remove(z) },
	"a zone held by those not there":  func(g *game, z board.Zone) { g.Held[sparta].Add(z) },
	"held by land by ships":           func(g *game, z board.Zone) { g.HeldByLand[athens].Add(z) },
	"a zone that the board lacks":     func(g *game, z board.Zone) { g.Held[athens].Add(board.NoZone) },
}

func (g *game) units(z board.Zone) *field.UnitSet { u := g.At[z]; return &u }

func (g *game) men(z board.Zone) *field.LeaderSet { l := g.LeadersAt[z]; return &l }

// TestInvariantsNoticeWhatIsNotSo: whatever is kept of a position and is not so is noticed,
// and what is noticed tells the zone or the counter.
func TestInvariantsNoticeWhatIsNotSo(t *testing.T) {
	for name, spoil := range breaks {
		t.Run(name, func(t *testing.T) {
			o := emptyOdds(t, adjudicator.Setup{}, "august")
			z := zone(t, o, "M12")
			o.lay(t, athens, z, "2xT20")
			captains := o.Captains[athens]
			o.PlaceLeader(captains.Pop(), z)
			if err := o.Invariants(); err != nil {
				t.Fatalf("before anything is wrong: %v", err)
			}
			if spoil(o, z); o.Invariants() == nil {
				t.Error("not noticed")
			}
		})
	}
}

// TestSelfplayNoticesAWrongSum: a sum that goes wrong in the middle of a game ends it with
// the next answer.
func TestSelfplayNoticesAWrongSum(t *testing.T) {
	answers := 0
	play := adjudicator.Selfplay{Rules: Default(), Seed: 1, Check: true, MaxAnswers: 5000}
	for side := range play.Players {
		play.Players[side] = adjudicator.Random{Rand: rand.New(rand.NewPCG(1, uint64(side)))}
	}
	play.Each = func(s *adjudicator.Session) error {
		if answers++; answers == 20 {
			g := s.Game().(*game)
			g.PF[sparta][field.Naval][g.Held[sparta].First()]++
		}
		return nil
	}
	if _, err := play.Run(); err == nil || answers != 20 || !strings.Contains(err.Error(), "PF") {
		t.Errorf("after %d answers: %v, want what is wrong with the PF of a zone at once", answers, err)
	}
}
