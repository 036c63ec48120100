package written

import (
	"slices"

	"keryx/orders"
	"keryx/orders/pattern"
)

// FeedWords are the words for a feed in requests, folded; freshWords those for another one.
var (
	FeedWords  = map[string]bool{"feed": true, "subscription": true, "subscribe": true, "abonnement": true, "flux": true}
	FreshWords = map[string]bool{"new": true, "nouveau": true, "nouvel": true, "nouvelle": true, "neuf": true}
)

// Guard is what makes the repetition of a signed text harmless, whoever sends it again, in whatever
// wrapping, and to whichever server.
type Guard string

// The guards there are.
const (
	// Asks: the text changes nothing.
	Asks Guard = "asks"
	// Coded: the text holds a code that one letter of this server told. The next letter, or what is
	// done with it, uses the code up; no other server knows it.
	Coded Guard = "coded"
	// Bound: the text names the server and its day, and its author's canonical text is known; see
	// [requests.Desk.unbound].
	Bound Guard = "bound"
	// Kept: the text is about keys and names the server, and is known for ever by its canonical form.
	Kept Guard = "kept"
	// Spent: what the text does can be done once, and has been.
	Spent Guard = "spent"
)

// kindOf is the kind of a request: its verb, and what else decides whether it changes anything. Some
// verbs are about an offer in a game, or about a league.
func kindOf(r Request, ofLeague bool) string {
	words := r.Words[1:]
	if len(words) > 0 && GameName.MatchString(orders.Fold(words[0].Text)) && r.Verb == "calendar" {
		words = words[1:]
	}
	switch r.Verb {
	case "absence":
		if len(words) == 0 {
			return "absence list"
		}
	case "calendar":
		switch {
		case len(words) > 0 && FeedWords[orders.Fold(words[0].Text)]:
			return "calendar feed"
		case len(words) > 1 && slices.Contains([]string{"files", "fichiers"}, orders.Fold(words[0].Text)):
			return "calendar files"
		}
	case "watch":
		if len(words) == 0 && r.Game.Text == "" {
			return "watch list"
		}
	case "accept", "decline", "withdraw", "cancel":
		if ofLeague {
			return r.Verb + " league"
		}
	case Misspelt, "version", "":
		return "help"
	}
	return r.Verb
}

// GuardOf is the guard of a request.
func GuardOf(r Request, ofLeague bool) Guard {
	if g, ok := RequestGuards[kindOf(r, ofLeague)]; ok {
		return g
	}
	return Bound
}

// What can be the id of a game, and what the code of a report, folded. Some words
// can be both.
var (
	GameName   = pattern.New(`^[a-z][a-z0-9-]{0,39}-[0-9]{1,9}$`)
	ReportCode = pattern.New(`^[a-z2-9]{4}-[a-z2-9]{4}$`)
)
