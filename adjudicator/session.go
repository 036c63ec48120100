package adjudicator

import (
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"reflect"
	"slices"
	"strings"

	"keryx/adjudicator/dice"
	"keryx/orders"
)

// Snapshot is a game at a turn boundary: what a [Session] starts from.
type Snapshot struct {
	Ruleset  string          `json:"ruleset"`
	Version  string          `json:"version"`
	Setup    Setup           `json:"setup"`
	Turn     int             `json:"turn"` // the turn to be played next, from 1
	State    json.RawMessage `json:"state"`
	Standing [2]string       `json:"standing"` // each side's standing orders, as text
	// Chain is what the dice hang on, at the start of the turn; nil in a game whose dice
	// hang on the entries of its ledger. It is the host's: a session does not look at it.
	Chain *dice.Chain `json:"chain,omitempty"`
}

// Begin sets up a game and returns the snapshot before its first turn.
func Begin(r Ruleset, s Setup) (Snapshot, error) {
	g, err := r.New(s)
	if err != nil {
		return Snapshot{}, fmt.Errorf("setting up %s: %w", r.Info().Name, err)
	}
	info := r.Info()
	return Snapshot{Ruleset: info.Name, Version: info.Version, Setup: s, Turn: 1, State: g.State()}, nil
}

// Input is one ledger entry that moves a game.
type Input struct {
	Entry int       // its sequence number
	Head  dice.Head // what the dice of what follows hang on: see [dice.Scheme]
	Side  Side
	File  *orders.File // of orders; nil if a deadline passed and defaults are to be taken
}

// Session plays one turn of one game: a turn snapshot and the inputs since.
// The same inputs give the same events, questions and state, byte for byte.
// A Session is used by one goroutine at a time and must be closed.
type Session struct {
	rules Ruleset
	lex   *orders.Lexicon
	setup Setup
	turn  int
	game  Game
	table Table
	next  func() (struct{}, bool)
	stop  func()
	seats [2]seat

	faults     []*orders.Diagnostic // of the file being taken
	recovering bool                 // a faulty order was skipped: do not report what hangs on it
	answers    []Answered
	planned    int         // throws and draws made when planning began
	strayed    bool        // since then, the other side has done more than the least, or had orders for it
	passed     [2][]string // verbs of the questions answered for a side since it last was asked
	planning   bool        // Plan was called
	meant      []Words     // see Meant

	first Game            // as the turn began, never played; nil until a copy is wanted
	state json.RawMessage // and as it was stored; nil in a turn that was entered in its middle
	tape  []taped         // all that the turn hangs on but its beginning and its dice

	watch func() // see Watch; nil for nobody

	ended  bool // the turn is over
	over   bool // and the game with it
	broken error
}

// Answered tells how a question was answered.
type Answered struct {
	Side  Side
	Kind  string // the question's
	Words Words
	From  Source
	Line  int     // of the order file
	Rule  Wording // the beginning of the standing order that answered
}

// Source tells where an answer came from.
type Source string

// The sources of answers.
const (
	FromOrders   Source = "orders"
	FromStanding Source = "standing"
	FromPhase    Source = "phase" // the side had passed for the rest of the phase
	FromDefault  Source = "default"
	FromPlayer   Source = "player" // given directly, in random play
)

// Outcome is what became of an input.
type Outcome struct {
	// Faults are all faults of a file that is refused. The session is then
	// spent: discard it and go on from the inputs before.
	Faults []*orders.Diagnostic
	// Answers are the questions answered for the side that wrote, in order.
	Answers []Answered
	// Waiting are the orders that no question has asked for yet.
	Waiting []orders.Statement
	// Replaced are those that waited before the file came, and that it does not hold.
	Replaced []orders.Statement
}

