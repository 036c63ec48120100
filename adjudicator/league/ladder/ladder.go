// Package ladder keeps a ladder: a standing order in which one rises by challenging those
// above. It is a pure state of values: every change is given its time, and what follows
// from time alone happens in [Ladder.Tick].
package ladder

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"
)

// Rules of a ladder.
type Rules struct {
	Reach     int           `json:"reach"`      // how many places above one may challenge
	Answer    time.Duration `json:"answer"`     // to answer a challenge, or the place is lost
	Again     time.Duration `json:"again"`      // before the same pair may play once more, from the end of its game
	AtOnce    int           `json:"at_once"`    // challenges and games of one player
	Idle      time.Duration `json:"idle"`       // without a game: down below the next who has played, and again each time that it passes; 0: never
	HalfWay   bool          `json:"half_way"`   // the winner rises half of the way to the loser's place, rounded up
	LeastTurn int           `json:"least_turn"` // a game with fewer turns changes no place unless it was forfeit

	Declined   Cost `json:"declined"`   // what it costs to decline a challenge
	Unanswered Cost `json:"unanswered"` // not to answer one in time
	Cancelled  Cost `json:"cancelled"`  // to call off one that was made
}

// Cost is what it costs not to play.
type Cost string

// The costs.
const (
	// Place has the challenger rise as if he had won. Who calls his own challenge off goes down
	// below the next.
	Place Cost = "place"
	// Free costs nothing.
	Free Cost = "nothing"
)

func (c Cost) known() bool { return c == Place || c == Free }

// Default are customary rules.
func Default() Rules {
	const day = 24 * time.Hour
	return Rules{Reach: 4, Answer: 7 * day, Again: 30 * day, AtOnce: 2, Idle: 60 * day, Declined: Place, Unanswered: Place, Cancelled: Place}
}

// What a ladder refuses.
var (
	// ErrRules reports rules that cannot be.
	ErrRules = errors.New("not rules of a ladder")
	// ErrPlayer reports one who is on the ladder already, or is not.
	ErrPlayer = errors.New("not on the ladder, or already")
	// ErrChallenge reports a challenge that may not be, or that there is not; see [Refusal].
	ErrChallenge = errors.New("no such challenge")
)

// Why somebody may not be challenged.
type Why string

// The reasons.
const (
	Allowed    Why = ""
	Himself    Why = "himself"
	Below      Why = "below"       // he stands below
	TooFar     Why = "too-far"     // he stands further up than the ladder lets one reach
	Busy       Why = "busy"        // he has as many challenges as he may
	YouAreBusy Why = "you-busy"    // you have
	Lately     Why = "lately"      // you played lately
	Open       Why = "open"        // there is a challenge between you
	NotThere   Why = "not-there"   // he is not on the ladder
	YouAreNot  Why = "you-are-not" // you are not
)

// Refusal is a challenge that may not be made, and why; it is an [ErrChallenge].
type Refusal struct {
	Challenger, Challenged string
	Why                    Why
	Until                  time.Time // for [Lately]: when it may be
}

// Error implements error.
func (r *Refusal) Error() string {
	return fmt.Sprintf("%s may not challenge %s: %s", r.Challenger, r.Challenged, r.Why)
}

// Is makes a refusal an [ErrChallenge].
func (r *Refusal) Is(target error) bool { return target == ErrChallenge }

// Player is one on the ladder.
type Player struct {
	Name  string    `json:"name"`
	Most  int       `json:"most,omitempty"` // challenges and games at once, if he wants fewer than the rules allow
	Games int       `json:"games"`          // finished; without one he is shown but not ranked
	Idle  time.Time `json:"idle"`           // since when he has not finished a game, or lost a place for it
	// Spared is when he loses a place for it at the earliest, if that was put off: he was absent.
	Spared time.Time `json:"spared,omitzero"`
}

// Challenge is a challenge, and once it is accepted the game that follows from it.
type Challenge struct {
	Number     int       `json:"number"` // the how many-th on the ladder, from 1
	Challenger string    `json:"challenger"`
	Challenged string    `json:"challenged"`
	Made       time.Time `json:"made"`
	Until      time.Time `json:"until"` // by when it is to be answered
	Accepted   bool      `json:"accepted"`
}

// Move says that somebody's place changed, places counting from 1.
type Move struct {
	Player  string `json:"player"`
	From    int    `json:"from"`
	To      int    `json:"to"`
	Because string `json:"because"` // "won", "declined", "cancelled", "timeout", "idle", "left"
}

type meeting struct{ one, other string }

func between(a, b string) meeting { return meeting{min(a, b), max(a, b)} }

// Ladder is a ladder. Players stand in order of place, the best first.
type Ladder struct {
	Rules      Rules
	Players    []Player
	Challenges []Challenge
	made       int                   // challenges ever made
	last       map[meeting]time.Time // end of the last game of a pair
}

