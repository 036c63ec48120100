package amend

import (
	"math/rand/v2"
	"slices"
	"strconv"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/fog"
	"keryx/adjudicator/hellenes/ground"
	"keryx/adjudicator/hellenes/order"
	"keryx/orders"
)

// ruling is one kind of correction: what its line names behind the verb, and what it does.
type ruling struct {
	verb   string
	names  []string // kinds of names, in their order: "side", "block", "zone", "card", "other" for another card, and "number"
	hidden bool     // its side alone may read it
	// correct makes the correction, and tells of it; or says what is wrong with it.
	correct func(g *ground.Position, c correction) (adjudicator.Event, *fault)
	// sample is a correction that could be made.
	sample func(g *ground.Position, c correction, r *rand.Rand) correction
}

// fault is why a correction cannot be made.
type fault struct {
	code string
	args []any
}

// correction is a line of a referee: "prestige athens 5", "move athens 14 Corinth".
type correction struct {
	*ruling
	side   adjudicator.Side
	piece  fog.Piece
	zone   board.Zone
	card   int
	other  int
	number int
}

// rulings are what a referee can correct.
var rulings = []*ruling{
	{verb: "prestige", names: []string{"side", "number"}, correct: setPrestige,
		sample: func(_ *ground.Position, c correction, r *rand.Rand) correction { c.number = r.IntN(10); return c }},
	{verb: "actions", names: []string{"number"}, correct: setActions,
		sample: func(_ *ground.Position, c correction, r *rand.Rand) correction { c.number = 1 + r.IntN(3); return c }},
	{verb: "holder", names: []string{"zone", "side"}, correct: setHolder, sample: sampleCity},
	{verb: "garrison", names: []string{"zone"}, correct: setGarrison, sample: sampleCity},
	{verb: "withdraw", names: []string{"zone"}, correct: setGarrison, sample: sampleCity},
	{verb: "move", names: []string{"side", "block", "zone"}, hidden: true, correct: setPlace, sample: sampleBlock},
	{verb: "remove", names: []string{"side", "block"}, hidden: true, correct: setPlace, sample: sampleBlock},
	{verb: "steps", names: []string{"side", "block", "number"}, hidden: true, correct: setSteps, sample: sampleBlock},
	{verb: "swap", names: []string{"side", "card", "other"}, hidden: true, correct: exchange, sample: sampleCards},
}

// Rulings implements [adjudicator.Amending].
func Rulings(r *ground.Book) adjudicator.Rulings {
	all := adjudicator.Rulings{Verbs: orders.NewLexicon()}
	for _, x := range rulings {
		r.Words.TeachRulings(all.Verbs, x.verb)
		all.Kinds = append(all.Kinds, adjudicator.RulingKind{Verb: x.verb, Usage: adjudicator.Say("hellenes.usage." + x.verb),
			Read: func(s *orders.Statement) (adjudicator.Correction, []*orders.Diagnostic) { return readRuling(r, x, s) },
			Sample: func(of adjudicator.Game, rnd *rand.Rand) adjudicator.Correction {
				c := x.sample(ground.Of(of), correction{ruling: x, side: adjudicator.Side(rnd.IntN(2))}, rnd)
				if c.card == 0 && x.verb == "swap" {
					return nil // there is none
				}
				return c
			}})
	}
	return all
}

// readRuling reads a line of a referee.
func readRuling(r *ground.Book, x *ruling, s *orders.Statement) (adjudicator.Correction, []*orders.Diagnostic) {
	in := order.NewReader(r, s)
	c := correction{ruling: x}
	for _, kind := range x.names {
		if len(in.Faults) > 0 {
			break
		}
		switch kind {
		case "number":
			n, d := in.TakeNumber()
			in.Fail(d)
			c.number = n
		case "zone":
			c.zone = in.Zone()
		case "card":
			c.card = in.Card()
		case "other":
			c.other = in.Card()
		default:
			e, d := in.TakeName(in.Lex, kind)
			if in.Fail(d); kind == "side" {
				c.side = adjudicator.Side(max(0, slices.Index(ground.Sides, e.ID)))
			} else if n, err := strconv.Atoi(e.ID); err == nil {
				c.piece = fog.Piece(n - 1)
			}
		}
	}
	if len(in.Faults) == 0 {
		in.Fail(in.End())
	}
	return c, in.Faults
}

