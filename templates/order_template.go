package templates

import (
	"strings"

	"keryx/adjudicator"
	"keryx/orders"
)

// Template is what an order file to fill in is made of.
type Template struct {
	Game, Side, Turn, Answers string // the header; an empty line is left out
	Server                    string // the address that orders are sent to: the header says whom it is for
	Question                  *adjudicator.Question
	Waiting                   []orders.Statement
	Standing                  string // in force, as text
	Starter                   string // proposed to who has none
	Nonce                     bool   // the file has room for letters of its author's own

	// Own is a refused file, which then takes the place of the choices, each of its
	// Faults above the line that it is about.
	Own    string
	Faults []*orders.Diagnostic

	// Bare leaves the question out: the letter puts it directly above the file.
	Bare bool
	// Elsewhere names the file that has the standing orders, in force or proposed, which are left
	// out here; they are here if it is empty.
	Elsewhere string
}

// fileColumns is the width of an order file. Mail programs that wrap lines
// do so at 72 columns or later.
const fileColumns = 70

// OrderTemplate writes an order file that its reader completes: the header
// filled in, each legal choice behind "#", remarks behind "##". What has no
// mark in front reads as an order file; with nothing chosen it orders nothing
// and leaves the standing orders alone.
func (p *Printer) OrderTemplate(t Template) string {
	f := fileWriter{}
	if t.Nonce {
		f.comment("## ", p.Say("report.file.nonce"))
		f.line("", orders.NonceMark)
		f.line("", "")
	}
	if t.corrects() {
		p.correction(&f, t)
		return f.String()
	}
	f.WriteString(orders.FormatIn(&orders.File{
		Header:    t.header(),
		HasOrders: true,
	}, p.Language()))
	p.choices(&f, t.Question, t.Bare)
	if len(t.Waiting) > 0 {
		f.line("", "")
		f.remark(p.Say("report.file.waiting"))
		for _, st := range t.Waiting {
			f.line("  # ", clean(st.Text))
		}
	}
	switch rules := rulesIn(t.Standing); {
	case t.Elsewhere != "" && rules+len(t.Starter) > 0:
		f.line("", "")
		f.remark(p.Say("report.file.elsewhere", "Count", rules, "File", t.Elsewhere))
	case rules > 0:
		p.standing(&f, p.Say("report.file.standing"), t.Standing)
	case t.Starter != "":
		p.standing(&f, p.Say("report.file.starter"), t.Starter)
	}
	return f.String()
}

// rulesIn counts standing orders: one that is long goes on behind a line that ends with a backslash.
func rulesIn(standing string) (n int) {
	goesOn := false
	for line := range strings.Lines(standing) {
		line = strings.TrimSpace(line)
		if line != "" && !goesOn {
			n++
		}
		goesOn = strings.HasSuffix(line, `\`)
	}
	return n
}

// header is the header of the file.
func (t Template) header() orders.Header {
	return orders.Header{Game: field(t.Game), Side: field(t.Side), Turn: field(t.Turn), Answers: field(t.Answers), At: field(t.Server)}
}

// standing writes standing orders behind "#", under a remark.
func (p *Printer) standing(f *fileWriter, remark, text string) {
	f.line("", "")
	f.remark(remark)
	f.line("# ", p.standingTitle())
	for _, line := range lines(strings.TrimSpace(text), 500) {
		f.line("#   ", strings.TrimSpace(line))
	}
	if !adjudicator.AsksWhenAble(text) { // never among those to begin with: it has a price
		f.line("", "")
		f.remark(p.Say("report.file.ask"))
		f.line("#   ", p.Say("report.file.ask-line"))
	}
}

// field is a header value. It can hold no line end and no comment.
func field(value string) orders.Field {
	return orders.Field{Value: strings.Join(strings.Fields(strings.ReplaceAll(clean(value), "#", " ")), " ")}
}

// choices writes what is asked, the facts, and the legal answers.
func (p *Printer) choices(f *fileWriter, q *adjudicator.Question, bare bool) {
	if q == nil {
		f.remark(p.Say("report.file.nothing"))
		return
	}
	if !bare {
		f.remark(p.Say("report.file.asked", "Prompt", p.Phrase(q.Prompt)))
		for _, fact := range q.Facts {
			f.remark(p.Phrase(fact))
		}
	}
	if q.Form == nil {
		return
	}
	choices := q.Form.Choices()
	if len(choices) > 0 {
		f.remark(p.Say("report.file.choices"))
	}
	f.aligned = true
	for _, c := range choices {
		f.aligned = f.aligned && width(aside(p.Words(c.Words), p.Phrase(c.Note))) <= fileColumns
	}
	for _, c := range choices {
		f.choice(p.Words(c.Words), p.Phrase(c.Note))
	}
	if q.OnlyPass() {
		p.passing(f, q)
	}
	if next := q.Prompt.Key + ".then"; p.Has(next) && !q.Alone() {
		f.remark(p.Say(next))
	}
}

// fileWriter writes the lines of an order file.
type fileWriter struct {
	strings.Builder
	above   string // the last note that stood above its order; it holds for those that follow
	aligned bool   // the notes of all choices find room behind their orders, one below the other
}

// plainBlanks stand for those that keep a line together.
var plainBlanks = strings.NewReplacer("\u00a0", " ", "\u202f", " ")

func (f *fileWriter) line(prefix, s string) {
	s = plainBlanks.Replace(s)
	if len(prefix)+len(s) > orders.MaxLine {
		s = shorten(s, orders.MaxLine/8)
	}
	f.WriteString(strings.TrimRight(prefix+s, " ") + "\n")
}

// remark writes prose as comments.
func (f *fileWriter) remark(s string) {
	f.comment("  ## ", s)
}

// comment writes prose behind a mark.
func (f *fileWriter) comment(mark, s string) {
	for _, line := range wrap(s, fileColumns-len(mark)) {
		f.line(mark, line)
	}
}

// passing writes the line that passes for the rest of the phase, behind "#": to who can only pass.
func (p *Printer) passing(f *fileWriter, q *adjudicator.Question) {
	f.remark(p.Say("report.file.pass"))
	f.line("  # ", p.Say("report.file.pass-line", "Pass", p.Words(q.Form.Default().Words())))
}

const (
	choiceMark = "  # "
	notes      = 36 // the column where notes begin that stand below each other
)

// aside is an order with its note behind it, in the column of the notes.
func aside(words, note string) string {
	if note == "" {
		return choiceMark + words
	}
	return pad(choiceMark+words, notes, false) + "  # " + note
}

// choice writes an order behind "#", with its note on the same line if all have room there, and above
// it otherwise.
func (f *fileWriter) choice(words, note string) {
	switch {
	case note == "":
		f.line(choiceMark, words)
	case f.aligned:
		f.line("", aside(words, note))
	case width(choiceMark+words+"  # "+note) <= fileColumns:
		f.line(choiceMark, words+"  # "+note)
	default:
		if note != f.above {
			f.remark(note)
		}
		f.above = note
		f.line(choiceMark, words)
	}
}

// standingTitle is the heading of the section of standing orders. In a template it
// stands behind "#": without the mark an empty section would withdraw them.
func (p *Printer) standingTitle() string {
	return strings.TrimSpace(orders.FormatIn(&orders.File{HasStanding: true}, p.Language()))
}
