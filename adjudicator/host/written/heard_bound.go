package written

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

// BoundDays is for how many days a text counts after the day that it is dated with, and boundEarly
// for how many before it.
const (
	BoundDays  = 3
	BoundEarly = 1
)

// BoundSetting holds since when this database is served by a program that asks for those lines.
const BoundSetting = "bound-since"

// NoteBound notes that, once.
func NoteBound(tx store.Tx, now time.Time) error {
	var since time.Time
	if err := ReadSetting(tx, BoundSetting, &since); err != nil || !since.IsZero() {
		return err
	}
	return WriteSetting(tx, BoundSetting, store.Time(now))
}

// BoundDay is the day of a moment as a text is dated with it.
func BoundDay(at time.Time, zone *time.Location) string { return at.In(zone).Format(time.DateOnly) }

// MaxReady is the longest text that is shown ready to be signed, in bytes.
const MaxReady = 8000

// IsOrderFile reports whether a text holds an order file to be played: nothing that is asked for, said
// or ruled stands at its head.
func IsOrderFile(text string) bool {
	if !MeansFile(strings.SplitAfter(text, "\n")) {
		return false
	}
	plain, _ := PlainAsked(text)
	_, rest := orders.CutBinding(plain)
	if _, ok := ReadKeyOrder(plain); ok {
		return false
	}
	if _, ok := ReadRuling(plain); ok {
		return false
	}
	if _, _, ok := ReadCheck(rest); ok {
		return false
	}
	return !reads(rest)
}

// NeedsBinding reports whether a text asks for something to be changed, and lacks the lines that say
// at which server, and when it was signed: such a text is not carried out. Order files and texts
// about keys do not need them.
func NeedsBinding(text string) bool {
	text, _ = PlainAsked(text)
	b, rest := orders.CutBinding(text)
	if b.Dated != "" && (b.At != "" || orders.BindingCode(b.Dated)) {
		return false
	}
	if _, ok := ReadKeyOrder(text); ok {
		return false
	}
	if r, ok := ReadRuling(text); ok {
		return !r.Preview
	}
	if _, _, ok := ReadClaim(rest); ok {
		return true
	}
	if _, _, ok := ReadCheck(rest); ok {
		return false
	}
	if _, ok := ReadWords(rest); ok {
		return true
	}
	list, ok := ReadRequests(rest)
	for _, r := range list {
		if ok && GuardOf(r, !r.holdsCode()) == Bound {
			return true
		}
	}
	return false
}

// holdsCode reports whether a word of a request has the form of a code.
func (r Request) holdsCode() bool {
	for _, w := range r.Words[1:] {
		if orders.BindingCode(orders.Fold(w.Text)) {
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

// CheckWords are the spellings of the request, folded.
var CheckWords = []string{"check", "verifier", "verifie", "verification"}

// ReadCheck takes the order file out of a mail that asks for a check. Its lines keep
// their numbers.
func ReadCheck(text string) (file string, first Word, ok bool) {
	lines := strings.SplitAfter(text, "\n")
	for i, line := range lines {
		words := SplitWords(strings.TrimRight(line, " \t\r\n"), i+1)
		if len(words) == 0 {
			continue
		}
		name := orders.Fold(words[0].Text)
		if name == "keryx" && len(words) == 3 && words[2].Text == "1" {
			lines[i] = "\n"
			continue
		}
		if len(words) > 1 || !slices.Contains(CheckWords, name) {
			return "", first, false
		}
		lines[i] = "\n"
		return strings.Join(lines, ""), words[0], true
	}
	return "", first, false
}

// Earlier is the earlier of two moments.
func Earlier(a, b time.Time) time.Time {
	if b.Before(a) {
		return b
	}
	return a
}

// WriteSetting stores a value as JSON.
func WriteSetting(tx store.Tx, name string, value any) error {
	text, err := json.Marshal(value)
	if err != nil {
		return fmt.Errorf("the setting %s: %w", name, err)
	}
	return tx.SetSetting(name, text)
}