// Words implements [adjudicator.Correction].
func (c correction) Words() adjudicator.Words {
	w := adjudicator.Words{adjudicator.Keyword(c.verb)}
	for _, kind := range c.names {
		switch kind {
		case "side":
			w = append(w, ground.Seat(c.side))
		case "block":
			w = append(w, ground.PieceTerm(c.piece))
		case "zone":
			w = append(w, ground.ZoneTerm(c.zone))
		case "card":
			w = append(w, ground.CardTerm(c.card))
		case "other":
			w = append(w, ground.CardTerm(c.other))
		default:
			w = append(w, c.number)
		}
	}
	return w
}

// Hidden implements [adjudicator.Correction].
func (c correction) Hidden() adjudicator.Side {
	if c.hidden {
		return c.side
	}
	return ground.Nobody
}

// Correct implements [adjudicator.Correction].
func (c correction) Correct(of adjudicator.Game, line *orders.Statement) (adjudicator.Event, *orders.Diagnostic) {
	e, wrong := c.correct(ground.Of(of), c)
	if wrong == nil {
		return e, nil
	}
	if line == nil {
		line = &orders.Statement{}
	}
	return e, orders.IllegalAt(line, line.Span(), wrong.code, "", wrong.args...)
}

func setPrestige(g *ground.Position, c correction) (e adjudicator.Event, wrong *fault) {
	most := g.Rules.Data.Tables.Prestige.Surrender
	if c.number > most {
		return e, &fault{"no-such-number", []any{"Least", 0, "Most", most}}
	}
	e.Public = adjudicator.Say("hellenes.event.amended-prestige", "Side", ground.Seat(c.side), "Number", c.number)
	g.Gain(c.side, c.number-g.PrestigeOf(c.side))
	return e, nil
}

func setActions(g *ground.Position, c correction) (e adjudicator.Event, wrong *fault) {
	if kind := g.Enter.Kind; kind != "act" && kind != "winter" {
		return e, &fault{"no-actions-now", nil}
	}
	if most := 9; c.number < 1 || c.number > most {
		return e, &fault{"no-such-number", []any{"Least", 1, "Most", most}}
	}
	e.Public = adjudicator.Say("hellenes.event.amended-actions", "Side", ground.Seat(g.Active), "Number", c.number, "Was", g.Left[g.Active])
	g.Left[g.Active] = c.number
	return e, nil
}

func setHolder(g *ground.Position, c correction) (e adjudicator.Event, wrong *fault) {
	town := &g.Towns[c.zone]
	if g.Rules.City(c.zone).Value == 0 || g.Loyal(c.zone) == ground.Nobody || town.Holder == ground.Nobody {
		return e, &fault{"no-city", []any{"Zone", ground.ZoneTerm(c.zone)}}
	}
	e.Public = adjudicator.Say("hellenes.event.amended-holder", "Zone", ground.ZoneTerm(c.zone), "Side", ground.Seat(c.side))
	if town.Holder != c.side {
		g.Flat[town.Holder] &^= g.Names(town.Holder, c.zone)
		*town = ground.Town{Holder: c.side, Garrison: c.side != g.Loyal(c.zone) && g.Names(c.side, c.zone) == 0, Pillaged: town.Pillaged, Strife: town.Strife}
		town.Built = town.Garrison
	}
	return e, nil
}

func setGarrison(g *ground.Position, c correction) (e adjudicator.Event, wrong *fault) {
	town, there := &g.Towns[c.zone], c.verb == "garrison"
	if g.Rules.City(c.zone).Value == 0 || town.Holder == ground.Nobody || town.Garrison == there {
		return e, &fault{"garrison-is-so", []any{"Zone", ground.ZoneTerm(c.zone), "There", ground.Btoi(town.Garrison)}}
	}
	e.Public = adjudicator.Say("hellenes.event.amended-garrison", "Zone", ground.ZoneTerm(c.zone), "Side", ground.Seat(town.Holder), "There", ground.Btoi(there))
	town.Garrison, town.Built = there, there
	return e, nil
}

