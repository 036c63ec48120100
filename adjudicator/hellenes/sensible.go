package hellenes

import (
	"math/rand/v2"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/fog"
	"keryx/adjudicator/hellenes/data"
)

// Player implements [adjudicator.Bot].
func (r *Rules) Player(rnd *rand.Rand) adjudicator.Player { return &sensible{rnd} }

// sensible is a player who besieges what he can reach in strength, pillages before the winter, goes home for it, and
// fights only where he is the stronger. He looks at his own blocks, and of the enemy's at what is shown.
type sensible struct{ rnd *rand.Rand }

// unknown is what a block counts that nobody has shown.
const unknown = 2.2

// Answer implements [adjudicator.Player].
func (b *sensible) Answer(s *adjudicator.Session, side adjudicator.Side, q *adjudicator.Question) adjudicator.Answer {
	v := judgement{g: s.Game().(*Game), side: side, q: q}
	var a Act
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
		a = v.best(func(a Act) float64 { return v.worth(a.Pieces) })
	case "target":
		a = v.best(func(a Act) float64 { return float64(v.g.rules.city(a.Zone).Value) })
	case "ostracise":
		a = v.best(func(a Act) float64 { return v.exile(a.Leader) })
	case "offer":
		a = act("offer")
	}
	if a.Verb == "" || q.Form.Check(a) != nil {
		return q.Form.Default()
	}
	return a
}

// judgement is one question as a side sees it.
type judgement struct {
	g    *Game
	side adjudicator.Side
	q    *adjudicator.Question
}

// legal reports whether an answer may be given.
func (v *judgement) legal(a Act) bool { return v.q.Form.Check(a) == nil }

// best is the best of the answers that the question lists.
func (v *judgement) best(value func(Act) float64) (best Act) {
	f, ok := v.q.Form.(form)
	if a, is := v.q.Form.(advised); is {
		f, ok = a.form, true
	}
	if !ok {
		return Act{}
	}
	most := -1.0
	for _, a := range f.open() {
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
		bl := v.g.block(v.side, p)
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
			return v.g.rules.board.MustZone(t.ID)
		}
	}
	return nowhere
}

// newYear plays a leader whom the side lacks, or else sacrifices its cheapest card.
func (v *judgement) newYear() Act {
	worst := 0
	for _, card := range v.g.hand(v.side) {
		if a := (Act{Verb: "event", Card: card, Zone: nowhere}); v.leads(card) && v.legal(a) {
			return a
		}
		if worst == 0 || v.g.rules.card(card).Coins < v.g.rules.card(worst).Coins {
			worst = card
		}
	}
	for _, d := range []god{ares, poseidon, demeter, apollo, hermes, hera, zeus} {
		if a := (Act{Verb: "sacrifice", Card: worst, God: d, Zone: nowhere}); v.legal(a) {
			return a
		}
	}
	return Act{}
}

// leads reports whether a card brings a good leader whom the side lacks.
func (v *judgement) leads(card int) bool {
	c := v.g.rules.card(card)
	return c.Leader != data.None && v.g.Leaders[v.side] == 0 && v.g.rules.leader(card).Side == v.side && v.g.rules.leader(card).Bonus > 0
}

// exile is what it is worth that a leader goes.
func (v *judgement) exile(id string) float64 {
	l := v.g.rules.data.Leaders[v.g.rules.data.Leader(id)]
	if l.Side == v.side {
		return float64(1 - l.Bonus)
	}
	return float64(1 + l.Bonus)
}

// card plays an event that wins a city or an action, or else many coins; the least of them are for the winter.
func (v *judgement) card() Act {
	hand := v.g.hand(v.side)
	best, least := hand[0], hand[0]
	for _, card := range hand {
		if v.g.rules.card(card).Coins > v.g.rules.card(best).Coins {
			best = card
		}
		if v.g.rules.card(card).Coins < v.g.rules.card(least).Coins {
			least = card
		}
		switch e := v.g.rules.card(card).Event; {
		case e == data.Revolt, e == data.HelotUprising, e == data.Atrocity, v.leads(card):
			if a := (Act{Verb: "event", Card: card, Zone: nowhere}); v.legal(a) {
				return a
			}
		}
	}
	if v.g.Season == winter {
		best = least
	}
	return Act{Verb: "card", Card: best, Zone: nowhere}
}

