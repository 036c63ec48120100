package amphipolis

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey/battle"
	"keryx/adjudicator/bey/chit"
)

// BeforeBattle implements [battle.Rules]: nobody evades.
func (g *game) BeforeBattle(*adjudicator.Table, *battle.Battle) bool { return false }

// OfferRuses implements [battle.Rules].
func (g *game) OfferRuses(*battle.Battle, *chit.RuseForm) {}

// Modify implements [battle.Rules].
func (g *game) Modify(*battle.Battle, *battle.Reckoning) {}

// AfterBattle implements [battle.Rules].
func (g *game) AfterBattle(*adjudicator.Table, *battle.Battle, adjudicator.Side) {}
