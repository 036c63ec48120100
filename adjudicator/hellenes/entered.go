package hellenes

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/draw"
	"keryx/adjudicator/fog"
)

// Moment is a point of a turn at which it can be entered: what is asked, and of whom; of nobody in particular where
// both sides are asked.
type Moment struct {
	Kind   string // of the question; empty at the beginning of a turn
	Side   adjudicator.Side
	Zone   board.Zone   `json:",omitempty"` // of the battle, or of the city that is assaulted or starved
	God    god          `json:",omitempty"` // who is appealed to
	Thrown int          `json:",omitempty"` // the hits or the die that it is about
	Prefer []preference `json:",omitempty"` // what the recruit is to be
	Raised fog.Name     `json:",omitempty"` // the recruit that was raised
	Rising *Rising      `json:",omitempty"` // the revolt that goes on
	Early  bool         `json:",omitempty"` // it is of an event of the New Year
}

// step is a part of a turn. They come in this order.
type step int

const (
	start step = iota
	newYear
	card
	event
	acts
	sallies
	battles
	sieges
	yearEnd
)

// steps are those in which a question is asked that is asked in one only.
var steps = map[string]step{"place": start, "newyear": newYear, "card": card, "peace": event, "act": acts, "take": acts, "free": acts,
	"winter": acts, "sortie": sallies, "order": battles, "fortify": battles, "siege": sieges, "starved": sieges, "capitulate": sieges, "offer": yearEnd, "taxes": yearEnd}

// altars are the steps in which the gods are appealed to, as far as the turn can be entered there.
var altars = map[god]step{zeus: newYear, apollo: acts, poseidon: acts, demeter: sieges}

// entry is where a turn is entered: at its start, if it is zero.
type entry struct {
	Moment
	step step
}

// within reports whether the turn of a side is entered in its middle.
func (e entry) within() bool { return e.step > card }

// entered is where the turn begins.
func (g *Game) entered() entry {
	at := entry{Moment: g.enter}
	g.enter = Moment{}
	switch {
	case at.Kind == "place":
		return entry{}
	case at.Kind == "target" || at.Kind == "ostracise":
		if at.step = event; at.Early {
			at.step = newYear
		}
	case g.Fight != nil:
		if at.step = battles; g.Fight.Assault {
			at.step = sieges
		}
	case at.Kind == "appeal":
		at.step = altars[at.God]
	default:
		at.step = steps[at.Kind]
	}
	return at
}

// asks asks a side at a point at which the turn can be entered.
func (g *Game) asks(t *adjudicator.Table, side adjudicator.Side, q adjudicator.Question) Act {
	return g.asksIn(t, side, Moment{}, q)
}

// asksIn is [Game.asks] where it takes more than the question to enter the turn.
func (g *Game) asksIn(t *adjudicator.Table, side adjudicator.Side, in Moment, q adjudicator.Question) Act {
	in.Kind, in.Side, in.Early = q.Kind, side, g.early
	g.now = in
	a := t.Ask(side, q).(Act)
	g.now = Moment{}
	return a
}

// asksBoth asks both sides at a point at which the turn can be entered.
func (g *Game) asksBoth(t *adjudicator.Table, a, b adjudicator.Question) (Act, Act) {
	g.now = Moment{Kind: a.Kind, Side: nobody}
	first, second := t.AskBoth(a, b)
	g.now = Moment{}
	return first.(Act), second.(Act)
}

// moment is where a side that is asked could enter the turn; nil if it could not.
func (g *Game) moment(side adjudicator.Side) *Moment {
	if g.now.Kind == "" || side == nobody || g.now.Side != nobody && g.now.Side != side {
		return nil
	}
	now := g.now
	return &now
}

// public is the position without what is hidden of either side: what all see stands by name.
func (g *Game) public() *Game {
	c := g.Clone().(*Game)
	c.Veil, c.VC, c.Load = [2]fog.Veil{}, [2][blocks]int8{}, [2][blocks]int8{}
	c.Cards, c.Laid, c.Drawn = draw.Pool{}, [2]draw.Set{}, 0
	if !g.Named {
		c.unplace()
	}
	return c
}

