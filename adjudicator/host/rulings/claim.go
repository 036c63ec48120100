package rulings

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/offers"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/requests"
	"keryx/adjudicator/host/written"
	"keryx/mail"
	"keryx/orders"
	"keryx/store"
	"keryx/templates"
)

// A player calls the referee by a signed text, "referee: ...", with a line "game ..." above it
// if he plays several games, or by a section "claim" of an order file. It goes to all who may rule in the game. While it waits, the
// clock of the one who called stands still, once for each question and not for ever. It ends as a ruling,
// "uphold N", or as a dismissal, "dismiss N"; unanswered it goes to who runs the server too.

// holdTime is how long a claim holds a deadline that nobody answers: who may answer was told of it
// twice by then.
func (cl *Claims) holdTime() time.Duration { return 2 * cl.Rules.Referee.Claims.Duration }

// maxClaim is the longest claim, in bytes, and maxClaims how many of a side may wait in a game.
const (
	maxClaim  = 4000
	maxClaims = 4
)

// letGo ends what claims hold of a seat's deadline; they go on waiting for their answer.
func letGo(tx club.Tx, seat store.Seat) error {
	c, err := post.ClaimsOf(tx, seat.Game)
	if err != nil || len(c.Open) == 0 {
		return err
	}
	question, err := post.QuestionOf(tx, seat)
	if err != nil {
		return err
	}
	for i := range c.Open {
		if c.Open[i].HoldsUp(seat, question) {
			c.Open[i].Release()
		}
	}
	return c.Save(tx, seat.Game)
}

// JudgeClaim takes a call for the referee.
func (cl *Claims) JudgeClaim(tx club.Tx, a *requests.Mail, r written.Request, said string) (v post.Verdict, err error) {
	if ok, err := cl.Rulings.BeginReply(tx, a, requests.OfChanges); err != nil || !ok {
		v.State, v.Reason = store.Ignored, "the same claim as often as one is answered in a day"
		return v, err
	}
	_, whole := orders.CutBinding(a.Plain)
	if fault, err := cl.Desk.MayChange(tx, a, r, whole); fault != nil || err != nil {
		return cl.RefuseWhole(tx, a, fault, err)
	}
	game, seat, fault, err := cl.Desk.Seat(tx, a, r)
	if err != nil {
		return v, err
	}
	if fault == nil {
		v.Game, v.Side = seat.Game, seat.Side
		fault, err = cl.CallReferee(tx, a, r, game, seat, said)
	}
	if err != nil {
		return v, err
	}
	v.State, v.Reason = store.Command, map[string]string{"referee": "a claim", "appeal": "an appeal"}[r.Verb]
	if fault != nil {
		a.Reply.Faults = append(a.Reply.Faults, fault)
		v.State, v.Reason = store.Faulty, fault.Error()
	} else if err := a.Did(tx); err != nil {
		return v, err
	}
	return v, cl.Rulings.SendReply(tx, a)
}

// RefuseWhole answers a text of which nothing is done, for one reason.
func (cl *Claims) RefuseWhole(tx club.Tx, a *requests.Mail, fault *orders.Diagnostic, err error) (post.Verdict, error) {
	if err != nil {
		return post.Verdict{}, err
	}
	a.Reply.Faults = append(a.Reply.Faults, fault)
	return post.Verdict{State: a.RefusedAs(), Reason: fault.Error()}, cl.Rulings.SendReply(tx, a)
}

// CallReferee takes a claim that came by itself: it holds the deadline, and all who may rule
// are told.
func (cl *Claims) CallReferee(tx club.Tx, a *requests.Mail, r written.Request, game store.Game, seat store.Seat, said string) (*orders.Diagnostic, error) {
	if r.Verb == "appeal" {
		return cl.appealAlone(tx, a, r, game, seat, said)
	}
	if fault, err := cl.ClaimFault(tx, r, game, seat, said); fault != nil || err != nil {
		return fault, err
	}
	if fault, err := offers.Once(tx, a, r, seat, "claim"); fault != nil || err != nil {
		return fault, err
	}
	var err error
	if a.Reply.Claim, err = cl.EnterClaim(tx, game, seat, a.Player, said, nil); err != nil {
		return nil, err
	}
	return nil, tx.UpdateSeat(seat) // calls for a look at it
}

// ClaimFault says why a claim of a seat cannot be taken; nil if it can.
func (cl *Claims) ClaimFault(tx store.ReadTx, r written.Request, game store.Game, seat store.Seat, said string) (*orders.Diagnostic, error) {
	c, err := post.ClaimsOf(tx, game.ID)
	if err != nil {
		return nil, err
	}
	all, operator, err := cl.answerers(tx, game)
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
		return r.Fault(orders.Unreadable, "claim-empty", r.Words[0]), nil
	case len(said) > maxClaim:
		return r.Fault(orders.Illegal, "claim-long", r.Words[0], "Limit", maxClaim), nil
	case len(all) == 0 && operator == "":
		return r.Fault(orders.Illegal, "claim-nobody", r.Words[0], "Game", game.ID), nil
	case waiting >= maxClaims:
		return r.Fault(orders.Illegal, "claim-many", r.Words[0], "Limit", maxClaims), nil
	}
	for _, open := range c.Open {
		if open.Side == seat.Side && mail.Canonical(open.Text) == mail.Canonical(said) {
			return r.Fault(orders.Illegal, "claim-twice", r.Words[0], "N", open.N), nil
		}
	}
	return nil, nil
}

