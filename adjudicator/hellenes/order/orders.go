package order

import (
	"slices"
	"strconv"
	"strings"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/fog"
	"keryx/adjudicator/hellenes/data"
	"keryx/adjudicator/hellenes/ground"
	"keryx/orders"
)

// Verbs are all orders.
var Verbs = []string{"place", "ready", "sacrifice", "discard", "event", "card", "move", "gather", "build", "reduce", "recruit", "garrison", "pillage",
	"break", "begin", "take", "go", "decline", "end", "sortie", "fight", "fortify", "hold", "retreat", "hits", "routs", "assault", "starve",
	"betray", "capitulate", "appeal", "let", "target", "ostracise", "canton", "home", "shelter", "maintain", "disband", "offer", "drop"}

// Read implements [adjudicator.Ruleset].
func Read(r *ground.Book, verb string, s *orders.Statement) (adjudicator.Order, []*orders.Diagnostic) {
	c := NewReader(r, s)
	a := Act{Verb: verb, Zone: ground.Nowhere}
	switch verb {
	case "place", "move", "canton", "home", "shelter":
		if !c.incomplete(verb, s) {
			a.Rows = c.rows()
		}
	case "retreat":
		if c.AtNameOf("block") || c.At("to") { // who is not named is everybody who goes
			a.Rows = c.rows()
		}
	case "sacrifice":
		a.Card = c.Card()
		c.Take("to")
		a.God = c.god()
	case "event", "card", "discard", "drop":
		if c.Take("the"); verb == "card" && c.Take("event") { // "play event 12"
			a.Verb = "event"
		}
		if a.Card = c.Card(); a.Verb == "card" {
			c.use(&a)
		}
	case "gather":
		a.Pieces = c.Blocks()
		c.Require("at")
		a.Zone = c.Zone()
	case "build", "reduce":
		if verb == "build" && (c.Pair("the", "fort") || c.Take("fort")) { // "build a garrison at Argos"
			c.Take("at")
			a.Verb, a.Zone = "garrison", c.Zone()
			break
		}
		a.Pieces, a.Times = c.blocksTimes()
	case "recruit":
		a.Prefer = c.preferences()
	case "begin":
		if c.AtNameOf("block") {
			a.Pieces = c.Blocks()
		} else {
			a.Zone = c.Zone()
		}
	case "garrison", "assault", "starve", "target", "betray":
		if verb == "starve" && c.said(s, "blockade") {
			c.Fail(orders.UnknownAt(s, s.Verb.Span, "blockade-by-moves"))
			return a, c.Faults
		}
		if c.Take("the"); verb == "assault" { // "donner l’assaut à Potidée"
			c.Take("storming")
		}
		c.Take("at")
		a.Zone = c.Zone()
	case "pillage":
		a.Zone = c.Zone()
		a.Rows = c.rows()
	case "take":
		a.Pieces = c.Blocks()
		c.Require("at")
		a.Zone = c.Zone()
	case "fortify":
		c.Take("with")
		c.Take("all")
		if a.Site = c.site(); !c.Done() { // who is not named is everybody, if there is room
			a.Pieces = c.Blocks()
		}
	case "fight", "hold", "capitulate":
		c.Take("further") // "fight on", "se rendre"
		a.Site = c.site()
	case "go":
		if c.At("homeward") {
			c.Fail(orders.UnreadableAt(s, s.Span(), "who-goes-where"))
			return a, c.Faults
		}
		c.Take("to")
		a.Site = c.site()
	case "end":
		c.Take("of")
		c.Take("the")
		c.Take("season")
	case "decline", "hits", "routs", "disband":
		a.Pieces = c.Blocks()
	case "maintain":
		a.Pieces = c.Blocks()
		if c.Take("at") {
			c.Zone()
		}
	case "sortie":
		c.sortie(&a)
	case "appeal":
		c.Take("to")
		a.God = c.god()
	case "ostracise":
		e, d := c.TakeName(c.Lex, "leader")
		c.Fail(d)
		a.Leader = e.ID
	case "let":
		c.Take("of") // "no sortie", "pas de sortie"
		c.Take("denied")
	case "offer", "break":
		c.Take("peace")
	}
	if len(c.Faults) == 0 {
		c.Fail(c.End())
	}
	return a, c.Faults
}

