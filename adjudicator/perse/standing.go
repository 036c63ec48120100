package perse

import (
	_ "embed"

	"keryx/adjudicator"
	"keryx/adjudicator/advice"
	"keryx/adjudicator/perse/data"
	"keryx/adjudicator/perse/field"
	"keryx/adjudicator/perse/order"
)

//go:embed starter.toml
var starter string

var starters = advice.ReadStarters(starter)

// Starter implements [adjudicator.Guide].
func (r *Rules) Starter(side adjudicator.Side, lang string) string {
	return starters.For(data.SideIDs[side], lang)
}

func (g *Game) adviseOffer(f *order.Form) order.Adviser { return order.ByVerb("offer", f) }
func (g *Game) adviseCity(f *order.Form) order.Adviser  { return order.ByVerb("city", f) }

// adviseAct passes in a further segment of the turn, before anything is done in it.
func (g *Game) adviseAct(side adjudicator.Side) order.Adviser {
	return order.AdvisedBy("act", func(verb string) (order.Act, bool) {
		return order.Act{Verb: verb}, g.Flow.Had[side] && g.Flow.Acts == 0
	})
}

// adviseRuse plays the first stratagem that is named and can be played in the fight, or answers with the first of a verb.
func (g *Game) adviseRuse(f *order.Form) order.Adviser {
	return order.AdvisedBy("ruse", func(what string) (order.Act, bool) {
		if a := (order.Act{Verb: "play", Play: what}); f.Wrong(a) == nil {
			return a, true
		}
		return order.First(f, what)
	})
}

// adviseIntercept answers with an interception in which the side is not the weaker, or with the first of a verb.
func (g *Game) adviseIntercept(side adjudicator.Side, f *order.Form) order.Adviser {
	return order.AdvisedBy("intercept", func(what string) (order.Act, bool) {
		if what == "superior" {
			return g.Superior(side, f.Open())
		}
		return order.First(f, what)
	})
}

// adviseFight answers "fight" as long as the side is able to, or with the first answer of a verb.
func (g *Game) adviseFight(kind string, f *order.Form, able func() bool) order.Adviser {
	return order.AdvisedBy(kind, func(what string) (order.Act, bool) {
		if what == "able" {
			return order.Act{Verb: "fight"}, able()
		}
		return order.First(f, what)
	})
}

// adviseRetreat answers with the first zone that is named and can be gone to.
func (g *Game) adviseRetreat(f *order.Form) order.Adviser {
	return order.AdvisedBy("retreat", func(zone string) (order.Act, bool) {
		a := order.Act{Verb: "retreat", Path: zone}
		return a, f.Wrong(a) == nil
	})
}

// adviseLosses answers with the weakest counters that fit, or the strongest.
func (g *Game) adviseLosses(lots func() []int, fits func(field.Counts) *order.Fault) order.Adviser {
	return order.AdvisedBy("losses", func(how string) (order.Act, bool) {
		ranked := g.Cheapest(lots())
		if how == "strongest" {
			ranked = g.Dearest(lots())
		}
		c, ok := g.Gather(ranked, fits)
		return order.Act{Verb: "losses", Units: g.Rules.Write(c)}, ok
	})
}
