package adjudicator_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/dice"
	"keryx/adjudicator/internal/ford"
	"keryx/orders"
)

const (
	north adjudicator.Side = 0
	south adjudicator.Side = 1
)

// match is one turn of a game on the kit alone.
type match struct {
	*adjudicator.Session
	t     testing.TB
	rules adjudicator.Ruleset
	snap  adjudicator.Snapshot
	entry int
}

// begin opens the first turn of a game.
func begin(t testing.TB, fault ford.Fault, d dice.Source) *match {
	t.Helper()
	rules := ford.New("ford", fault)
	snap, err := adjudicator.Begin(rules, adjudicator.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	return open(t, rules, snap, d)
}

func open(t testing.TB, rules adjudicator.Ruleset, snap adjudicator.Snapshot, d dice.Source) *match {
	t.Helper()
	s, err := adjudicator.Open(rules, snap, d, 1, dice.Head{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return &match{s, t, rules, snap, 1}
}

// fixed dice: all public dice show face; draw i is a trap as traps says.
type fixed struct {
	face  int
	traps bool
}

func (f fixed) Roll(dice.Head, int, int) int { return f.face }
func (f fixed) Draw(dice.Head, int, int) int {
	if f.traps {
		return 0
	}
	return 1
}

// file reads an order file without faults of syntax. Orders are parted by "/".
func file(t testing.TB, text string) *orders.File {
	t.Helper()
	f, faults := orders.Parse(header + strings.ReplaceAll(text, "/", "\n"))
	if len(faults) > 0 {
		t.Fatalf("%s: %v", text, faults)
	}
	return f
}

// header is three lines, so that the line "orders" is the fourth.
const header = "game ford-1\nside x\nanswers AAAA-AAAA\norders\n"

func (m *match) input(side adjudicator.Side, f *orders.File) adjudicator.Input {
	m.entry++
	return adjudicator.Input{Entry: m.entry, Head: dice.Head{byte(m.entry)}, Side: side, File: f}
}

// try takes an order file, right or wrong.
func (m *match) try(side adjudicator.Side, text string) adjudicator.Outcome {
	m.t.Helper()
	out, err := m.Take(m.input(side, file(m.t, text)))
	if err != nil {
		m.t.Fatal(err)
	}
	return out
}

// take takes an order file that has no faults.
func (m *match) take(side adjudicator.Side, text string) adjudicator.Outcome {
	m.t.Helper()
	out := m.try(side, text)
	if len(out.Faults) > 0 {
		m.t.Fatalf("%s: refused: %v", text, out.Faults)
	}
	return out
}

// late lets a side's deadline pass.
func (m *match) late(side adjudicator.Side) adjudicator.Outcome {
	m.t.Helper()
	out, err := m.Take(m.input(side, nil))
	if err != nil || len(out.Faults) > 0 {
		m.t.Fatalf("a deadline: %v %v", out.Faults, err)
	}
	return out
}

// asks are the kinds of what both sides are asked: "act -".
func (m *match) asks() string {
	var kinds []string
	for _, side := range []adjudicator.Side{north, south} {
		kind := "-"
		if q := m.Asked(side); q != nil {
			kind = q.Kind
		}
		kinds = append(kinds, kind)
	}
	return strings.Join(kinds, " ")
}

// told lists what a side was told by the kit itself: the keys and lines.
func (m *match) told(side adjudicator.Side) []string {
	var all []string
	for _, e := range m.Events() {
		p, ok := e.For(side)
		if !ok || !strings.HasPrefix(p.Key, "kit.") {
			continue
		}
		text := strings.TrimPrefix(p.Key, "kit.")
		for i := 0; i+1 < len(p.Args); i += 2 {
			switch p.Args[i] {
			case "Line", "Order", "Left":
				text += fmt.Sprintf(" %v", p.Args[i+1])
			case "Rule":
				if rule, ok := p.Args[i+1].(adjudicator.Wording); ok {
					text += " " + rule[orders.English]
				}
			}
		}
		all = append(all, text)
	}
	return all
}

// answered lists answers: "north bid 2 orders".
func answered(all []adjudicator.Answered) []string {
	var texts []string
	for _, a := range all {
		words := strings.TrimSuffix(fmt.Sprintln([]any(a.Words)...), "\n")
		texts = append(texts, fmt.Sprintf("%s %s %s", []string{"north", "south"}[a.Side], words, a.From))
	}
	return texts
}

// codes lists the lines and codes of faults: "5 unknown-verb".
func codes(faults []*orders.Diagnostic) []string {
	var all []string
	for _, d := range faults {
		all = append(all, fmt.Sprintf("%d %s", d.Span.Line, d.Code))
	}
	return all
}

// fingerprint is what a session has come to, as bytes.
func fingerprint(t testing.TB, s *adjudicator.Session) string {
	t.Helper()
	b, err := json.Marshal(struct {
		Events  []adjudicator.Event
		Answers []adjudicator.Answered
		State   json.RawMessage
		Asks    [2]int
		Orders  [2]string
	}{s.Events(), s.Answers(), s.Game().State(), [2]int{s.Asks(north), s.Asks(south)}, [2]string{s.Standing(north, orders.English), s.Standing(south, orders.English)}})
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
