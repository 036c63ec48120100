package manual

import (
	"strings"
	"unicode/utf8"

	"keryx/orders/pattern"
)

// columns is how wide the text of a page is at a terminal.
const columns = 80

// Text is the page for a terminal: paragraphs and lists laid out anew, what is to be typed as it
// stands, and a table as a list of its rows. A link to another page names the command that shows it.
func (p Page) Text() string {
	var out strings.Builder
	var held []string // lines of the paragraph or the item that is open
	flush := func() {
		if len(held) > 0 {
			layOut(&out, strings.Join(held, " "))
			held = nil
		}
	}
	fenced := false
	var heads []string // of the table that is open
	for line := range strings.Lines(p.text) {
		line = strings.TrimRight(line, "\n")
		if fenced || !strings.HasPrefix(line, "|") {
			heads = nil
		}
		switch {
		case strings.HasPrefix(line, "```"):
			flush()
			fenced = !fenced
		case fenced:
			out.WriteString(strings.TrimRight("    "+line, " ") + "\n")
		case strings.HasPrefix(line, "|"):
			flush()
			if heads == nil {
				heads = cellsOf(line)
			} else {
				writeRow(&out, heads, cellsOf(line), colons[p.Lang])
			}
		case line == "", strings.HasPrefix(line, "#"), strings.HasPrefix(line, "    ") && len(held) == 0:
			flush()
			out.WriteString(asText(line) + "\n")
		case item.MatchString(line):
			flush()
			held = []string{asText(line)}
		case len(held) == 0:
			held = []string{asText(line)}
		default:
			held = append(held, asText(strings.TrimSpace(line)))
		}
	}
	flush()
	return out.String()
}

// cellsOf are the cells of a row of a table.
func cellsOf(row string) []string {
	cells := strings.Split(strings.Trim(row, "|"), "|")
	for i, cell := range cells {
		cells[i] = asText(strings.TrimSpace(cell))
	}
	return cells
}

// writeRow writes a row of a table as an item, each cell after its heading. The line
// that parts the headings from the rows says nothing.
func writeRow(out *strings.Builder, heads, cells []string, colon string) {
	if strings.Trim(cells[0], "-:") == "" {
		return
	}
	for i, cell := range cells[:min(len(cells), len(heads))] {
		mark := "  - "
		if i == 0 {
			mark = "- "
		}
		layOut(out, mark+heads[i]+colon+cell)
	}
}

// colons stand between a heading and what it is about, as each language sets them.
var colons = map[string]string{"en": ": ", "fr": "\u00a0: "}

// item is the first line of an item of a list.
var item = pattern.New(`^ *(?:-|\d+\.) `)

// link is any link.
var link = pattern.New(`\[([^\]]+)\]\([^)]*\)`)

// asText takes out of a line what only Markdown needs.
func asText(line string) string {
	line = pageLink.ReplaceAllString(line, "$1 (keryx help $2)")
	line = link.ReplaceAllString(line, "$1")
	return strings.ReplaceAll(line, "**", "")
}

// layOut writes a paragraph or an item, its later lines below the words of the first.
func layOut(out *strings.Builder, text string) {
	indent := strings.Repeat(" ", len(item.FindString(text)))
	line := ""
	for i, word := range strings.Split(text, " ") {
		switch {
		case i == 0:
			line = word
		case utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > columns && strings.TrimSpace(line) != "":
			out.WriteString(strings.TrimRight(line, " ") + "\n")
			line = indent + word
		default:
			line += " " + word
		}
	}
	out.WriteString(line + "\n")
}
