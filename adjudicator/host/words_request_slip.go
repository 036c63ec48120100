package host

import (
	"maps"
	"slices"
	"strings"

	"keryx/orders"
)

// sortedKeys are the keys of a set, in their order.
func sortedKeys(m map[string]bool) (keys []string) {
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// misspelt is the verb of such a text, as a request.
const misspelt = "misspelt"

// pressHeads are the spellings of the heading of words to the opponent, and what is taken for it.
var pressHeads = []string{"press", "presse", "message"}

// askedFor are all words that begin a request, a claim or a section of words, folded, so that of
// words that are as near the first are the more usual ones.
var askedFor = slices.Concat(slices.Sorted(maps.Keys(requestVerbs)), sortedKeys(claimHeads), sortedKeys(appealHeads),
	pressHeads, slices.Sorted(maps.Keys(leagueVerbs)))

// nearestAsked is the word that begins something that can be asked for, and that a word is a slip
// for; "" if there is none.
func nearestAsked(given string) string {
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

// slip is the fault of a misspelt request: what its author may have meant, and how that is written.
func (r request) slip() *orders.Diagnostic {
	meant := nearestAsked(r.words[0].text)
	return r.fault(orders.Unknown, "request-misspelt", r.words[0], "Word", strings.TrimRight(r.words[0].text, ":,;"), "Meant", meant,
		"Claim", claimHeads[meant], "Appeal", appealHeads[meant], "Press", slices.Contains(pressHeads, meant))
}
