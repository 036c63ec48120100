package written

import (
	"maps"
	"slices"
	"strings"

	"keryx/orders"
)

// SortedKeys are the keys of a set, in their order.
func SortedKeys(m map[string]bool) (keys []string) {
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// Misspelt is the verb of such a text, as a request.
const Misspelt = "misspelt"

// pressHeads are the spellings of the heading of words to the opponent, and what is taken for it.
var pressHeads = []string{"press", "presse", "message"}

// askedFor are all words that begin a request, a claim or a section of words, folded, so that of
// words that are as near the first are the more usual ones.
var askedFor = slices.Concat(slices.Sorted(maps.Keys(RequestVerbs)), SortedKeys(ClaimHeads), SortedKeys(AppealHeads),
	pressHeads, slices.Sorted(maps.Keys(leagueWords)))

// NearestAsked is the word that begins something that can be asked for, and that a word is a slip
// for; "" if there is none.
func NearestAsked(given string) string {
	folded := strings.Trim(orders.Fold(given), ":,;=")
	if len(folded) < 4 {
		return ""
	}
	if slices.Contains(askedFor, folded) {
		return folded
	}
	if _, rest, cut := strings.Cut(folded, "'"); cut { // "j'abandonne", "l'etat"
		folded = rest
	}
	near, _ := orders.Nearest(folded, askedFor)
	return near
}

// Slip is the fault of a misspelt request: what its author may have meant, and how that is written.
func (r Request) Slip() *orders.Diagnostic {
	meant := NearestAsked(r.Words[0].Text)
	return r.Fault(orders.Unknown, "request-misspelt", r.Words[0], "Word", strings.TrimRight(r.Words[0].Text, ":,;"), "Meant", meant,
		"Claim", ClaimHeads[meant], "Appeal", AppealHeads[meant], "Press", slices.Contains(pressHeads, meant))
}
