package orders

// Folding names a replacement made while reading a text.
type Folding string

// The foldings.
const (
	FoldedMark       Folding = "byte-order-mark"
	FoldedLineEnds   Folding = "line-ends"
	FoldedTrailing   Folding = "trailing-blanks"
	FoldedQuotes     Folding = "quotes"
	FoldedDashes     Folding = "dashes"
	FoldedSpaces     Folding = "spaces"
	FoldedDecomposed Folding = "decomposed-letters"
)

// Note says that a replacement was made, first on a line, and how often.
type Note struct {
	What  Folding
	Line  int // the first
	Count int // characters; for line ends and trailing blanks, lines
}
