package host

import (
	"context"
	"errors"
	"fmt"
	"time"

	"keryx/adjudicator"
	"keryx/adjudicator/host/clock"
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/keyring"
	"keryx/adjudicator/host/leagues"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/watch"
	"keryx/store"
)

// Sweep deals with the deadlines at a moment: it reminds players before theirs, and
// when it has passed and their game waits for them; it takes defaults for those whose
// game does not; and it writes the receipts that have waited long enough. It returns how many seats it dealt with. All mail received by that moment must
// have been fetched.
func (h *Host) Sweep(ctx context.Context, until time.Time) (int, error) {
	dealt, err := h.Rulings.ResumeGames(ctx, until)
	if err != nil {
		return dealt, err
	}
	for {
		n, err := h.sweepSome(ctx, until)
		if dealt += n; err != nil {
			return dealt, err
		}
		if n == 0 {
			break // what is left waits for something
		}
	}
	if err := h.Ladders.SweepLadders(ctx, until); err != nil {
		return dealt, err
	}
	ended, err := h.passTime(ctx, until)
	if err != nil {
		return dealt, err
	}
	written, err := h.Reports.Receipts(ctx, until)
	return dealt + ended + written, errors.Join(err, ctx.Err())
}

// passTime does what time brings besides deadlines: calls for substitutes and offers end, and
// those who watch games are told of turns. It returns how much there was of it.
func (h *Host) passTime(ctx context.Context, until time.Time) (done int, err error) {
	if done, err = h.Offers.EndCalls(ctx, until); err != nil {
		return done, err
	}
	if err := h.Offers.EndOffers(ctx, until); err != nil {
		return done, err
	}
	joined, err := h.Letters.SendJoined(ctx, until)
	if err != nil {
		return done, err
	}
	letters, err := h.Watchers.TellObservers(ctx, until)
	return done + joined + letters, err
}

// sweepSome deals with the first of the deadlines that call at a moment, and returns with
// how many.
func (h *Host) sweepSome(ctx context.Context, until time.Time) (dealt int, err error) {
	due, err := h.due(ctx, until)
	if err != nil {
		return 0, err
	}
	for _, seat := range due {
		if h.deal(ctx, seat.Game, seat.Side, until) {
			dealt++
		}
	}
	return dealt, ctx.Err()
}

// deal deals with one deadline that calls at a moment, as far as there is something to do
// about it, and reports whether there was.
func (h *Host) deal(ctx context.Context, game, side string, until time.Time) (done bool) {
	err := h.Update(ctx, func(tx club.Tx) (err error) {
		done, err = h.late(tx, game, side, until)
		return err
	}, nil)
	if err == nil || ctx.Err() != nil {
		return err == nil && done
	}
	// One broken game must not stop the deadlines of the others.
	h.Log.Error("a deadline could not be dealt with", "game", game, "side", side, "error", err)
	h.Letters.ReportBroken(ctx, game, err)
	if play.IsBroken(err) {
		h.lookLater(ctx, game, side, until.Add(watch.BrokenPause))
	}
	return false
}

// late follows a game's contract for one seat whose deadline has passed. The
// seat is read again: an answer may have come in meanwhile.
func (h *Host) late(tx club.Tx, gameID, side string, until time.Time) (bool, error) {
	seat, err := tx.Seat(gameID, side)
	if err != nil {
		return false, err
	}
	if seat.Deadline == nil {
		return false, nil
	}
	if moving, err := leagues.Shifting(tx); err != nil || moving {
		return false, err // nobody is late before all have the time that the server was away
	}
	if since, err := h.Terms.StoppedSince(tx, seat); err != nil || since != nil {
		return false, err
	}
	game, err := tx.Game(gameID)
	if err != nil || game.Status != store.Running {
		return false, err
	}
	if since, err := post.BrokenSince(tx, gameID); err != nil {
		return false, err
	} else if since != nil {
		if err := play.FaultIn(tx, gameID); err != nil {
			return false, err
		}
		return true, h.Letters.Mended(tx, gameID) // nobody is late before he has the time back
	}
	c, err := clock.NextCallOf(tx, game, seat, until)
	if err != nil || c.At.After(until) {
		return false, err
	}
	if !seat.Deadline.After(until) {
		if more, waits, err := h.Clocks.Reprieve(tx, game, seat); err != nil || more || waits {
			return more, err
		}
	}
	switch c.What {
	case clock.CallRemind, clock.CallAgain:
		if waits, err := keyring.Arrived(tx, until); err != nil || waits {
			return false, err
		}
		return h.remindOf(tx, game, seat, c, until)
	case clock.CallFlag:
		if post.Contract(game.Contract) != post.Wait {
			if waits, err := keyring.Arrived(tx, *seat.Deadline); err != nil || waits {
				return false, err
			}
		}
		return true, h.Clocks.Remind(tx, game, seat, c)
	}
	if waits, err := keyring.Arrived(tx, c.At); err != nil || waits {
		return false, err
	}
	if enough, err := h.Offers.OutOfPatience(tx, game, seat); err != nil || enough {
		return enough, err
	}
	p, err := play.Load(tx, gameID)
	if err != nil {
		return false, err
	}
	defer p.Close()
	n, _ := p.Info.Seat(side)
	if p.Session.Asked(n) == nil {
		return false, fmt.Errorf("game %s: side %s has a deadline and no question", gameID, side)
	}
	e := h.Games.Next(p, adjudicator.Deadline, side, fmt.Appendf(nil, "deadline %s", seat.Deadline.UTC().Format(time.RFC3339)))
	out, err := h.Games.Play(tx, p, e, club.Evidence{})
	if err != nil {
		return false, err
	}
	if len(out.Faults) > 0 {
		return false, fmt.Errorf("game %s: a default answer was refused: %w", gameID, out.Faults[0])
	}
	return true, h.Reports.ReportDefault(tx, p, n)
}

// remindOf reminds a player whose deadline comes near, or passed days ago. In games with a
// calendar it is one letter for all of his games.
func (h *Host) remindOf(tx club.Tx, game store.Game, seat store.Seat, c clock.Call, until time.Time) (bool, error) {
	if len(game.Schedule) == 0 {
		return true, h.Clocks.Remind(tx, game, seat, c)
	}
	seat, c, err := h.Clocks.MostUrgent(tx, seat, c, until)
	if err != nil {
		return false, err
	}
	if game, err = tx.Game(seat.Game); err != nil {
		return false, err
	}
	return true, h.Clocks.Remind(tx, game, seat, c)
}
