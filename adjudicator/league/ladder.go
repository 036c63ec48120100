package league

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"keryx/adjudicator/dice"
	"keryx/adjudicator/league/ladder"
	"keryx/adjudicator/league/standing"
)

// A ladder is a season without rounds: who is entered challenges those above him, and a
// challenge that is accepted is a fixture of one game, or of two. Each act is an entry, so that the
// order is what the entries come to.

// SidesBy says who has which side in a game of a ladder.
type SidesBy string

// The ways.
const (
	// Alternating has the sides of a pair change from game to game; in its first game he has
	// the first side who had it less often on the ladder, and the dice decide where both had
	// it equally often.
	Alternating SidesBy = "alternate"
	// ByDice has the dice of the league decide each time.
	ByDice SidesBy = "dice"
	// ByBids has both bid for the side of each game, sealed.
	ByBids SidesBy = "bids"
	// Swapped has a challenge be two games, each with the sides of the other one.
	Swapped SidesBy = "swapped"
)

// Bounds of a ladder's rules: who is on it reads all of it in a letter.
const (
	maxLadder      = 200
	maxReach       = 50
	maxAtOnce      = 20
	longestOnWords = 400 * 24 * time.Hour
)

// byChallenges has whoever wants to play challenge one above him.
func byChallenges() format {
	return format{name: Ladder, check: Rules.checkLadder, challenges: true}
}

// checkLadder refuses rules of a ladder that cannot be.
func (r Rules) checkLadder() error {
	if r.Ladder == nil {
		return fmt.Errorf("%w: a ladder needs its rules", ErrRules)
	}
	if _, err := ladder.New(*r.Ladder); err != nil {
		return fmt.Errorf("%w: %w", ErrRules, err)
	}
	l := *r.Ladder
	switch {
	case len(r.Divisions) != 1 || r.Size > maxLadder:
		return fmt.Errorf("%w: a ladder has one division, of at most %d", ErrRules, maxLadder)
	case !slices.Contains([]SidesBy{Alternating, ByDice, ByBids, Swapped}, r.SidesBy):
		return fmt.Errorf("%w: sides by %q, want %q, %q, %q or %q", ErrRules, r.SidesBy, Swapped, Alternating, ByDice, ByBids)
	case r.Twice != (r.SidesBy == Swapped):
		return fmt.Errorf("%w: a challenge is two games if sides are %q, and else one", ErrRules, Swapped)
	case l.Reach > maxReach || l.AtOnce > maxAtOnce || max(l.Answer, l.Again, l.Idle) > longestOnWords:
		return fmt.Errorf("%w: a ladder lets one reach at most %d places up and play %d games at once, and no time of it is longer than %d days",
			ErrRules, maxReach, maxAtOnce, int(longestOnWords.Hours()/24))
	}
	return nil
}

// raise begins a ladder: it is open for all time, and needs no lots.
func (s *State) raise() error {
	l, err := ladder.New(*s.Rules.Ladder)
	if err != nil {
		return err
	}
	s.Ladder, s.drawn = l, true
	return nil
}

// do does an act on the ladder and remembers it.
func (s *State) do(a ladder.Act) ([]ladder.Move, error) {
	moves, err := s.Ladder.Do(a)
	if err == nil {
		s.acts = append(s.acts, a)
	}
	return moves, err
}

// mount puts one who enters at the foot.
func (s *State) mount(j Joining, at time.Time) error {
	if len(s.Ladder.Players) >= s.Rules.Size {
		return fmt.Errorf("%w: the ladder has %d players and takes no more", ErrFull, s.Rules.Size)
	}
	if _, err := s.do(ladder.Act{What: ladder.Joins, Player: j.Entrant, Most: j.Most, At: at}); err != nil {
		return err
	}
	if d := s.Divisions[0]; !slices.Contains(d.Order, j.Entrant) {
		d.Order = append(d.Order, j.Entrant)
	}
	return nil
}

func (s *State) applyLadder(e Entry) error {
	if s.Ladder == nil {
		return fmt.Errorf("%w: this is no ladder", ErrOrder)
	}
	switch e.Kind {
	case Challenged:
		return with(e, func(c Challenge) error { return s.challenge(c, e.Time) })
	case Accepted:
		return with(e, func(a Acceptance) error { return s.accept(a, e.Time) })
	case Declined:
		return with(e, func(r Refusal) error { return s.refuse(r, e.Time) })
	case Postponed:
		return with(e, func(p Postponing) error { return s.postpone(p, e.Time) })
	}
	return with(e, func(l Lapse) error { return s.lapse(l, e.Time) })
}

