package written

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

// Request is one line of a mail of requests.
type Request struct {
	Verb  string // "help", "status", "report", "template", "odds", "check"; empty if it is none
	Words []Word // with the verb
	Line  int
	Text  string // of the line

	Game, Side Word // that the lines above name
}

// Word is one word and where it stands, columns counted in characters from 1.
type Word struct {
	Text        string
	Column, End int
	Line        int
	Source      string // the line
}

// RequestHeads are the lines that name the game and the side of those that follow.
var RequestHeads = map[string]string{"game": "game", "partie": "game", "side": "side", "camp": "side"}

// MaxRequestLine is the longest line that is looked at, in bytes.
const MaxRequestLine = orders.MaxLine

// ReadRequests reads a signed text as requests. It reports false if the text is
// something else: then it is an order file, or means to be one.
func ReadRequests(text string) ([]Request, bool) {
	text = orders.Unquote(text).Text
	var list []Request
	var game, side Word
	marked := false
	n := 0
	for line := range strings.Lines(text) {
		n++
		line = strings.TrimRight(line, " \t\r\n")
		words := Unquoted(SplitWords(line, n))
		if len(words) == 0 {
			continue
		}
		first := orders.Fold(words[0].Text)
		if len(line) > MaxRequestLine || orders.IsEnd(line) || first == "end" || first == "fin" || first == "finis" || strings.HasPrefix(first, ">") {
			break
		}
		if !marked && len(list) == 0 && first == "keryx" {
			if len(words) < 2 || orders.Fold(words[1].Text) != "request" && orders.Fold(words[1].Text) != "demande" {
				return nil, false
			}
			marked = true
			if len(words) != 3 || words[2].Text != "1" {
				list = append(list, Request{Verb: "version", Words: words, Line: n, Text: line})
				break
			}
			continue
		}
		head := RequestHeads[strings.TrimRight(first, ":=")]
		if head != "" && len(words) > 1 {
			value := words[len(words)-1]
			if head == "game" {
				game = value
			} else {
				side = value
			}
			continue
		}
		verb := cmp.Or(RequestVerbs[first], leagueWords[first])
		if verb == "" && !marked && len(list) == 0 {
			return nil, false
		}
		list = append(list, Request{Verb: verb, Words: words, Line: n, Text: line, Game: game, Side: side})
	}
	if marked && len(list) == 0 { // nothing is asked: help is what its author needs
		list = append(list, Request{Verb: "help", Words: []Word{{Text: "help"}}, Line: n})
	}
	return list, len(list) > 0
}

// SplitWords cuts a line at blanks, without its comment and a last full stop,
// question or exclamation mark. Quotation marks and dashes of all kinds become the plain ones,
// as they are in what is signed as text alone; see [mail.Canonical].
func SplitWords(line string, n int) []Word {
	var words []Word
	column := 0
	var now *Word
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
			words = append(words, Word{string(r), column, column + 1, n, line})
			now = &words[len(words)-1]
		default:
			now.Text += string(r)
			now.End = column + 1
		}
	}
	return endWords(words)
}

func endWords(words []Word) []Word {
	n := len(words) - 1
	if n < 0 {
		return nil
	}
	text := strings.TrimRight(words[n].Text, ".!?")
	if text == "" && n > 0 { // French puts a blank before them
		return words[:n]
	}
	if text != "" {
		words[n].End -= len(words[n].Text) - len(text)
		words[n].Text = text
	}
	return words
}

// Unquoted takes away the quotation marks around a whole line: who copies a request from a letter
// copies them too. Those of all languages are this one by now, as [mail.Canonical] makes them.
func Unquoted(words []Word) []Word {
	n := len(words) - 1
	if n < 0 || !strings.HasPrefix(words[0].Text, `"`) || !strings.HasSuffix(words[n].Text, `"`) {
		return words
	}
	if words[0].Text = words[0].Text[1:]; words[0].Text != "" {
		words[0].Column++
	} else if words, n = words[1:], n-1; n < 0 {
		return nil
	}
	words[n].Text, words[n].End = strings.TrimSuffix(words[n].Text, `"`), words[n].End-1
	if words[n].Text == "" {
		words = words[:n]
	}
	return endWords(words)
}

// Span is where a word stands in its text.
func (w Word) Span() orders.Span { return orders.Span{Line: w.Line, Column: w.Column, End: w.End} }

// Fault is what is wrong with a request, at one of its words.
func (r Request) Fault(kind orders.Kind, code string, at Word, args ...any) *orders.Diagnostic {
	return &orders.Diagnostic{Code: code, Kind: kind, Span: at.Span(), Text: at.Source, Args: args}
}

// Whole is the place of all words from the n-th on.
func (r Request) Whole(n int) Word {
	all := r.Words[n]
	all.End = r.Words[len(r.Words)-1].End
	var texts []string
	for _, w := range r.Words[n:] {
		texts = append(texts, w.Text)
	}
	all.Text = strings.Join(texts, " ")
	return all
}

// LeftOver is the fault of words behind a request that is complete without them.
func (r Request) LeftOver(n int) *orders.Diagnostic {
	rest := r.Whole(n)
	return r.Fault(orders.Unreadable, "request-left-over", rest, "Words", rest.Text)
}
