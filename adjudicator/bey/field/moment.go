package field

import (
	"keryx/adjudicator/board"
)

// Moment is when a stratagem or the Advantage can be used outside combats, sieges
// and adjustments, which have moments of their own.
type Moment uint8

const (
	AfterDice     Moment = iota // B.1, the points have been thrown
	Reinforcing                 // B.2
	AnsweringCall               // B.2, the enemy has just called for reinforcements
	Departing                   // B.2, among the departures out of the bases
	Besieging                   // C, before a siege of one's own
	Besieged                    // C, a port of one's own is besieged
	Adjusting                   // D, among one's own adjustments
	Redeploying                 // D, among those of them that move somebody
	Closing                     // behind D.5 of the last turn
	BeforeMoves                 // B.3, the passive player, the enemy has announced his points
	DuringMoves                 // B.3, the active player, among his movements
	AfterMoves                  // B.3, the passive player, the enemy has moved
	MomentsInPlay               // their number
)

// InAction reports whether the moment lies in an action phase, where each side
// plays one stratagem at most.
func (m Moment) InAction() bool { return m >= BeforeMoves }

// Omen is what "Good omens" is used as .
type Omen uint8

const (
	Plain         Omen = iota // not omens
	OmenAdvantage             // take the Advantage
	OmenDraw                  // draw a stratagem
	OmenReinforce             // as a call
	OmenRecover               // as a recovery
)

// Ruse is a stratagem played in a combat, a siege or the adjustments, or a counter
// discarded in a siege (5.1). The zero ruse is none. It can be compared with ==.
type Ruse struct {
	Number  StratagemNo // 0 when a counter is discarded, or for none
	Discard ChitNo      // plus one, so that 0 is none
	Zone    board.Zone  // where support comes from, or what is struck is; else NoZone
	Leader  LeaderNo    // wounded; else NoLeader
	Unit    UnitNo      // struck; else NoUnit
	As      Omen        // what good omens are used as
}

// Sections are the numbers of rules that play cites, where the rulebooks of the family have
// different ones.
type Sections struct {
	March     string // movements by land
	Pace      string // how far units and leaders go
	Voyage    string // naval movements
	Landing   string // what they leave behind
	AtSea     string // nobody is at sea without ships
	Ferry     string // amphibious movements
	Stops     string // who stops a movement, and who rides off before it
	Reckoning string // the ratio, the stratagems and the die of a combat
	Losses    string
	Retreat   string // and the capture of leaders who are left alone
	Stacking  string
}

// Roles are the numbers of the stratagems that play knows beyond what their texts say;
// 0 for one that there is not.
type Roles struct {
	Omens StratagemNo // played as the Advantage, a draw, call or rally
	Call  StratagemNo // calls for reinforcements
	Delay StratagemNo // delays those of the enemy
	Mend  StratagemNo // one unit recovers
	Rally StratagemNo // two units recover
	// OmensHeal is the one of these two that good omens are played as.
	OmensHeal StratagemNo
	Support   StratagemNo // adds units next door to a combat
	Wound     StratagemNo // wounds a leader in a combat
	Epidemic  StratagemNo
	Archers   StratagemNo // close a zone
	Storm     StratagemNo
}
