package moor

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"

	"keryx/adjudicator"
	"keryx/adjudicator/fog"
)

// Resample implements [adjudicator.Resampler].
func (g *Game) Resample(side adjudicator.Side, r *rand.Rand) adjudicator.Game {
	other := g.Clone().(*Game)
	other.Redeal(side, r)
	return other
}

// Redeal implements [adjudicator.Redealer]: other pieces under the enemy's names, with other
// chests and other wounds, and other efforts held back.
func (g *Game) Redeal(side adjudicator.Side, r *rand.Rand) {
	enemy := side.Other()
	g.dealBand(enemy, r)
	held := 0
	if least, most := g.Tried[enemy], efforts-g.Marches[enemy]; !g.Readying && g.Named {
		held = least + r.IntN(most-least+1)
	}
	g.Held[enemy], g.Deeds[enemy] = held, 0
}

// dealBand puts other pieces under a side's names. Veil and chests are one deal, and then each piece
// has the wounds that its name was shown with, or any.
func (g *Game) dealBand(side adjudicator.Side, r *rand.Rand) {
	v, l := &g.Veil[side], &g.Loads[side]
	if !g.Named {
		l.With = firstWith // nobody has seen that anything was given
		return
	}
	switch g.rules.leak {
	case forgetsShown:
		for n := range v.N {
			v.May[n] = all
		}
	case transposes:
		for range r.IntN(2) {
			swap(v, fog.Piece(r.IntN(len(pieces))), fog.Piece(r.IntN(len(pieces))))
		}
		return
	}
	single := func(_ fog.Piece, load fog.Set) bool { return load.Len() <= 1 }
	if !l.Redeal(v, carriers, single, r, g.Needs[side]...) {
		panic("no pieces fit the names of " + sides[side]) // the true ones do
	}
	for p := range pieces {
		n := v.Goes[p]
		steps := int8(r.IntN(max(1, int(full[p])))) + 1 // drawn whether it counts or not
		switch {
		case full[p] == 0 || g.Where[side][n] == vanished:
			steps = 0
		case v.Mark[n] > 0:
			steps = v.Mark[n]
		}
		g.Steps[side][p] = steps
	}
}

// swap exchanges the names of two pieces that may be either.
func swap(v *fog.Veil, p, q fog.Piece) {
	a, b := v.Goes[p], v.Goes[q]
	if v.May[a].Has(q) && v.May[b].Has(p) && full[p] == full[q] {
		v.Goes[p], v.Goes[q] = b, a
	}
}

// Overt implements [adjudicator.Overt]: what the enemy sees of an answer before anything is shown.
func (g *Game) Overt(side adjudicator.Side, a adjudicator.Answer) string {
	act := a.(Act)
	switch act.Verb {
	case "hold", "give", "rest", "done":
		return adjudicator.Unseen
	case "march":
		from := g.place(side, act.Pieces.Nth(0))
		if g.names(side.Other(), act.Zone) != 0 {
			return "" // a fight shows all
		}
		names := "some" // under names that are dealt anew
		if act.Pieces == g.unmoved(side, from) {
			names = fmt.Sprint(list(g.Veil[side].Names(act.Pieces)))
		}
		return fmt.Sprint("march ", from, act.Zone, act.Pieces.Len(), names)
	case "end", "let":
		return act.Verb
	}
	return ""
}

// Imagine implements [adjudicator.Imaginer].
func (r *Rules) Imagine(_ string, side adjudicator.Side, position []byte, rnd *rand.Rand) (adjudicator.Game, error) {
	g, k, err := r.remembered(side, position)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", adjudicator.ErrNotImagined, err)
	}
	if k.Moment == nil {
		return nil, adjudicator.ErrNotImagined
	}
	g.at = *k.Moment
	g.Redeal(side, rnd)
	return g, nil
}

// Show implements [adjudicator.Viewer].
func (r *Rules) Show(_ adjudicator.Setup, side adjudicator.Side, position []byte) (adjudicator.View, error) {
	g, _, err := r.remembered(side, position)
	if err != nil {
		return adjudicator.View{}, err
	}
	v := g.View(side)
	v.Data = json.RawMessage(position)
	return v, nil
}

// remembered is a game as a side remembers it. What is hidden from it is any.
func (r *Rules) remembered(side adjudicator.Side, position []byte) (*Game, Knowledge, error) {
	var k Knowledge
	if err := json.Unmarshal(position, &k); err != nil {
		return nil, k, err
	}
	if k.Own == nil {
		return nil, k, errors.New("it is what nobody in particular knows")
	}
	made, err := r.New(adjudicator.Setup{})
	if err != nil {
		return nil, k, err
	}
	g := made.(*Game)
	g.Day, g.Points, g.Scouted, g.Marches, g.Tried = k.Day, k.Points, k.Scouted, k.Marches, k.Tried
	g.Named = len(k.Own.Goes) > 0
	for s := range g.Veil {
		if err := g.recall(adjudicator.Side(s), k.Bands[s]); err != nil {
			return nil, k, err
		}
	}
	g.Held[side] = k.Own.Held
	for p := range pieces {
		g.Steps[side][p] = int8(k.Own.Steps[p])
		if g.Named {
			g.Veil[side].Goes[p] = fog.Name(k.Own.Goes[p])
		}
	}
	for chest, p := range k.Own.With {
		g.Loads[side].With[chest] = fog.Piece(p)
	}
	return g, k, nil
}

// recall makes a side's band one that fits what is known of it.
func (g *Game) recall(side adjudicator.Side, b Band) (err error) {
	if !g.Named {
		return nil
	}
	if len(b.Zones) != len(pieces) || len(b.May) != len(pieces) || len(b.Mark) != len(pieces) || len(b.Chests) != chests {
		return fmt.Errorf("it does not have what is known of %d pieces", len(pieces))
	}
	may, mark := make([]fog.Set, len(pieces)), make([]int8, len(pieces))
	for n := range pieces {
		may[n], mark[n] = set(b.May[n]), int8(b.Mark[n])
		var ok bool
		if g.Where[side][n], ok = g.rules.board.Zone(b.Zones[n]); !ok {
			g.Where[side][n] = vanished
		}
	}
	g.Moved[side] = set(b.Moved)
	for chest := range chests {
		if g.Loads[side].May[chest] = set(b.Chests[chest]); g.Loads[side].May[chest] == 0 {
			g.Loads[side].Leave(chest)
		}
	}
	for _, n := range b.Needs {
		g.Needs[side] = append(g.Needs[side], fog.Need{Names: set(n.Names), Of: set(n.Of), Least: n.Least})
	}
	g.Veil[side], err = fog.Recall(may, mark, set(b.Shown))
	return err
}

// set is the set of a list.
func set(numbers []int) (s fog.Set) {
	for _, n := range numbers {
		s.Add(fog.Piece(n))
	}
	return s
}
