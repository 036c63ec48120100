package advice

import (
	"strconv"
	"strings"

	"keryx/orders"
)

// Limit bounds a number or a ratio from one side; the zero Limit bounds nothing. The number
// is N for Per: 3 dice are 3 for 1, odds of 2:1 are 2 for 1.
type Limit struct {
	Set     bool
	AtLeast bool // else at most
	N, Per  int
}

// Allows reports whether n for per keeps the limit. Per may be 0, which is more than any
// number.
func (l Limit) Allows(n, per int) bool {
	switch have, want := n*l.Per, l.N*per; {
	case !l.Set:
		return true
	case l.AtLeast:
		return have >= want
	default:
		return have <= want
	}
}

// Contains reports whether a limit leaves at least what another one does.
func (l Limit) Contains(m Limit) bool {
	switch {
	case !l.Set:
		return true
	case !m.Set || l.AtLeast != m.AtLeast:
		return false
	}
	return l.Allows(m.N, m.Per)
}

// TakeLimit takes what value reads, with "at least" or "at most" before it, or "or more" or
// "or less" behind it; or nothing. A value with neither is a fault.
func TakeLimit(w Words, value func() (n, per int, ok bool)) (l Limit, ok bool) {
	r := w.Plain()
	mark := r.Mark()
	if !r.Take("at") {
		r.Take("limit")
	}
	least, most := r.Take("least"), r.Take("most")
	if l.N, l.Per, l.Set = value(); !l.Set {
		r.Reset(mark)
		return Limit{}, false
	}
	if l.AtLeast = least; least || most {
		return l, true
	}
	r.TakeComma()
	r.Take("or")
	if l.AtLeast = !r.Take("less"); l.AtLeast && !r.Take("more") {
		r.Need("more", "less")
	}
	return l, true
}

// TakeRatio takes "2:1", "2/1" or "2 to 1", neither part of which may be 0.
func TakeRatio(w Words) (n, per int, ok bool) {
	r := w.Plain()
	t, some := r.Peek()
	switch {
	case some && t.Kind == orders.Number:
		n, _ = r.TakeNumber()
		if !r.Take("ratio-to") {
			return 0, 0, false
		}
		var fault *orders.Diagnostic
		per, fault = r.TakeNumber()
		return n, per, fault == nil && n > 0 && per > 0
	case !some || t.Kind != orders.Word:
		return 0, 0, false
	}
	left, right, parts := strings.Cut(strings.ReplaceAll(t.Fold, "/", ":"), ":")
	n, errN := strconv.Atoi(left)
	per, errPer := strconv.Atoi(right)
	if !parts || errN != nil || errPer != nil || n <= 0 || per <= 0 {
		return 0, 0, false
	}
	r.Next()
	return n, per, true
}
