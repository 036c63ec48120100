package templates

import (
	"strings"
	"unicode"
)

// quoteWidth is the width that quoted lines are broken at, in characters.
const quoteWidth = 70

// Quoted is text of several lines that stands in a letter as it is: each line was made by [Quote], or is
// as safe. As the argument of a phrase any other text becomes one line.
type Quoted string

// Quote shows somebody's words in the plain text of a letter: each line marked with "> ", long
// ones broken at blanks. Characters that cannot be seen or change the direction of text become
// blanks; of those that only modify others (emoji, accents) the letters stay. The marks keep
// the lines from being taken for orders or for words of the server.
func Quote(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		var seen strings.Builder
		for _, r := range strings.TrimRight(line, " \t\r\n") {
			switch {
			case r == '\u00a0' || r == '\u202f' || unicode.IsPrint(r):
				seen.WriteRune(r)
			default:
				seen.WriteByte(' ')
			}
		}
		for _, part := range foldLine(strings.TrimRight(seen.String(), " ")) {
			b.WriteString(strings.TrimRight("> "+part, " ") + "\n")
		}
	}
	return b.String()
}

// foldLine breaks a line at blanks.
func foldLine(line string) (parts []string) {
	runes := []rune(line)
	for len(runes) > quoteWidth {
		cut := quoteWidth
		for i := quoteWidth; i > quoteWidth/3; i-- {
			if runes[i] == ' ' {
				cut = i
				break
			}
		}
		parts = append(parts, strings.TrimRight(string(runes[:cut]), " "))
		runes = []rune(strings.TrimLeft(string(runes[cut:]), " "))
	}
	return append(parts, string(runes))
}
