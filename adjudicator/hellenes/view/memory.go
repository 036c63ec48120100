package view

import (
	"encoding/json"
	"errors"
	"fmt"

	"keryx/adjudicator"
	"keryx/adjudicator/draw"
	"keryx/adjudicator/fog"
	"keryx/adjudicator/hellenes/ground"
)

// Remembered is a game as a side remembers it. What is hidden from it is any.
func Remembered(r *ground.Book, side adjudicator.Side, position []byte) (*ground.Position, error) {
	k := Knowledge{Public: &ground.Position{Rules: r}}
	if err := json.Unmarshal(position, &k); err != nil {
		return nil, err
	}
	if k.Own == nil || k.Moment == nil || k.Public == nil || k.Public.Named && len(k.Own.Goes) != ground.Blocks || len(k.Own.Steps) != ground.Blocks || len(k.Own.Load) != ground.Blocks {
		return nil, errors.New("it is no moment at which a side is asked")
	}
	g := k.Public
	g.Rules, g.Enter = r, *k.Moment
	for s := range g.Veil {
		if !g.Named {
			break
		}
		if err := recall(g, adjudicator.Side(s), k.Bands[s]); err != nil {
			return nil, err
		}
	}
	for p := range ground.Blocks {
		if g.Named {
			g.Veil[side].Goes[p] = fog.Name(k.Own.Goes[p])
		}
		g.VC[side][p], g.Load[side][p] = int8(k.Own.Steps[p]), int8(k.Own.Load[p])
	}
	for _, line := range k.Own.At {
		if err := stood(g, side, line); err != nil {
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
func stood(g *ground.Position, side adjudicator.Side, line string) error {
	var p int
	var zone string
	if _, err := fmt.Sscan(line, &p, &zone); err != nil || p < 1 || p > ground.Blocks {
		return fmt.Errorf("%q is no place of a block", line)
	}
	z, ok := g.Rules.Board.Zone(zone)
	if !ok {
		return fmt.Errorf("%q is no place of a block", line)
	}
	g.Where[side][p-1] = z
	return nil
}

// recall makes a side's band one that fits what is known of it.
func recall(g *ground.Position, side adjudicator.Side, b Band) error {
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
		set.Add(ground.Lot(card))
	}
	return set
}
