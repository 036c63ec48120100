package orders

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// Cursor walks the tokens of one order, so that a ruleset reads its arguments
// as straight-line code:
//
//	c := orders.NewCursor(s)
//	unit, fault := c.TakeName(names, "unit")
//	if c.TakeKeyword("by", "par") { ... }
//	return c.End()
type Cursor struct {
	source Source
	tokens []Token
	at     int
	last   Span // of the token before, or of the verb
}

// NewCursor returns a cursor before the first argument of s.
func NewCursor(s *Statement) *Cursor {
	return &Cursor{source: s, tokens: s.Args, last: s.Verb.Span}
}

// NewCursorOver returns a cursor over some tokens of source, for instance the
// condition of a rule or an alternative of its action.
func NewCursorOver(source Source, tokens []Token) *Cursor {
	c := &Cursor{source: source, tokens: tokens}
	if len(tokens) > 0 {
		first := tokens[0].Span
		c.last = Span{first.Line, first.Column, first.Column}
	}
	return c
}

// Peek returns the next token without taking it; false at the end.
func (c *Cursor) Peek() (Token, bool) { return c.PeekAt(0) }

// PeekAt returns the token n behind the next one; false behind the end.
func (c *Cursor) PeekAt(n int) (Token, bool) {
	if c.at+n >= len(c.tokens) {
		return Token{}, false
	}
	return c.tokens[c.at+n], true
}

// Next takes the next token; false at the end.
func (c *Cursor) Next() (Token, bool) {
	t, ok := c.Peek()
	if ok {
		c.at++
		c.last = t.Span
	}
	return t, ok
}

// Done reports whether all tokens are taken.
func (c *Cursor) Done() bool { return c.at >= len(c.tokens) }

// Rest takes all remaining tokens.
func (c *Cursor) Rest() []Token {
	rest := c.tokens[c.at:]
	for range rest {
		c.Next()
	}
	return rest
}

// Mark returns the place of the cursor for [Cursor.Reset].
func (c *Cursor) Mark() int { return c.at }

// Reset puts the cursor back to a place that Mark returned.
func (c *Cursor) Reset(mark int) { c.at = mark }

// AtKeyword reports whether the next token is one of the words. The words are
// given in folded form: one keyword and its synonyms of both languages.
func (c *Cursor) AtKeyword(words ...string) bool {
	t, ok := c.Peek()
	return ok && t.Kind == Word && slices.Contains(words, t.Fold)
}

// TakeKeyword takes the next token if it is one of the words.
func (c *Cursor) TakeKeyword(words ...string) bool {
	if !c.AtKeyword(words...) {
		return false
	}
	c.Next()
	return true
}

// AtWord reports whether the next token is a word of the lexicon for one of the things
// that the identifiers name: see [Lexicon.AddKeyword].
func (c *Cursor) AtWord(l *Lexicon, ids ...string) bool {
	t, ok := c.Peek()
	return ok && t.Kind == Word && slices.ContainsFunc(ids, func(id string) bool { return slices.Contains(l.keywords[id], t.Fold) })
}

// TakeWord takes the next token if it is such a word.
func (c *Cursor) TakeWord(l *Lexicon, ids ...string) bool {
	if !c.AtWord(l, ids...) {
		return false
	}
	c.Next()
	return true
}

// NeedKeyword takes the next token, which must be one of the words, or
// returns the fault "keyword-expected".
func (c *Cursor) NeedKeyword(words ...string) *Diagnostic {
	if c.TakeKeyword(words...) {
		return nil
	}
	return c.fault(CodeKeywordExpected, "Words", slices.Clone(words), "Found", c.found())
}

// Missing returns the fault "keyword-expected" at the next token. The words that would do
// are given one by one or as lists, each by what the catalogue's texts can show: a keyword
// of the ruleset, or a string as it is.
func (c *Cursor) Missing(words ...any) *Diagnostic {
	return c.fault(CodeKeywordExpected, "Words", listed(words), "Found", c.found())
}

// listed is the words as one list of their own type: of strings, if they have none in common.
func listed(words []any) any {
	var all []reflect.Value
	for _, w := range words {
		v := reflect.ValueOf(w)
		if v.Kind() != reflect.Slice {
			all = append(all, v)
			continue
		}
		for i := range v.Len() {
			all = append(all, v.Index(i))
		}
	}
	alike := len(all) > 0
	for _, v := range all {
		alike = alike && v.Kind() == reflect.String && v.Type() == all[0].Type()
	}
	if !alike {
		texts := make([]string, len(all))
		for i, v := range all {
			texts[i] = fmt.Sprint(v)
		}
		return texts
	}
	return reflect.Append(reflect.MakeSlice(reflect.SliceOf(all[0].Type()), 0, len(all)), all...).Interface()
}

// TakeComma takes a comma if it is next.
func (c *Cursor) TakeComma() bool { return c.take(Comma) }

