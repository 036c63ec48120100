package orders

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/runenames"
)

// maxFaults bounds the faults of one file, so that the answer to a hostile
// text stays a mail that can be sent.
const maxFaults = 200

// faults collects the faults of a text.
type faults struct {
	list []*Diagnostic
	more int
}

// add reports a fault of syntax at a place of a source line, and returns it.
func (f *faults) add(code string, span Span, text string, args ...any) *Diagnostic {
	d := &Diagnostic{Code: code, Span: span, Text: text, Args: args}
	if len(f.list) < maxFaults {
		f.list = append(f.list, d)
	} else {
		f.more++
	}
	return d
}

// sorted returns the faults in the order of their places; those of the whole
// file come first.
func (f *faults) sorted() []*Diagnostic {
	slices.SortStableFunc(f.list, func(a, b *Diagnostic) int {
		return cmp.Or(cmp.Compare(a.Span.Line, b.Span.Line), cmp.Compare(a.Span.Column, b.Span.Column))
	})
	if f.more > 0 {
		f.list = append(f.list, &Diagnostic{Code: CodeTooManyFaults, Args: []any{"More", f.more}})
	}
	return f.list
}

// bullets are the marks that word processors and mail programs put before the items of a list.
const bullets = "•‣◦▪▫●○■□◆◇∙·⁃➤►▶→✓✔"

// character reports a character that may not stand where it does.
func (f *faults) character(r rune, span Span, text string) {
	switch {
	case isInvisible(r):
		f.add(CodeInvisibleCharacter, span, text, "Escape", escape(r), "Name", runenames.Name(r))
	case strings.ContainsRune(bullets, r):
		f.add(CodeBullet, span, text, "Escape", escape(r), "Name", runenames.Name(r))
	case 0xFF01 <= r && r <= 0xFF5E:
		f.add(CodeWideCharacter, span, text, "Escape", escape(r), "Name", runenames.Name(r), "Plain", string(r-0xFF01+'!'))
	case r > unicode.MaxASCII:
		f.add(CodeForeignCharacter, span, text, "Escape", escape(r), "Name", runenames.Name(r))
	default:
		f.add(CodeStrayCharacter, span, text, "Character", string(r))
	}
}

// escape writes r in the \u202e style.
func escape(r rune) string {
	if r > 0xFFFF {
		return fmt.Sprintf(`\U%08x`, r)
	}
	return fmt.Sprintf(`\u%04x`, r)
}
