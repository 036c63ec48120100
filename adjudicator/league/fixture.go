package league

import (
	"time"

	"keryx/adjudicator/league/standing"
)

// Fixture is a pairing of a round. Home has the first side in its first game. A Fixture
// without Away is a bye.
type Fixture struct {
	ID   string `json:"fixture"` // "1-3-2": second pairing of the third round of the first division
	Home string `json:"home"`
	Away string `json:"away,omitempty"`
}

// Ending is how a game of a league ended.
type Ending string

// The endings.
const (
	ByPlay         Ending = "play"
	ByAdjudication Ending = "adjudication" // not finished when the season closed
	ByForfeit      Ending = "forfeit"      // the winner did not have to play it out
	BothForfeit    Ending = "both-forfeit"
	Void           Ending = "void" // one never answered: he who did is named winner and has a bye; without a winner: annulled
	// Reopened withdraws a result: the game is played on, and has none until it ends again.
	Reopened Ending = "reopened"
)

// Result is the result of a game.
type Result struct {
	Game    string  `json:"game"`
	Winner  string  `json:"winner,omitempty"` // nobody in a draw
	Level   string  `json:"level,omitempty"`  // victory level
	Victory [2]int  `json:"victory"`          // victory points of the first and second side, credit included
	Board   *[2]int `json:"board,omitempty"`  // those of the board alone, whatever ended the game; nil: it tells none
	Turns   int     `json:"turns"`            // played by both
	How     Ending  `json:"how"`
	Ruling  string  `json:"ruling,omitempty"` // why it replaces another result
	Flags   [2]int  `json:"flags"`            // time-outs of the first and second side
	// Verdicts are those of the three members of whom the middle one counts; none otherwise.
	Verdicts []Verdict `json:"verdicts,omitempty"`
}

// Game is a game of a fixture.
type Game struct {
	ID      string // the fixture's and "-1" or "-2"
	Fixture string
	First   string // entrant who has the first side
	Second  string
	Started bool
	Host    string // its name on the server once it has started: "hel-7"
	Result  *Result
	History []Entered // all results that it has had, in their order
}

// Entered is a result, and when it came into the ledger.
type Entered struct {
	Result
	At time.Time
}

// match is a fixture with its games.
type match struct {
	Fixture
	division, round int
	games           []*Game
	seals           map[string]Seal
	sided           bool
	credit          [2]int // of home and away
	number          int    // of the challenge, on a ladder
	act             int    // of the ladder that its result is, from 1; 0: it has none
}

// points of a game for the first and second side; nothing for a void one.
func (r Rules) points(g *Game) (p [2]standing.Points) {
	res := g.Result
	win := 0
	if res.Winner == g.Second {
		win = 1
	}
	switch res.How {
	case BothForfeit:
	case ByForfeit, Void:
		if res.Winner != "" {
			p[win] = r.best()
		}
	default:
		w := r.Points[res.Level]
		p[win], p[1-win] = w.Winner, w.Loser
	}
	return p
}

// round is what a match was for one of its two, as the table wants it. A game without a
// result whose player withdrew is forfeit.
func (s *State) roundOf(m *match, me string) standing.Round {
	r := standing.Round{Number: m.round, Of: s.Rules.best() * standing.Points(s.Rules.games()), First: m.Home == me}
	if m.Away == "" {
		r.How, r.Points = standing.FreeBye, r.Of
		return r
	}
	r.Opponent = m.Home
	if m.Home == me {
		r.Opponent = m.Away
	}
	played, void := false, false
	r.Record, r.Each = s.recordOf(m, me), s.eachOf(m, me)
	for _, g := range m.games {
		g := s.effective(g)
		if g.Result == nil {
			r.Pending, played = true, true
			continue
		}
		mine := 0
		if g.Second == me {
			mine = 1
		}
		p := s.Rules.points(g)
		r.Points += p[mine]
		void = void || g.Result.How == Void
		if g.Result.How == ByPlay || g.Result.How == ByAdjudication {
			played = true
			r.Games = append(r.Games, standing.Game{
				ID: g.ID, Scenario: s.Rules.Scenario, Side: s.Rules.Sides[mine], Points: p[mine],
				Victory: g.Result.Victory[mine], Theirs: g.Result.Victory[1-mine],
			})
		}
	}
	switch {
	case played:
		r.How = standing.Played
	case r.Points > 0 && void:
		r.How = standing.FreeBye
	case void:
		r.How = standing.Absent
	case r.Points > 0:
		r.How = standing.ForfeitWon
	default:
		r.How = standing.ForfeitLost
	}
	return r
}

// effective is the game with the forfeits that follow from withdrawals.
func (s *State) effective(g *Game) *Game {
	if g.Result != nil {
		return g
	}
	first, second := s.Entrants[g.First].Left, s.Entrants[g.Second].Left
	res := Result{Game: g.ID, How: ByForfeit}
	switch {
	case first && second:
		res.How = BothForfeit
	case first:
		res.Winner = g.Second
	case second:
		res.Winner = g.First
	default:
		return g
	}
	copied := *g
	copied.Result = &res
	return &copied
}
