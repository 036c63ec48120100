package host

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"keryx/mail"
	"keryx/orders"
	"keryx/store"
	"keryx/templates"
)

// A player calls the referee by a signed text, "referee: ...", with a line "game ..." above it
// if he plays several games, or by a section "claim" of an order file. It goes to all who may rule in the game. While it waits, the
// clock of the one who called stands still, once for each question and not for ever. It ends as a ruling,
// "uphold N", or as a dismissal, "dismiss N"; unanswered it goes to who runs the server too.

// ClaimTime is how long a claim waits before others are told of it, unless the club says
// otherwise.
const ClaimTime = 3 * 24 * time.Hour

// claimTime is how long a claim waits here before others are told of it.
func (h *Host) claimTime() time.Duration {
	if h.ClaimTime > 0 {
		return h.ClaimTime
	}
	return ClaimTime
}

// holdTime is how long a claim holds a deadline that nobody answers: who may answer was told of it
// twice by then.
func (h *Host) holdTime() time.Duration { return 2 * h.claimTime() }

// maxClaim is the longest claim, in bytes, and maxClaims how many of a side may wait in a game.
const (
	maxClaim  = 4000
	maxClaims = 4
)

// letGo ends what claims hold of a seat's deadline; they go on waiting for their answer.
func letGo(tx store.Tx, seat store.Seat) error {
	c, err := claimsOf(tx, seat.Game)
	if err != nil || len(c.Open) == 0 {
		return err
	}
	question, err := questionOf(tx, seat)
	if err != nil {
		return err
	}
	for i := range c.Open {
		if c.Open[i].holds(seat, question) {
			c.Open[i].release()
		}
	}
	return c.save(tx, seat.Game)
}

// judgeClaim takes a call for the referee.
func (h *Host) judgeClaim(tx store.Tx, a *asking, r request, said string) (v verdict, err error) {
	if ok, err := h.beginReply(tx, a, ofChanges); err != nil || !ok {
		v.state, v.reason = store.Ignored, "the same claim as often as one is answered in a day"
		return v, err
	}
	_, whole := orders.CutBinding(a.plain)
	if fault, err := h.mayChange(tx, a, r, whole); fault != nil || err != nil {
		return h.refuseWhole(tx, a, fault, err)
	}
	game, seat, fault, err := h.seat(tx, a, r)
	if err != nil {
		return v, err
	}
	if fault == nil {
		v.game, v.side = seat.Game, seat.Side
		fault, err = h.callReferee(tx, a, r, game, seat, said)
	}
	if err != nil {
		return v, err
	}
	v.state, v.reason = store.Command, map[string]string{"referee": "a claim", "appeal": "an appeal"}[r.verb]
	if fault != nil {
		a.reply.Faults = append(a.reply.Faults, fault)
		v.state, v.reason = store.Faulty, fault.Error()
	} else if err := a.did(tx); err != nil {
		return v, err
	}
	return v, h.sendReply(tx, a)
}

// refuseWhole answers a text of which nothing is done, for one reason.
func (h *Host) refuseWhole(tx store.Tx, a *asking, fault *orders.Diagnostic, err error) (verdict, error) {
	if err != nil {
		return verdict{}, err
	}
	a.reply.Faults = append(a.reply.Faults, fault)
	return verdict{state: a.refusedAs(), reason: fault.Error()}, h.sendReply(tx, a)
}

// callReferee takes a claim that came by itself: it holds the deadline, and all who may rule
// are told.
func (h *Host) callReferee(tx store.Tx, a *asking, r request, game store.Game, seat store.Seat, said string) (*orders.Diagnostic, error) {
	if r.verb == "appeal" {
		return h.appealAlone(tx, a, r, game, seat, said)
	}
	if fault, err := h.claimFault(tx, r, game, seat, said); fault != nil || err != nil {
		return fault, err
	}
	if fault, err := once(tx, a, r, seat, "claim"); fault != nil || err != nil {
		return fault, err
	}
	var err error
	if a.reply.Claim, err = h.enterClaim(tx, game, seat, a.player, said, nil); err != nil {
		return nil, err
	}
	return nil, tx.UpdateSeat(seat) // calls for a look at it
}

// claimFault says why a claim of a seat cannot be taken; nil if it can.
func (h *Host) claimFault(tx store.ReadTx, r request, game store.Game, seat store.Seat, said string) (*orders.Diagnostic, error) {
	c, err := claimsOf(tx, game.ID)
	if err != nil {
		return nil, err
	}
	all, operator, err := h.answerers(tx, game)
	if err != nil {
		return nil, err
	}
	waiting := 0 // of this side: the other one cannot use up its claims
	for _, open := range c.Open {
		if open.Side == seat.Side && open.Ruling == 0 {
			waiting++
		}
	}
	switch {
	case said == "":
		return r.fault(orders.Unreadable, "claim-empty", r.words[0]), nil
	case len(said) > maxClaim:
		return r.fault(orders.Illegal, "claim-long", r.words[0], "Limit", maxClaim), nil
	case len(all) == 0 && operator == "":
		return r.fault(orders.Illegal, "claim-nobody", r.words[0], "Game", game.ID), nil
	case waiting >= maxClaims:
		return r.fault(orders.Illegal, "claim-many", r.words[0], "Limit", maxClaims), nil
	}
	for _, open := range c.Open {
		if open.Side == seat.Side && mail.Canonical(open.Text) == mail.Canonical(said) {
			return r.fault(orders.Illegal, "claim-twice", r.words[0], "N", open.N), nil
		}
	}
	return nil, nil
}