// answerers lists those who may rule in a game, its own first, and who runs the server, if he
// has no part in it.
func (cl *Claims) answerers(tx store.ReadTx, game store.Game) (all []store.Player, operator string, err error) {
	own, others, err := arbitersOf(tx, game)
	if err != nil {
		return nil, "", err
	}
	operator, err = cl.outsideOperator(tx, game)
	return append(own, others...), operator, err
}

// EnterClaim enters a claim or an appeal that nothing is wrong with, holds the deadline of what
// is asked of its author, and tells all who may answer it. A claim holds a deadline once for each
// question, an appeal once for each ruling; but an appeal against the answer to a claim once for
// each question too, or claims and appeals by turns would hold it for ever.
func (cl *Claims) EnterClaim(tx club.Tx, game store.Game, seat store.Seat, author store.Player, said string, against *post.Appeal) (*templates.Claim, error) {
	c, err := post.ClaimsOf(tx, game.ID)
	if err != nil {
		return nil, err
	}
	question, err := post.KeepQuestion(tx, seat)
	if err != nil {
		return nil, err
	}
	c.Last++
	now := cl.Now()
	made := post.Claim{N: c.Last, Side: seat.Side, Text: written.Typographic(said), At: now}
	if against != nil {
		made.Ruling, made.Entry = against.Ruling, against.Entry
	}
	asks := fmt.Sprint("question ", seat.Side, " ", question)
	mark := asks
	if against != nil {
		mark = fmt.Sprint("appeal ", against.Ruling)
		if against.Answer {
			mark = "appeal " + asks
		}
	}
	late, _, err := cl.Terms.OverdueSince(tx, game, seat)
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
	if err := c.Save(tx, game.ID); err != nil {
		return nil, err
	}
	taken := &templates.Claim{Game: game.ID, N: made.N, Held: made.Asked > 0, Paused: game.Status == store.Paused, Runs: seat.Deadline != nil && !late, Until: now.Add(cl.holdTime()), Ruling: made.Ruling}
	if against != nil {
		taken.Nobody, err = cl.tellAppeal(tx, game, made, *against, author)
		return taken, err
	}
	return taken, cl.tellClaim(tx, game, made, author)
}

// tellClaim tells those who may answer a claim of it, or who runs the server if there is nobody.
func (cl *Claims) tellClaim(tx club.Tx, game store.Game, made post.Claim, author store.Player) error {
	all, operator, err := cl.answerers(tx, game)
	if err != nil {
		return err
	}
	if len(all) == 0 {
		all = []store.Player{{Address: operator}}
	}
	for _, to := range all {
		if err := cl.sendClaim(tx, to.Address, game, claimNotice(game, made, author.Name)); err != nil {
			return err
		}
	}
	return nil
}

// sendClaim sends somebody what a side has written in a claim or an appeal, which is for him and not
// for the other side: it is a look, and he cannot play in the game any more.
func (cl *Claims) sendClaim(tx club.Tx, to string, game store.Game, n post.Notice) error {
	player, err := tx.Player(store.Address(to))
	if err == nil {
		err = cl.noteArbiterLooks(tx, game, written.Arbiter{Player: player})
	} else if errors.Is(err, store.ErrNotFound) { // who runs the server, and plays nowhere
		err = nil
	}
	if err != nil {
		return err
	}
	return cl.Letters.SendNotice(tx, to, game.ID, fmt.Sprintf("%x", game.Secret[:]), n)
}

// outsideOperator is who runs the server, unless he has a part in the game himself: then
// nobody. A claim may tell what its side alone knows.
func (cl *Claims) outsideOperator(tx store.ReadTx, game store.Game) (string, error) {
	address := store.Address(cl.Rules.Operator)
	if address == "" {
		return "", nil
	}
	plays, err := HasInterest(tx, game, store.Player{Address: address})
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
func claimNotice(game store.Game, c post.Claim, name string) post.Notice {
	return post.Notice{Key: "claim", Once: fmt.Sprint(game.ID, " ", c.N), Args: []any{"Game", game.ID, "N", c.N, "Side", play.SideTerm(game, c.Side), "Player", name, "Text", Indented(c.Text)}}
}

// Indented sets the lines of somebody's words off, so that none reads as a line of ours, and
// leaves out what cannot be seen or changes the direction of text, as [post.Quote] does.
func Indented(text string) templates.Quoted {
	var b strings.Builder
	for line := range strings.Lines(post.Quote(strings.TrimSpace(text))) {
		b.WriteString("    |" + strings.TrimPrefix(line, ">"))
	}
	return templates.Quoted(strings.TrimSuffix(b.String(), "\n"))
}
