package orders

import (
	"slices"
	"unicode/utf8"
)

// statement reads one order into the last group.
func (p *parser) statement(line SourceLine) {
	tokens, text, source, ok := p.logical(line)
	if len(tokens) == 0 || !p.checkStatement(tokens, source, ok) {
		return
	}
	s := Statement{Verb: tokens[0], Line: tokens[0].Span.Line, Text: text, Source: source}
	if len(tokens) > 1 {
		s.Args = tokens[1:]
	}
	if len(p.file.Groups) == 0 {
		p.file.Groups = append(p.file.Groups, Group{})
	}
	g := &p.file.Groups[len(p.file.Groups)-1]
	g.Statements = append(g.Statements, s)
}

// checkStatement reports what cannot be an order: one that does not begin
// with a verb, and marks that belong to standing orders.
func (p *parser) checkStatement(tokens []Token, source []SourceLine, ok bool) bool {
	in := &Statement{Source: source}
	if tokens[0].isWord(kwWhen) {
		p.at1(CodeRuleInOrders, tokens[0], in, "Word", tokens[0].Text)
		return false
	}
	if !ok {
		return false
	}
	if !startsName(tokens[0]) {
		p.at1(CodeVerbExpected, tokens[0], in, "Found", tokens[0].written())
		ok = false
	}
	return p.checkMarks(tokens, in) && p.checkCommas(tokens[1:], in) && ok
}

// checkMarks reports the colons and semicolons that do not belong into an order. In a file, one
// colon may part what the order begins with from its parts, and semicolons these:
// "move Sparta: 1 3 to Corinth; 5 to Messenia". Which verbs take parts is the ruleset's
// to say: see [Lexicon.TakesParts].
func (p *parser) checkMarks(tokens []Token, in Source) bool {
	colon, ok := 0, true
	for i, t := range tokens {
		between := i+1 < len(tokens) && i > 1 && !isMark(tokens[i-1]) && !isMark(tokens[i+1])
		switch {
		case t.Kind == Colon && p.parts && between && colon == 0:
			colon = i
		case t.Kind == Semicolon && between && colon > 0:
		case isMark(t) && t.Kind != Comma:
			p.at1(strayCode(t), t, in)
			ok = false
		}
	}
	return ok
}

// isMark reports whether t is a comma, a colon or a semicolon.
func isMark(t Token) bool { return t.Kind == Comma || t.Kind == Colon || t.Kind == Semicolon }

// strayCode is the code of a colon or semicolon that does not belong where it stands.
func strayCode(t Token) string {
	if t.Kind == Colon {
		return CodeStrayColon
	}
	return CodeStraySemicolon
}

// InParts reports whether the order is written in parts, behind a colon.
func (s *Statement) InParts() bool {
	return slices.ContainsFunc(s.Args, func(t Token) bool { return t.Kind == Colon })
}

// StrayMarks returns the faults of an order written in parts whose verb takes none: one at
// each colon and semicolon.
func (s *Statement) StrayMarks() (stray []*Diagnostic) {
	for _, t := range s.Args {
		if t.Kind == Colon || t.Kind == Semicolon {
			stray = append(stray, UnreadableAt(s, t.Span, strayCode(t)))
		}
	}
	return stray
}

// startsName reports whether t is a word that begins with a letter.
func startsName(t Token) bool {
	r, _ := utf8.DecodeRuneInString(t.Text)
	return t.Kind == Word && isLetter(r)
}

// checkCommas reports commas that have nothing before or behind them.
func (p *parser) checkCommas(tokens []Token, in Source) bool {
	ok := true
	for i, t := range tokens {
		if t.Kind == Comma && (i == 0 || i == len(tokens)-1 || isMark(tokens[i+1])) {
			p.at1(CodeStrayComma, t, in)
			ok = false
		}
	}
	return ok
}

// at1 reports a fault at one token.
func (p *parser) at1(code string, t Token, in Source, args ...any) {
	p.faults.add(code, t.Span, in.SourceLine(t.Span.Line), args...)
}
