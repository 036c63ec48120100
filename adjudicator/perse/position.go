package perse

import (
	"encoding/json"
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/perse/data"
	"keryx/adjudicator/perse/field"
)

// Game is a game in play.
type Game struct {
	field.War
	enter string // the question at which the turn begins; empty at the beginning of one
	trial trial
}

// State implements [adjudicator.Game].
func (g *Game) State() json.RawMessage {
	b, err := g.Position.MarshalJSON()
	if err != nil {
		panic(err) // numbers always encode
	}
	return b
}

// Clone implements [adjudicator.Cloner].
func (g *Game) Clone() adjudicator.Game {
	c := *g
	for side := range c.Plan {
		c.Plan[side] = slices.Clone(g.Plan[side])
	}
	c.Fight = g.Fight.Clone()
	return &c
}

// Name implements [adjudicator.Game].
func (g *Game) Name() adjudicator.Phrase {
	n := g.Roster.Season + max(g.TurnNo, 1) - 1
	return adjudicator.Say("perse.turn", "Season", adjudicator.Phrase{Key: "perse.season." + data.Seasons[n%4]}, "Year", g.Roster.Year+n/4)
}

// Result implements [adjudicator.Game].
func (g *Game) Result() *adjudicator.Result {
	if !g.Over {
		return nil
	}
	r := &adjudicator.Result{Winner: g.Won, Level: g.Level}
	if g.Won != field.Nobody {
		r.Points[g.Won] = 1
	}
	if g.Why != "" {
		r.Why = []adjudicator.Phrase{{Key: g.Why}}
	}
	return r
}
