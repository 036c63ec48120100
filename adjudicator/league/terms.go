package league

import (
	"fmt"
	"slices"
	"time"

	"keryx/adjudicator/league/standing"
)

// Terms are how the games of a season are held, as far as tables do not depend on it. Like
// the rules they are fixed when the season opens.
type Terms struct {
	Answer  time.Duration `json:"answer,omitempty"`  // that a player has for each answer
	Bids    time.Duration `json:"bids,omitempty"`    // to bid for the side of a fixture
	Muster  time.Duration `json:"muster,omitempty"`  // before the season, in which entrants confirm; 0: nobody need
	Round   time.Duration `json:"round,omitempty"`   // of a Swiss; the next begins then, though games may go on; 0: when all have ended
	Grace   time.Duration `json:"grace,omitempty"`   // after the first deadline of one who never answered: then the game is void; 0: never
	Verdict time.Duration `json:"verdict,omitempty"` // that members have to judge an unfinished game
	Begins  time.Time     `json:"begins,omitzero"`   // zero: when the referee says so
	Ends    time.Time     `json:"ends,omitzero"`     // what is not finished is adjudicated then; zero: the season goes on until all is

	Contract   string            `json:"contract,omitempty"` // of its games
	Options    map[string]string `json:"options,omitempty"`  // readings that differ from the default
	Unfinished Unfinished        `json:"unfinished,omitempty"`
	LeastTurns int               `json:"least_turns,omitempty"` // that a game needs to be rated
	HandedOver int               `json:"handed_over,omitempty"` // turns after giving up his seat for which a game is still rated for a player
	// Machine is what a game counts that the machine finished in somebody's place; empty: as
	// it was played.
	Machine Machine `json:"machine,omitempty"`
	// Bar is for how long after the season nobody may enter another one whose time ran out more
	// often than the rules bear; 0: he may not enter the next season of this league.
	Bar time.Duration `json:"bar,omitempty"`
	// Reconstructed lists what is not taken from the rulebook in the data of the game, in
	// the words of its ruleset.
	Reconstructed []string `json:"reconstructed,omitempty"`
	// BothAccept says that nobody enters who has not accepted that.
	BothAccept bool `json:"both_accept,omitempty"`
}

// Machine says what a game counts that the machine finished. It is never rated.
type Machine string

// What it counts.
const (
	MachineCounts   Machine = "counts"  // what was played, for the entrant in whose place it was
	MachineForfeits Machine = "forfeit" // a forfeit of the entrant in whose place the machine played
)

// Unfinished says who decides a game that is not finished when the season closes, unless
// both players agree.
type Unfinished string

// The ways.
const (
	ByVerdicts Unfinished = "verdicts" // three members without interest, of whose verdicts the middle one counts
	ByPosition Unfinished = "position" // the level that the rulebook gives for the position
)

// Fixtures are all fixtures of the season, earlier rounds first.
func (s *State) Fixtures() []Fixture {
	var out []Fixture
	for _, m := range s.inOrder() {
		out = append(out, m.Fixture)
	}
	return out
}

// Begun reports whether lots are drawn.
func (s *State) Begun() bool { return s.drawn }

// Joined are all who entered, in order.
func (s *State) Joined() []string { return slices.Clone(s.joined) }

// InCount is how many of those who entered have not withdrawn.
func (s *State) InCount() (n int) {
	for _, name := range s.joined {
		if en := s.Entrants[name]; en != nil && !en.Left {
			n++
		}
	}
	return n
}

// Game is a game by its name, with the result that counts. It fails with [ErrUnknown].
func (s *State) Game(id string) (Game, error) {
	g := s.games[id]
	if g == nil {
		return Game{}, fmt.Errorf("%w: game %q", ErrUnknown, id)
	}
	return *s.effective(g), nil
}

// Entered reports whether a result of a game stands in the ledger, rather than follow from a
// withdrawal alone.
func (s *State) Entered(id string) bool { return s.games[id] != nil && s.games[id].Result != nil }

// AllGames are the games of all divisions with the results that count, earlier rounds first.
func (s *State) AllGames() []Game {
	var out []Game
	for _, m := range s.inOrder() {
		for _, g := range m.games {
			out = append(out, *s.effective(g))
		}
	}
	return out
}

// GamesOf are the games of a fixture with the results that count; none of a bye.
func (s *State) GamesOf(fixture string) []Game {
	m := s.fixtures[fixture]
	if m == nil {
		return nil
	}
	var out []Game
	for _, g := range m.games {
		out = append(out, *s.effective(g))
	}
	return out
}

// Unsided are the fixtures whose sides are not given yet.
func (s *State) Unsided() []Fixture {
	var out []Fixture
	for _, m := range s.inOrder() {
		if !m.sided && m.Away != "" && !slices.ContainsFunc(m.games, func(g *Game) bool { return s.effective(g).Result != nil }) {
			out = append(out, m.Fixture)
		}
	}
	return out
}

// HasBid reports whether somebody has bid in a fixture.
func (s *State) HasBid(fixture, entrant string) bool {
	m := s.fixtures[fixture]
	if m == nil {
		return false
	}
	_, made := m.seals[entrant]
	return made
}

// Credit is what the bids of a fixture credit its home and away with.
func (s *State) Credit(fixture string) [2]int {
	if m := s.fixtures[fixture]; m != nil {
		return m.credit
	}
	return [2]int{}
}

// Sided reports whether the sides of a fixture are given.
func (s *State) Sided(fixture string) bool {
	return s.fixtures[fixture] != nil && s.fixtures[fixture].sided
}

// Underway reports whether a game of a fixture has no result yet.
func (s *State) Underway(fixture string) bool {
	return slices.ContainsFunc(s.GamesOf(fixture), func(g Game) bool { return g.Result == nil })
}

// RoundDone reports whether all games of a division's last round have a result.
func (s *State) RoundDone(division int) bool {
	d := s.Divisions[division]
	if len(d.Rounds) == 0 {
		return true
	}
	for _, m := range d.Rounds[len(d.Rounds)-1] {
		for _, g := range m.games {
			if s.effective(g).Result == nil {
				return false
			}
		}
	}
	return true
}

// PointsOf is what a game gives to its first and second side; nothing without a result.
func (s *State) PointsOf(g Game) [2]standing.Points {
	if g.Result == nil {
		return [2]standing.Points{}
	}
	return s.Rules.points(&g)
}
