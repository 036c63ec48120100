package adjudicator

import (
	"slices"

	"keryx/adjudicator/dice"
)

// Table is where a game is played: a ruleset's code asks, tells, rolls and
// draws on it. The code runs as a coroutine of its [Session] and is suspended
// in Ask until the answer is there. A Table is used by that code alone.
type Table struct {
	yield func(struct{}) bool
	dice  dice.Source

	phase  string
	place  string            // of the next throw, if the rules name one
	active Side              // whose phase it is, or Observer if it is both sides'
	counts [2]map[string]int // how often each phase has begun for a side this turn
	begun  int               // phases begun this turn, of whatever name

	open  [2]*Question
	slots [2]Question
	given [2]Answer
	// sealed is set while a question is open to both sides at once: an answer to it
	// shows nothing before the other one is there.
	sealed bool
	row    *row   // of secret questions, while one is asked: see [Table.Apart]
	asks   [2]int // questions put to each side this turn
	rowed  [2]int // of these, in rows behind their first: the enemy does not know how many

	quiet  bool
	events []Event
	rolls  []Roll    // rolled since the last event
	rolled int       // dice rolled since the head changed
	entry  int       // ledger sequence number of what is being played
	head   dice.Head // what the dice hang on
	draws  int       // hidden draws this turn
	dealt  int       // of these, by Deal
	tape   []uint8   // all that was thrown and drawn this turn, in order
	trail  *Trail    // what has happened since the last mark; nil before the first

	shown   bool // something new has been rolled, drawn, asked or unsealed since the input began
	working Side // whose input is being played, or Observer

	anew bool // the game has been entered anew in its phase: see [Session.Amend]

	rehearsing bool // nothing is thrown or drawn: see [Session.Rehearse]
	held       bool // a rehearsal has come to a throw or a draw
}

// stopped unwinds a game whose session has been closed.
type stopped struct{}

// Ask puts a question to one side and returns its answer.
func (t *Table) Ask(side Side, q Question) Answer {
	t.together("Ask")
	t.put(side, q)
	t.wait()
	t.trail.answered(side, t.given[side])
	return t.given[side]
}

// AskBoth puts a secret question to each side at once and returns both answers;
// neither side learns of the other's before. Where more follows from an answer before the
// enemy's is known, see [Table.Apart].
func (t *Table) AskBoth(first, second Question) (Answer, Answer) {
	t.together("AskBoth")
	t.put(0, first)
	t.put(1, second)
	t.sealed = true
	t.wait()
	for side, a := range t.given {
		t.trail.answered(Side(side), a)
	}
	t.trail.together(first.Kind, second.Kind)
	return t.given[0], t.given[1]
}

func (t *Table) put(side Side, q Question) {
	if side != t.working && (t.row == nil || t.row.desks[side].asked == 0) {
		t.shown = true // that he must answer is news to both; how far he is in his row is not
	}
	t.asks[side]++
	t.slots[side] = q
	t.open[side] = &t.slots[side]
}

// unseal notes that both sides have answered: if they were asked at once, either now
// learns what the other has answered, and when one of them had done so before, that he
// had.
func (t *Table) unseal() {
	t.shown = t.shown || t.sealed
	t.sealed = false
}

func (t *Table) wait() {
	if !t.yield(struct{}{}) {
		panic(stopped{})
	}
}

// hold ends a rehearsal at a throw or a draw.
func (t *Table) hold() {
	if t.rehearsing {
		t.held = true
		t.wait()
	}
}

// Tell records an event. The dice rolled since the last event are attached to
// it unless it brings its own. The phase is filled in.
func (t *Table) Tell(e Event) {
	t.together("Tell")
	if t.quiet {
		t.rolls = t.rolls[:0]
		return
	}
	e.Phase = t.phase
	if e.Rolls == nil && len(t.rolls) > 0 {
		e.Rolls = slices.Clone(t.rolls)
	}
	t.rolls = t.rolls[:0]
	t.events = append(t.events, e)
}

