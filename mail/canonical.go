package mail

import (
	"strings"

	"golang.org/x/text/unicode/norm"
)

// Canonical returns the form of an order text that Keryx's own signing tool
// signs. It is chosen so that what mail programs commonly do to a text on its
// way (other line ends, blanks lost or added at the ends of lines, tabs turned
// into blanks, blank lines removed or doubled, straight quotes made
// typographic, decomposed accents, space-stuffing) leaves it unchanged, so
// that the signature still fits.
//
// The definition, version 1, is fixed for ever, because signatures and
// submission digests are made over it. In this order:
//
//  1. CR LF becomes LF.
//  2. The text is brought to Unicode normalisation form C.
//  3. Typographic marks become ASCII. The single quotes U+2018 to U+201B,
//     U+2032, U+2039 and U+203A become '; the double quotes U+201C to U+201F,
//     U+2033, U+00AB and U+00BB become "; the hyphens and dashes U+2010 to
//     U+2015 and U+2212 become -; the ellipsis U+2026 becomes three full
//     stops; the blanks U+00A0, U+1680, U+2000 to U+200A, U+202F, U+205F and
//     U+3000 become a space.
//  4. At both ends of each line, spaces, tabs and byte order marks (U+FEFF)
//     are dropped, and at its end also CR.
//  5. Every other run of spaces and tabs becomes one space.
//  6. Lines that are now empty are dropped; each that is left ends in one LF.
//
// Everything else stays, so a text with other control or format characters
// keeps them and is refused by the order parser, not silently mended.
// Canonical is idempotent.
func Canonical(text string) string {
	text = strings.ReplaceAll(text, "\r\n", "\n")
	text = typography.Replace(norm.NFC.String(text))

	var b strings.Builder
	b.Grow(len(text) + 1)
	for line := range strings.SplitSeq(text, "\n") {
		line = strings.TrimLeft(strings.TrimRight(line, " \t\ufeff\r"), " \t\ufeff")
		words := strings.FieldsFunc(line, isBlank)
		for i, word := range words {
			if i > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(word)
		}
		if len(words) > 0 {
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// isBlank reports the two characters that Canonical counts as blanks.
func isBlank(r rune) bool { return r == ' ' || r == '\t' }

// typography is step 3 of [Canonical].
var typography = strings.NewReplacer(
	"\u2018", "'", "\u2019", "'", "\u201a", "'", "\u201b", "'", "\u2032", "'", "\u2039", "'", "\u203a", "'",
	"\u201c", `"`, "\u201d", `"`, "\u201e", `"`, "\u201f", `"`, "\u2033", `"`, "\u00ab", `"`, "\u00bb", `"`,
	"\u2010", "-", "\u2011", "-", "\u2012", "-", "\u2013", "-", "\u2014", "-", "\u2015", "-", "\u2212", "-",
	"\u2026", "...",
	"\u00a0", " ", "\u1680", " ", "\u2000", " ", "\u2001", " ", "\u2002", " ", "\u2003", " ", "\u2004", " ",
	"\u2005", " ", "\u2006", " ", "\u2007", " ", "\u2008", " ", "\u2009", " ", "\u200a", " ", "\u202f", " ",
	"\u205f", " ", "\u3000", " ",
)
