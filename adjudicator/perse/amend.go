package perse

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/draw"
	"keryx/adjudicator/fog"
	"keryx/adjudicator/perse/data"
	"keryx/adjudicator/perse/field"
	"keryx/adjudicator/perse/order"
	"keryx/orders"
)

// ruling is one kind of correction: what its line names behind the verb, and what it does.
type ruling struct {
	verb   string
	names  []string // kinds of names, in their order: "side", "piece", "unit", "zone", "stratagem", "other" for another stratagem, "number"
	hidden bool     // its side alone may read it
	// correct makes the correction, and tells of it; or says what is wrong with it.
	correct func(g *Game, c correction) (adjudicator.Event, *order.Fault)
	// sample is a correction that could be made.
	sample func(g *Game, c correction, r *rand.Rand) correction
}

// correction is a line of a referee: "spent greeks 5", "relocate persians Mardonius Thessaly".
type correction struct {
	*ruling
	side              adjudicator.Side
	piece, unit, zone string
	stratagem, other  string
	number            int
}

// rulings are what a referee can correct.
var rulings = []*ruling{
	{verb: "spent", names: []string{"side", "number"}, correct: (*Game).setSpent,
		sample: func(_ *Game, c correction, r *rand.Rand) correction { c.number = r.IntN(4); return c }},
	{verb: "control", names: []string{"zone", "side"}, correct: (*Game).setControl, sample: sampleZone},
	{verb: "scorch", names: []string{"zone"}, correct: (*Game).setWaste, sample: sampleZone},
	{verb: "restore", names: []string{"zone"}, correct: (*Game).setWaste, sample: sampleZone},
	{verb: "raze", names: []string{"zone"}, correct: (*Game).setCity, sample: sampleZone},
	{verb: "rebuild", names: []string{"zone"}, correct: (*Game).setCity, sample: sampleZone},
	{verb: "relocate", names: []string{"side", "piece", "zone"}, hidden: true, correct: (*Game).setPlace, sample: samplePiece},
	{verb: "raise", names: []string{"side", "unit", "zone"}, correct: (*Game).raise, sample: sampleUnit},
	{verb: "remove", names: []string{"side", "unit", "zone"}, correct: (*Game).withdrawn, sample: sampleUnit},
	{verb: "swap", names: []string{"side", "stratagem", "other"}, hidden: true, correct: (*Game).exchangeDrawn, sample: sampleStratagem},
}

// Rulings implements [adjudicator.Amending].
func (r *Rules) Rulings() adjudicator.Rulings {
	all := adjudicator.Rulings{Verbs: orders.NewLexicon()}
	for _, x := range rulings {
		r.words.TeachRulings(all.Verbs, x.verb)
		all.Kinds = append(all.Kinds, adjudicator.RulingKind{Verb: x.verb, Usage: adjudicator.Say("perse.usage." + x.verb),
			Read: func(s *orders.Statement) (adjudicator.Correction, []*orders.Diagnostic) { return r.readRuling(x, s) },
			Sample: func(of adjudicator.Game, rnd *rand.Rand) adjudicator.Correction {
				c := x.sample(of.(*Game), correction{ruling: x, side: adjudicator.Side(rnd.IntN(2))}, rnd)
				if slices.ContainsFunc(x.names, func(kind string) bool { return kind != "side" && kind != "number" && *c.name(kind) == "" }) {
					return nil // there is none
				}
				return c
			}})
	}
	return all
}

// name is where a correction keeps its name of a kind.
func (c *correction) name(kind string) *string {
	return map[string]*string{"piece": &c.piece, "unit": &c.unit, "zone": &c.zone, "stratagem": &c.stratagem, "other": &c.other}[kind]
}

// readRuling reads a line of a referee.
func (r *Rules) readRuling(x *ruling, s *orders.Statement) (adjudicator.Correction, []*orders.Diagnostic) {
	in := order.Reading(r.lexicon, s)
	c := correction{ruling: x}
	for _, kind := range x.names {
		switch kind {
		case "number":
			c.number = in.Number()
		case "side":
			c.side = adjudicator.Side(max(0, slices.Index(data.SideIDs, in.One("side"))))
		case "other":
			c.other = in.One("stratagem")
		default:
			*c.name(kind) = in.One(kind)
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
		case "number":
			w = append(w, c.number)
		case "side":
			w = append(w, field.Seat(c.side))
		case "stratagem", "other":
			w = append(w, order.Term("ploy", *c.name(kind)))
		default:
			w = append(w, order.Term(kind, *c.name(kind)))
		}
	}
	return w
}

// Hidden implements [adjudicator.Correction].
func (c correction) Hidden() adjudicator.Side {
	if c.hidden {
		return c.side
	}
	return field.Nobody
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
	return e, orders.IllegalAt(line, line.Span(), wrong.Code, "", wrong.Args...)
}

