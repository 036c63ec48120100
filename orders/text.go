package orders

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// The limits of a text. What exceeds one is a fault, not cut off.
const (
	MaxText  = 64 << 10 // bytes of an order file
	MaxLines = 2000     // lines of an order file
	MaxLine  = 1000     // bytes of a line
)

// Folding names a replacement made while reading a text.
type Folding string

// The foldings.
const (
	FoldedMark       Folding = "byte-order-mark"
	FoldedLineEnds   Folding = "line-ends"          // CRLF to LF
	FoldedTrailing   Folding = "trailing-blanks"    // dropped
	FoldedQuotes     Folding = "quotes"             // ’ “ « to ' and "
	FoldedDashes     Folding = "dashes"             // – − to -
	FoldedSpaces     Folding = "spaces"             // no-break and thin to blank
	FoldedDecomposed Folding = "decomposed-letters" // e and an accent to é
)

// Note says that a replacement was made, on which line first, and how often.
type Note struct {
	What  Folding
	Line  int
	Count int // characters; for line ends and trailing blanks, lines
}

const byteOrderMark = "\uFEFF"

// reader splits a text into lines and folds their typography.
type reader struct {
	faults *faults
	notes  []Note
}

// lines returns the lines of the text that can be read; the others are
// reported. Numbers count all lines from 1.
func (r *reader) lines(text string) []SourceLine {
	if len(text) > MaxText {
		r.faults.add(CodeTextTooLong, Span{}, "", "Bytes", len(text), "Limit", MaxText)
		return nil
	}
	offset := 0
	if rest, ok := strings.CutPrefix(text, byteOrderMark); ok {
		r.note(FoldedMark, 1)
		text, offset = rest, len(byteOrderMark)
	}
	count := strings.Count(text, "\n") + 1
	if strings.HasSuffix(text, "\n") {
		count--
	}
	if count > MaxLines {
		r.faults.add(CodeTooManyLines, Span{Line: MaxLines + 1}, "", "Lines", count, "Limit", MaxLines)
		count = MaxLines
	}
	lines := make([]SourceLine, 0, count)
	for n := 1; n <= count; n++ {
		line, rest, _ := strings.Cut(text, "\n")
		if folded, ok := r.line(line, n, offset); ok {
			lines = append(lines, SourceLine{n, folded})
		}
		offset += len(line) + 1
		text = rest
	}
	return lines
}

// line folds line n, which begins at a byte offset of the text.
func (r *reader) line(line string, n, offset int) (string, bool) {
	if short, ok := strings.CutSuffix(line, "\r"); ok {
		r.note(FoldedLineEnds, n)
		line = short
	}
	if len(line) > MaxLine {
		r.faults.add(CodeLineTooLong, Span{Line: n}, "", "Bytes", len(line), "Limit", MaxLine)
		return "", false
	}
	if at := firstInvalid(line); at >= 0 {
		column := utf8.RuneCountInString(line[:at]) + 1
		r.faults.add(CodeBadUTF8, Span{n, column, column + 1}, strings.ToValidUTF8(line, "\uFFFD"),
			"Offset", offset+at, "Byte", fmt.Sprintf("0x%02x", line[at]))
		return "", false
	}
	if !isASCII(line) {
		line = r.typography(line, n)
	}
	if short := strings.TrimRight(line, " \t"); short != line {
		r.note(FoldedTrailing, n)
		line = short
	}
	return line, true
}

// typography replaces what mail programs and word processors put for plain
// characters, and joins letters with their accents. It composes a letter and
// its accents only, not the whole line: normalisation would also turn some
// look-alikes (the Kelvin sign) into letters. What it replaces in a comment is
// not worth a note.
func (r *reader) typography(line string, n int) string {
	out := make([]rune, 0, len(line))
	comment, quoted := false, false
	note := func(what Folding) {
		if !comment {
			r.note(what, n)
		}
	}
	for _, c := range line {
		if isAccent(c) && len(out) > 0 {
			composed := []rune(norm.NFC.String(string([]rune{out[len(out)-1], c})))
			if len(composed) == 1 && latin(composed[0]) != "" {
				out[len(out)-1] = composed[0]
				note(FoldedDecomposed)
				continue
			}
		}
		if c == '…' {
			out = append(out, '.', '.', '.')
			continue
		}
		p := plain(c)
		if p != c {
			note(foldingOf(p))
		}
		switch {
		case p == '"':
			quoted = !quoted
		case p == '#' && !quoted && (len(out) == 0 || isBlank(out[len(out)-1])):
			comment = true
		}
		out = append(out, p)
	}
	return string(out)
}

func foldingOf(plain rune) Folding {
	switch plain {
	case '-':
		return FoldedDashes
	case ' ':
		return FoldedSpaces
	}
	return FoldedQuotes
}

func (r *reader) note(what Folding, line int) {
	i := slices.IndexFunc(r.notes, func(n Note) bool { return n.What == what })
	if i < 0 {
		r.notes = append(r.notes, Note{what, line, 1})
		return
	}
	r.notes[i].Count++
}

// firstInvalid returns the offset of the first byte that is not UTF-8, or -1.
func firstInvalid(s string) int {
	if utf8.ValidString(s) {
		return -1
	}
	for i, c := range s {
		if c == utf8.RuneError {
			if _, size := utf8.DecodeRuneInString(s[i:]); size == 1 {
				return i
			}
		}
	}
	return -1
}

func isASCII(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// isInvisible reports whether a person who reads r sees nothing, or sees it
// somewhere else: controls, bidirectional marks, zero-width and odd spaces,
// variation selectors, tags, code points without a meaning.
func isInvisible(r rune) bool {
	switch {
	case r == ' ' || r == '\t':
		return false
	case r < utf8.RuneSelf:
		return r < ' ' || r == 0x7F
	case !unicode.IsGraphic(r), unicode.IsSpace(r), unicode.Is(unicode.Zs, r):
		return true
	case unicode.Is(unicode.Variation_Selector, r), unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r):
		return true
	}
	return r == 0x034F || r == 0x2800 // grapheme joiner, blank Braille pattern
}

// isJoiner reports what a person does not see by itself, and sees in its neighbours: it joins letters
// or emoji, keeps them apart, or gives them colour.
func isJoiner(r rune) bool { return r == 0xFE0F || r == 0x200C || r == 0x200D }

// joins reports whether a joiner stands where it has something to join: behind what can be seen and,
// unless it gives colour, before such too.
func joins(before, r, after rune) bool {
	seen := func(c rune) bool {
		return c == 0xFE0F || unicode.IsLetter(c) || unicode.IsMark(c) || unicode.IsNumber(c) || unicode.IsSymbol(c)
	}
	return isJoiner(r) && seen(before) && (r == 0xFE0F || seen(after))
}

// IsEnd reports whether a line ends what is read of a text: it holds hyphens or dashes and nothing else.
func IsEnd(line string) bool {
	line = strings.Trim(line, " \t\r\n\uFEFF")
	for _, c := range line {
		if plain(c) != '-' && plain(c) != ' ' {
			return false
		}
	}
	return line != ""
}