// New is an empty ladder. It fails with [ErrRules].
func New(r Rules) (*Ladder, error) {
	switch {
	case r.Reach < 1:
		return nil, fmt.Errorf("%w: reach is %d, want a place at least", ErrRules, r.Reach)
	case r.AtOnce < 1:
		return nil, fmt.Errorf("%w: at_once is %d, want a challenge at least", ErrRules, r.AtOnce)
	case r.Answer <= 0 || r.Again < 0 || r.Idle < 0:
		return nil, fmt.Errorf("%w: answer is %s, again %s and idle %s, want times, the first longer than nothing", ErrRules, r.Answer, r.Again, r.Idle)
	case r.LeastTurn < 0:
		return nil, fmt.Errorf("%w: least_turns is %d, want none at least", ErrRules, r.LeastTurn)
	case !r.Declined.known() || !r.Unanswered.known() || !r.Cancelled.known():
		return nil, fmt.Errorf("%w: declined costs %q, unanswered %q and cancelled %q, want %q or %q each", ErrRules, r.Declined, r.Unanswered, r.Cancelled, Place, Free)
	}
	return &Ladder{Rules: r, last: map[meeting]time.Time{}}, nil
}

func (l *Ladder) place(name string) int {
	return slices.IndexFunc(l.Players, func(p Player) bool { return p.Name == name })
}

// Clone copies the ladder.
func (l *Ladder) Clone() *Ladder {
	c := *l
	c.Players, c.Challenges, c.last = slices.Clone(l.Players), slices.Clone(l.Challenges), maps.Clone(l.last)
	return &c
}

// Join puts a newcomer at the foot. most is how many challenges and games at once he wants to
// have; 0 leaves that to the rules.
func (l *Ladder) Join(name string, most int, at time.Time) error {
	if name == "" || l.place(name) >= 0 {
		return fmt.Errorf("%w: %q", ErrPlayer, name)
	}
	l.Players = append(l.Players, Player{Name: name, Most: most, Idle: at})
	return nil
}

// Leave takes a player off; those below move up. To leave is to decline what he is challenged
// to, and to give up what he plays: who challenged him has his place before he goes.
func (l *Ladder) Leave(name string, at time.Time) ([]Move, error) {
	if l.place(name) < 0 {
		return nil, fmt.Errorf("%w: %q", ErrPlayer, name)
	}
	var moves []Move
	for _, c := range slices.Clone(l.Challenges) {
		if c.Challenger != name && c.Challenged != name {
			continue
		}
		i := l.numbered(c.Number)
		l.Challenges = slices.Delete(l.Challenges, i, i+1)
		l.last[between(c.Challenger, c.Challenged)] = at
		if c.Challenged == name {
			moves = append(moves, l.rise(c.Challenger, name, "left")...)
		}
	}
	i := l.place(name)
	l.Players = slices.Delete(l.Players, i, i+1)
	return moves, nil
}

func (l *Ladder) open(name string) (n int) {
	for _, c := range l.Challenges {
		if c.Challenger == name || c.Challenged == name {
			n++
		}
	}
	return n
}

// full reports whether somebody has as many challenges and games as he may.
func (l *Ladder) full(place int) bool {
	p, most := l.Players[place], l.Rules.AtOnce
	if p.Most > 0 {
		most = min(most, p.Most)
	}
	return l.open(p.Name) >= most
}

// May says why one may not challenge another at a time, or [Allowed].
func (l *Ladder) May(challenger, challenged string, at time.Time) *Refusal {
	me, he := l.place(challenger), l.place(challenged)
	r := &Refusal{Challenger: challenger, Challenged: challenged}
	free := l.last[between(challenger, challenged)].Add(l.Rules.Again)
	_, played := l.last[between(challenger, challenged)]
	switch {
	case me < 0:
		r.Why = YouAreNot
	case he < 0:
		r.Why = NotThere
	case me == he:
		r.Why = Himself
	case he > me:
		r.Why = Below
	case me-he > l.Rules.Reach:
		r.Why = TooFar
	case slices.ContainsFunc(l.Challenges, func(c Challenge) bool {
		return between(c.Challenger, c.Challenged) == between(challenger, challenged)
	}):
		r.Why = Open
	case played && at.Before(free):
		r.Why, r.Until = Lately, free
	case l.full(me):
		r.Why = YouAreBusy
	case l.full(he):
		r.Why = Busy
	}
	return r
}

// List says of everybody above a player whether he may challenge him, and why not: the
// Why of those whom he may is [Allowed].
func (l *Ladder) List(name string, at time.Time) []Refusal {
	var out []Refusal
	for _, p := range l.Players[:max(0, l.place(name))] {
		out = append(out, *l.May(name, p.Name, at))
	}
	return out
}

