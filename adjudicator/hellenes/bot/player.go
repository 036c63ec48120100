package bot

import (
	"math/rand/v2"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/fog"
	"keryx/adjudicator/hellenes/data"
	"keryx/adjudicator/hellenes/ground"
	"keryx/adjudicator/hellenes/order"
)

// Player implements [adjudicator.Bot].
func Player(rnd *rand.Rand) adjudicator.Player { return &sensible{rnd: rnd} }

// sensible is a player who besieges what he can reach in strength, pillages before the winter, goes home for it, and
// fights only where he is the stronger. He looks at his own blocks, and of the enemy's at what is shown.
type sensible struct {
	rnd    *rand.Rand
	intent intent // of a plan that is carried out
}

// unknown is what a block counts that nobody has shown.
const unknown = 2.2

// Answer implements [adjudicator.Player].
func (b *sensible) Answer(s *adjudicator.Session, side adjudicator.Side, q *adjudicator.Question) adjudicator.Answer {
	v := judgement{g: ground.Of(s.Game()), side: side, q: q}
	if b.intent.turn == v.g.Number {
		v.intent = b.intent
	}
	var a order.Act
	switch q.Kind {
	case "newyear":
		a = v.newYear()
	case "card":
		a = v.card()
	case "act", "free":
		a = v.act()
	case "winter":
		a = v.winter()
	case "siege":
		a = v.sieges()
	case "stand":
		a = v.stand()
	case "fortify":
		a = v.fortify()
	case "capitulate":
		a = v.capitulate()
	case "take":
		a = v.best(func(a order.Act) float64 { return v.worth(a.Pieces) + v.guards(a.Zone, 0) })
	case "target":
		a = v.best(func(a order.Act) float64 { return float64(v.g.Rules.City(a.Zone).Value) })
	case "ostracise":
		a = v.best(func(a order.Act) float64 { return v.exile(a.Leader) })
	case "offer":
		a = order.Just("offer")
	}
	if a.Verb == "" || q.Form.Check(a) != nil {
		return q.Form.Default()
	}
	return a
}

// judgement is one question as a side sees it.
type judgement struct {
	g      *ground.Position
	side   adjudicator.Side
	q      *adjudicator.Question
	intent intent
	ranked *[]rated // all actions that are weighed, if they are wanted
}

// rated is an action, and what it is worth.
type rated struct {
	act   order.Act
	worth float64
}

// upright are the names of a side in a zone that are not besieged there.
func (v *judgement) upright(side adjudicator.Side, z board.Zone) fog.Set {
	return v.g.Names(side, z) &^ v.g.Flat[side]
}

// inside are the names of a side in a zone that are besieged there.
func (v *judgement) inside(side adjudicator.Side, z board.Zone) fog.Set {
	return v.g.Names(side, z) & v.g.Flat[side]
}

// legal reports whether an answer may be given.
func (v *judgement) legal(a order.Act) bool {
	switch f := v.q.Form.(type) {
	case order.Form:
		return f.Fits(a)
	case order.Advised:
		return f.Fits(a)
	}
	return v.q.Form.Check(a) == nil
}

// best is the best of the answers that the question lists.
func (v *judgement) best(value func(order.Act) float64) (best order.Act) {
	most := -1.0
	for _, a := range listed(v.q.Form) {
		if n := value(a); n > most {
			best, most = a, n
		}
	}
	return best
}

// worth is what own blocks count in a fight on land: their steps, more where they hit on more.
func (v *judgement) worth(who fog.Set) (sum float64) {
	for rest := who; rest != 0; {
		p := rest.Pop()
		bl := v.g.Block(v.side, p)
		n := float64(v.g.VC[v.side][p])
		if n == 0 {
			n = float64(bl.VC)
		}
		sum += n * (0.5 + 0.5*float64(bl.Ashore.Power))
	}
	return sum
}

// theirs is what the enemy's blocks under some names count.
func (v *judgement) theirs(names fog.Set) (sum float64) {
	veil := &v.g.Veil[v.side.Other()]
	for rest := names; rest != 0; {
		if mark := veil.Mark[rest.Pop()]; mark > 0 {
			sum += float64(mark)
		} else {
			sum += unknown
		}
	}
	return sum * 1.3
}

// zone is the one that the question is about.
func (v *judgement) zone() board.Zone {
	for _, arg := range v.q.Prompt.Args {
		if t, ok := arg.(adjudicator.Term); ok && t.Kind == data.ZoneKind {
			return v.g.Rules.Board.MustZone(t.ID)
		}
	}
	return ground.Nowhere
}

