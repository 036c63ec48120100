package host

import (
	"strings"

	"keryx/orders"
)

// wordsMail is a signed mail of sections of words, and no orders.
type wordsMail struct {
	game, side word
	said       []orders.Words
}

// readWords reads a signed text that is sections of words and nothing else but the lines that
// name the game and the side. It reports false if the text is something else.
func readWords(text string) (w wordsMail, ok bool) {
	rest, said := orders.CutWords(text)
	if len(said) == 0 {
		return w, false
	}
	w.said = said
	n := 0
	for line := range strings.Lines(rest) {
		n++
		if n >= said[0].Line {
			break
		}
		words := splitWords(strings.TrimRight(line, " \t\r\n"), n)
		if len(words) == 0 {
			continue
		}
		switch head := requestHeads[strings.TrimRight(orders.Fold(words[0].text), ":=")]; {
		case head == "" || len(words) < 2:
			return w, false
		case head == "game":
			w.game = words[len(words)-1]
		default:
			w.side = words[len(words)-1]
		}
	}
	return w, true
}
