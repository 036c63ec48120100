package hellenes

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"

	"keryx/adjudicator"
	"keryx/adjudicator/hellenes/ground"
	"keryx/adjudicator/readings"
)

//go:embed interpretations.toml
var readingsText string

// settled are the decisions on what the rulebook leaves open.
var settled = sync.OnceValue(func() readings.List { return readings.Must(readingsText) })

// Readings implements [adjudicator.Interpreter].
func (r *Rules) Readings(lang string) []adjudicator.Reading { return settled().In(lang) }

// choose reads the options of a game. It returns an error for one that there is not.
func (g *Game) choose() error { return settled().Choose(g.Options, &g.Chosen) }

// bid is what a side has bid to be the one that it is, in prestige, and which one; 0 if neither has (the option "bid":
// "athens-3").
func (g *Game) bid() (side adjudicator.Side, prestige int) {
	who, n, _ := strings.Cut(g.Options["bid"], "-")
	if who == ground.Sides[ground.Sparta] {
		side = ground.Sparta
	}
	prestige, _ = strconv.Atoi(n) // "none" has no number
	return side, prestige
}

var _ adjudicator.Interpreter = (*Rules)(nil)