// Reader reads the words of an order.
type Reader struct {
	*adjudicator.Reader
	Rules *ground.Book
}

// said reports whether an order begins with one of the words that mean a thing, of all that its verb has.
func (c *Reader) said(s *orders.Statement, word string) bool {
	return slices.Contains(c.Lex.Keywords(word), s.Verb.Fold)
}

// incomplete fails where a movement says nothing but its verb.
func (c *Reader) incomplete(verb string, s *orders.Statement) bool {
	switch {
	case !c.Done() || verb == "place":
		return false
	case c.said(s, "attacking"):
		c.Fail(orders.UnreadableAt(s, s.Span(), "attack-whom"))
	default:
		c.Fail(orders.UnreadableAt(s, s.Span(), "who-goes-where"))
	}
	return true
}

// site reads the place that an answer names besides, where the question is about one: "hold at Corinth".
func (c *Reader) site() (at board.Set) {
	if c.Take("at") || c.At("the") || c.AtNameOf("zone") && !c.AtNameOf("block") {
		at = board.SetOf(c.Zone())
	}
	return at
}

// Blocks reads some of the author's own blocks, at least one.
func (c *Reader) Blocks() fog.Set { return setOf(c.list()) }

// list reads blocks in the order in which they are written.
func (c *Reader) list() (all []fog.Piece) {
	if len(c.Faults) > 0 {
		return nil
	}
	c.sort()
	list, d := c.TakeList(c.Lex, "block")
	for d == nil && c.another() {
		var more []orders.Counted
		more, d = c.TakeList(c.Lex, "block")
		list = append(list, more...)
	}
	c.Fail(d)
	for _, e := range list {
		n, err := strconv.Atoi(e.ID)
		if err == nil {
			all = append(all, fog.Piece(n-1))
		}
	}
	return all
}

// starting takes "from", if it is next; in French it may be one word with what follows, as in "d'Athènes".
func (c *Reader) starting() bool {
	if c.Take("from") {
		return true
	}
	next, ok := c.Peek()
	return ok && strings.HasPrefix(next.Fold, "d'") && c.AtNameOf("zone")
}

// sort passes over what is said before the number of a block: "the fleets 14 15".
func (c *Reader) sort() {
	mark := c.Mark()
	c.Take("the")
	for c.Take("blocks") || slices.ContainsFunc(kinds, c.Take) {
	}
	if !c.AtNameOf("block") {
		c.Reset(mark)
	}
}

// another takes an "and" between two blocks, with a comma or without.
func (c *Reader) another() bool {
	mark := c.Mark()
	if c.TakeComma(); c.Take("next") {
		if c.sort(); c.AtNameOf("block") {
			return true
		}
	}
	c.Reset(mark)
	return false
}

// setOf are some blocks, in no order.
func setOf(some []fog.Piece) (set fog.Set) {
	for _, p := range some {
		set.Add(p)
	}
	return set
}

// Zone reads the name of a zone.
func (c *Reader) Zone() board.Zone {
	if len(c.Faults) > 0 {
		return ground.Nowhere
	}
	c.Take("the") // "to the Sicilian Sea"
	if c.Take("city") {
		c.Take("of")
	}
	e, d := c.TakeName(c.Lex, "zone")
	if c.Fail(d); d != nil {
		return ground.Nowhere
	}
	return c.Rules.Board.MustZone(e.ID)
}

// Card reads the number of a card.
func (c *Reader) Card() int {
	c.Take("the")
	c.Take("card") // "play the card 12"
	e, d := c.TakeName(c.Lex, "card")
	if c.Fail(d); d != nil {
		return 0
	}
	n, _ := strconv.Atoi(e.ID)
	return n
}

// sortie reads "1 7 from Athens", "from Athens with 1 7", and either half: the others go without saying.
func (c *Reader) sortie(a *Act) {
	c.Take("with")
	some := c.AtNameOf("block")
	if some {
		a.Pieces = c.Blocks()
	}
	if some && c.Done() {
		return
	}
	if !c.starting() {
		c.Need("from")
	}
	if len(c.Faults) == 0 {
		a.Zone = c.Zone()
	}
	if !some && c.Take("with") {
		a.Pieces = c.Blocks()
	}
}

