package clock

import (
	"strings"
	"time"

	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/requests"
	"keryx/store"
)

// LeagueWaits is a game of a season that waits for a referee's ruling.
type LeagueWaits struct {
	League, Game string
	Begun        bool
	Until        time.Time // when it is settled by the file's rule, if nobody rules; zero: it waits
}

// Overview is what a server's keeper has to look after. Nothing in it is of one side
// only, but for reasons that may name an order; see [store.InboxMessage].
type Overview struct {
	Running, Paused, Ended int                  // games; those of Between are not among the paused
	Between                []play.Between       // games that were given to another club or came from one, and are not simply this club's
	Broken                 map[string]error     // games that cannot be continued, by id
	Unreachable            []store.Seat         // of games that are not over
	Stopped                []SeatStopped        // whose clock stands still, since the mail that asks them was refused or came back
	InVain                 []SeatInVain         // whose deadline runs while mail in the holder's name gives no orders
	Automatic              []store.InboxMessage // mails of the last week in players' names that were taken for automatic
	SetAside               []store.InboxMessage
	Leagues                []LeagueWaits      // games that wait for a referee's ruling at the end of their seasons
	Waiting                int                // messages that came in and are not worked on yet
	Queued                 int                // mails on their way out
	GivenUp                []store.OutboxMail // mails of the last week that could not be sent
	Withheld               []Withheld         // players whose mail cannot be encrypted as they want it
	Awake                  time.Time          // when a daemon last ran; zero if none ever did
}

// Withheld is a player whose mail is withheld, because it is to be encrypted and none of
// his keys will do.
type Withheld struct {
	Player  store.Player
	Letters int // withheld in the last month
}

// FindGames counts the games and finds those that need somebody. Broken are those that were
// found to be so, if they still are.
func (o *Overview) FindGames(tx store.ReadTx) error {
	counts, err := tx.CountGames()
	if err != nil {
		return err
	}
	o.Running, o.Paused, o.Ended = counts[store.Running], counts[store.Paused], counts[store.Ended]
	if o.Unreachable, err = tx.UnreachableSeats(); err != nil {
		return err
	}
	noted, err := tx.SettingsUnder(post.BrokenSetting)
	if err != nil {
		return err
	}
	for name := range noted {
		id := strings.TrimPrefix(name, post.BrokenSetting)
		if fault := play.FaultIn(tx, id); fault != nil {
			o.Broken[id] = fault
		}
	}
	return nil
}

// A SeatInVain is a seat whose holder writes in vain.
type SeatInVain struct {
	store.Seat
	requests.Unheard
}