// Challenge makes a challenge, or fails with a [Refusal].
func (l *Ladder) Challenge(challenger, challenged string, at time.Time) (Challenge, error) {
	if r := l.May(challenger, challenged, at); r.Why != Allowed {
		return Challenge{}, r
	}
	return l.challenge(challenger, challenged, at), nil
}

func (l *Ladder) challenge(challenger, challenged string, at time.Time) Challenge {
	l.made++
	c := Challenge{Number: l.made, Challenger: challenger, Challenged: challenged, Made: at, Until: at.Add(l.Rules.Answer)}
	l.Challenges = append(l.Challenges, c)
	return c
}

func (l *Ladder) numbered(number int) int {
	return slices.IndexFunc(l.Challenges, func(c Challenge) bool { return c.Number == number })
}

// Numbered is the challenge of a number, whether it is accepted or not. It fails with
// [ErrChallenge] if there is none, or none any more.
func (l *Ladder) Numbered(number int) (Challenge, error) {
	if i := l.numbered(number); i >= 0 {
		return l.Challenges[i], nil
	}
	return Challenge{}, fmt.Errorf("%w: number %d", ErrChallenge, number)
}

// Accept accepts a challenge: a game begins.
func (l *Ladder) Accept(number int, at time.Time) error {
	i := l.numbered(number)
	if i < 0 || l.Challenges[i].Accepted || at.After(l.Challenges[i].Until) {
		return fmt.Errorf("%w: number %d is not to be accepted", ErrChallenge, number)
	}
	l.Challenges[i].Accepted = true
	return nil
}

// Decline declines a challenge, or calls one off that was made; it costs what the rules say.
func (l *Ladder) Decline(number int, by string, at time.Time) ([]Move, error) {
	c, err := l.Numbered(number)
	if err != nil {
		return nil, err
	}
	if by != c.Challenger && by != c.Challenged {
		return nil, fmt.Errorf("%w: number %d is not one of %q", ErrChallenge, number, by)
	}
	l.done(c, at)
	if by == c.Challenged {
		l.played(c.Challenger, at) // it is not his fault that he does not play
		if l.Rules.Declined == Free {
			return nil, nil
		}
		return l.rise(c.Challenger, by, "declined"), nil
	}
	if i := l.place(by); l.Rules.Cancelled == Place && i+1 < len(l.Players) {
		return []Move{l.shift(i, i+1, "cancelled")}, nil
	}
	return nil, nil
}

// played begins the time anew after which one loses a place who does not play.
func (l *Ladder) played(name string, at time.Time) {
	if i := l.place(name); i >= 0 && at.After(l.Players[i].Idle) {
		l.Players[i].Idle = at
	}
}

// Postpone has a challenge that is not accepted be answered by another time.
func (l *Ladder) Postpone(number int, until time.Time) error {
	i := l.numbered(number)
	if i < 0 || l.Challenges[i].Accepted || until.Before(l.Challenges[i].Made) {
		return fmt.Errorf("%w: number %d cannot be put off", ErrChallenge, number)
	}
	l.Challenges[i].Until = until
	return nil
}

// Spare has a player lose no place for not playing before a time.
func (l *Ladder) Spare(name string, until time.Time) error {
	i := l.place(name)
	if i < 0 {
		return fmt.Errorf("%w: %q", ErrPlayer, name)
	}
	l.Players[i].Spared = until
	return nil
}

// done takes a challenge off.
func (l *Ladder) done(c Challenge, at time.Time) {
	i := l.numbered(c.Number)
	l.Challenges = slices.Delete(l.Challenges, i, i+1)
	l.last[between(c.Challenger, c.Challenged)] = at
}

// Ending is how a game ended.
type Ending struct {
	Winner  string // nobody in a draw
	Turns   int
	Forfeit bool
	Void    bool // it counts for nothing but the place of one who never played: Winner is then the other
}

// End ends a game. One that was too short changes no place, unless it was forfeit.
func (l *Ladder) End(number int, e Ending, at time.Time) ([]Move, error) {
	c, err := l.Numbered(number)
	if err != nil {
		return nil, err
	}
	if !c.Accepted || e.Winner != "" && e.Winner != c.Challenger && e.Winner != c.Challenged {
		return nil, fmt.Errorf("%w: number %d cannot end so", ErrChallenge, number)
	}
	l.done(c, at)
	loser := c.Challenger
	if e.Winner == c.Challenger {
		loser = c.Challenged
	}
	for _, name := range []string{c.Challenger, c.Challenged} {
		if !e.Void || e.Winner == "" || e.Winner == name {
			l.played(name, at) // but for one who never came
		}
	}
	switch {
	case e.Void && e.Winner == "":
		return nil, nil
	case e.Void:
		return l.rise(e.Winner, loser, "timeout"), nil
	case e.Turns < l.Rules.LeastTurn && !e.Forfeit:
		return nil, nil
	}
	for _, name := range []string{c.Challenger, c.Challenged} {
		l.Players[l.place(name)].Games++
	}
	if e.Winner == "" {
		return nil, nil
	}
	return l.rise(e.Winner, loser, "won"), nil
}

