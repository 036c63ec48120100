package cases

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"strconv"
	"strings"

	"keryx/adjudicator"
	"keryx/adjudicator/dice"
	"keryx/orders"
)

// Result is what became of one case.
type Result struct {
	ID    string
	Title string
	// Gives are the rules that the case shows to hold, Ends those that it shows to end or
	// to forbid something.
	Gives, Ends []string
	Err         error // the first thing that is not as the case says, with its line; nil if all is
}

// Play plays a file of cases. The error says where the text is no such file; what is not
// as a case says stands in its result.
func Play(rules Rules, r io.Reader) ([]Result, error) {
	all, err := Read(r)
	if err != nil {
		return nil, err
	}
	results := make([]Result, len(all))
	for i, c := range all {
		results[i] = Result{ID: c.ID, Title: c.Title, Err: c.Play(rules)}
		results[i].Gives, results[i].Ends = c.shows()
	}
	return results, nil
}

// Play plays the case. It returns the first thing that is not as the case says, with its
// line.
func (c *Case) Play(rules Rules) error {
	t := Begin(rules)
	defer t.Close()
	for _, l := range c.Lines {
		if err := t.Follow(l); err != nil {
			return fmt.Errorf("line %d, %s %s: %w", l.Number, l.Word, brief(l.Rest), err)
		}
	}
	return t.End()
}

// longest is how many letters of a line an error repeats: more than lines have that people
// write, and less than a state.
const longest = 100

// brief is what an error repeats of a line.
func brief(text string) string {
	if letters := []rune(text); len(letters) > longest {
		return string(letters[:longest]) + "…"
	}
	return text
}

// Trial is a case being played, line by line.
type Trial struct {
	rules   Rules
	setup   adjudicator.Setup
	game    adjudicator.Game
	stage   Stage
	session *adjudicator.Session
	dice    scripted

	standing [2]string // orders in force at the start
	entry    int
	faults   []*orders.Diagnostic // of the last file, not expected so far
	seen     int                  // events that told lines have passed
}

// Begin begins a case. Close it in the end.
func Begin(rules Rules) *Trial { return &Trial{rules: rules} }

// Session is the part of the turn in play, or nil before the line that plays it.
func (t *Trial) Session() *adjudicator.Session { return t.session }

// End returns an error if the last order file was refused, and the case does not say so; also if the game cannot be stored.
func (t *Trial) End() error {
	if len(t.faults) > 0 {
		return fmt.Errorf("an order file was refused: %w", t.faults[0])
	}
	if t.game == nil {
		return nil
	}
	return t.stored()
}

// stored returns an error if the game is another one once it was stored and read.
func (t *Trial) stored() error {
	state := t.game.State()
	if c, ok := t.game.(adjudicator.Cloner); ok && !bytes.Equal(c.Clone().State(), state) {
		return fmt.Errorf("a copy of the game is another one: %s", c.Clone().State())
	}
	g, err := t.rules.Load(t.setup, state)
	if err != nil {
		return fmt.Errorf("reading the game as it is stored: %w", err)
	}
	if again := g.State(); !bytes.Equal(again, state) {
		return fmt.Errorf("stored and read the game is another one: %s", again)
	}
	return nil
}

// Close ends the part of the turn in play.
func (t *Trial) Close() {
	if t.session != nil {
		t.session.Close()
	}
}

// Follow follows the next line. The error says what is not as the line says, or why it
// cannot stand there.
func (t *Trial) Follow(l Line) error {
	if l.Word == "rule" || l.Word == "limits" {
		return nil
	}
	if l.Word != "refused" && len(t.faults) > 0 {
		return fmt.Errorf("the order file before was refused: %w", t.faults[0])
	}
	if side, text, ok := t.File(l); ok {
		return t.take(side, text)
	}
	if text, force, ok := amendment(l); ok {
		return t.amend(text, force)
	}
	if l.Rest == "" {
		return fmt.Errorf("nothing stands behind %q", l.Word)
	}
	if l.Word == "dice" || l.Word == "draws" {
		return t.load(l)
	}
	switch {
	case t.session == nil:
		if done, err := t.prepare(l); done || err != nil {
			return err
		}
	case l.Word == "deadline":
		return t.expire(l.Rest)
	case l.Word == "play":
		return t.goOn(l.Rest)
	}
	return t.expect(l)
}

// goOn plays another part of the turn from where the game stands. Events are told of from there on, and draws that have
// come up are gone.
func (t *Trial) goOn(what string) error {
	t.Close()
	t.seen, t.dice.draws, t.dice.drawn = 0, t.dice.draws[min(t.dice.drawn, len(t.dice.draws)):], 0
	return t.open(what)
}

// File returns the order file of a line "SIDE:", "SIDE standing:" or "SIDE file:" with the
// lines below it, and the header and heading that they lack there; false if the line is
// none of these.
func (t *Trial) File(l Line) (side adjudicator.Side, text string, ok bool) {
	head := strings.TrimSpace(l.Word + " " + l.Rest)
	info := t.rules.Info()
	for i, id := range info.Sides {
		for what, heading := range map[string]string{":": "orders", " standing:": "standing", " file:": ""} {
			if head == id+what {
				return adjudicator.Side(i), fmt.Sprintf("game %s-1\nside %s\nanswers K7Q2-9XWM\n\n%s\n  %s\n",
					info.Prefix, id, heading, strings.Join(l.Block, "\n  ")), true
			}
		}
	}
	return 0, "", false
}