// setPlace puts a block somewhere, or into the pool. The enemy sees which name goes, as of any block.
func setPlace(g *ground.Position, c correction) (e adjudicator.Event, wrong *fault) {
	n := g.NameOf(c.side, c.piece)
	switch at := g.Where[c.side][n]; {
	case at == ground.Away, c.verb == "remove" && at == ground.Pool:
		return e, &fault{"not-on-map", []any{"Side", ground.Seat(c.side), "Block", ground.PieceTerm(c.piece)}}
	case c.verb == "remove":
		e.Public = adjudicator.Say("hellenes.event.amended-remove", "Side", ground.Seat(c.side), "Name", ground.Marker(c.side, n))
		e.Private[c.side] = adjudicator.Say("hellenes.event.amended-remove", "Side", ground.Seat(c.side), "Name", ground.PieceTerm(c.piece))
		g.Drop(c.side, c.piece)
	default:
		e.Public = adjudicator.Say("hellenes.event.amended-move", "Side", ground.Seat(c.side), "Name", ground.Marker(c.side, n), "Zone", ground.ZoneTerm(c.zone))
		e.Private[c.side] = adjudicator.Say("hellenes.event.amended-move", "Side", ground.Seat(c.side), "Name", ground.PieceTerm(c.piece), "Zone", ground.ZoneTerm(c.zone))
		g.VC[c.side][c.piece] = max(1, g.VC[c.side][c.piece])
		g.Put(c.side, ground.One(c.piece), c.zone)
		if g.Flat[c.side].Drop(n); g.Rules.Sea(c.zone) {
			g.Narrow(c.side, ground.One(c.piece), g.Rules.Fleets[c.side]|g.Rules.Greeks(c.side))
		}
	}
	g.Load[c.side] = [ground.Blocks]int8{}
	for z := range g.Rules.Board.OfKind(board.Sea).All() {
		g.Embark(c.side, g.In(c.side, z), nil)
	}
	return e, nil
}

// setSteps sets the strength of a block. The enemy learns that there was something to correct, and no longer knows how
// strong those of its zone are.
func setSteps(g *ground.Position, c correction) (e adjudicator.Event, wrong *fault) {
	at, most := g.At(c.side, c.piece), g.Block(c.side, c.piece).VC
	switch {
	case at >= ground.Zones:
		return e, &fault{"not-on-map", []any{"Side", ground.Seat(c.side), "Block", ground.PieceTerm(c.piece)}}
	case c.number < 1 || c.number > most:
		return e, &fault{"no-such-number", []any{"Least", 1, "Most", most}}
	}
	e.Public = adjudicator.Say("hellenes.event.amended-steps", "Side", ground.Seat(c.side))
	e.Private[c.side] = adjudicator.Say("hellenes.event.amended-steps-yours", "Block", ground.PieceTerm(c.piece), "VC", c.number, "Was", int(g.VC[c.side][c.piece]))
	g.VC[c.side][c.piece] = int8(c.number)
	g.Fade(c.side, g.OnMap(c.side)) // whose strength it was is not told
	return e, nil
}

// exchange takes a card from a hand, for one of the deck. A hand keeps as many as it needs until the end of the year.
func exchange(g *ground.Position, c correction) (e adjudicator.Event, wrong *fault) {
	if c.card < 1 || !g.Cards.Hand[c.side].Has(ground.Lot(c.card)) {
		return e, &fault{"card-not-there", []any{"Side", ground.Seat(c.side), "Card", ground.CardTerm(c.card), "Held", 1}}
	}
	if c.other < 1 || !g.Cards.Cup.Has(ground.Lot(c.other)) {
		return e, &fault{"card-not-there", []any{"Side", ground.Seat(c.side), "Card", ground.CardTerm(c.other), "Held", 0}}
	}
	e.Public = adjudicator.Say("hellenes.event.amended-exchange", "Side", ground.Seat(c.side))
	e.Private[c.side] = adjudicator.Say("hellenes.event.amended-exchange-yours", "Card", ground.CardTerm(c.card), "Other", ground.CardTerm(c.other))
	g.Cards.Take(c.side, ground.Lot(c.other))
	g.Cards.Return(ground.Lot(c.card), false)
	return e, nil
}

// sampleCity is a correction of a city that somebody holds.
func sampleCity(g *ground.Position, c correction, r *rand.Rand) correction {
	all := g.Cities(func(z board.Zone) bool { return g.Towns[z].Holder != ground.Nobody })
	c.zone = all[r.IntN(len(all))]
	return c
}

// sampleBlock is a correction of a block on the map.
func sampleBlock(g *ground.Position, c correction, r *rand.Rand) correction {
	c.zone, c.number = g.Rules.Sparta, 1+r.IntN(3)
	if all := g.Pieces(c.side, g.OnMap(c.side)); all != 0 {
		c.piece = all.Nth(r.IntN(all.Len()))
		near := g.Rules.Board.Neighbours(g.At(c.side, c.piece), board.Any)
		c.zone = near[r.IntN(len(near))]
	}
	return c
}

// sampleCards is an exchange of a card; of none if there is none.
func sampleCards(g *ground.Position, c correction, r *rand.Rand) correction {
	if hand, deck := g.Cards.Hand[c.side], g.Cards.Cup; hand != 0 && deck != 0 {
		c.card, c.other = int(hand.Nth(r.IntN(hand.Len())))+1, int(deck.Nth(r.IntN(deck.Len())))+1
	}
	return c
}
