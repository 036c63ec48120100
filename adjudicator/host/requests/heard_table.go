package requests

import (
	"maps"
	"slices"

	"keryx/adjudicator/host/written"
)

// SignedText is a kind of text that people sign, and what makes its repetition harmless.
type SignedText struct {
	Kind  string
	Guard written.Guard
	// Before says what makes a text harmless that was signed before such texts named a server and a
	// day, if that is something else than the guard.
	Before string
}

// noLines is what texts lack that were signed before they named a server and a day.
const noLines = "it lacks the lines, and is not carried out"

// SignedTexts lists every kind of text that people sign. What is not here is not listened to:
// [written.GuardOf] takes an unknown verb to change something.
func SignedTexts() []SignedText {
	all := []SignedText{
		{Kind: "orders", Guard: written.Coded}, // and recorded for ever: see recordSubmission of package intake
		{Kind: "slip", Guard: written.Asks},
		{Kind: "preview", Guard: written.Asks},
		{Kind: "ruling", Guard: written.Bound, Before: noLines + "; its digest is among the submissions of the game as well"},
		{Kind: "ruling league", Guard: written.Bound, Before: noLines + "; its digest is kept until the league is closed as well"},
		{Kind: "claim", Guard: written.Bound, Before: noLines + "; its digest is among the submissions of the game as well"},
		{Kind: "appeal", Guard: written.Bound, Before: noLines + "; its digest is among the submissions of the game as well"},
		{Kind: "press", Guard: written.Bound, Before: noLines + "; its digest is among the submissions of the game as well"},
		{Kind: "own", Guard: written.Kept, Before: "there was no such text"},
		{Kind: "register", Guard: written.Kept, Before: "it brings its owner another code, once"},
		{Kind: "confirm code", Guard: written.Spent},
		{Kind: "confirm key", Guard: written.Spent},
		{Kind: "rotate", Guard: written.Spent},
		{Kind: "revoke", Guard: written.Kept, Before: "a revocation that waited and was stopped can be begun by it once more"},
		{Kind: "stop", Guard: written.Kept, Before: "its digest is kept under stopped/"},
	}
	for _, kind := range slices.Sorted(maps.Keys(written.RequestGuards)) {
		before := ""
		if written.RequestGuards[kind] == written.Bound {
			before = noLines
		}
		all = append(all, SignedText{Kind: kind, Guard: written.RequestGuards[kind], Before: before})
	}
	return all
}
