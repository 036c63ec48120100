package host

import (
	"maps"
	"slices"
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
