package hellenes

import (
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/fog"
	"keryx/adjudicator/hellenes/ground"
	"keryx/adjudicator/hellenes/view"
)

// battle is a fight in one zone, while it is fought.
type battle struct {
	g *Game
	t *adjudicator.Table
	*ground.Fight
	chasing bool   // hits count on the routed as well, and nothing ends the battle
	chased  string // while chasing, the rule that allows it: 6.34 or 6.41
}

// battles resolves the battles of a side, the smallest first, by the first formation of each (6.0). Which of equal ones
// comes first, and which formation in each zone, is the owner's choice.
func (g *Game) battles(t *adjudicator.Table, side adjudicator.Side, at entry) {
	if at.step != battles {
		g.standing(side)
		for _, z := range g.Contested(side) {
			g.vanguard(t, side, z)
		}
	}
	for entered := at.step == battles && at.Kind != "order"; ; entered = false {
		z := at.Zone
		if !entered {
			smallest := g.Smallest(side)
			if len(smallest) == 0 {
				return
			}
			if z = smallest[0]; len(smallest) > 1 {
				z = g.firstBattle(t, side, smallest)
			}
			g.Barred = g.cameFrom(side, z)
		}
		g.engage(t, side, z, at)
		g.Forms = slices.DeleteFunc(g.Forms, func(f ground.Formation) bool { return f.Side == side && f.To == z })
		g.Barred = nil
	}
}

// standing has blocks of both sides fight that stand in one zone when a peace ends.
func (g *Game) standing(side adjudicator.Side) {
	for z := range board.Zone(ground.Zones) {
		own := g.Upright(side, z)
		if own == 0 || g.Upright(side.Other(), z) == 0 || g.Peace && g.Rules.Greece(z) || g.Season == ground.Winter {
			continue
		}
		if !slices.ContainsFunc(g.Forms, func(f ground.Formation) bool { return f.To == z }) {
			g.Forms = append(g.Forms, ground.Formation{Side: side, Names: own, From: z, To: z})
		}
	}
}

// cameFrom are the zones from which formations of a side have come into a zone.
func (g *Game) cameFrom(side adjudicator.Side, z board.Zone) (from []board.Zone) {
	for _, f := range g.Forms {
		if f.Side == side && f.To == z && f.From != z {
			from = append(from, f.From)
		}
	}
	return from
}

// engage fights out what formations have come into a zone, one after the other (5.41). Before each of these battles the
// defender may refuse and fortify (6.1). Once a formation has won, those behind it join it. A battle that the turn is
// entered in goes on.
func (g *Game) engage(t *adjudicator.Table, side adjudicator.Side, z board.Zone, at entry) {
	enemy := side.Other()
	first := g.Fight == nil
	if !first {
		g.fight(t, at)
	}
	for ; g.Upright(enemy, z) != 0; first = false {
		if !first {
			g.vanguard(t, side, z)
		}
		i := g.Leader(side, z)
		if i < 0 {
			return
		}
		if g.refuse(t, enemy, z); g.Upright(enemy, z) == 0 {
			return
		}
		f := g.Forms[i]
		f.Names = g.Live(f)
		g.Forms = slices.Delete(slices.Clone(g.Forms), i, i+1)
		g.Fight = &ground.Fight{At: z, Attacker: side, Form: f, Barred: g.Barred}
		g.Fight.Sides[side], g.Fight.Sides[enemy] = g.Pieces(side, f.Names), g.Pieces(enemy, g.Upright(enemy, z))
		g.fight(t, entry{})
	}
}

// fight fights the battle that is begun to its end (6.2), from some point on, and returns how it stands then.
func (g *Game) fight(t *adjudicator.Table, at entry) *ground.Fight {
	b := &battle{g: g, t: t, Fight: g.Fight}
	if b.Round == 0 {
		b.begin()
		b.newRound()
	}
	if b.Blow != nil {
		if at.God == ground.Ares {
			b.ares(&at.Moment)
		}
		b.strike()
		b.Blow = nil
	}
	for !b.Over {
		for agility := byte('A'); agility <= 'F' && !b.Over; agility++ { // who has attacked already does not again
			b.attacks(b.Attacker.Other(), agility)
			b.attacks(b.Attacker, agility)
		}
		if b.Treason && !b.Over {
			b.withdraw()
		}
		b.newRound()
	}
	g.Fight = nil
	return b.Fight
}

// newRound begins a round.
func (b *battle) newRound() {
	b.Round++
	b.Tired, b.Decided, b.Halves = [2]fog.Set{}, [2]bool{}, [2]fog.Set{}
	b.check()
}

