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
}

// Header is the context that an order file carries inside its signed text.
// Values are kept as written, folded only as [Fold] does.
type Header struct {
	Game    Field // "hel-7"
	Side    Field // "athens"
	Turn    Field // "september -411"; may be empty
	Answers Field // "K7Q2-9XWM": the code of the report that the file answers
}

// Field is one header line's value and where it stands.
type Field struct {
	Value string
	Span  Span
}

// Group is a run of statements under one phase heading. The statements before
// the first heading form a group with an empty Phase.
type Group struct {
	Phase      string // "B.3", upper case; empty without a heading
	Again      bool   // "phase B.3 again": the next such phase of the same turn
	Span       Span   // of the heading
	Statements []Statement
}

// Statement is one order: a verb and its arguments.
type Statement struct {
	Verb Token
	Args []Token
	Line int    // line of the verb, from 1
	Text string // the source line without its comment, blanks trimmed
}

// Rule is one standing order: "when CONDITION: ACTION, else ACTION; ACTION" or,
// without a condition, "SUBJECT: ACTION" (Subject holds the words before the
// colon, for instance "losses").
type Rule struct {
	When    []Token   // the words between "when" and the colon; nil without condition
	Subject []Token   // the words before the colon of an unconditional rule
	Actions []Action  // in order, separated by ";"
	Line    int
	Text    string
}

// Action is one part of a standing order: a list of alternatives, each tried
// when the ones before it cannot be done ("evade to port, else stand").
type Action struct {
	Alternatives [][]Token
}

// TokenKind tells what a token is.
type TokenKind uint8

// The kinds of tokens.
const (
	Word     TokenKind = iota // Sestos, T10, H4+, T10w, M5, B.3, K7Q2-9XWM
	Number                    // 3
	Quantity                  // 2x, 3x (the number is in Token.Number)
	Comma                     // ,
	Colon                     // :
	Semicolon                 // ;
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
