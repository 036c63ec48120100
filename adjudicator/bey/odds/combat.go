package odds

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey"
	"keryx/adjudicator/bey/battle"
	"keryx/adjudicator/board"
)

// Fight are the chances of one combat (4.2).
type Fight struct {
	Zone     string      `json:"zone"`
	Naval    bool        `json:"naval"`
	Sides    [2]string   `json:"sides"`  // the attacker first
	Forces   [2]Counters `json:"forces"` // all counters in the zone
	PF       [2]int      `json:"pf"`     // of those that fight, combined attacks (7) included
	Ratio    string      `json:"ratio"`  // column of the table for these force points
	Shifts   []Modifier  `json:"shifts"`
	Column   string      `json:"column"` // after all shifts
	Modifier int         `json:"modifier"`
	Die      []Modifier  `json:"die"`
	Rows     []Row       `json:"rows"`
	Wins     [2]Chance   `json:"wins"`
	Losses   [2]Loss     `json:"losses"` // on the mean
}

// Row is what comes of one result of the die.
type Row struct {
	Die     int       `json:"die"`
	Total   int       `json:"total"`
	Chance  Chance    `json:"chance"`
	Results [2]string `json:"results"` // "R", "1/4" ... "E", the attacker's first
	Winner  string    `json:"winner"`
	Losses  [2]Loss   `json:"losses"`
	Trapped bool      `json:"trapped,omitempty"` // the loser has nowhere to retreat to and is eliminated (4.2.4)
}

// Combat returns the chances of a combat in a zone, with the stratagems of the attacker
// and the defender; the zero ruse is none. A retreat that overfills a zone is not looked
// into. It returns why there is none if there is nothing to fight with, or a side cannot
// play there what it is to play.
func (o Odds) Combat(z board.Zone, attacker adjudicator.Side, ruses [2]Ruse) (*Fight, *Misplaced) {
	g := o
	b := &battle.Battle{Zone: z, Attacker: attacker, Naval: g.Seas.Has(z)}
	sides := [2]adjudicator.Side{attacker, attacker.Other()}
	c := &Fight{Zone: g.Board.Name(z), Naval: b.Naval}
	for i, s := range sides {
		if g.Fighters(b, s).Empty() || g.Ports.Has(z) || g.Bases.Has(z) {
			return nil, o.noFight(b)
		}
		var wrong *Misplaced
		if b.Ruse[s], wrong = o.combatRuse(b, s, ruses[i]); wrong != nil {
			return nil, wrong
		}
	}
	o.Unfold(b)
	for i, s := range sides {
		c.Sides[i], c.Forces[i] = o.SideTerm(s).ID, o.CountersAt(s, z)
	}
	r := g.Reckon(b)
	c.PF = [2]int{r.Strength[sides[0]], r.Strength[sides[1]]}
	c.Ratio, c.Column = g.CRT.ColumnName(r.Odds), g.CRT.ColumnName(r.Column)
	c.Shifts, c.Die, c.Modifier = Modifiers(&r.Shifts), Modifiers(&r.Die), r.Die.Sum()
	c.Wins = [2]Chance{{0, 6}, {0, 6}}
	for die := 1; die <= 6; die++ {
		row := o.row(b, die, die+r.Die.Sum(), g.CRT.At(die+r.Die.Sum(), r.Column))
		c.Rows = append(c.Rows, row)
		for i := range sides {
			c.Losses[i].Add(row.Losses[i], row.Chance.Float())
			if row.Winner == c.Sides[i] {
				c.Wins[i].Ways++
			}
		}
	}
	return c, nil
}

// noFight says that a side cannot fight a combat.
func (o Odds) noFight(b *battle.Battle) *Misplaced {
	code := "odds-no-land"
	if b.Naval {
		code = "odds-no-naval"
	}
	return &Misplaced{Code: code, Args: []any{"Zone", o.ZoneTerm(b.Zone)}}
}

// row works out one cell of the table on a copy of the position.
func (o Odds) row(b *battle.Battle, die, total int, cell bey.Cell) Row {
	g := o.Copied()
	sides := [2]adjudicator.Side{b.Attacker, b.Attacker.Other()}
	results := [2]bey.Result{cell.Attacker, cell.Defender}
	row := Row{Die: die, Total: total, Chance: Chance{1, 6}, Results: [2]string{results[0].String(), results[1].String()}}
	for i, s := range sides {
		if results[i] == bey.AllEliminated {
			for units, _ := g.Doomed(b, s); !units.Empty(); {
				g.Eliminate(units.Pop())
			}
			continue
		}
		g.Give(g.LossForm(g.Fighters(b, s), b.Naval, results[i]), s)
	}
	winner, loser := sides[0], sides[1]
	if cell.Winner == bey.Defender {
		winner, loser = loser, winner
	}
	row.Winner = o.SideTerm(winner).ID
	row.Trapped = g.trapped(loser, b.Zone)
	if row.Trapped {
		for units := g.UnitsAt(loser, b.Zone); !units.Empty(); {
			g.Eliminate(units.Pop())
		}
	}
	for i, s := range sides {
		row.Losses[i] = Lost(g.Field, o.Field, s)
	}
	return row
}

// trapped reports whether units of a side that must retreat from a zone cannot.
func (g Odds) trapped(s adjudicator.Side, z board.Zone) bool {
	f := &battle.RetreatForm{G: g.Battles, Side: s, From: z, Near: g.WaysOut(s, z)}
	if f.Units = g.UnitsAt(s, z); f.Units.Empty() {
		return false
	}
	f.Landings()
	return f.Near.Empty() && f.Over.Empty()
}
