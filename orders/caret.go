package orders

import (
	"strings"
	"unicode"

	"golang.org/x/text/width"
)

// caretWidth is the most cells that the displayed lines take.
const caretWidth = 72

// Caret returns the two lines that show a person the place of the fault: the
// source line and a marker of carets below it. Tabs become blanks, characters
// that cannot be seen are written as escapes, wide ones have two carets, and
// a long line is cut around the fault. The marker is empty when the fault is
// about the whole line, and both are when there is no line to show.
func (d *Diagnostic) Caret() (line, marker string) {
	if d.Text == "" {
		return "", ""
	}
	cells := display(d.Text)
	from, to := d.Span.Column-1, max(d.Span.End, d.Span.Column+1)-1
	blanks := 0
	for blanks < len(cells) && cells[blanks].text == " " && (from < 0 || blanks < from) {
		blanks++
	}
	cells = cells[blanks:]
	if d.Span.Column < 1 {
		line, _, _ := cut(cells, 0, 0)
		return line, ""
	}
	for len(cells) < to-blanks { // behind the end: what is missing there
		cells = append(cells, cell{" ", 1})
	}
	line, before, under := cut(cells, from-blanks, to-blanks)
	return strings.TrimRight(line, " "), strings.Repeat(" ", before) + strings.Repeat("^", max(under, 1))
}

// cell is a character as displayed.
type cell struct {
	text  string
	width int
}

func display(text string) []cell {
	cells := make([]cell, 0, len(text))
	for _, r := range text {
		switch {
		case r == '\t':
			cells = append(cells, cell{" ", 1})
		case isInvisible(r):
			e := escape(r)
			cells = append(cells, cell{e, len(e)})
		case unicode.Is(unicode.M, r):
			cells = append(cells, cell{string(r), 0})
		default:
			cells = append(cells, cell{string(r), cellWidth(r)})
		}
	}
	return cells
}

func cellWidth(r rune) int {
	switch width.LookupRune(r).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth:
		return 2
	}
	return 1
}

// cut joins the cells around from and to so that they fit, and returns how
// wide what stands before them and what they take is.
func cut(cells []cell, from, to int) (line string, before, under int) {
	const dots = "..."
	const context = 24
	first := 0
	if rest := total(cells); rest > caretWidth {
		room := caretWidth - 2*len(dots)
		left := total(cells[:min(max(from, 0), len(cells))])
		for ; left > context && rest > room; first++ {
			left -= cells[first].width
			rest -= cells[first].width
		}
		if first > 0 {
			line, before = dots, len(dots)
		}
		for i := first; i < len(cells); i++ {
			if room -= cells[i].width; room < 0 {
				cells = append(cells[:i:i], cell{dots, len(dots)})
				break
			}
		}
	}
	for i := first; i < len(cells); i++ {
		line += cells[i].text
		switch {
		case i < from:
			before += cells[i].width
		case i < to:
			under += cells[i].width
		}
	}
	return line, before, under
}

func total(cells []cell) int {
	n := 0
	for _, c := range cells {
		n += c.width
	}
	return n
}
