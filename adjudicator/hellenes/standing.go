package hellenes

import (
	_ "embed"

	"keryx/adjudicator"
	"keryx/adjudicator/advice"
	"keryx/adjudicator/hellenes/ground"
	"keryx/orders"
)

//go:embed starter.toml
var starter string

var starters = advice.ReadStarters(starter)

// Starter implements [adjudicator.Guide].
func (r *Rules) Starter(side adjudicator.Side, lang string) string {
	return starters.For(ground.Sides[side], lang)
}

// Tongue implements [adjudicator.Linguist].
func (r *Rules) Tongue(rule *orders.Rule) (orders.Language, bool) {
	return advice.Tongue(rule, r.Words)
}
