package adjudicator

// Tallier is a [Ruleset] that can tell what a turn came to in figures.
type Tallier interface {
	// Tally sums up the events of a turn as a side was told of them, and how the map
	// differs between its views at the beginning of the turn and behind it: one
	// phrase for each side, to be told in one sentence, or none where nothing that
	// counts has happened.
	Tally(side Side, events []Event, before, after View) []Phrase
}
