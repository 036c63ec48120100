package host

import (
	"maps"
	"slices"

	"keryx/orders"
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
	// [Host.unbound].
	Bound Guard = "bound"
	// Kept: the text is about keys and names the server, and is known for ever by its canonical form.
	Kept Guard = "kept"
	// Spent: what the text does can be done once, and has been.
	Spent Guard = "spent"
)

// SignedText is a kind of text that people sign, and what makes its repetition harmless.
type SignedText struct {
	Kind  string
	Guard Guard
	// Before says what makes a text harmless that was signed before such texts named a server and a
	// day, if that is something else than the guard.
	Before string
}

// noLines is what texts lack that were signed before they named a server and a day.
const noLines = "it lacks the lines, and is not carried out"

// SignedTexts lists every kind of text that people sign. What is not here is not listened to:
// [guardOf] takes an unknown verb to change something.
func SignedTexts() []SignedText {
	all := []SignedText{
		{Kind: "orders", Guard: Coded}, // and recorded for ever: [Host.recordSubmission]
		{Kind: "slip", Guard: Asks},
		{Kind: "preview", Guard: Asks},
		{Kind: "ruling", Guard: Bound, Before: noLines + "; its digest is among the submissions of the game as well"},
		{Kind: "ruling league", Guard: Bound, Before: noLines + "; its digest is kept until the league is closed as well"},
		{Kind: "claim", Guard: Bound, Before: noLines + "; its digest is among the submissions of the game as well"},
		{Kind: "appeal", Guard: Bound, Before: noLines + "; its digest is among the submissions of the game as well"},
		{Kind: "press", Guard: Bound, Before: noLines + "; its digest is among the submissions of the game as well"},
		{Kind: "own", Guard: Kept, Before: "there was no such text"},
		{Kind: "register", Guard: Kept, Before: "it brings its owner another code, once"},
		{Kind: "confirm code", Guard: Spent},
		{Kind: "confirm key", Guard: Spent},
		{Kind: "rotate", Guard: Spent},
		{Kind: "revoke", Guard: Kept, Before: "a revocation that waited and was stopped can be begun by it once more"},
		{Kind: "stop", Guard: Kept, Before: "its digest is kept under stopped/"},
	}
	for _, kind := range slices.Sorted(maps.Keys(requestGuards)) {
		before := ""
		if requestGuards[kind] == Bound {
			before = noLines
		}
		all = append(all, SignedText{Kind: kind, Guard: requestGuards[kind], Before: before})
	}
	return all
}

// requestGuards are the guards of requests, by their kinds; see [kindOf].
var requestGuards = map[string]Guard{
	"help": Asks, "status": Asks, "report": Asks, "template": Asks, "odds": Asks, "check": Asks,
	"absence list": Asks, "absence": Bound,
	"calendar": Asks, "calendar files": Bound, "calendar feed": Bound,
	"pictures": Bound,
	"extend":   Bound,
	"resign":   Coded, "accept": Coded, "decline": Coded,
	"offer": Bound, "withdraw": Bound,
	"volunteer": Bound, "take": Bound, "back": Bound,
	"watch list": Asks, "watch": Bound, "unwatch": Bound,
	"standings": Asks, "fixtures": Asks, "results": Asks, "ratings": Asks, "rules": Asks, "ladder": Asks, "news": Asks,
	"join": Bound, "withdraw league": Bound, "confirm": Bound, "bid": Bound, "agree": Bound, "verdict": Bound,
	"challenge": Bound, "accept league": Bound, "decline league": Bound, "cancel league": Bound, "cancel": Bound,
}

// kindOf is the kind of a request: its verb, and what else decides whether it changes anything. Some
// verbs are about an offer in a game, or about a league.
func kindOf(r request, ofLeague bool) string {
	words := r.words[1:]
	if len(words) > 0 && gameName.MatchString(orders.Fold(words[0].text)) && r.verb == "calendar" {
		words = words[1:]
	}
	switch r.verb {
	case "absence":
		if len(words) == 0 {
			return "absence list"
		}
	case "calendar":
		switch {
		case len(words) > 0 && feedWords[orders.Fold(words[0].text)]:
			return "calendar feed"
		case len(words) > 1 && slices.Contains([]string{"files", "fichiers"}, orders.Fold(words[0].text)):
			return "calendar files"
		}
	case "watch":
		if len(words) == 0 && r.game.text == "" {
			return "watch list"
		}
	case "accept", "decline", "withdraw", "cancel":
		if ofLeague {
			return r.verb + " league"
		}
	case misspelt, "version", "":
		return "help"
	}
	return r.verb
}

// guardOf is the guard of a request.
func guardOf(r request, ofLeague bool) Guard {
	if g, ok := requestGuards[kindOf(r, ofLeague)]; ok {
		return g
	}
	return Bound
}
