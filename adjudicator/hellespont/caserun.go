package hellespont

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/dice"
	"keryx/orders"
)

// RunCases implements [adjudicator.CaseRunner].
func (rs *ruleset) RunCases(r io.Reader) ([]adjudicator.CaseResult, error) {
	cases, err := ReadCases(r)
	if err != nil {
		return nil, err
	}
	results := make([]adjudicator.CaseResult, len(cases))
	for i, c := range cases {
		results[i] = adjudicator.CaseResult{ID: c.ID, Title: c.Title, Err: c.Run(rs)}
		results[i].Gives, results[i].Ends = c.shows()
	}
	return results, nil
}

// shows are the rules that the case names: those that it shows to hold, and those whose
// limits it shows. One in which an order is refused shows a limit.
func (c *Case) shows() (gives, ends []string) {
	refused := slices.ContainsFunc(c.Lines, func(l CaseLine) bool { return l.Word == "refused" })
	for _, l := range c.Lines {
		if l.Word != "rule" && l.Word != "limits" {
			continue
		}
		for id := range strings.SplitSeq(l.Rest, ";") {
			if id = strings.TrimSpace(id); refused || l.Word == "limits" {
				ends = append(ends, id)
			} else {
				gives = append(gives, id)
			}
		}
	}
	return gives, ends
}

// Run plays the case with the data of a ruleset of this package. It returns the
// first thing that is not as the case says, with its line.
func (c *Case) Run(r adjudicator.Ruleset) error {
	rs, ok := r.(*ruleset)
	if !ok {
		return fmt.Errorf("a case of Hellespont cannot be played by %s", r.Info().Name)
	}
	run := caseRun{rules: rs}
	defer func() {
		if run.session != nil {
			run.session.Close()
		}
	}()
	for _, l := range c.Lines {
		if err := run.line(l); err != nil {
			return fmt.Errorf("line %d, %s %s: %w", l.Number, l.Word, l.Rest, err)
		}
	}
	if run.session != nil && len(run.faults) > 0 {
		return fmt.Errorf("an order file was refused: %w", run.faults[0])
	}
	return nil
}

// caseRun is a case being played.
type caseRun struct {
	rules   *ruleset
	setup   adjudicator.Setup
	game    *game
	session *adjudicator.Session
	dice    scripted

	standing [2]string // orders in force at the start
	entry    int
	faults   []*orders.Diagnostic // of the last file, not expected so far
	seen     int                  // events that told lines have passed
}

// scripted is a source whose dice and draws come up as the case says.
type scripted struct{ faces, draws []int }

// Roll implements [dice.Source].
func (s *scripted) Roll(_ dice.Head, i, _ int) int {
	if i >= len(s.faces) {
		panic(fmt.Sprintf("the case gives no die number %d", i+1))
	}
	return s.faces[i]
}

// Draw implements [dice.Source].
func (s *scripted) Draw(_ dice.Head, i, n int) int {
	if i >= len(s.draws) {
		return 0
	}
	return s.draws[i] % n
}

func (run *caseRun) line(l CaseLine) error {
	if l.Word == "rule" || l.Word == "limits" {
		return nil
	}
	if l.Word != "refused" && len(run.faults) > 0 {
		return fmt.Errorf("the order file before was refused: %w", run.faults[0])
	}
	if side, section, ok := orderHead(l); ok {
		return run.take(side, section, l.Block)
	}
	if l.Rest == "" {
		return fmt.Errorf("nothing stands behind %q", l.Word)
	}
	if l.Word == "deadline" && run.session != nil {
		return run.expire(l.Rest)
	}
	if run.session == nil {
		if done, err := run.prepare(l); done || err != nil {
			return err
		}
	}
	return run.expect(l)
}

// orderHead recognises "athens:", "athens standing:" and "athens file:", and returns
// the heading that the lines below lack.
func orderHead(l CaseLine) (side adjudicator.Side, section string, ok bool) {
	head := strings.TrimSpace(l.Word + " " + l.Rest)
	for i, id := range sideIDs {
		switch head {
		case id + ":":
			return adjudicator.Side(i), "orders", true
		case id + " standing:":
			return adjudicator.Side(i), "standing", true
		case id + " file:":
			return adjudicator.Side(i), "", true
		}
	}
	return 0, "", false
}

