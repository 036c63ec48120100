package orders

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// The limits of a token. A formatted line holds any token with its margins.
const (
	maxWord   = 100     // bytes of a word
	maxQuoted = 500     // bytes of a text in quotes
	maxNumber = 1000000 // a number's value
)

// lexed is a line cut into tokens.
type lexed struct {
	tokens    []Token
	written   string // the line without its comment and blanks around
	continued bool   // it ends in a backslash
	bad       bool   // it has faults
}

// lex cuts a line into tokens, which it appends to those of the line before.
// It reports every fault and goes on behind the word in which it found one,
// so that a word gives at most one.
func lex(line SourceLine, before []Token, f *faults) lexed {
	l := lexer{line: line, column: 1, end: len(line.Text), faults: f}
	l.tokens = before
	for l.pos < len(line.Text) {
		l.next()
	}
	l.written = strings.Trim(line.Text[:l.end], " \t")
	return l.lexed
}

type lexer struct {
	lexed
	line   SourceLine
	pos    int // bytes
	column int // code points, from 1
	end    int // of what is not comment nor the backslash, bytes
	faults *faults
}

// peek returns the rune at the lexer's place, or at the end a negative one.
func (l *lexer) peek() (rune, int) {
	if l.pos >= len(l.line.Text) {
		return -1, 0
	}
	if c := l.line.Text[l.pos]; c < utf8.RuneSelf {
		return rune(c), 1
	}
	return utf8.DecodeRuneInString(l.line.Text[l.pos:])
}

func (l *lexer) advance(size int) {
	l.pos += size
	l.column++
}

// next takes one token, comment or blank.
func (l *lexer) next() {
	c, size := l.peek()
	switch {
	case c == ' ' || c == '\t':
		l.advance(size)
	case c == '#':
		l.comment()
	case c == ',':
		l.mark(Comma)
	case c == ':':
		l.mark(Colon)
	case c == ';':
		l.mark(Semicolon)
	case c == '"':
		l.quoted()
	case c == '\\':
		l.backslash()
	case c == '×':
		// Whether a number stands before it may depend on the line above.
		l.emit(Word, "×", "x", 0, l.column, l.column+1)
		l.advance(size)
	case l.startsWord(c):
		l.word()
	default:
		l.badWord()
	}
}

// startsWord reports whether a word may begin with c: a letter, a digit, or a
// sign before one.
func (l *lexer) startsWord(c rune) bool {
	if isLetter(c) || isDigit(c) {
		return true
	}
	if c != '+' && c != '-' {
		return false
	}
	after, _ := utf8.DecodeRuneInString(l.line.Text[l.pos+1:])
	return isLetter(after) || isDigit(after)
}

// inWord reports whether c may stand inside a word at the lexer's place. A
// colon does between digits: 18:00, 3:1.
func (l *lexer) inWord(c rune) bool {
	switch c {
	case '+', '-', '\'', '.', '/', '*':
		return true
	case ':':
		text, p := l.line.Text, l.pos
		return p > 0 && isDigit(rune(text[p-1])) && p+1 < len(text) && isDigit(rune(text[p+1]))
	}
	return isLetter(c) || isDigit(c)
}

// word takes a word, a number or a quantity.
func (l *lexer) word() {
	start, column := l.pos, l.column
	for {
		c, size := l.peek()
		if size == 0 || !l.inWord(c) {
			break
		}
		l.advance(size)
	}
	text := l.line.Text[start:l.pos]
	c, _ := l.peek()
	last := text[len(text)-1]
	switch {
	case !endsWord(c):
		l.badWord()
	case last == '-' || last == '.' || last == '/' || last == '\'':
		l.fault(CodeStrayCharacter, Span{l.line.Number, l.column - 1, l.column}, "Character", string(last))
	case len(text) > maxWord:
		l.fault(CodeWordTooLong, Span{l.line.Number, column, l.column}, "Length", len(text), "Limit", maxWord)
	default:
		l.classify(text, column)
	}
}

