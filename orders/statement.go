package orders

import "unicode/utf8"

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
	for _, t := range tokens {
		switch t.Kind {
		case Colon:
			p.at1(CodeStrayColon, t, in)
			ok = false
		case Semicolon:
			p.at1(CodeStraySemicolon, t, in)
			ok = false
		}
	}
	return p.checkCommas(tokens[1:], in) && ok
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
		if t.Kind == Comma && (i == 0 || i == len(tokens)-1 || tokens[i+1].Kind == Comma) {
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
