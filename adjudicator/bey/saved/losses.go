package saved

import (
	"fmt"

	"keryx/adjudicator/bey/field"
)

// Losses are the units and leaders that both sides have lost for good, by what they were.
type Losses struct {
	Fallen map[string]int16 `json:"fallen,omitempty"` // units eliminated: "north H"
	Slain  map[string]int16 `json:"slain,omitempty"`  // leaders killed in combat by their bonus: "south 2"
}

// LossesOf are those of a game.
func LossesOf(g *field.Field) Losses {
	l := Losses{map[string]int16{}, map[string]int16{}}
	for side, id := range g.Board.Sides() {
		for arm, n := range g.Felled[side] {
			if n != 0 {
				l.Fallen[fallen(id, arm)] = n
			}
		}
		for bonus, n := range g.Slain[side] {
			if n != 0 {
				l.Slain[slain(id, bonus)] = n
			}
		}
	}
	return l
}

// Restore puts them into a game.
func (l *Losses) Restore(g *field.Field) {
	for side, id := range g.Board.Sides() {
		for arm := range g.Felled[side] {
			g.Felled[side][arm] = l.Fallen[fallen(id, arm)]
		}
		for bonus := range g.Slain[side] {
			g.Slain[side][bonus] = l.Slain[slain(id, bonus)]
		}
	}
}

func fallen(side string, arm int) string  { return side + " " + field.UnitTypes[arm].String() }
func slain(side string, bonus int) string { return fmt.Sprint(side, " ", bonus) }
