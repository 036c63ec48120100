package orders

// rule reads one standing order.
func (p *parser) rule(line SourceLine) {
	tokens, text, source, ok := p.logical(line)
	if len(tokens) == 0 || !ok {
		return
	}
	r := Rule{Line: tokens[0].Span.Line, Text: text, Source: source}
	head, tail, ok := p.splitRule(tokens, &r)
	if !ok {
		return
	}
	conditional := head[0].isWord(kwWhen)
	if conditional {
		r.When = head[1:]
		head = r.When
	} else {
		r.Subject = head
	}
	ok = p.checkCommas(head, &r)
	for _, part := range split(tail, Semicolon) {
		a, fine := p.action(part, &r)
		r.Actions = append(r.Actions, a)
		ok = ok && fine
	}
	if ok {
		p.file.Standing = append(p.file.Standing, r)
	}
}

// splitRule cuts a rule at its colon.
func (p *parser) splitRule(tokens []Token, in Source) (head, tail []Token, ok bool) {
	colon := -1
	for i, t := range tokens {
		switch {
		case t.Kind != Colon:
		case colon < 0:
			colon = i
		default:
			p.at1(CodeSecondColon, t, in)
			return nil, nil, false
		}
	}
	if colon < 0 {
		p.at1(CodeMissingColon, tokens[0], in, "Word", tokens[0].written())
		return nil, nil, false
	}
	head, tail = tokens[:colon], tokens[colon+1:]
	for _, t := range head {
		if t.Kind == Semicolon {
			p.at1(CodeStraySemicolon, t, in)
			return nil, nil, false
		}
	}
	switch {
	case len(head) == 0 || !startsName(head[0]):
		p.at1(CodeEmptySubject, tokens[0], in)
	case len(head) == 1 && head[0].isWord(kwWhen):
		p.at1(CodeEmptyCondition, head[0], in, "Word", head[0].Text)
	case len(tail) == 0:
		p.at1(CodeEmptyAction, tokens[colon], in, "Mark", ":")
	default:
		return head, tail, true
	}
	return nil, nil, false
}

// action reads alternatives that "else" separates. The comma before it is
// optional.
func (p *parser) action(tokens []Token, in *Rule) (Action, bool) {
	var a Action
	if len(tokens) == 0 {
		p.faults.add(CodeEmptyAction, in.Span(), in.SourceLine(in.Line), "Mark", ";")
		return a, false
	}
	ok := true
	for start := 0; start <= len(tokens); {
		end := start
		for end < len(tokens) && !tokens[end].isWord(kwElse) {
			end++
		}
		alternative := tokens[start:end]
		if n := len(alternative); end < len(tokens) && n > 1 && alternative[n-1].Kind == Comma {
			alternative = alternative[:n-1]
		}
		if len(alternative) == 0 {
			t := tokens[min(end, len(tokens)-1)]
			p.at1(CodeEmptyAction, t, in, "Mark", t.Text)
			return a, false
		}
		ok = p.checkCommas(alternative, in) && ok
		a.Alternatives = append(a.Alternatives, alternative)
		start = end + 1
	}
	return a, ok
}

// Span returns the place of what stands before the rule's colon.
func (r *Rule) Span() Span {
	var s Span
	for _, tokens := range [][]Token{r.When, r.Subject} {
		for _, t := range tokens {
			s = s.Join(t.Span)
		}
	}
	return s
}

// split cuts tokens at a mark; it returns at least one part.
func split(tokens []Token, at TokenKind) [][]Token {
	var parts [][]Token
	start := 0
	for i, t := range tokens {
		if t.Kind == at {
			parts = append(parts, tokens[start:i])
			start = i + 1
		}
	}
	return append(parts, tokens[start:])
}