// prepare follows a line of the position, and reports whether it is one.
func (run *caseRun) prepare(l CaseLine) (bool, error) {
	switch l.Word {
	case "version":
		e := editionOf(l.Rest)
		if run.game != nil {
			return true, fmt.Errorf("the version stands behind what is played under it")
		}
		if e == nil {
			return true, fmt.Errorf("no version of the rules is called so")
		}
		rules := *run.rules
		rules.edition, rules.version = *e, e.version
		run.rules = &rules
		return true, nil
	case "scenario":
		run.setup.Scenario = l.Rest
		return true, nil
	case "option":
		id, value, _ := strings.Cut(l.Rest, " ")
		if run.setup.Options == nil {
			run.setup.Options = map[string]string{}
		}
		run.setup.Options[id] = value
		return true, nil
	case "dice", "draws":
		return true, run.load(l)
	}
	g, err := run.position()
	if err != nil {
		return true, err
	}
	switch l.Word {
	case "month":
		g.turn = g.TurnNamed(l.Rest) - g.scenario.First
		if g.turn < 0 || g.turn > g.scenario.Last {
			return true, fmt.Errorf("no such month in the scenario")
		}
	case "state":
		var s saved
		if err := json.Unmarshal([]byte(l.Rest), &s); err != nil {
			return true, err
		}
		fresh, err := run.rules.empty(run.setup)
		if err != nil {
			return true, err
		}
		run.game = fresh
		return true, fresh.restore(&s)
	case "place":
		return true, run.place(g, l.Rest)
	case "ill", "wounded":
		i := g.Leader(l.Rest)
		if i < 0 {
			return true, fmt.Errorf("no such leader")
		}
		*map[string]*leaderSet{"ill": &g.ill, "wounded": &g.wounded}[l.Word] |= 1 << i
	case "hand":
		return true, run.hand(g, l.Rest)
	case "points", "supply", "shortage", "advantage", "initiative":
		return true, setMarker(g, l)
	case "standing":
		side := slices.Index(sideIDs[:], l.Rest)
		if side < 0 {
			return true, fmt.Errorf("no side %q", l.Rest)
		}
		run.standing[side] = strings.Join(l.Block, "\n")
	case "play":
		return true, run.open(l.Rest)
	default:
		return false, nil
	}
	return true, nil
}

// position returns the game of the case, with nothing on the map at first.
func (run *caseRun) position() (*game, error) {
	if run.game != nil {
		return run.game, nil
	}
	g, err := run.rules.empty(run.setup)
	if err != nil {
		return nil, err
	}
	g.advantage, g.supply = g.scenario.Advantage, [2]int{3, 3}
	for c := range g.Counters {
		g.cup.add(chit(c))
	}
	run.game = g
	return g, nil
}

// place reads "athens Sestos: T10 2xT4w Alcibiade".
func (run *caseRun) place(g *game, text string) error {
	side, z, names, err := run.stack(g, text)
	if err != nil {
		return err
	}
	for _, name := range names {
		if i := g.Leader(name); i >= 0 {
			g.placeLeader(leader(i), z)
			continue
		}
		n := 1
		if times, rest, ok := strings.Cut(name, "x"); ok {
			if n, err = strconv.Atoi(times); err != nil {
				return err
			}
			name = rest
		}
		label, weak := strings.CutSuffix(name, "w")
		for range n {
			u := g.spare(side, label)
			if u == noUnit {
				return fmt.Errorf("no counter %s is left", label)
			}
			g.place(u, z)
			g.turnOver(u, weak)
		}
	}
	return nil
}

// spare returns a unit of that label which is not on the map, or noUnit.
func (g *game) spare(side adjudicator.Side, label string) unit {
	for rest := g.of[side]; !rest.empty(); {
		if u := rest.pop(); g.labels[g.units[u].label] == label && g.where[u] == board.NoZone {
			return u
		}
	}
	return noUnit
}

// stack splits "athens Sestos: T10 P2".
func (run *caseRun) stack(g *game, text string) (adjudicator.Side, board.Zone, []string, error) {
	head, names, ok := strings.Cut(text, ":")
	id, name, _ := strings.Cut(strings.TrimSpace(head), " ")
	side := slices.Index(sideIDs[:], id)
	z, known := g.board.Zone(strings.TrimSpace(name))
	if !ok || side < 0 || !known {
		return 0, 0, nil, fmt.Errorf("not “SIDE ZONE: counters”")
	}
	return adjudicator.Side(side), z, strings.Fields(names), nil
}

