package hellenes

import (
	"fmt"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/fog"
	"keryx/adjudicator/hellenes/data"
	"keryx/adjudicator/hellenes/ground"
)

// The campaigns that have rules of their own.
const (
	campaign431 = "431"
	campaign415 = "415"
)

// Game is a game in play: a position, and the rules by which it goes on.
type Game struct{ ground.Position }

// Clone implements [adjudicator.Cloner].
func (g *Game) Clone() adjudicator.Game {
	c := &Game{g.Position}
	c.Part()
	return c
}

// Invariants implements [adjudicator.Game].
func (g *Game) Invariants() error {
	if err := g.Cards.Check(); err != nil {
		return err
	}
	for side := range adjudicator.Side(2) {
		if g.Named {
			if err := g.Veil[side].Check(); err != nil {
				return fmt.Errorf("%s: %w", ground.Sides[side], err)
			}
		}
		for p := range fog.Piece(ground.Blocks) {
			if err := g.sound(side, p); err != nil {
				return fmt.Errorf("%s: block %d: %w", ground.Sides[side], p+1, err)
			}
		}
		if out := g.Flat[side]; out&^g.OnMap(side) != 0 {
			return fmt.Errorf("%s: besieged outside the map: %b", ground.Sides[side], out)
		}
	}
	for z := range board.Zone(ground.Zones) {
		if g.Flat[ground.Athens] == 0 || g.Flat[ground.Sparta] == 0 {
			break
		}
		if g.Names(ground.Athens, z)&g.Flat[ground.Athens] != 0 && g.Names(ground.Sparta, z)&g.Flat[ground.Sparta] != 0 {
			return fmt.Errorf("%s: both sides are besieged", g.Rules.Board.Name(z))
		}
	}
	return nil
}

// sound returns what is wrong with a block.
func (g *Game) sound(side adjudicator.Side, p fog.Piece) error {
	b, n := g.Block(side, p), g.NameOf(side, p)
	at, vc := g.Where[side][n], g.VC[side][p]
	switch {
	case at >= ground.Zones && vc != 0 || at < ground.Zones && (vc < 1 || int(vc) > b.VC):
		return fmt.Errorf("it has %d VC of %d at %s", vc, b.VC, g.Rules.Board.Name(at))
	case g.Named && g.Veil[side].Mark[n] != 0 && g.Veil[side].Mark[n] != vc:
		return fmt.Errorf("it was shown with %d VC and has %d", g.Veil[side].Mark[n], vc)
	case at < ground.Zones && b.Arm == data.Fleet && !g.Rules.Coastal(at):
		return fmt.Errorf("a fleet is at %s", g.Rules.Board.Name(at))
	case at < ground.Zones && g.Rules.Sea(at) && b.Barbarian:
		return fmt.Errorf("barbarians are at sea")
	case at < ground.Zones && g.Rules.Sea(at) && b.Arm != data.Fleet && g.Named:
		ship := g.Carrier(side, p)
		if ship == ground.NoShip || g.At(side, ship) != at || g.VC[side][ship] <= vc {
			return fmt.Errorf("no fleet carries it at %s", g.Rules.Board.Name(at))
		}
	}
	return nil
}
