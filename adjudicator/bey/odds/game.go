package odds

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey/battle"
	"keryx/adjudicator/bey/order"
	"keryx/adjudicator/board"
)

// Rules are what questions about chances ask the ruleset.
type Rules interface {
	battle.Model
	// Throws are the throws whose chances can be asked for, in the order in which their
	// words are tried.
	Throws() []Kind
	// Clause reads what a question says behind a comma in the game's own words, as which turn
	// it is in. It does to the position what is said of that, and reports whether there was
	// such a thing.
	Clause(c *Clause) bool
}

// Clause is what a ruleset reads of a question behind a comma.
type Clause struct {
	*order.Reader
	Turn   int    // index in [field.Facts.Turns] of the turn that is named, if one is
	NoTurn string // the diagnostic that the scenario has no such turn
}

// Of are the chances in the position of a game.
func Of(g Rules) Odds { return Odds{battle.Of(g.Position(), g), g} }

// Copied are those in a copy of the position.
func (o Odds) Copied() Odds { return Of(o.Copy().(Rules)) }

// Kind is a throw whose chances can be asked for.
type Kind struct {
	// Name tells it from the others: "odds-NAME" is its word among the texts, and
	// "odds-no-NAME" the diagnostic that there is no such throw.
	Name string
	// Anywhere reports whether the throw belongs to no zone, and to no force.
	Anywhere bool
	// Place reads where the throw is made. It is nil where a zone is named.
	Place func(r *order.Reader) order.Place
	// Camp returns where the active side stands if that is not said, or NoZone; in a
	// situation it stands where that has it. It is nil where the active side stands in the
	// zone that is asked about, or comes there.
	Camp func(o Odds, z board.Zone) board.Zone
	// Active returns whose throw it can be alone, by the zone that is asked about, or
	// [adjudicator.Observer]. It is nil where it can be either side's.
	Active func(o Odds, z board.Zone) adjudicator.Side
	// Ruses reports whether stratagems can change the throw.
	Ruses bool
	// Chances are those of the throw in a zone. It returns nil where there is none, and why
	// there is none if a side cannot play what it is to play.
	Chances func(o Odds, z board.Zone, active adjudicator.Side, ruses [2]Ruse) (Answer, *Misplaced)
}

// Answer is what a question about chances is answered with.
type Answer interface {
	// Reckoning puts the chances of a throw in a zone into words.
	Reckoning(zone adjudicator.Term) adjudicator.Reckoning
}

// Attrition is the test of attrition.
var Attrition = Kind{Name: "attrition", Chances: Plain(Odds.Attrition)}

// Combats are the chances of combats at sea, or of the others.
func Combats(naval bool) func(Odds, board.Zone, adjudicator.Side, [2]Ruse) (Answer, *Misplaced) {
	return func(o Odds, z board.Zone, active adjudicator.Side, ruses [2]Ruse) (Answer, *Misplaced) {
		c, wrong := o.Combat(z, active, ruses)
		switch {
		case wrong != nil && wrong.Code == cannotPlay:
			return nil, wrong
		case wrong != nil || c.Naval != naval:
			return nil, nil // there is no such combat
		}
		return c, nil
	}
}

// Plain are the chances of a throw that nothing can be played in; nil is none.
func Plain(of func(Odds, board.Zone, adjudicator.Side) *Throw) func(Odds, board.Zone, adjudicator.Side, [2]Ruse) (Answer, *Misplaced) {
	return func(o Odds, z board.Zone, active adjudicator.Side, _ [2]Ruse) (Answer, *Misplaced) {
		if t := of(o, z, active); t != nil {
			return t, nil
		}
		return nil, nil
	}
}
