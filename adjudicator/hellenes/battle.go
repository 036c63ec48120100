package hellenes

import (
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/fog"
	"keryx/adjudicator/hellenes/data"
)

// garrison stands for the garrison of a city among the blocks of a battle: it has one step.
const garrison = fog.Piece(63)

// battle is a fight in one zone, while it is fought.
type battle struct {
	g *Game
	t *adjudicator.Table
	*Fight
	chasing bool // hits count on the routed as well, and nothing ends the battle
}

// Fight is how a battle stands, which can be entered in its middle. All that takes part is shown.
type Fight struct {
	At       board.Zone
	Attacker adjudicator.Side
	Form     Formation
	Barred   []board.Zone // zones from which the defenders were engaged

	Sides    [2]fog.Set // who is in it
	Routed   [2]fog.Set
	Tired    [2]fog.Set // has attacked in this round
	Decided  [2]bool    // has chosen to fight on in this round
	Bled     [2]bool    // has lost a step or had a rout
	Halves   [2]fog.Set // has suffered half a hit in this round
	Round    int
	Assault  bool
	Double   bool    // the defenders of the city have their double defence
	Treason  bool    // one round only
	Gone     fog.Set // who has retreated last
	GoneSide adjudicator.Side
	Over     bool
	Winner   adjudicator.Side

	Graced     adjudicator.Side // who has appealed to Ares in GracedStep; nobody's before
	GracedStep AgilityStep

	Blow *Blow `json:",omitempty"` // the attack that is made
}

// Blow is an attack of a block: what is left of it.
type Blow struct {
	Side          adjudicator.Side
	Piece         fog.Piece
	Hits, Flights int
	Routs         bool // its flights count
}

// battles resolves the battles of a side, the smallest first, by the first formation of each (6.0). Which of equal ones
// comes first, and which formation in each zone, is the owner's choice.
func (g *Game) battles(t *adjudicator.Table, side adjudicator.Side, at entry) {
	if at.step != battles {
		g.standing(side)
		for _, z := range g.contested(side) {
			g.vanguard(t, side, z)
		}
	}
	for entered := at.step == battles && at.Kind != "order"; ; entered = false {
		z := at.Zone
		if !entered {
			smallest := g.smallest(side)
			if len(smallest) == 0 {
				return
			}
			if z = smallest[0]; len(smallest) > 1 {
				z = g.firstBattle(t, side, smallest)
			}
			g.Barred = g.cameFrom(side, z)
		}
		g.engage(t, side, z, at)
		g.Forms = slices.DeleteFunc(g.Forms, func(f Formation) bool { return f.Side == side && f.To == z })
		g.Barred = nil
	}
}