// setSpent corrects what a side has spent of its points this turn, which all see.
func (g *Game) setSpent(c correction) (e adjudicator.Event, wrong *order.Fault) {
	if most := g.Most(c.side); c.number > most {
		return e, order.Refuse("no-points", "", "Points", c.number, "Left", most)
	}
	e.Public = adjudicator.Say("perse.event.amended-spent", "Side", field.Seat(c.side), "Number", c.number, "Was", g.Spent[c.side])
	g.Spent[c.side] = c.number
	return e, nil
}

// ruledZone is the zone of land that a correction names.
func (g *Game) ruledZone(c correction) (board.Zone, *order.Fault) {
	if z := g.Rules.Zones[c.zone]; g.Rules.Map.Kind(z) != board.Sea {
		return z, nil
	}
	return field.Nowhere, order.Refuse("no-land", "", "Zone", order.Term("zone", c.zone))
}

func (g *Game) setControl(c correction) (e adjudicator.Event, wrong *order.Fault) {
	z, wrong := g.ruledZone(c)
	if wrong != nil {
		return e, wrong
	}
	e.Public = adjudicator.Say("perse.event.amended-control", "Side", field.Seat(c.side), "Zone", g.Zone(z))
	g.Control[z], g.Keeper[z] = int8(c.side), int8(c.side)
	return e, nil
}

func (g *Game) setWaste(c correction) (e adjudicator.Event, wrong *order.Fault) {
	z, wrong := g.ruledZone(c)
	if wrong != nil {
		return e, wrong
	}
	waste := c.verb == "scorch"
	if g.Scorched.Has(z) == waste {
		return e, order.Refuse("is-so-already", "", "Zone", g.Zone(z))
	}
	e.Public = adjudicator.Say("perse.event.amended-waste", "Zone", g.Zone(z), "Is", field.Yes(waste))
	if g.Scorched.Drop(z); waste {
		g.Scorched.Add(z)
	}
	return e, nil
}

func (g *Game) setCity(c correction) (e adjudicator.Event, wrong *order.Fault) {
	z, wrong := g.ruledZone(c)
	if wrong != nil {
		return e, wrong
	}
	gone := c.verb == "raze"
	if g.Ruined.Has(z) == gone || gone && !g.City(z) {
		return e, order.Refuse("is-so-already", "", "Zone", g.Zone(z))
	}
	e.Public = adjudicator.Say("perse.event.amended-city", "Zone", g.Zone(z), "Is", field.Yes(gone))
	if g.Ruined.Drop(z); gone {
		g.Ruined.Add(z)
	}
	return e, nil
}

// setPlace puts a leader or a decoy somewhere ashore, or a fleet into a sea with who is aboard. The enemy sees which name goes.
func (g *Game) setPlace(c correction) (e adjudicator.Event, wrong *order.Fault) {
	p, ok := g.Own(c.side, c.piece)
	if !ok || g.At(c.side, p) == field.Nowhere {
		return e, order.Refuse("not-yours", "", "Piece", order.Term("piece", c.piece))
	}
	n, to := g.Veil[c.side].Goes[p], g.Rules.Zones[c.zone]
	afloat := g.Roster.Back[c.side][1].Has(p)
	if kind := g.Rules.Map.Kind(to); afloat && kind == board.Land || !afloat && kind == board.Sea {
		return e, order.Refuse("no-place", "", "Zone", order.Term("zone", c.zone))
	}
	from := g.Where[c.side][n]
	e.Public = adjudicator.Say("perse.event.amended-move", "Side", field.Seat(c.side), "Name", order.Term("marker", g.Roster.Marker(c.side, n)), "Zone", g.Zone(to))
	e.Private[c.side] = adjudicator.Say("perse.event.amended-move", "Side", field.Seat(c.side), "Name", order.Term("piece", c.piece), "Zone", g.Zone(to))
	for aboard := g.Passengers(c.side, n); afloat && aboard != 0; {
		g.Where[c.side][aboard.Pop()] = to
	}
	g.Where[c.side][n], g.Aboard[c.side][n] = to, 0
	if g.Dismiss(c.side, n); to != from {
		g.settle(from)
		g.settle(to)
	}
	return e, nil
}

// settle looks at who stands in a zone after a correction.
func (g *Game) settle(z board.Zone) {
	if g.Held[z] != g.Alone(z) {
		g.Held[z] = -1
	}
	g.Keep(z)
}

// raise brings a counter that was eliminated back, in a zone, without a marker.
func (g *Game) raise(c correction) (e adjudicator.Event, wrong *order.Fault) {
	z := g.Rules.Zones[c.zone]
	for i, l := range g.Roster.Lots {
		if k := g.Kind(i); !g.Lots[i].Out || k.ID != c.unit || l.Slot[c.side] < 0 {
			continue
		} else if kind := g.Rules.Map.Kind(z); k.Afloat() && kind == board.Land || !k.Afloat() && kind == board.Sea {
			return e, order.Refuse("no-place", "", "Zone", order.Term("zone", c.zone))
		}
		g.Lots[i].Out, g.Lots[i].Side, g.Lots[i].At = false, int8(c.side), z
		g.settle(z)
		e.Public = adjudicator.Say("perse.event.amended-unit", "Side", field.Seat(c.side), "Units", g.Units([]int{i}), "Zone", g.Zone(z), "Is", 1)
		return e, nil
	}
	return e, order.Refuse("no-such-units", "", "Units", order.Counted(c.unit))
}

