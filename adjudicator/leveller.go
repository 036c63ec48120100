package adjudicator

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