// Heard reports whether anybody listens. A ruleset may save itself the trouble
// of composing events when nobody does.
func (t *Table) Heard() bool { return !t.quiet }

// At names the place of the next throw or draw, such as the zone of a combat, and returns the table:
// t.At(zone).Die(). It changes nothing but what [dice.Common] gives: plans that are tried out with
// common dice meet the same ones in a place, whatever was thrown elsewhere.
func (t *Table) At(place string) *Table {
	t.place = place
	return t
}

// spot tells dice that hang on where they are thrown where that is.
func (t *Table) spot() {
	if d, ok := t.dice.(dice.Spotted); ok {
		count := 0
		for _, counts := range t.counts {
			count = max(count, counts[t.phase])
		}
		d.At(dice.Spot{Phase: t.phase, Count: count, Side: int8(t.active), Place: t.place})
	}
	t.place = ""
}

// Roll throws n public dice of six sides. The faces are in the order thrown.
func (t *Table) Roll(n int) []int {
	t.together("Roll")
	t.hold()
	t.shown = true
	t.spot()
	r := Roll{Entry: t.entry, Index: t.rolled, Sides: 6, Faces: make([]int, n)}
	for i := range r.Faces {
		r.Faces[i] = t.dice.Roll(t.head, t.rolled, 6)
		t.rolled++
		t.tape = append(t.tape, uint8(r.Faces[i]))
	}
	if !t.quiet {
		t.rolls = append(t.rolls, r)
	}
	t.trail.thrown(r.Faces)
	return r.Faces
}

// Die throws one public die of six sides.
func (t *Table) Die() int { return t.Roll(1)[0] }

// Draw makes a hidden draw among n things: 0 to n-1, 1 <= n <= 256.
func (t *Table) Draw(n int) int {
	t.together("Draw")
	t.hold()
	t.shown = true
	return t.draw(n)
}

// draw makes the next hidden draw of the turn.
func (t *Table) draw(n int) int {
	t.trail.hide()
	t.spot()
	t.draws++
	drawn := t.dice.Draw(t.head, t.draws-1, n)
	t.tape = append(t.tape, uint8(drawn)) // below 256
	return drawn
}

// Deal makes a hidden draw as Draw does, of no consequence to the side whose turn it is:
// under which of the names that look alike to the enemy its pieces go on. So it ends no
// rehearsal, and an order file can still be refused behind it; nobody is mailed for it. What
// is legal must not hang on it, and how often it is called hangs on what both sides know. In
// a rehearsal every number is 0.
func (t *Table) Deal(n int) int {
	t.together("Deal")
	t.dealt++
	if t.rehearsing {
		t.draws++
		t.tape = append(t.tape, 0)
		return 0
	}
	return t.draw(n)
}

// throws counts the dice thrown since the head changed and the draws made this turn, but
// for those of no consequence.
func (t *Table) throws() int { return t.rolled + t.draws - t.dealt }

// begin turns to an input. Dice that hang on the same head as those before are the next
// ones of that head, never the same again.
func (t *Table) begin(in Input) {
	if t.entry = in.Entry; t.head != in.Head {
		t.head, t.rolled = in.Head, 0
	}
	t.shown, t.working = false, in.Side
}

// Disclose tells the table that the side whose orders are being played has
// just learnt something, so that its order file cannot be taken back any more.
// Rolls, draws, questions to the other side and its sealed answers do so by themselves.
func (t *Table) Disclose() {
	t.together("Disclose")
	t.shown = true
}

// Phase announces that a phase of the sequence of play begins, such as "B.3",
// and whose it is ([Observer] if it is both sides'). Orders under a phase
// heading wait for it.
func (t *Table) Phase(name string, active Side) {
	t.together("Phase")
	if t.anew && name == t.phase && active == t.active {
		t.anew = false // it has begun before
		return
	}
	t.anew = false
	t.phase, t.active = name, active
	t.begun++
	for side := range t.counts {
		if active == Observer || active == Side(side) {
			t.counts[side][name]++
		}
	}
}