// Open starts the turn that follows a snapshot and plays it to its first
// question. Entry is the ledger's last when the turn was opened, and head what the
// dice hang on until the first input.
func Open(r Ruleset, snap Snapshot, d dice.Source, entry int, head dice.Head) (*Session, error) {
	g, err := r.Load(snap.Setup, snap.State)
	if err != nil {
		return nil, fmt.Errorf("restoring %s: %w", snap.Ruleset, err)
	}
	s, err := Enter(r, g, snap, d, entry, head)
	if err == nil {
		s.state = snap.State
	}
	return s, err
}

// Enter is [Open] with a game in the place of the snapshot's state, one that is made up
// or that plays only a part of its turn. The session plays on with that very game.
func Enter(r Ruleset, g Game, snap Snapshot, d dice.Source, entry int, head dice.Head) (*Session, error) {
	seats, err := readSeats(r, snap.Standing)
	if err != nil {
		return nil, err
	}
	s := &Session{rules: r, lex: r.Lexicon(), setup: snap.Setup, turn: snap.Turn, game: g, seats: seats}
	s.begin(Table{dice: d, entry: entry, head: head})
	return s, s.broken
}

// readSeats returns seats with standing orders in force, read from what is stored of them.
// The error says that they do not read any more.
func readSeats(r Ruleset, texts [2]string) ([2]seat, error) {
	s := Session{rules: r, lex: r.Lexicon()}
	for side, text := range texts {
		if err := s.restoreStanding(Side(side), text); err != nil {
			return s.seats, fmt.Errorf("side %d: %w", side, err)
		}
	}
	return s.seats, nil
}

// begin plays a turn from its beginning to its first question, on a table with its dice.
func (s *Session) begin(t Table) {
	t.active, t.working = Observer, Observer
	t.counts = [2]map[string]int{{}, {}}
	s.table = t
	s.start()
	s.settle()
}

// start makes the coroutine. The game does not run before its first resume.
func (s *Session) start() {
	s.next, s.stop = iter.Pull(func(yield func(struct{}) bool) {
		defer func() {
			if r := recover(); r != nil {
				if _, ok := r.(stopped); !ok {
					panic(r)
				}
			}
		}()
		s.table.yield = yield
		s.over = s.game.Turn(&s.table)
	})
}

// Close ends the session's coroutine. It may be called more than once.
func (s *Session) Close() { s.stop() }

// ErrBroken reports a game that failed in its own code. The game cannot go on
// without its referee.
var ErrBroken = errors.New("the game's own code failed")

// resume runs the game to its next question or to the end of the turn.
func (s *Session) resume() {
	defer func() {
		if r := recover(); r != nil {
			s.broken = fmt.Errorf("%w: turn %d, phase %s: %v", ErrBroken, s.turn, s.table.phase, r)
			s.ended = true
		}
	}()
	if _, running := s.next(); !running {
		s.ended = true
		s.dropQueues()
	}
	if s.watch != nil && s.table.row == nil {
		s.watch()
	}
}

// Watch has a function called whenever the game has gone on, and has stopped for a question or ended
// its turn. It may look at the game and at the events, and changes nothing. It is not called within a
// row of secret questions (see [Table.Apart]), where one side has gone further than the other may know.
func (s *Session) Watch(f func()) { s.watch = f }

// settle answers what can be answered from orders, standing orders and
// defaults, and lets the game run, until a question needs its player.
func (s *Session) settle() {
	for !s.ended && !s.table.held {
		answered := false
		for side := range s.table.open {
			q := s.table.open[side]
			if q == nil {
				continue
			}
			if a, ok := s.find(Side(side), q); ok {
				s.accept(Side(side), a)
				answered = true
			}
		}
		switch {
		case s.table.parted():
			s.resume() // what follows of it is secret as well
		case s.table.open[0] == nil && s.table.open[1] == nil:
			if s.table.unseal(); s.refusing() && s.table.shown {
				return // nothing behind what is secret may be looked at for a refusal
			}
			s.resume()
		case !answered:
			return
		}
	}
}

// refusing reports whether what is played in earnest will not be kept, since the file has
// a fault. A rehearsal shows nothing that is true, and may go on.
func (s *Session) refusing() bool { return len(s.faults) > 0 && !s.table.rehearsing }