func (c *Cursor) take(kind TokenKind) bool {
	t, ok := c.Peek()
	if !ok || t.Kind != kind {
		return false
	}
	c.Next()
	return true
}

// TakeNumber takes the next token, which must be a whole number, or returns
// the fault "number-expected".
func (c *Cursor) TakeNumber() (int, *Diagnostic) {
	if t, ok := c.Peek(); ok && t.Kind == Number {
		c.Next()
		return t.Number, nil
	}
	return 0, c.fault(CodeNumberExpected, "Found", c.found())
}

// TakeQuantity takes a quantity ("2x") if it is next and returns its number,
// else 1.
func (c *Cursor) TakeQuantity() int {
	if t, ok := c.Peek(); ok && t.Kind == Quantity {
		c.Next()
		return t.Number
	}
	return 1
}

// TakeQuoted takes the next token, which must be a text in quotes, or returns
// the fault "text-expected".
func (c *Cursor) TakeQuoted() (string, *Diagnostic) {
	if t, ok := c.Peek(); ok && t.Kind == Quoted {
		c.Next()
		return t.Text, nil
	}
	return "", c.fault(CodeTextExpected, "Found", c.found())
}

// TakeName takes a name of one of the kinds, of several words if l has such a
// name. The fault is "name-expected" if there is no word, else that of
// [Lexicon.Lookup], and nothing is taken.
func (c *Cursor) TakeName(l *Lexicon, kinds ...string) (Entry, *Diagnostic) {
	t, ok := c.Peek()
	if !ok || t.Kind != Word && t.Kind != Quoted && t.Kind != Number {
		return Entry{}, c.fault(CodeNameExpected, "Wanted", Kinds(slices.Clone(kinds)), "Found", c.found())
	}
	for n := min(l.words, len(c.tokens)-c.at); n > 1; n-- {
		whole, ok := c.joined(n)
		if !ok {
			continue
		}
		if !l.Has(whole, kinds...) {
			continue
		}
		for range n {
			c.Next()
		}
		return l.Lookup(whole, kinds...)
	}
	e, fault := l.Lookup(t, kinds...)
	if fault != nil {
		return Entry{}, fault.In(c.source)
	}
	c.Next()
	return e, nil
}

// AtName reports whether a name of one of the kinds comes next.
func (c *Cursor) AtName(l *Lexicon, kinds ...string) bool {
	t, ok := c.Peek()
	if !ok || t.Kind != Word && t.Kind != Quoted && t.Kind != Number {
		return false
	}
	for n := min(l.words, len(c.tokens)-c.at); n > 1; n-- {
		if whole, ok := c.joined(n); ok && l.Has(whole, kinds...) {
			return true
		}
	}
	return l.Has(t, kinds...)
}

// joined returns the next n words as one name; false if they are not all
// words. It is a Quoted token so that it is only found whole.
func (c *Cursor) joined(n int) (Token, bool) {
	folds := make([]string, n)
	for i, t := range c.tokens[c.at : c.at+n] {
		if t.Kind != Word && t.Kind != Number {
			return Token{}, false
		}
		folds[i] = t.Fold
	}
	fold := strings.Join(folds, " ")
	return Token{Kind: Quoted, Text: fold, Fold: fold, Span: c.tokens[c.at].Span}, true
}

// End returns nil when all tokens are taken, else the fault "left-over".
func (c *Cursor) End() *Diagnostic {
	if c.Done() {
		return nil
	}
	var span Span
	var words []string
	for _, t := range c.tokens[c.at:] {
		span = span.Join(t.Span)
		words = append(words, t.written())
	}
	d := &Diagnostic{Code: CodeLeftOver, Span: span, Args: []any{"Words", strings.Join(words, " ")}}
	return d.In(c.source)
}

// Span returns the place of the next token, or the one behind the last.
func (c *Cursor) Span() Span {
	if t, ok := c.Peek(); ok {
		return t.Span
	}
	return Span{c.last.Line, c.last.End, c.last.End + 1}
}

// Last returns the place of the token taken last, or of the verb.
func (c *Cursor) Last() Span { return c.last }

// Illegal returns the fault of an understood order against a rule, at span.
func (c *Cursor) Illegal(span Span, code, rule string, args ...any) *Diagnostic {
	return IllegalAt(c.source, span, code, rule, args...)
}

func (c *Cursor) fault(code string, args ...any) *Diagnostic {
	return UnreadableAt(c.source, c.Span(), code, args...)
}

// found returns the next token for a text, "" at the end of the order.
func (c *Cursor) found() string {
	t, ok := c.Peek()
	if !ok {
		return ""
	}
	return t.written()
}

// written returns the token as it is written in an order file.
func (t Token) written() string {
	if t.Kind == Quoted {
		return `"` + t.Text + `"`
	}
	return t.Text
}
