package offers

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"keryx/adjudicator"
	"keryx/adjudicator/calendar"
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/reports"
	"keryx/adjudicator/host/requests"
	"keryx/adjudicator/host/seating"
	"keryx/adjudicator/host/written"
	"keryx/mail"
	"keryx/orders"
	"keryx/store"
)

// A side offers the other a draw, a result at a named level, or to adjourn until a day. An offer
// stops no clock. It is accepted or declined with the code that came with it, withdrawn by who
// made it, or ends after some days; each of that is an entry of the ledger and a letter to the
// other side.

// The kinds of offers.
const (
	offerDraw    = "draw"
	offerResult  = "result"
	offerAdjourn = "adjourn"
)

// Offer is one that is open.
type Offer struct {
	Kind   string     `json:"kind"`
	Side   string     `json:"side"`             // that makes it
	Winner string     `json:"winner,omitempty"` // of a result
	Level  string     `json:"level,omitempty"`
	Until  *time.Time `json:"until,omitempty"` // of an adjournment
	Entry  int        `json:"entry"`           // of the ledger, that made it
	Ends   time.Time  `json:"ends"`
}

// offerBody is the body of an [adjudicator.Offered] entry.
type offerBody struct {
	Act string `json:"act"` // "made", "accepted", "declined", "withdrawn", "expired"
	Offer
	Text string `json:"text,omitempty"` // the line that says so, as it was signed
}

const openOffers = "offer-open/"

// OpenOffer is the setting that keeps an offer that waits for its answer.
func OpenOffer(game, side, kind string) string { return openOffers + game + "/" + side + "/" + kind }

// LastOffer is the setting that keeps when such an offer was made last.
func LastOffer(game, side, kind string) string { return "offer-last/" + game + "/" + side + "/" + kind }

// OffersIn lists the open offers of a game.
func OffersIn(tx store.ReadTx, game string) (all []Offer, err error) {
	kept, err := tx.SettingsUnder(openOffers + game + "/")
	if err != nil {
		return nil, err
	}
	for name, text := range kept {
		var o Offer
		if err := json.Unmarshal(text, &o); err != nil {
			return nil, fmt.Errorf("the setting %s: %w", name, err)
		}
		all = append(all, o)
	}
	slices.SortFunc(all, func(a, b Offer) int { return a.Entry - b.Entry })
	return all, nil
}

// code is what the other side accepts an offer with: nobody knows it who has not read the
// letter.
func (o Offer) code(p *play.Position) string {
	return club.Code(store.Secret(p.Game.Secret), p.Game.ID, "offer/"+o.Side, o.Entry)
}

// Terms says what is offered, for a letter.
func (o Offer) Terms(game store.Game) adjudicator.Phrase {
	switch o.Kind {
	case offerResult:
		return adjudicator.Say("offer.result", "Side", play.SideTerm(game, o.Winner), "Level", adjudicator.Say("kit.level."+o.Level))
	case offerAdjourn:
		return adjudicator.Say("offer.adjourn", "Day", o.Until.UTC().Format(time.DateOnly))
	}
	return adjudicator.Say("offer.draw")
}

// offerFillers may stand before what is offered: "offer a draw", "proposer une partie nulle".
var offerFillers = map[string]bool{"a": true, "the": true, "un": true, "une": true, "le": true, "la": true, "match": true, "partie": true}

// kindOffered is the kind of the offer that begins with a word, or "".
func kindOffered(p *play.Position, given string) string {
	switch orders.Fold(given) {
	case "draw", "nulle", "nul":
		return offerDraw
	case "adjourn", "ajourner", "ajournement":
		return offerAdjourn
	case "result", "resultat":
		return offerResult
	}
	if _, ok := p.Info.Seat(play.SideNamed(p.Game, given)); ok {
		return offerResult
	}
	return ""
}

