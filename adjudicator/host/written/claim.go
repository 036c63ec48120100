package written

import (
	"strings"

	"keryx/orders"
)

// ClaimHeads are the spellings of the word that calls the referee, folded.
var ClaimHeads = map[string]bool{"referee": true, "arbitre": true, "claim": true, "reclamation": true}

// AppealHeads are those of the word that appeals against a ruling.
var AppealHeads = map[string]bool{"appeal": true, "appel": true, "recours": true}

// ReadClaim reads a signed text that calls the referee, or appeals against a ruling. It reports
// false if the text is something else.
func ReadClaim(text string) (r Request, said string, ok bool) {
	n := 0
	var game, side Word
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
		words := SplitWords(line, n)
		if len(words) == 0 {
			continue
		}
		first := orders.Fold(strings.TrimRight(words[0].Text, ":"))
		switch head := RequestHeads[first]; {
		case len(words) > 1 && head == "game":
			game = words[len(words)-1]
		case len(words) > 1 && head == "side":
			side = words[len(words)-1]
		case ClaimHeads[first] && strings.HasSuffix(words[0].Text, ":") || ClaimHeads[first] && len(words) > 1 && words[1].Text == ":":
			_, said, _ = strings.Cut(line, ":")
			r, ok = Request{Verb: "referee", Words: words, Line: n, Text: line, Game: game, Side: side}, true
		case AppealHeads[first] && (len(words) > 1 || strings.HasSuffix(words[0].Text, ":")):
			said = strings.TrimPrefix(strings.TrimLeft(line, " \t"), strings.TrimRight(words[0].Text, ":"))
			r, ok = Request{Verb: "appeal", Words: words, Line: n, Text: line, Game: game, Side: side}, true
		default:
			return r, "", false
		}
	}
	return r, strings.TrimSpace(said), ok
}
