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
// that Format writes in English and in French.
var spellings = map[keyword][]string{
	kwGame:     {"game", "partie"},
	kwSide:     {"side", "camp"},
	kwTurn:     {"turn", "tour"},
	kwAnswers:  {"answers", "repond", "reponse", "answer"},
	kwOrders:   {"orders", "ordres"},
	kwStanding: {"standing", "permanents", "consignes"},
	kwPhase:    {"phase", "phase"},
	kwAgain:    {"again", "encore"},
	kwWhen:     {"when", "quand", "if", "si", "lorsque"},
	kwElse:     {"else", "sinon", "otherwise"},
	kwEnd:      {"finis", "finis"},
}

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

// name returns the keyword in English, as texts and formatted files use it.
func (k keyword) name() string { return k.in(English) }

func (k keyword) in(language Language) string { return spellings[k][language] }

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
