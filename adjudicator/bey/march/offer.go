package march

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
)

// Offers implements [adjudicator.Offerer]: where each stack and each piece of it can go, out
// of the zone that is activated, or of one that can be.
func (f *ActForm) Offers() adjudicator.Offers {
	var all adjudicator.Offers
	if f.Current != board.NoZone && f.movable(f.Current) {
		all.Moves = f.leaving(all.Moves, f.Current, nil)
	}
	for z := range f.Open().All() {
		if f.mayLeave(z) {
			all.Moves = f.leaving(all.Moves, z, nil)
			continue
		}
		a := Activation{f.G, z, f.Cost(z)}
		words := a.Words()
		undo := f.paid(a.Cost)
		all.Moves = f.leaving(all.Moves, z, words)
		undo()
	}
	verbs := actVerbs
	if !f.Actions {
		verbs = departVerbs
	}
	for _, verb := range verbs {
		if verb != "move" {
			all.Rest = append(all.Rest, adjudicator.Keyword(verb))
		}
	}
	return all
}

// paid has an activation paid, on which hangs what can be paid behind it, until it is undone.
func (f *ActForm) paid(cost int) (undo func()) {
	g := f.G
	points, spend := g.Points, g.Phase.Spend
	g.Pay(cost)
	return func() { g.Points, g.Phase.Spend = points, spend }
}

// party are some of a stack who can set out together.
type party struct {
	units field.UnitSet
	men   field.LeaderSet
}

func (p party) empty() bool { return p.units.Empty() && p.men == 0 }

// outings are the largest parties of those in a zone who may still move, by each manner of
// movement that some of them have: the ships, all others by land, and over the sea those of
// them who may go there. The order template shows one line for each, and what is offered has
// all of them.
func (g Marches) outings(side adjudicator.Side, from board.Zone) (all []Move) {
	units, men := g.Fresh(side, from)
	ships, troops := units.And(g.Ships), units.Minus(g.Ships)
	add := func(p party, how Manner) {
		m := Move{G: g, Side: side, From: from, Units: p.units, Leaders: p.men, Manner: how}
		if !p.empty() && g.MayLeave(&m) == nil {
			all = append(all, m)
		}
	}
	if !ships.Empty() {
		add(party{ships, men &^ g.LandLeaders}, BySea)
	}
	if !g.Seas.Has(from) {
		add(party{troops, men}, ByLand)
	}
	if g.Coast.Has(from) {
		add(party{troops.Minus(g.Landsmen), men &^ g.LandLeaders}, Ferried)
	}
	return all
}

// leaving adds where those in a zone can go, once it is activated by the words if there are
// any: all of them, the parties of its outings, and each piece by itself.
func (f *ActForm) leaving(all []adjudicator.Offer, from board.Zone, activation adjudicator.Words) []adjudicator.Offer {
	g := f.G
	units, men := g.Fresh(f.Side, from)
	whole := party{units, men}
	parties := []party{whole}
	for _, m := range g.outings(f.Side, from) {
		parties = append(parties, party{m.Units, m.Leaders})
	}
	for rest := units; !rest.Empty(); { // of pieces that go by one name, one
		parties = append(parties, party{units: g.Canonical(field.UnitsOf(rest.Pop()), units)})
	}
	for rest := men; rest != 0; {
		var one field.LeaderSet
		one.Add(rest.Pop())
		parties = append(parties, party{men: one})
	}
	seen := map[party]bool{}
	for _, p := range parties {
		if seen[p] || p.empty() {
			continue
		}
		seen[p] = true
		o := offerer{f, activation, p, p == whole}
		all = o.going(all, Move{G: g, Side: f.Side, From: from, Units: p.units, Leaders: p.men})
	}
	return all
}

// offerer offers where a party can go.
type offerer struct {
	*ActForm
	activation adjudicator.Words // of the zone; nil if it needs none
	who        party
	whole      bool // the party is all of the stack
}

