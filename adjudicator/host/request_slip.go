package host

import (
	"maps"
	"slices"
	"strings"

	"keryx/adjudicator"
	"keryx/orders"
	"keryx/store"
)

// A text that is no order file, and whose first word is a slip for something that can be asked for,
// is answered as a request: what an order file lacks is nothing that its author wants to read.

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

// readSlip reads a text that is nothing else as one request, if its first word is a slip for
// something that can be asked for and no order of a game that its author plays.
func readSlip(tx store.ReadTx, a *asking, text string) (list []request, err error) {
	f, _ := orders.Parse(text)
	if f.Header.Turn.Value+f.Header.Answers.Value != "" || f.HasOrders || f.HasStanding || len(f.Groups)+len(f.Standing)+len(f.Words) > 0 {
		return nil, nil
	}
	n := 0
	for line := range strings.Lines(text) {
		n++
		line = strings.TrimRight(line, " \t\r\n")
		words := unquoted(splitWords(line, n))
		if len(words) == 0 || requestHeads[strings.TrimRight(orders.Fold(words[0].text), ":=")] != "" && len(words) > 1 {
			continue
		}
		if len(line) > maxRequestLine || nearestAsked(words[0].text) == "" {
			return nil, nil
		}
		if is, err := isOrder(tx, a, words[0].text); err != nil || is {
			return nil, err
		}
		return []request{{verb: misspelt, words: words, line: n, text: line}}, nil
	}
	return nil, nil
}

// isOrder reports whether a word is the verb of an order in a game that somebody plays.
func isOrder(tx store.ReadTx, a *asking, given string) (bool, error) {
	seats, err := mine(tx, a, "")
	if err != nil {
		return false, err
	}
	for _, seat := range seats {
		game, err := tx.Game(seat.Game)
		if err != nil {
			return false, err
		}
		rules, err := adjudicator.Lookup(game.Ruleset)
		if err != nil {
			continue // what is gone has no orders
		}
		if _, fault := rules.Lexicon().LookupString(given, orders.VerbKind); fault == nil {
			return true, nil
		}
	}
	return false, nil
}

// slip is the fault of a misspelt request: what its author may have meant, and how that is written.
func (r request) slip() *orders.Diagnostic {
	meant := nearestAsked(r.words[0].text)
	return r.fault(orders.Unknown, "request-misspelt", r.words[0], "Word", strings.TrimRight(r.words[0].text, ":,;"), "Meant", meant,
		"Claim", claimHeads[meant], "Appeal", appealHeads[meant], "Press", slices.Contains(pressHeads, meant))
}
