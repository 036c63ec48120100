package adjudicator

// View is everything that one side, or an observer, may know of a game at one
// moment: a new value that shares nothing with the game. Reports, pictures,
// templates and situation.json are made from it and from nothing else.
type View struct {
	Side    Side
	Turn    Phrase    // "September -411"
	Number  int       // of the turn, from 1; zero where turns are not counted
	Last    int       // the number of the last turn that can be played; zero if none is known
	Tables  []Listing // forces, what is known of the enemy, tracks ...
	Zones   []ZoneView
	Edges   []EdgeView
	Balance []BalanceRow
	// Tracks are what a picture shows beside the map with a marker on it: prestige, years.
	Tracks []TrackView `json:",omitempty"`
	// Goals say what wins the game, and how far each side is from it.
	Goals  []Phrase
	Result *Result
	Data   any // the situation for programs, encoded into situation.json
}

// Listing is one table of a view, in the words of the catalogues.
type Listing struct {
	ID      string // "own", "enemy", "tracks"
	Title   Phrase
	Columns []Phrase
	Rows    [][]any // cells: string, int, Phrase, Term or Terms
	// Notes explain what stands in the table, where its reader has to know it.
	Notes []Phrase
}

// ZoneView is what a side knows to be in one zone, for the map.
type ZoneView struct {
	Zone   Term
	Stacks []StackView
	Marks  []ZoneMark
}

// Order is the word by which orders in every language name the zone: its name on a map is that
// of a language, and may be none.
func (z ZoneView) Order() string { return z.Zone.ID }

// ZoneMark is something about a zone that a map shows beside its units: who holds it, a
// work, a state.
type ZoneMark struct {
	// Kind is [Held], or a Term of kind "mark", which has a word in the legend.
	Kind string
	Side Side // whose; Observer for nobody's
	// Sign is a sign that maps know, as of [UnitView]: "tower", "citadel", or one that comes
	// with the geometry of the board. With another, or none, a disc is drawn.
	Sign     string
	Strength int // force points, written on the sign; 0 for none
}

// Held is the kind of the mark of a zone that a side holds: it has that side's colour.
const Held = "held"

// EdgeView is what stands between two zones for the time being, for the map: a wall that
// was built, or what is left of it. What is printed there is the board's: see
// [keryx/adjudicator/board.Edge].
type EdgeView struct {
	Zones [2]Term
	// Kind is a Term of kind "edge", which has a word in the legend. Maps draw "wall",
	// "ruin" (a wall destroyed), "river", "bridge", "strait" and "works" (where a wall can
	// be built); what they do not know, as a line with the first letter of its name.
	Kind string
}

// StackView is one side's pieces in one zone.
type StackView struct {
	Side  Side
	Units []UnitView
}

// UnitView is one counter as a map or a table shows it.
type UnitView struct {
	Name Term // kind of unit, or leader
	// Arm is the sort of unit: a Term of kind "arm", of which a map shows the sign and its
	// legend the name. Sign is one of those that maps know: "galley", "shield" (round, with
	// a spear), "pelta" (a crescent, with javelins), "horse", "bow", or one that comes with the
	// geometry of the board; with another, or none, the first letter of Arm is written.
	Arm, Sign string
	Afloat    bool // ships: drawn on water
	Strength  int  // force points as it stands; 0 for a leader
	Full      int  // force points at full strength
	Weak      bool // on its reverse
	Steps     int  // left to a unit that loses its strength step by step; 0 for one that does not
	Hidden    bool // the viewer knows that it is there, not what it is: nothing else may be told of it
	Bonus     int  // swords
	Leader    bool
}

// TrackView is a row of spaces, with a marker on one of them.
type TrackView struct {
	ID     string   // a Term of kind "track", which has a word in the legend
	Spaces []string // what stands on them: numbers, or IDs of Terms of the kind Kind
	Kind   string   // empty for spaces that show what stands on them as it is
	Of     []Side   // whose the spaces are, as many; nil for nobody's
	At     int      // the index of the one with the marker
}

// BalanceRow is one line of the balance of the game: ports held, force points,
// supply, victory points if it ended now.
type BalanceRow struct {
	Name   Phrase
	Values [2]int
}

// Result is how a game ended.
type Result struct {
	Winner Side   // Observer for a draw
	Level  string // "total", "strategic", "tactical", "draw"
	Points [2]int // victory points
	Why    []Phrase
	// Ruled tells that a referee or the players have said so, and not the rulebook: there are
	// no points then.
	Ruled bool `json:",omitempty"`
}

// Overt is a [Game] in which more is hidden of an answer than is seen of it. It says what is
// seen, so that tests can play two games that differ in what is hidden with answers that look
// the same, and find whatever tells them apart.
type Overt interface {
	// Overt tells what the enemy of a side sees of an answer of the side's to the question that
	// is open, in any words: answers with the same words look the same to him. It is [Unseen] of one
	// that he sees nothing of, and empty of one whose consequences show what is hidden or hang on
	// it, such as a fight. Of a row of secret answers that are carried out openly behind it, it is
	// [Unseen] of each but the last, and of the last what is seen of all of them.
	Overt(side Side, a Answer) string
}

// Unseen is said by [Overt] of an answer that the enemy sees nothing of.
const Unseen = "unseen"
