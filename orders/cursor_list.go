package orders

import (
	"strconv"
	"strings"
)

// Counted is a thing of a list and how many of it are named.
type Counted struct {
	Entry
	N    int  // 1 without a quantity
	Span Span // of the name, or of the range that it is in
}

// TakeColon takes the colon of an order in parts if it is next: see [Lexicon.TakesParts].
func (c *Cursor) TakeColon() bool { return c.take(Colon) }

// TakePartEnd takes what parts one part of an order from the next, if it is next: a
// semicolon, or a comma.
func (c *Cursor) TakePartEnd() bool { return c.take(Semicolon) || c.take(Comma) }

// TakeList takes names of the kinds, at least one, for as long as one is next: "1 3",
// "2x5PN 3PN", "14-16, 20". Commas may stand between them; a comma behind the last, with
// something else next, is not taken. The faults are those of [Cursor.TakeName], and
// "range-order" for a range that does not go up; the things before the fault are returned.
func (c *Cursor) TakeList(l *Lexicon, kinds ...string) ([]Counted, *Diagnostic) {
	var all []Counted
	for {
		mark := c.Mark()
		if len(all) > 0 {
			c.TakeComma()
		}
		n := c.TakeQuantity()
		if len(all) > 0 && !c.atListed(l, kinds) {
			c.Reset(mark)
			return all, nil
		}
		if first, last, prefix, ok := c.atRange(l, kinds); ok {
			more, fault := c.takeRange(l, prefix, first, last, kinds)
			all = append(all, more...)
			if fault != nil {
				return all, fault
			}
			continue
		}
		span := c.Span()
		e, fault := c.TakeName(l, kinds...)
		if fault != nil {
			return all, fault
		}
		all = append(all, Counted{e, n, span.Join(c.last)})
	}
}

// atListed reports whether a name or a range of the kinds comes next.
func (c *Cursor) atListed(l *Lexicon, kinds []string) bool {
	if c.AtName(l, kinds...) {
		return true
	}
	_, _, _, ok := c.atRange(l, kinds)
	return ok
}

// atRange reports whether the next word is a range of numbers, "14-16", with what stands
// before the first of them, "b" in "b14-16" and "b14-b16". What is a name is none.
func (c *Cursor) atRange(l *Lexicon, kinds []string) (first, last int, prefix string, ok bool) {
	t, some := c.Peek()
	if !some || t.Kind != Word || len(t.Fold) > maxRange || l.Has(t, kinds...) {
		return 0, 0, "", false
	}
	prefix = strings.TrimRight(t.Fold, "-0123456789")
	low, high, cut := strings.Cut(t.Fold[len(prefix):], "-")
	if !cut && prefix != "" { // b14-b16
		inner := strings.TrimSuffix(prefix, "-")
		at := strings.IndexAny(inner, "0123456789")
		if at < 1 {
			return 0, 0, "", false
		}
		low, high, cut = strings.Cut(t.Fold[at:], "-")
		prefix = t.Fold[:at]
		high, ok = strings.CutPrefix(high, prefix)
		cut = cut && ok
	}
	first, fine := plainNumber(low)
	last, also := plainNumber(high)
	if !cut || !fine || !also || strings.Trim(prefix, "abcdefghijklmnopqrstuvwxyz") != "" {
		return 0, 0, "", false
	}
	return first, last, prefix, true
}

// maxRange bounds the word of a range, in bytes.
const maxRange = 40

// plainNumber is the value of digits as orders write a number.
func plainNumber(digits string) (int, bool) {
	n, err := strconv.Atoi(digits)
	return n, err == nil && isDigits(digits) && n <= maxNumber && (digits[0] != '0' || n == 0 && len(digits) == 1)
}

// takeRange takes the word of a range and looks up each of its names. It ends with the
// first that nothing bears, so that a long range costs no more than there are names.
func (c *Cursor) takeRange(l *Lexicon, prefix string, first, last int, kinds []string) ([]Counted, *Diagnostic) {
	t, _ := c.Peek()
	if first >= last {
		return nil, UnreadableAt(c.source, t.Span, CodeRangeOrder, "Word", t.Text)
	}
	var all []Counted
	for n := first; n <= last; n++ {
		name := prefix + strconv.Itoa(n)
		e, fault := l.Lookup(Token{Kind: Word, Text: name, Fold: name, Span: t.Span}, kinds...)
		if fault != nil {
			return all, fault.In(c.source)
		}
		all = append(all, Counted{e, 1, t.Span})
	}
	c.Next()
	return all, nil
}