// endsWord reports whether c, found behind a word, may stand there.
func endsWord(c rune) bool {
	switch c {
	case -1, ' ', '\t', ',', ':', ';', '"', '\\', '×':
		return true
	}
	return false
}

// badWord reports the character at the lexer's place and skips to the end of
// the word that holds it.
func (l *lexer) badWord() {
	c, size := l.peek()
	l.bad = true
	l.faults.character(c, Span{l.line.Number, l.column, l.column + 1}, l.line.Text)
	l.advance(size)
	for {
		c, size := l.peek()
		if endsWord(c) {
			return
		}
		l.advance(size)
	}
}

// classify emits a word as what its characters make it.
func (l *lexer) classify(text string, column int) {
	digits := 0
	for digits < len(text) && isDigit(rune(text[digits])) {
		digits++
	}
	rest := text[digits:]
	switch {
	case digits == 0:
		l.emit(Word, text, Fold(text), 0, column, l.column)
	case rest == "":
		if n, ok := l.number(text, column); ok {
			l.emit(Number, text, text, n, column, l.column)
		}
	case looksNumeric(text):
		l.fault(CodeNumberForm, Span{l.line.Number, column, l.column}, "Word", text)
	case rest[0] == 'x' || rest[0] == 'X':
		l.quantity(text, digits, column)
	default:
		l.emit(Word, text, Fold(text), 0, column, l.column)
	}
}

// looksNumeric reports whether a word is a number in some programming
// language's notation: 0x10, 0b1, 1e9.
func looksNumeric(text string) bool {
	if _, err := strconv.ParseInt(text, 0, 64); err == nil {
		return true
	}
	mantissa, exponent, ok := strings.Cut(Fold(text), "e")
	return ok && isDigits(mantissa) && isDigits(strings.TrimLeft(exponent, "+-"))
}

func isDigits(s string) bool {
	for i := 0; i < len(s); i++ {
		if !isDigit(rune(s[i])) {
			return false
		}
	}
	return s != ""
}

// quantity emits the "2x" of "2xT10" and what follows it: a word that begins with a
// letter, or a label, "5x4A".
func (l *lexer) quantity(text string, digits, column int) {
	rest := text[digits+1:]
	if r, _ := utf8.DecodeRuneInString(rest); rest != "" && !isLetter(r) && !isLabel(rest) {
		l.fault(CodeNumberForm, Span{l.line.Number, column, l.column}, "Word", text)
		return
	}
	n, ok := l.number(text[:digits], column)
	if !ok {
		return
	}
	split := column + digits + 1
	l.emit(Quantity, text[:digits+1], text[:digits]+"x", n, column, split)
	if rest != "" {
		l.emit(Word, rest, Fold(rest), 0, split, l.column)
	}
}

// isLabel reports whether a word is a label that begins with a digit and may stand behind
// a quantity without a blank: "4A", "4*D". A word that would be read as anything else
// by itself is none: "3", "1e9", "3x4A", "18:00".
func isLabel(word string) bool {
	rest := strings.TrimLeft(word, "0123456789")
	if rest == "" || len(rest) == len(word) || rest[0] == 'x' || rest[0] == 'X' || looksNumeric(word) {
		return false
	}
	r, _ := utf8.DecodeRuneInString(rest)
	return r == '*' || isLetter(r)
}

// number returns the value of digits, or reports why they have none.
func (l *lexer) number(digits string, column int) (int, bool) {
	span := Span{l.line.Number, column, column + len(digits)}
	if digits[0] == '0' && len(digits) > 1 {
		l.fault(CodeNumberLeadingZero, span, "Word", digits)
		return 0, false
	}
	n, err := strconv.Atoi(digits)
	if err != nil || n > maxNumber {
		l.fault(CodeNumberTooBig, span, "Word", digits, "Limit", maxNumber)
		return 0, false
	}
	return n, true
}