// winter brings blocks home, maintains few that besiege a garrison alone, and spends what is left on recruits.
func (v *judgement) winter() Act {
	out := v.g.outside(v.side)
	for rest := out; rest != 0; {
		p := rest.Pop()
		at := v.g.at(v.side, p)
		if v.holds(at) && v.g.Left[v.side] > 0 && v.g.Kept[v.side]&v.g.names(v.side, at) == 0 {
			if a := (Act{Verb: "maintain", Pieces: one(p), Zone: nowhere}); v.legal(a) {
				return a
			}
		}
		if v.g.group(v.side, one(p)) == nowhere {
			continue
		}
		if a := v.shelter(p); a.Verb != "" {
			return a
		}
	}
	for rest := out; rest != 0; {
		if a := (Act{Verb: "maintain", Pieces: one(rest.Pop()), Zone: nowhere}); v.legal(a) {
			return a
		}
	}
	if a := (Act{Verb: "recruit", Zone: nowhere}); v.g.Left[v.side] > 0 && v.legal(a) {
		return a
	}
	return act("end")
}

// holds reports whether blocks in a zone besiege a garrison alone, or close the port of one.
func (v *judgement) holds(at board.Zone) bool {
	if at >= zones {
		return false
	}
	for z := range board.Zone(zones) {
		town, c := &v.g.Towns[z], v.g.rules.city(z)
		if town.Siege != 0 && town.Holder == v.side.Other() && (at == z || c.Port() && c.Harbour == at) &&
			(v.g.loyal(z) == v.side || v.g.inside(v.side.Other(), z) == 0 && (!c.Port() || v.g.shut(z))) {
			return true
		}
	}
	return false
}

// shelter finds winter quarters for a block, free ones first, and over the high sea where there are no others.
func (v *judgement) shelter(p fog.Piece) Act {
	if a := v.shelterOver(p, 0); a.Verb != "" || v.g.block(v.side, p).Arm != data.Fleet {
		return a
	}
	return v.shelterOver(p, far)
}

// shelterOver finds winter quarters for a block over no more than so many lines of the high sea.
func (v *judgement) shelterOver(p fog.Piece, most int8) Act {
	c := v.g.column(v.side, one(p))
	w := v.g.ways(&c, min(far, c.steps+1))
	for _, verb := range []string{"home", "canton", "shelter"} {
		for to := range board.Zone(zones) {
			if w.steps[to] == 0 || w.lines[to] > most || v.g.names(v.side, to).Len() >= v.g.capacity(to) || v.g.upright(v.side.Other(), to) != 0 {
				continue
			}
			if a := (Act{Verb: verb, Rows: []Row{{Pieces: one(p), To: to}}, Zone: nowhere}); v.legal(a) {
				return a
			}
		}
	}
	return Act{}
}

// sieges does what it likes at the first city at which it likes anything.
func (v *judgement) sieges() Act {
	for _, a := range v.q.Form.(advised).open() {
		if a.Zone == nowhere {
			continue
		}
		if a := v.siege(a.Zone); a.Verb != "end" {
			return a
		}
	}
	return act("end")
}

// siege assaults where it is much the stronger, and starves else.
func (v *judgement) siege(z board.Zone) Act {
	ours := v.worth(v.g.pieces(v.side, v.g.upright(v.side, z)))
	inside := v.g.inside(v.side.Other(), z).Len()
	switch {
	case v.legal(Act{Verb: "betray", Zone: z}) && ours >= 4+4*float64(inside):
		return Act{Verb: "betray", Zone: z}
	case v.legal(Act{Verb: "assault", Zone: z}) && ours >= v.stormed(z):
		return Act{Verb: "assault", Zone: z}
	case v.legal(Act{Verb: "starve", Zone: z}):
		return Act{Verb: "starve", Zone: z}
	}
	return act("end")
}

// stand fights on as long as it is not clearly the weaker.
func (v *judgement) stand() Act {
	z := v.zone()
	ours := v.worth(v.g.pieces(v.side, v.g.names(v.side, z)))
	if 1.2*ours >= v.theirs(v.g.names(v.side.Other(), z)) {
		return act("fight")
	}
	return act("retreat")
}

// fortify goes into the city before stronger enemies.
func (v *judgement) fortify() Act {
	z := v.zone()
	names := v.g.upright(v.side, z)
	if v.worth(v.g.pieces(v.side, names)) >= 1.1*v.theirs(v.g.upright(v.side.Other(), z)) {
		return act("hold")
	}
	if f, ok := v.q.Form.(advised); ok {
		open := f.open()
		return open[len(open)-1]
	}
	return act("hold")
}

// capitulate gives up a garrison that many assault.
func (v *judgement) capitulate() Act {
	z := v.zone()
	if v.g.inside(v.side, z) == 0 && v.theirs(v.g.upright(v.side.Other(), z)) > 9 {
		return act("capitulate")
	}
	return act("hold")
}
