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

func newCall(g *game) callText {
	return callText{summoning{g: g, rule: "7 S15"}, march.CallText{G: g.war().Marches}}
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

// callable are the units that S15 can call in by the player's choice; none if the scenario
// says which they are.
func (g *game) callable(s adjudicator.Side) (units field.UnitSet, most int) {
	d, _ := g.optional(s)
	if d == nil || !d.Repeated {
		return units, 0
	}
	stock := g.stock(s)
	for _, x := range d.Stock {
		units = units.Or(stock.Where(func(u field.UnitNo) bool { return slices.Contains(x.Types, g.Units[u].Type) }))
		most += x.Count
	}
	return units, most
}

// callZones are where a side can have its optional reinforcements come.
func (g *game) callZones(s adjudicator.Side) board.Set {
	d, _ := g.optional(s)
	switch {
	case d == nil:
		return board.Set{}
	case d.Repeated:
		return board.SetOf(d.Zones...).Intersect(g.basesFor(s))
	}
	return g.war().Callable(s)
}

func (x callText) Judge(p *chit.Play, _ field.Moment) *field.Fault {
	g := x.g
	zones := g.callZones(p.Side)
	stock, most := g.callable(p.Side)
	switch {
	case zones.Empty():
		return g.Fault("called-once", "7 S15", 0)
	case p.Leaders != 0, !zones.Has(p.Zone), p.Units.Len() > most, !p.Units.Within(stock), p.Units.Empty() && most > 0,
		p.Units.Meets(g.Ships) && p.Zone != g.thasos:
		return g.Fault("call-where", "7 S15", 0, "Zones", zones, "Zone", zones.First())
	}
	return nil
}

func (x callText) Targets(p *chit.Play) board.Set { return x.g.callZones(p.Side) }

// Patterns are the strongest two units of each type, at each base.
func (x callText) Patterns(blank chit.Play) []*chit.Play {
	g := x.g
	stock, most := g.callable(blank.Side)
	var all []*chit.Play
	for _, there := range chit.AimedAt(g.callZones(blank.Side), blank) {
		if most == 0 {
			all = append(all, there)
			continue
		}
		for arm := range g.ByArm {
			p := *there
			if p.Units = g.strongest(stock.And(g.ByArm[arm]), most); !p.Units.Empty() && (there.Zone == g.thasos || !p.Units.Meets(g.Ships)) {
				all = append(all, &p)
			}
		}
	}
	return all
}

// strongest returns so many units of a set, those of most force points.
func (g *game) strongest(from field.UnitSet, n int) field.UnitSet {
	return from.Best(n, func(u field.UnitNo) int { return g.Pieces[u].Full })
}

func (x callText) Sample(r *rand.Rand, p *chit.Play) {
	g := x.g
	p.SampleZone(r, g.callZones(p.Side))
	stock, most := g.callable(p.Side)
	if p.Zone != g.thasos {
		stock = stock.Minus(g.Ships)
	}
	p.Units = g.Canonical(stock.Draw(r, most), stock)
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
	case came || !g.options.calledAgain:
		g.Optional |= bit
	}
}

// musterText is S16: Perdiccas sends up to three allied units of the stock to Macedonia.
type musterText struct{ summoning }

// mostMustered is how many units Perdiccas sends.
const mostMustered = 3

// allies are the units that Perdiccas can send to a side.
func (g *game) allies(s adjudicator.Side) field.UnitSet {
	return g.stock(s).Minus(g.Ships).Where(func(u field.UnitNo) bool { return g.Units[u].Ally == data.Allied })
}

func (x musterText) Judge(p *chit.Play, _ field.Moment) *field.Fault {
	g := x.g
	stock := g.allies(p.Side)
	if p.Units.Empty() || p.Units.Len() > mostMustered || p.Leaders != 0 || !p.Units.Within(stock) || p.Zone != board.NoZone && p.Zone != g.macedonia {
		one := stock.Best(1, func(field.UnitNo) int { return 0 })
		return g.Fault("muster-whom", "7 S16", 0, "Stock", stock, "One", one)
	}
	return nil
}

func (x musterText) Patterns(blank chit.Play) []*chit.Play {
	g := x.g
	stock := g.allies(blank.Side)
	var all []*chit.Play
	some := func(from field.UnitSet) {
		p := blank
		p.Units = g.strongest(from, mostMustered)
		all = append(all, &p)
	}
	if !stock.Empty() {
		some(stock)
	}
	g.EachFace(stock, func(u field.UnitNo) { some(g.Equal(stock, g.Pieces[u].Label, false)) })
	return all
}

func (x musterText) Sample(r *rand.Rand, p *chit.Play) {
	stock := x.g.allies(p.Side)
	p.Units = x.g.Canonical(stock.Draw(r, mostMustered), stock)
}

func (x musterText) CarryOut(t *adjudicator.Table, p *chit.Play) {
	g := x.g
	g.Tell(t, "7 S16", 1, "mustered", "Who", p.Units, "Zone", g.macedonia)
	g.summon(p.Units, g.macedonia)
}