// quoted takes a text in quotes. It may hold any visible character but the
// quotes themselves; its blanks are collapsed.
func (l *lexer) quoted() {
	start, column := l.pos+1, l.column
	end := strings.IndexByte(l.line.Text[start:], '"')
	if end < 0 {
		l.fault(CodeUnclosedQuote, Span{l.line.Number, column, column + 1})
		l.pos = len(l.line.Text)
		return
	}
	l.advance(1)
	ok := l.visible(start + end)
	l.advance(1)
	text := strings.Join(strings.FieldsFunc(l.line.Text[start:start+end], isBlank), " ")
	span := Span{l.line.Number, column, l.column}
	switch {
	case !ok:
	case text == "":
		l.fault(CodeEmptyQuotes, span)
	case len(text) > maxQuoted:
		l.fault(CodeWordTooLong, span, "Length", len(text), "Limit", maxQuoted)
	default:
		l.emit(Quoted, text, Fold(text), 0, column, l.column)
	}
}

func isBlank(r rune) bool { return r == ' ' || r == '\t' }

// visible moves to a byte position and reports the first character on the way
// that cannot be seen.
func (l *lexer) visible(to int) bool {
	ok := true
	for l.pos < to {
		c, size := l.peek()
		if ok && isInvisible(c) {
			ok, l.bad = false, true
			l.faults.character(c, Span{l.line.Number, l.column, l.column + 1}, l.line.Text)
		}
		l.advance(size)
	}
	return ok
}

// comment skips the rest of the line. A comment may be in any script, but not
// hide or move what a person sees.
func (l *lexer) comment() {
	l.end = min(l.end, l.pos)
	before, known := rune(-1), false
	for l.pos < len(l.line.Text) {
		c, size := l.peek()
		after, _ := utf8.DecodeRuneInString(l.line.Text[l.pos+size:])
		if !known && isInvisible(c) && !joins(before, c, after) {
			known, l.bad = true, true
			l.faults.character(c, Span{l.line.Number, l.column, l.column + 1}, l.line.Text)
		}
		before = c
		l.advance(size)
	}
}

// backslash takes the mark of a line that goes on, which must be the last but
// for a comment.
func (l *lexer) backslash() {
	rest := strings.TrimLeft(l.line.Text[l.pos+1:], " \t")
	if rest != "" && rest[0] != '#' {
		l.badWord()
		return
	}
	l.continued = true
	l.end = l.pos
	l.advance(1)
}

func (l *lexer) mark(kind TokenKind) {
	text := l.line.Text[l.pos : l.pos+1]
	l.emit(kind, text, text, 0, l.column, l.column+1)
	l.advance(1)
}

func (l *lexer) emit(kind TokenKind, text, fold string, n, column, end int) {
	l.tokens = append(l.tokens, Token{kind, text, fold, n, Span{l.line.Number, column, end}})
}

func (l *lexer) fault(code string, span Span, args ...any) {
	l.bad = true
	l.faults.add(code, span, l.line.Text, args...)
}

// joinQuantities turns a number followed by a lone x into a quantity, in
// place: "2 x T10", "2×T10". A × without a number is a fault.
func joinQuantities(tokens []Token, f *faults, source Source) (joined []Token, bad bool) {
	joined = tokens[:0]
	for _, t := range tokens {
		if t.Kind != Word || t.Fold != "x" {
			joined = append(joined, t)
			continue
		}
		last := len(joined) - 1
		switch {
		case last >= 0 && joined[last].Kind == Number:
			n := &joined[last]
			n.Kind, n.Text = Quantity, n.Fold+"x"
			n.Fold = n.Text
			n.Span = n.Span.Join(t.Span)
		case t.Text == "×":
			bad = true
			f.add(CodeStrayCharacter, t.Span, source.SourceLine(t.Span.Line), "Character", t.Text)
		default:
			joined = append(joined, t)
		}
	}
	for _, t := range joined {
		if t.Kind == Quantity && t.Number == 0 {
			bad = true
			f.add(CodeQuantityZero, t.Span, source.SourceLine(t.Span.Line), "Word", t.Text)
		}
	}
	return joined, bad
}
