package orders

import (
	"slices"
	"strings"

	"keryx/orders/pattern"
)

// People do not send an order file and nothing else. They press "reply", greet, sign with their
// name, and leave the letter that they answer below; where a mail program signs the whole mail, all
// of that lies within the signature. [Part] parts the file, and the words to people, from what is
// plainly neither. It is the one place that decides this: what is read, what is shown to others and
// what is kept private never differ.

// Known is what a game knows of the words of a line.
type Known struct {
	Lexicon *Lexicon
	// Reads reports whether a line, with those that continue it, is an order or a standing order of
	// the game without a fault.
	Reads func(line string) bool
}

// Parted is a signed text taken apart.
type Parted struct {
	// Text is the text with an empty line in the place of each that was set aside: the order file,
	// and the sections of words below it. It is what [Parse] reads.
	Text  string
	Aside []Aside // what was set aside: no line of it is like an order, or there is a fault
	// Led tells that something stood above the file: the text may be a letter to somebody, which
	// holds a file, and not a file.
	Led bool
	// Faults are lines outside the file that are like orders, and old letters that are not quoted.
	Faults []*Diagnostic
}

// Aside is a run of lines that were set aside, all of them quoted or none.
type Aside struct {
	Line   int // of the first, from 1
	Lines  []string
	Quoted bool // quoted from another mail, or the lines that introduce what is
}

// gameID is the form of a game's identifier, folded.
var gameID = pattern.New(`^[a-z]{1,20}-[1-9][0-9]{0,5}$`)

// GameNamed returns the identifier of the game that a text is for: that of the first line that is
// "game" and an identifier, and not quoted; "" if there is none.
func GameNamed(text string) string {
	p := parting{lines: strings.SplitAfter(text, "\n")}
	if at := p.start(); at >= 0 {
		return Fold(headerValue(p.bare(at)))
	}
	return ""
}

// Part takes a text apart that holds the order file of a game, however much stands around it. A text
// without the line "game ID", one that is too long, and one of an unknown game, for which known is
// nil, come back as they are.
func Part(text string, known *Known) Parted {
	whole := Parted{Text: text}
	if known == nil || len(text) > MaxText {
		return whole
	}
	p := parting{known: known, lines: strings.SplitAfter(text, "\n")}
	start := p.start()
	if start < 0 {
		return whole
	}
	p.aside, p.hidden = make([]aside, len(p.lines)), make([]bool, len(p.lines))
	if !p.file(start) {
		return whole
	}
	return p.parted(text)
}

// parting is a text that is being taken apart.
type parting struct {
	known  *Known
	lines  []string
	aside  []aside
	hidden []bool // comments among what is set aside, of which nobody is told
	led    bool
	faults []*Diagnostic
	end    int // the number of the line that ends the orders; 0 if none does
}

// aside is why a line is set aside.
type aside uint8

const (
	kept aside = iota
	written
	quoted
)

// bare is a line without the blanks around it.
func (p *parting) bare(i int) string { return strings.Trim(p.lines[i], " \t\r\n\uFEFF\u00a0\u202f") }

func isQuoted(bare string) bool { return strings.HasPrefix(bare, ">") }

// isNothing reports whether a line says nothing.
func isNothing(bare string) bool { return bare == "" || bare[0] == '#' }

// headerValue is the value of a line of the header.
func headerValue(line string) string {
	_, _, rest := leadingKeyword(line)
	return strings.TrimLeft(uncommented(rest), " \t:=")
}

// start returns the index of the line with which the file begins, or -1.
func (p *parting) start() int {
	return slices.IndexFunc(p.lines, func(line string) bool {
		line = strings.TrimLeft(line, " \t\uFEFF\u00a0\u202f")
		k, _, _ := leadingKeyword(line)
		return k == kwGame && gameID.MatchString(Fold(headerValue(strings.TrimRight(line, " \t\r\n\u00a0\u202f"))))
	})
}

// inHeader reports whether a line is one of the header, whatever its value.
func inHeader(bare string) bool {
	return IsHeaderLine(bare) && len(strings.Fields(headerValue(bare))) <= 3
}

