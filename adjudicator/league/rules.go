package league

import (
	"errors"
	"fmt"

	"keryx/adjudicator/league/ladder"
	"keryx/adjudicator/league/standing"
)

// Draw is the level of a drawn game.
const Draw = "draw"

// Worth is what a victory level gives to the winner and to the loser; of a draw, both have
// the first.
type Worth struct {
	Winner standing.Points `json:"winner"`
	Loser  standing.Points `json:"loser"`
}

// Rules are fixed when a season opens.
type Rules struct {
	Name      string    `json:"name"`
	Format    Format    `json:"format"`
	Ruleset   string    `json:"ruleset"`
	Scenario  string    `json:"scenario"`
	Sides     [2]string `json:"sides"`
	Divisions []string  `json:"divisions"` // names, the best first
	Size      int       `json:"size"`      // of each division; who is over goes a division down, and from the last to the reserve list
	Rounds    int       `json:"rounds"`    // of a Swiss
	// Twice has each pair play two games with sides swapped; otherwise they play one, for
	// the sides of which they bid.
	Twice bool `json:"twice"`
	// Together starts both games of a pair at the same time.
	Together bool             `json:"together"`
	Points   map[string]Worth `json:"points"` // by victory level, with [Draw]
	Breaks   []standing.Break `json:"breaks"`
	HalfByes int              `json:"half_byes"` // at most, for rounds before a late entry or a return; none in the last round
	Moves    int              `json:"moves"`     // promoted and relegated between two divisions
	Most     int              `json:"most"`      // games at once, unless an entrant says fewer
	// CreditWinner credits the loser of a bid with the winner's price; otherwise with the
	// mean of both.
	CreditWinner bool `json:"credit_winner"`
	// Flags is how many time-outs in a season are borne; who has more may not enter the next,
	// see [State.Barred]. 0 bears any number.
	Flags int `json:"flags,omitempty"`
	// Ladder has the rules of one; nil for the other formats.
	Ladder *ladder.Rules `json:"ladder,omitempty"`
	// SidesBy says who has which side in a game of a ladder.
	SidesBy SidesBy `json:"sides_by,omitempty"`
}

// ErrRules reports rules that cannot be played by.
var ErrRules = errors.New("these rules cannot be played by")

// Check refuses rules that cannot be played by, with [ErrRules].
func (r Rules) Check() error {
	bad := func(format string, args ...any) error {
		return fmt.Errorf("%w: %s", ErrRules, fmt.Sprintf(format, args...))
	}
	draw, ok := r.Points[Draw]
	own, known := r.Format.of()
	switch {
	case !known:
		return bad("format is %q, want %s", r.Format, formatNames())
	case !own.challenges && (r.Ladder != nil || r.SidesBy != ""):
		return bad("only a ladder has the rules of one")
	case r.Sides[0] == "" || r.Sides[0] == r.Sides[1]:
		return bad("two different sides are needed")
	case len(r.Divisions) == 0 || r.Size < 2:
		return bad("a division of at least two is needed")
	case !ok || draw.Winner != draw.Loser:
		return bad("both must have the same points for a draw")
	case r.Most < r.Least():
		return bad("an entrant must be able to play the games of a pair at once (most, or at_once of a ladder)")
	case r.Flags < 0 || r.HalfByes < 0 || r.Moves < 0 || 2*r.Moves > r.Size:
		return bad("numbers of byes and moves must fit the division")
	}
	if own.check != nil {
		if err := own.check(r); err != nil {
			return err
		}
	}
	for level, w := range r.Points {
		if w.Loser < 0 || w.Winner < w.Loser || level != Draw && w.Winner == w.Loser {
			return bad("level %q: the winner must have more than the loser", level)
		}
	}
	if err := standing.CheckBreaks(r.Breaks); err != nil {
		return fmt.Errorf("%w: %w", ErrRules, err)
	}
	return nil
}

// best is the most that a game gives.
func (r Rules) best() (p standing.Points) {
	for _, w := range r.Points {
		p = max(p, w.Winner)
	}
	return p
}

// games is how many games a pair plays.
func (r Rules) games() int {
	if r.Twice {
		return 2
	}
	return 1
}

// Least is how many games at once an entrant must be able to play; on a ladder, how many
// challenges.
func (r Rules) Least() int {
	if !r.Format.Challenges() && r.Twice && r.Together {
		return 2
	}
	return 1
}
