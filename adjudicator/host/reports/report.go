package reports

import (
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"keryx/adjudicator"
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/post"
	"keryx/mail"
	"keryx/store"
	"keryx/templates"
	"keryx/templates/page"
)

// ReportFirst mails both sides their first report of a game.
func (rp *Reports) ReportFirst(tx club.Tx, p *play.Position) error {
	for i := range p.Seats {
		side := adjudicator.Side(i)
		signs, err := rp.CanSign(tx, p.Seats[i])
		if err != nil {
			return err
		}
		s, err := play.Watchable(tx, p.Game.ID)
		if err != nil {
			return err
		}
		seats, err := tx.SeatsOfPlayer(p.Seats[i].Player)
		if err != nil {
			return err
		}
		err = rp.Report(tx, p, side, templates.Welcome, "", func(r *templates.Report) {
			rp.FillWelcome(p, side, r, signs)
			if len(seats) == 1 { // his first game
				r.Guide, _ = rp.HelpPage(r.Lang, "start")
			}
			if s.Observers != play.ObservedByNone {
				r.Observing, r.ObservedAfter = string(s.Observers), s.Delay.Duration
			}
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// FillWelcome adds what only a first letter has: the settings of the game, and the keys.
func (rp *Reports) FillWelcome(p *play.Position, side adjudicator.Side, r *templates.Report, signs bool) {
	for _, o := range p.Info.Options {
		if !o.In(p.Game.Scenario) {
			continue
		}
		value := o.Values[0]
		if chosen, ok := p.Options()[o.ID]; ok {
			value = chosen
		}
		r.Settings = append(r.Settings, templates.Setting{Option: o, Value: value})
	}
	if rp.Signer != nil {
		key := rp.Signer.Public()
		r.ServerKey = templates.ServerKey{Fingerprint: key.Fingerprint, Text: key.Text}
	}
	r.NoKey, r.Address = !signs, p.Seats[side].Player
	if r.NoKey {
		r.SignPage = templates.SignPage{Data: signPage(), Address: rp.Rules.SignPage}
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

// ReportOrders mails the author of accepted orders what came of them, and the
// other side if it is asked something or a turn has ended. More adds to the receipt what else its file held.
func (rp *Reports) ReportOrders(tx club.Tx, s *post.Submission, out adjudicator.Outcome, more func(*templates.Report) error) error {
	p := s.Position
	_, claims := s.File.Said("claim")
	first, err := rp.firstReceiptOf(tx, s)
	if err != nil {
		return err
	}
	if !first && !claims && s.Appeal == nil && rp.mayWait(p, s, out) {
		if err := rp.postpone(tx, s, out); err != nil {
			return err
		}
		return rp.reportOther(tx, p, s.Side.Other())
	}
	var refused error
	err = rp.Report(tx, p, s.Side, KindFor(p, s.Side, templates.Receipt), s.Message.ID, func(r *templates.Report) {
		r.Re = s.Re()
		r.Answered, r.Replaced = out.Answers, out.Replaced
		r.Aside = s.Aside()
		r.Left, r.LeftBy = s.Parted.Aside, s.Player.Address
		r.NewStanding = s.File.HasStanding
		_, r.Passed = s.File.Said("press")
		refused = more(r)
	})
	if err = errors.Join(err, refused); err != nil {
		return err
	}
	return rp.reportOther(tx, p, s.Side.Other())
}

// ReportDefault mails both sides, and the referee, what came of a missed deadline. Who
// has missed one before and not written since is mailed once in a turn.
func (rp *Reports) ReportDefault(tx club.Tx, p *play.Position, side adjudicator.Side) error {
	seat := p.Seats[side]
	first, err := noteMissed(tx, p, side, *seat.Deadline)
	if err != nil {
		return err
	}
	if first {
		if err := rp.tellAbsent(tx, p, side, *seat.Deadline); err != nil {
			return err
		}
	}
	if first || len(p.Chapters) > 0 || p.Game.Status == store.Ended {
		err = rp.Report(tx, p, side, KindFor(p, side, templates.Asked), "", nil)
	} else {
		err = rp.askQuietly(tx, p, side)
	}
	if err != nil {
		return err
	}
	return rp.reportOther(tx, p, side.Other())
}

// tellAbsent tells the referee that a player has let a deadline pass and the game goes
// on without him.
func (rp *Reports) tellAbsent(tx club.Tx, p *play.Position, side adjudicator.Side, deadline time.Time) error {
	seat := p.Seats[side]
	player, err := tx.Player(seat.Player)
	if err != nil {
		return fmt.Errorf("game %s: the player of %s: %w", p.Game.ID, seat.Side, err)
	}
	return rp.Letters.TellReferee(tx, p.Game, post.Notice{Key: "absent", Once: deadline.UTC().Format(time.RFC3339) + seat.Side,
		Args: []any{"Game", p.Game.ID, "Side", play.SideTerm(p.Game, seat.Side), "Player", player.Name, "Deadline", deadline}})
}

// reportOther mails a side that did not move: only if it is asked something
// new, or a turn has ended; never merely because the enemy moved.
func (rp *Reports) reportOther(tx club.Tx, p *play.Position, side adjudicator.Side) error {
	switch {
	case len(p.Chapters) > 0:
		return rp.Report(tx, p, side, KindFor(p, side, templates.TurnDone), "", nil)
	case p.Asked(side):
		if away, err := isAbsent(p, tx, side); err != nil {
			return err
		} else if away {
			return rp.askQuietly(tx, p, side)
		}
		return rp.Report(tx, p, side, templates.Asked, "", nil)
	}
	return nil
}

// KindFor is the kind of a report in the light of what has happened.
func KindFor(p *play.Position, side adjudicator.Side, otherwise templates.Kind) templates.Kind {
	switch {
	case p.Game.Status == store.Ended:
		return templates.GameOver
	case otherwise == templates.Asked && len(p.Chapters) > 0:
		return templates.TurnDone
	}
	return otherwise
}

// Report makes one side's report of all that is new to it, queues the mail, and
// notes how far the side has been told. It replaces the side's report code. The
// Message-ID is that of the player's mail that the report answers, if any.
func (rp *Reports) Report(tx club.Tx, p *play.Position, side adjudicator.Side, kind templates.Kind, replyTo string, fill func(*templates.Report)) error {
	seat := p.Seats[side]
	remembered, err := post.MemoryOf(tx, seat)
	if err != nil {
		return err
	}
	seat.Answers = club.Code(store.Secret(p.Secret()), p.Game.ID, seat.Side, p.Last.Seq)
	switch {
	case p.Game.Status != store.Running || p.Session.Asked(side) == nil:
		if err := rp.closeAccount(tx, p.Game, seat); err != nil {
			return err
		}
		seat.Deadline, seat.Reminded = nil, nil
	case p.Asked(side) || seat.Deadline == nil:
		if err := rp.closeAccount(tx, p.Game, seat); err != nil {
			return err
		}
		// A question that was open before keeps its deadline, or else a player
		// could put it off by sending orders that do not answer it.
		if err := rp.Terms.Ask(tx, p.Game, &seat, remembered); err != nil {
			return err
		}
	}
	r, err := rp.Draft(tx, p, seat, side, kind)
	if err != nil {
		return err
	}
	r.Story = p.Story(seat)
	if r.Proof, err = ProofFor(p, tx, &seat); err != nil {
		return err
	}
	if fill != nil {
		fill(&r)
	}
	if err := tellMissed(p, tx, seat, side, &r); err != nil {
		return err
	}
	if replyTo == "" && remembered.Owed != nil {
		replyTo = remembered.Owed.Message
	}
	if err := rp.Games.FillBalance(tx, p, side, &r); err != nil {
		return err
	}
	if err := compareViews(p, tx, seat, side, &r); err != nil {
		return err
	}
	lighter, err := Draw(p, side, &r)
	if err != nil {
		return err
	}
	seat.ReportedTurn, seat.ReportedEvent = p.Session.Turn(), len(p.Session.Events())
	return rp.Letters.Dispatch(tx, p.Game, &seat, r, post.Mailing{Purpose: "report", Seq: p.Last.Seq, Keep: true, Turn: p.Session.Turn(), ReplyTo: replyTo, Lighter: lighter})
}

// Draft begins a report to the holder of a seat: who, what game, what view,
// what is asked.
func (rp *Reports) Draft(tx store.ReadTx, p *play.Position, seat store.Seat, side adjudicator.Side, kind templates.Kind) (templates.Report, error) {
	player, err := tx.Player(seat.Player)
	if err != nil {
		return templates.Report{}, fmt.Errorf("game %s: the player of %s: %w", p.Game.ID, seat.Side, err)
	}
	r := templates.Report{
		Kind: kind, Lang: player.Language, Mailbox: rp.Post.Address,
		Game: p.Game.ID, Ruleset: p.Info.Name, Scenario: p.Game.Scenario,
		Sides: [2]string{p.Info.Sides[0], p.Info.Sides[1]}, Side: side, Player: player.Name,
		Code: seat.Answers, Contract: p.Game.Contract, Now: rp.Now(), Referee: p.Game.Referee != "" || rp.Rules.Operator != "",
	}
	if side >= 0 && p.Session != nil {
		r.Waiting = p.Session.Waiting(side)
	}
	if r.Plain, err = wantsNoPictures(player); err != nil {
		return r, err
	}
	if r.Observers, err = observersOf(tx, p.Game.ID); err != nil {
		return r, err
	}
	if other, err := tx.Player(p.Seats[side.Other()].Player); err == nil {
		r.Opponent = knownAs(other, player.Language)
	} else if !errors.Is(err, store.ErrNotFound) {
		return r, err
	}
	if zone, err := time.LoadLocation(player.TimeZone); err == nil {
		r.Zone = zone
	}
	if seat.Deadline != nil {
		r.Deadline = *seat.Deadline
		if r.Bank, r.Extensions, err = reserveBefore(tx, p.Game, seat); err != nil {
			return r, err
		}
	}
	if err := post.TellWhy(tx, p.Game, seat, &r); err != nil {
		return r, err
	}
	if seat.Deadline != nil && !rp.ByJobs { // who serves is at work
		if r.Away, err = IsBack(tx, rp.Now()); err != nil {
			return r, err
		}
	}
	if p.Session != nil {
		r.View = p.Session.Game().View(side)
		r.Options = p.Session.Setup().Options
		r.Question = p.Session.Asked(side)
		r.Since, r.Again = p.Session.Again(side)
		r.Standing = p.Session.Standing(side, templates.For(player.Language, "").Language())
		if n, err := post.MemoryOf(tx, seat); err != nil {
			return r, err
		} else if n.Absent != nil {
			r.Absent = true
		}
		// Whether the other side has answered what both are asked in secret is not told:
		// this is looked at only where nothing is asked of the reader.
		r.OtherAsked = r.Question == nil && p.Session.Asked(side.Other()) != nil
		if r.OtherAsked {
			if r.OtherDeadline, err = rp.Terms.ToldOther(tx, p, side.Other()); err != nil {
				return r, err
			}
		}
		if r.Question != nil || kind == templates.Welcome {
			r.Starter = adjudicator.Starter(p.Rules, p.Game.Scenario, side, player.Language)
		}
	}
	return r, nil
}

// CanSign reports whether the player of a seat has a key that signs for it now.
func (rp *Reports) CanSign(tx store.ReadTx, seat store.Seat) (bool, error) {
	keys, err := tx.KeysOf(seat.Player)
	if err != nil {
		return false, err
	}
	for _, k := range keys {
		if k.State != store.KeyActive || k.Game != "" && k.Game != seat.Game {
			continue
		}
		end, err := KeyEnd(k, false)
		if err != nil {
			return false, err
		}
		if end.IsZero() || rp.Now().Before(end) {
			return true, nil
		}
	}
	return false, nil
}

// KeyEnd is when a key signs nothing any more, or if encrypts is set when nothing can be encrypted to the key
// any more, should that come first. A key that was never fit for that does not end so.
func KeyEnd(key store.Key, encrypts bool) (end time.Time, err error) {
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

// MinOutage is the shortest absence that moves deadlines.
const MinOutage = 10 * time.Minute

// IsBack reports whether the server is back after an outage that has not been noted yet.
func IsBack(tx store.ReadTx, now time.Time) (bool, error) {
	was, err := LastAwake(tx)
	return err == nil && was != nil && now.Sub(*was) >= MinOutage, err
}

// knownAs is the name by which a player's opponent reads of him.
func knownAs(player store.Player, lang string) string {
	if player.Address == post.MachineAddress {
		return templates.For(lang, "").Phrase(adjudicator.Phrase{Key: "player.machine"})
	}
	return player.Name
}

// PrefPictures is the name, among a player's preferences, of his wish that letters bring
// pictures.
const PrefPictures = "pictures"

// wantsNoPictures reports whether a player has asked for letters without pictures.
func wantsNoPictures(player store.Player) (bool, error) {
	prefs, err := post.ReadPrefs(player)
	if err != nil || prefs[PrefPictures] == nil {
		return false, err
	}
	wanted := true
	if err := json.Unmarshal(prefs[PrefPictures], &wanted); err != nil {
		return false, fmt.Errorf("preferences of %s: %w", player.Address, err)
	}
	return !wanted, nil
}

// observersOf names those who watch a game, for its players.
func observersOf(tx store.ReadTx, game string) (names []string, err error) {
	w, err := play.WatchedBy(tx, game)
	for _, o := range w.Observers {
		player, err := tx.Player(o.Address)
		if err != nil {
			return nil, fmt.Errorf("game %s: an observer: %w", game, err)
		}
		names = append(names, player.Name)
	}
	return names, err
}