// use reads what a card is played as, in the words of the question: "for its event", "as a
// sacrifice to Ares"; without them it is played for its coins.
func (c *Reader) use(a *Act) {
	if !c.Take("as") {
		return
	}
	if !c.Take("its") {
		c.Take("the")
	}
	switch {
	case c.Take("event"):
		a.Verb = "event"
	case c.Take("sacrifice"):
		a.Verb = "sacrifice"
		c.Take("to")
		a.God = c.god()
	case !c.Take("coins"):
		c.Need("event", "sacrifice")
	}
}

// god reads the name of an Olympian.
func (c *Reader) god() ground.God {
	e, d := c.TakeName(c.Lex, data.OlympianKind)
	c.Fail(d)
	for i := ground.Zeus; d == nil && i <= ground.Hera; i++ {
		if i.String() == e.ID {
			return i
		}
	}
	return 0
}

// blocksTimes reads blocks and how often: "17 twice", "17 3 times", where the number before the last word is no block.
func (c *Reader) blocksTimes() (fog.Set, int) {
	listed := c.list()
	if n := len(listed); n > 1 && c.Take("times") {
		return setOf(listed[:n-1]), int(listed[n-1]) + 1
	}
	return setOf(listed), c.times()
}

// times reads how often: "twice", "3 times", or nothing.
func (c *Reader) times() int {
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

// preferences reads "prefer fleet at Corinth, hoplites"; the first word may be left out.
func (c *Reader) preferences() []ground.Preference {
	if named := c.Take("the"); !named && !c.Take("prefer") && !slices.ContainsFunc(kinds, c.At) { // "a fleet at Corinth"
		return nil
	}
	return c.preferred()
}

// preferred reads "fleet at Corinth, hoplites".
func (c *Reader) preferred() (all []ground.Preference) {
	for {
		p := ground.Preference{At: ground.Nowhere}
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
			p.At = c.Zone()
		}
		all = append(all, p)
		if len(c.Faults) > 0 || !c.TakeComma() {
			return all
		}
	}
}

// rows reads some blocks to a zone, and more of these behind commas.
func (c *Reader) rows() (all []Row) {
	for {
		var row Row
		var listed []fog.Piece
		if c.AtNameOf("zone") && !c.AtNameOf("block") { // "attack Corinth with 1 3"
			row.To = c.Zone()
			if c.Require("with"); len(c.Faults) == 0 {
				row.Pieces = setOf(c.list())
			}
			if all = append(all, row); len(c.Faults) > 0 || !c.TakeComma() {
				return all
			}
			continue
		}
		if !c.At("to") {
			listed = c.list()
			row.Pieces = setOf(listed)
		}
		if c.starting() {
			row.From = board.SetOf(c.Zone())
		}
		if c.Take("with") {
			loads := c.list()
			for i := range min(len(loads), len(listed)) {
				row.Loads = append(row.Loads, ground.Pair{Ship: listed[i], Cargo: loads[i]})
			}
			row.Pieces |= setOf(loads)
		}
		if c.Take("by") {
			for c.TakeComma(); (c.At("the") || c.AtNameOf("zone")) && !c.At("to") && len(c.Faults) == 0; {
				row.By = append(row.By, c.Zone())
				for c.TakeComma() || c.Take("next") {
				}
			}
		}
		row.Force = c.Take("force")
		if len(c.Faults) == 0 && !c.Take("at") { // "winter 5 at Torone"
			c.Require("to")
		}
		row.To = c.Zone()
		all = append(all, row)
		if len(c.Faults) > 0 || !c.TakeComma() || c.Take("attacking") && c.Done() { // who comes to an enemy attacks him
			return all
		}
	}
}

// NewReader returns a reader of the words of a statement.
func NewReader(r *ground.Book, s *orders.Statement) *Reader {
	return &Reader{&adjudicator.Reader{Cursor: orders.NewCursor(s), Lex: r.Lex}, r}
}