func (run *caseRun) hand(g *game, text string) error {
	words := strings.Fields(text)
	side, err := sideWritten(words[0])
	if err != nil {
		return err
	}
	for _, id := range words[1:] {
		c := noChit
		for i := range g.Counters {
			if g.Counters[i].ID == id {
				c = chit(i)
			}
		}
		if c == noChit {
			return fmt.Errorf("no stratagem counter %q", id)
		}
		g.cup.drop(c)
		g.hand[side].add(c)
	}
	return nil
}

// sideWritten finds a side by its identifier.
func sideWritten(id string) (adjudicator.Side, error) {
	side := slices.Index(sideIDs[:], id)
	if side < 0 {
		return 0, fmt.Errorf("no side %q", id)
	}
	return adjudicator.Side(side), nil
}

// setMarker reads "points athens 3", "shortage sparta yes", "advantage athens".
func setMarker(g *game, l CaseLine) error {
	words := strings.Fields(l.Rest)
	if len(words) == 0 || slices.Index(sideIDs[:], words[0]) < 0 {
		return fmt.Errorf("a side is wanted")
	}
	side := adjudicator.Side(slices.Index(sideIDs[:], words[0]))
	switch l.Word {
	case "advantage":
		g.advantage = side
		return nil
	case "initiative":
		g.initiative = side
		return nil
	}
	if len(words) != 2 {
		return fmt.Errorf("a value is wanted")
	}
	if l.Word == "shortage" {
		g.shortage[side] = words[1] == "yes"
		return nil
	}
	n, err := strconv.Atoi(words[1])
	if err != nil {
		return err
	}
	*map[string]*int{"points": &g.points[side], "supply": &g.supply[side]}[l.Word] = n
	return nil
}

func (run *caseRun) load(l CaseLine) error {
	var numbers []int
	for _, word := range strings.Fields(l.Rest) {
		n, err := strconv.Atoi(word)
		if err != nil {
			return err
		}
		numbers = append(numbers, n)
	}
	if l.Word == "dice" {
		run.dice.faces = numbers
	} else {
		run.dice.draws = append(run.dice.draws, numbers...)
	}
	return nil
}

// open begins to play a part of the turn.
func (run *caseRun) open(what string) error {
	g := run.game
	part, ok := g.part(what)
	if !ok {
		return fmt.Errorf("no part of the turn is called %q", what)
	}
	run.entry = 1
	s, err := adjudicator.Open(staged{run.rules, &partGame{g, part}}, adjudicator.Snapshot{Turn: g.turn + 1, Standing: run.standing}, &run.dice, 1, dice.Head{})
	run.session = s
	return err
}

// head is what the dice of an input hang on: they are counted from each input anew.
func (run *caseRun) head() dice.Head { return dice.Head{byte(run.entry), byte(run.entry >> 8)} }

// fileText is an order file of a case, with the header that it lacks there.
func fileText(side adjudicator.Side, section string, lines []string) string {
	return fmt.Sprintf("game hel-1\nside %s\nanswers K7Q2-9XWM\n\n%s\n  %s\n", sideIDs[side], section, strings.Join(lines, "\n  "))
}

// take gives an order file to the session.
func (run *caseRun) take(side adjudicator.Side, section string, lines []string) error {
	if run.session == nil {
		return fmt.Errorf("an order file before “play”")
	}
	file, faults := orders.Parse(fileText(side, section, lines))
	if len(faults) > 0 {
		run.faults = faults
		return nil
	}
	run.entry++
	out, err := run.session.Take(adjudicator.Input{Entry: run.entry, Head: run.head(), Side: side, File: file})
	if err != nil {
		return err
	}
	run.faults, run.dice.faces = out.Faults, nil
	return run.game.Invariants()
}

// expire answers what a side is asked as a missed deadline does.
func (run *caseRun) expire(id string) error {
	side := slices.Index(sideIDs[:], id)
	if side < 0 {
		return fmt.Errorf("no side %q", id)
	}
	run.entry++
	_, err := run.session.Take(adjudicator.Input{Entry: run.entry, Head: run.head(), Side: adjudicator.Side(side)})
	run.dice.faces = nil
	if err != nil {
		return err
	}
	return run.game.Invariants()
}