// rise moves the winner to the loser's place if that is better, or half of the way; those
// between move down.
func (l *Ladder) rise(winner, loser, because string) []Move {
	from, to := l.place(winner), l.place(loser)
	if from <= to {
		return nil
	}
	if l.Rules.HalfWay {
		to = from - (from-to+1)/2
	}
	return []Move{l.shift(from, to, because)}
}

func (l *Ladder) shift(from, to int, because string) Move {
	p := l.Players[from]
	l.Players = slices.Insert(slices.Delete(l.Players, from, from+1), to, p)
	return Move{Player: p.Name, From: from + 1, To: to + 1, Because: because}
}

// Overdue are the challenges that were not answered in time.
func (l *Ladder) Overdue(at time.Time) (out []Challenge) {
	for _, c := range l.Challenges {
		if !c.Accepted && at.After(c.Until) {
			out = append(out, c)
		}
	}
	return out
}

// Due reports whether [Ladder.Tick] would change anything.
func (l *Ladder) Due(at time.Time) bool { return len(l.Overdue(at)) > 0 || len(l.idle(at)) > 0 }

// Tick does what time brings: challenges that were not answered are lost, in the order in
// which they were made; then who has not played for too long goes down below the next who
// has, once for each time that has passed. It may be called as often as one likes.
func (l *Ladder) Tick(at time.Time) []Move {
	var moves []Move
	for _, c := range l.Overdue(at) {
		l.done(c, c.Until)
		l.played(c.Challenger, at)
		if l.Rules.Unanswered == Place {
			moves = append(moves, l.rise(c.Challenger, c.Challenged, "timeout")...)
		}
	}
	for idle := l.idle(at); len(idle) > 0; idle = l.idle(at) {
		for i := len(l.Players) - 1; i >= 0; i-- {
			if !idle[l.Players[i].Name] {
				continue
			}
			l.Players[i].Idle = l.drops(l.Players[i])
			if i+1 < len(l.Players) && !idle[l.Players[i+1].Name] {
				moves = append(moves, l.shift(i, i+1, "idle"))
			}
		}
	}
	return moves
}

// drops is when a player loses a place if he does not play.
func (l *Ladder) drops(p Player) time.Time {
	at := p.Idle.Add(l.Rules.Idle)
	if p.Spared.After(at) {
		return p.Spared
	}
	return at
}

// idle are those who have not played for too long.
func (l *Ladder) idle(at time.Time) map[string]bool {
	out := map[string]bool{}
	for _, p := range l.Players {
		if l.Rules.Idle > 0 && at.After(l.drops(p)) && !l.Active(p.Name) {
			out[p.Name] = true
		}
	}
	return out
}

// Active reports whether a game of somebody is going on, or he waits for the answer to a
// challenge: he loses no place for not playing then.
func (l *Ladder) Active(name string) bool {
	return slices.ContainsFunc(l.Challenges, func(c Challenge) bool {
		return c.Challenger == name || c.Accepted && c.Challenged == name
	})
}

// Next is the first moment at which [Ladder.Tick] may change something; false if there is none
// as long as nobody does anything.
func (l *Ladder) Next() (next time.Time, ok bool) {
	sooner := func(at time.Time) {
		if !ok || at.Before(next) {
			next, ok = at, true
		}
	}
	for _, c := range l.Challenges {
		if !c.Accepted {
			sooner(c.Until)
		}
	}
	for _, p := range l.Players {
		if l.Rules.Idle > 0 && !l.Active(p.Name) {
			sooner(l.drops(p))
		}
	}
	return next, ok
}

// Drops is when a player loses a place if he does not play; false if he does not.
func (l *Ladder) Drops(name string) (time.Time, bool) {
	i := l.place(name)
	if i < 0 || l.Rules.Idle == 0 || l.Active(name) {
		return time.Time{}, false
	}
	return l.drops(l.Players[i]), true
}

// Place is somebody's place, from 1; 0 if he has none.
func (l *Ladder) Place(name string) int { return l.place(name) + 1 }

// Rank is somebody's rank among those who have finished a game, from 1; 0 if he has none.
func (l *Ladder) Rank(name string) int {
	return 1 + slices.IndexFunc(l.Ranked(), func(p Player) bool { return p.Name == name })
}

// Ranked are the players with a finished game, best first; the others are on the ladder,
// but have no rank yet.
func (l *Ladder) Ranked() []Player {
	return slices.DeleteFunc(slices.Clone(l.Players), func(p Player) bool { return p.Games == 0 })
}
