package amphipolis

import (
	"math/rand/v2"
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/amphipolis/data"
	"keryx/adjudicator/bey/chit"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/march"
	"keryx/adjudicator/bey/order"
	"keryx/adjudicator/board"
	"keryx/orders"
)

// callText is S15: the optional reinforcements of the scenario come, once, or in 10.4 two
// units of the stock, each time (C-75, C-76).
type callText struct {
	summoning
	call march.CallText
}

func (x callText) Worth(p *chit.Play) int { return x.call.Worth(p) }

// summoning is what the texts share that name units of the stock.
type summoning struct {
	chit.Aimless
	g    *game
	rule string
}

func (x summoning) Aims(p *chit.Play) (field.UnitSet, field.LeaderSet) { return x.g.stock(p.Side), 0 }

// Pick implements [chit.Text]: what is no more in the stock is in play, or called for already.
func (x summoning) Pick(p *chit.Play, f order.Force, s *orders.Statement) *orders.Diagnostic {
	d := x.Aimless.Pick(p, f, s)
	if d == nil {
		return nil
	}
	if i := slices.Index(d.Args, "Unit"); i >= 0 {
		return x.g.Fault("not-in-stock", x.rule, 0, "Unit", d.Args[i+1], "Stock", x.g.stock(p.Side)).In(s, d.Span)
	}
	return d
}

// optional returns what a side can call for and its bit among the optional reinforcements
// of the scenario, nil if it has none.
func (g *game) optional(s adjudicator.Side) (d *data.Deployment, bit uint32) {
	for i, o := range g.setting.Optional {
		if o.Side == s {
			return o, 1 << i
		}
	}
	return nil, 0
}

// levy is what a text can call in: so many units of the stock, and where they may come.
type levy struct {
	stock field.UnitSet
	most  int
	zones board.Set
}

// callable is what S15 can call in: units by the player's choice, or none if the scenario says
// which they are.
func (g *game) callable(s adjudicator.Side) (l levy) {
	d, _ := g.optional(s)
	if d == nil || !d.Repeated {
		l.zones = g.war().Callable(s)
		return l
	}
	l.zones = board.SetOf(d.Zones...).Intersect(g.basesFor(s))
	for _, x := range d.Stock {
		l.stock = l.stock.Or(g.drawn(x, g.stock(s)).from)
		l.most += x.Count
	}
	return l
}

// fits reports whether units are of those that can be called to a zone: ships to Thasos alone.
func (l levy) fits(g *game, units field.UnitSet, z board.Zone) bool {
	return units.Within(l.stock) && units.Len() <= l.most && units.Empty() == (l.most == 0) &&
		l.zones.Has(z) && (z == g.thasos || !units.Meets(g.Ships))
}

// strongest returns so many units of a set, those of most force points.
func (g *game) strongest(from field.UnitSet, n int) field.UnitSet {
	return from.Best(n, func(u field.UnitNo) int { return g.Pieces[u].Full })
}

func (x callText) Judge(p *chit.Play, _ field.Moment) *field.Fault {
	switch l := x.g.callable(p.Side); {
	case l.zones.Empty():
		return x.g.Fault("called-once", x.rule, 0)
	case p.Leaders != 0, !l.fits(x.g, p.Units, p.Zone):
		return x.g.Fault("call-where", x.rule, 0, "Zones", l.zones, "Zone", l.zones.First())
	}
	return nil
}

func (x callText) Targets(p *chit.Play) board.Set { return x.g.callable(p.Side).zones }

// Patterns are the strongest two units of each type, at each base.
func (x callText) Patterns(blank chit.Play) (all []*chit.Play) {
	g, l := x.g, x.g.callable(blank.Side)
	if l.most == 0 {
		return chit.AimedAt(l.zones, blank)
	}
	for _, there := range chit.AimedAt(l.zones, blank) {
		for arm := range g.ByArm {
			p := *there
			if p.Units = g.strongest(l.stock.And(g.ByArm[arm]), l.most); l.fits(g, p.Units, p.Zone) {
				all = append(all, &p)
			}
		}
	}
	return all
}

func (x callText) Sample(r *rand.Rand, p *chit.Play) {
	l := x.g.callable(p.Side)
	if p.SampleZone(r, l.zones); p.Zone != x.g.thasos {
		l.stock = l.stock.Minus(x.g.Ships)
	}
	p.Units = x.g.Canonical(l.stock.Draw(r, l.most), l.stock)
}

// CarryOut: what is called for is used up even if the enemy annuls it, unless the game is
// played otherwise (C-82).
func (x callText) CarryOut(t *adjudicator.Table, p *chit.Play) {
	g := x.g
	d, bit := g.optional(p.Side)
	x.call.CarryOut(t, p)
	came := g.Phase.Called&bit != 0
	switch {
	case d.Repeated:
		g.Phase.Called &^= bit
		if came {
			g.summon(p.Units, p.Zone)
		}
	case came || !g.options.CalledAgain:
		g.Optional |= bit
	}
}

// musterText is S16: Perdiccas sends up to three allied units of the stock to Macedonia.
type musterText struct{ summoning }

// allies are the units that Perdiccas can send to a side.
func (g *game) allies(s adjudicator.Side) field.UnitSet {
	return g.stock(s).Minus(g.Ships).Where(func(u field.UnitNo) bool { return g.Units[u].Ally == data.Allied })
}

// mustered is what S16 can call in.
func (x musterText) mustered(s adjudicator.Side) levy {
	return levy{x.g.allies(s), 3, board.SetOf(x.g.macedonia)}
}

func (x musterText) Judge(p *chit.Play, _ field.Moment) *field.Fault {
	l, to := x.mustered(p.Side), p.Zone
	if to == board.NoZone {
		to = x.g.macedonia
	}
	if p.Leaders != 0 || !l.fits(x.g, p.Units, to) {
		one := l.stock.Best(1, func(field.UnitNo) int { return 0 })
		return x.g.Fault("muster-whom", x.rule, 0, "Stock", l.stock, "One", one)
	}
	return nil
}

// Patterns are the strongest allies, and those of each class.
func (x musterText) Patterns(blank chit.Play) (all []*chit.Play) {
	g, l := x.g, x.mustered(blank.Side)
	some := func(from field.UnitSet) {
		p := blank
		p.Units = g.strongest(from, l.most)
		all = append(all, &p)
	}
	if !l.stock.Empty() {
		some(l.stock)
	}
	g.EachFace(l.stock, func(u field.UnitNo) { some(g.Equal(l.stock, g.Pieces[u].Label, false)) })
	return all
}

func (x musterText) Sample(r *rand.Rand, p *chit.Play) {
	l := x.mustered(p.Side)
	p.Units = x.g.Canonical(l.stock.Draw(r, l.most), l.stock)
}

func (x musterText) CarryOut(t *adjudicator.Table, p *chit.Play) {
	g := x.g
	g.Tell(t, "7 S16", 1, "mustered", "Who", p.Units, "Zone", g.macedonia)
	g.summon(p.Units, g.macedonia)
}
