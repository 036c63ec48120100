package hellespont

import (
	"strings"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
	"keryx/adjudicator/dice"
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
	g.supply = [2]int{3, 3}
	g.Advantage = sparta
	g.BeginPhase(athens)
	return g
}

// put places counters: "athens T10 2xT4w Alcibiade at M5".
func put(t *testing.T, g *game, lines ...string) {
	t.Helper()
	for _, line := range lines {
		words := strings.Fields(line)
		s := athens
		if words[0] == "sparta" {
			s = sparta
		}
		z := zone(t, g, words[len(words)-1])
		for _, w := range words[1 : len(words)-2] {
			if l := g.Leader(w); l >= 0 {
				g.PlaceLeader(field.LeaderNo(l), z)
				continue
			}
			n := 1
			if w[1] == 'x' {
				n, w = int(w[0]-'0'), w[2:]
			}
			label, weak := strings.CutSuffix(w, "w")
			for range n {
				u := spare(t, g, s, label)
				g.Place(u, z)
				g.TurnOver(u, weak)
			}
		}
	}
}

// spare returns a counter that is not on the map.
func spare(t *testing.T, g *game, s adjudicator.Side, label string) field.UnitNo {
	t.Helper()
	for rest := g.Of[s]; !rest.Empty(); {
		if u := rest.Pop(); g.Labels[g.Pieces[u].Label] == label && g.Where[u] == board.NoZone {
			return u
		}
	}
	t.Fatalf("no %s of %s is left", label, sideIDs[s])
	return field.NoUnit
}

func zone(t *testing.T, g *game, id string) board.Zone {
	t.Helper()
	z, ok := g.Board.Zone(id)
	if !ok {
		t.Fatalf("no zone %s", id)
	}
	return z
}

// give puts the counter of the given faces, "S18A/S10A", into a hand.
func give(t *testing.T, g *game, s adjudicator.Side, ids ...string) {
	t.Helper()
	for _, id := range ids {
		found := false
		for c := range g.Counters {
			if g.Counters[c].ID == id {
				g.Pool.Hand[s].Add(field.ChitNo(c))
				found = true
			}
		}
		if !found {
			t.Fatalf("no counter %s", id)
		}
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
	st, err := statement(text)
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
