package orders

import (
	"strings"
	"unicode/utf8"
)

// Parse reads an order file. It finds every fault of the text, in the order
// of their places, and recovers at each line; a file with any fault must not
// be executed, but what could be read of it is returned so that a ruleset can
// add its own faults to the same answer. Parse never panics and never guesses.
func Parse(text string) (*File, []*Diagnostic) {
	p := parser{file: &File{}, first: make(map[keyword]int), parts: true}
	r := reader{faults: &p.faults}
	whole := text
	text, p.file.Words = CutWords(text)
	p.lines = r.lines(text)
	p.file.Folded = r.notes
	if len(text) <= MaxText {
		p.run()
		p.words(whole)
	}
	return p.file, p.faults.sorted()
}

// parser reads the lines one after the other.
type parser struct {
	file    *File
	faults  faults
	lines   []SourceLine
	at      int             // the line to read next
	section keyword         // noKeyword in the header, kwOrders or kwStanding
	parts   bool            // orders may be written in parts
	first   map[keyword]int // where a header field or section stood first
	// strays is the last fault about lines before any section, whose count
	// grows while more of them follow.
	strays *Diagnostic
}

func (p *parser) run() {
	for p.at < len(p.lines) {
		line := p.lines[p.at]
		p.at++
		p.line(line)
	}
	for _, k := range []keyword{kwGame, kwSide, kwAnswers} {
		if p.first[k] == 0 {
			p.faults.add(CodeMissingHeader, Span{}, "", "Field", k.name())
		}
	}
	if p.first[kwOrders] == 0 && p.first[kwStanding] == 0 {
		p.faults.add(CodeMissingSection, Span{}, "")
	}
}

// words reports what does not belong into sections of words, and those that stand twice.
func (p *parser) words(text string) {
	if len(p.file.Words) == 0 {
		return
	}
	lines := strings.Split(text, "\n")
	fault := func(n int, code, kind string, first int) {
		p.fault(SourceLine{n, strings.Trim(lines[n-1], " \t\r\uFEFF")}, 0, code, "Section", kind, "First", first)
	}
	first := map[string]int{}
	for _, w := range p.file.Words {
		if w.Stray > 0 {
			fault(w.Stray, CodeOrdersInWords, w.Kind, w.Line)
		}
		if at := first[w.Kind]; at > 0 {
			fault(w.Line, CodeDoubledWords, w.Kind, at)
			continue
		}
		first[w.Kind] = w.Line
	}
}

// line reads one line, and those that continue it.
func (p *parser) line(line SourceLine) {
	text := strings.TrimLeft(line.Text, " \t")
	switch {
	case text == "":
		return
	case text[0] == '#':
		lex(line, nil, &p.faults)
		return
	case text[0] == '>':
		p.quotedReply(line)
		return
	case strings.HasPrefix(text, "-----BEGIN ") || strings.HasPrefix(text, "-----END "):
		p.fault(line, 0, CodeArmour)
		return
	case IsEnd(text):
		p.end(line)
		return
	case strings.HasPrefix(text, byteOrderMark):
		// Two files that were joined: the mark of the second is no part of its first word.
		column := utf8.RuneCountInString(line.Text) - utf8.RuneCountInString(text) + 1
		p.faults.character([]rune(byteOrderMark)[0], Span{line.Number, column, column + 1}, line.Text)
		line.Text = strings.TrimLeft(text, byteOrderMark)
		p.line(line)
		return
	}
	k, word, rest := leadingKeyword(text)
	if at, ok := serverLine(text); ok && p.section == noKeyword {
		p.strays = nil
		p.server(line, at)
		return
	}
	if k != noKeyword {
		p.strays = nil
	}
	switch k {
	case kwGame, kwSide, kwTurn, kwAnswers, kwNonce:
		p.header(k, line, rest)
	case kwOrders, kwStanding:
		p.heading(k, line)
	case kwPhase:
		p.phase(line)
	case kwEnd:
		if extra := uncommented(rest); extra != "" {
			p.fault(line, 0, CodeHeadingExtra, "Section", k.name(), "Words", extra)
		}
		p.end(line)
	default:
		p.body(line, word)
	}
}

// body reads a line without a keyword of its own.
func (p *parser) body(line SourceLine, word string) {
	switch p.section {
	case kwOrders:
		p.statement(line)
	case kwStanding:
		p.rule(line)
	default:
		p.stray(line, word)
	}
}

// quotedReply reports a run of lines quoted from another mail as one fault.
func (p *parser) quotedReply(line SourceLine) {
	n := 1
	for p.at < len(p.lines) && strings.HasPrefix(strings.TrimLeft(p.lines[p.at].Text, " \t"), ">") {
		p.at++
		n++
	}
	p.fault(line, 1, CodeQuotedReply, "Lines", n)
}