func (s *State) challenge(c Challenge, at time.Time) error {
	if c.Number != s.NextChallenge() {
		return fmt.Errorf("%w: number %d of a challenge", ErrOrder, c.Number)
	}
	_, err := s.do(ladder.Act{What: ladder.Challenges, Player: c.Challenger, Other: c.Challenged, Number: c.Number, At: at})
	return err
}

// NextChallenge is the number of the next challenge on the ladder.
func (s *State) NextChallenge() int {
	n := 1
	for _, a := range s.acts {
		if a.What == ladder.Challenges {
			n++
		}
	}
	return n
}

// Accepting is the acceptance of a challenge, as the ledger would have it now; the source
// decides about sides where the rules leave them to the dice.
func (s *State) Accepting(number int, received time.Time, source dice.Source) (Acceptance, error) {
	c, err := s.Ladder.Numbered(number)
	if err != nil {
		return Acceptance{}, err
	}
	draw := source.Roll(s.Head, 0, 2) - 1
	a := Acceptance{Number: number, Received: received.UTC().Truncate(time.Millisecond), Game: s.nextGame().ID + "-1"}
	if s.Rules.SidesBy != ByBids {
		a.First = s.firstSide(c.Challenger, c.Challenged, draw)
	}
	return a, nil
}

// nextGame is the fixture of the next game on the ladder.
func (s *State) nextGame() Fixture {
	return Fixture{ID: fmt.Sprintf("1-%d-1", len(s.Divisions[0].Rounds)+1)}
}

// firstSide is who has the first side in the next game of two; draw is 0 or 1.
func (s *State) firstSide(challenger, challenged string, draw int) string {
	both := [2]string{challenger, challenged}
	if s.Rules.SidesBy == ByDice {
		return both[draw]
	}
	var had [2]int
	last := ""
	for _, m := range s.inOrder() {
		for _, g := range m.games {
			for i, name := range both {
				if g.First == name {
					had[i]++
				}
			}
			if slices.Contains(both[:], g.First) && slices.Contains(both[:], g.Second) {
				last = g.Second
			}
		}
	}
	switch {
	case last != "":
		return last
	case had[0] < had[1]:
		return challenger
	case had[1] < had[0]:
		return challenged
	}
	return both[draw]
}

func (s *State) accept(a Acceptance, at time.Time) error {
	c, err := s.Ladder.Numbered(a.Number)
	if err != nil {
		return err
	}
	f := s.nextGame()
	switch {
	case a.Received.After(at) || a.Game != f.ID+"-1":
		return fmt.Errorf("%w: game %q, received at %s", ErrOrder, a.Game, a.Received)
	case s.Rules.SidesBy == ByBids:
		if a.First != "" {
			return fmt.Errorf("%w: the first side is bid for", ErrOrder)
		}
	case a.First != s.firstSide(c.Challenger, c.Challenged, 0) && a.First != s.firstSide(c.Challenger, c.Challenged, 1):
		return fmt.Errorf("%w: the first side is not due to %q", ErrOrder, a.First)
	}
	if _, err := s.do(ladder.Act{What: ladder.Accepts, Number: a.Number, At: a.Received}); err != nil {
		return err
	}
	f.Home, f.Away = c.Challenger, c.Challenged
	d := s.Divisions[0]
	m := &match{Fixture: f, round: len(d.Rounds) + 1, seals: map[string]Seal{}, sided: a.First != "", number: a.Number}
	first, second := c.Challenger, c.Challenged
	if a.First == second {
		first, second = second, first
	}
	for i := range s.Rules.games() {
		g := &Game{ID: f.ID + "-" + strconv.Itoa(i+1), Fixture: f.ID, First: first, Second: second}
		first, second = second, first
		m.games = append(m.games, g)
		s.games[g.ID] = g
	}
	d.Rounds = append(d.Rounds, []*match{m})
	s.fixtures[f.ID] = m
	return nil
}

// postpone puts off by when a challenge is to be answered, or when somebody loses a place who
// does not play.
func (s *State) postpone(p Postponing, at time.Time) error {
	act := ladder.Act{What: ladder.Postpones, Number: p.Number, Until: p.Until, At: at}
	if p.Number == 0 {
		act.What, act.Player = ladder.Spares, p.Entrant
	}
	if p.Until.Before(at) {
		return fmt.Errorf("%w: it cannot be put off until a time that has passed", ErrOrder)
	}
	_, err := s.do(act)
	return err
}

