package perse

import (
	"keryx/adjudicator"
	"keryx/adjudicator/draw"
	"keryx/adjudicator/perse/field"
	"keryx/adjudicator/perse/order"
)

// ruses has both play stratagems at the beginning of a fight, who has come first.
func (g *Game) ruses(t *adjudicator.Table, f *field.Battle) {
	for ; f.Turn < 2; f.Turn++ {
		side := [2]adjudicator.Side{f.Came.Side, f.Came.Side.Other()}[f.Turn]
		for g.Pool.Hand[side] != 0 {
			a := g.ask(t, side, g.askRuse(side, f))
			if a.Verb == "none" {
				break
			}
			g.ruse(t, f, f.Armies[side], a.Play)
		}
	}
	f.Turn = 0
}

// ruse is a stratagem that is played at the beginning of a fight.
func (g *Game) ruse(t *adjudicator.Table, f *field.Battle, a *field.Army, id string) {
	g.discard(t, a.Side, id)
	switch id {
	case "treason":
		a.Columns += 2
		f.Armies[a.Side.Other()].Betrayed = true
	case "oracle":
		a.Oracle += g.oracle(t, 2)
	case "panhellenism":
		a.Columns++
	case "genius":
		a.Genius = true
	case "sacrifice":
		f.Sacrifice = true
	case "quarter":
		g.Quarter = true
	}
}

// askRuse asks for a stratagem at the beginning of a fight. It is asked of who holds any, whatever
// they are.
func (g *Game) askRuse(side adjudicator.Side, f *field.Battle) adjudicator.Question {
	open := func() []order.Act {
		all := []order.Act{{Verb: "none"}}
		for _, id := range []string{"treason", "oracle", "panhellenism", "genius", "sacrifice", "quarter"} {
			if g.Holds(side, id) != draw.None && g.Usable(side, id) && g.fitting(f.Armies[side], f, id) {
				all = append(all, order.Act{Verb: "play", Play: id})
			}
		}
		return all
	}
	m := order.Lasting([]string{"none", "play"}, open, order.Refuse("not-now", "11.2"))
	m.Advice = g.adviseRuse(m)
	return adjudicator.Question{Kind: "ruse", Rule: "11.2", Prompt: adjudicator.Say("perse.ask.ruse", "Zone", g.Zone(f.At), "Hand", g.Hand(side)), Verbs: m.Verbs, Reaction: true, Free: true, Form: m}
}

// fitting reports whether a stratagem can do anything in a fight.
func (g *Game) fitting(a *field.Army, f *field.Battle, id string) bool {
	switch id {
	case "genius":
		p, ok := g.Own(field.Greeks, "Themistocle")
		if !ok || a.Genius || !f.Sea {
			return false
		}
		for rest := a.Names; rest != 0; {
			if g.Passengers(field.Greeks, rest.Pop()).Has(g.Veil[field.Greeks].Goes[p]) {
				return true
			}
		}
		return false
	case "sacrifice":
		p, ok := g.Own(field.Greeks, "Leonidas")
		return ok && !f.Sea && g.Head(field.Greeks, a.Names) == p
	case "quarter":
		return !g.Quarter
	}
	return true
}
