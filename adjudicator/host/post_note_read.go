package host

import (
	"fmt"
	"strconv"

	"keryx/store"
)

// words say what a note says.
func (n note) words() string {
	switch n.What {
	case noteGiven:
		return fmt.Sprintf("%s was closed and given to %s", n.Game, n.Club)
	case noteReleased:
		return fmt.Sprintf("%s runs at %s, for good", n.Game, n.Club)
	case noteHome:
		if n.Via == actReopen {
			return fmt.Sprintf("%s was opened again here", n.Game)
		}
		return fmt.Sprintf("%s came from another club, and runs here", n.Game)
	case noteKey:
		return fmt.Sprintf("the key %s was %s", n.Key, n.State)
	case noteNewKey:
		return fmt.Sprintf("the key %s was registered", n.Key)
	case noteNewGame:
		return fmt.Sprintf("%s was made here, or came from another club", n.Game)
	case noteForget:
		return "a player was removed"
	case noteReferee:
		return "somebody is no referee any more"
	case noteCancel:
		return fmt.Sprintf("%s was cancelled", n.Game)
	case noteEnded:
		return fmt.Sprintf("%s was ended by a ruling of a command (%s)", n.Game, n.Via)
	}
	return "something that this release does not know (" + strconv.Quote(n.What) + ")"
}

// named finds the player that a note stands for; nil if there is none.
func (n note) named(tx store.ReadTx) (*store.Player, error) {
	all, err := tx.Players()
	if err != nil {
		return nil, err
	}
	for i := range all {
		if whoIs(n.Database, all[i].Address) == n.Who {
			return &all[i], nil
		}
	}
	return nil, nil
}