// answerers lists those who may rule in a game, its own first, and who runs the server, if he
// has no part in it.
func (h *Host) answerers(tx store.ReadTx, game store.Game) (all []store.Player, operator string, err error) {
	own, others, err := arbitersOf(tx, game)
	if err != nil {
		return nil, "", err
	}
	operator, err = h.outsideOperator(tx, game)
	return append(own, others...), operator, err
}

// enterClaim enters a claim or an appeal that nothing is wrong with, holds the deadline of what
// is asked of its author, and tells all who may answer it. A claim holds a deadline once for each
// question, an appeal once for each ruling; but an appeal against the answer to a claim once for
// each question too, or claims and appeals by turns would hold it for ever.
func (h *Host) enterClaim(tx store.Tx, game store.Game, seat store.Seat, author store.Player, said string, against *appeal) (*templates.Claim, error) {
	c, err := claimsOf(tx, game.ID)
	if err != nil {
		return nil, err
	}
	question, err := keepQuestion(tx, seat)
	if err != nil {
		return nil, err
	}
	c.Last++
	now := h.Now()
	made := claim{N: c.Last, Side: seat.Side, Text: typographic(said), At: now}
	if against != nil {
		made.Ruling, made.Entry = against.ruling, against.entry
	}
	asks := fmt.Sprint("question ", seat.Side, " ", question)
	mark := asks
	if against != nil {
		mark = fmt.Sprint("appeal ", against.ruling)
		if against.answer {
			mark = "appeal " + asks
		}
	}
	late, _, err := h.overdue(tx, game, seat)
	if err != nil {
		return nil, err
	}
	before := contains(c.Held, strings.Replace(mark, asks, seat.Answers, 1)) // for the same report, before entries were kept
	if game.Status != store.Ended && question > 0 && seat.Deadline != nil && !late && !before && !contains(c.Held, mark) {
		made.Asked = question
		c.Held = append(c.Held, mark)
		if mark != asks && !contains(c.Held, asks) {
			c.Held = append(c.Held, asks) // no claim holds it again
		}
	}
	c.Open = append(c.Open, made)
	if err := c.save(tx, game.ID); err != nil {
		return nil, err
	}
	taken := &templates.Claim{Game: game.ID, N: made.N, Held: made.Asked > 0, Paused: game.Status == store.Paused, Runs: seat.Deadline != nil && !late, Until: now.Add(h.holdTime()), Ruling: made.Ruling}
	if against != nil {
		taken.Nobody, err = h.tellAppeal(tx, game, made, *against, author)
		return taken, err
	}
	return taken, h.tellClaim(tx, game, made, author)
}

// tellClaim tells those who may answer a claim of it, or who runs the server if there is nobody.
func (h *Host) tellClaim(tx store.Tx, game store.Game, made claim, author store.Player) error {
	all, operator, err := h.answerers(tx, game)
	if err != nil {
		return err
	}
	if len(all) == 0 {
		all = []store.Player{{Address: operator}}
	}
	for _, to := range all {
		if err := h.sendClaim(tx, to.Address, game, claimNotice(game, made, author.Name)); err != nil {
			return err
		}
	}
	return nil
}

// sendClaim sends somebody what a side has written in a claim or an appeal, which is for him and not
// for the other side: it is a look, and he cannot play in the game any more.
func (h *Host) sendClaim(tx store.Tx, to string, game store.Game, n notice) error {
	player, err := tx.Player(store.Address(to))
	if err == nil {
		err = h.noteArbiterLooks(tx, game, arbiter{player: player})
	} else if errors.Is(err, store.ErrNotFound) { // who runs the server, and plays nowhere
		err = nil
	}
	if err != nil {
		return err
	}
	return h.sendNotice(tx, to, game.ID, fmt.Sprintf("%x", game.Secret[:]), n)
}

// outsideOperator is who runs the server, unless he has a part in the game himself: then
// nobody. A claim may tell what its side alone knows.
func (h *Host) outsideOperator(tx store.ReadTx, game store.Game) (string, error) {
	address := store.Address(h.Operator)
	if address == "" {
		return "", nil
	}
	plays, err := hasInterest(tx, game, store.Player{Address: address})
	if err != nil || plays {
		return "", err
	}
	return address, nil
}

func contains(list []string, one string) bool {
	for _, s := range list {
		if s == one {
			return true
		}
	}
	return false
}

// claimNotice tells a referee of a claim.
func claimNotice(game store.Game, c claim, name string) notice {
	return notice{key: "claim", once: fmt.Sprint(game.ID, " ", c.N), args: []any{"Game", game.ID, "N", c.N, "Side", sideTerm(game, c.Side), "Player", name, "Text", indented(c.Text)}}
}

// indented sets the lines of somebody's words off, so that none reads as a line of ours, and
// leaves out what cannot be seen or changes the direction of text, as [quote] does.
func indented(text string) templates.Quoted {
	var b strings.Builder
	for line := range strings.Lines(quote(strings.TrimSpace(text))) {
		b.WriteString("    |" + strings.TrimPrefix(line, ">"))
	}
	return templates.Quoted(strings.TrimSuffix(b.String(), "\n"))
}