// readOffer reads what is offered: "draw", "athens total", "adjourn until 2027-01-10".
func (of *Offers) readOffer(p *play.Position, r written.Request, zone *time.Location) (o Offer, fault *orders.Diagnostic) {
	wrong := func() (Offer, *orders.Diagnostic) {
		levels, _ := seating.LevelsOf(p.Rules)
		return o, r.Fault(orders.Unreadable, "request-offer", r.Words[0], "Levels", levels, "Side", p.Info.Sides[0])
	}
	words := r.Words[1:]
	for len(words) > 1 && offerFillers[orders.Fold(words[0].Text)] {
		words = words[1:]
	}
	if len(words) == 0 {
		return wrong()
	}
	switch o.Kind = kindOffered(p, words[0].Text); o.Kind {
	case offerDraw:
		words = words[1:]
	case offerAdjourn:
		words = words[1:]
		if len(words) > 1 && slices.Contains([]string{"until", "to", "jusqu'au", "au"}, orders.Fold(words[0].Text)) {
			words = words[1:]
		}
		if len(words) == 0 {
			return wrong()
		}
		day, err := calendar.ReadDate(words[0].Text)
		if err != nil {
			return o, r.Fault(orders.Unreadable, "request-absence-date", words[0], "Word", words[0].Text)
		}
		until := store.Time(time.Date(day.Year(), day.Month(), day.Day(), 0, 0, 0, 0, zone))
		if ahead := until.Sub(of.Now()); ahead <= 0 || ahead > of.Rules.Referee.LongestPause.Duration {
			return o, r.Fault(orders.Illegal, "request-offer-day", words[0], "Days", int(of.Rules.Referee.LongestPause.Duration/calendar.Day))
		}
		o.Until, words = &until, words[1:]
	default:
		o.Kind, o.Winner = offerResult, play.SideNamed(p.Game, words[0].Text)
		if _, ok := p.Info.Seat(o.Winner); !ok || len(words) < 2 {
			return wrong()
		}
		if o.Level = levelOffered(p, words[1].Text); o.Level == "" {
			return wrong()
		}
		words = words[2:]
	}
	if len(words) > 0 {
		return o, r.LeftOver(len(r.Words) - len(words))
	}
	return o, nil
}

// levelWords are the spellings of levels, folded.
var levelWords = map[string]string{"totale": "total", "strategique": "strategic", "tactique": "tactical"}

// levelOffered is the level of a game that a word names, or "".
func levelOffered(p *play.Position, given string) string {
	folded := orders.Fold(given)
	folded = cmp.Or(levelWords[folded], folded)
	levels, _ := seating.LevelsOf(p.Rules)
	if slices.Contains(levels, folded) {
		return folded
	}
	return ""
}

// AskOffer makes an offer.
func (of *Offers) AskOffer(tx club.Tx, a *requests.Mail, r written.Request) (*orders.Diagnostic, error) {
	if _, err := aimOf(&r, tx, a); err != nil {
		return nil, err
	}
	p, seat, fault, err := of.toAct(tx, a, r)
	if fault != nil || err != nil {
		return fault, err
	}
	defer p.Close()
	o, fault := of.readOffer(p, r, written.ZoneOf(a.Player))
	if fault != nil {
		return fault, nil
	}
	if fault, err := of.mayAdjourn(tx, r, o, p.Game); fault != nil || err != nil {
		return fault, err
	}
	other, err := seating.OtherSeat(tx, seat)
	if err != nil {
		return nil, err
	}
	if other.Player == post.MachineAddress || other.Player == "" {
		return r.Fault(orders.Illegal, "request-offer-nobody", r.Words[0], "Game", p.Game.ID), nil
	}
	var last int
	if err := written.ReadSetting(tx, LastOffer(p.Game.ID, seat.Side, o.Kind), &last); err != nil {
		return nil, err
	}
	if last > 0 && p.Game.Turn < last+reports.OfferTurns {
		return r.Fault(orders.Illegal, "request-offer-again", r.Words[0], "Turn", last+reports.OfferTurns), nil
	}
	if fault, err := Once(tx, a, r, seat, "offer"); fault != nil || err != nil {
		return fault, err
	}
	o.Side, o.Entry, o.Ends = seat.Side, p.Last.Seq+1, store.Time(of.Now().Add(reports.OfferDays*calendar.Day))
	if err := of.enterOffer(tx, p, a, r, "made", seat.Side, o); err != nil {
		return nil, err
	}
	if err := play.WriteSettingDue(tx, OpenOffer(p.Game.ID, o.Side, o.Kind), o, o.Ends); err != nil {
		return nil, err
	}
	if err := written.WriteSetting(tx, LastOffer(p.Game.ID, o.Side, o.Kind), p.Game.Turn); err != nil {
		return nil, err
	}
	a.Note("offer.made", "Game", p.Game.ID, "Terms", o.Terms(p.Game), "Ends", o.Ends)
	return nil, of.Letters.TellSeat(tx, p.Game, other, post.WordTo{Key: "offer-made", Once: fmt.Sprint(o.Entry),
		Args: []any{"Game", p.Game.ID, "Side", play.SideTerm(p.Game, seat.Side), "Terms", o.Terms(p.Game), "Code", o.code(p), "Ends", o.Ends}})
}

