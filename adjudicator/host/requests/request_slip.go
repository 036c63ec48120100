package requests

import (
	"strings"

	"keryx/adjudicator"
	"keryx/adjudicator/host/written"
	"keryx/orders"
	"keryx/store"
)

// A text that is no order file, and whose first word is a slip for something that can be asked for,
// is answered as a request: what an order file lacks is nothing that its author wants to read.

// ReadSlip reads a text that is nothing else as one request, if its first word is a slip for
// something that can be asked for and no order of a game that its author plays.
func ReadSlip(tx store.ReadTx, a *Mail, text string) (list []written.Request, err error) {
	f, _ := orders.Parse(text)
	if f.Header.Turn.Value+f.Header.Answers.Value != "" || f.HasOrders || f.HasStanding || len(f.Groups)+len(f.Standing)+len(f.Words) > 0 {
		return nil, nil
	}
	n := 0
	for line := range strings.Lines(text) {
		n++
		line = strings.TrimRight(line, " \t\r\n")
		words := written.Unquoted(written.SplitWords(line, n))
		if len(words) == 0 || written.RequestHeads[strings.TrimRight(orders.Fold(words[0].Text), ":=")] != "" && len(words) > 1 {
			continue
		}
		if len(line) > written.MaxRequestLine || written.NearestAsked(words[0].Text) == "" {
			return nil, nil
		}
		if is, err := isOrder(tx, a, words[0].Text); err != nil || is {
			return nil, err
		}
		return []written.Request{{Verb: written.Misspelt, Words: words, Line: n, Text: line}}, nil
	}
	return nil, nil
}

// isOrder reports whether a word is the verb of an order in a game that somebody plays.
func isOrder(tx store.ReadTx, a *Mail, given string) (bool, error) {
	seats, err := Mine(tx, a, "")
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
