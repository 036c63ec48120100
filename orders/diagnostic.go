package orders

import (
	"fmt"
	"strings"
)

// Kind is the kind of a fault. The three are never mixed.
type Kind uint8

// The kinds of faults.
const (
	Unreadable Kind = iota // the syntax is wrong
	Unknown                // a word names nothing
	Illegal                // understood, and against a rule
)

// String returns "unreadable", "unknown" or "illegal".
func (k Kind) String() string {
	switch k {
	case Unreadable:
		return "unreadable"
	case Unknown:
		return "unknown"
	case Illegal:
		return "illegal"
	}
	return fmt.Sprintf("Kind(%d)", uint8(k))
}

// Diagnostic is one fault of an order file: where, what, which rule, and the
// way out. Its text is not here but in the message catalogues, under the keys
// "diagnostic.CODE" and "diagnostic.CODE.mend", filled with Args; each ruleset has codes
// of its own, with texts of its own.
type Diagnostic struct {
	Code string // stable, lower case with hyphens: "not-adjacent"
	Kind Kind
	Span Span
	Text string // the source line, for the caret
	Rule string // the rule number, "3.2"; empty for faults of syntax
	Args []any  // name, value, name, value ... for the texts
	// Ruleset is the one that found the fault, where who reads of it may play several;
	// empty where there is no doubt.
	Ruleset string
	// Behind tells that lines above are at fault themselves: this one was judged as if they
	// did not stand, and may be right with them.
	Behind bool
}

// Error returns the fault in terse technical English, for logs and tests:
// "line 7, column 24: not-adjacent: From=T24 To=T27 (rule 3.2)". Players read
// the catalogue's text instead.
func (d *Diagnostic) Error() string {
	var b strings.Builder
	switch {
	case d.Span.Column > 0:
		fmt.Fprintf(&b, "line %d, column %d: ", d.Span.Line, d.Span.Column)
	case d.Span.Line > 0:
		fmt.Fprintf(&b, "line %d: ", d.Span.Line)
	}
	b.WriteString(d.Code)
	sep := ": "
	for i := 0; i+1 < len(d.Args); i += 2 {
		fmt.Fprintf(&b, "%s%v=%v", sep, d.Args[i], d.Args[i+1])
		sep = " "
	}
	if d.Rule != "" {
		fmt.Fprintf(&b, " (rule %s)", d.Rule)
	}
	return b.String()
}

// Data returns the fields for the catalogue's texts: Args by name, and Line,
// Column, Rule. Lists are joined by commas, and stand under the name with "Or" as well. The map is the caller's.
func (d *Diagnostic) Data() map[string]any {
	data := map[string]any{"Line": d.Span.Line, "Column": d.Span.Column, "Rule": d.Rule}
	for i := 0; i+1 < len(d.Args); i += 2 {
		value := d.Args[i+1]
		if text, ok := joinedText(value); ok {
			value = text
			data[fmt.Sprint(d.Args[i])+"Or"] = text
		}
		data[fmt.Sprint(d.Args[i])] = value
	}
	return data
}

// In sets the source line of d from s, unless it has one, and returns d. A
// nil d stays nil, so that it can wrap a call that may return none.
func (d *Diagnostic) In(s Source) *Diagnostic {
	if d != nil && d.Text == "" && s != nil {
		d.Text = s.SourceLine(d.Span.Line)
	}
	return d
}

// IllegalAt returns the fault of an order that is understood and against a
// rule. Args are name, value pairs for the texts of code.
func IllegalAt(s Source, span Span, code, rule string, args ...any) *Diagnostic {
	d := &Diagnostic{Code: code, Kind: Illegal, Span: span, Rule: rule, Args: args}
	return d.In(s)
}

// UnknownAt returns the fault of a word that names nothing.
func UnknownAt(s Source, span Span, code string, args ...any) *Diagnostic {
	d := &Diagnostic{Code: code, Kind: Unknown, Span: span, Args: args}
	return d.In(s)
}

// UnreadableAt returns a fault of syntax.
func UnreadableAt(s Source, span Span, code string, args ...any) *Diagnostic {
	d := &Diagnostic{Code: code, Kind: Unreadable, Span: span, Args: args}
	return d.In(s)
}
