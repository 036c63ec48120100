package orders

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// header reads "game hel-7", "game: hel-7" or "game = hel-7".
func (p *parser) header(k keyword, line SourceLine, rest string) {
	if p.section != noKeyword {
		p.fault(line, 0, CodeLateHeader, "Field", k.name())
		return
	}
	if first := p.first[k]; first != 0 {
		p.fault(line, 0, CodeDoubledHeader, "Field", k.name(), "First", first)
		return
	}
	p.first[k] = line.Number
	rest = strings.TrimLeft(rest, " \t")
	if rest != "" && (rest[0] == ':' || rest[0] == '=') {
		rest = strings.TrimLeft(rest[1:], " \t")
	}
	column := utf8.RuneCountInString(line.Text) - utf8.RuneCountInString(rest) + 1
	written := uncommented(rest)
	span := Span{line.Number, column, column + utf8.RuneCountInString(written)}
	value := strings.Join(strings.FieldsFunc(written, isBlank), " ")
	switch {
	case value == "":
		p.fault(line, 0, CodeEmptyHeader, "Field", k.name())
	case !p.headerCharacters(line, rest, column):
	case !headerForm(k, value):
		p.faults.add(CodeHeaderForm, span, line.Text, "Field", k.name(), "Value", value)
	default:
		*p.file.Header.field(k) = Field{value, span}
	}
}

// field returns the field that a keyword sets.
func (h *Header) field(k keyword) *Field {
	switch k {
	case kwGame:
		return &h.Game
	case kwSide:
		return &h.Side
	case kwTurn:
		return &h.Turn
	case kwNonce:
		return &h.Nonce
	}
	return &h.Answers
}

// headerForm reports whether a value has the form of its field: words, and
// but for the turn only one.
func headerForm(k keyword, value string) bool {
	first, _ := utf8.DecodeRuneInString(value)
	if !isLetter(first) && !isDigit(first) && first != '-' && first != '+' {
		return false
	}
	return len(value) <= maxWord && (k == kwTurn || !strings.ContainsAny(value, " ,;:"))
}

// headerCharacters reports the first character of a header line's rest that
// may not stand there; in a comment that is only one that hides.
func (p *parser) headerCharacters(line SourceLine, rest string, column int) bool {
	comment := false
	before := ' '
	for i, c := range rest {
		comment = comment || c == '#' && (before == ' ' || before == '\t')
		foreign := c > unicode.MaxASCII && !isLetter(c)
		after, _ := utf8.DecodeRuneInString(rest[i+utf8.RuneLen(c):])
		if isInvisible(c) && !(comment && joins(before, c, after)) || foreign && !comment {
			p.faults.character(c, Span{line.Number, column, column + 1}, line.Text)
			return false
		}
		before = c
		column++
	}
	return true
}

// sectionTitle returns a line as a key of sectionTitles.
func sectionTitle(line string) string {
	title := strings.TrimRight(uncommented(line), " \t:")
	return strings.Join(strings.FieldsFunc(Fold(title), isBlank), " ")
}

// heading opens the section of orders or of standing orders.
func (p *parser) heading(k keyword, line SourceLine) {
	title := sectionTitle(line.Text)
	section := sectionTitles[title]
	lex(line, nil, &p.faults)
	if section == noKeyword {
		_, extra, _ := strings.Cut(title, " ")
		p.fault(line, 0, CodeHeadingExtra, "Section", k.name(), "Words", extra)
		section = k
	}
	if first := p.first[section]; first != 0 {
		p.fault(line, 0, CodeDoubledSection, "Section", section.name(), "First", first)
	} else {
		p.first[section] = line.Number
	}
	p.section = section
	p.file.HasOrders = p.file.HasOrders || section == kwOrders
	p.file.HasStanding = p.file.HasStanding || section == kwStanding
}

// phase opens a group of orders: "phase B.3", "phase B.3 again".
func (p *parser) phase(line SourceLine) {
	cut := lex(line, nil, &p.faults)
	tokens := cut.tokens[min(1, len(cut.tokens)):]
	if n := len(tokens); n > 1 && tokens[n-1].Kind == Colon {
		tokens = tokens[:n-1]
	}
	g := Group{Span: Span{Line: line.Number, Column: 1, End: utf8.RuneCountInString(line.Text) + 1}}
	if len(cut.tokens) > 0 {
		g.Span = cut.tokens[0].Span
	}
	for _, t := range tokens {
		g.Span = g.Span.Join(t.Span)
	}
	if len(tokens) == 2 && tokens[1].isWord(kwAgain) {
		g.Again = true
		tokens = tokens[:1]
	}
	switch {
	case cut.bad:
	case len(tokens) != 1 || cut.continued || tokens[0].Kind != Word && tokens[0].Kind != Number:
		_, _, rest := leadingKeyword(line.Text)
		p.fault(line, 0, CodePhaseForm, "Words", uncommented(rest))
	case p.section != kwOrders:
		p.fault(line, 0, CodePhaseOutside, "Phase", phaseName(tokens[0].Fold))
	default:
		g.Phase = phaseName(tokens[0].Fold)
		p.checkPhase(line, g)
	}
	if p.section == kwOrders {
		p.file.Groups = append(p.file.Groups, g)
	}
}

// phaseName is a heading as it is kept: a number of the sequence of play, "B.3", in upper
// case, a word such as "first" in lower case.
func phaseName(fold string) string {
	if len(fold) > 1 && strings.Trim(fold, "abcdefghijklmnopqrstuvwxyz") == "" {
		return fold
	}
	return strings.ToUpper(fold)
}

// checkPhase reports a phase that stands twice without "again".
func (p *parser) checkPhase(line SourceLine, g Group) {
	for _, old := range p.file.Groups {
		if old.Phase == g.Phase && !g.Again {
			p.fault(line, 0, CodeDoubledPhase, "Phase", g.Phase, "First", old.Span.Line)
			return
		}
	}
}

// IsHeaderLine reports whether a line of a file, outside of its sections, sets a field of
// the header, whether or not it does so rightly.
func IsHeaderLine(line string) bool {
	k, _, _ := leadingKeyword(strings.TrimLeft(line, " \t"))
	switch k {
	case kwGame, kwSide, kwTurn, kwAnswers, kwNonce:
		return true
	}
	_, ok := serverLine(line)
	return ok
}

// serverLine reads "at SERVER", the line of a header that says which server the file is for.
func serverLine(line string) (server string, ok bool) {
	b, ok := ReadBinding(line, true)
	return b.At, ok && b.At != "" && b.Dated == ""
}

// server takes such a line into the header.
func (p *parser) server(line SourceLine, server string) {
	if p.file.Header.At.Value != "" {
		p.fault(line, 0, CodeDoubledHeader, "Field", Heading("at"), "First", p.file.Header.At.Span.Line)
		return
	}
	column := utf8.RuneCountInString(line.Text[:strings.Index(line.Text, server)]) + 1
	p.file.Header.At = Field{server, Span{line.Number, column, column + utf8.RuneCountInString(server)}}
}

// IsHeading reports whether a line opens the section of orders or of standing orders.
func IsHeading(line string) bool { return sectionTitles[sectionTitle(line)] != noKeyword }