// begin shows all that take part.
func (b *battle) begin() {
	g := b.g
	b.Graced = ground.Nobody
	for side := range adjudicator.Side(2) {
		g.Show(side, b.Sides[side]&^ground.One(ground.Garrison))
	}
	b.t.Disclose()
	b.t.Tell(adjudicator.Event{Rule: "6.1", Public: adjudicator.Say("hellenes.event.battle", "Zone", ground.ZoneTerm(b.At),
		"Athens", b.listed(ground.Athens), "Sparta", b.listed(ground.Sparta)), Marks: []adjudicator.Mark{{Kind: "battle", Side: b.Attacker, Zones: []string{g.Rules.Board.Name(b.At)}}}})
	b.mend()
}

// listed names what a side has in the battle, with its strength.
func (b *battle) listed(side adjudicator.Side) (all []adjudicator.Phrase) {
	for rest := b.Sides[side]; rest != 0; {
		p := rest.Pop()
		if p == ground.Garrison {
			all = append(all, adjudicator.Say("hellenes.shown.garrison"))
			continue
		}
		all = append(all, view.BlockText(&b.g.Position, side, p, int(b.g.VC[side][p])))
	}
	return all
}

// steps are those of a block or a garrison.
func (b *battle) steps(side adjudicator.Side, p fog.Piece) int { return b.g.StepsOf(side, p) }

// class is the agility and the power of a block in this battle.
func (b *battle) class(side adjudicator.Side, p fog.Piece) (agility byte, power int) {
	return b.g.ClassIn(b.Fight, side, p)
}

// fighting are those of a side that can attack or be hit.
func (b *battle) fighting(side adjudicator.Side) fog.Set { return b.g.FightingIn(b.Fight, side) }

// holdsFire reports whether the attackers cannot attack: in the first round after a landing or a
// strait (6.5, 6.6).
func (b *battle) holdsFire(side adjudicator.Side) bool {
	return side == b.Attacker && b.Round == 1 && (b.Form.Landing || b.Form.Strait && b.g.Rules.Sea(b.At))
}

// attacks has the blocks of a side with an agility attack one after the other. Before the first of its
// blocks in a round the side may retreat.
func (b *battle) attacks(side adjudicator.Side, agility byte) {
	for rest := b.fighting(side) &^ b.Routed[side]; rest != 0 && !b.Over; {
		p := rest.Pop()
		class, _ := b.class(side, p)
		if class != agility || b.Tired[side].Has(p) || !b.Sides[side].Has(p) || b.Routed[side].Has(p) {
			continue
		}
		if !b.Decided[side] {
			if b.retires(side) {
				return
			}
			if b.Decided[side] = true; !b.Sides[side].Has(p) {
				continue
			}
		}
		b.Tired[side].Add(p)
		if !b.holdsFire(side) {
			b.attack(side, p, true)
		}
	}
}

// mend keeps what is carried in a sea battle smaller than its fleets.
func (b *battle) mend() {
	if !b.g.Rules.Sea(b.At) {
		return
	}
	for side := range adjudicator.Side(2) {
		b.Sides[side] &^= b.g.trim(b.t, side, b.Sides[side])
	}
}

// check ends the battle when all of a side have fallen or are routed (6.34).
func (b *battle) check() {
	for side := range adjudicator.Side(2) {
		left := b.fighting(side)
		if b.Over || b.chasing || left&^b.Routed[side] != 0 {
			continue
		}
		b.Over, b.Winner = true, side.Other()
		if left == 0 {
			b.lost(side)
			return
		}
		b.t.Tell(adjudicator.Event{Rule: "6.34", Depth: 1, Public: adjudicator.Say("hellenes.event.panics", "Side", ground.Seat(side))})
		b.pursue(side)
		b.harass(side)
		b.prize(side.Other(), 2)
		b.flee(side, b.Sides[side], nil, true)
	}
}

// lost ends a battle of which one side has nothing left.
func (b *battle) lost(side adjudicator.Side) {
	for rest := b.Sides[side]; rest != 0; { // who was carried by fleets that are lost
		b.remove(side, rest.Pop())
	}
	b.prize(side.Other(), 2)
}

// prize gives prestige for a battle (14.11).
func (b *battle) prize(side adjudicator.Side, n int) {
	b.g.Gain(side, n)
	b.t.Tell(adjudicator.Event{Rule: "14.11", Depth: 1, Public: adjudicator.Say("hellenes.event.prize", "Side", ground.Seat(side), "Number", n)})
}
