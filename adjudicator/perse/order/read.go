package order

import (
	"fmt"
	"strings"

	"keryx/adjudicator"
	"keryx/orders"
)

// Reader reads the words of one order.
type Reader struct{ *adjudicator.Reader }

// Reading begins to read an order.
func Reading(lexicon *orders.Lexicon, s *orders.Statement) *Reader {
	return &Reader{&adjudicator.Reader{Cursor: orders.NewCursor(s), Lex: lexicon}}
}

// Read reads an order behind its verb.
func Read(lexicon *orders.Lexicon, verb string, s *orders.Statement) (Act, []*orders.Diagnostic) {
	c := Reading(lexicon, s)
	a := Act{Verb: verb}
	switch verb {
	case "command":
		a.Piece = c.One("piece")
	case "activate":
		a.Piece = c.One("piece")
		if c.Take("with") {
			a.With = c.list("piece")
		}
	case "reorganise":
		a.Piece = c.One("piece")
		c.Require("with")
		a.Units = c.Units()
	case "group":
		a.Units = c.Units()
		c.Require("at")
		a.At = c.One("zone")
		c.Require("as")
		a.Piece = c.One("piece")
		if c.Take("with") {
			a.With = c.list("piece")
		}
	case "place":
		a.Piece = c.One("piece")
		c.Require("with")
		a.With = c.One("piece")
	case "move":
		c.Take("to")
		a.Path = c.list("zone")
		c.left(&a)
	case "drop", "take":
		if !c.AtNameOf("piece") {
			a.Units = c.Units()
		}
		if c.AtNameOf("piece") {
			a.Piece = c.list("piece")
		}
	case "losses":
		if !c.Done() {
			a.Units = c.Units()
		}
		if c.AtNameOf("piece") {
			a.Piece = c.One("piece")
		}
		if c.Take("at") {
			a.At = c.One("zone")
		}
	case "redeploy":
		if c.AtNameOf("piece") {
			a.Piece = c.One("piece")
		} else {
			a.Units = c.Units()
		}
		c.Require("to")
		a.Path = c.One("zone")
	case "sail":
		c.sail(&a)
	case "embark":
		a.Piece = c.One("piece")
		if c.Take("with") {
			a.Units = c.Units()
		}
		c.aboard()
		c.Take("from")
		a.With = c.One("piece")
	case "land":
		a.Piece = c.One("piece")
		c.Require("at")
		a.Path = c.One("zone")
	case "intercept":
		c.intercept(&a)
	case "court":
		a.Path = c.One("zone")
		c.Require("with")
		a.Number = c.Number()
		if c.Take("play") {
			a.Play = c.One("stratagem")
		}
	case "play":
		a.Play = c.One("stratagem")
		c.aim(&a)
	case "retreat", "withdraw":
		if !c.Take("to") {
			c.Take("at")
		}
		if !c.Done() {
			a.Path = c.One("zone")
		}
	}
	if len(c.Faults) == 0 {
		c.Fail(c.End())
	}
	return a, c.Faults
}

// aboard reads where who embarks goes: "aboard", "on board", "in", and the French "à bord de".
func (c *Reader) aboard() {
	there := c.Take("at")
	for c.Take("on") || c.Take("as") || c.Take("aboard") {
		there = true
	}
	if !there {
		c.Require("aboard")
	}
}

// One reads a name; the article that people write before one is passed over.
func (c *Reader) One(kind string) string {
	if len(c.Faults) > 0 {
		return ""
	}
	c.article(kind)
	e, d := c.TakeName(c.Lex, kind)
	c.Fail(d)
	return e.ID
}

// list reads names, at least one; commas, "and" and "then" may stand between them.
func (c *Reader) list(kind string) string {
	all := []string{c.One(kind)}
	for len(c.Faults) == 0 && c.more(kind) {
		all = append(all, c.One(kind))
	}
	return strings.Join(all, " ")
}

// more passes over what stands between the names of a list if another follows, and over
// nothing otherwise.
func (c *Reader) more(kind string) bool {
	mark := c.Mark()
	for c.TakeComma() || c.Take("next") {
	}
	before := c.Mark()
	c.article(kind)
	named := c.AtNameOf(kind)
	c.Reset(before)
	if !named {
		c.Reset(mark)
	}
	return named
}

