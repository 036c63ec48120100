package adjudicator

import "keryx/orders"

// Side is one of the two seats of a game, counted from 0 in the order of
// [Info.Sides], or [Observer].
type Side int8

// Observer is nobody's side: it may know what both sides know.
const Observer Side = -1

// Other returns the opponent's side.
func (s Side) Other() Side { return 1 - s }

// Event is one thing that happened, as it will be told: what everybody may
// know, and what only one side may know besides or instead.
type Event struct {
	Phase   string    // "B.3", of the sequence of play, or [ByRuling]
	Rule    string    // the rule that made it happen: "4.2.3"
	Public  Phrase    // told to both sides and to observers; zero: to nobody
	Private [2]Phrase // told to one side in place of Public; zero: nothing more
	Rolls   []Roll    // the public dice behind it
	Depth   int       // 0 heads a story (a battle), 1 and more are its details
	Marks   []Mark    // what a map shows of it
	Stop    *Stop     // if it tells a side that its orders stopped
}

// Stop is where the orders of a side could not be gone on with, after things had been
// shown that its file cannot be refused any more for. What stood before was done.
type Stop struct {
	Side  Side               // whose orders; told to it alone
	Fault *orders.Diagnostic // of the order that could not be done
	Left  int                // orders not done, that one counted
}

// ByRuling stands in place of a phase where a referee has corrected the position. At which
// question of which phase it was depends on what a side may hold in secret.
const ByRuling = "ruling"

// For returns what a side may be told of the event, and whether that is
// anything.
func (e Event) For(side Side) (Phrase, bool) {
	if side >= 0 && !e.Private[side].IsZero() {
		return e.Private[side], true
	}
	return e.Public, !e.Public.IsZero()
}

// Roll is a throw of public dice and where in the ledger it hangs: the dice
// number Index and following after entry Entry, as package dice describes.
type Roll struct {
	Entry  int    `json:"entry"` // sequence number of the ledger entry
	Index  int    `json:"index"` // of the first die since that entry
	Sides  int    `json:"sides"` // 6
	Faces  []int  `json:"faces"` // results, in order
	Reason Phrase `json:"-"`     // what the throw was for
}

// Mark is something for a map to show: a move along zones or a battle in one.
type Mark struct {
	Kind  string   `json:"kind"` // "move", "retreat", "battle", "siege"
	Side  Side     `json:"side"`
	Zones []string `json:"zones"` // in order of travel; one for a battle
}
