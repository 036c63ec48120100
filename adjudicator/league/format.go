package league

import (
	"slices"
	"strconv"
	"strings"

	"keryx/adjudicator"
	"keryx/adjudicator/league/pairing"
	"keryx/adjudicator/league/standing"
)

// Format is how a season is played, as its file names it.
type Format string

// The formats. Each has a file of its own, which says all that is peculiar to it.
const (
	RoundRobin Format = "round-robin" // everybody meets everybody
	Swiss      Format = "swiss"       // each round meets whoever has as many points
	KnockOut   Format = "knock-out"   // who loses is out
	Ladder     Format = "ladder"      // each challenges those above him, see package ladder
)

// format is what is peculiar to a format. What is not set, it does as most do.
type format struct {
	name  Format
	check func(Rules) error // what it cannot play by, with [ErrRules]

	// pair makes the next round of a division, with the reasons of its pairs if they follow no plan. It fails with
	// [ErrOrder] where no round follows, or not yet. Nil: it has no rounds.
	pair func(s *State, division int) (pairing.Round, []adjudicator.Phrase, error)
	plan string // the key of the reason of a pair that follows a plan

	byRounds   bool                // a number of rounds is fixed, and each is paired from the standings as they are then
	challenges bool                // whoever wants to play challenges another
	strikes    bool                // the results of one who leaves before half of his games count for nobody
	champion   func(*State) string // who has won the season; nil: whoever is first in the best division

	rounds int              // if a file does not say
	breaks []standing.Break // likewise

	// ahead is how many games an entrant plays one after the other until the season is over, beside those that are open.
	ahead func(r Rules, f Ahead) int
}

// Ahead is how far a division has come.
type Ahead struct {
	Begun  bool
	Field  int // who plays in it
	Paired int // rounds
	Open   int // games that are paired and follow each other
}

// formats are all of them, in the order in which they are told.
func formats() []format { return []format{roundRobin(), swiss(), knockOut(), byChallenges()} }

// formatNames lists their names for who has written another.
func formatNames() string {
	var names []string
	for _, one := range formats() {
		names = append(names, strconv.Quote(string(one.name)))
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

// of is the format of a name; ok tells whether there is one.
func (f Format) of() (one format, ok bool) {
	all := formats()
	i := slices.IndexFunc(all, func(one format) bool { return one.name == f })
	if i < 0 {
		return format{}, false
	}
	return all[i], true
}

func (r Rules) format() format {
	one, _ := r.Format.of()
	return one
}

// ByRounds reports whether a number of rounds is fixed, of which each is paired from the standings as they are then: who
// comes late or comes back is taken into the next.
func (f Format) ByRounds() bool {
	one, _ := f.of()
	return one.byRounds
}

// Challenges reports whether nobody is paired: whoever wants to play challenges another.
func (f Format) Challenges() bool {
	one, _ := f.of()
	return one.challenges
}

// Strikes reports whether the results of one who leaves before half of his games count for nobody.
func (f Format) Strikes() bool {
	one, _ := f.of()
	return one.strikes
}

// Usual are the rounds and the tie-breaks of a season whose file does not say.
func (f Format) Usual() (rounds int, breaks []standing.Break) {
	one, _ := f.of()
	if one.breaks == nil {
		one.breaks = []standing.Break{"direct", "sonneborn-berger", "victory-margin", "wins"}
	}
	return one.rounds, one.breaks
}

// Longest is how many games an entrant plays one after the other until a division has ended; at least those that are open.
func (r Rules) Longest(f Ahead) int {
	if one := r.format(); one.ahead != nil {
		return max(f.Open, one.ahead(r, f))
	}
	return f.Open
}

// FormatCount is the number that the text of a format names: of rounds, or of the places up that a challenge reaches.
func (r Rules) FormatCount() int {
	if r.Ladder != nil {
		return r.Ladder.Reach
	}
	return r.Rounds
}

// inTurn is how many games of a pair follow each other.
func (r Rules) inTurn() int {
	if r.Twice && !r.Together {
		return 2
	}
	return 1
}
