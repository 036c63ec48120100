package hellenes

import (
	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/fog"
	"keryx/adjudicator/hellenes/data"
	"keryx/adjudicator/hellenes/ground"
	"keryx/adjudicator/hellenes/order"
	"keryx/orders"
)

// wrongPillage says what is wrong with a pillage (4.3, 5.5): all besiegers leave for zones without
// enemies.
func (g *Game) wrongPillage(side adjudicator.Side, a order.Act, s *orders.Statement) *orders.Diagnostic {
	z := a.Zone
	switch {
	case g.Quaked[side]:
		return orders.IllegalAt(s, s.Span(), "quaked", "3.1")
	case z >= ground.Zones || g.Towns[z].Siege == 0 || g.Towns[z].Siege > g.Number || g.Towns[z].Holder != side.Other() || g.Loyal(z) != side.Other():
		return wrongZone(s, "not-besieged", "5.5", z)
	case g.Towns[z].Pillaged:
		return wrongZone(s, "pillaged-before", "5.5", z)
	}
	who := g.In(side, z)
	all := fog.Set(0)
	for _, row := range a.Rows {
		if row.Pieces == 0 {
			row.Pieces = who
		}
		switch {
		case row.Pieces&^who != 0 || row.Pieces&all != 0:
			return orders.IllegalAt(s, s.Span(), "not-together", "5.5", "Blocks", ground.PieceTerms(row.Pieces))
		case !g.Rules.Board.Adjacent(z, row.To):
			return orders.IllegalAt(s, s.Span(), "no-such-way", "5.5", "Zone", ground.ZoneTerm(row.To), "From", ground.ZoneTerm(z))
		case g.Closed(side, row.To):
			return wrongZone(s, "neutral", "1.31", row.To)
		case g.Names(side.Other(), row.To) != 0:
			return wrongZone(s, "enemy-there", "5.5", row.To)
		}
		all |= row.Pieces
		for rest := row.Pieces; rest != 0; {
			p := rest.Pop()
			if fleet := (g.Block(side, p).Arm == data.Fleet); fleet && !g.Rules.Sea(row.To) && !g.Rules.ShareSea(z, row.To) {
				return wrongZone(s, "no-way-out", "5.5", row.To)
			}
		}
		if g.Rules.Sea(row.To) && !g.laden(side, row) {
			return orders.IllegalAt(s, s.Span(), "cannot-carry", "5.21", "Blocks", ground.PieceTerms(row.Pieces))
		}
	}
	if all != who || g.Names(side, z)&g.Moved[side] != 0 {
		return orders.IllegalAt(s, s.Span(), "all-leave", "5.5", "Blocks", ground.PieceTerms(who&^all))
	}
	return g.wrongCost(side, g.Cost(z), s)
}

// pillage has the besiegers ravage a province and leave it (5.5, 14.12). In neutral Sicily there is no
// prestige in it.
func (g *Game) pillage(t *adjudicator.Table, side adjudicator.Side, a order.Act) {
	z, who := a.Zone, g.In(side, a.Zone)
	cost := g.Cost(z)
	g.spend(t, side, cost, z)
	g.Towns[z].Pillaged = true
	prize := 1
	if z == g.Rules.Athens || z == g.Rules.Sparta {
		prize = 2
	}
	if cost > 1 {
		prize = 0
	}
	if z == g.Rules.Athens {
		g.Ravaged = g.Number
	}
	g.Gain(side, prize)
	t.Tell(adjudicator.Event{Rule: "14.12", Public: adjudicator.Say("hellenes.event.pillages", "Side", ground.Seat(side), "Zone", ground.ZoneTerm(z), "Number", prize)})
	for _, row := range a.Rows {
		if row.Pieces == 0 {
			row.Pieces = who
		}
		names := g.depart(t, side, row, []board.Zone{z, row.To}, row.To)
		g.Moved[side] |= names
		g.told(t, side, row.Pieces, []board.Zone{z, row.To})
		if g.Rules.Board.Edge(z, row.To).Tags&g.Rules.High != 0 {
			g.Storms = append(g.Storms, ground.Crossing{Names: names, Lines: 1})
		}
	}
	g.Stripped[z] = true
}
