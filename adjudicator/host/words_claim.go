package host

import (
	"strings"

	"keryx/orders"
)

// claimHeads are the spellings of the word that calls the referee, folded.
var claimHeads = map[string]bool{"referee": true, "arbitre": true, "claim": true, "reclamation": true}

// appealHeads are those of the word that appeals against a ruling.
var appealHeads = map[string]bool{"appeal": true, "appel": true, "recours": true}

// readClaim reads a signed text that calls the referee, or appeals against a ruling. It reports
// false if the text is something else.
func readClaim(text string) (r request, said string, ok bool) {
	n := 0
	var game, side word
	for line := range strings.Lines(text) {
		n++
		line = strings.TrimRight(line, " \t\r\n")
		if ok {
			if orders.IsEnd(line) || strings.HasPrefix(strings.TrimSpace(line), ">") {
				break
			}
			said += "\n" + line
			continue
		}
		words := splitWords(line, n)
		if len(words) == 0 {
			continue
		}
		first := orders.Fold(strings.TrimRight(words[0].text, ":"))
		switch head := requestHeads[first]; {
		case len(words) > 1 && head == "game":
			game = words[len(words)-1]
		case len(words) > 1 && head == "side":
			side = words[len(words)-1]
		case claimHeads[first] && strings.HasSuffix(words[0].text, ":") || claimHeads[first] && len(words) > 1 && words[1].text == ":":
			_, said, _ = strings.Cut(line, ":")
			r, ok = request{verb: "referee", words: words, line: n, text: line, game: game, side: side}, true
		case appealHeads[first] && (len(words) > 1 || strings.HasSuffix(words[0].text, ":")):
			said = strings.TrimPrefix(strings.TrimLeft(line, " \t"), strings.TrimRight(words[0].text, ":"))
			r, ok = request{verb: "appeal", words: words, line: n, text: line, game: game, side: side}, true
		default:
			return r, "", false
		}
	}
	return r, strings.TrimSpace(said), ok
}
