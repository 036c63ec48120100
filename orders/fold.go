package orders

import (
	"strings"
	"unicode/utf8"
)

// Fold returns s as names and keywords are compared: lower case, without
// accents, typographic quotes, dashes and spaces as their plain forms. It
// knows exactly the accented Latin letters an order file may hold and leaves
// every other code point alone, whatever Unicode says about its case: the
// Kelvin sign is no k, the dotless i no i and the sharp s no ss. The result
// does not depend on the locale, and Fold(Fold(s)) == Fold(s).
func Fold(s string) string {
	for i := 0; i < len(s); i++ {
		if c := s[i]; c >= utf8.RuneSelf || 'A' <= c && c <= 'Z' {
			return foldFrom(s, i)
		}
	}
	return s
}

// foldFrom folds s, of which the first i bytes are folded already.
func foldFrom(s string, i int) string {
	var b strings.Builder
	b.Grow(len(s))
	b.WriteString(s[:i])
	afterLetter := i > 0 && isASCIILetter(rune(s[i-1]))
	for _, r := range s[i:] {
		switch {
		case 'A' <= r && r <= 'Z':
			b.WriteByte(byte(r) + 'a' - 'A')
			afterLetter = true
		case r < utf8.RuneSelf:
			b.WriteByte(byte(r))
			afterLetter = isASCIILetter(r)
		case latin(r) != "":
			b.WriteString(latin(r))
			afterLetter = true
		case afterLetter && isAccent(r):
			// An accent of the decomposed form goes with its letter's accent.
		default:
			b.WriteRune(plain(r))
			afterLetter = false
		}
	}
	return b.String()
}

// latinBlock covers the accented letters of Latin-1 and Latin Extended-A.
const latinFirst, latinEnd = 0xC0, 0x180

// latinFolds holds the plain form of each accepted accented letter.
var latinFolds = func() (t [latinEnd - latinFirst]string) {
	for plain, letters := range map[string]string{
		"a": "ÀÁÂÃÄÅĀĂàáâãäåāă", "ae": "Ææ", "c": "Çç",
		"e": "ÈÉÊËĒĔèéêëēĕ", "i": "ÌÍÎÏĪĬìíîïīĭ", "n": "Ññ",
		"o": "ÒÓÔÕÖŌŎòóôõöōŏ", "oe": "Œœ", "u": "ÙÚÛÜŪŬùúûüūŭ",
		"y": "ÝŸýÿ",
	} {
		for _, r := range letters {
			t[r-latinFirst] = plain
		}
	}
	return t
}()

// latin returns the plain form of an accepted accented letter, else "".
func latin(r rune) string {
	if r < latinFirst || r >= latinEnd {
		return ""
	}
	return latinFolds[r-latinFirst]
}

// isAccent reports whether r is the combining form of an accent of
// latinFolds: grave, acute, circumflex, tilde, macron, breve, diaeresis,
// ring, cedilla.
func isAccent(r rune) bool {
	switch r {
	case 0x300, 0x301, 0x302, 0x303, 0x304, 0x306, 0x308, 0x30A, 0x327:
		return true
	}
	return false
}

// plain returns the ASCII form of a typographic quote, dash or space, and r
// itself if it is none.
func plain(r rune) rune {
	switch r {
	case '‘', '’', '‚', '‛', '′', 'ʼ', '‹', '›':
		return '\''
	case '“', '”', '„', '‟', '″', '«', '»':
		return '"'
	case 0x2010, 0x2011, 0x2012, 0x2013, 0x2014, 0x2015, 0x2212:
		return '-'
	case 0xA0, 0x1680, 0x2000, 0x2001, 0x2002, 0x2003, 0x2004, 0x2005, 0x2006, 0x2007, 0x2008, 0x2009, 0x200A,
		0x202F, 0x205F, 0x3000: // no-break, narrow, figure, thin and the like
		return ' '
	}
	return r
}

func isASCIILetter(r rune) bool {
	return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z'
}

// isLetter reports whether r may be a letter of a word.
func isLetter(r rune) bool { return isASCIILetter(r) || latin(r) != "" }

func isDigit(r rune) bool { return '0' <= r && r <= '9' }