// withdrawn takes a counter without a marker from the game.
func (g *Game) withdrawn(c correction) (e adjudicator.Event, wrong *order.Fault) {
	z := g.Rules.Zones[c.zone]
	for _, i := range append(g.Loose(int(c.side), z, false), g.Loose(int(c.side), z, true)...) {
		if g.Kind(i).ID == c.unit {
			e.Public = adjudicator.Say("perse.event.amended-unit", "Side", field.Seat(c.side), "Units", g.Units([]int{i}), "Zone", g.Zone(z), "Is", 0)
			g.Destroy(i)
			g.settle(z)
			return e, nil
		}
	}
	return e, order.Refuse("no-such-units", "", "Units", order.Counted(c.unit))
}

// exchangeDrawn puts a stratagem of a hand back into the cup, for another of it.
func (g *Game) exchangeDrawn(c correction) (e adjudicator.Event, wrong *order.Fault) {
	held, other := g.Holds(c.side, c.stratagem), draw.Lot(draw.None)
	for rest := g.Pool.Cup; rest != 0; {
		if l := rest.Pop(); g.Stratagem(l) == c.other {
			other = l
		}
	}
	switch {
	case held == draw.None || g.Given.Has(held):
		return e, order.Refuse("not-in-hand", "", "Stratagem", order.Term("stratagem", c.stratagem))
	case other == draw.Lot(draw.None):
		return e, order.Refuse("not-in-cup", "", "Stratagem", order.Term("stratagem", c.other))
	}
	e.Public = adjudicator.Say("perse.event.amended-swap", "Side", field.Seat(c.side))
	e.Private[c.side] = adjudicator.Say("perse.event.amended-swap-yours", "Stratagem", order.Term("stratagem", c.stratagem), "Other", order.Term("stratagem", c.other))
	g.Pool.Take(c.side, other)
	g.Pool.Return(held, false)
	return e, nil
}

// sampleZone is a correction of a zone of land.
func sampleZone(g *Game, c correction, r *rand.Rand) correction {
	c.zone = g.ZoneID(board.Zone(r.IntN(g.Rules.Map.Len())))
	return c
}

// samplePiece is a correction of where a piece stands: next to where it does.
func samplePiece(g *Game, c correction, r *rand.Rand) correction {
	p := fog.Piece(r.IntN(len(g.Roster.Pieces[c.side])))
	at := g.At(c.side, p)
	if at == field.Nowhere {
		return c
	}
	near := g.Rules.Land[at]
	if g.Roster.Back[c.side][1].Has(p) {
		near = g.Rules.Sea[at]
	}
	if near.Len() > 0 {
		c.piece, c.zone = g.Roster.Pieces[c.side][p].ID, g.ZoneID(near.Nth(r.IntN(near.Len())))
	}
	return c
}

// sampleUnit is a correction of a counter.
func sampleUnit(g *Game, c correction, r *rand.Rand) correction {
	for i := range g.Roster.Lots {
		if g.Lots[i].Side == int8(c.side) && g.Lots[i].Out == (c.verb == "raise") && r.IntN(4) == 0 {
			c.unit = g.Kind(i).ID
			if c.zone = g.ZoneID(g.Roster.Lots[i].Home); c.verb == "remove" && g.Lots[i].At != field.Nowhere {
				c.zone = g.ZoneID(g.Lots[i].At)
			}
			break
		}
	}
	return c
}

// sampleStratagem is an exchange of a stratagem.
func sampleStratagem(g *Game, c correction, r *rand.Rand) correction {
	if hand, cup := g.Pool.Hand[c.side], g.Pool.Cup; hand != 0 && cup != 0 {
		c.stratagem, c.other = g.Stratagem(hand.Nth(r.IntN(hand.Len()))), g.Stratagem(cup.Nth(r.IntN(cup.Len())))
	}
	return c
}

// Anew implements [adjudicator.Amendable]: corrections are made where a side says what it does in its segment.
func (g *Game) Anew() (adjudicator.Game, bool) {
	other := g.Clone().(*Game)
	other.enter, other.Flow.Kind = g.Flow.Kind, ""
	return other, g.Flow.Kind == "act" && g.Enterable()
}

// Unsound implements [adjudicator.Amendable]: a position that breaks an invariant cannot be played on from.
func (g *Game) Unsound() []error {
	err := g.Invariants()
	if err == nil {
		return nil
	}
	return []error{&adjudicator.UnsoundError{Why: adjudicator.Say("perse.unsound", "What", err.Error()), Err: fmt.Errorf("%w: %w", adjudicator.ErrNever, err)}}
}

var (
	_ adjudicator.Amending  = (*Rules)(nil)
	_ adjudicator.Amendable = (*Game)(nil)
)