// Take plays an input. It returns an error only if the game itself is broken;
// what is wrong with the orders stands in the outcome.
func (s *Session) Take(in Input) (Outcome, error) {
	t := &s.table
	t.begin(in)
	s.faults, s.recovering = nil, false
	before, waited := len(s.answers), s.Waiting(in.Side)
	if in.File == nil {
		s.seats[in.Side].defaulting(t)
	} else {
		s.load(in.Side, in.File)
	}
	if len(s.faults) == 0 || s.seats[in.Side].queue.waiting() {
		s.settle()
	}
	t.working = Observer
	out := Outcome{Faults: s.faults, Waiting: s.Waiting(in.Side)}
	if in.File != nil {
		out.Replaced = missingIn(in.File, waited)
	}
	for _, a := range s.answers[before:] {
		if a.Side == in.Side {
			out.Answers = append(out.Answers, a)
		}
	}
	return out, s.broken
}

// Waiting lists a side's orders that no question has asked for yet. They are its own, and nobody else's to read.
func (s *Session) Waiting(side Side) []orders.Statement { return s.seats[side].queue.statements() }

// missingIn lists those of some orders that a file does not hold.
func missingIn(f *orders.File, some []orders.Statement) []orders.Statement {
	held := map[string]int{}
	plain := func(st orders.Statement) string { return strings.Join(strings.Fields(orders.Fold(st.Text)), " ") }
	for _, g := range f.Groups {
		for _, st := range g.Statements {
			held[plain(st)]++
		}
	}
	return slices.DeleteFunc(slices.Clone(some), func(st orders.Statement) bool {
		held[plain(st)]--
		return held[plain(st)] >= 0
	})
}

// Answer answers a side's open question directly, as random play and searches
// do. It returns an error if nothing is asked or the answer is not legal.
func (s *Session) Answer(side Side, a Answer) error {
	q := s.table.open[side]
	if q == nil {
		return fmt.Errorf("nothing is asked of side %d", side)
	}
	if err := q.Form.Check(a); err != nil {
		return fmt.Errorf("answering %s: %w", q.Kind, err)
	}
	s.note(side, q, a, FromPlayer, nil, 0)
	s.passed[side] = s.passed[side][:0]
	s.give(side, a)
	return s.broken
}

// give answers a side's open question and lets the game run on.
func (s *Session) give(side Side, a Answer) {
	s.accept(side, a)
	s.settle()
}

// accept notes the answer to a side's open question, wherever it came from.
func (s *Session) accept(side Side, a Answer) {
	s.table.given[side], s.table.open[side] = a, nil
	s.tape = append(s.tape, taped{side: side, answer: a})
}

// Asked returns what is asked of a side now, or nil.
func (s *Session) Asked(side Side) *Question {
	if s.ended {
		return nil
	}
	return s.table.open[side]
}

// Again reports whether a side is asked in the midst of the enemy's doings what its player has
// answered before in the same phase, in the same words, and returns what has happened since.
func (s *Session) Again(side Side) (since []Event, again bool) {
	q, last := s.Asked(side), &s.seats[side].answered
	if q == nil || !q.Reaction || last.kind != q.Kind || last.phase != s.table.begun || !reflect.DeepEqual(last.prompt, q.Prompt) {
		return nil, false
	}
	return s.table.events[min(last.events, len(s.table.events)):], true
}

// Asks counts the questions put to a side since the turn began, so that one can
// tell whether the question open now is a new one.
func (s *Session) Asks(side Side) int { return s.table.asks[side] }

// Disclosed reports whether anything has been rolled, drawn, unsealed or asked of the
// other side since [Session.Plan] was called or the last input began.
func (s *Session) Disclosed() bool { return s.table.shown }

// Plan begins to plan for a side: from now on its answers are given with
// [Session.Answer], as long as [Session.Foreseen] holds. The session must be a
// copy of the game's own.
func (s *Session) Plan(side Side) {
	s.table.shown, s.table.working = false, side
	s.planned, s.strayed = s.table.throws(), false
	s.passed[side] = s.passed[side][:0]
	s.planning, s.meant = true, nil
}