// refuse declines a challenge whose game has not begun.
func (s *State) refuse(r Refusal, at time.Time) error {
	c, err := s.Ladder.Numbered(r.Number)
	if err != nil {
		return err
	}
	if c.Accepted {
		return fmt.Errorf("%w: its game has begun", ErrOrder)
	}
	act := ladder.Act{What: ladder.Declines, Number: r.Number, Player: r.By, At: at}
	moves, err := s.Ladder.Clone().Do(act)
	if err != nil {
		return err
	}
	if !slices.Equal(moves, r.Moves) {
		return fmt.Errorf("%w: these moves do not follow", ErrOrder)
	}
	_, err = s.do(act)
	return err
}

// Refusing is the refusal of a challenge, as the ledger would have it now.
func (s *State) Refusing(number int, by string, at time.Time) (Refusal, error) {
	moves, err := s.Ladder.Clone().Decline(number, by, at)
	return Refusal{Number: number, By: by, Moves: moves}, err
}

// Lapsing is what time has brought to the ladder, and whether there is anything.
func (s *State) Lapsing(at time.Time) (l Lapse, any bool) {
	if s.Ladder == nil || !s.Ladder.Due(at) {
		return l, false
	}
	for _, c := range s.Ladder.Overdue(at) {
		l.Overdue = append(l.Overdue, c.Number)
	}
	l.Moves = s.Ladder.Clone().Tick(at)
	return l, true
}

func (s *State) lapse(l Lapse, at time.Time) error {
	want, any := s.Lapsing(at)
	if !any || !slices.Equal(want.Overdue, l.Overdue) || !slices.Equal(want.Moves, l.Moves) {
		return fmt.Errorf("%w: this is not what time has brought", ErrOrder)
	}
	_, err := s.do(ladder.Act{What: ladder.Passes, At: at})
	return err
}

// settle has the ladder follow the result of a game: one that is new is an act like any
// other; where a ruling changes or withdraws one, all is done once more with what holds now.
func (s *State) settle(g *Game, at time.Time) error {
	if s.Ladder == nil {
		return nil
	}
	m := s.fixtures[g.Fixture]
	ending, ended := s.outcome(m)
	if m.act > 0 {
		acts := slices.Clone(s.acts)
		if acts[m.act-1].Ending = ending; !ended {
			acts[m.act-1] = ladder.Act{What: ladder.Nothing}
		}
		again, err := ladder.Replay(*s.Rules.Ladder, acts)
		if err != nil {
			return err
		}
		s.Ladder, s.acts = again, acts
		if !ended {
			m.act = 0
		}
		return nil
	}
	if _, err := s.Ladder.Numbered(m.number); err != nil || !ended {
		return nil // one of the two has left, which ended it; or the other game is played yet
	}
	if _, err := s.do(ladder.Act{What: ladder.Ends, Number: m.number, Ending: ending, At: at}); err != nil {
		return err
	}
	m.act = len(s.acts)
	return nil
}

// outcome is what the games of a challenge come to, once all of them have a result: who has more
// points, and with as many who has the greater margin of victory points.
func (s *State) outcome(m *match) (e ladder.Ending, ended bool) {
	points := map[string]standing.Points{}
	margin, void, forfeit := 0, 0, 0
	for _, g := range m.games {
		if g.Result == nil {
			return e, false
		}
		p := s.Rules.points(g)
		points[g.First] += p[0]
		points[g.Second] += p[1]
		switch g.Result.How {
		case Void, BothForfeit:
			void++
		case ByForfeit:
			forfeit++
		default:
			e.Turns = max(e.Turns, g.Result.Turns)
			lead := g.Result.Victory[0] - g.Result.Victory[1]
			if g.First != m.Home {
				lead = -lead
			}
			margin += lead
		}
	}
	e.Void, e.Forfeit = void == len(m.games), forfeit > 0
	home, away := points[m.Home], points[m.Away]
	switch {
	case home > away, home == away && s.Rules.Twice && margin > 0:
		e.Winner = m.Home
	case home < away, home == away && s.Rules.Twice && margin < 0:
		e.Winner = m.Away
	}
	return e, true
}

// Number is that of the challenge that a game of a ladder follows from; 0 in the other formats.
func (s *State) Number(game string) int {
	if g := s.games[game]; g != nil {
		return s.fixtures[g.Fixture].number
	}
	return 0
}

// closeLadder is how a ladder would end: whoever is first among the ranked has the title, and
// the next begins in the order of this one.
func (s *State) closeLadder() Closing {
	var c Closing
	if ranked := s.Ladder.Ranked(); len(ranked) > 0 {
		c.Champions = []string{ranked[0].Name}
	}
	c.Next = [][]string{{}}
	for _, p := range s.Ladder.Players {
		c.Next[0] = append(c.Next[0], p.Name)
	}
	return c
}
