package templates

import (
	"keryx/adjudicator"
)

// A Telling is one thing that happened, in words, for pages that are no letters.
type Telling struct {
	Phase string // of the sequence of play, in words: "B.3 · Actions"
	Depth int    // 0 heads a story, 1 and more are its details
	Text  string
	Rule  string   // "rule 4.2.3"; empty if none made it happen
	Dice  []string // "dice 5 2, attack"
	Rolls []adjudicator.Roll
	// Private is what one side was told in place of Text or besides, where that is known
	// and differs.
	Private [2]string
}

// Tell puts events into words, as everybody may hear them, and beside that what either
// side alone was told. What is not in the events cannot be told.
func (p *Printer) Tell(events []adjudicator.Event) (all []Telling) {
	for _, e := range events {
		t := Telling{Depth: min(max(e.Depth, 0), 4), Rolls: e.Rolls}
		if !e.Public.IsZero() {
			t.Text = p.Phrase(e.Public)
		}
		for side, private := range e.Private {
			if private.IsZero() {
				continue
			}
			if text := p.Phrase(private); text != t.Text {
				t.Private[side] = text
			}
		}
		if t.Text == "" && t.Private == [2]string{} {
			continue
		}
		if e.Phase != "" {
			t.Phase = p.phase(e.Phase)
		}
		if e.Rule != "" {
			t.Rule = p.rule(e.Rule)
		}
		for _, thrown := range p.throws(e.Rolls) {
			t.Dice = append(t.Dice, thrown.Text)
		}
		all = append(all, t)
	}
	return all
}

// A Tabled is a table in words.
type Tabled struct {
	ID, Title string
	Columns   []string // may be empty
	Rows      [][]string
	Numeric   []bool // per column: all its cells are numbers
	Notes     []string
}

// Headed reports whether the table has column headings.
func (t Tabled) Headed() bool { return table{Columns: t.Columns}.Headed() }

// Tables puts the tables of a view into words; those without rows are left out.
func (p *Printer) Tables(v adjudicator.View) (all []Tabled) {
	for _, l := range v.Tables {
		if len(l.Rows) == 0 {
			continue
		}
		s := p.listing(l)
		t := Tabled{ID: s.ID, Title: s.Title}
		for _, b := range s.Blocks {
			if b.Table != nil {
				t.Columns, t.Rows, t.Numeric = b.Table.Columns, b.Table.Rows, b.Table.Numeric
			}
			for _, note := range b.Items {
				t.Notes = append(t.Notes, note.Text)
			}
		}
		all = append(all, t)
	}
	return all
}

// Balance puts the balance of a view into words, with the names of the sides above it.
func (p *Printer) Balance(v adjudicator.View, sides [2]string) (t Tabled) {
	t.Columns = []string{"", sides[0], sides[1]}
	for _, row := range v.Balance {
		t.Rows = append(t.Rows, []string{p.Phrase(row.Name), p.Value(row.Values[0]), p.Value(row.Values[1])})
	}
	t.Numeric = []bool{false, true, true}
	return t
}

// Outcome says how a game ended: who won, at which level, with how many points.
func (p *Printer) Outcome(r *adjudicator.Result, sides [2]string) string {
	if r == nil {
		return ""
	}
	b := builder{Printer: p, r: Report{Sides: sides, Side: adjudicator.Observer, View: adjudicator.View{Result: r}}}
	return b.outcome()
}
