package templates

import (
	"slices"
	"strings"

	"keryx/orders"
)

// faultIndent is where the lines below the first one of a diagnostic begin.
const faultIndent = "        "

// Diagnostic shows a fault of an order file: the line number, what is wrong and
// the rule, the source line with a mark below the place, and the way out. It
// ends without a line feed.
//
//	line 7: T24 is not adjacent to T27 (rule 3.2)
//	        move H3 by T23 T24 T27
//	                       ^^^
//	        From T24 you can reach T20, T21 and T22.
func (p *Printer) Diagnostic(d *orders.Diagnostic) string {
	return p.fault(d).text()
}

// Diagnostics shows all faults of a file, with an empty line between them.
func (p *Printer) Diagnostics(ds []*orders.Diagnostic) string {
	texts := make([]string, len(ds))
	for i, d := range ds {
		texts[i] = p.Diagnostic(d)
	}
	return strings.Join(texts, "\n\n")
}

// fault puts a diagnostic into words: the texts "RULESET.diagnostic.CODE" and, if there
// is one, "RULESET.diagnostic.CODE.mend", a family's, or the kit's "diagnostic.CODE".
func (p *Printer) fault(d *orders.Diagnostic) *fault {
	if p.ruleset == "" && d.Ruleset != "" {
		p = p.catalog.For(p.lang, d.Ruleset)
	}
	parts, f := p.Parts(d), &fault{}
	what := parts.Sentence
	if d.Rule != "" { // the rule goes in brackets before the full stop, or in its place
		what = strings.TrimSuffix(what, ".")
	}
	args := []any{"Line", d.Span.Line, "What", what, "Rule", d.Rule}
	if d.Span.Line > 0 {
		f.Head = p.Say("report.diagnostic", args...)
	} else {
		f.Head = p.Say("report.diagnostic-bare", args...)
	}
	f.Source, f.Caret = d.Caret()
	f.Mend = parts.Mend
	return f
}

// Parts are a diagnostic in words and in parts, for a page that lays it out itself: nothing
// is wrapped, and there is no line of carets.
type Parts struct {
	Code     string      // by which programs tell faults apart
	Span     orders.Span // where it is in the file
	Rule     string      // "3.2"; empty for none
	Sentence string      // what is wrong, without the line and the rule
	Mend     string      // the way out; may be empty
}

// Parts puts a diagnostic into words, in parts: see [Printer.Diagnostic].
func (p *Printer) Parts(d *orders.Diagnostic) Parts {
	if p.ruleset == "" && d.Ruleset != "" {
		p = p.catalog.For(p.lang, d.Ruleset)
	}
	key := "diagnostic." + d.Code
	f := Parts{Code: d.Code, Span: d.Span, Rule: d.Rule, Sentence: p.Say(key, d.Args...)}
	if p.Has(key + ".mend") {
		f.Mend = p.Say(key+".mend", d.Args...)
	}
	if form := p.form(d); form != "" {
		if slices.Contains(formSays, d.Code) {
			f.Mend = ""
		}
		f.Mend = strings.TrimSpace(f.Mend + " " + form)
	}
	if d.Behind {
		f.Mend = strings.TrimSpace(f.Mend + " " + p.Say("report.diagnostic-behind"))
	}
	return f
}

// formSays are the codes of faults whose way out is said better by [Printer.form]: it sends a
// player to the order file of his report, and a referee has none.
var formSays = []string{"keyword-expected", "name-expected", "wrong-kind"}

// form says how the line is written that a fault is in, and gives one that could be written,
// where the fault has them among its arguments. An example alone is said by the fault's own words.
func (p *Printer) form(d *orders.Diagnostic) string {
	var args []any
	usage, example := false, false
	for i := 0; i+1 < len(d.Args); i += 2 {
		if name := d.Args[i]; name == "Usage" || name == "Example" {
			args = append(args, d.Args[i:i+2]...)
			usage, example = usage || name == "Usage", example || name == "Example"
		}
	}
	switch {
	case !usage:
		return ""
	case example:
		return p.Say("report.diagnostic-form-example", args...)
	}
	return p.Say("report.diagnostic-form", args...)
}

// text lays the fault out for a letter in plain text.
func (f *fault) text() string {
	var b strings.Builder
	b.WriteString(hang("", "", f.Head))
	if first, rest, more := strings.Cut(b.String(), "\n"); more {
		b.Reset()
		b.WriteString(first + "\n" + hang(faultIndent, faultIndent, rest))
	}
	indent := faultIndent[:min(len(faultIndent), max(1, columns-max(width(f.Source), width(f.Caret))))]
	for _, line := range []string{f.Source, f.Caret} {
		if line != "" {
			b.WriteString("\n" + indent + line)
		}
	}
	if f.Mend != "" {
		b.WriteString("\n" + hang(faultIndent, faultIndent, f.Mend))
	}
	return b.String()
}
