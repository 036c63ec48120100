package written

import (
	"strings"

	"keryx/adjudicator"
	"keryx/adjudicator/host/club"
	"keryx/mail"
	"keryx/store"
)

// What stands around an order file within its signature, greetings, closing words, a quoted letter,
// is set aside by [orders.Part]. It is told back to the author of the mail, and to nobody else:
// neither to who stands in for him, nor to who plays the seat after him, nor to anybody who reads
// the game later.

// WithoutAside is an entry as others than its author may have it: without what was set aside of
// signed orders, for which their digest stands in.
func WithoutAside(r adjudicator.Ruleset, e store.Entry) store.Entry {
	if e.Kind != string(adjudicator.Ordered) {
		if len(e.Raw) > 0 && mayHoldAside(r, e.Raw) {
			e.Raw = nil // the body holds what counts, and no hash covers the mail
		}
		return e
	}
	if e.Removed != (store.Digest{}) {
		return e
	}
	text := adjudicator.Part(r, string(e.Body)).Text
	if text == string(e.Body) {
		return e
	}
	e.Removed = store.Digest(club.LedgerEntry(e).Digest())
	e.Body, e.Raw = []byte(text), nil
	return e
}

// mayHoldAside reports whether the signed text of a mail that was kept holds anything which was set
// aside. One that does not read may.
func mayHoldAside(r adjudicator.Ruleset, raw []byte) bool {
	text, err := mail.Peek(raw)
	if err != nil {
		return true
	}
	if _, ok := ReadRuling(text); ok {
		return len(RulingAside(text)) > 0
	}
	if MeansFile(strings.SplitAfter(text, "\n")) {
		return adjudicator.Part(r, text).Text != text
	}
	_, aside := PlainAsked(text)
	return len(aside) > 0
}

// HasAside reports whether an entry holds, or held, what is its author's alone.
func HasAside(r adjudicator.Ruleset, e store.Entry) bool {
	return e.Kind == string(adjudicator.Ordered) && WithoutAside(r, e).Removed != (store.Digest{})
}
