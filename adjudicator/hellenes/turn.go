package hellenes

import (
	"keryx/adjudicator"
	"keryx/adjudicator/fog"
	"keryx/adjudicator/hellenes/ground"
)

// ordinals are the phases of the first and the second player.
var ordinals = [2]string{"first", "second"}

// Turn implements [adjudicator.Game]: one season, the first one of a year with its New Year.
func (g *Game) Turn(t *adjudicator.Table) (over bool) {
	at := g.entered()
	if at.step == start {
		g.beginSeason(t)
	}
	if g.Season == ground.Spring && at.step <= newYear {
		g.newYear(t, at)
		at = entry{}
	}
	if at.step <= card {
		g.commit(t)
		at = entry{}
	}
	if g.Season == ground.Winter {
		if at.step < yearEnd {
			g.winterTurn(t, at)
			at = entry{}
		}
		g.yearEnd(t, at)
	} else {
		for i, side := range []adjudicator.Side{g.First, g.First.Other()} {
			if at.within() && g.Active != side {
				continue // its turn was over where this one is entered
			}
			t.Phase(ordinals[i], side)
			g.play(t, side, at)
			at = entry{}
		}
		g.sail()
	}
	g.clear()
	if !g.Over { // the last report is of the season in which the game ended
		g.Season = (g.Season + 1) % ground.Seasons
	}
	return g.Over
}

// beginSeason begins a season, the first one with the set-up.
func (g *Game) beginSeason(t *adjudicator.Table) {
	if g.Number == 0 {
		g.setUp(t)
	}
	g.Number++
	g.Quaked, g.Augured, g.Starving, g.Betrayed = [2]bool{}, [2]bool{}, ground.Nowhere, ground.Nowhere
	g.Kept = [2]fog.Set{}
}

// play is a side's turn, from some point on: an event, or actions; then combat.
func (g *Game) play(t *adjudicator.Table, side adjudicator.Side, at entry) {
	if !at.within() {
		g.begin(side)
		g.Left[side], g.Opening = g.Actions(side), true
	}
	if at.step <= battles {
		g.campaign(t, side, at)
		g.battles(t, side, at)
		g.settle(t, true)
		g.Tended = nil
		at = entry{}
	}
	g.sieges(t, side, at)
	g.settle(t, true)
	g.Forms = nil
	g.Stripped = [ground.Zones]bool{}
}

// campaign is what a side does before its battles: its event, or its actions and sorties.
func (g *Game) campaign(t *adjudicator.Table, side adjudicator.Side, at entry) {
	switch {
	case at.step == battles:
	case g.AsEvent[side]:
		if !at.within() || at.Kind == "peace" {
			g.breakPeace(t, side)
		}
		g.resolve(t, side, at)
		g.settle(t, false)
	default:
		if at.step < sallies {
			g.act(t, side, at)
			g.sail()
		}
		g.sorties(t, side)
	}
}

// begin begins a side's turn.
func (g *Game) begin(side adjudicator.Side) {
	g.Active = side
	g.Moved[side], g.Late, g.Arrived, g.Appealed = 0, 0, [ground.Zones]int8{}, [2]uint8{}
	g.Stripped = [ground.Zones]bool{}
	g.sail()
}

// clear takes away what lasts for a season only.
func (g *Game) clear() {
	g.Shown, g.AsEvent, g.Played, g.Left = false, [2]bool{}, [2]int{}, [2]int{}
	g.Moved, g.Forms, g.Forces, g.Storms, g.Homing = [2]fog.Set{}, nil, nil, nil, nil
	g.Tended = nil
	g.Late, g.Arrived, g.Free, g.Drawn, g.Appealed, g.Opening = 0, [ground.Zones]int8{}, 0, 0, [2]uint8{}, false
	g.Quaked, g.Augured, g.Starving, g.Betrayed = [2]bool{}, [2]bool{}, ground.Nowhere, ground.Nowhere
}

// setUp has both sides place what they may place in more than one province, and deals names (15.0).
func (g *Game) setUp(t *adjudicator.Table) {
	t.Phase("newyear", adjudicator.Observer)
	g.Now = ground.Moment{Kind: "place", Side: ground.Nobody}
	t.Apart(g.place, g.place)
	g.Now = ground.Moment{}
	g.dealNames(t)
	t.Tell(adjudicator.Event{Rule: "15.0", Public: adjudicator.Say("hellenes.event.setup")})
}

// sail notes that expeditionary blocks have been in Sicily in this year, whether they stay there or not (15.2).
func (g *Game) sail() {
	if g.Expedited == 0 && g.Expedition() > 0 {
		g.Expedited = g.Number
	}
}