// Meant returns the orders by which the side that plans says that it means what has ended by itself
// since it last was asked, where that harms it: without them a file would be refused. They stand in
// the file before its next order.
func (s *Session) Meant() []Words {
	meant := s.meant
	s.meant = nil
	return meant
}

// endsBySelf takes note of a settled question of the side that plans, and reports whether it has to be
// ordered in a file.
func (s *Session) endsBySelf(side Side, q *Question) bool {
	form, ok := q.Form.(Cautious)
	if !ok || !s.planning || s.table.working != side || !s.Foreseen() {
		return false
	}
	end := q.Form.Default()
	if form.Caution(end, nil, &orders.Statement{}) == nil {
		return false
	}
	s.meant = append(s.meant, end.Words())
	return true
}

// Foreseen reports whether everything since [Session.Plan] is what the side that
// plans can count on: nothing was thrown or drawn, the other side had sent no orders in
// for what it was asked, and its standing orders did the least that they could.
func (s *Session) Foreseen() bool { return s.table.throws() == s.planned && !s.strayed }

// Passed reports whether an order with this verb would be taken for the answer to
// another question than the open one: one that the side was not asked, since its
// standing orders answered it or only one answer was left, after [Session.Plan] or its
// last [Session.Answer]. A file is read in its order, whatever moment its author has in
// mind.
func (s *Session) Passed(side Side, verb Keyword) bool {
	return slices.Contains(s.passed[side], string(verb))
}

// Redice makes what is thrown and drawn from now on come from another source.
func (s *Session) Redice(d dice.Source) { s.table.dice = d }

// Ended reports whether the turn has been played to its end.
func (s *Session) Ended() bool { return s.ended }

// Over reports whether the game ended with the turn.
func (s *Session) Over() bool { return s.over }

// Turn is the number of the turn in play, from 1.
func (s *Session) Turn() int { return s.turn }

// Phase is the phase of the sequence of play that the turn is in, as [Table.Phase]
// announced it; empty before the first.
func (s *Session) Phase() string { return s.table.phase }

// Phases counts the phases that have begun in the turn, so that one can tell whether two
// moments lie in the same.
func (s *Session) Phases() int { return s.table.begun }

// Setup is what the game was created with.
func (s *Session) Setup() Setup { return s.setup }

// Game gives access to the game in play, for its view, result and invariants.
func (s *Session) Game() Game { return s.game }

// Events lists what has happened since the turn began. The slice must not be changed.
func (s *Session) Events() []Event { return s.table.events }

// Answers lists how the turn's questions were answered, in order.
func (s *Session) Answers() []Answered { return s.answers }

// Hush makes the session forgo its events, for random play.
func (s *Session) Hush() { s.table.quiet = true }

// Snapshot returns the game after the turn that this session has played. It
// panics if the turn has not ended.
func (s *Session) Snapshot() Snapshot {
	if !s.ended || s.broken != nil {
		panic("adjudicator: a snapshot in the middle of a turn")
	}
	info := s.rules.Info()
	snap := Snapshot{Ruleset: info.Name, Version: info.Version, Setup: s.setup, Turn: s.turn + 1, State: s.game.State()}
	for side := range s.seats {
		snap.Standing[side] = s.seats[side].text()
	}
	return snap
}

// Standing returns the text of the side's standing orders in force, for a reader of
// a language.
func (s *Session) Standing(side Side, language orders.Language) string {
	return s.seats[side].textIn(s.rules, language)
}

func (s *Session) restoreStanding(side Side, text string) error {
	if strings.TrimSpace(text) == "" {
		return nil
	}
	f, faults := orders.ParseStanding(text)
	if len(faults) > 0 {
		return fmt.Errorf("the stored standing orders no longer read: %w", faults[0])
	}
	s.setStanding(side, f)
	if len(s.faults) > 0 {
		return fmt.Errorf("the stored standing orders no longer read: %w", s.faults[0])
	}
	return nil
}
