package host

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	hostclub "keryx/adjudicator/host/club"
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/intake"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/reports"
	"keryx/adjudicator/host/seating"
	"keryx/adjudicator/host/upkeep"
	"keryx/mail"
	"keryx/orders"
	"keryx/store"
	"keryx/templates"
	"keryx/templates/chart"
)

// Look returns what a side sees of a game now.
func (h *Host) Look(ctx context.Context, game string, side adjudicator.Side) (view adjudicator.View, err error) {
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

// Asking returns the kind of what a side is asked, or nothing.
func (h *Host) Asking(ctx context.Context, game, side string) (kind string, err error) {
	err = h.Store.View(ctx, func(tx store.ReadTx) error {
		p, err := play.Load(tx, game)
		if err != nil || p.Session == nil {
			return err
		}
		defer p.Close()
		n, _ := p.Info.Seat(side)
		if q := p.Session.Asked(n); q != nil {
			kind = q.Kind
		}
		return nil
	})
	return kind, err
}

// WholeReport hands out a function that makes a side's report of the whole turn in
// play, as if it had been told nothing of it yet, without storing or sending it.
func (h *Host) WholeReport(ctx context.Context, game string, side adjudicator.Side, use func(func() (templates.Letter, error))) error {
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
			if r.Proof, err = reports.ProofFor(p, tx, &seat); err != nil {
				return templates.Letter{}, err
			}
			if err := h.Games.FillBalance(tx, p, side, &r); err != nil {
				return templates.Letter{}, err
			}
			if _, err := reports.Draw(p, side, &r); err != nil {
				return templates.Letter{}, err
			}
			return templates.Render(r)
		})
		return nil
	})
}

// PlainRetry is the carrier that a daemon sends with.
func PlainRetry(c post.Carrier, h *Host) post.Carrier {
	return post.PlainRetry{Carrier: c, Club: h.Club}
}

// Played is all that can be told of a turn in play.
type Played struct {
	Turn, Last int
	Events     []adjudicator.Event
	Answers    []adjudicator.Answered
	Views      [2]adjudicator.View
	Asked      [2]string
	Asks       [2]int
	Standing   [2]string
	Sealed     bool // what is asked is asked of both in secret
}

func played(s *adjudicator.Session, last int) Played {
	p := Played{Turn: s.Turn(), Last: last, Events: s.Events(), Answers: s.Answers(), Sealed: s.Sealed()}
	for side := range p.Views {
		side := adjudicator.Side(side)
		p.Views[side], p.Asks[side], p.Standing[side] = s.Game().View(side), s.Asks(side), s.Standing(side, orders.English)
		if q := s.Asked(side); q != nil {
			p.Asked[side] = fmt.Sprint(q.Kind, q.Verbs, q.Form.Default().Words())
		}
	}
	return p
}

// WarmAndCold returns the turn in play as it was kept since the last mail, and as the
// ledger gives it; kept is nil if nothing was.
func (h *Host) WarmAndCold(ctx context.Context, game string) (kept *Played, cold Played, err error) {
	if k, ok := h.Games.Warm.Kept[game]; ok {
		p := played(k.Session, k.Last.Seq)
		kept = &p
	}
	err = h.Store.View(ctx, func(tx store.ReadTx) error {
		p, err := play.Load(tx, game)
		if err != nil || p.Session == nil {
			return err
		}
		defer p.Close()
		cold = played(p.Session, p.Last.Seq)
		return nil
	})
	return kept, cold, err
}

// Pack is the past of a side as its next holder is sent it.
func (h *Host) Pack(ctx context.Context, game string, side adjudicator.Side) (files []templates.Attachment, err error) {
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

// ObserverLetter is what could be shown of the turn in play to one who plays on neither
// side: its events, the map, the tables, the situation for programs and the proof.
func (h *Host) ObserverLetter(ctx context.Context, game string) (letter templates.Letter, err error) {
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
		if r.Proof, err = reports.ProofFor(p, tx, &seat); err != nil {
			return err
		}
		r.Proof.Seals = nil // they are of letters to the players
		if _, err := reports.Draw(p, adjudicator.Observer, &r); err != nil {
			return err
		}
		letter, err = templates.Render(r)
		return err
	})
	return letter, err
}

// Pictures lets reports of a ruleset have pictures or not. They are made of the same
// view as the rest, and take most of a report's time.
func Pictures(rules adjudicator.Ruleset, on bool) {
	key := rules.Info().Name + " " + rules.Info().Version
	if reports.Theatres.Delete(key); !on {
		reports.Theatres.Store(key, (*chart.Theatre)(nil))
	}
}

// ReadFork returns what a ledger entry promises that gives a game new dice.
func ReadFork(e store.Entry) (templates.ProofFork, error) {
	_, fork, err := play.ReadReseed(club.LedgerEntry(e))
	return fork, err
}

