package templates

import (
	"slices"
	"strings"

	"keryx/orders"
)

// maxOwn is the most lines of a refused file that come back to be corrected: a longer
// one could make the answer larger than what it answers.
const maxOwn = 400

// corrects reports whether the template is a refused file that comes back.
func (t Template) corrects() bool {
	return strings.TrimSpace(t.Own) != "" && len(t.Faults) > 0 && strings.Count(t.Own, "\n") < maxOwn
}

// correction writes a refused file again: the header as it has to be, then the author's
// own lines, and behind "##" above each what is wrong with it and how it is mended.
// Faults of the header or of the whole file stand at the top.
func (p *Printer) correction(f *fileWriter, t Template) {
	f.WriteString(orders.FormatIn(&orders.File{
		Header: t.header(),
	}, p.Language()))
	f.line("", "")
	body := ownLines(t.Own)
	about := map[int][]*orders.Diagnostic{}
	for _, d := range t.Faults[:min(len(t.Faults), maxFaults)] {
		line := d.Span.Line
		if !slices.ContainsFunc(body, func(l ownLine) bool { return l.number == line }) {
			line = 0
		}
		about[line] = append(about[line], d)
	}
	p.faultRemarks(f, about[0])
	if t.Question != nil && !t.Bare {
		f.remark(p.Say("report.file.asked", "Prompt", p.Phrase(t.Question.Prompt)))
	}
	for _, line := range body {
		p.faultRemarks(f, about[line.number])
		if !line.quoted {
			f.line(line.indent(), line.text)
		}
	}
	if q := t.Question; q != nil && q.OnlyPass() {
		p.passing(f, q)
	}
}

// faultRemarks writes faults as remarks.
func (p *Printer) faultRemarks(f *fileWriter, faults []*orders.Diagnostic) {
	for _, d := range faults {
		shown := p.fault(&orders.Diagnostic{Code: d.Code, Kind: d.Kind, Rule: d.Rule, Args: d.Args, Behind: d.Behind}) // without its line
		f.remark(shown.Head)
		if shown.Mend != "" {
			f.remark(shown.Mend)
		}
	}
}

// ownLine is a line of a refused file that comes back.
type ownLine struct {
	number int // from 1
	text   string
	quoted bool // from another mail, and no order of this one
}

// indent sets a line apart from the margin, unless it opens a section: what somebody has
// written must pass for no line of the mail itself.
func (l ownLine) indent() string {
	if l.text == "" || l.text[0] == ' ' || l.text[0] == '\t' || orders.IsHeading(l.text) {
		return ""
	}
	return "  "
}

// ownLines are the lines of a file without its header, wherever that stands above the
// orders. Remarks behind "##" are left out: they are those of a template or of a former
// correction, and would pile up. Where orders stand outside of what is quoted from another
// mail, that is no part of the file.
func ownLines(text string) (body []ownLine) {
	top, header, opened := true, true, false
	for i, line := range strings.Split(strings.TrimRight(strings.ReplaceAll(text, "\r\n", "\n"), "\n"), "\n") {
		bare := strings.TrimSpace(line)
		opened = opened || orders.IsHeading(line)
		header = header && !opened
		top = top && (bare == "" || bare[0] == '#' || orders.IsHeaderLine(line))
		if top || header && orders.IsHeaderLine(line) || strings.HasPrefix(bare, "##") {
			continue
		}
		body = append(body, ownLine{i + 1, strings.TrimRight(clean(line), " "), strings.HasPrefix(bare, ">")})
	}
	for i := range body {
		body[i].quoted = body[i].quoted && opened
	}
	for len(body) > 0 && body[len(body)-1].closes() { // what a signature, set aside, leaves of itself
		body = body[:len(body)-1]
	}
	return body
}

// closes reports whether nothing is left of the line but that it ends the orders.
func (l ownLine) closes() bool { return l.quoted || strings.Trim(l.text, " \t-–—") == "" }