// article passes over an article with a name behind it, and over nothing else: the French one is also short for Lesbos.
func (c *Reader) article(kind string) {
	if before := c.Mark(); c.Take("the") && !c.AtNameOf(kind) {
		there := c.Mark()
		if c.Reset(before); !c.AtNameOf(kind) {
			c.Reset(there) // what follows is told to be no name
		}
	}
}

// Units reads counters, or "all", behind which "the ships" and the like say nothing more.
func (c *Reader) Units() string {
	if len(c.Faults) > 0 {
		return ""
	}
	if c.Take("all") {
		c.Take("the")
		if !c.Take("ships") {
			c.Take("units")
		}
		return "all"
	}
	counted, d := c.TakeList(c.Lex, "unit")
	for d == nil && c.another() {
		var more []orders.Counted
		more, d = c.TakeList(c.Lex, "unit")
		counted = append(counted, more...)
	}
	c.Fail(d)
	var all []string
	for _, u := range counted {
		if u.N == 1 {
			all = append(all, u.ID)
		} else {
			all = append(all, fmt.Sprintf("%dx%s", u.N, u.ID))
		}
	}
	return strings.Join(all, " ")
}

// another takes the word between two counters if a counter follows it.
func (c *Reader) another() bool {
	mark := c.Mark()
	if c.TakeComma(); c.Take("next") {
		before := c.Mark()
		c.TakeQuantity()
		if c.AtNameOf("unit") {
			c.Reset(before)
			return true
		}
	}
	c.Reset(mark)
	return false
}

// Number reads a number.
func (c *Reader) Number() int {
	if len(c.Faults) > 0 {
		return 0
	}
	n, d := c.TakeNumber()
	c.Fail(d)
	return n
}

// left reads what a force leaves and takes on its way.
func (c *Reader) left(a *Act) {
	for len(c.Faults) == 0 {
		switch {
		case c.Take("drop"):
			a.Units = c.Units()
			c.Require("at")
			a.At = c.One("zone")
		case c.Take("take"):
			a.Taken = c.Units()
			c.Require("at")
			a.TakenAt = c.One("zone")
		default:
			return
		}
	}
}

// sail reads "Fleet 1 by Lesbos to Thasos drop 5PN at Lesbos" and "2x5PN from Cos to Cyclades".
func (c *Reader) sail(a *Act) {
	if c.AtNameOf("piece") {
		a.Piece = c.One("piece")
	} else {
		a.Units = c.Units()
		c.Require("from")
		a.From = c.One("zone")
	}
	if c.Take("by") {
		a.Path = c.list("zone") + " "
	}
	c.Require("to")
	a.Path += c.list("zone")
	if a.Piece != "" {
		c.left(a)
	}
}

func (c *Reader) intercept(a *Act) {
	switch {
	case c.loose():
		a.Target = Loose
	case c.said(Neutrals):
		a.Target = Neutrals
	default:
		a.Target = c.One("marker")
	}
	c.Require("with")
	if !c.loose() {
		a.With = c.list("piece")
	}
	if c.Take("play") {
		a.Play = c.One("stratagem")
	}
}

// loose reads the word for units without a marker: ships are called so at sea.
func (c *Reader) loose() bool { return c.said(Loose) || c.said("ships") }

// said reads a word with an article before it or without one.
func (c *Reader) said(word string) bool {
	before := c.Mark()
	if c.Take("the"); c.Take(word) {
		return true
	}
	c.Reset(before)
	return false
}

// aim reads what a stratagem is played on.
func (c *Reader) aim(a *Act) {
	switch {
	case len(c.Faults) > 0:
	case c.Take("on"):
		switch {
		case c.AtNameOf("marker"):
			a.Target = c.One("marker")
		case c.AtNameOf("piece"):
			a.With = c.One("piece")
		default:
			a.Units = c.Units()
		}
	case c.Take("at"):
		a.At = c.One("zone")
	}
}
