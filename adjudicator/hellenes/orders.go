package hellenes

import (
	"keryx/adjudicator/hellenes/data"
	"strconv"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/fog"
	"keryx/orders"
)

// verbs are all orders.
var verbs = []string{"place", "ready", "sacrifice", "discard", "event", "card", "move", "gather", "build", "reduce", "recruit", "garrison", "pillage",
	"break", "begin", "take", "go", "decline", "end", "sortie", "fight", "fortify", "hold", "retreat", "hits", "routs", "assault", "starve",
	"betray", "capitulate", "appeal", "let", "target", "ostracise", "canton", "home", "shelter", "maintain", "disband", "offer", "drop"}

// ReadOrder implements [adjudicator.Ruleset].
func (r *Rules) ReadOrder(verb string, s *orders.Statement) (adjudicator.Order, []*orders.Diagnostic) {
	c := &reader{&adjudicator.Reader{Cursor: orders.NewCursor(s), Lex: r.lexicon}, r}
	a := Act{Verb: verb, Zone: nowhere}
	switch verb {
	case "place", "move", "canton", "home", "shelter":
		a.Rows = c.rows()
	case "retreat":
		if c.AtNameOf("block") {
			a.Rows = c.rows()
		}
	case "sacrifice":
		a.Card = c.card()
		c.Take("to")
		a.God = c.god()
	case "event", "card", "discard", "drop":
		a.Card = c.card()
	case "gather":
		a.Pieces = c.blocks()
		c.Require("at")
		a.Zone = c.zone()
	case "build", "reduce":
		a.Pieces, a.Times = c.blocksTimes()
	case "recruit":
		a.Prefer = c.preferences()
	case "begin":
		if c.AtNameOf("block") {
			a.Pieces = c.blocks()
		} else {
			a.Zone = c.zone()
		}
	case "garrison", "assault", "starve", "target", "betray":
		a.Zone = c.zone()
	case "pillage":
		a.Zone = c.zone()
		a.Rows = c.rows()
	case "take":
		a.Pieces = c.blocks()
		c.Require("at")
		a.Zone = c.zone()
	case "decline", "fortify", "hits", "routs", "disband":
		a.Pieces = c.blocks()
	case "maintain":
		a.Pieces = c.blocks()
		if c.Take("at") {
			c.zone()
		}
	case "sortie":
		a.Pieces = c.blocks()
		c.Require("from")
		a.Zone = c.zone()
	case "appeal":
		c.Take("to")
		a.God = c.god()
	case "ostracise":
		e, d := c.TakeName(c.Lex, "leader")
		c.Fail(d)
		a.Leader = e.ID
	case "offer", "break":
		c.Take("peace")
	}
	if len(c.Faults) == 0 {
		c.Fail(c.End())
	}
	return a, c.Faults
}

// reader reads the words of an order.
type reader struct {
	*adjudicator.Reader
	rules *Rules
}

// blocks reads some of the author's own blocks, at least one.
func (c *reader) blocks() fog.Set { return setOf(c.list()) }

// list reads blocks in the order in which they are written.
func (c *reader) list() (all []fog.Piece) {
	if len(c.Faults) > 0 {
		return nil
	}
	list, d := c.TakeList(c.Lex, "block")
	c.Fail(d)
	for _, e := range list {
		n, err := strconv.Atoi(e.ID)
		if err == nil {
			all = append(all, fog.Piece(n-1))
		}
	}
	return all
}

// setOf are some blocks, in no order.
func setOf(some []fog.Piece) (set fog.Set) {
	for _, p := range some {
		set.Add(p)
	}
	return set
}

// zone reads the name of a zone.
func (c *reader) zone() board.Zone {
	if len(c.Faults) > 0 {
		return nowhere
	}
	e, d := c.TakeName(c.Lex, "zone")
	if c.Fail(d); d != nil {
		return nowhere
	}
	return c.rules.board.MustZone(e.ID)
}

// card reads the number of a card.
func (c *reader) card() int {
	e, d := c.TakeName(c.Lex, "card")
	if c.Fail(d); d != nil {
		return 0
	}
	n, _ := strconv.Atoi(e.ID)
	return n
}

// god reads the name of an Olympian.
func (c *reader) god() god {
	e, d := c.TakeName(c.Lex, data.OlympianKind)
	c.Fail(d)
	for i := zeus; d == nil && i <= hera; i++ {
		if i.String() == e.ID {
			return i
		}
	}
	return 0
}

// blocksTimes reads blocks and how often: "17 twice", "17 3 times", where the number before the last word is no block.
func (c *reader) blocksTimes() (fog.Set, int) {
	listed := c.list()
	if n := len(listed); n > 1 && c.Take("times") {
		return setOf(listed[:n-1]), int(listed[n-1]) + 1
	}
	return setOf(listed), c.times()
}

// times reads how often: "twice", "3 times", or nothing.
func (c *reader) times() int {
	if c.Take("twice") {
		return 2
	}
	if c.Done() || len(c.Faults) > 0 {
		return 1
	}
	n, d := c.TakeNumber()
	if c.Fail(d); d == nil {
		c.Require("times")
	}
	return n
}

// preferences reads "prefer fleet at Corinth, hoplites".
func (c *reader) preferences() []preference {
	if !c.Take("prefer") {
		return nil
	}
	return c.preferred()
}

// preferred reads "fleet at Corinth, hoplites".
func (c *reader) preferred() (all []preference) {
	for {
		p := preference{At: nowhere}
		for _, kind := range kinds {
			if c.Take(kind) {
				p.Kind = kind
			}
		}
		if p.Kind == "" {
			c.Need("hoplites", "infantry", "archers", "cavalry", "fleet")
			return all
		}
		if c.Take("at") {
			p.At = c.zone()
		}
		all = append(all, p)
		if len(c.Faults) > 0 || !c.TakeComma() {
			return all
		}
	}
}

// rows reads some blocks to a zone, and more of these behind commas.
func (c *reader) rows() (all []Row) {
	for {
		var row Row
		var listed []fog.Piece
		if !c.At("to") {
			listed = c.list()
			row.Pieces = setOf(listed)
		}
		if c.Take("with") {
			loads := c.list()
			for i := range min(len(loads), len(listed)) {
				row.Loads = append(row.Loads, Pair{Ship: listed[i], Cargo: loads[i]})
			}
			row.Pieces |= setOf(loads)
		}
		if c.Take("by") {
			for c.TakeComma(); c.AtNameOf("zone") && !c.At("to") && len(c.Faults) == 0; c.TakeComma() {
				row.By = append(row.By, c.zone())
			}
		}
		row.Force = c.Take("force")
		if len(c.Faults) == 0 {
			c.Require("to")
		}
		row.To = c.zone()
		all = append(all, row)
		if len(c.Faults) > 0 || !c.TakeComma() {
			return all
		}
	}
}
