package perse

import (
	"fmt"
	"strings"

	"keryx/adjudicator"
	"keryx/orders"
)

// reader reads the words of one order.
type reader struct{ *adjudicator.Reader }

// reading begins to read an order.
func reading(lexicon *orders.Lexicon, s *orders.Statement) *reader {
	return &reader{&adjudicator.Reader{Cursor: orders.NewCursor(s), Lex: lexicon}}
}

// read reads an order behind its verb.
func read(lexicon *orders.Lexicon, verb string, s *orders.Statement) (Act, []*orders.Diagnostic) {
	c := reading(lexicon, s)
	a := Act{Verb: verb}
	switch verb {
	case "command":
		a.Piece = c.one("piece")
	case "activate":
		a.Piece = c.one("piece")
		if c.Take("with") {
			a.With = c.list("piece")
		}
	case "reorganise":
		a.Piece = c.one("piece")
		c.Require("with")
		a.Units = c.units()
	case "group":
		a.Units = c.units()
		c.Require("at")
		a.At = c.one("zone")
		c.Require("as")
		a.Piece = c.one("piece")
		if c.Take("with") {
			a.With = c.list("piece")
		}
	case "place":
		a.Piece = c.one("piece")
		c.Require("with")
		a.With = c.one("piece")
	case "move":
		c.Take("to")
		a.Path = c.list("zone")
		c.left(&a)
	case "drop", "take":
		if !c.AtNameOf("piece") {
			a.Units = c.units()
		}
		if c.AtNameOf("piece") {
			a.Piece = c.list("piece")
		}
	case "losses":
		if !c.Done() {
			a.Units = c.units()
		}
		if c.AtNameOf("piece") {
			a.Piece = c.one("piece")
		}
		if c.Take("at") {
			a.At = c.one("zone")
		}
	case "redeploy":
		if c.AtNameOf("piece") {
			a.Piece = c.one("piece")
		} else {
			a.Units = c.units()
		}
		c.Require("to")
		a.Path = c.one("zone")
	case "sail":
		c.sail(&a)
	case "embark":
		a.Piece = c.one("piece")
		if c.Take("with") {
			a.Units = c.units()
		}
		c.Take("at") // the first of the French "à bord de"
		c.Require("aboard")
		c.Take("from")
		a.With = c.one("piece")
	case "land":
		a.Piece = c.one("piece")
		c.Require("at")
		a.Path = c.one("zone")
	case "intercept":
		c.intercept(&a)
	case "court":
		a.Path = c.one("zone")
		c.Require("with")
		a.Number = c.number()
		if c.Take("play") {
			a.Play = c.one("stratagem")
		}
	case "play":
		a.Play = c.one("stratagem")
		c.aim(&a)
	case "retreat", "withdraw":
		c.Take("to")
		if !c.Done() {
			a.Path = c.one("zone")
		}
	}
	if len(c.Faults) == 0 {
		c.Fail(c.End())
	}
	return a, c.Faults
}

// one reads a name.
func (c *reader) one(kind string) string {
	if len(c.Faults) > 0 {
		return ""
	}
	e, d := c.TakeName(c.Lex, kind)
	c.Fail(d)
	return e.ID
}

// list reads names, at least one.
func (c *reader) list(kind string) string {
	all := []string{c.one(kind)}
	for len(c.Faults) == 0 && c.AtNameOf(kind) {
		all = append(all, c.one(kind))
	}
	return strings.Join(all, " ")
}

// units reads counters, or "all".
func (c *reader) units() string {
	if len(c.Faults) > 0 {
		return ""
	}
	if c.Take("all") {
		return "all"
	}
	counted, d := c.TakeList(c.Lex, "unit")
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

func (c *reader) number() int {
	if len(c.Faults) > 0 {
		return 0
	}
	n, d := c.TakeNumber()
	c.Fail(d)
	return n
}

// left reads what a force leaves and takes on its way.
func (c *reader) left(a *Act) {
	for len(c.Faults) == 0 {
		switch {
		case c.Take("drop"):
			a.Units = c.units()
			c.Require("at")
			a.At = c.one("zone")
		case c.Take("take"):
			a.Taken = c.units()
			c.Require("at")
			a.TakenAt = c.one("zone")
		default:
			return
		}
	}
}

// sail reads "Fleet 1 by Lesbos to Thasos drop 5PN at Lesbos" and "2x5PN from Cos to Cyclades".
func (c *reader) sail(a *Act) {
	if c.AtNameOf("piece") {
		a.Piece = c.one("piece")
	} else {
		a.Units = c.units()
		c.Require("from")
		a.From = c.one("zone")
	}
	if c.Take("by") {
		a.Path = c.list("zone") + " "
	}
	c.Require("to")
	a.Path += c.one("zone")
	if a.Piece != "" {
		c.left(a)
	}
}

func (c *reader) intercept(a *Act) {
	switch {
	case c.Take(loose):
		a.Target = loose
	case c.Take(neutrals):
		a.Target = neutrals
	default:
		a.Target = c.one("marker")
	}
	c.Require("with")
	if !c.Take(loose) {
		a.With = c.list("piece")
	}
	if c.Take("play") {
		a.Play = c.one("stratagem")
	}
}

// aim reads what a stratagem is played on.
func (c *reader) aim(a *Act) {
	switch {
	case len(c.Faults) > 0:
	case c.Take("on"):
		switch {
		case c.AtNameOf("marker"):
			a.Target = c.one("marker")
		case c.AtNameOf("piece"):
			a.With = c.one("piece")
		default:
			a.Units = c.units()
		}
	case c.Take("at"):
		a.At = c.one("zone")
	}
}
