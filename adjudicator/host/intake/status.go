package intake

import (
	"context"
	"fmt"
	"slices"
	"time"

	"keryx/adjudicator"
	"keryx/adjudicator/host/clock"
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/reports"
	"keryx/adjudicator/host/upkeep"
	"keryx/adjudicator/host/watch"
	"keryx/store"
	"keryx/templates"
)

// Status is what a referee may see of a game at a glance: nothing that only one
// side knows.
type Status struct {
	Game store.Game
	Turn adjudicator.Phrase
	Head templates.Link
	// Cancelled is why the game was cancelled before it began; empty if it was not.
	Cancelled string
	Between   *play.Between   // where it stands between two clubs; nil if it is this club's
	Upgrade   *upkeep.Upgrade // to other rules, from the next turn on; nil if none was decided
	Seats     []SeatStatus
}

// SeatStatus is one seat of a [Status].
type SeatStatus struct {
	Side     string
	Player   string // address
	Asked    string // the kind of question that waits; empty if none
	Deadline *time.Time
	// Unreachable is set while mail to the player comes back or is refused.
	Unreachable bool
	InCharge    string // address of the substitute who plays in his stead; empty if none
}

// Status reports where a game stands.
func (an *Answers) Status(ctx context.Context, game string) (Status, error) {
	var s Status
	err := an.Store.View(ctx, func(tx store.ReadTx) error {
		p, err := play.Load(tx, game)
		if err != nil {
			return err
		}
		defer p.Close()
		s = Status{Game: p.Game, Head: templates.Link{Seq: p.Last.Seq, Hash: p.Last.Hash}}
		if s.Cancelled, _, err = watch.Cancelled(tx, game); err != nil {
			return err
		}
		if s.Between, err = an.Games.BetweenClubs(tx, game); err != nil {
			return err
		}
		if s.Upgrade, err = upkeep.PlannedUpgrade(tx, p.Game); err != nil {
			return err
		}
		if p.Session != nil {
			s.Turn = p.Session.Game().Name()
		}
		for i, seat := range p.Seats {
			row := SeatStatus{Side: seat.Side, Player: seat.Player, Deadline: seat.Deadline, Unreachable: seat.Unreachable}
			readers, err := post.Readers(tx, p.Game, seat)
			if err != nil {
				return err
			}
			if len(readers) > 1 {
				row.InCharge = readers[1]
			}
			if p.Session != nil {
				if q := p.Session.Asked(adjudicator.Side(i)); q != nil {
					row.Asked = q.Kind
				}
			}
			s.Seats = append(s.Seats, row)
		}
		return nil
	})
	return s, err
}

// Overview looks through the whole server.
func (an *Answers) Overview(ctx context.Context) (clock.Overview, error) {
	o := clock.Overview{Broken: map[string]error{}}
	err := an.Store.View(ctx, func(tx store.ReadTx) error {
		if err := o.FindGames(tx); err != nil {
			return err
		}
		if err := an.findBetween(tx, &o); err != nil {
			return err
		}
		if err := an.Leagues.FindLeagues(tx, &o); err != nil {
			return err
		}
		if err := an.findWithheld(tx, &o); err != nil {
			return err
		}
		waiting, err := tx.InboxMessages(store.InboxFilter{State: store.Received})
		if err != nil {
			return err
		}
		o.Waiting = len(waiting)
		if err := an.Offers.Unheard(tx, &o); err != nil {
			return err
		}
		if o.SetAside, err = tx.InboxMessages(store.InboxFilter{State: store.Poison}); err != nil {
			return err
		}
		failed, err := tx.OutboxMails(store.OutboxFilter{State: store.Failed})
		if err != nil {
			return err
		}
		if err := an.Clocks.Standing(tx, &o, failed); err != nil {
			return err
		}
		o.GivenUp = slices.DeleteFunc(failed, func(m store.OutboxMail) bool { return an.Now().Sub(m.Created) > 7*24*time.Hour })
		for _, state := range []store.OutboxState{store.Queued, store.Sending} {
			mails, err := tx.OutboxMails(store.OutboxFilter{State: state})
			if err != nil {
				return err
			}
			o.Queued += len(mails)
		}
		awake, err := reports.LastAwake(tx)
		if err == nil && awake != nil {
			o.Awake = *awake
		}
		return err
	})
	if err != nil {
		return o, fmt.Errorf("looking through the server: %w", err)
	}
	return o, nil
}

