package hellespont

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey"
	"keryx/adjudicator/bey/battle"
	"keryx/adjudicator/board"
)

// combatOdds are the chances of one combat (4.2).
type combatOdds struct {
	Zone     string         `json:"zone"`
	Naval    bool           `json:"naval"`
	Sides    [2]string      `json:"sides"`  // the attacker first
	Forces   [2][]string    `json:"forces"` // all counters in the zone
	PF       [2]int         `json:"pf"`     // of those that fight, combined attacks (7, S8) included
	Ratio    string         `json:"ratio"`  // column of the table for these force points
	Shifts   []oddsModifier `json:"shifts"`
	Column   string         `json:"column"` // after all shifts
	Modifier int            `json:"modifier"`
	Die      []oddsModifier `json:"die"`
	Rows     []combatRow    `json:"rows"`
	Wins     [2]oddsChance  `json:"wins"`
	Losses   [2]oddsLoss    `json:"losses"` // on the mean
}

// combatRow is what comes of one result of the die.
type combatRow struct {
	Die     int         `json:"die"`
	Total   int         `json:"total"`
	Chance  oddsChance  `json:"chance"`
	Results [2]string   `json:"results"` // "R", "1/4" ... "E", the attacker's first
	Winner  string      `json:"winner"`
	Losses  [2]oddsLoss `json:"losses"`
	Trapped bool        `json:"trapped,omitempty"` // the loser has nowhere to retreat to and is eliminated (4.2.4)
}

// combat returns the chances of a combat in a zone, with the stratagems of the attacker
// and the defender; the zero ruse is none. A retreat that overfills a zone is not looked
// into. It returns why there is none if there is nothing to fight with, or a side cannot
// play there what it is to play.
func (o *oddsTable) combat(z board.Zone, attacker adjudicator.Side, ruses [2]oddsRuse) (*combatOdds, *misplaced) {
	g := o.g
	b := &battle.Battle{Zone: z, Attacker: attacker, Naval: g.Seas.Has(z)}
	sides := [2]adjudicator.Side{attacker, attacker.Other()}
	c := &combatOdds{Zone: g.Board.Name(z), Naval: b.Naval}
	for i, s := range sides {
		if g.war().Fighters(b, s).Empty() || g.Ports.Has(z) || g.Bases.Has(z) {
			return nil, o.noFight(b)
		}
		var wrong *misplaced
		if b.Ruse[s], wrong = o.combatRuse(b, s, ruses[i]); wrong != nil {
			return nil, wrong
		}
		c.Sides[i], c.Forces[i] = sideIDs[s], o.names(s, z)
	}
	r := g.war().Reckon(b)
	c.PF = [2]int{r.Strength[sides[0]], r.Strength[sides[1]]}
	c.Ratio, c.Column = g.CRT.ColumnName(r.Odds), g.CRT.ColumnName(r.Column)
	c.Shifts, c.Die, c.Modifier = oddsModifiers(&r.Shifts), oddsModifiers(&r.Die), r.Die.Sum()
	c.Wins = [2]oddsChance{{0, 6}, {0, 6}}
	for die := 1; die <= 6; die++ {
		row := o.row(b, die, die+r.Die.Sum(), g.CRT.At(die+r.Die.Sum(), r.Column))
		c.Rows = append(c.Rows, row)
		for i := range sides {
			c.Losses[i].add(row.Losses[i], row.Chance.Float())
			if row.Winner == c.Sides[i] {
				c.Wins[i].Ways++
			}
		}
	}
	return c, nil
}

// noFight says that a side cannot fight a combat.
func (o *oddsTable) noFight(b *battle.Battle) *misplaced {
	code := "odds-no-land"
	if b.Naval {
		code = "odds-no-naval"
	}
	return &misplaced{code: code, args: []any{"Zone", o.g.ZoneTerm(b.Zone)}}
}

// row works out one cell of the table on a copy of the position.
func (o *oddsTable) row(b *battle.Battle, die, total int, cell bey.Cell) combatRow {
	after := *o.g
	g := &after
	sides := [2]adjudicator.Side{b.Attacker, b.Attacker.Other()}
	results := [2]bey.Result{cell.Attacker, cell.Defender}
	row := combatRow{Die: die, Total: total, Chance: oddsChance{1, 6}, Results: [2]string{results[0].String(), results[1].String()}}
	for i, s := range sides {
		if results[i] == bey.AllEliminated {
			for units := g.UnitsAt(s, b.Zone); !units.Empty(); {
				g.Eliminate(units.Pop())
			}
			continue
		}
		g.give(g.war().LossForm(g.war().Fighters(b, s), b.Naval, results[i]), s)
	}
	winner, loser := sides[0], sides[1]
	if cell.Winner == bey.Defender {
		winner, loser = loser, winner
	}
	row.Winner = sideIDs[winner]
	row.Trapped = g.trapped(loser, b.Zone)
	if row.Trapped {
		for units := g.UnitsAt(loser, b.Zone); !units.Empty(); {
			g.Eliminate(units.Pop())
		}
	}
	for i, s := range sides {
		row.Losses[i] = g.lost(o.g, s)
	}
	return row
}

// trapped reports whether units of a side that must retreat from a zone cannot.
func (g *game) trapped(s adjudicator.Side, z board.Zone) bool {
	f := &battle.RetreatForm{G: g.war(), Side: s, From: z, Near: g.war().WaysOut(s, z)}
	if f.Units = g.UnitsAt(s, z); f.Units.Empty() {
		return false
	}
	f.Landings()
	return f.Near.Empty() && f.Over.Empty()
}
