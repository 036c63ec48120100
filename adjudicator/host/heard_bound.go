package host

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"keryx/orders"
	"keryx/store"
	"keryx/templates"
)

// A text that asks for something to be changed says which server it is for and when it was written,
// in two lines that [orders.CutBinding] reads, or on one:
//
//	at keryx@club.example
//	dated 2026-11-21
//
// The server is the address that mail for it goes to. The name of the club would be shorter, but
// anybody can give his club the name of another. The day is its author's; the text counts on that day
// and the two that follow, and a day sooner or later for clocks and zones that differ. In the place
// of the day the code of the newest letter of a game of his may stand, and the server is named by
// that.

// boundDays is for how many days a text counts after the day that it is dated with, and boundEarly
// for how many before it.
const (
	boundDays  = 3
	boundEarly = 1
)

// boundSetting holds since when this database is served by a program that asks for those lines.
const boundSetting = "bound-since"

// noteBound notes that, once.
func noteBound(tx store.Tx, now time.Time) error {
	var since time.Time
	if err := readSetting(tx, boundSetting, &since); err != nil || !since.IsZero() {
		return err
	}
	return writeSetting(tx, boundSetting, store.Time(now))
}

// boundDay is the day of a moment as a text is dated with it.
func boundDay(at time.Time, zone *time.Location) string { return at.In(zone).Format(time.DateOnly) }

// maxReady is the longest text that is shown ready to be signed, in bytes.
const maxReady = 8000

// IsOrderFile reports whether a text holds an order file to be played: nothing that is asked for, said
// or ruled stands at its head.
func IsOrderFile(text string) bool {
	if !meansFile(strings.SplitAfter(text, "\n")) {
		return false
	}
	plain, _ := plainAsked(text)
	_, rest := orders.CutBinding(plain)
	if _, ok := readKeyOrder(plain); ok {
		return false
	}
	if _, ok := readRuling(plain); ok {
		return false
	}
	if _, _, ok := readCheck(rest); ok {
		return false
	}
	return !reads(rest)
}

// NeedsBinding reports whether a text asks for something to be changed, and lacks the lines that say
// at which server, and when it was signed: such a text is not carried out. Order files and texts
// about keys do not need them.
func NeedsBinding(text string) bool {
	text, _ = plainAsked(text)
	b, rest := orders.CutBinding(text)
	if b.Dated != "" && (b.At != "" || orders.BindingCode(b.Dated)) {
		return false
	}
	if _, ok := readKeyOrder(text); ok {
		return false
	}
	if r, ok := readRuling(text); ok {
		return !r.preview
	}
	if _, _, ok := readClaim(rest); ok {
		return true
	}
	if _, _, ok := readCheck(rest); ok {
		return false
	}
	if _, ok := readWords(rest); ok {
		return true
	}
	list, ok := readRequests(rest)
	for _, r := range list {
		if ok && guardOf(r, !r.holdsCode()) == Bound {
			return true
		}
	}
	return false
}

// holdsCode reports whether a word of a request has the form of a code.
func (r request) holdsCode() bool {
	for _, w := range r.words[1:] {
		if orders.BindingCode(orders.Fold(w.text)) {
			return true
		}
	}
	return false
}

// Bind puts the lines that say at which server, and on which day it is signed, above a text, in a
// language; lines of that kind which it has already go.
func Bind(text, server string, at time.Time, lang string) string {
	_, rest := orders.CutBinding(text)
	lines := templates.BindingLines(lang, server, at.Format(time.DateOnly))
	return strings.Join(lines, "\n") + "\n" + strings.TrimLeft(rest, "\n\ufeff")
}

// checkWords are the spellings of the request, folded.
var checkWords = []string{"check", "verifier", "verifie", "verification"}

// readCheck takes the order file out of a mail that asks for a check. Its lines keep
// their numbers.
func readCheck(text string) (file string, first word, ok bool) {
	lines := strings.SplitAfter(text, "\n")
	for i, line := range lines {
		words := splitWords(strings.TrimRight(line, " \t\r\n"), i+1)
		if len(words) == 0 {
			continue
		}
		name := orders.Fold(words[0].text)
		if name == "keryx" && len(words) == 3 && words[2].text == "1" {
			lines[i] = "\n"
			continue
		}
		if len(words) > 1 || !slices.Contains(checkWords, name) {
			return "", first, false
		}
		lines[i] = "\n"
		return strings.Join(lines, ""), words[0], true
	}
	return "", first, false
}

// earlier is the earlier of two moments.
func earlier(a, b time.Time) time.Time {
	if b.Before(a) {
		return b
	}
	return a
}

// writeSetting stores a value as JSON.
func writeSetting(tx store.Tx, name string, value any) error {
	text, err := json.Marshal(value)
	if err != nil {
		return fmt.Errorf("the setting %s: %w", name, err)
	}
	return tx.SetSetting(name, text)
}
