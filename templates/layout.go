package templates

import (
	"strings"

	"github.com/mattn/go-runewidth"
)

// columns is the width of a plain-text letter.
const columns = 72

// cells measures text as a terminal shows it. Ambiguous characters count as
// one column, whatever the server's own locale.
var cells = &runewidth.Condition{EastAsianWidth: false, StrictEmojiNeutral: true}

// width measures a text in columns. Latin letters take one each, which is counted
// twenty times faster than grapheme clusters are.
func width(s string) int {
	n := 0
	for _, r := range s {
		if r < ' ' || r > '~' && r < 0xA0 || r == 0xAD || r > 0x24F {
			return cells.StringWidth(s)
		}
		n++
	}
	return n
}

// pad fills a text up to n columns, on the left for numbers.
func pad(s string, n int, right bool) string {
	fill := strings.Repeat(" ", max(0, n-width(s)))
	if right {
		return fill + s
	}
	return s + fill
}

// wrap breaks a paragraph into lines of at most n columns. It breaks at
// blanks, never at no-break blanks, and inside a word only if the word alone is too long.
func wrap(s string, n int) []string {
	n = max(n, 8)
	var lines []string
	var line strings.Builder
	used := 0
	flush := func() {
		lines = append(lines, line.String())
		line.Reset()
		used = 0
	}
	for _, word := range strings.FieldsFunc(s, func(r rune) bool { return r == ' ' || r == '\n' || r == '\t' }) {
		for _, part := range split(word, n) {
			w := width(part)
			if used > 0 && used+1+w > n {
				flush()
			}
			if used > 0 {
				line.WriteByte(' ')
				used++
			}
			line.WriteString(part)
			used += w
		}
	}
	if used > 0 {
		flush()
	}
	return lines
}

// split cuts a word that is wider than n columns.
func split(word string, n int) []string {
	if width(word) <= n {
		return []string{word}
	}
	var parts []string
	start, used := 0, 0
	for i, r := range word {
		w := cells.RuneWidth(r)
		if used+w > n {
			parts = append(parts, word[start:i])
			start, used = i, 0
		}
		used += w
	}
	return append(parts, word[start:])
}

// hang wraps a paragraph so that its first line begins with first and the others
// with rest, which should be equally wide.
func hang(first, rest, s string) string {
	lines := wrap(s, columns-width(first))
	if len(lines) == 0 {
		return strings.TrimRight(first, " ")
	}
	var b strings.Builder
	for i, line := range lines {
		if i == 0 {
			b.WriteString(first)
		} else {
			b.WriteString("\n" + rest)
		}
		b.WriteString(guard(line, first))
	}
	return b.String()
}

// Paragraph is a paragraph of a plain-text letter, in lines of its width.
func Paragraph(text string) string { return hang("", "", text) + "\n" }

// guard keeps a line at the left margin from passing for the block of proof, for
// the line that divides mails in a mailbox file, or for the end of a mail. Names and
// subjects from outside could be made to fall there.
func guard(line, indent string) string {
	if indent == "" && (strings.HasPrefix(line, proofMark) || strings.HasPrefix(line, headMark) || strings.HasPrefix(line, "From ") || strings.HasPrefix(line, ".")) {
		return " " + line
	}
	return line
}

// underline writes a heading with a line below it.
func underline(title, mark string) string {
	title = strings.Join(wrap(title, columns), "\n")
	last := title[strings.LastIndexByte(title, '\n')+1:]
	return title + "\n" + strings.Repeat(mark, width(last))
}

// tableIndent stands before the rows of a table.
const tableIndent = "  "

// textTable lays a table out in at most the letter's width. Where it does not
// fit, the widest columns give way and their cells are wrapped.
func textTable(t *table) string {
	widths := t.naturalWidths()
	const gap = 2
	for total(widths, gap) > columns-len(tableIndent) {
		widest := 0
		for i, w := range widths {
			if w > widths[widest] {
				widest = i
			}
		}
		if widths[widest] <= 4 {
			break
		}
		widths[widest]--
	}
	var b strings.Builder
	if t.Headed() {
		t.textRow(&b, t.Columns, widths)
		rule := make([]string, len(widths))
		for i, w := range widths {
			rule[i] = strings.Repeat("-", w)
		}
		b.WriteString(tableIndent + strings.Join(rule, "  ") + "\n")
	}
	for _, row := range t.Rows {
		t.textRow(&b, row, widths)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func total(widths []int, gap int) int {
	sum := gap * (len(widths) - 1)
	for _, w := range widths {
		sum += w
	}
	return sum
}

// textRow writes one row, on as many lines as its tallest cell needs.
func (t table) textRow(b *strings.Builder, row []string, widths []int) {
	wrapped := make([][]string, len(widths))
	height := 1
	for i := range widths {
		if i < len(row) {
			wrapped[i] = wrap(row[i], widths[i])
		}
		height = max(height, len(wrapped[i]))
	}
	for y := range height {
		var line strings.Builder
		for i, w := range widths {
			cell := ""
			if y < len(wrapped[i]) {
				cell = wrapped[i][y]
			}
			if i > 0 {
				line.WriteString("  ")
			}
			line.WriteString(pad(cell, w, t.Numeric[i]))
		}
		b.WriteString(strings.TrimRight(tableIndent+line.String(), " ") + "\n")
	}
}