// newYear plays a leader whom the side lacks, or else sacrifices its cheapest card.
func (v *judgement) newYear() order.Act {
	worst := 0
	for _, card := range v.g.Hand(v.side) {
		if a := (order.Act{Verb: "event", Card: card, Zone: ground.Nowhere}); v.leads(card) && v.legal(a) {
			return a
		}
		if worst == 0 || v.g.Rules.Card(card).Coins < v.g.Rules.Card(worst).Coins {
			worst = card
		}
	}
	for _, d := range []ground.God{ground.Ares, ground.Poseidon, ground.Demeter, ground.Apollo, ground.Hermes, ground.Hera, ground.Zeus} {
		if a := (order.Act{Verb: "sacrifice", Card: worst, God: d, Zone: ground.Nowhere}); v.legal(a) {
			return a
		}
	}
	return order.Act{}
}

// guards is what it is worth to Athens that somebody is in a city that could revolt, where nobody is besides some blocks (3.12).
func (v *judgement) guards(z board.Zone, besides fog.Set) float64 {
	c := v.g.Rules.City(z)
	if v.side != ground.Athens || v.g.Peace || c.Value == 0 || c.Region < 0 || v.g.Towns[z].Holder != ground.Athens || v.g.Towns[z].Garrison || v.g.In(ground.Athens, z)&^besides != 0 {
		return 0
	}
	return 0.7 * float64(c.Value)
}

// leads reports whether a card brings a good leader whom the side lacks.
func (v *judgement) leads(card int) bool {
	c := v.g.Rules.Card(card)
	return c.Leader != data.None && v.g.Leaders[v.side] == 0 && v.g.Rules.Leader(card).Side == v.side && v.g.Rules.Leader(card).Bonus > 0
}

// exile is what it is worth that a leader goes.
func (v *judgement) exile(id string) float64 {
	l := v.g.Rules.Data.Leaders[v.g.Rules.Data.Leader(id)]
	if l.Side == v.side {
		return float64(1 - l.Bonus)
	}
	return float64(1 + l.Bonus)
}

// card plays an event that wins a city or an action, or else many coins; the least of them are for the winter.
func (v *judgement) card() order.Act {
	hand := v.g.Hand(v.side)
	best, least := hand[0], hand[0]
	for _, card := range hand {
		if v.g.Rules.Card(card).Coins > v.g.Rules.Card(best).Coins {
			best = card
		}
		if v.g.Rules.Card(card).Coins < v.g.Rules.Card(least).Coins {
			least = card
		}
		switch e := v.g.Rules.Card(card).Event; {
		case e == data.Revolt, e == data.HelotUprising, e == data.Atrocity, v.leads(card):
			if a := (order.Act{Verb: "event", Card: card, Zone: ground.Nowhere}); v.legal(a) {
				return a
			}
		}
	}
	if v.g.Season == ground.Winter {
		best = least
	}
	return order.Act{Verb: "card", Card: best, Zone: ground.Nowhere}
}

// winter brings blocks home, maintains few that besiege a garrison alone, and spends what is left on recruits.
func (v *judgement) winter() order.Act {
	out := v.g.Outside(v.side)
	for rest := out; rest != 0; {
		p := rest.Pop()
		at := v.g.At(v.side, p)
		if v.intent.stay.Has(p) {
			continue
		}
		if v.holds(at) && v.g.Left[v.side] > 0 && v.g.Kept[v.side]&v.g.Names(v.side, at) == 0 {
			if a := (order.Act{Verb: "maintain", Pieces: ground.One(p), Zone: ground.Nowhere}); v.legal(a) {
				return a
			}
		}
		if v.g.Group(v.side, ground.One(p)) == ground.Nowhere {
			continue
		}
		if a := v.shelter(p); a.Verb != "" {
			return a
		}
	}
	for rest := out; rest != 0; {
		if a := (order.Act{Verb: "maintain", Pieces: ground.One(rest.Pop()), Zone: ground.Nowhere}); v.legal(a) {
			return a
		}
	}
	if a := (order.Act{Verb: "recruit", Zone: ground.Nowhere}); v.g.Left[v.side] > 0 && v.legal(a) {
		return a
	}
	return order.Just("end")
}

