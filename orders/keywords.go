package orders

import "strings"

// keyword is a word of the language itself.
type keyword uint8

const (
	noKeyword keyword = iota
	kwGame
	kwSide
	kwTurn
	kwAnswers
	kwOrders
	kwStanding
	kwPhase
	kwAgain
	kwWhen
	kwElse
	kwEnd
)

// spellings holds each keyword in folded form. The first two are the ones
// that Format writes in English and in French, with the accents of written.
var spellings = map[keyword][]string{
	kwGame:     {"game", "partie"},
	kwSide:     {"side", "camp"},
	kwTurn:     {"turn", "tour"},
	kwAnswers:  {"answers", "repond", "reponse", "answer"},
	kwOrders:   {"orders", "ordres"},
	kwStanding: {"standing", "consignes", "permanents"},
	kwPhase:    {"phase", "phase"},
	kwAgain:    {"again", "encore"},
	kwWhen:     {"when", "quand", "if", "si", "lorsque"},
	kwElse:     {"else", "sinon", "otherwise"},
	kwEnd:      {"finis", "finis"},
}

// written gives the keywords whose written form has accents.
var written = map[string]string{"repond": "répond"}

// sectionTitles holds the whole headings of the two sections.
var sectionTitles = map[string]keyword{
	"orders": kwOrders, "ordres": kwOrders,
	"standing": kwStanding, "standing orders": kwStanding,
	"permanents": kwStanding, "ordres permanents": kwStanding,
	"consignes": kwStanding, "consignes permanentes": kwStanding,
}

// lineKeywords are the words that give a line its meaning when they begin it;
// no verb and no subject of a standing order may be one of them.
var lineKeywords, innerKeywords = func() (line, inner map[string]keyword) {
	line, inner = map[string]keyword{}, map[string]keyword{}
	for k, words := range spellings {
		for _, w := range words {
			switch k {
			case kwAgain, kwWhen, kwElse:
				inner[w] = k
			default:
				line[w] = k
			}
		}
	}
	return line, inner
}()

// headWords are the words that may begin a line before the first section, for
// suggestions.
var headWords = []string{"game", "side", "turn", "answers", "orders", "standing",
	"partie", "camp", "tour", "repond", "ordres", "consignes"}

// Heading is a keyword that begins a line of its own, "turn" or "standing", as
// diagnostics name it: by its English spelling. [Heading.In] writes it for a reader.
type Heading string

// In writes the keyword in a language, with its accents.
func (h Heading) In(language Language) string {
	if k := lineKeywords[string(h)]; k != noKeyword {
		return k.in(language)
	}
	return string(h)
}

// name returns the keyword as diagnostics carry it.
func (k keyword) name() Heading { return Heading(spellings[k][English]) }

func (k keyword) in(language Language) string {
	word := spellings[k][language]
	if accented, ok := written[word]; ok {
		return accented
	}
	return word
}

// Language is a language in which keywords can be written.
type Language uint8

// The languages of the keywords. Both are read, whatever the file's other
// words are in.
const (
	English Language = iota
	French
)

// leadingKeyword returns the keyword that begins a line and what follows it
// on the line, comment included.
func leadingKeyword(line string) (k keyword, word, rest string) {
	line = strings.TrimLeft(line, " \t")
	end := strings.IndexAny(line, " \t:=,;#\"")
	if end < 0 {
		end = len(line)
	}
	word = line[:end]
	return lineKeywords[Fold(word)], word, line[end:]
}

// isWord reports whether t is the given keyword inside a line.
func (t Token) isWord(k keyword) bool {
	return t.Kind == Word && innerKeywords[t.Fold] == k
}