// unplace puts the blocks of both sides that may be set up in several zones into the first of these, at full strength.
func (g *Game) unplace() {
	for side := range adjudicator.Side(2) {
		for p := range fog.Piece(blocks) {
			if open := g.placeable(side, p); !open.Empty() {
				g.Where[side][p] = open.First()
			}
			if g.Where[side][p] < zones {
				g.VC[side][p] = int8(g.block(side, p).VC)
			}
		}
	}
}

// Imagine implements [adjudicator.Imaginer]: a turn is entered wherever a side is asked but in the midst of a throw.
func (r *Rules) Imagine(_ string, side adjudicator.Side, position []byte, rnd *rand.Rand) (adjudicator.Game, error) {
	g, err := r.remembered(side, position)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", adjudicator.ErrNotImagined, err)
	}
	g.Redeal(side, rnd)
	for p := range fog.Piece(blocks) {
		if enemy := side.Other(); g.at(enemy, p) < zones && g.VC[enemy][p] == 0 {
			return nil, adjudicator.ErrNotImagined // no strengths were found that fit what is carried
		}
	}
	return g, nil
}

// remembered is a game as a side remembers it. What is hidden from it is any.
func (r *Rules) remembered(side adjudicator.Side, position []byte) (*Game, error) {
	k := Knowledge{Public: &Game{rules: r}}
	if err := json.Unmarshal(position, &k); err != nil {
		return nil, err
	}
	if k.Own == nil || k.Moment == nil || k.Public == nil || k.Public.Named && len(k.Own.Goes) != blocks || len(k.Own.Steps) != blocks || len(k.Own.Load) != blocks {
		return nil, errors.New("it is no moment at which a side is asked")
	}
	g := k.Public
	g.rules, g.enter = r, *k.Moment
	if err := g.choose(); err != nil {
		return nil, err
	}
	for s := range g.Veil {
		if !g.Named {
			break
		}
		if err := g.recall(adjudicator.Side(s), k.Bands[s]); err != nil {
			return nil, err
		}
	}
	for p := range blocks {
		if g.Named {
			g.Veil[side].Goes[p] = fog.Name(k.Own.Goes[p])
		}
		g.VC[side][p], g.Load[side][p] = int8(k.Own.Steps[p]), int8(k.Own.Load[p])
	}
	for _, line := range k.Own.At {
		if err := g.stood(side, line); err != nil {
			return nil, err
		}
	}
	for _, n := range k.Own.Drawn {
		g.Drawn.Add(fog.Name(n))
	}
	g.Laid[side] = cardSet(k.Laid)
	enemy := side.Other()
	deck, own := cardSet(k.Own.Deck), cardSet(k.Hand)
	if err := g.Cards.Recall(side, deck, own, 0, cardSet(k.Own.Known), k.Hands[enemy]); err != nil {
		return nil, err
	}
	for range k.Laying[enemy] {
		if g.Cards.Cup&^g.Cards.Known[side] == 0 {
			return nil, errors.New("the enemy can have laid off no card")
		}
		l := (g.Cards.Cup &^ g.Cards.Known[side]).Nth(0)
		g.Cards.Withdraw(l)
		g.Laid[enemy].Add(l)
	}
	return g, nil
}

// stood puts a block where its side has set it up: "12 Corinth".
func (g *Game) stood(side adjudicator.Side, line string) error {
	var p int
	var zone string
	if _, err := fmt.Sscan(line, &p, &zone); err != nil || p < 1 || p > blocks {
		return fmt.Errorf("%q is no place of a block", line)
	}
	z, ok := g.rules.board.Zone(zone)
	if !ok {
		return fmt.Errorf("%q is no place of a block", line)
	}
	g.Where[side][p-1] = z
	return nil
}

// recall makes a side's band one that fits what is known of it.
func (g *Game) recall(side adjudicator.Side, b Band) error {
	may, mark := make([]fog.Set, len(b.May)), make([]int8, len(b.Mark))
	for n := range b.May {
		for _, p := range b.May[n] {
			may[n].Add(fog.Piece(p))
		}
	}
	for n, vc := range b.Mark {
		mark[n] = int8(vc)
	}
	var open fog.Set
	for _, n := range b.Shown {
		open.Add(fog.Name(n))
	}
	v, err := fog.Recall(may, mark, open)
	g.Veil[side] = v
	return err
}

// cardSet is a set of cards by their numbers.
func cardSet(cards []int) (set draw.Set) {
	for _, card := range cards {
		set.Add(lot(card))
	}
	return set
}
