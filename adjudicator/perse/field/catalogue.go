package field

import (
	"fmt"
	"strings"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/perse/data"
)

// Counts are how many of each kind.
type Counts [64]uint8

// Tally reads counters as an act writes them; unknown kinds are passed over.
func (r *Catalogue) Tally(units string) (c Counts) {
	for _, f := range strings.Fields(units) {
		n, id, ok := strings.Cut(f, "x")
		many := 1
		if ok {
			fmt.Sscan(n, &many)
		} else {
			id = f
		}
		if k, known := r.KindOf[id]; known && k >= 0 {
			c[k] += uint8(many)
		}
	}
	return c
}

// Write is the opposite of Tally.
func (r *Catalogue) Write(c Counts) string {
	var all []string
	for k, n := range c {
		switch {
		case n == 1:
			all = append(all, r.Kinds[k].ID)
		case n > 1:
			all = append(all, fmt.Sprintf("%dx%s", n, r.Kinds[k].ID))
		}
	}
	return strings.Join(all, " ")
}

const (
	Greeks   = adjudicator.Side(data.Greeks)
	Persians = adjudicator.Side(data.Persians)
	Nobody   = adjudicator.Observer
)

// Catalogue are the data of the game, and where they are found.
type Catalogue struct {
	*data.Game
	Zones  map[string]board.Zone
	KindOf map[string]int // by identifier; -1 for a label that several kinds bear

	// OneSpared is version 1: of counters that are proposed to pay a result one is left out at most, so that nothing is
	// proposed where several have to be (7.3).
	OneSpared bool
	// Unasked is version 1: who has one answer is not asked, though his enemy cannot know that he has no other and could tell it
	// by the wait: neither points nor stratagems in a segment (2), all counters of a kind behind one marker (11.2).
	Unasked bool
	// Second is version 2 and before. A leader who fell in a first fight where his force had come to could be named among those
	// who try again there, and lent them his value (4.4, 6.1); units that were taken up where a march ended paid for it (5.3);
	// and who could pay for a way or for hunger in one way only was not asked, though the enemy does not see what he has.
	Second bool
}

// Choices are the readings of unclear rules that a game is played with.
type Choices struct {
	ByClass   bool `option:"rolls=class"`     // P-16: morale is thrown for each class
	Critical  bool `option:"criticals=every"` // P-1: every throw of 2 or 12 endangers the commander, not the first of a test alone
	Second    bool `option:"first=second"`    // P-46: only a second stratagem costs the first segment
	ByControl bool `option:"supply=control"`  // P-49: Greeks live in zones that they control
	Thirty    bool `option:"inland=thirty"`   // P-4: thirty points at most inland
	SameCity  bool `option:"support=city"`    // P-23: support needs troops and ships of one city
	Thrown    bool `option:"empty=thrown"`    // P-80: who lays a zone waste throws for a city that nobody defends
}

// Total is how many counters there are.
func Total(c Counts) (n int) {
	for _, k := range c {
		n += int(k)
	}
	return n
}