// holds reports whether blocks in a zone besiege a garrison alone, or close the port of one.
func (v *judgement) holds(at board.Zone) bool {
	if at >= ground.Zones {
		return false
	}
	for z := range board.Zone(ground.Zones) {
		town, c := &v.g.Towns[z], v.g.Rules.City(z)
		if town.Siege != 0 && town.Holder == v.side.Other() && (at == z || c.Port() && c.Harbour == at) &&
			(v.g.Loyal(z) == v.side || v.inside(v.side.Other(), z) == 0 && (!c.Port() || v.g.Shut(z))) {
			return true
		}
	}
	return false
}

// shelter finds winter quarters for a block, free ones first, and over the high sea where there are no others.
func (v *judgement) shelter(p fog.Piece) order.Act {
	if a := v.shelterOver(p, 0); a.Verb != "" || v.g.Block(v.side, p).Arm != data.Fleet {
		return a
	}
	return v.shelterOver(p, ground.Far)
}

// shelterOver finds winter quarters for a block over no more than so many lines of the high sea.
func (v *judgement) shelterOver(p fog.Piece, most int8) order.Act {
	c := v.g.Column(v.side, ground.One(p))
	w := v.g.Ways(&c, min(ground.Far, c.Steps+1))
	homes := v.g.Block(v.side, p).Homes
	for _, verb := range []string{"home", "canton", "shelter"} {
		for to := range board.Zone(ground.Zones) {
			if w.Steps[to] == 0 || v.g.Towns[to].Holder != v.side || verb == "home" && !homes.Has(to) || w.Lines[to] > most || v.intent.barred.Has(to) || v.g.Names(v.side, to).Len() >= v.g.Capacity(to) || v.upright(v.side.Other(), to) != 0 {
				continue
			}
			a := order.Act{Verb: verb, Rows: []order.Row{{Pieces: ground.One(p), By: v.way(c.From, &w, to), To: to}}, Zone: ground.Nowhere}
			if v.legal(a) {
				a.Rows[0].By = nil
				return a
			}
		}
	}
	return order.Act{}
}

// sieges does what it likes at the first city at which it likes anything.
func (v *judgement) sieges() order.Act {
	for _, a := range v.q.Form.(order.Advised).Open() {
		if a.Zone == ground.Nowhere {
			continue
		}
		if a := v.siege(a.Zone); a.Verb != "end" {
			return a
		}
	}
	return order.Just("end")
}

// siege assaults where it is much the stronger, and starves else.
func (v *judgement) siege(z board.Zone) order.Act {
	ours := v.worth(v.g.Pieces(v.side, v.upright(v.side, z)))
	inside := v.inside(v.side.Other(), z).Len()
	switch {
	case v.legal(order.Act{Verb: "betray", Zone: z}) && ours >= 4+4*float64(inside):
		return order.Act{Verb: "betray", Zone: z}
	case v.legal(order.Act{Verb: "assault", Zone: z}) && ours >= v.stormed(z):
		return order.Act{Verb: "assault", Zone: z}
	case v.legal(order.Act{Verb: "starve", Zone: z}):
		return order.Act{Verb: "starve", Zone: z}
	}
	return order.Just("end")
}

// stand fights on as long as it is not clearly the weaker of those that are shown.
func (v *judgement) stand() order.Act {
	f := v.g.Fight
	ours, theirs := v.might(f, v.side), v.might(f, v.side.Other())
	if f.Assault && v.side == f.Attacker {
		theirs *= 2 // behind its walls
	}
	if ours >= 0.9*theirs {
		return order.Just("fight")
	}
	return order.Just("retreat")
}

// might is what those of a side count that are in a battle and not routed.
func (v *judgement) might(f *ground.Fight, side adjudicator.Side) (sum float64) {
	for rest := v.g.FightingIn(f, side) &^ f.Routed[side]; rest != 0; {
		p := rest.Pop()
		_, power := v.g.ClassIn(f, side, p)
		sum += float64(v.g.StepsOf(side, p)) * (0.5 + 0.5*float64(power))
	}
	return sum
}

// fortify goes into the city before stronger enemies.
func (v *judgement) fortify() order.Act {
	z := v.zone()
	names := v.upright(v.side, z)
	if v.worth(v.g.Pieces(v.side, names)) >= 1.4*v.theirs(v.upright(v.side.Other(), z)) {
		return order.Just("hold")
	}
	if f, ok := v.q.Form.(order.Advised); ok {
		open := f.Open()
		return open[len(open)-1]
	}
	return order.Just("hold")
}

// capitulate gives up a garrison that many assault.
func (v *judgement) capitulate() order.Act {
	z := v.zone()
	if v.inside(v.side, z) == 0 && v.theirs(v.upright(v.side.Other(), z)) > 9 {
		return order.Just("capitulate")
	}
	return order.Just("hold")
}
