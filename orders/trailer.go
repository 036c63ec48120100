package orders

import "strings"

// TrailerFaults reports the lines behind the end mark that begin with a verb
// of the game, wholly written: they may be orders that the player believes to
// have given. A signature or a footer begins so only by rare chance, and then
// a refusal costs a mail, while a dropped order can cost the game.
func (f *File) TrailerFaults(l *Lexicon) []*Diagnostic {
	var faults []*Diagnostic
	for i := range f.Trailer {
		line := &f.Trailer[i]
		_, word, _ := leadingKeyword(line.Text)
		if !l.has(Fold(word), VerbKind) {
			continue
		}
		text := strings.TrimLeft(line.Text, " \t")
		column := len(line.Text) - len(text) + 1
		span := Span{line.Number, column, column + len([]rune(word))}
		faults = append(faults, &Diagnostic{Code: CodeOrderAfterEnd, Span: span, Text: line.Text,
			Args: []any{"Word", word, "End", f.End}})
	}
	return faults
}