// stray reports a line before any section. A run of them is one fault: most
// often the heading "orders" is missing or misspelt.
func (p *parser) stray(line SourceLine, word string) {
	if p.strays != nil {
		p.strays.Args[3] = p.strays.Args[3].(int) + 1
		return
	}
	var suggestions Headings
	guess, near := Nearest(Fold(word), headWords)
	if near {
		suggestions = Headings{lineKeywords[guess].name()}
	}
	d := p.fault(line, max(1, utf8.RuneCountInString(word)), CodeUnknownHeader,
		"Word", word, "Lines", 1, "Suggestions", suggestions)
	if !near {
		p.strays = d
		return
	}
	// The guess is not executed, it only spares the faults that would follow.
	k := lineKeywords[guess]
	p.first[k] = line.Number
	if k == kwOrders || k == kwStanding {
		p.section = k
	}
}

// end takes the rest of the text as the trailer. A section in it shows that
// the end mark was not meant as one.
func (p *parser) end(mark SourceLine) {
	p.file.End = mark.Number
	for _, line := range p.lines[p.at:] {
		if strings.Trim(line.Text, " \t") == "" {
			continue
		}
		p.file.Trailer = append(p.file.Trailer, line)
		title := sectionTitle(line.Text)
		k, _, rest := leadingKeyword(line.Text)
		if sectionTitles[title] != noKeyword || k == kwPhase && strings.ContainsAny(rest, "0123456789") {
			p.fault(line, 0, CodeSectionAfterEnd, "Word", uncommented(line.Text), "End", mark.Number)
		}
	}
	p.at = len(p.lines)
}

// fault reports a fault at the first characters of a line, or at all of it
// if characters is 0.
func (p *parser) fault(line SourceLine, characters int, code string, args ...any) *Diagnostic {
	text := strings.TrimLeft(line.Text, " \t")
	column := len(line.Text) - len(text) + 1
	if characters == 0 {
		characters = utf8.RuneCountInString(uncommented(text))
	}
	return p.faults.add(code, Span{line.Number, column, column + characters}, line.Text, args...)
}

// uncommented returns a line without its comment and the blanks around.
func uncommented(line string) string {
	for i := range len(line) {
		if line[i] == '#' && (i == 0 || line[i-1] == ' ' || line[i-1] == '\t') {
			line = line[:i]
			break
		}
	}
	return strings.Trim(line, " \t")
}

// logical lexes a line and those that continue it. A line goes on when it
// ends in a backslash, a comma or a semicolon; blank lines and comments in
// between do not matter.
func (p *parser) logical(line SourceLine) (tokens []Token, text string, source []SourceLine, ok bool) {
	ok = true
	for {
		cut := lex(line, tokens, &p.faults)
		tokens, ok = cut.tokens, ok && !cut.bad
		source = append(source, line)
		text = strings.TrimLeft(text+" "+cut.written, " ")
		mark, goesOn := continuation(cut)
		if !goesOn {
			break
		}
		next, found := p.continued(mark, len(tokens) > 0)
		if !found {
			if ok {
				p.fault(line, 0, CodeNothingContinued, "Mark", mark)
			}
			ok = false
			break
		}
		line = next
	}
	joined, bad := joinQuantities(tokens, &p.faults, &Statement{Source: source})
	return joined, text, source, ok && !bad
}

// continuation returns the mark at the end of a line that goes on.
func continuation(cut lexed) (mark string, ok bool) {
	if cut.continued {
		return `\`, true
	}
	if len(cut.tokens) > 0 && cut.written != "" {
		switch last := cut.tokens[len(cut.tokens)-1]; last.Kind {
		case Comma, Semicolon:
			return last.Text, true
		}
	}
	return "", false
}

// continued returns the line that continues the last. Behind a comma or a
// semicolon, which may stand there by mistake, a line that begins something
// else is none; nor is it behind a backslash before which nothing has begun.
func (p *parser) continued(mark string, begun bool) (SourceLine, bool) {
	for p.at < len(p.lines) {
		line := p.lines[p.at]
		text := strings.TrimLeft(line.Text, " \t")
		if text != "" && text[0] != '#' {
			k, word, _ := leadingKeyword(text)
			if mark != `\` && (k != noKeyword || innerKeywords[Fold(word)] == kwWhen || IsEnd(text) || text[0] == '>') ||
				!begun && k != noKeyword {
				return SourceLine{}, false
			}
			p.at++
			return line, true
		}
		lex(line, nil, &p.faults)
		p.at++
	}
	return SourceLine{}, false
}
