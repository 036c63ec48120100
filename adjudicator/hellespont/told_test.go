package hellespont

import (
	"strings"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/battle"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/dice"
	"keryx/templates"
)

// asked plays a part of the rules up to its first question and returns what the side is asked, in words, and
// the notes of its choices.
func asked(t *testing.T, g *game, side adjudicator.Side, part func(*adjudicator.Table)) (prompt, notes string) {
	t.Helper()
	s, err := adjudicator.Open(staged{Default().(*ruleset), &scene{g, part}}, adjudicator.Snapshot{Turn: 1}, loaded(nil), 1, dice.Head{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	q := s.Asked(side)
	if q == nil {
		t.Fatal("nothing is asked")
	}
	p := templates.For("en", "hellespont")
	for _, c := range q.Form.Choices() {
		notes += p.Words(c.Words) + " # " + p.Phrase(c.Note) + "\n"
	}
	return p.Phrase(q.Prompt), notes
}

// TestAskedForWhatCanBeDone: a question about stratagems and the Advantage asks for what its player
// can do, and tells what a use of the Advantage brings.
func TestAskedForWhatCanBeDone(t *testing.T) {
	both := "Do you play a stratagem or use the Advantage?"
	for name, c := range map[string]struct {
		side    adjudicator.Side
		hand    []string
		want    string
		notes   []string
		without string
	}{
		"the Advantage alone": {sparta, []string{"S4N/S11S"}, "Do you use the Advantage?",
			[]string{"use advantage for points # 2 PA more", "use advantage for initiative # Athens then has the initiative"}, "stratagem"},
		"neither":               {athens, []string{"S1A/S2A"}, "You can only pass.", nil, "?"},
		"a stratagem":           {athens, []string{"S22N/S23A"}, "Do you play a stratagem?", nil, "Advantage?"},
		"the one and the other": {sparta, []string{"S22N/S23A"}, both, nil, "only pass"},
	} {
		g := emptyField(t)
		g.Initiative = sparta
		give(t, g, c.side, c.hand...)
		g.Pool.Cup = 0b11 &^ g.Pool.Hand[c.side]
		prompt, notes := asked(t, g, c.side, func(table *adjudicator.Table) {
			g.war().MomentsOn(table, field.AfterDice, field.Juncture{Side: c.side, First: c.side})
		})
		if !strings.Contains(prompt, c.want) || strings.Contains(prompt, c.without) {
			t.Errorf("%s: %q is asked, want %q and no %q", name, prompt, c.want, c.without)
		}
		for _, want := range c.notes {
			if !strings.Contains(notes, want) {
				t.Errorf("%s: no %q in\n%s", name, want, notes)
			}
		}
	}
}

// TestRetreatTellsOfRoom: a retreat that overfills a zone is offered with a warning, one that does not
// without.
func TestRetreatTellsOfRoom(t *testing.T) {
	g := emptyField(t)
	put(t, g, "athens T10 at M4", "sparta 2xT10 at M4", "sparta 2xT20 T10 at Abydos")
	f := &battle.RetreatForm{G: g.war(), Side: sparta, From: zone(t, g, "M4"), Near: g.war().WaysOut(sparta, zone(t, g, "M4"))}
	f.Units = g.UnitsAt(sparta, f.From)
	p := templates.For("en", "hellespont")
	seen := 0
	for _, c := range f.Choices() {
		words, note := p.Words(c.Words), p.Phrase(c.Note)
		if strings.HasSuffix(words, "to Abydos") {
			seen++
			if !strings.Contains(note, "20 PF too many for Abydos") {
				t.Errorf("%s: %q", words, note)
			}
		} else if note != "" {
			t.Errorf("%s is warned of: %q", words, note)
		}
	}
	if seen != 1 {
		t.Errorf("Abydos is offered %d times", seen)
	}
}

// TestHandByCounter: the hand tells of each counter what each of its faces does or why it cannot be
// played: two counters that share a number are told apart.
func TestHandByCounter(t *testing.T) {
	g := emptyField(t)
	give(t, g, athens, "S1A/S2A", "S22N/S23A")
	p := templates.For("en", "hellespont")
	for _, l := range g.View(athens).Tables {
		if l.ID != "hand" {
			continue
		}
		if len(l.Rows) != 2 || len(l.Rows[0]) != 2 || len(l.Notes) > 0 {
			t.Fatalf("%d rows, notes %v", len(l.Rows), l.Notes)
		}
		first := p.Phrase(l.Rows[0][0].(adjudicator.Phrase))
		if !strings.Contains(first, "S1 Periplous: ") {
			t.Errorf("the first counter is %q", first)
		}
		return
	}
	t.Error("no hand")
}

// TestOddsTellTheSide: chances of forces that either side could have say for whose the first are taken,
// which is the side that asks.
func TestOddsTellTheSide(t *testing.T) {
	for line, want := range map[string]string{
		"naval in M4 T10 against T4":              "taken for Sparta’s",
		"naval in M4 T10 against T4, side athens": "",
		"naval in M4 T10 Thrasybulus against T4":  "",
	} {
		answer, fault := askOdds(t, adjudicator.Position{Side: sparta}, line)
		if fault != nil {
			t.Fatal(line, fault)
		}
		p := templates.For("en", "hellespont")
		told := ""
		for _, ph := range answer.Facts {
			told += p.Phrase(ph) + "\n"
		}
		if want == "" && strings.Contains(told, "taken for") || !strings.Contains(told, want) {
			t.Errorf("%s: %q, want %q", line, told, want)
		}
	}
}
