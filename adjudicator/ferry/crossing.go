package ferry

import (
	"encoding/json"

	"keryx/adjudicator"
)

// Crossing is the state of a game: how often each side has crossed, and how many days have
// begun.
type Crossing struct {
	Crossed [2]int
	Day     int
}

// Turn is the whole sequence of play.
func (g *Crossing) Turn(t *adjudicator.Table) (over bool) {
	g.Day++
	t.Phase("1", adjudicator.Observer)
	a, b := t.AskBoth(question(), question())
	east, west := a.(Stake), b.(Stake)
	if east == west {
		t.Tell(adjudicator.Event{Rule: "1", Public: adjudicator.Say("ferry.event.nobody")})
		return false
	}
	bold := adjudicator.Side(0)
	if west > east {
		bold = 1
	}
	event := "ferry.event.sank"
	if t.Die() >= 3 {
		g.Crossed[bold]++
		event = "ferry.event.crossed"
	}
	t.Tell(adjudicator.Event{Rule: "1", Public: adjudicator.Say(event, "Side", seat(bold))})
	return g.Result() != nil
}

// seat names a side in a phrase.
func seat(side adjudicator.Side) adjudicator.Term {
	return adjudicator.Term{Kind: "side", ID: Rules{}.Info().Sides[side]}
}

// State implements [adjudicator.Game].
func (g *Crossing) State() json.RawMessage {
	b, err := json.Marshal(g)
	if err != nil {
		panic(err) // numbers always encode
	}
	return b
}

// Name implements [adjudicator.Game].
func (g *Crossing) Name() adjudicator.Phrase { return adjudicator.Say("ferry.turn", "Day", g.Day) }

// View shows the same to everybody: nothing is hidden.
func (g *Crossing) View(side adjudicator.Side) adjudicator.View {
	return adjudicator.View{Side: side, Turn: g.Name(), Number: g.Day, Result: g.Result(), Data: *g,
		Balance: []adjudicator.BalanceRow{{Name: adjudicator.Say("ferry.balance.crossed"), Values: g.Crossed}},
		Goals:   []adjudicator.Phrase{adjudicator.Say("ferry.goal")}}
}

// Result implements [adjudicator.Game].
func (g *Crossing) Result() *adjudicator.Result {
	for side, n := range g.Crossed {
		if n == 2 {
			return &adjudicator.Result{Winner: adjudicator.Side(side), Level: "total", Points: g.Crossed}
		}
	}
	return nil
}

// Invariants implements [adjudicator.Game].
func (g *Crossing) Invariants() error { return nil }

// Clone implements [adjudicator.Cloner]: players who think ahead need quick copies.
func (g *Crossing) Clone() adjudicator.Game {
	c := *g
	return &c
}

// Value implements [adjudicator.Valuer]: who is ahead, and by how much.
func (g *Crossing) Value(side adjudicator.Side) float64 {
	return float64(g.Crossed[side] - g.Crossed[side.Other()])
}

// Show implements [adjudicator.Viewer]: what a side knows is the whole game.
func (r Rules) Show(s adjudicator.Setup, side adjudicator.Side, position []byte) (adjudicator.View, error) {
	g, err := r.Load(s, position)
	if err != nil {
		return adjudicator.View{}, err
	}
	return g.View(side), nil
}