// going adds where a party can go: by sea with its ships, else by land or aboard the ships of
// others, as an order that names the destination alone is read; behind that, where it can go only
// past an enemy who may stop it; and at last where a piece without ships of its own can go on board
// of some.
func (o offerer) going(all []adjudicator.Offer, m Move) []adjudicator.Offer {
	g := o.G
	manners := []Manner{ByLand, Ferried}
	switch {
	case m.Units.Meets(g.Ships):
		manners = []Manner{BySea}
	case g.Seas.Has(m.From):
		manners = nil
	case !g.Coast.Has(m.From):
		manners = manners[:1]
	}
	done := board.SetOf(m.From)
	for _, how := range manners {
		m.Manner = how
		reached := g.reach(&m).Minus(done)
		done = done.Union(reached)
		for to := range reached.All() {
			if x := m; g.Sought(&x, to) && g.Judge(&x) == nil {
				all = append(all, o.offer(&x, adjudicator.Phrase{}))
			}
		}
	}
	for _, how := range manners {
		m.Manner = how
		all = o.daring(all, m, &done)
	}
	if m.Units.Len()+m.Leaders.Len() == 1 && !m.Units.Meets(g.Ships) {
		all = o.aboard(all, m, done)
	}
	return all
}

// aboard adds where a piece can go with ships of its zone, the fewest of them, the weakest first.
func (o offerer) aboard(all []adjudicator.Offer, m Move, done board.Set) []adjudicator.Offer {
	g := o.G
	fresh, _ := g.Fresh(m.Side, m.From)
	m.Manner = BySea
	for ships := fresh.And(g.Ships); g.Hold(&m) < g.Load(m.Units) || !m.Units.Meets(g.Ships); {
		if ships.Empty() {
			return all
		}
		u := ships.Best(1, func(u field.UnitNo) int { return -g.Strength(u) }).Nth(0)
		ships.Drop(u)
		m.Units = m.Units.Or(field.UnitsOf(u))
	}
	for to := range g.reach(&m).Minus(done).All() {
		if x := m; g.Sought(&x, to) && g.Judge(&x) == nil {
			all = append(all, o.offer(&x, adjudicator.Phrase{}))
		}
	}
	return all
}

// offer is that of a movement.
func (o offerer) offer(m *Move, risk adjudicator.Phrase) adjudicator.Offer {
	g := o.G
	x := adjudicator.Offer{From: g.ZoneTerm(m.From), To: g.ZoneTerm(m.To()), Who: g.Naming(o.who.units, o.who.men), Whole: o.whole, Risk: risk}
	if o.activation != nil {
		x.Lines = append(x.Lines, o.activation)
		x.Note = adjudicator.Say("bey.note.activation", "Cost", o.Cost(m.From), "Who", g.Terms(g.Fresh(o.Side, m.From)))
	}
	x.Lines = append(x.Lines, g.Answer(m).Words())
	x.Odds = o.odds(m)
	return x
}

// odds asks for the chances of the combat that a movement leads to, with those who arrive; nothing
// where there is none.
func (o offerer) odds(m *Move) adjudicator.Words {
	g, to := o.G, m.To()
	enemy := g.At[to].And(g.Of[m.Side.Other()])
	kind, arrive := adjudicator.Keyword("odds-land"), m.Units.Minus(g.Ships)
	if enemy = enemy.Minus(g.Ships); g.Seas.Has(to) {
		kind, arrive = "odds-naval", m.Units.And(g.Ships)
		enemy = g.At[to].And(g.Of[m.Side.Other()]).And(g.Ships)
	}
	if enemy.Empty() || arrive.Empty() || g.Ports.Has(to) || g.Bases.Has(to) {
		return nil
	}
	w := adjudicator.Words{kind, adjudicator.Keyword("at"), g.ZoneTerm(to)}
	w = append(append(w, g.Naming(arrive, m.Leaders)...), ",", adjudicator.Keyword("from"), g.ZoneTerm(m.From))
	if m.Manner != ByLand && !g.Seas.Has(to) {
		w = append(w, ",", adjudicator.Keyword("odds-amphibious"))
	}
	return w
}

// Aim implements [adjudicator.Aimer]: a movement by whatever way there is, behind the activation of
// its zone where it has to be activated.
func (f *ActForm) Aim(o adjudicator.Offer, to adjudicator.Term) []adjudicator.Words {
	move := append(adjudicator.Words{adjudicator.Keyword("move")}, o.Who...)
	move = append(move, adjudicator.Keyword("from"), o.From, adjudicator.Keyword("to"), to)
	if z, ok := f.G.Board.Zone(o.From.ID); ok && !f.mayLeave(z) {
		return []adjudicator.Words{Activation{f.G, z, f.Cost(z)}.Words(), move}
	}
	return []adjudicator.Words{move}
}
