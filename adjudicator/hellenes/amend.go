package hellenes

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/fog"
	"keryx/orders"
)

// ruling is one kind of correction: what its line names behind the verb, and what it does.
type ruling struct {
	verb   string
	names  []string // kinds of names, in their order: "side", "block", "zone", "card", "other" for another card, and "number"
	hidden bool     // its side alone may read it
	// correct makes the correction, and tells of it; or says what is wrong with it.
	correct func(g *Game, c correction) (adjudicator.Event, *fault)
	// sample is a correction that could be made.
	sample func(g *Game, c correction, r *rand.Rand) correction
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
	{verb: "prestige", names: []string{"side", "number"}, correct: (*Game).setPrestige,
		sample: func(_ *Game, c correction, r *rand.Rand) correction { c.number = r.IntN(10); return c }},
	{verb: "actions", names: []string{"number"}, correct: (*Game).setActions,
		sample: func(_ *Game, c correction, r *rand.Rand) correction { c.number = 1 + r.IntN(3); return c }},
	{verb: "holder", names: []string{"zone", "side"}, correct: (*Game).setHolder, sample: sampleCity},
	{verb: "garrison", names: []string{"zone"}, correct: (*Game).setGarrison, sample: sampleCity},
	{verb: "withdraw", names: []string{"zone"}, correct: (*Game).setGarrison, sample: sampleCity},
	{verb: "move", names: []string{"side", "block", "zone"}, hidden: true, correct: (*Game).setPlace, sample: sampleBlock},
	{verb: "remove", names: []string{"side", "block"}, hidden: true, correct: (*Game).setPlace, sample: sampleBlock},
	{verb: "steps", names: []string{"side", "block", "number"}, hidden: true, correct: (*Game).setSteps, sample: sampleBlock},
	{verb: "swap", names: []string{"side", "card", "other"}, hidden: true, correct: (*Game).exchange, sample: sampleCards},
}

// Rulings implements [adjudicator.Amending].
func (r *Rules) Rulings() adjudicator.Rulings {
	all := adjudicator.Rulings{Verbs: orders.NewLexicon()}
	for _, x := range rulings {
		r.words.TeachRulings(all.Verbs, x.verb)
		all.Kinds = append(all.Kinds, adjudicator.RulingKind{Verb: x.verb, Usage: adjudicator.Say("hellenes.usage." + x.verb),
			Read: func(s *orders.Statement) (adjudicator.Correction, []*orders.Diagnostic) { return r.readRuling(x, s) },
			Sample: func(of adjudicator.Game, rnd *rand.Rand) adjudicator.Correction {
				c := x.sample(of.(*Game), correction{ruling: x, side: adjudicator.Side(rnd.IntN(2))}, rnd)
				if c.card == 0 && x.verb == "swap" {
					return nil // there is none
				}
				return c
			}})
	}
	return all
}

