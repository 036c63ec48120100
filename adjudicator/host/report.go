package host

import (
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"keryx/adjudicator"
	"keryx/mail"
	"keryx/store"
	"keryx/templates"
	"keryx/templates/page"
)

// reportFirst mails both sides their first report of a game.
func (h *Host) reportFirst(tx store.Tx, p *position) error {
	for i := range p.seats {
		side := adjudicator.Side(i)
		signs, err := h.canSign(tx, p.seats[i])
		if err != nil {
			return err
		}
		s, err := watchable(tx, p.game.ID)
		if err != nil {
			return err
		}
		seats, err := tx.SeatsOfPlayer(p.seats[i].Player)
		if err != nil {
			return err
		}
		err = h.report(tx, p, side, templates.Welcome, "", func(r *templates.Report) {
			h.fillWelcome(p, side, r, signs)
			if len(seats) == 1 { // his first game
				r.Guide, _ = h.helpPage(r.Lang, "start")
			}
			if s.Observers != ObservedByNone {
				r.Observing, r.ObservedAfter = string(s.Observers), s.Delay.Duration
			}
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// fillWelcome adds what only a first letter has: the settings of the game, and the keys.
func (h *Host) fillWelcome(p *position, side adjudicator.Side, r *templates.Report, signs bool) {
	for _, o := range p.info.Options {
		if !o.In(p.game.Scenario) {
			continue
		}
		value := o.Values[0]
		if chosen, ok := p.options()[o.ID]; ok {
			value = chosen
		}
		r.Settings = append(r.Settings, templates.Setting{Option: o, Value: value})
	}
	if h.Signer != nil {
		key := h.Signer.Public()
		r.ServerKey = templates.ServerKey{Fingerprint: key.Fingerprint, Text: key.Text}
	}
	r.NoKey, r.Address = !signs, p.seats[side].Player
	if r.NoKey {
		r.SignPage = templates.SignPage{Data: signPage(), Address: h.SignPage}
	}
}

// signPage is the page that signs, made once.
var signPage = sync.OnceValue(func() []byte {
	data, err := page.Sign()
	if err != nil {
		panic(err) // a matter of the build
	}
	return data
})

// reportOrders mails the author of accepted orders what came of them, and the
// other side if it is asked something or a turn has ended. More adds to the receipt what else its file held.
func (h *Host) reportOrders(tx store.Tx, s *submission, out adjudicator.Outcome, more func(*templates.Report) error) error {
	p := s.position
	_, claims := s.file.Said("claim")
	first, err := h.firstReceiptOf(tx, s)
	if err != nil {
		return err
	}
	if !first && !claims && s.appeal == nil && h.mayWait(p, s, out) {
		if err := h.owe(tx, s, out); err != nil {
			return err
		}
		return h.reportOther(tx, p, s.side.Other())
	}
	var refused error
	err = h.report(tx, p, s.side, kindFor(p, s.side, templates.Receipt), s.message.ID, func(r *templates.Report) {
		r.Re = s.re()
		r.Answered, r.Waiting = out.Answers, out.Waiting
		r.Aside = s.aside()
		r.Left, r.LeftBy = s.parted.Aside, s.player.Address
		r.NewStanding = s.file.HasStanding
		_, r.Passed = s.file.Said("press")
		refused = more(r)
	})
	if err = errors.Join(err, refused); err != nil {
		return err
	}
	return h.reportOther(tx, p, s.side.Other())
}

// reportDefault mails both sides, and the referee, what came of a missed deadline. Who
// has missed one before and not written since is mailed once in a turn.
func (h *Host) reportDefault(tx store.Tx, p *position, side adjudicator.Side) error {
	seat := p.seats[side]
	first, err := noteMissed(tx, p, side, *seat.Deadline)
	if err != nil {
		return err
	}
	if first {
		if err := h.tellAbsent(tx, p, side, *seat.Deadline); err != nil {
			return err
		}
	}
	if first || len(p.chapters) > 0 || p.game.Status == store.Ended {
		err = h.report(tx, p, side, kindFor(p, side, templates.Asked), "", nil)
	} else {
		err = h.askQuietly(tx, p, side)
	}
	if err != nil {
		return err
	}
	return h.reportOther(tx, p, side.Other())
}

// tellAbsent tells the referee that a player has let a deadline pass and the game goes
// on without him.
func (h *Host) tellAbsent(tx store.Tx, p *position, side adjudicator.Side, deadline time.Time) error {
	seat := p.seats[side]
	player, err := tx.Player(seat.Player)
	if err != nil {
		return fmt.Errorf("game %s: the player of %s: %w", p.game.ID, seat.Side, err)
	}
	return h.tellReferee(tx, p.game, notice{key: "absent", once: deadline.UTC().Format(time.RFC3339) + seat.Side,
		args: []any{"Game", p.game.ID, "Side", sideTerm(p.game, seat.Side), "Player", player.Name, "Deadline", deadline}})
}

// reportOther mails a side that did not move: only if it is asked something
// new, or a turn has ended; never merely because the enemy moved.
func (h *Host) reportOther(tx store.Tx, p *position, side adjudicator.Side) error {
	switch {
	case len(p.chapters) > 0:
		return h.report(tx, p, side, kindFor(p, side, templates.TurnDone), "", nil)
	case p.asked(side):
		if away, err := isAbsent(p, tx, side); err != nil {
			return err
		} else if away {
			return h.askQuietly(tx, p, side)
		}
		return h.report(tx, p, side, templates.Asked, "", nil)
	}
	return nil
}

// kindFor is the kind of a report in the light of what has happened.
func kindFor(p *position, side adjudicator.Side, otherwise templates.Kind) templates.Kind {
	switch {
	case p.game.Status == store.Ended:
		return templates.GameOver
	case otherwise == templates.Asked && len(p.chapters) > 0:
		return templates.TurnDone
	}
	return otherwise
}

// report makes one side's report of all that is new to it, queues the mail, and
// notes how far the side has been told. It replaces the side's report code. The
// Message-ID is that of the player's mail that the report answers, if any.
func (h *Host) report(tx store.Tx, p *position, side adjudicator.Side, kind templates.Kind, replyTo string, fill func(*templates.Report)) error {
	seat := p.seats[side]
	remembered, err := notes(tx, seat)
	if err != nil {
		return err
	}
	seat.Answers = code(store.Secret(p.secret()), p.game.ID, seat.Side, p.last.Seq)
	switch {
	case p.game.Status != store.Running || p.session.Asked(side) == nil:
		if err := h.closeAccount(tx, p.game, seat); err != nil {
			return err
		}
		seat.Deadline, seat.Reminded = nil, nil
	case p.asked(side) || seat.Deadline == nil:
		if err := h.closeAccount(tx, p.game, seat); err != nil {
			return err
		}
		// A question that was open before keeps its deadline, or else a player
		// could put it off by sending orders that do not answer it.
		if err := h.ask(tx, p.game, &seat, remembered); err != nil {
			return err
		}
	}
	r, err := h.draft(tx, p, seat, side, kind)
	if err != nil {
		return err
	}
	r.Story = p.story(seat)
	if r.Proof, err = proofFor(p, tx, &seat); err != nil {
		return err
	}
	if fill != nil {
		fill(&r)
	}
	if err := tellNoted(p, tx, seat, side, &r); err != nil {
		return err
	}
	if replyTo == "" && remembered.Owed != nil {
		replyTo = remembered.Owed.Message
	}
	if err := h.fillBalance(tx, p, side, &r); err != nil {
		return err
	}
	if err := compareViews(p, tx, seat, side, &r); err != nil {
		return err
	}
	lighter, err := draw(p, side, &r)
	if err != nil {
		return err
	}
	seat.ReportedTurn, seat.ReportedEvent = p.session.Turn(), len(p.session.Events())
	return h.post(tx, p.game, &seat, r, mailing{purpose: "report", seq: p.last.Seq, keep: true, turn: p.session.Turn(), replyTo: replyTo, lighter: lighter})
}

// draft begins a report to the holder of a seat: who, what game, what view,
// what is asked.
func (h *Host) draft(tx store.ReadTx, p *position, seat store.Seat, side adjudicator.Side, kind templates.Kind) (templates.Report, error) {
	player, err := tx.Player(seat.Player)
	if err != nil {
		return templates.Report{}, fmt.Errorf("game %s: the player of %s: %w", p.game.ID, seat.Side, err)
	}
	r := templates.Report{
		Kind: kind, Lang: player.Language, Mailbox: h.Post.Address,
		Game: p.game.ID, Ruleset: p.info.Name, Scenario: p.game.Scenario,
		Sides: [2]string{p.info.Sides[0], p.info.Sides[1]}, Side: side, Player: player.Name,
		Code: seat.Answers, Contract: p.game.Contract, Now: h.Now(), Referee: p.game.Referee != "" || h.Operator != "",
	}
	if r.Plain, err = wantsNoPictures(player); err != nil {
		return r, err
	}
	if r.Observers, err = observersOf(tx, p.game.ID); err != nil {
		return r, err
	}
	if other, err := tx.Player(p.seats[side.Other()].Player); err == nil {
		r.Opponent = knownAs(other, player.Language)
	} else if !errors.Is(err, store.ErrNotFound) {
		return r, err
	}
	if zone, err := time.LoadLocation(player.TimeZone); err == nil {
		r.Zone = zone
	}
	if seat.Deadline != nil {
		r.Deadline = *seat.Deadline
		if r.Bank, r.Extensions, err = reserveBefore(tx, p.game, seat); err != nil {
			return r, err
		}
	}
	if err := tellWhy(tx, p.game, seat, &r); err != nil {
		return r, err
	}
	if seat.Deadline != nil && !h.byJobs { // who serves is at work
		if r.Away, err = isBack(tx, h.Now()); err != nil {
			return r, err
		}
	}
	if p.session != nil {
		r.View = p.session.Game().View(side)
		r.Options = p.session.Setup().Options
		r.Question = p.session.Asked(side)
		r.Since, r.Again = p.session.Again(side)
		r.Standing = p.session.Standing(side, templates.For(player.Language, "").Language())
		if n, err := notes(tx, seat); err != nil {
			return r, err
		} else if n.Absent != nil {
			r.Absent = true
		}
		// Whether the other side has answered what both are asked in secret is not told:
		// this is looked at only where nothing is asked of the reader.
		r.OtherAsked = r.Question == nil && p.session.Asked(side.Other()) != nil
		if r.OtherAsked {
			if r.OtherDeadline, err = h.toldOther(tx, p, side.Other()); err != nil {
				return r, err
			}
		}
		if r.Question != nil || kind == templates.Welcome {
			r.Starter = adjudicator.Starter(p.rules, p.game.Scenario, side, player.Language)
		}
	}
	return r, nil
}

// canSign reports whether the player of a seat has a key that signs for it now.
func (h *Host) canSign(tx store.ReadTx, seat store.Seat) (bool, error) {
	keys, err := tx.KeysOf(seat.Player)
	if err != nil {
		return false, err
	}
	for _, k := range keys {
		if k.State != store.KeyActive || k.Game != "" && k.Game != seat.Game {
			continue
		}
		end, err := keyEnd(k, false)
		if err != nil {
			return false, err
		}
		if end.IsZero() || h.Now().Before(end) {
			return true, nil
		}
	}
	return false, nil
}

// keyEnd is [Host.KeyEnd], or if encrypts is set when nothing can be encrypted to the key
// any more, should that come first. A key that was never fit for that does not end so.
func keyEnd(key store.Key, encrypts bool) (end time.Time, err error) {
	public, err := mail.ParsePublicKey(key.Material)
	if err != nil {
		return end, fmt.Errorf("registered key %s: %w", key.Fingerprint, err)
	}
	ends := []time.Time{public.SignsUntil}
	if key.Expires != nil {
		ends = append(ends, *key.Expires)
	}
	if encrypts && public.EncryptsUntil.After(key.Added) {
		ends = append(ends, public.EncryptsUntil)
	}
	for _, e := range ends {
		if !e.IsZero() && (end.IsZero() || e.Before(end)) {
			end = e
		}
	}
	return end, nil
}

// minOutage is the shortest absence that moves deadlines.
const minOutage = 10 * time.Minute

// isBack reports whether the server is back after an outage that has not been noted yet.
func isBack(tx store.ReadTx, now time.Time) (bool, error) {
	was, err := lastAwake(tx)
	return err == nil && was != nil && now.Sub(*was) >= minOutage, err
}

// knownAs is the name by which a player's opponent reads of him.
func knownAs(player store.Player, lang string) string {
	if player.Address == machineAddress {
		return templates.For(lang, "").Phrase(adjudicator.Phrase{Key: "player.machine"})
	}
	return player.Name
}

// prefPictures is the name, among a player's preferences, of his wish that letters bring
// pictures.
const prefPictures = "pictures"

// wantsNoPictures reports whether a player has asked for letters without pictures.
func wantsNoPictures(player store.Player) (bool, error) {
	prefs, err := readPrefs(player)
	if err != nil || prefs[prefPictures] == nil {
		return false, err
	}
	wanted := true
	if err := json.Unmarshal(prefs[prefPictures], &wanted); err != nil {
		return false, fmt.Errorf("preferences of %s: %w", player.Address, err)
	}
	return !wanted, nil
}

// observersOf names those who watch a game, for its players.
func observersOf(tx store.ReadTx, game string) (names []string, err error) {
	w, err := watchedBy(tx, game)
	for _, o := range w.Observers {
		player, err := tx.Player(o.Address)
		if err != nil {
			return nil, fmt.Errorf("game %s: an observer: %w", game, err)
		}
		names = append(names, player.Name)
	}
	return names, err
}
