package host_test

import (
	"context"
	"fmt"

	"keryx/adjudicator"
	"keryx/adjudicator/host"
	hostclub "keryx/adjudicator/host/club"
	"keryx/adjudicator/host/intake"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/post"
	hostreports "keryx/adjudicator/host/reports"
	"keryx/adjudicator/host/seating"
	"keryx/orders"
	"keryx/store"
	"keryx/templates"
)

// viewOf returns what a side sees of a game now.
func viewOf(ctx context.Context, h *host.Host, game string, side adjudicator.Side) (view adjudicator.View, err error) {
	err = h.Store.View(ctx, func(tx store.ReadTx) error {
		p, err := play.Load(tx, game)
		if err != nil || p.Session == nil {
			return err
		}
		defer p.Close()
		view = p.Session.Game().View(side)
		return nil
	})
	return view, err
}

// wholeReport hands out a function that makes a side's report of the whole turn in
// play, as if it had been told nothing of it yet, without storing or sending it.
func wholeReport(ctx context.Context, h *host.Host, game string, side adjudicator.Side, use func(func() (templates.Letter, error))) error {
	return h.Store.View(ctx, func(tx store.ReadTx) error {
		p, err := play.Load(tx, game)
		if err != nil {
			return err
		}
		defer p.Close()
		seat := p.Seats[side]
		seat.ReportedTurn, seat.ReportedEvent = p.Session.Turn(), 0
		use(func() (templates.Letter, error) {
			r, err := h.Reports.Draft(tx, p, seat, side, templates.Receipt)
			if err != nil {
				return templates.Letter{}, err
			}
			r.Story = p.Story(seat)
			if r.Proof, err = hostreports.ProofFor(p, tx, &seat); err != nil {
				return templates.Letter{}, err
			}
			if err := h.Games.FillBalance(tx, p, side, &r); err != nil {
				return templates.Letter{}, err
			}
			if _, err := hostreports.Draw(p, side, &r); err != nil {
				return templates.Letter{}, err
			}
			return templates.Render(r)
		})
		return nil
	})
}

// playedTurn is all that can be told of a turn in play.
type playedTurn struct {
	Turn, Last int
	Events     []adjudicator.Event
	Answers    []adjudicator.Answered
	Views      [2]adjudicator.View
	Asked      [2]string
	Asks       [2]int
	Standing   [2]string
	Sealed     bool // what is asked is asked of both in secret
}

func playedOf(s *adjudicator.Session, last int) playedTurn {
	p := playedTurn{Turn: s.Turn(), Last: last, Events: s.Events(), Answers: s.Answers(), Sealed: s.Sealed()}
	for side := range p.Views {
		side := adjudicator.Side(side)
		p.Views[side], p.Asks[side], p.Standing[side] = s.Game().View(side), s.Asks(side), s.Standing(side, orders.English)
		if q := s.Asked(side); q != nil {
			p.Asked[side] = fmt.Sprint(q.Kind, q.Verbs, q.Form.Default().Words())
		}
	}
	return p
}

// warmAndCold returns the turn in play as it was kept since the last mail, and as the
// ledger gives it; kept is nil if nothing was.
func warmAndCold(ctx context.Context, h *host.Host, game string) (kept *playedTurn, cold playedTurn, err error) {
	if k, ok := h.Games.Warm.Kept[game]; ok {
		p := playedOf(k.Session, k.Last.Seq)
		kept = &p
	}
	err = h.Store.View(ctx, func(tx store.ReadTx) error {
		p, err := play.Load(tx, game)
		if err != nil || p.Session == nil {
			return err
		}
		defer p.Close()
		cold = playedOf(p.Session, p.Last.Seq)
		return nil
	})
	return kept, cold, err
}

// packOf is the past of a side as its next holder is sent it.
func packOf(ctx context.Context, h *host.Host, game string, side adjudicator.Side) (files []templates.Attachment, err error) {
	err = h.Store.View(ctx, func(tx store.ReadTx) error {
		p, err := play.Load(tx, game)
		if err != nil {
			return err
		}
		defer p.Close()
		files, err = seating.Pack(tx, p, side)
		return err
	})
	return files, err
}

// observerLetter is what could be shown of the turn in play to one who plays on neither
// side: its events, the map, the tables, the situation for programs and the proof.
func observerLetter(ctx context.Context, h *host.Host, game string) (letter templates.Letter, err error) {
	err = h.Store.View(ctx, func(tx store.ReadTx) error {
		p, err := play.Load(tx, game)
		if err != nil || p.Session == nil {
			return err
		}
		defer p.Close()
		seat := store.Seat{Game: game, ReportedTurn: p.Session.Turn()}
		r := templates.Report{Kind: templates.Waiting, Lang: "en", Game: game, Ruleset: p.Info.Name, Scenario: p.Game.Scenario,
			Sides: [2]string{p.Info.Sides[0], p.Info.Sides[1]}, Side: adjudicator.Observer, View: p.Session.Game().View(adjudicator.Observer),
			Story: p.Story(seat)}
		if r.Proof, err = hostreports.ProofFor(p, tx, &seat); err != nil {
			return err
		}
		r.Proof.Seals = nil // they are of letters to the players
		if _, err := hostreports.Draw(p, adjudicator.Observer, &r); err != nil {
			return err
		}
		letter, err = templates.Render(r)
		return err
	})
	return letter, err
}

// readFork returns what a ledger entry promises that gives a game new dice.
func readFork(e store.Entry) (templates.ProofFork, error) {
	_, fork, err := play.ReadReseed(hostclub.LedgerEntry(e))
	return fork, err
}

// seenAndNow is what a side saw when its seat was last told, if that was now, and what it
// sees.
func seenAndNow(ctx context.Context, h *host.Host, game string, side adjudicator.Side) (seen, now adjudicator.View, err error) {
	err = h.Store.View(ctx, func(tx store.ReadTx) error {
		p, err := play.Load(tx, game)
		if err != nil {
			return err
		}
		defer p.Close()
		seat := p.Seats[side]
		seat.ReportedTurn, seat.ReportedEvent = p.Session.Turn(), len(p.Session.Events())
		now = p.Session.Game().View(side)
		seen, err = hostreports.ViewAt(p, tx, seat, side)
		return err
	})
	return seen, now, err
}

// thoughtsOf is what the machine would order for a side now, if it is asked.
func thoughtsOf(ctx context.Context, h *host.Host, game string, side adjudicator.Side) (plan []adjudicator.Words, err error) {
	err = h.Store.View(ctx, func(tx store.ReadTx) error {
		p, err := play.Load(tx, game)
		if err != nil || p.Session == nil {
			return err
		}
		defer p.Close()
		plan, err = intake.Think(p, side, intake.MachineMind("K7Q2-9XWM"))
		return err
	})
	return plan, err
}

// causeLetters queues letters that a mail of somebody causes to somebody else, each about something else.
func causeLetters(ctx context.Context, h *host.Host, by, to, key string, n int) error {
	return h.Write(ctx, func(tx hostclub.Tx) error {
		for i := range n {
			args := []any{"Game", fmt.Sprint("game-", i), "N", i, "Player", by}
			if err := h.Letters.SendNotice(hostclub.Tx{Tx: tx.Tx, Cause: by}, to, "", h.Post.Address, post.Notice{Key: key, Once: fmt.Sprint(i), Args: args}); err != nil {
				return err
			}
		}
		return nil
	})
}