// answered is the form of what the line "answers" copies, folded, however it was copied.
var answered = pattern.New(`^[a-z0-9]{4}-?[a-z0-9]{4}$`)

// begunAbove reports whether a line above that of the game is one of the header too: its lines may
// stand in any order.
func (p *parting) begunAbove(bare string) bool {
	k, _, _ := leadingKeyword(bare)
	value := headerValue(bare)
	one := value != "" && len(strings.Fields(value)) == 1
	switch k {
	case kwSide:
		return one && p.knows(value, false)
	case kwAnswers:
		return one && answered.MatchString(Fold(value))
	case kwTurn:
		return isTurn(value)
	case kwNonce:
		return one
	}
	_, ok := serverLine(bare)
	return ok
}

// isTurn reports whether the value of a line is like the name of a turn, "may -411" or "3": it ends in
// a number. Other lines that begin with the word are prose: "Turn 3 was fun".
func isTurn(value string) bool {
	words := strings.Fields(value)
	return len(words) > 0 && len(words) <= 5 && isDigit(rune(value[len(value)-1]))
}

// file finds where the file ends that begins at a line, and sets aside what is around it. It reports
// false where no file can be parted from what is around it, and the text is to be read as it is.
func (p *parting) file(start int) bool {
	top := start
	for i := start - 1; i >= 0 && (isNothing(p.bare(i)) || p.begunAbove(p.bare(i)) && !p.turnAgain(i, start)); i-- {
		if !isNothing(p.bare(i)) {
			top = i
		}
	}
	for i := range top {
		if wordHeading(p.bare(i)) != "" {
			return false // words below which orders stand: the reading tells of it
		}
	}
	over := p.over(start)
	head := over
	for i := start; i < over; i++ {
		if IsHeading(p.bare(i)) {
			head = i
			break
		}
	}
	whole := head < over && p.names(kwSide, top, head) && p.names(kwAnswers, top, head)
	last := p.last(start, head, over)
	// A file that orders nothing may have its orders among what is quoted.
	whole = whole && (last > head || over < len(p.lines) && wordHeading(p.bare(over)) != "" || p.standsAlone(head, over))
	p.outside(0, top, whole)
	below := last + 1
	for below < over && p.bare(below) != "" && !isQuoted(p.bare(below)) && !p.introduces(below) {
		below++
	}
	p.outside(below, over, whole)
	p.behind(over)
	return true
}

// turnAgain reports whether a line above that of the game is about a turn, which the header below names
// by itself: "Turn 3!" is a greeting then.
func (p *parting) turnAgain(i, start int) bool {
	k, _, _ := leadingKeyword(p.bare(i))
	if k != kwTurn {
		return false
	}
	for n := start; n < len(p.lines) && !IsHeading(p.bare(n)); n++ {
		if k, _, _ := leadingKeyword(p.bare(n)); k == kwTurn {
			return true
		}
	}
	return false
}

// standsAlone reports whether the heading of standing orders is among some lines: nothing below it
// says that they are withdrawn.
func (p *parting) standsAlone(from, to int) bool {
	for i := from; i < to; i++ {
		if sectionTitles[sectionTitle(p.bare(i))] == kwStanding {
			return true
		}
	}
	return false
}

// names reports whether one of some lines sets a field of the header.
func (p *parting) names(field keyword, from, to int) bool {
	for i := from; i < to; i++ {
		if k, _, _ := leadingKeyword(p.bare(i)); k == field {
			return true
		}
	}
	return false
}

// over returns the index of the line behind which no order is read: one that ends the orders, the
// heading of a section of words, or one that begins an old letter; or the number of lines.
func (p *parting) over(start int) int {
	for i := start; i < len(p.lines); i++ {
		if bare := p.bare(i); isEndMark(bare) || wordHeading(bare) != "" || beginsLetter(bare) {
			return i
		}
	}
	return len(p.lines)
}

