package orders

import (
	"iter"
	"strings"
	"unicode/utf8"
)

// formatWidth is the width of formatted lines, in characters: below the 72 at
// which the first mail programs wrap.
const formatWidth = 70

// Format writes a file in its canonical form, with English keywords. Parsing
// the result gives the same file but for spans, notes and trailer, and
// formatting it again the same text. It indents and wraps, so the result of a
// text near the limits can exceed them.
func Format(f *File) string { return FormatIn(f, English) }

// FormatIn is [Format] with the keywords of a language.
func FormatIn(f *File, language Language) string {
	w := formatter{language: language}
	for name, field := range f.Header.fields(language) {
		w.field(name, field.Value)
	}
	if f.HasOrders || len(f.Groups) > 0 {
		w.line("")
		w.line(kwOrders.in(language))
		for i := range f.Groups {
			w.group(&f.Groups[i])
		}
	}
	if f.HasStanding || len(f.Standing) > 0 {
		w.line("")
		w.line(kwStanding.in(language))
		for i := range f.Standing {
			w.wrap("  ", f.Standing[i].pieces(language))
		}
	}
	for _, words := range f.Words {
		w.WriteString(words.written(language))
	}
	return w.String()
}

// Canonical returns the statement as [Format] writes it, on one line.
func (s *Statement) Canonical() string { return strings.Join(s.pieces(), " ") }

// Canonical returns the rule as [FormatIn] writes it, on one line.
func (r *Rule) Canonical(language Language) string {
	return strings.Join(r.pieces(language), " ")
}

// Head returns what stands before the rule's colon as [FormatIn] writes it.
func (r *Rule) Head(language Language) string {
	head := Rule{When: r.When, Subject: r.Subject}
	return strings.TrimSuffix(head.Canonical(language), ":")
}

// fields lists what a header sets, by the words of a language, in the order in which it is written.
func (h *Header) fields(language Language) iter.Seq2[string, Field] {
	return func(yield func(string, Field) bool) {
		for _, k := range []keyword{kwGame, kwSide, kwTurn, kwAnswers} {
			if f := h.field(k); f.Value != "" && !yield(k.in(language), *f) {
				return
			}
		}
		if h.At.Value != "" && !yield(serverWords[language], h.At) || h.Nonce.Value == "" {
			return
		}
		yield(kwNonce.in(language), h.Nonce)
	}
}

// serverWords begin the line that names the server, by the language.
var serverWords = map[Language]string{English: "at", French: "chez"}

type formatter struct {
	strings.Builder
	language Language
}

func (w *formatter) line(text string) {
	w.WriteString(text)
	w.WriteByte('\n')
}

// field writes a line of the header.
func (w *formatter) field(name, value string) {
	w.line(name + strings.Repeat(" ", 8-utf8.RuneCountInString(name)) + value)
}

// phase writes the heading of a phase.
func (w *formatter) phase(g *Group) {
	heading := "  " + kwPhase.in(w.language) + " " + g.Phase
	if g.Again {
		heading += " " + kwAgain.in(w.language)
	}
	w.line(heading)
}

func (w *formatter) group(g *Group) {
	indent := "  "
	if g.Phase != "" {
		w.phase(g)
		indent += "  "
	}
	for i := range g.Statements {
		w.wrap(indent, g.Statements[i].pieces())
	}
}

// wrap writes pieces on one line, or on several that end in a backslash.
func (w *formatter) wrap(indent string, pieces []string) {
	line := indent
	for i, piece := range pieces {
		if i > 0 {
			if utf8.RuneCountInString(line+piece)+len("  \\") > formatWidth {
				w.line(line + ` \`)
				line = indent + "    "
			} else {
				line += " "
			}
		}
		line += piece
	}
	w.line(line)
}

func (s *Statement) pieces() []string {
	return appendPieces([]string{s.Verb.written()}, s.Args)
}

func (r *Rule) pieces(language Language) []string {
	var out []string
	if r.When != nil {
		out = appendPieces([]string{kwWhen.in(language)}, r.When)
	} else {
		out = appendPieces(nil, r.Subject)
	}
	mark(out, ":")
	for i, a := range r.Actions {
		if i > 0 {
			mark(out, ";")
		}
		for j, alternative := range a.Alternatives {
			if j > 0 {
				mark(out, ",")
				out = append(out, kwElse.in(language))
			}
			out = appendPieces(out, alternative)
		}
	}
	return out
}

// appendPieces appends what stands between the blanks of a line: the tokens,
// a mark joined to the one before it.
func appendPieces(out []string, tokens []Token) []string {
	for _, t := range tokens {
		if isMark(t) && len(out) > 0 {
			mark(out, t.Text)
		} else {
			out = append(out, t.written())
		}
	}
	return out
}

// mark joins a mark to the last piece.
func mark(pieces []string, m string) {
	if n := len(pieces); n > 0 {
		pieces[n-1] += m
	}
}
