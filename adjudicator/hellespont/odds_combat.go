package hellespont

import (
	"fmt"

	"keryx/adjudicator"
	"keryx/adjudicator/bey"
	"keryx/adjudicator/board"
)

// CombatOdds are the chances of one combat (4.2).
type CombatOdds struct {
	Zone     string         `json:"zone"`
	Naval    bool           `json:"naval"`
	Sides    [2]string      `json:"sides"`  // the attacker first
	Forces   [2][]string    `json:"forces"` // all counters in the zone
	PF       [2]int         `json:"pf"`     // of those that fight, combined attacks (7, S8) included
	Ratio    string         `json:"ratio"`  // column of the table for these force points
	Shifts   []OddsModifier `json:"shifts"`
	Column   string         `json:"column"` // after all shifts
	Modifier int            `json:"modifier"`
	Die      []OddsModifier `json:"die"`
	Rows     []CombatRow    `json:"rows"`
	Wins     [2]OddsChance  `json:"wins"`
	Losses   [2]OddsLoss    `json:"losses"` // on the mean
}

// CombatRow is what comes of one result of the die.
type CombatRow struct {
	Die     int         `json:"die"`
	Total   int         `json:"total"`
	Chance  OddsChance  `json:"chance"`
	Results [2]string   `json:"results"` // "R", "1/4" ... "E", the attacker's first
	Winner  string      `json:"winner"`
	Losses  [2]OddsLoss `json:"losses"`
	Trapped bool        `json:"trapped,omitempty"` // the loser has nowhere to retreat to and is eliminated (4.2.4)
}

// Combat returns the chances of a combat in a zone, with the stratagems of the
// attacker and the defender; the zero ruse is none. A retreat that overfills a zone
// is not looked into. It returns an error that wraps [ErrOdds] if there is nothing
// to fight with, or a side cannot play there what it is to play.
func (o *OddsTable) Combat(z board.Zone, attacker adjudicator.Side, ruses [2]OddsRuse) (*CombatOdds, error) {
	c, wrong := o.combat(z, attacker, ruses)
	if wrong != nil {
		return nil, wrong.err
	}
	return c, nil
}

func (o *OddsTable) combat(z board.Zone, attacker adjudicator.Side, ruses [2]OddsRuse) (*CombatOdds, *misplaced) {
	g := o.g
	b := &battle{zone: z, attacker: attacker, naval: g.seas.Has(z)}
	sides := [2]adjudicator.Side{attacker, attacker.Other()}
	c := &CombatOdds{Zone: g.board.Name(z), Naval: b.naval}
	for i, s := range sides {
		if g.fighters(b, s).empty() || g.ports.Has(z) || g.bases.Has(z) {
			return nil, o.noFight(b, s)
		}
		var wrong *misplaced
		if b.ruse[s], wrong = o.combatRuse(b, s, ruses[i]); wrong != nil {
			return nil, wrong
		}
		c.Sides[i], c.Forces[i] = sideIDs[s], o.names(s, z)
	}
	r := g.reckon(b)
	c.PF = [2]int{r.strength[sides[0]], r.strength[sides[1]]}
	c.Ratio, c.Column = g.CRT.ColumnName(r.odds), g.CRT.ColumnName(r.column)
	c.Shifts, c.Die, c.Modifier = oddsModifiers(&r.shifts), oddsModifiers(&r.die), r.die.Sum()
	c.Wins = [2]OddsChance{{0, 6}, {0, 6}}
	for die := 1; die <= 6; die++ {
		row := o.row(b, die, die+r.die.Sum(), g.CRT.At(die+r.die.Sum(), r.column))
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

// noFight says why a side cannot fight a combat.
func (o *OddsTable) noFight(b *battle, s adjudicator.Side) *misplaced {
	g, code, why := o.g, "odds-no-land", "it has no land units there"
	switch {
	case g.ports.Has(b.zone):
		why = "ports are besieged: ask for the odds of a siege"
	case g.bases.Has(b.zone):
		why = "nobody is attacked in a base"
	case b.naval:
		code, why = "odds-no-naval", "it has no ships there"
	}
	return &misplaced{code: code, args: []any{"Zone", g.zoneTerm(b.zone)},
		err: fmt.Errorf("%w: %s cannot fight in %s: %s", ErrOdds, sideIDs[s], g.board.Name(b.zone), why)}
}

// row works out one cell of the table on a copy of the position.
func (o *OddsTable) row(b *battle, die, total int, cell bey.Cell) CombatRow {
	after := *o.g
	g := &after
	sides := [2]adjudicator.Side{b.attacker, b.attacker.Other()}
	results := [2]bey.Result{cell.Attacker, cell.Defender}
	row := CombatRow{Die: die, Total: total, Chance: OddsChance{1, 6}, Results: [2]string{results[0].String(), results[1].String()}}
	for i, s := range sides {
		if results[i] == bey.AllEliminated {
			for units := g.unitsAt(s, b.zone); !units.empty(); {
				g.eliminate(units.pop())
			}
			continue
		}
		g.give(g.lossForm(g.fighters(b, s), b.naval, results[i]), s)
	}
	winner, loser := sides[0], sides[1]
	if cell.Winner == bey.Defender {
		winner, loser = loser, winner
	}
	row.Winner = sideIDs[winner]
	row.Trapped = g.trapped(loser, b.zone)
	if row.Trapped {
		for units := g.unitsAt(loser, b.zone); !units.empty(); {
			g.eliminate(units.pop())
		}
	}
	for i, s := range sides {
		row.Losses[i] = g.lost(o.g, s)
	}
	return row
}

// trapped reports whether units of a side that must retreat from a zone cannot.
func (g *game) trapped(s adjudicator.Side, z board.Zone) bool {
	f := &retreatForm{g: g, side: s, from: z, near: g.refuges(s, z)}
	if f.units = g.unitsAt(s, z); f.units.empty() {
		return false
	}
	f.landings()
	return f.near.Empty() && f.over.Empty()
}
