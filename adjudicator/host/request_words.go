package host

import (
	"cmp"
	"strings"
	"unicode"
	"unicode/utf8"

	"keryx/orders"
)

// Requests are lines of their own, in the manner of orders: a verb and words.
//
//	keryx request 1        # may be left out where the first line is a request
//	at keryx@club.example  # the server and the day, where one of them changes something;
//	dated 2026-11-21       # see orders.CutBinding
//	game hel-7             # of those that follow
//	side athens
//	status
//	report turn 3
//
// A comment begins with "#". "end", "--" or a quoted line ends the text.

// request is one line of a mail of requests.
type request struct {
	verb  string // "help", "status", "report", "template", "odds", "check"; empty if it is none
	words []word // with the verb
	line  int
	text  string // of the line

	game, side word // that the lines above name
}

// word is one word and where it stands, columns counted in characters from 1.
type word struct {
	text        string
	column, end int
	line        int
	source      string // the line
}

// requestVerbs are the spellings of requests, folded.
var requestVerbs = map[string]string{
	"help": "help", "aide": "help",
	"status": "status", "etat": "status", "situation": "status",
	"report": "report", "reports": "report", "rapport": "report", "rapports": "report",
	"template": "template", "form": "template", "modele": "template", "formulaire": "template",
	"odds": "odds", "chances": "odds",
	"absence": "absence", "absent": "absence", "absences": "absence",
	"extend": "extend", "extension": "extend", "prolonger": "extend", "prolonge": "extend", "prolongation": "extend",
	"calendar": "calendar", "calendrier": "calendar", "agenda": "calendar",
	"pictures": "pictures", "picture": "pictures", "images": "pictures", "image": "pictures",
	"resign": "resign", "abandonner": "resign", "abandonne": "resign",
	"offer": "offer", "propose": "offer", "proposer": "offer",
	"accept": "accept", "accepter": "accept", "accepte": "accept",
	"decline": "decline", "refuse": "decline", "refuser": "decline",
	"withdraw": "withdraw", "retirer": "withdraw", "retire": "withdraw",
	"volunteer": "volunteer", "volontaire": "volunteer",
	"watch": "watch", "observer": "watch", "observe": "watch", "unwatch": "unwatch", "quitter": "unwatch", "quitte": "unwatch",
	"take": "take", "reprendre": "take", "handback": "back", "hand-back": "back", "rendre": "back",
	"check": "check", "verifier": "check", "verifie": "check", "verification": "check",
}

// requestHeads are the lines that name the game and the side of those that follow.
var requestHeads = map[string]string{"game": "game", "partie": "game", "side": "side", "camp": "side"}

// maxRequestLine is the longest line that is looked at, in bytes.
const maxRequestLine = orders.MaxLine

// readRequests reads a signed text as requests. It reports false if the text is
// something else: then it is an order file, or means to be one.
func readRequests(text string) ([]request, bool) {
	text = orders.Unquote(text).Text
	var list []request
	var game, side word
	marked := false
	n := 0
	for line := range strings.Lines(text) {
		n++
		line = strings.TrimRight(line, " \t\r\n")
		words := unquoted(splitWords(line, n))
		if len(words) == 0 {
			continue
		}
		first := orders.Fold(words[0].text)
		if len(line) > maxRequestLine || orders.IsEnd(line) || first == "end" || first == "fin" || first == "finis" || strings.HasPrefix(first, ">") {
			break
		}
		if !marked && len(list) == 0 && first == "keryx" {
			if len(words) < 2 || orders.Fold(words[1].text) != "request" && orders.Fold(words[1].text) != "demande" {
				return nil, false
			}
			marked = true
			if len(words) != 3 || words[2].text != "1" {
				list = append(list, request{verb: "version", words: words, line: n, text: line})
				break
			}
			continue
		}
		head := requestHeads[strings.TrimRight(first, ":=")]
		if head != "" && len(words) > 1 {
			value := words[len(words)-1]
			if head == "game" {
				game = value
			} else {
				side = value
			}
			continue
		}
		verb := cmp.Or(requestVerbs[first], leagueVerbs[first])
		if verb == "" && !marked && len(list) == 0 {
			return nil, false
		}
		list = append(list, request{verb: verb, words: words, line: n, text: line, game: game, side: side})
	}
	if marked && len(list) == 0 { // nothing is asked: help is what its author needs
		list = append(list, request{verb: "help", words: []word{{text: "help"}}, line: n})
	}
	return list, len(list) > 0
}

// splitWords cuts a line at blanks, without its comment and a last full stop,
// question or exclamation mark. Quotation marks and dashes of all kinds become the plain ones,
// as they are in what is signed as text alone; see [mail.Canonical].
func splitWords(line string, n int) []word {
	var words []word
	column := 0
	var now *word
	for _, r := range line {
		if r >= utf8.RuneSelf && !unicode.IsLetter(r) && !unicode.IsSpace(r) {
			r, _ = utf8.DecodeRuneInString(orders.Fold(string(r)))
		}
		column++
		switch {
		case r == '#' && now == nil:
			return endWords(words)
		case unicode.IsSpace(r):
			now = nil
		case now == nil:
			words = append(words, word{string(r), column, column + 1, n, line})
			now = &words[len(words)-1]
		default:
			now.text += string(r)
			now.end = column + 1
		}
	}
	return endWords(words)
}

func endWords(words []word) []word {
	n := len(words) - 1
	if n < 0 {
		return nil
	}
	text := strings.TrimRight(words[n].text, ".!?")
	if text == "" && n > 0 { // French puts a blank before them
		return words[:n]
	}
	if text != "" {
		words[n].end -= len(words[n].text) - len(text)
		words[n].text = text
	}
	return words
}

// unquoted takes away the quotation marks around a whole line: who copies a request from a letter
// copies them too. Those of all languages are this one by now, as [mail.Canonical] makes them.
func unquoted(words []word) []word {
	n := len(words) - 1
	if n < 0 || !strings.HasPrefix(words[0].text, `"`) || !strings.HasSuffix(words[n].text, `"`) {
		return words
	}
	if words[0].text = words[0].text[1:]; words[0].text != "" {
		words[0].column++
	} else if words, n = words[1:], n-1; n < 0 {
		return nil
	}
	words[n].text, words[n].end = strings.TrimSuffix(words[n].text, `"`), words[n].end-1
	if words[n].text == "" {
		words = words[:n]
	}
	return endWords(words)
}

// span is where a word stands in its text.
func (w word) span() orders.Span { return orders.Span{Line: w.line, Column: w.column, End: w.end} }

// fault is what is wrong with a request, at one of its words.
func (r request) fault(kind orders.Kind, code string, at word, args ...any) *orders.Diagnostic {
	return &orders.Diagnostic{Code: code, Kind: kind, Span: at.span(), Text: at.source, Args: args}
}

// whole is the place of all words from the n-th on.
func (r request) whole(n int) word {
	all := r.words[n]
	all.end = r.words[len(r.words)-1].end
	var texts []string
	for _, w := range r.words[n:] {
		texts = append(texts, w.text)
	}
	all.text = strings.Join(texts, " ")
	return all
}

// leftOver is the fault of words behind a request that is complete without them.
func (r request) leftOver(n int) *orders.Diagnostic {
	rest := r.whole(n)
	return r.fault(orders.Unreadable, "request-left-over", rest, "Words", rest.text)
}
