package hellenes

import (
	"math/rand/v2"
	"strings"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/hellenes/ground"
	"keryx/adjudicator/hellenes/view"
	"keryx/adjudicator/ruletest"
)

// leaky are the rules with a fault that shows what is hidden: leak returns what a view of a side lets out.
type leaky struct {
	*Rules
	leak func(g *Game, side adjudicator.Side) any
}

func (r leaky) New(s adjudicator.Setup) (adjudicator.Game, error) {
	g, err := r.Rules.New(s)
	return r.wrap(g), err
}

func (r leaky) Load(s adjudicator.Setup, state []byte) (adjudicator.Game, error) {
	g, err := r.Rules.Load(s, state)
	return r.wrap(g), err
}

func (r leaky) wrap(g adjudicator.Game) adjudicator.Game {
	if of, ok := g.(*Game); ok && of != nil {
		return leakyGame{of, r}
	}
	return g
}

type leakyGame struct {
	*Game
	rules leaky
}

func (g leakyGame) Clone() adjudicator.Game { return g.rules.wrap(g.Game.Clone()) }

func (g leakyGame) Resample(side adjudicator.Side, r *rand.Rand) adjudicator.Game {
	return g.rules.wrap(g.Game.Resample(side, r))
}

func (g leakyGame) View(side adjudicator.Side) adjudicator.View {
	v := view.Of(&g.Game.Position, side)
	if side != ground.Nobody {
		v.Data = []any{v.Data, g.rules.leak(g.Game, side)}
	}
	return v
}

// TestLeaksAreFound plants one leak after the other: the strength of one block, one card, one recruit, who is aboard. Each
// has to break the promise of secrecy, which the rules keep without.
func TestLeaksAreFound(t *testing.T) {
	for name, leak := range map[string]func(g *Game, side adjudicator.Side) any{
		"none": func(*Game, adjudicator.Side) any { return nil },
		"strength": func(g *Game, side adjudicator.Side) any {
			if !g.Named {
				return nil
			}
			return g.VC[side.Other()][g.Veil[side.Other()].Of(0)]
		},
		"card": func(g *Game, side adjudicator.Side) any {
			if hand := g.Hand(side.Other()); len(hand) > 0 {
				return hand[0]
			}
			return nil
		},
		"recruit": func(g *Game, side adjudicator.Side) any { return view.List(g.Pieces(side.Other(), g.Drawn)) },
		"name":    func(g *Game, side adjudicator.Side) any { return g.Veil[side.Other()].Goes[0] },
	} {
		t.Run(name, func(t *testing.T) {
			o := options(t)
			o.Games = 4
			switch text := ruletest.Found(leaky{New(), leak}, o, "secrets")["secrets"]; {
			case name == "none" && text != "":
				t.Errorf("without a leak: %.900s", text)
			case name != "none" && !strings.Contains(text, "view"):
				t.Errorf("it is not found; said was %.900s", text)
			}
		})
	}
}