// last returns the index of the last line that belongs to the file for sure: one of its header, a
// heading, or the last line of the last order.
func (p *parting) last(start, head, over int) int {
	last := start
	for i := start; i < head && i < over; i++ {
		if inHeader(p.bare(i)) {
			last = i
		}
	}
	for i := head; i < over; {
		next, text := p.logical(i, over)
		switch bare := p.bare(i); {
		case isNothing(bare), isQuoted(bare):
		case p.like(text):
			last = next - 1
		}
		i = next
	}
	return last
}

// logical joins a line with those that continue it, as the reading of a file does, and returns the
// index of the line behind them.
func (p *parting) logical(i, over int) (next int, text string) {
	text = uncommented(p.bare(i))
	next = i + 1
	if isNothing(p.bare(i)) || isQuoted(p.bare(i)) {
		return next, text
	}
	for n := next; n < over; n++ {
		mark := text != "" && strings.ContainsRune(`\,;`, rune(text[len(text)-1]))
		bare := p.bare(n)
		if !mark {
			break
		}
		if isNothing(bare) {
			continue
		}
		k, word, _ := leadingKeyword(bare)
		if isQuoted(bare) || text[len(text)-1] != '\\' && (k != noKeyword || innerKeywords[Fold(word)] == kwWhen) {
			break
		}
		text = strings.TrimSuffix(text, `\`) + " " + uncommented(bare)
		next = n + 1
	}
	return next, text
}

// outside sets lines aside that stand above the file or below it. Quoted ones stay where the file is
// not whole: it may be among them.
func (p *parting) outside(from, to int, whole bool) {
	for i := from; i < to; i++ {
		switch bare := p.bare(i); {
		case isQuoted(bare):
			if whole {
				p.aside[i] = quoted
			}
		case isNothing(bare):
			continue
		case beginsLetter(bare):
			p.fault(CodeOldLetter, i)
			p.aside[i] = written
		default:
			if p.like(uncommented(bare)) {
				p.tell(i)
			}
			p.aside[i] = written
			if p.introduces(i) {
				p.aside[i] = quoted
			}
		}
		p.led = p.led || from == 0
	}
	p.hide(from, to)
}

// hide takes the comments out of lines of which any is set aside: they are part of it.
func (p *parting) hide(from, to int) {
	if to <= from || !slices.ContainsFunc(p.aside[from:to], func(a aside) bool { return a != kept }) {
		return
	}
	for i := from; i < to; i++ {
		p.hidden[i] = p.aside[i] == kept && p.bare(i) != ""
		p.hidden[i] = p.hidden[i] && p.bare(i)[0] == '#'
	}
}

// behind deals with what stands behind the orders: sections of words, of which quoted letters are
// set aside, and all that stands below a line that ends the text.
func (p *parting) behind(over int) {
	i := over
	for ; i < len(p.lines) && !isEndMark(p.bare(i)); i++ {
		bare := p.bare(i)
		if beginsLetter(bare) && (i == over || p.heads(i)) {
			p.fault(CodeOldLetter, i)
			p.drop(i)
			return
		}
		if isQuoted(bare) || p.introduces(i) {
			p.aside[i] = quoted
		}
	}
	if i == len(p.lines) {
		return
	}
	p.end = i + 1
	p.outside(i+1, len(p.lines), true)
}

// drop sets all lines aside from one on: the file is refused for what they begin with.
func (p *parting) drop(from int) {
	for i := from; i < len(p.lines); i++ {
		if p.bare(i) != "" {
			p.aside[i] = written
		}
	}
}

// letterTop is the line that begins a letter which a mail program has put below an answer, and
// letterField one that goes on with it.
var (
	letterTop   = pattern.New(`(?i)^[*_]*(?:from|de)[*_]*[ \t\x{a0}\x{202f}]*:[*_]*[ \t\x{a0}]*\S`)
	letterField = pattern.New(`(?i)^[*_]*(?:to|cc|sent|date|subject|à|a|envoyé|envoye|objet|reply-to)[*_]*[ \t\x{a0}\x{202f}]*:`)
)

func beginsLetter(bare string) bool { return letterTop.MatchString(bare) }

// heads reports whether the lines of a letter's head follow a line: among words to people the first
// of them alone may be a person's own.
func (p *parting) heads(i int) bool {
	for n := i + 1; n < len(p.lines) && n <= i+4; n++ {
		if letterField.MatchString(p.bare(n)) {
			return true
		}
	}
	return false
}

// introduction is what a line has that a mail program writes above what it quotes.
var introduction = pattern.New(`[0-9@]|wrote|ecrit`)

// introduces reports whether a line introduces quoted ones: it ends in a colon right above them, or
// is the first half of one that does and was broken.
func (p *parting) introduces(i int) bool {
	ends := func(i int) bool { return strings.HasSuffix(p.bare(i), ":") }
	above := func(i int) bool {
		for n := i + 1; n < len(p.lines); n++ {
			if bare := p.bare(n); bare != "" {
				return isQuoted(bare)
			}
		}
		return false
	}
	line := p.bare(i)
	if isNothing(line) || isQuoted(line) || p.like(uncommented(line)) {
		return false
	}
	if ends(i) && above(i) {
		return introduction.MatchString(Fold(line)) || i > 0 && introduction.MatchString(Fold(p.bare(i-1)))
	}
	return i+1 < len(p.lines) && introduction.MatchString(line) && ends(i+1) && above(i+1) &&
		!strings.ContainsAny(p.bare(i+1), "0123456789@") && !p.like(uncommented(p.bare(i+1)))
}

// tell reports a line outside the file that is like an order.
func (p *parting) tell(i int) {
	bare := p.bare(i)
	k, word, rest := leadingKeyword(bare)
	switch {
	case p.end == 0:
		p.fault(CodeOrderOutside, i)
	case IsHeading(bare), k == kwPhase && strings.ContainsAny(rest, "0123456789"):
		p.fault(CodeSectionAfterEnd, i, "Word", uncommented(bare), "End", p.end)
	default:
		p.fault(CodeOrderAfterEnd, i, "Word", word, "End", p.end)
	}
}

// fault reports a fault of a whole line.
func (p *parting) fault(code string, i int, args ...any) {
	if len(p.faults) == maxFaults {
		return
	}
	line := strings.TrimRight(p.lines[i], " \t\r\n")
	if len(line) > MaxLine {
		line = strings.ToValidUTF8(line[:MaxLine], "")
	}
	p.faults = append(p.faults, new(parser).fault(SourceLine{i + 1, strings.Trim(line, "\uFEFF")}, 0, code, args...))
}

// parted puts the result together.
func (p *parting) parted(text string) Parted {
	out := Parted{Text: text, Led: p.led, Faults: p.faults}
	var b strings.Builder
	changed := false
	for i, line := range p.lines {
		if p.aside[i] == kept && !p.hidden[i] {
			b.WriteString(line)
			continue
		}
		changed = true
		if strings.HasSuffix(line, "\n") {
			b.WriteByte('\n')
		}
		if p.aside[i] == kept {
			continue
		}
		is := p.aside[i] == quoted
		bare := strings.TrimRight(line, " \t\r\n")
		n := len(out.Aside) - 1
		if n >= 0 && out.Aside[n].Quoted == is && out.Aside[n].Line+len(out.Aside[n].Lines) == i+1 {
			out.Aside[n].Lines = append(out.Aside[n].Lines, bare)
			continue
		}
		out.Aside = append(out.Aside, Aside{Line: i + 1, Lines: []string{bare}, Quoted: is})
	}
	if changed {
		out.Text = b.String()
	}
	return out
}

// Unquote sets aside what a text without an order file quotes from another mail, with the lines that
// introduce it. Nothing else of the text is looked at.
func Unquote(text string) Parted {
	if len(text) > MaxText {
		return Parted{Text: text}
	}
	p := parting{lines: strings.SplitAfter(text, "\n")}
	p.aside, p.hidden = make([]aside, len(p.lines)), make([]bool, len(p.lines))
	for i := range p.lines {
		if isQuoted(p.bare(i)) || p.introduces(i) {
			p.aside[i] = quoted
		}
	}
	return p.parted(text)
}
