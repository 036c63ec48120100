package field

import (
	"slices"

	"keryx/adjudicator/board"
)

// Turn is one turn, and what every game of the series says of its turns.
type Turn struct {
	ID             string // by which orders name it: the name of its season, mostly; turns of different years may share it
	Year           int    // -411
	Names          board.Names
	Dice           int   // that each side throws for action points in B.1
	PA             int   // change of each side's action points in B.1
	PAUnless       []int // totals of action points that PA does not change
	FreeActivation bool  // a zone with a leader of at least two swords is activated for 0 PA
	Winter         bool  // it is of the bad season
	Attrition      int   // change of the attrition die
	Source         board.Source
}

// AdjustPA returns the action points of the turn for a total of them.
func (t *Turn) AdjustPA(total int) int {
	if slices.Contains(t.PAUnless, total) {
		return total
	}
	return total + t.PA
}

// Points returns the action points of the turn for the sum of its dice: half of it,
// rounded up, and what the season changes (B.1).
func (t *Turn) Points(sum int) int { return t.AdjustPA((sum + 1) / 2) }

// TurnEntry is what a block [[month]] or [[turn]] of every game says.
type TurnEntry struct {
	Year      int          `toml:"year"`
	EN        string       `toml:"en"`
	FR        string       `toml:"fr"`
	PA        int          `toml:"pa"`
	PAUnless  []int        `toml:"pa_unless"`
	Attrition int          `toml:"attrition"`
	Source    board.Source `toml:"source"`
}

// AddTurn reads a block into t, the rest of which is the ruleset's to say.
func (f *Facts) AddTurn(r *Reading, key string, t *Turn, e TurnEntry) {
	r.Source(key, e.Source)
	t.Year, t.Names, t.PA, t.PAUnless, t.Attrition = e.Year, r.Names(key, e.EN, e.FR), e.PA, e.PAUnless, e.Attrition
	t.Source = e.Source
	f.Turns = append(f.Turns, t)
}