// ReplayEntries is Replay of a game whose ledger has been tampered with.
func (h *Host) ReplayEntries(ctx context.Context, id string, entries []store.Entry) error {
	return h.Store.View(ctx, func(tx store.ReadTx) error {
		game, err := tx.Game(id)
		if err == nil {
			_, err = play.ReplayTurns(tx, game, entries)
		}
		return err
	})
}

// SeenAndNow is what a side saw when its seat was last told, if that was now, and what it
// sees.
func (h *Host) SeenAndNow(ctx context.Context, game string, side adjudicator.Side) (seen, now adjudicator.View, err error) {
	err = h.Store.View(ctx, func(tx store.ReadTx) error {
		p, err := play.Load(tx, game)
		if err != nil {
			return err
		}
		defer p.Close()
		seat := p.Seats[side]
		seat.ReportedTurn, seat.ReportedEvent = p.Session.Turn(), len(p.Session.Events())
		now = p.Session.Game().View(side)
		seen, err = reports.ViewAt(p, tx, seat, side)
		return err
	})
	return seen, now, err
}

// Thoughts is what the machine would order for a side now, if it is asked.
func (h *Host) Thoughts(ctx context.Context, game string, side adjudicator.Side) (plan []adjudicator.Words, err error) {
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

// MachineAddress holds the machine's seats.
const MachineAddress = post.MachineAddress

// SendToMachine has the machine read a letter again.
func (h *Host) SendToMachine(ctx context.Context, m store.OutboxMail) error {
	return h.Outbox.Send(ctx, nil, m)
}

// Cause queues letters that a mail of somebody causes to somebody else, each about something else.
func (h *Host) Cause(ctx context.Context, by, to, key string, n int) error {
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

// Forged is a bundle with something changed, signed again: what a club can write that is no friend. A
// sealed one has to be opened by its receiver, and is sealed for him again.
func (h *Host) Forged(file []byte, receiver *mail.Signer, change func(bundle map[string]any)) ([]byte, error) {
	sealed := !upkeep.IsOpenBundle(file)
	if sealed {
		var err error
		if file, err = receiver.DecryptOctets(file, upkeep.MaxBundle); err != nil {
			return nil, err
		}
	}
	var outer upkeep.SignedBundle
	if err := json.Unmarshal(file, &outer); err != nil {
		return nil, err
	}
	d := json.NewDecoder(bytes.NewReader(outer.Game))
	d.UseNumber()
	var b map[string]any
	if err := d.Decode(&b); err != nil {
		return nil, err
	}
	change(b)
	text, err := json.Marshal(b)
	if err != nil {
		return nil, err
	}
	signature, err := h.Signer.SignOctets(text, h.Now())
	if err != nil {
		return nil, err
	}
	outer.Key, outer.Signature, outer.Game = h.Signer.Public().Text, string(signature), text
	if file, err = json.Marshal(outer); err != nil || !sealed {
		return file, err
	}
	return receiver.Public().EncryptOctets(file, h.Now())
}

// ReadsWith reports how a bundle reads that has its first order so many times more.
func (h *Host) ReadsWith(file []byte, more int) error {
	b, _, err := upkeep.ReadBundle(file, h.Now(), h.Rules.Calendar.Holidays)
	if err != nil {
		return err
	}
	last := len(b.Entries) - 1
	b.Entries = append(append(slices.Clone(b.Entries[:last]), slices.Repeat(b.Entries[2:3], more)...), b.Entries[last])
	return b.Check(h.Rules.Calendar.Holidays, h.Now())
}

// Flood stores copies of a game, each with so many more ledger entries of no meaning.
func (h *Host) Flood(ctx context.Context, id string, games, entries int) error {
	return h.Write(ctx, func(tx hostclub.Tx) error {
		like, err := tx.Game(id)
		if err != nil {
			return err
		}
		first, err := tx.Entries(id, 1)
		if err != nil {
			return err
		}
		for n := range games {
			like.ID = fmt.Sprintf("ford-%d", 1000+n)
			if err := tx.CreateGame(like); err != nil {
				return err
			}
			prev := store.Digest{}
			for i := range entries {
				e := first[min(i, 1)] // created, seats, and then seats' size of something else
				if i > 1 {
					e.Kind = string(adjudicator.Deadline)
				}
				e.Game, e.Seq, e.Prev, e.Hash = like.ID, i+1, prev, store.Digest(sha256.Sum256(fmt.Append(nil, like.ID, i)))
				if err := tx.AppendEntry(e); err != nil {
					return err
				}
				prev = e.Hash
			}
		}
		return nil
	})
}

// GamesEver counts the games in which somebody plays or has played.
func (h *Host) GamesEver(ctx context.Context, address string) (n int, err error) {
	err = h.Store.View(ctx, func(tx store.ReadTx) error {
		all, err := upkeep.GamesEver(tx, address)
		n = len(all)
		return err
	})
	return n, err
}