// toAct finds the running or paused game that a request is about, and opens it.
func (of *Offers) toAct(tx club.Tx, a *requests.Mail, r written.Request) (*play.Position, store.Seat, *orders.Diagnostic, error) {
	game, seat, fault, err := of.Desk.Seat(tx, a, r)
	if fault != nil || err != nil {
		return nil, seat, fault, err
	}
	if game.Status == store.Ended {
		return nil, seat, r.Fault(orders.Illegal, "request-over", r.Words[0], "Game", game.ID), nil
	}
	p, err := play.Load(tx, game.ID)
	if play.IsBroken(err) {
		return nil, seat, r.Fault(orders.Illegal, "request-held-up", r.Words[0], "Game", game.ID), of.Letters.TellBroken(tx, game.ID, err)
	}
	return p, seat, nil, err
}

// enterOffer writes what is made or becomes of an offer into the ledger.
func (of *Offers) enterOffer(tx club.Tx, p *play.Position, a *requests.Mail, r written.Request, act, side string, o Offer) error {
	body := offerBody{Act: act, Offer: o}
	ev := club.Evidence{}
	if a != nil {
		ev = a.ProofOfMail()
		if act != "accepted" && act != "declined" {
			body.Text = r.Text // those two bear a code
		}
	}
	text, err := json.Marshal(body)
	if err != nil {
		return err
	}
	return p.Append(tx, of.Games.Next(p, adjudicator.Offered, side, text), ev)
}

// AskReply accepts, declines or withdraws an offer.
func (of *Offers) AskReply(tx club.Tx, a *requests.Mail, r written.Request) (*orders.Diagnostic, error) {
	code, err := aimOf(&r, tx, a)
	if err != nil {
		return nil, err
	}
	p, seat, fault, err := of.toAct(tx, a, r)
	if fault != nil || err != nil {
		return fault, err
	}
	defer p.Close()
	all, err := OffersIn(tx, p.Game.ID)
	if err != nil {
		return nil, err
	}
	if r.Verb == "withdraw" {
		return of.withdraw(tx, a, r, p, seat, all)
	}
	if len(r.Words) > 1 {
		return r.LeftOver(1), nil
	}
	if code.Text == "" {
		return r.Fault(orders.Unreadable, "request-offer-code", r.Words[0]), nil
	}
	i := slices.IndexFunc(all, func(o Offer) bool {
		return o.Side != seat.Side && requests.CodeOf(o.code(p)) == requests.CodeOf(code.Text)
	})
	if i < 0 {
		if void, err := isVoidOffer(tx, p, seat, code.Text); err != nil {
			return nil, err
		} else if void {
			return r.Fault(orders.Illegal, "request-offer-void", code, "Game", p.Game.ID), nil
		}
	}
	if i < 0 || !a.Row.Receipt.Before(all[i].Ends) {
		return r.Fault(orders.Illegal, "request-offer-gone", code, "Game", p.Game.ID), nil
	}
	o := all[i]
	if r.Verb == "decline" {
		a.Note("offer.declined", "Game", p.Game.ID, "Terms", o.Terms(p.Game))
		return nil, of.endOffer(tx, p, a, r, "declined", seat.Side, o)
	}
	if fault, err := of.mayAdjourn(tx, r, o, p.Game); fault != nil || err != nil {
		return fault, err
	}
	return nil, of.accept(tx, a, r, p, seat, o)
}

