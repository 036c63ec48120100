package templates

import (
	"fmt"
	"html/template"
	"strings"
	"unicode"

	"keryx/adjudicator"
)

// document is a letter in words, before it is laid out as text and as HTML.
type document struct {
	Lang     string
	Title    string // "Hellespont · September -411"
	Subtitle string // "hel-7, report for Alice (Athens)"
	Lead     []string
	Facts    []fact
	Sections []section
	Footer   string
}

// fact is a line of the box at the top of a letter.
type fact struct{ Label, Value string }

// section is a heading and what stands below it.
type section struct {
	ID     string
	Title  string
	Blocks []block
}

// block is one piece of a section: exactly one of its fields is set.
type block struct {
	Para    string   // a paragraph
	Strong  string   // a paragraph that must not be missed
	Chapter string   // the heading of a turn
	Head    string   // the heading of a phase
	Items   []item   // a list
	Table   *table   //
	Fault   *fault   // a fault of an order file
	Verse   []string // lines as somebody wrote them
	Pre     string   // to be copied, or read by a program, as it stands
	File    string   // the order file
	Cut     string   // what the marks around File say
	Picture *picture //
	Sketch  string   // drawn in letters; the HTML has the picture instead
	Plan    string   // drawn in letters, where there is no picture
}

// item is one entry of a list; its Depth indents it.
type item struct {
	Text  string
	Depth int
	Rule  string  // "rule 3.2"
	Dice  []throw // thrown for it
	// Between is what parts the rule from the dice, in the reader's language.
	Between string
}

// throw is dice as they are shown.
type throw struct {
	Text   string // "dice 4 2, attack"
	Sides  int
	Faces  []int
	Reason string
}

// Note is what stands in brackets behind an item of a plain-text list.
func (i item) Note() string {
	var parts []string
	if i.Rule != "" {
		parts = append(parts, i.Rule)
	}
	for _, d := range i.Dice {
		parts = append(parts, d.Text)
	}
	if len(parts) == 0 {
		return ""
	}
	return " [" + strings.Join(parts, i.Between) + "]"
}

// table is a table of texts. Columns may be empty.
type table struct {
	Columns []string
	Rows    [][]string
	Numeric []bool // per column: all its cells are numbers
	Orders  bool   // the first column holds orders
}

// newTable renders rows of values.
func (p *Printer) newTable(columns []string, rows [][]any) *table {
	n := len(columns)
	for _, row := range rows {
		n = max(n, len(row))
	}
	t := &table{Columns: columns, Numeric: make([]bool, n)}
	worded := make([]bool, n)
	for _, row := range rows {
		texts := make([]string, n)
		for i := range texts {
			if i >= len(row) {
				continue
			}
			texts[i] = p.Value(row[i])
			_, number := row[i].(int)
			t.Numeric[i] = t.Numeric[i] || number
			worded[i] = worded[i] || !number && texts[i] != ""
		}
		t.Rows = append(t.Rows, texts)
	}
	for i := range t.Numeric {
		t.Numeric[i] = t.Numeric[i] && !worded[i]
	}
	return t
}

// withoutEmpty leaves the columns out in which no cell says anything, but for the first.
func (t *table) withoutEmpty() *table {
	lean := &table{Rows: make([][]string, len(t.Rows)), Orders: t.Orders}
	for i, numeric := range t.Numeric {
		says := i == 0
		for _, row := range t.Rows {
			says = says || row[i] != ""
		}
		if !says {
			continue
		}
		lean.Numeric = append(lean.Numeric, numeric)
		if i < len(t.Columns) {
			lean.Columns = append(lean.Columns, t.Columns[i])
		}
		for k, row := range t.Rows {
			lean.Rows[k] = append(lean.Rows[k], row[i])
		}
	}
	return lean
}

// Apart reports whether a column must be kept apart from the one before, whose numbers
// stand at its right edge.
func (t table) Apart(i int) bool { return i > 0 && t.Numeric[i-1] && !t.Numeric[i] }

// Headed reports whether the table has column headings.
func (t table) Headed() bool {
	return strings.Join(t.Columns, "") != ""
}

// naturalWidths are the widths the columns would like to have.
func (t table) naturalWidths() []int {
	widths := make([]int, len(t.Numeric))
	for i := range widths {
		widths[i] = 1
		if i < len(t.Columns) {
			widths[i] = max(1, width(t.Columns[i]))
		}
		for _, row := range t.Rows {
			widths[i] = max(widths[i], width(row[i]))
		}
	}
	return widths
}

