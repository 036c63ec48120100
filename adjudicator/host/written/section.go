package written

import (
	"strings"

	"keryx/orders"
)

// WordsMail is a signed mail of sections of words, and no orders.
type WordsMail struct {
	Game, Side Word
	Said       []orders.Words
}

// ReadWords reads a signed text that is sections of words and nothing else but the lines that
// name the game and the side. It reports false if the text is something else.
func ReadWords(text string) (w WordsMail, ok bool) {
	rest, said := orders.CutWords(text)
	if len(said) == 0 {
		return w, false
	}
	w.Said = said
	n := 0
	for line := range strings.Lines(rest) {
		n++
		if n >= said[0].Line {
			break
		}
		words := SplitWords(strings.TrimRight(line, " \t\r\n"), n)
		if len(words) == 0 {
			continue
		}
		switch head := RequestHeads[strings.TrimRight(orders.Fold(words[0].Text), ":=")]; {
		case head == "" || len(words) < 2:
			return w, false
		case head == "game":
			w.Game = words[len(words)-1]
		default:
			w.Side = words[len(words)-1]
		}
	}
	return w, true
}