// mayAdjourn finds fault with an adjournment of a game that stands still already, or has been
// paused as often as the club allows: by agreement as by a ruling.
func (of *Offers) mayAdjourn(tx store.ReadTx, r written.Request, o Offer, game store.Game) (*orders.Diagnostic, error) {
	if o.Kind != offerAdjourn {
		return nil, nil
	}
	if game.Status == store.Paused {
		return r.Fault(orders.Illegal, "request-offer-paused", r.Words[0], "Game", game.ID), nil
	}
	n, err := PausesOf(tx, game.ID)
	if err != nil || n < of.Rules.Referee.Pauses {
		return nil, err
	}
	return r.Fault(orders.Illegal, "request-offer-pauses", r.Words[0], "Game", game.ID, "Limit", of.Rules.Referee.Pauses), nil
}

// accept carries an offer out.
func (of *Offers) accept(tx club.Tx, a *requests.Mail, r written.Request, p *play.Position, seat store.Seat, o Offer) error {
	a.Note("offer.accepted", "Game", p.Game.ID, "Terms", o.Terms(p.Game))
	if err := of.endOffer(tx, p, a, r, "accepted", seat.Side, o); err != nil {
		return err
	}
	if o.Kind == offerAdjourn {
		return of.StopGame(tx, p, *o.Until)
	}
	result := &adjudicator.Result{Winner: adjudicator.Observer, Level: "draw", Why: []adjudicator.Phrase{adjudicator.Say("why.agreed")}}
	if o.Kind == offerResult {
		result.Winner, _ = p.Info.Seat(o.Winner)
		result.Level = o.Level
	}
	if err := of.Seats.CutShort(tx, p, play.HowAgreed, result); err != nil {
		return err
	}
	var replyTo [2]string
	side, _ := p.Info.Seat(seat.Side)
	replyTo[side] = a.Message.ID
	return of.Seats.TellCut(tx, p, result, replyTo)
}

// endOffer closes an offer, and tells the side that did not.
func (of *Offers) endOffer(tx club.Tx, p *play.Position, a *requests.Mail, r written.Request, act, by string, o Offer) error {
	if err := of.enterOffer(tx, p, a, r, act, by, o); err != nil {
		return err
	}
	if err := tx.SetSetting(OpenOffer(p.Game.ID, o.Side, o.Kind), nil); err != nil {
		return err
	}
	for _, seat := range p.Seats {
		if seat.Side == by {
			continue
		}
		err := of.Letters.TellSeat(tx, p.Game, seat, post.WordTo{Key: "offer-" + act, Once: fmt.Sprint(o.Entry),
			Args: []any{"Game", p.Game.ID, "Terms", o.Terms(p.Game), "Mine", seat.Side == o.Side}})
		if err != nil {
			return err
		}
	}
	return nil
}

// withdraw takes back the author's offers: all, or those of a kind.
func (of *Offers) withdraw(tx club.Tx, a *requests.Mail, r written.Request, p *play.Position, seat store.Seat, all []Offer) (*orders.Diagnostic, error) {
	own := slices.DeleteFunc(slices.Clone(all), func(o Offer) bool { return o.Side != seat.Side })
	if len(r.Words) > 1 {
		kind := kindOffered(p, r.Words[1].Text)
		if kind == "" {
			return r.Fault(orders.Unknown, "request-withdraw", r.Words[1], "Word", r.Words[1].Text), nil
		}
		own = slices.DeleteFunc(own, func(mine Offer) bool { return mine.Kind != kind })
	}
	if len(own) == 0 {
		return r.Fault(orders.Illegal, "request-offer-none", r.Words[0], "Game", p.Game.ID), nil
	}
	if fault, err := Once(tx, a, r, seat, "withdraw"); fault != nil || err != nil {
		return fault, err
	}
	for _, o := range own {
		a.Note("offer.withdrawn", "Game", p.Game.ID, "Terms", o.Terms(p.Game))
		if err := of.endOffer(tx, p, a, r, "withdrawn", seat.Side, o); err != nil {
			return nil, err
		}
	}
	return nil, nil
}

