package orders

// Kind is the kind of a fault. The three are never mixed.
type Kind uint8

// The kinds of faults.
const (
	Unreadable Kind = iota // the syntax is wrong
	Unknown                // a word names nothing
	Illegal                // understood, and against a rule
)

// Diagnostic is one fault of an order file: where, what, which rule, and the
// way out. Its text is not here but in the message catalogues, under the keys
// "diagnostic.CODE" and "diagnostic.CODE.mend", filled with Args.
type Diagnostic struct {
	Code string // stable, lower case with hyphens: "not-adjacent"
	Kind Kind
	Span Span
	Text string // the source line, for the caret
	Rule string // the rule number, "3.2"; empty for faults of syntax
	Args []any  // name, value, name, value ... for the texts
}
