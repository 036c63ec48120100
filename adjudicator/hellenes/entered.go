package hellenes

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"

	"keryx/adjudicator"
	"keryx/adjudicator/draw"
	"keryx/adjudicator/fog"
)

// Moment is a point of a turn at which it can be entered: what is asked, and of whom; of nobody in particular where
// both sides are asked.
type Moment struct {
	Kind string // "newyear", "card", "act", "take", "winter" or "siege"; empty at the beginning of a turn
	Side adjudicator.Side
}

// asks asks a side at a point at which the turn can be entered.
func (g *Game) asks(t *adjudicator.Table, side adjudicator.Side, q adjudicator.Question) Act {
	g.now = Moment{q.Kind, side}
	a := t.Ask(side, q).(Act)
	g.now = Moment{}
	return a
}

// asksBoth asks both sides at a point at which the turn can be entered.
func (g *Game) asksBoth(t *adjudicator.Table, a, b adjudicator.Question) (Act, Act) {
	g.now = Moment{a.Kind, nobody}
	first, second := t.AskBoth(a, b)
	g.now = Moment{}
	return first.(Act), second.(Act)
}

// moment is where a side that is asked could enter the turn; nil if it could not.
func (g *Game) moment(side adjudicator.Side) *Moment {
	if g.now.Kind == "" || side == nobody || g.now.Side != nobody && g.now.Side != side {
		return nil
	}
	return &Moment{g.now.Kind, g.now.Side}
}

// public is the position without what is hidden of either side: what all see stands by name.
func (g *Game) public() *Game {
	c := g.Clone().(*Game)
	c.Veil, c.VC, c.Load = [2]fog.Veil{}, [2][blocks]int8{}, [2][blocks]int8{}
	c.Cards, c.Laid, c.Drawn = draw.Pool{}, [2]draw.Set{}, 0
	return c
}

// Imagine implements [adjudicator.Imaginer]: a turn is entered where a side chooses its card, its actions, what it does
// in the winter or at its sieges.
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
	if k.Own == nil || k.Moment == nil || k.Public == nil || len(k.Own.Goes) != blocks || len(k.Own.Steps) != blocks || len(k.Own.Load) != blocks {
		return nil, errors.New("it is no moment at which a side is asked")
	}
	g := k.Public
	g.rules, g.enter = r, *k.Moment
	if err := g.choose(); err != nil {
		return nil, err
	}
	for s := range g.Veil {
		if err := g.recall(adjudicator.Side(s), k.Bands[s]); err != nil {
			return nil, err
		}
	}
	for p := range blocks {
		g.Veil[side].Goes[p] = fog.Name(k.Own.Goes[p])
		g.VC[side][p], g.Load[side][p] = int8(k.Own.Steps[p]), int8(k.Own.Load[p])
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