// EndOffers ends the offers that have stood for long enough, and drops those of games that are
// over.
func (of *Offers) EndOffers(ctx context.Context, until time.Time) error {
	due, err := of.DueOffers(ctx, until)
	for id := range due {
		err := of.Write(ctx, func(tx club.Tx) error { return of.endOffersOf(tx, id, until) })
		if err != nil {
			of.Log.Error("an offer cannot be ended", "game", id, "error", err)
		}
	}
	return err
}

// DueOffers finds the games with an offer that has stood for long enough.
func (of *Offers) DueOffers(ctx context.Context, until time.Time) (due map[string]bool, err error) {
	due = map[string]bool{}
	err = of.Store.View(ctx, func(tx store.ReadTx) error {
		kept, err := tx.SettingsDue(openOffers, until)
		for name := range kept {
			id, _, _ := strings.Cut(strings.TrimPrefix(name, openOffers), "/")
			due[id] = true
		}
		return err
	})
	return due, err
}

// endOffersOf ends the offers of a game that have stood for long enough.
func (of *Offers) endOffersOf(tx club.Tx, id string, until time.Time) error {
	all, err := OffersIn(tx, id)
	if err != nil {
		return err
	}
	game, err := tx.Game(id)
	if err != nil {
		return err
	}
	for _, o := range all {
		if until.Before(o.Ends) {
			continue
		}
		if game.Status == store.Ended {
			if err := tx.SetSetting(OpenOffer(id, o.Side, o.Kind), nil); err != nil {
				return err
			}
			continue
		}
		p, err := play.Load(tx, id)
		if err != nil {
			return err
		}
		err = of.endOffer(tx, p, nil, written.Request{}, "expired", "", o)
		p.Close()
		if err != nil {
			return err
		}
	}
	return nil
}

// Once remembers a signed text that does something for a seat, so that a copy of it, which
// anybody can send who has seen it, does nothing. It returns a fault if it came before.
func Once(tx club.Tx, a *requests.Mail, r written.Request, seat store.Seat, purpose string) (*orders.Diagnostic, error) {
	id := sha256.Sum256(fmt.Appendf(nil, "keryx %s 1\n%s\n%s\n%d\n%s", purpose, seat.Game, seat.Side, r.Line, mail.Canonical(a.Message.Signed.Text)))
	err := tx.RecordSubmission(store.Submission{Game: seat.Game, ID: id, Side: seat.Side, Inbox: a.Row.ID, Received: a.Row.Receipt})
	if errors.As(err, new(*store.DuplicateError)) {
		return r.Fault(orders.Illegal, "words-twice", r.Words[0], "Game", seat.Game), nil
	}
	return nil, err
}

// OfferMade reads the offer that an entry makes.
func OfferMade(e store.Entry) (o Offer, ok bool) {
	var body offerBody
	if e.Kind != string(adjudicator.Offered) || json.Unmarshal(e.Body, &body) != nil || body.Act != "made" {
		return o, false
	}
	body.Offer.Entry = e.Seq
	return body.Offer, true
}

// isVoidOffer reports whether a code is that of an offer to a side which a ruling has given up.
func isVoidOffer(tx store.ReadTx, p *play.Position, to store.Seat, given string) (bool, error) {
	entries, err := tx.Entries(p.Game.ID, 1)
	if err != nil {
		return false, err
	}
	void := play.GivenUp(entries)
	for _, e := range entries {
		if o, made := OfferMade(e); made && void[e.Seq] && o.Side != to.Side && requests.CodeOf(o.code(p)) == requests.CodeOf(given) {
			return true, nil
		}
	}
	return false, nil
}
