package play

import (
	"fmt"

	"keryx/adjudicator/host/club"
	"keryx/mail"
)

// Receiver is the club that goes on with a game.
type Receiver struct {
	Address string         // of its mailbox
	Key     mail.PublicKey // of its server, OpenPGP
}

// MovedBody is the body of a [adjudicator.Moved] entry.
type MovedBody struct {
	From string `json:"from"` // mailbox of the club that gives the game away
	To   string `json:"to"`   // mailbox of the club that goes on with it
	Key  string `json:"key"`  // fingerprint of its server's key
}

// MovedSetting remembers which club a game was given to.
func MovedSetting(game string) string { return "moved/" + game }

// MovedError reports a game that goes on at another club.
type MovedError struct{ Game, To, Key string }

// Error says where it goes on.
func (e *MovedError) Error() string {
	return fmt.Sprintf("%s was given to %s, the club whose server has the key %s, and goes on there", e.Game, e.To, e.Key)
}

// MayGoAgain refuses another file of a game that was given away, but for the same club.
func (t Transfer) MayGoAgain(game string, to *Receiver) error {
	switch t.State {
	case StateHeld:
		return &club.SettingError{Setting: "game", Value: game, Want: "one that " + t.From + " has released: it was loaded here, and still waits for that"}
	case StateBack, StateVoid:
		return &MovedError{game, t.From, t.By}
	case StateKept:
		return &club.SettingError{Setting: "game", Value: game, Want: "one that runs here: a referee opens it again first (keryx referee rule " + game + " reopen)"}
	}
	if to == nil || t.Key != to.Key.Fingerprint {
		return &MovedError{game, t.To, t.Key}
	}
	return nil
}
