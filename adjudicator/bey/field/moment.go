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
	Closing                     // behind D.5 of the last month
	BeforeMoves                 // B.3, the passive player, the enemy has announced his points
	DuringMoves                 // B.3, the active player, among his movements
	AfterMoves                  // B.3, the passive player, the enemy has moved
	MomentsInPlay               // their number
)

// InAction reports whether the moment lies in an action phase, where each side
// plays one stratagem at most.
func (m Moment) InAction() bool { return m >= BeforeMoves }

// Omen is what "Good omens" is used as (7, S22).
type Omen uint8

const (
	Plain         Omen = iota // not S22
	OmenAdvantage             // take the Advantage
	OmenDraw                  // draw a stratagem
	OmenReinforce             // as S14
	OmenRecover               // as S12
)

// Ruse is a stratagem played in a combat, a siege or the adjustments, or a counter
// discarded in a siege (5.1). The zero ruse is none. It can be compared with ==.
type Ruse struct {
	Number  StratagemNo // 0 when a counter is discarded, or for none
	Discard ChitNo      // plus one, so that 0 is none
	Zone    board.Zone  // where S8 comes from, where S23 strikes; else NoZone
	Leader  LeaderNo    // wounded by S15; else noLeader
	Unit    UnitNo      // struck by S7 or S23; else noUnit
	As      Omen        // what S22 is used as
}

// Roles are the numbers of the stratagems that play knows beyond what their texts say;
// 0 for one that there is not.
type Roles struct {
	Omens    StratagemNo // played as the Advantage, a draw, call or rally
	Call     StratagemNo // calls for reinforcements
	Delay    StratagemNo // delays those of the enemy
	Mend     StratagemNo // one unit recovers
	Rally    StratagemNo // two units recover
	Support  StratagemNo // adds units next door to a combat
	Wound    StratagemNo // wounds a leader in a combat
	Epidemic StratagemNo
	Archers  StratagemNo // close a zone
	Storm    StratagemNo
}
