package adjudicator

// Valuer is a [Game] that can say what it is worth to a side as it stands, without looking
// ahead: by how many victory points the side would win if the game ended now. It is asked
// of games that are imagined ([Session.Fork]), and may look at everything.
type Valuer interface {
	// Value is above zero where the side is ahead, and what is good for one side is as bad
	// for the other. Of a game that is over it has the sign of the result: see
	// [Result.Value].
	Value(side Side) float64
}

// Value is what a game is worth to a side: what a [Valuer] says, else what its result is
// worth, and nothing as long as it has none.
func Value(g Game, side Side) float64 {
	if v, ok := g.(Valuer); ok {
		return v.Value(side)
	}
	return g.Result().Value(side)
}

// Value is what a result is worth to a side: the victory points by which it won, and at
// least one however it won; as much below zero for the side that lost; zero for a draw, or
// without a result.
func (r *Result) Value(side Side) float64 {
	if r == nil || r.Winner == Observer {
		return 0
	}
	won := max(1, float64(r.Points[r.Winner]-r.Points[r.Winner.Other()]))
	if r.Winner == side {
		return won
	}
	return -won
}
