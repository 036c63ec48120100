package hellenes

import (
	"fmt"
	"slices"
	"strings"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/fog"
	"keryx/adjudicator/hellenes/ground"
	"keryx/adjudicator/hellenes/order"
	"keryx/adjudicator/hellenes/view"
)

// Overt implements [adjudicator.Overt]: what the enemy sees of an answer before anything is shown. It is nothing that can
// be said of what leads to a battle, to dice for each hidden block, or to a draw, nor of the set-up, after which all
// blocks are given names.
func (g *Game) Overt(side adjudicator.Side, answer adjudicator.Answer) string {
	a := answer.(order.Act)
	switch a.Verb {
	case "card", "event", "sacrifice", "discard", "drop":
		return fmt.Sprint(a.Verb, a.Card, a.God)
	case "end", "let", "break", "capitulate", "offer":
		if g.Season == ground.Winter && a.Verb == "end" {
			return "" // who leaves the map hangs on who they are
		}
		if appealed := g.Now.Kind == "" || g.Now.Kind == "appeal"; appealed && a.Verb == "let" {
			return "" // dice for each hidden block may follow
		}
		return a.Verb
	case "target", "ostracise", "garrison", "starve", "assault", "betray":
		return fmt.Sprint(a.Verb, a.Zone, a.Leader)
	case "build", "reduce":
		return fmt.Sprint(a.Verb, g.At(side, a.Pieces.Nth(0)), a.Times)
	case "maintain", "disband":
		return a.Verb + g.seen(side, a.Pieces)
	case "fortify":
		if at := g.At(side, a.Pieces.Nth(0)); a.Pieces == g.Pieces(side, g.Upright(side, at)) {
			return a.Verb + g.seen(side, a.Pieces)
		}
	case "move", "canton", "home", "shelter", "pillage":
		return g.seenWay(side, a, a.Rows)
	case "gather":
		var rows []order.Row
		for rest := a.Pieces; rest != 0; {
			group := rest & g.In(side, g.At(side, rest.Nth(0)))
			rest &^= group
			rows = append(rows, g.gatherRows(side, group, a.Zone)...)
		}
		return g.seenWay(side, a, rows)
	}
	return ""
}

// seenWay is what is seen of blocks that go somewhere: how many, by which way, and under which names if all go that
// look alike. It is empty where they meet enemies, force a march or cross the high sea.
func (g *Game) seenWay(side adjudicator.Side, a order.Act, rows []order.Row) string {
	seen := []string{a.Verb, fmt.Sprint(a.Zone)}
	for _, row := range rows {
		from := a.Zone
		if row.Pieces != 0 {
			from = g.At(side, row.Pieces.Nth(0))
		}
		path := []board.Zone{row.To}
		if a.Verb == "pillage" {
			if row.Pieces == 0 {
				row.Pieces = g.In(side, from)
			}
		} else {
			path, _ = g.wrongRow(side, row, order.Unwritten)
		}
		all := append([]board.Zone{from}, path...)
		if row.Force || g.risky(all) || g.Names(side.Other(), row.To) != 0 || a.Verb == "home" && g.Names(side.Other(), g.Rules.City(row.To).Harbour) != 0 {
			return ""
		}
		seen = append(seen, fmt.Sprint(all), g.seen(side, row.Pieces))
	}
	return strings.Join(seen, " ")
}

// risky reports whether a way crosses a line of the high sea.
func (g *Game) risky(all []board.Zone) bool {
	for i := 1; i < len(all); i++ {
		if e := g.Rules.Board.Edge(all[i-1], all[i]); e != nil && e.Tags&g.Rules.High != 0 {
			return true
		}
	}
	return false
}

// seen is what is seen of some blocks that part from others: where and how many, and their names if none is left that
// looks like them.
func (g *Game) seen(side adjudicator.Side, who fog.Set) string {
	var all []string
	for names := g.Called(side, who); names != 0; {
		n := names.Nth(0)
		group := g.Alike(side, n)
		part := names & group
		names &^= part
		if part == group {
			all = append(all, fmt.Sprint(" ", view.List(part)))
		} else {
			all = append(all, fmt.Sprint(" ", part.Len(), " of ", view.List(group)))
		}
	}
	slices.Sort(all)
	return strings.Join(all, "")
}