// side finds a side by its identifier.
func (t *Trial) side(id string) (adjudicator.Side, error) {
	side, ok := t.rules.Info().Seat(id)
	if !ok {
		return 0, fmt.Errorf("no side %q", id)
	}
	return side, nil
}

// prepare follows a line of the position, and reports whether it is one.
func (t *Trial) prepare(l Line) (bool, error) {
	switch l.Word {
	case "version", "scenario", "option", "state":
		return true, t.setUp(l)
	case "standing":
		side, err := t.side(l.Rest)
		if err != nil {
			return true, err
		}
		t.standing[side] = strings.Join(l.Block, "\n")
		return true, nil
	}
	if err := t.position(); err != nil {
		return true, err
	}
	if l.Word == "play" {
		return true, t.open(l.Rest)
	}
	return t.stage.Prepare(l)
}

// setUp follows a line that says what game it is.
func (t *Trial) setUp(l Line) error {
	if t.game != nil {
		return fmt.Errorf("the %s stands behind what hangs on it", l.Word)
	}
	switch l.Word {
	case "version":
		rules, err := version(t.rules, l.Rest)
		if err != nil {
			return err
		}
		t.rules = rules
	case "scenario":
		t.setup.Scenario = l.Rest
	case "option":
		id, value, _ := strings.Cut(l.Rest, " ")
		if t.setup.Options == nil {
			t.setup.Options = map[string]string{}
		}
		t.setup.Options[id] = value
	case "state":
		t.named()
		g, err := t.rules.Load(t.setup, []byte(l.Rest))
		if err != nil {
			return err
		}
		t.game, t.stage = g, t.rules.Stage(g)
	}
	return nil
}

// named fills in the scenario of a case that names none: the ruleset's first, as for a game
// that is created.
func (t *Trial) named() {
	if all := t.rules.Info().Scenarios; t.setup.Scenario == "" && len(all) > 0 {
		t.setup.Scenario = all[0]
	}
}

// position makes the game of the case, with nothing on the board at first.
func (t *Trial) position() error {
	if t.game != nil {
		return nil
	}
	t.named()
	g, err := t.rules.Bare(t.setup)
	if err != nil {
		return err
	}
	t.game, t.stage = g, t.rules.Stage(g)
	return nil
}

// load notes what comes up next: dice in the place of those there were, draws behind
// those there are.
func (t *Trial) load(l Line) error {
	var numbers []int
	for _, word := range strings.Fields(l.Rest) {
		n, err := strconv.Atoi(word)
		if err != nil {
			return err
		}
		numbers = append(numbers, n)
	}
	if l.Word == "dice" {
		t.dice.faces = numbers
	} else {
		for len(t.dice.draws) < t.dice.drawn { // those of which the case said nothing
			t.dice.draws = append(t.dice.draws, 0)
		}
		t.dice.draws = append(t.dice.draws, numbers...)
	}
	return nil
}

// open begins to play a part of the turn.
func (t *Trial) open(what string) error {
	part, ok := t.stage.Part(what)
	if !ok {
		return fmt.Errorf("no part of the turn is called %q", what)
	}
	t.entry = 1
	s, err := adjudicator.Enter(t.rules, part, adjudicator.Snapshot{Setup: t.setup, Turn: 1, Standing: t.standing}, &t.dice, 1, dice.Head{})
	t.session = s
	return err
}

// input is the next of a side: the dice are counted from each one anew.
func (t *Trial) input(side adjudicator.Side, file *orders.File) adjudicator.Input {
	t.entry++
	in := adjudicator.Input{Entry: t.entry, Side: side, File: file}
	binary.LittleEndian.PutUint16(in.Head[:], uint16(t.entry))
	return in
}

// take gives an order file to the session.
func (t *Trial) take(side adjudicator.Side, text string) error {
	if t.session == nil {
		return fmt.Errorf("an order file before “play”")
	}
	file, faults := orders.Parse(text)
	if len(faults) > 0 {
		t.faults = faults
		return nil
	}
	out, err := t.session.Take(t.input(side, file))
	if err != nil {
		return err
	}
	t.faults, t.dice.faces = out.Faults, nil
	return t.game.Invariants()
}

// expire answers what a side is asked as a missed deadline does.
func (t *Trial) expire(id string) error {
	side, err := t.side(id)
	if err != nil {
		return err
	}
	if _, err := t.session.Take(t.input(side, nil)); err != nil {
		return err
	}
	t.dice.faces = nil
	return t.game.Invariants()
}

// scripted is a source whose dice and draws come up as the case says.
type scripted struct {
	faces, draws []int
	drawn        int // how many have come up
}

// Roll implements [dice.Source].
func (s *scripted) Roll(_ dice.Head, i, _ int) int {
	if i >= len(s.faces) {
		panic(fmt.Sprintf("the case gives no die number %d", i+1))
	}
	return s.faces[i]
}

// Draw implements [dice.Source].
func (s *scripted) Draw(_ dice.Head, i, n int) int {
	if s.drawn = i + 1; i >= len(s.draws) {
		return 0
	}
	return s.draws[i] % n
}
