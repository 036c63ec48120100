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

// PointLeveller is a [Ruleset] whose victory levels can be read off victory points alone, so that
// points which a league credits can be added before.
type PointLeveller interface {
	Ruleset
	// LevelOf is the result that two numbers of victory points come to at the end.
	LevelOf(points [2]int) *Result
	// Final reports whether a level is one that no points decide, such as a total victory.
	Final(level string) bool
}

// Scored is a [Game] that has victory points at every moment. What they are is kept when it ends before its rules
// end it. An [Adjudged] game need not be one: its result on the position has them.
type Scored interface {
	Game
	// Score is the victory points of both sides on the present position.
	Score() [2]int
}

// Adjudged is a [Game] of which the rulebook tells who would win if it ended now.
type Adjudged interface {
	Game
	// ResultNow is the result on the present position.
	ResultNow() *Result
}

// Tallier is a [Ruleset] that can tell what a turn came to in figures.
type Tallier interface {
	// Tally sums up the events of a turn as a side was told of them, and how the map
	// differs between its views at the beginning of the turn and behind it: one
	// phrase for each side, to be told in one sentence, or none where nothing that
	// counts has happened.
	Tally(side Side, events []Event, before, after View) []Phrase
}
