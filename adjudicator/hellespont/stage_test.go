package hellespont

import (
	"strings"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/stage"
	"keryx/adjudicator/board"
	"keryx/adjudicator/cases"
	"keryx/adjudicator/dice"
	"keryx/adjudicator/draw"
	"keryx/adjudicator/ruletest"
	"keryx/orders"
)

// staged plays one part of the rules on a position of the test's own.
type staged struct {
	*ruleset
	scene *scene
}

// Load returns the position whatever was saved.
func (s staged) Load(adjudicator.Setup, []byte) (adjudicator.Game, error) { return s.scene, nil }

// scene is a game whose turn is the part of the rules under test.
type scene struct {
	*game
	part func(t *adjudicator.Table)
}

func (s *scene) Turn(t *adjudicator.Table) bool {
	s.part(t)
	return false
}

// loaded is a source whose dice come up as written.
type loaded []int

func (l loaded) Roll(_ dice.Head, i, _ int) int { return l[i] }
func (l loaded) Draw(dice.Head, int, int) int   { return 0 }

// emptyField returns a game of scenario 10.1 with nothing on the map.
func emptyField(t *testing.T) *game {
	t.Helper()
	g, err := Default().(*ruleset).empty(adjudicator.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	g.Pool = draw.Pool{}
	g.supply = [2]int{3, 3}
	g.Advantage = sparta
	g.BeginPhase(athens)
	return g
}

// put places counters: "athens T10 2xT4w Alcibiade at M5".
func put(t *testing.T, g *game, lines ...string) {
	t.Helper()
	for _, line := range lines {
		force, z, _ := strings.Cut(line, " at ")
		side, force, _ := strings.Cut(force, " ")
		if err := (stage.Stage{Battles: g.war()}).Place(side + " " + z + ": " + force); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
	}
}

func zone(t *testing.T, g *game, id string) board.Zone {
	t.Helper()
	z, ok := g.Board.Zone(id)
	if !ok {
		t.Fatalf("no zone %s", id)
	}
	return z
}

// give puts the counters of the given faces, "S18A/S10A", into a hand.
func give(t *testing.T, g *game, s adjudicator.Side, ids ...string) {
	t.Helper()
	line := cases.Line{Word: "hand", Rest: sideIDs[s] + " " + strings.Join(ids, " ")}
	if _, err := (stage.Stage{Battles: g.war()}).Prepare(line); err != nil {
		t.Fatal(err)
	}
}

// perform plays a part of the rules with these dice and these answers: "athens
// retreat to M5". An answer "athens !code order" must be refused with that code.
// Every question must be answered and every answer be asked for. It returns what
// was told, as keys without their prefix.
func perform(t *testing.T, g *game, faces []int, part func(t *adjudicator.Table), answers ...string) []string {
	t.Helper()
	rules := staged{Default().(*ruleset), &scene{g, part}}
	s, err := adjudicator.Open(rules, adjudicator.Snapshot{Turn: 1}, loaded(faces), 1, dice.Head{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for _, line := range answers {
		side := athens
		if strings.HasPrefix(line, "sparta ") {
			side = sparta
		}
		text := line[strings.Index(line, " ")+1:]
		code := ""
		if strings.HasPrefix(text, "!") {
			code, text, _ = strings.Cut(text[1:], " ")
		}
		q := s.Asked(side)
		if q == nil {
			t.Fatalf("%q: %s is asked nothing; told so far: %v", line, sideIDs[side], told(s))
		}
		answer(t, s, side, q, text, code)
	}
	for side := athens; side <= sparta; side++ {
		if q := s.Asked(side); q != nil {
			t.Fatalf("%s is still asked %s: %v; told so far: %v", sideIDs[side], q.Kind, q.Form.Choices(), told(s))
		}
	}
	if err := g.Invariants(); err != nil {
		t.Error(err)
	}
	return told(s)
}

// answer gives an answer as an order, which must be refused if a code is given.
func answer(t *testing.T, s *adjudicator.Session, side adjudicator.Side, q *adjudicator.Question, text, code string) {
	t.Helper()
	st, err := ruletest.Statement(text)
	if err != nil {
		t.Fatal(err)
	}
	v, fault := Default().Lexicon().Lookup(st.Verb, orders.VerbKind)
	if fault != nil {
		t.Fatalf("%q: %v", text, fault)
	}
	o, faults := Default().ReadOrder(v.ID, st)
	if len(faults) > 0 {
		t.Fatalf("%q: %v", text, faults[0])
	}
	a, fault := q.Form.Accept(o, st)
	switch {
	case code != "" && fault == nil:
		t.Fatalf("%q is accepted as an answer to %s, want %s", text, q.Kind, code)
	case code != "":
		if fault.Code != code {
			t.Fatalf("%q: refused with %v, want %s", text, fault, code)
		}
		return
	case fault != nil:
		t.Fatalf("%q: %v (asked: %s)", text, fault, q.Kind)
	}
	if err := s.Answer(side, a); err != nil {
		t.Fatalf("%q: %v", text, err)
	}
}

func told(s *adjudicator.Session) []string {
	var keys []string
	for _, e := range s.Events() {
		_, key, _ := strings.Cut(e.Public.Key, ".event.")
		keys = append(keys, key)
	}
	return keys
}

// stands checks what a side has in a zone: "T10 2xT4w Alcibiade", "" for nothing.
func stands(t *testing.T, g *game, s adjudicator.Side, id, want string) {
	t.Helper()
	var names []string
	for _, term := range g.war().Present(s, zone(t, g, id)) {
		names = append(names, term.ID)
	}
	if got := strings.Join(names, " "); got != want {
		t.Errorf("%s in %s has %q, want %q", sideIDs[s], id, got, want)
	}
}
