package orders

// File is one order file as read: a header, the orders in the order in which
// they stand, and the standing orders.
type File struct {
	Header   Header
	Groups   []Group
	Standing []Rule
	// HasStanding tells an empty "standing" section, which withdraws all
	// standing orders, from a file without one, which leaves them as they are.
	HasStanding bool
	// HasOrders tells an empty "orders" section from none.
	HasOrders bool
	// Folded lists what was replaced while reading, for the receipt.
	Folded []Note
	// End is the line of the end mark, 0 without one. Trailer holds the lines
	// behind it that are not blank: they were not read, and a receipt says so.
	End     int
	Trailer []SourceLine
	// Words are the sections of words below the orders, which are not read as orders.
	Words []Words
}

// Said returns the section of words of a kind; false if there is none.
func (f *File) Said(kind string) (Words, bool) {
	for _, w := range f.Words {
		if w.Kind == kind {
			return w, true
		}
	}
	return Words{}, false
}

// Header is the context that an order file carries inside its signed text.
// Values are kept as written but for typography and doubled blanks, which the
// reading folds; compare them with [Field.Is].
type Header struct {
	Game    Field // "hel-7"
	Side    Field // "athens"
	Turn    Field // "september -411"; may be empty
	Answers Field // "K7Q2-9XWM": the code of the report that the file answers
	At      Field // "keryx@club.example": the address of the server that the file is for; may be empty
	Nonce   Field // letters of the author's own that nobody foresees; may be empty, see [ToSign]
}

// Field is one header line's value and where it stands.
type Field struct {
	Value string
	Span  Span
}

// Is reports whether the field's value is s, case and accents aside.
func (f Field) Is(s string) bool { return Fold(f.Value) == Fold(s) }

// Group is a run of statements under one phase heading. The statements before
// the first heading form a group with an empty Phase.
type Group struct {
	Phase      string // "B.3", upper case, or a word, "first", lower case; empty without a heading
	Again      bool   // "phase B.3 again": the next such phase of the same turn
	Span       Span   // of the heading
	Statements []Statement
}

// Statement is one order: a verb and its arguments.
type Statement struct {
	Verb   Token
	Args   []Token
	Line   int          // line of the verb, from 1
	Text   string       // the source line without its comment, blanks trimmed
	Source []SourceLine // the lines it stands on, more than one if continued
}

// Rule is one standing order: "when CONDITION: ACTION, else ACTION; ACTION" or,
// without a condition, "SUBJECT: ACTION" (Subject holds the words before the
// colon, for instance "losses").
type Rule struct {
	When    []Token  // the words between "when" and the colon; nil without condition
	Subject []Token  // the words before the colon of an unconditional rule
	Actions []Action // in order, separated by ";"
	Line    int
	Text    string
	Source  []SourceLine
}

// Action is one part of a standing order: a list of alternatives, each tried
// when the ones before it cannot be done ("evade to port, else stand").
type Action struct {
	Alternatives [][]Token
}

// SourceLine is a line of the file as read, typography folded: the text in
// which the columns of a [Span] count.
type SourceLine struct {
	Number int // from 1
	Text   string
}

// Source is what a diagnostic can quote from: a *[Statement] or a *[Rule].
type Source interface {
	// SourceLine returns the text of line number n, "" if it has none.
	SourceLine(n int) string
}

// SourceLine returns the text of line n of the statement. A statement made by
// hand, without Source, gives its Text.
func (s *Statement) SourceLine(n int) string {
	if s == nil {
		return ""
	}
	return sourceLine(s.Source, s.Text, n)
}

// Span returns the place of the whole statement on its first line.
func (s *Statement) Span() Span {
	span := s.Verb.Span
	for _, t := range s.Args {
		span = span.Join(t.Span)
	}
	return span
}

// SourceLine returns the text of line n of the rule, or its Text as
// [Statement.SourceLine] does.
func (r *Rule) SourceLine(n int) string {
	if r == nil {
		return ""
	}
	return sourceLine(r.Source, r.Text, n)
}

func sourceLine(lines []SourceLine, text string, n int) string {
	for _, l := range lines {
		if l.Number == n {
			return l.Text
		}
	}
	if len(lines) == 0 {
		return text
	}
	return ""
}

// TokenKind tells what a token is.
type TokenKind uint8

// The kinds of tokens.
const (
	Word      TokenKind = iota // Sestos, T10, H4+, T10w, M5, B.3, K7Q2-9XWM, 1/4, 18:00
	Number                     // 3
	Quantity                   // 2x, 3x (the number is in Token.Number)
	Comma                      // ,
	Colon                      // :
	Semicolon                  // ;
	Quoted                     // "see rule 3.2 (page 4)": Text and Fold without the quotes
)

// Token is one word, number or mark of an order.
type Token struct {
	Kind   TokenKind
	Text   string // as written
	Fold   string // as compared: see [Fold]
	Number int    // of a Number or Quantity
	Span   Span
}

// Span is a place in the source text. Columns count characters (code points),
// from 1; End is the column behind the last character.
type Span struct {
	Line, Column, End int
}

// Join returns the smallest span that holds both. On different lines it is
// the earlier one, since a span does not cross lines. The zero span joins to
// the other.
func (s Span) Join(o Span) Span {
	switch {
	case s.Line == 0:
		return o
	case o.Line == 0 || s.Line < o.Line:
		return s
	case o.Line < s.Line:
		return o
	}
	return Span{s.Line, min(s.Column, o.Column), max(s.End, o.End)}
}
