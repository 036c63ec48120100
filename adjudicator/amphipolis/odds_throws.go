package amphipolis

import (
	"fmt"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/chit"
	"keryx/adjudicator/bey/odds"
	"keryx/adjudicator/bey/order"
	"keryx/adjudicator/board"
)

// Throws implements [odds.Rules].
func (m model) Throws() []odds.Kind {
	return []odds.Kind{{Name: "land", Ruses: true, Chances: combatChances}, m.sieges(negotiation), m.sieges(assault), m.sieges(blockade), odds.Attrition,
		{Name: "works", Anywhere: true, Chances: worksChances}}
}

// meeting are the chances of a combat in which both champions are.
type meeting struct {
	*odds.Fight
	men [2]adjudicator.Term
}

// combatChances are those of a combat, and of the dice that both champions throw after it
// if they are there.
func combatChances(o odds.Odds, z board.Zone, attacker adjudicator.Side, ruses [2]odds.Ruse) (odds.Answer, *odds.Misplaced) {
	answer, wrong := odds.Combats(false)(o, z, attacker, ruses)
	g := modelIn(o)
	if fight, ok := answer.(*odds.Fight); ok && g.championsMeet(z) {
		return meeting{fight, [2]adjudicator.Term{g.LeaderTerm(g.champion[attacker]), g.LeaderTerm(g.champion[attacker.Other()])}}, nil
	}
	return answer, wrong
}

// killed is the chance of each champion to die of the dice after their combat: his first die
// is not the lower one in 21 of the 36 throws of both, and then his last one kills (table).
var killed = odds.Chance{Ways: 21 * lethal, Of: 36 * 6}

// Reckoning implements [odds.Answer].
func (m meeting) Reckoning(zone adjudicator.Term) adjudicator.Reckoning {
	r := m.Fight.Reckoning(zone)
	for _, man := range m.men {
		c := odds.Told("amphipolis.odds.duel", killed, "Leader", man)
		r.Means = append(r.Means, c.Told)
	}
	return r
}

// sieges are the throws of sieges by a method.
func (m model) sieges(how method) odds.Kind {
	return odds.Kind{Name: manners[how].word, Ruses: true, Place: func(r *order.Reader) order.Place { return readGarrison(r, m.own) },
		Active: besiegerOf,
		Camp:   func(_ odds.Odds, z board.Zone) board.Zone { return z },
		Chances: func(o odds.Odds, z board.Zone, besieger adjudicator.Side, ruses [2]odds.Ruse) (odds.Answer, *odds.Misplaced) {
			return siegeChances(o, how, z, besieger, ruses)
		}}
}

// besiegerOf is the enemy of whose garrison it is in a zone.
func besiegerOf(o odds.Odds, z board.Zone) adjudicator.Side {
	g := modelIn(o)
	if i := g.garrisonHere(z); i >= 0 && g.faces[i] != adjudicator.Observer {
		return g.faces[i].Other()
	}
	return adjudicator.Observer
}

// told is a throw with its own heading.
type told struct {
	*odds.Throw
	title adjudicator.Phrase
}

// Reckoning implements [odds.Answer]. Nobody loses anything by these throws.
func (x told) Reckoning(zone adjudicator.Term) adjudicator.Reckoning {
	r := x.Throw.Reckoning(zone)
	r.Title, r.Means = x.title, nil
	return r
}

// siegeChances are those of a siege (4.3). It returns why there is none if there is no
// garrison of the enemy's, a rule forbids the siege, or the besieger cannot play what he is
// to play.
func siegeChances(o odds.Odds, how method, z board.Zone, besieger adjudicator.Side, ruses [2]odds.Ruse) (odds.Answer, *odds.Misplaced) {
	g := modelIn(o)
	s := &siege{besieger: besieger, garrison: g.garrisonHere(z), how: how}
	if s.garrison >= 0 && g.made {
		g.faces[s.garrison] = besieger.Other()
	}
	if open := g.besiegeable(besieger); !open.Has(z) {
		return nil, &odds.Misplaced{Code: "odds-no-siege", Args: []any{"Zone", g.ZoneTerm(z), "Side", g.SideTerm(besieger)}}
	}
	if bad := g.judgeSiege(s); bad != nil {
		return nil, &odds.Misplaced{Code: bad.Code, Args: bad.Args}
	}
	for i, side := range [2]adjudicator.Side{besieger, besieger.Other()} {
		if ruses[i].None() {
			continue
		}
		f := modelIn(o.WithEveryCounter(side)).ruseForm(side, manners[s.how].text, s)
		if side == besieger { // the besieged plays nothing
			f.Offer(chit.Played(manners[s.how].text))
		}
		ruse, wrong := o.Choose(f.RuseForm, ruses[i])
		if wrong != nil {
			return nil, wrong
		}
		s.ruse = ruse.Number
	}
	return g.siegeThrow(o, s), nil
}

// siegeThrow works a siege out.
func (m model) siegeThrow(o odds.Odds, s *siege) told {
	mods := m.siegeModifiers(s)
	t := o.Throw(manners[s.how].word, m.placeOf(s.garrison), s.besieger)
	t.Need, t.Modifiers = fmt.Sprintf("%d+", m.need(s)), odds.Modifiers(&mods)
	if s.how == assault {
		t.Need = fmt.Sprintf("%d-", max(0, m.need(s)))
	}
	t.OneDie(func(die int) bool { return m.falls(s, die) }, "won", "holds", [2]odds.Loss{})
	return told{t, adjudicator.Say("amphipolis.odds."+manners[s.how].word, "Side", m.SideTerm(s.besieger), "Garrison", m.garrisonTerm(s.garrison))}
}

// worksChances are those of an attempt of Sparta's to build the walls (5.1), whoever asks.
// There is none where the game has no walls.
func worksChances(o odds.Odds, _ board.Zone, _ adjudicator.Side, _ [2]odds.Ruse) (odds.Answer, *odds.Misplaced) {
	g := modelIn(o)
	if g.setting.WithoutMainMap && !g.options.WorksAlways {
		return nil, nil
	}
	need := g.turn().Wall
	t := &odds.Throw{Kind: "works", Sides: [2]string{sideIDs[sparta], sideIDs[athens]}, Dice: 1, Need: fmt.Sprintf("%d+", need), Modifiers: []odds.Modifier{}}
	t.OneDie(func(die int) bool { return die >= need }, "built", "fails", [2]odds.Loss{})
	return told{t, adjudicator.Say("amphipolis.odds.works", "Side", g.SideTerm(sparta), "Turn", g.turnNumber())}, nil
}