// readRuling reads a line of a referee.
func (r *Rules) readRuling(x *ruling, s *orders.Statement) (adjudicator.Correction, []*orders.Diagnostic) {
	in := &reader{&adjudicator.Reader{Cursor: orders.NewCursor(s), Lex: r.lexicon}, r}
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
			c.zone = in.zone()
		case "card":
			c.card = in.card()
		case "other":
			c.other = in.card()
		default:
			e, d := in.TakeName(in.Lex, kind)
			if in.Fail(d); kind == "side" {
				c.side = adjudicator.Side(max(0, slices.Index(sides, e.ID)))
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
			w = append(w, seat(c.side))
		case "block":
			w = append(w, pieceTerm(c.piece))
		case "zone":
			w = append(w, zoneTerm(c.zone))
		case "card":
			w = append(w, cardTerm(c.card))
		case "other":
			w = append(w, cardTerm(c.other))
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
	return nobody
}

// Correct implements [adjudicator.Correction].
func (c correction) Correct(of adjudicator.Game, line *orders.Statement) (adjudicator.Event, *orders.Diagnostic) {
	e, wrong := c.correct(of.(*Game), c)
	if wrong == nil {
		return e, nil
	}
	if line == nil {
		line = &orders.Statement{}
	}
	return e, orders.IllegalAt(line, line.Span(), wrong.code, "", wrong.args...)
}

func (g *Game) setPrestige(c correction) (e adjudicator.Event, wrong *fault) {
	most := g.rules.data.Tables.Prestige.Surrender
	if c.number > most {
		return e, &fault{"no-such-number", []any{"Least", 0, "Most", most}}
	}
	e.Public = adjudicator.Say("hellenes.event.amended-prestige", "Side", seat(c.side), "Number", c.number)
	g.gain(c.side, c.number-g.prestige(c.side))
	return e, nil
}

func (g *Game) setActions(c correction) (e adjudicator.Event, wrong *fault) {
	if kind := g.enter.Kind; kind != "act" && kind != "winter" {
		return e, &fault{"no-actions-now", nil}
	}
	if most := 9; c.number < 1 || c.number > most {
		return e, &fault{"no-such-number", []any{"Least", 1, "Most", most}}
	}
	e.Public = adjudicator.Say("hellenes.event.amended-actions", "Side", seat(g.Active), "Number", c.number, "Was", g.Left[g.Active])
	g.Left[g.Active] = c.number
	return e, nil
}

func (g *Game) setHolder(c correction) (e adjudicator.Event, wrong *fault) {
	town := &g.Towns[c.zone]
	if g.rules.city(c.zone).Value == 0 || g.loyal(c.zone) == nobody || town.Holder == nobody {
		return e, &fault{"no-city", []any{"Zone", zoneTerm(c.zone)}}
	}
	e.Public = adjudicator.Say("hellenes.event.amended-holder", "Zone", zoneTerm(c.zone), "Side", seat(c.side))
	if town.Holder != c.side {
		g.Flat[town.Holder] &^= g.names(town.Holder, c.zone)
		*town = Town{Holder: c.side, Garrison: c.side != g.loyal(c.zone) && g.names(c.side, c.zone) == 0, Pillaged: town.Pillaged, Strife: town.Strife}
		town.Built = town.Garrison
	}
	return e, nil
}

func (g *Game) setGarrison(c correction) (e adjudicator.Event, wrong *fault) {
	town, there := &g.Towns[c.zone], c.verb == "garrison"
	if g.rules.city(c.zone).Value == 0 || town.Holder == nobody || town.Garrison == there {
		return e, &fault{"garrison-is-so", []any{"Zone", zoneTerm(c.zone), "There", btoi(town.Garrison)}}
	}
	e.Public = adjudicator.Say("hellenes.event.amended-garrison", "Zone", zoneTerm(c.zone), "Side", seat(town.Holder), "There", btoi(there))
	town.Garrison, town.Built = there, there
	return e, nil
}

// setPlace puts a block somewhere, or into the pool. The enemy sees which name goes, as of any block.
func (g *Game) setPlace(c correction) (e adjudicator.Event, wrong *fault) {
	n := g.nameOf(c.side, c.piece)
	switch at := g.Where[c.side][n]; {
	case at == away, c.verb == "remove" && at == pool:
		return e, &fault{"not-on-map", []any{"Side", seat(c.side), "Block", pieceTerm(c.piece)}}
	case c.verb == "remove":
		e.Public = adjudicator.Say("hellenes.event.amended-remove", "Side", seat(c.side), "Name", marker(c.side, n))
		e.Private[c.side] = adjudicator.Say("hellenes.event.amended-remove", "Side", seat(c.side), "Name", pieceTerm(c.piece))
		g.drop(c.side, c.piece)
	default:
		e.Public = adjudicator.Say("hellenes.event.amended-move", "Side", seat(c.side), "Name", marker(c.side, n), "Zone", zoneTerm(c.zone))
		e.Private[c.side] = adjudicator.Say("hellenes.event.amended-move", "Side", seat(c.side), "Name", pieceTerm(c.piece), "Zone", zoneTerm(c.zone))
		g.VC[c.side][c.piece] = max(1, g.VC[c.side][c.piece])
		g.put(c.side, one(c.piece), c.zone)
		if g.Flat[c.side].Drop(n); g.rules.sea(c.zone) {
			g.narrow(c.side, one(c.piece), g.rules.fleets[c.side]|g.rules.greeks(c.side))
		}
	}
	g.Load[c.side] = [blocks]int8{}
	for z := range g.rules.board.OfKind(board.Sea).All() {
		g.embark(c.side, g.in(c.side, z), nil)
	}
	return e, nil
}

// setSteps sets the strength of a block. The enemy learns that there was something to correct, and no longer knows how
// strong those of its zone are.
func (g *Game) setSteps(c correction) (e adjudicator.Event, wrong *fault) {
	at, most := g.at(c.side, c.piece), g.block(c.side, c.piece).VC
	switch {
	case at >= zones:
		return e, &fault{"not-on-map", []any{"Side", seat(c.side), "Block", pieceTerm(c.piece)}}
	case c.number < 1 || c.number > most:
		return e, &fault{"no-such-number", []any{"Least", 1, "Most", most}}
	}
	e.Public = adjudicator.Say("hellenes.event.amended-steps", "Side", seat(c.side))
	e.Private[c.side] = adjudicator.Say("hellenes.event.amended-steps-yours", "Block", pieceTerm(c.piece), "VC", c.number, "Was", int(g.VC[c.side][c.piece]))
	g.VC[c.side][c.piece] = int8(c.number)
	g.fade(c.side, g.onMap(c.side)) // whose strength it was is not told
	return e, nil
}

// exchange takes a card from a hand, for one of the deck. A hand keeps as many as it needs until the end of the year.
func (g *Game) exchange(c correction) (e adjudicator.Event, wrong *fault) {
	if c.card < 1 || !g.Cards.Hand[c.side].Has(lot(c.card)) {
		return e, &fault{"card-not-there", []any{"Side", seat(c.side), "Card", cardTerm(c.card), "Held", 1}}
	}
	if c.other < 1 || !g.Cards.Cup.Has(lot(c.other)) {
		return e, &fault{"card-not-there", []any{"Side", seat(c.side), "Card", cardTerm(c.other), "Held", 0}}
	}
	e.Public = adjudicator.Say("hellenes.event.amended-exchange", "Side", seat(c.side))
	e.Private[c.side] = adjudicator.Say("hellenes.event.amended-exchange-yours", "Card", cardTerm(c.card), "Other", cardTerm(c.other))
	g.Cards.Take(c.side, lot(c.other))
	g.Cards.Return(lot(c.card), false)
	return e, nil
}

// sampleCity is a correction of a city that somebody holds.
func sampleCity(g *Game, c correction, r *rand.Rand) correction {
	all := g.cities(func(z board.Zone) bool { return g.Towns[z].Holder != nobody })
	c.zone = all[r.IntN(len(all))]
	return c
}

// sampleBlock is a correction of a block on the map.
func sampleBlock(g *Game, c correction, r *rand.Rand) correction {
	c.zone, c.number = g.rules.sparta, 1+r.IntN(3)
	if all := g.pieces(c.side, g.onMap(c.side)); all != 0 {
		c.piece = all.Nth(r.IntN(all.Len()))
		near := g.rules.board.Neighbours(g.at(c.side, c.piece), board.Any)
		c.zone = near[r.IntN(len(near))]
	}
	return c
}

// sampleCards is an exchange of a card; of none if there is none.
func sampleCards(g *Game, c correction, r *rand.Rand) correction {
	if hand, deck := g.Cards.Hand[c.side], g.Cards.Cup; hand != 0 && deck != 0 {
		c.card, c.other = int(hand.Nth(r.IntN(hand.Len())))+1, int(deck.Nth(r.IntN(deck.Len())))+1
	}
	return c
}

// Anew implements [adjudicator.Amendable]: no correction is made in the set-up, nor in the midst of a battle, a throw or
// the raising of a recruit.
func (g *Game) Anew() (adjudicator.Game, bool) {
	other := g.Clone().(*Game)
	other.enter, other.now = g.now, Moment{}
	midst := []string{"", "take", "free", "appeal", "starved", "fortify", "order"}
	return other, g.Named && g.Fight == nil && !slices.Contains(midst, g.now.Kind)
}

// Unsound implements [adjudicator.Amendable]: a position that breaks an invariant cannot be played on from.
func (g *Game) Unsound() []error {
	err := g.Invariants()
	if err == nil {
		return nil
	}
	return []error{&adjudicator.UnsoundError{Why: adjudicator.Say("hellenes.unsound", "What", err.Error()), Err: fmt.Errorf("%w: %w", adjudicator.ErrNever, err)}}
}

var (
	_ adjudicator.Amending  = (*Rules)(nil)
	_ adjudicator.Imaginer  = (*Rules)(nil)
	_ adjudicator.Amendable = (*Game)(nil)
	_ adjudicator.Scored    = (*Game)(nil)
)