// standing has blocks of both sides fight that stand in one zone when a peace ends.
func (g *Game) standing(side adjudicator.Side) {
	for z := range board.Zone(zones) {
		own := g.upright(side, z)
		if own == 0 || g.upright(side.Other(), z) == 0 || g.Peace && g.rules.greece(z) || g.Season == winter {
			continue
		}
		if !slices.ContainsFunc(g.Forms, func(f Formation) bool { return f.To == z }) {
			g.Forms = append(g.Forms, Formation{Side: side, Names: own, From: z, To: z})
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
	for ; g.upright(enemy, z) != 0; first = false {
		if !first {
			g.vanguard(t, side, z)
		}
		i := g.leader(side, z)
		if i < 0 {
			return
		}
		if g.refuse(t, enemy, z); g.upright(enemy, z) == 0 {
			return
		}
		f := g.Forms[i]
		f.Names = g.live(f)
		g.Forms = slices.Delete(slices.Clone(g.Forms), i, i+1)
		g.Fight = &Fight{At: z, Attacker: side, Form: f, Barred: g.Barred}
		g.Fight.Sides[side], g.Fight.Sides[enemy] = g.pieces(side, f.Names), g.pieces(enemy, g.upright(enemy, z))
		g.fight(t, entry{})
	}
}

// fight fights the battle that is begun to its end (6.2), from some point on, and returns how it stands then.
func (g *Game) fight(t *adjudicator.Table, at entry) *Fight {
	b := &battle{g: g, t: t, Fight: g.Fight}
	if b.Round == 0 {
		b.begin()
		b.newRound()
	}
	if b.Blow != nil {
		if at.God == ares {
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
	b.Graced = nobody
	for side := range adjudicator.Side(2) {
		g.show(side, b.Sides[side]&^one(garrison))
	}
	b.t.Disclose()
	b.t.Tell(adjudicator.Event{Rule: "6.1", Public: adjudicator.Say("hellenes.event.battle", "Zone", zoneTerm(b.At),
		"Athens", b.listed(athens), "Sparta", b.listed(sparta)), Marks: []adjudicator.Mark{{Kind: "battle", Side: b.Attacker, Zones: []string{g.rules.board.Name(b.At)}}}})
	b.mend()
}

// listed names what a side has in the battle, with its strength.
func (b *battle) listed(side adjudicator.Side) (all []adjudicator.Phrase) {
	for rest := b.Sides[side]; rest != 0; {
		p := rest.Pop()
		if p == garrison {
			all = append(all, adjudicator.Say("hellenes.shown.garrison"))
			continue
		}
		all = append(all, b.g.describe(side, p, int(b.g.VC[side][p])))
	}
	return all
}

// steps are those of a block or a garrison.
func (b *battle) steps(side adjudicator.Side, p fog.Piece) int {
	if p == garrison {
		return 1
	}
	return int(b.g.VC[side][p])
}

// class is the agility and the power of a block in this battle (2.14, 6.5, 8.1).
func (b *battle) class(side adjudicator.Side, p fog.Piece) (agility byte, power int) {
	if b.Assault && side != b.Attacker {
		return 'A', 2
	}
	bl := b.g.block(side, p)
	if bl.Arm == data.Fleet && !b.g.rules.sea(b.At) {
		return bl.Ashore.Agility, int(bl.Ashore.Power)
	}
	return bl.Class.Agility, int(bl.Class.Power)
}

// fighting are those of a side that can attack or be hit: at sea only fleets (6.5).
func (b *battle) fighting(side adjudicator.Side) fog.Set {
	if b.g.rules.sea(b.At) {
		return b.Sides[side] & b.g.rules.fleets[side]
	}
	return b.Sides[side]
}

// holdsFire reports whether the attackers cannot attack: in the first round after a landing or a
// strait (6.5, 6.6).
func (b *battle) holdsFire(side adjudicator.Side) bool {
	return side == b.Attacker && b.Round == 1 && (b.Form.Landing || b.Form.Strait && b.g.rules.sea(b.At))
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

// attack is the attack of one block: hits on the strongest enemies first, then routs on the
// weakest (6.31 to 6.33).
func (b *battle) attack(side adjudicator.Side, p fog.Piece, routs bool) {
	was := b.Blow
	b.Blow = &Blow{Side: side, Piece: p, Routs: routs}
	b.throw()
	b.ares(&Moment{Zone: b.At})
	b.strike()
	b.Blow = was
}

// throw throws the dice of the attack.
func (b *battle) throw() {
	x := b.Blow
	_, power := b.class(x.Side, x.Piece)
	dice := b.t.Roll(b.steps(x.Side, x.Piece))
	x.Hits, x.Flights = 0, 0
	for _, d := range dice {
		x.Hits += btoi(d <= power)
		x.Flights += btoi(x.Routs && d > 6-power)
	}
	b.t.Tell(adjudicator.Event{Rule: "6.31", Depth: 1, Public: adjudicator.Say("hellenes.event.attacks", "Side", seat(x.Side), "Block", b.term(x.Piece),
		"Hits", x.Hits, "Routs", x.Flights, "Faces", adjudicator.Faces(dice))})
}

// strike does what the attack does, or what is left of it.
func (b *battle) strike() {
	x := b.Blow
	for enemy := x.Side.Other(); x.Hits > 0 && (b.chasing || !b.Over); x.Hits-- {
		b.hit(enemy)
	}
	for enemy := x.Side.Other(); x.Flights > 0 && !b.Over; x.Flights-- {
		b.rout(enemy)
	}
}

// term names a block or a garrison.
func (b *battle) term(p fog.Piece) any {
	if p == garrison {
		return adjudicator.Say("hellenes.shown.garrison")
	}
	return pieceTerm(p)
}

// hit takes a step from the strongest block of a side (6.32), or half of one behind double defence
// (8.11). In pursuit routed ones are hit as well.
func (b *battle) hit(side adjudicator.Side) {
	g := b.g
	targets := b.fighting(side)
	if !b.chasing {
		targets &^= b.Routed[side]
	}
	if targets.Len() > 1 {
		targets &^= one(garrison)
	}
	if targets == 0 {
		return
	}
	half := b.Assault && side != b.Attacker && b.Double
	if begun := targets & b.Halves[side]; half && begun != 0 {
		targets = one(begun.Nth(0))
	}
	p := b.pick(side, "hits", b.most(side, targets))
	if half && !b.Halves[side].Has(p) {
		b.Halves[side].Add(p)
		return
	}
	b.Halves[side].Drop(p)
	b.Bled[side] = true
	if p != garrison && g.hurt(side, p) {
		b.mend()
		return
	}
	b.remove(side, p)
	b.mend()
	b.check()
}

// most are the strongest of some blocks.
func (b *battle) most(side adjudicator.Side, who fog.Set) fog.Set {
	if who == one(garrison) {
		return who
	}
	return b.g.strongest(side, who&^one(garrison))
}

// rout takes the weakest block of a side out of the battle, though not out of the world (6.33). The
// defenders of a city stand fast.
func (b *battle) rout(side adjudicator.Side) {
	if b.Assault && side != b.Attacker {
		return
	}
	targets := b.fighting(side) &^ b.Routed[side]
	if targets == 0 {
		return
	}
	p := b.pick(side, "routs", b.g.weakest(side, targets))
	b.Routed[side].Add(p)
	b.Bled[side] = true
	b.t.Tell(adjudicator.Event{Rule: "6.33", Depth: 1, Public: adjudicator.Say("hellenes.event.routs", "Side", seat(side), "Block", b.term(p))})
	b.check()
}

// pick asks a side which of equal blocks it is. Blocks that are the same in everything are not asked for.
func (b *battle) pick(side adjudicator.Side, verb string, among fog.Set) fog.Piece {
	p := among.Nth(0)
	if among.Len() == 1 {
		return p
	}
	alike := true
	for rest := among; rest != 0; {
		q := rest.Pop()
		x, y := b.g.block(side, p), b.g.block(side, q)
		alike = alike && x.Arm == y.Arm && x.Class == y.Class && x.VC == y.VC && x.Homes == y.Homes &&
			b.Tired[side].Has(p) == b.Tired[side].Has(q)
	}
	if alike {
		return p
	}
	f := menu("not-equal", "6.3", func() (all []Act) {
		for rest := among; rest != 0; {
			all = append(all, Act{Verb: verb, Pieces: one(rest.Pop()), Zone: nowhere})
		}
		return all
	}, verb)
	a := b.asks(side, adjudicator.Question{Kind: verb, Rule: "6.3", Prompt: adjudicator.Say("hellenes.ask.pick", "Zone", zoneTerm(b.At), "Hits", btoi(verb == "hits")),
		Verbs: f.verbs, Reaction: true, Slight: true, Form: b.g.adviseLosses(f, side)})
	return a.Pieces.Nth(0)
}

// asks asks a side, where the battle can be entered unless blocks are chased.
func (b *battle) asks(side adjudicator.Side, q adjudicator.Question) Act {
	if b.chasing {
		return b.t.Ask(side, q).(Act)
	}
	return b.g.asksIn(b.t, side, Moment{Zone: b.At}, q)
}

// remove takes a block from the battle that has fallen: it lies in the pool, known to both.
func (b *battle) remove(side adjudicator.Side, p fog.Piece) {
	b.Sides[side].Drop(p)
	b.Routed[side].Drop(p)
	if p == garrison {
		b.g.Towns[b.At].Garrison, b.g.Towns[b.At].Built = false, false
	} else {
		b.g.drop(side, p)
	}
	b.t.Tell(adjudicator.Event{Rule: "6.32", Depth: 1, Public: adjudicator.Say("hellenes.event.falls", "Side", seat(side), "Block", b.term(p))})
}

// mend keeps what is carried in a sea battle smaller than its fleets.
func (b *battle) mend() {
	if !b.g.rules.sea(b.At) {
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
		b.t.Tell(adjudicator.Event{Rule: "6.34", Depth: 1, Public: adjudicator.Say("hellenes.event.panics", "Side", seat(side))})
		b.pursue(side)
		b.harass(side)
		b.prize(side.Other(), 2)
		b.flee(side, b.Sides[side], true)
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
	b.g.gain(side, n)
	b.t.Tell(adjudicator.Event{Rule: "14.11", Depth: 1, Public: adjudicator.Say("hellenes.event.prize", "Side", seat(side), "Number", n)})
}