// findWithheld finds the players whose mail is withheld now.
func (an *Answers) findWithheld(tx store.ReadTx, o *clock.Overview) error {
	players, err := tx.Players()
	if err != nil {
		return err
	}
	for _, player := range players {
		if wanted, err := post.WantsEncryption(player); err != nil {
			return err
		} else if !wanted {
			continue
		}
		s, err := an.Letters.SecrecyOf(tx, player.Address)
		if err != nil {
			return err
		}
		if s.Lost() {
			o.Withheld = append(o.Withheld, clock.Withheld{Player: player})
		}
	}
	if len(o.Withheld) == 0 {
		return nil
	}
	mails, err := tx.OutboxMails(store.OutboxFilter{})
	if err != nil {
		return err
	}
	for _, m := range mails {
		for i := range o.Withheld {
			if m.Kind == post.KindWithheld && m.Recipient == o.Withheld[i].Player.Address && an.Now().Sub(m.Created) <= 30*24*time.Hour {
				o.Withheld[i].Letters++
			}
		}
	}
	return nil
}

// findBetween finds the games between this club and others, which stand still here.
func (an *Answers) findBetween(tx store.ReadTx, o *clock.Overview) (err error) {
	if o.Between, err = an.Games.AllBetween(tx); err != nil {
		return err
	}
	for _, b := range o.Between {
		game, err := tx.Game(b.Game)
		if err != nil {
			return err
		}
		if game.Status == store.Paused {
			o.Paused--
		}
	}
	return nil
}

// LastAwake returns when a daemon last noted that it was awake; zero if none ever did.
func (an *Answers) LastAwake(ctx context.Context) (at time.Time, err error) {
	err = an.Store.View(ctx, func(tx store.ReadTx) error {
		awake, err := reports.LastAwake(tx)
		if awake != nil {
			at = *awake
		}
		return err
	})
	return at, err
}

// Inbox lists messages that came in, newest first, without their bytes.
func (an *Answers) Inbox(ctx context.Context, f store.InboxFilter) (rows []store.InboxMessage, err error) {
	err = an.Store.View(ctx, func(tx store.ReadTx) (err error) {
		rows, err = tx.InboxMessages(f)
		return err
	})
	return rows, err
}

// Retry puts a message that was set aside back to those that wait to be worked on.
// A running daemon takes it up by itself. The error wraps [store.ErrConflict] when
// the message has not been set aside.
func (an *Answers) Retry(ctx context.Context, id int64) error {
	err := an.Write(ctx, func(tx club.Tx) error { return tx.RetryInbox(id) })
	if err == nil {
		an.Log.Warn("a message that was set aside is to be tried again", "message", id)
	}
	return err
}

// Dismiss ends the matter of a message that was set aside: nothing will come of it.
// The error wraps [store.ErrConflict] when it has not been set aside.
func (an *Answers) Dismiss(ctx context.Context, id int64, reason string) error {
	err := an.Write(ctx, func(tx club.Tx) error {
		if err := tx.RetryInbox(id); err != nil {
			return err
		}
		return tx.SetInboxState(id, store.Ignored, "dismissed: "+reason)
	})
	if err == nil {
		an.Log.Warn("a message that was set aside is dismissed", "message", id, "reason", reason)
	}
	return err
}

// Outbox lists mails that go out, newest first, without their bytes.
func (an *Answers) Outbox(ctx context.Context, f store.OutboxFilter) (rows []store.OutboxMail, err error) {
	err = an.Store.View(ctx, func(tx store.ReadTx) (err error) {
		rows, err = tx.OutboxMails(f)
		return err
	})
	return rows, err
}

// SendAgain puts a mail that was given up, or has come back, to those that wait to be
// sent. A running daemon takes it up by itself. The error wraps [store.ErrConflict] when
// the mail is at another state.
func (an *Answers) SendAgain(ctx context.Context, id int64) error {
	err := an.Write(ctx, func(tx club.Tx) error { return tx.RequeueOutbox(id, an.Now()) })
	if err == nil {
		an.Log.Warn("a mail that was given up is to be sent again", "mail", id)
	}
	return err
}

// LetGo ends the matter of a mail that was given up: it will not be sent. If it asked a
// seat, the clock of that goes on. The error wraps [store.ErrConflict] when the mail is at
// another state.
func (an *Answers) LetGo(ctx context.Context, id int64, reason string) error {
	err := an.Write(ctx, func(tx club.Tx) error {
		m, err := tx.OutboxMail(id)
		if err != nil {
			return err
		}
		if m.State != store.Failed {
			return fmt.Errorf("mail %d: %w: it is %s", id, store.ErrConflict, m.State)
		}
		return an.Clocks.LetGo(tx, m, "let go: "+reason)
	})
	if err == nil {
		an.Log.Warn("a mail that was given up is let go", "mail", id, "reason", reason)
	}
	return err
}