// fault is a diagnostic in words.
type fault struct {
	Head   string // "line 7: ... (rule 3.2)"
	Source string // the source line, cut to fit around the place
	Caret  string // blanks and carets below it
	Mend   string
}

// picture is the map in the HTML, and its mention in the text.
type picture struct {
	URL           template.URL
	Alt           string
	Width, Height int
	Caption       string
	Note          string // where it is, for the text
}

// listing renders a table of the view as a section.
func (p *Printer) listing(l adjudicator.Listing) section {
	heads := make([]string, len(l.Columns))
	for i, c := range l.Columns {
		heads[i] = p.Phrase(c)
	}
	t := p.newTable(heads, l.Rows)
	t.Rows = p.byZone(l.Rows, t)
	s := section{ID: clean(l.ID), Title: p.Phrase(l.Title), Blocks: []block{{Table: t.withoutEmpty()}}}
	var notes []item
	for _, note := range l.Notes {
		notes = append(notes, item{Text: p.Phrase(note)})
	}
	if notes != nil {
		s.Blocks = append(s.Blocks, block{Items: notes})
	}
	return s
}

// byZone names a zone once where rows about it follow each other: many pieces in a few zones are
// told zone by zone. A table of nothing but zones and what stands there has one row for each; one
// that says more of each piece keeps its rows, since what is said belongs together.
func (p *Printer) byZone(rows [][]any, t *table) (all [][]string) {
	lists := len(t.Numeric) == 2 && !t.Numeric[1]
	for i, row := range t.Rows {
		switch {
		case i == 0 || !sameZone(rows[i-1], rows[i]):
			all = append(all, row)
		case lists:
			last := all[len(all)-1]
			last[1] = strings.TrimPrefix(last[1]+p.Say("report.folded-comma")+row[1], p.Say("report.folded-comma"))
		default:
			row[0] = ""
			all = append(all, row)
		}
	}
	return all
}

// sameZone reports whether two rows of a table that follow each other are about the same zone.
func sameZone(a, b []any) bool {
	if len(a) == 0 || len(b) == 0 {
		return false
	}
	x, first := a[0].(adjudicator.Term)
	y, second := b[0].(adjudicator.Term)
	return first && second && x.Kind == "zone" && x == y
}

// throws renders the dice of an event.
func (p *Printer) throws(rolls []adjudicator.Roll) []throw {
	var all []throw
	for _, r := range rolls {
		t := throw{Sides: r.Sides, Faces: r.Faces, Reason: p.Phrase(r.Reason)}
		key := "report.dice"
		if t.Reason != "" {
			key = "report.dice-for"
		}
		t.Text = p.Say(key, "Count", len(r.Faces), "Faces", faces(r), "Reason", t.Reason)
		all = append(all, t)
	}
	return all
}

// phase names a phase of the sequence of play.
func (p *Printer) phase(id string) string {
	if id == adjudicator.ByRuling {
		return p.Say("report.head.rulings")
	}
	if name := p.Term(adjudicator.Term{Kind: "phase", ID: id}); name != clean(id) {
		if len(id) > 1 && !strings.ContainsFunc(id, unicode.IsDigit) && !strings.Contains(id, " ") {
			return name // a word of programs, not a number of the rulebook
		}
		return p.Say("report.phase-named", "Phase", adjudicator.Keyword(id), "Name", name)
	}
	return p.Say("report.phase", "Phase", adjudicator.Keyword(id))
}

// lines cuts what somebody wrote into cleaned lines, no more than limit.
func lines(s string, limit int) []string {
	var all []string
	for line := range strings.Lines(s) {
		if len(all) == limit {
			return append(all, "…")
		}
		all = append(all, strings.TrimRight(clean(strings.TrimRight(line, "\r\n")), " "))
	}
	return all
}

// Shape tells the layouts which of the fields is set.
func (b block) Shape() (string, error) {
	switch {
	case b.Para != "":
		return "para", nil
	case b.Strong != "":
		return "strong", nil
	case b.Chapter != "":
		return "chapter", nil
	case b.Head != "":
		return "head", nil
	case b.Items != nil:
		return "items", nil
	case b.Table != nil:
		return "table", nil
	case b.Fault != nil:
		return "fault", nil
	case b.Verse != nil:
		return "verse", nil
	case b.Pre != "":
		return "pre", nil
	case b.File != "":
		return "file", nil
	case b.Picture != nil:
		return "picture", nil
	case b.Sketch != "":
		return "sketch", nil
	case b.Plan != "":
		return "plan", nil
	}
	return "", fmt.Errorf("templates: an empty block")
}
