package orders

import "strings"

// A section of words holds what is said to people, below the orders: prose, of which no line
// is ever read as an order. Its heading stands alone on a line. It goes on to the next such
// heading, to an end mark or to the end of the text.

// Words is one section of words of a text.
type Words struct {
	Kind string // "press", "claim", "appeal"
	Line int    // of the heading, from 1
	Text string // as written, without the heading and the blank lines around
	// Stray is the line of a heading of orders or of standing orders in it, or of the code
	// that orders answer: its author has put orders below it by mistake. 0 if there is none.
	Stray int
}

// wordHeadings are the headings of sections of words, folded.
var wordHeadings = map[string]string{"press": "press", "presse": "press", "claim": "claim", "reclamation": "claim", "appeal": "appeal", "appel": "appeal"}

// wordTitles are the headings that are written, by the kind and the language.
var wordTitles = map[string]map[Language]string{
	"press":  {English: "press", French: "presse"},
	"claim":  {English: "claim", French: "réclamation"},
	"appeal": {English: "appeal", French: "appel"},
}

// written is a section in the canonical form of a language.
func (w Words) written(language Language) string {
	return "\n" + wordTitles[w.Kind][language] + "\n" + w.Text + "\n"
}

// wordHeading returns the kind of section that a line opens, or "".
func wordHeading(line string) string {
	if len(line) > maxWord {
		return ""
	}
	return wordHeadings[sectionTitle(line)]
}

// CutWords parts a text into what is read as orders, with the end mark and what is behind it,
// and the sections of words between the two. Both keep their line numbers.
func CutWords(text string) (rest string, sections []Words) {
	if len(text) > MaxText {
		return text, nil
	}
	offset := 0
	var now *Words
	var body strings.Builder
	finish := func() {
		if now == nil {
			return
		}
		now.Text = strings.TrimRight(strings.Trim(body.String(), "\r\n"), " \t\r\n")
		sections = append(sections, *now)
		now = nil
		body.Reset()
	}
	rest = text
	n := 0
	for line := range strings.Lines(text) {
		n++
		bare := strings.Trim(line, " \t\r\n\uFEFF")
		k, _, _ := leadingKeyword(bare)
		over := isEndMark(bare)
		kind := wordHeading(bare)
		switch {
		case over:
			finish()
			if sections == nil {
				return text, nil
			}
			return rest + strings.Repeat("\n", n-1-strings.Count(rest, "\n")) + text[offset:], sections
		case kind != "":
			if now == nil && rest == text {
				rest = text[:offset]
			}
			finish()
			now = &Words{Kind: kind, Line: n}
		case now != nil:
			if now.Stray == 0 && (IsHeading(bare) || k == kwAnswers) {
				now.Stray = n
			}
			body.WriteString(line)
		}
		offset += len(line)
	}
	finish()
	return rest, sections
}

// isEndMark reports whether a line, without the blanks around it, ends what is read as orders.
func isEndMark(bare string) bool {
	k, _, tail := leadingKeyword(bare)
	return IsEnd(bare) || k == kwEnd && uncommented(tail) == ""
}
