package perse

import (
	"math/rand/v2"
	"strings"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/fog"
	"keryx/adjudicator/perse/data"
	"keryx/adjudicator/perse/field"
	"keryx/adjudicator/ruletest"
)

// leaky is the game with a view that shows too much.
type leaky struct {
	*Rules
	view func(g *Game, v *adjudicator.View)
}

func (r leaky) New(s adjudicator.Setup) (adjudicator.Game, error) {
	g, err := r.Rules.New(s)
	if err != nil {
		return nil, err
	}
	return played{g.(*Game), r.view}, nil
}

func (r leaky) Load(s adjudicator.Setup, state []byte) (adjudicator.Game, error) {
	g, err := r.Rules.Load(s, state)
	if err != nil {
		return nil, err
	}
	return played{g.(*Game), r.view}, nil
}

type played struct {
	*Game
	view func(g *Game, v *adjudicator.View)
}

func (g played) View(side adjudicator.Side) adjudicator.View {
	v := g.Game.View(side)
	if side != field.Nobody {
		g.view(g.Game, &v)
	}
	return v
}

func (g played) Clone() adjudicator.Game { return played{g.Game.Clone().(*Game), g.view} }

func (g played) Resample(side adjudicator.Side, r *rand.Rand) adjudicator.Game {
	return played{g.Game.Resample(side, r).(*Game), g.view}
}

// seeing plants a view, and telling what a marker's deeds tell.
func seeing(show func(g *Game, v *adjudicator.View)) adjudicator.Ruleset {
	return leaky{New(data.Default()), show}
}

func telling(what trial) adjudicator.Ruleset {
	rules := New(data.Default())
	rules.trial = what
	return rules
}

// TestLeaksAreFound plants one leak after the other, and wants the promise to be broken that each
// breaks. Without any leak TestRules keeps them.
func TestLeaksAreFound(t *testing.T) {
	for _, c := range []struct {
		name, promise, says string
		rules               adjudicator.Ruleset
	}{
		{"a view shows what is with a marker", "secrets", "its view", seeing(func(g *Game, v *adjudicator.View) {
			v.Balance[0].Values[1] = len(g.Load(v.Side.Other(), g.Veil[v.Side.Other()].Of(0)))
		})},
		{"a view shows the points left", "secrets", "its view", seeing(func(g *Game, v *adjudicator.View) {
			v.Balance[1].Values[v.Side.Other()] = g.Left(v.Side.Other())
		})},
		{"a refusal hangs on who is a decoy", "secrets", "something else is hidden", telling(trial{wrong: func(g *Game, enemy adjudicator.Side, target fog.Name) bool {
			return !field.IsCrowd(target) && g.Roster.Feints[enemy].Has(g.Veil[enemy].Of(target))
		}})},
		{"an event names the pieces that march", "forks", "what it is told", telling(trial{told: func(g *Game, side adjudicator.Side, names fog.Set, e *adjudicator.Event) {
			if e.Rule == "5.1" || e.Rule == "4.1" {
				e.Public.Args[3] = g.Called(side, g.Veil[side].Pieces(names))
			}
		}})},
	} {
		t.Run(strings.ReplaceAll(c.name, " ", "-"), func(t *testing.T) {
			o := options(t)
			o.Games = 8
			if text := ruletest.Found(c.rules, o, c.promise)[c.promise]; !strings.Contains(text, c.says) {
				t.Errorf("%s is not found by %q; said was:\n%.900s", c.name, c.promise, text)
			}
		})
	}
}
